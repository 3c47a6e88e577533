//! `man`: the manual pages.

use std::process::ExitCode;

use crate::args::{self, Man};

/// Runs the command.
pub(crate) fn run(asked: &Man) -> Result<ExitCode, String> {
    let directory = &asked.directory;
    clap_mangen::generate_to(args::command(), directory).map_err(|error| {
        format!(
            "{}: the manual pages cannot be written: {error}; name an existing directory that you may write to",
            directory.display()
        )
    })?;
    Ok(ExitCode::SUCCESS)
}
