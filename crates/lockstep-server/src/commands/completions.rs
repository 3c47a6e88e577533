//! `completions`: completions for a shell.

use std::process::ExitCode;

use crate::args::{self, Completions};
use crate::output::out;

/// Runs the command.
pub(crate) fn run(asked: &Completions) -> Result<ExitCode, String> {
    // In memory first: `clap_complete` panics if its reader is gone.
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut args::command(), "lockstep", &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}
