//! The database that Health Connect exports: the points of each table, and databases of others.

mod sessions;

use std::collections::BTreeSet;

use super::super::{Format, Options, ReadFault, ReadReport};
use super::packed::{archive, member};
use super::sqlite::file;
use super::{NOW, OwnedPoint, START, read_bytes, read_with};

/// The columns that every record has.
const RECORD: &str = "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, last_modified_time INTEGER, \
    device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER";
const INSTANT: &str = "time INTEGER, zone_offset INTEGER, local_date INTEGER, \
    local_date_time INTEGER AS (time + 1000 * zone_offset)";
const INTERVAL: &str = "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, \
    end_zone_offset INTEGER, local_date INTEGER, \
    local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset)";

/// Returns an export with one app, one device and these statements.
pub(super) fn export(statements: &str) -> Vec<u8> {
    let sources =
        "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT \
            NOT NULL UNIQUE, app_name TEXT, app_icon BLOB);
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
        INSERT INTO application_info_table VALUES (3, 'com.example', 'Example', zeroblob(200000));
        INSERT INTO device_info_table VALUES (5, 'Maker', 'Band');
        CREATE TABLE change_logs_table (row_id INTEGER PRIMARY KEY, x);
        INSERT INTO change_logs_table VALUES (1, 2);";
    file(|connection| {
        connection
            .execute_batch(&format!("{sources}{statements}"))
            .unwrap();
    })
}

/// Returns the statements of a table of instants with one record, whose columns end with `column`.
fn instant(table: &str, column: &str, time: i64, value: &str) -> String {
    format!(
        "CREATE TABLE {table} ({RECORD}, {INSTANT}, {column}, later TEXT);
        INSERT INTO {table} (app_info_id, device_info_id, time, zone_offset, {column})
        VALUES (3, 5, {time}, 7200, {value});"
    )
}

/// Returns the statements of a table of intervals with one record.
fn interval(
    table: &str,
    columns: &str,
    (start, end, offset): (i64, i64, i64),
    values: &str,
) -> String {
    format!(
        "CREATE TABLE {table} ({RECORD}, {INTERVAL}, {columns});
        INSERT INTO {table} (app_info_id, device_info_id, start_time, end_time, end_zone_offset, \
            {columns}) VALUES (3, 5, {start}, {end}, {offset}, {values});"
    )
}

fn read(bytes: &[u8]) -> (ReadReport, Vec<OwnedPoint>) {
    let (report, points) = read_bytes(bytes).unwrap();
    assert_eq!(report.format, Format::HealthConnect);
    (report, points)
}

const DEVICE: &str = "Health Connect com.example Band";

#[test]
fn amounts_with_one_start_and_different_ends_are_all_kept() {
    let span = (START.0, START.0 + 60_000, 0);
    let table = interval("steps_record_table", "count", span, "17");
    let later = START.0 + 300_000;
    let (report, points) = read(&export(&format!(
        "{table} INSERT INTO steps_record_table (app_info_id, device_info_id, start_time, end_time, count)
         VALUES (3, 5, {}, {later}, 230);",
        START.0
    )));
    assert_eq!(report.errors, [""; 0]);
    let found: Vec<(i64, f64)> = points.iter().map(|point| (point.at, point.value)).collect();
    assert_eq!(found, [(START.0, 17.0), (START.0 + 1, 230.0)]);
    let json = r#"[
        {"recordType": "Steps", "startTime": "2026-06-01T08:00:00Z", "endTime": "2026-06-01T08:01:00Z", "count": 17},
        {"recordType": "Steps", "startTime": "2026-06-01T08:00:00Z", "endTime": "2026-06-01T08:05:00Z", "count": 230}
    ]"#;
    let (_, points) = read(json.as_bytes());
    let times: Vec<i64> = points.iter().map(|point| point.at).collect();
    assert_eq!(times[1] - times[0], 1, "{points:?}");
}

/// Each record may name another pair, so the names that a file makes must not grow with its records.
#[test]
fn names_of_devices_are_bounded() {
    let numbers = |last: u32| {
        format!("WITH RECURSIVE c(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM c WHERE n < {last})")
    };
    let (apps, models) = (numbers(110), numbers(109));
    let table = instant("weight_record_table", "weight", START.0, "70000.0");
    let bytes = export(&format!(
        "{table}
        INSERT INTO application_info_table (row_id, package_name) {apps} SELECT n, 'app' || n FROM c;
        INSERT INTO device_info_table (row_id, model) {models} SELECT n, 'model' || n FROM c;
        INSERT INTO weight_record_table (app_info_id, device_info_id, time, zone_offset, weight)
        SELECT a.row_id, d.row_id, {start}, 0, 70000.0 FROM application_info_table a, device_info_table d
        WHERE a.row_id >= 10 AND d.row_id >= 10;",
        start = START.0,
    ));
    let (report, points) = read(&bytes);
    assert_eq!(points.len(), 1 + 101 * 100);
    let names: BTreeSet<&str> = points.iter().map(|point| point.device.as_str()).collect();
    assert_eq!(names.len(), 10_000 + 1);
    let unnamed = points.iter().filter(|it| it.device == "Health Connect");
    assert_eq!(unnamed.count(), 101);
    assert_eq!(
        report.errors,
        [
            "the file has more than 10000 pairs of an app and a device: records of the others are stored under \
             \"Health Connect\""
        ]
    );
}

