//! Answers over sold points: only whole days of enough points, regardless of what buyers combine.

use lockstep_documents::{VerificationPolicy, verify};
use serde_json::{Value as Json, json};

use super::offers::change;
use super::{DAY, TOKENS, buy, offer, store};
use crate::app::{Answer, JUNE, TestApp, TestClient, points};

const DAYS: [&str; 4] = ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04"];

/// Asks for an operation over days.
async fn ask(buyer: &TestClient, token: &str, operation: &str, days: &[&str]) -> Answer {
    let body = json!({
        "operation": operation, "type": "heart_rate", "days": days, "audience": "a study",
    });
    buyer
        .post(&format!("{TOKENS}/{token}/aggregate"), body)
        .await
}

/// Returns the statement of an answer, checked offline.
async fn verified(app: &TestApp, answer: &Answer) -> Json {
    let key = app.admin().get("/v1/encryption/attestation-key").await.ok();
    let trust = VerificationPolicy {
        attester: Some(key["fingerprint"].as_str().unwrap().parse().unwrap()),
        audience: Some("a study".to_owned()),
        ..VerificationPolicy::default()
    };
    let document = answer.ok()["result"].to_string();
    let found = verify(document.as_bytes(), &trust).unwrap();
    assert!(found.known_signer);
    // For another audience it is nothing.
    let other = VerificationPolicy {
        audience: Some("another study".to_owned()),
        ..trust
    };
    assert!(verify(document.as_bytes(), &other).is_err());
    Json::Object(found.says.fields())
}

/// Values of a day: `count` values from `first` on.
fn values(first: u32, count: u32) -> Vec<f64> {
    (0..count).map(|nth| f64::from(first + nth % 40)).collect()
}

#[tokio::test]
async fn no_combination_of_answers_shows_less_than_a_day() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let days = [
        values(60, 20),
        values(70, 30),
        values(80, 19),
        values(90, 25),
    ];
    for (day, values) in days.iter().enumerate() {
        store(&ada, day as i64, values, None).await;
    }
    let id = offer(&ada, 100, &["aggregate-only"]).await;
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    for buyer in [&bob, &eve] {
        buy(buyer, &id).await;
        buyer
            .get(&format!("{TOKENS}/{id}/data"))
            .await
            .refused(403, "PERMISSION_DENIED");
    }
    // Overlapping questions of two buyers: the difference is a whole day.
    let sum = async |buyer: &TestClient, days: &[&str]| {
        let answer = ask(buyer, &id, "sum", days).await;
        verified(&app, &answer).await
    };
    let all = sum(&bob, &[DAYS[0], DAYS[1], DAYS[3]]).await;
    let some = sum(&eve, &[DAYS[3], DAYS[0]]).await;
    let difference = all["value"].as_f64().unwrap() - some["value"].as_f64().unwrap();
    assert_eq!(difference, days[1].iter().sum::<f64>());
    assert_eq!((&all["count"], &some["count"]), (&json!(75), &json!(45)));
    for cell in all["cells"].as_array().unwrap() {
        assert!(cell["count"].as_u64().unwrap() >= 20, "{cell}");
    }
    // No answer contains a day of 19 points, neither alone nor with other days.
    ask(&bob, &id, "mean", &[DAYS[2]]).await.blames("days[0]");
    ask(&bob, &id, "sum", &[DAYS[0], DAYS[2]])
        .await
        .blames("days[1]");
    ask(&bob, &id, "sum", &["2026-06-01T12:00:00Z"])
        .await
        .blames("days[0]");
    let without = json!({ "operation": "sum", "type": "heart_rate", "audience": "a study" });
    let answer = bob.post(&format!("{TOKENS}/{id}/aggregate"), without).await;
    assert_eq!(verified(&app, &answer).await["count"], 75);
    let steering =
        json!({ "operation": "sum", "type": "heart_rate", "audience": "a study\u{9b}31m" });
    let answer = bob
        .post(&format!("{TOKENS}/{id}/aggregate"), steering)
        .await;
    answer.blames("audience");
    // The same day with one point more is not offered again: its difference would be that point.
    let late = points("heart_rate", "bpm", "strap", JUNE + 3600, &[123.0]);
    ada.post("/v1/sfdp/data", late).await.ok();
    let second = offer(&ada, 100, &["aggregate-only"]).await;
    buy(&bob, &second).await;
    ask(&bob, &second, "sum", &[DAYS[0]])
        .await
        .blames("days[0]");
    let kept = ask(&bob, &second, "sum", &[DAYS[1]]).await;
    assert_eq!(
        verified(&app, &kept).await["value"],
        days[1].iter().sum::<f64>()
    );
    // Nor does a part of a day.
    let half = json!({
        "dataPoints": ["type=heart_rate;end=2026-06-02T00:00:24Z"], "price": 1, "currency": "EUR",
        "accessRules": { "duration": "P1D", "allowedUses": 9, "restrictions": ["aggregate-only"] },
    });
    ada.post(TOKENS, half).await.blames("dataPoints");
    // Mean and variance are those of the values.
    let mean = ask(&bob, &id, "mean", &[DAYS[1]]).await;
    let mean = verified(&app, &mean).await["value"].as_f64().unwrap();
    let expected = days[1].iter().sum::<f64>() / 30.0;
    assert!((mean - expected).abs() < 1e-9, "{mean}");
    let variance = ask(&bob, &id, "variance", &[DAYS[1]]).await;
    let variance = verified(&app, &variance).await["value"].as_f64().unwrap();
    let expected = days[1].iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 30.0;
    assert!((variance - expected).abs() < 1e-6, "{variance}");
}

