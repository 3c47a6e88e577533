//! Mean-maximal values.

use std::ops::Sub;

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
    sums: Sums,
    /// The number of `sums` whose windows are compared.
    compared: usize,
}

/// Sums of values. As long as they are whole and small, which most powers and heart rates are, `f32` holds them and their
/// differences exactly, and a processor compares twice as many at once.
#[derive(Clone, Debug)]
enum Sums {
    Whole {
        sums: Vec<f32>,
        /// The last of them. An addition that waited for its conversion to `f32` and back would take three times as long.
        last: f64,
    },
    Any(Vec<f64>),
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
                sums: Sums::begin(),
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

    /// Adds intervals; see [`MeanMaximal::add`].
    pub fn add_all(&mut self, intervals: &[Interval]) {
        for interval in intervals {
            self.add(interval);
        }
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
            self.sums.restart();
            self.compared = 1;
            return;
        };
        let count = self.sums.push(value);
        if count - self.compared >= BATCH {
            self.compare();
        }
    }

    /// Compares the windows that end at the collected seconds.
    fn compare(&mut self) {
        let windows = (self.compared, self.durations.as_slice());
        let count = match &self.sums {
            Sums::Whole { sums, .. } => {
                compare::<f32, WHOLE_LANES>(sums, f32::NEG_INFINITY, windows, &mut self.highest)
            }
            Sums::Any(sums) => {
                compare::<f64, LANES>(sums, f64::NEG_INFINITY, windows, &mut self.highest)
            }
        };
        // The windows to come begin at most the longest duration back.
        let unneeded = count.saturating_sub(self.longest + 1);
        self.compared = count;
        if unneeded > self.longest.max(BATCH) {
            self.sums.drop_first(unneeded);
            self.compared -= unneeded;
        }
    }
}

impl Sums {
    /// The sums of a segment without values.
    fn begin() -> Self {
        Self::Whole {
            sums: vec![0.0],
            last: 0.0,
        }
    }

    /// Adds the sum up to the next second, and returns the number of sums.
    #[inline]
    fn push(&mut self, value: f64) -> usize {
        match self {
            Self::Whole { sums, last } => {
                let sum = *last + value;
                // Other numbers convert to one that differs.
                let whole = sum as i32;
                if f64::from(whole).to_bits() == sum.to_bits() && whole.unsigned_abs() <= MAX_WHOLE
                {
                    sums.push(whole as f32);
                    *last = sum;
                    return sums.len();
                }
                self.push_other(sum)
            }
            Self::Any(sums) => {
                let before = sums.last().copied().unwrap_or_default();
                sums.push(before + value);
                sums.len()
            }
        }
    }

    /// Adds a sum that is not whole or not small.
    #[cold]
    fn push_other(&mut self, sum: f64) -> usize {
        if let Self::Whole { sums, .. } = self {
            let sums: Vec<f64> = sums.iter().map(|sum| f64::from(*sum)).collect();
            *self = Self::Any(sums);
        }
        let Self::Any(sums) = self else { return 0 };
        sums.push(sum);
        sums.len()
    }

    /// Begins a segment.
    fn restart(&mut self) {
        match self {
            Self::Whole { sums, last } => {
                sums.clear();
                sums.push(0.0);
                *last = 0.0;
            }
            Self::Any(_) => *self = Self::begin(),
        }
    }

    fn drop_first(&mut self, count: usize) {
        match self {
            Self::Whole { sums, .. } => drop(sums.drain(..count)),
            Self::Any(sums) => drop(sums.drain(..count)),
        }
    }
}

