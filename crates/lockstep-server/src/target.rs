//! The target of a command: a data directory, or the running server that holds it.

use std::path::PathBuf;
use std::time::Duration;

use lockstep_config::Config;
use lockstep_vault::root::{CHECK, KEYS};
use lockstep_web::subcommand::Step;
use serde_json::Value as Json;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinError};

use crate::data::{self, DATABASE, DataDir, DataDirError, RESTORATION, SOCKET};
use crate::execution::{Command, execute};
use crate::progress::Progress;
use crate::termination::termination_signal;
use crate::{app, local};

/// The target of commands, according to the configuration.
pub(crate) struct CommandTarget {
    pub(crate) config: Config,
    /// Whether a program reads the answers: no progress is shown.
    pub(crate) json: bool,
}

impl CommandTarget {
    /// Runs a command on the data directory: in this process, or in the server that holds the
    /// directory.
    pub(crate) async fn send(&self, command: Command) -> Result<Json, String> {
        self.carry_out(command, |_| {}).await
    }

    /// Runs a long command and shows its progress; `unit` as in `12 of 30 files`.
    pub(crate) async fn send_with_progress(
        &self,
        command: Command,
        what: &str,
        unit: &str,
    ) -> Result<Json, String> {
        let mut bar: Option<Progress> = None;
        let step = |at: Step| {
            let bar = bar.get_or_insert_with(|| Progress::new(what, unit, at.total, self.json));
            bar.at(at.done);
            if at.done >= at.total {
                bar.done();
            }
        };
        self.carry_out(command, step).await
    }

    async fn carry_out(
        &self,
        command: Command,
        mut step: impl FnMut(Step),
    ) -> Result<Json, String> {
        let config = &self.config;
        if !command.creates_store() {
            ensure_store(config)?;
        }
        let data = match DataDir::hold(&config.data) {
            Ok(data) => data,
            Err(DataDirError::Held(path)) => {
                return local::ask(&path.join(SOCKET), &command, step).await;
            }
            Err(error) => return Err(error.to_string()),
        };
        data.ensure_restored()?;
        let policy = lockstep_web::Policy {
            spool: data.spool().map_err(|error| error.to_string())?,
            quotas: config.quotas,
            // A backup must leave the reserve; every other command may use it.
            reserve_bytes: match command {
                Command::BackupCreate { .. } => config.storage.reserve_bytes,
                _ => 0,
            },
            ..Default::default()
        };
        let place = config.store.place(data.database())?;
        let state = app::state(place, &config.keys_at(data.path()), policy)
            .await
            .map_err(|error| error.to_string())?;
        let signal = command.stops_with_caller().then(termination_signal);
        let signal = signal.transpose()?;
        let (steps, mut heard) = mpsc::channel(16);
        let work = {
            let state = state.clone();
            tokio::spawn(async move { execute(&state, command, &steps).await })
        };
        let stop = work.abort_handle();
        let done = async {
            while let Some(at) = heard.recv().await {
                step(at);
            }
            work.await
        };
        let outcome = match signal {
            Some(signal) => unless_stopped(done, &stop, signal).await,
            None => done.await.map_err(|error| error.to_string()),
        };
        app::close(&state).await;
        outcome?
    }

    /// Locks the data directory of a store; fails if a server is running.
    pub(crate) fn hold_stopped(&self) -> Result<DataDir, String> {
        ensure_store(&self.config)?;
        let held = DataDir::hold(&self.config.data).map_err(|error| match error {
            DataDirError::Held(path) => format!(
                "{} is used by a running server: stop it first",
                path.display()
            ),
            error => error.to_string(),
        })?;
        held.ensure_restored()?;
        Ok(held)
    }

    /// Returns the data directory of a store that a server may use at the same time.
    pub(crate) fn beside_server(&self) -> Result<PathBuf, String> {
        ensure_store(&self.config)?;
        data::beside_server(&self.config.data)
    }
}

/// Refuses a directory without a store or its keys. Without this check, a mistyped directory would be created with new
/// keys, and reported as healthy.
fn ensure_store(config: &Config) -> Result<(), String> {
    // Without store.url, keys without their store are refused with the remedy, and so is a restore that was interrupted
    // before its first file. With it, the files may be those of before the move.
    let names: &[&str] = match config.store.url {
        // A node that waits has no keys yet, and takes commands.
        Some(_) => &[DATABASE, KEYS, RESTORATION, SOCKET],
        None => &[DATABASE, CHECK, RESTORATION],
    };
    if names.iter().any(|name| config.data.join(name).exists()) {
        return Ok(());
    }
    let keys = config.keys_at(&config.data);
    // A store on PostgreSQL needs no other file. A running server is found also without store.url; what is not running is
    // refused with the remedy.
    if keys.secrets.join(CHECK).exists() {
        return Ok(());
    }
    let secrets = match &keys.server {
        None => String::new(),
        Some(_) => format!(
            " and no {CHECK} in its folder of secrets {}",
            keys.secrets.display()
        ),
    };
    Err(format!(
        "there is no store in {}{secrets}: `lockstep serve` creates one, --data names another directory",
        config.data.display()
    ))
}

/// Waits for the work of a task. A signal stops the task, which then removes its incomplete output.
///
/// # Errors
/// The task was stopped, or it panicked.
async fn unless_stopped<T>(
    done: impl Future<Output = Result<T, JoinError>>,
    stop: &AbortHandle,
    signal: impl Future<Output = ()>,
) -> Result<T, String> {
    let mut done = std::pin::pin!(done);
    let stopped = || "the command was stopped by a signal".to_owned();
    let outcome = tokio::select! {
        outcome = &mut done => outcome,
        () = signal => {
            stop.abort();
            let ended = tokio::time::timeout(STOP_TIME, done).await;
            ended.map_err(|_| stopped())?
        }
    };
    outcome.map_err(|error| match error.is_cancelled() {
        true => stopped(),
        false => error.to_string(),
    })
}

/// The time that a stopped command has to remove its incomplete output.
const STOP_TIME: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn a_signal_stops_the_work_and_drops_what_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        let file = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
        let work = tokio::spawn(async move {
            pending::<()>().await;
            drop(file);
        });
        let stop = work.abort_handle();
        let outcome = unless_stopped(work, &stop, ready(())).await;
        assert_eq!(
            outcome,
            Err("the command was stopped by a signal".to_owned())
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn without_a_signal_the_work_ends() {
        let work = tokio::spawn(async { 7 });
        let stop = work.abort_handle();
        assert_eq!(unless_stopped(work, &stop, pending()).await, Ok(7));
    }
}
