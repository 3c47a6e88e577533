//! Stored activities and imports over HTTP: merged recordings, figures, tracks, deletion, and imports that
//! are undone: `/v1/sfdp/activities/{id}/track`, `/v1/sfdp/activities/detect`, `/v1/sfdp/imports/{id}`.

mod undone_imports;

use std::fmt::Write as _;

use lockstep_store::{StoreError, Timestamp};
use lockstep_testkit::{FitWriter, Record, gpx, recordings};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::child::Child;
use crate::operations::session;

const ACTIVITIES: &str = "/v1/sfdp/activities";
const IMPORTS: &str = "/v1/sfdp/imports";

/// Returns a ride of some seconds from JUNE + `from` as FIT and as GPX.
fn ride(from: i64, seconds: u32) -> (Vec<u8>, Vec<u8>) {
    let start = Timestamp((JUNE + from) * 1000);
    let ride: Vec<Record> = Record::ride(start, seconds).collect();
    let mut writer = FitWriter::new(1, 2697, 7, start);
    ride.iter().for_each(|record| writer.record(record));
    writer.session(start, 2, seconds * 1000, seconds * 1000);
    let track = gpx::document("StravaGPX", "Up the hill", "cycling", &ride);
    (writer.finish(), track.into_bytes())
}

/// Imports a file; returns the answer with the id of the import from its header.
async fn import(caller: &TestClient, name: &str, file: Vec<u8>) -> Json {
    let answer = caller.import_named(name, file).await;
    let mut imported = answer.ok();
    imported["importId"] = json!(answer.header("lockstep-import-id").unwrap());
    imported
}

async fn list(caller: &TestClient, path: &str, field: &str) -> Vec<Json> {
    let page = caller.get(path).await.ok();
    assert_eq!(page["hasMore"], false, "{page}");
    page[field].as_array().unwrap().clone()
}

async fn activities(caller: &TestClient) -> Vec<Json> {
    list(caller, ACTIVITIES, "activities").await
}

async fn imports(caller: &TestClient) -> Vec<Json> {
    list(caller, IMPORTS, "imports").await
}

async fn total(caller: &TestClient) -> u64 {
    let page = caller.get("/v1/sfdp/data?limit=1").await.ok();
    page["total"].as_u64().unwrap()
}

