//! The writer thread: runs jobs in groups, each group one transaction and one fsync.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::job::{Job, QueueCloser, run_job};
use super::signals::Signals;
use crate::active_node::SIGN_OF_LIFE;
use crate::clock::{Clock, Entropy};
use crate::connection::Connection;
use crate::error::{EngineError, StoreError};
use crate::owner::QueueOwner;
use crate::space::Space;
use crate::tx::{Tx, record_time};
use crate::write_queue::{WriteQueue, WriterKind};
use crate::write_size::{WriteSize, WriteSizes};

pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    /// Whether it is the only writer, or the one of several that runs jobs of several accounts.
    pub(super) kind: WriterKind,
    pub(super) signals: Arc<Signals>,
    pub(super) space: Arc<Space>,
    /// Whether PostgreSQL could not be reached or had no space for the last group.
    pub(super) is_refusing: Arc<AtomicBool>,
    /// Whether PostgreSQL had no space for a job of the group.
    pub(super) lacks_space: Cell<bool>,
    /// Whether the last group that PostgreSQL refused lacked space.
    pub(super) lacked_space: Cell<bool>,
    /// The number of next groups in which every job has a savepoint.
    pub(super) guarded_groups: Cell<u32>,
    pub(super) queue: Arc<WriteQueue<Box<dyn Job>>>,
    pub(super) sizes: WriteSizes,
}

impl Writer {
    pub(super) fn work(mut self) {
        let _queue = QueueCloser(Arc::clone(&self.queue));
        while let Some((owner, first)) = self.queue.next(self.kind) {
            self.group(owner, first);
            self.queue.end_group(self.kind);
        }
        // A closed store is one file: the write-ahead log is copied into the database.
        if let Connection::Sqlite(sqlite) = &self.connection
            && let Err(error) = sqlite.pragma_update(None, "wal_checkpoint", "TRUNCATE")
        {
            tracing::debug!(%error, "checkpoint at close");
        }
    }

    /// Commits `first` and all jobs queued after it. If the disk is full, the jobs that free space
    /// run again one by one.
    fn group(&mut self, owner: QueueOwner, first: Box<dyn Job>) {
        self.space.check_disk();
        let was_full = self.space.is_full();
        let first = (Some(owner), first);
        let (queue, kind) = (Arc::clone(&self.queue), self.kind);
        let (done, committed) = self.commit(first, || {
            let next = queue.try_next(kind);
            next.map(|(owner, job)| (Some(owner), job))
        });
        if matches!(committed, Err(GroupFailure::Transient(_))) {
            return self.retry(done, committed);
        }
        if matches!(committed, Err(GroupFailure::Unreachable(_))) {
            send_outcomes(done, &committed);
            return self.refuse_waiting(&committed);
        }
        if committed.is_ok() || was_full || !self.space.is_full() {
            return send_outcomes(done, &committed);
        }
        for job in done {
            let (done, committed) = self.commit((None, job), || None);
            send_outcomes(done, &committed);
        }
    }

    /// Runs the jobs of a group again, whose transaction another one or a lost connection has ended.
    fn retry(&mut self, mut jobs: Vec<Box<dyn Job>>, mut failed: Result<(), GroupFailure>) {
        for _ in 0..RETRIES {
            count_repeated();
            let mut waiting = jobs.into_iter().map(|job| (None, job));
            let Some(first) = waiting.next() else {
                return;
            };
            let (done, committed) = self.commit(first, || waiting.next());
            // A group ends after some time; the others run on their own.
            let rest: Vec<Box<dyn Job>> = waiting.map(|(_, job)| job).collect();
            match committed {
                Err(GroupFailure::Transient(_)) => {
                    jobs = done.into_iter().chain(rest).collect();
                }
                Err(GroupFailure::Unreachable(_)) => {
                    let all = done.into_iter().chain(rest).collect();
                    send_outcomes(all, &committed);
                    return self.refuse_waiting(&committed);
                }
                committed => {
                    send_outcomes(done, &committed);
                    jobs = rest;
                }
            }
            if jobs.is_empty() {
                return;
            }
            failed = Err(GroupFailure::Transient(
                "the database ended the transaction several times".to_owned(),
            ));
        }
        send_outcomes(jobs, &failed);
    }

    /// Refuses the jobs that queued while the database was not reached: each of them would wait as long again. So would those of
    /// other writers, which give the general one a job when it has refused one.
    fn refuse_waiting(&self, failed: &Result<(), GroupFailure>) {
        let mut waiting = Vec::new();
        // This writer works alone until its group ends.
        while let Some((owner, job)) = self.queue.try_next(WriterKind::Only) {
            self.end_turn(Some(owner), Duration::ZERO);
            waiting.push(job);
        }
        send_outcomes(waiting, failed);
    }

