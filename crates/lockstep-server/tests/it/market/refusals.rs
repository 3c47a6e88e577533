//! Refused questions, pages and prices: the status, the code of the area, and the field that the error names.

use axum::http::Method;
use serde_json::{Value as Json, json};

use super::offers::{LISTINGS, dataset, list};
use super::{DAY, TOKENS, buy, offer, store, token};
use crate::app::{Answer, JUNE, TestApp, TestClient, points};

const MARKET: &str = "/v1/sfdp/marketplace";
const DATASETS: &str = "/api/datasets";
const ADMIN_ITEMS: &str = "/v1/admin/marketplace/items";

/// Expects 400 with the code of an invalid request, about one field.
#[track_caller]
fn invalid(answer: &Answer, code: &str, field: &str) {
    answer.refused(400, code);
    answer.blames(field);
}

#[tokio::test]
async fn pages_of_the_market_name_the_parameter_that_is_wrong() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for list in ["tokens", "purchases", "ledger", "grants", "items"] {
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=1001", "limit"),
            ("limit=-1", "limit"),
            ("limit=ten", "limit"),
            ("limit=", "limit"),
            ("cursor=next", "cursor"),
            ("cursor=", "cursor"),
            ("page=2", "page"),
        ] {
            let answer = ada.get(&format!("{MARKET}/{list}?{query}")).await;
            invalid(&answer, "INVALID_REQUEST", field);
        }
        ada.get(&format!("{MARKET}/{list}?limit=1000")).await.ok();
    }
    for query in ["scope=all", "scope=", "scope=Market"] {
        let answer = ada.get(&format!("{TOKENS}?{query}")).await;
        invalid(&answer, "INVALID_REQUEST", "scope");
    }
    for scope in ["own", "market"] {
        ada.get(&format!("{TOKENS}?scope={scope}&limit=1"))
            .await
            .ok();
    }
}

#[tokio::test]
async fn questions_about_sold_days_name_the_field_that_is_wrong() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 20], None).await;
    let answers = offer(&ada, 2, &["aggregate-only"]).await;
    let of_points = offer(&ada, 2, &[]).await;
    let good = json!({ "operation": "mean", "type": "heart_rate" });
    let at = |token: &str| format!("{TOKENS}/{token}/aggregate");
    // Before the purchase; the body is read first.
    bob.post(&at(&answers), good.clone())
        .await
        .refused(403, "PERMISSION_DENIED");
    let empty = json!({ "operation": "mean", "type": "heart_rate", "days": [] });
    invalid(
        &bob.post(&at(&answers), empty).await,
        "INVALID_REQUEST",
        "days",
    );
    for token in [&answers, &of_points] {
        buy(&bob, token).await;
    }
    for (field, value, blamed) in [
        ("operation", json!("max"), "operation"),
        ("operation", json!("SUM"), "operation"),
        ("operation", Json::Null, "operation"),
        ("type", json!("steps"), "type"),
        ("type", json!(7), "type"),
        // The certificate names pairs of a type and a device.
        ("device", json!("watch"), "device"),
        ("device", json!(7), "device"),
        ("days", json!([]), "days"),
        ("days", json!("2026-06-01"), "days"),
        ("days", json!(["today"]), "days[0]"),
        ("days", json!(["2026-06-01", "2026-06-02"]), "days[1]"),
        ("audience", json!(""), "audience"),
        ("audience", json!("a".repeat(201)), "audience"),
        ("unit", json!("bpm"), "unit"),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = bob.post(&at(&answers), body).await;
        invalid(&answer, "INVALID_REQUEST", blamed);
    }
    for field in ["operation", "type"] {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(field);
        invalid(
            &bob.post(&at(&answers), body).await,
            "INVALID_REQUEST",
            field,
        );
    }
    // A token that sells points has no answers: the error names the path to the points.
    let refused = bob.post(&at(&of_points), good.clone()).await;
    let message = refused.refused(409, "CONFLICT").to_string();
    assert!(message.contains("/data"), "{message}");
    // No refusal consumed a use.
    let answered = bob.post(&at(&answers), good).await.ok();
    assert_eq!(answered["remainingUses"], 1);
}

