//! `cargo xtask conversations`: writes the conversations of `docs/agents.md` as a server with the demo's data answers
//! them. A test compares them.

use crate::run::{cargo, succeed};

/// Runs the test that writes the page.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut command = cargo(&["test", "--package", "lockstep-server", "--test", "it", "--"]);
    command.args(["agents::conversations"]);
    command.env("LOCKSTEP_WRITE_CONVERSATIONS", "1");
    succeed(command)
}
