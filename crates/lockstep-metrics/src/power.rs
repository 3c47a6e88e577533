//! Values by the second: normalized power and best means.

use std::collections::VecDeque;

use super::Interval;

/// Lays readings out by the second: times are floored to whole seconds (the last reading in a
/// second counts), a value holds until the next, a gap over 30 s ends a segment, whose last reading
/// counts nothing.
#[derive(Clone, Debug, Default)]
pub struct PerSecond {
    pending: Option<(i64, f64)>,
    /// Where the last interval ended, of one that is fed with intervals.
    end: Option<i64>,
}

/// What [`PerSecond`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Second {
    /// The value of the next second.
    Value(f64),
    /// A segment ends: nothing before it and nothing after it stand beside each other.
    Gap,
}

impl PerSecond {
    /// Takes a reading; gives the seconds that are now settled. Readings before the last second are
    /// passed over.
    pub fn push(&mut self, at: i64, value: f64, mut settled: impl FnMut(Second)) {
        let second = at.div_euclid(1000);
        if let Some((last, held)) = self.pending {
            if second < last {
                return;
            }
            let seconds = second - last;
            if seconds > LONGEST {
                settled(Second::Gap);
            } else {
                for _ in 0..seconds {
                    settled(Second::Value(held));
                }
            }
        }
        self.pending = Some((second, value));
    }

    /// Takes an interval instead of a reading, of a sequence in order that nowhere overlaps
    /// ([`Arbitration`](super::Arbitration) makes such): the same seconds that its readings would
    /// give, and a gap wherever one does not begin where the last ended.
    #[inline]
    pub fn add(&mut self, interval: &Interval, mut settled: impl FnMut(Second)) {
        if self.end.is_some_and(|end| end != interval.from) {
            settled(Second::Gap);
        }
        for _ in interval.from.div_euclid(1000)..interval.to.div_euclid(1000) {
            settled(Second::Value(interval.value));
        }
        self.end = Some(interval.to);
    }
}

/// Normalized power: the mean of every full 30-second window inside a segment, to the fourth power,
/// averaged over all windows, fourth root (Allen and Coggan, "Training and Racing with a Power
/// Meter").
#[derive(Clone, Debug, Default)]
pub struct NormalizedPower {
    seconds: PerSecond,
    windows: Windows,
}

#[derive(Clone, Debug, Default)]
struct Windows {
    window: VecDeque<f64>,
    sum: f64,
    fourth_powers: f64,
    count: u32,
}

impl NormalizedPower {
    /// Takes a reading, W.
    #[inline]
    pub fn push(&mut self, at: i64, watts: f64) {
        let windows = &mut self.windows;
        self.seconds.push(at, watts, |second| windows.take(second));
    }

    /// Takes an interval, W; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let windows = &mut self.windows;
        self.seconds.add(interval, |second| windows.take(second));
    }

    /// W; none where no segment lasts 30 s.
    #[must_use]
    pub fn finish(&self) -> Option<f64> {
        let windows = &self.windows;
        (windows.count > 0).then(|| (windows.fourth_powers / f64::from(windows.count)).powf(0.25))
    }
}

impl Windows {
    #[inline]
    fn take(&mut self, second: Second) {
        let Second::Value(watts) = second else {
            self.window.clear();
            self.sum = 0.0;
            return;
        };
        if self.window.len() == WINDOW {
            self.sum -= self.window.pop_front().unwrap_or(0.0);
        }
        self.window.push_back(watts);
        self.sum += watts;
        if self.window.len() == WINDOW {
            let mean = self.sum / 30.0;
            self.fourth_powers += mean * mean * mean * mean;
            self.count = self.count.saturating_add(1);
        }
    }
}

/// The highest mean over each of several durations, within a segment: mean-maximal power, heart
/// rate, speed.
#[derive(Clone, Debug)]
pub struct MeanMaximal {
    seconds: PerSecond,
    bests: Bests,
}

#[derive(Clone, Debug)]
struct Bests {
    durations: Vec<usize>,
    best: Vec<Option<f64>>,
    /// Sums of the segment from its beginning, the newest last; as many as the longest duration
    /// looks back.
    sums: VecDeque<f64>,
    longest: usize,
}

impl MeanMaximal {
    /// Over these durations, whole seconds from 1.
    #[must_use]
    pub fn new(durations: &[usize]) -> Self {
        let longest = durations.iter().copied().max().unwrap_or(0);
        Self {
            seconds: PerSecond::default(),
            bests: Bests {
                durations: durations.to_vec(),
                best: vec![None; durations.len()],
                sums: VecDeque::from([0.0]),
                longest,
            },
        }
    }

    /// Takes a reading.
    #[inline]
    pub fn push(&mut self, at: i64, value: f64) {
        let bests = &mut self.bests;
        self.seconds.push(at, value, |second| bests.take(second));
    }

    /// Takes an interval; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let bests = &mut self.bests;
        self.seconds.add(interval, |second| bests.take(second));
    }

    /// The highest means, in the order of the durations; none where no segment is that long.
    #[must_use]
    pub fn finish(self) -> Vec<Option<f64>> {
        self.bests.best
    }
}

impl Bests {
    #[inline]
    fn take(&mut self, second: Second) {
        let Second::Value(value) = second else {
            self.sums.clear();
            self.sums.push_back(0.0);
            return;
        };
        let newest = self.sums.back().copied().unwrap_or(0.0) + value;
        self.sums.push_back(newest);
        if self.sums.len() > self.longest + 1 {
            self.sums.pop_front();
        }
        for (duration, best) in self.durations.iter().zip(&mut self.best) {
            let Some(before) = self.sums.len().checked_sub(duration + 1) else {
                continue;
            };
            let mean = (newest - self.sums[before]) / super::count(*duration);
            if best.is_none_or(|best| mean > best) {
                *best = Some(mean);
            }
        }
    }
}

/// Seconds.
const LONGEST: i64 = 30;
const WINDOW: usize = 30;
