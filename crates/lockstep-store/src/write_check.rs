//! Checks that a request may still write when its first write runs.
//!
//! A request waits between the check of its credential and its first write: for its body, and in the queue of writes.
//! Meanwhile the credential may be revoked, or the account suspended. So the first write checks both again, in its own
//! transaction.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::StoreError;
use crate::tx::Tx;

/// Whether a request may still write.
type Condition = Box<dyn Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync>;

/// The check of a request's first write. Later writes of the request belong to the act that it has begun.
#[derive(Clone)]
pub struct WriteCheck(Arc<Inner>);

struct Inner {
    has_passed: AtomicBool,
    condition: Condition,
}

tokio::task_local! {
    static CURRENT: WriteCheck;
}

impl WriteCheck {
    /// Creates the check of a request that may write while `condition` holds.
    #[must_use]
    pub fn new(
        condition: impl Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            has_passed: AtomicBool::new(false),
            condition: Box::new(condition),
        }))
    }

    /// Runs a future whose first write is checked. A task spawned inside is checked if it runs in a
    /// [`QueueOwner::scope`](crate::QueueOwner::scope).
    pub fn scope<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, future)
    }

    /// The check of the running task that has not passed yet.
    pub(crate) fn current() -> Option<Self> {
        let check = CURRENT.try_with(Clone::clone).ok()?;
        (!check.0.has_passed.load(Ordering::Relaxed)).then_some(check)
    }

    /// Checks the condition in the transaction of a write.
    ///
    /// # Errors
    /// [`StoreError::Withdrawn`] if it does not hold.
    pub(crate) fn ensure(&self, tx: &Tx<'_>) -> Result<(), StoreError> {
        if !(self.0.condition)(tx)? {
            return Err(StoreError::Withdrawn);
        }
        self.0.has_passed.store(true, Ordering::Relaxed);
        Ok(())
    }
}
