//! Jobs: work that goes on after its request was answered. They are kept in memory, since what comes
//! of one may be plaintext; they end with the process.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lockstep_store::id::{JobId, UserId};
use lockstep_web::Fault;
use serde::Serialize;
use serde_json::Value as Json;
use tokio::sync::watch;

use crate::vault::{Vault, lock};

/// All jobs that are known.
#[derive(Clone, Default)]
pub(crate) struct Jobs(Arc<Mutex<HashMap<JobId, Job>>>);

struct Job {
    user: UserId,
    state: JobState,
    /// When it ended, of the monotonic clock.
    ended: Option<Duration>,
    /// Closed when it ends.
    end: watch::Receiver<()>,
}

/// How far a job is.
#[derive(Clone)]
pub(crate) enum JobState {
    /// Under way, or waiting for a place.
    Running,
    /// What the request would have been answered.
    Succeeded(Json),
    /// What the request would have been refused with.
    Failed(Fault),
}

impl Vault {
    /// Goes on with `work` by itself; gives the job's name.
    pub(crate) fn begin<T, F>(&self, user: &UserId, work: F) -> Result<JobId, Fault>
    where
        T: Serialize + Send + 'static,
        F: Future<Output = Result<T, Fault>> + Send + 'static,
    {
        let ctx = self.ctx();
        let id = JobId::generate(ctx.clock.now(), &*ctx.entropy);
        let now = ctx.clock.monotonic();
        let (alive, end) = watch::channel(());
        {
            let mut all = lock(&self.jobs().0);
            all.retain(|_, job| job.ended.is_none_or(|ended| now < ended + KEPT));
            let mine = all.values().filter(|job| job.user == *user);
            let (mut running, mut known) = (0, 0);
            for job in mine {
                known += 1;
                running += usize::from(job.ended.is_none());
            }
            if running >= RUNNING || known >= KNOWN {
                return Err(Fault::conflict(format!(
                    "{RUNNING} jobs run at once, and {KNOWN} are kept: wait for one to end"
                )));
            }
            let job = Job {
                user: user.clone(),
                state: JobState::Running,
                ended: None,
                end,
            };
            all.insert(id.clone(), job);
        }
        let (vault, name) = (self.clone(), id.clone());
        tokio::spawn(async move {
            // A panic of the work ends the job, not its account of it.
            let done = tokio::spawn(work).await;
            let state = match done {
                Ok(Ok(answer)) => match serde_json::to_value(answer) {
                    Ok(answer) => JobState::Succeeded(answer),
                    Err(error) => JobState::Failed(Fault::internal(error.to_string())),
                },
                Ok(Err(fault)) => JobState::Failed(fault),
                Err(error) => JobState::Failed(Fault::internal(error.to_string())),
            };
            let ended = vault.ctx().clock.monotonic();
            if let Some(job) = lock(&vault.jobs().0).get_mut(&name) {
                job.state = state;
                job.ended = Some(ended);
            }
            drop(alive);
        });
        Ok(id)
    }

    /// How far a job of this account is.
    pub(crate) fn job(&self, user: &UserId, id: &JobId) -> Result<JobState, Fault> {
        let all = lock(&self.jobs().0);
        all.get(id)
            .filter(|job| job.user == *user)
            .map(|job| job.state.clone())
            .ok_or_else(|| Fault::not_found("job: they are kept for an hour"))
    }

    /// Waits until the job has ended, or for so long; what is not there has ended.
    pub(crate) async fn wait(&self, user: &UserId, id: &JobId, most: Duration) {
        let end = {
            let all = lock(&self.jobs().0);
            all.get(id)
                .filter(|job| job.user == *user)
                .map(|job| job.end.clone())
        };
        if let Some(mut end) = end {
            // It ends by being closed; too late is told by the state that is read afterwards.
            let _ = tokio::time::timeout(most, end.changed()).await;
        }
    }

    /// Forgets what an account's jobs gave.
    pub(crate) fn forget_jobs(&self, user: &UserId) {
        lock(&self.jobs().0).retain(|_, job| job.user != *user);
    }
}

const KEPT: Duration = Duration::from_secs(3600);
const RUNNING: usize = 4;
const KNOWN: usize = 64;
