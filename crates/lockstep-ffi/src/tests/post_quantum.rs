use serde_json::{Value, json};

use super::{ask, close, new, part, refused};
use crate::Status;

fn initialized(config: &Value) -> u64 {
    let handle = new("PostQuantumScheme");
    let fields = json!({ "handle": handle, "config": config });
    ask("PostQuantumScheme.initialize", &fields, &[]);
    handle
}

#[test]
fn secrets_are_shared() {
    for (config, lengths) in [
        (json!({"scheme": "kyber", "securityLevel": 1}), [800, 768]),
        (json!({"scheme": "kyber", "securityLevel": 3}), [1184, 1088]),
        (json!({"scheme": "kyber", "securityLevel": 5}), [1568, 1568]),
        (
            json!({"scheme": "kyber", "securityLevel": 3, "params": {"hybrid": "x25519"}}),
            [1216, 1120],
        ),
    ] {
        let handle = initialized(&config);
        let on = json!({ "handle": handle });
        let pair = ask("PostQuantumScheme.generateKeyPair", &on, &[]);
        let (public, private) = (pair.bytes("publicKey"), pair.bytes("privateKey"));
        let fields = json!({ "handle": handle, "publicKey": part(0) });
        let sent = ask("PostQuantumScheme.encapsulate", &fields, &[public]);
        let ciphertext = sent.bytes("ciphertext");
        assert_eq!([public.len(), ciphertext.len()], lengths, "{config}");
        let fields = json!({"handle": handle, "ciphertext": part(1), "privateKey": part(0)});
        let decapsulate = |ciphertext: &[u8]| {
            let parts = [private, ciphertext];
            let reply = ask("PostQuantumScheme.decapsulate", &fields, &parts);
            reply.bytes("sharedSecret").to_vec()
        };
        assert_eq!(decapsulate(ciphertext), sent.bytes("sharedSecret"));
        // Implicit rejection: another secret, not an error.
        let mut damaged = ciphertext.to_vec();
        damaged[7] ^= 1;
        assert_ne!(decapsulate(&damaged), sent.bytes("sharedSecret"));
        close(handle);
    }
}

#[test]
fn signatures_are_verified() {
    for config in [
        json!({"scheme": "dilithium", "securityLevel": 1}),
        json!({"scheme": "dilithium", "securityLevel": 3, "params": {"context": "c", "keyFormat": "seed"}}),
        json!({"scheme": "dilithium", "securityLevel": 5, "params": {"deterministic": true}}),
        json!({"scheme": "sphincs", "securityLevel": 1}),
    ] {
        let handle = initialized(&config);
        let on = json!({ "handle": handle });
        let pair = ask("PostQuantumScheme.generateKeyPair", &on, &[]);
        let fields = json!({"handle": handle, "message": part(0), "privateKey": part(1)});
        let parts = [&b"message"[..], pair.bytes("privateKey")];
        let signed = ask("PostQuantumScheme.sign", &fields, &parts);
        let fields = json!({
            "handle": handle, "message": part(0), "signature": part(1), "publicKey": part(2),
        });
        for (message, verified) in [(&b"message"[..], true), (b"another", false)] {
            let parts = [message, signed.bytes("signature"), pair.bytes("publicKey")];
            let reply = ask("PostQuantumScheme.verify", &fields, &parts);
            assert_eq!(reply.fields, json!({ "verified": verified }), "{config}");
        }
        // A malformed signature is false.
        let parts = [&b"message"[..], b"", pair.bytes("publicKey")];
        let reply = ask("PostQuantumScheme.verify", &fields, &parts);
        assert_eq!(reply.fields, json!({ "verified": false }), "{config}");
    }
}

#[test]
fn params_name_the_implementations() {
    let handle = initialized(&json!({"scheme": "dilithium", "securityLevel": 3}));
    let reply = ask(
        "PostQuantumScheme.params",
        &json!({ "handle": handle }),
        &[],
    );
    let params = json!({
        "algorithm": "ML-DSA-65",
        "keyFormat": "expanded",
        "implementations": {"sign": "libcrux", "verify": "aws-lc"},
    });
    assert_eq!(reply.fields, json!({ "params": params }));
}

#[test]
fn kinds_of_errors_are_those_of_the_interface() {
    let handle = new("PostQuantumScheme");
    let on = json!({ "handle": handle });
    let text = refused(
        "PostQuantumScheme.generateKeyPair",
        &on,
        &[],
        Status::InitializationError,
    );
    assert_eq!(text, "InitializationError: initialize comes first");
    for config in [
        json!({"scheme": "kyber", "securityLevel": 2}),
        json!({"scheme": "kyber", "securityLevel": 1, "params": {"hybrid": "x25519"}}),
        json!({"scheme": "kyber", "securityLevel": 1, "params": {"context": "c"}}),
    ] {
        let fields = json!({ "handle": handle, "config": config });
        let operation = "PostQuantumScheme.initialize";
        refused(operation, &fields, &[], Status::InitializationError);
    }
    let handle = initialized(&json!({"scheme": "kyber", "securityLevel": 3}));
    let fields = json!({ "handle": handle, "publicKey": part(0) });
    let operation = "PostQuantumScheme.encapsulate";
    refused(operation, &fields, &[b"short"], Status::PostQuantumError);
    let fields = json!({"handle": handle, "message": part(0), "privateKey": part(0)});
    let text = refused(
        "PostQuantumScheme.sign",
        &fields,
        &[b""],
        Status::PostQuantumError,
    );
    assert_eq!(text, "PostQuantumError: ML-KEM-768 cannot sign");
}
