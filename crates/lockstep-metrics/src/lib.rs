#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`IntervalBuilder`] makes [`Interval`]s of one device's readings, [`Arbitration`] makes one sequence of the
//! intervals of several devices, and [`Days::split`] cuts them at calendar days. The accumulators
//! ([`Zones`], [`Banister`], [`NormalizedPower`] …) take intervals; [`recovery`], [`LoadBalance`] and
//! the trend tests take daily values. [`insights`] are the rules over daily values and efforts.
#![forbid(unsafe_code)]

mod activity;
mod arbitration;
mod balance;
mod beats;
mod critical_power;
mod days;
mod forecast;
mod heart_rate;
pub mod insights;
mod load;
mod mean_maximal;
mod position_speed;
mod power;
mod reading_intervals;
mod recovery;
mod regularity;
mod single_peaks;
mod sport;
mod trend;
mod variability;
mod zones;

use std::fmt;

pub use activity::{Activity, MinuteMean, Span, efforts, training, with_whole_recordings};
pub use arbitration::{Arbitration, DeviceClass, Readings};
pub use balance::{LoadBalance, exponentially_weighted, monotony, strain};
pub use beats::{DFA_INTERVALS, HeartRateVariability, MAX_ARTEFACT_SHARE};
pub use critical_power::{CriticalPower, MAX_EFFORT_SECONDS, MIN_EFFORT_SECONDS};
pub use days::Days;
pub use forecast::{ForecastDay, load_forecast};
pub use heart_rate::{
    HeartRateJumps, Intensity, MaximumHeartRate, MaximumSource, PeakOfDay, RestingHeartRate,
    RestingSource, has_hard_effort, maximum_heart_rate, resting_heart_rate, vo2_max_estimate,
};
pub use load::{Banister, Edwards, Sex, impulse_of_threshold_hour, session_impulse};
pub use mean_maximal::MeanMaximal;
pub use position_speed::{Fix, PositionSpeeds};
pub use power::{
    NormalizedPower, PerSecond, PowerSums, Second, threshold_power_estimate, training_stress_score,
};
pub use reading_intervals::{Interval, IntervalBuilder, Reading};
pub use recovery::{BaselineDeviation, Recovery, against_baseline, normal_distribution, recovery};
pub use regularity::{MIN_SLEEP_DAYS, SleepDay, sleep_regularity_index};
pub use single_peaks::SinglePeaks;
pub use sport::Sport;
pub use trend::{
    Hampel, MannKendall, hamed_rao, hampel, hampel_outliers, mann_kendall, robust_deviation,
    theil_sen,
};
pub use variability::SuccessiveDifferences;
pub use zones::Zones;

/// The version of these definitions; every answer states it.
pub const DEFINITIONS: &str = "2026-2";

/// The reason why a metric cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingReason {
    /// There is no value.
    NoData,
    /// There are fewer days (or values) than the minimum.
    TooFew {
        /// The number of days or values.
        have: usize,
        /// The minimum number.
        need: usize,
    },
    /// All values are equal, so deviations cannot be scaled by their spread.
    NoSpread,
}

impl fmt::Display for MissingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoData => f.write_str("there are no data"),
            Self::TooFew { have: 1, need } => write!(f, "1 day with data; {need} are needed"),
            Self::TooFew { have, need } => write!(f, "{have} days with data; {need} are needed"),
            Self::NoSpread => {
                f.write_str("all days have the same value, so a deviation cannot be measured")
            }
        }
    }
}

/// Returns the median; for an even number of values, the mean of the two in the middle. Sorts `values`.
#[must_use]
pub fn median(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    Some(if values.len().is_multiple_of(2) {
        f64::midpoint(values[middle - 1], values[middle])
    } else {
        values[middle]
    })
}

fn count(values: usize) -> f64 {
    values as f64
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / count(values.len())
}

/// Returns whether a deviation around a mean is a real spread and not rounding error.
fn is_spread(deviation: f64, mean: f64) -> bool {
    deviation > 1e-9 * mean.abs()
}

#[cfg(test)]
mod tests;
