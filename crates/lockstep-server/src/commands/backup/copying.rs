//! Copies the files of a backup. Its folder is named by an operator and can contain anything, such as a named pipe in the
//! place of a file.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use lockstep_store::{DiskUse, regular_file};
use lockstep_vault::Vault;
use lockstep_web::AppState;

use super::named_error;

/// Refuses copies of the store in these folders, at the same time, that would use the space kept for deletions.
pub(crate) fn ensure_room(state: &AppState, folders: &[&Path]) -> Result<(), String> {
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    let has_room = state
        .db
        .ensure_room_for_copies(folders, vault.backup().bytes());
    has_room.map_err(|error| error.to_string())
}

/// Copies a file of a backup. The target is replaced; only this user can read it.
pub(super) fn copy_file(source: &Path, target: &Path) -> Result<(), String> {
    let mut from = open_file(source)?;
    ensure_fits(source, &from, target)?;
    let mut to = OpenOptions::new()
        .create(true)
        .truncate(true)
        .write(true)
        .mode(0o600)
        .open(target)
        .map_err(|error| named_error(target, &error))?;
    let copied = std::io::copy(&mut from, &mut to);
    copied
        .map(drop)
        .map_err(|error| named_error(source, &error))
}

/// Refuses a file that is larger than the free space beside the target, such as a sparse file, whose copy is not sparse.
fn ensure_fits(source: &Path, file: &File, target: &Path) -> Result<(), String> {
    let bytes = file
        .metadata()
        .map_err(|error| named_error(source, &error))?
        .len();
    let folder = target.parent().unwrap_or(Path::new("."));
    match DiskUse::of(folder) {
        Some(disk) if bytes > disk.free => Err(format!(
            "{} has {bytes} bytes, and the disk of {} has {} bytes free: free space there, or set TMPDIR to a folder on \
             another disk if the copy is temporary",
            source.display(),
            folder.display(),
            disk.free
        )),
        _ => Ok(()),
    }
}

/// Returns the size of a file of a backup in bytes.
pub(super) fn file_bytes(source: &Path) -> Result<u64, String> {
    let about = open_file(source)?.metadata();
    about
        .map(|about| about.len())
        .map_err(|error| named_error(source, &error))
}

fn open_file(source: &Path) -> Result<File, String> {
    regular_file::open_in_folder(source).map_err(|error| named_error(source, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparse_file_larger_than_the_disk_is_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("lockstep.db");
        let free = DiskUse::of(folder.path()).unwrap().free;
        let file = File::create(&source).unwrap();
        // Some file systems have no files of this size, and refuse them themselves.
        if file.set_len(2 * free).is_err() {
            return println!("skipped: this disk has no files of {} bytes", 2 * free);
        }
        let target = folder.path().join("copy.db");
        let error = copy_file(&source, &target).unwrap_err();
        assert!(
            error.contains("lockstep.db") && error.contains("bytes free"),
            "{error}"
        );
        assert!(!target.exists());
        file.set_len(3).unwrap();
        copy_file(&source, &target).unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), [0; 3]);
    }
}
