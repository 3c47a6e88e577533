//! Claims that sellers attach to tokens: verified when they are attached, and by buyers before they pay.

use lockstep_store::{StoreError, Timestamp};
use serde_json::{Value as Json, json};

use super::TOKENS;
use crate::app::{JUNE, TestApp, TestClient};
use crate::child::run;

/// Stores a resting heart rate a day for a week in mode ZK.
async fn store_week(owner: &TestClient) {
    let points: Vec<Json> = [52.0, 49.5, 59.0, 55.0, 41.0, 51.25, 58.0]
        .iter()
        .zip(0..)
        .map(|(value, day)| {
            let at = Timestamp((JUNE + day * 86_400 + 43_200) * 1000);
            json!({
                "timestamp": at.to_string(), "type": "resting_heart_rate", "value": value,
                "unit": "/min", "device": "watch",
            })
        })
        .collect();
    let body = json!({ "data": points, "encryptionMode": "ZK" });
    owner.post("/v1/sfdp/data", body).await.ok();
}

async fn prove(owner: &TestClient, max: u32, scheme: &str) -> Json {
    let body = json!({
        "statement": { "metric": "restingHeartRate", "min": 40, "max": max },
        "startDate": "2026-06-01", "endDate": "2026-06-07", "expiresAt": "2099-01-01T00:00:00Z",
        "scheme": scheme,
    });
    owner.post("/v1/sfdp/proofs", body).await.ok()
}

fn offer(points: &str, claims: &[&Json]) -> Json {
    json!({
        "dataPoints": [points], "price": 12.5, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": 1 }, "claims": claims,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_buyer_verifies_the_sellers_claims_before_the_purchase() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store_week(&ada).await;
    store_week(&bob).await;
    let first = prove(&ada, 60, "Bulletproofs").await;
    let second = prove(&ada, 70, "Groth16").await;
    let of_bob = prove(&bob, 60, "Bulletproofs").await;
    let all = "type=resting_heart_rate";
    // A claim of the first format, which `lockstep verify` refuses without a flag.
    let seed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus/vault_document/claim-1"
    );
    let of_the_first_format: Json = serde_json::from_slice(&std::fs::read(seed).unwrap()).unwrap();
    // Documents that do not hold, at creation.
    let changed = |place: &str, value: Json| {
        let mut copy = first.clone();
        *copy.pointer_mut(place).unwrap() = value;
        copy
    };
    for (claim, reason) in [
        (
            changed("/statement/max", json!(50)),
            "not about the signed root",
        ),
        (
            changed("/statement/nonce", json!("AAAA")),
            "made for one verifier",
        ),
        (
            changed("/statement/audience", json!("coach")),
            "made for one verifier",
        ),
        (changed("/proof/bits", json!(32)), "the proof does not hold"),
        (of_bob.clone(), "another account"),
        (of_the_first_format, "does not state the points left out"),
        (changed("/setup", json!("ceremony")), "have no set-up"),
        (
            json!({ "format": "lockstep-proof/3" }),
            "must be the document of a claim",
        ),
        (json!("lockstep-proof/3"), "must be the document of a claim"),
    ] {
        let refused = ada.post(TOKENS, offer(all, &[&claim])).await;
        let message = refused.blames("claims[0]");
        assert!(message.contains(reason), "{message}");
    }
    let short = "type=resting_heart_rate;start=2026-06-01;end=2026-06-03";
    ada.post(TOKENS, offer(short, &[&first]))
        .await
        .blames("claims[0]");
    ada.post(TOKENS, offer(all, &[&first; 9]))
        .await
        .blames("claims");
    assert_eq!(ada.get(TOKENS).await.ok()["tokens"], json!([]));
    // One at creation, one later.
    let made = ada.post(TOKENS, offer(all, &[&first])).await.ok();
    let token = made["tokenId"].as_str().unwrap();
    let path = format!("{TOKENS}/{token}");
    let claims = format!("{path}/claims");
    bob.post(&claims, json!({ "claim": of_bob }))
        .await
        .refused(404, "NOT_FOUND");
    ada.post(&claims, json!({ "claim": of_bob }))
        .await
        .blames("claim");
    let body = json!({ "claim": second });
    let attached = ada.post_once(&claims, "one", body.clone()).await.ok();
    assert_eq!(attached["claims"].as_array().unwrap().len(), 2);
    assert_eq!(
        ada.post_once(&claims, "one", body.clone()).await.ok(),
        attached
    );
    ada.post(&claims, body.clone()).await.ok();
    // The facts that a buyer sees before paying.
    let shown = bob.get(&claims).await.ok();
    assert_eq!(shown, attached);
    let about = bob.get(&path).await.ok();
    let ids: Vec<&Json> = about["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["id"])
        .collect();
    let mut expected = vec![&first["id"], &second["id"]];
    expected.sort_by_key(ToString::to_string);
    assert_eq!(ids, expected);
    // The origin of the keys is shown wherever a claim is.
    for claim in about["claims"].as_array().unwrap() {
        let expected = match claim["id"] == first["id"] {
            true => "transparent",
            false => "local",
        };
        assert_eq!(claim["setup"], expected);
    }
    let page = app.anonymous().get(&format!("/market/{token}")).await;
    let page = String::from_utf8(page.bytes).unwrap();
    for part in [
        "<td>local</td>",
        "<td>transparent</td>",
        "the platform made the keys",
        "no end date; until the seller withdraws it",
        "2099-01-01T00:00:00",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let certificate = bob.get(&format!("{path}/certificate")).await.ok();
    let folder = tempfile::tempdir().unwrap();
    for (document, said) in [
        (&certificate, "the signature holds: lockstep-certificate/1"),
        (
            &shown,
            "the proof and the signature of its subject are valid",
        ),
    ] {
        let file = folder.path().join("document.json");
        std::fs::write(&file, document.to_string()).unwrap();
        let output = run(folder.path(), &["verify", file.to_str().unwrap()], "");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(
            output.status.success() && printed.contains(said),
            "{printed}"
        );
        for id in &expected {
            assert!(printed.contains(id.as_str().unwrap()), "{printed}");
            assert!(
                printed.contains("local") || printed.contains("transparent"),
                "{printed}"
            );
        }
    }
    // An expired claim is shown no more.
    let expired = app
        .state()
        .db
        .write::<_, StoreError, _>("test.expire", |tx| {
            tx.execute("UPDATE market_claim SET expires_at = 1", &[])
        });
    assert_eq!(expired.await.unwrap(), 2);
    assert_eq!(bob.get(&claims).await.ok()["claims"], json!([]));
    let certificate = bob.get(&format!("{path}/certificate")).await.ok();
    assert!(!certificate["record"].as_str().unwrap().contains("claims"));
    ada.delete(&path).await.ok();
    ada.post(&claims, body).await.refused(409, "CONFLICT");
}
