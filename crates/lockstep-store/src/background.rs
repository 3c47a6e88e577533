//! Threads with a lower priority than the request threads: processor-bound work uses only the
//! processor time that requests leave.
//!
//! Callers bound how much runs at once; see [`crate::fair`].

use std::cell::Cell;
use std::sync::OnceLock;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Runs processor-bound work, such as parsing, packing, encrypting, proving.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    // The runtime lives as long as the process: its idle threads end by themselves.
    static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();
    let threads = THREADS.get_or_init(|| threads("background", NICE));
    on(threads.as_ref(), work)
}

/// Runs processor-bound work of some tens of milliseconds that a caller waits for, such as hashing
/// a password. Its priority is above [`spawn`] and below requests.
pub fn spawn_brief<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();
    let threads = THREADS.get_or_init(|| threads("brief", BRIEF_NICE));
    on(threads.as_ref(), work)
}

/// Permanently gives this thread the priority of [`spawn`].
pub(crate) fn lower_this_thread() {
    if !IS_LOWERED.replace(true) {
        lower(NICE);
    }
}

/// Whether this thread's priority was lowered.
pub(crate) fn is_lowered() -> bool {
    IS_LOWERED.get()
}

thread_local! {
    static IS_LOWERED: Cell<bool> = const { Cell::new(false) };
}

fn on<T: Send + 'static>(
    threads: Option<&Runtime>,
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    match threads {
        Some(runtime) => runtime.spawn_blocking(work),
        None => tokio::task::spawn_blocking(work),
    }
}

fn threads(name: &'static str, nice: i32) -> Option<Runtime> {
    let built = Builder::new_current_thread()
        .thread_name(name)
        .max_blocking_threads(MAX_THREADS)
        .on_thread_start(move || lower(nice))
        .build();
    built
        .inspect_err(|error| tracing::warn!(%error, "low-priority threads cannot be created"))
        .ok()
}

/// Lowers this thread's priority. On Linux each thread has its own nice value; elsewhere the value
/// is the process's and stays unchanged.
#[cfg(target_os = "linux")]
fn lower(nice: i32) {
    if let Err(error) = rustix::process::nice(nice) {
        tracing::debug!(%error, "the priority of a thread cannot be lowered");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower(_: i32) {}

/// A third of the weight of a request thread: other programs on the machine must not stall this
/// work.
const NICE: i32 = 5;
/// Two thirds of the weight of a request thread.
const BRIEF_NICE: i32 = 2;
/// The maximum number of threads: more than all queues together use.
const MAX_THREADS: usize = 256;
