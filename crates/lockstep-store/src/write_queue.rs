//! The queue of the writer thread: each account has its own queue, and the account whose jobs used
//! the least time is next.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::account_queues::{AccountQueues, Bounds};
use crate::error::StoreError;
use crate::owner::QueueOwner;

/// Jobs that wait for the writer.
pub(crate) struct WriteQueue<J> {
    state: Mutex<State<J>>,
    arrived: Condvar,
}

struct State<J> {
    queues: AccountQueues<J>,
    is_closed: bool,
}

impl<J> WriteQueue<J> {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                queues: AccountQueues::new(),
                is_closed: false,
            }),
            arrived: Condvar::new(),
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
        state.queues.push(owner, job);
        drop(state);
        self.arrived.notify_one();
        Ok(())
    }

    /// Waits for the next job; `None` once the queue is closed and empty.
    pub(crate) fn next(&self) -> Option<(QueueOwner, J)> {
        let mut state = self.state();
        loop {
            if let Some(next) = state.queues.next(UNBOUNDED) {
                return Some(next);
            }
            if state.is_closed {
                return None;
            }
            let woken = self.arrived.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the next job if one waits.
    pub(crate) fn try_next(&self) -> Option<(QueueOwner, J)> {
        self.state().queues.next(UNBOUNDED)
    }

    /// Records that a job of this owner has run for `used`.
    pub(crate) fn end(&self, owner: &QueueOwner, used: Duration) {
        self.state().queues.end(owner, used);
    }

    /// Refuses new jobs; waiting jobs still run.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.arrived.notify_one();
    }

    /// Refuses new jobs and drops the waiting ones, which will never run.
    pub(crate) fn abandon(&self) {
        let waiting = {
            let mut state = self.state();
            state.is_closed = true;
            state.queues.drain_fresh()
        };
        drop(waiting);
    }

    fn state(&self) -> MutexGuard<'_, State<J>> {
        // Ignores poisoning: no holder of this lock leaves a half-done change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread runs all jobs.
const UNBOUNDED: Bounds = Bounds {
    running_per_account: usize::MAX,
    begun_per_account: usize::MAX,
    begun: usize::MAX,
};
/// An upload of 100 000 points waits with about 3 MB of memory.
const MAX_WAITING_WRITES_PER_ACCOUNT: usize = 64;
const MAX_WAITING_WRITES: usize = 16_384;
