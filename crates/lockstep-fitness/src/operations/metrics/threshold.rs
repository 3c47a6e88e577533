//! Estimates the functional threshold power from the best 20 minutes of a season.

use std::ops::RangeInclusive;

use lockstep_metrics::threshold_power_estimate;

use super::training::Window;
use crate::day::{PowerDay, TWENTY_MINUTES};

/// Estimates the threshold power in W: 95 % of the best 20 minutes that were hard. A ride with friends has 20
/// best minutes, too.
///
/// The 20 minutes were hard if their mean heart rate was at least 85 % of the maximum. Without heart
/// rate in most of them, or without a maximum, the best 5 minutes of the season must be at least 5 %
/// above: somebody who goes to the limit rides five minutes harder than twenty (Allen, Coggan and
/// McGregor 2019).
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
    let is_hard = |(watts, day): &&(f64, &PowerDay)| {
        let rate = mean_rate(window, day.best_20_end).zip(maximum);
        match rate {
            Some((rate, maximum)) => rate >= HARD * maximum,
            None => best_5 >= ABOVE * watts,
        }
    };
    let hard = bests.iter().find(is_hard);
    hard.map(|(watts, _)| threshold_power_estimate(*watts))
        .ok_or(NOT_HARD)
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
/// The ratio of the best 5 minutes to the best 20 of somebody who goes to the limit.
const ABOVE: f64 = 1.05;
const NO_TWENTY_MINUTES: &str = "the threshold power is unknown: set functionalThresholdPower in the profile, or \
     record 20 minutes of power without a pause";
const NOT_HARD: &str = "the threshold power is unknown: no best 20 minutes of 90 days were hard (heart rate from \
     85 % of the maximum, or without heart rate a best of 5 minutes that is 5 % above): set \
     functionalThresholdPower in the profile";

#[cfg(test)]
mod tests {
    use std::rc::Rc;

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
            hearts: [(0, Rc::new(hearts.finish()))].into(),
            powers: [(0, Rc::new(powers.finish()))].into(),
            recorded: Vec::new(),
            margins: (nothing, nothing),
        }
    }

    #[test]
    fn the_best_twenty_minutes_must_be_hard() {
        let hard = [(30, 150.0, 130.0), (20, 250.0, 165.0), (10, 120.0, 130.0)];
        let easy = [(30, 150.0, 120.0), (20, 180.0, 140.0), (10, 120.0, 120.0)];
        let alone = |short: f64| [(30, 150.0, 0.0), (20, 250.0, 0.0), (5, short, 0.0)];
        for (blocks, maximum, expected) in [
            (&hard[..], Some(190.0), Ok(237.5)),
            (&hard, Some(200.0), Err(NOT_HARD)),
            (&easy, Some(190.0), Err(NOT_HARD)),
            // Without a maximum, the powers decide.
            (&hard, None, Err(NOT_HARD)),
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
