//! The log of deliveries: pages by number, of all deliveries and by status.

use lockstep_config::Seconds;
use lockstep_server::scrub;
use lockstep_store::id::WebhookDeliveryId;
use lockstep_store::{StoreError, Value};
use serde_json::{Value as Json, json};

use super::receiver::{Receiver, Reply};
use super::{app_with, at, webhook};
use crate::app::{TestApp, TestClient};
use crate::modes::until;

/// Returns the id of the delivery with this number: the numbers and the ids have one order.
fn id(nth: u32) -> String {
    WebhookDeliveryId::from_bytes(u128::from(nth).to_be_bytes()).to_string()
}

/// Stores deliveries of a webhook, every fourth of which failed.
async fn fill(app: &TestApp, user: &str, webhook: &Json, count: u32) {
    let (user, webhook) = (user.to_owned(), webhook["id"].as_str().unwrap().to_owned());
    let filling = app.state().db.write::<_, StoreError, _>("test.fill", move |tx| {
        for nth in 0..count {
            let status = if nth % 4 == 0 { "failed" } else { "delivered" };
            tx.execute(
                "INSERT INTO webhook_delivery(id, webhook_id, user_id, about, topic, body, status, created_at)
                 VALUES (?1, ?2, ?3, ?3, 'points.stored', x'', ?4, 9000000000000)",
                &[
                    Value::Text(&id(nth)),
                    Value::Text(&webhook),
                    Value::Text(&user),
                    Value::Text(status),
                ],
            )?;
        }
        Ok(())
    });
    filling.await.unwrap();
}

async fn change(app: &TestApp, sql: &'static str, id: String) {
    let changing = app
        .state()
        .db
        .write::<_, StoreError, _>("test.change", move |tx| {
            tx.execute(sql, &[Value::Text(&id)])
        });
    assert!(changing.await.unwrap() > 0, "{sql}");
}

/// Returns the first id and the length of a page, and the number of all deliveries.
async fn page(owner: &TestClient, made: &Json, query: &str) -> (Option<String>, usize, u64) {
    let page = owner.get(&at(made, &format!("/deliveries?{query}"))).await;
    let page = page.ok();
    let all = page["deliveries"].as_array().unwrap();
    let first = all.first().map(|it| it["id"].as_str().unwrap().to_owned());
    (first, all.len(), page["total"].as_u64().unwrap())
}

#[tokio::test]
async fn pages_of_the_log_follow_new_changed_and_removed_deliveries() {
    let app = app_with(|_| {}).await;
    let ada = app.user("ada").await;
    let receiver = Receiver::start(vec![]).await;
    let (made, other) = (
        webhook(&ada, &receiver.url("/")).await,
        webhook(&ada, &receiver.url("/other")).await,
    );
    fill(&app, &ada.id, &made, 1300).await;
    for (query, expected) in [
        ("limit=100", (Some(id(1299)), 100, 1300)),
        ("limit=100&page=13", (Some(id(99)), 100, 1300)),
        ("limit=100&page=14", (None, 0, 1300)),
        ("status=failed&limit=100&page=2", (Some(id(896)), 100, 325)),
        ("status=delivered&limit=1", (Some(id(1299)), 1, 975)),
        ("status=pending", (None, 0, 0)),
    ] {
        assert_eq!(page(&ada, &made, query).await, expected, "{query}");
        assert_eq!(page(&ada, &other, query).await, (None, 0, 0), "{query}");
    }

    let sql = "UPDATE webhook_delivery SET status = 'delivered' WHERE id = ?1";
    change(&app, sql, id(1296)).await;
    let failed = page(&ada, &made, "status=failed&limit=1").await;
    assert_eq!(failed, (Some(id(1292)), 1, 324));
    let all = page(&ada, &made, "limit=1").await;
    assert_eq!(all, (Some(id(1299)), 1, 1300));

    // The oldest deliveries are removed first: the lists then begin at a later group.
    change(&app, "DELETE FROM webhook_delivery WHERE id < ?1", id(1200)).await;
    let last = page(&ada, &made, "limit=10&page=10").await;
    assert_eq!(last, (Some(id(1209)), 10, 100));
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let lists = found
        .repaired
        .iter()
        .filter(|it| it.table == "counted_entry");
    assert_eq!(lists.count(), 0);

    // Damaged lists are made again.
    let sql = "DELETE FROM counted_entry WHERE list LIKE 'webhook%' AND id > ?1";
    change(&app, sql, id(1250)).await;
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let lists = found
        .repaired
        .iter()
        .filter(|it| it.table == "counted_entry");
    assert_eq!(lists.count(), 1);
    let all = page(&ada, &made, "limit=1").await;
    assert_eq!(all, (Some(id(1299)), 1, 100));
}

#[tokio::test]
async fn a_delivery_planned_by_a_wrong_clock_is_due() {
    let app = app_with(|config| config.webhooks.retry_seconds = vec![Seconds(3600)]).await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start(vec![Reply::status(500)]).await;
    let made = webhook(&ada, &receiver.url("/")).await;
    super::store_points(&ada, 2).await;
    let first = receiver.next().await;
    let deliveries = at(&made, "/deliveries");
    until("the failed attempt is recorded", async || {
        ada.get(&deliveries).await.ok()["deliveries"][0]["attempts"] == 1
    })
    .await;
    // The clock was 40 days ahead then.
    let late = app.state().db.write::<_, StoreError, _>("test.late", |tx| {
        tx.execute(
            "UPDATE webhook_delivery SET next_at = next_at + 3456000000",
            &[],
        )
    });
    assert_eq!(late.await.unwrap(), 1);
    let listed = ada.get(&deliveries).await.ok();
    let delivery = &listed["deliveries"][0];
    assert_ne!(delivery["nextAttemptAt"], json!(null), "{delivery}");
    let job = lockstep_admin::CAPABILITY
        .jobs
        .iter()
        .find(|job| job.name == "webhooks.forget");
    (job.unwrap().run)(app.state().clone()).await.unwrap();
    let again = receiver.next().await;
    assert_eq!(again.header("webhook-id"), first.header("webhook-id"));
}
