//! Maximum and resting heart rate, and what is estimated from them.

use std::collections::VecDeque;

use super::{Interval, PerSecond, Second, median};

/// Where a maximum heart rate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaximumSource {
    /// The profile.
    Profile,
    /// The highest 15-second rolling median of the last 365 days.
    Measured,
    /// 208 − 0.7 · age (Tanaka, Monahan and Seals 2001).
    Age,
    /// Nothing is known: 190, flagged.
    Assumed,
}

/// A maximum heart rate, /min.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaximumHeartRate {
    /// /min.
    pub value: f64,
    /// Where it comes from.
    pub source: MaximumSource,
}

/// The maximum heart rate to reckon with: the profile's, else the highest of the `peaks` of the
/// last 365 days ([`PeakOfDay::finish`]), else by age in years, else 190.
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

/// Where a resting heart rate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestingSource {
    /// The profile.
    Profile,
    /// The median of 30 days of `resting_heart_rate`.
    Measured,
    /// Nothing is known: 60, flagged.
    Assumed,
}

/// A resting heart rate, /min.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestingHeartRate {
    /// /min.
    pub value: f64,
    /// Where it comes from.
    pub source: RestingSource,
}

/// The resting heart rate to reckon with: the profile's, else the median of the values of the last
/// 30 days, else 60.
#[must_use]
pub fn resting_heart_rate(profile: Option<f64>, mut last_30_days: Vec<f64>) -> RestingHeartRate {
    let found = |value, source| RestingHeartRate { value, source };
    match (profile, median(&mut last_30_days)) {
        (Some(rate), _) => found(rate, RestingSource::Profile),
        (None, Some(rate)) => found(rate, RestingSource::Measured),
        (None, None) => found(60.0, RestingSource::Assumed),
    }
}

/// Maximal oxygen uptake in mL/kg/min by the heart-rate ratio method: 15.3 · maximum / resting (Uth,
/// Sørensen, Overgaard and Pedersen 2004, "Estimation of VO2max from the ratio between HRmax and
/// HRrest"). Found on well-trained men; an estimate and no measurement.
#[must_use]
pub fn vo2_max_estimate(maximum: f64, resting: f64) -> Option<f64> {
    let estimate = 15.3 * maximum / resting;
    (resting > 0.0 && estimate.is_finite()).then_some(estimate)
}

/// The highest 15-second rolling median of a day's heart rate: spikes of a sensor do not reach it.
#[derive(Clone, Debug, Default)]
pub struct PeakOfDay {
    seconds: PerSecond,
    window: Window,
}

#[derive(Clone, Debug, Default)]
struct Window {
    values: VecDeque<f64>,
    /// How many of the values are higher than the highest median so far. Only where they are more
    /// than half can the median be higher too, so it is seldom reckoned.
    above: usize,
    highest: Option<f64>,
    covered: u32,
}

impl PeakOfDay {
    /// Takes a reading, /min.
    #[inline]
    pub fn push(&mut self, at: i64, rate: f64) {
        let window = &mut self.window;
        self.seconds.push(at, rate, |second| window.take(second));
    }

    /// Takes an interval, /min; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let window = &mut self.window;
        self.seconds.add(interval, |second| window.take(second));
    }

    /// /min; none where the day has under 10 minutes of readings.
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
/// Seconds.
const LEAST: u32 = 600;