#[tokio::test]
async fn lists_of_the_platform_have_ten_entries_and_name_the_parameter_that_is_wrong() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for nth in 0..11 {
        let new = json!({
            "name": format!("rides {nth}"), "encryption_mode": "none", "data": { "watts": [nth] },
        });
        let made = ada.post(DATASETS, new).await.ok();
        let listing = json!({ "title": "Rides", "price": 25, "dataset_id": made["id"] });
        ada.post(LISTINGS, listing).await.ok();
    }
    for path in [DATASETS, LISTINGS] {
        for (query, count, page, limit) in [
            ("", 10, 1, 10),
            ("?page=2", 1, 2, 10),
            ("?page=3", 0, 3, 10),
            ("?limit=4&page=3", 3, 3, 4),
            ("?limit=100", 11, 1, 100),
        ] {
            let found = ada.get(&format!("{path}{query}")).await.ok();
            let mut names: Vec<_> = found.as_object().unwrap().keys().collect();
            names.sort();
            assert_eq!(names, ["data", "limit", "page", "total"], "{path}{query}");
            assert_eq!(
                found["data"].as_array().unwrap().len(),
                count,
                "{path}{query}"
            );
            assert_eq!(
                (&found["total"], &found["page"], &found["limit"]),
                (&json!(11), &json!(page), &json!(limit)),
                "{path}{query}"
            );
        }
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("limit=ten", "limit"),
            ("page=0", "page"),
            ("page=-1", "page"),
            ("sort=price", "sort"),
            ("sort=", "sort"),
            ("order=up", "order"),
            ("order=DESC", "order"),
        ] {
            let answer = ada.get(&format!("{path}?{query}")).await;
            invalid(&answer, "VALIDATION_ERROR", field);
        }
    }
    // Datasets have an order of the caller; listings are always newest first.
    for sort in ["name", "created_at", "encryption_status"] {
        for order in ["asc", "desc"] {
            let path = format!("{DATASETS}?sort={sort}&order={order}");
            assert_eq!(ada.get(&path).await.ok()["total"], 11, "{path}");
        }
    }
    let newest = ada.get(&format!("{LISTINGS}?limit=1")).await.ok();
    let newest = newest["data"][0]["dataset_id"].clone();
    let dataset = ada
        .get(&format!("{DATASETS}?sort=created_at&order=desc&limit=1"))
        .await
        .ok();
    assert_eq!(dataset["data"][0]["id"], newest);
}

