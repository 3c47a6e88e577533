//! Threads whose priority is below that of the threads that answer requests: work that keeps a processor
//! busy takes what the others leave.
//!
//! How much runs at once is the caller's business: [`crate::fair`] bounds it.

use std::cell::Cell;
use std::sync::OnceLock;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Runs work that keeps a processor busy, such as parsing, packing, encrypting, proving.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    // It lives as long as the process: its idle threads end by themselves.
    static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();
    let threads = THREADS.get_or_init(|| threads("background", NICE));
    on(threads.as_ref(), work)
}

/// Runs work that keeps a processor busy for some tens of milliseconds and that somebody waits for, such
/// as hashing a password: before that of [`spawn`], after requests.
pub fn spawn_brief<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();
    let threads = THREADS.get_or_init(|| threads("brief", BRIEF_NICE));
    on(threads.as_ref(), work)
}

/// Gives this thread the priority of [`spawn`], for good.
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
        .inspect_err(|error| tracing::warn!(%error, "no threads of low priority"))
        .ok()
}

/// On Linux a nice value is a thread's own; elsewhere it is the process's, which has to stay.
#[cfg(target_os = "linux")]
fn lower(nice: i32) {
    if let Err(error) = rustix::process::nice(nice) {
        tracing::debug!(%error, "the priority of a thread stays as it is");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower(_: i32) {}

/// A third of the weight of a thread that answers requests: other programs on the machine must not stall it.
const NICE: i32 = 5;
/// Two thirds of it.
const BRIEF_NICE: i32 = 2;
/// More than all queues let run.
const MAX_THREADS: usize = 256;
