//! `migrate`: moves the store of a stopped server from the embedded engine to PostgreSQL, or back. A copy that is prepared
//! beside the running server leaves less to do then.
//!
//! A crash between the copy and its new name is repaired by the next run: an equal copy is not made again, and an
//! unfinished file that was not prepared is removed when the data directory is opened. The keys move in the same way, after
//! the tables: no original loses its name before both copies are complete.

mod keys;
mod shown_progress;

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use lockstep_config::{Config, Store, StoreLocation, StoreUrl};
use lockstep_store::copy::{self, CopyReport, Discarded, PreparationReport};
use lockstep_store::db::Options;
use lockstep_store::{PostgresUrl, SystemClock, SystemEntropy};
use lockstep_vault::relocation;
use lockstep_vault::root::KEYS_MOVED;
use serde_json::json;

use self::shown_progress::ShownProgress;
use crate::app;
use crate::args::Migrate;
use crate::backup::sync_to_disk;
use crate::data::{DATABASE, DataDir, MIGRATION_LOCK, MOVED, PARTIAL, PREPARED, remove_left};
use crate::output::{self, Output};
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(
    asked: Migrate,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    if asked.prepare {
        return prepare(&asked.to, target, output).await;
    }
    let data = target.hold_stopped()?;
    let lock = lock(data.path())?;
    let (report, next) = match &*asked.to {
        "sqlite" => to_file(&data, &target.config, output.json).await?,
        to => to_server(&data, &target.config, to, output.json).await?,
    };
    drop(lock);
    let CopyReport {
        tables,
        rows,
        entries,
        changes,
        discarded,
    } = report;
    note_discarded(discarded);
    let answer = json!({
        "tables": tables, "rows": rows, "auditEntries": entries, "copied": changes.copied, "removed": changes.removed,
        "next": next,
    });
    let line = format!(
        "copied and compared: {}, {}, {}; {} copied and {} removed in this pass. {next}",
        lockstep_web::counted(tables, "table", "tables"),
        lockstep_web::counted(rows, "row", "rows"),
        lockstep_web::counted(
            entries,
            "entry of the audit chain",
            "entries of the audit chain"
        ),
        lockstep_web::counted(changes.copied, "row", "rows"),
        lockstep_web::counted(changes.removed, "row", "rows"),
    );
    output.line(&answer, &line);
    Ok(ExitCode::SUCCESS)
}

/// Copies the tables while a server may run, so that the move has less to copy.
async fn prepare(to: &str, target: &CommandTarget, output: &Output) -> Result<ExitCode, String> {
    let folder = target.beside_server()?;
    let config = &target.config;
    let file = folder.join(DATABASE);
    let (from, copy) = match to {
        "sqlite" => {
            ensure_address(config)?;
            ensure_absent(&file)?;
            let copy = StoreLocation::from(folder.join(PREPARED));
            (config.store.place(file)?, copy)
        }
        to => {
            ensure_there(&file)?;
            let store = server_of(to, config)?;
            ensure_absent(&folder.join(MOVED))?;
            (StoreLocation::from(file.clone()), store.place(file)?)
        }
    };
    let lock = lock(&folder)?;
    let report = prepared(from, copy, output.json).await?;
    drop(lock);
    let PreparationReport {
        tables,
        rows,
        changes,
        discarded,
    } = report;
    note_discarded(discarded);
    // An address may contain a password.
    let to = if to == "sqlite" { to } else { "postgres" };
    let next = format!(
        "To move the store, stop the server and run `lockstep migrate --to {to}` for the same database: it copies the rows \
         that have changed since. Until then, erasures do not reach the copy."
    );
    let answer = json!({
        "tables": tables, "rows": rows, "copied": changes.copied, "removed": changes.removed, "next": next,
    });
    let line = format!(
        "prepared: {}, {}; {} copied and {} removed in this pass. {next}",
        lockstep_web::counted(tables, "table", "tables"),
        lockstep_web::counted(rows, "row", "rows"),
        lockstep_web::counted(changes.copied, "row", "rows"),
        lockstep_web::counted(changes.removed, "row", "rows"),
    );
    output.line(&answer, &line);
    Ok(ExitCode::SUCCESS)
}

