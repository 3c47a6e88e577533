//! Moves the keys of a stopped installation between `keys.db` and PostgreSQL.
//!
//! The wrapped keys and the record that checks the root key move; the other files of `keys.secrets` stay. The rows are
//! copied and compared first. Then the record is written, and at last the original loses its name. So one of both places
//! is complete after a crash at any point, and the next run goes on: it compares what is there.
//!
//! `keys.secrets` can name the folder of another installation by mistake, and the record there may be the only one that its
//! keys have. So a move is checked before anything is copied, and no record is overwritten, or removed unless it equals the
//! one that stays.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use lockstep_store::copy::{self, CopyReport};
use lockstep_store::db::Options;
use lockstep_store::{Clock, Entropy, StoreError, SystemClock, SystemEntropy};

use super::{MIGRATIONS, epochs};
use crate::root::{
    Check, KEYS_MOVED, KEYS_PARTIAL, KeyPaths, VaultError, expected_check, stored_check, test_root,
    write_new_secret,
};
use crate::store::keys as rows;

/// Checks a move to PostgreSQL before anything is copied: the root key, and that the keys, their record, and the files of
/// `keys.secrets` are of one installation. Blocks.
///
/// # Errors
/// [`VaultError`], with the action to take. Nothing was changed.
pub fn check_move_to_server(paths: &KeyPaths) -> Result<(), VaultError> {
    let file = paths.in_file();
    match paths.has_file() {
        true => check_move(&file, paths),
        // An earlier run has moved the keys.
        false => check_move(paths, &file),
    }
}

/// Checks a move into files in the same way. Blocks.
///
/// # Errors
/// As [`check_move_to_server`].
pub fn check_move_to_file(paths: &KeyPaths) -> Result<(), VaultError> {
    let file = paths.in_file();
    match paths.has_file() && !paths.has_keys()? {
        // The tables alone were on the server.
        true => check_move(&file, paths),
        false => check_move(paths, &file),
    }
}

/// Checks the keys of one place, and that the other place has no other record.
fn check_move(keys: &KeyPaths, other: &KeyPaths) -> Result<(), VaultError> {
    keys.expect_keys(keys.has_keys()?)?;
    let record = expected_check(keys)?;
    let vault = copy::read(&options(keys), rows::vault)?;
    let Some(vault) = vault.filter(|vault| record.vault() == Some(*vault)) else {
        return Err(other_installation(
            &keys.check(),
            record.vault(),
            keys,
            vault,
        ));
    };
    let there = stored_check(other)?;
    if let Some(there) = &there
        && there.vault() != Some(vault)
    {
        let path = other.check();
        return Err(other_installation(&path, there.vault(), keys, Some(vault)));
    }
    let path = keys.epochs();
    match std::fs::read(&path) {
        Ok(bytes) if !epochs::is_of(&bytes, &vault) => {
            return Err(other_installation(&path, None, keys, Some(vault)));
        }
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            return Err(VaultError::File { path, source });
        }
        _ => {}
    }
    test_root(keys)?;
    match there.is_none_or(|there| there == record) {
        true => Ok(()),
        false => Err(other_record(&other.check(), &keys.check())),
    }
}

/// The refusal of a file that does not belong to the keys. `found` is the installation that it names, if known.
fn other_installation(
    path: &Path,
    found: Option<[u8; 16]>,
    keys: &KeyPaths,
    vault: Option<[u8; 16]>,
) -> VaultError {
    let named = |vault: Option<[u8; 16]>| {
        vault.map_or_else(
            || "another installation".to_owned(),
            |vault| format!("the installation {}", HEXLOWER.encode(&vault)),
        )
    };
    VaultError::Torn(format!(
        "{} is of {}, and the keys in {} are of {}. Nothing was changed. Set keys.secrets to the folder of the \
         installation that you move; if it is the right one, correct --data or store.url",
        path.display(),
        named(found),
        keys.keys_place(),
        named(vault),
    ))
}

/// The refusal to overwrite or remove a record that is not the one of the keys that move.
fn other_record(path: &Path, record: &Path) -> VaultError {
    VaultError::Torn(format!(
        "{} is not the same record as {}, which checks the root key of the keys that you move: it is of another root key, \
         and was not changed. Move it away, and run the command again",
        path.display(),
        record.display(),
    ))
}

