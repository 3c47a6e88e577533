//! Queues for processor-bound work: it runs off the request threads, with bounded concurrency,
//! shared fairly between accounts.

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Clock;
use lockstep_store::fair::{FairLimits, FairQueue};

use crate::api_error::ApiError;

/// The queues for processor-bound work; cheap to clone.
#[derive(Clone)]
pub struct WorkQueues {
    processing: FairQueue,
    imports: FairQueue,
}

impl WorkQueues {
    pub(crate) fn new(clock: &Arc<dyn Clock>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = |limits| FairQueue::new(limits, Arc::clone(clock));
        Self {
            processing: queue(limits(
                processors + 1,
                (processors / 2).max(1),
                MAX_WAITING_PER_ACCOUNT,
            )),
            imports: queue(limits(
                2 * processors,
                IMPORTS_PER_ACCOUNT,
                MAX_WAITING_IMPORTS_PER_ACCOUNT,
            )),
        }
    }

    /// Runs work of up to about a second, such as parsing a body, for the current account
    /// ([`lockstep_store::QueueOwner`]). Dropping the future leaves the queue; work that has begun
    /// is finished.
    ///
    /// # Errors
    /// Unavailable if the account has too much waiting work; internal if the work panics.
    pub async fn process<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(self.processing.run(name, work).await?)
    }

    /// Runs an import, which may take minutes and sometimes waits for the store.
    ///
    /// # Errors
    /// As [`WorkQueues::process`].
    pub async fn import<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(self.imports.run(name, work).await?)
    }
}

fn limits(slots: usize, slots_per_account: usize, waiting_per_account: usize) -> FairLimits {
    FairLimits {
        slots,
        slots_per_account,
        // Work that waits for the store or a key keeps its permit and lends its slot.
        begun: slots * BEGUN_PER_SLOT,
        begun_per_account: 2 * slots_per_account,
        waiting: MAX_WAITING,
        waiting_per_account,
        portion: Duration::MAX,
    }
}

/// Begun pieces of work for each slot: the factor bounds the bodies and points in memory.
const BEGUN_PER_SLOT: usize = 4;
/// The maximum number of pieces of work of all accounts that may wait for a processor.
const MAX_WAITING: usize = 16_384;
const MAX_WAITING_PER_ACCOUNT: usize = 64;
const IMPORTS_PER_ACCOUNT: usize = 2;
const MAX_WAITING_IMPORTS_PER_ACCOUNT: usize = 8;
