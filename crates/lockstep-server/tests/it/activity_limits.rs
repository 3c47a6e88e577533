//! The limits of acts on much data over HTTP: the parts of a detection and of a deletion, activities in the
//! quota `bytes`, the texts of a change, and an undo that cannot delete its points.

use std::fmt::Write as _;

use lockstep_store::{Timestamp, params};
use serde_json::{Value as Json, json};

use crate::app::{Answer, JUNE, TestApp, TestClient, points};

const ACTIVITIES: &str = "/v1/sfdp/activities";
const DETECT: &str = "/v1/sfdp/activities/detect";

/// Imports heart rates of 14 minutes of effort in every 45 minutes.
async fn import_efforts(caller: &TestClient, efforts: i64) {
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
    caller.put("/v1/sfdp/profile", profile).await.ok();
    let mut table = "timestamp,type,value,unit,device\n".to_owned();
    for effort in 0..efforts {
        for minute in 0..14 {
            let at = Timestamp((JUNE + effort * 2700 + minute * 60) * 1000);
            writeln!(table, "{at},heart_rate,150,bpm,strap").unwrap();
        }
    }
    caller.import(table).await.ok();
}

/// Returns the counts of the account's audit entries of an action, in order.
async fn audited(app: &TestApp, caller: &TestClient, action: &'static str) -> Vec<u64> {
    let user = caller.id.clone();
    let read = app.state().db.read("test.audit", move |tx| {
        tx.query(
            "SELECT metadata FROM audit_body WHERE user_id = ?1 AND action = ?2 ORDER BY seq",
            params![user.as_str(), action],
            |row| row.at::<String>(0),
        )
    });
    let metadata: Result<Vec<String>, lockstep_store::StoreError> = read.await;
    let count = |text: &String| {
        let metadata: Json = serde_json::from_str(text).unwrap();
        metadata["count"].as_u64().unwrap()
    };
    metadata.unwrap().iter().map(count).collect()
}

async fn activity_count(caller: &TestClient) -> u64 {
    let usage = caller.get("/v1/sfdp/usage").await.ok();
    usage["quotas"]["activities"]["used"].as_u64().unwrap()
}

async fn used_bytes(caller: &TestClient) -> u64 {
    let usage = caller.get("/v1/sfdp/usage").await.ok();
    usage["quotas"]["bytes"]["used"].as_u64().unwrap()
}

/// A detection of many efforts stores them in transactions of bounded size, and a bounded number for each
/// request. The answer names the start of the next request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_detection_stores_bounded_parts_and_says_how_to_go_on() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let efforts = 1030;
    import_efforts(&ada, efforts).await;
    let range = json!({ "startDate": "2026-06-01", "endDate": "2026-07-31" });
    let first = ada.post(DETECT, range).await.ok();
    assert_eq!(first["activities"].as_array().unwrap().len(), 1000);
    assert_eq!(first["hasMore"], true);
    let start: Timestamp = first["activities"][0]["start"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let next = Timestamp(start.0 + 1000 * 2_700_000).to_string();
    assert_eq!(first["nextStartDate"], next);
    let parts = audited(&app, &ada, "activity.detect").await;
    assert_eq!(parts.iter().sum::<u64>(), 1000);
    assert!(parts.iter().all(|part| *part <= 50), "{parts:?}");
    let range = json!({ "startDate": next, "endDate": "2026-07-31" });
    let second = ada.post(DETECT, range.clone()).await.ok();
    assert_eq!(second["activities"].as_array().unwrap().len(), 30);
    let end = (&second["hasMore"], &second["nextStartDate"]);
    assert_eq!(end, (&json!(false), &Json::Null));
    assert_eq!(activity_count(&ada).await, efforts as u64);
    let again = ada.post(DETECT, range).await.ok();
    assert_eq!(again["activities"], json!([]));
}

