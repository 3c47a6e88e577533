//! The balance of acute and chronic training load.

use super::{Missing, count, is_spread, mean};

/// Returns the exponentially weighted sum of daily loads, oldest first and without gaps (days without
/// data are 0): y = y·e^(−1/k) + load·(1 − e^(−1/k)), with y = 0 before the first day.
#[must_use]
pub fn exponentially_weighted(daily: &[f64], days: f64) -> f64 {
    let keep = (-1.0 / days).exp();
    daily
        .iter()
        .fold(0.0, |level, load| level * keep + load * (1.0 - keep))
}

/// The load of the last week compared with that of the last weeks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadBalance {
    /// The load, weighted over 7 days.
    pub acute: f64,
    /// The load, weighted over 42 days.
    pub chronic: f64,
    /// The number of days in the computation.
    pub days: usize,
}

impl LoadBalance {
    /// The number of days before a range that are read as warm-up.
    pub const WARM_UP: usize = 84;
    /// The minimum number of days for a level of fatigue.
    pub const LEAST: usize = 28;

    /// Computes the balance of daily loads, oldest first, one for each calendar day. The first day is
    /// the first day with data or the day [`WARM_UP`](Self::WARM_UP) days back, whichever is later.
    #[must_use]
    pub fn of(daily: &[f64]) -> Self {
        Self {
            acute: exponentially_weighted(daily, 7.0),
            chronic: exponentially_weighted(daily, 42.0),
            days: daily.len(),
        }
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
    /// Under 28 days, or without any load.
    pub fn fatigue(&self) -> Result<f64, Missing> {
        if self.days < Self::LEAST {
            return Err(Missing::TooFew {
                have: self.days,
                need: Self::LEAST,
            });
        }
        let both = self.acute + self.chronic;
        if both > 0.0 {
            Ok(100.0 * self.acute / both)
        } else {
            Err(Missing::NoData)
        }
    }
}

/// Returns Foster's monotony: the mean over the population standard deviation of the last 7 daily
/// loads.
///
/// # Errors
/// Fewer than 7 days, or 7 equal loads.
pub fn monotony(daily: &[f64]) -> Result<f64, Missing> {
    let week = last_week(daily)?;
    let mean = mean(week);
    let variance = week.iter().map(|load| (load - mean).powi(2)).sum::<f64>() / count(week.len());
    let deviation = variance.sqrt();
    if is_spread(deviation, mean) {
        Ok(mean / deviation)
    } else {
        Err(Missing::NoSpread)
    }
}

/// Returns Foster's strain: the sum of the last 7 daily loads times their monotony.
///
/// # Errors
/// As [`monotony`].
pub fn strain(daily: &[f64]) -> Result<f64, Missing> {
    Ok(last_week(daily)?.iter().sum::<f64>() * monotony(daily)?)
}

fn last_week(daily: &[f64]) -> Result<&[f64], Missing> {
    daily
        .last_chunk::<7>()
        .map(<[f64; 7]>::as_slice)
        .ok_or(Missing::TooFew {
            have: daily.len(),
            need: 7,
        })
}
