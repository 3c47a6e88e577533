//! Payouts: the sum of payouts never exceeds the money that was paid in.

use lockstep_store::Settings;
use serde_json::{Value as Json, json};

use super::offers::change;
use super::{TOKENS, balance, buy, store, token};
use crate::app::{Answer, TestApp, TestClient};
use crate::child;

async fn enter(app: &TestApp, user: &str, kind: &str, amount: f64) -> Answer {
    let body = json!({
        "userId": user, "type": kind, "amount": amount, "currency": "EUR", "reference": "of a test",
    });
    app.admin()
        .post("/v1/admin/marketplace/settlements", body)
        .await
}

/// Offers a point of a seller at 12.50 EUR; returns the id of the token.
async fn offer(seller: &TestClient) -> String {
    store(seller, 0, &[60.0], None).await;
    let made = seller.post(TOKENS, token(1, &[])).await.ok();
    made["tokenId"].as_str().unwrap().to_owned()
}

/// Makes every purchase older than the hour of refunds.
async fn let_an_hour_pass(app: &TestApp) {
    change(app, "UPDATE market_purchase SET at = at - 3600001").await;
}

/// Stops the server and recomputes the ledger.
async fn verified(app: TestApp) -> Json {
    let folder = app.stop().await;
    let verified = child::lockstep(folder.path())
        .args(["market", "verify", "--json"])
        .output()
        .unwrap();
    serde_json::from_slice(&verified.stdout).unwrap()
}

#[tokio::test]
async fn colluding_accounts_are_not_paid_with_the_money_of_others() {
    let app = TestApp::start().await;
    let (ada, bob, eve, honest) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
        app.user("honest").await,
    );
    let (of_ada, of_eve) = (offer(&ada).await, offer(&eve).await);
    enter(&app, &honest.id, "settlement", 100.0).await.ok();
    // Bob buys without money; Ada passes the claim on to Eve.
    buy(&bob, &of_ada).await;
    buy(&ada, &of_eve).await;
    let_an_hour_pass(&app).await;
    assert_eq!((balance(&ada).await, balance(&eve).await), (0.0, 12.5));
    for seller in [&ada, &eve] {
        enter(&app, &seller.id, "payout", 12.5)
            .await
            .refused(409, "CONFLICT");
    }
    enter(&app, &eve.id, "payout", 0.01)
        .await
        .refused(409, "CONFLICT");
    // The money of the honest account is hers.
    enter(&app, &honest.id, "payout", 60.0).await.ok();
    // Bob's payment reaches Eve through Ada.
    enter(&app, &bob.id, "settlement", 5.0).await.ok();
    enter(&app, &eve.id, "payout", 5.01)
        .await
        .refused(409, "CONFLICT");
    enter(&app, &eve.id, "payout", 5.0).await.ok();
    enter(&app, &bob.id, "settlement", 7.5).await.ok();
    enter(&app, &eve.id, "payout", 7.5).await.ok();
    enter(&app, &honest.id, "payout", 40.0).await.ok();
    for account in [&ada, &bob, &eve, &honest] {
        assert_eq!(balance(account).await, 0.0);
    }
    assert_eq!(verified(app).await["difference"], Json::Null);
}

/// Under a credit limit of 0, neither a claim nor proceeds that a refund may need buy anything.
#[tokio::test]
async fn one_payment_buys_once() {
    let app = TestApp::start().await;
    let (buyer, partner, honest, debtor) = (
        app.user("buyer").await,
        app.user("partner").await,
        app.user("honest").await,
        app.user("debtor").await,
    );
    let (of_partner, of_honest) = (offer(&partner).await, offer(&honest).await);
    let ask = async |who: &TestClient, token: &str| {
        let path = format!("{TOKENS}/{token}/purchase");
        who.post(&path, json!({})).await
    };
    // Before the limit is set: a sale on credit.
    buy(&debtor, &of_partner).await;
    let_an_hour_pass(&app).await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.market.credit_limit = Some(0.0);
    app.state().apply(settings);
    assert_eq!(balance(&partner).await, 12.5);
    ask(&partner, &of_honest).await.refused(409, "CONFLICT");
    enter(&app, &buyer.id, "settlement", 12.5).await.ok();
    let bought = buy(&buyer, &of_partner).await;
    ask(&partner, &of_honest).await.refused(409, "CONFLICT");
    let refund = format!(
        "/v1/sfdp/marketplace/purchases/{}/refund",
        bought["purchaseId"].as_str().unwrap()
    );
    buyer.post(&refund, json!({})).await.ok();
    // The payment is back, and pays once.
    buy(&buyer, &of_honest).await;
    ask(&buyer, &of_partner).await.refused(409, "CONFLICT");
    // Proceeds that no refund can need any more are money.
    ask(&honest, &of_partner).await.refused(409, "CONFLICT");
    let_an_hour_pass(&app).await;
    buy(&honest, &of_partner).await;
    assert_eq!(balance(&honest).await, 0.0);
}

