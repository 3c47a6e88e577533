//! Exports of other platforms over HTTP: whole archives, repeated imports, revoked devices, and the
//! resulting metrics.

use std::io::{Cursor, Write};

use lockstep_store::Timestamp;
use lockstep_testkit::{FitWriter, Record, apple, gpx};
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;

use crate::app::{JUNE, TestApp, TestClient};

/// Returns a zip archive as common programs write it.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns a ride of half an hour as FIT and as GPX.
fn ride() -> (Vec<u8>, Vec<u8>) {
    let start = Timestamp(JUNE * 1000);
    let ride: Vec<Record> = Record::ride(start, 1800).collect();
    let mut writer = FitWriter::new(1, 2697, 7, start);
    ride.iter().for_each(|record| writer.record(record));
    writer.session(start, 2, 1_799_000, 1_799_000);
    let track = gpx::document("StravaGPX", "ride", "cycling", &ride);
    (writer.finish(), track.into_bytes())
}

async fn load(caller: &TestClient) -> Json {
    let path = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-01\
        &metrics=heartRateZones,trainingLoad";
    caller.get(path).await.ok()["metrics"].clone()
}

/// A ride that an archive contains twice counts once.
#[tokio::test]
async fn a_ride_twice_in_an_archive_counts_once() {
    let app = TestApp::start().await;
    let (fit, track) = ride();
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for caller in [&ada, &bob] {
        caller.put("/v1/sfdp/profile", profile.clone()).await.ok();
    }
    ada.import(fit.clone()).await.ok();
    let once = load(&ada).await;
    assert!(once["trainingLoad"].as_f64().unwrap() > 1.0, "{once}");
    let table = "Activity ID,Activity Name,Activity Type,Filename\n\
        1,Up the hill,Ride,activities/1.fit.gz\n2,Up the hill,Ride,activities/2.gpx.gz\n";
    let bulk = archive(&[
        ("activities.csv", table.as_bytes()),
        ("activities/1.fit.gz", &gzip(&fit)),
        ("activities/2.gpx.gz", &gzip(&track)),
        ("../../../etc/cron.d/evil.fit", &fit),
    ]);
    let imported = bob.import(bulk).await.ok();
    assert_eq!(imported["success"], true, "{imported}");
    let activities = imported["activities"].as_array().unwrap();
    assert_eq!(activities.len(), 3);
    assert_eq!(activities[0]["name"], "Up the hill");
    let rates = bob.get("/v1/sfdp/data?type=heart_rate&limit=1").await.ok();
    assert_eq!(rates["total"], 3600, "the points of both files are stored");
    let twice = load(&bob).await;
    for zone in 1..=5 {
        let of = |metrics: &Json| {
            let zone = format!("zone{zone}");
            metrics["heartRateZones"][&zone].as_f64().unwrap()
        };
        assert!((of(&once) - of(&twice)).abs() <= 0.01, "{once} {twice}");
    }
    let of = |metrics: &Json| metrics["trainingLoad"].as_f64().unwrap();
    assert!(
        (of(&once) / of(&twice) - 1.0).abs() <= 1e-4,
        "{once} {twice}"
    );
}

