//! Temporary folders that their process locks. A kill leaves them unlocked, and the next use of the same place removes them.

use std::fs::{File, Permissions, TryLockError};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use tempfile::TempDir;

use super::named_error;

/// A locked folder that only this user can enter; dropped, it is removed.
pub(crate) struct TemporaryFolder {
    // Dropped before the lock: no other process finds the folder unlocked.
    folder: TempDir,
    lock: File,
}

impl TemporaryFolder {
    /// Creates a folder below `parent` whose name begins with `prefix`. Removes the files of killed processes there under such
    /// names.
    pub(crate) fn create(parent: &Path, prefix: &str) -> Result<Self, String> {
        remove_left(parent, prefix);
        loop {
            let folder = tempfile::Builder::new()
                .prefix(prefix)
                .permissions(Permissions::from_mode(0o700))
                .tempdir_in(parent)
                .map_err(|error| named_error(parent, &error))?;
            if let Some(lock) = lock(folder.path())? {
                return Ok(Self { folder, lock });
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder this name, under which it stays.
    pub(crate) fn rename(self, target: &Path) -> Result<(), String> {
        let Self { folder, lock } = self;
        std::fs::rename(folder.path(), target).map_err(|error| named_error(target, &error))?;
        // There is nothing under the temporary name any more.
        let _ = folder.keep();
        drop(lock);
        Ok(())
    }
}

/// Locks a new folder. Returns `None` if another process found it before it was locked, and removes it.
fn lock(folder: &Path) -> Result<Option<File>, String> {
    let opened = match File::open(folder) {
        Ok(opened) => opened,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(named_error(folder, &error)),
    };
    match opened.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Then no other process can lock it either, and none removes it.
        Err(TryLockError::Error(error)) => {
            tracing::debug!(%error, "a temporary folder cannot be locked");
        }
    }
    let is_same = |at: std::fs::Metadata| {
        let locked = opened.metadata();
        locked.is_ok_and(|locked| (locked.dev(), locked.ino()) == (at.dev(), at.ino()))
    };
    let stays = std::fs::symlink_metadata(folder).is_ok_and(is_same);
    Ok(stays.then_some(opened))
}

/// Removes the folders below `parent` that killed processes of this user left under such names. A folder that cannot be
/// removed is logged.
pub(crate) fn remove_left(parent: &Path, prefix: &str) {
    // A temporary folder needs no permission to list its parent.
    let Ok(entries) = std::fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_left = name.as_encoded_bytes().starts_with(prefix.as_bytes());
        if is_left && let Err(error) = remove_unlocked(&entry.path()) {
            let path = entry.path();
            tracing::warn!(
                path = %path.display(), %error,
                "files of a killed command cannot be removed: remove them by hand"
            );
        }
    }
}

/// Removes a folder of this user unless a running process holds its lock.
fn remove_unlocked(path: &Path) -> std::io::Result<()> {
    let about = std::fs::symlink_metadata(path)?;
    if !about.is_dir() || about.uid() != rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let folder = File::open(path)?;
    match folder.try_lock() {
        Ok(()) => std::fs::remove_dir_all(path),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIX: &str = "lockstep-test-";

    #[test]
    fn the_next_folder_removes_what_a_killed_process_left() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        let running = TemporaryFolder::create(parent.path(), PREFIX).unwrap();
        // Without a lock, as after a kill.
        std::fs::create_dir_all(at("lockstep-test-killed/data")).unwrap();
        std::fs::write(at("lockstep-test-killed/data/lockstep.db"), "half").unwrap();
        std::fs::create_dir(at("other")).unwrap();
        std::os::unix::fs::symlink(at("other"), at("lockstep-test-link")).unwrap();
        let next = TemporaryFolder::create(parent.path(), PREFIX).unwrap();
        assert!(!at("lockstep-test-killed").exists());
        let about = std::fs::metadata(next.path()).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o700);
        for kept in [
            running.path(),
            next.path(),
            &at("other"),
            &at("lockstep-test-link"),
        ] {
            assert!(kept.is_dir(), "{}", kept.display());
        }
        let ended = running.path().to_owned();
        drop(running);
        assert!(!ended.exists());
    }

    #[test]
    fn a_folder_that_another_process_is_removing_is_not_used() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new");
        assert!(lock(&folder).unwrap().is_none());
        std::fs::create_dir(&folder).unwrap();
        let other = File::open(&folder).unwrap();
        other.try_lock().unwrap();
        assert!(lock(&folder).unwrap().is_none());
        drop(other);
        assert!(lock(&folder).unwrap().is_some());
    }
}
