//! Whether a backup is requested or being made, in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Whether a backup is requested or being made.
#[derive(Debug, Default)]
pub(crate) struct BackupTurn {
    step: Mutex<BackupStep>,
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

    /// Requests a backup, unless one is requested or being made.
    pub(crate) fn request(&self) {
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

    #[tokio::test]
    async fn a_request_is_answered_once_and_not_twice_while_a_backup_is_made() {
        let turn = BackupTurn::default();
        assert!(!turn.is_running());
        turn.request();
        turn.request();
        turn.requested().await;
        let making = turn.begin();
        turn.request();
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
        turn.request();
        waiting.await;
    }
}