/// A TCX file of activities without points, each with some laps.
fn laps(activities: usize, laps: usize) -> String {
    let mut file = "<TrainingCenterDatabase><Activities>".to_owned();
    for activity in 0..activities {
        file.push_str("<Activity Sport=\"Running\">");
        for lap in 0..laps {
            let start = Timestamp((JUNE + (activity * laps + lap) as i64 * 60) * 1000);
            write!(
                file,
                "<Lap StartTime=\"{start}\"><TotalTimeSeconds>60</TotalTimeSeconds>\
                 <DistanceMeters>200</DistanceMeters></Lap>"
            )
            .unwrap();
        }
        file.push_str("</Activity>");
    }
    file + "</Activities></TrainingCenterDatabase>"
}

#[track_caller]
fn over_bytes(answer: &Answer) {
    let error = answer.refused(403, "PERMISSION_DENIED");
    assert_eq!(error["details"]["quota"], "bytes", "{answer}");
}

/// The bytes of activities count for the quota `bytes` in an import, a detection and a change. An account
/// without room keeps what it has, and may shrink it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn activities_count_for_the_quota_on_every_path() {
    let quota = 60_000;
    let app = TestApp::start_with(|config| config.quotas.standard.bytes = quota).await;
    let ada = app.account("ada", "user", "standard").await;
    import_efforts(&ada, 120).await;
    let before = used_bytes(&ada).await;
    assert!(before < quota / 2, "{before}");

    // The activities that fit are stored; the answer names the others.
    let imported = ada.import(laps(80, 10)).await.ok();
    let stored = imported["activities"].as_array().unwrap().iter();
    let ids: Vec<&str> = stored
        .filter_map(|one| one["activityId"].as_str())
        .collect();
    assert!((12..80).contains(&ids.len()), "{}", ids.len());
    let errors = imported["errors"].to_string();
    let left_out = format!(
        "the quota bytes is used up: {} are left out",
        80 - ids.len()
    );
    assert!(errors.contains(&left_out), "{errors}");
    assert!((before..=quota).contains(&used_bytes(&ada).await));

    // Each note takes half of the rest: then a change and a detection find no room.
    let mut paths = ids.iter().map(|id| format!("{ACTIVITIES}/{id}"));
    let first = paths.next().unwrap();
    let mut path = first.clone();
    for notes in [2000, 1000, 500, 250, 125, 60, 30, 15, 8] {
        let change = json!({ "notes": "🏃".repeat(notes) });
        let answer = ada.patch(&path, change).await;
        if answer.status == 200 {
            path = paths.next().unwrap();
        } else {
            over_bytes(&answer);
        }
    }
    let full = used_bytes(&ada).await;
    assert!((quota - 200..=quota).contains(&full), "{full}");
    let range = json!({ "startDate": "2026-06-01", "endDate": "2026-06-30" });
    over_bytes(&ada.post(DETECT, range.clone()).await);
    assert!(used_bytes(&ada).await <= quota);
    // A file of which nothing can be stored is refused, and is not an import.
    let imports = ada.get("/v1/sfdp/imports").await.ok();
    over_bytes(&ada.import(laps(1, 100)).await);
    assert_eq!(ada.get("/v1/sfdp/imports").await.ok(), imports);
    // Less is allowed, and makes room.
    ada.patch(&first, json!({ "notes": "short" })).await.ok();
    assert!(used_bytes(&ada).await < full);
    for id in ids {
        ada.delete(&format!("{ACTIVITIES}/{id}")).await.ok();
    }
    let found = ada.post(DETECT, range).await;
    assert!(activity_count(&ada).await > 0, "{found}");
    assert!(used_bytes(&ada).await <= quota);
}

