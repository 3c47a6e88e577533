//! Purchases of listings and items: what a buyer gets, how often, and what happens to the money.

use axum::http::Method;
use lockstep_store::StoreError;
use serde_json::{Value as Json, json};

use super::{balance, store, token};
use crate::app::{Answer, TestApp, TestClient};

pub(super) const LISTINGS: &str = "/api/marketplace/items";
const ITEMS: &str = "/v1/sfdp/marketplace/items";
const ADMIN_ITEMS: &str = "/v1/admin/marketplace/items";
const PURCHASES: &str = "/v1/sfdp/marketplace/purchases";

/// Creates a dataset of three rows; returns its id.
pub(super) async fn dataset(seller: &TestClient) -> String {
    let new = json!({
        "name": "rides", "encryption_mode": "basic",
        "data": { "watts": [200, 210, 190], "note": ["a", "=b", null] },
    });
    let made = seller.post("/api/datasets", new).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

/// Lists a dataset at 25 EUR; returns the id of the listing.
pub(super) async fn list(
    seller: &TestClient,
    dataset: &str,
    uses: u32,
    restrictions: &[&str],
) -> String {
    let body = json!({
        "title": "Rides", "price": 25, "dataset_id": dataset,
        "access_rules": { "duration": "P30D", "allowed_uses": uses, "restrictions": restrictions },
    });
    let made = seller.post(LISTINGS, body).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

async fn buy(buyer: &TestClient, path: &str) -> Json {
    buyer
        .post(&format!("{path}/purchase"), json!({}))
        .await
        .ok()
}

async fn read_as(buyer: &TestClient, path: &str, accept: &str) -> Answer {
    let request = buyer.request(Method::GET, path);
    buyer.send(request.header("Accept", accept)).await
}

/// Runs a statement on the store; returns the number of changed rows.
pub(super) async fn change(app: &TestApp, sql: &'static str) -> usize {
    let changed = app
        .state()
        .db
        .write::<_, StoreError, _>("test.change", move |tx| tx.execute(sql, &[]));
    changed.await.unwrap()
}

/// Returns the number of holds on versions of datasets.
async fn holds(app: &TestApp) -> i64 {
    let count = app.state().db.read::<_, StoreError, _>("test.holds", |tx| {
        tx.query_one("SELECT COUNT(*) FROM dataset_hold", &[], |row| row.at(0))
    });
    count.await.unwrap()
}

/// Runs the background job of the marketplace.
async fn run_job(app: &TestApp) {
    let job = &lockstep_market::CAPABILITY.jobs[0];
    (job.run)(app.state().clone()).await.unwrap();
}

#[tokio::test]
async fn a_buyer_reads_the_listed_version_as_often_as_allowed() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let dataset = dataset(&ada).await;
    let id = list(&ada, &dataset, 2, &[]).await;
    let path = format!("{LISTINGS}/{id}");
    let about = bob.get(&path).await.ok();
    assert_eq!(
        (&about["row_count"], &about["version"], &about["revenue"]),
        (&json!(3), &json!(1), &Json::Null)
    );
    assert_eq!(about["columns"][1]["column"], "watts");
    assert_eq!(about["access_rules"]["allowed_uses"], 2);
    bob.get(&format!("{path}/data"))
        .await
        .refused(403, "PERMISSION_DENIED");
    let bought = buy(&bob, &path).await;
    assert_eq!(
        (&bought["status"], &bought["remaining_uses"]),
        (&json!("active"), &json!(2))
    );
    // A later upload, the withdrawal and the deletion of the dataset change nothing for the buyer.
    let upload = ada.request(Method::PUT, &format!("/api/datasets/{dataset}/data"));
    let upload = upload
        .header("Content-Type", "text/csv")
        .body("watts\n999\n");
    ada.send(upload).await.ok();
    ada.delete(&path).await.ok();
    ada.delete(&format!("/api/datasets/{dataset}")).await.ok();
    let read = bob.get(&format!("{path}/data")).await;
    assert_eq!(
        read.ok()["data"],
        json!({ "watts": [200, 210, 190], "note": ["a", "=b", null] })
    );
    assert_eq!(read.header("lockstep-remaining-uses"), Some("1"));
    // The same use continues: another part, and another format.
    let used = read.header("lockstep-use").unwrap();
    let part = format!("{path}/data?columns=watts&offset=1&use={used}");
    let rest = read_as(&bob, &part, "text/csv").await;
    assert_eq!(
        (rest.status, &*rest.bytes),
        (200, &b"watts\r\n210\r\n190\r\n"[..])
    );
    assert_eq!(rest.header("lockstep-remaining-uses"), Some("1"));
    // A refused request consumes nothing.
    bob.get(&format!("{path}/data?columns=none"))
        .await
        .blames("columns");
    bob.get(&format!("{path}/data?limit=0"))
        .await
        .blames("limit");
    let lines = read_as(&bob, &format!("{path}/data"), "application/jsonl").await;
    assert_eq!(lines.header("lockstep-remaining-uses"), Some("0"));
    bob.get(&format!("{path}/data"))
        .await
        .refused(409, "CONFLICT");
    // The listing is invisible for others, and no other account continues the use.
    let eve = app.user("eve").await;
    for other in [&path, &format!("{path}/data"), &part] {
        eve.get(other).await.refused(404, "NOT_FOUND");
    }
    eve.post(&format!("{path}/purchase"), json!({}))
        .await
        .refused(404, "NOT_FOUND");
    bob.post(&format!("{path}/purchase"), json!({}))
        .await
        .refused(409, "CONFLICT");
    // Money, sales and the receipt.
    assert_eq!((balance(&bob).await, balance(&ada).await), (-25.0, 25.0));
    let own = ada.get(&path).await.ok();
    assert_eq!(
        (&own["purchases"], &own["revenue"]),
        (&json!(1), &json!(25.0))
    );
    let purchase = bought["purchase_id"].as_str().unwrap();
    let shown = bob.get(&format!("{PURCHASES}/{purchase}")).await.ok();
    assert_eq!(
        (&shown["listingId"], &shown["tokenId"], &shown["status"]),
        (&json!(id), &Json::Null, &json!("used"))
    );
    let receipt = bob
        .get(&format!("{PURCHASES}/{purchase}/receipt"))
        .await
        .ok();
    let record = receipt["record"].as_str().unwrap();
    for part in [
        &*id,
        &dataset,
        "\"version\":1",
        "\"rows\":3",
        "\"price\":\"25.00\"",
    ] {
        assert!(record.contains(part), "{part}: {record}");
    }
    assert!(!record.contains(&ada.id), "{record}");
    let trust = lockstep_documents::VerificationPolicy::default();
    let document = receipt.to_string();
    lockstep_documents::verify(document.as_bytes(), &trust).unwrap();
}

#[tokio::test]
async fn parallel_reads_of_a_listing_succeed_as_often_as_allowed() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = list(&ada, &dataset(&ada).await, 10, &[]).await;
    let path = format!("{LISTINGS}/{id}");
    buy(&bob, &path).await;
    let connections = std::sync::Arc::new(tokio::sync::Semaphore::new(100));
    let reads: Vec<_> = (0..200)
        .map(|_| {
            let (bob, path) = (bob.clone(), format!("{path}/data"));
            let connections = connections.clone();
            tokio::spawn(async move {
                let _connection = connections.acquire().await.unwrap();
                bob.get(&path).await.status
            })
        })
        .collect();
    let mut statuses = std::collections::BTreeMap::new();
    for read in reads {
        *statuses.entry(read.await.unwrap()).or_insert(0) += 1;
    }
    assert_eq!(statuses.get(&200), Some(&10), "{statuses:?}");
    assert!(
        statuses
            .keys()
            .all(|status| [200, 409, 503].contains(status)),
        "{statuses:?}"
    );
}

