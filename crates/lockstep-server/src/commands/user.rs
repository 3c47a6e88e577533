//! `user create|list|set-password|replace-lost-key`: accounts.

use std::io::{IsTerminal, Read};
use std::process::ExitCode;

use lockstep_accounts::NewUser;
use lockstep_accounts::credential::ApiKeys;
use lockstep_accounts::operations::{Accounts, Filter};
use lockstep_accounts::password::Password;
use lockstep_fitness::operations::scrub;
use lockstep_store::Actor;
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Paging};
use serde_json::{Value as Json, json};

use crate::cli::args::User;
use crate::cli::output::{Output, text};
use crate::cli::target::Target;
use crate::commands::{Command, told};

/// Runs the command.
pub(crate) async fn run(asked: User, target: &Target, output: &Output) -> Result<ExitCode, String> {
    match asked {
        User::Create {
            name,
            email,
            role,
            tier,
            ..
        } => {
            let password = password_from_stdin()?;
            let command = Command::UserCreate {
                username: name,
                email,
                role,
                tier,
                password,
            };
            let made = target.send(command).await?;
            output.line(&made, &format!("made {}", text(&made, "id")));
        }
        User::List => {
            let users = target.send(Command::UserList).await?;
            output.table(&users, COLUMNS);
        }
        User::SetPassword {
            name,
            keep_api_keys,
            ..
        } => {
            let password = password_from_stdin()?;
            let command = Command::UserSetPassword {
                username: name,
                password,
                keep_api_keys,
            };
            let set = target.send(command).await?;
            let kept = if keep_api_keys { "; API keys stay" } else { "" };
            let told = format!(
                "the password is set: {} sign-ins ended, {} API keys revoked{kept}",
                set["sessionsRevoked"], set["apiKeysRevoked"]
            );
            output.line(&set, &told);
        }
        User::ReplaceLostKey {
            account,
            accept_loss,
        } => {
            let command = Command::UserReplaceLostKey {
                account,
                accept_loss,
            };
            let done = target.send(command).await?;
            let told = format!(
                "{} has a new key. Lost with the old one: {} keys, {} points, {} sealed names",
                text(&done, "account"),
                done["keysLost"],
                done["pointsLost"],
                done["namesLost"]
            );
            output.line(&done, &told);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn password_from_stdin() -> Result<String, String> {
    if std::io::stdin().is_terminal() {
        eprintln!("type the password, then Ctrl-D:");
    }
    let mut text = String::new();
    let read = std::io::stdin().take(64 << 10).read_to_string(&mut text);
    read.map_err(|error| format!("standard input: {error}"))?;
    let end = text.trim_end_matches(['\r', '\n']).len();
    text.truncate(end);
    Ok(text)
}

/// Makes an account.
pub(super) async fn create(
    accounts: &Accounts,
    new: Result<NewUser, ApiError>,
    password: String,
) -> Result<Json, String> {
    let password = Password::given(password);
    let made = accounts.create(
        Actor::system(),
        new.map_err(told)?,
        password,
        IdempotencyKey::default(),
    );
    let user = made.await.map_err(told)?;
    Ok(json!({ "id": user.id, "username": user.username }))
}

/// Sets a password, ends every sign-in and, unless they are kept, revokes every API key.
pub(super) async fn set_password(
    accounts: &Accounts,
    username: String,
    password: String,
    keep_api_keys: bool,
) -> Result<Json, String> {
    let api_keys = match keep_api_keys {
        true => ApiKeys::Keep,
        false => ApiKeys::Revoke,
    };
    let password = Password::given(password);
    let set = accounts.set_password(Actor::system(), username.clone(), password, api_keys);
    let revoked = set.await.map_err(told)?;
    Ok(json!({
        "username": username, "sessionsRevoked": revoked.sessions,
        "apiKeysRevoked": revoked.api_keys,
    }))
}

/// Gives an account whose key is lost a new one, and sets aside what was sealed under the lost key.
pub(super) async fn replace_lost_key(
    state: &AppState,
    accounts: &Accounts,
    account: String,
    accept_loss: bool,
) -> Result<Json, String> {
    if !accept_loss {
        return Err(
            "everything that was sealed under the lost key is lost for good, also where the right \
             keys.db is found later. If that is accepted: --accept-loss"
                .to_owned(),
        );
    }
    let said = |fault: ApiError| fault.log.unwrap_or_else(|| fault.message.into_owned());
    let user = match account.parse::<UserId>() {
        Ok(id) => id,
        Err(_) => accounts.named(account).await.map_err(said)?.id,
    };
    let vault = Vault::of(state).map_err(said)?;
    let keys = vault.replace_lost_key(&user, &Actor::system()).await;
    let keys = keys.map_err(said)?;
    let points = scrub::set_aside_lost(state, &user).await.map_err(said)?;
    let names = lockstep_accounts::forget_lost_names(state, &user).await;
    let names = names.map_err(said)?;
    Ok(json!({ "account": user, "keysLost": keys, "pointsLost": points, "namesLost": names }))
}

/// Lists every account.
pub(super) async fn list(accounts: &Accounts) -> Result<Json, String> {
    list_all(accounts).await.map_err(told)
}

async fn list_all(accounts: &Accounts) -> Result<Json, ApiError> {
    let mut all = Vec::new();
    let mut paging = Paging {
        page: 1,
        limit: 100,
    };
    loop {
        let (users, total) = accounts.users(Filter::default(), paging).await?;
        all.extend(users.iter().map(|user| {
            json!({
                "id": user.id, "username": user.username, "email": user.email,
                "role": user.role, "status": user.status, "tier": user.tier,
                "lastActive": user.last_active.map(|at| at.to_string()),
                "datastreams": user.counts.datastreams,
            })
        }));
        if all.len() as u64 >= total || users.is_empty() {
            return Ok(Json::Array(all));
        }
        paging.page += 1;
    }
}

const COLUMNS: &[&str] = &[
    "username",
    "role",
    "status",
    "tier",
    "datastreams",
    "lastActive",
    "id",
];
