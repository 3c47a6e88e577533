//! Python packages in a virtual environment under `target`.

use std::fs;
use std::path::PathBuf;

use crate::run::{program, root, succeed};

/// Installs `package` (`name==version`) into `folder/venv`, unless it is installed there already,
/// and returns the environment's Python. Returns `None` and prints why `step` is skipped if Python,
/// pip or the package registry is missing.
pub(crate) fn environment(
    step: &str,
    folder: &str,
    package: &str,
) -> Result<Option<PathBuf>, String> {
    let path = root().join(folder);
    let python = path.join("venv/bin/python");
    fs::create_dir_all(&path).map_err(|error| error.to_string())?;
    let installed = path.join(format!("venv/{package}"));
    if installed.exists() {
        return Ok(Some(python));
    }
    let module = |name: &str| {
        let found = program("python3", ".", &["-c", &format!("import {name}")]).output();
        found.is_ok_and(|found| found.status.success())
    };
    if !module("venv") || !module("ensurepip") {
        println!("{step} skipped: no python3 with venv and pip");
        return Ok(None);
    }
    succeed(program("python3", folder, &["-m", "venv", "venv"]))?;
    let words = ["-m", "pip", "install", "--quiet", package];
    if let Err(reason) = succeed(program(&python.to_string_lossy(), folder, &words)) {
        println!("{step} skipped: {package} cannot be installed: {reason}");
        return Ok(None);
    }
    fs::write(&installed, "").map_err(|error| error.to_string())?;
    Ok(Some(python))
}