#[test]
fn records_with_one_value_become_points() {
    for (table, column, value, expected) in [
        (
            "weight_record_table",
            "weight",
            "70500.0",
            ("weight", 70.5, "kg"),
        ),
        (
            "body_fat_record_table",
            "percentage",
            "18.5",
            ("body_fat_percentage", 18.5, "%"),
        ),
        (
            "resting_heart_rate_record_table",
            "beats_per_minute",
            "52",
            ("resting_heart_rate", 52.0, "bpm"),
        ),
        (
            "heart_rate_variability_rmssd_record_table",
            "heart_rate_variability_millis",
            "45.5",
            ("heart_rate_variability_rmssd", 45.5, "ms"),
        ),
        (
            "oxygen_saturation_record_table",
            "percentage",
            "97",
            ("oxygen_saturation", 97.0, "%"),
        ),
        (
            "respiratory_rate_record_table",
            "rate",
            "14.5",
            ("respiratory_rate", 14.5, "/min"),
        ),
        (
            "body_temperature_record_table",
            "temperature",
            "36.5",
            ("body_temperature", 36.5, "Cel"),
        ),
        (
            "vo2_max_record_table",
            "vo2_milliliters_per_minute_kilogram",
            "51.5",
            ("vo2_max", 51.5, "mL/kg/min"),
        ),
    ] {
        // 22:30 UTC is the next day two hours further east.
        let late = START.0 + 59_400_000;
        let (report, points) = read(&export(&instant(table, column, late, value)));
        assert_eq!(report.errors, [""; 0]);
        let [point] = points.as_slice() else {
            panic!("{table}: {points:?}")
        };
        let found = (point.kind.as_str(), point.value, point.unit.as_str());
        assert_eq!(
            (found, point.at, point.device.as_str()),
            (expected, late, DEVICE)
        );
        let date = (expected.0 == "resting_heart_rate").then_some(r#"{"localDate":"2026-06-02"}"#);
        assert_eq!(point.metadata.as_deref(), date);
    }
    let span = (START.0, START.0 + 60_000, 0);
    for (table, column, value, expected) in [
        (
            "steps_record_table",
            "count",
            "17",
            ("steps", 17.0, "count"),
        ),
        (
            "distance_record_table",
            "distance",
            "12.5",
            ("distance", 12.5, "m"),
        ),
        (
            "active_calories_burned_record_table",
            "energy",
            "2500.0",
            ("energy", 2.5, "kcal"),
        ),
        (
            "total_calories_burned_record_table",
            "energy",
            "749000.0",
            ("total_energy", 749.0, "kcal"),
        ),
    ] {
        let (_, points) = read(&export(&interval(table, column, span, value)));
        let [point] = points.as_slice() else {
            panic!("{table}: {points:?}")
        };
        let found = (point.kind.as_str(), point.value, point.unit.as_str());
        assert_eq!((found, point.at), (expected, START.0));
    }
}

#[test]
fn readings_of_series_become_points() {
    let steps = interval("steps_record_table", "count", (START.0, START.0, 0), "1");
    for (parent, table, column, expected) in [
        (
            "heart_rate_record_table",
            "heart_rate_record_series_table",
            "beats_per_minute",
            ("heart_rate", "bpm"),
        ),
        (
            "SpeedRecordTable",
            "speed_record_table",
            "speed",
            ("speed", "m/s"),
        ),
        (
            "PowerRecordTable",
            "power_record_table",
            "power",
            ("power", "W"),
        ),
        (
            "CyclingPedalingCadenceRecordTable",
            "cycling_pedaling_cadence_record_table",
            "revolutions_per_minute",
            ("cadence", "rpm"),
        ),
        (
            "StepsCadenceRecordTable",
            "steps_cadence_record_table",
            "rate",
            ("cadence", "spm"),
        ),
        (
            "skin_temperature_record_table",
            "skin_temperature_delta_table",
            "delta",
            ("skin_temperature_deviation", "Cel"),
        ),
    ] {
        let parent = interval(parent, "baseline", (START.0, START.0 + 9000, 0), "33.5");
        let (first, later) = (START.0 + 1000, START.0 + 2000);
        let series = format!(
            "CREATE TABLE {table} (parent_key INTEGER, {column} REAL, epoch_millis INTEGER);
            INSERT INTO {table} VALUES (1, 61.0, {first}), (9, 0.5, {later}), (1, NULL, {later});"
        );
        let (report, points) = read(&export(&format!("{steps}{parent}{series}")));
        assert_eq!(report.errors, [""; 0]);
        let found: Vec<_> = points[1..]
            .iter()
            .map(|it| {
                (
                    (it.kind.as_str(), it.unit.as_str()),
                    it.at,
                    it.value,
                    it.device.as_str(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                (expected, first, 61.0, DEVICE),
                (expected, later, 0.5, "Health Connect")
            ],
            "{table}"
        );
    }
}

#[test]
fn sleep_has_the_date_of_waking_up() {
    let hour = 3_600_000;
    // 2026-10-25T00:00:00Z, in the night in which summer time ends in Berlin.
    let night = 1_792_886_400_000;
    let steps = interval("steps_record_table", "count", (START.0, START.0, 0), "1");
    let session = |start, end, offset| {
        interval(
            "sleep_session_record_table",
            "title",
            (start, end, offset),
            "NULL",
        )
    };
    let stages = |rows: &str| {
        format!(
            "CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, \
                stage_end_time INTEGER, stage_type INTEGER);{rows}"
        )
    };
    let insert = |kind: i64, from: i64, to: i64| {
        let (from, to) = (night + from * hour, night + to * hour);
        format!("INSERT INTO sleep_stages_table VALUES (1, {from}, {to}, {kind});")
    };
    let (start, end) = (night - 3 * hour, night + 23 * hour);
    let rows = [
        insert(4, -3, 0),
        insert(5, 0, 1),
        insert(1, 1, 2),
        insert(6, 2, 5),
        insert(0, 5, 6),
    ];
    let text = [
        steps.clone(),
        session(start, end, 3600),
        stages(&rows.concat()),
    ]
    .concat();
    let (report, points) = read(&export(&text));
    assert_eq!(report.errors, [""; 0]);
    let found: Vec<_> = points[1..]
        .iter()
        .map(|it| {
            (
                (it.at - night) / hour,
                it.kind.as_str(),
                it.value,
                it.metadata.as_deref().unwrap(),
            )
        })
        .collect();
    let stage = "sleep_stage";
    assert_eq!(
        found,
        [
            (-3, stage, 10_800.0, r#"{"stage":"light"}"#),
            (0, stage, 3600.0, r#"{"stage":"deep"}"#),
            (1, stage, 3600.0, r#"{"stage":"awake"}"#),
            (2, stage, 10_800.0, r#"{"stage":"rem"}"#),
            (
                5,
                "sleep_duration",
                25_200.0,
                r#"{"localDate":"2026-10-25"}"#
            ),
        ]
    );
    // Without stages the session counts; 22:30 UTC is the next day. A session of 30 hours does not.
    for (end, offset, expected) in [
        (
            night - hour * 3 / 2,
            7200,
            Some((19_800.0, Some(r#"{"localDate":"2026-10-25"}"#))),
        ),
        (night - hour * 3 / 2, 99_999, Some((19_800.0, None))),
        (night + 23 * hour, 0, None),
        (night - 8 * hour, 0, None),
    ] {
        let start = night - 7 * hour;
        let (_, points) = read(&export(
            &[steps.clone(), session(start, end, offset)].concat(),
        ));
        let nights: Vec<_> = points
            .iter()
            .filter(|it| it.kind == "sleep_duration")
            .collect();
        let found = nights.first().map(|it| (it.value, it.metadata.as_deref()));
        assert_eq!(found, expected, "{end} {offset}");
    }
}

#[test]
fn exercise_sessions_become_activities_with_their_routes() {
    let hour = 3_600_000;
    let columns = "exercise_type, title, has_route";
    for (number, title, expected) in [
        (33, "'Round the lake'", (Some("running"), "Round the lake")),
        (4, "NULL", (Some("cycling"), "cycling")),
        (57, "''", (Some("yoga"), "yoga")),
        (61, "NULL", (Some("indoor_rowing"), "indoor_rowing")),
        (0, "NULL", (None, "activity")),
        (-1, "NULL", (None, "activity")),
        (9999, "7", (None, "activity")),
    ] {
        let steps = interval("steps_record_table", "count", (START.0, START.0, 0), "1");
        let span = (START.0, START.0 + hour, 0);
        let values = format!("{number}, {title}, 1");
        let session = interval("exercise_session_record_table", columns, span, &values);
        let route = format!(
            "CREATE TABLE exercise_route_table (parent_key INTEGER NOT NULL, timestamp_millis INTEGER, \
                longitude REAL, latitude REAL, altitude REAL);
            INSERT INTO exercise_route_table VALUES (1, {0}, 13.5, 52.25, 34.5), (1, {1}, 13.75, 52.5, \
                4.9e-324);",
            START.0,
            START.0 + 1000
        );
        let (report, points) = read(&export(&[steps, session, route].concat()));
        assert_eq!(report.errors, [""; 0]);
        let [one] = report.activities.as_slice() else {
            panic!("{report:?}")
        };
        assert_eq!((one.sport.as_deref(), one.name.as_str()), expected);
        assert_eq!((one.start, one.duration_seconds), (START.0, 3600.0));
        assert_eq!(one.device.as_deref(), Some(DEVICE));
        let found: Vec<_> = points[1..]
            .iter()
            .map(|it| (it.kind.as_str(), it.value))
            .collect();
        assert_eq!(
            found,
            [
                ("latitude", 52.25),
                ("longitude", 13.5),
                ("altitude", 34.5),
                ("latitude", 52.5),
                ("longitude", 13.75),
            ]
        );
        assert!(points.iter().all(|it| it.device == DEVICE));
    }
}
