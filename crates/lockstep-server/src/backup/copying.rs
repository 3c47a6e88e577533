//! Copies the files of a backup. Its folder is named by an operator and can contain anything, such as a named pipe in the
//! place of a file.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use lockstep_store::{DiskUse, regular_file};
use lockstep_vault::Vault;
use lockstep_vault::root::{CHECK, KEYS, MAX_CHECK_BYTES};
use lockstep_web::AppState;

use super::named_error;
use crate::data::DATABASE;

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

/// Checks files of backups before any of them is copied: each exists, is a regular file and can be what its name says, and
/// copies of all of them fit into the folder `copies`.
///
/// # Errors
/// A text that names the file, or the folder without room.
pub(super) fn ensure_copyable(files: &[PathBuf], copies: &Path) -> Result<(), String> {
    let mut all = 0_u64;
    for source in files {
        let file = open_file(source)?;
        let bytes = size(source, &file)?;
        ensure_kind(source, file, bytes)?;
        all = all.saturating_add(bytes);
    }
    let names: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    ensure_free(&names.join(" and "), all, copies)
}

/// Refuses a file that cannot be what its name says, by its size or its first bytes.
fn ensure_kind(source: &Path, file: File, bytes: u64) -> Result<(), String> {
    match source.file_name().and_then(|name| name.to_str()) {
        Some(DATABASE | KEYS) => {
            let mut first = Vec::new();
            file.take(SQLITE_MAGIC.len() as u64)
                .read_to_end(&mut first)
                .map_err(|error| named_error(source, &error))?;
            if first != SQLITE_MAGIC {
                return Err(format!(
                    "{}: damaged: it does not begin as a database does: use another backup",
                    source.display()
                ));
            }
        }
        Some(CHECK) if bytes > MAX_CHECK_BYTES => {
            return Err(format!(
                "{}: damaged: it has {bytes} bytes, and such a file has {MAX_CHECK_BYTES} at most: use another backup",
                source.display()
            ));
        }
        _ => {}
    }
    Ok(())
}

/// Refuses a file that is larger than the free space beside the target, such as a sparse file, whose copy is not sparse.
fn ensure_fits(source: &Path, file: &File, target: &Path) -> Result<(), String> {
    let folder = target.parent().unwrap_or(Path::new("."));
    ensure_free(&source.display().to_string(), size(source, file)?, folder)
}

/// Refuses copies of `bytes` bytes of the named files that the disk of a folder has no room for.
fn ensure_free(names: &str, bytes: u64, folder: &Path) -> Result<(), String> {
    match DiskUse::of(folder) {
        Some(disk) if bytes > disk.free => Err(format!(
            "the copy of {names} has {bytes} bytes, and the disk of {} has {} bytes free: free space there, or set TMPDIR to a \
             folder on another disk if the copy is temporary",
            folder.display(),
            disk.free
        )),
        _ => Ok(()),
    }
}

fn size(source: &Path, file: &File) -> Result<u64, String> {
    let about = file.metadata();
    about
        .map(|about| about.len())
        .map_err(|error| named_error(source, &error))
}

/// Returns the size of a file of a backup in bytes.
pub(super) fn file_bytes(source: &Path) -> Result<u64, String> {
    size(source, &open_file(source)?)
}

fn open_file(source: &Path) -> Result<File, String> {
    regular_file::open_in_folder(source).map_err(|error| named_error(source, &error))
}

/// The first bytes of each SQLite database ("Database File Format", 1.2.1).
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_cannot_be_of_a_backup_are_refused_before_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let copies = folder.path();
        let files = [DATABASE, KEYS, CHECK].map(|name| folder.path().join(name));
        for (file, bytes) in files.iter().zip([SQLITE_MAGIC, SQLITE_MAGIC, b"check"]) {
            std::fs::write(file, bytes).unwrap();
        }
        ensure_copyable(&files, copies).unwrap();
        let long = vec![0; 4097];
        let wrong: [&[u8]; 3] = [b"", b"SQLite format 4\0", &long];
        for (file, bytes) in files.iter().zip(wrong) {
            let whole = std::fs::read(file).unwrap();
            std::fs::write(file, bytes).unwrap();
            let error = ensure_copyable(&files, copies).unwrap_err();
            assert!(
                error.starts_with(&format!("{}: damaged", file.display())),
                "{error}"
            );
            std::fs::remove_file(file).unwrap();
            let error = ensure_copyable(&files, copies).unwrap_err();
            assert!(error.starts_with(&file.display().to_string()), "{error}");
            std::fs::write(file, whole).unwrap();
        }
    }

    #[test]
    fn files_that_fit_one_by_one_but_not_together_are_refused_before_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let part = DiskUse::of(folder.path()).unwrap().free / 3 * 2;
        let files = [DATABASE, KEYS].map(|name| folder.path().join(name));
        for path in &files {
            std::fs::write(path, SQLITE_MAGIC).unwrap();
            let file = OpenOptions::new().write(true).open(path).unwrap();
            // Some file systems have no files of this size, and refuse them themselves.
            if file.set_len(part).is_err() {
                return println!("skipped: this disk has no files of {part} bytes");
            }
        }
        ensure_copyable(&files[..1], folder.path()).unwrap();
        let error = ensure_copyable(&files, folder.path()).unwrap_err();
        assert!(error.contains("bytes free"), "{error}");
    }

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
