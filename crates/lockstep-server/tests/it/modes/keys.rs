//! Keys of stored points: a device determines the mode. Points whose key does not decrypt are skipped
//! and reported.

use serde_json::{Value as Json, json};

use super::{MODES, chunks, every_point, form, name, under, until};
use crate::app::{JUNE, TestApp, TestClient, points};

async fn register(caller: &TestClient, mode: &str) -> Json {
    let device = json!({
        "type": "watch", "name": mode, "capabilities": ["heart_rate"], "encryptionMode": mode,
    });
    caller.post("/v1/sfdp/devices", device).await.ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_determines_the_mode_of_its_points() {
    let app = TestApp::start().await;
    for mode in MODES.into_iter().flatten() {
        let ada = app.user(&name("ada", Some(mode))).await;
        let made = register(&ada, mode).await;
        assert_eq!(made["encryptionEnabled"], true, "{mode}");
        let status = made["status"].as_str().unwrap();
        // The evaluation keys of a homomorphic key are generated in the background.
        assert_eq!(status, if mode == "FHE" { "pending" } else { "active" });
        // The device may send during that time, by its id or its name.
        let id = made["deviceId"].as_str().unwrap();
        for (nth, device) in [mode, id].into_iter().enumerate() {
            let start = JUNE + nth as i64;
            let body = points("heart_rate", "bpm", device, start, &[61.0]);
            let answer = ada.post("/v1/sfdp/data", body).await.ok();
            assert_eq!(answer["encryptedCount"], 1, "{mode}");
        }
        until("a device is active", async || {
            let devices = ada.get("/v1/sfdp/devices").await.ok();
            let device = &devices["devices"][0];
            assert_eq!(device["encryptionMode"], mode, "{device}");
            device["status"] == "active"
        })
        .await;
        // Its points get the device's mode, also from a recording, if the request names no mode.
        let mut body = points("heart_rate", "bpm", mode, JUNE + 100, &[61.0, 62.0, 63.0]);
        body["chunkSize"] = json!(3);
        let answer = ada.post("/v1/sfdp/data", body).await.ok();
        assert_eq!(answer["encryptedCount"], 3, "{mode}");
        let found = chunks(&app, &ada).await;
        // These points are too few for a ciphertext: they are sealed columns, together with the
        // previous point.
        let (form, count) = if mode == "FHE" {
            (form(Some("Basic")), 4)
        } else {
            (form(Some(mode)), 3)
        };
        assert!(found.contains(&(form, count)), "{mode}: {found:?}");
        let file = format!(
            "timestamp,type,value,unit,device\n\
             2026-07-01T00:00:00Z,heart_rate,61,bpm,{mode}\n\
             2026-07-01T00:00:01Z,heart_rate,61,bpm,another\n"
        );
        let answer = ada.import(file).await.ok();
        let counts = (&answer["processedCount"], &answer["encryptedCount"]);
        assert_eq!(counts, (&json!(2), &json!(1)), "{mode}");
        // The mode of a request takes precedence over that of the device.
        let other = if mode == "Basic" { "ZK" } else { "Basic" };
        let before = keys(&ada, other).await.len();
        let body = points("heart_rate", "bpm", mode, JUNE + 200, &[61.0]);
        let answer = ada
            .post("/v1/sfdp/data", under(Some(other), None, body))
            .await;
        assert_eq!(answer.ok()["encryptedCount"], 1, "{mode}");
        assert_eq!((before, keys(&ada, other).await.len()), (0, 1));
        assert_eq!(every_point(&ada).await.len(), 8, "{mode}");
    }
}

/// Returns the caller's keys of a mode, the newest first.
async fn keys(caller: &TestClient, mode: &str) -> Vec<Json> {
    let keys = caller.get("/v1/encryption/keys?limit=100").await.ok();
    let keys = keys["keys"].as_array().unwrap().iter();
    keys.filter(|key| key["metadata"]["mode"] == mode)
        .cloned()
        .collect()
}

/// Returns the key for the next points of a mode.
pub(super) async fn current(caller: &TestClient, mode: &str) -> String {
    let keys = keys(caller, mode).await;
    let mut current = keys.iter().filter(|key| key["metadata"]["current"] == true);
    current.next().unwrap()["keyId"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Returns the number of points read, and the skipped points.
async fn reads(caller: &TestClient) -> (Json, Json) {
    let page = caller.get("/v1/sfdp/data?limit=10000").await.ok();
    assert_eq!(page["total"], page["data"].as_array().unwrap().len());
    (page["total"].clone(), page["skippedPoints"].clone())
}

/// Heart rates a second apart that rise by 30 in 15 minutes, and stay.
fn rates(device: &str, start: i64, count: usize, rate: f64) -> Json {
    let values: Vec<f64> = (0..count)
        .map(|nth| rate + (nth / 30).min(30) as f64)
        .collect();
    points("heart_rate", "bpm", device, start, &values)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn points_under_a_suspended_key_are_skipped() {
    let app = TestApp::start().await;
    for mode in MODES.into_iter().flatten() {
        let ada = app.user(&name("ada", Some(mode))).await;
        // The maximum heart rate is the measured one, from days that are computed once and stored.
        let profile = json!({ "restingHeartRate": 50, "sex": "female" });
        ada.put("/v1/sfdp/profile", profile).await.ok();
        // One hour without a mode, and one hour under the mode: full blocks and points that wait.
        let open = rates("open", JUNE, 3600, 120.0);
        ada.post("/v1/sfdp/data", open).await.ok();
        let before = metrics(&ada).await;
        let closed = rates("closed", JUNE + 3600, 3600, 160.0);
        let closed = under(Some(mode), Some(1000), closed);
        ada.post("/v1/sfdp/data", closed).await.ok();
        let with = metrics(&ada).await;
        assert_ne!(before, with, "{mode}");
        let all = every_point(&ada).await;

        let key = current(&ada, mode).await;
        let path = format!("/v1/encryption/keys/{key}");
        for (stop, go_on, status) in [
            ("suspend", "resume", "suspended"),
            ("", "cancel-destruction", "pending_destruction"),
        ] {
            let context = format!("{mode} {status}");
            match stop {
                "" => ada.delete(&path).await.ok(),
                stop => ada.post(&format!("{path}/{stop}"), json!({})).await.ok(),
            };
            let skipped = json!([{ "keyId": key, "status": status, "points": 3600 }]);
            assert_eq!(reads(&ada).await, (json!(3600), skipped), "{context}");
            // A page across both parts, and the points without a mode alone.
            let page = ada.get("/v1/sfdp/data?offset=3599&limit=10").await.ok();
            let count = page["data"].as_array().unwrap().len();
            assert_eq!((count, &page["hasMore"]), (1, &json!(false)), "{context}");
            let page = ada.get("/v1/sfdp/data?device=open&limit=1").await.ok();
            assert_eq!(page["skippedPoints"], Json::Null, "{context}");
            assert_eq!(
                metrics(&ada).await,
                before,
                "{context}: the metrics are those of the other points"
            );
            let table = ada.get("/v1/sfdp/export?format=csv").await;
            let lines = table.bytes.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(lines, 3601, "{context}");
            // The response states the points left out.
            let header = "lockstep-skipped-points";
            assert_eq!(table.header(header), Some("3600"), "{context}");
            let table = ada.get("/v1/sfdp/export?device=open").await;
            assert_eq!(
                (table.status, table.header(header)),
                (200, None),
                "{context}"
            );
            let late = "/v1/sfdp/export?format=fhir&startDate=2026-06-01T01:59:59Z";
            let bundle = ada.get(late).await;
            let points: u64 = bundle.header(header).unwrap().parse().unwrap();
            assert!(
                (1..=1000).contains(&points),
                "{context}: the points of its block"
            );
            let bundle = bundle.ok();
            let outcome = &bundle["entry"][0]["resource"];
            assert_eq!(outcome["resourceType"], "OperationOutcome", "{context}");
            let diagnostics = outcome["issue"][0]["diagnostics"].as_str().unwrap();
            assert!(
                diagnostics.contains(&key) && diagnostics.contains(status),
                "{context}: {diagnostics}"
            );
            assert_eq!(bundle["entry"].as_array().unwrap().len(), 1, "{context}");
            // Computed results state the points left out too.
            let skipped = json!([{ "keyId": key, "status": status, "points": 3600 }]);
            let day = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-01";
            let answer = ada.get(day).await.ok();
            assert_eq!(answer["basis"]["skippedPoints"], skipped, "{context}");
            let day = "startDate=2026-06-01&endDate=2026-06-01&types=heart_rate&buckets=1";
            let answer = ada.get(&format!("/v1/sfdp/series?{day}")).await.ok();
            assert_eq!(answer["skippedPoints"], skipped, "{context}");
            assert_eq!(answer["series"][0]["count"], json!([3600]), "{context}");
            assert_eq!(answer["series"][0]["max"], json!([150.0]), "{context}");
            // Of several types, those that are requested count.
            let day = "/v1/sfdp/series?startDate=2026-06-01&endDate=2026-06-01&buckets=1";
            for (types, expected) in [
                ("steps,heart_rate", &skipped),
                ("steps,weight", &Json::Null),
            ] {
                let answer = ada.get(&format!("{day}&types={types}")).await.ok();
                assert_eq!(answer["skippedPoints"], *expected, "{context} {types}");
            }
            let answer = ada.post("/v1/sfdp/insights/generate", json!({})).await.ok();
            assert_eq!(answer["skippedPoints"], skipped, "{context}");
            // Unreadable points are neither replaced nor partly deleted.
            let late = rates("closed", JUNE + 3700, 1, 61.0);
            let late = ada.post("/v1/sfdp/data", late).await;
            late.refused(422, "ENCRYPTION_ERROR");
            let within = "startDate=2026-06-01T01:01:00Z&endDate=2026-06-01T01:02:00Z";
            let within = ada.delete(&format!("/v1/sfdp/data?{within}")).await;
            within.refused(422, "ENCRYPTION_ERROR");
            // No points are stored under a suspended key.
            if stop == "suspend" {
                let more = under(Some(mode), None, rates("closed", JUNE + 9000, 1, 61.0));
                let more = ada.post("/v1/sfdp/data", more).await;
                more.refused(422, "ENCRYPTION_ERROR");
            }
            ada.post(&format!("{path}/{go_on}"), json!({})).await.ok();
            assert_eq!(every_point(&ada).await, all, "{context}");
            assert_eq!(metrics(&ada).await, with, "{context}");
        }

        // With a new current key, points under the previous key are still readable.
        let body = json!({ "mode": mode });
        ada.post("/v1/encryption/keys/generate", body).await.ok();
        let next = current(&ada, mode).await;
        assert_ne!(next, key);
        let more = rates("closed", JUNE + 7200, 1000, 150.0);
        let more = under(Some(mode), Some(1000), more);
        ada.post("/v1/sfdp/data", more).await.ok();
        assert_eq!(reads(&ada).await, (json!(8200), Json::Null), "{mode}");

        // Revocation is permanent. Only the points under the revoked key are lost, and they can be
        // deleted.
        ada.post(&format!("{path}/revoke"), json!({})).await.ok();
        let refused = ada.post(&format!("{path}/resume"), json!({})).await;
        refused.refused(400, "INVALID_ENCRYPTION_PARAMETERS");
        // Points that waited for a full block are in a block under the new key.
        let under_it = if mode == "Basic" { 3600 } else { 3000 };
        let (total, skipped) = reads(&ada).await;
        assert_eq!(total, 8200 - under_it, "{mode}");
        let status = "revoked";
        let expected = json!([{ "keyId": key, "status": status, "points": under_it }]);
        assert_eq!(skipped, expected, "{mode}");
        let gone = ada.delete("/v1/sfdp/data?device=closed").await.ok();
        assert_eq!(gone["deletedCount"], 4600, "{mode}");
        assert_eq!(reads(&ada).await, (json!(3600), Json::Null), "{mode}");
        assert_eq!(metrics(&ada).await, before, "{mode}");
    }
}

async fn metrics(caller: &TestClient) -> Json {
    let path = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-01\
        &metrics=heartRateZones,trainingLoad";
    caller.get(path).await.ok()["metrics"].clone()
}

/// A file is imported if none of its points needs a suspended key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_suspended_key_does_not_block_recordings_of_other_devices() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let file = |device: &str| {
        format!(
            "timestamp,type,value,unit,device\n2026-07-01T00:00:00Z,heart_rate,61,bpm,{device}\n"
        )
    };
    let id = register(&ada, "Basic").await["deviceId"]
        .as_str()
        .unwrap()
        .to_owned();
    let stored = ada.import(file("Basic")).await.ok();
    assert_eq!(stored["encryptedCount"], 1);
    let key = current(&ada, "Basic").await;
    ada.post(&format!("/v1/encryption/keys/{key}/suspend"), json!({}))
        .await
        .ok();
    let stored = ada.import(file("another")).await.ok();
    let counts = (&stored["processedCount"], &stored["encryptedCount"]);
    assert_eq!(counts, (&json!(1), &json!(0)));
    let error = ada
        .import(file("Basic"))
        .await
        .refused(422, "ENCRYPTION_ERROR");
    assert!(error["message"].as_str().unwrap().contains("Basic"));
    // The mode of a revoked device is not used either.
    ada.delete(&format!("/v1/sfdp/devices/{id}")).await;
    ada.import(file("another")).await.ok();
    let refused = ada.import(file("Basic")).await;
    assert_eq!(refused.status, 422, "{refused}");
    assert_ne!(refused.refusal()["code"], "ENCRYPTION_ERROR", "{refused}");
}

/// A suspended key affects only its owner's points.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_suspended_key_affects_only_its_owner() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for caller in [&ada, &bob] {
        let body = under(Some("Basic"), None, rates("strap", JUNE, 10, 61.0));
        caller.post("/v1/sfdp/data", body).await.ok();
    }
    let key = current(&ada, "Basic").await;
    let path = format!("/v1/encryption/keys/{key}/suspend");
    bob.post(&path, json!({})).await.refused(404, "NOT_FOUND");
    ada.post(&path, json!({})).await.ok();
    assert_eq!(reads(&ada).await.0, 0);
    assert_eq!(reads(&bob).await, (json!(10), Json::Null));
}