/// A use that paid for an answer opens no page of points: neither as a file, nor with the cursor of the use, nor with the
/// key of the question. What is refused consumes no use, and the buyer's own data have none of the points.
#[tokio::test]
async fn a_use_for_an_answer_opens_no_page_of_points() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 20), None).await;
    let id = offer(&ada, 9, &["aggregate-only"]).await;
    let purchase = buy(&bob, &id).await;
    let purchase = purchase["purchaseId"].as_str().unwrap();
    let question = json!({ "operation": "sum", "type": "heart_rate" });
    let path = format!("{TOKENS}/{id}");
    bob.post_once(&format!("{path}/aggregate"), "one", question)
        .await
        .ok();
    let first = format!("cursor={purchase}.1.0.0");
    let file = format!("{first}&format=csv");
    for query in ["limit=1", "format=csv", first.as_str(), file.as_str()] {
        for key in [None, Some("one")] {
            let request = bob.request(reqwest::Method::GET, &format!("{path}/data?{query}"));
            let request = match key {
                Some(key) => request.header("Idempotency-Key", key),
                None => request,
            };
            let refused = bob.send(request).await;
            refused.refused(403, "PERMISSION_DENIED");
        }
    }
    let shown = bob
        .get(&format!("/v1/sfdp/marketplace/purchases/{purchase}"))
        .await
        .ok();
    assert_eq!(shown["remainingUses"], 8);
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
}

#[tokio::test]
async fn a_series_gives_its_answers_to_all_buyers_together() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for day in 0..2 {
        store(&ada, day, &values(60, 20), None).await;
    }
    let id = offer(&ada, 100, &["aggregate-only"]).await;
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    buy(&bob, &id).await;
    buy(&eve, &id).await;
    let first = ask(&bob, &id, "sum", &[DAYS[0]]).await.ok();
    assert_eq!(first["remainingUses"], 99);
    // All but one of the answers are spent by others.
    let spent = app
        .state()
        .db
        .write::<_, lockstep_store::StoreError, _>("test.spend", |tx| {
            tx.execute("UPDATE market_budget SET answers = 999", &[])
        });
    assert_eq!(spent.await.unwrap(), 1);
    ask(&eve, &id, "sum", &[DAYS[1]]).await.ok();
    ask(&bob, &id, "sum", &[DAYS[0], DAYS[1]])
        .await
        .refused(409, "CONFLICT");
    // Known answers are still given, and to the other buyer, too.
    for (buyer, day) in [(&bob, DAYS[1]), (&eve, DAYS[0])] {
        let again = ask(buyer, &id, "sum", &[day]).await;
        assert_eq!(verified(&app, &again).await["count"], 20);
    }
    // The refused question consumed no use.
    assert_eq!(
        ask(&bob, &id, "sum", &[DAYS[0]]).await.ok()["remainingUses"],
        97
    );
}

