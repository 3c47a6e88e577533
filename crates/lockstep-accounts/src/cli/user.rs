//! `lockstep user create|list|set-password|reset-totp|change|restore|replace-lost-key`.

mod totp;

use std::io::{IsTerminal, Read};

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use lockstep_store::Actor;
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments, operator_text};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Paging, Role, Subcommand, Tier};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::credential::ApiKeys;
use crate::operations::{AccountChange, Accounts, Filter};
use crate::password::Password;
use crate::user::{AccountStatus, NewUser};

pub(super) const SUBCOMMAND: Subcommand = Subcommand {
    name: "user",
    command: Arguments::command,
    requests: |matches| Ok(vec![request(matches)?]),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| false,
};

/// Manage accounts.
#[derive(Parser)]
#[command(name = "user", display_order = 50)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Create an account.
    Create {
        /// The name of the account.
        name: String,
        /// The e-mail address of the account.
        #[arg(long)]
        email: String,
        /// The role: user, auditor or admin.
        #[arg(long, default_value = "user")]
        role: Role,
        /// The tier: standard, premium or enterprise.
        #[arg(long, default_value = "standard")]
        tier: Tier,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// List accounts.
    List,
    /// Set a password. All sign-ins of the account end, and its API keys are revoked.
    SetPassword {
        /// The account's id, name or e-mail address.
        name: String,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
        /// Keep the API keys of the account valid.
        #[arg(long)]
        keep_api_keys: bool,
    },
    /// Remove TOTP and the recovery codes of an account. All sign-ins of the account end. Its API keys
    /// stay valid.
    ResetTotp {
        /// The account's id, name or e-mail address.
        name: String,
    },
    /// Change an account. New values replace damaged ones, which `scrub` names.
    Change {
        /// The account's id, name or e-mail address.
        account: String,
        /// The new user name.
        #[arg(long)]
        name: Option<String>,
        /// The new e-mail address.
        #[arg(long)]
        email: Option<String>,
        /// The new role: user, auditor or admin.
        #[arg(long)]
        role: Option<Role>,
        /// The new status: active or suspended.
        #[arg(long, value_parser = settable_status)]
        status: Option<AccountStatus>,
        /// The new tier: standard, premium or enterprise.
        #[arg(long)]
        tier: Option<Tier>,
    },
    /// Create the missing row of an account again; `scrub` names these accounts. The account gets this
    /// name, address and password. Its earlier sign-ins and API keys become invalid.
    Restore {
        /// The account's id.
        account: UserId,
        /// The new user name.
        name: String,
        /// The new e-mail address.
        #[arg(long)]
        email: String,
        /// The role: user, auditor or admin.
        #[arg(long, default_value = "user")]
        role: Role,
        /// The tier: standard, premium or enterprise.
        #[arg(long, default_value = "standard")]
        tier: Tier,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// Give a new key to an account whose key is lost; `doctor` names these accounts. All data
    /// sealed under the lost key is permanently lost: points, profile and keys of the account.
    ReplaceLostKey {
        /// The account's id or name.
        account: String,
        /// Confirm that this data is lost.
        #[arg(long)]
        accept_loss: bool,
    },
}

/// The request to the process that holds the data directory.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Request {
    Create {
        username: String,
        email: String,
        role: Role,
        tier: Tier,
        password: String,
    },
    List,
    SetPassword {
        username: String,
        password: String,
        keep_api_keys: bool,
    },
    ResetTotp {
        account: String,
    },
    Restore {
        account: UserId,
        username: String,
        email: String,
        role: Role,
        tier: Tier,
        password: String,
    },
    Change {
        account: String,
        username: Option<String>,
        email: Option<String>,
        role: Option<Role>,
        status: Option<AccountStatus>,
        tier: Option<Tier>,
    },
    ReplaceLostKey {
        account: String,
        accept_loss: bool,
    },
}

/// Parses a status that an operator can set.
fn settable_status(text: &str) -> Result<AccountStatus, String> {
    match text.parse() {
        Ok(status @ (AccountStatus::Active | AccountStatus::Suspended)) => Ok(status),
        Ok(AccountStatus::Deleted) | Err(_) => Err("must be active or suspended".to_owned()),
    }
}

