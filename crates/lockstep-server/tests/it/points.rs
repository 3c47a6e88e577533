//! Points over HTTP: storing, error reports and reading.

use axum::http::{Method, header};
use lockstep_store::{Row, StoreError, Timestamp, Tx};
use serde_json::{Value as Json, json};

use crate::app::{Anyone, JUNE, TestApp, points};
use crate::market;
use crate::operations::listing;

fn point(at: &str, value: f64) -> Json {
    json!({ "timestamp": at, "type": "heart_rate", "value": value, "unit": "bpm", "device": "strap" })
}

#[track_caller]
fn data(page: &Json) -> &Vec<Json> {
    page["data"].as_array().unwrap()
}

#[tokio::test]
async fn stored_points_are_returned_as_sent() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let sent = json!({
        "timestamp": "2026-06-01T08:30:00.25+02:00", "type": "weight", "value": 154.5,
        "unit": "lb", "device": "scale \"é\"", "confidence": 0.75,
        "metadata": { "activity": "rest", "duration": 3, "notes": "after breakfast", "tired": true },
    });
    let stored = ada
        .post("/v1/sfdp/data", json!({ "data": [sent] }))
        .await
        .ok();
    let expected = json!({ "success": true, "processedCount": 1, "encryptedCount": 0 });
    assert_eq!(stored, expected);
    let page = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(page["total"], 1);
    assert_eq!(page["hasMore"], false);
    assert_eq!(page["nextCursor"], Json::Null);
    let found = &data(&page)[0];
    assert!(found["id"].as_str().unwrap().starts_with("pt_"));
    let mut expected = sent;
    expected["timestamp"] = json!("2026-06-01T06:30:00.250Z");
    expected["id"] = found["id"].clone();
    assert_eq!(*found, expected);
}

#[tokio::test]
async fn invalid_points_are_reported_and_the_others_stored() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let good = point("2026-06-01T00:00:00Z", 61.0);
    let with = |field: &str, value: Json| {
        let mut bad = good.clone();
        bad[field] = value;
        bad
    };
    let mut without = good.clone();
    without.as_object_mut().unwrap().remove("unit");
    let rows = [
        (with("timestamp", json!("2026-06-01T00:00:00")), "timestamp"),
        (
            with("timestamp", json!("1969-12-31T23:59:59Z")),
            "timestamp",
        ),
        (
            with("timestamp", json!("2085-01-01T00:00:00Z")),
            "timestamp",
        ),
        (with("timestamp", json!(1_780_272_000)), "timestamp"),
        (with("type", json!("Heart Rate")), "type"),
        (with("type", json!("")), "type"),
        (with("value", json!("61")), "value"),
        (with("value", json!(null)), "value"),
        (with("value", json!(true)), "value"),
        (with("unit", json!("kg")), "unit"),
        (with("device", json!("")), "device"),
        (with("confidence", json!(1.5)), "confidence"),
        (with("metadata", json!([])), "metadata"),
        (
            with("metadata", json!({ "nested": { "a": 1 } })),
            "metadata",
        ),
        (with("encryptoinMode", json!("Basic")), "encryptoinMode"),
        (without, "unit"),
        (json!(7), ""),
        (json!(null), ""),
    ];
    let bodies: Vec<Json> = rows.iter().map(|(bad, _)| bad.clone()).collect();
    let mut all = bodies.clone();
    all.push(good);
    let body = json!({ "data": all });
    let stored = ada.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(stored["success"], false);
    assert_eq!(stored["processedCount"], 1);
    let errors = stored["errors"].as_array().unwrap();
    assert_eq!(errors.len(), rows.len(), "{errors:?}");
    for (place, ((_, field), error)) in rows.iter().zip(errors).enumerate() {
        let error = error.as_str().unwrap();
        let start = format!("data[{place}]: {field}");
        assert!(error.starts_with(&start), "{error}, not {start}");
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 1);

    // No valid point: nothing is stored, and the whole body is refused.
    let answer = ada.post("/v1/sfdp/data", json!({ "data": bodies })).await;
    answer.blames("data");
    let details = answer.refusal()["details"].clone();
    assert_eq!(details["errors"].as_array().unwrap().len(), rows.len());
    ada.post("/v1/sfdp/data", json!({ "data": [] }))
        .await
        .blames("data");
}