#[tokio::test]
async fn two_accounts_that_buy_from_each_other_earn_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (of_ada, of_bob) = (offer(&ada).await, offer(&bob).await);
    buy(&bob, &of_ada).await;
    buy(&ada, &of_bob).await;
    buy(&bob, &of_ada).await;
    let_an_hour_pass(&app).await;
    assert_eq!((balance(&ada).await, balance(&bob).await), (12.5, -12.5));
    enter(&app, &ada.id, "payout", 0.01)
        .await
        .refused(409, "CONFLICT");
    enter(&app, &bob.id, "settlement", 12.5).await.ok();
    enter(&app, &ada.id, "payout", 12.5).await.ok();
    assert_eq!(verified(app).await["difference"], Json::Null);
}

#[tokio::test]
async fn a_payout_leaves_the_cash_that_refunds_may_need() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    let id = offer(&ada).await;
    // An unpaid sale that can no longer be refunded, and a paid one that can.
    buy(&bob, &id).await;
    let_an_hour_pass(&app).await;
    enter(&app, &eve.id, "settlement", 12.5).await.ok();
    let bought = buy(&eve, &id).await;
    assert_eq!(balance(&ada).await, 25.0);
    enter(&app, &ada.id, "payout", 12.5)
        .await
        .refused(409, "CONFLICT");
    let refund = format!(
        "/v1/sfdp/marketplace/purchases/{}/refund",
        bought["purchaseId"].as_str().unwrap()
    );
    eve.post(&refund, json!({})).await.ok();
    enter(&app, &eve.id, "payout", 12.5).await.ok();
    assert_eq!(verified(app).await["difference"], Json::Null);
}

#[tokio::test]
async fn a_debt_outlives_the_erasure_of_its_debtor() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = offer(&ada).await;
    buy(&bob, &id).await;
    let_an_hour_pass(&app).await;
    let path = format!("/v1/admin/users/{}", bob.id);
    app.admin().delete(&path).await.ok();
    // The revenue of the sale stays, and is not paid out: the buyer did not pay it in.
    assert_eq!(balance(&ada).await, 12.5);
    assert_eq!(ada.get(TOKENS).await.ok()["tokens"][0]["revenue"], 12.5);
    enter(&app, &ada.id, "payout", 12.5)
        .await
        .refused(409, "CONFLICT");
    enter(&app, &bob.id, "settlement", 12.5)
        .await
        .refused(404, "NOT_FOUND");
    let report = verified(app).await;
    assert_eq!(
        (&report["difference"], &report["owedByErased"]),
        (&Json::Null, &json!(["12.50 EUR"]))
    );
}

/// Money that was paid in for an account that was erased before its payout stays in the ledger, and is named: it is the
/// difference between the bank's account and what the other accounts can be paid.
#[tokio::test]
async fn the_money_of_an_erased_account_is_named() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = offer(&ada).await;
    enter(&app, &bob.id, "settlement", 20.0).await.ok();
    buy(&bob, &id).await;
    let_an_hour_pass(&app).await;
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    enter(&app, &ada.id, "payout", 12.5)
        .await
        .refused(404, "NOT_FOUND");
    assert_eq!(balance(&bob).await, 7.5);
    let report = verified(app).await;
    assert_eq!(
        (
            &report["difference"],
            &report["owedByErased"],
            &report["cashOfErased"]
        ),
        (&Json::Null, &json!([]), &json!(["12.50 EUR"]))
    );
}

