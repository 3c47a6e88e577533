//! The JSON of the Suunto app.

use super::*;

#[test]
fn logs_become_activities_with_their_samples() {
    let text = r#"{"DeviceLog": {"Device": {"Name": "Suunto 9", "SerialNumber": "0123"}, "Header": {"DateTime":
        "2026-06-01T08:00:00.000+02:00", "ActivityType": 3, "Duration": 3600.5, "Distance": 10000,
        "Energy": 2092000, "Ascent": 120}, "R-R": {"Data": [800, 850], "TimeISO8601":
        "2026-06-01T08:00:00.000+02:00"}, "Samples": [{"HR": 2.0, "TimeISO8601":
        "2026-06-01T08:00:01.000+02:00", "Temperature": 293.15, "Cadence": 1.5, "Speed": 2.5},
        {"Latitude": 0.7853981633974483, "Longitude": -1.5707963267948966, "Altitude": 34.5, "TimeISO8601":
        "2026-06-01T08:00:02.000+02:00", "HR": 0}], "Windows": []}}"#;
    let device = "Suunto 9 0123";
    let expected = [
        (0.8, "rr_interval", 800.0, "ms", None),
        (1.65, "rr_interval", 850.0, "ms", None),
        (1.0, "heart_rate", 120.0, "bpm", None),
        (1.0, "cadence", 90.0, "rpm", None),
        (1.0, "speed", 2.5, "m/s", None),
        (2.0, "altitude", 34.5, "m", None),
        (2.0, "latitude", 45.0, "deg", None),
        (2.0, "longitude", -90.0, "deg", None),
    ];
    let report = check(Format::Suunto, device, ("x.json", text), &expected);
    let session = (
        "running",
        Some("running"),
        0.0,
        3600.5,
        Some(10_000.0),
        Some(500.0),
        Some(device),
    );
    assert_eq!(sessions(&report), [session]);
    assert_eq!(report.activities[0].climb_meters, Some(120.0));
    assert_eq!(report.skipped[0].what, "temperatures of the watch");
}

#[test]
fn attributes_may_be_objects_or_texts() {
    let sample = |attributes: &str| {
        format!(
            r#"{{"Samples": [{{"Attributes": {attributes}, "Source": "suunto-0123", "TimeISO8601":
            "2026-06-01T08:00:01.000+02:00"}}]}}"#
        )
    };
    for (sml, expected) in [
        (
            r#"{"suunto/sml": {"Sample": {"HR": 1.5}}}"#,
            vec![(1.0, "heart_rate", 90.0, "bpm", None)],
        ),
        (
            r#"{"suunto/sml": {"R-R": {"Data": [700]}}}"#,
            vec![(1.7, "rr_interval", 700.0, "ms", None)],
        ),
        (r#"{"suunto/sml": {"Sample": {"Events": []}}}"#, vec![]),
    ] {
        let quoted = serde_json::to_string(sml).unwrap();
        for attributes in [sml, &quoted] {
            check(
                Format::Suunto,
                "Suunto 0123",
                ("samples.json", &sample(attributes)),
                &expected,
            );
        }
    }
    let header = r#"{"suunto/sml": {"Header": {"DateTime": "2026-06-01T08:00:00+02:00", "Activity": "Trail running",
        "Duration": 60}}}"#;
    let report = check(
        Format::Suunto,
        "Suunto 0123",
        ("summary.json", &sample(header)),
        &[],
    );
    let session = (
        "Trail running",
        Some("trail_running"),
        0.0,
        60.0,
        None,
        None,
        Some("Suunto 0123"),
    );
    assert_eq!(sessions(&report), [session]);
}

#[test]
fn impossible_samples_are_reported() {
    for (sample, expected) in [
        (
            r#"{"HR": 1, "TimeISO8601": "2085-06-01T08:00:01Z"}"#,
            "24 hours ahead",
        ),
        (
            r#"{"HR": 1, "TimeISO8601": "2026-06-01T08:00:01"}"#,
            "is missing or not a time",
        ),
    ] {
        let text = format!(r#"{{"DeviceLog": {{"Samples": [{sample}]}}}}"#);
        let (report, points) = read("x.json", text.as_bytes());
        assert_eq!(points, []);
        assert!(report.errors[0].contains(expected), "{:?}", report.errors);
    }
}