#[tokio::test]
async fn errors_beyond_a_thousand_are_counted() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut all = vec![json!({}); 1500];
    all.push(point("2026-06-01T00:00:00Z", 61.0));
    let stored = ada.post("/v1/sfdp/data", json!({ "data": all })).await.ok();
    let errors = stored["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1001);
    assert!(errors[999].as_str().unwrap().starts_with("data[999]"));
    assert_eq!(errors[1000], "and 500 more points");
    assert_eq!(stored["processedCount"], 1);
}

#[tokio::test]
async fn a_point_with_the_same_identity_replaces_the_first() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (value, device) in [(61.0, "strap"), (62.0, "strap"), (63.0, "arm band")] {
        let body = points("heart_rate", "bpm", device, JUNE, &[value]);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let page = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(page["total"], 2);
    let values: Vec<_> = data(&page).iter().map(|it| it["value"].as_f64()).collect();
    assert_eq!(
        values,
        [Some(63.0), Some(62.0)],
        "equal times are ordered by device"
    );
    // Of duplicates in one body the last counts; both are counted as processed.
    let body = json!({ "data": [
        point("2026-06-02T00:00:00Z", 70.0), point("2026-06-02T00:00:00.000+00:00", 71.0),
    ] });
    assert_eq!(
        ada.post("/v1/sfdp/data", body).await.ok()["processedCount"],
        2
    );
    let page = ada.get("/v1/sfdp/data?startDate=2026-06-02").await.ok();
    assert_eq!(
        (page["total"].as_u64(), data(&page)[0]["value"].as_f64()),
        (Some(1), Some(71.0))
    );
}

/// Uploads three interleaved series that share some times.
async fn three_series(ada: &Anyone) -> Vec<(i64, &'static str, f64)> {
    let mut expected = Vec::new();
    for (kind, unit, count, step) in [
        ("steps", "count", 300_i64, 7_i64),
        ("heart_rate", "bpm", 2500, 1),
        ("power", "W", 1200, 2),
    ] {
        let all: Vec<Json> = (0..count)
            .map(|place| {
                let (at, value) = (JUNE + place * step, (place % 200) as f64);
                expected.push((at, kind, value));
                let at = Timestamp(at * 1000).to_string();
                json!({ "timestamp": at, "type": kind, "value": value, "unit": unit, "device": "d" })
            })
            .collect();
        let stored = ada.post("/v1/sfdp/data", json!({ "data": all })).await.ok();
        assert_eq!(stored["processedCount"], count);
    }
    expected.sort_by(|one, other| (one.0, one.1).cmp(&(other.0, other.1)));
    expected
}

fn rows(page: &Json) -> Vec<(i64, String, f64)> {
    let row = |point: &Json| {
        let at: Timestamp = point["timestamp"].as_str().unwrap().parse().unwrap();
        let kind = point["type"].as_str().unwrap().to_owned();
        (at.unix_seconds(), kind, point["value"].as_f64().unwrap())
    };
    data(page).iter().map(row).collect()
}

#[track_caller]
fn same(found: &[(i64, String, f64)], expected: &[(i64, &str, f64)]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!((found.0, &*found.1, found.2), *expected);
    }
}

