//! Oura's documents and its table.

use super::*;

const DEVICE: &str = "Oura";

#[test]
fn scores_become_values_of_their_day() {
    for (text, expected) in [
        (
            r#"{"id": "1", "contributors": {"deep_sleep": 57}, "day": "2026-06-01", "score": 63,
            "timestamp": "2026-06-01T00:00:00+00:00"}"#,
            vec![(DAY, "oura_sleep_score", 63.0, "{score}", DATE)],
        ),
        (
            r#"{"id": "1", "contributors": {"hrv_balance": 57}, "day": "2026-06-01", "score": 66,
            "temperature_deviation": -0.25, "temperature_trend_deviation": 0.1}"#,
            vec![
                (DAY, "oura_readiness_score", 66.0, "{score}", DATE),
                (DAY, "skin_temperature_deviation", -0.25, "Cel", DATE),
            ],
        ),
        (
            r#"{"id": "1", "contributors": {}, "day": "2026-06-01", "score": 82, "active_calories": 1222,
            "steps": 18430, "total_calories": 3446, "met": {"items": [0.1, null]}}"#,
            vec![
                (DAY, "oura_activity_score", 82.0, "{score}", DATE),
                (DAY, "steps", 18_430.0, "count", DATE),
                (DAY, "energy", 1222.0, "kcal", DATE),
                (DAY, "total_energy", 3446.0, "kcal", DATE),
            ],
        ),
        (
            r#"{"id": "1", "day": "2026-06-01", "spo2_percentage": {"average": 97.5}}"#,
            vec![(DAY, "oxygen_saturation", 97.5, "%", DATE)],
        ),
        (
            r#"{"id": "1", "day": "2026-06-01", "vo2_max": 41.5, "timestamp": "x"}"#,
            vec![(DAY, "vo2_max", 41.5, "mL/kg/min", DATE)],
        ),
        (
            r#"{"bpm": 60, "source": "sleep", "timestamp": "2026-06-01T06:00:05+00:00"}"#,
            vec![(5.0, "heart_rate", 60.0, "bpm", None)],
        ),
        (
            r#"{"id": "1", "day": "2026-06-01", "spo2_percentage": null}"#,
            vec![],
        ),
        (
            r#"{"id": "1", "contributors": {}, "day": "2026-06-01", "score": null}"#,
            vec![],
        ),
        (
            r#"{"id": "1", "day": "2026-06-01", "stress_high": 300, "day_summary": null}"#,
            vec![],
        ),
    ] {
        for text in [
            format!(r#"{{"data": [{text}], "next_token": null}}"#),
            format!("[{text}]"),
            format!(r#"{{"email": "x", "sleep": [], "anything": [{text}]}}"#),
        ] {
            check(Format::Oura, DEVICE, ("oura.json", &text), &expected);
        }
    }
}

#[test]
fn nights_have_stages_and_samples() {
    let night = |kind: &str, hrv: &str| {
        format!(
            r#"{{"data": [{{"id": "1", "average_breath": 12.625, "average_heart_rate": 42.5, "average_hrv": 52,
            "bedtime_end": "2026-06-01T08:00:00+02:00", "bedtime_start": "2026-06-01T07:40:00+02:00",
            "day": "2026-06-01", "heart_rate": {{"interval": 300, "items": [null, 50, 49.5],
            "timestamp": "2026-06-01T07:40:00.000+02:00"}}, "hrv": {hrv},
            "lowest_heart_rate": 41, "sleep_phase_5_min": "4215", "time_in_bed": 1200,
            "total_sleep_duration": 600, "type": "{kind}"}}]}}"#
        )
    };
    let hrv = r#"{"interval": 300, "items": [null, 51, -1], "timestamp": "2026-06-01T07:40:00.000+02:00"}"#;
    let stage = "sleep_stage";
    let first = [
        (0.0, "sleep_duration", 600.0, "s", DATE),
        (-1200.0, stage, 300.0, "s", Some(r#"{"stage":"awake"}"#)),
        (-900.0, stage, 300.0, "s", Some(r#"{"stage":"light"}"#)),
        (-600.0, stage, 300.0, "s", Some(r#"{"stage":"deep"}"#)),
        (0.0, "respiratory_rate", 12.625, "/min", DATE),
    ];
    let lowest = (DAY, "resting_heart_rate", 41.0, "bpm", DATE);
    let rates = [
        (-900.0, "heart_rate", 50.0, "bpm", None),
        (-600.0, "heart_rate", 49.5, "bpm", None),
    ];
    let sample = (-900.0, "heart_rate_variability_rmssd", 51.0, "ms", None);
    let mean = (0.0, "heart_rate_variability_rmssd", 52.0, "ms", DATE);
    for (kind, hrv, lowest, variability) in [
        ("long_sleep", hrv, &[lowest][..], sample),
        ("late_nap", hrv, &[], sample),
        ("long_sleep", "null", &[lowest], mean),
    ] {
        let expected = [&first, lowest, &rates, &[variability]].concat();
        check(
            Format::Oura,
            DEVICE,
            ("sleep.json", &night(kind, hrv)),
            &expected,
        );
    }
    let report = check(
        Format::Oura,
        DEVICE,
        ("sleep.json", &night("deleted", hrv)),
        &[],
    );
    assert_eq!(report.skipped[0].what, "rest and deleted sleep");
    // The end of summer time: the offset of the end counts.
    let text =
        night("sleep", "null").replace("2026-06-01T08:00:00+02:00", "2026-10-25T02:30:00+01:00");
    let (report, points) = read(
        "x.json",
        text.replace(r#""day": "2026-06-01","#, "").as_bytes(),
    );
    assert_eq!(report.errors, [""; 0]);
    let end = &points[0];
    assert_eq!(end.at, 1_792_891_800_000);
    assert_eq!(
        end.metadata.as_deref(),
        Some(r#"{"localDate":"2026-10-25"}"#)
    );
}

#[test]
fn workouts_and_sessions_become_activities() {
    let of = |fields: &str| {
        format!(
            r#"{{"data": [{{"id": "1", "day": "2026-06-01", "start_datetime": "2026-06-01T08:00:00+02:00",
            "end_datetime": "2026-06-01T06:30:00Z", {fields}}}]}}"#
        )
    };
    let device = Some(DEVICE);
    for (fields, expected) in [
        (
            r#""activity": "cycling", "calories": 212.5, "distance": 5000, "label": null, "source": "manual""#,
            (
                "cycling",
                Some("cycling"),
                0.0,
                1800.0,
                Some(5000.0),
                Some(212.5),
                device,
            ),
        ),
        (
            r#""activity": "strengthTraining", "calories": null, "distance": null, "label": "Legs""#,
            ("Legs", Some("training"), 0.0, 1800.0, None, None, device),
        ),
        (
            r#""type": "meditation", "mood": null"#,
            (
                "meditation",
                Some("meditation"),
                0.0,
                1800.0,
                None,
                None,
                device,
            ),
        ),
    ] {
        let report = check(Format::Oura, DEVICE, ("workout.json", &of(fields)), &[]);
        assert_eq!(sessions(&report), [expected]);
    }
    let report = check(
        Format::Oura,
        DEVICE,
        ("x.json", &of(r#""type": "nap""#)),
        &[],
    );
    assert_eq!((report.activities.len(), report.skipped[0].count), (0, 1));
}

#[test]
fn the_table_of_trends_has_another_device() {
    let text = "date,Sleep Score,Total Sleep Duration,Lowest Resting Heart Rate,Average HRV,\
        Temperature Deviation (°C),Respiratory Rate,Activity Score,Activity Burn,Total Burn,Steps,\
        Readiness Score\n2026-06-01,80,27000,48,55,-0.2,14.5,90,500,2500,9000,85\n2026-06-02,,,,,,,,,,,\n";
    let expected = [
        (DAY, "oura_sleep_score", 80.0, "{score}", DATE),
        (DAY, "oura_readiness_score", 85.0, "{score}", DATE),
        (DAY, "oura_activity_score", 90.0, "{score}", DATE),
        (DAY, "sleep_duration", 27_000.0, "s", DATE),
        (DAY, "resting_heart_rate", 48.0, "bpm", DATE),
        (DAY, "heart_rate_variability_rmssd", 55.0, "ms", DATE),
        (DAY, "respiratory_rate", 14.5, "/min", DATE),
        (DAY, "skin_temperature_deviation", -0.2, "Cel", DATE),
        (DAY, "steps", 9000.0, "{steps}", DATE),
        (DAY, "energy", 500.0, "kcal", DATE),
        (DAY, "total_energy", 2500.0, "kcal", DATE),
    ];
    check(
        Format::Csv,
        "Oura trends",
        ("oura_trends.csv", text),
        &expected,
    );
}

#[test]
fn impossible_documents_are_reported() {
    for (text, expected) in [
        (
            r#"[{"bpm": 60, "source": "x", "timestamp": "2085-06-01T06:00:05Z"}]"#,
            "24 hours ahead",
        ),
        (
            r#"[{"bpm": 60, "source": "x", "timestamp": "2026-06-01 06:00"}]"#,
            "is missing or not a time",
        ),
        (
            r#"[{"day": "1969-06-01", "vo2_max": 40}]"#,
            "is before 1970",
        ),
        (
            r#"[{"day": 7, "vo2_max": 40}]"#,
            "day: is missing or not a time",
        ),
    ] {
        let (report, points) = read("x.json", text.as_bytes());
        assert_eq!(points, []);
        assert!(report.errors[0].contains(expected), "{:?}", report.errors);
    }
}
