//! Values per second, and normalized power.

use super::Interval;

/// Resamples readings to seconds. Times are rounded down to whole seconds, and the last reading within
/// a second counts. A value holds until the next reading; a gap over 30 s ends a segment, whose last
/// reading does not count.
#[derive(Clone, Debug, Default)]
pub struct PerSecond {
    pending: Option<(i64, f64)>,
    /// The end of the last interval in milliseconds and in whole seconds, if intervals are added.
    end: Option<(i64, i64)>,
}

/// The output of [`PerSecond`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Second {
    /// The value of the next second.
    Value(f64),
    /// A segment ends: the values before and after are not consecutive.
    Gap,
}

impl PerSecond {
    /// Adds a reading; calls `settled` with the seconds that are now final. Readings before the last
    /// second are skipped.
    pub fn push(&mut self, at: i64, value: f64, mut settled: impl FnMut(Second)) {
        let second = at.div_euclid(1000);
        if let Some((last, held)) = self.pending {
            if second < last {
                return;
            }
            let seconds = second - last;
            if seconds > MAX_HOLD_SECONDS {
                settled(Second::Gap);
            } else {
                for _ in 0..seconds {
                    settled(Second::Value(held));
                }
            }
        }
        self.pending = Some((second, value));
    }

    /// Adds an interval instead of a reading. Intervals must be in order and must not overlap
    /// ([`Arbitration`](super::Arbitration) produces such a sequence). The result has the same seconds
    /// as the readings, and a gap wherever an interval does not begin at the end of the previous one.
    #[inline]
    pub fn add(&mut self, interval: &Interval, mut settled: impl FnMut(Second)) {
        let first = match self.end {
            Some((end, second)) if end == interval.from => second,
            before => {
                if before.is_some() {
                    settled(Second::Gap);
                }
                interval.from.div_euclid(1000)
            }
        };
        // Most readings are a second apart, and divisions take longer than the rest.
        let last = if interval.milliseconds() == 1000 {
            first + 1
        } else {
            interval.to.div_euclid(1000)
        };
        for _ in first..last {
            settled(Second::Value(interval.value));
        }
        self.end = Some((interval.to, last));
    }
}

/// Normalized power: the fourth root of the average of the fourth powers of window means. The windows
/// are all full 30-second windows inside a segment (Allen and Coggan, "Training and Racing with a Power
/// Meter").
#[derive(Clone, Debug, Default)]
pub struct NormalizedPower {
    seconds: PerSecond,
    windows: Windows,
}

#[derive(Clone, Debug, Default)]
struct Windows {
    /// The last values in a ring; the next value replaces the one at `next`.
    window: [f64; WINDOW],
    next: usize,
    filled: usize,
    sum: f64,
    /// The sum of the fourth powers of the windows' sums: a division for each second would take longer than the rest.
    fourth_powers: f64,
    count: u32,
}

impl NormalizedPower {
    /// Adds a reading in W.
    #[inline]
    pub fn push(&mut self, at: i64, watts: f64) {
        let windows = &mut self.windows;
        self.seconds.push(at, watts, |second| windows.take(second));
    }

    /// Adds an interval in W; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let windows = &mut self.windows;
        self.seconds.add(interval, |second| windows.take(second));
    }

    /// Returns the sums so far. The sums of parts of a ride add up, up to the 30 s at each cut.
    #[must_use]
    pub fn sums(&self) -> PowerSums {
        PowerSums {
            fourth_powers: self.windows.fourth_powers / (WINDOW as f64).powi(4),
            windows: self.windows.count,
        }
    }

    /// Returns the normalized power in W; `None` if no segment lasts 30 s.
    #[must_use]
    pub fn finish(&self) -> Option<f64> {
        self.sums().normalized()
    }
}

/// The sums behind a normalized power.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PowerSums {
    /// The sum of the fourth powers of the means of 30 s.
    pub fourth_powers: f64,
    /// The number of these means.
    pub windows: u32,
}

impl PowerSums {
    /// Returns the normalized power in W; `None` without a window of 30 s.
    #[must_use]
    pub fn normalized(self) -> Option<f64> {
        (self.windows > 0).then(|| (self.fourth_powers / f64::from(self.windows)).powf(0.25))
    }
}

impl std::ops::AddAssign for PowerSums {
    fn add_assign(&mut self, other: Self) {
        self.fourth_powers += other.fourth_powers;
        self.windows = self.windows.saturating_add(other.windows);
    }
}

/// Returns the training stress score of one ride: 100 for an hour at the functional threshold power
/// (Allen, Coggan and McGregor 2019, "Training and Racing with a Power Meter"). The score of several
/// rides is the sum of their scores, never the score of their common normalized power.
#[must_use]
pub fn training_stress_score(seconds: f64, normalized: f64, threshold: f64) -> f64 {
    let intensity = normalized / threshold;
    100.0 * seconds / 3600.0 * intensity * intensity
}

/// Estimates the functional threshold power in W: 95 % of the best mean power over 20 minutes (Allen,
/// Coggan and McGregor 2019).
#[must_use]
pub fn threshold_power_estimate(best_20_minutes: f64) -> f64 {
    0.95 * best_20_minutes
}

impl Windows {
    #[inline]
    fn take(&mut self, second: Second) {
        let Second::Value(watts) = second else {
            self.filled = 0;
            self.sum = 0.0;
            return;
        };
        let oldest = std::mem::replace(&mut self.window[self.next], watts);
        self.next = if self.next + 1 == WINDOW {
            0
        } else {
            self.next + 1
        };
        if self.filled == WINDOW {
            self.sum -= oldest;
        } else {
            self.filled += 1;
        }
        self.sum += watts;
        if self.filled == WINDOW {
            let square = self.sum * self.sum;
            self.fourth_powers += square * square;
            self.count = self.count.saturating_add(1);
        }
    }
}

/// The longest time that a reading holds, in seconds.
const MAX_HOLD_SECONDS: i64 = 30;
const WINDOW: usize = 30;
