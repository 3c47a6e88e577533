//! Cancellation of long work when its caller no longer needs the result.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

/// Asks `is_active` before each large step of long work. After the first "no" it skips all further
/// steps, and the caller must discard the result.
pub(crate) struct Cancellation<'a> {
    is_active: &'a (dyn Fn() -> bool + Sync),
    cancelled: AtomicBool,
}

impl<'a> Cancellation<'a> {
    pub(crate) fn new(is_active: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            is_active,
            cancelled: AtomicBool::new(false),
        }
    }

    /// Runs a step, or returns a default value if the work was cancelled.
    pub(crate) fn step<T: Default>(&self, work: impl FnOnce() -> T) -> T {
        if self.cancelled.load(Ordering::Relaxed) || !(self.is_active)() {
            self.cancelled.store(true, Ordering::Relaxed);
            return T::default();
        }
        work()
    }

    /// Asks whether the work goes on, and fails if not: for work in portions, between two of them.
    pub(crate) fn check(&self) -> Result<()> {
        self.step(|| ());
        self.ensure_active()
    }

    /// Fails if a step was skipped, because results after that step contain default values.
    pub(crate) fn ensure_active(&self) -> Result<()> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        Ok(())
    }
}
