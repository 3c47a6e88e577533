//! The queue of the writers: each account has its own queue, and the account whose jobs used the least time is next.
//!
//! The embedded engine has one writer. On PostgreSQL there can be several: one for all jobs, which runs alone, and others for
//! jobs that concern one account only. These run at the same time, each with other accounts. Both kinds take turns.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::account_queues::{AccountQueues, Bounds};
use crate::error::StoreError;
use crate::id::UserId;
use crate::owner::QueueOwner;

/// A job in the queue.
pub(crate) trait Queued {
    /// Returns the account that alone is concerned by the job; `None` if it may concern others.
    fn account(&self) -> Option<&UserId>;
}

/// The writer that asks for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriterKind {
    /// The only writer, which runs every job.
    Only,
    /// Runs the jobs that may concern several accounts, while no other writer works.
    General,
    /// Runs jobs that concern one account, beside others of its kind; it has this number.
    OfAccounts(usize),
}

/// Jobs that wait for a writer.
pub(crate) struct WriteQueue<J> {
    state: Mutex<State<J>>,
    /// A job arrived, or a group of jobs ended.
    changed: Condvar,
    /// The number of writers of accounts. Without them, there is one writer.
    account_writers: usize,
}

struct State<J> {
    queues: AccountQueues<J>,
    is_closed: bool,
    turns: Turns,
}

/// Which writers work, and which jobs wait for them.
#[derive(Default)]
struct Turns {
    general_waiting: usize,
    of_accounts_waiting: usize,
    is_general_working: bool,
    /// The writers of accounts that have a group.
    working: usize,
    /// The groups that writers of accounts may still begin while a general job waits.
    begins_left: usize,
    /// The writer that has jobs of an account in its group.
    held: HashMap<UserId, usize>,
    /// The writers of accounts that are connected. Without one, the general writer runs every job.
    available: usize,
    /// Whether a job arrived that a writer of accounts could have run, if it were connected.
    is_wanted: bool,
}

