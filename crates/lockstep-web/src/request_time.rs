//! The time that a handler may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time a handler may take. The gate puts it on the request.
#[derive(Clone, Debug)]
pub(crate) struct RequestTime {
    pub(crate) most: Duration,
    /// Whether the body is still being received. While it is, a time-out is the client's fault and
    /// not the server's.
    receiving: Arc<AtomicBool>,
}

impl RequestTime {
    pub(crate) fn new(most: Duration) -> Self {
        Self {
            most,
            receiving: Arc::default(),
        }
    }

    /// Records whether the body is being received now.
    pub(crate) fn receiving(&self, receiving: bool) {
        self.receiving.store(receiving, Ordering::Relaxed);
    }

    /// Returns whether the body is being received now.
    pub(crate) fn is_receiving(&self) -> bool {
        self.receiving.load(Ordering::Relaxed)
    }
}
