//! Damaged and edited rows of listings, items, purchases and accounts of the ledger: each costs its own row, is named by
//! a scrub, and never shows or pays for data that were not sold.

mod cells;
mod purchases;
mod roots;
mod terms;

use lockstep_server::scrub;
use lockstep_store::StoreError;
use lockstep_web::capability::Damage;
use serde_json::{Value as Json, json};

use super::{TOKENS, buy, offer, store};
use crate::app::{TestApp, TestClient};
use crate::names::{damage_key, has_no_key_file};

const LISTINGS: &str = "/api/marketplace/items";
const PURCHASES: &str = "/v1/sfdp/marketplace/purchases";
const ADMIN_ITEMS: &str = "/v1/admin/marketplace/items";

/// Changes one row behind the server's back.
async fn edit(app: &TestApp, sql: String) {
    let shown = sql.clone();
    assert_eq!(edit_all(app, sql).await, 1, "{shown}");
}

/// Changes rows behind the server's back; returns their number.
async fn edit_all(app: &TestApp, sql: String) -> usize {
    let edited = app
        .state()
        .db
        .write::<_, StoreError, _>("test.edit", move |tx| {
            tx.execute("PRAGMA ignore_check_constraints = ON", &[])?;
            for trigger in [
                "ledger_transfer_unchanged",
                "ledger_account_unchanged",
                "audit_body_keeps",
            ] {
                tx.execute(&format!("DROP TRIGGER IF EXISTS {trigger}"), &[])?;
            }
            let changed = tx.execute(&sql, &[])?;
            tx.execute("PRAGMA ignore_check_constraints = OFF", &[])?;
            Ok(changed)
        });
    edited.await.unwrap()
}

async fn is_named(app: &TestApp, table: &str) -> bool {
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    found.damaged.iter().any(|one| one.table == table)
}

async fn dataset(seller: &TestClient, name: &str, data: Json) -> String {
    let new = json!({ "name": name, "encryption_mode": "basic", "data": data });
    let made = seller.post("/api/datasets", new).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

/// Lists a dataset; returns the id of the listing.
async fn list(seller: &TestClient, dataset: &str) -> String {
    let body = json!({
        "title": "Rides", "price": 25, "dataset_id": dataset,
        "access_rules": { "duration": "P30D", "allowed_uses": 9, "restrictions": [] },
    });
    let made = seller.post(LISTINGS, body).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_damaged_listing_costs_its_own_entry_and_can_be_withdrawn() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let data = dataset(&ada, "rides", json!({ "w": [1, 2] })).await;
    let whole = list(&ada, &data).await;
    for column in [
        "dataset_id",
        "version",
        "price",
        "currency",
        "status",
        "created_at",
        "duration",
        "allowed_uses",
        "restrictions",
        "row_count",
        "user_id",
    ] {
        let id = list(&ada, &data).await;
        edit(
            &app,
            format!("UPDATE market_listing SET {column} = 'zzz' WHERE id = '{id}'"),
        )
        .await;
        for who in [&ada, &bob] {
            let all = who.get(LISTINGS).await.ok();
            assert!(all.to_string().contains(&whole), "{column}: {all}");
        }
        assert_eq!(
            bob.get(&format!("{LISTINGS}/{id}")).await.status,
            422,
            "{column}"
        );
        assert_eq!(
            bob.get(&format!("{LISTINGS}/{id}/data")).await.status,
            422,
            "{column}"
        );
        let bought = bob
            .post(&format!("{LISTINGS}/{id}/purchase"), json!({}))
            .await;
        assert_eq!(bought.status, 422, "{column}");
        // Earlier rows of this test are missing, and are named, too.
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = |one: &Damage| one.table == "market_listing" && one.row == id;
        assert!(found.damaged.iter().any(is_named), "{column}");
        if column != "user_id" {
            ada.delete(&format!("{LISTINGS}/{id}")).await.ok();
        }
        edit(
            &app,
            format!("DELETE FROM market_listing WHERE id = '{id}'"),
        )
        .await;
    }
}

#[tokio::test]
async fn an_edited_listing_shows_no_other_data() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    let sold = dataset(&ada, "rides", json!({ "w": [1, 2] })).await;
    let private = dataset(&ada, "diary", json!({ "secret": [777, 888] })).await;
    let id = list(&ada, &sold).await;
    let path = format!("{LISTINGS}/{id}");
    bob.post(&format!("{path}/purchase"), json!({})).await.ok();
    edit(
        &app,
        format!("UPDATE market_listing SET dataset_id = '{private}' WHERE id = '{id}'"),
    )
    .await;
    // The buyer reads the bought data.
    let read = bob.get(&format!("{path}/data")).await.ok();
    assert_eq!(read["data"], json!({ "w": [1, 2] }));
    // Nothing of the other dataset is shown or sold.
    for who in [&bob, &eve] {
        let about = who.get(&path).await.ok();
        assert!(!about.to_string().contains("secret"), "{about}");
    }
    assert_eq!(
        eve.post(&format!("{path}/purchase"), json!({}))
            .await
            .status,
        422
    );
    assert!(is_named(&app, "market_listing").await);
    // Nor by an edited purchase.
    let edited =
        format!("UPDATE market_purchase SET dataset_id = '{private}' WHERE offer = '{id}'");
    edit(&app, edited).await;
    assert_eq!(bob.get(&format!("{path}/data")).await.status, 422);
    ada.delete(&path).await.ok();
}

