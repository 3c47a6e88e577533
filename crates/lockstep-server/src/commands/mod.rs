//! The commands: one file each, with what the command line does and what is done on the data directory.

use std::path::PathBuf;

use lockstep_accounts::{Accounts, NewUser};
use lockstep_fitness::operations::{accept_rows, points};
use lockstep_formats::export::Format;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Role, Tier};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

pub(crate) mod attestation;
pub(crate) mod audit;
pub mod backup;
pub(crate) mod clock;
pub(crate) mod completions;
pub(crate) mod config_check;
pub mod demo;
pub mod doctor;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod key;
pub(crate) mod openapi;
pub(crate) mod root_key;
pub mod scrub;
pub mod serve;
pub(crate) mod user;
pub mod verify;

pub use backup::accept_rollback;

/// A command for whoever holds the data directory.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    /// Make an account.
    UserCreate {
        /// Its name.
        username: String,
        /// Its address.
        email: String,
        /// Its role.
        role: Role,
        /// Its tier.
        tier: Tier,
        /// Its password.
        password: String,
    },
    /// List accounts.
    UserList,
    /// Set a password, end every sign-in and revoke every API key.
    UserSetPassword {
        /// The account.
        username: String,
        /// The new password.
        password: String,
        /// Whether API keys are spared.
        #[serde(default)]
        keep_api_keys: bool,
    },
    /// Give an account whose key is lost a new one.
    UserReplaceLostKey {
        /// Its id or its name.
        account: String,
        /// Whether the operator accepts that what was sealed under the lost key is lost.
        accept_loss: bool,
    },
    /// Make an API key.
    KeyCreate {
        /// Whose.
        username: String,
        /// What it is called.
        name: String,
        /// What it is narrowed to.
        scopes: Vec<String>,
    },
    /// Walk the audit chain.
    AuditVerify {
        /// A checkpoint that was kept elsewhere, as `auditCheckpoint` gave it.
        checkpoint: Option<String>,
    },
    /// Sign the audit chain's head, and give the checkpoint.
    AuditCheckpoint,
    /// Import a recording.
    Import {
        /// For whom.
        username: String,
        /// Which file, from the root.
        file: PathBuf,
        /// Whose rows, where the file holds several people.
        participant: Option<String>,
    },
    /// Export an account's points.
    Export {
        /// Whose.
        username: String,
        /// Into which file, from the root; must not exist.
        file: PathBuf,
        /// In which format.
        format: Format,
        /// From when on.
        from: Option<String>,
        /// Up to when.
        to: Option<String>,
        /// Only this type.
        kind: Option<String>,
        /// Only this device.
        device: Option<String>,
    },
    /// Copy the store into a new folder.
    BackupCreate {
        /// Which folder, from the root.
        folder: PathBuf,
    },
    /// Say that the clock is right.
    ClockConfirm,
    /// Replace the key that the platform signs with.
    AttestationRotate,
    /// Look at the store's health.
    Doctor,
    /// Open everything that is stored.
    Scrub,
    /// Accept the stored rows of an account, although they are not the ones last written.
    AcceptRows {
        /// The account's id, as a scrub names it.
        account: UserId,
    },
}

/// How far a command is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Units done.
    pub done: u64,
    /// Units in all.
    pub total: u64,
}

/// Carries a command out; an error is a sentence for whoever typed it.
pub async fn execute(
    state: &AppState,
    command: Command,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    let accounts = Accounts::new(state.clone());
    match command {
        Command::UserCreate {
            username,
            email,
            role,
            tier,
            password,
        } => {
            let new = NewUser::new(&username, &email, role, tier);
            user::create(&accounts, new, password).await
        }
        Command::UserList => user::list(&accounts).await,
        Command::UserSetPassword {
            username,
            password,
            keep_api_keys,
        } => user::set_password(&accounts, username, password, keep_api_keys).await,
        Command::UserReplaceLostKey {
            account,
            accept_loss,
        } => user::replace_lost_key(state, &accounts, account, accept_loss).await,
        Command::KeyCreate {
            username,
            name,
            scopes,
        } => key::create(&accounts, username, name, scopes).await,
        Command::AuditVerify { checkpoint } => audit::verify_chain(state, checkpoint).await,
        Command::AuditCheckpoint => audit::checkpoint(state).await,
        Command::Import {
            username,
            file,
            participant,
        } => {
            let user = accounts.named(username).await.map_err(told)?;
            import::import_file(state, &user, file, participant, steps).await
        }
        Command::Export {
            username,
            file,
            format,
            from: start,
            to: end,
            kind,
            device,
        } => {
            let user = accounts.named(username).await.map_err(told)?;
            let query = points::Query {
                start,
                end,
                kind,
                device,
            };
            export::write(state, user, file, format, query).await
        }
        Command::BackupCreate { folder } => backup::create(state, &folder, steps).await,
        Command::ClockConfirm => clock::confirm(state).await,
        Command::AttestationRotate => attestation::rotate(state).await,
        Command::Doctor => doctor::examine(state).await,
        Command::Scrub => scrub::examine(state, steps).await,
        Command::AcceptRows { account } => {
            accept_rows(state, &account).await.map_err(told)?;
            Ok(json!({ "accepted": account }))
        }
    }
}

/// An error as the operator reads it: with what is for the log.
fn told(fault: ApiError) -> String {
    match fault.log {
        Some(log) => format!("{} ({log})", fault.message),
        None => fault.message.into_owned(),
    }
}
