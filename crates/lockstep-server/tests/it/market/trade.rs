//! Offers, purchases, reads, refunds, and the money that they move.

use lockstep_store::Settings;
use serde_json::{Value as Json, json};

use super::{LEDGER, TOKENS, balance, buy, offer, store, token};
use crate::app::{JUNE, TestApp, points};
use crate::child;

#[tokio::test]
async fn a_buyer_gets_the_frozen_points_as_often_as_allowed() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0, 61.0, 62.0], None).await;
    let id = offer(&ada, 2, &[]).await;
    let path = format!("{TOKENS}/{id}");
    let market = bob.get(&format!("{TOKENS}?scope=market")).await.ok();
    assert_eq!(market["tokens"][0]["id"], *id);
    assert_eq!(market["tokens"][0]["revenue"], Json::Null);
    assert_eq!(bob.get(TOKENS).await.ok()["tokens"], json!([]));
    // A read before the purchase.
    bob.get(&format!("{path}/data"))
        .await
        .refused(403, "PERMISSION_DENIED");
    let bought = buy(&bob, &id).await;
    assert_eq!(
        (&bought["status"], &bought["remainingUses"]),
        (&json!("active"), &json!(2))
    );
    // The snapshot is frozen: later points and deletions do not change it.
    store(&ada, 1, &[70.0], None).await;
    ada.delete("/v1/sfdp/data").await.ok();
    let read = bob.get(&format!("{path}/data?limit=2")).await.ok();
    assert_eq!(
        (&read["total"], &read["remainingUses"]),
        (&json!(3), &json!(1))
    );
    let next = read["nextCursor"].as_str().unwrap();
    let rest = bob.get(&format!("{path}/data?cursor={next}")).await.ok();
    assert_eq!(
        (&rest["nextCursor"], &rest["remainingUses"]),
        (&Json::Null, &json!(1))
    );
    let values: Vec<f64> = [&read, &rest]
        .iter()
        .flat_map(|page| page["data"].as_array().unwrap())
        .map(|point| point["value"].as_f64().unwrap())
        .collect();
    assert_eq!(values, [60.0, 61.0, 62.0]);
    let csv = bob.get(&format!("{path}/data?format=csv")).await;
    let text = String::from_utf8(csv.bytes.clone()).unwrap();
    assert_eq!((csv.status, text.lines().count()), (200, 4), "{text}");
    assert!(
        text.contains("2026-06-01T00:00:01.000Z,heart_rate,61,bpm,strap,"),
        "{text}"
    );
    bob.get(&format!("{path}/data"))
        .await
        .refused(409, "CONFLICT");
    // Another account cannot continue with the cursor.
    let eve = app.user("eve").await;
    buy(&eve, &id).await;
    eve.get(&format!("{path}/data?cursor={next}"))
        .await
        .blames("cursor");
    assert_eq!((balance(&bob).await, balance(&ada).await), (-12.5, 25.0));
    let own = ada.get(TOKENS).await.ok();
    assert_eq!(own["tokens"][0]["purchases"], 2);
    assert_eq!(own["tokens"][0]["revenue"], 25.0);
    let entry = &bob.get(LEDGER).await.ok()["entries"][0];
    assert_eq!(
        (&entry["type"], &entry["amount"]),
        (&json!("purchase"), &json!(-12.5))
    );
    assert_eq!(entry["reference"], bought["purchaseId"]);
}