#[tokio::test]
async fn pages_are_selected_by_offset_or_cursor() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let expected = three_series(&ada).await;
    let page = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(data(&page).len(), 1000, "the default");
    assert_eq!(
        (&page["total"], &page["hasMore"]),
        (&json!(4000), &json!(true))
    );
    same(&rows(&page), &expected[..1000]);

    for (offset, limit) in [
        (0, 1),
        (1, 1),
        (999, 3),
        (3990, 10),
        (3995, 100),
        (1500, 2500),
    ] {
        let path = format!("/v1/sfdp/data?offset={offset}&limit={limit}");
        let page = ada.get(&path).await.ok();
        let end = (offset + limit).min(4000);
        same(&rows(&page), &expected[offset..end]);
        assert_eq!(page["total"], 4000);
        assert_eq!(page["hasMore"], end < 4000, "{path}");
        assert_eq!(page["nextCursor"].is_null(), end == 4000, "{path}");
    }
    for beyond in ["4000", "1000000", "18446744073709551615"] {
        let page = ada
            .get(&format!("/v1/sfdp/data?offset={beyond}"))
            .await
            .ok();
        assert_eq!(data(&page).len(), 0);
        assert_eq!(
            (&page["total"], &page["hasMore"]),
            (&json!(4000), &json!(false))
        );
    }

    let (mut all, mut path) = (Vec::new(), "/v1/sfdp/data?limit=777".to_owned());
    loop {
        let page = ada.get(&path).await.ok();
        assert_eq!(page["total"], 4000);
        all.extend(rows(&page));
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        path = format!("/v1/sfdp/data?limit=777&cursor={cursor}");
    }
    same(&all, &expected);

    let of_power: Vec<_> = expected
        .iter()
        .filter(|row| row.1 == "power")
        .copied()
        .collect();
    let page = ada
        .get("/v1/sfdp/data?type=power&limit=10000&device=d")
        .await
        .ok();
    same(&rows(&page), &of_power);
    assert_eq!(page["total"], 1200);
    for nothing in [
        "device=other",
        "type=weight",
        "startDate=2030-01-01",
        "endDate=2020-01-01",
    ] {
        let page = ada.get(&format!("/v1/sfdp/data?{nothing}")).await.ok();
        assert_eq!(
            (&page["total"], data(&page).len()),
            (&json!(0), 0),
            "{nothing}"
        );
    }
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=10001", "limit"),
        ("limit=-1", "limit"),
        ("limit=1.5", "limit"),
        ("limit=many", "limit"),
        ("offset=-1", "offset"),
        ("offset=18446744073709551616", "offset"),
        ("cursor=nonsense", "cursor"),
        ("cursor=pt_", "cursor"),
        ("offset=1&cursor=pt_1", "cursor"),
        ("startDate=yesterday", "startDate"),
        ("startDate=2026-06-01T00:00:00", "startDate"),
        ("endDate=2026-02-30", "endDate"),
        ("startDate=2026-06-02&endDate=2026-06-01", "startDate"),
        ("type=Heart%20Rate", "type"),
        ("type=", "type"),
        ("limit=1&limit=2", "limit"),
    ] {
        let answer = ada.get(&format!("/v1/sfdp/data?{query}")).await;
        let reason = answer.blames(parameter);
        let is_ours = !reason.contains("digit") && !reason.contains("target type");
        assert!(is_ours, "{query}: {reason}");
    }
}

#[tokio::test]
async fn days_begin_at_the_profiles_midnight() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    // The day on which clocks in Berlin go forward: 23 hours, from 23:00Z to 22:00Z.
    let times = [
        "2026-03-28T22:59:59.999Z",
        "2026-03-28T23:00:00Z",
        "2026-03-29T21:59:59.999Z",
        "2026-03-29T22:00:00Z",
        "2026-03-30T00:00:00Z",
    ];
    let all: Vec<Json> = times.iter().map(|at| point(at, 61.0)).collect();
    ada.post("/v1/sfdp/data", json!({ "data": all })).await.ok();
    let count = |query: &'static str| {
        let ada = ada.clone();
        async move { ada.get(&format!("/v1/sfdp/data?{query}")).await.ok()["total"].clone() }
    };
    assert_eq!(
        count("startDate=2026-03-29&endDate=2026-03-29").await,
        2,
        "UTC"
    );
    let profile = json!({ "timeZone": "Europe/Berlin" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    for (query, expected) in [
        ("startDate=2026-03-29&endDate=2026-03-29", 2),
        ("startDate=2026-03-29", 4),
        ("endDate=2026-03-28", 1),
        ("endDate=2026-03-29", 3),
        // Times with a zone are used as they are.
        (
            "startDate=2026-03-28T23:00:00Z&endDate=2026-03-29T22:00:00Z",
            3,
        ),
        (
            "startDate=2026-03-29T00:00:00%2B01:00&endDate=2026-03-29T00:00:00%2B01:00",
            1,
        ),
    ] {
        assert_eq!(count(query).await, expected, "{query}");
    }
    let deleted = ada
        .delete("/v1/sfdp/data?startDate=2026-03-29&endDate=2026-03-29")
        .await;
    assert_eq!(deleted.ok(), json!({ "deletedCount": 2 }));
    assert_eq!(count("limit=1").await, 3);
}

#[tokio::test]
async fn deletion_removes_the_filtered_points() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let expected = three_series(&ada).await;
    three_series(&bob).await;
    let (from, to) = (
        Timestamp((JUNE + 500) * 1000),
        Timestamp((JUNE + 700) * 1000),
    );
    let path = format!("/v1/sfdp/data?type=heart_rate&startDate={from}&endDate={to}");
    assert_eq!(ada.delete(&path).await.ok()["deletedCount"], 201);
    assert_eq!(ada.delete(&path).await.ok()["deletedCount"], 0);
    let left: Vec<_> = expected
        .into_iter()
        .filter(|row| row.1 != "heart_rate" || !(JUNE + 500..=JUNE + 700).contains(&row.0))
        .collect();
    let page = ada.get("/v1/sfdp/data?limit=10000").await.ok();
    same(&rows(&page), &left);
    let nothing = ada.delete("/v1/sfdp/data?device=other").await.ok();
    assert_eq!(nothing["deletedCount"], 0);
    let answer = ada.delete("/v1/sfdp/data?typ=power").await;
    answer.blames("typ");
    assert_eq!(ada.delete("/v1/sfdp/data").await.ok()["deletedCount"], 3799);
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 4000);
}

