//! Python packages in a virtual environment under `target`.

use std::fs;
use std::path::PathBuf;

use crate::run::{program, root, succeed};

/// Installs the packages (`name==version`) into `folder/venv`, unless exactly these are installed there already,
/// and returns the environment's Python. Returns `None` and prints why `step` is skipped if Python,
/// pip or the package registry is missing.
pub(crate) fn environment(
    step: &str,
    folder: &str,
    packages: &[&str],
) -> Result<Option<PathBuf>, String> {
    let path = root().join(folder);
    let python = path.join("venv/bin/python");
    fs::create_dir_all(&path).map_err(|error| error.to_string())?;
    // Written last: an interrupted installation, or one of other versions, is repeated.
    let (stamp, wanted) = (path.join("venv/installed"), packages.join("\n"));
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
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
    let words = [&["-m", "pip", "install", "--quiet"], packages].concat();
    if let Err(reason) = succeed(program(&python.to_string_lossy(), folder, &words)) {
        println!("{step} skipped: its packages cannot be installed: {reason}");
        return Ok(None);
    }
    fs::write(&stamp, wanted).map_err(|error| error.to_string())?;
    Ok(Some(python))
}
