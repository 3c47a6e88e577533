//! Long work over batches that are read while it runs: the reads are async, and only the computation runs in
//! the [`Pool`].

use lockstep_store::QueueOwner;
use lockstep_store::id::UserId;
use tokio::sync::{mpsc, oneshot};

use super::pool::{Cancel, Pool, no_caller_waits};
use crate::api_error::ApiError;

/// A source of batches for [`Pool::run_over`].
pub trait BatchSource: Send {
    /// A batch. The source bounds its size: up to two batches are in memory.
    type Batch: Send + 'static;

    /// Reads the next batch; returns `None` at the end.
    ///
    /// # Errors
    /// The errors of the read, which end the work.
    fn next_batch(&mut self) -> impl Future<Output = Result<Option<Self::Batch>, ApiError>> + Send;
}

/// The batches of a [`BatchSource`], in the pool.
pub struct Batches<B>(mpsc::Receiver<Option<B>>);

impl<B> Batches<B> {
    /// Returns the next batch; `None` at the end. Blocks until the batch is read: the thread waits for the task
    /// of the caller, which never waits for this thread before it sends the batch.
    ///
    /// # Errors
    /// Unavailable, once no caller waits for the work.
    pub fn receive(&mut self) -> Result<Option<B>, ApiError> {
        // The end is a message: a channel that is closed without it has lost its caller.
        self.0.blocking_recv().ok_or_else(no_caller_waits)
    }
}

impl Pool {
    /// Runs long work of this account over the batches of a source. While the work computes a batch, the next
    /// is read in the queue of the account. Nothing is read before the work has a permit, since work that waits
    /// must not hold batches in memory. The work is cancelled when the caller drops the future.
    ///
    /// # Errors
    /// As [`Pool::run`]; the errors of the source.
    pub async fn run_over<S, T, F>(
        &self,
        user: &UserId,
        source: &mut S,
        work: F,
    ) -> Result<T, ApiError>
    where
        S: BatchSource,
        T: Send + 'static,
        F: FnOnce(&Cancel, &mut Batches<S::Batch>) -> Result<T, ApiError> + Send + 'static,
    {
        let (started, starting) = oneshot::channel();
        let working = self.run(user, move |cancel| {
            let (sender, receiver) = mpsc::channel(1);
            // If no caller waits any longer, the first `receive` returns the error.
            drop(started.send(sender));
            work(cancel, &mut Batches(receiver))
        });
        let reading = async {
            // Work that has ended closes its side of both channels, and returns its own result.
            let Ok(batches) = starting.await else {
                return Ok(());
            };
            while let Ok(place) = batches.reserve().await {
                let batch = source.next_batch().await?;
                let is_end = batch.is_none();
                place.send(batch);
                if is_end {
                    break;
                }
            }
            Ok::<_, ApiError>(())
        };
        let reading = QueueOwner::Account(user.clone()).scope(reading);
        let (result, ()) = tokio::try_join!(working, reading)?;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Returns the numbers from 0, and an error or the end after them.
    struct Numbers {
        next: usize,
        count: usize,
        fails: bool,
        /// How many batches were read.
        read: Arc<AtomicUsize>,
    }

    impl Numbers {
        fn new(count: usize) -> Self {
            Self {
                next: 0,
                count,
                fails: false,
                read: Arc::default(),
            }
        }
    }

    impl BatchSource for Numbers {
        type Batch = usize;

        async fn next_batch(&mut self) -> Result<Option<usize>, ApiError> {
            tokio::task::yield_now().await;
            if self.next == self.count {
                return match self.fails {
                    true => Err(ApiError::conflict("the source failed")),
                    false => Ok(None),
                };
            }
            self.read.fetch_add(1, Ordering::SeqCst);
            self.next += 1;
            Ok(Some(self.next - 1))
        }
    }

    fn user() -> UserId {
        UserId::from_bytes([1; 16])
    }

    fn collect(_: &Cancel, batches: &mut Batches<usize>) -> Result<Vec<usize>, ApiError> {
        let mut all = Vec::new();
        while let Some(number) = batches.receive()? {
            all.push(number);
        }
        Ok(all)
    }

    #[tokio::test]
    async fn batches_are_received_in_order_up_to_the_end() {
        for count in [0, 1, 2, 100] {
            let mut source = Numbers::new(count);
            let all = Pool::new().run_over(&user(), &mut source, collect).await;
            assert_eq!(all.unwrap(), (0..count).collect::<Vec<_>>());
        }
    }

    #[tokio::test]
    async fn an_error_of_the_source_ends_the_work() {
        let mut source = Numbers {
            fails: true,
            ..Numbers::new(2)
        };
        let pool = Pool::new();
        let failed = pool.run_over(&user(), &mut source, collect).await;
        assert_eq!(failed.unwrap_err().message, "the source failed");
        let after = pool.run(&user(), |_| Ok(7)).await.unwrap();
        assert_eq!(after, 7, "its permit is free");
    }

    #[tokio::test]
    async fn an_error_of_the_work_ends_the_reads() {
        let mut source = Numbers::new(100);
        let work = |_: &Cancel, batches: &mut Batches<usize>| -> Result<(), ApiError> {
            batches.receive()?;
            Err(ApiError::conflict("the work failed"))
        };
        let failed = Pool::new().run_over(&user(), &mut source, work).await;
        assert_eq!(failed.unwrap_err().message, "the work failed");
    }

    #[tokio::test]
    async fn at_most_two_batches_are_in_memory() {
        let mut source = Numbers::new(50);
        let read = Arc::clone(&source.read);
        let work = move |_: &Cancel, batches: &mut Batches<usize>| {
            while let Some(number) = batches.receive()? {
                let ahead = read.load(Ordering::SeqCst) - number;
                assert!(ahead <= 2, "batch {number}: {ahead} are read");
            }
            Ok::<_, ApiError>(())
        };
        let done = Pool::new().run_over(&user(), &mut source, work).await;
        done.unwrap();
    }

    #[tokio::test]
    async fn a_caller_that_stops_waiting_ends_the_work() {
        let pool = Pool::new();
        let (began, beginning) = std::sync::mpsc::channel();
        let (ended, ending) = std::sync::mpsc::channel();
        let working = tokio::spawn(async move {
            let work = move |_: &Cancel, batches: &mut Batches<()>| {
                began.send(()).unwrap();
                ended.send(batches.receive().is_err()).unwrap();
                Ok::<_, ApiError>(())
            };
            pool.run_over(&user(), &mut Pending, work).await
        });
        tokio::task::spawn_blocking(move || beginning.recv().unwrap())
            .await
            .unwrap();
        working.abort();
        let is_refused = tokio::task::spawn_blocking(move || ending.recv().unwrap());
        assert!(is_refused.await.unwrap());
    }

    /// A source whose first read never ends.
    struct Pending;

    impl BatchSource for Pending {
        type Batch = ();

        async fn next_batch(&mut self) -> Result<Option<()>, ApiError> {
            std::future::pending().await
        }
    }
}