#[tokio::test]
async fn a_misspelt_mode_or_block_size_stores_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (field, value, parameter) in [
        ("encryptionMode", json!("basic"), "encryptionMode"),
        ("encryptionMode", json!("none"), "encryptionMode"),
        ("encryptionMode", json!(""), "encryptionMode"),
        ("encryptionMode", json!(null), "encryptionMode"),
        ("encryptionMode", json!(true), "encryptionMode"),
        ("encryptionmode", json!("Basic"), "encryptionmode"),
        ("encryption_mode", json!("Basic"), "encryption_mode"),
        ("chunkSize", json!(0), "chunkSize"),
        ("chunkSize", json!(8193), "chunkSize"),
        ("chunkSize", json!(1.5), "chunkSize"),
        ("chunkSize", json!("1024"), "chunkSize"),
    ] {
        let mut body = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
        body[field] = value;
        ada.post("/v1/sfdp/data", body).await.blames(parameter);
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    assert_eq!(ada.get("/v1/sfdp/devices").await.ok()["devices"], json!([]));
    let stored = app
        .state()
        .db
        .read::<_, StoreError, _>("test.series", |tx| {
            tx.query_one("SELECT COUNT(*) FROM series", &[], |row| row.at::<i64>(0))
        });
    assert_eq!(stored.await.unwrap(), 0);
}

#[tokio::test]
async fn a_repeated_upload_has_one_effect_and_one_answer() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut body = points("heart_rate", "bpm", "strap", JUNE, &[61.0, 62.0]);
    body["data"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "type": "x" }));
    let first = ada
        .post_once("/v1/sfdp/data", "k1", body.clone())
        .await
        .ok();
    // The points are deleted in between; a repeated request does not restore them.
    ada.delete("/v1/sfdp/data").await.ok();
    let again = ada
        .post_once("/v1/sfdp/data", "k1", body.clone())
        .await
        .ok();
    assert_eq!(first, again);
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    let other = points("heart_rate", "bpm", "strap", JUNE, &[61.5]);
    let answer = ada.post_once("/v1/sfdp/data", "k1", other.clone()).await;
    answer.refused(409, "CONFLICT");
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    // An idempotency key belongs to one account and one route.
    bob.post_once("/v1/sfdp/data", "k1", other.clone())
        .await
        .ok();
    ada.post_once("/v1/sfdp/data", "k2", other).await.ok();
    // Two concurrent requests: one effect, and the same answer or a conflict.
    let at_once = points("steps", "count", "watch", JUNE, &[9.0]);
    let (one, two) = tokio::join!(
        ada.post_once("/v1/sfdp/data", "k3", at_once.clone()),
        ada.post_once("/v1/sfdp/data", "k3", at_once),
    );
    assert!([200, 409].contains(&one.status) && [200, 409].contains(&two.status));
    for bad in ["", &"k".repeat(256), "with blank"] {
        let body = points("steps", "count", "watch", JUNE, &[9.0]);
        let answer = ada.post_once("/v1/sfdp/data", bad, body).await;
        answer.blames("Idempotency-Key");
    }
    let device = json!({ "type": "watch", "name": "Fenix", "capabilities": ["steps"] });
    let first = ada
        .post_once("/v1/sfdp/devices", "k1", device.clone())
        .await;
    let again = ada.post_once("/v1/sfdp/devices", "k1", device).await;
    assert_eq!(first.ok(), again.ok());
}