    /// Charges the time of a job to its account; a job that runs again was charged before.
    fn end_turn(&self, owner: Option<QueueOwner>, spent: Duration) {
        if let Some(owner) = owner {
            self.queue.end(&owner, spent);
        }
    }

    /// Runs jobs in one transaction. Returns the jobs that ran, and whether they are on disk.
    fn commit(
        &mut self,
        first: QueuedJob,
        mut more: impl FnMut() -> Option<QueuedJob>,
    ) -> (Vec<Box<dyn Job>>, Result<(), GroupFailure>) {
        let start = self.clock.monotonic();
        let mut done: Vec<Box<dyn Job>> = Vec::new();
        let (mut appended, mut broken, mut is_open) = (AppendedRows::default(), None, false);
        let mut next = Some(first);
        let mut before = start;
        // As long as every job of the group may run again, none needs a savepoint.
        let mut may_repeat = self.may_repeat();
        while let Some((owner, mut job)) = next {
            if !self.space.admits(job.name()) {
                self.end_turn(owner, Duration::ZERO);
                job.settle(Err(StoreError::Full));
                next = more();
                continue;
            }
            may_repeat &= job.is_repeatable();
            let ran = if is_open {
                self.job(&mut *job, may_repeat)
            } else {
                let begun = self.connection.begin_write();
                is_open = begun.is_ok();
                begun.and_then(|()| self.job(&mut *job, may_repeat))
            };
            done.push(job);
            let ran = match ran {
                Ok(Some(by_job)) => Ok(by_job),
                Ok(None) => {
                    (may_repeat, appended) = (false, AppendedRows::default());
                    self.run_again(&mut done)
                }
                Err(error) => Err(error),
            };
            let now = self.clock.monotonic();
            self.end_turn(owner, now.saturating_sub(before));
            before = now;
            match ran {
                Ok(by_job) => appended.add(by_job),
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            }
            let full = done.len() >= GROUP_JOBS || now.saturating_sub(start) > GROUP_TIME;
            next = if full { None } else { more() };
        }
        if done.is_empty() {
            return (done, Ok(()));
        }
        let fsync = self.clock.monotonic();
        let was_lost = broken.is_some() && self.connection.is_lost();
        let committed = broken.map_or_else(|| self.connection.commit(), Err);
        let committed =
            committed.map_err(|error| self.end_failed(&error, done.len(), is_open, was_lost));
        let end = self.clock.monotonic();
        metrics::histogram!("lockstep_store_commit_seconds").record(end.saturating_sub(fsync));
        metrics::histogram!("lockstep_store_group_jobs").record(done.len() as f64);
        self.note_refusal(&done, &committed);
        if committed.is_ok() {
            self.signals.send(appended.event, appended.entry);
        }
        (done, committed)
    }

    /// Records whether PostgreSQL could not be reached or had no space for a group.
    fn note_refusal(&self, done: &[Box<dyn Job>], committed: &Result<(), GroupFailure>) {
        let lacks_space = self.lacks_space.take();
        if lacks_space || matches!(committed, Err(GroupFailure::Unreachable(_))) {
            self.lacked_space.set(lacks_space);
            self.is_refusing.store(true, Ordering::Relaxed);
            return;
        }
        // A sign of life changes a row in its place, also on a full disk.
        let needs_no_space = done.iter().all(|job| job.name() == SIGN_OF_LIFE);
        if committed.is_ok() && !(self.lacked_space.get() && needs_no_space) {
            self.is_refusing.store(false, Ordering::Relaxed);
        }
    }

    /// Whether the jobs of the next group may run without savepoints. They may not in the [`GUARDED_GROUPS`] groups after one
    /// that ran again, so that an account whose jobs fail costs the others little.
    fn may_repeat(&self) -> bool {
        let guarded = self.guarded_groups.get();
        self.guarded_groups.set(guarded.saturating_sub(1));
        guarded == 0
    }

