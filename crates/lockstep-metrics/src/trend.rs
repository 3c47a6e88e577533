//! Trends and outliers of a daily series.

use super::{count, median, normal_distribution};

/// The result of a Mann-Kendall test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannKendall {
    /// The rising pairs minus the falling pairs.
    pub s: i64,
    /// The two-sided probability of an S at least this large without a trend.
    pub p: f64,
}

/// The Mann-Kendall test with tie correction and continuity correction (Mann 1945, Kendall 1975);
/// `None` for fewer than two values. The variance assumes independent values.
#[must_use]
pub fn mann_kendall(values: &[f64]) -> Option<MannKendall> {
    with_variance(values, 1.0)
}

/// The Mann-Kendall test for autocorrelated values (Hamed and Rao 1998). If the lag-1 autocorrelation
/// of the ranks, after removing the Theil-Sen trend, is above 0.2, the variance is multiplied by n/n*.
/// The factor uses the autocorrelations that are significant at 5 %, and never shrinks the variance.
/// Otherwise the plain test applies. `None` for fewer than three values.
#[must_use]
pub fn hamed_rao(values: &[f64]) -> Option<MannKendall> {
    if values.len() < 3 {
        return None;
    }
    with_variance(values, variance_factor(values))
}

fn variance_factor(values: &[f64]) -> f64 {
    let n = count(values.len());
    let points: Vec<(f64, f64)> = (0..values.len())
        .map(count)
        .zip(values.iter().copied())
        .collect();
    let slope = theil_sen(&points).unwrap_or(0.0);
    let freed: Vec<f64> = points.iter().map(|(x, y)| y - slope * x).collect();
    let ranks = ranks(&freed);
    let middle = super::mean(&ranks);
    let off: Vec<f64> = ranks.iter().map(|rank| rank - middle).collect();
    let square: f64 = off.iter().map(|off| off * off).sum();
    if square <= 0.0 {
        return 1.0;
    }
    let correlation = |lag: usize| {
        let products = off.iter().zip(&off[lag..]).map(|(one, other)| one * other);
        products.sum::<f64>() / square
    };
    if correlation(1) <= RESEMBLES {
        return 1.0;
    }
    let significant = SIGNIFICANT / n.sqrt();
    let sum: f64 = (1..values.len())
        .map(|lag| (count(lag), correlation(lag)))
        .filter(|(_, correlation)| correlation.abs() > significant)
        .map(|(lag, correlation)| (n - lag) * (n - lag - 1.0) * (n - lag - 2.0) * correlation)
        .sum();
    (1.0 + 2.0 / (n * (n - 1.0) * (n - 2.0)) * sum).max(1.0)
}

/// Returns the rank of each value from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for tied in places.chunk_by(|one, other| values[*one] == values[*other]) {
        let rank = count(below) + (count(tied.len()) + 1.0) / 2.0;
        for index in tied {
            ranks[*index] = rank;
        }
        below += tied.len();
    }
    ranks
}

fn with_variance(values: &[f64], factor: f64) -> Option<MannKendall> {
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
    let variance = factor * (pairs_term(count(values.len())) - ties) / 18.0;
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
/// `None` without such a pair.
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

/// Returns the indexes of outliers (Hampel's identifier). An outlier is further than 3 robust standard
/// deviations from the median of its window. The window has 7 values on either side, fewer at the ends.
/// A robust standard deviation is 1.4826 · the median absolute deviation.
#[must_use]
pub fn hampel_outliers(values: &[f64]) -> Vec<usize> {
    let is_outlier = |hampel: &Hampel| (hampel.value - hampel.middle).abs() > 3.0 * hampel.spread;
    let judged = (0..values.len()).filter_map(|at| Some((at, hampel(values, at)?)));
    judged
        .filter_map(|(at, hampel)| is_outlier(&hampel).then_some(at))
        .collect()
}

/// A value and the statistics of its window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hampel {
    /// The value.
    pub value: f64,
    /// The window's median.
    pub middle: f64,
    /// 1.4826 · the window's median absolute deviation.
    pub spread: f64,
}

/// Returns the value at an index and the window of 7 values on either side, cut at the ends; `None` if
/// the index is out of range or the window has no spread.
#[must_use]
pub fn hampel(values: &[f64], at: usize) -> Option<Hampel> {
    let value = *values.get(at)?;
    let window = &values[at.saturating_sub(SIDE)..values.len().min(at + SIDE + 1)];
    let mut sorted = window.to_vec();
    let middle = median(&mut sorted)?;
    let spread = robust_deviation(window)?;
    (spread > 0.0).then_some(Hampel {
        value,
        middle,
        spread,
    })
}

/// Returns 1.4826 · the median absolute deviation from the median: the standard deviation of a normal
/// distribution, unaffected by outliers. `None` without values.
#[must_use]
pub fn robust_deviation(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    let middle = median(&mut sorted)?;
    let mut deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    Some(1.4826 * median(&mut deviations)?)
}

const SIDE: usize = 7;
/// The lag-1 autocorrelation above which values do not count as independent.
const RESEMBLES: f64 = 0.2;
/// The standard deviations of the two-sided 5 % level.
const SIGNIFICANT: f64 = 1.959_963_984_540_054;
