//! Threads for work that keeps a processor busy. Their priority is below that of the threads that answer
//! requests, so that such work takes what the others leave.

use std::sync::OnceLock;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Runs blocking work on a thread of low priority. How much runs at once is the caller's business:
/// [`crate::fair`] bounds it.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    // It lives as long as the process: its idle threads end by themselves.
    static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();
    match THREADS.get_or_init(threads) {
        Some(runtime) => runtime.spawn_blocking(work),
        None => tokio::task::spawn_blocking(work),
    }
}

fn threads() -> Option<Runtime> {
    let built = Builder::new_current_thread()
        .thread_name("background")
        .max_blocking_threads(MAX_THREADS)
        .on_thread_start(lower_priority)
        .build();
    built
        .inspect_err(|error| tracing::warn!(%error, "no threads of low priority"))
        .ok()
}

/// On Linux a nice value is a thread's own; elsewhere it is the process's, which has to stay.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, "the priority of a thread stays as it is");
    }
}

/// About a tenth of the weight of a thread that answers requests.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;
/// More than all queues let run.
const MAX_THREADS: usize = 256;