fn text(of: &Json, field: &str) -> String {
    of[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {of}"))
        .to_owned()
}

fn csv(rows: &[(i64, f64)]) -> Vec<u8> {
    let mut table = "timestamp,type,value,unit,device\n".to_owned();
    for (at, value) in rows {
        let at = Timestamp((JUNE + at) * 1000);
        writeln!(table, "{at},heart_rate,{value},bpm,strap").unwrap();
    }
    table.into_bytes()
}

/// The values of the strap, by seconds since JUNE.
async fn rates(caller: &TestClient) -> Vec<(i64, f64)> {
    let page = caller.get("/v1/sfdp/data?limit=10000").await.ok();
    let row = |point: &Json| {
        let at: Timestamp = point["timestamp"].as_str().unwrap().parse().unwrap();
        (at.0 / 1000 - JUNE, point["value"].as_f64().unwrap())
    };
    page["data"].as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn two_files_of_a_ride_are_one_activity_with_two_recordings() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let (fit, track) = ride(0, 1800);
    let imported = import(&ada, "ride.fit", fit.clone()).await;
    let id = text(&imported["activities"][0], "activityId");
    let second = import(&ada, "ride.gpx", track.clone()).await;
    assert_eq!(text(&second["activities"][0], "activityId"), id);
    import(&ada, "ride.fit", fit).await;
    let other = import(&ada, "later.fit", ride(7200, 600).0).await;
    let all = activities(&ada).await;
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(
        all[0]["id"], other["activities"][0]["activityId"],
        "the newest is first"
    );
    let merged = &all[1];
    assert_eq!(merged["name"], "Up the hill");
    assert_eq!(merged["sport"], "cycling");
    assert_eq!(merged["source"], "import");
    assert_eq!(merged["elapsedSeconds"], 1800.0);
    assert_eq!(merged["devices"].as_array().unwrap().len(), 2);
    let recordings = merged["recordings"].as_array().unwrap();
    assert_eq!(recordings.len(), 2, "{merged}");
    assert_eq!(recordings[0]["file"], "ride.fit");
    assert_eq!(recordings[0]["importIds"].as_array().unwrap().len(), 2);
    assert_eq!(recordings[1]["importIds"], json!([second["importId"]]));

    let path = format!("{ACTIVITIES}/{id}");
    let details = ada.get(&path).await.ok();
    let figures = &details["figures"];
    let mean = figures["meanHeartRate"].as_f64().unwrap();
    assert!((mean - 140.0).abs() < 3.0, "{details}");
    assert_eq!(figures["maxHeartRate"], 164.0);
    assert!((figures["meanPower"].as_f64().unwrap() - 200.0).abs() < 10.0);
    assert!(figures["normalizedPower"].as_f64().unwrap() > 200.0);
    assert!(figures["trainingLoad"].as_f64().unwrap() > 1.0);
    let speed = figures["meanSpeed"].as_f64().unwrap();
    assert!((1.0..100.0).contains(&speed), "{details}");
    assert!(figures["paceSecondsPerKm"].is_null(), "{details}");
    let why = figures["reasons"]["paceSecondsPerKm"].as_str().unwrap();
    assert!(why.contains("meanSpeed"), "{why}");
    let track = ada.get(&format!("{path}/track?limit=100")).await.ok();
    assert_eq!(track["recordedCount"], 1800);
    let positions = track["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 100);
    assert!((positions[0]["latitude"].as_f64().unwrap() - 48.0).abs() < 1e-6);
    assert_eq!(positions[0]["timestamp"], details["start"]);

    // Another owner's activity does not exist.
    bob.get(&path).await.refused(404, "NOT_FOUND");
    bob.get(&format!("{path}/track"))
        .await
        .refused(404, "NOT_FOUND");
    bob.patch(&path, json!({ "name": "mine" }))
        .await
        .refused(404, "NOT_FOUND");
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    let import = format!("{IMPORTS}/{}", text(&second, "importId"));
    bob.delete(&import).await.refused(404, "NOT_FOUND");
    bob.delete(&format!("{import}?points=keep"))
        .await
        .refused(404, "NOT_FOUND");
    assert_eq!(activities(&ada).await.len(), 2);
}

#[tokio::test]
async fn activities_are_listed_by_range_sport_and_page() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for day in 0..3 {
        import(&ada, "recording", ride(day * 86_400, 60).0).await;
    }
    let all = activities(&ada).await;
    let start = |nth: usize| text(&all[nth], "start");
    for (query, expected) in [
        ("".to_owned(), vec![0, 1, 2]),
        ("?sport=cycling".to_owned(), vec![0, 1, 2]),
        ("?sport=running".to_owned(), vec![]),
        (format!("?startDate={}", start(1)), vec![0, 1]),
        (format!("?endDate={}", start(1)), vec![1, 2]),
        (
            format!("?startDate={}&endDate={}", start(1), start(1)),
            vec![1],
        ),
    ] {
        let found = list(&ada, &format!("{ACTIVITIES}{query}"), "activities").await;
        let expected: Vec<&Json> = expected
            .iter()
            .map(|nth: &usize| &all[*nth]["id"])
            .collect();
        let found: Vec<&Json> = found.iter().map(|one| &one["id"]).collect();
        assert_eq!(found, expected, "{query}");
    }
    for (path, field) in [(ACTIVITIES, "activities"), (IMPORTS, "imports")] {
        let expected = list(&ada, path, field).await;
        let mut pages = Vec::new();
        let mut query = "?limit=1".to_owned();
        loop {
            let page = ada.get(&format!("{path}{query}")).await.ok();
            pages.extend(page[field].as_array().unwrap().clone());
            let Some(cursor) = page["nextCursor"].as_str() else {
                break;
            };
            query = format!("?limit=1&cursor={cursor}");
        }
        assert_eq!(pages, expected);
        for query in ["?limit=0", "?limit=501", "?cursor=weird", "?cursor=1.act_"] {
            ada.get(&format!("{path}{query}"))
                .await
                .refused(400, "INVALID_REQUEST");
        }
    }
}

/// Efforts in plain points become activities once, unless a recording has them.
#[tokio::test]
async fn sustained_efforts_are_detected_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    import(&ada, "recording", ride(0, 1800).0).await;
    // Rest, 20 minutes of effort, rest.
    let rate = |second: i64| {
        if (1200..2400).contains(&second) {
            150.0
        } else {
            60.0
        }
    };
    let values: Vec<f64> = (0..3600).map(rate).collect();
    let later = points("heart_rate", "bpm", "strap", JUNE + 36_000, &values);
    ada.post("/v1/sfdp/data", later).await.ok();
    let few = points(
        "heart_rate",
        "bpm",
        "another",
        JUNE + 37_300,
        &[149.0, 151.0],
    );
    ada.post("/v1/sfdp/data", few).await.ok();
    let detect = format!("{ACTIVITIES}/detect");
    let range = json!({ "startDate": "2026-06-01", "endDate": "2026-06-01" });
    let found = ada.post(&detect, range.clone()).await.ok();
    let [one] = found["activities"].as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    assert_eq!(
        (&one["source"], &one["elapsedSeconds"]),
        (&json!("detected"), &json!(1200.0))
    );
    assert_eq!(one["start"], Timestamp((JUNE + 37_200) * 1000).to_string());
    // The device of the points, not one with fewer readings in the effort.
    assert_eq!(one["devices"], json!(["strap"]), "{one}");
    let again = ada.post(&detect, range).await.ok();
    assert_eq!(again["activities"], json!([]));
    assert_eq!(activities(&ada).await.len(), 2);
    // A file of the session joins the detected activity.
    let rows: Vec<(i64, f64)> = (0..1200).map(|at| (37_200 + at, 150.0)).collect();
    import(&ada, "recording", csv(&rows)).await;
    let joined = import(
        &ada,
        "recording",
        session(Timestamp((JUNE + 37_230) * 1000), 1150),
    )
    .await;
    assert_eq!(joined["activities"][0]["activityId"], one["id"]);
    let exported = ada.get("/v1/sfdp/export?format=activities").await.ok();
    assert_eq!(exported, Json::Array(activities(&ada).await));
    ada.delete(&format!("{IMPORTS}/{}", text(&joined, "importId")))
        .await
        .ok();
    assert_eq!(activities(&ada).await[0]["source"], "detected");
    for wrong in [
        json!({ "startDate": "2025-01-01", "endDate": "2026-06-01" }),
        json!({ "startDate": "weird" }),
        json!({ "from": "2026-06-01" }),
    ] {
        ada.post(&detect, wrong)
            .await
            .refused(400, "INVALID_REQUEST");
    }
    ada.get("/v1/sfdp/export?format=activities&type=power")
        .await
        .refused(400, "INVALID_REQUEST");
}

