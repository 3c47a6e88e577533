//! Compares every real recording of the shared test data over HTTP with reference values from
//! independent tools. Its `expected.json` contains the definitions.

use std::path::{Path, PathBuf};

use lockstep_store::Timestamp;
use lockstep_testkit::{FitWriter, Record, gpx};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient};

fn data() -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "tests find their data by it")]
    let folder = std::env::var("LOCKSTEP_TESTDATA");
    let folder = folder.unwrap_or_else(|_| "../../../shared/data".to_owned());
    let folder = PathBuf::from(folder).join("activities");
    if folder.exists() {
        return Some(folder);
    }
    println!("skipped: no test data");
    None
}

fn expected(folder: &Path) -> Json {
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Returns every stored value of a type, by time.
async fn values(caller: &TestClient, kind: &str) -> Vec<(Timestamp, f64)> {
    let mut all = Vec::new();
    let first = format!("/v1/sfdp/data?type={kind}&limit=10000");
    let mut path = first.clone();
    loop {
        let page = caller.get(&path).await.ok();
        for point in page["data"].as_array().unwrap() {
            let at = point["timestamp"].as_str().unwrap().parse().unwrap();
            all.push((at, point["value"].as_f64().unwrap()));
        }
        let Some(cursor) = page["nextCursor"].as_str() else {
            assert_eq!(page["total"], all.len());
            return all;
        };
        path = format!("{first}&cursor={cursor}");
    }
}

/// Imports the file for an account of its own.
async fn imported(app: &TestApp, folder: &Path, name: &str, row: &Json) -> TestClient {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let caller = app.user(&plain).await;
    let file = std::fs::read(folder.join(name)).unwrap();
    let imported = caller.import(file.clone()).await.ok();
    let damaged = !row["decode_error"].is_null();
    assert_eq!(imported["success"], !damaged, "{name}: {imported}");
    let errors = imported["errors"].as_array().map_or(0, Vec::len);
    assert_eq!(errors, usize::from(damaged), "{name}");
    if damaged {
        let error = imported["errors"][0].as_str().unwrap();
        assert!(error.contains("byte 403438"), "{name}: {error}");
    }
    assert_eq!(
        imported["format"],
        name.split('/').next().unwrap(),
        "{name}"
    );
    let activities = imported["activities"].as_array().unwrap();
    let records: u64 = activities
        .iter()
        .map(|it| it["records"].as_u64().unwrap())
        .sum();
    assert_eq!(Some(records), row["records"].as_u64(), "{name}");
    if let Some(sessions) = row["device_reported_sessions"].as_array() {
        assert_eq!(activities.len(), sessions.len(), "{name}");
    }
    // A repeated import changes nothing.
    let total = caller.get("/v1/sfdp/data?limit=1").await.ok()["total"].clone();
    let again = caller.import(file).await.ok();
    assert_eq!(
        again["processedCount"], imported["processedCount"],
        "{name}"
    );
    assert_eq!(
        caller.get("/v1/sfdp/data?limit=1").await.ok()["total"],
        total,
        "{name}"
    );
    caller
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_recording_imports_with_the_counts_of_the_reference() {
    let Some(folder) = data() else { return };
    let expected = expected(&folder);
    let app = TestApp::start().await;
    let activities = expected["activities"].as_object().unwrap();
    assert_eq!(activities.len(), 10);
    for (name, row) in activities {
        let caller = imported(&app, &folder, name, row).await;
        let rates = values(&caller, "heart_rate").await;
        // A rate of 0 means that the strap was not worn: it is stored as sent, and metrics ignore
        // it.
        let worn = rates
            .iter()
            .filter(|(_, rate)| (25.0..=250.0).contains(rate));
        assert_eq!(
            Some(worn.count() as u64),
            row["hr_distinct_timestamps"].as_u64(),
            "{name}"
        );
        if let Some(samples) = row["power_samples"].as_u64() {
            let power = values(&caller, "power").await.len() as u64;
            let repeated = row["hr_samples"].as_u64().unwrap() - worn_distinct(row);
            assert!(
                power <= samples && samples - power <= repeated,
                "{name}: {power}"
            );
        }
        if let Some(intervals) = row["rr"]["rr_count"].as_u64() {
            let stored = values(&caller, "rr_interval").await.len();
            assert_eq!(stored as u64, intervals, "{name}");
        }
        figures(&caller, name, row).await;
    }
}

fn worn_distinct(row: &Json) -> u64 {
    row["hr_distinct_timestamps"].as_u64().unwrap()
}

/// Compares `GET /metrics` with the reference, for each pair of heart rates and both sexes.
async fn figures(caller: &TestClient, name: &str, row: &Json) {
    let (start, end) = (&row["first_timestamp"], &row["last_timestamp"]);
    let path = format!(
        "/v1/sfdp/metrics?startDate={}&endDate={}\
         &metrics=heartRateZones,trainingLoad,normalizedPower",
        start.as_str().unwrap(),
        end.as_str().unwrap(),
    );
    for parameters in row["hr_params"].as_array().unwrap() {
        for (sex, load) in [
            ("male", "banister_trimp_male"),
            ("female", "banister_trimp_female"),
        ] {
            let profile = json!({
                "maxHeartRate": parameters["max_hr"], "restingHeartRate": parameters["resting_hr"],
                "sex": sex,
            });
            caller.put("/v1/sfdp/profile", profile).await.ok();
            let answer = caller.get(&path).await.ok();
            let metrics = &answer["metrics"];
            for zone in 1..=5 {
                let zone = format!("zone{zone}");
                let found = metrics["heartRateZones"][&zone].as_f64().unwrap();
                let seconds = parameters["time_in_zone_s"][&zone].as_f64().unwrap();
                assert!(
                    (found - seconds).abs() <= 0.01,
                    "{name} {zone}: {found}, not {seconds}"
                );
            }
            close(
                &metrics["trainingLoad"],
                &parameters[load],
                &format!("{name} {load}"),
            );
            // A power meter that was off for the whole ride states 0.
            let power = row.get("normalized_power").and_then(Json::as_f64);
            if power.is_some_and(|power| power > 0.0) {
                let what = format!("{name} normalized power");
                close(&metrics["normalizedPower"], &row["normalized_power"], &what);
            }
            assert!(answer["basis"].is_object(), "{answer}");
        }
    }
}

#[track_caller]
fn close(found: &Json, expected: &Json, what: &str) {
    let number = |json: &Json| json.as_f64().unwrap_or_else(|| panic!("{what}: {json}"));
    let (found, expected) = (number(found), number(expected));
    let allowed = 1e-4 * expected.abs() + 1e-9;
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: {found}, not {expected}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_several_people_import_for_one_of_them() {
    let Some(folder) = data() else { return };
    let expected = expected(&folder);
    let app = TestApp::start().await;
    let of_fitbit = &expected["fitbit"]["first_participant"];
    let fitbit = of_fitbit["id"].to_string();
    let (lifesnaps, days) = expected["wellness"]["per_participant"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .unwrap();
    for (name, participant) in [
        ("fitbit-daily-activity.csv", &fitbit),
        ("fitbit-sleep-day.csv", &fitbit),
        ("lifesnaps-daily.csv", lifesnaps),
    ] {
        let file = std::fs::read(folder.join("wellness").join(name)).unwrap();
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let caller = app.user(&plain).await;
        caller.import(file.clone()).await.blames("participant");
        let unknown = caller.import_of(file.clone(), Some("nobody")).await;
        unknown.blames("participant");
        assert_eq!(caller.get("/v1/sfdp/data").await.ok()["total"], 0, "{name}");
        let imported = caller.import_of(file, Some(participant)).await.ok();
        assert_eq!(imported["format"], "csv", "{name}");
        assert!(imported["processedCount"].as_u64() > Some(0), "{name}");
        match name {
            "fitbit-daily-activity.csv" => {
                let steps = values(&caller, "steps").await;
                assert_eq!(json!(steps.len()), of_fitbit["days"]);
                let total: f64 = steps.iter().map(|(_, count)| count).sum();
                assert_eq!(Some(total), of_fitbit["total_steps"].as_f64());
            }
            "lifesnaps-daily.csv" => {
                let rates = values(&caller, "resting_heart_rate").await;
                assert_eq!(Some(rates.len() as u64), days["resting_hr"]["n"].as_u64());
                let mean = rates.iter().map(|(_, rate)| rate).sum::<f64>() / rates.len() as f64;
                close(
                    &json!(mean),
                    &days["resting_hr"]["mean"],
                    "resting heart rate",
                );
            }
            _ => assert!(!values(&caller, "sleep_duration").await.is_empty()),
        }
    }
}

/// One ride in two files of two devices: its seconds and its load count once.
#[tokio::test]
async fn a_ride_sent_as_two_files_counts_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let start = Timestamp(JUNE * 1000);
    let ride: Vec<Record> = Record::ride(start, 1800).collect();
    let mut writer = FitWriter::new(1, 2697, 7, start);
    ride.iter().for_each(|record| writer.record(record));
    writer.session(start, 2, 1_799_000, 1_799_000);
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    ada.import(writer.finish()).await.ok();
    let path = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-01\
        &metrics=heartRateZones,trainingLoad,normalizedPower";
    let once = ada.get(path).await.ok()["metrics"].clone();
    let zones = once["heartRateZones"].as_object().unwrap().values();
    let seconds: f64 = zones.map(|zone| zone.as_f64().unwrap()).sum();
    assert!(seconds > 1000.0, "{once}");

    let track = gpx::document("Garmin Connect", "ride", "cycling", &ride);
    ada.import(track).await.ok();
    let rates = values(&ada, "heart_rate").await;
    assert_eq!(rates.len(), 3600, "the points of both files are stored");
    let twice = ada.get(path).await.ok()["metrics"].clone();
    for zone in 1..=5 {
        let zone = format!("zone{zone}");
        let of = |metrics: &Json| metrics["heartRateZones"][&zone].as_f64().unwrap();
        assert!((of(&once) - of(&twice)).abs() <= 0.01, "{once} {twice}");
    }
    close(
        &twice["trainingLoad"],
        &once["trainingLoad"],
        "training load",
    );
    close(
        &twice["normalizedPower"],
        &once["normalizedPower"],
        "normalized power",
    );
}
