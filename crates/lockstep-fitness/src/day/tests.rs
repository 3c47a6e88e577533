//! Tests of the rows of days, and of the peaks that count.

use super::*;
use proptest::prelude::*;

/// The point store drops the rows of every day that a changed reading may affect.
#[test]
fn a_reading_reaches_as_far_as_the_point_store_assumes() {
    assert_eq!(
        lockstep_points::store::day::REACH,
        lockstep_metrics::IntervalBuilder::REACH
    );
}

fn interval(from: i64, to: i64, value: f64) -> Interval {
    Interval {
        from,
        to,
        value,
        confidence: 1.0,
    }
}

fn made(intervals: &[Interval]) -> HeartDay {
    let mut maker = HeartDayMaker::default();
    intervals.iter().for_each(|interval| maker.add(interval));
    maker.finish()
}

/// Readings a second apart, as (seconds, rate).
fn seconds(parts: &[(usize, f64)]) -> HeartDay {
    spaced(1000, parts)
}

fn spaced(milliseconds: i64, parts: &[(usize, f64)]) -> HeartDay {
    let rates = parts.iter().flat_map(|(count, rate)| vec![*rate; *count]);
    let all: Vec<Interval> = (0..)
        .zip(rates)
        .map(|(nth, rate)| interval(nth * milliseconds, (nth + 1) * milliseconds, rate))
        .collect();
    made(&all)
}

/// A rise of a beat a second between two rates.
fn rise(from: u8, to: u8) -> Vec<(usize, f64)> {
    (from..to).map(|rate| (1, f64::from(rate))).collect()
}

#[test]
fn a_peak_is_a_rate_to_which_a_heart_rose_in_a_hard_effort() {
    let parts = |all: &[&[(usize, f64)]]| all.concat();
    let effort = parts(&[&[(600, 110.0)], &rise(110, 172), &[(400, 172.0)]]);
    let to_185 = parts(&[&effort, &rise(172, 185), &[(30, 185.0)]]);
    for (name, parts, peak) in [
        ("a hard effort", to_185.clone(), Some(185.0)),
        // A sensor jumps to 210 for 5 s, for 30 s, and stays there for 10 minutes.
        (
            "5 s",
            parts(&[&to_185, &[(60, 150.0), (5, 210.0), (60, 150.0)]]),
            Some(185.0),
        ),
        (
            "30 s",
            parts(&[&to_185, &[(60, 150.0), (30, 210.0), (60, 150.0)]]),
            Some(185.0),
        ),
        (
            "stuck",
            parts(&[&to_185, &[(60, 150.0), (600, 215.0)]]),
            Some(185.0),
        ),
        (
            "stuck before",
            parts(&[&[(600, 215.0), (600, 80.0)], &to_185]),
            Some(185.0),
        ),
        ("stuck all day", vec![(4000, 190.0)], None),
        // The steps of a runner, counted as beats from one second to the next.
        (
            "cadence",
            parts(&[
                &[(600, 120.0)],
                &[(20, 178.0), (20, 180.0), (20, 182.0)].repeat(10),
            ]),
            None,
        ),
        // Twenty seconds at 185 after a walk: no effort that reaches a maximum.
        (
            "a short rise",
            parts(&[&[(1200, 110.0)], &rise(110, 185), &[(20, 185.0)]]),
            None,
        ),
        (
            "above 220",
            parts(&[&to_185, &rise(185, 230), &[(30, 230.0)]]),
            None,
        ),
    ] {
        let found = seconds(&parts).peak;
        let close = match (found, peak) {
            (Some(found), Some(peak)) => (found - peak).abs() < 1.0,
            (found, peak) => found == peak,
        };
        // A rise beyond 220 leaves a rate on the way, which the estimate by age bounds.
        assert!(close || name == "above 220", "{name}: {found:?}");
        assert!(
            found.is_none_or(|found| found <= 220.0),
            "{name}: {found:?}"
        );
    }
    // A reading a minute.
    let climb = [
        (20, 120.0),
        (2, 145.0),
        (2, 158.0),
        (6, 166.0),
        (3, 176.0),
        (9, 110.0),
    ];
    assert_eq!(spaced(60_000, &climb).peak, Some(176.0));
    let jump = [(20, 120.0), (2, 145.0), (6, 166.0), (1, 205.0), (9, 166.0)];
    assert_eq!(spaced(60_000, &jump).peak, Some(166.0));
}

