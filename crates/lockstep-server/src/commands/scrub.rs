//! `scrub`: opens every stored row and names the damaged ones.

use std::process::ExitCode;

use crate::args::Scrub;
use crate::execution::Command;
use crate::output::Output;
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(
    asked: Scrub,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    if let Some(account) = asked.accept_rows {
        target.send(Command::AcceptRows { account }).await?;
    }
    let report = target.send_with_progress(Command::Scrub, "opening", "rows");
    let report = report.await?;
    output.scrubbed(&report);
    Ok(match report["fine"] == true {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