#[tokio::test]
async fn a_listing_is_sold_under_its_rules_alone() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let dataset = dataset(&ada).await;
    let id = list(&ada, &dataset, 5, &["no-export", "purpose:research"]).await;
    let path = format!("{LISTINGS}/{id}");
    let purchase = format!("{path}/purchase");
    ada.post(&purchase, json!({ "purpose": "research" }))
        .await
        .refused(409, "CONFLICT");
    ada.get(&format!("{path}/data"))
        .await
        .refused(409, "CONFLICT");
    bob.post(&purchase, json!({})).await.blames("purpose");
    let body = json!({ "purpose": "research" });
    let bought = bob.post_once(&purchase, "one", body.clone()).await.ok();
    assert_eq!(
        bob.post_once(&purchase, "one", body.clone()).await.ok(),
        bought
    );
    assert_eq!(balance(&bob).await, -25.0);
    let receipt = bought["purchase_id"].as_str().unwrap();
    let receipt = bob
        .get(&format!("{PURCHASES}/{receipt}/receipt"))
        .await
        .ok();
    let record = receipt["record"].as_str().unwrap();
    assert!(record.contains(r#""purpose":"research""#), "{record}");
    for accept in ["text/csv", "application/jsonl"] {
        read_as(&bob, &format!("{path}/data"), accept)
            .await
            .refused(403, "PERMISSION_DENIED");
    }
    let read = bob.get(&format!("{path}/data")).await;
    assert_eq!(read.header("lockstep-remaining-uses"), Some("4"), "{read}");
    for (field, value, blamed) in [
        (
            "restrictions",
            json!(["aggregate-only"]),
            "access_rules.restrictions",
        ),
        (
            "restrictions",
            json!(["no-resale"]),
            "access_rules.restrictions[0]",
        ),
        ("duration", json!("30 days"), "access_rules.duration"),
        ("allowed_uses", json!(0), "access_rules.allowed_uses"),
    ] {
        let mut rules = json!({ "duration": "P1D", "allowed_uses": 1, "restrictions": [] });
        rules[field] = value;
        let new = json!({ "title": "t", "price": 1, "dataset_id": dataset, "access_rules": rules });
        ada.post(LISTINGS, new).await.blames(blamed);
    }
    // A listing without rules is sold for a year.
    let new = json!({ "title": "t", "price": 1, "dataset_id": dataset });
    let plain = ada.post(LISTINGS, new).await.ok();
    assert_eq!(
        plain["access_rules"],
        json!({ "duration": "P1Y", "allowed_uses": 1000, "restrictions": [] })
    );
    // The same key for another offer is not a repetition.
    let other = format!("{LISTINGS}/{}/purchase", plain["id"].as_str().unwrap());
    bob.post_once(&other, "one", body)
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_version_is_kept_while_a_purchase_can_read_it() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    let dataset = dataset(&ada).await;
    let id = list(&ada, &dataset, 1, &[]).await;
    let path = format!("{LISTINGS}/{id}");
    let (data, purchase) = (format!("{path}/data"), format!("{path}/purchase"));
    let bought = buy(&bob, &path).await;
    let refund = format!(
        "{PURCHASES}/{}/refund",
        bought["purchase_id"].as_str().unwrap()
    );
    ada.post(&refund, json!({})).await.refused(404, "NOT_FOUND");
    // The listing and the purchase hold the version; a refund ends the hold of the purchase.
    assert_eq!(holds(&app).await, 2);
    bob.post(&refund, json!({})).await.ok();
    assert_eq!((holds(&app).await, balance(&bob).await), (1, 0.0));
    bob.get(&data).await.refused(409, "CONFLICT");
    // So does the erasure of the buyer, and the end of the last use.
    buy(&eve, &path).await;
    buy(&bob, &path).await;
    let used = bob.get(&data).await;
    let continued = format!("{data}?use={}", used.header("lockstep-use").unwrap());
    bob.post(&refund, json!({})).await.refused(409, "CONFLICT");
    app.admin()
        .delete(&format!("/v1/admin/users/{}", eve.id))
        .await
        .ok();
    assert_eq!(holds(&app).await, 2);
    run_job(&app).await;
    assert_eq!(holds(&app).await, 2, "the use can still be continued");
    ada.delete(&path).await.ok();
    ada.delete(&format!("/api/datasets/{dataset}")).await.ok();
    bob.get(&continued).await.ok();
    assert_eq!(
        change(&app, "UPDATE market_use SET at = at - 3600000").await,
        1
    );
    bob.get(&continued).await.blames("use");
    run_job(&app).await;
    assert_eq!(holds(&app).await, 0);
    bob.post(&purchase, json!({}))
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn an_expired_purchase_of_a_listing_reads_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = list(&ada, &dataset(&ada).await, 9, &[]).await;
    let path = format!("{LISTINGS}/{id}");
    buy(&bob, &path).await;
    let used = bob.get(&format!("{path}/data")).await;
    let used = used.header("lockstep-use").unwrap().to_owned();
    change(&app, "UPDATE market_purchase SET expires_at = 1").await;
    bob.get(&format!("{path}/data"))
        .await
        .refused(409, "CONFLICT");
    bob.get(&format!("{path}/data?use={used}"))
        .await
        .blames("use");
    run_job(&app).await;
    assert_eq!(holds(&app).await, 1, "only the listing holds the version");
}

#[tokio::test]
async fn an_erased_seller_of_a_listing_leaves_receipts_and_no_rows() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = list(&ada, &dataset(&ada).await, 9, &[]).await;
    let path = format!("{LISTINGS}/{id}");
    let bought = buy(&bob, &path).await;
    app.admin()
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    for path in [&path, &format!("{path}/data")] {
        bob.get(path).await.refused(404, "NOT_FOUND");
    }
    let purchase = format!("{PURCHASES}/{}", bought["purchase_id"].as_str().unwrap());
    let receipt = bob.get(&format!("{purchase}/receipt")).await.ok();
    let record = receipt["record"].as_str().unwrap();
    assert!(
        record.contains(&id) && !record.contains(&ada.id),
        "{record}"
    );
    assert_eq!(holds(&app).await, 0);
    run_job(&app).await;
    bob.post(&format!("{purchase}/refund"), json!({}))
        .await
        .ok();
    assert_eq!(balance(&bob).await, 0.0);
}

