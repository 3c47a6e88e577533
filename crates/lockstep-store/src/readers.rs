//! Read connections, shared fairly between accounts by slots.
//!
//! A slot is permission to compute; a connection holds a snapshot. A read that takes longer than
//! [`PORTION`] keeps its snapshot and lends its slot to others between two rows ([`Lease::step`]).
//! There are therefore more connections than slots.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::clock::{Clock, Entropy};
use crate::connection::Connection;
use crate::database_location::DatabaseLocation;
use crate::error::{EngineError, StoreError};
use crate::fair::{FairLimits, FairQueue};
use crate::lease::Lease;
use crate::lock::lock;
use crate::options::Options;
use crate::owner::QueueOwner;
use crate::read_threads::ReadThreads;
use crate::replica::Replica;
use crate::tx::{Tx, record_time};

/// The read connections.
pub(crate) struct Readers {
    queue: FairQueue,
    pool: Arc<Pool>,
    threads: Arc<ReadThreads>,
    /// The maximum number of milliseconds of a read for an account, from its arrival.
    timeout_ms: AtomicU64,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

struct Pool {
    location: DatabaseLocation,
    /// Where these are the readers of a replica: it admits each connection before a read.
    replica: Option<Arc<Replica>>,
    /// `None` once the store is closed.
    idle: Mutex<Option<Vec<Connection>>>,
    max_idle: AtomicUsize,
}

impl Readers {
    /// Opens a connection for requests; the others are opened when they are needed. There are `options.readers` slots, half
    /// of them for one account.
    pub(crate) fn open(options: &Options) -> Result<Self, StoreError> {
        let slots = options.readers.max(1);
        Self::with(options, limits(slots), slots)
    }

    /// Changes the number of slots, and the time after which a read for an account ends with an error.
    pub(crate) fn limit(&self, slots: usize, timeout: Duration) {
        let slots = slots.max(1);
        self.pool.max_idle.store(2 * slots, Ordering::Relaxed);
        let timeout = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        self.timeout_ms.store(timeout, Ordering::Relaxed);
        self.queue.resize(limits(slots));
    }

    /// Opens a connection for resolving credentials, and a second one when it is needed: no other reads are queued here,
    /// and each read takes microseconds.
    pub(crate) fn open_for_credentials(options: &Options) -> Result<Self, StoreError> {
        let limits = FairLimits {
            slots: CREDENTIAL_READERS,
            slots_per_account: CREDENTIAL_READERS,
            begun: CREDENTIAL_READERS,
            begun_per_account: CREDENTIAL_READERS,
            waiting: MAX_WAITING_CREDENTIALS,
            waiting_per_account: MAX_WAITING_CREDENTIALS,
            portion: PORTION,
        };
        Self::with(options, limits, CREDENTIAL_READERS)
    }

    fn with(options: &Options, limits: FairLimits, slots: usize) -> Result<Self, StoreError> {
        let location = DatabaseLocation::of(options);
        // One connection shows whether the store can be read. Each reads the schema when it is opened.
        let first = location.open_reader()?;
        let pool = Pool {
            location,
            replica: None,
            idle: Mutex::new(Some(vec![first])),
            max_idle: AtomicUsize::new(2 * slots),
        };
        Ok(Self::of(options, limits, slots, pool))
    }

    /// Prepares connections to a replica, as many as to the store. Each is opened when it is needed.
    pub(crate) fn open_for_replica(options: &Options, replica: &Arc<Replica>) -> Self {
        let slots = options.readers.max(1);
        let pool = Pool {
            location: DatabaseLocation::Server(replica.url().clone()),
            replica: Some(Arc::clone(replica)),
            idle: Mutex::new(Some(Vec::new())),
            max_idle: AtomicUsize::new(2 * slots),
        };
        Self::of(options, limits(slots), slots, pool)
    }

