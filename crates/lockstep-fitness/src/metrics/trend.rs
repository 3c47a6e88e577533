//! Trends and outliers in a daily series.

use super::{count, median, normal_distribution};

/// The outcome of a Mann-Kendall test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannKendall {
    /// Pairs that rise minus pairs that fall.
    pub s: i64,
    /// Two-sided probability of so large an S without a trend.
    pub p: f64,
}

/// The Mann-Kendall test with tie correction and continuity correction (Mann 1945, Kendall 1975);
/// none for fewer than two values. The variance takes the values as independent.
#[must_use]
pub fn mann_kendall(values: &[f64]) -> Option<MannKendall> {
    if values.len() < 2 {
        return None;
    }
    let mut s = 0_i64;
    for (at, value) in values.iter().enumerate() {
        for later in &values[at + 1..] {
            s += i64::from(later > value) - i64::from(later < value);
        }
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let ties: f64 = sorted
        .chunk_by(|one, other| one == other)
        .map(|tied| pairs_term(count(tied.len())))
        .sum();
    let variance = (pairs_term(count(values.len())) - ties) / 18.0;
    let p = if s == 0 || variance <= 0.0 {
        1.0
    } else {
        let z = (s.abs() - 1) as f64 / variance.sqrt();
        2.0 * normal_distribution(-z)
    };
    Some(MannKendall { s, p })
}

fn pairs_term(n: f64) -> f64 {
    n * (n - 1.0) * (2.0 * n + 5.0)
}

/// The Theil-Sen slope: the median of the slopes between all pairs of points (x, y) with different x;
/// none where there is no such pair.
#[must_use]
pub fn theil_sen(points: &[(f64, f64)]) -> Option<f64> {
    let mut slopes = Vec::with_capacity(points.len() * points.len().saturating_sub(1) / 2);
    for (at, (x, y)) in points.iter().enumerate() {
        for (later_x, later_y) in &points[at + 1..] {
            if later_x != x {
                slopes.push((later_y - y) / (later_x - x));
            }
        }
    }
    median(&mut slopes)
}

/// Hampel's identifier: the places of values further than 3 robust standard deviations (1.4826 ·
/// median absolute deviation) from the median of the window of 7 either side, cut at the ends.
#[must_use]
pub fn hampel_outliers(values: &[f64]) -> Vec<usize> {
    let is_outlier = |at: usize| {
        let window = &values[at.saturating_sub(SIDE)..values.len().min(at + SIDE + 1)];
        let mut sorted = window.to_vec();
        let middle = median(&mut sorted)?;
        let mut deviations: Vec<f64> = window.iter().map(|value| (value - middle).abs()).collect();
        let spread = 1.4826 * median(&mut deviations)?;
        (spread > 0.0 && (values[at] - middle).abs() > 3.0 * spread).then_some(at)
    };
    (0..values.len()).filter_map(is_outlier).collect()
}

const SIDE: usize = 7;
