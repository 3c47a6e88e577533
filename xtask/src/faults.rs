//! `cargo xtask faults`: what is promised of crashes, power cuts and failing disks, as a table.

use crate::run::{cargo, succeed};

/// Runs the faults of the server; its tests run the tier `ci` of the same.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["test", "--package", "lockstep-server", "--test", "faults"];
    arguments.push("--");
    arguments.extend(words.iter().map(String::as_str));
    succeed(cargo(&arguments))
}
