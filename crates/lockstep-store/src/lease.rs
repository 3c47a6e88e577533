//! The resources that a read holds while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::background;
use crate::clock::Clock;
use crate::error::StoreError;
use crate::fair::QueueSlot;

/// The slot of a read, and whether a caller still waits for its result.
pub(crate) struct Lease {
    pub(crate) slot: QueueSlot,
    pub(crate) is_cancelled: Arc<AtomicBool>,
    pub(crate) name: &'static str,
    /// The monotonic time at which the read ends, finished or not; `None` for the server's own reads.
    pub(crate) deadline: Option<Duration>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Lease {
    /// Between two steps of a read, lends the slot to others if the portion is used up.
    ///
    /// # Errors
    /// [`StoreError::Cancelled`] if no caller waits for the result any longer; [`StoreError::Overdue`] after the
    /// deadline.
    pub(crate) fn step(&self) -> Result<(), StoreError> {
        self.check()?;
        if self.slot.yield_if_due() {
            // Short reads and sign-ins also take precedence on the processor.
            background::lower_this_thread();
            self.check()?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return Err(StoreError::Cancelled {
                transaction: self.name,
            });
        }
        let is_over = |deadline| self.clock.monotonic() >= deadline;
        if self.deadline.is_some_and(is_over) {
            return Err(StoreError::Overdue {
                transaction: self.name,
            });
        }
        Ok(())
    }
}