/// The texts of a change are counted in characters, however they are escaped, and are printable.
#[tokio::test]
async fn the_texts_of_an_activity_are_counted_in_characters() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let imported = ada.import(laps(1, 2)).await.ok();
    let id = imported["activities"][0]["activityId"].as_str().unwrap();
    let path = format!("{ACTIVITIES}/{id}");
    let escaped = |notes: usize| format!("{{\"notes\":\"{}\"}}", "\\ud83c\\udfc3".repeat(notes));
    let send = async |body: String| {
        let request = ada.request(reqwest::Method::PATCH, &path);
        let request = request
            .header("content-type", "application/json")
            .body(body);
        ada.send(request).await
    };
    let changed = send(escaped(2000)).await.ok();
    assert_eq!(changed["notes"].as_str().unwrap().chars().count(), 2000);
    let refused = send(escaped(2001)).await;
    refused.blames("notes");
    assert!(refused.to_string().contains("2000"), "{refused}");
    for (field, text, is_allowed) in [
        ("name", "a\0b", false),
        ("name", "a\nb", false),
        ("notes", "a\0b", false),
        ("notes", "a\u{1b}[2Jb", false),
        ("notes", "two\nlines\tand a tab", true),
    ] {
        let answer = ada.patch(&path, json!({ field: text })).await;
        if is_allowed {
            assert_eq!(answer.ok()[field], text);
        } else {
            answer.blames(field);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_key_hides_nothing_that_a_file_states_apart_from_its_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = json!({
        "type": "watch", "name": "strap", "capabilities": [], "encryptionMode": "Basic",
    });
    ada.post("/v1/sfdp/devices", device).await.ok();
    let at = |second: i64| Timestamp((JUNE + second) * 1000);
    let track: Vec<String> = (0..60)
        .map(|second| {
            format!(
                "<Trackpoint><Time>{}</Time><HeartRateBpm><Value>150</Value></HeartRateBpm></Trackpoint>",
                at(second)
            )
        })
        .collect();
    let file = format!(
        "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\">\
         <Lap StartTime=\"{}\"><TotalTimeSeconds>60</TotalTimeSeconds>\
         <DistanceMeters>200</DistanceMeters><Calories>15</Calories><Track>{}</Track></Lap>\
         <Creator><Name>strap</Name></Creator></Activity></Activities></TrainingCenterDatabase>",
        at(0),
        track.concat()
    );
    let imported = ada.import(file).await.ok();
    assert_eq!(imported["encryptedCount"], 60, "{imported}");
    let activity = imported["activities"][0]["activityId"].as_str().unwrap();
    let activity = format!("{ACTIVITIES}/{activity}");
    let expect_stated = |read: &Json| {
        assert_eq!(read["sport"], "running", "{read}");
        for (name, value) in [("distanceMeters", 200.0), ("energyKcal", 15.0)] {
            assert_eq!(read[name].as_f64(), Some(value), "{read}");
            assert_eq!(read["laps"][0][name].as_f64(), Some(value), "{read}");
        }
    };
    let before = ada.get(&activity).await.ok();
    expect_stated(&before);
    assert_eq!(
        before["figures"]["meanHeartRate"].as_f64(),
        Some(150.0),
        "{before}"
    );
    let imports = ada.get("/v1/sfdp/imports").await.ok();

    let keys = ada.get("/v1/encryption/keys").await.ok();
    let mut keys = keys["keys"].as_array().unwrap().iter();
    let key = keys.find(|key| key["metadata"]["mode"] == "Basic").unwrap();
    let key = format!("/v1/encryption/keys/{}", key["keyId"].as_str().unwrap());
    ada.post(&format!("{key}/revoke"), json!({})).await.ok();
    let read = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(read["skippedPoints"][0]["points"], 60, "{read}");
    let after = ada.get(&activity).await.ok();
    expect_stated(&after);
    assert!(after["figures"]["meanHeartRate"].is_null(), "{after}");
    assert_eq!(ada.get("/v1/sfdp/imports").await.ok(), imports);
}

/// An undo that cannot delete the points leaves the activities and the import as they were, and says what
/// to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_under_a_revoked_key_keeps_the_activities() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = json!({
        "type": "watch", "name": "strap", "capabilities": [], "encryptionMode": "Basic",
    });
    ada.post("/v1/sfdp/devices", device).await.ok();
    let rows: Vec<String> = (0..5)
        .map(|minute| {
            format!("<trkpt lat=\"48\" lon=\"11\"><time>2026-06-01T00:0{minute}:00Z</time></trkpt>")
        })
        .collect();
    let file = format!(
        "<gpx creator=\"strap\"><trk><name>Loop</name><trkseg>{}</trkseg></trk></gpx>",
        rows.concat()
    );
    let answer = ada.import(file).await;
    let import = answer.header("lockstep-import-id").unwrap().to_owned();
    let imported = answer.ok();
    assert!(
        imported["encryptedCount"].as_u64().unwrap() > 0,
        "{imported}"
    );
    let keys = ada.get("/v1/encryption/keys").await.ok();
    let mut keys = keys["keys"].as_array().unwrap().iter();
    let key = keys.find(|key| key["metadata"]["mode"] == "Basic").unwrap();
    let key = format!("/v1/encryption/keys/{}", key["keyId"].as_str().unwrap());
    ada.post(&format!("{key}/revoke"), json!({})).await.ok();
    let path = format!("/v1/sfdp/imports/{import}");
    for _ in 0..2 {
        let refused = ada.delete(&path).await.refused(422, "ENCRYPTION_ERROR");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("points=keep"), "{message}");
        assert_eq!(activity_count(&ada).await, 1);
        let listed = ada.get("/v1/sfdp/imports").await.ok();
        assert_eq!(listed["imports"][0]["state"], "complete", "{listed}");
    }
    // The remedy that the message names.
    ada.delete("/v1/sfdp/data?startDate=2026-06-01&endDate=2026-06-01")
        .await
        .ok();
    let undone = ada.delete(&path).await.ok();
    assert_eq!(undone["deletedActivities"], 1, "{undone}");
    assert_eq!(activity_count(&ada).await, 0);
}