fn request(matches: &ArgMatches) -> Result<CommandRequest, String> {
    let parsed = Arguments::from_arg_matches(matches).map_err(|error| error.to_string())?;
    let creates_store = matches!(parsed.act, Action::Create { .. });
    let request = match parsed.act {
        Action::Create {
            name,
            email,
            role,
            tier,
            ..
        } => Request::Create {
            username: name,
            email,
            role,
            tier,
            password: password_from_stdin()?,
        },
        Action::Restore {
            account,
            name,
            email,
            role,
            tier,
            ..
        } => Request::Restore {
            account,
            username: name,
            email,
            role,
            tier,
            password: password_from_stdin()?,
        },
        Action::List => Request::List,
        Action::SetPassword {
            name,
            keep_api_keys,
            ..
        } => Request::SetPassword {
            username: name,
            password: password_from_stdin()?,
            keep_api_keys,
        },
        Action::ResetTotp { name } => Request::ResetTotp { account: name },
        Action::Change {
            account,
            name,
            email,
            role,
            status,
            tier,
        } => Request::Change {
            account,
            username: name,
            email,
            role,
            status,
            tier,
        },
        Action::ReplaceLostKey {
            account,
            accept_loss,
        } => Request::ReplaceLostKey {
            account,
            accept_loss,
        },
    };
    Ok(CommandRequest {
        creates_store,
        ..CommandRequest::new(&request)?
    })
}

fn password_from_stdin() -> Result<String, String> {
    if std::io::stdin().is_terminal() {
        eprintln!("type the password, then Ctrl-D:");
    }
    let mut text = String::new();
    let read = std::io::stdin()
        .take(MAX_PASSWORD_BYTES)
        .read_to_string(&mut text);
    read.map_err(|error| format!("standard input: {error}"))?;
    let end = text.trim_end_matches(['\r', '\n']).len();
    text.truncate(end);
    Ok(text)
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let accounts = Accounts::new(state.clone());
    match arguments(request)? {
        Request::Create {
            username,
            email,
            role,
            tier,
            password,
        } => {
            let new = NewUser::new(&username, &email, role, tier);
            create(&accounts, new, password).await
        }
        Request::Restore {
            account,
            username,
            email,
            role,
            tier,
            password,
        } => {
            let new = NewUser::new(&username, &email, role, tier);
            restore(&accounts, account, new, password).await
        }
        Request::List => {
            let users = list(&accounts).await.map_err(operator_text)?;
            Ok(CommandOutput::table(users, COLUMNS))
        }
        Request::SetPassword {
            username,
            password,
            keep_api_keys,
        } => set_password(&accounts, username, password, keep_api_keys).await,
        Request::ResetTotp { account } => totp::reset(&accounts, account).await,
        Request::Change {
            account,
            username,
            email,
            role,
            status,
            tier,
        } => {
            let new = AccountChange {
                role,
                status,
                tier,
                username,
                email,
                wallet_address: None,
            };
            change(&accounts, account, new).await
        }
        Request::ReplaceLostKey { accept_loss, .. } if !accept_loss => Err(
            "everything that was sealed under the lost key is lost permanently, even if the right key is \
                found later. To accept this, add --accept-loss"
                .to_owned(),
        ),
        Request::ReplaceLostKey { account, .. } => {
            let done = replace_lost_key(&state, &accounts, account).await;
            done.map_err(|fault| fault.log.unwrap_or_else(|| fault.message.into_owned()))
        }
    }
}

async fn create(
    accounts: &Accounts,
    new: Result<NewUser, ApiError>,
    password: String,
) -> Result<CommandOutput, String> {
    let made = accounts.create(
        Actor::system(),
        new.map_err(operator_text)?,
        Password::given(password),
        IdempotencyKey::default(),
    );
    let user = made.await.map_err(operator_text)?;
    let text = format!("made {}", user.id);
    let made = json!({ "id": user.id, "username": user.username });
    Ok(CommandOutput::new(made, text))
}

async fn restore(
    accounts: &Accounts,
    account: UserId,
    new: Result<NewUser, ApiError>,
    password: String,
) -> Result<CommandOutput, String> {
    let new = new.map_err(operator_text)?;
    let restored = accounts.restore(account, new, Password::given(password));
    let user = restored.await.map_err(operator_text)?;
    let text = format!(
        "{} has a row again: role {}, tier {}",
        user.id,
        user.role.as_str(),
        user.tier.as_str()
    );
    let restored = json!({ "id": user.id, "username": user.username });
    Ok(CommandOutput::new(restored, text))
}

