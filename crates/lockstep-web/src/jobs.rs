//! Jobs: work that continues after its request was answered. Jobs are kept in memory, since a
//! result may be plaintext, and end with the process. The work runs in a [`Pool`].

mod answer;
mod api;
mod batches;
mod list;
mod pool;
mod progress;

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::id::{JobId, UserId};
use lockstep_store::{Clock, Ctx, Entropy, QueueOwner, Timestamp};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::api_error::ApiError;
use crate::area::Area;
use crate::idempotency::{IdempotencyKey, Request};

use self::progress::Progress;
pub use answer::{AcceptedJob, ResultOrJob, answer, answer_once};
pub(crate) use api::TOOLS;
pub use api::routes;
pub use batches::{BatchSource, Batches};
pub use pool::{Cancel, Length, Pool, run_cancellable};
pub use progress::JobProgress;

/// All known jobs; cheap to clone.
#[derive(Clone)]
pub struct Jobs {
    known: Arc<Mutex<KnownJobs>>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

#[derive(Default)]
struct KnownJobs {
    all: HashMap<JobId, Job>,
    /// Counts ended jobs, to order them by their end.
    turn: u64,
}

struct Job {
    /// The area of the route that started the job.
    area: Area,
    user: UserId,
    idempotency_key: Option<Request>,
    /// How it ended; `None` while it runs or is queued.
    outcome: Option<Outcome>,
    progress: Arc<Progress>,
    begun: Timestamp,
    /// The monotonic time of the job's end, and its number in the order of ends.
    ended: Option<(Duration, u64)>,
    /// Closed when the job ends.
    end: watch::Receiver<()>,
    /// Cancels the job's work.
    work: AbortHandle,
}

/// Removing a job cancels it: the work stops and its result is dropped.
impl Drop for Job {
    fn drop(&mut self) {
        self.work.abort();
    }
}

/// The state of a job.
#[derive(Clone)]
pub enum JobState {
    /// Running or queued; with the progress, once the work knows its units.
    Running(Option<JobProgress>),
    /// The response body that the request would have had, as JSON.
    Succeeded(Arc<RawValue>),
    /// The error that the request would have had.
    Failed(ApiError),
}

/// How a job ended.
enum Outcome {
    Succeeded(Arc<RawValue>),
    Failed(ApiError),
}

impl Job {
    fn state(&self) -> JobState {
        match &self.outcome {
            None => JobState::Running(self.progress.read()),
            Some(Outcome::Succeeded(answer)) => JobState::Succeeded(Arc::clone(answer)),
            Some(Outcome::Failed(error)) => JobState::Failed(error.clone()),
        }
    }

    fn bytes(&self) -> usize {
        match &self.outcome {
            Some(Outcome::Succeeded(answer)) => answer.get().len(),
            None | Some(Outcome::Failed(_)) => 0,
        }
    }

    /// Whether the job is still kept at this monotonic time.
    fn is_kept(&self, now: Duration) -> bool {
        self.ended.is_none_or(|(ended, _)| now < ended + KEPT)
    }
}

impl KnownJobs {
    /// Records how a job ended. Then drops old results, first of its account and then of all
    /// accounts, until the kept bytes fit the limits. The oldest go first; the newest result is
    /// kept at any size.
    fn end(&mut self, id: &JobId, outcome: Outcome, now: Duration, limit: ResultLimits) {
        self.turn += 1;
        let turn = self.turn;
        let Some(job) = self.all.get_mut(id) else {
            return;
        };
        job.outcome = Some(outcome);
        job.ended = Some((now, turn));
        let user = job.user.clone();
        self.fit(id, limit.each, |job| job.user == user);
        self.fit(id, limit.all, |_| true);
    }

    fn fit(&mut self, newest: &JobId, limit: usize, of: impl Fn(&Job) -> bool) {
        let mut ended: Vec<(u64, usize, JobId)> = self
            .all
            .iter()
            .filter(|(_, job)| of(job) && job.bytes() > 0)
            .filter_map(|(id, job)| Some((job.ended?.1, job.bytes(), id.clone())))
            .collect();
        ended.sort_unstable_by_key(|(turn, ..)| *turn);
        let mut stored_bytes: usize = ended.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, id) in ended {
            if stored_bytes <= limit {
                return;
            }
            if id != *newest {
                stored_bytes -= bytes;
                self.all.remove(&id);
            }
        }
    }
}

