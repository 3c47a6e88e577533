//! Files of secrets: written whole for their owner alone, and overwritten before they are removed.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;

use lockstep_store::Entropy;
use tempfile::{NamedTempFile, PersistError};

use super::VaultError;

/// Writes a file for its owner alone, whole or not at all, in the place of one that is there.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    write_beside(path, bytes, |file| file.persist(path))
}

/// The same where there is none yet.
pub(super) fn write_new_secret(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    write_beside(path, bytes, |file| file.persist_noclobber(path))
}

/// Writes it under a name that nobody else uses, then gives it its own. What cannot be finished is
/// removed again, and nothing else is.
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

/// The same for a file whose older content must not outlive it: the old bytes are overwritten once the
/// new file has its name. A crash before that leaves them under a name that [`remove_unfinished`] finds.
pub(crate) fn replace_secret(
    path: &Path,
    bytes: &[u8],
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let failed = |source| VaultError::File {
        path: path.to_owned(),
        source,
    };
    // What a kill left of earlier ones holds keys that are to be gone.
    remove_unfinished(path, entropy)?;
    let mut old = unfinished(path);
    old.push(format!("old{UNFINISHED}"));
    let old = path.with_file_name(old);
    // An open handle serves where the file system has no second names.
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

/// Writes random bytes over all of a file, and has the disk keep them. A disk that writes elsewhere (most
/// SSDs) and a file system that copies on write keep the old bytes until they reuse the place.
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

/// Overwrites and removes what a kill left of this file where it was being written: for files that the
/// vault alone writes, in a folder of its own.
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
            // A second name of the file itself is no left-over.
            let left = left.map_err(failed)?;
            if !is_same(&left, path).map_err(failed)? {
                overwrite(&left, entropy).map_err(failed)?;
            }
            std::fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

/// Whether this is the file of that name.
fn is_same(file: &std::fs::File, path: &Path) -> std::io::Result<bool> {
    let file = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (file.dev(), file.ino())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// What the name of a file begins with while it is being written.
fn unfinished(path: &Path) -> OsString {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lockstep-");
    name
}

/// What it ends with.
const UNFINISHED: &str = ".tmp";
