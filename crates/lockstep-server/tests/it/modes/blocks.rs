//! Blocks of a mode: their sizes, their content, and changes inside them.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::{MODES, chunks, every_point, form, name, under, until};
use crate::app::{JUNE, TestApp, TestClient, points};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_have_the_requested_size() {
    let app = TestApp::start().await;
    for mode in MODES {
        let ada = app.user(&name("ada", mode)).await;
        for wrong in [
            json!(0),
            json!(8193),
            json!(1.5),
            json!(-1),
            json!("10"),
            json!(null),
        ] {
            let mut body = under(mode, None, points("steps", "count", "watch", JUNE, &[1.0]));
            body["chunkSize"] = wrong;
            ada.post("/v1/sfdp/data", body).await.blames("chunkSize");
        }
        assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
        let mut sent = Vec::new();
        for (nth, (size, count)) in [(1, 3), (8192, 8200)].into_iter().enumerate() {
            let device = format!("watch-{size}");
            let values: Vec<f64> = (0..count).map(|nth| f64::from(nth % 200)).collect();
            let start = JUNE + nth as i64 * 10;
            let body = points("heart_rate", "bpm", &device, start, &values);
            sent.extend(body["data"].as_array().unwrap().iter().cloned());
            let answer = ada
                .post("/v1/sfdp/data", under(mode, Some(size), body))
                .await
                .ok();
            let encrypted = mode.map_or(0, |_| count);
            assert_eq!(answer["encryptedCount"], encrypted, "{mode:?}");
        }
        let found = chunks(&app, &ada).await;
        let block = form(mode);
        match mode {
            None => assert!(found.is_empty(), "{found:?}"),
            // Columns are divided into equal parts; blocks are filled one after another.
            Some("Basic") => {
                assert_eq!(found[..3], [(1, 1); 3], "{found:?}");
                assert!(found[3..].iter().all(|(_, n)| *n <= 8192), "{found:?}");
            }
            // A ciphertext of one point is not worth its size, so these points stay in columns.
            Some("FHE") => {
                assert_eq!(found, [(1, 3), (block, 8192), (1, 8)], "{mode:?}");
            }
            Some(_) => {
                assert_eq!(found[..3], [(block, 1); 3], "{mode:?}");
                assert_eq!(found[3..], [(block, 8192), (1, 8)], "{mode:?}");
            }
        }
        same_set(&ada, sent, &format!("{mode:?}")).await;
    }
}

/// Asserts that exactly these points are stored, in any order.
async fn same_set(caller: &TestClient, mut sent: Vec<Json>, context: &str) {
    let mut found = every_point(caller).await;
    for points in [&mut found, &mut sent] {
        points.sort_by_key(|point| (point["device"].to_string(), point["timestamp"].to_string()));
    }
    super::same(&found, &sent, None, context);
}

