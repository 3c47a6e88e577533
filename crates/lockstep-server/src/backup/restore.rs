//! `backup restore`: puts a backup into a data directory, and erases the accounts again that were erased since.

use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use lockstep_documents::answered;
use lockstep_store::regular_file;
use lockstep_vault::root::{CHECK, KEYS};
use lockstep_vault::{KeyPaths, VaultError};
use lockstep_web::Policy;
use serde_json::{Value as Json, json};

use super::copying::copy_file;
use super::{named_error, sync_to_disk, verify, verify_with_keys_of};
use crate::app;
use crate::data::{DATABASE, DataDir, RESTORING};

/// Restores a verified backup into a data directory without a store. If the backup contains keys, the root
/// key and the epoch keys must already be in place. Accounts that were erased since the backup was made are
/// erased again: those in the list next to the epoch keys, and those of the receipts.
///
/// Until all of this is done, the data directory is marked, and no other command uses it. A restore that was interrupted
/// is run again.
///
/// A data directory that lost only its store keeps its keys, which are newer than the backup's: no key is
/// overwritten, and keys that the backup does not name stay unused.
pub async fn restore(
    folder: &Path,
    data: &DataDir,
    keys: &KeyPaths,
    receipts: &[PathBuf],
) -> Result<Json, String> {
    let read = |path: &PathBuf| {
        let mut bytes = Vec::new();
        let read = regular_file::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| named_error(path, &error))?;
        answered(&bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let documents: Vec<Vec<Vec<u8>>> = receipts.iter().map(read).collect::<Result<_, _>>()?;
    // A backup holds files.
    let keys = &keys.in_file();
    let mut report = put_back(folder, data, keys).await?;
    let state = app::state(data.database(), keys, Policy::default())
        .await
        .map_err(|error| error.to_string())?;
    let erased = lockstep_accounts::reapply_erasures(&state, &documents.concat()).await;
    app::close(&state).await;
    let erased = erased.map_err(|fault| {
        let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
        format!(
            "the backup is restored, but its erased accounts are not erased again: {reason}. The server does not \
             start on it: run `lockstep backup restore` again"
        )
    })?;
    end(data)?;
    report["erasedAgain"] = json!(erased);
    Ok(report)
}

/// Marks the data directory as incomplete. The mark is on the disk when this returns.
fn begin(data: &DataDir) -> Result<(), String> {
    let mark = data.restoration_mark();
    let made = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&mark);
    made.map_err(|error| named_error(&mark, &error))?;
    sync_to_disk(data.path())
}

/// Removes the mark.
fn end(data: &DataDir) -> Result<(), String> {
    let mark = data.restoration_mark();
    std::fs::remove_file(&mark).map_err(|error| named_error(&mark, &error))?;
    sync_to_disk(data.path())
}

/// Verifies a backup and copies its files into a data directory, which is marked as incomplete from then on.
pub(super) async fn put_back(
    folder: &Path,
    data: &DataDir,
    keys: &KeyPaths,
) -> Result<Json, String> {
    let target = data.database();
    let again = data.is_restoring();
    if !again && std::fs::metadata(&target).is_ok_and(|about| about.len() > 0) {
        return Err(format!(
            "{} already holds a store: restore into an empty directory",
            data.path().display()
        ));
    }
    let here = [KEYS, CHECK].map(|name| data.path().join(name).exists());
    if here == [true, true] {
        let report = verify_with_keys_of(data.path(), folder, keys).await?;
        begin(data)?;
        copy_into_place(folder, data.path(), DATABASE)?;
        return match app::accept_rollback(target, keys).await {
            Ok(_) | Err(VaultError::NothingToAccept) => Ok(report),
            Err(error) => Err(error.to_string()),
        };
    }
    if here != [false, false] && !again {
        return Err(format!(
            "{} holds one of {KEYS} and {CHECK} without the other: put the other back, or move this one \
             away",
            data.path().display()
        ));
    }
    let report = verify(folder, keys).await?;
    begin(data)?;
    for name in [KEYS, CHECK, DATABASE] {
        if name == DATABASE || folder.join(name).exists() {
            copy_into_place(folder, data.path(), name)?;
        }
    }
    Ok(report)
}

/// Copies a file of a backup under a temporary name and renames it, so that a crash leaves no partial file.
fn copy_into_place(folder: &Path, data: &Path, name: &str) -> Result<(), String> {
    let (source, target) = (folder.join(name), data.join(name));
    // The write-ahead log of the lost store must not be applied to this store, and must not keep data that
    // an erasure promises to remove.
    for end in ["-wal", "-shm"] {
        let log = data.join(format!("{name}{end}"));
        if log.exists() {
            discard(&log).map_err(|error| named_error(&log, &error))?;
        }
    }
    let beside = data.join(RESTORING);
    copy_file(&source, &beside)?;
    sync_to_disk(&beside)?;
    std::fs::rename(&beside, &target).map_err(|error| named_error(&target, &error))?;
    sync_to_disk(data)
}

/// Overwrites a file with zeros and removes it.
fn discard(path: &Path) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
    let bytes = file.metadata()?.len();
    std::io::copy(&mut std::io::repeat(0).take(bytes), &mut file)?;
    file.sync_all()?;
    std::fs::remove_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_a_lost_store_is_left_in_no_file() {
        let (backup, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(backup.path().join(DATABASE), b"restored").unwrap();
        let log = data.path().join(format!("{DATABASE}-wal"));
        std::fs::write(&log, b"canary@example.org").unwrap();
        // A hard link shows the file's bytes after its name is removed.
        let other = data.path().join("other");
        std::fs::hard_link(&log, &other).unwrap();
        copy_into_place(backup.path(), data.path(), DATABASE).unwrap();
        assert!(!log.exists());
        assert_eq!(std::fs::read(&other).unwrap(), [0; 18]);
        assert_eq!(
            std::fs::read(data.path().join(DATABASE)).unwrap(),
            b"restored"
        );
    }
}
