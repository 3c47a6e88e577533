//! Maximum and resting heart rate, and estimates derived from them.

use std::collections::VecDeque;

use super::{Interval, PerSecond, Second, median};

/// The source of a maximum heart rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaximumSource {
    /// The profile.
    Profile,
    /// The highest 15-second rolling median of the last 365 days.
    Measured,
    /// 208 − 0.7 · age (Tanaka, Monahan and Seals 2001).
    Age,
    /// No data: 190, marked as assumed.
    Assumed,
}

/// A maximum heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaximumHeartRate {
    /// The rate in beats per minute.
    pub value: f64,
    /// The source of the rate.
    pub source: MaximumSource,
}

/// Returns the maximum heart rate for computations. The sources in order: the profile, the highest of
/// the `peaks` of the last 365 days ([`PeakOfDay::finish`]), the age in years, the default 190.
#[must_use]
pub fn maximum_heart_rate(
    profile: Option<f64>,
    peaks: impl IntoIterator<Item = f64>,
    age: Option<f64>,
) -> MaximumHeartRate {
    let found = |value, source| MaximumHeartRate { value, source };
    if let Some(rate) = profile {
        return found(rate, MaximumSource::Profile);
    }
    if let Some(rate) = peaks.into_iter().max_by(f64::total_cmp) {
        return found(rate, MaximumSource::Measured);
    }
    match age {
        Some(age) => found(208.0 - 0.7 * age, MaximumSource::Age),
        None => found(190.0, MaximumSource::Assumed),
    }
}

/// The source of a resting heart rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestingSource {
    /// The profile.
    Profile,
    /// The median of 30 days of `resting_heart_rate`.
    Measured,
    /// No data: 60, marked as assumed.
    Assumed,
}

/// A resting heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestingHeartRate {
    /// The rate in beats per minute.
    pub value: f64,
    /// The source of the rate.
    pub source: RestingSource,
}

/// Returns the resting heart rate for computations. The sources in order: the profile, the median of
/// the values of the last 30 days, the default 60.
#[must_use]
pub fn resting_heart_rate(profile: Option<f64>, mut last_30_days: Vec<f64>) -> RestingHeartRate {
    let found = |value, source| RestingHeartRate { value, source };
    match (profile, median(&mut last_30_days)) {
        (Some(rate), _) => found(rate, RestingSource::Profile),
        (None, Some(rate)) => found(rate, RestingSource::Measured),
        (None, None) => found(60.0, RestingSource::Assumed),
    }
}

/// Estimates the maximal oxygen uptake in mL/kg/min by the heart-rate ratio method: 15.3 · maximum /
/// resting (Uth, Sørensen, Overgaard and Pedersen 2004, "Estimation of VO2max from the ratio between
/// HRmax and HRrest"). The factor was determined on well-trained men; the result is an estimate, not a
/// measurement.
#[must_use]
pub fn vo2_max_estimate(maximum: f64, resting: f64) -> Option<f64> {
    let estimate = 15.3 * maximum / resting;
    (resting > 0.0 && estimate.is_finite()).then_some(estimate)
}

/// The highest 15-second rolling median of a day's heart rate; the median removes single spikes of a
/// sensor.
#[derive(Clone, Debug, Default)]
pub struct PeakOfDay {
    seconds: PerSecond,
    window: Window,
}

#[derive(Clone, Debug, Default)]
struct Window {
    values: VecDeque<f64>,
    /// The number of values above the highest median so far. The median can rise only if they are more
    /// than half, so it is seldom computed.
    above: usize,
    highest: Option<f64>,
    covered: u32,
}

impl PeakOfDay {
    /// Adds a reading in beats per minute.
    #[inline]
    pub fn push(&mut self, at: i64, rate: f64) {
        let window = &mut self.window;
        self.seconds.push(at, rate, |second| window.take(second));
    }

    /// Adds an interval in beats per minute; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let window = &mut self.window;
        self.seconds.add(interval, |second| window.take(second));
    }

    /// Returns the peak in beats per minute; `None` if the day has under 10 minutes of readings.
    #[must_use]
    pub fn finish(&self) -> Option<f64> {
        self.window.highest.filter(|_| self.window.covered >= LEAST)
    }
}

impl Window {
    #[inline]
    fn take(&mut self, second: Second) {
        let Second::Value(rate) = second else {
            self.values.clear();
            self.above = 0;
            return;
        };
        self.covered = self.covered.saturating_add(1);
        if self.values.len() == WINDOW
            && let Some(oldest) = self.values.pop_front()
        {
            self.above -= usize::from(self.is_above(oldest));
        }
        self.values.push_back(rate);
        self.above += usize::from(self.is_above(rate));
        if self.values.len() == WINDOW && self.above > WINDOW / 2 {
            self.highest = median(&mut self.values.iter().copied().collect::<Vec<_>>());
            self.above = self
                .values
                .iter()
                .filter(|rate| self.is_above(**rate))
                .count();
        }
    }

    fn is_above(&self, rate: f64) -> bool {
        self.highest.is_none_or(|highest| rate > highest)
    }
}

const WINDOW: usize = 15;
/// The minimum seconds of readings on a day.
const LEAST: u32 = 600;
