//! Backups on a schedule and on request: made, verified, restored for a test, and removed when they are old.
//!
//! A backup is made under a name that begins with [`PARTIAL`] and gets its own name when it is verified and on disk. What
//! a kill leaves begins with such a prefix and is removed before the next backup.
//!
//! Several installations can have one directory. A temporary name contains the id of its installation, and a backup the
//! record of its root key, which names it. No backup of another is counted or removed, and none that names no installation.
//!
//! A copy of a damaged store is damaged, too; its other rows can be used. The newest such copy is kept, under a name that
//! begins with [`DAMAGED`], until the next intact backup. No intact backup is removed for it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lockstep_admin::BackupRecord;
use lockstep_admin::backup_folder::{DAMAGED, is_of, name, start_time};
use lockstep_store::Timestamp;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, BackupPolicy};
use tokio::sync::{mpsc, watch};

use crate::backup::temporary::{self, TemporaryFolder};
use crate::backup::{self, copying};

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
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    let installation = vault.attester().installation().to_owned();
    let directory = OwnDirectory {
        path: &policy.directory,
        installation: &installation,
    };
    backup::private_directory(directory.path)?;
    directory.remove_leftovers()?;
    // The copy, and the one that is restored from it for a test.
    copying::ensure_room(state, &[directory.path, directory.path])?;
    let name = name(begun);
    // Locked while this process writes it, and removed if it fails.
    let partial = TemporaryFolder::create(directory.path, &directory.temporary(PARTIAL))?;
    // The progress has no reader.
    let (steps, _) = mpsc::channel(1);
    let report = backup::copy_into(state, partial.path(), &steps).await?;
    let damage = check(vault, partial.path(), directory.path, &report).await?;
    let folder = match damage {
        None => name,
        Some(_) => format!("{DAMAGED}{name}"),
    };
    partial.rename(&directory.path.join(&folder))?;
    backup::sync_to_disk(directory.path)?;
    directory.remove_damaged(&folder)?;
    // Under a clock that is ahead, every backup looks too old.
    if damage.is_none() && vault.clock().may_act() {
        directory.prune(policy, begun)?;
    }
    Ok(MadeBackup { folder, damage })
}

/// Restores a copy below the directory and compares the result. Returns the text about damaged rows of the copy.
async fn check(
    vault: &Vault,
    partial: &Path,
    directory: &Path,
    report: &serde_json::Value,
) -> Result<Option<String>, String> {
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

/// The directory of backups, as one installation sees it.
struct OwnDirectory<'a> {
    path: &'a Path,
    /// The id of the installation, in hexadecimal.
    installation: &'a str,
}

