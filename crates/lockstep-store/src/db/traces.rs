//! Erases the bytes that removed rows leave in the files. Unused bytes of pages are overwritten,
//! then the write-ahead log is copied into the database and truncated.
//!
//! Concurrent callers share one pass.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;

use super::Db;
use crate::error::StoreError;

/// The state of passes over the files.
#[derive(Default)]
pub(super) struct Traces {
    /// Numbers the calls.
    asked: AtomicU64,
    /// The last call whose removals a pass has covered, and when that pass ended.
    passed: Mutex<LastPass>,
    /// Whether a call returned before its pass.
    owed: AtomicBool,
}

#[derive(Default)]
struct LastPass {
    calls: u64,
    at: Option<Duration>,
}

impl Db {
    /// Overwrites the bytes that removed rows left in the database file and its log. After `Ok`,
    /// data removed before the call is in neither.
    ///
    /// # Errors
    /// [`StoreError::Unfolded`] if a reader of an older snapshot kept the log for some seconds:
    /// call it again. Other errors as of a transaction.
    pub async fn erase_traces(&self) -> Result<(), StoreError> {
        // A replica may still have the removed rows.
        if let Some(stale) = self.engine.stale() {
            stale.replica().require_present();
        }
        let traces = &self.traces;
        let call = traces.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut passed = traces.passed.lock().await;
        if passed.calls >= call {
            return Ok(());
        }
        let covered = traces.asked.load(Ordering::SeqCst);
        if self.is_embedded() {
            self.overwrite_files().await?;
        } else {
            let db = self.clone();
            blocking(move || db.vacuum()).await?;
        }
        *passed = LastPass {
            calls: covered,
            at: Some(self.monotonic()),
        };
        traces.owed.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// Overwrites the unused bytes of the database file, and truncates its log.
    async fn overwrite_files(&self) -> Result<(), StoreError> {
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
        let db = self.clone();
        blocking(move || db.checkpoint()).await
    }

    /// Does the same for data that need not be gone before the response. A store of at most
    /// [`MAX_AT_ONCE_BYTES`] is processed here, at most once a second. All other calls wait for
    /// [`Db::erase_owed_traces`].
    ///
    /// # Errors
    /// As [`Db::erase_traces`]; the pass is then owed.
    pub async fn erase_traces_soon(&self) -> Result<(), StoreError> {
        self.traces.owed.store(true, Ordering::SeqCst);
        let last = self.traces.passed.lock().await.at;
        let is_soon = last.is_some_and(|at| self.monotonic().saturating_sub(at) < PAUSE);
        if is_soon || !self.is_embedded() || self.file_bytes()? > MAX_AT_ONCE_BYTES {
            return Ok(());
        }
        self.erase_traces().await
    }

    /// Runs the pass that [`Db::erase_traces_soon`] left owed; for a background job.
    ///
    /// # Errors
    /// As [`Db::erase_traces`].
    pub async fn erase_owed_traces(&self) -> Result<(), StoreError> {
        if self.traces.owed.load(Ordering::SeqCst) {
            self.erase_traces().await?;
        }
        Ok(())
    }
}

async fn blocking(
    work: impl FnOnce() -> Result<(), StoreError> + Send + 'static,
) -> Result<(), StoreError> {
    let done = tokio::task::spawn_blocking(move || {
        // A connection to PostgreSQL needs a thread without a runtime.
        std::thread::scope(|scope| scope.spawn(work).join())
    });
    let panicked = StoreError::Panicked {
        transaction: "store.erase_traces",
    };
    match done.await {
        Ok(Ok(outcome)) => outcome,
        _ => Err(panicked),
    }
}

/// The pages that one transaction overwrites: 4 MiB in a new store, which takes some milliseconds.
const PORTION_PAGES: u32 = 1024;
/// The maximum number of free pages that a pass returns to the file system: 16 MiB in a new store.
const SHRINK_PAGES: u32 = 4096;
/// The largest store processed within a request: a larger one takes too long.
const MAX_AT_ONCE_BYTES: u64 = 128 << 20;
/// The pause between two passes that no caller waits for.
const PAUSE: Duration = Duration::from_secs(1);
