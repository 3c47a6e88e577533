//! `lockstep attestation rotate`.

use clap::{CommandFactory, Parser};
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments, operator_text};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::vault::Vault;

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "attestation",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| false,
};

/// Manage the key that signs the platform's documents.
#[derive(Parser)]
#[command(name = "attestation", display_order = 100)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// Replace the signing key. The old key signs the new one and is destroyed. `verify --chain`
    /// accepts both keys, each for its own period.
    Rotate,
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let Action::Rotate = arguments(request)?;
    let vault = Vault::of(&state).map_err(operator_text)?;
    let rotated = vault.platform_keys().rotate_attestation().await;
    let rotation = rotated.map_err(|error| error.to_string())?;
    let (old, new) = (&rotation.by_old.key, &rotation.by_new.key);
    let text =
        format!("the platform signs with {new} from now on; {old} signed it and is destroyed");
    let done = json!({ "old": old, "new": new, "rotation": rotation });
    Ok(CommandOutput::new(done, text))
}