impl Jobs {
    /// Creates an empty set of jobs.
    #[must_use]
    pub fn new(ctx: &Ctx) -> Self {
        Self {
            known: Arc::default(),
            clock: Arc::clone(&ctx.clock),
            entropy: Arc::clone(&ctx.entropy),
        }
    }

    /// Runs `work` in the background and returns the job's id. The same idempotency key returns the
    /// same job while the job is known.
    ///
    /// # Errors
    /// 429 if the account has too many jobs; a conflict if the key was used for another request.
    pub fn begin<T, F>(
        &self,
        (area, user): (Area, &UserId),
        idempotency_key: &IdempotencyKey,
        work: F,
    ) -> Result<JobId, ApiError>
    where
        T: Serialize + Send + 'static,
        F: Future<Output = Result<T, ApiError>> + Send + 'static,
    {
        let begun = self.clock.now();
        let id = JobId::generate(begun, &*self.entropy);
        let now = self.clock.monotonic();
        let (alive, end) = watch::channel(());
        // A spawned task does not inherit the account.
        let work = QueueOwner::Account(user.clone()).scope(work);
        let progress = Arc::<Progress>::default();
        let work = Arc::clone(&progress).scope(work);
        let running = {
            let mut known = lock(&self.known);
            known.all.retain(|_, job| job.is_kept(now));
            let (mut running, mut mine) = (0, 0);
            for (id, job) in known.all.iter().filter(|(_, job)| job.user == *user) {
                if let (Some(request), Some(earlier)) =
                    (idempotency_key.request(), &job.idempotency_key)
                    && request.is_again(earlier)?
                {
                    return Ok(id.clone());
                }
                mine += 1;
                running += usize::from(job.ended.is_none());
            }
            if running >= RUNNING || mine >= KNOWN {
                return Err(ApiError::too_many_jobs(RUNNING, KNOWN));
            }
            // A panic of the work ends only this task, and the job is reported as failed. The
            // result is rendered once, here.
            let running = tokio::spawn(async { work.await.map(|answer| to_raw_value(&answer)) });
            let job = Job {
                area,
                user: user.clone(),
                idempotency_key: idempotency_key.request().cloned(),
                outcome: None,
                progress,
                begun,
                ended: None,
                end,
                work: running.abort_handle(),
            };
            known.all.insert(id.clone(), job);
            running
        };
        let (jobs, name) = (self.clone(), id.clone());
        tokio::spawn(async move {
            let outcome = match running.await {
                Ok(Ok(Ok(answer))) => Outcome::Succeeded(answer.into()),
                Ok(Ok(Err(error))) => Outcome::Failed(ApiError::internal(error.to_string())),
                Ok(Err(error)) => Outcome::Failed(error),
                Err(error) => Outcome::Failed(ApiError::internal(error.to_string())),
            };
            let ended = jobs.clock.monotonic();
            lock(&jobs.known).end(&name, outcome, ended, RESULT_LIMITS);
            drop(alive);
        });
        Ok(id)
    }

    /// Returns the state of an account's job and the area of the route that started it.
    ///
    /// # Errors
    /// 404 for an unknown job or a job of another account.
    pub fn state(&self, user: &UserId, id: &JobId) -> Result<(Area, JobState), ApiError> {
        let known = lock(&self.known);
        known
            .all
            .get(id)
            .filter(|job| job.user == *user)
            .map(|job| (job.area, job.state()))
            .ok_or_else(|| {
                ApiError::not_found_because(
                    "job",
                    "jobs are kept for an hour, large results only until newer results need the space",
                )
            })
    }

    /// Waits at most `limit` until the job has ended. Returns at once for an unknown job.
    pub async fn wait(&self, user: &UserId, id: &JobId, limit: Duration) {
        let end = {
            let known = lock(&self.known);
            known
                .all
                .get(id)
                .filter(|job| job.user == *user)
                .map(|job| job.end.clone())
        };
        if let Some(mut end) = end {
            // The end closes the channel. A time-out needs no handling: the caller reads the state
            // afterwards.
            let _ = tokio::time::timeout(limit, end.changed()).await;
        }
    }

    /// Cancels a running job, or drops the result of an ended one.
    ///
    /// # Errors
    /// As [`Jobs::state`].
    pub fn forget(&self, user: &UserId, id: &JobId) -> Result<(), ApiError> {
        let mut known = lock(&self.known);
        let own = known.all.get(id).is_some_and(|job| job.user == *user);
        if !own {
            return Err(ApiError::not_found("job"));
        }
        known.all.remove(id);
        Ok(())
    }