#[tokio::test]
async fn an_activity_is_changed_and_deleted() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let imported = import(&ada, "recording", ride(0, 120).0).await;
    let (before, after) = (
        points("heart_rate", "bpm", "strap", JUNE, &[60.0]),
        total(&ada).await,
    );
    ada.post("/v1/sfdp/data", before).await.ok();
    let path = format!(
        "{ACTIVITIES}/{}",
        text(&imported["activities"][0], "activityId")
    );
    let change = json!({ "name": "Home", "notes": "With Bob", "sport": "e_biking" });
    let changed = ada.patch(&path, change).await.ok();
    assert_eq!(
        (&changed["name"], &changed["notes"]),
        (&json!("Home"), &json!("With Bob"))
    );
    // A second file keeps the owner's words; null returns to the files'.
    import(&ada, "recording", ride(0, 120).1).await;
    let changed = ada.patch(&path, json!({ "sport": null })).await.ok();
    assert_eq!(
        (&changed["name"], &changed["sport"]),
        (&json!("Home"), &json!("cycling"))
    );
    for wrong in [
        json!({ "name": "" }),
        json!({ "name": "x".repeat(201) }),
        json!({ "notes": "x".repeat(2001) }),
        json!({ "sport": "Upper Case" }),
        json!({ "start": "2026-01-01T00:00:00Z" }),
    ] {
        ada.patch(&path, wrong)
            .await
            .refused(400, "INVALID_REQUEST");
    }
    ada.delete(&format!("{path}?points=weird"))
        .await
        .refused(400, "INVALID_REQUEST");
    // The strap was worn during the ride, but is not a device of the activity.
    let deleted = ada.delete(&format!("{path}?points=delete")).await.ok();
    assert!(
        deleted["deletedPoints"].as_u64().unwrap() > after,
        "{deleted}"
    );
    assert_eq!(total(&ada).await, 1);
    ada.get(&path).await.refused(404, "NOT_FOUND");
    ada.delete(&path).await.refused(404, "NOT_FOUND");
    let again = import(&ada, "recording", ride(0, 120).0).await;
    let path = format!(
        "{ACTIVITIES}/{}",
        text(&again["activities"][0], "activityId")
    );
    assert_eq!(ada.delete(&path).await.ok()["deletedPoints"], 0);
    assert_eq!(total(&ada).await, after + 1);
    let entries = app.state().db.read::<_, StoreError, _>("test.log", |tx| {
        tx.query(
            "SELECT action, details || COALESCE(metadata, '') FROM audit_body WHERE action LIKE 'activity.%'
             ORDER BY seq",
            &[],
            |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
        )
    });
    let entries = entries.await.unwrap();
    let actions: Vec<&str> = entries.iter().map(|(action, _)| &**action).collect();
    assert_eq!(
        actions,
        [
            "activity.update",
            "activity.update",
            "activity.delete",
            "activity.delete"
        ]
    );
    for (action, said) in &entries {
        assert!(said.contains("activityId"), "{action}: {said}");
        for words in ["Home", "Bob", "e_biking"] {
            assert!(!said.contains(words), "{action}: {said}");
        }
    }
}

