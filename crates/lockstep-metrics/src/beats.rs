//! Heart-rate variability of RR intervals, with correction of artefacts.

use super::{MissingReason, count, mean, median};

/// The heart-rate variability of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct HeartRateVariability {
    /// The number of intervals.
    pub intervals: usize,
    /// The number of artefacts among them: missed, extra and ectopic beats.
    pub artefacts: usize,
    /// The mean of the normal intervals in ms.
    pub mean_rr: f64,
    /// The standard deviation of the normal intervals in ms, with n − 1 in the denominator.
    pub sdnn: f64,
    /// The root mean square of successive differences of normal intervals in ms.
    pub rmssd: f64,
    /// The short-term exponent of detrended fluctuation analysis.
    pub dfa_alpha1: Result<f64, MissingReason>,
}

/// The minimum number of intervals for DFA-α1.
pub const DFA_INTERVALS: usize = 300;
/// The largest share of artefacts with which a result is computed: with more, the corrected beats shape
/// DFA-α1 (Rogers, Giles, Draper, Mourot and Gronwald 2021, "Influence of artefact correction and
/// recording device type on the practical application of a non-linear heart rate variability biomarker").
pub const MAX_ARTEFACT_SHARE: f64 = 0.05;

impl HeartRateVariability {
    /// Computes the variability of parts of a recording. Each part has the intervals of consecutive beats
    /// in ms; between two parts, beats are missing.
    ///
    /// An interval is an artefact if it is outside 300 to 2000 ms, or differs by more than 20 % from the
    /// median of the normal-length intervals among itself and the 5 before and after it. Artefacts count
    /// neither in the mean and SDNN nor, with their differences, in rMSSD (Task Force 1996, "Heart rate
    /// variability: standards of measurement"). DFA-α1 is that of the longest part, with artefacts
    /// replaced by linear interpolation.
    ///
    /// # Errors
    /// Fewer than [`Self::MIN_INTERVALS`] normal intervals, or fewer than [`Self::MIN_DIFFERENCES`] pairs of consecutive ones.
    pub fn of(parts: &[Vec<f64>]) -> Result<Self, MissingReason> {
        let marked: Vec<Vec<(f64, bool)>> = parts.iter().map(|part| marked(part)).collect();
        let all = marked.iter().flatten();
        let normal: Vec<f64> = all
            .clone()
            .filter_map(|(interval, is_normal)| is_normal.then_some(*interval))
            .collect();
        let intervals = all.count();
        if normal.is_empty() {
            return Err(MissingReason::NoData);
        }
        let pairs = marked.iter().flat_map(|part| part.windows(2));
        let squares: Vec<f64> = pairs
            .filter_map(|pair| match pair {
                [(one, true), (next, true)] => Some((next - one).powi(2)),
                _ => None,
            })
            .collect();
        for (have, need) in [
            (normal.len(), Self::MIN_INTERVALS),
            (squares.len(), Self::MIN_DIFFERENCES),
        ] {
            if have < need {
                return Err(MissingReason::TooFew { have, need });
            }
        }
        let mean_rr = mean(&normal);
        let deviations: f64 = normal.iter().map(|one| (one - mean_rr).powi(2)).sum();
        let longest = marked.iter().max_by_key(|part| part.len());
        Ok(Self {
            intervals,
            artefacts: intervals - normal.len(),
            mean_rr,
            sdnn: (deviations / count(normal.len() - 1)).sqrt(),
            rmssd: mean(&squares).sqrt(),
            dfa_alpha1: longest.map_or(Err(MissingReason::NoData), |part| {
                dfa_alpha1(&corrected(part))
            }),
        })
    }

    /// The minimum number of normal intervals: about a minute at rest.
    pub const MIN_INTERVALS: usize = 50;
    /// The minimum number of successive differences: beats with gaps after most of them have hardly any, and one difference
    /// is no variability.
    pub const MIN_DIFFERENCES: usize = 25;

    /// Returns the share of artefacts, 0 to 1.
    #[must_use]
    pub fn artefact_share(&self) -> f64 {
        count(self.artefacts) / count(self.intervals)
    }
}

