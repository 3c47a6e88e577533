//! The marketplace of the fitness API: data tokens, purchases, the ledger, and answers over sold points.

mod aggregates;
mod canaries;
mod certificates;
mod claims;
mod copies;
mod damaged_offers;
mod differencing;
mod items;
mod kill;
mod listings;
mod money;
mod offers;
mod payouts;
mod races;
mod refusals;
mod repeated_reads;
mod snapshots;
mod stopped_keys;
mod suspended;
mod token_certificates;
mod trade;
mod usage;

use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestClient, points};

pub(crate) const TOKENS: &str = "/v1/sfdp/marketplace/tokens";
const LEDGER: &str = "/v1/sfdp/marketplace/ledger";
/// The first day of June, 2026, in UTC.
const DAY: i64 = 86_400;

/// Stores one point a second from the start of a day on, under an optional mode.
async fn store(owner: &TestClient, day: i64, values: &[f64], mode: Option<&str>) {
    let mut body = points("heart_rate", "bpm", "strap", JUNE + day * DAY, values);
    if let Some(mode) = mode {
        body["encryptionMode"] = json!(mode);
    }
    let stored = owner.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(stored["processedCount"], values.len(), "{stored}");
}

/// Returns the body of a token over all heart rates.
pub(crate) fn token(uses: u32, restrictions: &[&str]) -> Json {
    json!({
        "dataPoints": ["type=heart_rate"], "price": 12.5, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": uses, "restrictions": restrictions },
    })
}

/// Offers all heart rates; returns the id of the token.
pub(crate) async fn offer(seller: &TestClient, uses: u32, restrictions: &[&str]) -> String {
    let made = seller.post(TOKENS, token(uses, restrictions)).await.ok();
    assert_eq!(made["status"], "active");
    made["tokenId"].as_str().unwrap().to_owned()
}

/// Buys a token; returns the purchase.
pub(crate) async fn buy(buyer: &TestClient, token: &str) -> Json {
    buyer
        .post(&format!("{TOKENS}/{token}/purchase"), json!({}))
        .await
        .ok()
}

/// Returns the path of a page at this server, whose URL the server gave.
fn page_path(client: &TestClient, url: &Json) -> String {
    let base = format!("http://{}", client.address);
    let path = url.as_str().unwrap().strip_prefix(&base);
    path.unwrap_or_else(|| panic!("{url} is not at {base}"))
        .to_owned()
}

/// Returns the balance of an account in euros; 0 without an account.
async fn balance(owner: &TestClient) -> f64 {
    let ledger = owner.get(LEDGER).await.ok();
    let balances = ledger["balances"].as_array().unwrap();
    let euros = balances.iter().find(|one| one["currency"] == "EUR");
    euros.map_or(0.0, |one| one["balance"].as_f64().unwrap())
}
