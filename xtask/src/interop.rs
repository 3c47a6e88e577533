//! `cargo xtask interop`: the zero-knowledge crates against the peers of their ecosystem, which npm
//! installs into `target/interop`. Without node or npm it says "skipped" and succeeds.

use std::fs;

use crate::run::{program, root, succeed};

/// Folder under `target/interop`, and the packages npm installs there. snarkjs 0.1.31 is the last that
/// speaks PGHR13; it and 0.7 do not share a folder.
const PEERS: &[(&str, &[&str])] = &[
    (
        "new",
        &[
            "snarkjs@0.7.6",
            "circom2@0.2.23",
            "@zk-kit/semaphore-artifacts@4.13.0",
            "@unirep/circuits@2.0.0",
        ],
    ),
    ("old", &["snarkjs@0.1.31", "circomlib@2.0.5"]),
];

/// Installs what is missing, then runs every check.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    for tool in ["node", "npm"] {
        if program(tool, ".", &["--version"]).output().is_err() {
            println!("skipped: no {tool}");
            return Ok(());
        }
    }
    for (folder, packages) in PEERS {
        install(&format!("target/interop/{folder}"), packages)?;
    }
    let folder = root().join("target/interop");
    succeed(program(
        "cargo",
        "bench",
        &[
            "run",
            "--release",
            "--package",
            "bench-zk",
            "--bin",
            "interop",
            "--",
            &folder.to_string_lossy(),
        ],
    ))
}

/// Installs packages unless a stamp, written last, says that exactly these were: one that was
/// interrupted, or was of other versions, is done again.
fn install(path: &str, packages: &[&str]) -> Result<(), String> {
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
