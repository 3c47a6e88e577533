//! `cargo xtask insights`: writes the ten accounts of `docs/insights.md`, and a report of all participants of
//! the published wellness tables to `target/insights.md`, which is not committed. Without the test data it
//! prints "skipped" and succeeds.

use std::fs;
use std::path::PathBuf;

use crate::run::{cargo, root, succeed};

/// Writes both documents; with `--check` compares the examples with the committed page instead.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "it names the folder of the test data"
    )]
    let data = std::env::var("LOCKSTEP_TESTDATA");
    let data = data.map_or_else(|_| root().join("../shared/data"), PathBuf::from);
    let tables = data.join("activities/wellness");
    if !tables.is_dir() {
        println!("skipped: no test data");
        return Ok(());
    }
    let check = words.iter().any(|word| word == "--check");
    let page = root().join(PAGE);
    let report = root().join(REPORT);
    let examples = if check {
        root().join(EXAMPLES)
    } else {
        page.clone()
    };
    fs::create_dir_all(root().join("target")).map_err(|error| format!("target: {error}"))?;
    let mut command = cargo(&["run", "--package", "lockstep-server", "--example"]);
    command.args(["insights", "--"]);
    command.args([&tables, &report, &examples]);
    succeed(command)?;
    if check && read(&examples)? != read(&page)? {
        return Err(format!("{PAGE} differs: run `cargo xtask insights`"));
    }
    println!("{REPORT} has the insights of all participants");
    Ok(())
}

fn read(path: &PathBuf) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

const PAGE: &str = "docs/insights.md";
const REPORT: &str = "target/insights.md";
const EXAMPLES: &str = "target/insights-examples.md";