#[tokio::test]
async fn parallel_reads_succeed_as_often_as_allowed() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0, 61.0, 62.0], None).await;
    let id = offer(&ada, 10, &[]).await;
    buy(&bob, &id).await;
    let path = format!("{TOKENS}/{id}/data");
    // An address has at most 256 connections.
    let connections = std::sync::Arc::new(tokio::sync::Semaphore::new(200));
    let reads: Vec<_> = (0..1000)
        .map(|_| {
            let (bob, path) = (bob.clone(), path.clone());
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
async fn malformed_offers_are_refused() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let own = ada.get("/v1/sfdp/data").await.ok()["data"][0]["id"].clone();
    // Digits are sent as they are: no float is in between.
    for (price, currency, blamed) in [
        ("0", "EUR", "price"),
        ("-1", "EUR", "price"),
        ("-0.01", "EUR", "price"),
        ("12.505", "EUR", "price"),
        ("12.500000000000000000001", "EUR", "price"),
        ("0.5", "JPY", "price"),
        ("1e300", "EUR", "price"),
        ("10000000000000.00", "EUR", "price"),
        ("\"12\"", "EUR", "price"),
        ("null", "EUR", "price"),
        ("1", "eur", "currency"),
        ("1", "XAU", "currency"),
        ("1", "ZZZ", "currency"),
    ] {
        let body = format!(
            r#"{{"dataPoints":["type=heart_rate"],"price":{price},"currency":"{currency}",
               "accessRules":{{"duration":"P1D","allowedUses":1}}}}"#
        );
        let refused = ada.post_bytes(TOKENS, body).await;
        assert_eq!(refused.status, 400, "{price} {currency}: {refused}");
        refused.blames(blamed);
    }
    let nan = r#"{"dataPoints":["type=heart_rate"],"price":NaN,"currency":"EUR"}"#;
    assert_eq!(ada.post_bytes(TOKENS, nan).await.status, 400);
    for (field, value, blamed) in [
        ("/dataPoints", json!([]), "dataPoints"),
        ("/dataPoints", json!(["type=steps"]), "dataPoints[0]"),
        (
            "/dataPoints",
            json!(["type=heart_rate", "pt_000000000000"]),
            "dataPoints[1]",
        ),
        ("/dataPoints", json!(["all"]), "dataPoints[0]"),
        ("/dataPoints", json!(["start=yesterday"]), "dataPoints[0]"),
        (
            "/accessRules/duration",
            json!("30 days"),
            "accessRules.duration",
        ),
        (
            "/accessRules/duration",
            json!("P11Y"),
            "accessRules.duration",
        ),
        (
            "/accessRules/allowedUses",
            json!(0),
            "accessRules.allowedUses",
        ),
        (
            "/accessRules/restrictions",
            json!(["no-resale"]),
            "accessRules.restrictions[0]",
        ),
    ] {
        let mut body = token(1, &[]);
        *body.pointer_mut(field).unwrap() = value;
        ada.post(TOKENS, body).await.blames(blamed);
    }
    let mut past = token(1, &[]);
    past["availableUntil"] = json!("2020-01-01T00:00:00Z");
    ada.post(TOKENS, past).await.blames("availableUntil");
    let mut described = token(1, &[]);
    described["description"] = json!("a\0b");
    ada.post(TOKENS, described).await.blames("description");
    // A point of another account is not found.
    let mut stolen = token(1, &[]);
    stolen["dataPoints"] = json!([own]);
    bob.post(TOKENS, stolen.clone())
        .await
        .blames("dataPoints[0]");
    bob.post(TOKENS, token(1, &[]))
        .await
        .blames("dataPoints[0]");
    ada.post(TOKENS, stolen).await.ok();
    // The refused requests stored nothing.
    assert_eq!(
        ada.get(TOKENS).await.ok()["tokens"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn purchases_follow_the_rules_of_the_offer() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let id = offer(&ada, 1, &["no-export", "purpose:research"]).await;
    let path = format!("{TOKENS}/{id}");
    let purchase = format!("{path}/purchase");
    ada.post(&purchase, json!({ "purpose": "research" }))
        .await
        .refused(409, "CONFLICT");
    bob.post(&purchase, json!({})).await.blames("purpose");
    bob.post(&purchase, json!({ "purpose": "advertising" }))
        .await
        .blames("purpose");
    let body = json!({ "purpose": "research" });
    let bought = bob.post_once(&purchase, "one", body.clone()).await.ok();
    assert_eq!(bob.post_once(&purchase, "one", body).await.ok(), bought);
    assert_eq!(balance(&bob).await, -12.5);
    let receipt = format!(
        "/v1/sfdp/marketplace/purchases/{}/receipt",
        bought["purchaseId"].as_str().unwrap()
    );
    let document = bob.get(&receipt).await.ok();
    assert_eq!(document["format"], "lockstep-purchase/1");
    assert!(
        document["record"]
            .as_str()
            .unwrap()
            .contains(r#""purpose":"research""#)
    );
    ada.get(&receipt).await.refused(404, "NOT_FOUND");
    bob.get(&format!("{path}/data?format=csv"))
        .await
        .refused(403, "PERMISSION_DENIED");
    // A refused read consumed nothing.
    assert_eq!(
        bob.get(&format!("{path}/data")).await.ok()["remainingUses"],
        0
    );
    // A withdrawn token cannot be bought, and is invisible to strangers.
    ada.delete(&path).await.ok();
    ada.delete(&path).await.ok();
    let eve = app.user("eve").await;
    eve.post(&purchase, json!({ "purpose": "research" }))
        .await
        .refused(404, "NOT_FOUND");
    eve.get(&path).await.refused(404, "NOT_FOUND");
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(bob.get(&path).await.ok()["status"], "revoked");
    bob.post(&purchase, json!({ "purpose": "research" }))
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn an_offer_over_the_threshold_waits_for_an_administrator() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.wallet.auto_approve_threshold = 12.49;
    app.state().apply(settings);
    let made = ada.post(TOKENS, token(1, &[])).await.ok();
    assert_eq!(made["status"], "pending");
    let id = made["tokenId"].as_str().unwrap();
    let purchase = format!("{TOKENS}/{id}/purchase");
    bob.post(&purchase, json!({}))
        .await
        .refused(404, "NOT_FOUND");
    let approve = format!("/v1/admin/marketplace/tokens/{id}/approve");
    bob.post(&approve, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
    let waiting = app.admin().get("/v1/admin/marketplace/tokens").await.ok();
    assert_eq!(waiting["tokens"][0]["id"], id);
    app.admin().post(&approve, json!({})).await.ok();
    bob.post(&purchase, json!({})).await.ok();
    ada.delete(&format!("{TOKENS}/{id}")).await.ok();
    app.admin()
        .post(&approve, json!({}))
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn money_balances_to_the_last_cent() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let admin = app.admin();
    store(&ada, 0, &[60.0], None).await;
    let id = offer(&ada, 1, &[]).await;
    let purchase = format!("{TOKENS}/{id}/purchase");
    let mut settings = Settings::clone(&app.state().settings());
    settings.market.credit_limit = Some(12.49);
    app.state().apply(settings.clone());
    bob.post(&purchase, json!({}))
        .await
        .refused(409, "CONFLICT");
    assert_eq!(balance(&bob).await, 0.0);
    let enter = |user: &str, kind: &str, amount: f64| {
        let body = json!({ "userId": user, "type": kind, "amount": amount, "currency": "EUR",
            "reference": "a transfer of a test" });
        let admin = admin.clone();
        async move { admin.post("/v1/admin/marketplace/settlements", body).await }
    };
    assert_eq!(
        enter(&bob.id, "settlement", 0.01).await.ok()["balance"],
        0.01
    );
    let bought = bob.post(&purchase, json!({})).await.ok();
    assert_eq!(balance(&bob).await, -12.49);
    // A payout leaves the money that a refund may need.
    enter(&ada.id, "payout", 12.5)
        .await
        .refused(409, "CONFLICT");
    let refund = format!(
        "/v1/sfdp/marketplace/purchases/{}/refund",
        bought["purchaseId"].as_str().unwrap()
    );
    ada.post(&refund, json!({})).await.refused(404, "NOT_FOUND");
    assert_eq!(
        bob.post(&refund, json!({})).await.ok()["status"],
        "refunded"
    );
    bob.post(&refund, json!({})).await.refused(409, "CONFLICT");
    bob.get(&format!("{TOKENS}/{id}/data"))
        .await
        .refused(409, "CONFLICT");
    assert_eq!((balance(&bob).await, balance(&ada).await), (0.01, 0.0));
    assert_eq!(ada.get(TOKENS).await.ok()["tokens"][0]["revenue"], 0.0);
    // A used purchase is not refunded.
    let again = bob.post(&purchase, json!({})).await.ok();
    bob.get(&format!("{TOKENS}/{id}/data")).await.ok();
    let refund = format!(
        "/v1/sfdp/marketplace/purchases/{}/refund",
        again["purchaseId"].as_str().unwrap()
    );
    bob.post(&refund, json!({})).await.refused(409, "CONFLICT");
    enter(&ada.id, "payout", 12.51)
        .await
        .refused(409, "CONFLICT");
    // Only money that buyers paid in is paid out.
    enter(&ada.id, "payout", 12.5)
        .await
        .refused(409, "CONFLICT");
    enter(&bob.id, "settlement", 12.49).await.ok();
    assert_eq!(enter(&ada.id, "payout", 12.5).await.ok()["balance"], 0.0);
    enter("usr_01h455vb4pex5vsknk084sn02q", "settlement", 1.0)
        .await
        .blames("userId");
    // Another network has no adapter.
    settings.wallet.network = "mainnet".to_owned();
    app.state().apply(settings);
    bob.post(&purchase, json!({}))
        .await
        .refused(409, "CONFLICT");
    let folder = app.stop().await;
    let verified = child::lockstep(folder.path())
        .args(["market", "verify", "--json"])
        .output()
        .unwrap();
    let report: Json = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(
        (&report["transfers"], &report["difference"]),
        (&json!(6), &Json::Null),
        "{report}"
    );
}

#[tokio::test]
async fn a_repeated_purchase_returns_the_first_answer_after_a_refund() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let id = offer(&ada, 2, &[]).await;
    let repeated = async || {
        let path = format!("{TOKENS}/{id}/purchase");
        let request = bob.request(axum::http::Method::POST, &path);
        let request = request.header("Idempotency-Key", "one-purchase");
        bob.send(request.json(&json!({}))).await.ok()
    };
    let bought = repeated().await;
    assert_eq!(bought["status"], "active");
    let purchase = format!(
        "/v1/sfdp/marketplace/purchases/{}",
        bought["purchaseId"].as_str().unwrap()
    );
    bob.post(&format!("{purchase}/refund"), json!({}))
        .await
        .ok();
    assert_eq!(repeated().await, bought);
    assert_eq!(bob.get(&purchase).await.ok()["status"], "refunded");
    // Nothing was bought again.
    assert_eq!(balance(&bob).await, 0.0);
    bob.get(&format!("{TOKENS}/{id}/data"))
        .await
        .refused(409, "CONFLICT");
}

#[tokio::test]
async fn an_erased_seller_leaves_receipts_and_no_data() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let id = offer(&ada, 5, &[]).await;
    let bought = buy(&bob, &id).await;
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    bob.get(&format!("{TOKENS}/{id}/data"))
        .await
        .refused(404, "NOT_FOUND");
    let purchase = format!(
        "/v1/sfdp/marketplace/purchases/{}",
        bought["purchaseId"].as_str().unwrap()
    );
    let receipt = bob.get(&format!("{purchase}/receipt")).await.ok();
    let record = receipt["record"].as_str().unwrap();
    assert!(
        record.contains(&id) && !record.contains(&ada.id),
        "{record}"
    );
    // An unused purchase can still be refunded.
    bob.post(&format!("{purchase}/refund"), json!({}))
        .await
        .ok();
    assert_eq!(balance(&bob).await, 0.0);
}

/// An expired token is on no page of the market, before and after its seller is notified; the seller still sees it.
#[tokio::test]
async fn an_expired_token_is_on_no_page_of_the_market() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let (over, kept) = (offer(&ada, 1, &[]).await, offer(&ada, 1, &[]).await);
    let path = format!("{TOKENS}/{over}");
    let expired = format!("UPDATE market_token SET available_until = 1 WHERE id = '{over}'");
    let changed = app
        .state()
        .db
        .write::<_, lockstep_store::StoreError, _>("test.expire", move |tx| {
            tx.execute(&expired, &[])
        });
    assert_eq!(changed.await.unwrap(), 1);
    for _ in 0..2 {
        let market = bob.get(&format!("{TOKENS}?scope=market")).await.ok();
        let tokens = market["tokens"].as_array().unwrap();
        assert_eq!((tokens.len(), &tokens[0]["id"]), (1, &json!(kept)));
        bob.get(&path).await.refused(404, "NOT_FOUND");
        assert_eq!(ada.get(&path).await.ok()["status"], "expired");
        let approve = format!("/v1/admin/marketplace/tokens/{over}/approve");
        let refused = app.admin().post(&approve, json!({})).await;
        refused.refused(409, "CONFLICT");
        for job in lockstep_market::CAPABILITY.jobs {
            (job.run)(app.state().clone()).await.unwrap();
        }
    }
}
