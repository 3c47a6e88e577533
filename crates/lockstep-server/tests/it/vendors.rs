//! Made-up exports of other vendors over HTTP: read, sent again, and undone. Each is written here.

use std::io::{Cursor, Write};

use lockstep_store::Timestamp;
use lockstep_testkit::{FitWriter, Record};
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;

use crate::app::{JUNE, TestApp, TestClient, points};

/// Type, value, unit, time, local date.
type PointRow = (
    &'static str,
    f64,
    &'static str,
    &'static str,
    Option<&'static str>,
);
/// Sport, seconds, metres, device.
type ActivityRow = (&'static str, f64, Option<f64>, &'static str);

/// A vendor's export, and its expected content.
struct Export {
    name: &'static str,
    format: &'static str,
    bytes: Vec<u8>,
    /// The number of points.
    points: u64,
    some: Vec<PointRow>,
    activities: Vec<ActivityRow>,
    /// The kinds of content that is passed over, and their counts.
    skipped: Vec<(&'static str, u64)>,
}

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = SimpleFileOptions::default();
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const NOON: &str = "2026-06-01T12:00:00.001Z";
const DATE: Option<&str> = Some("2026-06-01");

fn health_connect() -> Export {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let database = rusqlite::Connection::open(&path).unwrap();
    let start = JUNE * 1000;
    let interval = "row_id INTEGER PRIMARY KEY, app_info_id INTEGER, device_info_id INTEGER, start_time \
        INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date_time INTEGER AS (start_time)";
    let sql = format!(
        "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'com.example');
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, model TEXT);
        INSERT INTO device_info_table VALUES (1, 'Band');
        CREATE TABLE steps_record_table ({interval}, count INTEGER);
        INSERT INTO steps_record_table VALUES (1, 1, 1, {start}, {start}, 0, 17);
        CREATE TABLE resting_heart_rate_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
            device_info_id INTEGER, time INTEGER, zone_offset INTEGER, beats_per_minute INTEGER);
        INSERT INTO resting_heart_rate_record_table VALUES (1, 1, 1, {start}, 7200, 52);
        CREATE TABLE exercise_session_record_table ({interval}, exercise_type INTEGER, title TEXT);
        INSERT INTO exercise_session_record_table VALUES (1, 1, 1, {start}, {start} + 1800000, 0, 33, '');
        CREATE TABLE hydration_record_table ({interval}, volume REAL);
        INSERT INTO hydration_record_table VALUES (1, 1, 1, {start}, {start}, 0, 0.5);"
    );
    database.execute_batch(&sql).unwrap();
    database.close().unwrap();
    Export {
        name: "health_connect_export.zip",
        format: "health_connect",
        bytes: archive(&[("health_connect_export.db", &std::fs::read(path).unwrap())]),
        points: 2,
        some: vec![
            ("steps", 17.0, "count", "2026-06-01T00:00:00Z", None),
            (
                "resting_heart_rate",
                52.0,
                "bpm",
                "2026-06-01T00:00:00Z",
                DATE,
            ),
        ],
        activities: vec![("running", 1800.0, None, "Health Connect com.example Band")],
        skipped: vec![("hydration_record_table", 1)],
    }
}

fn whoop() -> Export {
    let cycle = "Cycle start time,Cycle end time,Cycle timezone";
    let of = "2026-05-31 23:10:00,,UTC+02:00";
    let cycles = format!(
        "{cycle},Recovery score %,Heart rate variability (ms),Day Strain,Wake onset\n\
        {of},66,74.5,12.5,2026-06-01 07:00:00\n"
    );
    let sleeps = format!(
        "{cycle},Sleep onset,Wake onset,Asleep duration (min),Nap\n\
        {of},2026-05-31 23:10:00,2026-06-01 07:00:00,432,false\n"
    );
    let workouts = format!(
        "{cycle},Workout start time,Workout end time,Activity name,Distance (meters)\n\
        {of},2026-06-01 13:30:00,2026-06-01 14:30:00,Running,10000\n"
    );
    let journal = format!("{cycle},Question text,Answered yes,Notes\n{of},Late meal?,true,\n");
    Export {
        name: "my_whoop_data.zip",
        format: "whoop",
        bytes: archive(&[
            ("physiological_cycles.csv", cycles.as_bytes()),
            ("sleeps.csv", sleeps.as_bytes()),
            ("workouts.csv", workouts.as_bytes()),
            ("journal_entries.csv", journal.as_bytes()),
        ]),
        points: 4,
        some: vec![
            ("whoop_recovery_score", 66.0, "%", NOON, DATE),
            ("heart_rate_variability_rmssd", 74.5, "ms", NOON, DATE),
            ("whoop_day_strain", 12.5, "{score}", NOON, DATE),
            ("sleep_duration", 432.0, "min", "2026-06-01T05:00:00Z", DATE),
        ],
        activities: vec![("running", 3600.0, Some(10_000.0), "WHOOP")],
        skipped: vec![("journal entries", 1)],
    }
}

