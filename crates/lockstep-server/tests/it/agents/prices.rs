//! Comparable prices, and the buyers who can read the caller's data.

use lockstep_store::id::ListingId;
use lockstep_store::{StoreError, params};

use super::*;
use crate::market::{TOKENS, buy, offer, token};

const BROKER: &str = "/v1/agents/agt_core_market";
const PRICES: &str = "/v1/sfdp/marketplace/prices";
const GRANTS: &str = "/v1/sfdp/marketplace/grants";

async fn upload(owner: &TestClient, kind: &str, unit: &str, count: i32) {
    let values: Vec<f64> = (0..count).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    let body = points(kind, unit, "strap", JUNE, &values);
    owner.post("/v1/sfdp/data", body).await.ok();
}

#[tokio::test]
async fn prices_are_compared_over_the_offers_of_every_account() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    upload(&ada, "heart_rate", "bpm", 50).await;
    upload(&bob, "heart_rate", "bpm", 100).await;
    upload(&bob, "power", "W", 10).await;
    let own = offer(&ada, 3, &[]).await;
    let mut other = token(1, &[]);
    (other["price"], other["description"]) = (json!(2.5), json!("Marathon training"));
    let other = bob.post(TOKENS, other).await.ok()["tokenId"].clone();
    let mut power = token(1, &[]);
    power["dataPoints"] = json!(["type=power"]);
    bob.post(TOKENS, power).await.ok();
    let withdrawn = offer(&bob, 1, &[]).await;
    bob.delete(&format!("{TOKENS}/{withdrawn}")).await.ok();

    let found = ada.get(&format!("{PRICES}?type=heart_rate")).await.ok();
    let euros = &found["currencies"][0];
    assert_eq!(
        (
            &euros["currency"],
            &euros["offers"],
            found["currencies"].as_array().unwrap().len()
        ),
        (&json!("EUR"), &json!(2), 1),
        "{found}"
    );
    let figures = ["lowest", "median", "highest"].map(|name| euros[name].as_f64().unwrap());
    assert_eq!(figures, [2.5, 7.5, 12.5]);
    let each = ["lowest", "highest"].map(|name| euros["per1000Points"][name].as_f64().unwrap());
    assert_eq!(each, [25.0, 250.0]);
    let ids: Vec<_> = found["offers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["id"], &it["own"]))
        .collect();
    assert_eq!(ids, [(&other, &json!(false)), (&json!(own), &json!(true))]);
    let by_words = ada
        .get(&format!("{PRICES}?words=MARATH&limit=1"))
        .await
        .ok();
    assert_eq!(
        (&by_words["total"], &by_words["offers"][0]["id"]),
        (&json!(1), &other)
    );
    assert_eq!(ada.get(PRICES).await.ok()["total"], 3);

    let asked = json!({ "query": "What do heart rate tokens cost?" });
    let told = tell(&ada, BROKER, "query", "ask", asked).await;
    let (kind, content) = response(&told);
    assert!(
        kind == "text" && content.contains("2 offers, lowest 2.50, median 7.50"),
        "{told}"
    );
    assert!(
        told["response"]["records"]
            .as_array()
            .unwrap()
            .contains(&other),
        "{told}"
    );
    for (query, blamed) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("kind=x", "kind"),
    ] {
        let answer = ada.get(&format!("{PRICES}?{query}")).await;
        answer.refused(400, "INVALID_REQUEST");
        answer.blames(blamed);
    }
    // A key without the right to read the marketplace's area sees no price.
    let key = json!({ "name": "k", "scopes": ["platform:read"] });
    let key = ada.post("/v1/api-keys", key).await.ok();
    let narrow = ada.bearing(key["key"].as_str().unwrap());
    narrow.get(PRICES).await.refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn usable_purchases_are_listed_for_their_seller_alone_and_name_no_buyer() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    upload(&ada, "heart_rate", "bpm", 50).await;
    let id = offer(&ada, 2, &["no-export"]).await;
    let none = json!([]);
    assert_eq!(ada.get(GRANTS).await.ok()["grants"], none);
    buy(&bob, &id).await;
    let listed = ada.get(GRANTS).await.ok();
    let grant = &listed["grants"][0];
    assert_eq!(
        (&grant["tokenId"], &grant["restrictions"]),
        (&json!(id), &json!(["no-export"])),
        "{listed}"
    );
    assert!(!listed.to_string().contains(&bob.id), "{listed}");
    assert_eq!(
        bob.get(GRANTS).await.ok()["grants"],
        none,
        "a buyer sees nothing"
    );
    // A withdrawn token can still be read by its buyer.
    ada.delete(&format!("{TOKENS}/{id}")).await.ok();
    assert_eq!(
        ada.get(GRANTS).await.ok()["grants"][0]["tokenId"],
        json!(id)
    );

    let key = json!({ "name": "Watch bridge", "scopes": ["fitness:write"] });
    ada.post("/v1/api-keys", key).await.ok();
    let guardian = "/v1/agents/agt_core_privacy";
    let asked = json!({ "query": "Who can see my data?" });
    let told = tell(&ada, guardian, "query", "ask", asked).await;
    let (_, content) = response(&told);
    assert!(
        content.contains(&id) && content.contains("Watch bridge"),
        "{told}"
    );

    for _ in 0..2 {
        bob.get(&format!("{TOKENS}/{id}/data")).await.ok();
    }
    assert_eq!(ada.get(GRANTS).await.ok()["grants"], none, "used up");
}