    /// Rolls a group back because one of its jobs failed without a savepoint, and runs its jobs again, each with a savepoint.
    /// Returns what all of them appended.
    fn run_again(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<AppendedRows, EngineError> {
        tracing::debug!(
            jobs = jobs.len(),
            "a job failed after a change: its group runs again"
        );
        count_repeated();
        self.guarded_groups.set(GUARDED_GROUPS);
        self.connection.rollback()?;
        self.connection.begin_write()?;
        let mut appended = AppendedRows::default();
        for job in jobs {
            appended.add(self.job(&mut **job, false)?.unwrap_or_default());
        }
        Ok(appended)
    }

    /// Rolls a group back that failed, and says how it failed. `has_begun`: its transaction began; `was_lost`: a job of it
    /// lost the connection.
    fn end_failed(
        &self,
        error: &EngineError,
        jobs: usize,
        has_begun: bool,
        was_lost: bool,
    ) -> GroupFailure {
        if self.connection.is_in_transaction()
            && !self.connection.is_lost()
            && let Err(error) = self.connection.rollback()
        {
            tracing::error!(%error, "rollback failed");
        }
        if !has_begun && error.is_unavailable() {
            tracing::error!(%error, jobs, "the database cannot be reached");
            return GroupFailure::Unreachable(error.to_string());
        }
        if was_lost || error.is_transient() {
            tracing::warn!(%error, jobs, "the transaction runs again");
            return GroupFailure::Transient(error.to_string());
        }
        tracing::error!(%error, jobs, "commit failed");
        if error.is_full() {
            self.ran_out();
        }
        if error.is_full() || self.space.is_full() {
            return GroupFailure::Full;
        }
        GroupFailure::Failed(error.to_string())
    }

    /// Records that there is no space. The disk of a PostgreSQL server is its own: the reserve on this machine's disk would
    /// not help it.
    fn ran_out(&self) {
        match &self.connection {
            Connection::Sqlite(_) => self.space.ran_out(),
            Connection::Postgres(_) => self.lacks_space.set(true),
        }
    }

    /// Runs one job under its savepoint; returns what it appended for listeners. An error ends the
    /// whole group: the engine has rolled all of it back (its disk failed or is full), or could not
    /// undo the changes of this job. With `may_repeat`, the embedded engine sets no savepoint. `None` then says that the job
    /// failed and that its changes, or those of a statement that failed, are still in the transaction.
    fn job(
        &self,
        job: &mut dyn Job,
        may_repeat: bool,
    ) -> Result<Option<AppendedRows>, EngineError> {
        let start = self.clock.monotonic();
        let has_savepoint = !may_repeat || matches!(self.connection, Connection::Postgres(_));
        if has_savepoint {
            self.connection.savepoint()?;
        }
        let changes = self.connection.changes();
        let begin = || Tx::new(&self.connection, &*self.clock, &*self.entropy);
        let (tx, keep) = run_job(&self.connection, job, begin)?;
        let appended = AppendedRows {
            event: tx.appended_event && keep,
            entry: tx.appended_entry && keep,
        };
        let size = WriteSize {
            rows: self.connection.changes().saturating_sub(changes),
            bytes: tx.given_bytes(),
        };
        self.sizes.note(job.name(), size);
        if tx.ran_out() {
            self.ran_out();
        }
        if has_savepoint || !self.connection.is_in_transaction() {
            // Where the engine has ended the transaction, this is an error.
            self.connection.release(keep)?;
        } else if !keep && (tx.has_failed() || self.connection.changes() != changes) {
            return Ok(None);
        }
        record_time(
            "write",
            job.name(),
            self.clock.monotonic().saturating_sub(start),
        );
        Ok(Some(appended))
    }
}

/// The entries of a transaction that listeners wait for.
#[derive(Clone, Copy, Default)]
struct AppendedRows {
    /// An event in the outbox.
    event: bool,
    /// An entry of the audit log.
    entry: bool,
}

impl AppendedRows {
    fn add(&mut self, other: Self) {
        self.event |= other.event;
        self.entry |= other.entry;
    }
}

/// A job and the account whose turn it is; `None` if the job runs again.
type QueuedJob = (Option<QueueOwner>, Box<dyn Job>);

/// The reason why nothing of a group was stored.
enum GroupFailure {
    Full,
    Failed(String),
    /// The same transaction may succeed.
    Transient(String),
    /// The database was not reached for some seconds: no transaction began.
    Unreachable(String),
}

/// Counts a group that runs again.
pub(super) fn count_repeated() {
    metrics::counter!("lockstep_store_groups_repeated").increment(1);
}

/// Sends each job the outcome of its commit.
fn send_outcomes(done: Vec<Box<dyn Job>>, committed: &Result<(), GroupFailure>) {
    for job in done {
        let transaction = job.name();
        job.settle(match committed {
            Ok(()) => Ok(()),
            Err(GroupFailure::Full) => Err(StoreError::Full),
            Err(GroupFailure::Transient(reason) | GroupFailure::Unreachable(reason)) => {
                Err(StoreError::Unavailable(reason.clone()))
            }
            Err(GroupFailure::Failed(reason)) => Err(StoreError::Commit {
                transaction,
                reason: reason.clone(),
            }),
        });
    }
}

pub(super) const GROUP_JOBS: usize = 512;
/// The number of groups with savepoints after a group that ran again because a job failed without one. With telemetry, they
/// take some minutes.
const GUARDED_GROUPS: u32 = 1000;
/// How often a group runs again that another transaction or a lost connection has ended.
const RETRIES: usize = 4;
/// After this time a group takes no more jobs, so that its first caller does not wait long.
pub(super) const GROUP_TIME: Duration = Duration::from_millis(20);