fn oura() -> Export {
    let text = json!({
        "daily_readiness": [{ "day": "2026-06-01", "contributors": {}, "score": 66,
            "temperature_deviation": -0.25 }],
        "heartrate": [{ "bpm": 60, "source": "rest", "timestamp": "2026-06-01T06:00:00+00:00" }],
        "workout": [{ "activity": "cycling", "day": "2026-06-01", "calories": 212, "distance": 5000,
            "start_datetime": "2026-06-01T08:00:00+02:00", "end_datetime": "2026-06-01T08:30:00+02:00" }],
        "daily_stress": [{ "day": "2026-06-01", "stress_high": 300 }],
    });
    Export {
        name: "oura.json",
        format: "oura",
        bytes: text.to_string().into_bytes(),
        points: 3,
        some: vec![
            ("oura_readiness_score", 66.0, "{score}", NOON, DATE),
            ("skin_temperature_deviation", -0.25, "Cel", NOON, DATE),
            ("heart_rate", 60.0, "bpm", "2026-06-01T06:00:00Z", None),
        ],
        activities: vec![("cycling", 1800.0, Some(5000.0), "Oura")],
        skipped: vec![("Oura's stress, resilience and age", 1)],
    }
}

fn polar() -> Export {
    let exercise = json!({
        "startTime": "2026-06-01T08:00:00", "stopTime": "2026-06-01T08:30:00",
        "timezoneOffsetMinutes": 120, "durationMillis": 1_800_000, "sport": { "id": "1" },
        "samples": { "samples": [{ "type": "HEART_RATE", "intervalMillis": 1000, "values": [120, 121] },
            { "type": "TEMPERATURE", "intervalMillis": 1000, "values": [20] }] },
    });
    let session = json!({
        "deviceId": "ABC", "exercises": [exercise], "startTime": "2026-06-01T08:00:00",
        "stopTime": "2026-06-01T08:30:00", "durationMillis": 1_800_000, "timezoneOffsetMinutes": 120,
    });
    let day =
        json!({ "date": "2026-06-01", "exportVersion": "1", "summary": { "stepCount": 9000 } });
    Export {
        name: "polar-user-data-export.zip",
        format: "polar",
        bytes: archive(&[
            ("training-session-1.json", session.to_string().as_bytes()),
            ("activity-2026-06-01-1.json", day.to_string().as_bytes()),
        ]),
        points: 3,
        some: vec![
            ("heart_rate", 120.0, "bpm", "2026-06-01T06:00:00Z", None),
            ("steps", 9000.0, "count", NOON, DATE),
        ],
        activities: vec![("running", 1800.0, None, "Polar ABC")],
        skipped: vec![("Polar samples TEMPERATURE", 1)],
    }
}

