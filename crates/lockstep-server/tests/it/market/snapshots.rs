//! Snapshots are stored in portions: nothing of one that is refused or cut off stays.

use std::time::Duration;

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, params};
use serde_json::json;

use super::{TOKENS, buy, offer, store, token};
use crate::app::{TestApp, TestClient};

/// Returns the chunks and the unfinished snapshots of the store.
async fn rows(app: &TestApp) -> (i64, i64) {
    let counts = app
        .state()
        .db
        .read::<_, StoreError, _>("test.chunks", |tx| {
            let count = |table: &str| {
                tx.query_one(&format!("SELECT COUNT(*) FROM {table}"), &[], |row| {
                    row.at(0)
                })
            };
            Ok((count("market_chunk")?, count("market_pending_snapshot")?))
        });
    counts.await.unwrap()
}

/// Stores points whose values do not compress: 8 MB in several portions.
async fn store_noise(owner: &TestClient, points: u64) {
    let mut state = 1_u64;
    let mut values = Vec::new();
    for _ in 0..points {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        values.push(30.0 + (state >> 11) as f64 / (1_u64 << 53) as f64 * 190.0);
    }
    for (part, values) in values.chunks(80_000).enumerate() {
        store(owner, part as i64, values, None).await;
    }
}

#[tokio::test]
async fn a_snapshot_of_several_portions_is_whole() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store_noise(&ada, 300_000).await;
    let id = offer(&ada, 2, &[]).await;
    let (chunks, pending) = rows(&app).await;
    assert!(chunks > 3 && pending == 0, "{chunks} {pending}");
    buy(&bob, &id).await;
    let read = bob.get(&format!("{TOKENS}/{id}/data?limit=1")).await.ok();
    assert_eq!(read["total"], 300_000);
}

#[tokio::test]
async fn refused_and_abandoned_snapshots_leave_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0, 61.0], None).await;
    // Too few points per day: known when the chunks are stored already.
    let refused = ada.post(TOKENS, token(1, &["aggregate-only"])).await;
    refused.blames("dataPoints");
    assert_eq!(rows(&app).await, (0, 0));
    // A request that is sent twice makes one snapshot.
    let key = "a-snapshot-once";
    for _ in 0..2 {
        let request = ada.request(axum::http::Method::POST, TOKENS);
        let request = request
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json");
        ada.send(request.body(token(1, &[]).to_string())).await.ok();
    }
    assert_eq!(rows(&app).await, (1, 0));
    // A killed server leaves chunks of a token that does not exist.
    let user: UserId = ada.id.parse().unwrap();
    let of = user.clone();
    let left = app.state().db.write::<_, StoreError, _>("test.left", move |tx| {
        for age in [Duration::from_secs(1), Duration::from_secs(601)] {
            let id = TokenId::generate(tx.now(), tx.entropy());
            tx.execute(
                "INSERT INTO market_chunk(token_id, nth, user_id, series, t0, t1, n, is_block, body)
                 VALUES (?1, 0, ?2, 0, 0, 0, 1, FALSE, x'00')",
                params![id.as_str(), &of],
            )?;
            tx.execute(
                "INSERT INTO market_pending_snapshot(token_id, user_id, changed_at) VALUES (?1, ?2, ?3)",
                params![id.as_str(), &of, tx.now().minus(age)],
            )?;
        }
        Ok(())
    });
    left.await.unwrap();
    assert_eq!(rows(&app).await, (3, 2));
    let job = lockstep_market::CAPABILITY
        .jobs
        .iter()
        .find(|job| job.name == "market.forget")
        .unwrap();
    (job.run)(app.state().clone()).await.unwrap();
    assert_eq!(rows(&app).await, (2, 1));
    // The erasure of the account removes the rest.
    app.admin().delete(&format!("/v1/admin/users/{user}")).await;
    let listed = ada.post(TOKENS, json!({})).await.status;
    assert_eq!((listed, rows(&app).await), (401, (0, 0)));
}
