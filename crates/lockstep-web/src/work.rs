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

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use lockstep_store::id::UserId;
    use lockstep_store::{QueueOwner, SystemClock, SystemEntropy, Timestamp};

    use super::*;

    #[tokio::test]
    async fn the_imports_of_one_account_are_bounded() {
        let queues = WorkQueues::new(&SystemClock::shared());
        let user = UserId::generate(Timestamp(0), &SystemEntropy);
        let owner = QueueOwner::Account(user);
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let import = || {
            let (queues, gate) = (queues.clone(), Arc::clone(&gate));
            tokio::spawn(owner.clone().scope(async move {
                let work = move || {
                    // Work ends when the sender is dropped.
                    let _ = gate.lock().unwrap().recv();
                };
                queues.import("test.import", work).await
            }))
        };
        // The tasks of this runtime begin in the order in which they are spawned.
        let most = IMPORTS_PER_ACCOUNT + MAX_WAITING_IMPORTS_PER_ACCOUNT;
        let admitted: Vec<_> = (0..most).map(|_| import()).collect();
        let refused = import().await.unwrap().unwrap_err();
        assert_eq!(refused.kind, ApiError::busy("full").kind);
        assert!(admitted.iter().all(|import| !import.is_finished()));
        drop(release);
        for import in admitted {
            import.await.unwrap().unwrap();
        }
    }
}
