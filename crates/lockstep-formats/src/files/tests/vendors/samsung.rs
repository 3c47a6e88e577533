//! The tables and the readings of Samsung Health.

use super::*;

const DEVICE: &str = "Samsung Health";

/// Returns a table whose rows end with a comma, as Samsung writes them.
fn table(kind: &str, columns: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("{row},\n")).collect();
    format!("{kind},6320001,17\n{columns}\n{rows}")
}

#[test]
fn readings_of_tables_become_points() {
    let at = "2026-06-01 06:00:00.000";
    for (kind, column, value, expected) in [
        (
            "com.samsung.shealth.tracker.heart_rate",
            "heart_rate",
            "61.5",
            ("heart_rate", "bpm"),
        ),
        (
            "com.samsung.shealth.tracker.oxygen_saturation",
            "spo2",
            "97",
            ("oxygen_saturation", "%"),
        ),
        (
            "com.samsung.health.respiratory_rate",
            "average",
            "14.5",
            ("respiratory_rate", "/min"),
        ),
        (
            "com.samsung.health.skin_temperature",
            "temperature",
            "33.5",
            ("skin_temperature", "Cel"),
        ),
        (
            "com.samsung.shealth.stress",
            "score",
            "42",
            ("samsung_stress_score", "{score}"),
        ),
        (
            "com.samsung.health.weight",
            "weight",
            "70.5",
            ("weight", "kg"),
        ),
    ] {
        for prefix in ["", "com.samsung.health.anything."] {
            let columns = format!(
                "create_sh_ver,{prefix}start_time,{prefix}{column},binning_data,pkg_name,{prefix}time_offset"
            );
            let own = format!(",{at},{value},,com.sec.android.app.shealth,UTC+0200");
            let binned = format!(",{at},{value},x.json,com.sec.android.app.shealth,UTC+0200");
            let zero = format!(",{at},0,,com.sec.android.app.shealth,UTC+0200");
            let text = table(kind, &columns, &[&own, &binned, &zero]);
            let value = value.parse().unwrap();
            let expected = [(0.0, expected.0, value, expected.1, None)];
            check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &expected);
        }
    }
    let text = table(
        "com.samsung.shealth.mood",
        "start_time,mood_type",
        &["x,1", "y,2"],
    );
    let report = check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &[]);
    assert_eq!(
        (report.skipped[0].what.as_str(), report.skipped[0].count),
        ("com.samsung.shealth.mood", 2)
    );
}

#[test]
fn days_keep_their_date() {
    let columns = "count,day_time,source_type,distance,calorie";
    let day = START.0 - 6 * 3_600_000;
    for (time, expected) in [
        // The beginning of the day in UTC, in Berlin and in Los Angeles.
        (day, DATE),
        (day - 7_200_000, DATE),
        (day + 25_200_000, DATE),
    ] {
        let rows = [
            format!("8123,{time},-2,5000.5,300.5"),
            format!("8123,{time},5,5000.5,300.5"),
        ];
        let text = table(
            "com.samsung.shealth.step_daily_trend",
            columns,
            &[&rows[0], &rows[1]],
        );
        let rows = [
            (DAY, "steps", 8123.0, "{steps}", expected),
            (DAY, "distance", 5000.5, "m", expected),
            (DAY, "energy", 300.5, "kcal", expected),
        ];
        let report = check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &rows);
        assert_eq!(report.skipped[0].what, "daily steps of single devices");
    }
    let text = table(
        "com.samsung.shealth.vitality_score",
        "day_time,total_score",
        &["2026-06-01 00:00:00.000,77.5"],
    );
    let expected = [(DAY, "samsung_energy_score", 77.5, "{score}", DATE)];
    check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &expected);
}

