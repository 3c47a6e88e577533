//! Doctests and the pages of the documentation in one pass: cargo calls this program as rustdoc for the tests of each
//! library, and it calls rustdoc twice, for the tests and for the pages. `cargo doc` would check every dependency again.

use std::process::{Command, ExitCode};

use crate::abuse;
use crate::run::{root, succeed};

/// Set where this program is called as rustdoc.
const AS_RUSTDOC: &str = "LOCKSTEP_XTASK_AS_RUSTDOC";
/// Arguments that only tests have, each followed by a value.
const OF_TESTS: &[&str] = &["--test-run-directory", "--test-args", "--test-runtool"];

/// Runs doctests with `cargo test --doc`, and writes the pages of each library to `target/doc`; warnings are errors.
pub(crate) fn tests_and_pages(mut tests: Command) -> Result<(), String> {
    // Not the running file: the build under clippy has replaced it.
    let this = abuse::binary()?.with_file_name("xtask");
    tests.env("RUSTDOC", this).env(AS_RUSTDOC, "1");
    succeed(tests)
}

/// Acts as rustdoc if cargo called this program as that.
pub(crate) fn as_rustdoc() -> Option<ExitCode> {
    #[expect(clippy::disallowed_methods, reason = "set by `tests_and_pages`")]
    std::env::var_os(AS_RUSTDOC)?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let succeeded = run(&arguments) && (!is_test(&arguments) || run(&pages(&arguments)));
    Some(if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn is_test(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| argument == "--test")
}

/// Returns the arguments for the pages of the library whose tests have these.
fn pages(arguments: &[String]) -> Vec<String> {
    let mut pages = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if OF_TESTS.contains(&&**argument) {
            rest.next();
        } else if argument != "--test" && argument != "--no-run" && argument != "--nocapture" {
            pages.push(argument.clone());
        }
    }
    let folder = root().join("target/doc");
    pages.extend(["--out-dir".to_owned(), folder.display().to_string()]);
    pages.extend(["-D".to_owned(), "warnings".to_owned()]);
    pages
}

fn run(arguments: &[String]) -> bool {
    let status = Command::new("rustdoc").args(arguments).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_arguments_of_the_library() {
        let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        let tests = words("--crate-name a --test src/lib.rs --test-run-directory /x --extern b=c");
        assert!(is_test(&tests));
        let pages = pages(&tests);
        assert!(!is_test(&pages));
        assert_eq!(
            pages[..5],
            words("--crate-name a src/lib.rs --extern b=c")[..]
        );
        assert_eq!(pages[pages.len() - 2..], words("-D warnings")[..]);
    }
}
