//! A claim about every day of a week: proven by the platform, judged with nothing but its document.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use lockstep_encryption::{Content, verify};
use lockstep_store::SystemClock;
use lockstep_vault::document::{Trust, Unverified, Verified};
use serde_json::{Value as Json, json};

use super::client::Client;
use super::modes::timed;
use super::week::{Week, date};
use crate::progress::Waiting;

/// Proves it, writes the document to a file, judges it and copies that were tampered with.
pub(super) async fn show(client: &Client, week: &Week, quiet: bool) -> Result<Json, String> {
    let (first, with_keys) = {
        let waiting = Waiting::new("the circuit's keys, a proof", quiet);
        let (first, taken) = timed(prove(client, week, "the first to ask")).await;
        waiting.done(taken);
        (first, taken)
    };
    first?;
    // Its keys are there now: what a proof itself takes.
    let (proof, taken) = timed(prove(client, week, READER)).await;
    let proof = proof?;
    let text = serde_json::to_string_pretty(&proof).map_err(|error| error.to_string())?;
    let file = written(&text).map_err(|error| format!("the proof's document: {error}"))?;
    let (judged, judging) = judge(&text, READER);
    let judged = judged.map_err(|error| format!("{}: {error}", file.display()))?;
    let Content::Claim(claim) = &judged.says else {
        return Err("the proof's document is no claim".to_owned());
    };
    let (other, _) = judge(&text, "somebody else");
    if other.is_ok() {
        return Err("the proof's document holds for another audience".to_owned());
    }
    let mut tampered = Vec::new();
    for (what, place, value) in [
        ("at most 50, not 60", "/statement/max", json!(50)),
        (
            "for somebody else",
            "/statement/audience",
            json!("somebody else"),
        ),
        (
            "another proof",
            "/proof/pi_a",
            proof["proof"]["pi_c"].clone(),
        ),
    ] {
        let mut copy = proof.clone();
        match copy.pointer_mut(place) {
            Some(there) if *there != value => *there = value,
            _ => return Err(format!("the proof's document has no {place}")),
        }
        let (judged, judging) = judge(&copy.to_string(), READER);
        tampered.push(json!({
            "what": what, "verified": judged.is_ok(), "seconds": judging.as_secs_f64(),
            "reason": judged.err().map(|error| error.to_string()),
        }));
    }
    Ok(json!({
        "says": claim.statement, "setup": claim.setup, "assurance": claim.assurance,
        "firstSeconds": with_keys.as_secs_f64(), "seconds": taken.as_secs_f64(),
        "bytes": text.len(), "file": file, "audience": READER, "id": judged.id,
        "verified": true, "verifySeconds": judging.as_secs_f64(), "tampered": tampered,
    }))
}

async fn prove(client: &Client, week: &Week, audience: &str) -> Result<Json, String> {
    let asked = json!({
        "statement": { "metric": "restingHeartRate", "min": 40, "max": 60 },
        "startDate": date(week.start), "endDate": date(week.end()), "audience": audience,
    });
    client.post("/v1/sfdp/proofs", &asked).await
}

/// As `lockstep verify --audience` does it: without the server.
fn judge(text: &str, audience: &str) -> (Result<Verified<Content>, Unverified>, Duration) {
    let clock = SystemClock::shared();
    let trust = Trust {
        now: Some(clock.now()),
        audience: Some(audience.to_owned()),
        ..Trust::default()
    };
    let begun = clock.monotonic();
    let judged = verify(text.as_bytes(), &trust);
    (judged, clock.monotonic().saturating_sub(begun))
}

/// Where it stays when the demo's own directory is gone.
fn written(text: &str) -> std::io::Result<PathBuf> {
    let file = tempfile::Builder::new()
        .prefix("lockstep-proof-")
        .suffix(".json")
        .tempfile()?;
    file.as_file().write_all(text.as_bytes())?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}

/// Whom the document is for.
const READER: &str = "whoever reads this";
