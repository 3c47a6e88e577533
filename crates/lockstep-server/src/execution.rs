//! The commands to the process that holds the data directory, and their execution.

use std::path::PathBuf;

use lockstep_store::StoreError;
use lockstep_store::audit::recorded;
use lockstep_store::id::UserId;
use lockstep_web::subcommand::{CommandRequest, Step, operator_text};
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::app::{self, CAPABILITIES};
use crate::{backup, doctor, scrub};

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

    /// Whether the command is stopped when its caller leaves. Every other command ends as a whole. What `scrub` and
    /// `doctor` repair is repaired as a whole, row by row.
    #[must_use]
    pub(crate) fn stops_with_caller(&self) -> bool {
        match self {
            Self::OfCapability { name, request, .. } => app::subcommands()
                .find(|one| one.name == name)
                .is_some_and(|one| (one.is_long_read)(request)),
            Self::Doctor | Self::Scrub => true,
            Self::BackupCreate { .. } | Self::AcceptRows { .. } => false,
        }
    }
}

/// Runs a command; an error is a sentence for the operator.
pub async fn execute(
    state: &AppState,
    command: Command,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    match command {
        Command::OfCapability { name, request, .. } => {
            let subcommand = app::subcommands().find(|one| one.name == name);
            let subcommand =
                subcommand.ok_or_else(|| format!("this server has no command {name}"))?;
            let output = (subcommand.run)(state.clone(), request, steps.clone()).await?;
            serde_json::to_value(output).map_err(|error| error.to_string())
        }
        Command::BackupCreate { folder } => backup::create(state, &folder, steps).await,
        Command::Doctor => doctor::examine(state).await,
        Command::Scrub => scrub::examine(state, steps).await,
        Command::AcceptRows { account } => accept_rows(state, account).await,
    }
}

async fn accept_rows(state: &AppState, account: UserId) -> Result<Json, String> {
    let mut has_rows = false;
    for accept in CAPABILITIES.iter().filter_map(|one| one.accept_rows) {
        let accepted = accept(state.clone(), account.clone()).await;
        has_rows |= accepted.map_err(operator_text)?;
    }
    let accepted = account.clone();
    let accepting = state
        .db
        .write::<_, StoreError, _>("rows.accept", move |tx| recorded::accept(tx, &accepted));
    has_rows |= accepting.await.map_err(|error| error.to_string())?;
    match has_rows {
        true => Ok(json!({ "accepted": account })),
        false => Err(operator_text(ApiError::not_found(
            "account with stored rows",
        ))),
    }
}
