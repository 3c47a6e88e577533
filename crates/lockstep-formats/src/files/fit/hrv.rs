//! RR intervals: FIT stores only their lengths, so their times are sums of the lengths.

use super::super::intake::{Intake, StopReason};
use super::milliseconds;

/// The beats of a recording, each at the end of its interval.
///
/// The first `hrv` message gets the time of the record before it (or of the next record if there is
/// none). Every later beat follows one interval after the previous beat. If the sum deviates from the
/// records by more than [`DRIFT`] (a pause, lost beats), it restarts at the record. Times always
/// increase, so intervals keep their order and do not replace each other.
#[derive(Debug, Default)]
pub(super) struct HeartbeatClock {
    last: Option<i64>,
    /// Intervals before the first known time.
    waiting: Vec<f64>,
}

impl HeartbeatClock {
    /// Adds the intervals of one message, in raw milliseconds.
    pub(super) fn message<E>(
        &mut self,
        intervals: &[f64],
        clock: Option<u32>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let intervals = intervals
            .iter()
            .copied()
            .filter(|interval| !interval.is_nan());
        let Some(clock) = clock else {
            let room = MAX_WAITING.saturating_sub(self.waiting.len());
            self.waiting.extend(intervals.take(room));
            return Ok(());
        };
        for interval in intervals {
            self.beat(interval, milliseconds(clock), device, intake)?;
        }
        Ok(())
    }

    /// Assigns times to the beats that waited for a record.
    pub(super) fn record<E>(
        &mut self,
        time: u32,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.message(&waiting, Some(time), device, intake)
    }

    /// Reports intervals that never got a time.
    pub(super) fn end<E>(
        &mut self,
        clock: Option<u32>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        match clock {
            Some(clock) => self.record(clock, device, intake),
            None if self.waiting.is_empty() => Ok(()),
            None => {
                intake.report_error(format_args!(
                    "hrv: the RR intervals have no time, because the file contains no other time: export the activity with its records"
                ));
                self.waiting.clear();
                Ok(())
            }
        }
    }

    fn beat<E>(
        &mut self,
        interval: f64,
        record: i64,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let length = interval as i64;
        let at = match self.last {
            None => record,
            Some(last) => {
                let next = last.saturating_add(length.max(1));
                if next.abs_diff(record) > DRIFT {
                    record.max(last + 1)
                } else {
                    next
                }
            }
        };
        // The time of a message that is not a record may be invalid.
        if at < 0 || at > intake.latest() {
            return Ok(());
        }
        self.last = Some(at);
        intake.point(at, device, "rr_interval", interval, "ms")
    }
}

/// The maximum deviation in milliseconds.
const DRIFT: u64 = 10_000;
/// The maximum number of waiting intervals: a few minutes of beats.
const MAX_WAITING: usize = 1000;
