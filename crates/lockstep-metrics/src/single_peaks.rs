//! Detects single readings of power and of speed that no athlete can reach.

use super::Interval;

/// Replaces single readings of power or of speed by the reading before: a meter that lost its signal or a jump of a position
/// writes them, and an athlete needs longer to speed up and slow down.
///
/// A reading is such a peak if it is above 600 W, or 12 m/s, and more than twice both neighbours. Easy riding varies
/// more, without any harm to a highest mean.
#[derive(Clone, Debug)]
pub struct SinglePeaks {
    /// The value up to which a single reading is not an artefact.
    least: f64,
    /// The reading before the waiting one, and its value.
    before: Option<Interval>,
    /// The reading whose next one is not known yet.
    waiting: Option<Interval>,
}

impl Default for SinglePeaks {
    /// Detects peaks of power in W.
    fn default() -> Self {
        Self::above(MIN_PEAK)
    }
}

impl SinglePeaks {
    /// Detects peaks of speed in m/s.
    #[must_use]
    pub fn of_speed() -> Self {
        Self::above(MIN_PEAK_SPEED)
    }

    fn above(least: f64) -> Self {
        Self {
            least,
            before: None,
            waiting: None,
        }
    }

    /// Adds the next interval; calls `each` with the one before it.
    #[inline]
    pub fn push(&mut self, next: Interval, each: impl FnOnce(Interval)) {
        let Some(waiting) = self.waiting.replace(next) else {
            return;
        };
        let before = self.before.replace(waiting);
        each(self.without_single_peak(before, waiting, next));
    }

    /// Adds consecutive intervals; calls `each` with those whose next one is known, several at once where no value is high
    /// enough for a peak.
    pub fn push_all(&mut self, next: &[Interval], mut each: impl FnMut(&[Interval])) {
        let is_high = |one: &Interval| one.value > self.least;
        match next {
            [first, .., last] if !next.iter().any(is_high) => {
                // The one before may be a peak.
                self.push(*first, |one| each(&[one]));
                let known = &next[..next.len() - 1];
                each(known);
                self.before = known.last().copied();
                self.waiting = Some(*last);
            }
            _ => {
                for one in next {
                    self.push(*one, |one| each(&[one]));
                }
            }
        }
    }

    /// Calls `each` with the last interval, which has no next one and stays.
    pub fn finish(&mut self, each: impl FnOnce(Interval)) {
        self.before = None;
        if let Some(last) = self.waiting.take() {
            each(last);
        }
    }

    #[inline]
    fn without_single_peak(
        &self,
        before: Option<Interval>,
        waiting: Interval,
        next: Interval,
    ) -> Interval {
        if waiting.value <= self.least {
            return waiting;
        }
        let is_above = |other: &Interval| waiting.value > 2.0 * other.value;
        match before.filter(|before| is_above(before) && is_above(&next)) {
            Some(before) => Interval {
                value: before.value,
                ..waiting
            },
            None => waiting,
        }
    }
}

/// The power in W up to which a single reading is not an artefact.
const MIN_PEAK: f64 = 600.0;
/// The speed in m/s up to which a single reading is not an artefact: a sprinter's. A rider who is faster does not halve the speed
/// within a reading.
const MIN_PEAK_SPEED: f64 = 12.0;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn single_peaks_take_the_value_before_them() {
        for (watts, expected) in [
            (vec![200.0, 1638.0, 210.0], vec![200.0, 200.0, 210.0]),
            (vec![200.0, 590.0, 210.0], vec![200.0, 590.0, 210.0]),
            // A sprint.
            (
                vec![200.0, 700.0, 1100.0, 900.0, 300.0],
                vec![200.0, 700.0, 1100.0, 900.0, 300.0],
            ),
            // At the ends, a neighbour is missing.
            (vec![1638.0, 200.0], vec![1638.0, 200.0]),
            (vec![200.0, 1638.0], vec![200.0, 1638.0]),
            (vec![], vec![]),
        ] {
            assert_eq!(kept(SinglePeaks::default(), &watts), expected);
        }
    }

    #[test]
    fn single_peaks_of_speed_take_the_value_before_them() {
        for (speeds, expected) in [
            (vec![4.0, 31.0, 4.5], vec![4.0, 4.0, 4.5]),
            (vec![4.0, 11.5, 4.5], vec![4.0, 11.5, 4.5]),
            // A descent.
            (vec![9.0, 13.0, 17.0, 12.0], vec![9.0, 13.0, 17.0, 12.0]),
        ] {
            assert_eq!(kept(SinglePeaks::of_speed(), &speeds), expected);
        }
    }

    proptest! {
        #[test]
        fn many_intervals_are_kept_like_each(
            values in prop::collection::vec(prop::sample::select(vec![0.0, 200.0, 590.0, 700.0, 1500.0, f64::NAN]), 0..30),
            sizes in prop::collection::vec(0_usize..5, 0..10),
        ) {
            let intervals = intervals(&values);
            let (mut peaks, mut found) = (SinglePeaks::default(), Vec::new());
            let mut rest = intervals.as_slice();
            for size in sizes.into_iter().chain([usize::MAX]) {
                let (now, later) = rest.split_at(size.min(rest.len()));
                peaks.push_all(now, |known| found.extend_from_slice(known));
                rest = later;
            }
            peaks.finish(|last| found.push(last));
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            let of_found: Vec<f64> = found.iter().map(|one| one.value).collect();
            prop_assert_eq!(bits(&of_found), bits(&kept(SinglePeaks::default(), &values)));
            let begins = |all: &[Interval]| all.iter().map(|one| one.from).collect::<Vec<_>>();
            prop_assert_eq!(begins(&found), begins(&intervals));
        }
    }

    fn intervals(values: &[f64]) -> Vec<Interval> {
        let interval = |(nth, value): (i64, &f64)| Interval {
            from: 1000 * nth,
            to: 1000 * (nth + 1),
            value: *value,
            confidence: 1.0,
        };
        (0..).zip(values).map(interval).collect()
    }

    fn kept(mut peaks: SinglePeaks, values: &[f64]) -> Vec<f64> {
        let mut found = Vec::new();
        for interval in intervals(values) {
            peaks.push(interval, |interval| found.push(interval.value));
        }
        peaks.finish(|interval| found.push(interval.value));
        found
    }
}