/// Posts an offer whose price is sent as these digits: no float is in between.
async fn priced(seller: &TestClient, path: &str, offer: &Json, price: &str) -> Answer {
    let body = offer.to_string();
    let body = body.replace(r#""price":0"#, &format!(r#""price":{price}"#));
    assert!(body.contains(price), "{body}");
    seller.post_bytes(path, body).await
}

#[tokio::test]
async fn prices_of_listings_and_items_are_whole_minor_units() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let dataset = dataset(&ada).await;
    let listing = |currency: &str| {
        json!({
            "title": "Rides", "price": 0, "currency": currency, "dataset_id": dataset,
        })
    };
    let item = |currency: &str| {
        json!({
            "name": "Sleep", "description": "Nightly means", "price": 0, "currency": currency, "category": "sleep",
            "encryption": { "available": false, "types": [], "required": false },
        })
    };
    for (price, currency) in [
        ("NaN", "EUR"),
        ("Infinity", "EUR"),
        ("null", "EUR"),
        ("\"1\"", "EUR"),
        ("-1", "EUR"),
        ("-0.01", "EUR"),
        ("1.005", "EUR"),
        ("12.500000000000000000001", "EUR"),
        ("0.5", "JPY"),
        ("0.0001", "KWD"),
        ("1e300", "EUR"),
        ("10000000000000.00", "EUR"),
        ("1000000000000000", "JPY"),
        ("1e999999999999", "KWD"),
    ] {
        let answer = priced(&ada, LISTINGS, &listing(currency), price).await;
        invalid(&answer, "VALIDATION_ERROR", "price");
        let answer = priced(&admin, ADMIN_ITEMS, &item(currency), price).await;
        invalid(&answer, "INVALID_REQUEST", "price");
    }
    // The refused requests stored nothing.
    assert_eq!(ada.get(LISTINGS).await.ok()["total"], 0);
    assert_eq!(admin.get(ADMIN_ITEMS).await.ok()["total"], 0);
    for (price, currency, shown) in [
        ("1500", "JPY", "1500"),
        ("1.5e3", "JPY", "1500"),
        ("0.125", "KWD", "0.125"),
        ("4", "KWD", "4.000"),
        ("9999999999999.99", "EUR", "9999999999999.99"),
    ] {
        let listed = priced(&ada, LISTINGS, &listing(currency), price).await;
        let made = priced(&admin, ADMIN_ITEMS, &item(currency), price).await;
        for answer in [listed, made] {
            assert_eq!(answer.ok()["currency"], currency, "{price} {currency}");
            let text = String::from_utf8(answer.bytes.clone()).unwrap();
            let price = format!(r#""price":{shown},"#);
            assert!(text.contains(&price), "{price}: {text}");
        }
    }
}

#[tokio::test]
async fn files_of_sold_data_guard_formulas_and_obey_no_export() {
    const ARROW: &str = "application/vnd.apache.arrow.stream";
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for (nth, device) in ["=1+1", "'@x", " =1", "＝1", "a,\"b\"", "strap"]
        .into_iter()
        .enumerate()
    {
        let start = JUNE + nth as i64 * DAY;
        let stored = points("heart_rate", "bpm", device, start, &[60.0]);
        ada.post("/v1/sfdp/data", stored).await.ok();
    }
    let open = offer(&ada, 1, &[]).await;
    let closed = ada.post(TOKENS, token(2, &["no-export"])).await.ok();
    let closed = closed["tokenId"].as_str().unwrap();
    for token in [&*open, closed] {
        buy(&bob, token).await;
    }
    let csv = bob.get(&format!("{TOKENS}/{open}/data?format=csv")).await;
    assert_eq!(
        (csv.status, csv.header("content-type")),
        (200, Some("text/csv; charset=utf-8"))
    );
    let text = String::from_utf8(csv.bytes).unwrap();
    let devices = ["'=1+1", "''@x", "' =1", "'＝1", "\"a,\"\"b\"\"\"", "strap"];
    for device in devices {
        let cells = format!(",heart_rate,60,bpm,{device},\n");
        assert!(text.contains(&cells), "{device}: {text}");
    }
    assert_eq!(text.lines().count(), 1 + devices.len(), "{text}");
    // A token with `no-export` is answered as JSON alone. Points are not sold as Arrow; rows of a listing are.
    let data = format!("{TOKENS}/{closed}/data");
    bob.get(&format!("{data}?format=csv"))
        .await
        .refused(403, "PERMISSION_DENIED");
    let arrow = bob.get(&format!("{data}?format=arrow")).await;
    invalid(&arrow, "INVALID_REQUEST", "format");
    assert_eq!(bob.get(&data).await.ok()["remainingUses"], 1);
    let rows = list(&ada, &dataset(&ada).await, 2, &["no-export"]).await;
    let path = format!("{LISTINGS}/{rows}");
    bob.post(&format!("{path}/purchase"), json!({})).await.ok();
    let request = bob.request(Method::GET, &format!("{path}/data"));
    bob.send(request.header("Accept", ARROW))
        .await
        .refused(403, "PERMISSION_DENIED");
    let read = bob.get(&format!("{path}/data")).await;
    assert_eq!(read.header("lockstep-remaining-uses"), Some("1"), "{read}");
}
