//! The jobs of the writers: a transaction, its outcome and its caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::connection::Connection;
use crate::error::{EngineError, StoreError};
use crate::id::UserId;
use crate::postgres::connection::Failure;
use crate::tx::Tx;
use crate::write_queue::{Queued, WriteQueue};

/// A transaction for a writer, without the types of its result.
pub(super) trait Job: Queued + Send {
    fn name(&self) -> &'static str;
    /// Whether the job needs no savepoint in a group of such jobs; see [`crate::repeatable()`].
    fn is_repeatable(&self) -> bool;
    /// Lets the general writer run the job, also if it concerns one account.
    fn make_general(&mut self);
    /// Runs the job; returns whether its changes are kept.
    fn run(&mut self, tx: &mut Tx<'_>) -> bool;
    /// Sends the result to the caller, after the commit.
    fn settle(self: Box<Self>, committed: Result<(), StoreError>);
}

pub(super) struct TypedJob<T, E, F> {
    pub(super) name: &'static str,
    pub(super) run: F,
    pub(super) is_repeatable: bool,
    /// The account that alone is concerned.
    pub(super) account: Option<UserId>,
    pub(super) outcome: Option<Result<T, E>>,
    pub(super) answer: Option<oneshot::Sender<Result<T, E>>>,
}

impl<T, E, F> Queued for TypedJob<T, E, F> {
    fn account(&self) -> Option<&UserId> {
        self.account.as_ref()
    }
}

impl Queued for Box<dyn Job> {
    fn account(&self) -> Option<&UserId> {
        (**self).account()
    }
}

impl<T, E, F> Job for TypedJob<T, E, F>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    fn make_general(&mut self) {
        self.account = None;
    }

    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.run)(tx))).unwrap_or_else(|_| {
            Err(StoreError::Panicked {
                transaction: self.name,
            }
            .into())
        });
        self.outcome.insert(outcome).is_ok()
    }

    fn settle(mut self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (self.outcome.take(), committed) {
            (Some(Err(refused)), _) => Err(refused),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (Some(Ok(_)) | None, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(StoreError::Closed {
                transaction: self.name,
            }
            .into()),
        };
        if let Some(answer) = self.answer.take() {
            // The change is stored even if no caller waits for it.
            drop(answer.send(outcome));
        }
    }
}

/// Runs a job in the transaction that `begin` returns; returns it, and whether its changes stay. On PostgreSQL, a job that
/// went on after a statement had failed runs again, with a savepoint for each statement.
///
/// # Errors
/// The whole group must run again, or its savepoint could not be used.
pub(super) fn run_job<'c>(
    connection: &'c Connection,
    job: &mut dyn Job,
    begin: impl Fn() -> Tx<'c>,
) -> Result<(Tx<'c>, bool), EngineError> {
    let mut tx = begin();
    let mut keep = job.run(&mut tx);
    if let Connection::Postgres(postgres) = connection {
        postgres.settle();
        if postgres.needs_statement_savepoints(keep) {
            tx = begin();
            keep = postgres.with_statement_savepoints(|| job.run(&mut tx))?;
        }
        if postgres.failure() == Some(Failure::Transient) {
            return Err(EngineError::interrupted());
        }
    }
    Ok((tx, keep))
}

/// Closes the queue when the thread of a writer ends. After a panic, waiting callers get an error. Otherwise the jobs that
/// wait are those of other writers, which run them.
pub(super) struct QueueCloser(pub(super) Arc<WriteQueue<Box<dyn Job>>>);

impl Drop for QueueCloser {
    fn drop(&mut self) {
        match std::thread::panicking() {
            true => self.0.abandon(),
            false => self.0.close(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::owner::QueueOwner;
    use crate::write_queue::WriterKind;

    fn push(
        queue: &WriteQueue<Box<dyn Job>>,
    ) -> Result<oneshot::Receiver<Result<(), StoreError>>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = TypedJob {
            name: "test",
            run: |_: &mut Tx<'_>| Ok::<_, StoreError>(()),
            is_repeatable: false,
            account: None,
            outcome: None,
            answer: Some(answer),
        };
        queue.push(&QueueOwner::System, "test", Box::new(job))?;
        Ok(answered)
    }

    #[test]
    fn jobs_wait_for_the_general_writer_after_another_one_has_ended() {
        let queue: Arc<WriteQueue<Box<dyn Job>>> = Arc::new(WriteQueue::new(1));
        let answered = push(&queue).unwrap();
        queue.close();
        drop(QueueCloser(Arc::clone(&queue)));
        assert!(matches!(push(&queue), Err(StoreError::Closed { .. })));
        assert!(queue.next(WriterKind::General).is_some());
        drop(answered);
    }

    #[test]
    fn jobs_end_with_an_error_after_a_writer_has_panicked() {
        let queue: Arc<WriteQueue<Box<dyn Job>>> = Arc::new(WriteQueue::new(1));
        let mut answered = push(&queue).unwrap();
        let closer = QueueCloser(Arc::clone(&queue));
        let writer = std::thread::spawn(move || {
            let _queue = closer;
            panic!("expected by the test");
        });
        assert!(writer.join().is_err());
        assert!(matches!(push(&queue), Err(StoreError::Closed { .. })));
        let answer = answered.try_recv();
        assert!(matches!(answer, Err(oneshot::error::TryRecvError::Closed)));
    }
}