/// Replaces, adds and removes points inside blocks. The blocks are rebuilt in the background, and
/// reads are correct at any time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_inside_blocks_are_visible_at_once() {
    let app = TestApp::start().await;
    for mode in MODES {
        let ada = app.user(&name("ada", mode)).await;
        let context = format!("{mode:?}");
        let mut model: Vec<(i64, f64)> = (0..2048)
            .map(|second| (second * 1000, 60.0 + (second % 97) as f64 / 2.0))
            .collect();
        upload(&ada, mode, &model).await;
        holds(&ada, &model, &context).await;

        // Replaces points across the bounds of blocks.
        let other: Vec<(i64, f64)> = (400..1100).map(|second| (second * 1000, 99.5)).collect();
        upload(&ada, mode, &other).await;
        model.splice(400..1100, other);
        holds(&ada, &model, &context).await;

        // Adds points between existing ones.
        let between: Vec<(i64, f64)> = (600..800).map(|n| (n * 1000 + 500, 88.5)).collect();
        upload(&ada, mode, &between).await;
        model.extend(between);
        model.sort_by_key(|(at, _)| *at);
        holds(&ada, &model, &context).await;

        // Deletes a range inside one block, and a range over several blocks.
        for (from, to) in [(1600, 1649), (100, 1300)] {
            let path = format!(
                "/v1/sfdp/data?startDate={}&endDate={}",
                moment(from * 1000),
                moment(to * 1000)
            );
            let gone = ada.delete(&path).await.ok();
            let before = model.len();
            model.retain(|(at, _)| !(from * 1000..=to * 1000).contains(at));
            assert_eq!(gone["deletedCount"], before - model.len(), "{context}");
            holds(&ada, &model, &context).await;
        }

        // Fills the gaps; blocks are built in the background.
        let filling: Vec<(i64, f64)> = (100..1300).map(|n| (n * 1000, 77.0)).collect();
        upload(&ada, mode, &filling).await;
        model.extend(filling);
        model.sort_by_key(|(at, _)| *at);
        holds(&ada, &model, &context).await;
        if let Some("FHE" | "ZK") = mode {
            let made = form(mode);
            until("full blocks are built", async || {
                let chunks = chunks(&app, &ada).await;
                let mut full = chunks.iter().filter(|(_, n)| *n == i64::from(BLOCK));
                full.all(|(codec, _)| *codec == made)
            })
            .await;
            let chunks = chunks(&app, &ada).await;
            let blocks = chunks.iter().filter(|(codec, _)| *codec == made).count();
            assert!(blocks >= 3, "{context}: {chunks:?}");
            holds(&ada, &model, &context).await;
        }
        let all = ada.delete("/v1/sfdp/data").await.ok();
        assert_eq!(all["deletedCount"], model.len(), "{context}");
        assert!(chunks(&app, &ada).await.is_empty(), "{context}");
    }
}

/// A value that a mode cannot represent is reported with its index, and the other points are
/// stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_that_a_mode_cannot_represent_are_reported_by_index() {
    let app = TestApp::start().await;
    for (mode, value, reason) in [
        ("FHE", 300.2, "value: mode FHE keeps heart_rate up to 300"),
        ("FHE", -300.2, "value: mode FHE keeps heart_rate up to 300"),
        ("FHE", 1e300, "value: mode FHE keeps heart_rate up to 300"),
        ("ZK", 1e16, "value: mode ZK keeps heart_rate within"),
    ] {
        let ada = app
            .user(&format!("ada-{}", app.state().clock.monotonic().as_nanos()))
            .await;
        let mut body = points(
            "heart_rate",
            "bpm",
            "strap",
            JUNE,
            &[61.0, 62.0, 63.0, 64.0],
        );
        let wrong = points("heart_rate", "bpm", "strap", JUNE + 3, &[value]);
        body["data"][3] = wrong["data"][0].clone();
        let answer = ada.post("/v1/sfdp/data", under(Some(mode), None, body.clone()));
        let answer = answer.await.ok();
        let context = format!("{mode} {value} {answer}");
        assert_eq!(answer["success"], false, "{context}");
        assert_eq!(answer["processedCount"], 3, "{context}");
        assert_eq!(answer["encryptedCount"], 3, "{context}");
        let errors = answer["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{context}");
        let error = errors[0].as_str().unwrap();
        assert!(
            error.starts_with(&format!("data[3]: {reason}")),
            "{context}"
        );
        assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 3, "{context}");
        // Without any valid point nothing is stored, and the error gives the reason.
        let alone = json!({ "data": [body["data"][3]] });
        let refused = ada
            .post("/v1/sfdp/data", under(Some(mode), None, alone))
            .await;
        assert!(refused.blames("data").contains("no valid point"));
        // Without a mode the value is stored as sent.
        let kept = ada.post("/v1/sfdp/data", json!({ "data": [body["data"][3]] }));
        assert_eq!(kept.await.ok()["processedCount"], 1, "{context}");
        // In a recording such values are counted.
        let file = format!(
            "timestamp,type,value,unit,device\n\
             2026-07-01T00:00:00Z,heart_rate,{value},bpm,tape\n\
             2026-07-01T00:00:01Z,heart_rate,61,bpm,tape\n"
        );
        let answer = ada.import_under(file.into_bytes(), Some(mode)).await.ok();
        assert_eq!(answer["processedCount"], 1, "{context}: {answer}");
        let error = answer["errors"][0].as_str().unwrap();
        assert!(
            error.contains("mode") && error.ends_with("1 point is left out"),
            "{error}"
        );
    }
}

