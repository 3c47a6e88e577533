//! The record of scheduled backups: when one is due or requested, and how the last one ended. `lockstep-server` makes
//! them.

use std::time::Duration;

use lockstep_store::{Actor, Entry, Status, StoreError, Timestamp, note};
use lockstep_vault::Vault;
use lockstep_web::capability::AlertFinding;
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::backup_turn::BackupInProgress;
use crate::memory::AdminMemory;

/// The last scheduled backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupRecord {
    /// The time when it began.
    pub begun: Timestamp,
    /// The name of its folder below `backup.directory`; `None` if it failed.
    pub folder: Option<String>,
    /// The reason why the backup failed, or the text about its damaged rows; `None` if it is intact. Its restored copy is
    /// equal in both cases.
    pub reason: Option<String>,
}

/// Notes that a backup is being made, which also answers a request for one.
///
/// # Errors
/// The server was assembled without administration.
pub fn begin_backup(state: &AppState) -> Result<BackupInProgress<'_>, ApiError> {
    Ok(AdminMemory::of(state)?.backup.begin())
}

/// Returns as soon as an administrator requests a backup; never without administration.
pub async fn backup_requested(state: &AppState) {
    match AdminMemory::of(state) {
        Ok(memory) => memory.backup.requested().await,
        Err(_) => std::future::pending().await,
    }
}

/// Returns the last scheduled backup; `None` before the first.
///
/// # Errors
/// [`StoreError`].
pub async fn last_backup(state: &AppState) -> Result<Option<BackupRecord>, StoreError> {
    let kept = state
        .db
        .read("admin.backup.read", |tx| note::read(tx, NAME));
    // A record that cannot be read makes the next backup due.
    Ok(kept
        .await?
        .and_then(|text| serde_json::from_str(&text).ok()))
}

/// Whether a backup is due: backups are enabled, and the interval since the last one is over, or an epoch began since:
/// the backups of earlier epochs restore no data of accounts. A failed one is tried again after [`RETRY`].
///
/// # Errors
/// [`StoreError`].
pub async fn is_backup_due(state: &AppState) -> Result<bool, StoreError> {
    let settings = state.settings();
    if !settings.database.backup_enabled || state.policy().backups.is_none() {
        return Ok(false);
    }
    let interval = hours(settings.database.backup_interval);
    let last = last_backup(state).await?;
    let epoch = Vault::of(state).ok().map(|vault| vault.epochs().since());
    Ok(is_due(last.as_ref(), interval, epoch, state.clock.now()))
}

fn hours(count: u32) -> Duration {
    Duration::from_secs(u64::from(count) * 3600)
}

fn is_due(
    last: Option<&BackupRecord>,
    interval: Duration,
    epoch: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    last.is_none_or(|last| {
        let wait = match last.folder {
            None => interval.min(RETRY),
            Some(_) if epoch.is_some_and(|epoch| last.begun < epoch) => Duration::ZERO,
            Some(_) => interval,
        };
        // A clock that was set back does not delay backups.
        now < last.begun || now.since(last.begun) >= wait
    })
}

/// Records how a backup ended, with an audit entry.
///
/// # Errors
/// [`StoreError`], as an API error.
pub async fn record_backup(state: &AppState, record: BackupRecord) -> Result<(), ApiError> {
    let text = serde_json::to_string(&record)
        .map_err(|error| ApiError::internal(format!("backup: {error}")))?;
    let written = state
        .db
        .write::<_, StoreError, _>("admin.backup.record", move |tx| {
            note::keep(tx, NAME, &text)?;
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "backup.create",
                component: "administration",
                status: match (&record.folder, &record.reason) {
                    (_, None) => Status::Success,
                    (Some(_), Some(_)) => Status::Warning,
                    (None, Some(_)) => Status::Error,
                },
                details: match (&record.folder, &record.reason) {
                    (_, None) => {
                        "a scheduled backup was made, verified and restored for a test".to_owned()
                    }
                    (Some(_), Some(reason)) => {
                        format!("a scheduled backup was made and restored for a test. {reason}")
                    }
                    (None, Some(reason)) => format!("a scheduled backup failed: {reason}"),
                },
                metadata: json!({ "folder": record.folder }),
            })
            .map(drop)
        });
    Ok(written.await?)
}

/// The alert rule: the last backup failed, has damaged rows or is too old, or backups are enabled without a directory.
pub(crate) async fn failed(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let settings = state.settings();
    if !settings.database.backup_enabled {
        return Ok(Vec::new());
    }
    if state.policy().backups.is_none() {
        return Ok(vec![AlertFinding::single(
            "database.backupEnabled is true, and backup.directory is not configured: name a directory and restart",
        )]);
    }
    let Some(last) = last_backup(&state).await? else {
        return Ok(Vec::new());
    };
    let interval = hours(settings.database.backup_interval);
    let age = state.clock.now().since(last.begun);
    let memory = AdminMemory::of(&state)?;
    let late_for = memory.backup_late_for(age > interval + RETRY, state.clock.monotonic());
    // A server that did not run, or made no backups by its settings, first has time to make one.
    let is_overdue = age > 2 * interval + RETRY && late_for >= RETRY;
    let found = problem(&last, is_overdue).map(AlertFinding::single);
    Ok(found.into_iter().collect())
}

/// Returns what is wrong with the last backup. One that hangs, or whose result cannot be recorded, leaves no failed one:
/// the last is then overdue.
fn problem(last: &BackupRecord, is_overdue: bool) -> Option<String> {
    match (&last.reason, &last.folder) {
        (Some(reason), None) => Some(format!(
            "the last scheduled backup failed: {reason}. It is tried again within an hour"
        )),
        (Some(reason), Some(folder)) => Some(format!(
            "the last scheduled backup, {folder}, has damaged rows; everything else in it can be used. {reason}"
        )),
        (None, _) if is_overdue => Some(format!(
            "the last scheduled backup began at {}, and none has ended since: the log names the reason; check that the \
             directory backup.directory can be reached and written",
            last.begun
        )),
        (None, _) => None,
    }
}

/// The name of the record in the store.
const NAME: &str = "backup";
/// The pause after a failed backup.
const RETRY: Duration = Duration::from_secs(3600);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_after_the_interval_or_a_failure() {
        let hours = |hours: i64| Timestamp(hours * 3_600_000);
        let day = Duration::from_secs(24 * 3600);
        let record = |folder: Option<&str>, reason: Option<&str>| BackupRecord {
            begun: hours(100),
            folder: folder.map(str::to_owned),
            reason: reason.map(str::to_owned),
        };
        let intact = record(Some("lockstep-x"), None);
        let damaged = record(Some("damaged-lockstep-x"), Some("1 row is damaged"));
        let failed = record(None, Some("full"));
        assert!(is_due(None, day, None, hours(0)));
        for (last, now, due) in [
            (&intact, 123, false),
            (&intact, 124, true),
            (&intact, 99, true),
            (&damaged, 123, false),
            (&damaged, 124, true),
            (&failed, 100, false),
            (&failed, 101, true),
        ] {
            let earlier = Some(hours(100));
            let is_due = is_due(Some(last), day, earlier, hours(now));
            assert_eq!(is_due, due, "{last:?} {now}");
        }
        // A new epoch makes earlier backups useless.
        let new = Some(hours(101));
        assert!(is_due(Some(&intact), day, new, hours(101)));
        assert!(is_due(Some(&damaged), day, new, hours(101)));
        assert!(!is_due(Some(&failed), day, new, hours(100)));
    }
}
