//! `cargo xtask book`: checks the pages of `docs/`, and builds the documentation site where mdBook is installed.
//!
//! Reading order: [`run`]; `pages.rs` checks without mdBook; `preprocessor.rs` is what mdBook calls.

use std::io::Read;

use crate::run::program;

mod markdown;
mod pages;
mod preprocessor;

/// The word with which `docs/book.toml` calls this command as a preprocessor.
const PREPROCESS: &str = "preprocess";

/// Checks and builds the book; the words `preprocess …` are the calls of mdBook.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => book(),
        // The chapters are the same for every renderer.
        [PREPROCESS, "supports", _] => Ok(()),
        [PREPROCESS] => preprocess(),
        [word, ..] => Err(format!("{word}: this command takes no argument")),
    }
}

/// The step of `cargo xtask ci`.
pub(crate) fn book() -> Result<(), String> {
    let broken = pages::check()?;
    for line in &broken {
        eprintln!("  {line}");
    }
    if !broken.is_empty() {
        return Err(format!("{} broken links or missing pages", broken.len()));
    }
    println!(
        "book: every page is in {}, and every link holds",
        pages::CONTENTS
    );
    build()
}

/// Builds the book into `target/book`; a warning of mdBook is a failure.
fn build() -> Result<(), String> {
    let Ok(version) = program("mdbook", ".", &["--version"]).output() else {
        println!("skipped: mdbook is not installed: cargo install mdbook");
        return Ok(());
    };
    print!("{}", String::from_utf8_lossy(&version.stdout));
    let output = program("mdbook", ".", &["build", pages::FOLDER])
        .output()
        .map_err(|error| format!("mdbook build: {error}"))?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    eprint!("{said}");
    let complained = said.lines().any(is_complaint);
    match (output.status.success(), complained) {
        (true, false) => {
            println!("book: target/book/index.html");
            Ok(())
        }
        (true, true) => Err("mdbook build printed warnings".to_owned()),
        (false, _) => Err(format!("mdbook build failed: {}", output.status)),
    }
}

/// Whether a line of mdBook's log is a warning or an error.
fn is_complaint(line: &str) -> bool {
    line.split(|letter: char| !letter.is_ascii_alphabetic())
        .any(|word| ["WARN", "ERROR"].contains(&word))
}

fn preprocess() -> Result<(), String> {
    let mut input = String::new();
    std::io::stdin()
        .read_to_string(&mut input)
        .map_err(|error| format!("the book of mdBook: {error}"))?;
    print!("{}", preprocessor::run(&input)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_mdbook_are_recognized() {
        for (line, complains) in [
            (" INFO Book building has started", false),
            (" WARN Potential incomplete link in `a.md`", true),
            ("2026-01-31 [ERROR] (mdbook::utils): Error", true),
            ("\u{1b}[33m WARN\u{1b}[0m unclosed HTML tag", true),
        ] {
            assert_eq!(is_complaint(line), complains, "{line}");
        }
    }
}
