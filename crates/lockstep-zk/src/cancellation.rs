//! Cancellation of long work whose result no caller needs any more.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

/// Asks between the large steps of long work whether to go on; once the answer was no, what is left is
/// passed over, and what comes of it is refused.
pub(crate) struct Cancellation<'a> {
    going_on: &'a (dyn Fn() -> bool + Sync),
    over: AtomicBool,
}

impl<'a> Cancellation<'a> {
    pub(crate) fn new(going_on: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            going_on,
            over: AtomicBool::new(false),
        }
    }

    /// Does a step, or gives what stands for nothing in its place.
    pub(crate) fn step<T: Default>(&self, work: impl FnOnce() -> T) -> T {
        if self.over.load(Ordering::Relaxed) || !(self.going_on)() {
            self.over.store(true, Ordering::Relaxed);
            return T::default();
        }
        work()
    }

    /// Errors where a step was passed over: what was made of it is nothing.
    pub(crate) fn held(&self) -> Result<()> {
        if self.over.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        Ok(())
    }
}
