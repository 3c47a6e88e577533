//! Offers of a suspended account: neither shown to others nor sold, and back when the account is active again.

use serde_json::{Value as Json, json};

use super::offers::{self, LISTINGS};
use super::{TOKENS, offer, store};
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