/// A pace that does not convert at a mode's decimals is refused and does not affect its neighbours.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pace_without_a_speed_is_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut body = points("speed", "min/km", "watch", JUNE, &[5.0; 300]);
    body["data"][7]["value"] = json!(60_000_000);
    let answer = ada.post("/v1/sfdp/data", under(Some("FHE"), Some(299), body));
    let answer = answer.await.ok();
    assert_eq!(answer["processedCount"], 299, "{answer}");
    let error = answer["errors"][0].as_str().unwrap();
    assert!(
        error.starts_with("data[7]: value: mode FHE keeps speed in m/s"),
        "{error}"
    );
    assert_eq!(chunks(&app, &ada).await, [(2, 299)]);
    assert_eq!(every_point(&ada).await.len(), 299);
}

/// Blocks of one point: blocks that an upload does not prepare are built in the background, in portions
/// that do not delay other accounts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_of_one_point_are_built_in_portions() {
    let app = TestApp::start().await;
    for (mode, count) in [("ZK", 300)] {
        let ada = app.user(&name("ada", Some(mode))).await;
        let values: Vec<f64> = (0..count).map(|nth| f64::from(60 + nth % 90)).collect();
        let body = points("heart_rate", "bpm", "strap", JUNE, &values);
        let sent = body["data"].as_array().unwrap().clone();
        let answer = ada
            .post("/v1/sfdp/data", under(Some(mode), Some(1), body))
            .await
            .ok();
        assert_eq!(answer["encryptedCount"], count, "{mode}");
        super::same(&every_point(&ada).await, &sent, None, mode);
        until("a block of each", async || {
            let found = chunks(&app, &ada).await;
            found == vec![(form(Some(mode)), 1); count as usize]
        })
        .await;
        super::same(&every_point(&ada).await, &sent, None, mode);
    }
}

#[tokio::test]
async fn a_misspelt_mode_stores_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let file = b"timestamp,type,value,unit,device\n\
        2026-06-01T00:00:00Z,heart_rate,61,bpm,strap\n";
    for mode in ["fhe", "basic", "none", "", "FHE ", "AES"] {
        let answer = ada.import_under(file.to_vec(), Some(mode)).await;
        answer.blames("encryptionMode");
    }
    for part in ["encryptionmode", "encryption_mode", "chunkSize", "mode"] {
        let form = reqwest::multipart::Form::new()
            .text(part, "FHE")
            .part("file", reqwest::multipart::Part::bytes(file.to_vec()));
        let request = ada.request(axum::http::Method::POST, "/v1/sfdp/import");
        ada.send(request.multipart(form)).await.blames(part);
    }
    for mode in ["fhe", "basic", "none", ""] {
        let body = under(
            Some(mode),
            None,
            points("steps", "count", "w", JUNE, &[1.0]),
        );
        ada.post("/v1/sfdp/data", body)
            .await
            .blames("encryptionMode");
        let device = json!({
            "type": "watch", "name": "w", "capabilities": [], "encryptionMode": mode,
        });
        assert_eq!(ada.post("/v1/sfdp/devices", device).await.status, 400);
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    assert_eq!(ada.get("/v1/sfdp/devices").await.ok()["devices"], json!([]));
}

fn moment(millisecond: i64) -> String {
    Timestamp(JUNE * 1000 + millisecond).to_string()
}

fn body(points: &[(i64, f64)]) -> Json {
    let point = |(at, value): &(i64, f64)| {
        json!({
            "timestamp": moment(*at), "type": "heart_rate", "value": value, "unit": "bpm",
            "device": "strap",
        })
    };
    json!({ "data": points.iter().map(point).collect::<Vec<_>>() })
}

async fn upload(caller: &TestClient, mode: Option<&str>, points: &[(i64, f64)]) {
    let body = under(mode, Some(BLOCK), body(points));
    let answer = caller.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(answer["processedCount"], points.len());
}

async fn holds(caller: &TestClient, model: &[(i64, f64)], context: &str) {
    let found = every_point(caller).await;
    let sent = body(model);
    let sent = sent["data"].as_array().unwrap();
    super::same(&found, sent, None, context);
}

/// The points of a block; more than the minimum for a ciphertext in the background.
const BLOCK: u32 = 256;
