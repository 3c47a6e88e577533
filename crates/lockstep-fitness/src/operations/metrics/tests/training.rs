//! Tests which activities and efforts count as training, from heart rate and from power.

use super::*;

const WANTED: &str = "trainingLoad,dayStrain";
const MORNING: &str = "2026-05-10T08:00:00Z";

fn power(start: i64, minutes: i64, watts: f64) -> Vec<Point<'static>> {
    (0..=minutes * 60)
        .map(|second| point(start + 1000 * second, POWER, watts, "W", "Edge"))
        .collect()
}

fn minute_of(rate: f64) -> f64 {
    lockstep_metrics::session_impulse(1.0, rate, 190.0, 60.0, Sex::Male)
}

fn rider(threshold: Option<f64>) -> Profile {
    Profile {
        functional_threshold_power: threshold,
        ..known()
    }
}

/// A watch worn all day: the load is that of the ride, the rest is strain of the day.
#[test]
fn training_load_comes_from_training_and_not_from_living() {
    let account = Account::new();
    account.set_profile(known());
    let morning = moment(MORNING).0;
    let mut points = Vec::new();
    // 16 hours: 70 a minute, half an hour of errands in bursts of 4 minutes at 115, an hour's run.
    for nth in 0..5760 {
        let minute = nth / 6 % 960;
        let rate = match minute {
            100..160 => 150.0,
            300..420 if minute % 16 < 4 => 115.0,
            _ => 70.0,
        };
        points.push(point(
            morning + 10_000 * nth,
            HEART_RATE,
            rate,
            "bpm",
            "watch",
        ));
    }
    account.store(&points);
    let answer = account.ask("", "", WANTED);
    close(
        answer.figures[&Metric::TrainingLoad],
        60.0 * minute_of(150.0),
        1e-9,
    );
    let rest = 32.0 * minute_of(115.0) + (960.0 - 60.0 - 32.0 - 1.0 / 6.0) * minute_of(70.0);
    close(answer.figures[&Metric::DayStrain], rest, 1e-9);
    let training = answer.basis.training;
    assert_eq!(
        (
            training.activities,
            training.by_heart_rate,
            training.recorded
        ),
        (1, 1, 0)
    );
    // A day without training has the load 0, not none.
    let next = morning + DAY;
    account.store(&effort(next, 120, 80.0));
    let answer = account.ask("2026-05-11", "", WANTED);
    assert_eq!(answer.figures[&Metric::TrainingLoad], 0.0);
    assert!(answer.figures[&Metric::DayStrain] > 0.0);
}

/// Fitbit and Apple Health export one reading a minute.
#[test]
fn a_reading_a_minute_gives_zones_and_load() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment(MORNING).0;
    let minutes = |from: i64, count: i64, every: i64, rate: f64| -> Vec<Point<'static>> {
        (0..=count)
            .map(|nth| point(from + every * nth, HEART_RATE, rate, "bpm", "Fitbit"))
            .collect()
    };
    account.store(&minutes(start, 31, 60_000, 150.0));
    let answer = account.ask("", "", "heartRateZones,trainingLoad");
    // The first interval is only known to be one of a minute by the second.
    assert_eq!(answer.basis.coverage.heart_rate_seconds, Some(1800.0));
    assert_eq!(answer.zones, Some([0.0, 1800.0, 0.0, 0.0, 0.0]));
    close(
        answer.figures[&Metric::TrainingLoad],
        30.0 * minute_of(150.0),
        1e-9,
    );
    // Five minutes apart is too sparse, and the reason says so.
    let account = Account::new();
    account.set_profile(known());
    account.store(&minutes(start, 20, 300_000, 150.0));
    let answer = account.ask("", "", "heartRateZones,trainingLoad");
    for why in answer.reasons.values() {
        assert!(why.contains("90 s"), "{why}");
    }
    assert_eq!(answer.reasons.len(), 2);
}

