//! `lockstep settings show` and `lockstep settings reset`, which also undoes settings that block every
//! request.

use clap::{CommandFactory, Parser};
use lockstep_store::Actor;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::operations::settings;

pub(crate) const SUBCOMMANDS: &[Subcommand] = &[Subcommand {
    name: "settings",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| false,
}];

/// Show or reset the system settings.
#[derive(Parser)]
#[command(name = "settings", display_order = 116)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// Show the settings.
    Show,
    /// Reset all settings to their defaults, for example if the limits lock administrators out.
    Reset,
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let shown = match arguments(request)? {
        Action::Show => state.settings(),
        Action::Reset => settings::reset(&state, Actor::system())
            .await
            .map_err(|fault| fault.log.unwrap_or_else(|| fault.message.into_owned()))?,
    };
    let result = serde_json::to_value(&*shown).map_err(|error| error.to_string())?;
    let text = serde_json::to_string_pretty(&result).map_err(|error| error.to_string())?;
    Ok(CommandOutput::new(result, text))
}
