//! The commands, one file each: its part in the terminal's process, and its part in the process that holds
//! the data directory.

use std::path::PathBuf;

use lockstep_accounts::Accounts;
use lockstep_fitness::operations::activities::Selection;
use lockstep_fitness::operations::query::Query;
use lockstep_formats::export::Format;
use lockstep_points::operations::damage::accept_rows;
use lockstep_store::id::{ActivityId, UserId};
use lockstep_web::AppState;
use lockstep_web::api_error::Kind;
use lockstep_web::subcommand::{CommandRequest, operator_text};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::cli::args;

pub(crate) mod activities;
pub mod backup;
pub(crate) mod completions;
pub(crate) mod config_check;
pub mod demo;
pub mod doctor;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod openapi;
pub(crate) mod root_key;
pub mod scrub;
pub mod serve;
pub mod verify;

pub use backup::accept_rollback;

/// A command to the process that holds the data directory.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    /// Run a subcommand of a capability.
    OfCapability {
        /// The subcommand's name.
        name: String,
        /// Its request, as the capability reads it.
        request: Json,
        /// Whether the command creates a missing store.
        #[serde(skip)]
        creates_store: bool,
    },
    /// Import a recording.
    Import {
        /// The user name of the account.
        username: String,
        /// The absolute path of the file.
        file: PathBuf,
        /// The person whose rows are read, if the file contains several people.
        participant: Option<String>,
    },
    /// Export an account's points.
    Export {
        /// The user name of the account.
        username: String,
        /// The absolute path of the new file, which must not exist.
        file: PathBuf,
        /// The format of the file.
        format: Format,
        /// The start of the range.
        from: Option<String>,
        /// The end of the range.
        to: Option<String>,
        /// Export only this type.
        kind: Option<String>,
        /// Export only this device.
        device: Option<String>,
    },
    /// List the activities of an account.
    ListActivities {
        /// The user name of the account.
        username: String,
        /// The start of the range.
        from: Option<String>,
        /// The end of the range.
        to: Option<String>,
        /// List only this sport.
        sport: Option<String>,
        /// The maximum number of activities.
        limit: u16,
    },
    /// Show an activity.
    ShowActivity {
        /// The user name of the account.
        username: String,
        /// The id of the activity.
        id: ActivityId,
    },
    /// Copy the store into a new folder.
    BackupCreate {
        /// The absolute path of the new folder.
        folder: PathBuf,
    },
    /// Check the platform's health.
    Doctor,
    /// Open every stored row.
    Scrub,
    /// Accept the stored rows of an account although they are not those last written.
    AcceptRows {
        /// The account's id, as the scrub reports it.
        account: UserId,
    },
}

impl Command {
    /// Creates the command for a capability's subcommand.
    #[must_use]
    pub fn of_capability(name: &str, request: CommandRequest) -> Self {
        Self::OfCapability {
            name: name.to_owned(),
            request: request.arguments,
            creates_store: request.creates_store,
        }
    }

    /// Whether the command creates a missing store.
    #[must_use]
    pub fn creates_store(&self) -> bool {
        matches!(self, Self::OfCapability { creates_store, .. } if *creates_store)
    }
}

/// The progress of a command.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Units done.
    pub done: u64,
    /// Units in total.
    pub total: u64,
}

/// Runs a command; an error is a sentence for the operator.
pub async fn execute(
    state: &AppState,
    command: Command,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    let accounts = Accounts::new(state.clone());
    match command {
        Command::OfCapability { name, request, .. } => {
            let subcommand = args::subcommands().find(|one| one.name == name);
            let subcommand = subcommand
                .ok_or_else(|| format!("this server does not know the command {name}"))?;
            let output = (subcommand.run)(state.clone(), request).await?;
            serde_json::to_value(output).map_err(|error| error.to_string())
        }
        Command::Import {
            username,
            file,
            participant,
        } => {
            let user = accounts.named(username).await.map_err(operator_text)?;
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
            let user = accounts.named(username).await.map_err(operator_text)?;
            let query = Query {
                start,
                end,
                kind,
                device,
            };
            export::write(state, user, file, format, query).await
        }
        Command::ListActivities {
            username,
            from: start,
            to: end,
            sport,
            limit,
        } => {
            let user = accounts.named(username).await.map_err(operator_text)?;
            let selection = Selection {
                start,
                end,
                sport,
                cursor: None,
            };
            activities::list(state, user, selection, limit).await
        }
        Command::ShowActivity { username, id } => {
            let user = accounts.named(username).await.map_err(operator_text)?;
            activities::show(state, user, id).await
        }
        Command::BackupCreate { folder } => backup::create(state, &folder, steps).await,
        Command::Doctor => doctor::examine(state).await,
        Command::Scrub => scrub::examine(state, steps).await,
        Command::AcceptRows { account } => {
            let datasets = lockstep_datasets::accept_rows(state, &account);
            let has_datasets = datasets.await.map_err(operator_text)?;
            match accept_rows(state, &account).await {
                Err(fault) if has_datasets && fault.kind == Kind::NotFound => {}
                accepted => accepted.map_err(operator_text)?,
            }
            Ok(json!({ "accepted": account }))
        }
    }
}