#[test]
fn power_without_heart_rate_gives_a_load_of_each_ride() {
    let mut account = Account::new();
    let start = moment(MORNING).0;
    let hour = lockstep_metrics::impulse_of_threshold_hour(Sex::Male);
    // 58 minutes at threshold and, two days later, at 70 % of it: 58/60 of 100 and 49 points. As one ride they would be
    // 193 times the square of their common intensity, 150. A whole hour would refute the estimate.
    for (threshold, expected, load) in [
        (Some(250.0), Some((250.0, true)), 1.49),
        (None, Some((237.5, false)), 1.49 / (0.95 * 0.95)),
    ] {
        account.next();
        account.set_profile(Profile {
            max_heart_rate: None,
            ..rider(threshold)
        });
        account.store(&power(start - 2 * DAY, 58, 250.0));
        account.store(&power(start, 58, 175.0));
        if threshold.is_none() {
            // Five minutes to the limit show that the even ride was hard; they are not an activity.
            account.store(&power(start - 4 * DAY, 5, 263.0));
        }
        let answer = account.ask("", "", WANTED);
        close(
            answer.figures[&Metric::TrainingLoad],
            load * hour * 58.0 / 60.0,
            1e-3,
        );
        let training = answer.basis.training;
        assert_eq!((training.activities, training.by_power), (2, 2));
        let power = training.threshold_power;
        assert_eq!(power.map(|power| (power.value, power.is_stated)), expected);
        assert!(answer.reasons[&Metric::DayStrain].contains("no heart rate"));
    }
    // Eleven minutes of power alone give no threshold power.
    account.next();
    account.set_profile(rider(None));
    account.store(&power(start, 11, 200.0));
    let answer = account.ask("", "", WANTED);
    let why = &answer.reasons[&Metric::TrainingLoad];
    assert!(why.contains("functionalThresholdPower"), "{why}");
}

/// The age is that at the end of the range: a past range does not change on a birthday.
#[test]
fn the_age_is_that_of_the_range() {
    let account = Account::new();
    account.set_profile(Profile {
        birth_date: Some("1990-05-10".to_owned()),
        ..Profile::default()
    });
    account.store(&effort(moment(MORNING).0, 30, 150.0));
    for (day, age) in [
        ("2026-05-09", 35.0),
        ("2026-05-10", 36.0),
        ("2016-05-10", 26.0),
    ] {
        let answer = account.ask(day, day, "heartRateZones");
        let maximum = answer.basis.maximum.map(|maximum| maximum.value);
        assert_eq!(maximum, Some(208.0 - 0.7 * age), "{day}");
    }
}

#[test]
fn a_ride_with_power_and_heart_rate_counts_once() {
    let mut account = Account::new();
    let start = moment(MORNING).0;
    let hour = lockstep_metrics::impulse_of_threshold_hour(Sex::Male);
    for (minutes_of_heart_rate, expected) in [
        // Complete heart rate counts.
        (60, 60.0 * minute_of(150.0)),
        // A strap that fell off after 20 minutes does not.
        (20, 0.64 * hour),
    ] {
        account.next();
        account.set_profile(rider(Some(250.0)));
        account.store(&power(start, 60, 200.0));
        account.store(&effort(start, minutes_of_heart_rate, 150.0));
        let answer = account.ask("", "", WANTED);
        close(answer.figures[&Metric::TrainingLoad], expected, 1e-3);
        assert_eq!(answer.basis.training.activities, 1);
    }
}

/// A recorded walk is training although its heart rate is low; with it, a second recording of the same
/// time changes nothing.
#[test]
fn a_recorded_activity_counts_as_a_whole_and_once() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment(MORNING).0;
    account.store(&effort(start - 3_600_000, 180, 85.0));
    let none = account.ask("", "", WANTED);
    assert_eq!(none.figures[&Metric::TrainingLoad], 0.0);
    let walk = Span {
        from: start,
        to: start + 1_830_000,
    };
    for recorded in [vec![walk], vec![walk, walk]] {
        let answer = account.ask_with(recorded, WANTED);
        close(
            answer.figures[&Metric::TrainingLoad],
            30.5 * minute_of(85.0),
            1e-9,
        );
        close(
            answer.figures[&Metric::DayStrain],
            149.5 * minute_of(85.0),
            1e-9,
        );
        let training = answer.basis.training;
        assert_eq!((training.activities, training.recorded), (1, 1));
    }
    // One without any reading has no load, and the answer says so.
    let earlier = Span {
        from: start - 7_200_000,
        to: start - 5_400_000,
    };
    let answer = account.ask_with(vec![earlier], WANTED);
    assert_eq!(answer.basis.training.without_load, 1);
    assert!(answer.reasons.contains_key(&Metric::TrainingLoad));
}

#[test]
fn fitness_rests_on_the_whole_history_and_needs_recent_weeks() {
    let account = Account::new();
    account.set_profile(known());
    let last = moment(MORNING).0;
    let mut points = Vec::new();
    for day in 0..300 {
        points.extend(effort(last - day * DAY, 20, 150.0));
    }
    account.store(&points);
    let daily = 20.0 * minute_of(150.0);
    let balance = "chronicLoad,acuteLoad,trainingStressBalance,fatigueLevel";
    let answer = account.ask("", "", balance);
    close(answer.figures[&Metric::ChronicLoad], daily, 1e-3);
    close(answer.figures[&Metric::FatigueLevel], 50.0, 1e-3);
    assert_eq!(answer.basis.coverage.load_days, Some(300));
    // The same from rows.
    assert_eq!(account.ask("", "", balance).figures, answer.figures);

    // One ride four years ago and one today do not make fitness.
    let account = Account::new();
    account.set_profile(known());
    account.store(&effort(last - 1461 * DAY, 60, 150.0));
    account.store(&effort(last, 60, 150.0));
    let answer = account.ask("", "", balance);
    assert!(answer.figures.is_empty(), "{:?}", answer.figures);
    assert_eq!(answer.basis.coverage.recent_load_days, Some(1));
}

