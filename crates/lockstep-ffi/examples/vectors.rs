//! Makes the vectors that all client libraries share: `cargo run --release -p lockstep-ffi --example vectors clients/vectors`. With
//! the name of a file, makes that file only.
//!
//! Keys and messages are new in each run, so make them again only if a format changes, and commit the new
//! files. clients/vectors/README.md describes their form.

#[path = "vectors/documents.rs"]
mod documents;
#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;

use data_encoding::BASE64;
use serde_json::{Map, Value, json};

use support::{Fields, ask, decoded};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("give the folder of the vectors")?;
    let (folder, only) = (Path::new(&folder), std::env::args().nth(2));
    type Vectors = fn() -> Value;
    let files: [(&str, Vectors); 6] = [
        ("post_quantum.json", post_quantum),
        ("proofs.json", proofs),
        ("envelopes.json", envelopes),
        ("homomorphic.json", homomorphic),
        ("documents.json", documents::documents),
        ("refusals.json", refusals),
    ];
    for (name, content) in files {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let text = serde_json::to_string_pretty(&content())? + "\n";
        std::fs::write(folder.join(name), &text)?;
        println!("{name}: {} bytes", text.len());
    }
    Ok(())
}

fn ok(operation: &str, fields: Value, bytes: &[(&str, &[u8])]) -> Fields {
    ask(operation, fields, bytes).unwrap_or_else(|failure| panic!("{operation}: {failure}"))
}

fn new(component: &str) -> Value {
    ok(&format!("{component}.new"), json!({}), &[])["handle"].clone()
}

/// Base 64 with the lowest bit of one byte changed.
fn damaged(bytes: &Value, at: usize) -> Value {
    let mut bytes = decoded(bytes);
    bytes[at] ^= 1;
    json!(BASE64.encode(&bytes))
}

fn post_quantum() -> Value {
    let mut encapsulation = Vec::new();
    for (name, config) in [
        (
            "ML-KEM-512",
            json!({ "scheme": "kyber", "securityLevel": 1 }),
        ),
        ("ML-KEM-768, key as seed", seed("kyber", 3)),
        ("ML-KEM-1024, key as seed", seed("kyber", 5)),
        (
            "X-Wing",
            json!({ "scheme": "kyber", "securityLevel": 3, "params": { "hybrid": "x25519" } }),
        ),
    ] {
        encapsulation.extend(key_encapsulation(name, &config));
    }
    let mut signatures = Vec::new();
    for (name, config) in [
        (
            "ML-DSA-44",
            json!({ "scheme": "dilithium", "securityLevel": 1 }),
        ),
        ("ML-DSA-65, key as seed", seed("dilithium", 3)),
        (
            "ML-DSA-87, deterministic, with a context",
            json!({
                "scheme": "dilithium",
                "securityLevel": 5,
                "params": { "deterministic": true, "context": "lockstep", "keyFormat": "seed" },
            }),
        ),
        (
            "SLH-DSA-SHA2-128s, deterministic",
            json!({
                "scheme": "sphincs",
                "securityLevel": 1,
                "params": { "deterministic": true, "variant": "s" },
            }),
        ),
    ] {
        signatures.extend(signature(name, &config));
    }
    json!({ "keyEncapsulation": encapsulation, "signatures": signatures })
}

fn seed(scheme: &str, level: u8) -> Value {
    json!({ "scheme": scheme, "securityLevel": level, "params": { "keyFormat": "seed" } })
}

fn scheme(config: &Value) -> Value {
    let handle = new("PostQuantumScheme");
    let fields = json!({ "handle": handle, "config": config });
    ok("PostQuantumScheme.initialize", fields, &[]);
    json!({ "handle": handle })
}

