//! Polar's archive and the documents of AccessLink.

use super::*;

const FLOW: &str = "Polar Flow";

#[test]
fn training_sessions_become_activities_with_their_samples() {
    let samples = r#"[{"type": "HEART_RATE", "intervalMillis": 1000, "values": [120, "NaN", 0, 121]},
        {"type": "SPEED", "intervalMillis": 1000, "values": [36.0]},
        {"type": "TEMPERATURE", "intervalMillis": 1000, "values": [20.5]}]"#;
    let route = r#"{"route": {"startTime": "2026-06-01T08:00:00", "wayPoints": [
        {"latitude": 52.25, "longitude": 13.5, "altitude": 34.5, "elapsedMillis": 2000}]}}"#;
    let text = format!(
        r#"{{"calories": 600, "created": "2026-06-01T08:00:00.000", "deviceId": "ABC123", "durationMillis":
        3600000, "exercises": [{{"startTime": "2026-06-01T08:00:00", "stopTime": "2026-06-01T09:00:00",
        "timezoneOffsetMinutes": 120, "durationMillis": 3600000, "distanceMeters": 10000.5, "calories": 600,
        "sport": {{"id": "1"}}, "laps": {{"laps": [{{"durationMillis": 1800000, "distanceMeters": 5000}}]}},
        "routes": {route}, "samples": {{"samples": {samples}}}}}], "identifier": {{"id": "x"}},
        "startTime": "2026-06-01T08:00:00", "stopTime": "2026-06-01T09:00:00", "timezoneOffsetMinutes": 120}}"#
    );
    let device = "Polar ABC123";
    let expected = [
        (0.0, "heart_rate", 120.0, "bpm", None),
        (3.0, "heart_rate", 121.0, "bpm", None),
        (0.0, "speed", 36.0, "km/h", None),
        (2.0, "latitude", 52.25, "deg", None),
        (2.0, "longitude", 13.5, "deg", None),
        (2.0, "altitude", 34.5, "m", None),
    ];
    let name = "training-session-2026-06-01-1.json";
    let report = check(Format::Polar, device, (name, &text), &expected);
    let session = (
        "running",
        Some("running"),
        0.0,
        3600.0,
        Some(10_000.5),
        Some(600.0),
        Some(device),
    );
    assert_eq!(sessions(&report), [session]);
    assert_eq!(report.activities[0].laps[0].distance_meters, Some(5000.0));
    assert_eq!(report.skipped[0].what, "Polar samples TEMPERATURE");
    // A session without exercises is an activity itself.
    for exercises in [r#""exercises": [],"#, ""] {
        let text = format!(
            r#"{{"durationMillis": 1800000, {exercises} "identifier": {{"id": "x"}}, "sport": {{"id": "999"}},
            "startTime": "2026-06-01T08:00:00", "stopTime": "2026-06-01T09:00:00",
            "timezoneOffsetMinutes": 120}}"#
        );
        let report = check(Format::Polar, FLOW, (name, &text), &[]);
        let session = ("activity", None, 0.0, 1800.0, None, None, Some(FLOW));
        assert_eq!(sessions(&report), [session]);
    }
}

#[test]
fn sports_have_the_numbers_of_polar_flow() {
    for (id, expected) in [
        ("19", Some("running")),
        ("24", Some("cross_country_skiing")),
        ("38", Some("cycling")),
        ("103", Some("swimming")),
        ("9999", None),
    ] {
        let text = format!(
            r#"{{"durationMillis": 1800000, "identifier": {{"id": "x"}}, "sport": {{"id": "{id}"}},
            "startTime": "2026-06-01T08:00:00", "stopTime": "2026-06-01T09:00:00",
            "timezoneOffsetMinutes": 120}}"#
        );
        let (report, _) = read("training-session-1.json", text.as_bytes());
        assert_eq!(report.activities[0].sport.as_deref(), expected, "{id}");
    }
}

/// Eight hours at one second: four series of samples and a route, more than 3 MB of text.
#[test]
fn long_exercises_are_read_with_all_samples() {
    let count = 8 * 3600;
    let series = |kind: &str| {
        let values = (0..count).map(|nth| (100 + nth % 50).to_string());
        let values = values.collect::<Vec<_>>().join(", ");
        format!(r#"{{"type": "{kind}", "intervalMillis": 1000, "values": [{values}]}}"#)
    };
    let samples = ["HEART_RATE", "SPEED", "CADENCE", "POWER"]
        .map(series)
        .join(", ");
    let points = (0..count).map(|nth| {
        format!(
            r#"{{"longitude": 13.5123456, "latitude": 52.2512345, "altitude": 34.512, "elapsedMillis": {}}}"#,
            nth * 1000
        )
    });
    let points = points.collect::<Vec<_>>().join(", ");
    let text = format!(
        r#"{{"exportVersion": "1", "exercises": [{{"startTime": "2026-06-01T08:00:00", "timezoneOffsetMinutes":
        120, "durationMillis": 28800000, "sport": {{"id": "2"}}, "samples": {{"samples": [{samples}]}},
        "routes": {{"route": {{"startTime": "2026-06-01T08:00:00", "wayPoints": [{points}]}}}}}}],
        "startTime": "2026-06-01T08:00:00"}}"#
    );
    assert!(text.len() > 3 << 20);
    let (report, points) = read("training-session-2026-06-01-1.json", text.as_bytes());
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(report.activities.len(), 1);
    assert_eq!(points.len(), 7 * count);
}