/// Sets a password, ends every sign-in and, unless they are kept, revokes every API key.
async fn set_password(
    accounts: &Accounts,
    username: String,
    password: String,
    keep_api_keys: bool,
) -> Result<CommandOutput, String> {
    let (api_keys, kept) = match keep_api_keys {
        true => (ApiKeys::Keep, "; API keys stay"),
        false => (ApiKeys::Revoke, ""),
    };
    let password = Password::given(password);
    let set = accounts.set_password(Actor::system(), username.clone(), password, api_keys);
    let revoked = set.await.map_err(operator_text)?;
    let text = format!(
        "the password is set: {} ended, {} revoked{kept}, {} unlinked",
        lockstep_web::counted(revoked.sessions, "sign-in", "sign-ins"),
        lockstep_web::counted(revoked.api_keys, "API key", "API keys"),
        lockstep_web::counted(revoked.identities, "identity", "identities")
    );
    let set = json!({
        "username": username, "sessionsRevoked": revoked.sessions,
        "apiKeysRevoked": revoked.api_keys, "identitiesUnlinked": revoked.identities,
    });
    Ok(CommandOutput::new(set, text))
}

/// Changes an account, or replaces its damaged values.
async fn change(
    accounts: &Accounts,
    account: String,
    change: AccountChange,
) -> Result<CommandOutput, String> {
    if change == AccountChange::default() {
        return Err(
            "no change was requested: give --name, --email, --role, --status or --tier".to_owned(),
        );
    }
    if change.status == Some(AccountStatus::Deleted) {
        return Err("status: must be active or suspended".to_owned());
    }
    let id = accounts.named(account).await.map_err(operator_text)?.id;
    let changed = accounts.change(Actor::system(), id, change).await;
    let user = changed.map_err(operator_text)?;
    let text = format!(
        "{} is changed: role {}, status {}, tier {}",
        user.id,
        user.role.as_str(),
        user.status.as_str(),
        user.tier.as_str()
    );
    let changed = json!({
        "id": user.id, "username": user.username, "email": user.email, "role": user.role,
        "status": user.status, "tier": user.tier,
    });
    Ok(CommandOutput::new(changed, text))
}

/// Gives an account whose key is lost a new key. Every capability then removes what was sealed
/// under the lost key, in reverse dependency order.
async fn replace_lost_key(
    state: &AppState,
    accounts: &Accounts,
    account: String,
) -> Result<CommandOutput, ApiError> {
    let user = match account.parse::<UserId>() {
        Ok(id) => id,
        Err(_) => accounts.named(account).await?.id,
    };
    let keys = Vault::of(state)?
        .lost_keys()
        .replace(&user, &Actor::system())
        .await?;
    let mut done = json!({ "account": user, "keysLost": keys });
    for capability in state.capabilities().iter().rev() {
        if let Some(forget) = capability.lost_key {
            let (name, lost) = forget(state.clone(), user.clone()).await?;
            done[name] = json!(lost);
        }
    }
    let lost = |name: &str| done[name].as_u64().unwrap_or(0);
    let next = match done["namesLost"].as_u64() {
        Some(0) => String::new(),
        _ => format!(
            "The account signs in with its old names, which are shown empty: \
             `lockstep user change {user} --name NAME --email ADDRESS` sets them"
        ),
    };
    let text = format!(
        "{user} has a new key. Lost with the old one: {}, {}, {}. {next}",
        lockstep_web::counted(keys, "key", "keys"),
        lockstep_web::counted(lost("pointsLost"), "point", "points"),
        lockstep_web::counted(lost("namesLost"), "sealed name", "sealed names")
    );
    done["next"] = json!(next);
    Ok(CommandOutput::new(done, text))
}

/// Lists every account.
async fn list(accounts: &Accounts) -> Result<Json, ApiError> {
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
                "damagedFields": user.damaged,
                "lastActive": user.last_active.map(|at| at.to_string()),
                "datastreams": user.counts.value("datastreams"), "counts": user.counts,
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
/// The maximum number of bytes that are read as a password.
const MAX_PASSWORD_BYTES: u64 = 64 << 10;