/// A secret that is shared, and one that a damaged ciphertext gives.
fn key_encapsulation(name: &str, config: &Value) -> Vec<Value> {
    let on = scheme(config);
    let pair = ok("PostQuantumScheme.generateKeyPair", on.clone(), &[]);
    let public = decoded(&pair["publicKey"]);
    let sent = ok(
        "PostQuantumScheme.encapsulate",
        on.clone(),
        &[("publicKey", &public)],
    );
    let case = |name: String, ciphertext: &Value| {
        let (private, bytes) = (decoded(&pair["privateKey"]), decoded(ciphertext));
        let parts = [("privateKey", &private[..]), ("ciphertext", &bytes)];
        let opened = ok("PostQuantumScheme.decapsulate", on.clone(), &parts);
        json!({
            "name": name,
            "config": config,
            "publicKey": pair["publicKey"],
            "privateKey": pair["privateKey"],
            "ciphertext": ciphertext,
            "sharedSecret": opened["sharedSecret"],
        })
    };
    let whole = case(name.to_owned(), &sent["ciphertext"]);
    assert_eq!(whole["sharedSecret"], sent["sharedSecret"]);
    if config["securityLevel"] != 1 {
        return vec![whole];
    }
    let damaged = damaged(&sent["ciphertext"], 100);
    vec![whole, case(format!("{name}, damaged ciphertext"), &damaged)]
}

/// A signature, and for ML-DSA-44 also an invalid one.
fn signature(name: &str, config: &Value) -> Vec<Value> {
    let on = scheme(config);
    let pair = ok("PostQuantumScheme.generateKeyPair", on.clone(), &[]);
    let (message, private) = (b"61 beats a minute", decoded(&pair["privateKey"]));
    let bytes = [("message", &message[..]), ("privateKey", &private)];
    let signed = ok("PostQuantumScheme.sign", on, &bytes);
    let case = |name: String, signature: &Value, verified: bool| {
        json!({
            "name": name,
            "config": config,
            "publicKey": pair["publicKey"],
            "privateKey": pair["privateKey"],
            "message": BASE64.encode(message),
            "signature": signature,
            "verified": verified,
        })
    };
    let whole = case(name.to_owned(), &signed["signature"], true);
    if name != "ML-DSA-44" {
        return vec![whole];
    }
    let damaged = damaged(&signed["signature"], 40);
    vec![
        whole,
        case(format!("{name}, damaged signature"), &damaged, false),
    ]
}

fn proofs() -> Value {
    let (mut keys, mut proofs) = (Map::new(), Vec::new());
    for (name, config) in [
        ("Groth16 on BLS12-381", json!({})),
        ("Groth16 on BN254", json!({ "curve": "bn254" })),
        (
            "PGHR13 on BN254",
            json!({ "scheme": "pghr13", "curve": "bn254" }),
        ),
    ] {
        let handle = new("ZkHandler");
        let fields = json!({ "handle": handle, "config": config });
        ok("ZkHandler.initialize", fields, &[]);
        for (what, operation, fields) in [
            (
                "52 is between 40 and 60",
                "generateRangeProof",
                json!({ "value": 52, "range": { "min": 40, "max": 60 } }),
            ),
            (
                "7.25 equals 7.25",
                "generateEqualityProof",
                json!({ "value1": 7.25, "value2": 7.25 }),
            ),
            (
                "3 is in {1, 2, 3, 4}",
                "generateMembershipProof",
                json!({ "value": 3, "set": [1, 2, 3, 4] }),
            ),
        ] {
            let mut fields = fields;
            fields["handle"] = handle.clone();
            let made = ok(&format!("ZkHandler.{operation}"), fields, &[]);
            let proof = &made["proof"];
            let fields = json!({ "handle": handle, "vkDigest": proof["vkDigest"] });
            let key = ok("ZkHandler.verificationKey", fields, &[]);
            let digest = proof["vkDigest"].as_str().expect("a digest is a text");
            keys.insert(digest.to_owned(), key["verificationKey"].clone());
            let case = |name: String, proof: &Value, verified: bool| json!({ "name": name, "proof": proof, "verified": verified });
            proofs.push(case(format!("{name}: {what}"), proof, true));
            let mut other = proof.clone();
            other["publicSignals"][0] = json!("1");
            proofs.push(case(
                format!("{name}: {what}, another commitment"),
                &other,
                false,
            ));
        }
    }
    json!({ "verificationKeys": keys, "proofs": proofs })
}

const KEY_ID: &str = "key_01h455vb4pex5vsknk084sn02q";