/// Copies `keys.db` into the schema that `paths` names, and compares every row. Call [`check_move_to_server`] first. Blocks.
///
/// # Errors
/// [`VaultError`] if the schema holds other keys, or a row differs. `keys.db` is as it was.
pub fn copy_to_server(paths: &KeyPaths) -> Result<CopyReport, VaultError> {
    let file = paths.in_file();
    let record = expected_check(&file)?;
    let report = copied(&options(&file), &options(paths))?;
    // Without the record, no start takes the schema for a complete one.
    write_record(&record, &file, paths)?;
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
    remove_record(&file, paths)
}

/// Copies the keys on PostgreSQL into the file [`KEYS_PARTIAL`], and compares every row. A `keys.db` that an interrupted
/// move has left is compared instead. `None` if the schema has no keys, since `keys.db` holds them. Call
/// [`check_move_to_file`] first. Blocks.
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
    let record = expected_check(paths)?;
    let report = copied(&options(paths), &to)?;
    sync_to_disk(&to.file)?;
    write_record(&record, paths, &file)?;
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
    remove_record(paths, &paths.in_file())
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

/// Writes the record of the keys at one place to the other, where no other one is overwritten.
fn write_record(record: &Check, from: &KeyPaths, to: &KeyPaths) -> Result<(), VaultError> {
    match stored_check(to)? {
        None => write_new_secret(&to.check(), &record.text()?),
        Some(there) if there == *record => Ok(()),
        Some(_) => Err(other_record(&to.check(), &from.check())),
    }
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

/// Removes the record of a place, if the other one has the same. It may be one file: `keys.secrets` can name the data
/// directory.
fn remove_record(paths: &KeyPaths, stays: &KeyPaths) -> Result<(), VaultError> {
    let (record, kept) = (paths.check(), stays.check());
    let Some(found) = stored_check(paths)? else {
        return Ok(());
    };
    if stored_check(stays)? != Some(found) {
        return Err(other_record(&record, &kept));
    }
    let file = |path: &Path| std::fs::metadata(path).map(|about| (about.dev(), about.ino()));
    let removed = file(&record).and_then(|found| match found == file(&kept)? {
        true => Ok(()),
        false => std::fs::remove_file(&record),
    });
    match removed {
        Ok(()) => record.parent().map_or(Ok(()), sync_to_disk),
        Err(source) => Err(VaultError::File {
            path: record,
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
    use lockstep_seal::{Cipher, Key};

    use super::*;
    use crate::root::write_secret;

    /// The record of an installation.
    fn record(vault: u8) -> Vec<u8> {
        let root = Key::from_bytes(Cipher::Aes256Gcm, &[vault; 32]);
        Check::new(&[vault; 16], &root).text().unwrap()
    }

    /// It may be the only record that the keys of the other installation have.
    #[test]
    fn a_record_that_differs_from_the_one_that_stays_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let url = "postgres://me@127.0.0.1:1/d".parse().unwrap();
        let server = KeyPaths::usual(folder.path()).on_server(url);
        let file = server.in_file();
        for leave in [leave_file, leave_server] {
            let places = [(&server, record(1)), (&file, record(2))];
            for (place, record) in &places {
                write_secret(&place.check(), record).unwrap();
            }
            let refused = leave(&server).unwrap_err().to_string();
            assert!(refused.contains("not the same record as"), "{refused}");
            for (place, record) in &places {
                assert_eq!(std::fs::read(place.check()).unwrap(), *record);
            }
        }
        let moving = expected_check(&file).unwrap();
        let refused = write_record(&moving, &file, &server).unwrap_err();
        assert!(
            refused.to_string().contains("not the same record as"),
            "{refused}"
        );
        assert_eq!(std::fs::read(server.check()).unwrap(), record(1));
        // The only record is not removed, either.
        std::fs::remove_file(file.check()).unwrap();
        assert!(leave_server(&server).is_err());
        assert!(server.check().exists());
    }

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
                    write_secret(&path, &record(1)).unwrap();
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
