//! What removed rows leave in the files, and when it is gone: unused bytes of pages are overwritten,
//! then the log is folded into the database and emptied.
//!
//! Callers at the same time share one pass.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;

use crate::db::Db;
use crate::error::StoreError;

/// Passes over the files.
#[derive(Default)]
pub(crate) struct Traces {
    /// Numbers the calls.
    asked: AtomicU64,
    /// Calls whose removals a pass has covered, and when it ended.
    passed: Mutex<Passed>,
    /// Whether a call was answered before its pass.
    owed: AtomicBool,
}

#[derive(Default)]
struct Passed {
    calls: u64,
    at: Option<Duration>,
}

impl Db {
    /// Overwrites what removed rows left in the database file and its log. When this returns `Ok`, what
    /// was removed before the call is in neither.
    ///
    /// # Errors
    /// [`StoreError::Unfolded`] where a reader of an older state kept the log for some seconds: call it
    /// again. Others as of a transaction.
    pub async fn erase_traces(&self) -> Result<(), StoreError> {
        let traces = self.traces();
        let call = traces.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut passed = traces.passed.lock().await;
        if passed.calls >= call {
            return Ok(());
        }
        let covered = traces.asked.load(Ordering::SeqCst);
        let mut from = Some(1);
        while let Some(page) = from {
            let portion = self.write("store.overwrite_unused", move |tx| {
                tx.overwrite_unused(page, PORTION_PAGES)
            });
            let portion = portion.await?;
            metrics::counter!("lockstep_store_pages_overwritten").increment(portion.written.into());
            from = portion.next;
        }
        self.write::<_, StoreError, _>("store.shrink", |tx| tx.shrink(SHRINK_PAGES))
            .await?;
        self.fold_log().await?;
        *passed = Passed {
            calls: covered,
            at: Some(self.monotonic()),
        };
        traces.owed.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// The same for what need not be gone before the answer: a store of at most [`MAX_AT_ONCE_BYTES`] is
    /// done here, at most once a second. All others wait for [`Db::erase_owed_traces`].
    ///
    /// # Errors
    /// As [`Db::erase_traces`]; the pass is owed then.
    pub async fn erase_traces_soon(&self) -> Result<(), StoreError> {
        self.traces().owed.store(true, Ordering::SeqCst);
        let last = self.traces().passed.lock().await.at;
        let is_soon = last.is_some_and(|at| self.monotonic().saturating_sub(at) < PAUSE);
        if is_soon || self.file_bytes()? > MAX_AT_ONCE_BYTES {
            return Ok(());
        }
        self.erase_traces().await
    }

    /// Does what [`Db::erase_traces_soon`] left; for a background job.
    ///
    /// # Errors
    /// As [`Db::erase_traces`].
    pub async fn erase_owed_traces(&self) -> Result<(), StoreError> {
        if self.traces().owed.load(Ordering::SeqCst) {
            self.erase_traces().await?;
        }
        Ok(())
    }

    async fn fold_log(&self) -> Result<(), StoreError> {
        let db = self.clone();
        let folded = tokio::task::spawn_blocking(move || db.checkpoint());
        folded.await.unwrap_or(Err(StoreError::Panicked {
            transaction: "store.fold",
        }))
    }
}

/// Pages to a transaction: 4 MiB, some milliseconds.
const PORTION_PAGES: u32 = 512;
/// Free pages that a pass gives back, at most: 16 MiB.
const SHRINK_PAGES: u32 = 2048;
/// A larger store takes more time than a request should.
const MAX_AT_ONCE_BYTES: u64 = 128 << 20;
/// Between two passes that nobody waits for.
const PAUSE: Duration = Duration::from_secs(1);
