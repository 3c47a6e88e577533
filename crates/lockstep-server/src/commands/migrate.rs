//! `migrate`: moves the store of a stopped server from the embedded engine to PostgreSQL, or back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use lockstep_store::copy::{self, CopyReport};
use lockstep_store::db::Options;
use lockstep_store::{SystemClock, SystemEntropy};
use serde_json::json;

use crate::app::{self, StorePlace};
use crate::cli::args::Migrate;
use crate::cli::output::Output;
use crate::cli::target::CommandTarget;
use crate::config::{Config, Store, StoreUrl};
use crate::data::DataDir;
use crate::progress::Progress;

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

/// Copies `lockstep.db` to PostgreSQL and renames it, so that no server opens it by mistake.
async fn to_server(
    data: &DataDir,
    config: &Config,
    to: &str,
    is_quiet: bool,
) -> Result<(CopyReport, String), String> {
    let file = data.database();
    if !file.exists() {
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
    // The store of an earlier move may hold the only copy of data that was lost on PostgreSQL since.
    ensure_absent(&moved)?;
    let from = StorePlace::from(file.clone());
    let report = copied(from, store.place(file.clone())?, is_quiet).await?;
    rename(&file, &moved)?;
    let next = format!(
        "The tables are on PostgreSQL now: start the server with this store.url. The keys stay in {}. {} is the \
         store as it was: back it up or remove it, and delete older backups as their keys expire.",
        data.path().display(),
        moved.display()
    );
    Ok((report, next))
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

/// Copies the tables from PostgreSQL into `lockstep.db`.
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
    let report = copied_into(from, &partial, is_quiet).await?;
    rename(&partial, &file)?;
    let next = format!(
        "The tables are in {} now: start the server without store.url, and then remove the schema from PostgreSQL.",
        file.display()
    );
    Ok((report, next))
}

/// Copies the tables into a new file. A copy that fails leaves no file: later erasures would not reach it.
async fn copied_into(
    from: StorePlace,
    partial: &Path,
    is_quiet: bool,
) -> Result<CopyReport, String> {
    remove_partial(partial)?;
    let copied = copied(from, partial.to_owned().into(), is_quiet).await;
    if copied.is_err() {
        // The operator needs the error of the copy. The next run removes what is left.
        drop(remove_partial(partial));
    }
    copied
}

async fn copied(from: StorePlace, to: StorePlace, is_quiet: bool) -> Result<CopyReport, String> {
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

fn options(place: StorePlace) -> Options {
    Options {
        file: place.file,
        postgres: place.postgres,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    }
}

/// Removes the files of a copy that was interrupted.
fn remove_partial(partial: &Path) -> Result<(), String> {
    for end in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{end}", partial.display()));
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(format!("{}: {error}", file.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Refuses to overwrite a file.
fn ensure_absent(file: &Path) -> Result<(), String> {
    match file.exists() {
        false => Ok(()),
        true => Err(format!(
            "{} exists: move it away first, nothing was changed",
            file.display()
        )),
    }
}

fn rename(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::rename(from, to)
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// The embedded store after its tables were moved.
const MOVED: &str = "lockstep.moved.db";
/// The embedded store while tables are copied into it.
const PARTIAL: &str = "lockstep.partial.db";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_copy_that_fails_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let [from, partial] = ["lockstep.db", PARTIAL].map(|name| folder.path().join(name));
        // A store is only copied between a file and a server.
        let copied = copied_into(from.into(), &partial, true).await;
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
}
