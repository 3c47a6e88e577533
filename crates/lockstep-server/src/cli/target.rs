//! The target of a command: a data directory, or the running server that holds it.

use lockstep_web::subcommand::Step;
use serde_json::Value as Json;
use tokio::sync::mpsc;

use crate::commands::{Command, execute};
use crate::config::Config;
use crate::data::{DATABASE, DataDir, DataDirError, SOCKET};
use crate::progress::Progress;
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
        // Without this check, a mistyped directory would be created and reported as healthy.
        let is_embedded = config.store.url.is_none();
        if is_embedded && !command.creates_store() && !config.data.join(DATABASE).exists() {
            return Err(format!(
                "there is no store in {}: `lockstep serve` creates one, --data names another directory",
                config.data.display()
            ));
        }
        let data = match DataDir::hold(&config.data) {
            Ok(data) => data,
            Err(DataDirError::Held(path)) => {
                return local::ask(&path.join(SOCKET), &command, step).await;
            }
            Err(error) => return Err(error.to_string()),
        };
        let policy = lockstep_web::Policy {
            spool: data.spool().map_err(|error| error.to_string())?,
            quotas: config.quotas,
            ..Default::default()
        };
        let place = config.store.place(data.database())?;
        let state = app::state(place, &config.keys_at(data.path()), policy)
            .await
            .map_err(|error| error.to_string())?;
        let (steps, mut heard) = mpsc::channel(16);
        let work = {
            let state = state.clone();
            tokio::spawn(async move { execute(&state, command, &steps).await })
        };
        while let Some(at) = heard.recv().await {
            step(at);
        }
        let outcome = work.await.map_err(|error| error.to_string())?;
        app::close(&state).await;
        outcome
    }

    /// Locks the data directory; fails if a server is running.
    pub(crate) fn hold_stopped(&self) -> Result<DataDir, String> {
        DataDir::hold(&self.config.data).map_err(|error| match error {
            DataDirError::Held(path) => format!(
                "{} is used by a running server: stop it first",
                path.display()
            ),
            error => error.to_string(),
        })
    }
}
