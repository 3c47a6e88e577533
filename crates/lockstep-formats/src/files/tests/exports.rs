//! The JSON and the tables of exports: the points of each kind of element.

mod health_platforms;

use proptest::prelude::*;

use super::super::{Format, Options, ReadFault};
use super::{NOW, Outcome, OwnedPoint, START, read_bytes, read_with};

fn read_named(name: &str, text: &str) -> Outcome {
    let mut options = Options::at(NOW.0);
    options.name = Some(name);
    read_with(text.as_bytes(), &options)
}

/// Seconds after `START`, type, value, unit.
type Row<'a> = (i64, &'a str, f64, &'a str);

#[track_caller]
fn check(
    name: &str,
    text: &str,
    format: Format,
    device: &str,
    expected: &[Row<'_>],
) -> Vec<OwnedPoint> {
    let (report, points) = read_named(name, text).unwrap();
    assert_eq!(report.errors, [""; 0], "{text}");
    assert_eq!(report.format, format, "{text}");
    let found: Vec<Row<'_>> = points
        .iter()
        .map(|point| {
            assert_eq!(point.device, device, "{text}");
            let after = (point.at - START.0) / 1000;
            (after, point.kind.as_str(), point.value, point.unit.as_str())
        })
        .collect();
    assert_eq!(found, expected, "{text}");
    points
}

/// The time of a value of `START`'s day, 12:00:00.001Z.
const DAY: i64 = 6 * 3600;

#[test]
fn fitbit_elements_become_points() {
    let zero = "06/01/26 00:00:00";
    for (name, time, value, expected) in [
        (
            "heart_rate-2026-06-01.json",
            "06/01/26 06:00:05",
            r#"{"bpm": 61, "confidence": 3}"#,
            (5, "heart_rate", 61.0, "bpm"),
        ),
        (
            // Its fields identify it.
            "unnamed",
            "06/01/26 06:00:05",
            r#"{"bpm": 61, "confidence": 3}"#,
            (5, "heart_rate", 61.0, "bpm"),
        ),
        (
            "steps-2026-06-01.json",
            "06/01/26 06:01:00",
            r#""17""#,
            (60, "steps", 17.0, "{steps}"),
        ),
        (
            "distance-2026-06-01.json",
            "06/01/26 06:00:00",
            r#""1250""#,
            (0, "distance", 12.5, "m"),
        ),
        (
            "calories-2026-06-01.json",
            "06/01/26 06:00:00",
            r#""1.25""#,
            (0, "total_energy", 1.25, "kcal"),
        ),
        (
            "resting_heart_rate-2026-06-01.json",
            zero,
            r#"{"date": "06/01/26", "value": 52.5, "error": 6.8}"#,
            (DAY, "resting_heart_rate", 52.5, "bpm"),
        ),
        (
            "demographic_vo2_max-2026-06-01.json",
            zero,
            r#"{"demographicVO2Max": 41.0, "filteredDemographicVO2Max": 43.5}"#,
            (DAY, "vo2_max", 43.5, "mL/kg/min"),
        ),
        (
            "run_vo2_max-2026-06-01.json",
            "06/01/26 16:42:56",
            r#"{"exerciseId": 1, "runVO2Max": 52.6, "filteredRunVO2Max": 53.5}"#,
            (DAY, "vo2_max_running", 53.5, "mL/kg/min"),
        ),
        (
            "very_active_minutes-2026-06-01.json",
            zero,
            r#""30""#,
            (DAY, "exercise_duration", 30.0, "min"),
        ),
        (
            "Takeout/Fitbit/moderately_active_minutes-2026-06-01.json",
            zero,
            r#""12""#,
            (DAY + 1, "exercise_duration", 12.0, "min"),
        ),
    ] {
        let text = format!(
            r#"[{{"dateTime": "{time}", "value": {value}}},
            {{"dateTime": "{time}", "value": "0"}}]"#
        );
        let points = check(name, &text, Format::Fitbit, "Fitbit", &[expected]);
        let sure = points[0].kind == "heart_rate";
        assert_eq!(points[0].confidence, sure.then_some(1.0));
    }
    let text = r#"[{"logId": 1, "dateOfSleep": "2026-06-01", "startTime": "2026-06-01T01:00:00.000",
        "endTime": "2026-06-01T08:00:00.000", "minutesAsleep": 400, "type": "stages", "levels":
        {"summary": {}, "data": [
            {"dateTime": "2026-06-01T01:00:00.000", "level": "wake", "seconds": 30},
            {"dateTime": "2026-06-01T01:00:30.000", "level": "deep", "seconds": 600},
            {"dateTime": "2026-06-01T01:10:30.000", "level": "unheard of", "seconds": 60}]}}]"#;
    let stage = "sleep_stage";
    let points = check(
        "sleep-2026-06-01.json",
        text,
        Format::Fitbit,
        "Fitbit",
        &[
            // The clock times as if they were UTC.
            (2 * 3600, "sleep_duration", 400.0, "min"),
            (-5 * 3600, stage, 30.0, "s"),
            (-5 * 3600 + 30, stage, 600.0, "s"),
        ],
    );
    let metadata: Vec<_> = points.iter().map(|one| one.metadata.as_deref()).collect();
    assert_eq!(
        metadata,
        [
            Some(r#"{"localDate":"2026-06-01","localTime":"08:00:00"}"#),
            Some(r#"{"stage":"awake","localDate":"2026-06-01","localTime":"01:00:00"}"#),
            Some(r#"{"stage":"deep","localDate":"2026-06-01","localTime":"01:00:30"}"#),
        ]
    );
    let text = r#"[{"logId": 1, "weight": 191.5, "bmi": 27.5, "fat": 24.5, "date": "06/01/26",
        "time": "08:00:00", "source": "Aria"}]"#;
    check(
        "weight-2026-06-01.json",
        text,
        Format::Fitbit,
        "Fitbit",
        &[
            (2 * 3600, "weight", 191.5, "lb"),
            (2 * 3600, "body_fat_percentage", 24.5, "%"),
        ],
    );
    for (name, unit, sport, metres) in [
        ("Run", "Kilometer", "running", Some(10_000.0)),
        ("Outdoor Bike", "Mile", "cycling", Some(16_093.44)),
        ("Stair-Climber (gym)", "Furlong", "stair_climber_gym", None),
    ] {
        let text = format!(
            r#"[{{"logId": 1, "activityName": "{name}", "activityTypeId": 90009, "calories": 500,
            "duration": 3600000, "distance": 10.0, "distanceUnit": "{unit}", "steps": 9000,
            "startTime": "06/01/26 06:00:00"}}]"#
        );
        let (report, points) = read_named("exercise-0.json", &text).unwrap();
        assert_eq!((report.errors.len(), points.len()), (0, 0));
        let one = &report.activities[0];
        assert_eq!((one.start, one.duration_seconds), (START.0, 3600.0));
        assert_eq!(
            (one.name.as_str(), one.sport.as_deref()),
            (name, Some(sport))
        );
        assert_eq!(
            (one.distance_meters, one.energy_kcal),
            (metres, Some(500.0))
        );
    }
    let (report, _) = read_named(
        "steps-",
        r#"[{"dateTime": "13/01/26 00:00:00", "value": "1"}]"#,
    )
    .unwrap();
    assert_eq!(
        report.errors,
        ["element 1: dateTime: is missing or not a time"]
    );
    match read_named(
        "altitude-1.json",
        r#"[{"dateTime": "06/01/26 00:00:00", "value": "1"}]"#,
    ) {
        Err(ReadFault::Unrecognised { .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn google_fit_elements_become_points() {
    let nanoseconds = START.0 * 1_000_000;
    for (kind, values, expected) in [
        (
            "heart_rate.bpm",
            r#"{"value": {"fpVal": 61.5}}"#,
            ("heart_rate", 61.5, "bpm"),
        ),
        (
            "step_count.delta",
            r#"{"value": {"intVal": 17}}"#,
            ("steps", 17.0, "count"),
        ),
        (
            "distance.delta",
            r#"{"fpVal": 12.5}"#,
            ("distance", 12.5, "m"),
        ),
        (
            "calories.expended",
            r#"{"value": {"fpVal": 2.5}}"#,
            ("total_energy", 2.5, "kcal"),
        ),
        (
            "weight",
            r#"{"value": {"fpVal": 70.5}}"#,
            ("weight", 70.5, "kg"),
        ),
        (
            "speed",
            r#"{"value": {"fpVal": 2.5}}"#,
            ("speed", 2.5, "m/s"),
        ),
        (
            "oxygen_saturation",
            r#"{"value": {"fpVal": 97}}"#,
            ("oxygen_saturation", 97.0, "%"),
        ),
    ] {
        for time in [format!("{nanoseconds}"), format!("\"{nanoseconds}\"")] {
            let text = format!(
                r#"{{"Data Source": "raw:com.google.{kind}:com.example:Model:uid:name",
                "Data Points": [{{"fitValue": [{values}], "originDataSourceId": "", "endTimeNanos":
                {time}, "dataTypeName": "com.google.{kind}", "startTimeNanos": {time}}}]}}"#
            );
            let (kind, value, unit) = expected;
            let device = "Google Fit com.example:Model:uid:name";
            check(
                "x.json",
                &text,
                Format::GoogleFit,
                device,
                &[(0, kind, value, unit)],
            );
        }
    }
    let point = |stage, from: i64, to: i64| {
        let time = |minutes: i64| nanoseconds + minutes * 60_000_000_000;
        format!(
            r#"{{"fitValue": [{{"value": {{"intVal": {stage}}}}}], "startTimeNanos": {},
            "endTimeNanos": {}, "dataTypeName": "com.google.sleep.segment"}}"#,
            time(from),
            time(to)
        )
    };
    let text = format!(
        r#"{{"Data Points": [{}, {}, {}]}}"#,
        point(4, 0, 60),
        point(1, 60, 70),
        point(6, 70, 100)
    );
    let stage = "sleep_stage";
    check(
        "x.json",
        &text,
        Format::GoogleFit,
        "Google Fit",
        &[
            (0, stage, 3600.0, "s"),
            (3600, stage, 600.0, "s"),
            (4200, stage, 1800.0, "s"),
            (6000, "sleep_duration", 5400.0, "s"),
        ],
    );
    let text = r#"{"fitnessActivity": "biking", "startTime": "2026-06-01T06:00:00.250Z", "endTime":
        "2026-06-01T07:00:00.250Z", "duration": "3600s", "segment": [{"fitnessActivity": "biking",
        "startTime": "2026-06-01T06:00:00.250Z", "endTime": "2026-06-01T07:00:00.250Z"}],
        "aggregate": [{"metricName": "com.google.distance.delta", "floatValue": 1}]}"#;
    let (report, points) = read_named("session.json", text).unwrap();
    assert_eq!((points.len(), report.activities.len()), (0, 1));
    let ride = &report.activities[0];
    assert_eq!(
        (ride.name.as_str(), ride.duration_seconds),
        ("cycling", 3600.0)
    );
    let text = format!(
        r#"{{"Data Points": [{{"fitValue": [], "dataTypeName": "com.google.height", "startTimeNanos": {nanoseconds}}}]}}"#
    );
    let (report, _) = read_named("x.json", &text).unwrap();
    assert_eq!(report.skipped[0].what, "com.google.height");
}

