//! Numbers of statements and weights: none is rounded, and none takes the place of another.

use serde_json::{Value as Json, json};

use super::{base64, encrypt, post, unbase64};
use crate::app::{Answer, TestApp, TestClient};

async fn prove(
    caller: &TestClient,
    scheme: &str,
    (circuit, data, precision): (&str, &str, Option<u8>),
) -> Answer {
    let parameters = json!({ "scheme": scheme, "precision": precision });
    let data = base64(data.as_bytes());
    let body = json!({ "data": data, "circuit": circuit, "parameters": parameters });
    post(caller, "zk/prove", body).await
}

const SCHEMES: [&str; 3] = ["Groth16", "PGHR13", "Bulletproofs"];

/// Each of these statements is false as it was sent, and true of rounded numbers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_of_a_statement_is_rounded() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (circuit, data, precision, expected) in [
        (
            "range:16",
            r#"{"value":6000000.004,"min":5999990,"max":6000000}"#,
            None,
            "value has more than 2 decimals",
        ),
        (
            "range:16",
            r#"{"value":600.0000004,"min":599.99,"max":600}"#,
            Some(6),
            "value has more than 6 decimals",
        ),
        (
            "range:16",
            r#"{"value":599999999.6,"min":600000000,"max":600000009}"#,
            Some(0),
            "value has more than 0 decimals",
        ),
        (
            "range:16",
            r#"{"value":600000000,"min":600000000.4,"max":600000009}"#,
            Some(0),
            "min has more than 0 decimals",
        ),
        (
            "range:16",
            r#"{"value":60.00000000000000000001,"min":0,"max":60}"#,
            None,
            "value has more than 2 decimals",
        ),
        (
            "equality",
            r#"{"value1":6000000.001,"value2":6000000.004}"#,
            None,
            "value1 has more than 2 decimals",
        ),
        (
            "equality",
            r#"{"value1":9007199254740993,"value2":9007199254740992}"#,
            None,
            "value1 is too large to keep 0 decimals exactly",
        ),
    ] {
        for scheme in SCHEMES {
            let answer = prove(&ada, scheme, (circuit, data, precision)).await;
            let reason = answer.blames("data");
            assert!(reason.contains(expected), "{scheme} {data}: {reason}");
            assert!(reason.contains("parameters.precision"), "{reason}");
        }
    }
    let exact = r#"{"value":6000000.01,"min":6e6,"max":6000000.010}"#;
    let proven = prove(&ada, "Groth16", ("range:16", exact, None)).await;
    assert_eq!(proven.ok()["metadata"]["opening"]["scale"], 2);
}

/// A list in the place of a number would shift the numbers after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_list_takes_the_place_of_a_number() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (circuit, data, schemes, expected) in [
        (
            "equality",
            r#"{"value1":[7,7],"value2":[9]}"#,
            &SCHEMES[..],
            "value1 is required: one number",
        ),
        (
            "range:16",
            r#"{"value":[10,0,60],"min":40,"max":60}"#,
            &SCHEMES,
            "value is required: one number",
        ),
        (
            "membership:3",
            r#"{"value":[5,5],"set":[7]}"#,
            &SCHEMES[..2],
            "value is required: one number",
        ),
        (
            "set:2",
            r#"{"value":[5,5],"set":[7]}"#,
            &SCHEMES[..2],
            "value is required: one number",
        ),
        (
            "commitment",
            r#"{"value":[5]}"#,
            &SCHEMES[..2],
            "value is required: one number",
        ),
        (
            "aggregate:4",
            r#"{"values":[1,2,3,4,5,6]}"#,
            &SCHEMES[2..],
            "a list of 1 to 4 numbers",
        ),
    ] {
        for scheme in schemes {
            let answer = prove(&ada, scheme, (circuit, data, None)).await;
            let reason = answer.blames("data");
            assert!(reason.contains(expected), "{scheme} {data}: {reason}");
        }
    }
}

/// Readers differ in which value of a repeated name they take.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_input_replaces_another_of_its_name() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for data in [
        r#"{"value":70,"value":50,"min":40,"max":60}"#,
        r#"{"value":50,"min":40,"max":60,"value":50}"#,
        r#"{"value":70,"\u0076alue":50,"min":40,"max":60}"#,
    ] {
        for scheme in SCHEMES {
            let answer = prove(&ada, scheme, ("range:16", data, None)).await;
            let reason = answer.blames("data");
            let expected = "it has the input \"value\" twice";
            assert!(reason.contains(expected), "{scheme} {data}: {reason}");
        }
    }
}

/// The name of a circuit says how many values a sum may have, also to a verifier.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sum_has_no_more_values_than_its_circuit() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let asked = ("aggregate:8", r#"{"values":[1,2,3,4,5,6]}"#, None);
    let proven = prove(&ada, "Bulletproofs", asked).await.ok();
    let verify = async |circuit: &str| {
        let body = json!({
            "circuit": circuit, "proof": proven["proof"], "publicInputs": proven["publicInputs"],
        });
        post(&ada, "zk/verify", body).await
    };
    assert_eq!(verify("aggregate:8").await.ok()["verified"], true);
    verify("aggregate:4").await.blames("publicInputs");
}