/// Returns each interval and whether it is normal.
fn marked(intervals: &[f64]) -> Vec<(f64, bool)> {
    let is_possible = |interval: &f64| POSSIBLE.contains(interval);
    (0..intervals.len())
        .map(|index| {
            let interval = intervals[index];
            let around =
                index.saturating_sub(NEIGHBOURS)..intervals.len().min(index + NEIGHBOURS + 1);
            let mut near: Vec<f64> = intervals[around]
                .iter()
                .copied()
                .filter(is_possible)
                .collect();
            let is_near = median(&mut near)
                .is_some_and(|middle| (interval - middle).abs() <= MAX_DEVIATION * middle);
            (interval, is_possible(&interval) && is_near)
        })
        .collect()
}

/// Returns the intervals with artefacts replaced by linear interpolation between the nearest normal
/// intervals; artefacts at the ends are removed.
fn corrected(marked: &[(f64, bool)]) -> Vec<f64> {
    let mut corrected: Vec<f64> = Vec::with_capacity(marked.len());
    let mut pending = 0;
    for (interval, is_normal) in marked {
        if !is_normal {
            pending += 1;
            continue;
        }
        if let Some(before) = corrected.last().copied() {
            for nth in 1..=pending {
                let share = count(nth) / count(pending + 1);
                corrected.push(before + share * (interval - before));
            }
        }
        pending = 0;
        corrected.push(*interval);
    }
    corrected
}

/// Returns the short-term exponent of detrended fluctuation analysis: the slope of log F(n) against log n
/// for boxes of 4 to 16 beats, each detrended by a line (Peng, Havlin, Stanley and Goldberger 1995,
/// "Quantification of scaling exponents and crossover phenomena in nonstationary heartbeat time series").
///
/// # Errors
/// Fewer than [`DFA_INTERVALS`] intervals, or equal intervals.
fn dfa_alpha1(intervals: &[f64]) -> Result<f64, MissingReason> {
    if intervals.len() < DFA_INTERVALS {
        return Err(MissingReason::TooFew {
            have: intervals.len(),
            need: DFA_INTERVALS,
        });
    }
    let mean_interval = mean(intervals);
    let mut sum = 0.0;
    let profile: Vec<f64> = intervals
        .iter()
        .map(|interval| {
            sum += interval - mean_interval;
            sum
        })
        .collect();
    let mut logs = Vec::new();
    for size in BOXES {
        let boxes = profile.chunks_exact(size);
        let number = count(boxes.len());
        let variance = boxes.map(residual_variance).sum::<f64>() / number;
        if variance <= f64::EPSILON {
            return Err(MissingReason::NoSpread);
        }
        logs.push((count(size).ln(), variance.sqrt().ln()));
    }
    let middle = |values: Vec<f64>| mean(&values);
    let mean_x = middle(logs.iter().map(|(x, _)| *x).collect());
    let mean_y = middle(logs.iter().map(|(_, y)| *y).collect());
    let products: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let squares: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    Ok(products / squares)
}

/// Returns the mean square deviation of values from their least-squares line.
fn residual_variance(values: &[f64]) -> f64 {
    let middle = (count(values.len()) - 1.0) / 2.0;
    let mean_value = mean(values);
    let (mut products, mut squares, mut total) = (0.0, 0.0, 0.0);
    for (place, value) in values.iter().enumerate() {
        let x = count(place) - middle;
        products += x * (value - mean_value);
        squares += x * x;
        total += (value - mean_value).powi(2);
    }
    ((total - products * products / squares) / count(values.len())).max(0.0)
}