async fn register(ada: &Anyone, name: &str) -> String {
    let device = json!({ "type": "chest_strap", "name": name, "capabilities": ["heart_rate"] });
    let made = ada.post("/v1/sfdp/devices", device).await.ok();
    assert_eq!(
        (&made["status"], &made["encryptionEnabled"]),
        (&json!("active"), &json!(false))
    );
    made["deviceId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_upload_updates_the_last_contact_of_a_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = register(&ada, "Polar H10").await;
    let list = ada.get("/v1/sfdp/devices").await.ok();
    let expected = json!({ "devices": [{
        "id": id, "type": "chest_strap", "name": "Polar H10", "status": "active",
        "lastSync": null, "encryptionMode": null, "capabilities": ["heart_rate"],
    }] });
    assert_eq!(list, expected);
    // A point may contain the device's name or its id.
    for named in ["Polar H10", &id] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let own = register(&ada, "Polar H10").await;
        let named = if named == id { own } else { named.to_owned() };
        let other = points("heart_rate", "bpm", "another", JUNE, &[61.0]);
        ada.post("/v1/sfdp/data", other).await.ok();
        let list = ada.get("/v1/sfdp/devices").await.ok();
        assert!(list["devices"][0]["lastSync"].is_null());
        let body = points("heart_rate", "bpm", &named, JUNE, &[61.0]);
        ada.post("/v1/sfdp/data", body).await.ok();
        let list = ada.get("/v1/sfdp/devices").await.ok();
        let received: Timestamp = list["devices"][0]["lastSync"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let now = app.state().clock.now();
        assert!(now.since(received).as_secs() < 120, "{received} at {now}");
    }
    let again = json!({ "type": "watch", "name": "Polar H10", "capabilities": [] });
    ada.post("/v1/sfdp/devices", again)
        .await
        .refused(409, "CONFLICT");
    for (body, parameter) in [
        (
            json!({ "type": "", "name": "x", "capabilities": [] }),
            "type",
        ),
        (
            json!({ "type": "x", "name": "\n", "capabilities": [] }),
            "name",
        ),
        (
            json!({ "type": "x", "name": "x", "capabilities": [""] }),
            "capabilities[0]",
        ),
        (
            json!({ "type": "x", "name": "x", "capabilities": vec!["x"; 65] }),
            "capabilities",
        ),
        (json!({ "type": "x", "name": "x" }), "capabilities"),
        (
            json!({ "type": "x", "name": "x", "capabilities": [7] }),
            "capabilities[0]",
        ),
    ] {
        ada.post("/v1/sfdp/devices", body).await.blames(parameter);
    }
}

#[tokio::test]
async fn a_revoked_device_may_not_send() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = register(&ada, "Polar H10").await;
    let before = points("heart_rate", "bpm", "Polar H10", JUNE, &[61.0, 62.0]);
    ada.post("/v1/sfdp/data", before).await.ok();
    let path = format!("/v1/sfdp/devices/{id}");
    ada.delete(&path).await.ok();
    ada.delete(&path).await.ok();
    let list = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(list["devices"][0]["status"], "revoked");
    // Its stored points are kept.
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 2);
    for named in ["Polar H10", &id] {
        let body = points("heart_rate", "bpm", named, JUNE + 100, &[61.0, 62.0]);
        let answer = ada.post("/v1/sfdp/data", body).await;
        answer.refused(422, "DEVICE_ERROR");
    }
    // In a mixed body only its points are refused.
    let mut mixed = points("heart_rate", "bpm", "Polar H10", JUNE + 100, &[61.0]);
    let others = points("heart_rate", "bpm", "other", JUNE + 100, &[63.0]);
    let others = others["data"].as_array().unwrap().clone();
    mixed["data"].as_array_mut().unwrap().extend(others);
    let stored = ada.post("/v1/sfdp/data", mixed).await.ok();
    assert_eq!(
        (&stored["success"], &stored["processedCount"]),
        (&json!(false), &json!(1))
    );
    let errors = stored["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].as_str().unwrap().starts_with("data[0]: device"),
        "{errors:?}"
    );
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 3);
    // Its name can be used again.
    let next = register(&ada, "Polar H10").await;
    assert_ne!(next, id);
    let body = points("heart_rate", "bpm", "Polar H10", JUNE + 200, &[61.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
}

#[tokio::test]
async fn the_profile_is_the_last_stored_one() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let nothing = ada.get("/v1/sfdp/profile").await.ok();
    assert!(
        nothing.as_object().unwrap().values().all(Json::is_null),
        "{nothing}"
    );
    assert_eq!(nothing.as_object().unwrap().len(), 8);
    let profile = json!({
        "birthDate": "1990-05-17", "sex": "female", "maxHeartRate": 190, "restingHeartRate": 52.5,
        "weightKg": 70.5, "functionalThresholdPower": 260, "timeZone": "Europe/Berlin",
        "goals": [{ "metric": "steps", "target": 10000, "by": "2026-12-31" }],
    });
    let number = |json: &Json, field: &str| json[field].as_f64();
    for answer in [
        ada.put("/v1/sfdp/profile", profile.clone()).await.ok(),
        ada.get("/v1/sfdp/profile").await.ok(),
    ] {
        assert_eq!(answer["birthDate"], profile["birthDate"]);
        assert_eq!(answer["goals"][0]["metric"], "steps");
        for field in ["maxHeartRate", "restingHeartRate", "weightKg"] {
            assert_eq!(number(&answer, field), number(&profile, field), "{field}");
        }
    }
    for (body, parameter) in [
        (json!({ "maxHeartRate": 90 }), "maxHeartRate"),
        (json!({ "timeZone": "Berlin" }), "timeZone"),
        (json!({ "sex": "other" }), "sex"),
        (json!({ "birthDate": "17.05.1990" }), "birthDate"),
        (json!({ "shoeSize": 43 }), "shoeSize"),
        (json!({ "weightKg": "70" }), "weightKg"),
    ] {
        ada.put("/v1/sfdp/profile", body).await.blames(parameter);
    }
    // Omitted fields are removed.
    ada.put("/v1/sfdp/profile", json!({ "sex": "male" }))
        .await
        .ok();
    let now = ada.get("/v1/sfdp/profile").await.ok();
    assert_eq!(
        (&now["sex"], &now["maxHeartRate"]),
        (&json!("male"), &Json::Null)
    );
}