/// The movements of one settlement become final together, or none does.
#[tokio::test]
async fn movements_of_a_settlement_are_final_together() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = offer(&ada).await;
    buy(&bob, &id).await;
    let_an_hour_pass(&app).await;
    let limit = json!({ "wallet": { "gasLimit": 3 } });
    app.admin().patch("/v1/admin/settings", limit).await.ok();
    let movement = |user: &str, kind: &str, amount: f64| {
        json!({
            "userId": user, "type": kind, "amount": amount, "currency": "EUR", "reference": "of a test",
        })
    };
    let together = |further: Vec<Json>| {
        let mut body = movement(&bob.id, "settlement", 12.5);
        body["further"] = json!(further);
        body
    };
    let path = "/v1/admin/marketplace/settlements";
    let entries = async || {
        let ledger = bob.get("/v1/sfdp/marketplace/ledger").await.ok();
        ledger["entries"].as_array().unwrap().len()
    };
    let payout = |amount: f64| movement(&ada.id, "payout", amount);
    let stranger = movement("usr_01h455vb4pex5vsknk084sn02q", "settlement", 1.0);
    for (further, field) in [
        (vec![payout(1.0), stranger], "further[1].userId"),
        (vec![payout(0.0)], "further[0].amount"),
        (vec![movement("ada", "payout", 1.0)], "further[0].userId"),
    ] {
        app.admin()
            .post(path, together(further))
            .await
            .blames(field);
    }
    // More than was paid in, and more movements than the limit.
    for further in [
        vec![payout(12.51)],
        vec![payout(1.0), payout(1.0), payout(1.0)],
    ] {
        let refused = app.admin().post(path, together(further)).await;
        refused.refused(409, "CONFLICT");
    }
    assert_eq!((balance(&ada).await, entries().await), (12.5, 1));
    let body = together(vec![payout(2.5), payout(10.0)]);
    let entered = app.admin().post_once(path, "one", body.clone()).await.ok();
    assert_eq!(
        entered,
        json!({
            "transfer": 2, "balance": 0.0, "currency": "EUR",
            "further": [
                { "transfer": 3, "balance": 0.0, "currency": "EUR" },
                { "transfer": 4, "balance": 0.0, "currency": "EUR" },
            ],
        })
    );
    assert_eq!(app.admin().post_once(path, "one", body).await.ok(), entered);
    assert_eq!((balance(&ada).await, balance(&bob).await), (0.0, 0.0));
    let report = verified(app).await;
    assert_eq!(
        (&report["transfers"], &report["difference"]),
        (&json!(4), &Json::Null)
    );
}

/// The setting `wallet.network` names the adapter of every transfer: without an adapter, no money moves.
#[tokio::test]
async fn a_network_without_an_adapter_moves_no_money() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = offer(&ada).await;
    let bought = buy(&bob, &id).await;
    let settings = "/v1/admin/settings";
    let before = app.admin().get(settings).await.ok();
    let change = json!({ "wallet": { "network": "ethereum", "gasLimit": 7 } });
    let refused = app.admin().patch(settings, change).await;
    assert_eq!(
        refused.blames("wallet.network"),
        "names no settlement adapter: must be internal"
    );
    assert_eq!(app.admin().get(settings).await.ok(), before);
    // The store of another version may name one.
    let mut named = Settings::clone(&app.state().settings());
    named.wallet.network = "ethereum".to_owned();
    app.state().apply(named);
    let purchase = format!("{TOKENS}/{id}/purchase");
    let refund = format!(
        "/v1/sfdp/marketplace/purchases/{}/refund",
        bought["purchaseId"].as_str().unwrap()
    );
    for refused in [
        bob.post(&purchase, json!({})).await,
        bob.post(&refund, json!({})).await,
        enter(&app, &bob.id, "settlement", 12.5).await,
    ] {
        refused.refused(409, "CONFLICT");
        let message = refused.json()["error"]["message"].clone();
        let is_named = message.as_str().unwrap().contains("wallet.network");
        assert!(is_named, "{message}");
    }
    assert_eq!((balance(&ada).await, balance(&bob).await), (12.5, -12.5));
    let internal = json!({ "wallet": { "network": "internal" } });
    app.admin().patch(settings, internal).await.ok();
    bob.post(&refund, json!({})).await.ok();
    assert_eq!((balance(&ada).await, balance(&bob).await), (0.0, 0.0));
}

