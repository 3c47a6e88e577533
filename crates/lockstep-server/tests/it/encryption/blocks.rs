//! Points that the client seals: stored, returned, added up and deleted, without the server reading a
//! value.

use lockstep_fhe::{Capabilities, Scale, SetId, Width};
use lockstep_store::{StoreError, Timestamp, params};
use serde_json::{Value as Json, json};

use super::registered::{KeyHolder, envelope};
use super::{base64, unbase64};
use crate::app::{TestApp, TestClient};

const SECOND: i64 = 1000;

impl KeyHolder {
    /// Seals a block of heart rates, one per second, in the catalogue's encoding.
    fn heart_rates(&mut self, form: &Json, begin: i64, values: &[f64]) -> Json {
        let decimals = u8::try_from(form["decimals"].as_u64().unwrap()).unwrap();
        let bound = form["bound"].as_u64().unwrap();
        let offset = form["offset"].as_i64().unwrap();
        let scale = Scale::new(decimals, offset, bound, Width::Narrow).unwrap();
        let sealed = self.secret.encrypt_values(values, &scale, &mut self.rng);
        let sealed = envelope(&self.id, &sealed.unwrap().to_bytes());
        let moments: Vec<String> = (0..values.len() as i64)
            .map(|nth| Timestamp(begin + nth * SECOND).to_string())
            .collect();
        json!({
            "type": "heart_rate", "device": "strap", "keyId": self.id, "timestamps": moments,
            "block": base64(&sealed),
        })
    }
}