#[test]
fn garmin_elements_become_points() {
    let text = r#"[{"calendarDate": "2026-06-01", "sleepStartTimestampGMT": "2026-05-31T22:00:00.0",
        "sleepEndTimestampGMT": "2026-06-01T06:00:00.0", "deepSleepSeconds": 3600,
        "lightSleepSeconds": 18000, "remSleepSeconds": 5400, "awakeSleepSeconds": 60,
        "spo2SleepSummary": {"averageSPO2": 95.5, "lowestSPO2": 88},
        "averageRespiration": 14.5}, {"sleepEndTimestampGMT": null}]"#;
    let device = "Garmin Connect";
    check(
        "1_sleepData.json",
        text,
        Format::Garmin,
        device,
        &[
            (0, "sleep_duration", 27_000.0, "s"),
            (0, "oxygen_saturation", 95.5, "%"),
            (0, "respiratory_rate", 14.5, "/min"),
        ],
    );
    let text = r#"[{"userProfilePK": 1, "calendarDate": "2026-06-01", "totalSteps": 9000,
        "totalDistanceMeters": 7000, "restingHeartRate": 48,
        "currentDayRestingHeartRate": 46, "activeKilocalories": 500.5, "totalKilocalories": 2200.5,
        "bmrKilocalories": 1700, "moderateIntensityMinutes": 10, "vigorousIntensityMinutes": 20,
        "allDayStress": {"aggregatorList": [{"type": "AWAKE", "averageStressLevel": 1},
        {"type": "TOTAL", "averageStressLevel": 30}]}}]"#;
    check(
        "UDSFile_1.json",
        text,
        Format::Garmin,
        device,
        &[
            (DAY, "steps", 9000.0, "count"),
            (DAY, "distance", 7000.0, "m"),
            (DAY, "energy", 500.5, "kcal"),
            (DAY, "total_energy", 2200.5, "kcal"),
            (DAY, "basal_energy", 1700.0, "kcal"),
            (DAY, "resting_heart_rate", 46.0, "bpm"),
            (DAY, "resting_heart_rate_7_day_mean", 48.0, "bpm"),
            (DAY, "exercise_duration", 30.0, "min"),
            (DAY, "stress", 30.0, "{score}"),
        ],
    );
    for (sport, kind) in [
        (r#""sport": "RUNNING","#, "vo2_max_running"),
        (r#""sport": "CYCLING","#, "vo2_max_cycling"),
        ("", "vo2_max"),
    ] {
        let text = format!(r#"[{{"calendarDate": "2026-06-01", {sport} "vo2MaxValue": 51.5}}]"#);
        let expected = [(DAY, kind, 51.5, "mL/kg/min")];
        let name = "MetricsMaxMetData_1.json";
        check(name, &text, Format::Garmin, device, &expected);
    }
    let text = r#"[{"metaData": {"calendarDate": "2026-06-01", "sequence": 1}, "weight": {"weight":
        70500.0, "bodyFat": 18.5, "sourceType": "INDEX_SCALE",
        "timestampGMT": "2026-06-01T06:00:00.0"}}, {"metaData": {"calendarDate": "2026-06-01"},
        "weight": {"weight": 71000.0, "bodyFat": 0, "sourceType": "MANUAL", "timestampGMT":
        1780293600000}}, {"metaData": {"calendarDate": "2026-06-01"}, "weight": {"weight": 72000.0,
        "sourceType": "USER_PROFILE"}}, {"metaData": {"calendarDate": "2026-06-01"}, "weight": null}]"#;
    let expected = [
        (0, "weight", 70.5, "kg"),
        (0, "body_fat_percentage", 18.5, "%"),
        (0, "weight", 71.0, "kg"),
    ];
    check(
        "1_userBioMetrics.json",
        text,
        Format::Garmin,
        device,
        &expected,
    );
}

