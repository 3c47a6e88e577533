//! Computes the normalized power of a ride.

use lockstep_metrics::PowerSums;
use lockstep_store::StoreError;

use super::recorded::{RecordedActivities, RecordedSpan};
use super::{Computation, Metric, POWER};
use crate::day::{MINUTE, PowerMinute};

impl Computation<'_, '_> {
    /// Computes the normalized power of the range's ride. Several rides have none in common: it is not a mean, and
    /// their rest would not count.
    pub(super) fn power(&mut self, recorded: &RecordedActivities) -> Result<(), StoreError> {
        let days = self.source.output_days(POWER, self.range, &mut self.days)?;
        let minutes = || days.values().flat_map(|day| &day.minutes);
        let (tx, account_keys) = self.source.at();
        let recorded = recorded(tx, account_keys, self.range)?;
        let rides = rides(minutes(), &recorded);
        let covered: i64 = minutes().map(|minute| minute.mean.covered).sum();
        self.answer.basis.coverage.power_seconds = Some(covered as f64 / 1000.0);
        let value = match rides.as_slice() {
            [] => Err("the range has no 30 s of power above 0 without a pause".to_owned()),
            [ride] => ride.normalized().ok_or_else(String::new),
            several => Err(format!(
                "the range has {} rides, and normalized power is that of one ride: request the range of one ride, or \
                 GET /v1/sfdp/activities/{{id}}",
                several.len()
            )),
        };
        self.put(Metric::NormalizedPower, value);
        Ok(())
    }
}

/// Returns the sums of each ride with a normalized power above 0. A recorded activity is one ride with its pauses;
/// elsewhere, half an hour without power ends a ride. A sensor that was off for a whole ride states 0.
pub(super) fn rides<'a>(
    minutes: impl Iterator<Item = &'a PowerMinute>,
    recorded: &[RecordedSpan],
) -> Vec<PowerSums> {
    let is_within = |one: i64, next: i64| {
        let (from, to) = (one * MINUTE, next * MINUTE);
        recorded
            .iter()
            .any(|it| it.span.from < from + MINUTE && it.span.to > to)
    };
    let is_same = |one: i64, next: i64| next - one <= PAUSE || is_within(one, next);
    let (mut rides, mut last) = (Vec::<PowerSums>::new(), None);
    for minute in minutes {
        let number = minute.mean.minute;
        let before = last.replace(number);
        match rides.last_mut() {
            Some(ride) if before.is_some_and(|before| is_same(before, number)) => {
                *ride += minute.sums;
            }
            _ => rides.push(minute.sums),
        }
    }
    rides.retain(|ride| ride.windows > 0 && ride.fourth_powers > 0.0);
    rides
}

/// The minutes without power that end a ride.
const PAUSE: i64 = 30;

#[cfg(test)]
mod tests {
    use lockstep_metrics::{MinuteMean, Span};

    use super::*;

    #[test]
    fn rides_end_with_half_an_hour_without_power() {
        let of_power = |minute, watts: f64| PowerMinute {
            mean: MinuteMean {
                minute,
                mean: watts,
                covered: 60_000,
            },
            sums: PowerSums {
                fourth_powers: watts.powi(4) * 31.0,
                windows: 31,
            },
            is_derived: false,
        };
        let minute = |minute| of_power(minute, 200.0);
        let span = |from, to| {
            RecordedSpan::from(Span {
                from: from * MINUTE,
                to: to * MINUTE,
            })
        };
        for (minutes, recorded, expected) in [
            (vec![], vec![], 0),
            (vec![0, 1, 31], vec![], 1),
            (vec![0, 1, 32], vec![], 2),
            // A pause in a cafe belongs to the recorded ride.
            (vec![0, 1, 50], vec![span(0, 60)], 1),
            (vec![0, 1, 50], vec![span(0, 10), span(45, 60)], 2),
        ] {
            let minutes: Vec<PowerMinute> = minutes.into_iter().map(minute).collect();
            let found = rides(minutes.iter(), &recorded);
            assert_eq!(found.len(), expected, "{recorded:?}");
            for ride in found {
                assert!((ride.normalized().unwrap() - 200.0).abs() < 1e-9);
            }
        }
        // A power meter that was off all the time measured no ride.
        let off: Vec<PowerMinute> = (0..90).map(|minute| of_power(minute, 0.0)).collect();
        assert_eq!(rides(off.iter(), &[]).len(), 0);
    }
}