#[tokio::test]
async fn a_damaged_item_or_purchase_is_refused_by_name() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    let token = offer(&ada, 1, &[]).await;
    for column in ["price", "currency", "restrictions", "at", "transfer"] {
        let bought = buy(&bob, &token).await;
        let id = bought["purchaseId"].as_str().unwrap().to_owned();
        edit(
            &app,
            format!("UPDATE market_purchase SET {column} = 'zzz' WHERE id = '{id}'"),
        )
        .await;
        assert_eq!(
            bob.get(&format!("{PURCHASES}/{id}")).await.status,
            422,
            "{column}"
        );
        let refund = bob
            .post(&format!("{PURCHASES}/{id}/refund"), json!({}))
            .await;
        assert_eq!(refund.status, 422, "{column}");
        bob.get(PURCHASES).await.ok();
        assert!(is_named(&app, "market_purchase").await, "{column}");
    }
    let item = json!({ "name": "Report", "description": "", "price": 5, "currency": "EUR",
        "category": "reports",
        "encryption": { "available": true, "types": ["FHE"], "required": false } });
    for column in ["price", "currency", "status", "encryption", "created_at"] {
        let made = app.admin().post(ADMIN_ITEMS, item.clone()).await.ok();
        let id = made["id"].as_str().unwrap();
        edit(
            &app,
            format!("UPDATE market_item SET {column} = 'zzz' WHERE id = '{id}'"),
        )
        .await;
        for path in [ADMIN_ITEMS.to_owned(), format!("{ADMIN_ITEMS}?search=Rep")] {
            app.admin().get(&path).await.ok();
        }
        assert!(is_named(&app, "market_item").await, "{column}");
        edit(&app, format!("DELETE FROM market_item WHERE id = '{id}'")).await;
    }
}

/// Edits of the ledger that leave every balance as it was.
#[tokio::test]
async fn refunds_and_owners_are_compared_with_purchases() {
    for change in [
        "UPDATE ledger_transfer SET reference = 'pur_other' WHERE kind = 'refund'",
        "UPDATE ledger_account SET user_id = '{eve}' WHERE user_id = '{bob}'",
        "UPDATE ledger_account SET user_id = NULL WHERE user_id = '{ada}'",
        // Mia has paid in, and bought nothing.
        "UPDATE ledger_account SET user_id = '{eve}' WHERE user_id = '{mia}'",
        "UPDATE ledger_account SET user_id = NULL WHERE user_id = '{mia}'",
        "UPDATE ledger_account SET user_id = '{eve}' WHERE role = 'outside'",
        "DELETE FROM ledger_owner WHERE user_id = '{mia}'",
        "UPDATE ledger_account SET currency = 'USD' WHERE user_id = '{mia}'",
        "UPDATE ledger_transfer SET currency = 'USD' WHERE kind = 'refund'",
    ] {
        let app = TestApp::start().await;
        let (ada, bob, eve) = (
            app.user("ada").await,
            app.user("bob").await,
            app.user("eve").await,
        );
        store(&ada, 0, &[60.0; 3], None).await;
        let token = offer(&ada, 1, &[]).await;
        let bought = buy(&bob, &token).await;
        buy(&bob, &token).await;
        let path = format!(
            "{PURCHASES}/{}/refund",
            bought["purchaseId"].as_str().unwrap()
        );
        bob.post(&path, json!({})).await.ok();
        let mia = app.user("mia").await;
        let paid_in = json!({
            "userId": mia.id, "type": "settlement", "amount": 5, "currency": "EUR", "reference": "of a test",
        });
        let settlements = "/v1/admin/marketplace/settlements";
        app.admin().post(settlements, paid_in).await.ok();
        assert!(!is_named(&app, "ledger_transfer").await);
        let names = [
            ("{ada}", &ada.id),
            ("{bob}", &bob.id),
            ("{eve}", &eve.id),
            ("{mia}", &mia.id),
        ];
        let change = names
            .iter()
            .fold(change.to_owned(), |sql, (name, id)| sql.replace(name, id));
        edit(&app, change.clone()).await;
        assert!(is_named(&app, "ledger_transfer").await, "{change}");
    }
}

