//! Whether a backup is requested or being made, in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Whether a backup is requested or being made.
#[derive(Debug, Default)]
pub(crate) struct BackupTurn {
    step: Mutex<BackupStep>,
    /// Held while a request is recorded: another one waits, and then finds that a backup is requested.
    recording: tokio::sync::Mutex<()>,
    news: Notify,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum BackupStep {
    #[default]
    Idle,
    Requested,
    Making,
}

impl BackupTurn {
    /// Whether a backup is requested or being made.
    pub(crate) fn is_running(&self) -> bool {
        *self.step() != BackupStep::Idle
    }

    /// Records a request and requests the backup. While one is requested or being made, nothing is recorded.
    ///
    /// # Errors
    /// Those of `record`; no backup is requested then.
    pub(crate) async fn request<E>(
        &self,
        record: impl Future<Output = Result<(), E>>,
    ) -> Result<(), E> {
        let _recording = self.recording.lock().await;
        if self.is_running() {
            return Ok(());
        }
        record.await?;
        self.note_request();
        Ok(())
    }

    /// Notes a request, unless a backup began on schedule while it was recorded: that one answers it.
    fn note_request(&self) {
        let mut step = self.step();
        if *step == BackupStep::Idle {
            *step = BackupStep::Requested;
            self.news.notify_one();
        }
    }

    /// Returns as soon as a backup is requested.
    pub(crate) async fn requested(&self) {
        loop {
            self.news.notified().await;
            // The backup may have been made on schedule in the meantime.
            if *self.step() == BackupStep::Requested {
                return;
            }
        }
    }

    /// Notes that a backup is being made, which also answers a request for one.
    pub(crate) fn begin(&self) -> BackupInProgress<'_> {
        *self.step() = BackupStep::Making;
        BackupInProgress(self)
    }

    fn step(&self) -> MutexGuard<'_, BackupStep> {
        // Ignores poisoning: the value is replaced as a whole.
        self.step.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A backup in the making; dropping it ends that.
#[derive(Debug)]
pub struct BackupInProgress<'s>(&'s BackupTurn);

impl Drop for BackupInProgress<'_> {
    fn drop(&mut self) {
        *self.0.step() = BackupStep::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Requests a backup; returns how many requests were recorded.
    async fn request(turn: &BackupTurn) -> usize {
        let mut recorded = 0;
        let record = async {
            recorded += 1;
            tokio::task::yield_now().await;
            Ok::<(), &str>(())
        };
        turn.request(record).await.unwrap();
        recorded
    }

    #[tokio::test]
    async fn of_two_requests_at_the_same_time_one_is_recorded() {
        let turn = BackupTurn::default();
        let (one, other) = tokio::join!(request(&turn), request(&turn));
        assert_eq!(one + other, 1);
        assert_eq!(request(&turn).await, 0);
        drop(turn.begin());
        assert_eq!(request(&turn).await, 1);
    }

    #[tokio::test]
    async fn a_request_that_is_not_recorded_requests_nothing() {
        let turn = BackupTurn::default();
        let refused = turn.request(async { Err("the disk is full") }).await;
        assert_eq!(refused, Err("the disk is full"));
        assert!(!turn.is_running());
    }

    #[tokio::test]
    async fn a_request_is_answered_once_and_not_twice_while_a_backup_is_made() {
        let turn = BackupTurn::default();
        assert!(!turn.is_running());
        request(&turn).await;
        request(&turn).await;
        turn.requested().await;
        let making = turn.begin();
        request(&turn).await;
        assert!(turn.is_running());
        drop(making);
        assert!(!turn.is_running());
        // The request while the backup was made left none behind.
        let waiting = turn.requested();
        let mut waiting = std::pin::pin!(waiting);
        tokio::select! {
            biased;
            () = &mut waiting => panic!("a backup is requested"),
            () = std::future::ready(()) => {}
        }
        request(&turn).await;
        waiting.await;
    }
}
