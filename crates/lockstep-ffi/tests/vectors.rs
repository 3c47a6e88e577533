//! The shared vectors of all client libraries, checked with this library.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

mod support;

use std::path::Path;

use serde_json::{Value, json};

use support::{Fields, answered, ask, decoded};

fn file(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/vectors");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn cases(file: &Value, list: &str) -> Vec<Value> {
    let cases = file[list].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{list}");
    cases
}

fn ok(operation: &str, fields: Value, bytes: &[(&str, &[u8])]) -> Fields {
    ask(operation, fields, bytes).unwrap_or_else(|failure| panic!("{operation}: {failure}"))
}

fn scheme(config: &Value) -> Value {
    let handle = ok("PostQuantumScheme.new", json!({}), &[])["handle"].clone();
    let fields = json!({ "handle": handle, "config": config });
    ok("PostQuantumScheme.initialize", fields, &[]);
    handle
}

#[test]
fn key_encapsulation() {
    for case in cases(&file("post_quantum.json"), "keyEncapsulation") {
        let on = json!({ "handle": scheme(&case["config"]) });
        let [private, ciphertext, public] =
            ["privateKey", "ciphertext", "publicKey"].map(|name| decoded(&case[name]));
        let parts = [("privateKey", &private[..]), ("ciphertext", &ciphertext)];
        let opened = ok("PostQuantumScheme.decapsulate", on.clone(), &parts);
        assert_eq!(
            opened["sharedSecret"], case["sharedSecret"],
            "{}",
            case["name"]
        );
        // A new secret for the same key.
        let sent = ok(
            "PostQuantumScheme.encapsulate",
            on.clone(),
            &[("publicKey", &public)],
        );
        let ciphertext = decoded(&sent["ciphertext"]);
        let parts = [("privateKey", &private[..]), ("ciphertext", &ciphertext)];
        let opened = ok("PostQuantumScheme.decapsulate", on, &parts);
        assert_eq!(
            opened["sharedSecret"], sent["sharedSecret"],
            "{}",
            case["name"]
        );
    }
}

#[test]
fn signatures() {
    for case in cases(&file("post_quantum.json"), "signatures") {
        let on = json!({ "handle": scheme(&case["config"]) });
        let [message, private, public, signature] =
            ["message", "privateKey", "publicKey", "signature"].map(|name| decoded(&case[name]));
        let verify = |signature: &[u8]| {
            let bytes = [
                ("message", &message[..]),
                ("signature", signature),
                ("publicKey", &public),
            ];
            ok("PostQuantumScheme.verify", on.clone(), &bytes)["verified"].clone()
        };
        assert_eq!(verify(&signature), case["verified"], "{}", case["name"]);
        let bytes = [("message", &message[..]), ("privateKey", &private)];
        let signed = ok("PostQuantumScheme.sign", on.clone(), &bytes);
        if case["config"]["params"]["deterministic"] == true && case["verified"] == true {
            assert_eq!(signed["signature"], case["signature"], "{}", case["name"]);
        }
        assert_eq!(verify(&decoded(&signed["signature"])), true);
    }
}

#[test]
fn proofs() {
    let file = file("proofs.json");
    for case in cases(&file, "proofs") {
        let digest = case["proof"]["vkDigest"].as_str().unwrap();
        let key = &file["verificationKeys"][digest];
        let fields = json!({ "proof": case["proof"], "verificationKey": key });
        let verified = ok("Proof.verify", fields, &[]);
        assert_eq!(verified["verified"], case["verified"], "{}", case["name"]);
    }
}

