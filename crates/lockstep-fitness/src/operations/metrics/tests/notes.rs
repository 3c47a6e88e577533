//! Notes and reasons for readings and a profile that contradict each other.

use super::*;

const START: &str = "2026-05-10T08:00:00Z";

/// Readings a second apart for a time in seconds.
fn steady<'a>(kind: &'a str, seconds: i64, value: f64, unit: &'a str) -> Vec<Point<'a>> {
    let start = moment(START).0;
    let at = |second| point(start + 1000 * second, kind, value, unit, "computer");
    (0..=seconds).map(at).collect()
}

fn has_note(answer: &ComputedMetrics, text: &str) -> bool {
    answer.basis.notes.iter().any(|note| note.contains(text))
}

/// A power meter that is off states 0 for the whole ride: the speed is the output.
#[test]
fn a_power_meter_that_is_off_gives_no_output() {
    for (watts, output) in [(0.0, "speed"), (180.0, "power")] {
        let account = Account::new();
        account.set_profile(known());
        account.store(&steady(HEART_RATE, 1800, 140.0, "bpm"));
        account.store(&steady("speed", 1800, 8.0, "m/s"));
        account.store(&steady(POWER, 1800, watts, "W"));
        let answer = account.ask("", "", "efficiencyFactor,normalizedPower,trainingLoad");
        let efficiency = answer.basis.efficiency.unwrap();
        assert_eq!(efficiency.output, output);
        let power = answer.figures.get(&Metric::NormalizedPower);
        assert_eq!(power.is_some(), watts > 0.0);
        assert!(answer.figures[&Metric::TrainingLoad] > 20.0);
    }
}

/// Without enough heart rate, a load comes from power, but not from a power of 0.
#[test]
fn a_power_of_zero_gives_no_load() {
    let account = Account::new();
    account.set_profile(Profile {
        functional_threshold_power: Some(200.0),
        ..known()
    });
    account.store(&steady(HEART_RATE, 1200, 140.0, "bpm"));
    account.store(&steady(POWER, 1800, 0.0, "W"));
    let start = moment(START).0;
    let recorded = Span {
        from: start,
        to: start + 1_800_000,
    };
    let answer = account.ask_with(vec![recorded], "trainingLoad");
    assert!(answer.figures[&Metric::TrainingLoad] > 10.0, "{answer:?}");
}

#[test]
fn heart_rate_above_the_maximum_is_noted() {
    for (rate, is_noted) in [(189.0, false), (214.0, true)] {
        let account = Account::new();
        account.set_profile(known());
        account.store(&steady(HEART_RATE, 600, rate, "bpm"));
        let answer = account.ask("", "", "heartRateZones");
        let is_found = has_note(&answer, "600 s of heart rate are above the maximum");
        assert_eq!(is_found, is_noted, "{:?}", answer.basis.notes);
    }
}

#[test]
fn an_assumed_time_zone_is_noted() {
    for (zone, is_noted) in [
        (None, true),
        (Some("UTC"), false),
        (Some("Europe/Berlin"), false),
    ] {
        let account = Account::new();
        account.set_profile(Profile {
            time_zone: zone.map(str::to_owned),
            ..known()
        });
        account.store(&steady(HEART_RATE, 600, 140.0, "bpm"));
        let answer = account.ask("", "", "steps");
        assert_eq!(answer.basis.time_zone, zone.unwrap_or("UTC"));
        let is_found = has_note(&answer, "UTC is assumed");
        assert_eq!(is_found, is_noted, "{:?}", answer.basis.notes);
    }
}

/// Two hours at 2.5 times the threshold power, and at the threshold.
#[test]
fn rides_above_the_threshold_are_noted() {
    for (threshold, seconds, is_noted) in [
        (100.0, 7200, true),
        (100.0, 3000, false),
        (250.0, 7200, false),
    ] {
        let account = Account::new();
        account.set_profile(Profile {
            functional_threshold_power: Some(threshold),
            ..known()
        });
        account.store(&steady(POWER, seconds, 250.0, "W"));
        let answer = account.ask("", "", "trainingLoad");
        let is_found = has_note(&answer, "intensity factor of 1.2");
        assert_eq!(is_found, is_noted, "{:?}", answer.basis.notes);
    }
}

#[test]
fn an_impossible_uptake_is_null() {
    for (maximum, resting, is_known) in [(210.0, 30.0, false), (190.0, 50.0, true)] {
        let account = Account::new();
        account.set_profile(Profile {
            max_heart_rate: Some(maximum),
            resting_heart_rate: Some(resting),
            ..Profile::default()
        });
        let answer = account.ask("", "", "vo2maxEstimate");
        let value = answer.figures.get(&Metric::Vo2maxEstimate);
        assert_eq!(value.is_some(), is_known);
        let why = answer.reasons.get(&Metric::Vo2maxEstimate);
        assert_eq!(why.is_some_and(|why| why.contains("10 to 100")), !is_known);
    }
}

/// One reading with the time of a clock that was not set does not start the history at that time.
#[test]
fn a_reading_of_1970_does_not_start_the_history() {
    let account = Account::new();
    account.set_profile(known());
    account.store(&[point(3 * DAY, HEART_RATE, 70.0, "bpm", "a")]);
    account.store(&effort(moment(START).0, 60, 150.0));
    let answer = account.ask("", "", "chronicLoad");
    assert_eq!(answer.basis.coverage.load_days, Some(1));
}

/// The peaks of a range of more than a year count, not only those of its last year.
#[test]
fn a_long_range_has_its_own_peaks() {
    let account = Account::new();
    let year = 400 * DAY;
    for (start, highest) in [(moment(START).0 - year, 192.0), (moment(START).0, 175.0)] {
        let mut rates: Vec<f64> = (0..600)
            .map(|second| 120.0 + f64::from(second) / 12.0)
            .collect();
        rates.extend([highest; 600]);
        account.store(&ride(start, &rates, "strap"));
    }
    for (begin, expected) in [("2025-01-01", 192.0), ("2026-05-01", 175.0)] {
        let answer = account.ask(begin, "2026-05-10", "heartRateZones");
        assert_eq!(answer.basis.maximum.unwrap().value, expected, "{begin}");
    }
}
