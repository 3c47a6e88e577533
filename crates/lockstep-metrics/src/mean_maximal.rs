//! Mean-maximal values.

use super::{Interval, PerSecond, Second, count};

/// The highest mean over each of several durations within a segment: mean-maximal power, heart rate or
/// speed.
#[derive(Clone, Debug)]
pub struct MeanMaximal {
    seconds: PerSecond,
    windows: Windows,
}

/// The windows that end at each second of a segment. Seconds are collected and then compared for one
/// duration after the other, which a processor does several at once.
#[derive(Clone, Debug)]
struct Windows {
    durations: Vec<usize>,
    longest: usize,
    /// The highest sum for each duration.
    highest: Vec<f64>,
    /// The sum of the segment's values up to each second, beginning with 0.
    sums: Vec<f64>,
    /// The number of `sums` whose windows are compared.
    compared: usize,
}

impl MeanMaximal {
    /// Uses these durations in whole seconds, at least 1.
    #[must_use]
    pub fn new(durations: &[usize]) -> Self {
        Self {
            seconds: PerSecond::default(),
            windows: Windows {
                durations: durations.to_vec(),
                longest: durations.iter().copied().max().unwrap_or(0),
                highest: vec![f64::NEG_INFINITY; durations.len()],
                sums: vec![0.0],
                compared: 1,
            },
        }
    }

    /// Adds a reading.
    #[inline]
    pub fn push(&mut self, at: i64, value: f64) {
        let windows = &mut self.windows;
        self.seconds.push(at, value, |second| windows.add(second));
    }

    /// Adds an interval; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let windows = &mut self.windows;
        self.seconds.add(interval, |second| windows.add(second));
    }

    /// Returns the highest means of the windows that ended since the last call, in the order of the
    /// durations; `None` if no window is that long. Windows that have begun continue: a window belongs to
    /// the time at which it ends.
    pub fn take(&mut self) -> Vec<Option<f64>> {
        let windows = &mut self.windows;
        windows.compare();
        let means = windows.highest.iter().zip(&windows.durations);
        let means = means
            .map(|(sum, duration)| sum.is_finite().then(|| sum / count(*duration)))
            .collect();
        windows.highest.fill(f64::NEG_INFINITY);
        means
    }

    /// Returns the highest means in the order of the durations; `None` if no segment is long enough.
    #[must_use]
    pub fn finish(mut self) -> Vec<Option<f64>> {
        self.take()
    }
}

impl Windows {
    #[inline]
    fn add(&mut self, second: Second) {
        let Second::Value(value) = second else {
            self.compare();
            self.sums.truncate(1);
            self.sums[0] = 0.0;
            self.compared = 1;
            return;
        };
        let last = self.sums[self.sums.len() - 1];
        self.sums.push(last + value);
        if self.sums.len() - self.compared >= BATCH {
            self.compare();
        }
    }

    /// Compares the windows that end at the collected seconds.
    fn compare(&mut self) {
        for (duration, highest) in self.durations.iter().zip(&mut self.highest) {
            let first = self.compared.max(*duration);
            let Some(ends) = self.sums.get(first..) else {
                continue;
            };
            let starts = &self.sums[first - duration..];
            *highest = highest_difference(ends, starts).max(*highest);
        }
        // The windows to come begin at most the longest duration back.
        let unneeded = self.sums.len().saturating_sub(self.longest + 1);
        if unneeded > self.longest.max(BATCH) {
            self.sums.drain(..unneeded);
        }
        self.compared = self.sums.len();
    }
}

/// Returns the highest of the differences of two slices, which the compiler computes several at once:
/// the lanes do not depend on each other.
fn highest_difference(ends: &[f64], starts: &[f64]) -> f64 {
    let (ends, last_ends) = ends.as_chunks::<LANES>();
    let (starts, rest) = starts.as_chunks::<LANES>();
    let mut highest = [f64::NEG_INFINITY; LANES];
    for (ends, starts) in ends.iter().zip(starts) {
        for lane in 0..LANES {
            let difference = ends[lane] - starts[lane];
            highest[lane] = if difference > highest[lane] {
                difference
            } else {
                highest[lane]
            };
        }
    }
    let last_starts = starts
        .get(ends.len())
        .map_or(rest, <[f64; LANES]>::as_slice);
    let last = last_ends
        .iter()
        .zip(last_starts)
        .map(|(end, start)| end - start);
    highest
        .into_iter()
        .chain(last)
        .fold(f64::NEG_INFINITY, f64::max)
}

const LANES: usize = 8;
/// The number of seconds that are compared together.
const BATCH: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_value_is_the_highest_mean_of_a_window(
            segments in prop::collection::vec(prop::collection::vec(0_u16..500, 1..60), 1..5),
            taken in any::<prop::sample::Index>(),
            batch in 1_usize..3,
        ) {
            let durations = [1, 3, 10, 25];
            let mut all = MeanMaximal::new(&durations);
            let mut parted = MeanMaximal::new(&durations);
            let mut expected = vec![f64::NEG_INFINITY; durations.len()];
            let total: usize = segments.iter().map(Vec::len).sum();
            let (taken, mut seen, mut at) = (taken.index(total), 0, 0);
            let mut means = Vec::new();
            for segment in &segments {
                for value in segment {
                    let value = f64::from(*value);
                    let interval = Interval { from: at, to: at + 1000, value, confidence: 1.0 };
                    all.add(&interval);
                    parted.add(&interval);
                    at += 1000;
                    seen += 1;
                    if seen % (taken + batch) == 0 {
                        means.push(parted.take());
                    }
                }
                at += 60_000;
                for (duration, highest) in durations.iter().zip(&mut expected) {
                    for window in segment.windows(*duration) {
                        let sum: f64 = window.iter().map(|value| f64::from(*value)).sum();
                        *highest = highest.max(sum / *duration as f64);
                    }
                }
            }
            means.push(parted.take());
            let found = all.finish();
            for (nth, expected) in expected.into_iter().enumerate() {
                let found = found[nth].unwrap_or(f64::NEG_INFINITY);
                prop_assert!(found == expected || (found - expected).abs() < 1e-9);
                let parts = means.iter().filter_map(|part| part[nth]);
                let of_parts = parts.fold(f64::NEG_INFINITY, f64::max);
                prop_assert!(of_parts == found || (of_parts - found).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_long_segment_keeps_the_sums_that_windows_need() {
        let durations = [1, 5000];
        let mut means = MeanMaximal::new(&durations);
        for second in 0..40_000 {
            let value = if (20_000..25_000).contains(&second) {
                300.0
            } else {
                100.0
            };
            means.push(second * 1000, value);
        }
        assert!(means.windows.sums.len() < 20_000);
        assert_eq!(means.finish(), [Some(300.0), Some(300.0)]);
    }
}