fn envelopes() -> Value {
    let mut shared = Vec::new();
    for cipher in ["AES-128-GCM", "AES-192-GCM", "AES-256-GCM"] {
        let handle = ok("SealingKey.generate", json!({ "cipher": cipher }), &[])["handle"].clone();
        let on = json!({ "handle": handle });
        let mut key = json!({ "cipher": cipher });
        key["key"] = ok("SealingKey.export", on.clone(), &[])["key"].clone();
        key["checkValue"] = ok("SealingKey.checkValue", on.clone(), &[])["checkValue"].clone();
        shared.extend(sealed(cipher, "SealingKey.seal", &on, &key, &[]));
    }
    let mut pairs = Vec::new();
    for kem in ["X-Wing", "MLKEM1024-P384"] {
        let pair = ok("SealingKeyPair.generate", json!({ "kem": kem }), &[]);
        let on = json!({ "handle": pair["handle"] });
        let mut key = json!({ "kem": kem, "publicKey": pair["publicKey"] });
        key["privateKey"] = ok("SealingKeyPair.export", on, &[])["privateKey"].clone();
        let public = decoded(&pair["publicKey"]);
        let to = json!({ "kem": kem });
        pairs.extend(sealed(
            kem,
            "SealingKeyPair.sealTo",
            &to,
            &key,
            &[("publicKey", &public)],
        ));
    }
    json!({ "sharedKeys": shared, "keyPairs": pairs })
}

/// An envelope that opens, one that is damaged, and one for another row.
fn sealed(
    name: &str,
    operation: &str,
    on: &Value,
    key: &Value,
    bytes: &[(&str, &[u8])],
) -> Vec<Value> {
    let plaintext = b"61 beats a minute";
    let key_name = json!({ "id": KEY_ID, "version": 1 });
    let mut fields = on.clone();
    fields["context"] = json!({ "account": "usr_01h455vb4pex5vsknk084sn02q", "row": "heart_rate" });
    fields["keyName"] = key_name.clone();
    let parts = [
        bytes,
        &[("plaintext", &plaintext[..]), ("extension", b"ext")],
    ]
    .concat();
    let envelope = ok(operation, fields.clone(), &parts)["envelope"].clone();
    let case = |name: String, envelope: &Value, context: &Value| {
        let mut case = key.clone();
        case["name"] = json!(name);
        case["context"] = context.clone();
        case["envelope"] = envelope.clone();
        case
    };
    let mut opens = case(name.to_owned(), &envelope, &fields["context"]);
    for (field, value) in [
        ("plaintext", json!(BASE64.encode(plaintext))),
        ("mode", json!("basic")),
        ("suite", json!(name)),
        ("origin", json!("client")),
        ("extension", json!(BASE64.encode(b"ext"))),
        ("keyName", key_name),
    ] {
        opens[field] = value;
    }
    let last = decoded(&envelope).len() - 1;
    let damaged = damaged(&envelope, last);
    let elsewhere = json!({ "account": "usr_01h455vb4pex5vsknk084sn02q", "row": "steps" });
    vec![
        opens,
        case(format!("{name}, damaged"), &damaged, &fields["context"]),
        case(format!("{name}, another row"), &envelope, &elsewhere),
    ]
}

fn homomorphic() -> Value {
    let set = "bfv-128-sum";
    let handle = ok("FheSecretKey.generate", json!({ "set": set }), &[])["handle"].clone();
    let on = json!({ "handle": handle });
    let secret = ok("FheSecretKey.export", on.clone(), &[])["secretKey"].clone();
    let keys = ok("FheSecretKey.evaluationKeys", on.clone(), &[]);
    let keys = decoded(&keys["evaluationKeys"]);
    let fields = json!({
        "handle": handle,
        "values": [61.5, 64, -3.5],
        "scale": { "decimals": 1 },
        "keyId": KEY_ID,
    });
    let block = ok("FheSecretKey.encrypt", fields, &[])["block"].clone();
    let operands = json!([{ "$part": 0 }]);
    let fields = json!({
        "evaluationKeys": { "$part": 1 },
        "operation": "sum",
        "operands": operands,
    });
    let parts: [&[u8]; 2] = [&decoded(&block), &keys];
    let sum = support::answered("FheEvaluationKeys.compute", &fields, &parts)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let ciphertexts: Vec<Value> = [
        ("a client's block of three values", &block),
        ("their sum", &sum["result"]),
    ]
    .into_iter()
    .map(|(name, ciphertext)| {
        let bytes = decoded(ciphertext);
        let plain = ok(
            "FheSecretKey.decrypt",
            on.clone(),
            &[("ciphertext", &bytes)],
        );
        json!({ "name": name, "ciphertext": ciphertext, "plain": plain })
    })
    .collect();
    json!({ "set": set, "secretKey": secret, "ciphertexts": ciphertexts })
}