/// A draft of a listing has the texts of the dataset and the median price of other accounts; it offers nothing.
#[tokio::test]
async fn a_draft_of_a_listing_stores_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let dataset = async |owner: &TestClient, name: &str, data: Json| {
        let mut new =
            json!({ "name": name, "description": "One row a day", "encryption_mode": "none" });
        if !data.is_null() {
            new["data"] = data;
        }
        let made = owner.post("/api/datasets", new).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let of_bob = dataset(&bob, "other", json!({ "steps": [1] })).await;
    for (price, currency) in [(4, "EUR"), (10, "EUR"), (6, "EUR"), (99, "USD")] {
        let offer =
            json!({ "title": "Other", "price": price, "currency": currency, "dataset_id": of_bob });
        bob.post("/api/marketplace/items", offer).await.ok();
    }
    let full = dataset(&ada, "Walks", json!({ "steps": [7, 9] })).await;
    let path = |id: &str| format!("/api/datasets/{id}/listing-draft");
    let draft = ada.get(&path(&full)).await.ok();
    for (name, expected) in [
        ("title", json!("Walks")),
        ("description", json!("One row a day")),
        ("price", json!(6.0)),
        ("currency", json!("EUR")),
        ("compared", json!(3)),
        ("rows", json!(2)),
        ("problems", json!([])),
    ] {
        let is_equal = match expected.is_f64() {
            true => draft[name].as_f64() == expected.as_f64(),
            false => draft[name] == expected,
        };
        assert!(is_equal, "{name}: {draft}");
    }
    let none = ada.get(&format!("{}?currency=CHF", path(&full))).await.ok();
    assert_eq!(
        (&none["price"], &none["compared"]),
        (&Json::Null, &json!(0))
    );
    let empty = dataset(&ada, "Plans", Json::Null).await;
    let problems = ada.get(&path(&empty)).await.ok()["problems"].clone();
    assert_eq!(problems, json!(["the dataset has no data yet"]));
    assert_eq!(ada.get("/api/marketplace/items").await.ok()["total"], 4);
    let offer = json!({ "title": "Walks", "price": 5, "dataset_id": full });
    let listing = ada.post("/api/marketplace/items", offer).await.ok();
    let problems = ada.get(&path(&full)).await.ok()["problems"].to_string();
    assert!(
        problems.contains(listing["id"].as_str().unwrap()),
        "{problems}"
    );
    bob.get(&path(&full)).await.refused(404, "NOT_FOUND");
    ada.get(&format!("{}?currency=XXX", path(&full)))
        .await
        .refused(400, "VALIDATION_ERROR");

    let asked = json!({ "query": format!("draft a listing of {empty}") });
    let told = tell(&ada, BROKER, "query", "ask", asked).await;
    let (_, content) = response(&told);
    assert!(content.contains("A draft; nothing was stored."), "{told}");
}

/// Newer listings in another currency do not count towards the number that a draft compares.
#[tokio::test]
async fn many_listings_in_other_currencies_hide_no_price_from_a_draft() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let dataset = async |owner: &TestClient| {
        let new = json!({ "name": "x", "encryption_mode": "none", "data": { "steps": [1] } });
        let made = owner.post("/api/datasets", new).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let of_bob = dataset(&bob).await;
    let list = json!({ "title": "Other", "price": 4, "currency": "EUR", "dataset_id": of_bob });
    let listing = bob.post("/api/marketplace/items", list).await.ok()["id"].clone();
    let listing = listing.as_str().unwrap().to_owned();
    // As many as a draft compares.
    let fill = app
        .state()
        .db
        .write::<_, StoreError, _>("test.fill", move |tx| {
            for _ in 0..1000 {
                let id = ListingId::generate(tx.now(), tx.entropy());
                tx.execute(
                    "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency,
                         status, created_at, duration, allowed_uses, restrictions, row_count, root)
                     SELECT ?1, user_id, dataset_id, version, title, description, price, 'USD',
                         status, created_at, duration, allowed_uses, restrictions, row_count, root
                     FROM market_listing WHERE id = ?2",
                    params![id.as_str(), listing.as_str()],
                )?;
            }
            Ok(())
        });
    fill.await.unwrap();
    let path = format!("/api/datasets/{}/listing-draft", dataset(&ada).await);
    let draft = ada.get(&path).await.ok();
    assert_eq!(draft["price"].as_f64(), Some(4.0), "{draft}");
    assert_eq!(draft["compared"], 1, "{draft}");
}
