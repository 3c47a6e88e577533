//! `migrate`: moves the store of a stopped server from the embedded engine to PostgreSQL, or back.
//!
//! A crash between the copy and its new name is repaired by the next run: an equal copy on PostgreSQL is not made
//! again, and an unfinished file is removed when the data directory is opened. The keys move in the same way, after the
//! tables: no original loses its name before both copies are complete.

mod keys;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use lockstep_config::{Config, Store, StoreLocation, StoreUrl};
use lockstep_store::copy::{self, CopyReport};
use lockstep_store::db::Options;
use lockstep_store::{PostgresUrl, SystemClock, SystemEntropy};
use lockstep_vault::relocation;
use lockstep_vault::root::KEYS_MOVED;
use serde_json::json;

use crate::app;
use crate::args::Migrate;
use crate::backup::sync_to_disk;
use crate::data::{DataDir, MOVED, PARTIAL, remove_left};
use crate::output::Output;
use crate::progress::Progress;
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(
    asked: Migrate,
    target: &CommandTarget,
    output: &Output,
) -> Result<ExitCode, String> {
    let data = target.hold_stopped()?;
    let (report, next) = match &*asked.to {
        "sqlite" => to_file(&data, &target.config, output.json).await?,
        to => to_server(&data, &target.config, to, output.json).await?,
    };
    let CopyReport {
        tables,
        rows,
        entries,
    } = report;
    let answer = json!({ "tables": tables, "rows": rows, "auditEntries": entries, "next": next });
    let line = format!(
        "copied and compared: {}, {}, {}. {next}",
        lockstep_web::counted(tables, "table", "tables"),
        lockstep_web::counted(rows, "row", "rows"),
        lockstep_web::counted(
            entries,
            "entry of the audit chain",
            "entries of the audit chain"
        ),
    );
    output.line(&answer, &line);
    Ok(ExitCode::SUCCESS)
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
        return Err(format!(
            "there is no store in {}: --data names another directory",
            data.path().display()
        ));
    }
    let store = match to {
        "postgres" if config.store.url.is_none() => {
            return Err("store.url is not set: it names the database to move to".to_owned());
        }
        "postgres" => config.store.clone(),
        url => Store {
            url: Some(store_url(url)?),
        },
    };
    let moved = data.path().join(MOVED);
    let place = store.place(file.clone())?;
    let paths = keys::paths(config, data, &place)?;
    let mut report = CopyReport {
        tables: 0,
        rows: 0,
        entries: 0,
    };
    if has_store {
        // The store of an earlier move may hold the only copy of data that was lost on PostgreSQL since.
        ensure_absent(&moved)?;
    }
    keys::ensure_movable(&paths)?;
    if has_store {
        report = copied(StoreLocation::from(file.clone()), place, is_quiet).await?;
    } else {
        ensure_tables(data, &place)?;
    }
    report = keys::sum(report, keys::to_server(&paths).await?);
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
    if config.store.url.is_none() {
        return Err("store.url is not set: it names the database to move from".to_owned());
    }
    ensure_absent(&file)?;
    let partial = data.path().join(PARTIAL);
    let from = config.store.place(file.clone())?;
    let paths = keys::paths(config, data, &from)?;
    let tables = copied_into(from, data.path(), is_quiet).await?;
    let copied_keys = keys::to_file(&paths).await;
    if copied_keys.is_err() {
        // As in `copied_into`.
        drop(remove_left(data.path()));
    }
    let report = keys::sum(tables, copied_keys?);
    sync_to_disk(&partial)?;
    // The keys come first: without its tables, no start takes them for a new installation.
    relocation::name_file(&paths).map_err(|error| error.to_string())?;
    rename(&partial, &file)?;
    relocation::leave_server(&paths).map_err(|error| error.to_string())?;
    let next = format!(
        "The tables are in {} now, and the keys beside it: start the server without store.url, and then remove the \
         schema, and that of the keys, from PostgreSQL.",
        file.display()
    );
    Ok((report, next))
}

/// Copies the tables into a new file of a folder. A copy that fails leaves no file: later erasures would not reach it.
async fn copied_into(
    from: StoreLocation,
    folder: &Path,
    is_quiet: bool,
) -> Result<CopyReport, String> {
    let copied = copied(from, folder.join(PARTIAL).into(), is_quiet).await;
    if copied.is_err() {
        // The operator needs the error of the copy. The next command on the folder removes the remaining files.
        drop(remove_left(folder));
    }
    copied
}

async fn copied(
    from: StoreLocation,
    to: StoreLocation,
    is_quiet: bool,
) -> Result<CopyReport, String> {
    let (from, to) = (options(from), options(to));
    let copying = tokio::task::spawn_blocking(move || {
        let mut bar: Option<Progress> = None;
        copy::copy(&from, &to, &app::migrations(), |done, total| {
            let bar =
                bar.get_or_insert_with(|| Progress::new("copying", "tables", total, is_quiet));
            bar.at(done);
            if done >= total {
                bar.done();
            }
        })
    });
    let copied = copying.await.map_err(|error| error.to_string())?;
    copied.map_err(|error| format!("the store was not moved, and stays as it is: {error}"))
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