fn refusals() -> Value {
    let none: &[&[u8]] = &[];
    let config = |config: Value| json!({ "handle": "$PostQuantumScheme", "config": config });
    let cases = [
        ("an unknown operation", "none", json!({}), none),
        ("an unknown field", "library", json!({ "x": 1 }), none),
        ("a missing field", "close", json!({}), none),
        (
            "a closed handle",
            "close",
            json!({ "handle": 9_007_199_254_740_991_u64 }),
            none,
        ),
        (
            "a handle of another kind",
            "ZkHandler.cleanup",
            json!({ "handle": "$PostQuantumScheme" }),
            none,
        ),
        (
            "a byte string that is missing",
            "Envelope.parse",
            json!({ "envelope": { "$part": 1 } }),
            &[b"x"],
        ),
        (
            "bytes that are not an envelope",
            "Envelope.parse",
            json!({ "envelope": { "$part": 0 } }),
            &[b"LKE"],
        ),
        (
            "a method before initialize",
            "PostQuantumScheme.generateKeyPair",
            json!({ "handle": "$PostQuantumScheme" }),
            none,
        ),
        (
            "a security level that does not exist",
            "PostQuantumScheme.initialize",
            config(json!({ "scheme": "kyber", "securityLevel": 2 })),
            none,
        ),
        (
            "a parameter of another scheme",
            "PostQuantumScheme.initialize",
            config(json!({ "scheme": "kyber", "securityLevel": 1, "params": { "context": "c" } })),
            none,
        ),
        (
            "a level of proofs that does not exist",
            "ZkHandler.initialize",
            json!({ "handle": "$ZkHandler", "config": { "securityLevel": 2 } }),
            none,
        ),
        (
            "a proof before initialize",
            "ZkHandler.generateRangeProof",
            json!({ "handle": "$ZkHandler", "value": 1, "range": { "min": 0, "max": 2 } }),
            none,
        ),
        (
            "a GPU",
            "CircuitOptimizer.initializeGPU",
            json!({ "handle": "$CircuitOptimizer" }),
            none,
        ),
        (
            "a circuit that does not exist",
            "Circuit.named",
            json!({ "name": "none" }),
            none,
        ),
        (
            "a key of another length",
            "SealingKey.import",
            json!({ "key": { "$part": 0 } }),
            &[b"short"],
        ),
        (
            "a public key of another length",
            "FhePublicKey.encrypt",
            json!({ "publicKey": { "$part": 0 }, "values": [1] }),
            &[b"short"],
        ),
        (
            "a fingerprint of another length",
            "Document.verify",
            json!({ "document": { "$part": 0 }, "attester": "ab" }),
            &[b"{}"],
        ),
    ];
    let refusals: Vec<Value> = cases
        .into_iter()
        .map(|(name, operation, request, parts)| {
            let mut sent = request.clone();
            if let Some(component) = request["handle"].as_str() {
                sent["handle"] = new(component.trim_start_matches('$'));
            }
            let failure = support::answered(operation, &sent, parts)
                .expect_err("the library refuses the request");
            let parts: Vec<String> = parts.iter().map(|part| BASE64.encode(part)).collect();
            json!({
                "name": name,
                "operation": operation,
                "request": request,
                "parts": parts,
                "status": failure.status() as i32,
                "kind": failure.status().name(),
            })
        })
        .collect();
    json!({ "refusals": refusals })
}
