//! Notes heart rates of two devices that contradict each other, and heart rates that do not count.

use lockstep_store::StoreError;

use super::{Computation, WEEK};

impl Computation<'_, '_> {
    /// Notes for how long a second device contradicts the heart rate that counts. Both devices are read again, so only a
    /// range of a week or less is compared, and no row of an interval.
    pub(super) fn contradictions(&mut self) -> Result<(), StoreError> {
        let (from, to) = self.range;
        if self.shared.is_some() || to.saturating_sub(from) > WEEK {
            return Ok(());
        }
        let seconds = self.source.contradicted(self.range, BEYOND)? / 1000;
        if seconds >= MIN_SECONDS {
            self.note(format!(
                "two devices differ by more than {BEYOND} beats a minute for {seconds} s: the highest confidence counts, \
                 then a chest strap, an arm band, a watch, a phone"
            ));
        }
        Ok(())
    }

    /// Notes heart rates whose exact time is unknown. Rows of an interval have no such note, as above.
    pub(super) fn inexact_times(&mut self) -> Result<(), StoreError> {
        if self.shared.is_none() && self.source.has_heart_rate_without_exact_time(self.range)? {
            self.note(
                "heart rates with a clock time and no time zone (metadata.localTime) are left out: their exact \
                 time is unknown",
            );
        }
        Ok(())
    }
}

/// The difference in beats a minute beyond which two heart rates contradict each other.
const BEYOND: f64 = 10.0;
/// Shorter contradictions are the delay of optical sensors.
const MIN_SECONDS: i64 = 60;
