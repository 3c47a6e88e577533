//! Proves a claim about every day of a week, and verifies it from its document only.

use std::path::Path;
use std::time::Duration;

use lockstep_documents::{
    Content, VerificationError, VerificationPolicy, VerifiedDocument, verify,
};
use lockstep_store::Clock;
use serde_json::{Value as Json, json};

use super::client::Client;
use super::timed;
use super::week::{Week, date};
use crate::progress::ElapsedClock;

/// Proves the claim, writes its document to `file`, and verifies the document and tampered copies at the time of a clock.
pub(super) async fn show(
    client: &Client,
    week: &Week,
    (file, clock): (&Path, &dyn Clock),
    quiet: bool,
) -> Result<Json, String> {
    let (first, first_taken) = {
        let waiting = ElapsedClock::new("first proof", quiet);
        let (first, taken) = timed(prove(client, week, "a first reader")).await;
        waiting.done(taken);
        (first, taken)
    };
    let first = first?;
    // The days are committed to and signed now, so this measures the proof alone.
    let (proof, taken) = timed(prove(client, week, AUDIENCE)).await;
    let proof = proof?;
    let text = serde_json::to_string_pretty(&proof).map_err(|error| error.to_string())?;
    std::fs::write(file, &text).map_err(|error| format!("{}: {error}", file.display()))?;
    let (verified, verifying) = check(&text, AUDIENCE, clock);
    let verified = verified.map_err(|error| format!("{}: {error}", file.display()))?;
    let Content::Claim(claim) = &verified.says else {
        return Err("the document is not a claim".to_owned());
    };
    let (other, _) = check(&text, "another reader", clock);
    if other.is_ok() {
        return Err("the claim's document is accepted for another audience".to_owned());
    }
    let mut tampered = Vec::new();
    for (what, place, value) in [
        ("maximum 50, not 60", "/statement/max", json!(50)),
        (
            "another audience",
            "/statement/audience",
            json!("another reader"),
        ),
        ("another's proof", "/proof", first["proof"].clone()),
    ] {
        let mut copy = proof.clone();
        match copy.pointer_mut(place) {
            Some(there) if *there != value => *there = value,
            _ => return Err(format!("the claim's document has no {place}")),
        }
        let (verified, verifying) = check(&copy.to_string(), AUDIENCE, clock);
        tampered.push(json!({
            "what": what, "verified": verified.is_ok(), "seconds": verifying.as_secs_f64(),
            "reason": verified.err().map(|error| error.to_string()),
        }));
    }
    Ok(json!({
        "says": claim.statement, "setup": claim.setup, "assurance": claim.assurance,
        "firstSeconds": first_taken.as_secs_f64(), "seconds": taken.as_secs_f64(),
        "bytes": text.len(), "file": file, "audience": AUDIENCE, "id": verified.id,
        "verified": true, "verifySeconds": verifying.as_secs_f64(), "tampered": tampered,
    }))
}

async fn prove(client: &Client, week: &Week, audience: &str) -> Result<Json, String> {
    let asked = json!({
        "statement": { "metric": "restingHeartRate", "min": 40, "max": 60 },
        "startDate": date(week.start), "endDate": date(week.end()), "audience": audience,
    });
    client.run("/v1/sfdp/proofs", &asked).await
}

/// Verifies a document without the server, as `lockstep verify --audience` does.
fn check(
    text: &str,
    audience: &str,
    clock: &dyn Clock,
) -> (
    Result<VerifiedDocument<Content>, VerificationError>,
    Duration,
) {
    let trust = VerificationPolicy {
        now: Some(clock.now()),
        audience: Some(audience.to_owned()),
        ..VerificationPolicy::default()
    };
    let begun = clock.monotonic();
    let verified = verify(text.as_bytes(), &trust);
    (verified, clock.monotonic().saturating_sub(begun))
}

/// The audience that the claim names.
pub(super) const AUDIENCE: &str = "coach";