#[test]
fn stages_make_nights_with_the_date_of_waking_up() {
    let columns = "start_time,sleep_id,stage,time_offset,end_time,pkg_name";
    let row = |stage, from: &str, to: &str, offset| {
        format!("2026-05-31 {from}:00.000,a,{stage},{offset},2026-05-31 {to}:00.000,")
    };
    for (offset, date) in [
        ("UTC+0200", DATE),
        ("UTC+0000", Some(r#"{"localDate":"2026-05-31"}"#)),
        ("UTC+28550", None),
        ("", None),
    ] {
        let rows = [
            row("40001", "20:00", "20:10", offset),
            row("40002", "20:10", "21:00", offset),
            row("40003", "21:00", "22:00", offset),
            row("40004", "22:00", "22:30", offset),
            row("40009", "22:30", "22:40", offset),
        ];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let text = table("com.samsung.health.sleep_stage", columns, &rows);
        let stage = "sleep_stage";
        let expected = [
            (-36_000.0, stage, 600.0, "s", Some(r#"{"stage":"awake"}"#)),
            (-35_400.0, stage, 3000.0, "s", Some(r#"{"stage":"light"}"#)),
            (-32_400.0, stage, 3600.0, "s", Some(r#"{"stage":"deep"}"#)),
            (-28_800.0, stage, 1800.0, "s", Some(r#"{"stage":"rem"}"#)),
            (-27_000.0, "sleep_duration", 8400.0, "s", date),
        ];
        check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &expected);
    }
    let columns = "total_light_duration,com.samsung.health.sleep.start_time,\
        com.samsung.health.sleep.end_time,com.samsung.health.sleep.time_offset,\
        com.samsung.health.sleep.pkg_name";
    let times = "2026-05-31 22:00:00.000,2026-06-01 06:00:00.000,UTC+0200,com.example";
    let rows = [format!("200,{times}"), format!(",{times}")];
    let text = table("com.samsung.shealth.sleep", columns, &[&rows[0], &rows[1]]);
    let expected = [
        (
            -28_800.0,
            "sleep_stage",
            28_800.0,
            "s",
            Some(r#"{"stage":"asleep"}"#),
        ),
        (0.0, "sleep_duration", 28_800.0, "s", DATE),
    ];
    let report = check(
        Format::SamsungHealth,
        "Samsung Health com.example",
        ("x.csv", &text),
        &expected,
    );
    assert_eq!(report.skipped[0].what, "sleep sessions with stages");
}

#[test]
fn exercises_become_activities() {
    let prefix = "com.samsung.health.exercise";
    let columns = format!(
        "title,{prefix}.start_time,{prefix}.end_time,{prefix}.exercise_type,{prefix}.duration,\
        {prefix}.calorie,{prefix}.distance,{prefix}.time_offset"
    );
    for (row, expected) in [
        (
            ",2026-06-01 06:00:00.000,2026-06-01 07:00:00.000,1002,3500000,500.5,10000.5,UTC+0200",
            (
                "running",
                Some("running"),
                0.0,
                3600.0,
                Some(10_000.5),
                Some(500.5),
                Some(DEVICE),
            ),
        ),
        (
            "Legs,2026-06-01 06:00:00.000,,1007,60000,,,UTC+0200",
            ("Legs", None, 0.0, 60.0, None, None, Some(DEVICE)),
        ),
    ] {
        let text = table("com.samsung.shealth.exercise", &columns, &[row]);
        let report = check(Format::SamsungHealth, DEVICE, ("x.csv", &text), &[]);
        assert_eq!(sessions(&report), [expected]);
    }
}

#[test]
fn binning_files_become_readings() {
    let folder = "samsunghealth/jsons";
    let start = START.0 + 60_000;
    for (path, fields, expected) in [
        (
            "com.samsung.shealth.tracker.heart_rate/0/a.com.samsung.health.heart_rate.binning_data.json",
            r#""heart_rate": 61.0, "heart_rate_max": 70.0, "heart_rate_min": 55.0"#,
            vec![(60.0, "heart_rate", 61.0, "bpm", None)],
        ),
        (
            "com.samsung.health.hrv/0/a.binning_data.json",
            r#""sdnn": 51.5, "rmssd": 42.5"#,
            vec![
                (60.0, "heart_rate_variability_rmssd", 42.5, "ms", None),
                (60.0, "heart_rate_variability_sdnn", 51.5, "ms", None),
            ],
        ),
        (
            "com.samsung.shealth.stress/0/a.binning_data.json",
            r#""score": 30.0"#,
            vec![(60.0, "samsung_stress_score", 30.0, "{score}", None)],
        ),
        (
            "com.samsung.shealth.exercise/0/a.com.samsung.health.exercise.location_data.json",
            r#""latitude": 52.25, "longitude": 13.5, "altitude": 34.5"#,
            vec![
                (60.0, "latitude", 52.25, "deg", None),
                (60.0, "longitude", 13.5, "deg", None),
                (60.0, "altitude", 34.5, "m", None),
            ],
        ),
        (
            "com.samsung.shealth.anything/0/a.json",
            r#""score": 30.0"#,
            vec![],
        ),
    ] {
        let text = format!(r#"[{{"start_time": {start}, "end_time": {start}, {fields}}}]"#);
        let name = format!("{folder}/{path}");
        check(Format::SamsungHealth, DEVICE, (&name, &text), &expected);
    }
}

#[test]
fn impossible_rows_are_reported() {
    let kind = "com.samsung.shealth.tracker.heart_rate";
    let rows = [
        "2085-06-01 06:00:00.000,60",
        "yesterday,60",
        "1969-06-01 06:00:00.000,60",
        ",60",
    ];
    let text = table(kind, "start_time,heart_rate", &rows);
    let (report, points) = read("x.csv", text.as_bytes());
    assert_eq!(
        (points.len(), report.errors.len()),
        (0, 4),
        "{:?}",
        report.errors
    );
    let text = table(
        "com.samsung.shealth.step_daily_trend",
        "count,day_time",
        &["1,soon", "2,99999999999999999"],
    );
    let (report, points) = read("x.csv", text.as_bytes());
    assert_eq!(
        (points.len(), report.errors.len()),
        (0, 2),
        "{:?}",
        report.errors
    );
}
