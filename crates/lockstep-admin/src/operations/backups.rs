//! Lists the backups of the installation, and starts one.

use lockstep_store::{Entry, Status, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::Value;

use crate::backup::{BackupRecord, last_backup};
use crate::backup_folder::{self, StoredBackup};
use crate::memory::AdminMemory;

/// The backups of the installation.
pub(crate) struct Backups {
    /// Those in the directory, the newest first.
    pub(crate) stored: Vec<StoredBackup>,
    /// Whether a directory is configured.
    pub(crate) is_configured: bool,
    /// Whether one is requested or being made.
    pub(crate) is_running: bool,
    /// The last attempt; `None` before the first.
    pub(crate) last: Option<BackupRecord>,
}

/// Returns the installation's backups in the configured directory, and how the last attempt ended.
///
/// # Errors
/// The directory cannot be read; [`StoreError`], as an API error.
pub(crate) async fn list(state: &AppState) -> Result<Backups, ApiError> {
    let directory = state.policy().backups.as_ref();
    let directory = directory.map(|policy| policy.directory.clone());
    let is_configured = directory.is_some();
    let stored = match directory {
        None => Vec::new(),
        Some(directory) => {
            let installation = Vault::of(state)?.attester().installation().to_owned();
            let list = move || backup_folder::list(&directory, &installation);
            let listed = tokio::task::spawn_blocking(list).await;
            let listed = listed.map_err(|error| ApiError::internal(format!("backups: {error}")))?;
            listed.map_err(|error| ApiError::file("backup.directory", &error))?
        }
    };
    Ok(Backups {
        stored,
        is_configured,
        is_running: AdminMemory::of(state)?.backup.is_running(),
        last: last_backup(state).await?,
    })
}

/// Requests a backup now. While one is requested or being made, nothing changes.
///
/// # Errors
/// 409 if no directory is configured; [`StoreError`], as an API error.
pub(crate) async fn request(state: &AppState, owner: Owner) -> Result<(), ApiError> {
    if state.policy().backups.is_none() {
        return Err(ApiError::conflict(
            "backup.directory is not configured: name a directory in the configuration and restart the server",
        ));
    }
    let record = async {
        let written = state
            .db
            .write::<_, StoreError, _>("admin.backup.request", move |tx| {
                tx.audit(&Entry {
                    actor: &owner.actor,
                    action: "backup.request",
                    component: COMPONENT,
                    status: Status::Success,
                    details: "a backup was requested".to_owned(),
                    metadata: Value::Null,
                })
                .map(drop)
            });
        written.await
    };
    AdminMemory::of(state)?.backup.request(record).await?;
    Ok(())
}

/// The component in the audit log.
const COMPONENT: &str = "administration";
