//! Notes heart rates of two devices that contradict each other.

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
}

/// The difference in beats a minute beyond which two heart rates contradict each other.
const BEYOND: f64 = 10.0;
/// Shorter contradictions are the delay of optical sensors.
const MIN_SECONDS: i64 = 60;