#[tokio::test]
async fn the_catalogue_is_listed() {
    let app = TestApp::start().await;
    let types = app.user("ada").await.get("/v1/sfdp/types").await.ok();
    let types = types["types"].as_array().unwrap();
    let rate = types.iter().find(|it| it["name"] == "heart_rate");
    assert!(rate.is_some(), "{types:?}");
    assert!(types.len() >= 25);
}

#[tokio::test]
async fn compressed_bodies_are_read_and_answers_compressed_on_request() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 500]).to_string();
    let gzip = crate::hostile::gzip(body.as_bytes());
    let zstd = zstd::encode_all(body.as_bytes(), 3).unwrap();
    for (coding, bytes) in [("gzip", gzip), ("zstd", zstd)] {
        let request = ada.request(Method::POST, "/v1/sfdp/data");
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, coding)
            .body(bytes);
        assert_eq!(
            ada.send(request).await.ok()["processedCount"],
            500,
            "{coding}"
        );
    }
    let plain = ada.get("/v1/sfdp/data").await.bytes;
    for coding in ["gzip", "zstd"] {
        let request = ada.request(Method::GET, "/v1/sfdp/data");
        let answer = ada
            .send(request.header(header::ACCEPT_ENCODING, coding))
            .await;
        assert_eq!(answer.header("content-encoding"), Some(coding), "{answer}");
        assert!(answer.bytes.len() < plain.len() / 2);
    }
}