#[tokio::test]
async fn answers_over_encrypted_blocks_are_computed_on_ciphertexts() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    // A full block and a tail, over the end of a day.
    let all = values(60, 8292);
    let body = points("heart_rate", "bpm", "strap", JUNE + DAY - 4000, &all);
    let mut body = body;
    body["encryptionMode"] = json!("FHE");
    let stored = ada.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(stored["encryptedCount"], 8292);
    let id = offer(&ada, 10, &["aggregate-only"]).await;
    buy(&bob, &id).await;
    for (days, values) in [
        (&DAYS[..1], &all[..4000]),
        (&DAYS[1..2], &all[4000..]),
        (&DAYS[..2], &all[..]),
    ] {
        let answer = ask(&bob, &id, "sum", days).await;
        let says = verified(&app, &answer).await;
        assert_eq!(says["value"], values.iter().sum::<f64>());
        assert_eq!(says["count"], values.len());
        assert!(says["encrypted"].as_u64().unwrap() >= 4000, "{says}");
    }
    // The certificate names mode and root, and no value.
    let certificate = bob.get(&format!("{TOKENS}/{id}/certificate")).await.ok();
    let found = verify(
        certificate.to_string().as_bytes(),
        &VerificationPolicy::default(),
    )
    .unwrap();
    let says = Json::Object(found.says.fields());
    assert_eq!(
        (&says["points"], &says["series"][0]["mode"]),
        (&json!(8292), &json!("FHE"))
    );
    assert_eq!(says["series"][0]["days"][0]["offered"], true);
    // Points of a homomorphic block are sold as the owner reads them.
    let id = offer(&ada, 1, &[]).await;
    buy(&bob, &id).await;
    let read = bob.get(&format!("{TOKENS}/{id}/data")).await.ok();
    let sold: Vec<f64> = read["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point["value"].as_f64().unwrap())
        .collect();
    assert_eq!(sold, all);
}

/// A stored answer shows the points of a stopped key as well: it is refused like a new one, and consumes no use.
#[tokio::test]
async fn a_stored_answer_is_refused_while_the_key_of_its_points_is_stopped() {
    let app = TestApp::start().await;
    for mode in ["Basic", "ZK"] {
        let ada = app.user(&format!("ada-{mode}")).await;
        let (bob, eve) = (
            app.user(&format!("bob-{mode}")).await,
            app.user(&format!("eve-{mode}")).await,
        );
        store(&ada, 0, &values(60, 30), Some(mode)).await;
        let id = offer(&ada, 100, &["aggregate-only"]).await;
        buy(&bob, &id).await;
        buy(&eve, &id).await;
        let first = ask(&bob, &id, "sum", &[DAYS[0]]).await.ok();
        assert_eq!(first["remainingUses"], 99);
        let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
        let keys = keys["keys"].as_array().unwrap();
        let key = keys.iter().find(|key| key["metadata"]["mode"] == mode);
        let key = key.unwrap()["keyId"].as_str().unwrap().to_owned();
        let path = format!("/v1/encryption/keys/{key}");
        ada.post(&format!("{path}/suspend"), json!({})).await.ok();
        for buyer in [&bob, &eve] {
            let refused = ask(buyer, &id, "sum", &[DAYS[0]]).await;
            refused.refused(422, "ENCRYPTION_ERROR");
        }
        ada.post(&format!("{path}/resume"), json!({})).await.ok();
        let again = ask(&bob, &id, "sum", &[DAYS[0]]).await.ok();
        assert_eq!(again["remainingUses"], 98, "{mode}");
    }
}

/// An answer that did not arrive is given again under its key, from the one use that it consumed.
#[tokio::test]
async fn a_repeated_question_gets_its_answer_and_uses_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 20), None).await;
    store(&ada, 1, &values(70, 20), None).await;
    let id = offer(&ada, 1, &["aggregate-only"]).await;
    buy(&bob, &id).await;
    let path = format!("{TOKENS}/{id}/aggregate");
    let question = |day: &str| json!({ "operation": "sum", "type": "heart_rate", "days": [day], "audience": "a study" });
    let asked = || bob.post_once(&path, "agg-1", question(DAYS[0]));
    // Two at once, then once more.
    let (first, second) = tokio::join!(asked(), asked());
    let says = verified(&app, &first).await;
    let record = first.ok()["result"]["record"].clone();
    for again in [&second, &asked().await] {
        assert_eq!(verified(&app, again).await, says);
        let again = again.ok();
        assert_eq!(
            (&again["result"]["record"], &again["remainingUses"]),
            (&record, &json!(0))
        );
    }
    // The key belongs to the question, and another key is another use.
    for (key, day) in [("agg-1", DAYS[1]), ("agg-2", DAYS[0])] {
        let other = bob.post_once(&path, key, question(day)).await;
        other.refused(409, "CONFLICT");
    }
    // A later purchase is not used by a repeated question.
    let later = buy(&bob, &id).await;
    assert_eq!(asked().await.ok()["result"]["record"], record);
    let later = format!(
        "/v1/sfdp/marketplace/purchases/{}",
        later["purchaseId"].as_str().unwrap()
    );
    assert_eq!(bob.get(&later).await.ok()["remainingUses"], 1);
    // After an hour, the use is over.
    change(&app, "UPDATE market_use SET at = at - 3600001").await;
    asked().await.refused(409, "CONFLICT");
    assert_eq!(bob.get(&later).await.ok()["remainingUses"], 1);
    // Without an audience, the document names the purchase.
    let unnamed = json!({ "operation": "sum", "type": "heart_rate" });
    let unnamed = || bob.post_once(&path, "agg-3", unnamed.clone());
    let first = unnamed().await.ok();
    assert_eq!(
        unnamed().await.ok()["result"]["record"],
        first["result"]["record"]
    );
}

