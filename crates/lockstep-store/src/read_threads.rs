//! The threads that run reads. A thread with a long read gets a low priority and ends with that read,
//! because its priority cannot be raised again.

use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, Weak};

use crate::background;
use crate::lock::lock;

/// A pool of threads for reads; the callers bound how many run.
pub(crate) struct ReadThreads {
    idle: Mutex<Vec<SyncSender<Job>>>,
    max_idle: usize,
}

/// A read with all its data.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

impl ReadThreads {
    /// Creates an empty pool that keeps at most `max_idle` idle threads.
    pub(crate) fn new(max_idle: usize) -> Arc<Self> {
        Arc::new(Self {
            idle: Mutex::default(),
            max_idle,
        })
    }

    /// Runs a job on an idle thread, or on a new thread.
    ///
    /// # Errors
    /// The system cannot create a thread; the job is dropped.
    pub(crate) fn run(self: &Arc<Self>, mut job: Job) -> io::Result<()> {
        let idle = || lock(&self.idle).pop();
        while let Some(idle) = idle() {
            match idle.send(job) {
                Ok(()) => return Ok(()),
                Err(unsent) => job = unsent.0,
            }
        }
        let threads = Arc::downgrade(self);
        std::thread::Builder::new()
            .name("store-reader".to_owned())
            .spawn(move || work(&threads, job))
            .map(drop)
    }
}

fn work(threads: &Weak<ReadThreads>, first: Job) {
    let mut job = first;
    loop {
        job();
        if background::is_lowered() {
            return;
        }
        let (idle, next) = sync_channel(1);
        {
            let Some(threads) = threads.upgrade() else {
                return;
            };
            let mut all = lock(&threads.idle);
            if all.len() >= threads.max_idle {
                return;
            }
            all.push(idle);
        }
        // The thread ends when the pool is dropped.
        let Ok(another) = next.recv() else {
            return;
        };
        job = another;
    }
}
