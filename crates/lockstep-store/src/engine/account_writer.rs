//! The writers of accounts: on PostgreSQL, each runs jobs that concern one account, beside the others and their accounts.
//!
//! The queue lets none of them work while the general writer does, and gives an account to one of them at a time. So the
//! transactions of different writers have no rows in common, except [`SharedRows`], which they store in turn. They need no
//! stricter isolation than READ COMMITTED, and never wait for each other's locks.
//!
//! What such a writer cannot store goes to the general writer, which connects again, waits and refuses. Only a commit that
//! may have happened does not: its callers get the error. While no writer of accounts is connected, the general writer runs
//! every job: they connect outside of their groups, so that no job waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::job::{Job, QueueCloser, run_job};
use super::signals::Signals;
use super::writer::{GROUP_JOBS, GROUP_TIME, count_repeated};
use crate::audit;
use crate::clock::{Clock, Entropy};
use crate::connection::Connection;
use crate::database_location::DatabaseLocation;
use crate::error::{EngineError, StoreError};
use crate::figure;
use crate::lock::lock;
use crate::outbox;
use crate::owner::QueueOwner;
use crate::shared_rows::SharedRows;
use crate::space::Space;
use crate::tx::{Tx, record_time};
use crate::write_queue::{WriteQueue, WriterKind};
use crate::write_size::{WriteSize, WriteSizes};

pub(super) struct AccountWriter {
    /// Its number among its kind.
    pub(super) number: usize,
    pub(super) location: DatabaseLocation,
    /// Opened when a first job could have used it.
    pub(super) connection: Option<Connection>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(super) signals: Arc<Signals>,
    pub(super) space: Arc<Space>,
    /// Whether PostgreSQL could not be reached or had no space for the last group.
    pub(super) is_refusing: Arc<AtomicBool>,
    pub(super) queue: Arc<WriteQueue<Box<dyn Job>>>,
    pub(super) sizes: WriteSizes,
    /// Held by the writer that stores its shared rows and commits.
    pub(super) storing_shared: Arc<Mutex<()>>,
}

impl AccountWriter {
    pub(super) fn work(mut self) {
        let _queue = QueueCloser(Arc::clone(&self.queue));
        let kind = WriterKind::OfAccounts(self.number);
        let mut is_available = false;
        loop {
            if !is_available {
                if !self.queue.wait_until_wanted() {
                    return;
                }
                is_available = self.try_connect();
                continue;
            }
            let Some(first) = self.queue.next(kind) else {
                return;
            };
            let mut done = Vec::new();
            let outcome = self.group(first, &mut done);
            self.settle(outcome, done);
            self.queue.end_group(kind);
            if self.connection.as_ref().is_none_or(Connection::is_lost) {
                is_available = false;
                self.queue.set_available(false);
            }
        }
    }

    /// Connects while this writer has no group, so that no other waits for it. After a failure, waits a short time.
    fn try_connect(&mut self) -> bool {
        match self.connect() {
            Ok(()) => {
                self.queue.set_available(true);
                true
            }
            Err(error) => {
                tracing::warn!(
                    %error,
                    "a session that stores points beside the general one cannot be opened: that one stores them until then. \
                     If it has no connection left, raise max_connections, or set store.account_writers to fewer"
                );
                self.queue.set_unwanted();
                self.queue.pause(PAUSE);
                false
            }
        }
    }