#[test]
fn older_training_sessions_are_read() {
    let text = r#"{"exportVersion": "1.6", "name": "Evening run", "startTime": "2026-06-01T08:00:00.000",
        "stopTime": "2026-06-01T08:30:00.000", "timeZoneOffset": 120, "distance": 5000.0,
        "duration": "PT1800S", "kiloCalories": 300, "exercises": [{"startTime": "2026-06-01T08:00:00.000",
        "stopTime": "2026-06-01T08:30:00.000", "timezoneOffset": 120, "duration": "PT1800.5S",
        "distance": 5000.0, "sport": "TRAIL_RUNNING", "kiloCalories": 300, "samples": {
        "heartRate": [{"dateTime": "2026-06-01T08:00:01.000", "value": 100},
            {"dateTime": "2026-06-01T08:00:02.000"}],
        "leftPedalCrankBasedPower": [{"dateTime": "2026-06-01T08:00:01.000", "value": 1}],
        "recordedRoute": [{"dateTime": "2026-06-01T08:00:01.000", "longitude": 13.5, "latitude": 52.25}]}}]}"#;
    let expected = [
        (1.0, "heart_rate", 100.0, "bpm", None),
        (1.0, "latitude", 52.25, "deg", None),
        (1.0, "longitude", 13.5, "deg", None),
    ];
    let report = check(
        Format::Polar,
        FLOW,
        ("training-session-1.json", text),
        &expected,
    );
    let session = (
        "running",
        Some("running"),
        0.0,
        1800.5,
        Some(5000.0),
        Some(300.0),
        Some(FLOW),
    );
    assert_eq!(sessions(&report), [session]);
    assert_eq!(
        report.skipped[0].what,
        "Polar samples leftPedalCrankBasedPower"
    );
}

#[test]
fn days_and_nights_become_values_of_their_date() {
    let night = r#"[{"night": "2026-06-01", "evaluation": {"asleepDuration": "PT7H30M"}, "sleepResult":
        {"hypnogram": {"sleepStart": "2026-06-01T00:00:00+02:00", "sleepEnd": "2026-06-01T08:00:00+02:00",
        "sleepStateChanges": [{"offsetFromStart": "PT0S", "state": "WAKE"}, {"offsetFromStart": "PT30M",
        "state": "NONREM2"}, {"offsetFromStart": "PT2H", "state": "NONREM3"}, {"offsetFromStart": "PT3H",
        "state": "REM"}, {"offsetFromStart": "PT4H", "state": "UNKNOWN"}, {"offsetFromStart": "PT7H",
        "state": "NONREM1"}, {"offsetFromStart": "PT9H", "state": "WAKE"}]}}}]"#;
    let hour = 3600.0;
    let stage = "sleep_stage";
    for (name, text, expected) in [
        (
            "activity-2026-06-01.json",
            r#"{"exportVersion": "1.6", "date": "2026-06-01", "summary": {"stepCount": 9000, "calories": 2400},
            "samples": {"steps": [{"localTime": "08:00:00", "value": 12}]}}"#,
            vec![
                (DAY, "steps", 9000.0, "count", DATE),
                (DAY, "total_energy", 2400.0, "kcal", DATE),
            ],
        ),
        (
            "sleep_result_1.json",
            night,
            vec![
                (0.0, "sleep_duration", 27_000.0, "s", DATE),
                (
                    -8.0 * hour,
                    stage,
                    1800.0,
                    "s",
                    Some(r#"{"stage":"awake"}"#),
                ),
                (
                    -7.5 * hour,
                    stage,
                    5400.0,
                    "s",
                    Some(r#"{"stage":"light"}"#),
                ),
                (-6.0 * hour, stage, 3600.0, "s", Some(r#"{"stage":"deep"}"#)),
                (-5.0 * hour, stage, 3600.0, "s", Some(r#"{"stage":"rem"}"#)),
                (-hour, stage, 3600.0, "s", Some(r#"{"stage":"light"}"#)),
            ],
        ),
        (
            "sleep_score_1.json",
            r#"[{"night": "2026-06-01", "sleepScoreResult": {"sleepScore": 82.5}}]"#,
            vec![(DAY, "polar_sleep_score", 82.5, "{score}", DATE)],
        ),
        (
            "nightly_recovery_1.json",
            r#"[{"night": "2026-06-01", "meanNightlyRecoveryRri": 900, "meanNightlyRecoveryRmssd": 42,
            "meanNightlyRecoveryRespirationInterval": 4000, "ansStatus": -1.5, "recoveryIndicator": 5}]"#,
            vec![
                (DAY, "polar_nightly_recharge_status", 5.0, "{score}", DATE),
                (DAY, "polar_ans_charge", -1.5, "{score}", DATE),
                (DAY, "heart_rate_variability_rmssd", 42.0, "ms", DATE),
                (DAY, "respiratory_rate", 15.0, "/min", DATE),
            ],
        ),
        (
            "recharges.json",
            r#"{"recharges": [{"polar_user": "x", "date": "2026-06-01", "heart_rate_avg": 70,
            "heart_rate_variability_avg": 28, "breathing_rate_avg": 14.5, "nightly_recharge_status": 3,
            "ans_charge": -2.5}]}"#,
            vec![
                (DAY, "polar_nightly_recharge_status", 3.0, "{score}", DATE),
                (DAY, "polar_ans_charge", -2.5, "{score}", DATE),
                (DAY, "heart_rate_variability_rmssd", 28.0, "ms", DATE),
                (DAY, "respiratory_rate", 14.5, "/min", DATE),
            ],
        ),
        (
            "nights.json",
            r#"{"nights": [{"polar_user": "x", "date": "2026-06-01", "sleep_start_time":
            "2026-06-01T00:30:00+02:00", "sleep_end_time": "2026-06-01T08:00:00+02:00", "device_id": "1",
            "light_sleep": 10000, "deep_sleep": 5000, "rem_sleep": 0, "sleep_score": 80}]}"#,
            vec![
                (DAY, "polar_sleep_score", 80.0, "{score}", DATE),
                (0.0, "sleep_duration", 15_000.0, "s", DATE),
                (
                    0.003,
                    stage,
                    10_000.0,
                    "s",
                    Some(r#"{"stage":"light","total":true,"localDate":"2026-06-01"}"#),
                ),
                (
                    0.004,
                    stage,
                    5000.0,
                    "s",
                    Some(r#"{"stage":"deep","total":true,"localDate":"2026-06-01"}"#),
                ),
            ],
        ),
    ] {
        check(Format::Polar, FLOW, (name, text), &expected);
    }
}