/// A question that names something that is not offered is refused by the field that names it.
#[tokio::test]
async fn a_refused_question_names_its_field() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 20), None).await;
    let id = offer(&ada, 9, &["aggregate-only"]).await;
    buy(&bob, &id).await;
    for (kind, device, field) in [
        ("steps", "strap", "type"),
        ("heart_rate", "watch", "device"),
    ] {
        let question = json!({ "operation": "sum", "type": kind, "device": device });
        let path = format!("{TOKENS}/{id}/aggregate");
        bob.post(&path, question).await.blames(field);
    }
}

/// A day whose points cannot be added is sold by no token: its buyer would pay for an answer that is never given.
#[tokio::test]
async fn a_day_that_cannot_be_added_is_not_offered() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for (kind, first, other, last) in [
        // Of an unknown type in two units; a pace of zero, which is no speed; a value whose square is too large.
        ("mood", "stars", "points", 3.0),
        ("speed", "min/km", "min/km", 0.0),
        ("wealth", "coins", "coins", 1e20),
    ] {
        let nineteen = vec![5.0; 19];
        let days = [(0, first, 5.0), (1, other, last)];
        for (day, unit, value) in days {
            let start = JUNE + day * DAY;
            for body in [
                points(kind, first, "strap", start, &nineteen),
                points(kind, unit, "strap", start + 60, &[value]),
            ] {
                let stored = ada.post("/v1/sfdp/data", body).await.ok();
                assert_eq!(stored["success"], true, "{kind}: {stored}");
            }
        }
        let offer = |selector: String| {
            json!({
                "dataPoints": [selector], "price": 1, "currency": "EUR",
                "accessRules": { "duration": "P1D", "allowedUses": 9, "restrictions": ["aggregate-only"] },
            })
        };
        let of_last = format!("type={kind};start={}", DAYS[1]);
        ada.post(TOKENS, offer(of_last)).await.blames("dataPoints");
        let made = ada.post(TOKENS, offer(format!("type={kind}"))).await.ok();
        let id = made["tokenId"].as_str().unwrap();
        let certificate = bob.get(&format!("{TOKENS}/{id}/certificate")).await.ok();
        let trust = VerificationPolicy::default();
        let found = verify(certificate.to_string().as_bytes(), &trust).unwrap();
        let says = Json::Object(found.says.fields());
        let offered: Vec<&Json> = says["series"][0]["days"]
            .as_array()
            .unwrap()
            .iter()
            .map(|day| &day["offered"])
            .collect();
        assert_eq!(offered, [&json!(true), &json!(false)], "{kind}");
        buy(&bob, id).await;
        // What is offered is answered.
        for operation in ["sum", "mean", "variance"] {
            let question = json!({ "operation": operation, "type": kind, "audience": "a study" });
            let answer = bob
                .post(&format!("{TOKENS}/{id}/aggregate"), question)
                .await;
            assert_eq!(verified(&app, &answer).await["count"], 20, "{kind}");
        }
    }
}

/// The duration of the rules ends the access: to the points, and to answers that were not computed before.
#[tokio::test]
async fn an_expired_purchase_of_a_token_reads_and_computes_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let data = format!("{TOKENS}/{}/data", offer(&ada, 9, &[]).await);
    let path = data.strip_suffix("/data").unwrap();
    let purchase = format!("{path}/purchase");
    bob.post(&purchase, json!({})).await.ok();
    // Of another seller: a day is sold by points or by answers.
    let eve = app.user("eve").await;
    store(&eve, 0, &values(60, 20), None).await;
    let answered = offer(&eve, 9, &["aggregate-only"]).await;
    buy(&bob, &answered).await;
    bob.get(&data).await.ok();
    ask(&bob, &answered, "sum", &[DAYS[0]]).await.ok();
    change(&app, "UPDATE market_purchase SET expires_at = 1").await;
    bob.get(&data).await.refused(409, "CONFLICT");
    ask(&bob, &answered, "mean", &[DAYS[0]])
        .await
        .refused(409, "CONFLICT");
    // Another purchase gives access again.
    bob.post(&purchase, json!({})).await.ok();
    bob.get(&data).await.ok();
}
