//! Items of the administered marketplace, and the page of a token.

use serde_json::{Value as Json, json};

use super::offers::{LISTINGS, dataset, list};
use super::{TOKENS, page_path, store, token};
use crate::app::TestApp;

const ITEMS: &str = "/v1/admin/marketplace/items";

fn item(name: &str, category: &str) -> Json {
    json!({
        "name": name, "description": "Nightly means", "price": 49.9, "category": category,
        "encryption": { "available": true, "types": ["FHE"], "required": false },
    })
}

#[tokio::test]
async fn administrators_create_change_and_list_items() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let sleep = admin.post(ITEMS, item("Sleep", "sleep")).await.ok();
    assert_eq!(
        (&sleep["status"], &sleep["price"]),
        (&json!("active"), &json!(49.9))
    );
    admin.post(ITEMS, item("Runs", "training")).await.ok();
    let path = format!("{ITEMS}/{}", sleep["id"].as_str().unwrap());
    let change = json!({ "status": "archived", "price": 0.05 });
    let changed = admin.patch(&path, change).await.ok();
    assert_eq!(
        (&changed["status"], &changed["price"]),
        (&json!("archived"), &json!(0.05))
    );
    assert_eq!(
        (&changed["name"], &changed["createdAt"]),
        (&sleep["name"], &sleep["createdAt"])
    );
    for (query, total, first) in [
        ("", 2, "Runs"),
        ("?limit=1", 2, "Runs"),
        ("?limit=1&page=2", 2, "Sleep"),
        ("?status=active", 1, "Runs"),
        ("?status=archived", 1, "Sleep"),
        ("?category=sleep", 1, "Sleep"),
        ("?category=sleep&status=archived", 1, "Sleep"),
        ("?category=sleep&status=active", 0, ""),
        ("?search=slee", 1, "Sleep"),
        ("?search=means", 2, "Runs"),
        ("?search=MEANS%20slee", 1, "Sleep"),
        ("?search=means&status=archived", 1, "Sleep"),
        ("?search=means&category=training", 1, "Runs"),
        ("?search=means&category=train", 0, ""),
        ("?search=eans", 0, ""),
        ("?search=archived", 0, ""),
        ("?search=%25", 0, ""),
        ("?search=%22means", 2, "Runs"),
        ("?search=means%20OR%20slee", 0, ""),
        ("?search=name%3Ameans*", 0, ""),
    ] {
        let page = admin.get(&format!("{ITEMS}{query}")).await.ok();
        assert_eq!(page["total"], total, "{query}: {page}");
        let name = page["items"][0]["name"].as_str().unwrap_or_default();
        assert_eq!(name, first, "{query}");
    }
    let renamed = json!({ "name": "Naps", "category": "rest time" });
    admin.patch(&path, renamed).await.ok();
    for (query, total) in [
        ("?search=slee", 0),
        ("?search=naps", 1),
        ("?search=naps&category=rest%20time", 1),
        ("?search=naps&category=rest", 0),
        ("?search=naps&category=sleep", 0),
    ] {
        let page = admin.get(&format!("{ITEMS}{query}")).await.ok();
        assert_eq!(page["total"], total, "{query}: {page}");
        assert_eq!(page["hasUncounted"], false);
    }
    for search in ["a".repeat(501), "a%20".repeat(17)] {
        let found = admin.get(&format!("{ITEMS}?search={search}")).await;
        found.blames("search");
    }
    let found = admin.get(&format!("{ITEMS}?category=a%00")).await;
    found.blames("category");
    for (field, value, blamed) in [
        ("price", json!(-1), "price"),
        ("price", json!(1.005), "price"),
        ("currency", json!("XXX"), "currency"),
        ("name", json!(""), "name"),
        ("category", json!("c".repeat(65)), "category"),
        // PostgreSQL stores no NUL.
        ("name", json!("a\0b"), "name"),
        ("description", json!("\0"), "description"),
        ("category", json!("a\0"), "category"),
        ("status", json!("sold"), "status"),
    ] {
        let mut bad = item("Bad", "sleep");
        bad[field] = value.clone();
        admin.post(ITEMS, bad).await.blames(blamed);
        if field != "currency" {
            admin
                .patch(&path, json!({ field: value }))
                .await
                .blames(blamed);
        }
    }
    admin
        .patch(&path, json!({ "currency": "USD" }))
        .await
        .blames("currency");
    ada.post(ITEMS, item("Own", "sleep"))
        .await
        .refused(403, "PERMISSION_DENIED");
    ada.get(ITEMS).await.refused(403, "PERMISSION_DENIED");
}

/// A price without a currency is in the currency that the item has when the change is stored: a change of the currency
/// at the same time is never undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_price_without_currency_keeps_the_currency_of_a_simultaneous_change() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let made = admin.post(ITEMS, item("Sleep", "sleep")).await.ok();
    let path = format!("{ITEMS}/{}", made["id"].as_str().unwrap());
    for round in 0..20 {
        let euros = json!({ "price": 49.9, "currency": "EUR" });
        admin.patch(&path, euros).await.ok();
        let amount_only = admin.patch(&path, json!({ "price": 30 }));
        let with_currency = admin.patch(&path, json!({ "price": 700, "currency": "JPY" }));
        let (amount_only, with_currency) = tokio::join!(amount_only, with_currency);
        with_currency.ok();
        let changed = amount_only.ok();
        assert_eq!(changed["price"].as_f64(), Some(30.0), "round {round}");
        let listed = admin.get(ITEMS).await.ok();
        assert_eq!(listed["items"][0]["currency"], "JPY", "round {round}");
    }
    // The yen has no decimals.
    admin
        .patch(&path, json!({ "price": 0.5 }))
        .await
        .blames("price");
}