/// A day has more readings than fit into one element.
#[test]
fn heart_rates_of_a_whole_day_are_read() {
    let reading = |second: u32| {
        format!(
            r#"{{"heartRate": {}, "secondsFromDayStart": {second}, "source": "OPTICAL"}}"#,
            50 + second % 50
        )
    };
    let readings: Vec<String> = (0..86_400).map(reading).collect();
    let text = format!(
        r#"{{"deviceDays": [{{"userId": 1, "deviceId": "ABC", "date": "2026-06-01", "samples": [{}]}},
        {{"userId": 1, "deviceId": "DEF", "date": "2026-06-02", "samples": [{}, {}]}}]}}"#,
        readings.join(","),
        reading(90),
        reading(90_000),
    );
    assert!(text.len() > 4 << 20);
    let (report, points) = read("247ohr_1.json", text.as_bytes());
    assert_eq!(
        report.errors,
        ["element 86402: secondsFromDayStart: is missing or not a time"]
    );
    assert_eq!(points.len(), 86_401);
    assert_eq!(
        (points[0].device.as_str(), points[86_400].device.as_str()),
        ("Polar ABC all day", "Polar DEF all day")
    );
    let (last, metadata) = (
        &points[86_400],
        r#"{"localDate":"2026-06-02","localTime":"00:01:30"}"#,
    );
    assert_eq!(
        (last.value, last.metadata.as_deref()),
        (90.0, Some(metadata))
    );
}

/// Readings of an older session without a time zone have the session's time, and only readings of all day a clock time.
#[test]
fn readings_of_a_session_have_no_clock_time() {
    let text = r#"{"exportVersion": "1.6", "startTime": "2026-06-01T06:00:00.000", "stopTime":
        "2026-06-01T06:30:00.000", "exercises": [{"startTime": "2026-06-01T06:00:00.000", "duration": "PT1800S",
        "sport": "RUNNING", "samples": {"heartRate": [{"dateTime": "2026-06-01T06:00:01.000", "value": 100}]}}]}"#;
    let expected = [(1.0, "heart_rate", 100.0, "bpm", None)];
    check(
        Format::Polar,
        FLOW,
        ("training-session-1.json", text),
        &expected,
    );
    let text = r#"{"deviceDays": [{"userId": 1, "date": "2026-06-01", "samples": [
        {"heartRate": 61, "secondsFromDayStart": 21601}, {"heartRate": 0, "secondsFromDayStart": 21606}]}]}"#;
    let metadata = Some(r#"{"localDate":"2026-06-01","localTime":"06:00:01"}"#);
    let expected = [(1.0, "heart_rate", 61.0, "bpm", metadata)];
    let device = "Polar Flow all day";
    check(Format::Polar, device, ("247ohr_1.json", text), &expected);
}
