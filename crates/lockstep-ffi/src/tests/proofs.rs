use serde_json::{Value, json};

use super::{Reply, ask, close, new, part, refused};
use crate::Status;

fn initialized(config: &Value) -> u64 {
    let handle = new("ZkHandler");
    let fields = json!({ "handle": handle, "config": config });
    ask("ZkHandler.initialize", &fields, &[]);
    handle
}

fn verifies(handle: u64, proof: &Value) -> bool {
    let fields = json!({ "handle": handle, "proof": proof });
    let reply = ask("ZkHandler.verifyProof", &fields, &[]);
    reply.fields["verified"].as_bool().unwrap()
}

fn range(handle: u64) -> Reply {
    let range = json!({ "min": 40, "max": 60 });
    let fields = json!({ "handle": handle, "value": 52, "range": range });
    ask("ZkHandler.generateRangeProof", &fields, &[])
}

#[test]
fn statements_are_proven_on_every_curve_by_every_scheme() {
    for config in [
        json!({}),
        json!({"scheme": "groth16", "curve": "bn254", "optimizationLevel": "aggressive"}),
        json!({"scheme": "pghr13", "curve": "bls12-381", "useGPU": true}),
    ] {
        let handle = initialized(&config);
        let equality = json!({ "handle": handle, "value1": 7.25, "value2": 7.25 });
        let membership = json!({ "handle": handle, "value": 3, "set": [1, 2, 3, 4] });
        for reply in [
            range(handle),
            ask("ZkHandler.generateEqualityProof", &equality, &[]),
            ask("ZkHandler.generateMembershipProof", &membership, &[]),
        ] {
            let proof = &reply.fields["proof"];
            assert!(verifies(handle, proof), "{proof}");
            let fields = json!({ "handle": handle, "proof": proof });
            let opening = ask("ZkHandler.opening", &fields, &[]);
            let blindings = opening.fields["opening"]["blindings"].as_array();
            assert!(!blindings.unwrap().is_empty());

            // The key, for a verifier without the handler.
            let fields = json!({ "handle": handle, "vkDigest": proof["vkDigest"] });
            let key = ask("ZkHandler.verificationKey", &fields, &[]);
            assert_eq!(key.fields["setup"], "local");
            let key = &key.fields["verificationKey"];
            let pinned = |proof: &Value| {
                let fields = json!({ "proof": proof, "verificationKey": key });
                ask("Proof.verify", &fields, &[]).fields["verified"] == true
            };
            assert!(pinned(proof));
            let mut other = proof.clone();
            other["publicSignals"][0] = json!("7");
            assert!(!pinned(&other) && !verifies(handle, &other));
            other["vkDigest"] = json!("00");
            let fields = json!({ "proof": other, "verificationKey": key });
            refused("Proof.verify", &fields, &[], Status::VerificationError);
        }
        close(handle);
    }
}

#[test]
fn keys_and_proofs_of_a_named_circuit() {
    let handle = initialized(&json!({ "curve": "bn254" }));
    let fields = json!({ "name": "commitment", "curve": "bn254" });
    let circuit = ask("Circuit.named", &fields, &[]).handle();
    let on = json!({ "handle": handle, "circuit": circuit });
    let keys = ask("ZkHandler.generateKeys", &on, &[]);
    let proving = keys.fields["provingKey"].as_u64().unwrap();
    let zkey = ask("ProvingKey.toZkey", &json!({ "handle": proving }), &[]);
    assert!(zkey.bytes("zkey").starts_with(b"zkey"));
    let fields =
        json!({ "handle": handle, "circuit": circuit, "privateInputs": [], "publicInputs": [] });
    let operation = "ZkHandler.generateProof";
    refused(operation, &fields, &[], Status::ProofGenerationError);
    let fields = json!({
        "handle": handle,
        "circuit": circuit,
        "privateInputs": [
            { "name": "value", "values": ["9223372036854775860"] },
            { "name": "blinding", "values": ["1234"] },
        ],
        "publicInputs": [
            { "name": "scale", "values": ["0"] },
            { "name": "statement", "values": ["0"] },
        ],
    });
    let proof = ask(operation, &fields, &[]);
    assert_eq!(proof.fields["proof"]["vkDigest"], keys.fields["vkDigest"]);
    assert!(verifies(handle, &proof.fields["proof"]));
}

#[test]
fn level_3_proves_on_the_curve_of_that_level() {
    let handle = new("ZkHandler");
    let config = json!({ "handle": handle, "config": { "securityLevel": 3 } });
    ask("ZkHandler.initialize", &config, &[]);
    let fields = json!({ "handle": handle, "value1": 7, "value2": 7 });
    let proof = ask("ZkHandler.generateEqualityProof", &fields, &[]);
    assert_eq!(proof.fields["proof"]["curve"], "bls24-509");
    assert!(verifies(handle, &proof.fields["proof"]));
}

#[test]
fn kinds_of_errors_are_those_of_the_interface() {
    let handle = new("ZkHandler");
    let range =
        |value: f64| json!({ "handle": handle, "value": value, "range": { "min": 40, "max": 60 } });
    let operation = "ZkHandler.generateRangeProof";
    refused(operation, &range(52.0), &[], Status::InitializationError);
    for config in [
        json!({"securityLevel": 3, "curve": "bls12-381"}),
        json!({"securityLevel": 2}),
        json!({"precision": 7}),
    ] {
        let fields = json!({ "handle": handle, "config": config });
        refused(
            "ZkHandler.initialize",
            &fields,
            &[],
            Status::InitializationError,
        );
    }
    ask("ZkHandler.initialize", &json!({ "handle": handle }), &[]);
    for value in [61.0, 39.99, 52.123, 1e300] {
        refused(operation, &range(value), &[], Status::ProofGenerationError);
    }
    let fields = json!({ "handle": handle, "vkDigest": "00" });
    refused(
        "ZkHandler.verificationKey",
        &fields,
        &[],
        Status::InvalidRequest,
    );
    ask("ZkHandler.cleanup", &json!({ "handle": handle }), &[]);
    refused(operation, &range(52.0), &[], Status::ZKError);
    refused(
        "ZkHandler.cleanup",
        &json!({ "handle": handle }),
        &[],
        Status::ZKError,
    );
    // A proof with a field too many.
    let fields = json!({ "proof": { "scheme": "Groth16", "x": part(0) }, "verificationKey": "" });
    refused("Proof.verify", &fields, &[], Status::InvalidRequest);
}