/// A repeated request gets its first answer, even if its key or device has changed since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_request_is_answered_when_its_key_is_suspended() {
    let app = TestApp::start().await;
    for mode in MODES.into_iter().flatten() {
        let ada = app.user(&name("ada", Some(mode))).await;
        let made = register(&ada, mode).await;
        let device = made["deviceId"].as_str().unwrap();
        // One point names a device that is already revoked.
        let gone = json!({ "type": "watch", "name": "gone", "capabilities": [] });
        let gone = ada.post("/v1/sfdp/devices", gone).await.ok();
        let gone = format!("/v1/sfdp/devices/{}", gone["deviceId"].as_str().unwrap());
        ada.delete(&gone).await.ok();
        let mut body = rates(mode, JUNE, 3, 61.0);
        body["data"][1]["device"] = json!("gone");
        let new = json!({
            "type": "watch", "name": "next", "capabilities": [], "encryptionMode": mode,
        });
        let send = async || {
            let data = ada.post_once("/v1/sfdp/data", "abc", body.clone()).await;
            let device = ada.post_once("/v1/sfdp/devices", "abc", new.clone()).await;
            (data.ok(), device.ok()["deviceId"].clone())
        };
        let first = send().await;
        let counts = (&first.0["processedCount"], &first.0["encryptedCount"]);
        assert_eq!(counts, (&json!(2), &json!(2)), "{mode}: {}", first.0);
        assert_eq!(first.0["errors"], json!(["data[1]: device: is revoked"]));
        until("the mode's key exists", async || {
            let devices = ada.get("/v1/sfdp/devices").await.ok();
            let mut devices = devices["devices"].as_array().unwrap().iter();
            devices.all(|device| device["status"] != "pending")
        })
        .await;
        let key = current(&ada, mode).await;
        let path = format!("/v1/encryption/keys/{key}/suspend");
        ada.post(&path, json!({})).await.ok();
        assert_eq!(send().await, first, "{mode}: its key is suspended");
        ada.delete(&format!("/v1/sfdp/devices/{device}")).await.ok();
        assert_eq!(send().await, first, "{mode}: its device is revoked");
        // Another idempotency key makes it a new request.
        let again = ada
            .post_once("/v1/sfdp/devices", "other", new.clone())
            .await;
        again.refused(422, "ENCRYPTION_ERROR");
    }
}

