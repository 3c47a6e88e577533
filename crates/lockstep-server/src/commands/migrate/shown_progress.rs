//! The progress of a pass of `migrate`, as the operator sees it.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanBytes, HumanDuration};
use lockstep_store::copy::{CopyProgress, CopyStage};
use lockstep_store::{Clock, SystemClock};

use crate::progress::Progress;

/// The bars of a pass, one for each stage.
pub(super) struct ShownProgress {
    /// The stage and its bar, from its first report on.
    stage: Option<(CopyStage, Progress)>,
    clock: Arc<dyn Clock>,
    begun: Duration,
    is_quiet: bool,
}

impl ShownProgress {
    pub(super) fn new(is_quiet: bool) -> Self {
        let clock = SystemClock::shared();
        Self {
            stage: None,
            begun: clock.monotonic(),
            clock,
            is_quiet,
        }
    }

    pub(super) fn show(&mut self, at: CopyProgress) {
        let now = self.clock.monotonic();
        let mut bar = match self.stage.take() {
            Some((stage, bar)) if stage == at.stage => bar,
            _ => {
                self.begun = now;
                let what = match at.stage {
                    CopyStage::Copying => "copying",
                    CopyStage::Comparing => "comparing",
                };
                Progress::new(what, "rows", at.total, self.is_quiet)
            }
        };
        let left = remaining(now.saturating_sub(self.begun), at.rows, at.total);
        bar.at_with(
            at.rows,
            &format!(
                "{} copied, {} left",
                HumanBytes(at.bytes),
                HumanDuration(left)
            ),
        );
        if at.rows > 0 && at.rows >= at.total {
            bar.done();
        }
        self.stage = Some((at.stage, bar));
    }
}

/// Estimates the time that the rest takes, from the time that the done rows took.
fn remaining(taken: Duration, done: u64, total: u64) -> Duration {
    match done {
        0 => Duration::ZERO,
        done => taken.mul_f64(total.saturating_sub(done) as f64 / done as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_time_that_was_taken() {
        let seconds = Duration::from_secs;
        assert_eq!(remaining(seconds(10), 100, 400), seconds(30));
        assert_eq!(remaining(seconds(10), 400, 400), Duration::ZERO);
        // Rows were added after they were counted.
        assert_eq!(remaining(seconds(10), 500, 400), Duration::ZERO);
        assert_eq!(remaining(seconds(10), 0, 400), Duration::ZERO);
    }
}
