//! The inputs that a proof is bound to: its owner, its expiry and its requester.

use lockstep_zk::Bn254;
use lockstep_zk::formats::{ptau, r1cs, wtns, zkey};
use lockstep_zk::groth16;
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};
use lockstep_zk::scalar::Bn254 as Fr;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value as Json, json};

use super::{CODE, base64, post};
use crate::app::{Answer, TestApp, TestClient};

async fn prove(caller: &TestClient, circuit: &str, parameters: &Json) -> Answer {
    let data = base64(br#"{"value":52,"min":40,"max":60}"#);
    let body = json!({ "data": data, "circuit": circuit, "parameters": parameters });
    post(caller, "zk/prove", body).await
}

async fn verify(caller: &TestClient, proven: &Json, circuit: &str, parameters: &Json) -> Answer {
    let body = json!({
        "proof": proven["proof"], "publicInputs": proven["publicInputs"], "circuit": circuit,
        "parameters": parameters,
    });
    post(caller, "zk/verify", body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proof_is_bound_to_its_owner_and_expiry() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let expiry = "2099-01-01T00:00:00Z";
    let mut owners = Vec::new();
    for scheme in ["Groth16", "PGHR13", "Bulletproofs"] {
        let bound = json!({ "scheme": scheme, "bindOwner": true, "expiresAt": expiry });
        let proven = prove(&ada, "range:16", &bound).await.ok();
        let owner = proven["metadata"]["owner"].as_str().unwrap().to_owned();
        assert_eq!(owner.len(), 32, "{scheme}");
        let expires_at = proven["metadata"]["expiresAt"].as_str().unwrap();
        assert!(
            expires_at.starts_with("2099-01-01T00:00:00"),
            "{expires_at}"
        );
        let others = prove(&bob, "range:16", &bound).await.ok();
        let stranger = others["metadata"]["owner"].as_str().unwrap().to_owned();
        assert_ne!(owner, stranger, "{scheme}");
        for (parameters, holds) in [
            (json!({ "owner": owner, "expiresAt": expiry }), true),
            (json!({ "owner": owner, "expiresAt": expires_at }), true),
            (json!({ "owner": stranger, "expiresAt": expiry }), false),
            (json!({ "owner": owner }), false),
            (json!({ "expiresAt": expiry }), false),
            (
                json!({ "owner": owner, "expiresAt": "2099-01-01T00:00:01Z" }),
                false,
            ),
            (
                json!({ "owner": owner, "expiresAt": expiry, "domain": "elsewhere" }),
                false,
            ),
            // An expired time is refused, regardless of the proof.
            (
                json!({ "owner": owner, "expiresAt": "2020-01-01T00:00:00Z" }),
                false,
            ),
        ] {
            let verdict = verify(&bob, &proven, "range:16", &parameters).await.ok();
            assert_eq!(verdict["verified"], holds, "{scheme} {parameters}");
        }
        // A proof without a binding belongs to no account.
        let unbound = json!({ "scheme": scheme });
        let proven = prove(&ada, "range:16", &unbound).await.ok();
        assert_eq!(proven["metadata"].get("owner"), None);
        let named = json!({ "owner": owner });
        let verdict = verify(&bob, &proven, "range:16", &named).await.ok();
        assert_eq!(verdict["verified"], false, "{scheme}");
        owners.push(owner);
    }
    owners.dedup();
    assert_eq!(owners.len(), 1, "an account has one pseudonym");
    for (parameters, blamed) in [
        (
            json!({ "expiresAt": "2020-01-01T00:00:00Z" }),
            "parameters.expiresAt",
        ),
        (json!({ "expiresAt": "tomorrow" }), "parameters.expiresAt"),
    ] {
        prove(&ada, "range:16", &parameters).await.blames(blamed);
    }
}

/// An uploaded circuit has its own public inputs: nothing else is bound, and no response claims
/// otherwise.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proof_of_an_uploaded_circuit_does_not_claim_a_binding() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let rng = &mut ChaCha20Rng::from_seed([6; 32]);
    // x·x = y, y public.
    let system = R1cs {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: Lc::wire(2),
            b: Lc::wire(2),
            c: Lc::wire(1),
        }],
        labels: vec![0, 1, 2],
        groups: Vec::new(),
    };
    let powers = ptau::local::<Bn254>(2, rng);
    let mut key = groth16::derive(&system, &powers).unwrap();
    groth16::contribute(&mut key, "test", rng);
    let body = json!({
        "r1cs": base64(&r1cs::write(&system)), "zkey": base64(&zkey::write(&key)),
    });
    let kept = post(&ada, "circuits", body).await.ok();
    let circuit = kept["id"].as_str().unwrap();
    let witness = Witness::new([1u64, 9, 3].map(Fr::from).to_vec()).unwrap();
    let data = base64(&wtns::write(&witness));
    let ask = async |parameters: Json| {
        let body = json!({ "data": data, "circuit": circuit, "parameters": parameters });
        post(&ada, "zk/prove", body).await
    };
    let proven = ask(json!({})).await.ok();
    let verdict = verify(&ada, &proven, circuit, &json!({})).await.ok();
    assert_eq!(verdict["verified"], true);
    for parameters in [
        json!({ "domain": "a.example" }),
        json!({ "nonce": base64(b"n") }),
        json!({ "expiresAt": "2099-01-01T00:00:00Z" }),
    ] {
        let refusal = ask(parameters.clone()).await.refused(400, CODE);
        assert_eq!(refusal["details"]["parameter"], "parameters");
        let refusal = verify(&ada, &proven, circuit, &parameters).await;
        let refusal = refusal.refused(400, CODE);
        assert_eq!(refusal["details"]["parameter"], "parameters");
    }
    ask(json!({ "bindOwner": true })).await.refused(400, CODE);
    let named = json!({ "owner": "0".repeat(32) });
    verify(&ada, &proven, circuit, &named)
        .await
        .refused(400, CODE);
}
