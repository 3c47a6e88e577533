//! `cargo xtask ci`: fmt, tidy, book, dependencies, build with clippy, tests, doctests with pages, abuse, generators,
//! clients, console, in that order: cheap and informative steps first. The generated files are compared by tests,
//! because these have the binary built already.
//!
//! Clippy lints while the tests are compiled, and rustdoc reads the libraries that the tests use: a separate pass of
//! either would check every dependency once more.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::failures::all_passed;
use crate::run::{cargo, output, root, succeed};
use crate::{abuse, book, clients, console, dependencies, doc, generators, tidy};

type Step<'a> = &'a dyn Fn() -> Result<(), String>;

/// A step that begins later than this is skipped, and the report says so: CI stops a run after 90 minutes.
const LATEST_BEGIN: Duration = Duration::from_mins(70);

/// Runs all steps, also after one that failed, so that one run names every failure. Prints the minutes of each step.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let is_linted = Cell::new(false);
    let steps: [(&str, Step<'_>); 11] = [
        ("fmt", &|| succeed(cargo(&["fmt", "--all", "--check"]))),
        ("tidy", &|| tidy::run(&[])),
        ("book", &book::book),
        ("dependencies", &|| dependencies::run(&[])),
        ("build", &|| {
            let mut all = cargo(&["build", "--workspace", "--all-targets", "--keep-going"]);
            under_clippy(&mut all)?;
            succeed(all)?;
            is_linted.set(true);
            Ok(())
        }),
        ("test", &|| {
            println!("property tests: seed {PROPERTY_SEED}, so that a run can be repeated");
            run_tests_beside_faults(|| {
                let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
                tests.env("PROPTEST_RNG_SEED", PROPERTY_SEED);
                as_built(tests, is_linted.get())
            })
        }),
        ("doc", &|| {
            let tests = cargo(&["test", "--workspace", "--doc", "--no-fail-fast"]);
            doc::tests_and_pages(as_built(tests, is_linted.get())?)
        }),
        ("abuse", &abuse::ci),
        ("generators", &generators::ci),
        ("clients", &clients::ci),
        ("console", &console::ci),
    ];
    let mut took: Vec<(&str, Option<Duration>)> = Vec::new();
    let mut failures = Vec::new();
    let begin = now();
    for (name, step) in steps {
        println!("\n== {name}");
        let start = now();
        if start.duration_since(begin) > LATEST_BEGIN {
            println!(
                "skipped: {} minutes have passed",
                LATEST_BEGIN.as_secs() / 60
            );
            took.push((name, None));
            continue;
        }
        if let Err(reason) = step() {
            println!("\nstep {name} failed: {reason}");
            failures.push(format!("step {name}: {reason}"));
        }
        took.push((name, Some(start.elapsed())));
    }
    report(&took);
    all_passed(&failures)
}

/// Lets cargo compile the crates of the workspace with clippy, which lints and compiles in one pass.
fn under_clippy(cargo: &mut Command) -> Result<(), String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "sysroot"]);
    let sysroot = output(rustc)?;
    let driver = Path::new(sysroot.trim()).join("bin/clippy-driver");
    cargo.env("RUSTC_WORKSPACE_WRAPPER", driver);
    // How cargo's own command `clippy` passes `-D warnings`.
    let deny = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";
    cargo.env("CLIPPY_ARGS", deny);
    Ok(())
}

/// Lets cargo find the outputs of the build. After a finding of clippy, everything is compiled without it, so that the tests
/// run nevertheless.
fn as_built(mut cargo: Command, is_linted: bool) -> Result<Command, String> {
    if is_linted {
        under_clippy(&mut cargo)?;
    }
    Ok(cargo)
}

/// Runs every test of the workspace, doctests included.
pub(crate) fn test(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["test", "--workspace"];
    arguments.extend(words.iter().map(String::as_str));
    run_tests(cargo(&arguments))
}

/// The programs that mostly wait for processes to start and for the disk.
const FAULTS: &str = "faults";

/// Runs the tests, and at the same time the faults, whose output is printed at the end.
fn run_tests_beside_faults(tests: impl Fn() -> Result<Command, String>) -> Result<(), String> {
    let mut faults = tests()?;
    faults.args(["--test", FAULTS]);
    let log = root().join("target/faults.log");
    let unusable = |error: io::Error| format!("{}: {error}", log.display());
    let printed = File::create(&log).map_err(unusable)?;
    faults.stderr(printed.try_clone().map_err(unusable)?);
    faults.stdout(printed);
    let faults = faults.spawn().map_err(|error| error.to_string());
    let mut others = tests()?;
    others.args(["--lib", "--bins", "--examples"]);
    for name in integration_tests()? {
        others.args(["--test", &name]);
    }
    let mut failures = Vec::new();
    failures.extend(run_tests(others).err());
    let ended = faults.and_then(|mut faults| faults.wait().map_err(|error| error.to_string()));
    print!("{}", std::fs::read_to_string(&log).map_err(unusable)?);
    match ended {
        Ok(status) if status.success() => (),
        Ok(status) => failures.push(format!("{FAULTS}: {status}")),
        Err(reason) => failures.push(format!("{FAULTS}: {reason}")),
    }
    all_passed(&failures)
}

/// Returns the names of the integration tests of the workspace, without the faults.
fn integration_tests() -> Result<BTreeSet<String>, String> {
    let printed = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&printed).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let names = targets
        .filter(|target| target["kind"] == json!(["test"]))
        .filter_map(|target| target["name"].as_str())
        .filter(|name| *name != FAULTS);
    Ok(names.map(str::to_owned).collect())
}

fn run_tests(mut tests: Command) -> Result<(), String> {
    // With two threads for a processor, the tests of the server leave half of it idle: they wait for the disk and for
    // timers.
    #[expect(clippy::disallowed_methods, reason = "a variable of the test harness")]
    let is_set = std::env::var_os(TEST_THREADS).is_some();
    if !is_set {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        tests.env(TEST_THREADS, (3 * processors).to_string());
    }
    succeed(tests)
}

/// The seed of the property tests in CI, where a change should not fail because of code that it did not touch. Elsewhere
/// each run has its own seed.
const PROPERTY_SEED: &str = "1";

const TEST_THREADS: &str = "RUST_TEST_THREADS";

fn report(took: &[(&str, Option<Duration>)]) {
    println!("\nminutes a step");
    for (name, time) in took {
        match time {
            Some(time) => println!("  {name:<12} {:6.2}", time.as_secs_f64() / 60.0),
            None => println!("  {name:<12} skipped: too late"),
        }
    }
    let total: Duration = took.iter().filter_map(|(_, time)| *time).sum();
    println!("  {:<12} {:6.2}", "all", total.as_secs_f64() / 60.0);
}

#[expect(
    clippy::disallowed_methods,
    reason = "a build tool times its own steps"
)]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}