async fn aggregate(caller: &TestClient, operation: &str, from: i64, to: i64) -> Json {
    let asked = json!({
        "operation": operation, "type": "heart_rate", "startDate": Timestamp(from).to_string(),
        "endDate": Timestamp(to).to_string(),
    });
    caller.post("/v1/sfdp/aggregate", asked).await.ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_sealed_blocks_are_stored_summed_and_read_only_by_their_owner() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let types = ada.get("/v1/sfdp/types").await.ok();
    let all = types["types"].as_array().unwrap();
    let form = all.iter().find(|one| one["name"] == "heart_rate").unwrap()["fixedPoint"].clone();
    let mut holder = KeyHolder::new(SetId::Bfv128, 3);
    holder.register(&ada, "BFV", 128).await;
    let keys = holder.keys(&Capabilities::all(&holder.set));
    holder.send(&ada, keys).await.ok();

    let values = |begin: i64, n: i64| -> Vec<f64> {
        (begin..begin + n)
            .map(|nth| 60.0 + (nth % 50) as f64)
            .collect()
    };
    let (one, two) = (values(0, 300), values(300, 200));
    let (mut sealed, mut answered) = (Vec::new(), Vec::new());
    for (begin, part) in [(0, &one), (300, &two)] {
        let block = holder.heart_rates(&form, begin * SECOND, part);
        sealed.push(block["block"].clone());
        let key = format!("block-{begin}");
        let stored = ada.post_once("/v1/sfdp/blocks", &key, block.clone());
        let stored = stored.await.ok();
        assert_eq!(stored["processedCount"], part.len());
        answered.push((key, block, stored));
    }

    // The blocks come back exactly as sealed, only to their owner, and appear in no page of points.
    let page = ada
        .get("/v1/sfdp/blocks?type=heart_rate&limit=1")
        .await
        .ok();
    assert_eq!(
        (&page["hasMore"], page["blocks"].as_array().unwrap().len()),
        (&json!(true), 1)
    );
    assert_eq!(page["blocks"][0]["block"], sealed[0]);
    assert_eq!(
        page["blocks"][0]["timestamps"].as_array().unwrap().len(),
        300
    );
    let next = page["nextCursor"].as_str().unwrap();
    let page = ada
        .get(&format!("/v1/sfdp/blocks?cursor={next}"))
        .await
        .ok();
    assert_eq!(
        (&page["hasMore"], page["blocks"].as_array().unwrap().len()),
        (&json!(false), 1)
    );
    assert_eq!(page["blocks"][0]["block"], sealed[1]);
    assert_eq!(bob.get("/v1/sfdp/blocks").await.ok()["blocks"], json!([]));
    // The id of the device finds the blocks that contain its name.
    let device = json!({ "type": "chest_strap", "name": "strap", "capabilities": [] });
    let device = ada.post("/v1/sfdp/devices", device).await.ok();
    let path = format!(
        "/v1/sfdp/blocks?limit=1&device={}",
        device["deviceId"].as_str().unwrap()
    );
    let page = ada.get(&path).await.ok();
    assert_eq!(page["hasMore"], true);
    assert_eq!(page["blocks"][0]["block"], sealed[0]);
    let data = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!((&data["total"], &data["data"]), (&json!(0), &json!([])));
    let skipped = &data["skippedPoints"][0];
    assert_eq!(
        (&skipped["status"], &skipped["points"]),
        (&json!("client"), &json!(500))
    );

    // Totals over any range, together with points that the server can read. Only the owner decrypts
    // the sealed part.
    let plain = json!({ "data": [{
        "timestamp": Timestamp(0).to_string(), "type": "heart_rate", "value": 70, "unit": "bpm",
        "device": "watch",
    }] });
    ada.post("/v1/sfdp/data", plain).await.ok();
    let every: Vec<f64> = one.iter().chain(&two).copied().collect();
    for (from, to) in [(0, 499), (17, 350), (299, 300)] {
        let part = &every[from as usize..=to as usize];
        let n = part.len() as f64;
        let mean = part.iter().sum::<f64>() / n;
        let variance = part.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
        for (operation, expected) in [("sum", mean * n), ("mean", mean), ("variance", variance)] {
            let made = aggregate(&ada, operation, from * SECOND, to * SECOND).await;
            let readable = u64::from(from == 0);
            assert_eq!(made["count"], readable, "{operation} {from}..={to}");
            assert_eq!(made["skippedPoints"], Json::Null);
            let sealed = &made["sealedResults"][0];
            assert_eq!(sealed["count"], part.len());
            let found = holder.number(&unbase64(sealed["result"].as_str().unwrap()));
            assert!(
                (found - expected).abs() < 1e-6 * expected.max(1.0),
                "{operation}: {found}"
            );
        }
    }

    // While the owner has suspended the key, the total excludes the blocks and reports them as
    // skipped.
    let path = format!("/v1/encryption/keys/{}", holder.id);
    ada.post(&format!("{path}/suspend"), json!({})).await.ok();
    let made = aggregate(&ada, "sum", 0, 10_000 * SECOND).await;
    assert_eq!((&made["value"], &made["count"]), (&json!(70.0), &json!(1)));
    assert_eq!(made["sealedResults"], Json::Null);
    let skipped = json!([{ "keyId": holder.id, "status": "suspended", "points": 500 }]);
    assert_eq!(made["skippedPoints"], skipped);
    ada.post(&format!("{path}/resume"), json!({})).await.ok();
    // An export leaves the blocks out too.
    let export = ada.get("/v1/sfdp/export").await;
    assert_eq!(export.header("lockstep-skipped-points"), Some("500"));

    // An invalid block is refused with the name of the field; nothing of it is stored.
    let good = holder.heart_rates(&form, 1_000_000, &one);
    let change = |field: &str, value: Json| {
        let mut block = good.clone();
        block[field] = value;
        block
    };
    let other =
        json!({ "decimals": form["decimals"].as_u64().unwrap() + 1, "bound": 100, "offset": 0 });
    let unfit = holder.heart_rates(&other, 1_000_000, &[1.0]);
    for (block, named) in [
        (change("type", json!("Heart Rate")), "type"),
        (change("device", json!("")), "device"),
        (change("timestamps", json!([])), "timestamps"),
        (
            change("timestamps", json!([Timestamp(5).to_string()])),
            "timestamps",
        ),
        (
            change(
                "timestamps",
                json!([Timestamp(5).to_string(), Timestamp(5).to_string()]),
            ),
            "timestamps[1]",
        ),
        (change("timestamps", json!(["yesterday"])), "timestamps[0]"),
        (
            change("timestamps", json!(["1969-12-31T23:59:59Z"])),
            "timestamps[0]",
        ),
        (
            change(
                "timestamps",
                json!(["2026-01-01T00:00:00Z", "2999-01-01T00:00:00Z"]),
            ),
            "timestamps[1]",
        ),
        (change("block", json!("!")), "block"),
        (change("block", json!("AAAA")), "block"),
        (unfit, "block"),
    ] {
        let refused = ada.post("/v1/sfdp/blocks", block).await;
        assert!(refused.blames(named).len() > 3, "{named}");
    }
    // A revoked device cannot send blocks either.
    let device = json!({ "type": "watch", "name": "lost", "capabilities": ["heart_rate"] });
    let device = ada.post("/v1/sfdp/devices", device).await.ok();
    let id = device["deviceId"].as_str().unwrap();
    assert!(ada.delete(&format!("/v1/sfdp/devices/{id}")).await.status < 300);
    for named in ["lost", id] {
        let refused = ada
            .post("/v1/sfdp/blocks", change("device", json!(named)))
            .await;
        let point = json!({ "data": [{
            "timestamp": Timestamp(0).to_string(), "type": "heart_rate", "value": 70,
            "unit": "bpm", "device": named,
        }] });
        let of_points = ada.post("/v1/sfdp/data", point).await;
        assert_eq!(refused.status, 422, "{refused}");
        assert_eq!(refused.refusal()["code"], of_points.refusal()["code"]);
    }
    bob.post("/v1/sfdp/blocks", good.clone())
        .await
        .refused(404, "NOT_FOUND");
    let across = holder.heart_rates(&form, 450 * SECOND, &one);
    ada.post("/v1/sfdp/blocks", across)
        .await
        .refused(409, "CONFLICT");

    // A block that covers others replaces them. A block is not cut by a deletion that covers only a
    // part of it.
    let wide = holder.heart_rates(&form, 0, &values(7, 600));
    ada.post("/v1/sfdp/blocks", wide).await.ok();
    let made = aggregate(&ada, "sum", 0, 10_000 * SECOND).await;
    assert_eq!(made["sealedResults"][0]["count"], 600);
    let half = format!("/v1/sfdp/data?endDate={}", Timestamp(100 * SECOND));
    ada.delete(&half).await.refused(422, "ENCRYPTION_ERROR");
    let deleted = ada.delete("/v1/sfdp/data?type=heart_rate").await.ok();
    assert_eq!(deleted["deletedCount"], 601);
    let blocks = holder.heart_rates(&form, 0, &one);
    ada.post("/v1/sfdp/blocks", blocks).await.ok();
    // A deletion is recorded and announced, even if it removes nothing but blocks.
    let noted = async || {
        let user = ada.id.clone();
        let read = app
            .state()
            .db
            .read::<_, StoreError, _>("test.noted", move |tx| {
                let entries: i64 = tx.query_one(
                    "SELECT COUNT(*) FROM audit_body WHERE action = 'points.delete'",
                    &[],
                    |row| row.at(0),
                )?;
                let events: i64 = tx.query_one(
                "SELECT COUNT(*) FROM event_outbox WHERE topic = 'points.deleted' AND user_id = ?1",
                params![&user],
                |row| row.at(0),
            )?;
                Ok((entries, events))
            });
        read.await.unwrap()
    };
    let before = noted().await;
    let deleted = ada.delete("/v1/sfdp/data?type=heart_rate").await.ok();
    assert_eq!(deleted["deletedCount"], 300);
    assert_eq!(noted().await, (before.0 + 1, before.1 + 1));
    assert_eq!(ada.get("/v1/sfdp/blocks").await.ok()["blocks"], json!([]));

    // Repeated requests get the same answer, although their key no longer encrypts.
    let suspend = format!("/v1/encryption/keys/{}/suspend", holder.id);
    ada.post(&suspend, json!({})).await.ok();
    for (key, block, stored) in answered {
        let again = ada.post_once("/v1/sfdp/blocks", &key, block.clone()).await;
        assert_eq!(again.ok(), stored);
        let other = ada.post("/v1/sfdp/blocks", block).await;
        other.refused(400, "INVALID_REQUEST");
    }
}

