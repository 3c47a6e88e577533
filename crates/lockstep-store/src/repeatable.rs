//! Transactions that are undone without a savepoint.
//!
//! The writer runs each transaction of a group under a savepoint, for which SQLite copies every page that the
//! transaction changes. A group of transactions that rarely fail after a change, and that may run again, needs no such
//! copies: if one fails after a change, the group is rolled back, and all of it runs again with savepoints.

use std::future::Future;

tokio::task_local! {
    static REPEATABLE: &'static str;
}

/// Runs a future whose writing transactions of this name rarely fail after a change, and may run again after a run that
/// succeeded: what a run leaves outside the store must not matter once its changes are rolled back.
pub fn repeatable<F: Future>(name: &'static str, future: F) -> impl Future<Output = F::Output> {
    REPEATABLE.scope(name, future)
}

/// Whether the running task lets transactions of this name run again.
pub(crate) fn is_repeatable(name: &str) -> bool {
    REPEATABLE
        .try_with(|repeatable| *repeatable == name)
        .unwrap_or(false)
}