/// Every real recording gives its sessions, with the figures of the reference.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_recordings_become_activities() {
    let Some(folder) = recordings() else { return };
    let expected = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Json = serde_json::from_str(&expected).unwrap();
    let app = TestApp::start().await;
    for (nth, (name, row)) in expected["activities"]
        .as_object()
        .unwrap()
        .iter()
        .enumerate()
    {
        let ada = app.user(&format!("ada{nth}")).await;
        let file = std::fs::read(folder.join(name)).unwrap();
        let imported = import(&ada, name, file.clone()).await;
        let sessions = imported["activities"].as_array().unwrap();
        let all = activities(&ada).await;
        assert_eq!(
            all.len(),
            sessions.len(),
            "{name}: sessions of one file stay apart"
        );
        let again = import(&ada, name, file).await;
        assert_eq!(
            activities(&ada).await.len(),
            all.len(),
            "{name}: imported again"
        );
        if let Some(reported) = row["device_reported_sessions"].as_array() {
            for (session, stored) in reported.iter().zip(all.iter().rev()) {
                assert_eq!(
                    stored["elapsedSeconds"], session["total_elapsed_time"],
                    "{name}"
                );
                assert_eq!(
                    stored["movingSeconds"], session["total_timer_time"],
                    "{name}"
                );
            }
        }
        if let [one] = all.as_slice() {
            let details = ada
                .get(&format!("{ACTIVITIES}/{}", text(one, "id")))
                .await
                .ok();
            let figures = &details["figures"];
            let mean = figures["meanHeartRate"].as_f64().unwrap();
            // Weighted by time; the reference counts each reading of a smart recording once.
            assert!(
                (mean - row["hr_mean"].as_f64().unwrap()).abs() < 3.0,
                "{name}: {figures}"
            );
            // The median of 15 s; the reference is the highest reading.
            let max = figures["maxHeartRate"].as_f64().unwrap();
            let highest = row["hr_max"].as_f64().unwrap();
            assert!(
                (highest - 5.0..=highest).contains(&max),
                "{name}: {highest} {figures}"
            );
            let power = row["normalized_power"].as_f64();
            // A power meter that was off for the whole ride states 0.
            if let Some(power) = power.filter(|power| *power > 0.0) {
                let found = figures["normalizedPower"].as_f64().unwrap();
                assert!((found - power).abs() <= 0.01 * power, "{name}: {figures}");
            }
            assert!(
                !one["laps"].as_array().unwrap().is_empty() || name.contains("truncated"),
                "{name}"
            );
        }
        for import in [again, imported] {
            ada.delete(&format!("{IMPORTS}/{}", text(&import, "importId")))
                .await
                .ok();
        }
        assert_eq!(
            (total(&ada).await, activities(&ada).await.len()),
            (0, 0),
            "{name}"
        );
    }
}

/// `kill -9` in the middle of an import: the import is listed as unfinished, and can be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_that_was_killed_is_listed_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    let before = points("heart_rate", "bpm", "strap", JUNE - 999_960, &[60.0, 60.0]);
    ada.post("/v1/sfdp/data", before).await.ok();
    let rows: Vec<(i64, f64)> = (0..1_000_000).map(|at| (at - 1_000_000, 100.0)).collect();
    let file = csv(&rows);
    let importing = ada.clone();
    let importing = tokio::spawn(async move {
        let part = reqwest::multipart::Part::bytes(file).file_name("year.csv");
        let form = reqwest::multipart::Form::new().part("file", part);
        let request = importing.request(reqwest::Method::POST, "/v1/sfdp/import");
        let _ = importing.try_send(request.multipart(form)).await;
    });
    loop {
        let listed = imports(&ada).await;
        if listed
            .first()
            .is_some_and(|one| one["processedCount"].as_u64() >= Some(100_000))
        {
            assert_eq!(listed[0]["state"], "unfinished", "the file is too short");
            break;
        }
    }
    drop(child);
    importing.await.unwrap();
    let child = Child::start(folder.path());
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    let listed = imports(&ada).await;
    let one = &listed[0];
    assert_eq!(
        (listed.len(), &one["state"], &one["file"]),
        (1, &json!("unfinished"), &json!("year.csv"))
    );
    let stored = total(&ada).await;
    assert!((100_000..1_000_000).contains(&stored), "{stored}");
    assert_eq!(one["processedCount"], stored, "with the two from before");
    assert_eq!(one["newCount"], stored - 2);
    let undone = ada
        .delete(&format!("{IMPORTS}/{}", text(one, "id")))
        .await
        .ok();
    assert_eq!(undone["deletedPoints"], stored - 2);
    assert_eq!((total(&ada).await, imports(&ada).await.len()), (2, 0));
}
