//! Suspended and erased accounts, withdrawn roles, and keys with scopes.

use lockstep_store::{StoreError, Value};
use serde_json::{Value as Json, json};

use super::receiver::Receiver;
use super::{WEBHOOKS, app_with, at, audited, newest_is, rows, store_points, webhook};
use crate::app::PASSWORD;
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

/// The setting withholds the role from webhooks that exist, as from requests.
#[tokio::test]
async fn events_of_other_accounts_end_where_administration_needs_totp() {
    let app = app_with(|_| {}).await;
    app.user("ada").await;
    let eve = app.account("eve", "auditor", "enterprise").await;
    let mut receiver = Receiver::start(vec![]).await;
    let body = json!({
        "url": receiver.url("/"), "eventTypes": ["user.sign_in"], "scope": "administration",
    });
    let made = eve.post(WEBHOOKS, body).await.ok();
    let needed = json!({ "signIn": { "administrationNeedsTotp": true } });
    app.admin().patch("/v1/admin/settings", needed).await.ok();
    app.anonymous().signed_in("ada", PASSWORD).await;
    let is_stopped = async || eve.get(&at(&made, "")).await.ok()["reason"] == "roleWithdrawn";
    until("the webhook is disabled", is_stopped).await;
    assert!(receiver.arrived().is_none());
    eve.patch(&at(&made, ""), json!({ "active": true }))
        .await
        .refused(403, "PERMISSION_DENIED");
}

/// Alerts concern no account: they reach the webhooks of administration, and name no account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alerts_reach_webhooks_of_administration() {
    let app = app_with(|_| {}).await;
    let admin = app.admin();
    let evaluate = async |percent: u32| {
        let change = json!({ "alerts": { "storagePercent": percent } });
        admin.patch("/v1/admin/settings", change).await.ok();
        lockstep_admin::evaluate(app.state()).await.unwrap();
    };
    // The disk of the machine that runs the tests may be nearly full.
    evaluate(100).await;
    let offered = admin.get("/v1/webhooks/event-types").await.ok();
    let offered = offered["eventTypes"].as_array().unwrap();
    let scopes = |name: &str| offered.iter().find(|kind| kind["name"] == name);
    assert_eq!(
        scopes("alert.started").unwrap()["scopes"],
        json!(["administration"])
    );
    assert_eq!(scopes("marketplace.created"), None);
    let mut receiver = Receiver::start(vec![]).await;
    let body = json!({
        "url": receiver.url("/"), "eventTypes": ["alert.started", "alert.ended"],
        "scope": "administration",
    });
    admin.post(WEBHOOKS, body).await.ok();
    for (percent, kind) in [(1, "alert.started"), (100, "alert.ended")] {
        evaluate(percent).await;
        let received = receiver.next().await.json();
        assert_eq!(
            (&received["type"], &received["data"]["type"]),
            (&json!(kind), &json!("storage.disk"))
        );
        let fields = received["data"].as_object().unwrap();
        assert!(
            fields.keys().eq(["alertId", "message", "type"]),
            "{received}"
        );
    }
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
    let full = key(json!([])).await;
    let made = full.post(WEBHOOKS, body.clone()).await.ok();
    let before = full.get(&at(&made, "")).await.ok();
    let resend = at(&made, "/deliveries/whd_01h455vb4pex5vsknk084sn02q/resend");
    for scope in ["administration:read", "administration:write"] {
        let narrow = key(json!([scope])).await;
        narrow.get("/v1/webhooks/event-types").await.ok();
        // The addresses may have tokens in them, and the deliveries tell about events of every area.
        for path in [WEBHOOKS.to_owned(), at(&made, ""), at(&made, "/deliveries")] {
            let answer = narrow.get(&path).await;
            answer.refused(403, "PERMISSION_DENIED");
            assert!(!answer.to_string().contains("hooks.example"), "{answer}");
        }
        let posts = [
            (WEBHOOKS.to_owned(), body.clone()),
            (at(&made, "/secret/rotate"), json!({ "overlapSeconds": 0 })),
            (at(&made, "/test"), json!({})),
            (resend.clone(), json!({})),
        ];
        for (path, body) in posts {
            let answer = narrow.post(&path, body).await;
            answer.refused(403, "PERMISSION_DENIED");
            assert!(!answer.to_string().contains("whsec_"), "{answer}");
        }
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
        narrow
            .delete(&at(&made, ""))
            .await
            .refused(403, "PERMISSION_DENIED");
    }
    assert_eq!(full.get(&at(&made, "")).await.ok(), before);
    assert_eq!(full.get(&at(&made, "/deliveries")).await.ok()["total"], 0);
    full.post(&at(&made, "/secret/rotate"), json!({}))
        .await
        .ok();
    full.delete(&at(&made, "")).await.ok();
}
