//! The balance of acute and chronic training load.

use super::{MissingReason, count, is_spread, mean};

/// Returns the exponentially weighted sum of daily loads, oldest first and without gaps (days without
/// data are 0): y = y·e^(−1/k) + load·(1 − e^(−1/k)), with y = 0 before the first day.
#[must_use]
pub fn exponentially_weighted(daily: &[f64], days: f64) -> f64 {
    daily
        .iter()
        .fold(0.0, |level, load| next_level(level, *load, days))
}

/// Returns the level at the end of a day from that of the day before and the day's load.
pub(crate) fn next_level(level: f64, load: f64, days: f64) -> f64 {
    let keep = (-1.0 / days).exp();
    level * keep + load * (1.0 - keep)
}

/// The load of the last week compared with that of the last weeks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadBalance {
    /// The load, weighted over 7 days.
    pub acute: f64,
    /// The load, weighted over 42 days.
    pub chronic: f64,
    /// The covered days of the last 42; see [`LoadBalance::covered`].
    pub covered: usize,
}

impl LoadBalance {
    /// The number of days after which a load no longer counts: e^(−1260/42) is 10⁻¹³. Reading more
    /// history does not change a result.
    pub const HISTORY: usize = 30 * Self::CHRONIC;
    /// The time constant of acute load in days.
    pub const ACUTE: usize = 7;
    /// The time constant of chronic load in days (Banister 1991; 42 in the Performance Manager of
    /// Coggan).
    pub const CHRONIC: usize = 42;
    /// The minimum covered days of the last 42.
    pub const MIN_COVERED_DAYS: usize = 28;

    /// Computes the balance of daily loads, each from a day with data: oldest first, one for each
    /// calendar day.
    #[must_use]
    pub fn of(daily: &[f64]) -> Self {
        Self::with_gaps(daily, &vec![true; daily.len()])
    }

    /// Computes the balance of daily loads from the first day with data on. `has_data` says whether a
    /// day has data from which a load can be computed; the load of other days is 0.
    #[must_use]
    pub fn with_gaps(daily: &[f64], has_data: &[bool]) -> Self {
        Self {
            acute: exponentially_weighted(daily, 7.0),
            chronic: exponentially_weighted(daily, 42.0),
            covered: Self::covered(has_data),
        }
    }

    /// Returns how many of the last 42 days are covered. A day with data covers itself and the 6 days
    /// after it, because a week has days without training. A ride of years ago covers nothing today.
    #[must_use]
    pub fn covered(has_data: &[bool]) -> usize {
        let first = has_data.len().saturating_sub(Self::CHRONIC);
        let recent = &has_data[first..];
        let is_covered = |day: &usize| recent[day.saturating_sub(6)..=*day].contains(&true);
        (0..recent.len()).filter(is_covered).count()
    }

    /// Returns chronic minus acute load ("form").
    #[must_use]
    pub fn training_stress_balance(&self) -> f64 {
        self.chronic - self.acute
    }

    /// Returns the acute share of both loads, 0–100; 50 if they balance. The value compares acute with
    /// chronic load and makes no claim about the risk of injury.
    ///
    /// # Errors
    /// Under 28 covered days, or without any load.
    pub fn fatigue(&self) -> Result<f64, MissingReason> {
        if self.covered < Self::MIN_COVERED_DAYS {
            return Err(MissingReason::TooFew {
                have: self.covered,
                need: Self::MIN_COVERED_DAYS,
            });
        }
        let both = self.acute + self.chronic;
        if both > 0.0 {
            Ok(100.0 * self.acute / both)
        } else {
            Err(MissingReason::NoData)
        }
    }
}

/// Returns Foster's monotony: the mean over the population standard deviation of the last 7 daily
/// loads.
///
/// # Errors
/// Fewer than 7 days, or 7 equal loads.
pub fn monotony(daily: &[f64]) -> Result<f64, MissingReason> {
    let week = last_week(daily)?;
    let mean = mean(week);
    let variance = week.iter().map(|load| (load - mean).powi(2)).sum::<f64>() / count(week.len());
    let deviation = variance.sqrt();
    if is_spread(deviation, mean) {
        Ok(mean / deviation)
    } else {
        Err(MissingReason::NoSpread)
    }
}

/// Returns Foster's strain: the sum of the last 7 daily loads times their monotony.
///
/// # Errors
/// As [`monotony`].
pub fn strain(daily: &[f64]) -> Result<f64, MissingReason> {
    Ok(last_week(daily)?.iter().sum::<f64>() * monotony(daily)?)
}

fn last_week(daily: &[f64]) -> Result<&[f64], MissingReason> {
    daily
        .last_chunk::<7>()
        .map(<[f64; 7]>::as_slice)
        .ok_or(MissingReason::TooFew {
            have: daily.len(),
            need: 7,
        })
}