/// Says why an earlier copy was not used.
fn note_discarded(discarded: Option<Discarded>) {
    let reason = match discarded {
        None => return,
        Some(Discarded::OtherSchema) => "its tables are of another version than the store",
        Some(Discarded::OtherInstallation) => "it is the copy of another installation",
    };
    output::note(&format!(
        "the earlier copy was removed, and every row was copied again: {reason}"
    ));
}

/// Takes the lock of the copies of a data directory, which ends with this process. Otherwise a preparation could go on
/// while its copy becomes the store.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join(MIGRATION_LOCK);
    let unusable = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed())
        .open(&path)
        .map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!(
            "another `lockstep migrate` is at work on {}: wait for its end",
            folder.display()
        )),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Copies `lockstep.db` and `keys.db` to PostgreSQL and renames them, so that no server opens them by mistake. An earlier
/// version moved the tables alone: then only the keys are copied.
async fn to_server(
    data: &DataDir,
    config: &Config,
    to: &str,
    is_quiet: bool,
) -> Result<(CopyReport, String), String> {
    let file = data.database();
    let has_store = file.exists();
    if !has_store && !config.keys_at(data.path()).has_file() {
        return Err(no_store(&file));
    }
    let store = server_of(to, config)?;
    let moved = data.path().join(MOVED);
    let place = store.place(file.clone())?;
    let paths = keys::paths(config, data, &place)?;
    if has_store {
        // The store of an earlier move may hold the only copy of data that was lost on PostgreSQL since.
        ensure_absent(&moved)?;
    }
    keys::ensure_movable(&paths)?;
    keys::check(&paths, relocation::check_move_to_server).await?;
    let tables = if has_store {
        copied(StoreLocation::from(file.clone()), place, is_quiet).await?
    } else {
        ensure_tables(data, &place)?;
        CopyReport::default()
    };
    let report = keys::sum(tables, keys::to_server(&paths).await?);
    if has_store {
        rename(&file, &moved)?;
    }
    relocation::leave_file(&paths).map_err(|error| error.to_string())?;
    let next = format!(
        "The tables and the keys are on PostgreSQL now: start the server with this store.url. {} stays as it was: no \
         backup of the database holds it, and nothing is read without it. {} and {KEYS_MOVED} beside it are the store \
         and the keys as they were: back them up or remove them, and delete older backups as their keys expire.",
        paths.secrets.display(),
        moved.display()
    );
    Ok((report, next))
}

