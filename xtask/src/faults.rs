//! `cargo xtask faults`: checks the guarantees for crashes, power cuts and failing disks, and
//! prints a table.

use crate::run::{cargo, succeed};

/// Runs the server's fault tests; its ordinary tests run the tier `ci` of the same.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["test", "--package", "lockstep-server", "--test", "faults"];
    arguments.push("--");
    arguments.extend(words.iter().map(String::as_str));
    succeed(cargo(&arguments))
}
