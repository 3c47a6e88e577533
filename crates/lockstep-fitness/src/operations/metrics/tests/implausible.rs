//! Tests that implausible values give no metric, and that the response states the reason.

use super::*;

/// The values of one day, an hour apart, of each device.
type DeviceValues<'a> = &'a [(&'a str, &'a [f64])];

#[test]
fn values_that_cannot_be_true_give_no_metric() {
    const HOUR: f64 = 3600.0;
    let rows: &[(&str, &str, &str, DeviceValues<'_>, Option<f64>)] = &[
        ("steps", STEPS, "count", &[("a", &[9000.0])], Some(9000.0)),
        ("steps", STEPS, "count", &[("a", &[-5.0])], None),
        ("steps", STEPS, "count", &[("a", &[-5.0, 7.0])], Some(7.0)),
        ("steps", STEPS, "count", &[("a", &[300_000.0])], None),
        // Each value could be true, and their sum could not.
        (
            "steps",
            STEPS,
            "count",
            &[("a", &[150_000.0, 150_000.0])],
            None,
        ),
        // Of two devices, the one with the greatest sum that can be true.
        (
            "steps",
            STEPS,
            "count",
            &[("a", &[150_000.0, 150_000.0]), ("b", &[8000.0])],
            Some(8000.0),
        ),
        (
            "steps",
            STEPS,
            "count",
            &[("a", &[9000.0]), ("b", &[8000.0])],
            Some(9000.0),
        ),
        ("sleepDuration", SLEEP, "s", &[("a", &[30.0 * HOUR])], None),
        ("sleepDuration", SLEEP, "s", &[("a", &[-HOUR])], None),
        (
            "sleepDuration",
            SLEEP,
            "s",
            &[("a", &[20.0 * HOUR, 10.0 * HOUR])],
            None,
        ),
        (
            "sleepDuration",
            SLEEP,
            "s",
            &[("a", &[7.0 * HOUR, HOUR])],
            Some(8.0 * HOUR),
        ),
        ("restingHeartRate", RESTING, "bpm", &[("a", &[400.0])], None),
        ("restingHeartRate", RESTING, "bpm", &[("a", &[0.0])], None),
        (
            "restingHeartRate",
            RESTING,
            "bpm",
            &[("a", &[400.0, 52.0])],
            Some(52.0),
        ),
        ("hrvRmssd", RMSSD, "ms", &[("a", &[-1.0])], None),
        ("hrvRmssd", RMSSD, "ms", &[("a", &[4000.0])], None),
        ("hrvRmssd", RMSSD, "ms", &[("a", &[0.0, 40.0])], Some(40.0)),
    ];
    let mut account = Account::new();
    for (metric, kind, unit, devices, expected) in rows {
        account.next();
        let mut points = Vec::new();
        for (device, values) in *devices {
            let begin = moment("2026-05-03T00:00:00Z").0;
            for (nth, value) in (1..).zip(*values) {
                points.push(point(begin + nth * 3_600_000, kind, *value, unit, device));
            }
        }
        account.store(&points);
        let answer = account.ask("2026-05-03", "2026-05-03", metric);
        let found = answer.figures.values().next().copied();
        assert_eq!(found, *expected, "{metric} {devices:?}");
        if expected.is_none() {
            let reasons: Vec<&String> = answer.reasons.values().collect();
            assert_eq!(reasons, [&format!("the range has no plausible {kind}")]);
        }
    }
}

#[test]
fn every_type_that_lies_is_told_from_a_true_value() {
    use lockstep_formats::catalogue::kind;
    for (name, truth, lies) in [
        ("heart_rate", 190.0, [400.0, 0.0]),
        // The speed of sound.
        ("speed", 30.0, [343.0, -1.0]),
        ("power", 1200.0, [9000.0, -20.0]),
        ("exercise_duration", 10.0 * 3600.0, [30.0 * 3600.0, -60.0]),
        ("sleep_stage", 1800.0, [30.0 * 3600.0, -60.0]),
        ("energy", 6000.0, [80_000.0, -1.0]),
        ("total_energy", 9000.0, [80_000.0, -1.0]),
        ("oxygen_saturation", 97.0, [120.0, 0.97]),
        ("weight", 70.0, [70_500.0, 0.0]),
        ("vo2_max_running", 55.0, [550.0, 0.0]),
        ("stress", 30.0, [255.0, -1.0]),
        ("stress_management_score", 78.0, [178.0, 0.0]),
        ("latitude", 47.5, [180.0, -91.0]),
        ("longitude", -179.5, [360.0, -181.0]),
    ] {
        let kind = kind(name).unwrap();
        assert!(kind.is_plausible(truth), "{name} {truth}");
        for lie in lies {
            assert!(!kind.is_plausible(lie), "{name} {lie}");
        }
    }
}
