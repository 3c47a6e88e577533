//! `lockstep key create`.

use clap::{CommandFactory, Parser};
use lockstep_store::Actor;
use lockstep_web::caller::Scopes;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments, operator_text};
use lockstep_web::{AppState, IdempotencyKey, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::operations::{Accounts, ApiKeyWithSecret, KeyRequester};

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "key",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| false,
};

/// Manage API keys.
#[derive(Parser)]
#[command(name = "key", display_order = 60)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// Create an API key. The key is printed only once.
    Create {
        /// The name of the key.
        name: String,
        /// The name of the account.
        #[arg(long)]
        user: String,
        /// An area (fitness, platform, administration, agents, encryption) with :read or :write.
        /// Without a scope, the key can do everything that the account's role permits.
        #[arg(long = "scope", value_name = "AREA:VERB")]
        scopes: Vec<String>,
    },
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let Action::Create { name, user, scopes } = arguments(request)?;
    let accounts = Accounts::new(state);
    let user = accounts.named(user).await.map_err(operator_text)?;
    let scopes = Scopes::new(scopes).map_err(operator_text)?;
    let new = ApiKeyWithSecret {
        name,
        scopes,
        expires_at: None,
    };
    let maker = KeyRequester {
        user: user.id,
        actor: Actor::system(),
        credential: None,
    };
    let made = accounts.create_api_key(maker, new, IdempotencyKey::default());
    let (key, token) = made.await.map_err(operator_text)?;
    let secret = token.reveal();
    let note = "this key is shown once; send it as `Authorization: Bearer …`:".to_owned();
    Ok(CommandOutput {
        note: Some(note),
        ..CommandOutput::new(json!({ "id": key.id, "key": secret }), secret)
    })
}
