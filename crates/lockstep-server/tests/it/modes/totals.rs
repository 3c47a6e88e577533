//! Sums, means and variances over HTTP, for points under any mode and under several modes.

use lockstep_store::{StoreError, params};
use serde_json::{Value as Json, json};

use super::{MODES, name, under};
use crate::app::{JUNE, SeededRandom, TestApp, TestClient, points};

const DEVICES: [&str; 2] = ["strap", "watch"];

/// The points of an account: device, second, value.
type Model = Vec<(&'static str, i64, f64)>;

fn moment(second: i64) -> String {
    lockstep_store::Timestamp((JUNE + second) * 1000).to_string()
}

async fn total(
    caller: &TestClient,
    operation: &str,
    device: Option<&str>,
    (from, to): (i64, i64),
) -> Json {
    let mut asked = json!({
        "operation": operation, "type": "heart_rate", "startDate": moment(from),
        "endDate": moment(to),
    });
    if let Some(device) = device {
        asked["device"] = json!(device);
    }
    caller.post("/v1/sfdp/aggregate", asked).await.ok()
}

/// Compares every operation over ranges that end inside blocks, at their bounds, and after all
/// points.
async fn agree(caller: &TestClient, model: &Model, context: &str) {
    for (device, (from, to)) in [
        (None, (0, 10_000)),
        (None, (137, 941)),
        (Some("strap"), (250, 499)),
        (Some("watch"), (251, 251)),
        (None, (5000, 6000)),
    ] {
        let selected = model.iter().filter(|(of, at, _)| {
            device.is_none_or(|device| device == *of) && (from..=to).contains(at)
        });
        let values: Vec<f64> = selected.map(|(.., value)| *value).collect();
        let n = values.len() as f64;
        let sum: f64 = values.iter().sum();
        let variance = values
            .iter()
            .map(|value| (value - sum / n).powi(2))
            .sum::<f64>()
            / n;
        for (operation, expected) in [("sum", sum), ("mean", sum / n), ("variance", variance)] {
            let context = format!("{context}: {operation} {device:?} {from}..={to}");
            let made = total(caller, operation, device, (from, to)).await;
            assert_eq!(made["count"], values.len(), "{context}");
            assert_eq!(made["skippedPoints"], Json::Null, "{context}");
            match made["value"].as_f64() {
                Some(value) => {
                    let near = (value - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                    assert!(near, "{context}: {value}, not {expected}");
                }
                None => assert!(values.is_empty() && operation != "sum", "{context}: {made}"),
            }
        }
    }
}

async fn store(caller: &TestClient, mode: Option<&str>, model: &mut Model, new: &Model) {
    for device in DEVICES {
        let of: Vec<_> = new.iter().filter(|(of, ..)| *of == device).collect();
        let Some((_, first, _)) = of.first() else {
            continue;
        };
        let values: Vec<f64> = of.iter().map(|(.., value)| *value).collect();
        let body = points("heart_rate", "bpm", device, JUNE + first, &values);
        let body = under(mode, Some(256), body);
        caller.post("/v1/sfdp/data", body).await.ok();
    }
    model.retain(|(device, at, _)| !new.iter().any(|(of, when, _)| of == device && when == at));
    model.extend(new);
}

fn rates(dice: &mut SeededRandom, device: &'static str, seconds: std::ops::Range<i64>) -> Model {
    seconds
        .map(|second| (device, second, 60.0 + dice.below(120) as f64))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn totals_equal_those_of_the_points_under_every_mode() {
    let app = TestApp::start().await;
    // Each mode alone, and each part of the points under a different mode.
    let mut plans: Vec<Vec<Option<&str>>> = MODES.iter().map(|mode| vec![*mode]).collect();
    plans.push(MODES.to_vec());
    for (nth, plan) in plans.into_iter().enumerate() {
        let ada = app.user(&name(&format!("ada{nth}"), plan[0])).await;
        let context = format!("{plan:?}");
        let mut dice = SeededRandom(nth as u64);
        let mut model = Model::new();
        let mut modes = plan.iter().copied().cycle();
        let mut next = || modes.next().unwrap();
        for part in 0..4 {
            for device in DEVICES {
                let new = rates(&mut dice, device, part * 300..(part + 1) * 300);
                store(&ada, next(), &mut model, &new).await;
            }
        }
        agree(&ada, &model, &context).await;
        // Changes and deletes some points inside blocks.
        let new = rates(&mut dice, "strap", 310..320);
        store(&ada, next(), &mut model, &new).await;
        agree(&ada, &model, &format!("{context}, updated")).await;
        let path = format!(
            "/v1/sfdp/data?startDate={}&endDate={}",
            moment(120),
            moment(150)
        );
        let gone = ada.delete(&path).await.ok();
        assert_eq!(gone["deletedCount"], 62, "{context}");
        model.retain(|(_, at, _)| !(120..=150).contains(at));
        agree(&ada, &model, &format!("{context}, deleted")).await;
    }
}

/// Points under a stopped key are left out; the response states their number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn points_under_a_suspended_key_are_excluded_from_totals() {
    let app = TestApp::start().await;
    for mode in MODES.into_iter().flatten() {
        let ada = app.user(&name("ada", Some(mode))).await;
        let open = points("heart_rate", "bpm", "strap", JUNE, &[100.0; 10]);
        ada.post("/v1/sfdp/data", open).await.ok();
        let closed = points("heart_rate", "bpm", "watch", JUNE + 100, &[50.0; 600]);
        let closed = under(Some(mode), Some(256), closed);
        ada.post("/v1/sfdp/data", closed).await.ok();
        let all = total(&ada, "sum", None, (0, 1000)).await;
        assert_eq!(all["value"], 31_000.0, "{mode}");
        let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
        let keys = keys["keys"].as_array().unwrap();
        let of_mode = keys.iter().find(|key| key["metadata"]["mode"] == mode);
        let key = of_mode.unwrap()["keyId"].as_str().unwrap();
        let path = format!("/v1/encryption/keys/{key}");
        ada.post(&format!("{path}/suspend"), json!({})).await.ok();
        for (operation, value) in [("sum", 1000.0), ("mean", 100.0), ("variance", 0.0)] {
            let made = total(&ada, operation, None, (0, 1000)).await;
            let found = (&made["value"], &made["count"], &made["encryptedCount"]);
            assert_eq!(found, (&json!(value), &json!(10), &json!(0)), "{mode}");
            let skipped = json!([{ "keyId": key, "status": "suspended", "points": 600 }]);
            assert_eq!(made["skippedPoints"], skipped, "{mode}");
        }
        ada.post(&format!("{path}/resume"), json!({})).await.ok();
        let made = total(&ada, "sum", None, (0, 1000)).await;
        assert_eq!(
            (&made["value"], &made["skippedPoints"]),
            (&json!(31_000.0), &Json::Null)
        );
    }
}

/// Each decryption of a total is recorded, with what it covers and without its result.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_total_leaves_an_audit_entry_without_values() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 256]);
    let body = under(Some("FHE"), Some(256), body);
    ada.post("/v1/sfdp/data", body).await.ok();
    for operation in ["sum", "mean", "variance"] {
        total(&ada, operation, None, (0, 1000)).await;
    }
    let id = ada.id.clone();
    let reading = app
        .state()
        .db
        .read::<_, StoreError, _>("test.audit", move |tx| {
            tx.query(
                "SELECT details, metadata FROM audit_body
                 WHERE user_id = ?1 AND action = 'points.aggregate' ORDER BY seq",
                params![id.as_str()],
                |row| Ok([row.at::<String>(0)?, row.at::<String>(1)?]),
            )
        });
    let entries = reading.await.unwrap();
    assert_eq!(entries.len(), 3, "{entries:?}");
    for [details, metadata] in entries {
        assert_eq!(details, "a total over 256 points");
        let metadata: Json = serde_json::from_str(&metadata).unwrap();
        let covered = json!({ "count": 256, "encrypted": 256, "blocks": 1 });
        assert_eq!(metadata, covered);
    }
}

/// Totals over more blocks than one read covers; a disconnected client stops the computation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_totals_end_with_their_client_and_delay_no_other_account() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let values: Vec<f64> = (0..30 * 256).map(|nth| f64::from(60 + nth % 40)).collect();
    let body = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", under(Some("FHE"), Some(256), body))
        .await
        .ok();
    let asked = |operation: &str| {
        let asked = json!({
            "operation": operation, "type": "heart_rate", "startDate": moment(0),
            "endDate": moment(10_000),
        });
        let ada = ada.clone();
        tokio::spawn(async move { ada.post("/v1/sfdp/aggregate", asked).await })
    };
    let leaving: Vec<_> = (0..12).map(|_| asked("variance")).collect();
    for _ in 0..20 {
        // No reader is still occupied, by any account.
        assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
    }
    leaving.iter().for_each(tokio::task::JoinHandle::abort);
    for _ in 0..20 {
        assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
    }
    let made = asked("sum").await.unwrap().ok();
    assert_eq!(made["value"], values.iter().sum::<f64>());
    assert_eq!(
        (&made["blocks"], &made["encryptedCount"]),
        (&json!(30), &json!(7680))
    );
}
