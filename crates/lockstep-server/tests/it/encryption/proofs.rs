//! Proofs of the built-in circuits.

use lockstep_store::Settings;
use serde_json::{Value as Json, json};

use super::{CODE, base64, encrypt, post, unbase64};
use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn proofs_verify_and_tampered_proofs_do_not() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let prove = async |circuit: &str, data: Json, parameters: Json| {
        let data = base64(&serde_json::to_vec(&data).unwrap());
        let body = json!({ "data": data, "circuit": circuit, "parameters": parameters });
        post(&ada, "zk/prove", body).await
    };
    let verify = async |proven: &Json, circuit: &str, parameters: Json| {
        let body = json!({
            "proof": proven["proof"], "publicInputs": proven["publicInputs"], "circuit": circuit,
            "parameters": parameters,
        });
        post(&bob, "zk/verify", body).await
    };
    for (circuit, data, parameters, setup) in [
        (
            "range:16",
            json!({ "value": 52, "min": 40, "max": 60 }),
            json!({}),
            "local",
        ),
        (
            "range:16",
            json!({ "value": 52.5, "min": 40, "max": 60 }),
            json!({ "curve": "bn254" }),
            "local",
        ),
        (
            "equality",
            json!({ "value1": 7, "value2": 7 }),
            json!({}),
            "local",
        ),
        (
            "commitment",
            json!({ "value": 7, "blinding": "12" }),
            json!({}),
            "local",
        ),
        (
            "set:4",
            json!({ "value": 7, "set": [1, 3, 7, 9] }),
            json!({}),
            "local",
        ),
        (
            "membership:3",
            json!({ "value": 7, "set": [1, 3, 7, 9, 11] }),
            json!({}),
            "local",
        ),
        (
            "aggregate:4",
            json!({ "values": [61, 64, 73] }),
            json!({}),
            "local",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 40, "max": 60 }),
            json!({ "scheme": "PGHR13" }),
            "local",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 40, "max": 60 }),
            json!({ "securityLevel": 192 }),
            "local",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 40, "max": 60 }),
            json!({ "securityLevel": 256 }),
            "local",
        ),
        (
            "range",
            json!({ "value": 52, "min": 40, "max": 60 }),
            json!({ "scheme": "Bulletproofs" }),
            "transparent",
        ),
        (
            "equality",
            json!({ "value1": 7, "value2": 7 }),
            json!({ "scheme": "Bulletproofs" }),
            "transparent",
        ),
        (
            "sum",
            json!({ "values": [61, 64, 73] }),
            json!({ "scheme": "Bulletproofs" }),
            "transparent",
        ),
    ] {
        let proven = prove(circuit, data, parameters.clone()).await.ok();
        assert_eq!(proven["metadata"]["setup"], setup);
        let verdict = verify(&proven, circuit, json!({})).await.ok();
        assert_eq!(
            verdict["verified"], true,
            "{circuit} {parameters}: {verdict}"
        );
        assert_eq!(
            verdict["vkDigest"],
            proven["metadata"]
                .get("vkDigest")
                .cloned()
                .unwrap_or_default()
        );
        assert_eq!(verdict["setup"], setup);
        assert!(!verdict["assurance"].as_str().unwrap().is_empty());
        // The proof is invalid for another context, statement or circuit.
        let verdict = verify(&proven, circuit, json!({ "domain": "elsewhere" }))
            .await
            .ok();
        assert_eq!(verdict["verified"], false, "{circuit} {parameters}");
        let public = unbase64(proven["publicInputs"].as_str().unwrap());
        let changed = String::from_utf8(public).unwrap().replacen('7', "8", 1);
        let mut tampered = proven.clone();
        tampered["publicInputs"] = json!(base64(changed.as_bytes()));
        let answer = verify(&tampered, circuit, json!({})).await;
        let refused = answer.status == 400 || answer.ok()["verified"] == false;
        assert!(refused, "{circuit} {parameters}: {answer}");
        if setup == "local" {
            let verdict = verify(&proven, "membership:5", json!({})).await.ok();
            assert_eq!(verdict["verified"], false, "{circuit} {parameters}");
        }
    }

    // A proof that is bound to the verifier's domain and nonce.
    let bound =
        json!({ "domain": "insurance.example", "nonce": base64(b"chosen by the verifier") });
    let proven = prove(
        "range:16",
        json!({ "value": 52, "min": 40, "max": 60 }),
        bound.clone(),
    )
    .await
    .ok();
    assert_eq!(
        verify(&proven, "range:16", bound).await.ok()["verified"],
        true
    );
    let other = json!({ "domain": "insurance.example", "nonce": base64(b"another") });
    assert_eq!(
        verify(&proven, "range:16", other).await.ok()["verified"],
        false
    );
    let key = bob
        .get("/v1/encryption/circuits/range:16/verification-key")
        .await
        .ok();
    assert_eq!(key["vkDigest"], proven["metadata"]["vkDigest"]);
    assert_eq!(key["verificationKey"]["protocol"], "groth16");

    // A proof about an envelope: the sum of the committed values.
    let sealed = encrypt(&ada, b"[61,64,73]", "ZK", json!({})).await;
    let body = json!({ "data": sealed["encryptedData"], "circuit": "aggregate:4" });
    let proven = post(&ada, "zk/prove", body.clone()).await.ok();
    let public: Json =
        serde_json::from_slice(&unbase64(proven["publicInputs"].as_str().unwrap())).unwrap();
    assert_eq!(public[0], sealed["metadata"]["commitment"]);
    assert_eq!(
        verify(&proven, "aggregate:4", json!({})).await.ok()["verified"],
        true
    );
    post(&bob, "zk/prove", body).await.refused(400, CODE);
    // The same at level 192: the envelope is committed on that level's curve.
    let stronger = encrypt(&ada, b"[61,64]", "ZK", json!({ "securityLevel": 192 })).await;
    let body = json!({
        "data": stronger["encryptedData"], "circuit": "aggregate:2",
        "parameters": { "securityLevel": 192 },
    });
    let stronger_proof = post(&ada, "zk/prove", body).await.ok();
    let public: Json =
        serde_json::from_slice(&unbase64(stronger_proof["publicInputs"].as_str().unwrap()))
            .unwrap();
    assert_eq!(public[0], stronger["metadata"]["commitment"]);
    assert_eq!(
        verify(&stronger_proof, "aggregate:2", json!({})).await.ok()["verified"],
        true
    );
    // A caller who can open the envelope learns why it cannot be proven.
    let elsewhere = encrypt(&ada, b"[61,64,73]", "ZK", json!({ "curve": "bn254" })).await;
    let bytes = encrypt(&ada, b"61,64,73", "ZK", json!({})).await;
    for (sealed, parameters, blamed, expected) in [
        (
            &elsewhere,
            json!({}),
            "parameters.curve",
            "is committed on the curve bn254",
        ),
        (
            &sealed,
            json!({ "curve": "bn254" }),
            "parameters.curve",
            "is committed on the curve bls12-381",
        ),
        (
            &stronger,
            json!({}),
            "parameters.curve",
            "is committed on the curve bls24-509: prove on that curve at level 192",
        ),
        (
            &sealed,
            json!({ "securityLevel": 192 }),
            "parameters.curve",
            "is committed on the curve bls12-381",
        ),
        (&bytes, json!({}), "data", "holds bytes"),
    ] {
        let data = &sealed["encryptedData"];
        let body = json!({ "data": data, "circuit": "aggregate:4", "parameters": parameters });
        let reason = post(&ada, "zk/prove", body.clone()).await.blames(blamed);
        assert!(reason.contains(expected), "{reason}");
        let reason = post(&bob, "zk/prove", body).await.blames("data");
        assert!(reason.contains("cannot be opened"), "{reason}");
    }
    for circuit in ["aggregate:3", "aggregate:2048", "membership:33", "set:65"] {
        let body = json!({ "data": base64(b"{}"), "circuit": circuit });
        let reason = post(&ada, "zk/prove", body).await.blames("circuit");
        assert!(reason.contains("power of two from 2 to 64"), "{reason}");
    }

    for (circuit, data, parameters, blamed) in [
        (
            "range:16",
            json!({ "value": 61, "min": 40, "max": 60 }),
            json!({}),
            "data",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 60, "max": 40 }),
            json!({}),
            "data",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 40 }),
            json!({}),
            "data",
        ),
        (
            "range:16",
            json!({ "value": 52, "min": 40, "max": 60, "x": 1 }),
            json!({}),
            "data",
        ),
        (
            "range:16",
            json!({ "value": 52.123, "min": 40, "max": 60 }),
            json!({}),
            "data",
        ),
        ("range:16", json!([52, 40, 60]), json!({}), "data"),
        ("range:17", json!({}), json!({}), "circuit"),
        ("circuit:00", json!({}), json!({}), "circuit"),
        ("r1cs:AAAA", json!({}), json!({}), "circuit"),
        (
            "aggregate:1024",
            json!({ "values": [1] }),
            json!({}),
            "circuit",
        ),
        (
            "equality",
            json!({ "value1": 7, "value2": 8 }),
            json!({}),
            "data",
        ),
        (
            "range:16",
            json!({}),
            json!({ "securityLevel": 192, "curve": "bls12-381" }),
            "parameters.securityLevel",
        ),
        (
            "range:16",
            json!({}),
            json!({ "securityLevel": 256, "curve": "bls24-509" }),
            "parameters.securityLevel",
        ),
        (
            "range:16",
            json!({}),
            json!({ "securityLevel": 192, "scheme": "Bulletproofs" }),
            "parameters.securityLevel",
        ),
        (
            "range:16",
            json!({}),
            json!({ "scheme": "Plonk" }),
            "parameters.scheme",
        ),
        (
            "range:16",
            json!({}),
            json!({ "curve": "p256" }),
            "parameters.curve",
        ),
        (
            "membership",
            json!({}),
            json!({ "scheme": "Bulletproofs" }),
            "circuit",
        ),
    ] {
        let answer = prove(circuit, data.clone(), parameters.clone()).await;
        let refusal = answer.refused(400, CODE);
        assert_eq!(
            refusal["details"]["parameter"], blamed,
            "{circuit} {data} {parameters}: {refusal}"
        );
    }
    for (proof, public, blamed) in [
        ("", "W10=", "proof"),
        ("%", "W10=", "proof"),
        ("e30=", "W10=", "proof"),
        (proven["proof"].as_str().unwrap(), "e30=", "publicInputs"),
        (proven["proof"].as_str().unwrap(), "W10=", "publicInputs"),
    ] {
        let body = json!({ "proof": proof, "publicInputs": public, "circuit": "aggregate:4" });
        post(&ada, "zk/verify", body).await.blames(blamed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_timeout_error_names_jobs() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.network.request_timeout = 1;
    app.state().apply(settings);
    let body = json!({
        "data": base64(b"{\"values\":[1]}"), "circuit": "aggregate:64",
        "parameters": { "scheme": "PGHR13" },
    });
    let refused = post(&ada, "zk/prove", body)
        .await
        .refused(500, "SERVER_ERROR");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("`Prefer: respond-async`"), "{message}");
}