/// Points that waited under a suspended key are committed to after the key is resumed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_points_are_committed_to_after_their_key_is_resumed() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut body = json!({ "data": [], "encryptionMode": "ZK" });
    for day in 0..7 {
        let noon = JUNE + day * 86_400 + 43_200;
        let one = points("resting_heart_rate", "/min", "watch", noon, &[50.0]);
        let all = body["data"].as_array_mut().unwrap();
        all.push(one["data"][0].clone());
    }
    ada.post("/v1/sfdp/data", body).await.ok();
    let old = current(&ada, "ZK").await;
    let next = json!({ "mode": "ZK" });
    ada.post("/v1/encryption/keys/generate", next).await.ok();
    let path = format!("/v1/encryption/keys/{old}");
    ada.post(&format!("{path}/suspend"), json!({})).await.ok();
    let claim = json!({
        "statement": { "metric": "restingHeartRate", "min": 40, "max": 60 },
        "startDate": "2026-06-01", "endDate": "2026-06-07",
        "audience": "insurance.example", "nonce": crate::encryption::base64(b"theirs"),
    });
    let refused = ada.post("/v1/sfdp/proofs", claim.clone()).await;
    let context = refused.refused(422, "ENCRYPTION_ERROR").to_string();
    assert!(
        context.contains(&format!("/v1/encryption/keys/{old}/resume")),
        "{context}"
    );
    ada.post(&format!("{path}/resume"), json!({})).await.ok();
    let proof = ada.post("/v1/sfdp/proofs", claim).await.ok();
    assert!(proof["attestedRoot"].is_object(), "{proof}");
    assert_eq!(chunks(&app, &ada).await, [(3, 7)]);
}
