//! Checks the Python client with its formatter, linter, types and tests, then the wheel in an environment of its own.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::exchange;
use super::super::fresh::FreshFolder;
use crate::abuse::{self, Server};
use crate::python;
use crate::run::{cargo, output, program, root, succeed};

const CLIENT: &str = "clients/python";
const FOLDER: &str = "target/clients/python";
const STEP: &str = "the Python client";
/// The variable with the path of the native library, for the tests and for the wheel.
const LIBRARY: &str = "LOCKSTEP_FFI_LIBRARY";
/// Runs the example of the read-me with the installed wheel.
const EXAMPLE: &str = include_str!("example.py");

/// Prints that it is skipped where tools are absent.
pub(in super::super) fn check() -> Result<(), String> {
    if !is_new_enough() {
        println!("{STEP} skipped: no python3 of version 3.11 or newer");
        return Ok(());
    }
    let Some(python) = environment()? else {
        return Ok(());
    };
    for words in [
        &["ruff", "format", "--check", "--quiet"][..],
        &["ruff", "check", "--quiet"],
        &["mypy"],
    ] {
        succeed(module(&python, CLIENT, words))?;
    }
    let library = library()?;
    let mut tests = module(&python, CLIENT, &["pytest"]);
    tests.env("LOCKSTEP_PROGRAM", abuse::binary()?);
    tests.env(LIBRARY, &library);
    tests.env(exchange::VARIABLE, exchange::folder());
    succeed(tests)?;
    wheel(&python, &library)
}

/// Runs the test of the values of all languages.
pub(in super::super) fn accept() -> Result<(), String> {
    let Some(python) = environment()? else {
        return Ok(());
    };
    let mut test = module(&python, CLIENT, &["pytest", "tests/test_exchange.py"]);
    test.env(LIBRARY, library()?);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Returns the Python with the tools of the manifest.
fn environment() -> Result<Option<PathBuf>, String> {
    let packages = tools()?;
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    python::environment(STEP, FOLDER, &packages)
}

/// Returns the native library that the tests of the workspace built, or builds it.
pub(in super::super) fn library() -> Result<PathBuf, String> {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let name = format!("{prefix}lockstep_ffi{suffix}");
    let binary = abuse::binary()?;
    let folder = binary
        .parent()
        .ok_or("the server's program is in no folder")?;
    // Built alone, its dependencies have other features and are compiled again, for minutes.
    let of_tests = folder.join("deps").join(&name);
    if of_tests.exists() {
        return Ok(of_tests);
    }
    succeed(cargo(&["build", "--package", "lockstep-ffi"]))?;
    Ok(folder.join(name))
}

/// Builds the wheel, installs it into an environment outside the repository, and runs the example of the read-me there.
fn wheel(python: &Path, library: &Path) -> Result<(), String> {
    let project = FreshFolder::new("python")?;
    let folder = project.path();
    let dist = folder.join("dist");
    let dist = dist.to_string_lossy();
    let mut build = module(
        python,
        CLIENT,
        &["hatchling", "build", "--directory", &dist],
    );
    build.env(LIBRARY, library);
    succeed(build)?;
    let wheel = wheel_in(Path::new(&*dist))?;
    // The tools' pip installs into the environment, so that making it takes a second.
    let fresh = folder.to_string_lossy();
    succeed(module(python, &fresh, &["venv", "--without-pip", "venv"]))?;
    let install = ["pip", "--python", "venv/bin/python", "install", "--quiet"];
    let wheel = wheel.to_string_lossy();
    succeed(module(python, &fresh, &[&install[..], &[&wheel]].concat()))?;
    fs::write(folder.join("example.py"), EXAMPLE).map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let mut example = program("venv/bin/python", &fresh, &["example.py"]);
    example
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_API_KEY", server.token())
        .env("LOCKSTEP_README", root().join(CLIENT).join("README.md"))
        .env("LOCKSTEP_LICENCES", root());
    succeed(example)
}

fn wheel_in(dist: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    files
        .flatten()
        .map(|file| file.path())
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or_else(|| format!("no wheel in {}", dist.display()))
}

/// Prepares a module of the environment.
fn module(python: &Path, folder: &str, words: &[&str]) -> std::process::Command {
    let mut command = program(
        &python.to_string_lossy(),
        folder,
        &[&["-m"][..], words].concat(),
    );
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Returns the tools of the groups of the manifest, with their versions.
fn tools() -> Result<Vec<String>, String> {
    const MANIFEST: &str = "clients/python/pyproject.toml";
    let text = fs::read_to_string(root().join(MANIFEST))
        .map_err(|error| format!("{MANIFEST}: {error}"))?;
    let group = text
        .split("\ntest = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let tools: Vec<String> = group
        .unwrap_or_default()
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    if tools.is_empty() {
        return Err(format!("{MANIFEST} has no group of tools named test"));
    }
    Ok(tools)
}

fn is_new_enough() -> bool {
    let asked = ["-c", "import sys; print(sys.version_info >= (3, 11))"];
    output(program("python3", ".", &asked)).is_ok_and(|printed| printed.trim() == "True")
}
