//! What the files show of webhooks, and webhooks that the operator switched off.

use std::sync::atomic::Ordering;

use data_encoding::BASE64;
use lockstep_server::config::{Config, Switch};
use lockstep_store::StoreError;
use serde_json::json;

use super::receiver::{Receiver, Reply};
use super::{WEBHOOKS, app_with, at, newest_is, rows, store_points, webhook};
use crate::app::{PASSWORD, TestApp};
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

/// A thief of the files learns neither where an account's events are sent, nor what signs them, nor what was sent.
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
    // The search finds what lies in the clear.
    assert!(!found(folder, &[id]).is_empty());
}