fn samsung() -> Export {
    let stress = "com.samsung.shealth.stress,6320001,5\nstart_time,score,binning_data\n\
        2026-06-01 06:00:00.000,42,,\n";
    let exercise = "com.samsung.shealth.exercise,6320001,17\ncom.samsung.health.exercise.start_time,\
        com.samsung.health.exercise.end_time,com.samsung.health.exercise.exercise_type\n\
        2026-06-01 06:00:00.000,2026-06-01 06:30:00.000,1001,\n";
    let mood = "com.samsung.shealth.mood,1,1\nstart_time,mood_type\n2026-06-01 06:00:00.000,1,\n";
    let variability = format!(
        r#"[{{"start_time": {}, "rmssd": 42.5, "sdnn": 51.5}}]"#,
        JUNE * 1000
    );
    let folder = "samsunghealth_ada_1";
    Export {
        name: "samsunghealth.zip",
        format: "samsung_health",
        bytes: archive(&[
            (
                &format!("{folder}/com.samsung.shealth.stress.1.csv"),
                stress.as_bytes(),
            ),
            (
                &format!("{folder}/com.samsung.shealth.exercise.1.csv"),
                exercise.as_bytes(),
            ),
            (
                &format!("{folder}/com.samsung.shealth.mood.1.csv"),
                mood.as_bytes(),
            ),
            (
                &format!("{folder}/jsons/com.samsung.health.hrv/0/a.json"),
                variability.as_bytes(),
            ),
        ]),
        points: 3,
        some: vec![
            (
                "samsung_stress_score",
                42.0,
                "{score}",
                "2026-06-01T06:00:00Z",
                None,
            ),
            (
                "heart_rate_variability_rmssd",
                42.5,
                "ms",
                "2026-06-01T00:00:00Z",
                None,
            ),
            (
                "heart_rate_variability_sdnn",
                51.5,
                "ms",
                "2026-06-01T00:00:00Z",
                None,
            ),
        ],
        activities: vec![("walking", 1800.0, None, "Samsung Health")],
        skipped: vec![("com.samsung.shealth.mood", 1)],
    }
}

fn suunto() -> Export {
    let text = json!({ "DeviceLog": {
        "Device": { "Name": "Suunto 9", "SerialNumber": "7" },
        "Header": { "DateTime": "2026-06-01T08:00:00+02:00", "ActivityType": 3, "Duration": 1800,
            "Distance": 5000 },
        "R-R": { "Data": [800], "TimeISO8601": "2026-06-01T08:00:00+02:00" },
        "Samples": [{ "TimeISO8601": "2026-06-01T08:00:01+02:00", "HR": 2.0, "Temperature": 293.15 }],
    } });
    Export {
        name: "suunto.json",
        format: "suunto",
        bytes: text.to_string().into_bytes(),
        points: 2,
        some: vec![
            ("rr_interval", 800.0, "ms", "2026-06-01T06:00:00.800Z", None),
            ("heart_rate", 120.0, "bpm", "2026-06-01T06:00:01Z", None),
        ],
        activities: vec![("running", 1800.0, Some(5000.0), "Suunto 9 7")],
        skipped: vec![("temperatures of the watch", 1)],
    }
}

fn zwift() -> Export {
    let start = Timestamp(JUNE * 1000);
    let mut writer = FitWriter::new(260, 1, 7, start);
    Record::ride(start, 60).for_each(|record| writer.record(&record));
    writer.session_of(start, (2, 58), 60_000, 60_000);
    Export {
        name: "zwift.fit",
        format: "fit",
        bytes: writer.finish(),
        points: 180,
        some: vec![],
        // The session states no distance: its records count 8 m/s for 59 s.
        activities: vec![("virtual_cycling", 60.0, Some(472.0), "Zwift 1 7")],
        skipped: vec![("records of virtual activities", 60)],
    }
}

fn all() -> Vec<Export> {
    vec![
        health_connect(),
        whoop(),
        oura(),
        polar(),
        samsung(),
        suunto(),
        zwift(),
    ]
}

async fn total(caller: &TestClient) -> Json {
    caller.get("/v1/sfdp/data?limit=1").await.ok()["total"].clone()
}

async fn activities(caller: &TestClient) -> Vec<Json> {
    let page = caller.get("/v1/sfdp/activities").await.ok();
    page["activities"].as_array().unwrap().clone()
}

/// Imports the export; returns the answer and the id of the import.
async fn import(caller: &TestClient, export: &Export) -> (Json, String) {
    let answer = caller.import_named(export.name, export.bytes.clone()).await;
    let id = answer.header("lockstep-import-id").unwrap().to_owned();
    (answer.ok(), id)
}

