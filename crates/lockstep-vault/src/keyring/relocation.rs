//! Moves the keys of a stopped installation between `keys.db` and PostgreSQL.
//!
//! The wrapped keys and the record that checks the root key move; the other files of `keys.secrets` stay. The rows are
//! copied and compared first. Then the record is written, and at last the original loses its name. So one of both places
//! is complete after a crash at any point, and the next run goes on: it compares what is there.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use lockstep_store::copy::{self, CopyReport};
use lockstep_store::db::Options;
use lockstep_store::{Clock, Entropy, StoreError, SystemClock, SystemEntropy};

use super::MIGRATIONS;
use crate::root::{KEYS_MOVED, KEYS_PARTIAL, KeyPaths, VaultError, write_secret};

/// Copies `keys.db` into the schema that `paths` names, and compares every row. Blocks.
///
/// # Errors
/// [`VaultError`] if the schema holds other keys, or a row differs. `keys.db` is as it was.
pub fn copy_to_server(paths: &KeyPaths) -> Result<CopyReport, VaultError> {
    let file = paths.in_file();
    let record = record(&file)?;
    let report = copied(&options(&file), &options(paths))?;
    // Without the record, no start takes the schema for a complete one.
    write_secret(&paths.check(), &record)?;
    Ok(report)
}

/// Renames `keys.db`, after [`copy_to_server`], to [`KEYS_MOVED`], and removes the record beside it. Does nothing if that
/// has happened.
///
/// # Errors
/// [`VaultError::File`].
pub fn leave_file(paths: &KeyPaths) -> Result<(), VaultError> {
    let file = paths.in_file();
    rename(&file.keys(), &paths.data.join(KEYS_MOVED))?;
    remove_record(&file.check(), &paths.check())
}

/// Copies the keys on PostgreSQL into the file [`KEYS_PARTIAL`], and compares every row. A `keys.db` that an interrupted
/// move has left is compared instead. `None` if the schema has no keys, since `keys.db` holds them. Blocks.
///
/// # Errors
/// [`VaultError`] if `keys.db` holds other keys, or a row differs. The schema is as it was.
pub fn copy_to_file(paths: &KeyPaths) -> Result<Option<CopyReport>, VaultError> {
    let file = paths.in_file();
    let mut to = options(&file);
    if !paths.has_file() {
        to.file = paths.data.join(KEYS_PARTIAL);
    } else if !paths.has_keys()? {
        return Ok(None);
    }
    let record = record(paths)?;
    let report = copied(&options(paths), &to)?;
    sync_to_disk(&to.file)?;
    write_secret(&file.check(), &record)?;
    Ok(Some(report))
}

/// Gives the copy of [`copy_to_file`] its name. Does nothing if that has happened.
///
/// # Errors
/// [`VaultError::File`].
pub fn name_file(paths: &KeyPaths) -> Result<(), VaultError> {
    rename(&paths.data.join(KEYS_PARTIAL), &paths.keys())
}

/// Removes the record that makes the schema usable, after the files have their names.
///
/// # Errors
/// [`VaultError::File`].
pub fn leave_server(paths: &KeyPaths) -> Result<(), VaultError> {
    remove_record(&paths.check(), &paths.in_file().check())
}

fn options(paths: &KeyPaths) -> Options {
    let clock: Arc<dyn Clock> = SystemClock::shared();
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    paths.options(1, &clock, &entropy)
}

fn copied(from: &Options, to: &Options) -> Result<CopyReport, VaultError> {
    copy::copy(from, to, MIGRATIONS, |_| {}).map_err(|error| match error {
        StoreError::Migration(reason) => VaultError::Torn(format!("the keys: {reason}")),
        error => error.into(),
    })
}

/// Reads the record that checks the root key.
fn record(paths: &KeyPaths) -> Result<Vec<u8>, VaultError> {
    let path = paths.check();
    std::fs::read(&path).map_err(|source| VaultError::File { path, source })
}

/// Renames a file, if it is there. The new name is on the disk when this returns.
fn rename(from: &Path, to: &Path) -> Result<(), VaultError> {
    match std::fs::rename(from, to) {
        Ok(()) => to.parent().map_or(Ok(()), sync_to_disk),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(VaultError::File {
            path: from.to_owned(),
            source,
        }),
    }
}

/// Removes a record of the root key, unless it is also the one that stays: `keys.secrets` may name the data directory.
fn remove_record(record: &Path, stays: &Path) -> Result<(), VaultError> {
    let file = |path: &Path| std::fs::metadata(path).map(|about| (about.dev(), about.ino()));
    let removed = file(record).and_then(|found| match file(stays) {
        Ok(kept) if kept == found => Ok(()),
        _ => std::fs::remove_file(record),
    });
    match removed {
        Ok(()) => record.parent().map_or(Ok(()), sync_to_disk),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(VaultError::File {
            path: record.to_owned(),
            source,
        }),
    }
}

fn sync_to_disk(path: &Path) -> Result<(), VaultError> {
    let kept = std::fs::File::open(path).and_then(|file| file.sync_all());
    kept.map_err(|source| VaultError::File {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the record, the keys could not be opened on either engine.
    #[test]
    fn a_record_that_both_places_share_stays() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let check = |secrets: &str, stays: bool| {
            let url = "postgres://me@127.0.0.1:1/d".parse().unwrap();
            let paths = KeyPaths {
                secrets: data.join(secrets),
                ..KeyPaths::usual(data)
            };
            let paths = paths.on_server(url);
            for leave in [leave_file, leave_server] {
                for path in [paths.check(), paths.in_file().check()] {
                    write_secret(&path, b"the record").unwrap();
                }
                leave(&paths).unwrap();
                let left = [paths.check(), paths.in_file().check()];
                let left = left.iter().filter(|path| path.exists()).count();
                assert_eq!(left, if stays { 2 } else { 1 }, "{secrets}");
            }
        };
        check("secrets", false);
        check("secrets/..", true);
        check("", true);
    }
}
