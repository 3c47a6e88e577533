//! Offers of data under a key that the seller stopped: no buyer could read them, so they cannot be bought.

use serde_json::{Value as Json, json};

use super::{LEDGER, TOKENS, balance, buy, offer, offers, store};
use crate::app::{Answer, TestApp, TestClient};

const LISTINGS: &str = "/api/marketplace/items";

/// Changes the key of a mode of an account: `suspend`, `resume` or `revoke`.
async fn act(owner: &TestClient, mode: &str, act: &str) {
    let listed = owner.get("/v1/encryption/keys?limit=100").await.ok();
    let keys = listed["keys"].as_array().unwrap();
    let key = keys.iter().find(|key| key["metadata"]["mode"] == mode);
    let key = key.unwrap()["keyId"].as_str().unwrap();
    let path = format!("/v1/encryption/keys/{key}/{act}");
    owner.post(&path, json!({})).await.ok();
}

/// Checks that an offer is not sold: no purchase, no transfer, and the offer says so.
async fn is_not_sold(app: &TestApp, buyer: &TestClient, offer: &str) {
    let before = buyer.get(LEDGER).await.ok();
    let refused = buyer.post(&format!("{offer}/purchase"), json!({})).await;
    let message = refused.refusal()["message"].to_string();
    assert!(message.contains("a key of the seller"), "{message}");
    refused.refused(409, "CONFLICT");
    let purchases = "/v1/sfdp/marketplace/purchases";
    assert_eq!(buyer.get(purchases).await.ok()["purchases"], json!([]));
    assert_eq!(buyer.get(LEDGER).await.ok(), before);
    assert_eq!(shown(buyer, offer).await, false);
    assert!(page(app, offer).await.contains("not now"), "{offer}");
}

async fn shown(buyer: &TestClient, offer: &str) -> Json {
    buyer.get(offer).await.ok()["readable"].clone()
}

async fn page(app: &TestApp, offer: &str) -> String {
    let id = offer.rsplit('/').next().unwrap();
    let page = app.anonymous().get(&format!("/market/{id}")).await;
    assert_eq!(page.status, 200, "{page}");
    String::from_utf8(page.bytes.clone()).unwrap()
}

#[tokio::test]
async fn a_token_over_points_of_a_stopped_key_is_not_sold() {
    let app = TestApp::start().await;
    for (mode, restrictions) in [("Basic", vec![]), ("ZK", vec!["aggregate-only"])] {
        let ada = app.user(&format!("ada-{mode}")).await;
        let bob = app.user(&format!("bob-{mode}")).await;
        store(&ada, 0, &[60.0; 30], Some(mode)).await;
        // The other points of the token are readable.
        store(&ada, 1, &[61.0; 30], None).await;
        let id = offer(&ada, 1, &restrictions).await;
        let token = format!("{TOKENS}/{id}");
        assert_eq!(shown(&bob, &token).await, true);
        assert!(!page(&app, &token).await.contains("not now"));
        act(&ada, mode, "suspend").await;
        is_not_sold(&app, &bob, &token).await;
        act(&ada, mode, "resume").await;
        assert_eq!(shown(&bob, &token).await, true);
        buy(&bob, &id).await;
        assert_eq!((balance(&bob).await, balance(&ada).await), (-12.5, 12.5));
        // A repeated request returns the purchase that was made, and asks no key.
        let eve = app.user(&format!("eve-{mode}")).await;
        let again = async || {
            let request = eve.request(axum::http::Method::POST, &format!("{token}/purchase"));
            let request = request.header("Idempotency-Key", "purchase-once");
            eve.send(request.json(&json!({}))).await.ok()
        };
        let bought = again().await;
        act(&ada, mode, "suspend").await;
        assert_eq!(again().await, bought);
        act(&ada, mode, "resume").await;
        act(&ada, mode, "revoke").await;
        let fay = app.user(&format!("fay-{mode}")).await;
        is_not_sold(&app, &fay, &token).await;
    }
}

#[tokio::test]
async fn a_listing_of_rows_of_a_stopped_key_is_not_sold() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let dataset =
        json!({ "name": "rides", "encryption_mode": "basic", "data": { "watts": [200, 210] } });
    let dataset = ada.post("/api/datasets", dataset).await.ok();
    let listing = json!({ "title": "Rides", "price": 25, "dataset_id": dataset["id"] });
    let listing = ada.post(LISTINGS, listing).await.ok();
    let path = format!("{LISTINGS}/{}", listing["id"].as_str().unwrap());
    assert_eq!(shown(&bob, &path).await, true);
    act(&ada, "Basic", "suspend").await;
    is_not_sold(&app, &bob, &path).await;
    act(&ada, "Basic", "resume").await;
    bob.post(&format!("{path}/purchase"), json!({})).await.ok();
    assert_eq!(balance(&bob).await, -25.0);
}

/// A purchase that was not used is refunded until it ends, if the seller has stopped the key of its data or is gone:
/// otherwise a seller could sell, wait for the end of the hour, and keep both data and money.
#[tokio::test]
async fn an_unused_purchase_of_data_that_cannot_be_read_is_refunded() {
    let app = TestApp::start().await;
    for end in ["suspend", "revoke", "erase"] {
        let ada = app.user(&format!("ada-{end}")).await;
        let bob = app.user(&format!("bob-{end}")).await;
        store(&ada, 0, &[60.0; 30], Some("Basic")).await;
        let token = offer(&ada, 1, &[]).await;
        let listing = offers::list(&ada, &offers::dataset(&ada).await, 1, &[]).await;
        let used = buy(&bob, &token).await;
        bob.get(&format!("{TOKENS}/{token}/data")).await.ok();
        let points = buy(&bob, &token).await;
        let rows = format!("{LISTINGS}/{listing}/purchase");
        let rows = bob.post(&rows, json!({})).await.ok();
        let [used, points] = [&used, &points].map(|one| one["purchaseId"].as_str().unwrap());
        let rows = rows["purchase_id"].as_str().unwrap();
        offers::change(&app, "UPDATE market_purchase SET at = at - 3600001").await;
        for purchase in [used, points, rows] {
            refund(&bob, purchase).await.refused(409, "CONFLICT");
        }
        match end {
            "erase" => {
                let path = format!("/v1/admin/users/{}", ada.id);
                app.admin().delete(&path).await.ok();
            }
            end => act(&ada, "Basic", end).await,
        }
        refund(&bob, used).await.refused(409, "CONFLICT");
        assert_eq!(balance(&bob).await, -50.0);
        for purchase in [points, rows] {
            assert_eq!(refund(&bob, purchase).await.ok()["status"], "refunded");
            refund(&bob, purchase).await.refused(409, "CONFLICT");
        }
        assert_eq!(balance(&bob).await, -12.5);
    }
}

async fn refund(buyer: &TestClient, purchase: &str) -> Answer {
    let path = format!("/v1/sfdp/marketplace/purchases/{purchase}/refund");
    buyer.post(&path, json!({})).await
}
