//! A week of heart rate, sold as `aggregate-only`: a second account verifies the certificate, buys, and gets a mean
//! that was computed on ciphertexts, in a document that anyone can verify.

use std::path::Path;
use std::time::Duration;

use lockstep_documents::{
    Content, VerificationError, VerificationPolicy, VerifiedDocument, verify,
};
use lockstep_store::Clock;
use serde_json::{Value as Json, json};

use super::client::Client;
use super::timed;
use super::week::DEVICE;

/// Sells the week of mode FHE, `week`, from the athlete to the buyer. `file` is the file of the answer.
/// The documents are verified at the time of a clock.
pub(super) async fn show(
    (athlete, buyer): (&Client, &Client),
    week: &Json,
    (file, clock): (&Path, &dyn Clock),
) -> Json {
    if week["skipped"].is_string() || week["homomorphic"] == 0 {
        return json!({ "skipped": "the week of mode FHE could not be stored" });
    }
    let sold = sell((athlete, buyer), week, (file, clock)).await;
    sold.unwrap_or_else(|error| json!({ "skipped": error }))
}

async fn sell(
    (athlete, buyer): (&Client, &Client),
    week: &Json,
    (file, clock): (&Path, &dyn Clock),
) -> Result<Json, String> {
    let text = |field: &str| week[field].as_str().unwrap_or_default();
    let points = format!(
        "type=heart_rate;device={DEVICE};start={};end={}",
        text("startDate"),
        text("endDate")
    );
    let offer = json!({
        "dataPoints": [points], "price": PRICE, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": 1, "restrictions": ["aggregate-only"] },
    });
    let made = athlete.post(TOKENS, &offer).await?;
    let token = format!("{TOKENS}/{}", made["tokenId"].as_str().unwrap_or_default());
    let certificate = buyer.get(&format!("{token}/certificate")).await?;
    let (certified, _) = check(&certificate.to_string(), None, clock);
    let Content::Record(certified) = certified.map_err(|error| error.to_string())?.says else {
        return Err("the certificate is not a record".to_owned());
    };
    let days = certified["series"][0]["days"].as_array();
    let bought = buyer.post(&format!("{token}/purchase"), &json!({})).await?;
    let purchase = bought["purchaseId"].as_str().unwrap_or_default();
    let question = json!({ "operation": "mean", "type": "heart_rate" });
    let (answer, taken) = timed(buyer.post(&format!("{token}/aggregate"), &question)).await;
    let document = &answer?["result"];
    let text = serde_json::to_string_pretty(document).map_err(|error| error.to_string())?;
    std::fs::write(file, &text).map_err(|error| format!("{}: {error}", file.display()))?;
    let (verified, verifying) = check(&text, Some(purchase), clock);
    let Content::Record(answer) = verified.map_err(|error| error.to_string())?.says else {
        return Err("the answer is not a record".to_owned());
    };
    let tampered = text.replacen("\\\"count\\\":8192", "\\\"count\\\":8191", 1);
    let (refused, _) = check(&tampered, Some(purchase), clock);
    if tampered == text || refused.is_ok() {
        return Err("a changed answer is accepted".to_owned());
    }
    // The only use is consumed.
    let again = buyer.post(&format!("{token}/aggregate"), &question).await;
    if again.is_ok() {
        return Err("a purchase was used twice".to_owned());
    }
    Ok(json!({
        "points": certified["points"], "days": days.map(Vec::len), "price": PRICE,
        "value": answer["value"], "unit": answer["unit"], "count": answer["count"],
        "encrypted": answer["encrypted"], "seconds": taken.as_secs_f64(),
        "file": file, "audience": purchase, "verified": true,
        "verifySeconds": verifying.as_secs_f64(),
        "tampered": refused.err().map(|error| error.to_string()),
        "seller": balance(athlete).await?, "buyer": balance(buyer).await?,
    }))
}

/// Returns the balance of an account in euros.
async fn balance(account: &Client) -> Result<f64, String> {
    let ledger = account.get("/v1/sfdp/marketplace/ledger").await?;
    let balance = ledger["balances"][0]["balance"].as_f64();
    balance.ok_or_else(|| "the ledger shows no balance".to_owned())
}

/// Verifies a document without the server, as `lockstep verify` does.
fn check(
    text: &str,
    audience: Option<&str>,
    clock: &dyn Clock,
) -> (
    Result<VerifiedDocument<Content>, VerificationError>,
    Duration,
) {
    let trust = VerificationPolicy {
        now: Some(clock.now()),
        audience: audience.map(str::to_owned),
        ..VerificationPolicy::default()
    };
    let begun = clock.monotonic();
    let verified = verify(text.as_bytes(), &trust);
    (verified, clock.monotonic().saturating_sub(begun))
}

const TOKENS: &str = "/v1/sfdp/marketplace/tokens";
/// The price in euros.
const PRICE: f64 = 12.5;
