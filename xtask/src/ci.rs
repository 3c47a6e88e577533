//! `cargo xtask ci`: fmt, tidy, book, dependencies, clippy, tests, abuse, generators, clients, console, docs, in
//! that order: cheap and informative steps first. The generated files are compared by tests, because
//! these have the binary built already.

use std::time::Duration;

use crate::run::{cargo, succeed};
use crate::{abuse, book, clients, console, dependencies, generators, tidy};

type Step = fn() -> Result<(), String>;

/// Runs all steps, also after one that failed, so that one run names every failure. Prints the minutes of each step.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let steps: [(&str, Step); 11] = [
        ("fmt", || succeed(cargo(&["fmt", "--all", "--check"]))),
        ("tidy", || tidy::run(&[])),
        ("book", book::book),
        ("dependencies", || dependencies::run(&[])),
        ("clippy", || {
            succeed(cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]))
        }),
        // One run names every failure.
        ("test", || test(&["--no-fail-fast".to_owned()])),
        ("abuse", abuse::ci),
        ("generators", generators::ci),
        ("clients", clients::ci),
        ("console", console::ci),
        ("doc", || {
            let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
            doc.env("RUSTDOCFLAGS", "-D warnings");
            succeed(doc)
        }),
    ];
    let mut took: Vec<(&str, Duration)> = Vec::new();
    let mut failures = Vec::new();
    for (name, step) in steps {
        println!("\n== {name}");
        let start = now();
        if let Err(reason) = step() {
            println!("\nstep {name} failed: {reason}");
            failures.push(format!("step {name}: {reason}"));
        }
        took.push((name, start.elapsed()));
    }
    report(&took);
    all_passed(&failures)
}

/// Returns the reasons of all failures as one, each on its own line.
pub(crate) fn all_passed(failures: &[String]) -> Result<(), String> {
    match failures {
        [] => Ok(()),
        _ => Err(failures.join("\n")),
    }
}

/// Runs every test of the workspace, doctests included.
pub(crate) fn test(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["test", "--workspace"];
    arguments.extend(words.iter().map(String::as_str));
    let mut tests = cargo(&arguments);
    // Tests wait for the disk and for timers half of the time.
    #[expect(clippy::disallowed_methods, reason = "a variable of the test harness")]
    let is_set = std::env::var_os(TEST_THREADS).is_some();
    if !is_set {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        tests.env(TEST_THREADS, (2 * processors).to_string());
    }
    succeed(tests)
}

const TEST_THREADS: &str = "RUST_TEST_THREADS";

fn report(took: &[(&str, Duration)]) {
    println!("\nminutes a step");
    for (name, time) in took {
        println!("  {name:<12} {:6.2}", time.as_secs_f64() / 60.0);
    }
    let total: Duration = took.iter().map(|(_, time)| *time).sum();
    println!("  {:<12} {:6.2}", "all", total.as_secs_f64() / 60.0);
}

#[expect(
    clippy::disallowed_methods,
    reason = "a build tool times its own steps"
)]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}