/// An export of Apple Health, plain and zipped: skipped content is counted by kind, and points are
/// new only once.
#[tokio::test]
async fn a_repeated_apple_export_adds_no_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut export = Vec::new();
    let start = Timestamp((JUNE - 86_400 * 100) * 1000);
    let written = apple::export(&mut export, start, 400_000).unwrap();
    let zipped = archive(&[
        ("apple_health_export/export_cda.xml", b"<ClinicalDocument/>"),
        ("apple_health_export/export.xml", &export),
        ("apple_health_export/electrocardiograms/e.csv", b"Name,x\n"),
    ]);
    let first = ada.import(export).await.ok();
    assert_eq!(
        (&first["success"], &first["format"]),
        (&json!(true), &json!("apple_health"))
    );
    assert_eq!(first["newCount"], first["processedCount"]);
    assert_eq!(
        first["activities"].as_array().unwrap().len() as u64,
        written.workouts
    );
    assert_eq!(first["activities"][0]["distanceMeters"], 30_000.0);
    let again = ada.import(zipped).await.ok();
    assert_eq!(again["newCount"], 0, "{}", again["skipped"]);
    assert_eq!(again["processedCount"], first["processedCount"]);
    let skipped: Vec<&str> = again["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["what"].as_str().unwrap())
        .collect();
    assert!(skipped.contains(&"HKQuantityTypeIdentifierEnvironmentalAudioExposure"));
    assert!(
        skipped.contains(&"apple_health_export/export_cda.xml"),
        "{skipped:?}"
    );
    let total = ada.get("/v1/sfdp/data?limit=1").await.ok()["total"].clone();
    // A beat may have the same time as another reading of the watch.
    assert!(total.as_u64() <= first["processedCount"].as_u64());
    let nights = ada.get("/v1/sfdp/data?type=sleep_duration").await.ok();
    assert_eq!(nights["total"].as_u64(), Some(written.nights));
    assert_eq!(nights["data"][0]["value"], 27_000.0, "{nights}");
}

/// Points of a revoked device are left out and reported; an import without other points is refused.
#[tokio::test]
async fn points_of_a_revoked_device_are_not_imported() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (fit, track) = ride();
    let device = json!({ "type": "watch", "name": "StravaGPX", "capabilities": ["heart_rate"] });
    let made = ada.post("/v1/sfdp/devices", device).await.ok();
    let id = made["deviceId"].as_str().or(made["id"].as_str()).unwrap();
    ada.delete(&format!("/v1/sfdp/devices/{id}")).await.ok();
    let alone = ada.import(track.clone()).await;
    alone.refused(422, "DEVICE_ERROR");
    let both = ada
        .import(archive(&[("1.gpx", &track), ("2.fit", &fit)]))
        .await
        .ok();
    assert_eq!(both["success"], false);
    let errors = both["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let error = errors[0].as_str().unwrap();
    assert!(
        error.starts_with("device: \"StravaGPX\" is revoked: "),
        "{error}"
    );
    let rates = ada.get("/v1/sfdp/data?type=heart_rate&limit=1").await.ok();
    assert_eq!(rates["total"], 1800);
}

/// The meaning of some files depends on their names.
#[tokio::test]
async fn a_files_name_selects_its_format() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let steps = r#"[{"dateTime": "06/01/26 06:00:00", "value": "17"}]"#;
    ada.import(steps).await.refused(422, "PROCESSING_ERROR");
    let named = ada.import_named("steps-2026-06-01.json", steps).await.ok();
    assert_eq!(
        (&named["format"], &named["newCount"]),
        (&json!("fitbit"), &json!(1))
    );
}

/// All real recordings of the shared test data in one archive, packed as Strava does, give the same
/// points as the single files.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_of_real_recordings_imports_like_its_files() {
    let Some(folder) = lockstep_testkit::recordings() else {
        return;
    };
    let app = TestApp::start().await;
    let (alone, packed) = (app.user("alone").await, app.user("packed").await);
    let mut members = Vec::new();
    let (mut points, mut activities) = (0, 0);
    for kind in ["fit", "gpx", "tcx"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            members.push((format!("activities/{name}.gz"), gzip(&bytes)));
            let imported = alone.import(bytes).await.ok();
            points += imported["processedCount"].as_u64().unwrap();
            activities += imported["activities"].as_array().unwrap().len();
        }
    }
    assert!(members.len() >= 10);
    let members: Vec<(&str, &[u8])> = members
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let imported = packed.import(archive(&members)).await.ok();
    assert_eq!(imported["processedCount"], points);
    assert_eq!(imported["activities"].as_array().unwrap().len(), activities);
    // One of the recordings is damaged.
    let errors = imported["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let error = errors[0].as_str().unwrap();
    assert!(error.starts_with("\"activities/sigma-ride"), "{error}");
    let total = async |caller: &TestClient| {
        let path = "/v1/sfdp/data?limit=1";
        caller.get(path).await.ok()["total"].clone()
    };
    assert_eq!(total(&packed).await, total(&alone).await);
}
