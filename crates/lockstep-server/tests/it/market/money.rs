//! Damaged rows of money, and series that give no further answers.

use serde_json::{Value as Json, json};

use super::{LEDGER, TOKENS, balance, buy, offer, store};
use crate::app::{Answer, TestApp, TestClient};
use lockstep_store::StoreError;

const PURCHASES: &str = "/v1/sfdp/marketplace/purchases";

/// Changes rows behind the server's back.
async fn edit(app: &TestApp, sql: String) {
    let edited = app
        .state()
        .db
        .write::<_, StoreError, _>("test.edit", move |tx| {
            tx.execute("PRAGMA ignore_check_constraints = ON", &[])?;
            tx.execute("DROP TRIGGER IF EXISTS ledger_transfer_unchanged", &[])?;
            tx.execute("DROP TRIGGER IF EXISTS ledger_account_unchanged", &[])?;
            let changed = tx.execute(&sql, &[])?;
            tx.execute("PRAGMA ignore_check_constraints = OFF", &[])?;
            Ok(changed)
        });
    assert_eq!(edited.await.unwrap(), 1);
}

/// Returns the damaged rows that a scrub names, with the reasons.
async fn damaged(app: &TestApp) -> Vec<(String, String, String)> {
    let found = lockstep_server::scrub::all(app.state(), |_| {});
    let damaged = found.await.unwrap().damaged.into_iter();
    damaged
        .map(|one| (one.table.to_string(), one.row, one.reason))
        .collect()
}

async fn refund(buyer: &TestClient, purchase: &str) -> Answer {
    let path = format!("{PURCHASES}/{purchase}/refund");
    buyer.post(&path, json!({})).await
}

fn id_of(bought: &Json) -> String {
    bought["purchaseId"].as_str().unwrap().to_owned()
}

/// A damaged cell costs its own row: lists of others continue, and a scrub names the table.
#[tokio::test]
async fn a_damaged_row_of_money_costs_its_own_row() {
    for (table, column) in [
        ("market_purchase", "price"),
        ("market_purchase", "currency"),
        ("market_purchase", "restrictions"),
        ("market_purchase", "at"),
        ("ledger_offer", "revenue"),
        ("ledger_account", "currency"),
        ("ledger_transfer", "at"),
        ("ledger_transfer", "currency"),
    ] {
        let app = TestApp::start().await;
        let (ada, bob) = (app.user("ada").await, app.user("bob").await);
        store(&ada, 0, &[60.0], None).await;
        let token = offer(&ada, 5, &[]).await;
        let other = offer(&ada, 5, &[]).await;
        buy(&bob, &token).await;
        let kept = id_of(&buy(&bob, &other).await);
        let key = match table {
            "ledger_offer" => "offer",
            _ => "id",
        };
        edit(
            &app,
            format!(
                "UPDATE {table} SET {column} = 'zzz' WHERE {key} = (SELECT MIN({key}) FROM {table})"
            ),
        )
        .await;
        let all = bob.get(PURCHASES).await.ok();
        let ids = all["purchases"].as_array().unwrap();
        assert!(ids.iter().any(|one| one["id"] == *kept), "{column}: {all}");
        for who in [&ada, &bob] {
            who.get(LEDGER).await.ok();
            who.get(&format!("{TOKENS}?scope=market")).await.ok();
            who.get(TOKENS).await.ok();
        }
        bob.get(&format!("{TOKENS}/{other}/data")).await.ok();
        let named = damaged(&app).await;
        assert!(
            named
                .iter()
                .any(|(of, row, _)| of == table && row != "ledger"),
            "{table}.{column}: {named:?}"
        );
    }
}

/// A buyer sees the answers that are left, and gets the price back if a series gives none and nothing was used.
#[tokio::test]
async fn a_purchase_of_a_series_that_is_used_up_is_refunded() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&ada, 0, &[60.0; 20], None).await;
    let id = offer(&ada, 9, &["aggregate-only"]).await;
    buy(&bob, &id).await;
    let purchase = id_of(&buy(&eve, &id).await);
    let body = json!({ "operation": "sum", "type": "heart_rate", "audience": "a study" });
    bob.post(&format!("{TOKENS}/{id}/aggregate"), body)
        .await
        .ok();
    let shown = eve.get(&format!("{TOKENS}/{id}")).await.ok();
    assert_eq!(
        shown["answersLeft"],
        json!([{ "type": "heart_rate", "device": "strap", "answersLeft": 999 }])
    );
    // An hour ago.
    let older = format!("UPDATE market_purchase SET at = at - 3600001 WHERE id = '{purchase}'");
    edit(&app, older).await;
    refund(&eve, &purchase).await.refused(409, "CONFLICT");
    edit(&app, "UPDATE market_budget SET answers = 1000".to_owned()).await;
    let shown = eve.get(&format!("{TOKENS}/{id}")).await.ok();
    assert_eq!(shown["answersLeft"][0]["answersLeft"], 0);
    refund(&eve, &purchase).await.ok();
    assert_eq!((balance(&eve).await, balance(&ada).await), (0.0, 12.5));
    // A used purchase is not refunded.
    let used = bob.get(PURCHASES).await.ok()["purchases"][0]["id"].clone();
    refund(&bob, used.as_str().unwrap())
        .await
        .refused(409, "CONFLICT");
}

/// A cursor of the ledger is the number of a transfer, as the page before wrote it.
#[tokio::test]
async fn a_cursor_of_the_ledger_is_one_that_a_page_named() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let token = offer(&ada, 5, &[]).await;
    for _ in 0..2 {
        buy(&bob, &token).await;
    }
    for cursor in ["-1", "0", "%2B1", "01", "x", "9223372036854775808"] {
        let page = bob.get(&format!("{LEDGER}?cursor={cursor}")).await;
        page.blames("cursor");
    }
    let first = bob.get(&format!("{LEDGER}?limit=1")).await.ok();
    let next = first["nextCursor"].as_str().unwrap();
    let second = bob.get(&format!("{LEDGER}?cursor={next}")).await.ok();
    assert_eq!(second["entries"].as_array().unwrap().len(), 1);
}

/// A refunded purchase has no use left.
#[tokio::test]
async fn a_refunded_purchase_shows_no_use() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let token = offer(&ada, 5, &[]).await;
    let purchase = id_of(&buy(&bob, &token).await);
    let shown = async || bob.get(&format!("{PURCHASES}/{purchase}")).await.ok();
    assert_eq!(shown().await["remainingUses"], 5);
    assert_eq!(refund(&bob, &purchase).await.ok()["remainingUses"], 0);
    assert_eq!(shown().await["remainingUses"], 0);
}