/// The mean of large values is their mean, not an overflow.
#[tokio::test]
async fn the_mean_of_a_bucket_does_not_overflow() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points(
        "own.type",
        "u",
        "d",
        JUNE,
        &[1.5e308, 1.6e308, 1.7e308, -1e308],
    );
    ada.post("/v1/sfdp/data", body).await.ok();
    for buckets in [1, 300] {
        let chart = ada
            .get(&format!(
                "/v1/sfdp/series?types=own.type&startDate=2026-06-01&endDate=2026-06-01&buckets={buckets}"
            ))
            .await
            .ok();
        let series = &chart["series"][0];
        let at = series["count"]
            .as_array()
            .unwrap()
            .iter()
            .position(|count| *count == 4);
        let mean = series["mean"][at.unwrap()].as_f64().unwrap();
        assert!((mean / 1e308 - 0.95).abs() < 1e-9, "{chart}");
    }
}

/// A deletion of many chunks is divided into transactions, so that other accounts' writes come between. It
/// deletes nothing if it would fail at a chunk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_of_many_chunks_is_done_in_parts() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 1200]);
    let body = crate::modes::under(Some("Basic"), Some(2), body);
    ada.post("/v1/sfdp/data", body).await.ok();
    let chunks = async || {
        let usage = ada.get("/v1/sfdp/usage").await.ok();
        usage["quotas"]["chunks"]["used"].as_u64().unwrap()
    };
    assert_eq!(chunks().await, 600);
    let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
    let mut keys = keys["keys"].as_array().unwrap().iter();
    let key = keys.find(|key| key["metadata"]["mode"] == "Basic").unwrap();
    let key = format!("/v1/encryption/keys/{}", key["keyId"].as_str().unwrap());
    ada.post(&format!("{key}/suspend"), json!({})).await.ok();
    let cut = ada.delete("/v1/sfdp/data?startDate=2026-06-01T00:00:01Z");
    cut.await.refused(422, "ENCRYPTION_ERROR");
    assert_eq!(chunks().await, 600);
    ada.post(&format!("{key}/resume"), json!({})).await.ok();
    let gone = ada
        .delete("/v1/sfdp/data?startDate=2026-06-01T00:00:01Z")
        .await
        .ok();
    assert_eq!(gone["deletedCount"], 1199);
    let page = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!((&page["total"], chunks().await), (&json!(1), 1));
    let user = ada.id.clone();
    let read = app.state().db.read("test.audit", move |tx| {
        tx.query_one(
            "SELECT COUNT(*) FROM audit_body WHERE user_id = ?1 AND action = 'points.delete'",
            params![user.as_str()],
            |row| row.at::<u64>(0),
        )
    });
    let parts: Result<u64, lockstep_store::StoreError> = read.await;
    assert_eq!(parts.unwrap(), 3);
}
