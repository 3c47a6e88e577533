//! `key create`: API keys.

use std::process::ExitCode;

use lockstep_accounts::operations::{Accounts, Maker, NewApiKey};
use lockstep_store::Actor;
use lockstep_web::IdempotencyKey;
use lockstep_web::caller::Scopes;
use serde_json::{Value as Json, json};

use crate::cli::args::Key;
use crate::cli::output::{Output, text};
use crate::cli::target::Target;
use crate::commands::{Command, told};

/// Runs the command.
pub(crate) async fn run(asked: Key, target: &Target, output: &Output) -> Result<ExitCode, String> {
    let Key::Create { name, user, scopes } = asked;
    let command = Command::KeyCreate {
        username: user,
        name,
        scopes,
    };
    let made = target.send(command).await?;
    eprintln!("this is shown once; send it as `Authorization: Bearer …`:");
    output.line(&made, &text(&made, "key"));
    Ok(ExitCode::SUCCESS)
}

/// Makes an API key.
pub(super) async fn create(
    accounts: &Accounts,
    username: String,
    name: String,
    scopes: Vec<String>,
) -> Result<Json, String> {
    let user = accounts.named(username).await.map_err(told)?;
    let scopes = Scopes::new(scopes).map_err(told)?;
    let new = NewApiKey {
        name,
        scopes,
        expires_at: None,
    };
    let maker = Maker {
        user: user.id,
        actor: Actor::system(),
        credential: None,
    };
    let made = accounts.create_api_key(maker, new, IdempotencyKey::default());
    let (key, token) = made.await.map_err(told)?;
    Ok(json!({ "id": key.id, "key": token.reveal() }))
}