    fn of(options: &Options, limits: FairLimits, slots: usize, pool: Pool) -> Self {
        Self {
            queue: FairQueue::new(limits, Arc::clone(&options.clock)),
            pool: Arc::new(pool),
            threads: ReadThreads::new(2 * slots),
            timeout_ms: AtomicU64::new(u64::MAX),
            clock: Arc::clone(&options.clock),
            entropy: Arc::clone(&options.entropy),
        }
    }

    /// Runs a read for `owner` when it is that owner's turn. Dropping the future ends it at its
    /// next row.
    pub(crate) async fn read<T, E, F>(
        &self,
        owner: QueueOwner,
        name: &'static str,
        job: F,
    ) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let awaited = ReadGuard::default();
        let (answer, answered) = oneshot::channel();
        let job = TypedJob {
            job: Some(job),
            outcome: None,
            answer,
        };
        let is_cancelled = Arc::clone(&awaited.0);
        self.start(owner, name, Box::new(job), is_cancelled).await?;
        let result = answered.await;
        drop(awaited);
        result.unwrap_or_else(|_| Err(StoreError::Panicked { transaction: name }.into()))
    }

    /// Starts a read on a thread when it is its owner's turn. This is compiled once; [`Self::read`]
    /// is compiled for each of its callers.
    async fn start(
        &self,
        owner: QueueOwner,
        name: &'static str,
        mut job: Box<dyn Job>,
        is_cancelled: Arc<AtomicBool>,
    ) -> Result<(), StoreError> {
        let arrived = self.clock.monotonic();
        let timeout = Duration::from_millis(self.timeout_ms.load(Ordering::Relaxed));
        // The server's own reads are as long as the store: a scrub, the verification of the audit chain.
        let bounded = matches!(owner, QueueOwner::Account(_));
        let entering = self.queue.enter(owner.clone(), name);
        let slot = match bounded {
            true => tokio::time::timeout(timeout, entering)
                .await
                .map_err(|_| StoreError::Overdue { transaction: name })??,
            false => entering.await?,
        };
        let deadline = bounded.then(|| arrived.saturating_add(timeout));
        let start = self.clock.monotonic();
        metrics::histogram!("lockstep_store_read_wait_seconds")
            .record(start.saturating_sub(arrived));
        let (pool, clock) = (Arc::clone(&self.pool), Arc::clone(&self.clock));
        let (entropy, timing) = (Arc::clone(&self.entropy), Arc::clone(&self.clock));
        let transact = move |job: &mut dyn Job, lease: &Lease| {
            let mut connection = pool.take(name)?;
            connection.limit_answers(match owner {
                QueueOwner::System => LONG_ANSWERS,
                QueueOwner::Anonymous | QueueOwner::Account(_) => 1,
            });
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                owner.clone().enter(|| {
                    pool.begin(&mut connection)?;
                    job.run(&Tx::reading(&connection, &*clock, &*entropy, lease));
                    Ok::<(), StoreError>(())
                })
            }));
            // A read changes nothing, so it ends with a rollback.
            let ended = connection.rollback();
            pool.give_back(connection);
            record_time("read", name, clock.monotonic().saturating_sub(start));
            outcome.unwrap_or(Err(StoreError::Panicked { transaction: name }))?;
            ended.map_err(|source| match source.is_unavailable() {
                true => StoreError::from(source),
                false => StoreError::Engine {
                    transaction: name,
                    source,
                },
            })
        };
        let run = move || {
            // The slot is released after the connection, even if no caller waits for the result.
            let lease = Lease {
                slot,
                is_cancelled,
                name,
                deadline,
                clock: timing,
            };
            let ended = transact(&mut *job, &lease);
            drop(lease);
            job.settle(name, ended);
        };
        let started = self.threads.run(Box::new(run));
        started.map_err(|source| StoreError::File {
            path: "store-reader".into(),
            source,
        })
    }

    /// Refuses waiting and new reads, and closes the idle connections.
    pub(crate) fn close(&self) {
        self.queue.close();
        drop(lock(&self.pool.idle).take());
    }
}