impl OwnDirectory<'_> {
    /// Returns the folders of the installation's backups.
    fn backups(&self) -> Result<Vec<(String, PathBuf)>, String> {
        let mut all = entries(self.path)?;
        all.retain(|(_, path)| is_of(path, self.installation));
        Ok(all)
    }

    /// Returns the prefix of the installation's temporary names.
    fn temporary(&self, prefix: &str) -> String {
        format!("{prefix}{}-", self.installation)
    }

    /// Removes backups beyond the number to keep, and those that are too old. The newest backup always stays. A backup with
    /// a later time than `now` was made under a wrong clock: it is neither counted nor removed until its time has passed.
    fn prune(&self, policy: &BackupPolicy, now: Timestamp) -> Result<(), String> {
        let mut all: Vec<(Timestamp, PathBuf)> = self
            .backups()?
            .into_iter()
            .filter_map(|(name, path)| Some((start_time(&name)?, path)))
            .filter(|(begun, _)| *begun <= now)
            .collect();
        all.sort();
        all.reverse();
        let age = Duration::from_secs(u64::from(policy.keep_days) * 24 * 3600);
        for (nth, (begun, path)) in all.into_iter().enumerate().skip(1) {
            if nth >= policy.keep_count as usize || now.since(begun) > age {
                self.remove_whole(&path)?;
            }
        }
        Ok(())
    }

    /// Removes the backups with damaged rows, except the newest backup.
    fn remove_damaged(&self, newest: &str) -> Result<(), String> {
        for (name, path) in self.backups()? {
            if name.starts_with(DAMAGED) && name != newest {
                self.remove_whole(&path)?;
            }
        }
        Ok(())
    }

    /// Removes a backup. Under its own name, half of it would look whole after a kill.
    fn remove_whole(&self, path: &Path) -> Result<(), String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let removing = format!("{}{name}", self.temporary(REMOVING));
        let removing = self.path.join(removing);
        std::fs::rename(path, &removing).map_err(|error| format!("{}: {error}", path.display()))?;
        remove(&removing)
    }

    /// Removes what kills left of the installation's backups and of tests of a restore, unless a process holds its lock.
    fn remove_leftovers(&self) -> Result<(), String> {
        for prefix in [
            &*self.temporary(PARTIAL),
            &*self.temporary(REMOVING),
            backup::DRILL,
        ] {
            temporary::remove_left(self.path, prefix);
        }
        for (name, path) in entries(self.path)? {
            if !EARLIER.iter().any(|prefix| name.starts_with(prefix)) {
                continue;
            }
            // Its folder is not locked, but this process holds the data directory of its installation.
            if is_of(&path, self.installation) {
                remove(&path)?;
            } else {
                tracing::warn!(
                    path = %path.display(),
                    "an earlier version left this unfinished backup, which may be of another installation: remove it by \
                     hand if no server makes a backup there"
                );
            }
        }
        Ok(())
    }
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
/// Prefixes of what a kill of an earlier version left: its temporary names contained no installation.
const EARLIER: &[&str] = &[
    ".partial-lockstep-",
    ".removing-lockstep-",
    ".removing-damaged-",
];

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "0123456789abcdef0123456789abcdef";
    const OTHER: &str = "fedcba9876543210fedcba9876543210";

    fn own(path: &Path) -> OwnDirectory<'_> {
        OwnDirectory {
            path,
            installation: OWN,
        }
    }

    /// Creates the folder of a backup of an installation.
    fn add(directory: &Path, name: &str, installation: &str) {
        let folder = directory.join(name);
        std::fs::create_dir(&folder).unwrap();
        let check = format!(r#"{{"vault":"{installation}","check":""}}"#);
        std::fs::write(folder.join("keys.check"), check).unwrap();
    }

    /// Returns the names in a directory.
    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = entries(directory)
            .unwrap()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        names.sort();
        names
    }

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
                add(folder.path(), &name(day(nth)), OWN);
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
            own(folder.path()).prune(&policy, day(now)).unwrap();
            let mut expected: Vec<String> = kept.iter().map(|&nth| name(day(nth))).collect();
            expected.push("of the operator".to_owned());
            assert_eq!(names(folder.path()), expected, "{keep_count} {keep_days}");
            assert!(file.exists());
        }
    }

    #[test]
    fn backups_of_others_are_neither_counted_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |day: i64| Timestamp(day * 86_400_000);
        let mut kept = Vec::new();
        for (day, installation) in [(1, OTHER), (3, OTHER), (4, OWN), (9, OTHER)] {
            add(folder.path(), &name(at(day)), installation);
            kept.push(name(at(day)));
        }
        // One whose owner cannot be told, in every way that its record can be missing.
        for day in 5..8 {
            std::fs::create_dir(folder.path().join(name(at(day)))).unwrap();
            kept.push(name(at(day)));
        }
        let record = |day: i64| folder.path().join(name(at(day))).join("keys.check");
        std::fs::write(record(5), "no record").unwrap();
        std::os::unix::fs::symlink(record(4), record(6)).unwrap();
        for (name, installation) in [
            ("damaged-lockstep-a", OTHER),
            (".partial-lockstep-a", OTHER),
            (".removing-lockstep-a", OTHER),
        ] {
            add(folder.path(), name, installation);
            kept.push(name.to_owned());
        }
        std::fs::create_dir(folder.path().join(".partial-lockstep-b")).unwrap();
        kept.push(".partial-lockstep-b".to_owned());
        let unfinished = format!(".partial-{OTHER}-a");
        std::fs::create_dir(folder.path().join(&unfinished)).unwrap();
        kept.push(unfinished);
        for name in [
            &*name(at(2)),
            "damaged-lockstep-b",
            ".partial-lockstep-c",
            ".removing-lockstep-c",
            ".removing-damaged-lockstep-c",
        ] {
            add(folder.path(), name, OWN);
        }
        let policy = BackupPolicy {
            directory: folder.path().to_owned(),
            keep_count: 1,
            keep_days: 1,
        };
        let directory = own(folder.path());
        directory.remove_leftovers().unwrap();
        directory.remove_damaged("lockstep-newest").unwrap();
        directory.prune(&policy, at(10)).unwrap();
        kept.sort();
        assert_eq!(names(folder.path()), kept);
    }

    #[test]
    fn leftovers_of_a_killed_backup_are_removed_and_those_of_a_running_one_stay() {
        let folder = tempfile::tempdir().unwrap();
        let directory = own(folder.path());
        // What a process still writes is locked.
        let running = [directory.temporary(PARTIAL), "lockstep-drill-".to_owned()]
            .map(|prefix| TemporaryFolder::create(folder.path(), &prefix).unwrap());
        let whole = "lockstep-2026-01-31T06-30-05.250Z";
        for name in [
            format!("{}x", directory.temporary(PARTIAL)),
            format!("{}{whole}", directory.temporary(REMOVING)),
            "lockstep-drill-x".to_owned(),
            whole.to_owned(),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("lockstep.db"), b"half").unwrap();
        }
        directory.remove_leftovers().unwrap();
        let mut kept: Vec<String> = running
            .iter()
            .map(|one| one.path().file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        kept.push(whole.to_owned());
        kept.sort();
        assert_eq!(names(folder.path()), kept);
        drop(running);
        assert_eq!(names(folder.path()), [whole]);
    }
}