/// An activity over midnight is one, wherever a range cuts it.
#[test]
fn ranges_that_cut_an_activity_add_up() {
    let account = Account::new();
    account.set_profile(known());
    let start = moment("2026-05-09T23:40:00Z").0;
    account.store(&effort(start, 26, 150.0));
    account.store(&effort(start + DAY, 1, 60.0));
    let load = |from: &str, to: &str| {
        let answer = account.ask(from, to, "trainingLoad");
        answer
            .figures
            .get(&Metric::TrainingLoad)
            .copied()
            .unwrap_or(0.0)
    };
    let whole = load("2026-05-09", "2026-05-10");
    close(whole, 26.0 * minute_of(150.0), 1e-9);
    for cut in [
        ("2026-05-09", "2026-05-10"),
        ("2026-05-09T23:45:17.999Z", "2026-05-09T23:45:18Z"),
        ("2026-05-10T00:03:00.499Z", "2026-05-10T00:03:00.500Z"),
    ] {
        let parts = if cut.0.len() == 10 {
            load("2026-05-09", "2026-05-09") + load("2026-05-10", "2026-05-10")
        } else {
            load("2026-05-09", cut.0) + load(cut.1, "2026-05-10")
        };
        close(parts, whole, 1e-9);
    }
}

/// Clocks that go forward or back cut no ride, double no night, and move neither to another day.
#[test]
fn clock_changes_keep_a_ride_and_a_night() {
    for (day, ride) in [
        ("2026-03-29", "2026-03-29T00:30:00Z"),
        ("2025-10-26", "2025-10-26T00:30:00Z"),
    ] {
        let account = Account::new();
        account.set_profile(Profile {
            time_zone: Some("Europe/Berlin".to_owned()),
            ..known()
        });
        account.store(&effort(moment(ride).0, 60, 150.0));
        let metadata = format!("{{\"localDate\":\"{day}\"}}");
        let waking = moment(ride).0 + 5 * 3_600_000;
        account.store(&[Point {
            metadata: Some(&metadata),
            ..point(waking, SLEEP, 7.5, "h", "watch")
        }]);
        let answer = account.ask(day, day, "trainingLoad,sleepDuration");
        close(
            answer.figures[&Metric::TrainingLoad],
            60.0 * minute_of(150.0),
            1e-9,
        );
        assert_eq!(answer.figures[&Metric::SleepDuration], 27_000.0, "{day}");
        assert_eq!(answer.basis.training.activities, 1, "{day}");
    }
}

/// A watch states the clock time of its heart rate of all day, and the exact time of a session: the hour in both counts
/// once.
#[test]
fn heart_rates_without_a_time_zone_do_not_count() {
    let mut account = Account::new();
    let start = moment(MORNING).0;
    let all_day: Vec<Point<'_>> = effort(start + 2 * 3_600_000, 60, 150.0)
        .into_iter()
        .map(|reading| Point {
            device: "a all day",
            metadata: Some(r#"{"localDate":"2026-05-10","localTime":"10:00:00"}"#),
            ..reading
        })
        .collect();
    let is_noted = |answer: &ComputedMetrics| {
        let mut notes = answer.basis.notes.iter();
        notes.any(|note| note.contains("metadata.localTime"))
    };
    account.set_profile(known());
    account.store(&effort(start, 60, 150.0));
    assert!(!is_noted(&account.ask("", "", WANTED)));
    account.store(&all_day);
    let answer = account.ask("", "", "heartRateZones,trainingLoad");
    close(
        answer.figures[&Metric::TrainingLoad],
        60.0 * minute_of(150.0),
        1e-9,
    );
    assert_eq!(answer.zones, Some([0.0, 3600.0, 0.0, 0.0, 0.0]));
    assert_eq!(answer.basis.training.activities, 1);
    assert!(is_noted(&answer), "{:?}", answer.basis.notes);
    // Alone, they give no figure.
    account.next();
    account.set_profile(known());
    account.store(&all_day);
    let answer = account.ask("", "", "heartRateZones,trainingLoad");
    for why in answer.reasons.values() {
        assert!(why.contains("no heart rate"), "{why}");
    }
    assert_eq!(answer.reasons.len(), 2);
    assert!(is_noted(&answer), "{:?}", answer.basis.notes);
}