/// Returns the sizes of the queue of requests.
fn limits(slots: usize) -> FairLimits {
    FairLimits {
        slots,
        slots_per_account: (slots / 2).max(1),
        begun: slots * SNAPSHOTS_PER_SLOT,
        begun_per_account: slots,
        waiting: MAX_WAITING_READS,
        waiting_per_account: MAX_WAITING_READS_PER_ACCOUNT,
        portion: PORTION,
    }
}

/// A read on its way to a thread, without its types.
trait Job: Send {
    /// Runs the read once.
    fn run(&mut self, tx: &Tx<'_>);
    /// Sends the result after the end of the transaction.
    fn settle(self: Box<Self>, name: &'static str, ended: Result<(), StoreError>);
}

struct TypedJob<T, E, F> {
    job: Option<F>,
    outcome: Option<Result<T, E>>,
    answer: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Job for TypedJob<T, E, F>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &Tx<'_>) {
        self.outcome = self.job.take().map(|job| job(tx));
    }

    fn settle(self: Box<Self>, name: &'static str, ended: Result<(), StoreError>) {
        let result = match (self.outcome, ended) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Panicked { transaction: name }.into()),
        };
        // If no caller waits for the result any longer, it is dropped.
        drop(self.answer.send(result));
    }
}

impl Pool {
    fn take(&self, name: &'static str) -> Result<Connection, StoreError> {
        if let Some(replica) = &self.replica {
            // While this read waited for its turn, another one may have found that the replica does not answer.
            replica.ensure_usable()?;
        }
        let idle = lock(&self.idle)
            .as_mut()
            .ok_or(StoreError::Closed { transaction: name })?
            .pop();
        let Some(replica) = &self.replica else {
            return idle.map_or_else(|| self.location.open_reader(), Ok);
        };
        replica
            .admit(idle.map_or_else(|| replica.open_reader(), Ok))
            .inspect_err(|_| self.forget_idle())
    }

    /// Begins a read. On a replica, only on the connection that was admitted.
    fn begin(&self, connection: &mut Connection) -> Result<(), EngineError> {
        match &self.replica {
            None => connection.begin_read(),
            Some(_) => connection.begin_read_here(),
        }
    }

    /// Closes the idle connections: after one has failed, the others would fail one by one.
    fn forget_idle(&self) {
        let idle = lock(&self.idle).as_mut().map(std::mem::take);
        // Outside of the lock.
        drop(idle);
    }

    fn give_back(&self, connection: Connection) {
        if connection.is_lost()
            && let Some(replica) = &self.replica
        {
            replica.fail();
            self.forget_idle();
        }
        let mut idle = lock(&self.idle);
        if let Some(idle) = idle.as_mut()
            && !connection.is_lost()
            && idle.len() < self.max_idle.load(Ordering::Relaxed)
        {
            idle.push(connection);
        }
    }
}

/// Tells the read that its future was dropped.
#[derive(Default)]
struct ReadGuard(Arc<AtomicBool>);

impl Drop for ReadGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The time that a read computes before it lends its slot to others.
const PORTION: Duration = Duration::from_millis(20);
/// How many times as long the server's own reads wait for an answer: some read whole tables.
const LONG_ANSWERS: u32 = 20;
/// The open snapshots for each slot: reads that wait for their next portion keep theirs.
const SNAPSHOTS_PER_SLOT: usize = 8;
const MAX_WAITING_READS: usize = 16_384;
const MAX_WAITING_READS_PER_ACCOUNT: usize = 64;
const CREDENTIAL_READERS: usize = 2;
/// The maximum number of credential reads that may wait; all wait as [`QueueOwner::Anonymous`].
const MAX_WAITING_CREDENTIALS: usize = 16_384;
