//! `/v1/admin/backups`: list and start.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, EmptyBody};
use serde::Serialize;
use utoipa::ToSchema;

use crate::backup::BackupRecord;
use crate::backup_folder::StoredBackup;
use crate::operations::backups::{self, Backups};

/// A backup in the configured directory.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Backup)]
pub(crate) struct BackupView {
    /// The name of the folder that holds the backup, without the directory.
    #[schema(example = "lockstep-2026-01-31T06-30-00.000Z")]
    name: String,
    /// The time when the backup began; of a backup made by hand, when its store was last written, in UTC.
    #[schema(format = DateTime)]
    made_at: String,
    /// The size of its files in bytes.
    bytes: u64,
    /// Whether the server restored the backup for a test and found the same content. True for every backup that the server
    /// made itself, false for one made by hand.
    restore_tested: bool,
    /// Whether rows of the backup are damaged; null for a backup made by hand, of which the server does not know it.
    damaged: Option<bool>,
}

impl From<StoredBackup> for BackupView {
    fn from(backup: StoredBackup) -> Self {
        Self {
            name: backup.name,
            made_at: backup.made_at.to_string(),
            bytes: backup.bytes,
            restore_tested: backup.is_restore_tested,
            damaged: backup.is_damaged,
        }
    }
}

/// The outcome of an attempt to make a backup.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BackupOutcome {
    /// The backup is whole.
    Succeeded,
    /// The backup can be used, except for damaged rows.
    Damaged,
    /// There is no backup of this attempt.
    Failed,
}

/// The last attempt to make a backup on the schedule or on request.
#[derive(Serialize, ToSchema)]
pub(crate) struct BackupAttempt {
    /// The time when it began, in UTC.
    #[schema(format = DateTime)]
    at: String,
    outcome: BackupOutcome,
}

impl From<BackupRecord> for BackupAttempt {
    fn from(record: BackupRecord) -> Self {
        let outcome = match (record.folder, record.reason) {
            (None, _) => BackupOutcome::Failed,
            (Some(_), Some(_)) => BackupOutcome::Damaged,
            (Some(_), None) => BackupOutcome::Succeeded,
        };
        Self {
            at: record.begun.to_string(),
            outcome,
        }
    }
}

/// The backups of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BackupList {
    /// The backups in the configured directory, newest first.
    backups: Vec<BackupView>,
    /// Whether `backup.directory` is configured: without it, the server makes no backups.
    configured: bool,
    /// Whether a backup is requested or being made now.
    running: bool,
    /// The last attempt; null before the first. The alert `backup.failed` says why it failed.
    last_attempt: Option<BackupAttempt>,
}

impl From<Backups> for BackupList {
    fn from(backups: Backups) -> Self {
        Self {
            backups: backups.stored.into_iter().map(BackupView::from).collect(),
            configured: backups.is_configured,
            running: backups.is_running,
            last_attempt: backups.last.map(BackupAttempt::from),
        }
    }
}

/// List the backups in the configured directory.
///
/// The list contains no path and no key. `lockstep backup verify` checks a backup again.
#[utoipa::path(get, path = "/v1/admin/backups", tag = "Administration", operation_id = "listBackups",
    responses((status = 200, description = "The backups", body = BackupList)))]
pub(super) async fn list(State(state): State<AppState>) -> Result<Json<BackupList>, ApiError> {
    Ok(Json(BackupList::from(backups::list(&state).await?)))
}

/// The state of the backup that was requested.
#[derive(Serialize, ToSchema)]
pub(crate) struct BackupStart {
    /// Always true: the backup is requested or being made.
    running: bool,
}

/// Create a backup now.
///
/// The server makes the backup in the background, verifies it and restores it for a test. `GET /v1/admin/backups` lists it
/// when it is complete. While a backup is being made, another request changes nothing.
#[utoipa::path(post, path = "/v1/admin/backups", tag = "Administration", operation_id = "createBackup",
    responses((status = 200, description = "The backup is requested or being made", body = BackupStart),
        (status = 409, description = "CONFLICT: no directory for backups is configured", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    _: EmptyBody,
) -> Result<Json<BackupStart>, ApiError> {
    backups::request(&state, caller.owner()).await?;
    Ok(Json(BackupStart { running: true }))
}
