//! Membership proofs by a Merkle path: the same statement as by the whole set, with smaller inputs.

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{Hasher, MerkleTree};
use lockstep_zk::{field, scalar};
use serde_json::{Value as Json, json};

use super::{CODE, base64, post, unbase64};
use crate::app::{Answer, TestApp, TestClient};

const SET: [i64; 5] = [1, 3, 7, 9, 11];
const DEPTH: u32 = 3;

/// Returns the root, siblings and directions of a value, as a client computes them.
fn path<F: PrimeField>(value: i64, scale: u8) -> (Json, Json, Json) {
    let scaled = SET.map(|value| value * 10_i64.pow(u32::from(scale)));
    let tree = MerkleTree::<F>::of_set(&Hasher::new(), &scaled, scale, DEPTH).unwrap();
    let (siblings, directions) = tree.path(value).unwrap();
    let siblings: Vec<String> = siblings.iter().map(field::to_decimal).collect();
    let root = field::to_decimal(&tree.root());
    (json!(root), json!(siblings), json!(directions))
}

async fn prove(caller: &TestClient, inputs: &Json, parameters: &Json) -> Answer {
    let data = base64(inputs.to_string().as_bytes());
    let body = json!({ "data": data, "circuit": "membership:3", "parameters": parameters });
    post(caller, "zk/prove", body).await
}

fn public(proven: &Json) -> Vec<u8> {
    unbase64(proven["publicInputs"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_path_proves_the_same_statement_as_the_set() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for (curve, scale, (root, siblings, directions)) in [
        ("bls12-381", 0, path::<scalar::Bls12_381>(7, 0)),
        ("bn254", 0, path::<scalar::Bn254>(7, 0)),
        ("bn254", 2, path::<scalar::Bn254>(700, 2)),
    ] {
        let parameters = json!({
            "curve": curve, "precision": scale, "domain": "a.example", "nonce": base64(b"n"),
        });
        let by_set = json!({ "value": 7, "set": SET, "blinding": "12" });
        let by_path = json!({
            "value": 7, "path": siblings, "directions": directions, "root": root,
            "blinding": "12",
        });
        let one = prove(&ada, &by_set, &parameters).await.ok();
        let two = prove(&ada, &by_path, &parameters).await.ok();
        assert_eq!(public(&one), public(&two), "{curve} {scale}");
        assert_eq!(one["metadata"]["vkDigest"], two["metadata"]["vkDigest"]);
        let stated: Json = serde_json::from_slice(&public(&two)).unwrap();
        assert_eq!(stated[1], root);
        assert_ne!(one["proof"], two["proof"], "proofs are blinded");
        for proven in [&one, &two] {
            let body = json!({
                "proof": proven["proof"], "publicInputs": proven["publicInputs"],
                "circuit": "membership:3",
                "parameters": { "domain": "a.example", "nonce": base64(b"n") },
            });
            assert_eq!(post(&bob, "zk/verify", body).await.ok()["verified"], true);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_path_is_a_false_statement() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (root, siblings, directions) = path::<scalar::Bls12_381>(7, 0);
    let (_, others, other_directions) = path::<scalar::Bls12_381>(9, 0);
    let good = json!({ "value": 7, "path": siblings, "directions": directions, "root": root });
    prove(&ada, &good, &json!({})).await.ok();
    for (field, wrong, part) in [
        ("value", json!(8), "statement is false"),
        ("value", json!(9), "statement is false"),
        ("path", others.clone(), "statement is false"),
        ("path", json!(["0", "0", "0"]), "statement is false"),
        ("directions", other_directions, "statement is false"),
        ("root", siblings[0].clone(), "statement is false"),
        ("root", json!("0"), "statement is false"),
        ("path", json!([siblings[0], siblings[1]]), "3 entries"),
        ("path", json!([]), "3 entries"),
        ("directions", json!([true, false]), "3 entries"),
        ("directions", json!([0, 1, 0]), "3 entries"),
        ("directions", Json::Null, "3 entries"),
        ("path", json!([1, 2, 3]), "decimal texts"),
        ("path", json!([MODULUS, "0", "0"]), "decimal texts"),
        ("root", json!([]), "must have one value"),
        ("root", json!([root, root]), "must have one value"),
        ("root", json!(7), "decimal texts"),
        ("root", Json::Null, "decimal texts"),
        ("value", json!([]), "is required"),
        ("set", json!(SET), "not an input"),
    ] {
        let mut inputs = good.clone();
        inputs[field] = wrong.clone();
        let answer = prove(&ada, &inputs, &json!({})).await;
        let refusal = answer.refused(400, CODE);
        assert_eq!(refusal["details"]["parameter"], "data", "{field} {wrong}");
        let reason = refusal["details"]["reason"].as_str().unwrap();
        assert!(reason.contains(part), "{field} {wrong}: {reason}");
    }
}

/// The modulus of the scalar field of BLS12-381.
const MODULUS: &str =
    "52435875175126190479447740508185965837690552500527637822603658699938581184513";
