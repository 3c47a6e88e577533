//! Backups on a schedule and on request: made, verified, restored for a test, and removed when they are old.
//!
//! A backup is made under a name that begins with [`PARTIAL`] and gets its own name when it is verified and on disk. What
//! a kill leaves begins with such a prefix and is removed before the next backup.
//!
//! A copy of a damaged store is damaged, too; its other rows can be used. The newest such copy is kept, under a name that
//! begins with [`DAMAGED`], until the next intact backup. No intact backup is removed for it.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lockstep_admin::BackupRecord;
use lockstep_admin::backup_folder::{DAMAGED, name, start_time};
use lockstep_store::Timestamp;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, BackupPolicy};
use tokio::sync::{mpsc, watch};

use crate::backup::{self, copying, temporary};

/// Makes backups when they are due or requested, until `end` changes.
pub async fn backups(state: AppState, mut end: watch::Receiver<bool>) {
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut settings = state.settings_changes();
    let mut is_requested = false;
    loop {
        if is_requested || lockstep_admin::is_backup_due(&state).await.unwrap_or(false) {
            let making = scheduled(&state);
            tokio::select! {
                made = making => if let Err(error) = made {
                    let reason = error.log.unwrap_or_else(|| error.message.into_owned());
                    tracing::error!(reason, "the result of a backup cannot be recorded");
                },
                // Files that it leaves behind are removed before the next backup.
                _ = end.changed() => return,
            }
        }
        is_requested = tokio::select! {
            _ = ticks.tick() => false,
            // A backup that was just enabled is made at once.
            _ = settings.changed() => false,
            () = lockstep_admin::backup_requested(&state) => true,
            _ = end.changed() => return,
        };
    }
}

/// Makes a backup now and records how it ended.
///
/// # Errors
/// The result cannot be recorded. A failed backup is not an error: it is recorded.
pub async fn scheduled(state: &AppState) -> Result<(), ApiError> {
    let Some(policy) = state.policy().backups.clone() else {
        return Ok(());
    };
    let _making = lockstep_admin::begin_backup(state)?;
    let begun = state.clock.now();
    let (folder, reason) = match create_backup(state, &policy, begun).await {
        Ok(MadeBackup { folder, damage }) => (Some(folder), damage),
        Err(reason) => (None, Some(reason)),
    };
    match (&folder, &reason) {
        (None, Some(reason)) => tracing::error!(reason, "a scheduled backup failed"),
        (Some(folder), Some(reason)) => {
            tracing::error!(folder, reason, "a scheduled backup has damaged rows");
        }
        (_, None) => {}
    }
    let record = BackupRecord {
        begun,
        folder,
        reason,
    };
    lockstep_admin::record_backup(state, record).await?;
    lockstep_admin::evaluate(state).await
}

/// A backup that was made and can be used.
struct MadeBackup {
    /// The name of its folder.
    folder: String,
    /// The text about its damaged rows; `None` if it is intact.
    damage: Option<String>,
}

/// Makes a backup.
async fn create_backup(
    state: &AppState,
    policy: &BackupPolicy,
    begun: Timestamp,
) -> Result<MadeBackup, String> {
    let directory = policy.directory.as_path();
    backup::private_directory(directory)?;
    remove_leftovers(directory)?;
    // The copy, and the one that is restored from it for a test.
    copying::ensure_room(state, &[directory, directory])?;
    let name = name(begun);
    let partial = directory.join(format!("{PARTIAL}{name}"));
    let created = DirBuilder::new().mode(0o700).create(&partial);
    created.map_err(|error| format!("{}: {error}", partial.display()))?;
    // The progress has no reader.
    let (steps, _) = mpsc::channel(1);
    let made = backup::copy_into(state, &partial, &steps).await;
    let checked = match made {
        Ok(report) => check(state, &partial, directory, &report).await,
        Err(reason) => Err(reason),
    };
    let damage = match checked {
        Ok(damage) => damage,
        Err(reason) => {
            remove(&partial)?;
            return Err(reason);
        }
    };
    let folder = match damage {
        None => name,
        Some(_) => format!("{DAMAGED}{name}"),
    };
    let whole = directory.join(&folder);
    std::fs::rename(&partial, &whole).map_err(|error| format!("{}: {error}", whole.display()))?;
    backup::sync_to_disk(directory)?;
    remove_damaged(directory, &folder)?;
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    // Under a clock that is ahead, every backup looks too old.
    if damage.is_none() && vault.clock().may_act() {
        prune(policy, begun)?;
    }
    Ok(MadeBackup { folder, damage })
}

/// Restores a copy below the directory and compares the result. Returns the text about damaged rows of the copy.
async fn check(
    state: &AppState,
    partial: &Path,
    directory: &Path,
    report: &serde_json::Value,
) -> Result<Option<String>, String> {
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    backup::restore_drill(partial, directory, vault.key_paths()).await?;
    let damaged = report["damaged"].as_array().map_or(0, Vec::len);
    Ok((damaged > 0).then(|| {
        format!(
            "{} damaged: run `lockstep scrub`, which names {}",
            lockstep_web::counted(
                damaged as u64,
                "row of the store is",
                "rows of the store are"
            ),
            if damaged == 1 { "it" } else { "them" }
        )
    }))
}

