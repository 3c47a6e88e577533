//! What the files show of webhooks, and webhooks that the operator switched off.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use data_encoding::BASE64;
use lockstep_config::{Config, Switch};
use lockstep_store::{StoreError, Timestamp};
use serde_json::{Value as Json, json};

use super::receiver::{Receiver, Reply};
use super::{WEBHOOKS, app_with, at, newest_is, rows, store_points, webhook};
use crate::app::{JUNE, PASSWORD, TestApp};
use crate::bytes::{files_with, found};
use crate::modes::until;

#[tokio::test]
async fn nothing_is_sent_unless_the_operator_allows_it() {
    let app = app_with(|_| {}).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start(vec![Reply::status(503)]).await;
    let made = webhook(&ada, &receiver.url("/")).await;
    store_points(&ada, 2).await;
    receiver.next().await;
    let path = at(&made, "/deliveries");
    until("the attempt failed", async || {
        ada.get(&path).await.ok()["deliveries"][0]["attempts"] == 1
    })
    .await;
    let off = |config: &mut Config| config.webhooks.enabled = Switch(false);
    let app = TestApp::start_in(app.stop().await, off).await;
    // A delivery is due, and a webhook selects what happens now.
    let due = app.state().db.write::<_, StoreError, _>("test.due", |tx| {
        tx.execute("UPDATE webhook_delivery SET next_at = 1", &[])
    });
    assert_eq!(due.await.unwrap(), 1);
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    store_points(&ada, 3).await;
    ada.post(&at(&made, "/test"), json!({})).await.ok();
    for name in ["webhooks.queue", "webhooks.send"] {
        let mut jobs = lockstep_admin::CAPABILITY.jobs.iter();
        let job = jobs.find(|job| job.name == name).unwrap();
        (job.run)(app.state().clone()).await.unwrap();
    }
    assert_eq!(rows(&app, "webhook_event").await, 0);
    assert_eq!(receiver.connections.load(Ordering::Relaxed), 1);
    let body = json!({ "url": "https://hooks.example/", "eventTypes": ["points.stored"] });
    ada.post(WEBHOOKS, body)
        .await
        .refused(403, "PERMISSION_DENIED");
    ada.get(WEBHOOKS).await.ok();
}

/// A thief of the files learns neither the targets of an account's events, nor the keys that sign them, nor their content.
#[tokio::test]
async fn secrets_and_addresses_are_in_no_file() {
    let app = app_with(|_| {}).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start(vec![]).await;
    let made = webhook(&ada, &receiver.url("/canary-hook?key=canary-query")).await;
    let rotate = at(&made, "/secret/rotate");
    let rotated = ada.post(&rotate, json!({})).await.ok();
    store_points(&ada, 2).await;
    let id = receiver.next().await.header("webhook-id").to_owned();
    newest_is(&ada, &made, "delivered").await;
    let folder = app.folder.path();
    let canaries = ["canary-hook", "canary-query"].map(str::to_owned);
    assert_eq!(found(folder, &canaries), Vec::<String>::new());
    for secret in [&made["secret"], &rotated["secret"]] {
        let text = secret.as_str().unwrap().strip_prefix("whsec_").unwrap();
        assert_eq!(found(folder, &[text.to_owned()]), Vec::<String>::new());
        let bytes = BASE64.decode(text.as_bytes()).unwrap();
        assert_eq!(files_with(folder, &bytes), Vec::<String>::new());
    }
    // The search finds texts that are stored unencrypted.
    assert!(!found(folder, &[id]).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_value_under_fhe_or_zk_is_sent() {
    let app = app_with(|_| {}).await;
    // Every value is at least 60 and has decimals, so that no time contains it.
    let values: Vec<f64> = (0..40_u32)
        .map(|day| 61.13 + 0.5 * f64::from(day))
        .collect();
    let canaries: Vec<String> = values.iter().map(|value| format!("{value:.1}")).collect();
    for mode in ["FHE", "ZK"] {
        let owner = app.user(&format!("ada-{mode}").to_lowercase()).await;
        let mut receiver = Receiver::start(vec![]).await;
        let offered = owner.get("/v1/webhooks/event-types").await.ok();
        let types = offered["eventTypes"].as_array().unwrap().iter();
        let is_own = |kind: &&Json| kind["scopes"].as_array().unwrap().contains(&json!("own"));
        let types: Vec<&Json> = types.filter(is_own).map(|kind| &kind["name"]).collect();
        let mut webhooks = Vec::new();
        // A webhook selects at most 100 types.
        for types in types.chunks(100) {
            let body = json!({ "url": receiver.url("/"), "eventTypes": types });
            webhooks.push(owner.post(WEBHOOKS, body).await.ok());
        }
        let points = (JUNE..).step_by(24 * 3600).zip(&values).map(|(at, value)| {
            json!({
                "timestamp": Timestamp(at * 1000).to_string(), "type": "resting_heart_rate",
                "value": value, "unit": "bpm", "device": "watch",
            })
        });
        let body = json!({ "data": points.collect::<Json>(), "encryptionMode": mode });
        let stored = owner.post("/v1/sfdp/data", body).await.ok();
        assert_eq!(stored["encryptedCount"], 40, "{mode}");
        let generate = "/v1/sfdp/insights/generate";
        let generated = owner.post(generate, json!({})).await.ok();
        assert_ne!(generated["insights"], json!([]), "{mode}");
        // The search finds the values where the owner reads them.
        let read = owner.get("/v1/sfdp/data?limit=100").await.ok().to_string();
        assert!(canaries.iter().all(|canary| read.contains(canary)));
        until("every message is delivered", async || {
            let mut waiting = rows(&app, "webhook_event").await;
            for made in &webhooks {
                let shown = owner.get(&at(made, "")).await.ok();
                waiting += shown["pendingDeliveries"].as_u64().unwrap();
            }
            waiting == 0
        })
        .await;
        let mut types = BTreeSet::new();
        while let Some(received) = receiver.arrived() {
            let message = received.json();
            let text = message.to_string();
            let sent: Vec<&String> = canaries.iter().filter(|one| text.contains(*one)).collect();
            assert!(sent.is_empty(), "{mode}: {sent:?} in {text}");
            types.insert(message["type"].as_str().unwrap().to_owned());
        }
        for expected in ["points.stored", "insights.generated"] {
            assert!(types.contains(expected), "{mode}: {types:?}");
        }
    }
}