/// Raises the highest sum of each duration to the highest of the windows that end at the sums from an index on. Returns the
/// number of sums.
fn compare<T, const N: usize>(
    sums: &[T],
    lowest: T,
    (compared, durations): (usize, &[usize]),
    highest: &mut [f64],
) -> usize
where
    T: Copy + PartialOrd + Sub<Output = T> + Into<f64>,
{
    for (duration, highest) in durations.iter().zip(highest) {
        let first = compared.max(*duration);
        let Some(ends) = sums.get(first..) else {
            continue;
        };
        let starts = &sums[first - duration..];
        let found: f64 = highest_difference::<T, N>(ends, starts, lowest).into();
        *highest = found.max(*highest);
    }
    sums.len()
}

/// Returns the highest of the differences of two slices, which the compiler computes several at once:
/// the lanes do not depend on each other.
fn highest_difference<T, const N: usize>(ends: &[T], starts: &[T], lowest: T) -> T
where
    T: Copy + PartialOrd + Sub<Output = T>,
{
    let higher = |one: T, other: T| if one > other { one } else { other };
    let (ends, last_ends) = ends.as_chunks::<N>();
    let (starts, rest) = starts.as_chunks::<N>();
    let mut highest = [lowest; N];
    for (ends, starts) in ends.iter().zip(starts) {
        for ((highest, end), start) in highest.iter_mut().zip(ends).zip(starts) {
            *highest = higher(*end - *start, *highest);
        }
    }
    let last_starts = starts.get(ends.len()).map_or(rest, <[T; N]>::as_slice);
    let last = last_ends
        .iter()
        .zip(last_starts)
        .map(|(end, start)| *end - *start);
    highest.into_iter().chain(last).fold(lowest, higher)
}

/// The largest whole sum that is kept as `f32`, 2²³: differences of two such sums are exact.
const MAX_WHOLE: u32 = 1 << 23;
const WHOLE_LANES: usize = 16;
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

    /// The highest means of consecutive seconds, without prefix sums.
    fn highest_means(values: &[f64], durations: &[usize]) -> Vec<Option<f64>> {
        let mean = |window: &[f64]| window.iter().sum::<f64>() / window.len() as f64;
        let highest = |duration: &usize| values.windows(*duration).map(mean).reduce(f64::max);
        durations.iter().map(highest).collect()
    }

    #[test]
    fn whole_and_other_values_have_the_same_means() {
        let durations = [1, 2, 30, 700];
        let whole: Vec<f64> = (0..3000).map(|nth| f64::from(nth * 7919 % 401)).collect();
        let with = |at: usize, value: f64| {
            let mut values = whole.clone();
            values[at] = value;
            values
        };
        for values in [
            whole.clone(),
            with(0, 0.5),
            with(1500, 250.25),
            with(2999, 0.125),
            // Beyond the sums that `f32` holds.
            with(1500, 1e7),
            with(10, 3e9),
            with(10, -3e9),
            vec![65_535.0; 3000],
        ] {
            let mut means = MeanMaximal::new(&durations);
            for (second, value) in (0..).zip(&values) {
                means.add(&Interval {
                    from: 1000 * second,
                    to: 1000 * (second + 1),
                    value: *value,
                    confidence: 1.0,
                });
            }
            // All sums are exact, so the means are.
            assert_eq!(means.finish(), highest_means(&values, &durations));
        }
    }

    #[test]
    fn a_segment_after_other_values_begins_with_whole_sums() {
        let mut means = MeanMaximal::new(&[1, 2]);
        for (second, value) in [(0, 1.5), (1, 2.5), (100, 3.0), (101, 5.0)] {
            means.add(&Interval {
                from: 1000 * second,
                to: 1000 * (second + 1),
                value,
                confidence: 1.0,
            });
        }
        assert!(matches!(means.windows.sums, Sums::Whole { .. }));
        assert_eq!(means.finish(), [Some(5.0), Some(4.0)]);
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
        let count = match &means.windows.sums {
            Sums::Whole { sums, .. } => sums.len(),
            Sums::Any(sums) => sums.len(),
        };
        assert!(count < 20_000);
        assert_eq!(means.finish(), [Some(300.0), Some(300.0)]);
    }
}
