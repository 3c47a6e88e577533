//! Proofs in their most compact encoding.

use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Bls12_381, Bn254, Curve};
use serde_json::{Value as Json, json};

use super::{CODE, base64, post, unbase64};
use crate::app::{Answer, TestApp, TestClient};

/// Returns proof and public inputs in the other encoding.
fn both_ways<E: Curve>(scheme: &str, proof: &[u8], public: &[u8]) -> [Vec<u8>; 2] {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let proof = if scheme == "PGHR13" {
        let read = compact::read_pghr13_proof::<E>(proof).unwrap();
        let written = json::write_pghr13_proof(&read);
        let again = json::read_pghr13_proof::<E>(&written).unwrap();
        assert_eq!(compact::write_pghr13_proof(&again), proof);
        written
    } else {
        let read = compact::read_proof::<E>(proof).unwrap();
        let written = json::write_proof(&read);
        let again = json::read_proof::<E>(&written).unwrap();
        assert_eq!(compact::write_proof(&again), proof);
        written
    };
    let read = compact::read_public::<E::ScalarField>(public).unwrap();
    let written = json::write_public(&read);
    let again = json::read_public::<E::ScalarField>(&text(written.as_bytes())).unwrap();
    assert_eq!(compact::write_public(&again), public);
    [proof.into_bytes(), written.into_bytes()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compact_proofs_are_equal_and_have_one_encoding() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let data = base64(br#"{"value":52,"min":40,"max":60}"#);
    let prove = async |parameters: Json| {
        let body = json!({ "data": data, "circuit": "range:16", "parameters": parameters });
        post(&ada, "zk/prove", body).await
    };
    let verify = async |by: &TestClient, proof: &[u8], public: &[u8], encoding: &str| -> Answer {
        let body = json!({
            "proof": base64(proof), "publicInputs": base64(public), "circuit": "range:16",
            "parameters": { "encoding": encoding },
        });
        post(by, "zk/verify", body).await
    };
    let holds = |answer: &Answer| -> bool {
        if answer.status == 400 {
            answer.refused(400, CODE);
            return false;
        }
        answer.ok()["verified"].as_bool().unwrap()
    };
    for (scheme, curve, length) in [
        ("Groth16", "bls12-381", 230),
        ("Groth16", "bn254", 166),
        ("PGHR13", "bls12-381", 470),
        ("PGHR13", "bn254", 326),
    ] {
        let compact = json!({ "scheme": scheme, "curve": curve, "encoding": "compact" });
        let proven = prove(compact).await.ok();
        let bytes = |name: &str| unbase64(proven[name].as_str().unwrap());
        let (proof, public) = (bytes("proof"), bytes("publicInputs"));
        assert_eq!(proof.len(), length, "{scheme} {curve}");
        // The commitment, min, max, scale and statement.
        assert_eq!(public.len() % 32, 0);
        let verdict = verify(&ada, &proof, &public, "compact").await.ok();
        assert_eq!(verdict["verified"], true, "{scheme} {curve}: {verdict}");
        assert_eq!(verdict["vkDigest"], proven["metadata"]["vkDigest"]);
        assert_eq!(verdict["metadata"]["scheme"], scheme);
        let [as_json, public_as_json] = if curve == "bn254" {
            both_ways::<Bn254>(scheme, &proof, &public)
        } else {
            both_ways::<Bls12_381>(scheme, &proof, &public)
        };
        let answer = verify(&ada, &as_json, &public_as_json, "json").await;
        assert!(holds(&answer));
        // Each encoding is refused as the other, and with other lengths.
        for (proof, public, encoding) in [
            (&as_json, &public_as_json, "compact"),
            (&proof, &public, "json"),
            (&as_json, &public, "json"),
            (&proof, &public_as_json, "compact"),
            (&proof[..length - 1].to_vec(), &public, "compact"),
            (&[&proof[..], b"x"].concat(), &public, "compact"),
            (&proof, &public[..public.len() - 1].to_vec(), "compact"),
            (&proof, &public[32..].to_vec(), "compact"),
            (&proof, &[&public[..], &[0; 32]].concat(), "compact"),
            (&Vec::new(), &public, "compact"),
            (&proof, &Vec::new(), "compact"),
        ] {
            let answer = verify(&ada, proof, public, encoding).await;
            answer.refused(400, CODE);
        }
        // Every changed byte is detected. The number of requests is an account's limit per minute.
        let [one, two] = ["one", "two"].map(|who| format!("{who}-{length}"));
        let (one, two) = (app.user(&one).await, app.user(&two).await);
        for at in 0..proof.len() {
            let mut changed = proof.clone();
            changed[at] ^= 1 << (at % 8);
            let answer = verify(&one, &changed, &public, "compact").await;
            assert!(!holds(&answer), "{scheme} {curve}: proof at {at}");
        }
        for at in 0..public.len() {
            let mut changed = public.clone();
            changed[at] ^= 1 << (at % 8);
            let answer = verify(&two, &proof, &changed, "compact").await;
            assert!(!holds(&answer), "{scheme} {curve}: public at {at}");
        }
    }
    prove(json!({ "encoding": "cbor" }))
        .await
        .blames("parameters.encoding");
    prove(json!({ "encoding": "compact", "scheme": "Bulletproofs" }))
        .await
        .blames("parameters.encoding");
    verify(&ada, b"{}", b"[]", "cbor")
        .await
        .blames("parameters.encoding");
}
