//! Estimates the functional threshold power from the best 20 minutes of a season.

use std::ops::RangeInclusive;

use lockstep_metrics::threshold_power_estimate;

use super::power::rides;
use super::training::Window;
use crate::day::{PowerDay, TWENTY_MINUTES};

/// Estimates the threshold power in W: 95 % of the best 20 minutes that were hard. A ride with friends has 20
/// best minutes, too.
///
/// The 20 minutes were hard if their mean heart rate was at least 85 % of the maximum. Without heart
/// rate in most of them, the best 5 minutes of the season must be at least 5 %
/// above: somebody who goes to the limit rides five minutes harder than twenty (Allen, Coggan and
/// McGregor 2019). Heart rate without a maximum does not say whether they were hard.
///
/// The threshold is the most that a rider keeps up for an hour, so a ride of an hour with a normalized power over 105 % of the estimate
/// refutes it.
///
/// # Errors
/// The reason why there is no estimate.
pub(super) fn estimate(
    window: &Window,
    season: RangeInclusive<i32>,
    maximum: Option<f64>,
) -> Result<f64, &'static str> {
    let days = || window.powers.range(season.clone()).map(|(_, day)| day);
    let best_5 = days().filter_map(|day| day.best_5_minutes);
    let best_5 = best_5.max_by(f64::total_cmp).unwrap_or(0.0);
    let mut bests: Vec<(f64, &PowerDay)> = days()
        .filter_map(|day| Some((day.best_20_minutes?, &**day)))
        .filter(|(watts, _)| *watts > 0.0)
        .collect();
    if bests.is_empty() {
        return Err(NO_TWENTY_MINUTES);
    }
    bests.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut lacks_maximum = false;
    let is_hard =
        |(watts, day): &&(f64, &PowerDay)| match (mean_rate(window, day.best_20_end), maximum) {
            (Some(rate), Some(maximum)) => rate >= HARD * maximum,
            (Some(_), None) => {
                lacks_maximum = true;
                false
            }
            (None, _) => best_5 >= ABOVE * watts,
        };
    let hard = bests.iter().find(is_hard);
    let Some((watts, _)) = hard else {
        return Err(if lacks_maximum { NO_MAXIMUM } else { NOT_HARD });
    };
    let estimate = threshold_power_estimate(*watts);
    let rides = rides(days().flat_map(|day| &day.minutes), &window.recorded);
    let mut long = rides.iter().filter(|ride| ride.windows >= AN_HOUR);
    if long.any(|ride| {
        ride.normalized()
            .is_some_and(|power| power > ABOVE * estimate)
    }) {
        return Err(REFUTED);
    }
    Ok(estimate)
}

/// Returns the mean heart rate of the 20 minutes up to the end of a minute; `None` if it covers less than
/// 80 % of them.
fn mean_rate(window: &Window, last: i64) -> Option<f64> {
    let minutes = TWENTY_MINUTES as i64 / 60;
    let first = last - (minutes - 1);
    let (mut weighted, mut covered) = (0.0, 0);
    // The days of the window are few, and only one or two of them have the minutes.
    for day in window.hearts.values() {
        let ends = day.first_minute().zip(day.last_minute());
        if ends.is_none_or(|(from, to)| to < first || from > last) {
            continue;
        }
        for minute in day.minutes() {
            if (first..=last).contains(&minute.mean.minute) {
                let mean = minute.mean;
                weighted += mean.mean * mean.covered as f64;
                covered += mean.covered;
            }
        }
    }
    let is_known = covered as f64 >= KNOWN * (minutes * 60_000) as f64;
    is_known.then(|| weighted / covered as f64)
}

/// The share of the maximum heart rate from which 20 minutes are hard.
const HARD: f64 = 0.85;
/// The share of the 20 minutes that heart rate must cover.
const KNOWN: f64 = 0.8;
/// The ratio of the best 5 minutes to the best 20 of somebody who goes to the limit, and of the normalized power of an
/// hour to a threshold that it refutes.
const ABOVE: f64 = 1.05;
/// The means of 30 s in an hour, less a minute for pauses.
const AN_HOUR: u32 = 3540;
const NO_TWENTY_MINUTES: &str = "the threshold power is unknown: set functionalThresholdPower in the profile, or \
     record 20 minutes of power without a pause";