#[tokio::test]
async fn an_item_is_sold_by_the_platform() {
    let app = TestApp::start().await;
    let (admin, bob) = (app.admin(), app.user("bob").await);
    let item = |name: &str, price: f64, status: &str| {
        let body = json!({
            "name": name, "description": "Nightly means", "price": price, "category": "sleep",
            "encryption": { "available": false, "types": [], "required": false }, "status": status,
        });
        let admin = admin.clone();
        async move {
            let made = admin.post(ADMIN_ITEMS, body).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
    };
    let sleep = item("Sleep", 49.9, "active").await;
    let free = item("Guide", 0.0, "active").await;
    let draft = item("Draft", 5.0, "draft").await;
    let first = bob.get(&format!("{ITEMS}?limit=1")).await.ok();
    assert_eq!(first["items"][0]["id"], free);
    let next = first["nextCursor"].as_str().unwrap();
    let rest = bob.get(&format!("{ITEMS}?cursor={next}")).await.ok();
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&rest["items"][0]["id"], &rest["nextCursor"]),
        (&json!(sleep), &Json::Null)
    );
    for path in [
        format!("{ITEMS}/{draft}"),
        format!("{ITEMS}/itm_01h455vb4pex5vsknk084sn02q"),
    ] {
        bob.get(&path).await.refused(404, "NOT_FOUND");
        bob.post(&format!("{path}/purchase"), json!({}))
            .await
            .refused(404, "NOT_FOUND");
    }
    // Administrators sell the items and do not buy them.
    let path = format!("{ITEMS}/{sleep}");
    admin
        .post(&format!("{path}/purchase"), json!({}))
        .await
        .refused(409, "CONFLICT");
    let bought = buy(&bob, &path).await;
    assert_eq!(
        (&bought["itemId"], &bought["status"]),
        (&json!(sleep), &json!("active"))
    );
    let purchase = format!("{PURCHASES}/{}", bought["purchaseId"].as_str().unwrap());
    let shown = bob.get(&purchase).await.ok();
    assert_eq!(
        (
            &shown["itemId"],
            &shown["expiresAt"],
            &shown["remainingUses"]
        ),
        (&json!(sleep), &Json::Null, &Json::Null)
    );
    let receipt = bob.get(&format!("{purchase}/receipt")).await.ok();
    let record = receipt["record"].as_str().unwrap();
    assert!(
        record.contains(&sleep) && record.contains("\"price\":\"49.90\""),
        "{record}"
    );
    // The platform has its own account.
    let ledger = "/v1/admin/marketplace/ledger";
    bob.get(ledger).await.refused(403, "PERMISSION_DENIED");
    let platform = admin.get(ledger).await.ok();
    assert_eq!(
        platform["balances"],
        json!([{ "currency": "EUR", "balance": 49.9 }])
    );
    assert_eq!(platform["entries"][0]["reference"], bought["purchaseId"]);
    assert_eq!((balance(&bob).await, balance(&admin).await), (-49.9, 0.0));
    // An archived item cannot be bought, and its buyers still see it.
    let archive = json!({ "status": "archived" });
    admin
        .patch(&format!("{ADMIN_ITEMS}/{sleep}"), archive)
        .await
        .ok();
    bob.get(&path).await.ok();
    bob.post(&format!("{path}/purchase"), json!({}))
        .await
        .refused(404, "NOT_FOUND");
    let eve = app.user("eve").await;
    eve.get(&path).await.refused(404, "NOT_FOUND");
    // A refund within the hour, once.
    let refund = format!("{purchase}/refund");
    assert_eq!(
        bob.post(&refund, json!({})).await.ok()["status"],
        "refunded"
    );
    bob.post(&refund, json!({})).await.refused(409, "CONFLICT");
    assert_eq!(balance(&bob).await, 0.0);
    // A free item is a purchase without a transfer.
    let gift = buy(&bob, &format!("{ITEMS}/{free}")).await;
    let gift = format!("{PURCHASES}/{}", gift["purchaseId"].as_str().unwrap());
    let receipt = bob.get(&format!("{gift}/receipt")).await.ok();
    assert!(!receipt["record"].as_str().unwrap().contains("transfer"));
    bob.post(&format!("{gift}/refund"), json!({})).await.ok();
    let entries = bob.get(super::LEDGER).await.ok();
    assert_eq!(entries["entries"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn purchases_of_all_offers_are_one_list() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let made = ada.post(super::TOKENS, token(1, &[])).await.ok();
    let token = made["tokenId"].as_str().unwrap();
    let listing = list(&ada, &dataset(&ada).await, 1, &[]).await;
    super::buy(&bob, token).await;
    buy(&bob, &format!("{LISTINGS}/{listing}")).await;
    let all = bob.get(PURCHASES).await.ok();
    let named: Vec<(&Json, &Json)> = all["purchases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["tokenId"], &one["listingId"]))
        .collect();
    assert_eq!(
        named,
        [(&Json::Null, &json!(listing)), (&json!(token), &Json::Null)]
    );
}
