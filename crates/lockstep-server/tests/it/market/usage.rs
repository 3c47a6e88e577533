//! Tokens and listings count for the quota of their owner, and a withdrawn token that no account bought is removed.

use serde_json::json;

use super::{TOKENS, balance, buy, offer, store, token};
use crate::app::{TestApp, TestClient};
use lockstep_store::StoreError;

async fn used(owner: &TestClient) -> u64 {
    let usage = owner.get("/v1/sfdp/usage").await.ok();
    usage["quotas"]["bytes"]["used"].as_u64().unwrap()
}

async fn run_jobs(app: &TestApp) {
    let market = lockstep_server::app::CAPABILITIES
        .iter()
        .flat_map(|one| one.jobs)
        .filter(|job| job.name.starts_with("market"));
    for job in market {
        (job.run)(app.state().clone()).await.unwrap();
    }
}

#[tokio::test]
async fn tokens_count_for_the_quota_until_they_are_removed() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    let before = used(&ada).await;
    let mut body = token(1, &[]);
    body["description"] = json!("x".repeat(2000));
    let made = ada.post(TOKENS, body).await.ok();
    let sold = offer(&ada, 1, &[]).await;
    buy(&bob, &sold).await;
    let with_tokens = used(&ada).await;
    assert!(with_tokens > before + 2000, "{before} {with_tokens}");
    for id in [made["tokenId"].as_str().unwrap(), &sold] {
        ada.delete(&format!("{TOKENS}/{id}")).await.ok();
    }
    // The first run removes the snapshots, the second the token.
    run_jobs(&app).await;
    run_jobs(&app).await;
    let left = used(&ada).await;
    assert!(left < before + 1500, "{before} {left}");
    // The buyer's token is kept.
    assert_eq!(
        bob.get(&format!("{TOKENS}/{sold}")).await.ok()["status"],
        "revoked"
    );
    let listed = ada.get(TOKENS).await.ok();
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 1);
    // A scrub counts the same.
    let found = lockstep_server::scrub::all(app.state(), |_| {})
        .await
        .unwrap();
    assert_eq!((found.damaged, found.repaired), (vec![], vec![]));
}

#[tokio::test]
async fn a_token_over_the_quota_is_refused() {
    let app = TestApp::start_with(|config| config.quotas.enterprise.bytes = 8_000).await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0; 3], None).await;
    let mut refused = 0;
    for _ in 0..8 {
        let mut body = token(1, &[]);
        body["description"] = json!("x".repeat(2000));
        refused += usize::from(ada.post(TOKENS, body).await.status == 403);
    }
    assert!(refused >= 4, "{refused}");
}

/// A damaged row of a token costs its own entry in lists, is named by a scrub, and can be withdrawn.
#[tokio::test]
async fn a_damaged_token_costs_its_own_entry() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    let whole = offer(&ada, 1, &[]).await;
    for edit in [
        "price = 'zzz'",
        "currency = 'zzz'",
        "restrictions = 'zzz'",
        "points = 'zzz'",
        "available_until = 'zzz'",
    ] {
        let id = offer(&ada, 1, &[]).await;
        let sql = format!("UPDATE market_token SET {edit} WHERE id = '{id}'");
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.damage", move |tx| {
                tx.execute("PRAGMA ignore_check_constraints = ON", &[])?;
                tx.execute(&sql, &[])?;
                tx.execute("PRAGMA ignore_check_constraints = OFF", &[])
                    .map(drop)
            });
        write.await.unwrap();
        for (who, scope) in [(&ada, "own"), (&bob, "market")] {
            let listed = who.get(&format!("{TOKENS}?scope={scope}")).await.ok();
            let ids: Vec<_> = listed["tokens"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| &one["id"])
                .collect();
            assert!(ids.contains(&&json!(whole)), "{edit}: {listed}");
        }
        let found = lockstep_server::scrub::all(app.state(), |_| {})
            .await
            .unwrap();
        let named: Vec<_> = found
            .damaged
            .iter()
            .map(|one| (&*one.table, &*one.row))
            .collect();
        assert_eq!(
            named,
            [("market_token", &*id)],
            "{edit}: {:?}",
            found.damaged
        );
        ada.delete(&format!("{TOKENS}/{id}")).await.ok();
        run_jobs(&app).await;
        run_jobs(&app).await;
        let found = lockstep_server::scrub::all(app.state(), |_| {})
            .await
            .unwrap();
        assert_eq!(found.damaged, [], "{edit}");
    }
}

/// Edits of a purchase that would pay out other money, or pay twice.
const PURCHASE_EDITS: &[&str] = &[
    "UPDATE market_purchase SET price = price * 5 WHERE id = '{id}'",
    "UPDATE market_purchase SET buyer_account = seller_account, seller_account = buyer_account WHERE id = '{id}'",
    "UPDATE market_purchase SET transfer = transfer + 1 WHERE id = '{id}'",
    "UPDATE market_purchase SET used = 0 WHERE id = '{id}'",
    "UPDATE market_purchase SET refunded_at = 5 WHERE id = '{id}'",
];

#[tokio::test]
async fn an_edited_purchase_is_named_and_refunds_nothing() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    store(&ada, 0, &[60.0; 3], None).await;
    let id = offer(&ada, 2, &[]).await;
    buy(&eve, &id).await;
    for (nth, edit) in PURCHASE_EDITS.iter().enumerate() {
        let bob = app.user(&format!("bob{nth}")).await;
        let bought = buy(&bob, &id).await;
        let purchase = bought["purchaseId"].as_str().unwrap().to_owned();
        if edit.contains("used") {
            bob.get(&format!("{TOKENS}/{id}/data")).await.ok();
        }
        let before = balance(&bob).await;
        let sql = edit.replace("{id}", &purchase);
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.edit", move |tx| tx.execute(&sql, &[]).map(drop));
        write.await.unwrap();
        let path = format!("/v1/sfdp/marketplace/purchases/{purchase}/refund");
        bob.post(&path, json!({})).await.refused(409, "CONFLICT");
        assert_eq!(balance(&bob).await, before, "{edit}");
        let found = lockstep_server::scrub::all(app.state(), |_| {})
            .await
            .unwrap();
        // The scrub also names the ledger if accounts were exchanged.
        let rows = found.damaged.iter();
        let rows = rows.filter(|one| one.table == "market_purchase");
        let named: Vec<_> = rows.map(|one| &*one.row).collect();
        assert!(named.contains(&&*purchase), "{edit}: {:?}", found.damaged);
        assert_eq!(named.len(), nth + 1, "{edit}: {:?}", found.damaged);
    }
}
