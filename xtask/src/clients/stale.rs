//! Files that a generator wrote before, and writes no more: a renamed model would otherwise stay under its earlier name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::root;

/// Part of the first line of every generated file.
const MARK: &str = "`cargo xtask gen`";

/// Removes such files from the folders of the generated ones. With `check`, fails if there is one.
pub(super) fn remove(client: &str, files: &[(String, String)], check: bool) -> Result<(), String> {
    let client = root().join(client);
    let written: BTreeSet<PathBuf> = files.iter().map(|(path, _)| client.join(path)).collect();
    for path in stale(&written) {
        if check {
            let path = path.display();
            return Err(format!(
                "{path} is generated no more: run `cargo xtask gen`"
            ));
        }
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("gen: removed {}", path.display());
    }
    Ok(())
}

/// Returns the generated files beside these that are not among them.
fn stale(written: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let folders: BTreeSet<&Path> = written.iter().filter_map(|path| path.parent()).collect();
    let entries = folders
        .into_iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| !written.contains(path) && is_generated(path))
        .collect()
}

fn is_generated(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().next().is_some_and(|line| line.contains(MARK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_file_that_is_written_no_more_is_found() {
        let folder = root().join(format!("target/stale-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [
            ("Now.java", "// Written by `cargo xtask gen`.\n"),
            ("Before.java", "// Written by `cargo xtask gen`.\n"),
            ("Hand.java", "// By hand.\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let found = stale(&BTreeSet::from([folder.join("Now.java")]));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, [folder.join("Before.java")]);
    }
}
