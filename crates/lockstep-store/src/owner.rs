//! The account that work is done for. Queues use it to serve accounts in turn.

use crate::id::UserId;

/// The account in whose queue a piece of work waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueueOwner {
    /// Background work of the server itself. Its queue has no length limit.
    System,
    /// All requests without a valid credential together.
    Anonymous,
    /// Requests of one account.
    Account(UserId),
}

tokio::task_local! {
    pub(crate) static CURRENT: QueueOwner;
}

impl QueueOwner {
    /// The owner of the running task or thread; [`QueueOwner::System`] outside of any scope.
    #[must_use]
    pub fn current() -> Self {
        CURRENT.try_with(Clone::clone).unwrap_or(QueueOwner::System)
    }

    /// Runs a closure for this owner on the current thread.
    pub fn enter<T>(self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(self, work)
    }
}