/// The range of possible intervals in ms: 200 to 30 beats per minute.
const POSSIBLE: std::ops::RangeInclusive<f64> = 300.0..=2000.0;
/// The largest deviation of a normal interval from the median around it.
const MAX_DEVIATION: f64 = 0.2;
/// The number of intervals on each side whose median is compared.
const NEIGHBOURS: usize = 5;
/// The numbers of beats in a box.
const BOXES: std::ops::RangeInclusive<usize> = 4..=16;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A made-up recording at rest: breathing and a slow wave.
    fn resting(beats: usize) -> Vec<f64> {
        (0..beats)
            .map(|beat| {
                let at = beat as f64;
                let noise = ((beat * 7919) % 101) as f64 / 101.0 - 0.5;
                900.0 + 30.0 * (at * 1.3).sin() + 25.0 * (at * 0.11).sin() + 20.0 * noise
            })
            .collect()
    }

    #[test]
    fn the_figures_agree_with_neurokit2() {
        let found = HeartRateVariability::of(&[resting(600)]).unwrap();
        assert_eq!((found.intervals, found.artefacts), (600, 0));
        // The mean and both deviations by numpy 2.4, the exponent by neurokit2 0.2.13:
        // fractal_dfa(scale=4 to 16, overlap=False).
        for (found, expected) in [
            (found.mean_rr, MEAN_RR),
            (found.sdnn, SDNN),
            (found.rmssd, RMSSD),
            (found.dfa_alpha1.unwrap(), ALPHA1),
        ] {
            assert!(
                (found - expected).abs() <= 1e-4 * expected,
                "{found}, not {expected}"
            );
        }
    }

    const MEAN_RR: f64 = 900.634_101_812_782_7;
    const SDNN: f64 = 28.300_799_444_940_69;
    const RMSSD: f64 = 27.691_161_295_212_016;
    const ALPHA1: f64 = 0.456_060_816_993_958_1;

    #[test]
    fn artefacts_change_the_figures_little() {
        let clean = HeartRateVariability::of(&[resting(600)]).unwrap();
        let mut intervals = resting(600);
        // An extra beat splits an interval, a missed beat joins two, and one beat comes early.
        intervals[100] /= 2.0;
        intervals.insert(101, intervals[100]);
        intervals[200] += intervals[201];
        intervals.remove(201);
        intervals[300] -= 300.0;
        intervals[301] += 300.0;
        let found = HeartRateVariability::of(&[intervals]).unwrap();
        assert_eq!(found.artefacts, 5);
        assert!(
            (found.rmssd / clean.rmssd - 1.0).abs() < 0.02,
            "{found:?} {clean:?}"
        );
        assert!(
            (found.sdnn / clean.sdnn - 1.0).abs() < 0.02,
            "{found:?} {clean:?}"
        );
        let (found, clean) = (found.dfa_alpha1.unwrap(), clean.dfa_alpha1.unwrap());
        assert!((found - clean).abs() < 0.05, "{found} {clean}");
    }

    #[test]
    fn too_little_or_no_data_is_missing() {
        let of = |parts: &[Vec<f64>]| HeartRateVariability::of(parts);
        assert_eq!(of(&[]), Err(MissingReason::NoData));
        assert_eq!(
            of(&[vec![0.0, 60_000.0, f64::NAN]]),
            Err(MissingReason::NoData)
        );
        let few = MissingReason::TooFew { have: 49, need: 50 };
        assert_eq!(of(&[resting(49)]), Err(few));
        // Beats that never, or seldom, follow each other have hardly any successive differences.
        for pairs in [0, 24] {
            let mut parts = vec![vec![900.0]; 60];
            parts.extend(vec![vec![900.0, 910.0]; pairs]);
            let few = MissingReason::TooFew {
                have: pairs,
                need: 25,
            };
            assert_eq!(of(&parts), Err(few));
        }
        assert!(of(&vec![vec![900.0, 910.0]; 25]).is_ok());
        let short = of(&[resting(200), resting(200)]).unwrap();
        assert_eq!(
            short.dfa_alpha1,
            Err(MissingReason::TooFew {
                have: 200,
                need: 300
            })
        );
        let still = of(&[vec![1000.0; 400]]).unwrap();
        assert_eq!(
            (still.rmssd, still.dfa_alpha1),
            (0.0, Err(MissingReason::NoSpread))
        );
    }

    proptest! {
        #[test]
        fn any_intervals_give_numbers_or_a_reason(
            parts in prop::collection::vec(prop::collection::vec(prop_oneof![any::<f64>(), 250.0_f64..2500.0], 0..400), 0..4),
        ) {
            if let Ok(found) = HeartRateVariability::of(&parts) {
                prop_assert!(found.rmssd.is_finite() && found.sdnn.is_finite());
                prop_assert!(found.dfa_alpha1.is_err() || found.dfa_alpha1.unwrap().is_finite());
                prop_assert!((0.0..=1.0).contains(&found.artefact_share()));
            }
        }
    }
}
