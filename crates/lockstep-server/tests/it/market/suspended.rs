//! Offers of a suspended account: neither shown to others nor sold, and back when the account is active again.

use serde_json::{Value as Json, json};

use super::offers::{self, LISTINGS};
use super::{TOKENS, offer, store, token};
use crate::app::{TestApp, TestClient};

/// Returns the number of offers in the lists of the market and in the comparison of prices.
async fn listed(caller: &TestClient) -> [usize; 3] {
    let count = |list: &Json| list.as_array().unwrap().len();
    let tokens = caller.get(&format!("{TOKENS}?scope=market")).await.ok();
    let listings = caller.get(LISTINGS).await.ok();
    let prices = caller.get("/v1/sfdp/marketplace/prices").await.ok();
    [
        count(&tokens["tokens"]),
        count(&listings["data"]),
        count(&prices["offers"]),
    ]
}

#[tokio::test]
async fn a_suspended_account_sells_nothing_and_its_buyers_keep_what_they_bought() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&ada, 0, &[60.0, 61.0], None).await;
    let token = offer(&ada, 5, &[]).await;
    let listing = offers::list(&ada, &offers::dataset(&ada).await, 5, &[]).await;
    let on_offer = [
        (token.clone(), format!("{TOKENS}/{token}")),
        (listing.clone(), format!("{LISTINGS}/{listing}")),
    ];
    for (_, path) in &on_offer {
        let bought = bob.post(&format!("{path}/purchase"), json!({})).await;
        bought.ok();
    }
    let account = format!("/v1/admin/users/{}", ada.id);
    for (change, shown, count) in [
        (None, 200, [1, 1, 2]),
        (Some("suspended"), 404, [0, 0, 0]),
        (Some("active"), 200, [1, 1, 2]),
    ] {
        if let Some(status) = change {
            let body = json!({ "status": status });
            app.admin().patch(&account, body).await.ok();
        }
        assert_eq!(listed(&eve).await, count, "{change:?}");
        for (id, path) in &on_offer {
            let page = app.anonymous().get(&format!("/market/{id}")).await;
            assert_eq!(page.status, shown, "{page}");
            for path in [path.clone(), format!("{path}/certificate")] {
                let seen = eve.get(&path).await;
                assert_eq!(seen.status, shown, "{seen}");
                bob.get(&path).await.ok();
            }
            // A buyer sees the offer, and buys it no more than others do.
            let again = bob.post(&format!("{path}/purchase"), json!({})).await;
            assert_eq!(again.status, shown, "{again}");
            bob.get(&format!("{path}/data")).await.ok();
        }
    }
    for (_, path) in &on_offer {
        let bought = eve.post(&format!("{path}/purchase"), json!({})).await;
        bought.ok();
    }
}

/// Offers that cannot be bought, and offers of other kinds, do not count towards the limit of a search.
#[tokio::test]
async fn many_newer_offers_hide_no_others_from_a_search() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&bob, 0, &[60.0, 61.0], None).await;
    let mut described = token(5, &[]);
    described["description"] = json!("Rides at dawn");
    let older_token = bob.post(TOKENS, described).await.ok()["tokenId"].clone();
    let dataset = offers::dataset(&bob).await;
    let older_listing = json!(offers::list(&bob, &dataset, 5, &[]).await);
    // More than a search returns.
    let dataset = offers::dataset(&ada).await;
    for _ in 0..201 {
        offers::list(&ada, &dataset, 5, &[]).await;
    }
    let search = async |query: &str| {
        let path = format!("/v1/sfdp/marketplace/offers?query={query}");
        let found = eve.get(&path).await.ok();
        let offers = found["offers"].as_array().unwrap().iter();
        let ids: Vec<Json> = offers.map(|offer| offer["id"].clone()).collect();
        (ids, found["incomplete"] == true)
    };
    let only_token = (vec![older_token.clone()], false);
    assert_eq!(search("rides%20tokens").await, only_token);
    let (found, is_incomplete) = search("rides").await;
    assert!(is_incomplete && !found.contains(&older_listing));
    let account = format!("/v1/admin/users/{}", ada.id);
    let suspend = json!({ "status": "suspended" });
    app.admin().patch(&account, suspend).await.ok();
    let both = (vec![older_listing, older_token], false);
    assert_eq!(search("rides").await, both);
}