/// Counts the rows of an account in every table with a `user_id`.
fn rows_of(tx: &Tx<'_>, user: &str) -> Result<Vec<(String, i64)>, StoreError> {
    let text = |row: &Row<'_>| row.at::<String>(0);
    let tables = tx.query(
        "SELECT name FROM sqlite_master WHERE type = 'table'",
        &[],
        text,
    )?;
    let mut found = Vec::new();
    for table in tables {
        let columns = format!("SELECT name FROM pragma_table_info('{table}')");
        let columns = tx.query(&columns, &[], text)?;
        if columns.iter().any(|column| column == "user_id") {
            let count = format!("SELECT COUNT(*) FROM \"{table}\" WHERE user_id = '{user}'");
            let count = tx.query_one(&count, &[], |row| row.at::<i64>(0))?;
            found.push((table, count));
        }
    }
    Ok(found)
}

/// Gives the account a row in a table that the requests of the test do not fill, such as the table
/// of a new capability.
fn fill(tx: &mut Tx<'_>, table: &str, user: &str) -> Result<(), StoreError> {
    let columns = format!("SELECT name, type FROM pragma_table_info('{table}')");
    let columns = tx.query(&columns, &[], |row| {
        Ok((row.at::<String>(0)?, row.at::<String>(1)?))
    })?;
    let values = columns.iter().map(|(name, kind)| match &**kind {
        _ if name == "user_id" => format!("'{user}'"),
        "BLOB" => "x'01'".to_owned(),
        "TEXT" => "'x'".to_owned(),
        _ => "1".to_owned(),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    tx.execute(&format!("INSERT INTO \"{table}\" VALUES ({values})"), &[])
        .map(drop)
}

#[tokio::test]
async fn an_erased_account_leaves_no_rows() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for caller in [&ada, &bob] {
        register(caller, "Polar H10").await;
        let body = points("heart_rate", "bpm", "Polar H10", JUNE, &[61.0; 5000]);
        caller.post_once("/v1/sfdp/data", "k", body).await.ok();
        let profile = json!({ "maxHeartRate": 190 });
        caller.put("/v1/sfdp/profile", profile).await.ok();
        caller
            .post("/v1/api-keys", json!({ "name": "x" }))
            .await
            .ok();
        let key = json!({ "mode": "FHE" });
        caller.post("/v1/encryption/keys/generate", key).await.ok();
        caller.get("/v1/sfdp/data").await.ok();
        caller.post("/v1/ws/tickets", json!({})).await.ok();
        // Steps that rise day after day, so that there is an insight.
        let steps: Vec<Json> = (0..40)
            .map(|day| {
                let at = lockstep_store::Timestamp((JUNE - day * 86_400) * 1000);
                json!({
                    "timestamp": at.to_string(), "type": "steps", "value": 12_000 - 100 * day,
                    "unit": "count", "device": "watch",
                })
            })
            .collect();
        let replaced = json!({ "data": [{
            "timestamp": lockstep_store::Timestamp(JUNE * 1000).to_string(), "type": "steps",
            "value": 12_001, "unit": "count", "device": "watch",
        }] });
        let steps = json!({ "data": steps });
        caller.post("/v1/sfdp/data", steps).await.ok();
        caller.post("/v1/sfdp/data", replaced).await.ok();
        // A changed time zone, which claims report.
        let profile = json!({ "maxHeartRate": 190, "timeZone": "Europe/Berlin" });
        caller.put("/v1/sfdp/profile", profile).await.ok();
        // Two blocks with commitments and signed roots.
        let weights: Vec<Json> = (1..5)
            .map(|day| {
                json!({
                    "timestamp": Timestamp(day * 86_400_000).to_string(), "type": "weight",
                    "value": 70 + day, "unit": "kg", "device": "scale",
                })
            })
            .collect();
        let weights = json!({ "data": weights, "encryptionMode": "ZK", "chunkSize": 2 });
        caller.post("/v1/sfdp/data", weights).await.ok();
        let found = caller.post("/v1/sfdp/insights/generate", json!({})).await;
        let found = found.ok()["insights"].as_array().unwrap().len();
        assert!(found > 0);
        // Stores the rows of days.
        caller.get("/v1/sfdp/metrics").await.ok();
        listing(caller).await;
    }
    for (seller, buyer) in [(&ada, &bob), (&bob, &ada)] {
        let token = market::offer(seller, 1, &[]).await;
        market::buy(buyer, &token).await;
    }
    // These tables stay empty: a circuit with keys needs a prover, and a sealed block needs a
    // client, which another test covers. No erasure is in progress, and no chunk is damaged. The
    // erasure removes pseudonyms with the roots, and key intents with the keys. The queue of webhooks empties
    // its table every half second.
    let empty = [
        "circuit",
        "proving_key",
        "verifying_key",
        "erasure",
        "client_block",
        "pseudonym",
        "key_intent",
        "damaged_chunk",
        "webhook_event",
    ];
    let filled = |table: &str| !empty.contains(&table);
    let of = |user: String| {
        let state = app.state().clone();
        async move {
            let rows = state.db.read("test.rows", move |tx| rows_of(tx, &user));
            rows.await.unwrap()
        }
    };
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    let unfilled: Vec<String> = of(ada.id.clone())
        .await
        .into_iter()
        .filter(|(table, count)| *count == 0 && filled(table))
        .map(|(table, _)| table)
        .collect();
    let id = ada.id.clone();
    let write = app
        .state()
        .db
        .write::<_, StoreError, _>("test.fill", move |tx| {
            unfilled.iter().try_for_each(|table| fill(tx, table, &id))
        });
    write.await.unwrap();
    let before = of(ada.id.clone()).await;
    assert!(before.len() >= 12);
    assert!(
        before.iter().all(|row| row.1 > 0 || !filled(&row.0)),
        "the test fills every table: {before:?}"
    );

    let path = format!("/v1/admin/users/{}", ada.id);
    let deleted = app.admin().delete(&path).await.ok();
    assert_eq!(deleted["deleted"], true);
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    for (table, count) in of(ada.id.clone()).await {
        // Only the event about the erasure itself names the account.
        let most = i64::from(table == "event_outbox");
        assert!(count <= most, "{count} rows of {table}");
    }
    let (events, name) = {
        let id = ada.id.clone();
        let read = app
            .state()
            .db
            .read::<_, StoreError, _>("test.rest", move |tx| {
                let events = tx.query(
                    &format!("SELECT topic, payload FROM event_outbox WHERE user_id = '{id}'"),
                    &[],
                    |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
                )?;
                let account =
                    format!("SELECT username || email || password FROM account WHERE id = '{id}'");
                Ok((
                    events,
                    tx.query_one(&account, &[], |row| row.at::<String>(0))?,
                ))
            });
        read.await.unwrap()
    };
    assert_eq!(events, [("user.delete".to_owned(), "{}".to_owned())]);
    assert_eq!(name, "");

    ada.get("/v1/sfdp/data").await.refused(401, "AUTH_ERROR");
    app.admin().delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(
        app.admin().get("/v1/admin/users?search=ada").await.ok()["total"],
        0
    );
    // Bob's points are complete, the chain is valid, and Ada's name is free.
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 5044);
    let verdict = app
        .state()
        .db
        .read("test.audit", lockstep_store::audit::verify)
        .await
        .unwrap();
    assert!(
        verdict.broken.is_none() && verdict.erased > 0,
        "{verdict:?}"
    );
    let again = app.user("ada").await;
    assert_eq!(again.get("/v1/sfdp/data").await.ok()["total"], 0);
}

#[tokio::test]
async fn an_account_has_at_most_ten_thousand_series() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let upload = |devices: std::ops::Range<u32>| {
        let of = |device| {
            json!({ "timestamp": "2026-06-01T00:00:00Z", "type": "steps", "value": 1, "unit": "count",
                "device": format!("device {device}") })
        };
        json!({ "data": devices.map(of).collect::<Vec<_>>() })
    };
    let stored = ada.post("/v1/sfdp/data", upload(0..10_000)).await.ok();
    assert_eq!(stored["processedCount"], 10_000);
    // A body with a further series is refused as a whole; replacing points is allowed.
    ada.post("/v1/sfdp/data", upload(9_999..10_001))
        .await
        .refused(409, "CONFLICT");
    ada.post("/v1/sfdp/data", upload(0..10_000)).await.ok();
    assert_eq!(ada.get("/v1/sfdp/data?limit=1").await.ok()["total"], 10_000);
}
