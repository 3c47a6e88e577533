//! RR intervals: FIT tells only their lengths, so their times are added up.

use super::super::intake::{Intake, Stop};
use super::milliseconds;

/// The beats of a recording, each placed at the end of its interval.
///
/// The first `hrv` message stands at the record before it (at the one after it where there is
/// none), every later beat one interval after the last. Where the sum runs away from the records
/// by more than [`DRIFT`] – a pause, lost beats – it starts afresh at the record. Times always
/// rise, so intervals keep their order and none replaces another.
#[derive(Debug, Default)]
pub(super) struct Beats {
    last: Option<i64>,
    /// Intervals before anything gave the time.
    waiting: Vec<f64>,
}

impl Beats {
    /// Takes the intervals of one message, in raw milliseconds.
    pub(super) fn message<E>(
        &mut self,
        intervals: &[f64],
        clock: Option<u32>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
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

    /// Places the beats that waited for a record.
    pub(super) fn record<E>(
        &mut self,
        time: u32,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.message(&waiting, Some(time), device, intake)
    }

    /// Says what was never placed.
    pub(super) fn end<E>(
        &mut self,
        clock: Option<u32>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
        match clock {
            Some(clock) => self.record(clock, device, intake),
            None if self.waiting.is_empty() => Ok(()),
            None => {
                intake.fault(format_args!("hrv: RR intervals in a file without any time"));
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
    ) -> Result<(), Stop<E>> {
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
        // The clock of a message that is no record may be nonsense.
        if at < 0 || at > intake.latest() {
            return Ok(());
        }
        self.last = Some(at);
        intake.point(at, device, "rr_interval", interval, "ms")
    }
}

/// Milliseconds.
const DRIFT: u64 = 10_000;
/// A few minutes of beats.
const MAX_WAITING: usize = 1000;
