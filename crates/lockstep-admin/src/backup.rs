//! The record of scheduled backups: when one is due, and how the last one ended. `lockstep-server` makes them.

use std::time::Duration;

use lockstep_store::{Actor, Entry, Status, StoreError, Timestamp, note};
use lockstep_vault::Vault;
use lockstep_web::capability::AlertFinding;
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The last scheduled backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupRecord {
    /// The time when it began.
    pub begun: Timestamp,
    /// The name of its folder below `backup.directory`; `None` if it failed.
    pub folder: Option<String>,
    /// The reason why the backup failed; `None` if it is complete and its restored copy is equal.
    pub reason: Option<String>,
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
    let interval = Duration::from_secs(u64::from(settings.database.backup_interval) * 3600);
    let last = last_backup(state).await?;
    let epoch = Vault::of(state).ok().map(|vault| vault.epochs().since());
    Ok(is_due(last.as_ref(), interval, epoch, state.clock.now()))
}

fn is_due(
    last: Option<&BackupRecord>,
    interval: Duration,
    epoch: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    last.is_none_or(|last| {
        let wait = match last.reason {
            None if epoch.is_some_and(|epoch| last.begun < epoch) => Duration::ZERO,
            None => interval,
            Some(_) => interval.min(RETRY),
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
                status: match record.reason {
                    None => Status::Success,
                    Some(_) => Status::Error,
                },
                details: match &record.reason {
                    None => {
                        "a scheduled backup was made, verified and restored for a test".to_owned()
                    }
                    Some(reason) => format!("a scheduled backup failed: {reason}"),
                },
                metadata: json!({ "folder": record.folder }),
            })
            .map(drop)
        });
    Ok(written.await?)
}

/// The alert rule: the last backup failed, or backups are enabled without a directory.
pub(crate) async fn failed(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    if !state.settings().database.backup_enabled {
        return Ok(Vec::new());
    }
    if state.policy().backups.is_none() {
        return Ok(vec![AlertFinding::single(
            "database.backupEnabled is true, and backup.directory is not configured: name a directory and restart",
        )]);
    }
    let reason = last_backup(&state).await?.and_then(|last| last.reason);
    let found = reason.map(|reason| {
        AlertFinding::single(format!(
            "the last scheduled backup failed: {reason}. It is tried again within an hour"
        ))
    });
    Ok(found.into_iter().collect())
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
        let record = |reason: Option<&str>| BackupRecord {
            begun: hours(100),
            folder: None,
            reason: reason.map(str::to_owned),
        };
        assert!(is_due(None, day, None, hours(0)));
        for (reason, now, due) in [
            (None, 123, false),
            (None, 124, true),
            (None, 99, true),
            (Some("full"), 100, false),
            (Some("full"), 101, true),
        ] {
            let earlier = Some(hours(100));
            let is_due = is_due(Some(&record(reason)), day, earlier, hours(now));
            assert_eq!(is_due, due, "{now}");
        }
        // A new epoch makes earlier backups useless.
        let new = Some(hours(101));
        assert!(is_due(Some(&record(None)), day, new, hours(101)));
        assert!(!is_due(Some(&record(Some("full"))), day, new, hours(100)));
    }
}
