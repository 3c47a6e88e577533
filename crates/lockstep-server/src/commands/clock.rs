//! `clock confirm`: the clock, on which irreversible acts wait.

use std::process::ExitCode;

use lockstep_vault::Vault;
use lockstep_web::AppState;
use serde_json::{Value as Json, json};

use crate::cli::args::Clock;
use crate::cli::output::{Output, text};
use crate::cli::target::Target;
use crate::commands::{Command, told};

/// Runs the command.
pub(crate) async fn run(
    asked: Clock,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, String> {
    let Clock::Confirm = asked;
    let done = target.send(Command::ClockConfirm).await?;
    output.line(
        &done,
        &format!("the clock is right: {}", text(&done, "now")),
    );
    Ok(ExitCode::SUCCESS)
}

/// Records that the clock is right.
pub(super) async fn confirm(state: &AppState) -> Result<Json, String> {
    let vault = Vault::of(state).map_err(told)?;
    let confirmed = vault.confirm_clock().await;
    let report = confirmed.map_err(|error| error.to_string())?;
    Ok(json!({ "now": report.now.to_string() }))
}
