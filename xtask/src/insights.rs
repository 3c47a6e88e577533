//! `cargo xtask insights`: writes `docs/insights.md` from the published wellness tables of the test
//! data. Without them it says "skipped" and succeeds.

use std::fs;
use std::path::PathBuf;

use crate::run::{cargo, output, root};

/// Writes the document; with `--check` only compares.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    #[expect(clippy::disallowed_methods, reason = "tests find their data by it too")]
    let data = std::env::var("LOCKSTEP_TESTDATA");
    let data = data.map_or_else(|_| root().join("../shared/data"), PathBuf::from);
    let tables = data.join("activities/wellness");
    if !tables.is_dir() {
        println!("skipped: no test data");
        return Ok(());
    }
    let example = [
        "run",
        "--package",
        "lockstep-server",
        "--example",
        "insights",
        "--",
    ];
    let mut command = cargo(&example);
    command.arg(&tables);
    let document = output(command)?;
    let path = root().join("docs/insights.md");
    if words.iter().any(|word| word == "--check") {
        let stands = fs::read_to_string(&path).unwrap_or_default();
        return if stands == document {
            Ok(())
        } else {
            Err("docs/insights.md differs: run `cargo xtask insights`".to_owned())
        };
    }
    fs::write(&path, document).map_err(|error| format!("{}: {error}", path.display()))
}
