//! Suspended and erased accounts, withdrawn roles, and keys with scopes.

use lockstep_store::{StoreError, Value};
use serde_json::{Value as Json, json};

use super::receiver::Receiver;
use super::{WEBHOOKS, app_with, at, audited, newest_is, rows, store_points, webhook};
use crate::modes::until;

#[tokio::test]
async fn a_suspended_account_sends_nothing_and_an_erased_one_leaves_nothing() {
    let app = app_with(|_| {}).await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let mut receiver = Receiver::start(vec![]).await;
    let made = webhook(&ada, &receiver.url("/")).await;
    store_points(&ada, 2).await;
    receiver.next().await;
    newest_is(&ada, &made, "delivered").await;
    let path = format!("/v1/admin/users/{}", ada.id);
    // The delivery is due, and the suspension is acknowledged before it is sent.
    let closed = app.state().db.write::<_, StoreError, _>("test.due", |tx| {
        tx.execute(
            "UPDATE webhook_delivery SET status = 'pending', next_at = 9000000000000",
            &[],
        )
    });
    assert_eq!(closed.await.unwrap(), 1);
    admin
        .patch(&path, json!({ "status": "suspended" }))
        .await
        .ok();
    let due = app.state().db.write::<_, StoreError, _>("test.due", |tx| {
        tx.execute("UPDATE webhook_delivery SET next_at = 1", &[])
    });
    assert_eq!(due.await.unwrap(), 1);
    let is_postponed = async || {
        let sql = "SELECT next_at FROM webhook_delivery";
        let reading = app.state().db.read::<_, StoreError, _>("test.next", |tx| {
            tx.query_one(sql, &[], |row| row.at::<i64>(0))
        });
        reading.await.unwrap() > 1
    };
    until("the delivery is postponed", is_postponed).await;
    assert!(receiver.arrived().is_none());
    admin.delete(&path).await.ok();
    for table in [
        "webhook",
        "webhook_type",
        "webhook_delivery",
        "webhook_event",
    ] {
        assert_eq!(rows(&app, table).await, 0, "{table}");
    }
}

/// An account whose receiver is down keeps its pending deliveries; further events are counted, and nothing else of
/// the account or of others is refused.
#[tokio::test]
async fn pending_deliveries_are_limited() {
    let app = app_with(|_| {}).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut receiver = Receiver::start(vec![]).await;
    let (full, free) = (
        webhook(&ada, &receiver.url("/ada")).await,
        webhook(&bob, &receiver.url("/bob")).await,
    );
    let (id, user) = (full["id"].clone(), ada.id.clone());
    let filling = app.state().db.write::<_, StoreError, _>("test.fill", move |tx| {
        tx.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
             INSERT INTO webhook_delivery(id, webhook_id, user_id, about, topic, body, status, created_at, next_at)
             SELECT 'whd_' || i, ?1, ?2, ?2, 'points.stored', x'', 'pending', 9000000000000, 9000000000000 FROM n",
            &[Value::Text(id.as_str().unwrap()), Value::Text(&user)],
        )
    });
    assert_eq!(filling.await.unwrap(), 10_000);
    store_points(&ada, 2).await;
    store_points(&bob, 2).await;
    assert!(receiver.next().await.target.contains("/bob"));
    newest_is(&bob, &free, "delivered").await;
    let is_counted = async || {
        let shown = ada.get(&at(&full, "")).await.ok();
        (&shown["skippedEvents"], &shown["pendingDeliveries"]) == (&json!(1), &json!(10_000))
    };
    until("the event is skipped", is_counted).await;
    ada.post(&at(&full, "/test"), json!({}))
        .await
        .refused(409, "CONFLICT");
    ada.delete(&at(&full, "")).await.ok();
    assert_eq!(rows(&app, "webhook_delivery").await, 1);
}

#[tokio::test]
async fn events_of_other_accounts_end_with_the_role() {
    let app = app_with(|_| {}).await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let eve = app.account("eve", "auditor", "enterprise").await;
    let mut receiver = Receiver::start(vec![]).await;
    let body = json!({
        "url": receiver.url("/"), "eventTypes": ["user.create", "user.change"],
        "scope": "administration",
    });
    ada.post(WEBHOOKS, body.clone())
        .await
        .refused(403, "PERMISSION_DENIED");
    let made = eve.post(WEBHOOKS, body.clone()).await.ok();
    let bob = app.user("bob").await;
    let received = receiver.next().await.json();
    assert_eq!(
        (&received["type"], &received["data"]["accountId"]),
        (&json!("user.create"), &json!(bob.id))
    );
    // No role reads the data of another account.
    let mut private = body;
    private["eventTypes"] = json!(["points.stored"]);
    eve.post(WEBHOOKS, private)
        .await
        .refused(400, "INVALID_REQUEST");

    newest_is(&eve, &made, "delivered").await;
    let path = format!("/v1/admin/users/{}", eve.id);
    admin.patch(&path, json!({ "role": "user" })).await.ok();
    app.user("carol").await;
    let is_stopped = async || eve.get(&at(&made, "")).await.ok()["reason"] == "roleWithdrawn";
    until("the webhook is disabled", is_stopped).await;
    assert!(audited(&app, "webhook.disable").await);
    assert!(receiver.arrived().is_none());
    eve.patch(&at(&made, ""), json!({ "active": true }))
        .await
        .refused(403, "PERMISSION_DENIED");
    // The owner of an erased account is in no log of another account.
    admin
        .delete(&format!("/v1/admin/users/{}", bob.id))
        .await
        .ok();
    let log = eve.get(&at(&made, "/deliveries")).await.ok();
    assert_eq!(log["total"], 0, "{log}");
}

#[tokio::test]
async fn a_key_with_scopes_cannot_widen_its_rights() {
    let app = app_with(|_| {}).await;
    let ada = app.user("ada").await;
    let key = async |scopes: Json| {
        let made = ada
            .post("/v1/api-keys", json!({ "name": "k", "scopes": scopes }))
            .await
            .ok();
        ada.bearing(made["key"].as_str().unwrap())
    };
    let body = json!({ "url": "https://hooks.example/", "eventTypes": ["points.stored"] });
    let made = key(json!([])).await.post(WEBHOOKS, body.clone()).await.ok();
    let narrow = key(json!(["administration:write"])).await;
    narrow.get(&at(&made, "")).await.ok();
    narrow
        .post(WEBHOOKS, body)
        .await
        .refused(403, "PERMISSION_DENIED");
    for change in [
        json!({ "url": "https://other.example/" }),
        json!({ "eventTypes": ["key.changed"] }),
        json!({ "active": false }),
    ] {
        narrow
            .patch(&at(&made, ""), change)
            .await
            .refused(403, "PERMISSION_DENIED");
    }
    narrow.delete(&at(&made, "")).await.ok();
}
