//! Listings of datasets in the platform API.

use serde_json::json;

use crate::app::TestApp;
use crate::operations::listing;

const LISTINGS: &str = "/api/marketplace/items";

#[tokio::test]
async fn an_owner_lists_and_withdraws_a_dataset() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let first = listing(&ada).await;
    let second = listing(&ada).await;
    for path in [LISTINGS, "/api/v1/marketplace/items"] {
        let page = bob.get(&format!("{path}?limit=1")).await.ok();
        assert_eq!(
            (&page["total"], &page["data"][0]["id"]),
            (&json!(2), &json!(second))
        );
    }
    let page = bob.get(&format!("{LISTINGS}?page=2&limit=1")).await.ok();
    let listed = &page["data"][0];
    assert_eq!(
        (&listed["id"], &listed["price"]),
        (&json!(first), &json!(25.0))
    );
    assert_eq!(
        (&listed["status"], &listed["title"]),
        (&json!("active"), &json!("Rides"))
    );
    // A listed dataset cannot be deleted, another account cannot list it, and no price is negative.
    let dataset = format!("/api/datasets/{}", listed["dataset_id"].as_str().unwrap());
    ada.delete(&dataset).await.refused(409, "CONFLICT");
    let body = json!({ "title": "Rides", "price": 25, "dataset_id": listed["dataset_id"] });
    bob.post(LISTINGS, body.clone()).await.blames("dataset_id");
    for (field, value) in [
        ("price", json!(0)),
        ("price", json!(-1)),
        ("price", json!(1.001)),
        ("title", json!("")),
        ("title", json!("a\0b")),
        ("description", json!("\0")),
        ("currency", json!("eur")),
        ("dataset_id", json!("ds_01h455vb4pex5vsknk084sn02q")),
        ("dataset_id", json!("all")),
    ] {
        let mut bad = body.clone();
        bad[field] = value;
        ada.post(LISTINGS, bad).await.blames(field);
    }
    let path = format!("{LISTINGS}/{first}");
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    ada.delete(&path).await.ok();
    ada.delete(&path).await.ok();
    assert_eq!(bob.get(LISTINGS).await.ok()["total"], 1);
    ada.delete(&dataset).await.ok();
    assert_eq!(ada.get(LISTINGS).await.ok()["data"][0]["id"], second);
}

/// Buyers decide by the terms of a listing, so they never change: the dataset is listed again under other terms.
#[tokio::test]
async fn the_terms_of_a_listing_never_change() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = format!("{LISTINGS}/{}", listing(&ada).await);
    let before = ada.get(&path).await.ok();
    let change = json!({ "price": 30 });
    for answer in [
        ada.patch(&path, change.clone()).await,
        ada.put(&path, change).await,
    ] {
        answer.refused(405, "VALIDATION_ERROR");
    }
    assert_eq!(ada.get(&path).await.ok(), before);
    ada.delete(&path).await.ok();
    let again = json!({ "title": "Rides", "price": 30, "dataset_id": before["dataset_id"] });
    let again = ada.post(LISTINGS, again).await.ok();
    assert_eq!(
        (&again["status"], &again["price"]),
        (&json!("active"), &json!(30.0))
    );
    assert_ne!(again["id"], before["id"]);
}