#[tokio::test]
async fn a_damaged_account_key_hides_no_other_damage() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    offer(&ada, 1, &[]).await;
    let other = dataset(&bob, "rides", json!({ "w": [1, 2] })).await;
    let folder = app.stop().await;
    if has_no_key_file(folder.path()) {
        return;
    }
    damage_key(folder.path(), &ada.id);
    let app = TestApp::start_in(folder, |_| {}).await;
    edit(
        &app,
        format!(
            "UPDATE dataset_chunk SET body = zeroblob(length(body)) WHERE dataset_id = '{other}'"
        ),
    )
    .await;
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let tables: Vec<_> = found.damaged.iter().map(|one| &*one.table).collect();
    for table in ["market_chunk", "dataset_chunk"] {
        assert!(tables.contains(&table), "{table}: {tables:?}");
    }
}

#[tokio::test]
async fn a_snapshot_of_a_token_is_not_removed_as_pending_and_is_refused_without_its_chunks() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&ada, 0, &[60.0; 3], None).await;
    let id = offer(&ada, 5, &[]).await;
    buy(&bob, &id).await;
    let pending = format!(
        "INSERT INTO market_pending_snapshot(token_id, user_id, changed_at) VALUES ('{id}', '{}', 1)",
        ada.id
    );
    edit(&app, pending).await;
    assert!(is_named(&app, "market_pending_snapshot").await);
    (lockstep_market::CAPABILITY.jobs[0].run)(app.state().clone())
        .await
        .unwrap();
    let path = format!("{TOKENS}/{id}/data");
    let read = bob.get(&path).await.ok();
    assert_eq!(read["data"].as_array().unwrap().len(), 3);
    assert!(!is_named(&app, "market_pending_snapshot").await);
    edit(
        &app,
        format!("DELETE FROM market_chunk WHERE token_id = '{id}'"),
    )
    .await;
    assert_eq!(bob.get(&path).await.status, 422);
    let bought = eve
        .post(&format!("{TOKENS}/{id}/purchase"), json!({}))
        .await;
    assert_eq!(bought.status, 422);
    assert!(is_named(&app, "market_token").await);
    // No use was consumed.
    let all = bob.get(PURCHASES).await.ok();
    assert_eq!(all["purchases"][0]["remainingUses"], 4, "{all}");
}

#[tokio::test]
async fn a_version_that_is_read_or_sold_is_not_removed_by_a_changed_row() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let data = dataset(&ada, "rides", json!({ "w": [1, 2] })).await;
    let path = format!("/api/datasets/{data}/data");
    for state in ["dropped", "receiving"] {
        let change = format!(
            "UPDATE dataset_version SET state = '{state}', changed_at = 1 WHERE dataset_id = '{data}'"
        );
        edit(&app, change).await;
        for _ in 0..2 {
            for job in lockstep_datasets::CAPABILITY.jobs {
                (job.run)(app.state().clone()).await.unwrap();
            }
        }
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{state}");
        let repaired: Vec<_> = found.repaired.iter().map(|one| &*one.table).collect();
        assert_eq!(repaired, ["dataset_version"], "{state}");
        assert_eq!(
            ada.get(&path).await.ok()["data"],
            json!({ "w": [1, 2] }),
            "{state}"
        );
    }
    // Holds that are removed are created again.
    let id = list(&ada, &data).await;
    bob.post(&format!("{LISTINGS}/{id}/purchase"), json!({}))
        .await
        .ok();
    for holder in ["lst", "pur"] {
        edit(
            &app,
            format!("DELETE FROM dataset_hold WHERE holder LIKE '{holder}%'"),
        )
        .await;
    }
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(
        (found.damaged.len(), found.repaired.len()),
        (0, 2),
        "{:?}",
        found.repaired
    );
    bob.get(&format!("{LISTINGS}/{id}/data")).await.ok();
    assert_eq!(
        ada.delete(&format!("/api/datasets/{data}")).await.status,
        409
    );
}

#[tokio::test]
async fn a_damaged_token_stops_no_background_job() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for who in [&ada, &bob] {
        store(who, 0, &[60.0; 3], None).await;
    }
    let (one, other) = (offer(&ada, 1, &[]).await, offer(&bob, 1, &[]).await);
    for (who, id) in [(&ada, &one), (&bob, &other)] {
        who.delete(&format!("{TOKENS}/{id}")).await.ok();
    }
    edit(
        &app,
        format!("UPDATE market_token SET id = 'zzz' WHERE id = '{one}'"),
    )
    .await;
    edit(
        &app,
        format!("UPDATE market_chunk SET token_id = 'zzz' WHERE token_id = '{one}'"),
    )
    .await;
    (lockstep_market::CAPABILITY.jobs[0].run)(app.state().clone())
        .await
        .unwrap();
    let left = app.state().db.read::<_, StoreError, _>("test.left", |tx| {
        tx.query_one(
            "SELECT COUNT(*) FROM market_chunk WHERE token_id <> 'zzz'",
            &[],
            |row| row.at::<i64>(0),
        )
    });
    assert_eq!(left.await.unwrap(), 0);
}
