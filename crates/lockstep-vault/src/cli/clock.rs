//! `lockstep clock confirm`.

use clap::{CommandFactory, Parser};
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments, operator_text};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::vault::Vault;

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "clock",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| false,
};

/// Confirm the clock, after irreversible acts were stopped because of it.
#[derive(Parser)]
#[command(name = "clock", display_order = 110)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// Confirm that the clock is right, after `doctor` or the log reported that it is ahead or
    /// behind. Keys whose delay has ended by this clock are destroyed, and a due epoch ends.
    Confirm,
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let Action::Confirm = arguments(request)?;
    let vault = Vault::of(&state).map_err(operator_text)?;
    let confirmed = vault.clock().confirm().await;
    let now = confirmed
        .map_err(|error| error.to_string())?
        .now
        .to_string();
    let text = format!("the clock is correct: {now}");
    Ok(CommandOutput::new(json!({ "now": now }), text))
}