const NOT_HARD: &str = "the threshold power is unknown: no best 20 minutes of 90 days were hard (heart rate from \
     85 % of the maximum, or without heart rate a best of 5 minutes that is 5 % above): set \
     functionalThresholdPower in the profile";

const NO_MAXIMUM: &str = "the threshold power is unknown: whether the best 20 minutes of 90 days were hard shows in their \
     heart rate only if the maximum is known: set functionalThresholdPower, maxHeartRate or birthDate in the profile";
const REFUTED: &str = "the threshold power is unknown: a ride of an hour or more in the 90 days has a normalized power of \
     over 105 % of the estimate from the best hard 20 minutes: set functionalThresholdPower in the profile";

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lockstep_metrics::{Interval, Span};

    use super::*;
    use crate::day::{HeartDayMaker, PowerDayMaker};

    /// A ride of minutes at a power and a heart rate; 0 without one.
    fn window(blocks: &[(i64, f64, f64)]) -> Window {
        let (mut powers, mut hearts) = (PowerDayMaker::default(), HeartDayMaker::default());
        let mut second = 0;
        for (minutes, watts, rate) in blocks {
            for _ in 0..minutes * 60 {
                let interval = |value| Interval {
                    from: second * 1000,
                    to: (second + 1) * 1000,
                    value,
                    confidence: 1.0,
                };
                powers.add(&interval(*watts));
                if *rate > 0.0 {
                    hearts.add(&interval(*rate));
                }
                second += 1;
            }
        }
        let nothing = Span { from: 0, to: 0 };
        Window {
            hearts: [(0, Arc::new(hearts.finish()))].into(),
            powers: [(0, Arc::new(powers.finish()))].into(),
            recorded: Vec::new(),
            margins: (nothing, nothing),
        }
    }

    #[test]
    fn the_best_twenty_minutes_must_be_hard() {
        let hard = [(30, 150.0, 130.0), (20, 250.0, 165.0), (10, 120.0, 130.0)];
        let easy = [(30, 150.0, 120.0), (20, 180.0, 140.0), (10, 120.0, 120.0)];
        let intervals = [(1, 260.0, 0.0), (1, 42.0, 0.0)].repeat(60);
        let alone = |short: f64| [(30, 150.0, 0.0), (20, 250.0, 0.0), (5, short, 0.0)];
        for (blocks, maximum, expected) in [
            (&hard[..], Some(190.0), Ok(237.5)),
            (&hard, Some(200.0), Err(NOT_HARD)),
            (&easy, Some(190.0), Err(NOT_HARD)),
            // Without a maximum, heart rate says nothing.
            (&hard, None, Err(NO_MAXIMUM)),
            (
                &[(20, 250.0, 165.0), (20, 100.0, 120.0), (5, 300.0, 170.0)],
                None,
                Err(NO_MAXIMUM),
            ),
            // Intervals of a minute: their mean says little about the threshold.
            (&intervals[..], Some(190.0), Err(REFUTED)),
            (&intervals[..50], Some(190.0), Ok(0.95 * 151.0)),
            (&alone(100.0), Some(190.0), Err(NOT_HARD)),
            (
                &[(20, 250.0, 0.0), (20, 100.0, 0.0), (5, 263.0, 0.0)],
                None,
                Ok(237.5),
            ),
            (
                &[(20, 250.0, 0.0), (20, 100.0, 0.0), (5, 262.0, 0.0)],
                None,
                Err(NOT_HARD),
            ),
            (&[(19, 250.0, 170.0)], Some(190.0), Err(NO_TWENTY_MINUTES)),
        ] {
            let found = estimate(&window(blocks), 0..=0, maximum);
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert!((found - expected).abs() < 0.5, "{found}"),
                (found, expected) => assert_eq!(found, expected, "{blocks:?}"),
            }
        }
    }
}
