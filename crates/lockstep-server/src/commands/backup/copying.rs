//! Copies the files of a backup. Its folder is named by an operator and can contain anything, such as a named pipe in the
//! place of a file.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use lockstep_store::regular_file;
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
