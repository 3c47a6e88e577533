//! The folder of a backup that is being made. It has a temporary name, so that a kill leaves no incomplete
//! backup under the name that was asked for.

use std::path::Path;

use super::temporary::TemporaryFolder;
use super::{named_error, sync_to_disk};

/// A folder that gets its final name at the end; dropped before, it is removed.
pub(super) struct UnfinishedBackup(TemporaryFolder);

impl UnfinishedBackup {
    /// Creates the folder beside `target`, which must not exist. Removes the files of killed backups there.
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
        Ok(Self(TemporaryFolder::create(parent, UNFINISHED)?))
    }

    /// The folder under its temporary name.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives the folder its final name. The name is on the disk when this returns.
    pub(super) fn finish(self, target: &Path) -> Result<(), String> {
        self.0.rename(target)?;
        sync_to_disk(parent(target))
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
    use std::os::unix::fs::PermissionsExt;

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
