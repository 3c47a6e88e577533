//! Files of secrets: written completely or not at all, readable by their owner only, and overwritten
//! before they are removed.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;

use lockstep_store::Entropy;
use tempfile::{NamedTempFile, PersistError};

use super::VaultError;

/// Writes a file completely or not at all, readable by its owner only; replaces an existing file.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    write_beside(path, bytes, |file| file.persist(path))
}

/// Writes a new file in the same way; an existing file is an error.
pub(crate) fn write_new_secret(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    write_beside(path, bytes, |file| file.persist_noclobber(path))
}

/// Writes a file under a random temporary name, then renames it. After a failure the temporary file is
/// removed, and no other.
fn write_beside(
    path: &Path,
    bytes: &[u8],
    name: impl FnOnce(NamedTempFile) -> Result<std::fs::File, PersistError>,
) -> Result<(), VaultError> {
    let failed = |source| VaultError::File {
        path: path.to_owned(),
        source,
    };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(failed)?;
    let mut file = tempfile::Builder::new()
        .prefix(&unfinished(path))
        .suffix(UNFINISHED)
        .permissions(std::fs::Permissions::from_mode(0o600))
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    name(file).map_err(|error| failed(error.error))?;
    let folder = std::fs::File::open(folder).map_err(failed)?;
    folder.sync_all().map_err(failed)
}

/// Replaces a file whose old content must not survive: the old bytes are overwritten once the new file has
/// its name. After an earlier crash the old bytes have a name that [`remove_unfinished`] finds.
pub(crate) fn replace_secret(
    path: &Path,
    bytes: &[u8],
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let failed = |source| VaultError::File {
        path: path.to_owned(),
        source,
    };
    // Files of an interrupted write contain keys that must be destroyed.
    remove_unfinished(path, entropy)?;
    let mut old = unfinished(path);
    old.push(format!("old{UNFINISHED}"));
    let old = path.with_file_name(old);
    // On a file system without hard links, the open handle reaches the old bytes.
    let old_file = match std::fs::File::options().write(true).open(path) {
        Ok(old_file) => Some(old_file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(failed(source)),
    };
    if old_file.is_some()
        && let Err(error) = std::fs::hard_link(path, &old)
    {
        tracing::debug!(%error, "the old file has one name only while it is overwritten");
    }
    write_secret(path, bytes)?;
    let Some(old_file) = old_file else {
        return Ok(());
    };
    overwrite(&old_file, entropy).map_err(failed)?;
    match std::fs::remove_file(&old) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(error)),
        _ => Ok(()),
    }
}

/// Overwrites a file with random bytes, and flushes it. A disk that relocates writes (most SSDs) and a
/// copy-on-write file system keep the old bytes until they reuse the blocks.
fn overwrite(mut file: &std::fs::File, entropy: &Arc<dyn Entropy>) -> std::io::Result<()> {
    let mut left = file.metadata()?.len();
    file.seek(SeekFrom::Start(0))?;
    let mut noise = [0; 4096];
    while left > 0 {
        let part = usize::try_from(left).map_or(noise.len(), |left| left.min(noise.len()));
        entropy.fill(&mut noise[..part]);
        file.write_all(&noise[..part])?;
        left -= part as u64;
    }
    file.sync_all()
}

/// Overwrites and removes the remains of an interrupted write of this file. Only for files that only the
/// vault writes.
pub(crate) fn remove_unfinished(path: &Path, entropy: &Arc<dyn Entropy>) -> Result<(), VaultError> {
    let failed = |source| VaultError::File {
        path: path.to_owned(),
        source,
    };
    let (Some(folder), beginning) = (path.parent(), unfinished(path)) else {
        return Ok(());
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(failed(source)),
    };
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(beginning.as_encoded_bytes()) && name.ends_with(UNFINISHED.as_bytes()) {
            let left = std::fs::File::options().write(true).open(entry.path());
            // A hard link of the file itself is not a remainder.
            let left = left.map_err(failed)?;
            if !is_same(&left, path).map_err(failed)? {
                overwrite(&left, entropy).map_err(failed)?;
            }
            std::fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

/// Returns whether this handle and this name are the same file.
fn is_same(file: &std::fs::File, path: &Path) -> std::io::Result<bool> {
    let file = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (file.dev(), file.ino())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The beginning of the name of a file that is being written.
fn unfinished(path: &Path) -> OsString {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lockstep-");
    name
}

/// The end of that name.
const UNFINISHED: &str = ".tmp";