/// Blocks under a key without evaluation keys do not block the total of the other points.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_without_evaluation_keys_do_not_block_totals() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let types = ada.get("/v1/sfdp/types").await.ok();
    let all = types["types"].as_array().unwrap();
    let form = all.iter().find(|one| one["name"] == "heart_rate").unwrap()["fixedPoint"].clone();
    let mut holder = KeyHolder::new(SetId::Bfv128, 4);
    holder.register(&ada, "BFV", 128).await;
    let block = holder.heart_rates(&form, 0, &[60.0; 20]);
    ada.post("/v1/sfdp/blocks", block).await.ok();
    let plain = json!({ "data": [{
        "timestamp": Timestamp(0).to_string(), "type": "heart_rate", "value": 70, "unit": "bpm",
        "device": "watch",
    }] });
    ada.post("/v1/sfdp/data", plain).await.ok();
    let made = aggregate(&ada, "mean", 0, 100 * SECOND).await;
    assert_eq!((&made["value"], &made["count"]), (&json!(70.0), &json!(1)));
    let skipped = json!([{ "keyId": holder.id, "status": "pending", "points": 20 }]);
    assert_eq!(made["skippedPoints"], skipped);
    let keys = holder.keys(&Capabilities::all(&holder.set));
    holder.send(&ada, keys).await.ok();
    let made = aggregate(&ada, "mean", 0, 100 * SECOND).await;
    assert_eq!(made["skippedPoints"], Json::Null);
    assert_eq!(made["sealedResults"][0]["count"], 20);
}
