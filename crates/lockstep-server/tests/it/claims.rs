//! Claims about the days of an account: from the stored points to a document that any reader can
//! check offline.

mod dated;
mod left_out;

use std::path::Path;

use axum::http::Method;
use lockstep_store::{StoreError, Timestamp};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient};
use crate::child::run;
use crate::encryption::base64;

const DAY: i64 = 86_400;
const AUDIENCE: &str = "insurance.example";
const NONCE: &[u8] = b"chosen by them";
const WEEK: [f64; 7] = [52.0, 49.5, 60.0, 55.0, 40.0, 51.25, 58.0];

/// Uploads one resting heart rate a day from 2026-06-01, at noon; `None` skips the day.
async fn upload(caller: &TestClient, mode: Option<&str>, device: &str, values: &[Option<f64>]) {
    let points: Vec<Json> = values
        .iter()
        .enumerate()
        .filter_map(|(day, value)| {
            let at = Timestamp((JUNE + day as i64 * DAY + DAY / 2) * 1000);
            Some(json!({
                "timestamp": at.to_string(), "type": "resting_heart_rate", "value": (*value)?,
                "unit": "/min", "device": device,
            }))
        })
        .collect();
    let mut body = json!({ "data": points });
    if let Some(mode) = mode {
        body["encryptionMode"] = json!(mode);
    }
    caller.post("/v1/sfdp/data", body).await.ok();
}

