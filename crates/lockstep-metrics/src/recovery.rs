//! Recovery: the last week compared with the two months before it.

use super::{MissingReason, count, is_spread, mean};

/// The last 7 days of a daily series, compared with the 60 days before them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaselineDeviation {
    /// The mean of the last 7 days.
    pub mean: f64,
    /// The number of these days with a value.
    pub days: usize,
    /// The mean of the 60 days before.
    pub baseline: f64,
    /// The sample standard deviation of the 60 days.
    pub spread: f64,
    /// The number of the 60 days with a value.
    pub baseline_days: usize,
    /// (mean − baseline) / spread.
    pub z: f64,
}

/// Compares the last 7 entries of `daily` with the 60 before. `daily` has one entry per calendar day;
/// the last entry is the day in question.
///
/// # Errors
/// Fewer than 3 of the 7 days or 14 of the 60 have a value, or the 60 have no spread.
pub fn against_baseline(daily: &[Option<f64>]) -> Result<BaselineDeviation, MissingReason> {
    let (before, week) = daily.split_at(daily.len().saturating_sub(7));
    let before = &before[before.len().saturating_sub(60)..];
    let week: Vec<f64> = week.iter().copied().flatten().collect();
    let before: Vec<f64> = before.iter().copied().flatten().collect();
    for (have, need) in [(week.len(), 3), (before.len(), 14)] {
        if have < need {
            return Err(MissingReason::TooFew { have, need });
        }
    }
    let (recent, baseline) = (mean(&week), mean(&before));
    let squares: f64 = before.iter().map(|value| (value - baseline).powi(2)).sum();
    let spread = (squares / count(before.len() - 1)).sqrt();
    if !is_spread(spread, baseline) {
        return Err(MissingReason::NoSpread);
    }
    Ok(BaselineDeviation {
        mean: recent,
        days: week.len(),
        baseline,
        spread,
        baseline_days: before.len(),
        z: (recent - baseline) / spread,
    })
}

/// A recovery score and its components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// The score, 0–100.
    pub score: f64,
    /// The weighted mean of the components.
    pub z: f64,
    /// The comparison of ln rMSSD.
    pub variability: Result<BaselineDeviation, MissingReason>,
    /// The comparison of resting heart rate; a higher rate has a higher z here, and the score inverts
    /// the sign.
    pub resting: Result<BaselineDeviation, MissingReason>,
    /// The comparison of sleep duration.
    pub sleep: Result<BaselineDeviation, MissingReason>,
}

/// Returns 100·Φ(z), where z is the weighted mean of the comparisons of rMSSD (as logarithm), resting
/// heart rate (sign inverted) and sleep with their baselines. The weights are 0.6, 0.25 and 0.15,
/// renormalised over the available components. Values of rMSSD and resting heart rate that are not
/// positive count as missing, and so does an empty series. The weights are this project's choice and
/// not validated.
///
/// # Errors
/// No component can be computed: the reason of the first.
pub fn recovery(
    rmssd: &[Option<f64>],
    resting: &[Option<f64>],
    sleep: &[Option<f64>],
) -> Result<Recovery, MissingReason> {
    let positive = |daily: &[Option<f64>], form: fn(f64) -> f64| -> Vec<Option<f64>> {
        daily
            .iter()
            .map(|value| value.filter(|value| *value > 0.0).map(form))
            .collect()
    };
    let variability = against_baseline(&positive(rmssd, f64::ln));
    let resting = against_baseline(&positive(resting, |rate| rate));
    let sleep = against_baseline(sleep);
    let parts = [
        (variability, VARIABILITY),
        (resting, -RESTING),
        (sleep, SLEEP),
    ];
    let (mut sum, mut weights) = (0.0, 0.0);
    for (part, weight) in parts {
        if let Ok(part) = part {
            sum += weight * part.z;
            weights += weight.abs();
        }
    }
    if weights == 0.0 {
        return Err(variability.err().unwrap_or(MissingReason::NoData));
    }
    let z = sum / weights;
    Ok(Recovery {
        score: 100.0 * normal_distribution(z),
        z,
        variability,
        resting,
        sleep,
    })
}

/// Returns Φ: the probability of a standard normal value below `z`.
#[must_use]
pub fn normal_distribution(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

const VARIABILITY: f64 = 0.6;
const RESTING: f64 = 0.25;
const SLEEP: f64 = 0.15;