#[tokio::test]
async fn the_page_of_a_token_has_no_script_and_escapes_its_text() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0, 61.0], None).await;
    let mut offer = token(1, &["no-export"]);
    offer["description"] = json!("<script>alert('x')</script> & \"more\"");
    let made = ada.post(TOKENS, offer).await.ok();
    let path = &page_path(&ada, &made["listingUrl"]);
    let page = app.anonymous().get(path).await;
    assert_eq!(page.status, 200, "{page}");
    let text = String::from_utf8(page.bytes.clone()).unwrap();
    for part in ["12.50 EUR", "&lt;script&gt;", "heart_rate", "no-export"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in ["<script", "http:", "https:", &*ada.id, "style="] {
        assert!(!text.contains(part), "{part}: {text}");
    }
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    ada.delete(&format!("{TOKENS}/{}", made["tokenId"].as_str().unwrap()))
        .await
        .ok();
    app.anonymous().get(path).await.refused(404, "NOT_FOUND");
}

/// The URL of a page is that of the server as clients reach it: the configured one, or the host of the request.
#[tokio::test]
async fn the_url_of_a_page_opens_in_a_browser() {
    let app = TestApp::start_with(|config| {
        let url = "https://fit.example".to_owned();
        config.public_url = Some(url.try_into().unwrap());
    })
    .await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0], None).await;
    let made = ada.post(TOKENS, token(1, &[])).await.ok();
    let id = made["tokenId"].as_str().unwrap();
    let expected = format!("https://fit.example/market/{id}");
    let shown = ada.get(&format!("{TOKENS}/{id}")).await.ok();
    assert_eq!(
        (&made["listingUrl"], &shown["listingUrl"]),
        (&json!(expected), &json!(expected))
    );
    let dataset = dataset(&ada).await;
    let listing = list(&ada, &dataset, 1, &[]).await;
    let expected = format!("https://fit.example/market/{listing}");
    for path in [LISTINGS.to_owned(), format!("{LISTINGS}/{listing}")] {
        let found = ada.get(&path).await.ok();
        let found = found["data"][0].as_object().or(found.as_object()).unwrap();
        assert_eq!(found["listing_url"], expected, "{path}");
    }
    // Without a configured URL, the page is at the host of the request, and needs no credential.
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0], None).await;
    let made = ada.post(TOKENS, token(1, &[])).await.ok();
    let url = made["listingUrl"].as_str().unwrap();
    let page = reqwest::get(url).await.unwrap();
    assert_eq!(page.status(), 200, "{url}");
    let mut named = ada
        .request(reqwest::Method::POST, TOKENS)
        .json(&token(1, &[]));
    named = named.header("Host", "fit.example");
    let made = ada.send(named).await.ok();
    let url = made["listingUrl"].as_str().unwrap();
    assert!(url.starts_with("https://fit.example/market/tok_"), "{url}");
}

/// A buyer who states the price it read pays that price or nothing.
#[tokio::test]
async fn a_purchase_at_another_price_than_expected_buys_nothing() {
    let app = TestApp::start().await;
    let (admin, ada, bob) = (app.admin(), app.user("ada").await, app.user("bob").await);
    let made = admin.post(ITEMS, item("Sleep", "sleep")).await.ok();
    let id = made["id"].as_str().unwrap();
    let item_url = format!("/v1/sfdp/marketplace/items/{id}/purchase");
    let currency = made["currency"].clone();
    let at = |price: f64| json!({ "expectedPrice": price, "currency": currency });
    admin
        .patch(&format!("{ITEMS}/{id}"), json!({ "price": 99.9 }))
        .await
        .ok();
    let refused = bob.post(&item_url, at(49.9)).await;
    let message = refused.refused(409, "CONFLICT").to_string();
    assert!(message.contains("99.9"), "{message}");
    store(&ada, 0, &[60.0, 61.0], None).await;
    let token = ada.post(TOKENS, token(1, &[])).await.ok();
    let token_url = format!("{TOKENS}/{}/purchase", token["tokenId"].as_str().unwrap());
    let dataset = dataset(&ada).await;
    let listing_url = format!("{LISTINGS}/{}/purchase", list(&ada, &dataset, 1, &[]).await);
    let in_dollars = json!({ "expectedPrice": 12.5, "currency": "USD" });
    bob.post(&token_url, in_dollars)
        .await
        .refused(409, "CONFLICT");
    bob.post(
        &listing_url,
        json!({ "expected_price": 1, "currency": "EUR" }),
    )
    .await
    .refused(409, "CONFLICT");
    for (url, field) in [
        (&item_url, "expectedPrice"),
        (&token_url, "expectedPrice"),
        (&listing_url, "expected_price"),
    ] {
        bob.post(url, json!({ field: 1 })).await.blames("currency");
        bob.post(url, json!({ "currency": "EUR" }))
            .await
            .blames(field);
        bob.post(url, json!({ field: -1, "currency": "EUR" }))
            .await
            .blames(field);
    }
    let purchases = "/v1/sfdp/marketplace/purchases";
    assert_eq!(bob.get(purchases).await.ok()["purchases"], json!([]));
    bob.post(&item_url, at(99.9)).await.ok();
    bob.post(
        &token_url,
        json!({ "expectedPrice": 12.50, "currency": "EUR" }),
    )
    .await
    .ok();
    let shown = bob.get(&listing_url.replace("/purchase", "")).await.ok();
    let as_shown = json!({ "expected_price": shown["price"], "currency": shown["currency"] });
    bob.post(&listing_url, as_shown).await.ok();
}
