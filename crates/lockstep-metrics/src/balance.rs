//! Acute against chronic training load.

use super::{Missing, count, is_spread, mean};

/// An exponentially weighted sum of daily loads, oldest first and without gaps (days without data
/// are 0): y = y·e^(−1/k) + load·(1 − e^(−1/k)), 0 before the first day.
#[must_use]
pub fn exponentially_weighted(daily: &[f64], days: f64) -> f64 {
    let keep = (-1.0 / days).exp();
    daily
        .iter()
        .fold(0.0, |level, load| level * keep + load * (1.0 - keep))
}

/// Load of the last week against load of the last weeks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadBalance {
    /// Weighted over 7 days.
    pub acute: f64,
    /// Weighted over 42 days.
    pub chronic: f64,
    /// How many days went in.
    pub days: usize,
}

impl LoadBalance {
    /// Days of warm-up that are read before a range.
    pub const WARM_UP: usize = 84;
    /// Days needed before a level of fatigue is told.
    pub const LEAST: usize = 28;

    /// Of daily loads, oldest first, one a calendar day from the first day with data or
    /// [`WARM_UP`](Self::WARM_UP) days back, whichever is later.
    #[must_use]
    pub fn of(daily: &[f64]) -> Self {
        Self {
            acute: exponentially_weighted(daily, 7.0),
            chronic: exponentially_weighted(daily, 42.0),
            days: daily.len(),
        }
    }

    /// Chronic minus acute load ("form").
    #[must_use]
    pub fn training_stress_balance(&self) -> f64 {
        self.chronic - self.acute
    }

    /// 0–100: the acute share of both, 50 where they balance. Acute against chronic load, never a
    /// claim of injury risk.
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

/// Foster's monotony: mean over population standard deviation of the last 7 daily loads.
///
/// # Errors
/// Fewer than 7 days, or all alike.
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

/// Foster's strain: the sum of the last 7 daily loads times their monotony.
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