    fn connect(&mut self) -> Result<(), EngineError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => self.connection.insert({
                let mut connection = self.location.open_account_writer(self.number)?;
                connection.limit_answers(1);
                connection
            }),
        };
        connection.connect_again()
    }

    /// Sends the jobs of a group their outcome, or gives them to the general writer.
    fn settle(&self, outcome: Result<SharedRows, EngineError>, done: Vec<Box<dyn Job>>) {
        match outcome {
            Ok(shared) => {
                self.is_refusing.store(false, Ordering::Relaxed);
                self.signals
                    .send(!shared.events.is_empty(), !shared.entries.is_empty());
                for job in done {
                    job.settle(Ok(()));
                }
            }
            Err(error) if error.is_outcome_unknown() => {
                tracing::error!(%error, jobs = done.len(), "commit failed");
                for job in done {
                    let (transaction, reason) = (job.name(), error.to_string());
                    job.settle(Err(StoreError::Commit {
                        transaction,
                        reason,
                    }));
                }
            }
            Err(error) => {
                tracing::debug!(%error, jobs = done.len(), "the general writer runs a group of accounts");
                count_repeated();
                for mut job in done {
                    job.make_general();
                    self.queue.push_again(job);
                }
            }
        }
    }

    /// Runs the first job and those that wait for this writer in one transaction. `done` gets all of them. After an error,
    /// nothing of them is stored, unless the outcome of the commit is not known.
    fn group(
        &mut self,
        first: (QueueOwner, Box<dyn Job>),
        done: &mut Vec<Box<dyn Job>>,
    ) -> Result<SharedRows, EngineError> {
        let stored = self.run_all(first, done).and_then(|shared| {
            self.commit(&shared)?;
            Ok(shared)
        });
        if let Some(connection) = &self.connection
            && stored.is_err()
            && connection.is_in_transaction()
            && !connection.is_lost()
            && let Err(error) = connection.rollback()
        {
            tracing::debug!(%error, "rollback failed");
        }
        metrics::histogram!("lockstep_store_group_jobs").record(done.len() as f64);
        stored
    }

    fn run_all(
        &mut self,
        first: (QueueOwner, Box<dyn Job>),
        done: &mut Vec<Box<dyn Job>>,
    ) -> Result<SharedRows, EngineError> {
        let start = self.clock.monotonic();
        let mut before = start;
        let mut shared = SharedRows::default();
        let mut next = Some(first);
        let mut outcome = self.begin();
        while let Some((owner, mut job)) = next {
            if outcome.is_ok() {
                outcome = self.run(&mut *job, &mut shared);
            }
            done.push(job);
            let now = self.clock.monotonic();
            self.queue.end(&owner, now.saturating_sub(before));
            before = now;
            let is_full = done.len() >= GROUP_JOBS || now.saturating_sub(start) > GROUP_TIME;
            next = match outcome.is_err() || is_full {
                true => None,
                false => self.queue.try_next(WriterKind::OfAccounts(self.number)),
            };
        }
        outcome.map(|()| shared)
    }

    /// Begins a transaction.
    fn begin(&mut self) -> Result<(), EngineError> {
        self.space.check_disk();
        match &mut self.connection {
            // The general writer knows which transactions free space.
            Some(connection) if !self.space.is_full() => connection.begin_write(),
            _ => Err(EngineError::interrupted()),
        }
    }

    /// Runs one job under its savepoint, and collects its shared rows if its changes stay.
    fn run(&self, job: &mut dyn Job, shared: &mut SharedRows) -> Result<(), EngineError> {
        let connection = self
            .connection
            .as_ref()
            .ok_or_else(EngineError::interrupted)?;
        let start = self.clock.monotonic();
        connection.savepoint()?;
        let changes = connection.changes();
        let (mut tx, keep) = run_job(connection, job, || {
            Tx::of_account(connection, &*self.clock, &*self.entropy)
        })?;
        if tx.ran_out() {
            return Err(EngineError::interrupted());
        }
        let size = WriteSize {
            rows: connection.changes().saturating_sub(changes),
            bytes: tx.given_bytes(),
        };
        self.sizes.note(job.name(), size);
        connection.release(keep)?;
        if let Some(collected) = tx.shared.take()
            && keep
        {
            shared.add(collected);
        }
        let spent = self.clock.monotonic().saturating_sub(start);
        record_time("write", job.name(), spent);
        Ok(())
    }

    /// Stores the shared rows and commits, in turn with the other writers of accounts.
    fn commit(&mut self, shared: &SharedRows) -> Result<(), EngineError> {
        let storing_shared = Arc::clone(&self.storing_shared);
        let _turn = lock(&storing_shared);
        let start = self.clock.monotonic();
        let connection = self
            .connection
            .as_mut()
            .ok_or_else(EngineError::interrupted)?;
        connection.savepoint()?;
        let mut tx = Tx::new(connection, &*self.clock, &*self.entropy);
        if let Err(error) = store_shared(&mut tx, shared) {
            tracing::debug!(%error, "the rows that accounts share");
            return Err(EngineError::interrupted());
        }
        drop(tx);
        connection.release_at_commit()?;
        connection.commit()?;
        let spent = self.clock.monotonic().saturating_sub(start);
        metrics::histogram!("lockstep_store_commit_seconds").record(spent);
        Ok(())
    }
}

/// Stores what the transactions of a group add to rows that all accounts share.
fn store_shared(tx: &mut Tx<'_>, shared: &SharedRows) -> Result<(), StoreError> {
    for figure in &shared.figures {
        figure::add_of_platform(tx, figure)?;
    }
    audit::append(tx, &shared.entries)?;
    outbox::append(tx, &shared.events)
}

/// The time until it tries to connect again.
const PAUSE: Duration = Duration::from_secs(2);