impl<J: Queued> WriteQueue<J> {
    pub(crate) fn new(account_writers: usize) -> Self {
        Self {
            state: Mutex::new(State {
                queues: AccountQueues::new(),
                is_closed: false,
                turns: Turns::default(),
            }),
            changed: Condvar::new(),
            account_writers,
        }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the queue of the account, or of all accounts together, is full;
    /// [`StoreError::Closed`] after [`WriteQueue::close`].
    pub(crate) fn push(
        &self,
        owner: &QueueOwner,
        name: &'static str,
        job: J,
    ) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.is_closed {
            return Err(StoreError::Closed { transaction: name });
        }
        let (each, all) = (MAX_WAITING_WRITES_PER_ACCOUNT, MAX_WAITING_WRITES);
        if state.queues.is_full(owner, each, all) {
            return Err(StoreError::Busy { transaction: name });
        }
        *state.turns.waiting(&job) += 1;
        state.turns.is_wanted |=
            job.account().is_some() && state.turns.available < self.account_writers;
        state.queues.push(owner, job);
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// Adds a job for the general writer that another writer could not run. It is accepted while that writer has its group,
    /// also after [`WriteQueue::close`].
    pub(crate) fn push_again(&self, job: J) {
        let mut state = self.state();
        *state.turns.waiting(&job) += 1;
        state.queues.push(&QueueOwner::System, job);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for the first job of a group, which lasts until [`WriteQueue::end_group`]; `None` once the queue is closed and
    /// has no more jobs for this writer.
    pub(crate) fn next(&self, writer: WriterKind) -> Option<(QueueOwner, J)> {
        let mut state = self.state();
        loop {
            if let Some(next) = state.begin(writer) {
                return Some(next);
            }
            if state.is_closed && state.turns.is_over_for(writer) {
                return None;
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the next job for a writer that has a group, if one waits.
    pub(crate) fn try_next(&self, writer: WriterKind) -> Option<(QueueOwner, J)> {
        self.state().take(writer)
    }

    /// Waits until a job arrives that a writer of accounts could run; `false` once the queue is closed.
    pub(crate) fn wait_until_wanted(&self) -> bool {
        let waiting = |state: &mut State<J>| !state.is_closed && !state.turns.is_wanted;
        let waited = self.changed.wait_while(self.state(), waiting);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        !state.is_closed
    }

    /// Waits for this time, or until the queue is closed.
    pub(crate) fn pause(&self, time: Duration) {
        let waiting = |state: &mut State<J>| !state.is_closed;
        drop(self.changed.wait_timeout_while(self.state(), time, waiting));
    }

    /// Records that a writer of accounts has connected, or has lost its connection. It has no group.
    pub(crate) fn set_available(&self, is_available: bool) {
        let mut state = self.state();
        let turns = &mut state.turns;
        turns.available = match is_available {
            true => turns.available + 1,
            false => turns.available.saturating_sub(1),
        };
        // A session that was lost must end at the server, too: it may hold locks.
        turns.is_wanted = turns.available < self.account_writers;
        drop(state);
        self.changed.notify_all();
    }

    /// Records that a writer of accounts could not connect: it tries again after the next job.
    pub(crate) fn set_unwanted(&self) {
        self.state().turns.is_wanted = false;
    }

    /// Waits until this number of writers of accounts is connected.
    #[cfg(test)]
    pub(crate) fn wait_until_available(&self, number: usize) {
        let waiting = |state: &mut State<J>| state.turns.available < number;
        drop(self.changed.wait_while(self.state(), waiting));
    }

    /// Ends the group of a writer: other writers may run jobs of its accounts.
    pub(crate) fn end_group(&self, writer: WriterKind) {
        let mut state = self.state();
        state.turns.end(writer, self.account_writers);
        drop(state);
        self.changed.notify_all();
    }

    /// Records that a job of this owner has run for `used`.
    pub(crate) fn end(&self, owner: &QueueOwner, used: Duration) {
        self.state().queues.end(owner, used);
    }

    /// Refuses new jobs; waiting jobs still run.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Refuses new jobs and drops the waiting ones, which will never run: a writer has failed.
    pub(crate) fn abandon(&self) {
        let waiting = {
            let mut state = self.state();
            state.is_closed = true;
            state.turns = Turns::default();
            state.queues.drain_fresh()
        };
        drop(waiting);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State<J>> {
        // Ignores poisoning: no holder of this lock leaves a half-done change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J: Queued> State<J> {
    /// Begins a group with the next job that a writer may run, if it may begin one.
    fn begin(&mut self, writer: WriterKind) -> Option<(QueueOwner, J)> {
        if !self.turns.may_begin(writer) {
            return None;
        }
        let next = self.take(writer)?;
        self.turns.begin(writer);
        Some(next)
    }

    /// Takes the next job that a writer may run.
    fn take(&mut self, writer: WriterKind) -> Option<(QueueOwner, J)> {
        let turns = &self.turns;
        let next = self
            .queues
            .next_of(UNBOUNDED, |job| turns.accepts(writer, job.account()))?;
        *self.turns.waiting(&next.1) -= 1;
        if let (WriterKind::OfAccounts(number), Some(account)) = (writer, next.1.account()) {
            self.turns.held.insert(account.clone(), number);
        }
        Some(next)
    }
}

impl Turns {
    fn waiting<J: Queued>(&mut self, job: &J) -> &mut usize {
        match job.account() {
            None => &mut self.general_waiting,
            Some(_) => &mut self.of_accounts_waiting,
        }
    }

    /// Whether a writer may run a job that concerns `account` alone.
    fn accepts(&self, writer: WriterKind, account: Option<&UserId>) -> bool {
        match (writer, account) {
            (WriterKind::Only, _) => true,
            (WriterKind::General, account) => account.is_none() || self.available == 0,
            (WriterKind::OfAccounts(_), None) => false,
            (WriterKind::OfAccounts(number), Some(account)) => {
                self.held.get(account).is_none_or(|by| *by == number)
            }
        }
    }

    /// Whether a writer may begin a group. After a general group, as many groups of accounts may begin as there are writers of
    /// accounts, then the next general group.
    fn may_begin(&self, writer: WriterKind) -> bool {
        match writer {
            WriterKind::Only => true,
            WriterKind::General => {
                let waits_for_accounts = self.begins_left > 0 && self.of_accounts_waiting > 0;
                self.working == 0 && (self.available == 0 || !waits_for_accounts)
            }
            WriterKind::OfAccounts(_) => {
                !self.is_general_working && (self.general_waiting == 0 || self.begins_left > 0)
            }
        }
    }

    fn begin(&mut self, writer: WriterKind) {
        match writer {
            WriterKind::Only => {}
            WriterKind::General => self.is_general_working = true,
            WriterKind::OfAccounts(_) => {
                self.working += 1;
                self.begins_left = self.begins_left.saturating_sub(1);
            }
        }
    }

    fn end(&mut self, writer: WriterKind, account_writers: usize) {
        match writer {
            WriterKind::Only => {}
            WriterKind::General => {
                self.is_general_working = false;
                self.begins_left = account_writers;
            }
            WriterKind::OfAccounts(number) => {
                self.working = self.working.saturating_sub(1);
                self.held.retain(|_, by| *by != number);
            }
        }
    }

    /// Whether a closed queue has no more jobs for a writer. Writers of accounts may still give jobs to the general one.
    fn is_over_for(&self, writer: WriterKind) -> bool {
        match writer {
            WriterKind::OfAccounts(_) => self.of_accounts_waiting == 0,
            WriterKind::Only | WriterKind::General => {
                self.general_waiting == 0 && self.of_accounts_waiting == 0 && self.working == 0
            }
        }
    }
}

/// A writer runs all jobs of its group.
const UNBOUNDED: Bounds = Bounds {
    running_per_account: usize::MAX,
    begun_per_account: usize::MAX,
    begun: usize::MAX,
};
/// An upload of 100 000 points waits with about 3 MB of memory.
const MAX_WAITING_WRITES_PER_ACCOUNT: usize = 64;
const MAX_WAITING_WRITES: usize = 16_384;

#[cfg(test)]
mod tests {
    use super::*;

    struct Waiting(&'static str, Option<UserId>);

    impl Queued for Waiting {
        fn account(&self) -> Option<&UserId> {
            self.1.as_ref()
        }
    }

    /// Adds jobs of one owner: those whose name begins with `a` concern an account.
    fn push(queue: &WriteQueue<Waiting>, names: &[&'static str]) {
        for &name in names {
            let account = name.starts_with('a').then(|| UserId::from_bytes([1; 16]));
            let pushed = queue.push(&QueueOwner::System, name, Waiting(name, account));
            pushed.unwrap();
        }
    }

    /// Begins and ends a group of one job; returns its name.
    fn run_one(queue: &WriteQueue<Waiting>, writer: WriterKind) -> Option<&'static str> {
        let (owner, Waiting(name, _)) = queue.state().begin(writer)?;
        queue.end(&owner, Duration::ZERO);
        queue.end_group(writer);
        Some(name)
    }

    const OF_ACCOUNTS: WriterKind = WriterKind::OfAccounts(0);

    #[test]
    fn a_job_does_not_wait_behind_a_job_of_another_writer() {
        let queue = WriteQueue::new(1);
        queue.set_available(true);
        // The writer of accounts has no turn before the general job, which is behind one of an account.
        push(&queue, &["a1", "general 1"]);
        assert_eq!(run_one(&queue, OF_ACCOUNTS), None);
        assert_eq!(run_one(&queue, WriterKind::General), Some("general 1"));
        assert_eq!(run_one(&queue, OF_ACCOUNTS), Some("a1"));
        // The general writer has no turn before the job of an account, which is behind a general one.
        push(&queue, &["general 2"]);
        assert_eq!(run_one(&queue, WriterKind::General), Some("general 2"));
        push(&queue, &["general 3", "a2"]);
        assert_eq!(run_one(&queue, WriterKind::General), None);
        assert_eq!(run_one(&queue, OF_ACCOUNTS), Some("a2"));
        assert_eq!(run_one(&queue, WriterKind::General), Some("general 3"));
    }

    #[test]
    fn the_general_writer_runs_every_job_while_no_other_is_connected() {
        let queue = WriteQueue::new(2);
        push(&queue, &["general 1"]);
        assert_eq!(run_one(&queue, WriterKind::General), Some("general 1"));
        assert!(!queue.state().turns.is_wanted);
        push(&queue, &["a1", "a2"]);
        assert!(queue.wait_until_wanted());
        assert_eq!(run_one(&queue, WriterKind::General), Some("a1"));
        queue.set_available(true);
        assert_eq!(run_one(&queue, WriterKind::General), None);
        assert_eq!(run_one(&queue, OF_ACCOUNTS), Some("a2"));
        queue.set_available(true);
        assert!(!queue.state().turns.is_wanted);
        // One is lost, and connects again without a job.
        queue.set_available(false);
        assert!(queue.wait_until_wanted());
        queue.close();
        assert!(!queue.wait_until_wanted());
        queue.pause(Duration::from_secs(100));
    }

    #[test]
    fn the_only_writer_keeps_the_order_of_an_owner() {
        let queue = WriteQueue::new(0);
        push(&queue, &["general 1", "a1", "general 2"]);
        for expected in ["general 1", "a1", "general 2"] {
            assert_eq!(run_one(&queue, WriterKind::Only), Some(expected));
        }
    }
}