/// Removes backups beyond the number to keep, and those that are too old. The newest backup always stays. A backup with a
/// later time than `now` was made under a wrong clock: it is neither counted nor removed until its time has passed.
fn prune(policy: &BackupPolicy, now: Timestamp) -> Result<(), String> {
    let mut all: Vec<(Timestamp, PathBuf)> = entries(&policy.directory)?
        .into_iter()
        .filter_map(|(name, path)| Some((start_time(&name)?, path)))
        .filter(|(begun, _)| *begun <= now)
        .collect();
    all.sort();
    all.reverse();
    let age = Duration::from_secs(u64::from(policy.keep_days) * 24 * 3600);
    for (nth, (begun, path)) in all.into_iter().enumerate().skip(1) {
        if nth >= policy.keep_count as usize || now.since(begun) > age {
            remove_whole(&policy.directory, &path)?;
        }
    }
    Ok(())
}

/// Removes the backups with damaged rows, except the newest backup.
fn remove_damaged(directory: &Path, newest: &str) -> Result<(), String> {
    for (name, path) in entries(directory)? {
        if name.starts_with(DAMAGED) && name != newest {
            remove_whole(directory, &path)?;
        }
    }
    Ok(())
}

/// Removes a backup. Under its own name, half of it would look whole after a kill.
fn remove_whole(directory: &Path, path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let removing = directory.join(format!("{REMOVING}{name}"));
    std::fs::rename(path, &removing).map_err(|error| format!("{}: {error}", path.display()))?;
    remove(&removing)
}

/// Removes the files of a killed backup.
fn remove_leftovers(directory: &Path) -> Result<(), String> {
    for (name, path) in entries(directory)? {
        if LEFTOVERS.iter().any(|prefix| name.starts_with(prefix)) {
            remove(&path)?;
        }
    }
    // A command may be testing a restore there just now.
    temporary::remove_left(directory, backup::DRILL);
    Ok(())
}

/// Returns the folders in the directory. A file, a link or a named pipe with the name of a backup is not a backup.
fn entries(directory: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let said = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut all = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(said)? {
        let entry = entry.map_err(said)?;
        if entry.file_type().map_err(said)?.is_dir() {
            all.push((
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            ));
        }
    }
    Ok(all)
}

fn remove(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The interval at which the schedule is checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// The prefix of a backup in the making.
const PARTIAL: &str = ".partial-";
/// The prefix of a backup that is being removed.
const REMOVING: &str = ".removing-";
/// Prefixes of the files that a kill leaves, except those of tests of a restore.
const LEFTOVERS: &[&str] = &[PARTIAL, REMOVING];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_backups_are_removed_by_number_and_age() {
        let day = |day: i64| Timestamp(day * 86_400_000);
        for (keep_count, keep_days, now, kept) in [
            (3, 100, 10, &[7, 8, 9][..]),
            (100, 2, 10, &[8, 9]),
            (1, 1, 10, &[9]),
            // The newest stays, however old it is.
            (5, 1, 50, &[9]),
            // A backup from the future does not count as the newest.
            (1, 100, 7, &[7, 8, 9]),
            (2, 2, 7, &[6, 7, 8, 9]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            for nth in 0..10 {
                std::fs::create_dir(folder.path().join(name(day(nth)))).unwrap();
            }
            std::fs::create_dir(folder.path().join("of the operator")).unwrap();
            // A file with the name of an old backup is not removed, and does not stop the others from being removed.
            let file = folder.path().join(name(Timestamp(1)));
            std::fs::write(&file, b"text").unwrap();
            let policy = BackupPolicy {
                directory: folder.path().to_owned(),
                keep_count,
                keep_days,
            };
            prune(&policy, day(now)).unwrap();
            let mut left: Vec<i64> = entries(folder.path())
                .unwrap()
                .iter()
                .filter_map(|(name, _)| Some(start_time(name)?.0 / 86_400_000))
                .collect();
            left.sort_unstable();
            assert_eq!(left, kept, "{keep_count} {keep_days}");
            assert_eq!(entries(folder.path()).unwrap().len(), kept.len() + 1);
            assert!(file.exists());
        }
    }

    #[test]
    fn leftovers_of_a_killed_backup_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for (name, _) in [
            (".partial-lockstep-x", false),
            (".removing-lockstep-x", false),
            ("lockstep-drill-x", false),
            ("lockstep-2026-01-31T06-30-05.250Z", true),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("lockstep.db"), b"half").unwrap();
        }
        // A test of a restore that runs is locked.
        let running = folder.path().join("lockstep-drill-running");
        std::fs::create_dir(&running).unwrap();
        let lock = std::fs::File::open(&running).unwrap();
        lock.try_lock().unwrap();
        remove_leftovers(folder.path()).unwrap();
        let mut left = entries(folder.path()).unwrap();
        left.sort();
        let names: Vec<&str> = left.iter().map(|(name, _)| &**name).collect();
        assert_eq!(
            names,
            [
                "lockstep-2026-01-31T06-30-05.250Z",
                "lockstep-drill-running"
            ]
        );
        drop(lock);
        remove_leftovers(folder.path()).unwrap();
        assert!(!running.exists());
    }
}
