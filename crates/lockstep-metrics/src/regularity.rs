//! The regularity of sleep.

use super::{MissingReason, count};

/// The minutes of a day on which a person slept, from noon to noon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SleepDay(Vec<bool>);

impl SleepDay {
    /// The minutes of a day.
    pub const MINUTES: usize = 1440;

    /// Creates a day without sleep.
    #[must_use]
    pub fn awake() -> Self {
        Self(vec![false; Self::MINUTES])
    }

    /// Marks the minutes from `from` to before `to`, counted from noon, as sleep. Minutes after the end of
    /// the day are ignored.
    pub fn sleep(&mut self, from: usize, to: usize) {
        let to = to.min(Self::MINUTES);
        if from < to {
            self.0[from..to].fill(true);
        }
    }

    /// Marks the minutes from `from` to before `to` as awake.
    pub fn wake(&mut self, from: usize, to: usize) {
        let to = to.min(Self::MINUTES);
        if from < to {
            self.0[from..to].fill(false);
        }
    }

    /// Returns the number of minutes of sleep.
    #[must_use]
    pub fn minutes(&self) -> usize {
        self.0.iter().filter(|asleep| **asleep).count()
    }
}

/// Returns the sleep regularity index (Phillips et al. 2017, doi 10.1038/s41598-017-03171-4): 200 times the
/// share of minutes with the same state, asleep or awake, as 24 hours later, minus 100. 100 means the same
/// times every day, 0 chance.
///
/// `days` are consecutive; `None` is a day without data, of which no minute is compared.
///
/// # Errors
/// Fewer than [`MIN_SLEEP_DAYS`] days have data, or no two of them are consecutive.
pub fn sleep_regularity_index(days: &[Option<SleepDay>]) -> Result<f64, MissingReason> {
    let have = days.iter().flatten().count();
    let pairs = days.windows(2).filter_map(|pair| match pair {
        [Some(day), Some(next)] => Some((day, next)),
        _ => None,
    });
    let (mut pairs_with_data, mut equal) = (0, 0);
    for (day, next) in pairs {
        pairs_with_data += 1;
        equal += day.0.iter().zip(&next.0).filter(|(a, b)| a == b).count();
    }
    if have < MIN_SLEEP_DAYS || pairs_with_data == 0 {
        return Err(MissingReason::TooFew {
            have,
            need: MIN_SLEEP_DAYS,
        });
    }
    let minutes = count(pairs_with_data * SleepDay::MINUTES);
    Ok(200.0 * count(equal) / minutes - 100.0)
}

/// The minimum number of days with data of a sleep regularity index.
pub const MIN_SLEEP_DAYS: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    /// A night from an hour after noon on, of some hours.
    fn night(from: f64, hours: f64) -> Option<SleepDay> {
        let mut day = SleepDay::awake();
        day.sleep((from * 60.0) as usize, ((from + hours) * 60.0) as usize);
        Some(day)
    }

    /// The values are computed by hand: 200 · equal minutes / 1440 − 100.
    #[test]
    fn index_of_known_nights() {
        let regular = vec![night(11.0, 8.0); 7];
        // An hour later every day: 120 of 1440 minutes differ.
        let later = (0..6).map(|nth| night(8.0 + f64::from(nth), 8.0));
        // Eight hours at opposite times: 960 of 1440 minutes differ.
        let shifts = (0..6).map(|nth| night(if nth % 2 == 0 { 2.0 } else { 14.0 }, 8.0));
        // Twelve hours at opposite times: every minute differs.
        let inverse = (0..6).map(|nth| night(12.0 * f64::from(nth % 2), 12.0));
        // One night of seven is missing: four pairs remain, one of which differs by 120 minutes.
        let mut gap = vec![night(11.0, 8.0); 7];
        gap[2] = None;
        gap[6] = night(12.0, 8.0);
        for (days, expected) in [
            (regular, 100.0),
            (later.collect(), 200.0 * 1320.0 / 1440.0 - 100.0),
            (shifts.collect(), 200.0 * 480.0 / 1440.0 - 100.0),
            (inverse.collect(), -100.0),
            (gap, 200.0 * (4.0 * 1440.0 - 120.0) / (4.0 * 1440.0) - 100.0),
        ] {
            let found = sleep_regularity_index(&days).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn five_days_are_needed() {
        let mut apart = vec![night(11.0, 8.0); 9];
        for nth in [1, 3, 5, 7] {
            apart[nth] = None;
        }
        for (days, have) in [
            (vec![night(11.0, 8.0); 4], 4),
            (vec![None; 7], 0),
            (Vec::new(), 0),
            (apart, 5),
        ] {
            let need = MIN_SLEEP_DAYS;
            let expected = MissingReason::TooFew { have, need };
            assert_eq!(sleep_regularity_index(&days), Err(expected));
        }
    }
}
