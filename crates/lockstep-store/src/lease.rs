//! The resources that a read holds while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::background;
use crate::error::StoreError;
use crate::fair::Slot;

/// The slot of a read, and whether a caller still waits for its result.
pub(crate) struct Lease {
    pub(crate) slot: Slot,
    pub(crate) is_cancelled: Arc<AtomicBool>,
    pub(crate) name: &'static str,
}

impl Lease {
    /// Between two steps of a read, lends the slot to others if the portion is used up.
    ///
    /// # Errors
    /// [`StoreError::Cancelled`] if no caller waits for the result any more.
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
        Ok(())
    }
}