/// A payout leaves the cash that a later refund needs, as long as the purchase can be refunded, and no longer.
#[tokio::test]
async fn no_payout_takes_the_cash_of_a_refund() {
    const OLDER: &str = "UPDATE market_purchase SET at = at - 3600001";
    const ENDED: &str = "UPDATE market_purchase SET at = at - 3600001, expires_at = at";
    const POINTS: &[&str] = &[];
    const ANSWERS: &[&str] = &["aggregate-only"];
    let app = TestApp::start().await;
    for (nth, (restrictions, is_used, change_to, is_reserved)) in [
        (POINTS, false, None, true),
        (POINTS, false, Some(OLDER), false),
        (ANSWERS, false, None, true),
        // Others may use up the series.
        (ANSWERS, false, Some(OLDER), true),
        (ANSWERS, false, Some(ENDED), false),
        (ANSWERS, true, None, false),
    ]
    .into_iter()
    .enumerate()
    {
        let account = async |name: &str| app.user(&format!("{name}{nth}")).await;
        let (ada, bob, eve) = (
            account("ada").await,
            account("bob").await,
            account("eve").await,
        );
        store(&ada, 0, &[60.0; 20], None).await;
        let id = super::offer(&ada, 2, restrictions).await;
        let ask = async |buyer: &TestClient| {
            let question = json!({ "operation": "sum", "type": "heart_rate" });
            let path = format!("{TOKENS}/{id}/aggregate");
            buyer.post(&path, question).await.ok();
        };
        enter(&app, &bob.id, "settlement", 12.5).await.ok();
        let bought = buy(&bob, &id).await;
        if is_used {
            ask(&bob).await;
        }
        if let Some(sql) = change_to {
            change(&app, sql).await;
        }
        let payout = enter(&app, &ada.id, "payout", 12.5).await;
        assert_eq!(payout.status, if is_reserved { 409 } else { 200 }, "{nth}");
        // Another buyer, who owes the price, gets the last answer of the series.
        if restrictions == ANSWERS {
            buy(&eve, &id).await;
            ask(&eve).await;
            change(&app, "UPDATE market_budget SET answers = 1000").await;
        }
        let purchase = bought["purchaseId"].as_str().unwrap();
        let path = format!("/v1/sfdp/marketplace/purchases/{purchase}/refund");
        let refund = bob.post(&path, json!({})).await;
        assert_eq!(refund.status, if is_reserved { 200 } else { 409 }, "{nth}");
        if is_reserved {
            enter(&app, &bob.id, "payout", 12.5).await.ok();
        }
        assert!(balance(&ada).await >= 0.0 && balance(&bob).await >= 0.0);
    }
    assert_eq!(verified(app).await["difference"], Json::Null);
}

/// Lists that grow at their front have cursors instead of page numbers: a new entry shifts none.
#[tokio::test]
async fn a_new_entry_shifts_no_page_of_administration() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0], None).await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.wallet.auto_approve_threshold = 12.49;
    app.state().apply(settings);
    let add = async || {
        enter(&app, "platform", "settlement", 1.0).await.ok();
        ada.post(TOKENS, token(1, &[])).await.ok();
    };
    for _ in 0..3 {
        add().await;
    }
    let ids = |page: &Json, list: &str| -> Vec<Json> {
        let entries = page[list].as_array().unwrap().iter();
        entries.map(|entry| entry["id"].clone()).collect()
    };
    for (path, list) in [
        ("/v1/admin/marketplace/ledger", "entries"),
        ("/v1/admin/marketplace/tokens", "tokens"),
    ] {
        let all = ids(&app.admin().get(path).await.ok(), list);
        let first = app.admin().get(&format!("{path}?limit=2")).await.ok();
        assert_eq!(ids(&first, list), all[..2], "{path}");
        add().await;
        let next = first["nextCursor"].as_str().unwrap();
        let rest = format!("{path}?limit=1000&cursor={next}");
        let rest = app.admin().get(&rest).await.ok();
        assert_eq!(ids(&rest, list), all[2..], "{path}");
        assert_eq!(rest["nextCursor"], Json::Null);
        for (query, parameter) in [
            ("limit=0", "limit"),
            ("limit=1001", "limit"),
            ("cursor=x", "cursor"),
            ("page=1", "page"),
        ] {
            let refused = app.admin().get(&format!("{path}?{query}")).await;
            refused.blames(parameter);
        }
    }
}
