//! `cargo xtask ci`: fmt, tidy, book, dependencies, build with clippy, tests, doctests with pages, abuse, generators,
//! clients, console, in that order: cheap and informative steps first. The generated files are compared by tests,
//! because these have the binary built already.
//!
//! Clippy lints while the tests are compiled, and rustdoc reads the libraries that the tests use: a separate pass of
//! either would check every dependency once more.

use std::cell::Cell;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::failures::all_passed;
use crate::run::{cargo, output, succeed};
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
            let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
            tests.args(["--lib", "--bins", "--tests", "--examples"]);
            println!("property tests: seed {PROPERTY_SEED}, so that a run can be repeated");
            tests.env("PROPTEST_RNG_SEED", PROPERTY_SEED);
            run_tests(as_built(tests, is_linted.get())?)
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