#[test]
fn envelopes() {
    for case in cases(&file("envelopes.json"), "sharedKeys") {
        let key = decoded(&case["key"]);
        let fields = json!({ "cipher": case["cipher"] });
        let imported = ok("SealingKey.import", fields, &[("key", &key)]);
        let on = json!({ "handle": imported["handle"] });
        let check = ok("SealingKey.checkValue", on, &[]);
        assert_eq!(check["checkValue"], case["checkValue"], "{}", case["name"]);
        opens(&case, "SealingKey", &imported["handle"]);
    }
    for case in cases(&file("envelopes.json"), "keyPairs") {
        let private = decoded(&case["privateKey"]);
        let fields = json!({ "kem": case["kem"] });
        let imported = ok("SealingKeyPair.import", fields, &[("privateKey", &private)]);
        assert_eq!(imported["publicKey"], case["publicKey"], "{}", case["name"]);
        opens(&case, "SealingKeyPair", &imported["handle"]);
    }
}

fn opens(case: &Value, component: &str, handle: &Value) {
    let fields = json!({ "handle": handle, "context": case["context"] });
    let envelope = decoded(&case["envelope"]);
    let opened = ask(
        &format!("{component}.open"),
        fields,
        &[("envelope", &envelope)],
    );
    match case.get("plaintext") {
        Some(plaintext) => {
            assert_eq!(opened.unwrap()["plaintext"], *plaintext, "{}", case["name"]);
            let parsed = ok("Envelope.parse", json!({}), &[("envelope", &envelope)]);
            for name in ["mode", "suite", "origin", "extension"] {
                assert_eq!(parsed[name], case[name], "{}: {name}", case["name"]);
            }
            assert_eq!(parsed["keyName"]["id"], case["keyName"]["id"]);
            assert_eq!(parsed["keyName"]["version"], case["keyName"]["version"]);
        }
        None => assert_eq!(opened.unwrap_err().status() as i32, 12, "{}", case["name"]),
    }
}

#[test]
fn homomorphic_ciphertexts() {
    let file = file("homomorphic.json");
    let secret = decoded(&file["secretKey"]);
    let imported = ok("FheSecretKey.import", json!({}), &[("secretKey", &secret)]);
    assert_eq!(imported["set"], file["set"]);
    for case in cases(&file, "ciphertexts") {
        let on = json!({ "handle": imported["handle"] });
        let ciphertext = decoded(&case["ciphertext"]);
        let plain = ok("FheSecretKey.decrypt", on, &[("ciphertext", &ciphertext)]);
        assert_eq!(Value::Object(plain), case["plain"], "{}", case["name"]);
    }
}

#[test]
fn documents() {
    let file = file("documents.json");
    for case in cases(&file, "cases") {
        let mut fields = case.as_object().unwrap().clone();
        let [name, answer, document] =
            ["name", "answer", "document"].map(|field| fields.remove(field).unwrap());
        let document = decoded(&file["documents"][document.as_str().unwrap()]);
        let chain = fields.remove("chain");
        let chain = chain.map(|chain| decoded(&file["chains"][chain.as_str().unwrap()]));
        let mut bytes = vec![("document", &document[..])];
        bytes.extend(chain.as_deref().map(|chain| ("chain", chain)));
        let found = ok("Document.verify", Value::Object(fields), &bytes);
        assert_eq!(Value::Object(found), answer, "{name}");
    }
}

#[test]
fn refusals() {
    let file = file("refusals.json");
    for case in cases(&file, "refusals") {
        let mut request = case["request"].clone();
        // A text that begins with `$` represents a new object.
        if let Some(component) = request["handle"].as_str().map(str::to_owned) {
            let component = component.strip_prefix('$').unwrap();
            request["handle"] = ok(&format!("{component}.new"), json!({}), &[])["handle"].clone();
        }
        let parts: Vec<Vec<u8>> = case["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(decoded)
            .collect();
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let failure = answered(case["operation"].as_str().unwrap(), &request, &parts).unwrap_err();
        assert_eq!(
            failure.status() as i32,
            case["status"],
            "{}: {failure}",
            case["name"]
        );
        let kind = failure.status().name();
        assert_eq!(kind, case["kind"], "{}", case["name"]);
    }
}