    /// Cancels all jobs of an account and drops their results.
    pub fn forget_account(&self, user: &UserId) {
        lock(&self.known).all.retain(|_, job| job.user != *user);
    }
}

/// Ignores poisoning: no holder of these locks leaves a half-done change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Limits on the bytes of kept results.
#[derive(Clone, Copy)]
struct ResultLimits {
    /// For one account.
    each: usize,
    all: usize,
}

const RESULT_LIMITS: ResultLimits = ResultLimits {
    each: 64 << 20,
    all: 512 << 20,
};
const KEPT: Duration = Duration::from_secs(3600);
const RUNNING: usize = 4;
const KNOWN: usize = 64;

#[cfg(test)]
mod tests {
    use lockstep_store::{SystemClock, SystemEntropy};

    use super::*;

    #[tokio::test]
    async fn a_running_job_says_how_far_its_work_is() {
        let jobs = Jobs {
            known: Arc::default(),
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
        };
        let user = UserId::from_bytes([1; 16]);
        let (arrived, mut arriving) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, going_on) = std::sync::mpsc::channel::<()>();
        // The pool runs the work on a thread of its own.
        let work = Pool::new().run(&user, move |cancel| {
            arrived.send(()).unwrap();
            going_on.recv().unwrap();
            cancel.expect(3);
            for _ in 0..3 {
                arrived.send(()).unwrap();
                going_on.recv().unwrap();
                cancel.advance();
            }
            Ok(7)
        });
        let of = (Area::Encryption, &user);
        let id = jobs.begin(of, &IdempotencyKey::default(), work).unwrap();
        let mut seen = Vec::new();
        for _ in 0..4 {
            arriving.recv().await.unwrap();
            let Ok((_, JobState::Running(progress))) = jobs.state(&user, &id) else {
                panic!("the job ended early");
            };
            seen.push(progress.map(|it| (it.done, it.total)));
            go_on.send(()).unwrap();
        }
        assert_eq!(seen, [None, Some((0, 3)), Some((1, 3)), Some((2, 3))]);
        jobs.wait(&user, &id, Duration::from_secs(60)).await;
        let (_, ended) = jobs.state(&user, &id).unwrap();
        assert!(matches!(ended, JobState::Succeeded(answer) if answer.get() == "7"));
    }

    /// Ends jobs of the given accounts in order, with results of the given sizes; returns the
    /// indices of the jobs still known.
    fn kept(jobs: &[(u8, usize)], limit: ResultLimits) -> Vec<usize> {
        let mut known = KnownJobs::default();
        let mut ids = Vec::new();
        for (of, bytes) in jobs {
            let id = JobId::generate(Timestamp(0), &SystemEntropy);
            let (_, end) = watch::channel(());
            let job = Job {
                area: Area::Encryption,
                user: UserId::from_bytes([*of; 16]),
                idempotency_key: None,
                outcome: None,
                progress: Arc::default(),
                begun: Timestamp(0),
                ended: None,
                end,
                work: tokio::spawn(async {}).abort_handle(),
            };
            known.all.insert(id.clone(), job);
            // A JSON string includes its two quotes.
            let answer = to_raw_value(&"a".repeat(*bytes - 2)).unwrap();
            assert_eq!(answer.get().len(), *bytes);
            let outcome = Outcome::Succeeded(answer.into());
            known.end(&id, outcome, Duration::ZERO, limit);
            ids.push(id);
        }
        let there = ids.iter().enumerate();
        there
            .filter(|(_, id)| known.all.contains_key(*id))
            .map(|(place, _)| place)
            .collect()
    }

    #[tokio::test]
    async fn the_answers_that_came_first_go_first() {
        let limit = ResultLimits {
            each: 100,
            all: 250,
        };
        for (jobs, expected) in [
            (&[(1, 50), (1, 50)][..], &[0, 1][..]),
            (&[(1, 50), (1, 50), (1, 10)], &[1, 2]),
            (&[(1, 50), (1, 50), (1, 60)], &[2]),
            (&[(1, 50), (1, 1000)], &[1]),
            (&[(1, 1000), (1, 10)], &[1]),
            (&[(1, 50), (2, 90), (1, 50)], &[0, 1, 2]),
            (&[(1, 90), (2, 90), (3, 70)], &[0, 1, 2]),
            (&[(1, 90), (2, 90), (3, 71)], &[1, 2]),
            (&[(1, 90), (2, 90), (3, 1000)], &[2]),
        ] {
            assert_eq!(kept(jobs, limit), expected, "{jobs:?}");
        }
    }
}