/// The list of activities is one element of an array, and longer than other elements.
#[test]
fn garmin_activities_are_read() {
    let activity = |fields: &str| {
        format!(
            r#"{{"activityId": 1, "beginTimestamp": {}, "duration": 3500500, "deviceId": 7, {fields}}}"#,
            START.0
        )
    };
    for (fields, name, sport, elapsed, meters) in [
        (
            r#""name": "Morning Run", "activityType": "running", "elapsedDuration": 3600000,
            "distance": 1000050, "calories": 2000"#,
            "Morning Run",
            Some("running"),
            3600.0,
            Some(10_000.5),
        ),
        (
            r#""activityType": "virtual_ride", "distance": 0"#,
            "virtual_cycling",
            Some("virtual_cycling"),
            3500.5,
            None,
        ),
        (r#""name": """#, "activity", None, 3500.5, None),
    ] {
        let filler = activity(&format!(r#""notes": "{}""#, "x".repeat(1 << 20)));
        let text = format!(
            r#"[{{"summarizedActivitiesExport": [{}, {filler}, {filler}, {filler}]}}]"#,
            activity(fields)
        );
        let (report, points) = read_named("ada_0_summarizedActivities.json", &text).unwrap();
        assert_eq!((report.errors.len(), points.len()), (0, 0));
        assert_eq!(
            (report.format, report.activities.len()),
            (Format::Garmin, 4)
        );
        let one = &report.activities[0];
        assert_eq!((one.name.as_str(), one.sport.as_deref()), (name, sport));
        assert_eq!((one.start, one.duration_seconds), (START.0, elapsed));
        assert_eq!(
            (one.timer_seconds, one.distance_meters),
            (Some(3500.5), meters)
        );
        assert_eq!(
            (one.energy_kcal, one.device.as_deref()),
            (None, Some("Garmin Connect"))
        );
    }
}

#[test]
fn damaged_json_is_reported() {
    let good = r#"{"recordType": "Steps", "startTime": "2026-06-01T06:00:00Z", "count": 1}"#;
    for (bad, expected) in [
        ("", "EOF"),
        (", {", "EOF"),
        (", nonsense]", "expected"),
        (", \"\u{0}\"]", "control character"),
        (&format!(", {}", "[".repeat(1000)), "recursion"),
        (
            &format!(", \"{}\"]", "x".repeat(17 << 20)),
            "one element is too long",
        ),
        // A megabyte of text that would take some 200 MB of memory.
        (
            &format!(", {{\"a\": [{}0]}}]", "{},".repeat(400_000)),
            "one element is too long",
        ),
    ] {
        let (report, points) = read_bytes(format!("[{good}{bad}").as_bytes()).unwrap();
        assert_eq!(points.len(), 1);
        assert!(report.errors[0].contains(expected), "{:?}", report.errors);
    }
    let mut bytes = format!("[{good}, \"").into_bytes();
    bytes.extend(b"\xff\xfe\"]");
    let (report, points) = read_bytes(&bytes).unwrap();
    assert_eq!((points.len(), report.errors.len()), (1, 1));
    for text in [
        "{",
        "[",
        "{}",
        "[]",
        "[1, 2]",
        "{\"data\": []}",
        "[{\"a\": 1}]",
        "{\"header\": 1, \"body\": 2}",
    ] {
        match read_bytes(text.as_bytes()) {
            Err(ReadFault::Unrecognised { .. }) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

proptest! {
    #[test]
    fn random_input_never_panics(nonsense in "[\\[\\]{}\":,. a-zA-Z0-9_-]{0,200}") {
        for start in ["[", "{", "[{\"dateTime\": \"", "{\"Data Points\": [", "{\"header\": {\"schema_id\":"] {
            let _ = read_named("steps-1.json", &format!("{start}{nonsense}"));
        }
    }
}
