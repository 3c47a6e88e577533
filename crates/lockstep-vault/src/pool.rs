//! Long work: a bounded number at once, off the threads that answer requests, given up when nobody
//! waits for it any more.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_web::Fault;
use tokio::sync::Semaphore;

/// Where long work is done.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
}

/// Whether anybody waits still.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Refuses to go on once nobody waits: between two steps of the work.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if self.0.load(Ordering::Relaxed) {
            return Err(Fault::unavailable("nobody waits for this any more"));
        }
        Ok(())
    }
}

/// Tells the work when its future is dropped.
struct Waiting(Cancel);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// One place fewer than there are processors, so that requests are answered meanwhile.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            places: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
        }
    }

    /// Does `work` when there is a place.
    pub(crate) fn run<T, F>(
        &self,
        work: F,
    ) -> impl Future<Output = Result<T, Fault>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&Cancel) -> Result<T, Fault> + Send + 'static,
    {
        let places = Arc::clone(&self.places);
        async move {
            let place = places.acquire_owned().await;
            let place = place.map_err(|_| Fault::unavailable("the pool is closed"))?;
            let waiting = Waiting(Cancel::default());
            let cancel = waiting.0.clone();
            let done = tokio::task::spawn_blocking(move || {
                let _place = place;
                cancel.check()?;
                work(&cancel)
            })
            .await;
            drop(waiting);
            done.unwrap_or_else(|error| Err(Fault::internal(format!("long work: {error}"))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn work_hears_that_nobody_waits() {
        let pool = Pool::new();
        let (began, beginning) = mpsc::channel();
        let (stopped, stopping) = mpsc::channel();
        let work = pool.run(move |cancel: &Cancel| {
            began.send(()).unwrap();
            while cancel.check().is_ok() {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
            Ok(())
        });
        let waiting = tokio::spawn(work);
        tokio::task::spawn_blocking(move || beginning.recv().unwrap())
            .await
            .unwrap();
        waiting.abort();
        tokio::task::spawn_blocking(move || stopping.recv().unwrap())
            .await
            .unwrap();
        assert_eq!(pool.run(|_| Ok(7)).await.unwrap(), 7, "its place is free");
    }
}
