//! Checks the Ruby client with its linters and tests, then the gem in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::fresh::FreshFolder;
use super::super::{exchange, native, python};
use crate::abuse::{self, Server};
use crate::run::{program, root, succeed};

const CLIENT: &str = "clients/ruby";
const FOLDER: &str = "target/clients/ruby";
const STEP: &str = "the Ruby client";
/// The client needs anonymous blocks and other syntax of this release.
const OLDEST_RUBY: &str = "3.1";
/// The variable with the path of the native library, for the tests and for the gem.
const LIBRARY: &str = "LOCKSTEP_FFI_LIBRARY";
/// Runs the example of the read-me with the installed gem.
const EXAMPLE: &str = include_str!("example.rb");

/// Prints that it is skipped where tools are absent.
pub(in super::super) fn check() -> Result<(), String> {
    if let Some(reason) = absent() {
        println!("{STEP} skipped: {reason}");
        return Ok(());
    }
    succeed(program("ruby", CLIENT, &["-w", "tasks/syntax.rb"]))?;
    let has_rubocop = program("rubocop", CLIENT, &["--version"]).output().is_ok();
    if has_rubocop {
        succeed(program(
            "rubocop",
            CLIENT,
            &["--format", "simple", "--cache", "false"],
        ))?;
    } else {
        println!("rubocop skipped: it is not installed");
    }
    let library = python::library()?;
    let mut tests = program("ruby", CLIENT, &["-w", "-Ilib", "-Itest", "test/all.rb"]);
    tests.env("LOCKSTEP_PROGRAM", abuse::binary()?);
    tests.env(LIBRARY, &library);
    tests.env(exchange::VARIABLE, exchange::folder());
    succeed(tests)?;
    gem(&library)
}

/// Runs the test of the values of all languages.
pub(in super::super) fn accept() -> Result<(), String> {
    let words = ["-w", "-Ilib", "-Itest", "test/exchange_test.rb"];
    let mut test = program("ruby", CLIENT, &words);
    test.env(LIBRARY, python::library()?);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Returns why the client cannot be checked here.
fn absent() -> Option<String> {
    let asked = [
        "-e",
        "require 'fiddle'; require 'minitest'; print RUBY_VERSION",
    ];
    let Ok(answer) = program("ruby", ".", &asked).output() else {
        return Some("no ruby".to_owned());
    };
    if !answer.status.success() {
        return Some("no fiddle or no minitest".to_owned());
    }
    let version = String::from_utf8_lossy(&answer.stdout);
    (!is_new_enough(&version)).then(|| format!("Ruby {OLDEST_RUBY} is needed, this is {version}"))
}

/// Compares releases such as `3.1.2`.
fn is_new_enough(version: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        let parts = text.split('.').take(2);
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    numbers(version) >= numbers(OLDEST_RUBY)
}

/// Builds the gem, installs it into a folder outside the repository, and runs the example of the read-me with it.
fn gem(library: &Path) -> Result<(), String> {
    let fresh = root().join(FOLDER).join("fresh");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(|error| error.to_string())?;
    }
    fs::create_dir_all(&fresh).map_err(|error| error.to_string())?;
    let path = fresh.to_string_lossy();
    let packed = native::pack(library, &root().join(FOLDER).join("native"))?;
    let mut build = program("ruby", CLIENT, &["tasks/build.rb", &path]);
    build.env(LIBRARY, packed);
    succeed(build)?;
    let gem = gem_in(&fresh)?;
    let home = FreshFolder::new("ruby")?;
    run_example(&gem, home.path())
}

fn run_example(gem: &Path, home: &Path) -> Result<(), String> {
    let folder = home.to_string_lossy();
    let gem = gem.to_string_lossy();
    let words = [
        "install",
        "--local",
        "--no-document",
        "--quiet",
        "--install-dir",
        &folder,
        &gem,
    ];
    succeed(program("gem", ".", &words))?;
    fs::write(home.join("example.rb"), EXAMPLE).map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let mut example = program("ruby", ".", &["example.rb"]);
    example
        .current_dir(home)
        .env("GEM_HOME", home)
        .env("GEM_PATH", home)
        .env_remove(LIBRARY)
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_API_KEY", server.token())
        .env("LOCKSTEP_README", root().join(CLIENT).join("README.md"));
    succeed(example)
}

fn gem_in(folder: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    files
        .flatten()
        .map(|file| file.path())
        .find(|path| path.extension().is_some_and(|end| end == "gem"))
        .ok_or_else(|| format!("no gem in {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_ruby_are_compared_by_number() {
        for (version, is_enough) in [
            ("3.1.2", true),
            ("3.10.0", true),
            ("4.0.0", true),
            ("3.0.9", false),
            ("", false),
        ] {
            assert_eq!(is_new_enough(version), is_enough, "{version}");
        }
    }
}
