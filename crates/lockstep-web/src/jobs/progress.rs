//! How far the work of a job has come, counted by the work itself.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use utoipa::ToSchema;

/// The units of a job's work. The work of a job and the job share one.
#[derive(Debug, Default)]
pub(super) struct Progress {
    done: AtomicU64,
    /// The units in all; 0 while the work does not know them.
    total: AtomicU64,
}

tokio::task_local! {
    static CURRENT: Arc<Progress>;
}

impl Progress {
    /// Returns the progress of the job whose task runs; one that nobody reads outside of a job.
    pub(super) fn current() -> Arc<Self> {
        CURRENT.try_with(Arc::clone).unwrap_or_default()
    }

    /// Runs the work of the job with this progress.
    pub(super) fn scope<F: Future>(self: Arc<Self>, work: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, work)
    }

    pub(super) fn expect(&self, units: u64) {
        let done = self.done.load(Ordering::Relaxed);
        self.total.store(done + units, Ordering::Relaxed);
    }

    pub(super) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the progress; `None` while the work does not know its units.
    pub(super) fn read(&self) -> Option<JobProgress> {
        let done = self.done.load(Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then_some(JobProgress {
            // The two are read one after the other.
            done: done.min(total),
            total,
        })
    }
}

/// How far a running job has come, in units of its work: the blocks of the data, or the steps of a set-up and a proof.
/// The units of a job may take different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobProgress {
    /// The units that are done.
    #[schema(example = 3)]
    pub done: u64,
    /// The units in all, at least 1.
    #[schema(example = 6)]
    pub total: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(progress: &Progress) -> Option<(u64, u64)> {
        progress.read().map(|it| (it.done, it.total))
    }

    #[test]
    fn units_are_unknown_until_the_work_knows_them() {
        let progress = Progress::default();
        assert_eq!(units(&progress), None);
        progress.expect(2);
        assert_eq!(units(&progress), Some((0, 2)));
        progress.advance();
        assert_eq!(units(&progress), Some((1, 2)));
        // Later work counts on.
        progress.expect(3);
        assert_eq!(units(&progress), Some((1, 4)));
        for _ in 0..4 {
            progress.advance();
        }
        assert_eq!(units(&progress), Some((4, 4)), "never more than all");
    }
}
