//! The folder of a backup that is being made. It has a temporary name, so that a kill leaves no incomplete
//! backup under the name that was asked for.

use std::fs::{File, Permissions, TryLockError};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use tempfile::TempDir;

use super::{last, named_error};

/// A folder that gets its final name at the end; dropped before, it is removed.
pub(super) struct UnfinishedBackup {
    folder: TempDir,
    /// Locked while the backup is made: another backup removes only folders without a lock.
    lock: File,
}

impl UnfinishedBackup {
    /// Creates the folder beside `target`, which must not exist. Removes what killed backups left there.
    pub(super) fn beside(target: &Path) -> Result<Self, String> {
        match std::fs::symlink_metadata(target) {
            Ok(_) => {
                return Err(format!(
                    "{} already exists: name a new folder",
                    target.display()
                ));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(named_error(target, &error)),
        }
        let parent = parent(target);
        if !parent.is_dir() {
            return Err(format!(
                "{} is not a directory: create it, or name a folder elsewhere",
                parent.display()
            ));
        }
        remove_left(parent);
        let folder = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)
            .map_err(|error| named_error(parent, &error))?;
        let lock = File::open(folder.path()).map_err(|error| named_error(folder.path(), &error))?;
        if let Err(error) = lock.try_lock() {
            tracing::debug!(%error, "the folder of a backup in the making cannot be locked");
        }
        Ok(Self { folder, lock })
    }

    /// The folder under its temporary name.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder its final name. The name is on the disk when this returns.
    pub(super) fn finish(self, target: &Path) -> Result<(), String> {
        let Self { folder, lock } = self;
        std::fs::rename(folder.path(), target).map_err(|error| named_error(target, &error))?;
        // There is nothing under the temporary name any more.
        let _ = folder.keep();
        drop(lock);
        last(parent(target))
    }
}

/// Removes the folders of this user's killed backups. A folder that cannot be removed is logged.
fn remove_left(parent: &Path) {
    // A backup needs no permission to list its parent.
    let Ok(entries) = std::fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let is_left = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(UNFINISHED.as_bytes());
        if is_left && let Err(error) = remove_unlocked(&entry.path()) {
            let path = entry.path();
            tracing::warn!(
                path = %path.display(), %error,
                "what a killed backup left cannot be removed: remove it by hand"
            );
        }
    }
}

/// Removes a folder of this user unless a running backup holds its lock.
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

fn parent(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// The prefix of the temporary name.
const UNFINISHED: &str = ".lockstep-unfinished-";

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_backup_has_its_name_only_once_it_is_finished() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("copy");
        let failed = UnfinishedBackup::beside(&target).unwrap();
        std::fs::write(failed.path().join("lockstep.db"), "half").unwrap();
        drop(failed);
        assert_eq!(names(parent.path()), Vec::<String>::new());
        let made = UnfinishedBackup::beside(&target).unwrap();
        std::fs::write(made.path().join("lockstep.db"), "whole").unwrap();
        assert!(!target.exists());
        made.finish(&target).unwrap();
        assert_eq!(names(parent.path()), ["copy"]);
        assert_eq!(std::fs::read(target.join("lockstep.db")).unwrap(), b"whole");
        let mode = std::fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        for (target, said) in [
            (target, "already exists"),
            (parent.path().join("missing/copy"), "is not a directory"),
        ] {
            let refused = UnfinishedBackup::beside(&target).err().unwrap();
            assert!(refused.contains(said), "{refused}");
        }
    }

    #[test]
    fn the_next_backup_removes_what_a_killed_one_left() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        let running = UnfinishedBackup::beside(&at("running")).unwrap();
        let kept = running.path().file_name().unwrap().to_str().unwrap();
        // Without a lock, as after a kill.
        std::fs::create_dir(at(".lockstep-unfinished-killed")).unwrap();
        std::fs::write(at(".lockstep-unfinished-killed/lockstep.db"), "half").unwrap();
        std::fs::create_dir(at("other")).unwrap();
        std::os::unix::fs::symlink(at("other"), at(".lockstep-unfinished-link")).unwrap();
        drop(UnfinishedBackup::beside(&at("copy")).unwrap());
        assert_eq!(names(parent.path()), {
            let mut left = [kept, ".lockstep-unfinished-link", "other"];
            left.sort_unstable();
            left
        });
        running.finish(&at("running")).unwrap();
        assert!(at("running").is_dir());
    }
}