/// Refuses to move keys alone to a database that does not have their tables.
fn ensure_tables(data: &DataDir, place: &StoreLocation) -> Result<(), String> {
    let has_tables = place.postgres.as_ref().map(PostgresUrl::has_tables);
    match has_tables.transpose() {
        Ok(Some(true)) => Ok(()),
        Ok(_) => Err(format!(
            "there is no store in {}, and none in the database: correct store.url, or put lockstep.db beside keys.db",
            data.path().display()
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Refuses to copy a store that is not there.
fn ensure_there(file: &Path) -> Result<(), String> {
    match file.exists() {
        true => Ok(()),
        false => Err(no_store(file)),
    }
}

fn no_store(file: &Path) -> String {
    format!(
        "there is no store in {}: --data names another directory",
        file.parent().unwrap_or(file).display()
    )
}

/// Returns the server that `--to` names.
fn server_of(to: &str, config: &Config) -> Result<Store, String> {
    match to {
        "postgres" if config.store.url.is_none() => {
            Err("store.url is not set: it names the database to move to".to_owned())
        }
        "postgres" => Ok(config.store.clone()),
        url => Ok(Store {
            url: Some(store_url(url)?),
            read_url: None,
        }),
    }
}

/// Reads the address of `--to`.
fn store_url(text: &str) -> Result<StoreUrl, String> {
    if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
        return Err(
            "--to must be postgres, sqlite, or an address that begins with postgres://".to_owned(),
        );
    }
    StoreUrl::try_from(text.to_owned())
        .map_err(|error| format!("--to: {}", error.trim_start_matches("store.url: ")))
}

/// Copies the tables and the keys from PostgreSQL into `lockstep.db` and `keys.db`.
async fn to_file(
    data: &DataDir,
    config: &Config,
    is_quiet: bool,
) -> Result<(CopyReport, String), String> {
    let file = data.database();
    ensure_address(config)?;
    let from = config.store.place(file.clone())?;
    let paths = keys::paths(config, data, &from)?;
    keys::ensure_returnable(&paths)?;
    let is_interrupted = file.exists() && keys::are_in_both_places(&paths);
    if !is_interrupted {
        ensure_absent(&file)?;
    }
    keys::check(&paths, relocation::check_move_to_file).await?;
    let (tables, made) = if is_interrupted {
        (compared(from, &file, is_quiet).await?, file.clone())
    } else {
        copied_into(from, data.path(), is_quiet).await?
    };
    let copied_keys = keys::to_file(&paths).await;
    if copied_keys.is_err() {
        // As in `copied_into`.
        drop(remove_left(data.path()));
    }
    let report = keys::sum(tables, copied_keys?);
    sync_to_disk(&made)?;
    // The keys come first: without its tables, no start takes them for a new installation.
    relocation::name_file(&paths).map_err(|error| error.to_string())?;
    rename(&made, &file)?;
    relocation::leave_server(&paths).map_err(|error| error.to_string())?;
    let next = format!(
        "The tables are in {} now, and the keys beside it: start the server without store.url, and then remove the \
         schema, and that of the keys, from PostgreSQL.",
        file.display()
    );
    Ok((report, next))
}

fn ensure_address(config: &Config) -> Result<(), String> {
    match config.store.url {
        Some(_) => Ok(()),
        None => Err("store.url is not set: it names the database to move from".to_owned()),
    }
}

/// Copies the tables into the file of a folder that was prepared, or into a new one; returns its path. A new copy that
/// fails leaves no file: later erasures would not reach it.
async fn copied_into(
    from: StoreLocation,
    folder: &Path,
    is_quiet: bool,
) -> Result<(CopyReport, PathBuf), String> {
    let prepared = folder.join(PREPARED);
    let file = match prepared.exists() {
        true => prepared,
        false => folder.join(PARTIAL),
    };
    let copied = copied(from, file.clone().into(), is_quiet).await;
    if copied.is_err() {
        // The operator needs the error of the copy. The next command on the folder removes the remaining files.
        drop(remove_left(folder));
    }
    Ok((copied?, file))
}

/// Compares the store in a file, which has its name, with the database. A crash came before the end of a move, if both are
/// equal.
async fn compared(from: StoreLocation, file: &Path, is_quiet: bool) -> Result<CopyReport, String> {
    let compared = copied(from, file.to_owned().into(), is_quiet).await;
    compared.map_err(|error| {
        format!(
            "{} exists, and does not end an interrupted move: {error}. If the database has the newer store, move the file away \
             first, and keys.db with it; nothing was changed",
            file.display()
        )
    })
}

async fn copied(
    from: StoreLocation,
    to: StoreLocation,
    is_quiet: bool,
) -> Result<CopyReport, String> {
    let target = schemas(&to)?;
    let (from, to) = (options(from), options(to));
    let copying = tokio::task::spawn_blocking(move || {
        let mut shown = ShownProgress::new(is_quiet);
        copy::copy(&from, &to, &app::migrations(), |at| shown.show(at))
    });
    let copied = copying.await.map_err(|error| error.to_string())?;
    copied.map_err(|error| format!("the store was not moved{target}, and stays as it is: {error}"))
}

async fn prepared(
    from: StoreLocation,
    to: StoreLocation,
    is_quiet: bool,
) -> Result<PreparationReport, String> {
    let target = schemas(&to)?;
    let (from, to) = (options(from), options(to));
    let copying = tokio::task::spawn_blocking(move || {
        let mut shown = ShownProgress::new(is_quiet);
        copy::prepare(&from, &to, &app::migrations(), |at| shown.show(at))
    });
    let prepared = copying.await.map_err(|error| error.to_string())?;
    prepared.map_err(|error| {
        format!("the copy{target} is not complete, and nothing was moved: {error}")
    })
}

/// Names the schemas of a target on PostgreSQL, for errors: that of the keys is beside that of the tables.
fn schemas(to: &StoreLocation) -> Result<String, String> {
    let Some(tables) = &to.postgres else {
        return Ok(String::new());
    };
    let keys = tables.schema_of_keys().map_err(|error| error.to_string())?;
    Ok(format!(
        " to the schemas {} and {}",
        tables.schema(),
        keys.schema()
    ))
}

fn options(place: StoreLocation) -> Options {
    Options {
        file: place.file,
        postgres: place.postgres,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    }
}

/// Refuses to overwrite a file, and to put a store beside the write-ahead log of another one: the engine would apply
/// that log to the new store.
fn ensure_absent(file: &Path) -> Result<(), String> {
    if std::fs::symlink_metadata(file).is_ok() {
        return Err(format!(
            "{} exists: move it away first, nothing was changed",
            file.display()
        ));
    }
    let log = PathBuf::from(format!("{}-wal", file.display()));
    match std::fs::symlink_metadata(&log) {
        Ok(about) if about.len() > 0 => Err(format!(
            "{} is the log of a store that was moved away, and holds its last writes: move it beside that store, \
             nothing was changed",
            log.display()
        )),
        _ => Ok(()),
    }
}

/// Renames a file. The new name is on the disk when this returns: the operator removes the original then.
fn rename(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::rename(from, to)
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))?;
    to.parent().map_or(Ok(()), sync_to_disk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_copy_that_fails_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("lockstep.db");
        // A store is only copied between a file and a server.
        let copied = copied_into(from.into(), folder.path(), true).await;
        let error = copied.unwrap_err();
        assert!(error.starts_with("the store was not moved"), "{error}");
        let names = std::fs::read_dir(folder.path()).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert!(
            names
                .iter()
                .all(|name| !name.to_string_lossy().starts_with(PARTIAL)),
            "{names:?}"
        );
    }

    /// If only one of the two schemas is removed, the next move is refused again.
    #[tokio::test]
    async fn a_move_that_fails_names_the_schemas_of_the_tables_and_of_the_keys() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lockstep.db");
        let url = "postgres://me@127.0.0.1:1/d?options=-csearch_path%3Dabc";
        let to = StoreLocation {
            file: file.clone(),
            postgres: Some(url.parse().unwrap()),
        };
        let error = copied(file.into(), to, true).await.unwrap_err();
        let named = "the store was not moved to the schemas abc and abc_keys, and";
        assert!(error.starts_with(named), "{error}");
    }

    #[test]
    fn one_copy_of_a_data_directory_is_made_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock(folder.path()).unwrap();
        let refused = lock(folder.path()).unwrap_err();
        assert!(refused.contains("another `lockstep migrate`"), "{refused}");
        first.unlock().unwrap();
        lock(folder.path()).unwrap();
    }

    #[test]
    fn no_store_is_put_beside_the_log_of_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let [file, log] = ["lockstep.db", "lockstep.db-wal"].map(|name| folder.path().join(name));
        ensure_absent(&file).unwrap();
        // An empty log holds no writes.
        std::fs::write(&log, "").unwrap();
        ensure_absent(&file).unwrap();
        std::fs::write(&log, "writes").unwrap();
        let refused = ensure_absent(&file).unwrap_err();
        assert!(refused.contains("lockstep.db-wal is the log"), "{refused}");
        std::os::unix::fs::symlink("missing", &file).unwrap();
        let refused = ensure_absent(&file).unwrap_err();
        assert!(refused.contains("lockstep.db exists"), "{refused}");
    }
}