#[test]
fn power_of_a_day_adds_up_to_its_normalized_power() {
    let mut maker = PowerDayMaker::default();
    let mut whole = lockstep_metrics::NormalizedPower::default();
    for second in 0..3600 {
        let watts = 150.0 + f64::from((second / 90) % 4) * 40.0;
        let at = i64::from(second) * 1000 + 500;
        let part = interval(at, at + 1000, watts);
        maker.add(&part);
        whole.add(&part);
    }
    let day = maker.finish();
    let bytes = day.encode().unwrap();
    assert_eq!(PowerDay::decode(&bytes), Some(day.clone()));
    assert_eq!(PowerDay::decode(&bytes[1..]), None);
    // A minute takes 21 bytes, and a day 32.
    assert_eq!(bytes.len(), 32 + 21 * day.minutes.len());
    let mut sums = lockstep_metrics::PowerSums::default();
    day.minutes.iter().for_each(|minute| sums += minute.sums);
    let (found, expected) = (sums.normalized().unwrap(), whole.finish().unwrap());
    assert!(
        (found - expected).abs() < 1e-9 * expected,
        "{found} {expected}"
    );
    let covered: i64 = day.minutes.iter().map(|minute| minute.mean.covered).sum();
    assert_eq!(covered, 3_600_000);
    assert!((209.0..=216.0).contains(&day.best_20_minutes.unwrap()));
    assert!((215.0..=231.0).contains(&day.best_5_minutes.unwrap()));
    assert!((20..=60).contains(&day.best_20_end));
}

proptest! {
    #[test]
    fn rows_are_read_back(
        steps in prop::collection::vec((0_i64..200_000, 1_i64..30_000, 50_u32..2000, any::<bool>()), 0..80),
        peak in prop::option::of(25.0_f64..250.0),
        flags in any::<(bool, bool)>(),
    ) {
        let mut at = 1_780_000_000_000;
        let mut all = Vec::new();
        for (gap, step, rate, whole) in steps {
            at += gap;
            let value = f64::from(rate) / 8.0;
            all.push(interval(at, at + step, if whole { value.floor() } else { value }));
            at += step;
        }
        let day = HeartDay { peak, ..made(&all) };
        let bytes = day.encode().unwrap();
        prop_assert_eq!(HeartDay::decode(&bytes), Some(day));
        prop_assert_eq!(HeartDay::decode(&bytes[..bytes.len() - 1]), None);
        let value = ValueDay { value: peak, shared: flags.0, piecemeal: flags.1 };
        prop_assert_eq!(ValueDay::decode(&value.encode()), Some(value));
        prop_assert_eq!(ValueDay::decode(&value.encode()[1..]), None);
    }

    /// A row answers every query exactly: sums over its rates equal sums over the intervals, and each
    /// minute has its own.
    #[test]
    fn a_row_holds_what_its_intervals_do(steps in prop::collection::vec((1_i64..30_000, 50_u32..2000), 0..80)) {
        let (mut all, mut at) = (Vec::new(), 0);
        let (mut weighted, mut length) = (0.0, 0);
        for (step, rate) in steps {
            let value = f64::from(rate) / 8.0;
            all.push(interval(at, at + step, value));
            at += step;
            weighted += value * step as f64;
            length += step;
        }
        let day = made(&all);
        let totals = day.totals();
        prop_assert!(totals.is_sorted_by(|one, next| one.0 < next.0));
        prop_assert_eq!(totals.iter().map(|(_, length)| length).sum::<i64>(), length);
        let sum: f64 = totals.iter().map(|(rate, length)| rate * *length as f64).sum();
        prop_assert!((sum - weighted).abs() < 1e-6);
        prop_assert_eq!(day.minutes().map(|minute| minute.mean.covered).sum::<i64>(), length);
        for minute in day.minutes() {
            let bounds = (minute.mean.minute * MINUTE, (minute.mean.minute + 1) * MINUTE);
            let inside = all.iter().filter_map(|part| part.within(bounds.0, bounds.1));
            let sum: f64 = inside.map(|part| part.value * part.milliseconds() as f64).sum();
            let mean = minute.mean;
            prop_assert!((mean.mean * mean.covered as f64 - sum).abs() < 1e-6);
        }
    }

    #[test]
    fn no_bytes_are_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = (HeartDay::decode(&bytes), PowerDay::decode(&bytes));
    }
}

#[test]
fn too_many_rates_make_no_row() {
    let all: Vec<Interval> = (0..5000)
        .map(|nth| interval(nth, nth + 1, nth as f64 / 32.0 + 0.01))
        .collect();
    assert_eq!(made(&all).encode(), None);
}
