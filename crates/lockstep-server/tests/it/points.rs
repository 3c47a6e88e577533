//! Points over HTTP: storing, error reports and reading.

mod devices;
mod erasure;

use axum::http::{Method, header};
use lockstep_store::{Row, StoreError, Timestamp, Tx};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient, points};
use crate::market;
use crate::operations::listing;

fn point(at: &str, value: f64) -> Json {
    json!({ "timestamp": at, "type": "heart_rate", "value": value, "unit": "bpm", "device": "strap" })
}

#[track_caller]
fn data(page: &Json) -> &Vec<Json> {
    page["data"].as_array().unwrap()
}

async fn register(ada: &TestClient, name: &str) -> String {
    let device = json!({ "type": "chest_strap", "name": name, "capabilities": ["heart_rate"] });
    let made = ada.post("/v1/sfdp/devices", device).await.ok();
    assert_eq!(
        (&made["status"], &made["encryptionEnabled"]),
        (&json!("active"), &json!(false))
    );
    made["deviceId"].as_str().unwrap().to_owned()
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
    // If one body contains duplicates, the last one counts; both are counted as processed.
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
async fn three_series(ada: &TestClient) -> Vec<(i64, &'static str, f64)> {
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