#[tokio::test]
async fn exports_are_read_sent_again_and_undone() {
    let app = TestApp::start().await;
    for (number, export) in all().into_iter().enumerate() {
        let name = export.name;
        let ada = app.user(&format!("ada{number}")).await;
        let (imported, first) = import(&ada, &export).await;
        assert_eq!(imported["success"], true, "{name}: {imported}");
        assert_eq!(imported["format"], export.format, "{name}");
        assert_eq!(imported["newCount"], export.points, "{name}: {imported}");
        let skipped: Vec<_> = imported["skipped"].as_array().unwrap().iter().collect();
        let skipped = skipped
            .iter()
            .map(|it| (it["what"].as_str().unwrap(), it["count"].as_u64().unwrap()));
        assert_eq!(skipped.collect::<Vec<_>>(), export.skipped, "{name}");
        for (kind, value, unit, time, date) in &export.some {
            let page = ada.get(&format!("/v1/sfdp/data?type={kind}")).await.ok();
            let point = &page["data"][0];
            let found = (point["value"].as_f64(), point["unit"].as_str());
            assert_eq!(found, (Some(*value), Some(*unit)), "{name} {point}");
            let found: Timestamp = point["timestamp"].as_str().unwrap().parse().unwrap();
            assert_eq!(found, time.parse().unwrap(), "{name} {point}");
            assert_eq!(
                point["metadata"]["localDate"].as_str(),
                *date,
                "{name} {point}"
            );
        }
        let found = activities(&ada).await;
        let rows: Vec<_> = found
            .iter()
            .map(|it| {
                let device = it["devices"][0].as_str().unwrap();
                let seconds = it["elapsedSeconds"].as_f64().unwrap();
                (
                    it["sport"].as_str().unwrap(),
                    seconds,
                    it["distanceMeters"].as_f64(),
                    device,
                )
            })
            .collect();
        assert_eq!(rows, export.activities, "{name}");

        let (again, second) = import(&ada, &export).await;
        assert_eq!(
            (&again["newCount"], &again["success"]),
            (&json!(0), &json!(true)),
            "{name}: {again}"
        );
        assert_eq!(total(&ada).await, export.points, "{name}");
        assert_eq!(
            activities(&ada).await.len(),
            export.activities.len(),
            "{name}"
        );

        for import in [second, first] {
            ada.delete(&format!("/v1/sfdp/imports/{import}")).await.ok();
        }
        assert_eq!(
            (total(&ada).await, activities(&ada).await),
            (json!(0), vec![]),
            "{name}"
        );
    }
}

/// The points of an activity's device between its start and end are deleted with it, but not the values of
/// the whole day, whose time is at noon.
#[tokio::test]
async fn an_activity_deleted_with_its_points_leaves_the_values_of_its_day() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let imported = ada.import_named("whoop.zip", whoop().bytes).await.ok();
    let id = imported["activities"][0]["activityId"].as_str().unwrap();
    // Readings from 11:59:58 to 12:00:03 UTC.
    let rates = points("heart_rate", "bpm", "WHOOP", JUNE + 43_198, &[150.0; 6]);
    ada.post("/v1/sfdp/data", rates).await.ok();
    assert_eq!(total(&ada).await, 10);
    ada.delete(&format!("/v1/sfdp/activities/{id}?points=delete"))
        .await
        .ok();
    assert_eq!(total(&ada).await, 4);
    let scores = ada
        .get("/v1/sfdp/data?type=whoop_recovery_score")
        .await
        .ok();
    assert_eq!(scores["total"], 1);
}

/// A virtual ride has no track on a map.
#[tokio::test]
async fn a_virtual_ride_has_no_track() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let start = Timestamp(JUNE * 1000);
    // Only the session, at the end of the file, says that the ride was virtual.
    let mut writer = FitWriter::new(1, 2697, 7, start);
    Record::ride(start, 60).for_each(|record| writer.record(&record));
    writer.session_of(start, (2, 58), 60_000, 60_000);
    for (file, sport) in [
        (zwift().bytes, "Zwift 1 7"),
        (writer.finish(), "Garmin fenix5 7"),
    ] {
        let imported = ada.import(file).await.ok();
        let id = imported["activities"][0]["activityId"].as_str().unwrap();
        let track = ada
            .get(&format!("/v1/sfdp/activities/{id}/track"))
            .await
            .ok();
        assert_eq!(track["positions"], json!([]), "{sport}: {track}");
    }
}