/// A verifier reads the proof and its public inputs, and takes all of it for proven.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_verified_that_a_proof_does_not_cover() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let verify = async |circuit: &str, proof: &Json, public: &Json| {
        let body = json!({ "circuit": circuit, "proof": proof, "publicInputs": public });
        post(&ada, "zk/verify", body).await
    };
    for (circuit, data, added) in [
        (
            "equality",
            r#"{"value1":7,"value2":7}"#,
            &[
                r#"{"min":40,"max":60}"#,
                r#"{"sum":"14"}"#,
                r#"{"says":"healthy"}"#,
                r#"{"min":null}"#,
            ][..],
        ),
        (
            "range:16",
            r#"{"value":52,"min":40,"max":60}"#,
            &[
                r#"{"sum":"52"}"#,
                r#"{"value":52}"#,
                r#"{"Min":50}"#,
                r#"{"sum":null}"#,
            ],
        ),
        (
            "sum",
            r#"{"values":[300,75]}"#,
            &[
                r#"{"min":0,"max":300}"#,
                r#"{"sum":"0375"}"#,
                r#"{"sum":"+375"}"#,
            ],
        ),
    ] {
        let proven = prove(&ada, "Bulletproofs", (circuit, data, None)).await;
        let proven = proven.ok();
        let (proof, public) = (&proven["proof"], &proven["publicInputs"]);
        let verdict = verify(circuit, proof, public).await.ok();
        assert_eq!(verdict["verified"], true, "{circuit}");
        for members in added {
            let changed = with_members(public, members);
            let answer = verify(circuit, proof, &changed).await;
            let reason = answer.blames("publicInputs");
            assert!(reason.contains("no other members"), "{members}: {reason}");
        }
    }
    for scheme in SCHEMES {
        let asked = ("equality", r#"{"value1":7,"value2":7}"#, None);
        let proven = prove(&ada, scheme, asked).await.ok();
        let (proof, public) = (&proven["proof"], &proven["publicInputs"]);
        let verdict = verify("equality", proof, public).await.ok();
        assert_eq!(verdict["verified"], true, "{scheme}");
        for members in [r#"{"says":"healthy"}"#, r#"{"curve":"bn128"}"#] {
            let changed = with_members(proof, members);
            verify("equality", &changed, public).await.blames("proof");
        }
    }
}

/// A reader of doubles takes each of these for a number of fewer digits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_digits_of_bounds_and_weights_are_lost() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let parameters = json!({ "scheme": "BFV", "precision": 0 });
    let sealed = encrypt(&ada, b"[1]", "FHE", parameters).await;
    let weighted = json!({
        "operation": "weightedSum", "operands": [sealed["encryptedData"]],
        "parameters": { "weights": ["digits"], "precision": 1 },
    });
    let claim = |bound: &str| {
        json!({
            "statement": { "metric": "restingHeartRate", (bound): "digits" },
            "startDate": "2026-06-01", "endDate": "2026-06-07",
        })
    };
    let (compute, claims) = ("/v1/encryption/fhe/compute", "/v1/sfdp/proofs");
    for (path, body, digits, parameter, expected) in [
        (
            compute,
            weighted.clone(),
            "0.1000000000000000055",
            "parameters.weights",
            "weights[0] has more than 1 decimals",
        ),
        (
            compute,
            weighted,
            "1e-400",
            "parameters.weights",
            "weights[0] has more than 1 decimals",
        ),
        (
            claims,
            claim("max"),
            "59.9999999999999999999",
            "statement.max",
            "has more than 2 decimals",
        ),
        (
            claims,
            claim("min"),
            "1e-400",
            "statement.min",
            "has more than 2 decimals",
        ),
    ] {
        let text = body.to_string().replace("\"digits\"", digits);
        let answer = ada.post_bytes(path, text).await;
        let reason = answer.blames(parameter);
        assert!(reason.contains(expected), "{digits}: {reason}");
    }
}

/// The base64 of a JSON object with more members, or other values of them.
fn with_members(encoded: &Json, members: &str) -> Json {
    let bytes = unbase64(encoded.as_str().unwrap());
    let mut object: Json = serde_json::from_slice(&bytes).unwrap();
    let members: Json = serde_json::from_str(members).unwrap();
    for (name, value) in members.as_object().unwrap() {
        object[name.as_str()] = value.clone();
    }
    json!(base64(object.to_string().as_bytes()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_weight_is_rounded() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let parameters = json!({ "scheme": "BFV", "precision": 0 });
    let sealed = encrypt(&ada, b"[1]", "FHE", parameters).await;
    for (weight, precision, expected) in [
        (
            600_000_000.4,
            json!(0),
            "weights[0] has more than 0 decimals",
        ),
        (
            6_000_000.004,
            Json::Null,
            "weights[0] has more than 2 decimals",
        ),
        (
            9_007_199_254_740_992.0,
            Json::Null,
            "weights[0] is too large",
        ),
    ] {
        let body = json!({
            "operation": "weightedSum", "operands": [sealed["encryptedData"]],
            "parameters": { "weights": [weight], "precision": precision },
        });
        let answer = post(&ada, "fhe/compute", body).await;
        let reason = answer.blames("parameters.weights");
        assert!(reason.contains(expected), "{weight}: {reason}");
    }
}
