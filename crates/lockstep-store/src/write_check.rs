//! Checks that a request may still write when its first write runs.
//!
//! A request waits between the check of its credential and its first write: for its body, and in the queue of writes.
//! During this time the credential may be revoked, or the account suspended. So the first write checks both again, in its own
//! transaction.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::StoreError;
use crate::owner::{self, QueueOwner};
use crate::tx::Tx;

/// Whether a request may still write.
type Condition = Box<dyn Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync>;

/// The check of a request's first write. Later writes of the request belong to the act that it has begun, unless it
/// calls [`WriteCheck::renew`].
#[derive(Clone)]
pub struct WriteCheck(Arc<Inner>);

struct Inner {
    /// The address of the store that is checked: a request may write to others, too.
    store: usize,
    has_passed: AtomicBool,
    condition: Condition,
}

tokio::task_local! {
    static CURRENT: WriteCheck;
}

impl WriteCheck {
    /// Creates the check of a request that may write to the store at this address while `condition` holds.
    pub(crate) fn new(
        store: usize,
        condition: impl Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            has_passed: AtomicBool::new(false),
            condition: Box::new(condition),
        }))
    }

    /// Runs a future whose first write is checked. A task spawned inside is checked if it runs in a
    /// [`QueueOwner::scope`].
    pub fn scope<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, future)
    }

    /// The check of the running task.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Checks the next write of the running task again. A request that writes in many portions calls this before each.
    pub fn renew() {
        if let Some(check) = Self::current() {
            check.0.has_passed.store(false, Ordering::Relaxed);
        }
    }

    /// Whether the request has its rights now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn holds(&self, tx: &Tx<'_>) -> Result<bool, StoreError> {
        (self.0.condition)(tx)
    }

    /// The check of the running task for writes to the store at this address, unless it has passed.
    pub(crate) fn of(store: usize) -> Option<Self> {
        let is_open =
            |check: &Self| check.0.store == store && !check.0.has_passed.load(Ordering::Relaxed);
        Self::current().filter(is_open)
    }

    /// Checks the condition in the transaction of a write.
    ///
    /// # Errors
    /// [`StoreError::Withdrawn`] if it does not hold.
    pub(crate) fn ensure(&self, tx: &Tx<'_>) -> Result<(), StoreError> {
        if !self.holds(tx)? {
            return Err(StoreError::Withdrawn);
        }
        self.0.has_passed.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl QueueOwner {
    /// Runs a future for this owner. A task spawned inside does not inherit the owner. In a request the future keeps the
    /// check of the request's writes, also if it is spawned.
    pub fn scope<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        let check = WriteCheck::current();
        owner::CURRENT.scope(self, async move {
            match check {
                Some(check) => check.scope(future).await,
                None => future.await,
            }
        })
    }
}
