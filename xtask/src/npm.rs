//! npm packages in a folder under `target`.

use std::fs;

use crate::run::{program, root, succeed};

/// Whether Node and npm are installed; prints that `step` is skipped otherwise.
pub(crate) fn is_available(step: &str) -> bool {
    ["node", "npm"].into_iter().all(|tool| {
        let found = program(tool, ".", &["--version"]).output().is_ok();
        if !found {
            println!("{step} skipped: no {tool}");
        }
        found
    })
}

/// Installs the packages (`name@version`) into `path`, unless a stamp, written last, names exactly
/// these: an interrupted installation, or one of other versions, is repeated.
pub(crate) fn install(path: &str, packages: &[&str]) -> Result<(), String> {
    let (folder, wanted) = (root().join(path), packages.join("\n"));
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    fs::write(folder.join("package.json"), r#"{"private": true}"#)
        .map_err(|error| error.to_string())?;
    let mut words = vec!["install", "--no-audit", "--no-fund", "--ignore-scripts"];
    words.extend(packages);
    succeed(program("npm", path, &words))?;
    fs::write(stamp, wanted).map_err(|error| error.to_string())
}