fn days(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

fn between(min: f64, max: f64) -> Json {
    json!({
        "statement": { "metric": "restingHeartRate", "min": min, "max": max },
        "startDate": "2026-06-01", "endDate": "2026-06-07",
        "audience": AUDIENCE, "nonce": base64(NONCE),
    })
}

/// The claim, proven by Groth16 instead of Bulletproofs.
fn groth16(mut body: Json) -> Json {
    body["scheme"] = json!("Groth16");
    body
}

/// A document with a member twice, at any depth, is refused: readers would differ in which one they take.
async fn refuses_members_twice(caller: &TestClient, proof: &Json) {
    let text = proof.to_string();
    for (member, twice) in [
        (r#"{"#, r#"{"format":"evil","#),
        (r#""protocol":"#, r#""protocol":"evil","protocol":"#),
        (r#""attestedRoot":{"#, r#""attestedRoot":{"key":"evil","#),
    ] {
        let changed = text.replacen(member, twice, 1);
        assert_ne!(changed, text, "{member}");
        let body = format!(r#"{{"document":{changed}}}"#);
        let refused = caller
            .post_bytes("/v1/encryption/documents/verify", body)
            .await;
        refused.refused(400, "INVALID_REQUEST");
        assert!(refused.to_string().contains("twice"), "{refused}");
        let judged = lockstep_documents::verify(changed.as_bytes(), &Default::default());
        let reason = judged.unwrap_err().to_string();
        assert!(reason.contains("twice"), "{member}: {reason}");
    }
}

async fn prove(caller: &TestClient, body: Json) -> Json {
    caller.post("/v1/sfdp/proofs", body).await.ok()
}

/// Verifies a document with the binary, without account, server or data directory, with the audience
/// and nonce of [`between`].
fn judged(folder: &Path, proof: &Json, args: &[&str]) -> (Option<i32>, String) {
    let nonce = base64(NONCE);
    let mut all = vec!["--audience", AUDIENCE, "--nonce", &nonce];
    all.extend(args);
    verified(folder, proof, &all)
}

/// Verifies a document with the binary.
fn verified(folder: &Path, proof: &Json, args: &[&str]) -> (Option<i32>, String) {
    let file = folder.join("claim.json");
    std::fs::write(&file, proof.to_string()).unwrap();
    let mut all = vec!["verify", file.to_str().unwrap()];
    all.extend(args);
    let output = run(&folder.join("no-such-folder"), &all, "");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(printed).unwrap())
}

/// Leaves out times, and runs of ten and more letters and digits, such as digests and numbers of the field: any few digits can
/// occur in them.
fn without_long_numbers(text: &str) -> String {
    let is_time = |word: &str| {
        let word = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        word.parse::<Timestamp>().is_ok()
    };
    let words = text.split(['"', '\\', ' ', ',']);
    let words: Vec<&str> = words.filter(|word| !is_time(word)).collect();
    let text = words.join(" ");
    let parts = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric());
    parts.filter(|part| part.len() < 10).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_about_a_week_can_be_checked_by_anyone() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    upload(&ada, Some("ZK"), "watch", &days(&WEEK)).await;
    let proof = prove(&ada, groth16(between(40.0, 60.0))).await;
    assert_eq!(proof["format"], "lockstep-proof/3");
    assert_eq!(proof["circuit"], "between:3:0");
    let says = proof["statement"]["says"].as_str().unwrap();
    assert!(
        says.starts_with(
            "On each of the 7 days from 2026-06-01 to 2026-06-07 (UTC) restingHeartRate was between 40 \
             and 60 /min. From 1 device of 1 that measured: 7 points. Skipped: 0 points that could not be \
             read, 0 implausible, 0 of a device whose value was not the day's. On these days since 20"
        ) && says.ends_with(
            "Z: 0 points deleted, 0 replaced by another value. The time zone was not changed."
        ),
        "{says}"
    );
    // The document contains no value of a day.
    let times = r#"{"says":"since 2026-11-28T10:00:49.512Z: 0","at":"2026-11-28T10:00:49.512Z"}"#;
    assert!(!without_long_numbers(times).contains("49.5"));
    assert!(without_long_numbers(r#"{"value":49.5}"#).contains("49.5"));
    let statement = without_long_numbers(&proof["statement"].to_string());
    let record = without_long_numbers(&proof["attestedRoot"]["record"].to_string());
    for text in ["49.5", "51.25", "4950", "5125"] {
        assert!(!statement.contains(text), "{text}: {statement}");
        assert!(!record.contains(text), "{text}: {record}");
    }

    // Verified by another account, over HTTP.
    let asked = |public: &Json, circuit: &str| {
        json!({
            "proof": base64(proof["proof"].to_string().as_bytes()),
            "publicInputs": base64(public.to_string().as_bytes()), "circuit": circuit,
        })
    };
    let public = &proof["publicInputs"];
    let verify = "/v1/encryption/zk/verify";
    let verdict = bob.post(verify, asked(public, "between:3")).await.ok();
    assert_eq!(verdict["verified"], true);
    assert_eq!(verdict["vkDigest"], proof["vkDigest"]);
    assert_eq!(verdict["setup"], "local");
    for pointer in 0..10 {
        let mut other = public.clone();
        other[pointer] = json!("12345");
        let verdict = bob.post(verify, asked(&other, "between:3")).await.ok();
        assert_eq!(verdict["verified"], false, "public input {pointer}");
    }
    let verdict = bob.post(verify, asked(public, "between:4")).await.ok();
    assert_eq!(verdict["verified"], false);

    // Verified by the binary alone: without a named signer, with the right one, with another one.
    let folder = app.folder.path();
    let (status, printed) = judged(folder, &proof, &[]);
    assert_eq!(status, Some(0), "{printed}");
    for text in [
        "the proof and the signature of its subject are valid",
        "On each of the 7 days",
        "convinces nobody but the operator",
        "signed by",
        "compare the fingerprint",
    ] {
        assert!(printed.contains(text), "{text:?} is not in {printed}");
    }
    let key = bob.get("/v1/encryption/attestation-key").await.ok();
    let fingerprint = key["fingerprint"].as_str().unwrap();
    let (status, printed) = judged(folder, &proof, &["--attester", fingerprint]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.contains("which is the signer you named"),
        "{printed}"
    );
    let (status, printed) = judged(folder, &proof, &["--attester", &"0".repeat(64)]);
    assert_eq!(status, Some(1), "{printed}");

    // Tampered documents: each field of the statement and its inputs.
    let another_key: String = fingerprint.chars().rev().collect();
    for (pointer, value) in [
        ("/statement/min", json!(41)),
        ("/statement/max", json!(59)),
        ("/statement/max", json!(null)),
        ("/statement/endDate", json!("2026-06-06")),
        ("/statement/days", json!(6)),
        ("/statement/metric", json!("steps")),
        ("/statement/audience", json!("somebody.else")),
        ("/statement/nonce", json!("")),
        ("/statement/expiresAt", json!("2030-01-01T00:00:00.000Z")),
        ("/publicInputs/1", json!("6")),
        ("/proof/pi_a/0", json!("1")),
        ("/vkDigest", json!("0".repeat(64))),
        ("/setup", json!("ceremony")),
        ("/attestedRoot/key", json!(another_key)),
    ] {
        let mut bad = proof.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        let (status, printed) = judged(folder, &bad, &[]);
        assert_eq!(status, Some(1), "{pointer}: {printed}");
        assert!(printed.contains("refused"), "{pointer}: {printed}");
    }
    // A member that is null must be there, so that a statement has one text.
    let mut bad = proof.clone();
    let statement = bad["statement"].as_object_mut().unwrap();
    assert_eq!(statement.remove("expiresAt"), Some(Json::Null));
    let (status, printed) = judged(folder, &bad, &[]);
    assert_ne!(status, Some(0), "{printed}");
    assert!(printed.contains("expiresAt"), "{printed}");
    let record = proof["attestedRoot"]["record"].as_str().unwrap();
    let mut bad = proof.clone();
    bad["attestedRoot"]["record"] = json!(record.replace("2026-06-07", "2026-06-08"));
    assert_eq!(judged(folder, &bad, &[]).0, Some(1));

    // The audit log names the root: one of a block of points, and one of the days.
    let root = proof["statement"]["rootRecord"]
        .as_str()
        .unwrap()
        .to_owned();
    let entries = app
        .state()
        .db
        .read::<_, StoreError, _>("test", move |tx| {
            tx.query(
                "SELECT metadata FROM audit_body WHERE action = 'root.attest' ORDER BY seq",
                &[],
                |row| Ok(row.at::<&str>(0)?.to_owned()),
            )
        })
        .await
        .unwrap();
    let last: Json = serde_json::from_str(entries.last().unwrap()).unwrap();
    assert_eq!((entries.len(), &last["root"]), (2, &json!(root)));
    let sources = &serde_json::from_str::<Json>(record).unwrap()["sources"];
    let block: Json = serde_json::from_str(&entries[0]).unwrap();
    assert_eq!(*sources, json!([block["root"]]));
}

/// By default no party holds a secret with which it could prove false claims.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_without_a_set_up_convinces_strangers() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    upload(&ada, Some("ZK"), "watch", &days(&WEEK)).await;
    let proof = prove(&ada, between(40.0, 60.0)).await;
    assert_eq!(proof["scheme"], "Bulletproofs");
    assert_eq!(proof["setup"], "transparent");
    let folder = app.folder.path();
    for member in [
        "circuit",
        "curve",
        "publicInputs",
        "verificationKey",
        "vkDigest",
        "keyAttestation",
    ] {
        assert_eq!(proof.get(member), None, "{member}");
        // Nor is it null, so that a claim has one text.
        let mut bad = proof.clone();
        bad[member] = Json::Null;
        let (status, printed) = judged(folder, &bad, &[]);
        assert_ne!(status, Some(0), "{member}: {printed}");
    }
    let (status, printed) = judged(folder, &proof, &[]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(printed.contains("sound without any set-up"), "{printed}");
    // Both schemes prove over the same signed root.
    let with_key = prove(&ada, groth16(between(40.0, 60.0))).await;
    assert_eq!(with_key["attestedRoot"], proof["attestedRoot"]);
    assert_eq!(with_key["id"], proof["id"]);
    let digits = proof["proof"]["proof"].as_str().unwrap();
    let other_digit = if digits.starts_with('0') { "1" } else { "0" };
    for (place, value) in [
        ("/statement/min", json!(41)),
        ("/statement/max", json!(59)),
        ("/statement/audience", json!("somebody.else")),
        ("/proof/bits", json!(32)),
        (
            "/proof/proof",
            json!(format!("{other_digit}{}", &digits[1..])),
        ),
        ("/scheme", json!("Groth16")),
        ("/setup", json!("ceremony")),
    ] {
        let mut bad = proof.clone();
        *bad.pointer_mut(place).unwrap() = value;
        let (status, printed) = judged(folder, &bad, &[]);
        assert_eq!(status, Some(1), "{place}: {printed}");
    }
    // Any account of the server can verify a document over HTTP.
    let verify = "/v1/encryption/documents/verify";
    let asked = |document: &Json, audience: &str| json!({ "document": document, "audience": audience, "nonce": base64(NONCE) });
    for document in [&proof, &with_key] {
        let verdict = bob.post(verify, asked(document, AUDIENCE)).await.ok();
        assert_eq!(verdict["verified"], true, "{verdict}");
        assert_eq!(verdict["reason"], Json::Null);
        assert_eq!(verdict["id"], proof["id"]);
        assert_eq!(verdict["says"]["statement"], proof["statement"]["says"]);
    }
    let verdict = bob.post(verify, asked(&proof, "bank.example")).await.ok();
    assert_eq!(verdict["verified"], false);
    let reason = verdict["reason"].as_str().unwrap();
    assert!(reason.contains("audience differs"), "{reason}");
    assert_eq!(verdict["says"], Json::Null);
    // A receipt is verified by its signature alone; another signer is refused unless it is named.
    let root = json!({ "document": proof["attestedRoot"] });
    let verdict = bob.post(verify, root.clone()).await.ok();
    assert_eq!(verdict["verified"], true, "{verdict}");
    let mut named = root;
    named["attester"] = json!("0".repeat(64));
    let verdict = bob.post(verify, named.clone()).await.ok();
    assert_eq!(verdict["verified"], false);
    named["attester"] = json!("not a fingerprint");
    bob.post(verify, named).await.blames("attester");
    let mut other = asked(&proof, AUDIENCE);
    other["nonce"] = json!("%");
    bob.post(verify, other).await.blames("nonce");
    bob.post(verify, json!({ "document": [] }))
        .await
        .refused(400, "INVALID_REQUEST");
    refuses_members_twice(&bob, &proof).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn false_claims_and_missing_values_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = "/v1/sfdp/proofs";
    let code = "INVALID_REQUEST";
    // A claim that has already expired is refused.
    let mut over = between(40.0, 60.0);
    over["expiresAt"] = json!("2001-01-01T00:00:00Z");
    ada.post(path, over).await.blames("expiresAt");
    // The refusal of a false statement names the day, never the value.
    upload(&ada, Some("ZK"), "watch", &days(&WEEK)).await;
    for (body, day) in [
        (between(41.0, 60.0), "2026-06-05"),
        (between(40.0, 59.9), "2026-06-03"),
    ] {
        let refused = ada.post(path, body).await.refused(400, code);
        let text = refused.to_string();
        assert!(text.contains("is false") && text.contains(day), "{text}");
        assert!(!text.contains("40.0") && !text.contains("60.0"), "{text}");
    }
    // A day without a value is named; null does not count as zero.
    let mut longer = between(0.0, 60.0);
    longer["endDate"] = json!("2026-06-08");
    let refused = ada.post(path, longer).await.refused(400, code);
    let text = refused.to_string();
    assert!(
        text.contains("2026-06-08 has no restingHeartRate"),
        "{text}"
    );
    // A metric without a daily value, and invalid bounds, dates and schemes.
    let with = |place: &str, value: Json| {
        let mut body = between(40.0, 60.0);
        *body.pointer_mut(place).unwrap() = value;
        body
    };
    let mut bulletproofs = between(40.0, 60.0);
    bulletproofs["scheme"] = json!("Bulletproofs");
    bulletproofs["curve"] = json!("bn254");
    let mut unknown = between(40.0, 60.0);
    unknown["scheme"] = json!("Groth17");
    for (body, parameter, reason) in [
        (
            with("/statement/metric", json!("trainingLoad")),
            "statement.metric",
            "restingHeartRate, hrvRmssd, sleepDuration, steps",
        ),
        (
            with("/statement/min", json!(61)),
            "statement.min",
            "more than",
        ),
        (
            with("/statement/min", json!(40.001)),
            "statement.min",
            "2 decimals",
        ),
        (
            with("/startDate", json!("2026-06-01T00:00:00Z")),
            "startDate",
            "a date",
        ),
        (
            with("/endDate", json!("2026-05-31")),
            "endDate",
            "before startDate",
        ),
        (with("/endDate", json!("2026-09-01")), "endDate", "63 days"),
        (with("/nonce", json!("%")), "nonce", "base64"),
        (with("/audience", json!("a".repeat(257))), "audience", "256"),
        (
            with("/audience", json!("a\u{1b}[2J")),
            "audience",
            "control characters",
        ),
        (bulletproofs, "curve", "leave it out"),
        (unknown, "scheme", "Bulletproofs, Groth16 or PGHR13"),
    ] {
        let answer = ada.post(path, body).await;
        let printed = answer.blames(parameter);
        assert!(printed.contains(reason), "{printed}");
    }
    // Points of these days without a mode.
    upload(&ada, None, "band", &[Some(50.0)]).await;
    let answer = ada.post(path, between(40.0, 60.0)).await;
    let refused = answer.refused(422, "ENCRYPTION_ERROR");
    assert!(
        refused.to_string().contains(r#"encryptionMode \"ZK\""#),
        "{refused}"
    );
    // Days of another account cannot be proven.
    let bob = app.user("bob").await;
    let refused = bob.post(path, between(40.0, 60.0)).await.refused(400, code);
    assert!(
        refused.to_string().contains("2026-06-01 has no"),
        "{refused}"
    );
}

/// Uses the other scheme on the other curve, as a job.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_proof_is_a_job() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    upload(&ada, Some("ZK"), "watch", &days(&WEEK[..3])).await;
    let mut body = between(40.0, 60.0);
    body["endDate"] = json!("2026-06-03");
    body["scheme"] = json!("PGHR13");
    body["curve"] = json!("bn254");
    let request = ada.request(Method::POST, "/v1/sfdp/proofs").json(&body);
    let request = request.header("Prefer", "respond-async");
    let again = request.try_clone().unwrap();
    let begun = ada.send(request.header("Idempotency-Key", "once")).await;
    assert_eq!(begun.header("preference-applied"), Some("respond-async"));
    let job = begun.ok()["jobId"].as_str().unwrap().to_owned();
    // The same request returns the same job; another body under its key is refused.
    let again = ada.send(again.header("Idempotency-Key", "once")).await.ok();
    assert_eq!(again["jobId"], *job);
    let other = ada
        .request(Method::POST, "/v1/sfdp/proofs")
        .json(&between(40.0, 60.0))
        .header("Prefer", "respond-async")
        .header("Idempotency-Key", "once");
    ada.send(other).await.refused(409, "CONFLICT");
    let proof = loop {
        let request = ada.request(Method::GET, &format!("/v1/jobs/{job}"));
        let answer = ada.send(request.header("Prefer", "wait=20")).await.ok();
        match answer["status"].as_str().unwrap() {
            // The eight lists of points in the key, which is set up here, and the proof.
            "running" => assert!(
                answer.get("progress").is_none_or(|it| it["total"] == 9),
                "{answer}"
            ),
            "succeeded" => {
                assert_eq!(answer.get("progress"), None, "{answer}");
                break answer["result"].clone();
            }
            other => panic!("{other}: {answer}"),
        }
    };
    assert_eq!(proof["scheme"], "PGHR13");
    // The whole job response verifies as well.
    let whole = json!({ "jobId": job, "status": "succeeded", "result": proof });
    for proof in [&proof, &whole] {
        let (status, printed) = judged(app.folder.path(), proof, &[]);
        assert_eq!(status, Some(0), "{printed}");
    }
}
