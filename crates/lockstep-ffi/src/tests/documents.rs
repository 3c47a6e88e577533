use serde_json::json;

use super::{ask, part, refused};
use crate::Status;

const RECEIPT: &[u8] = include_bytes!("../../../../fuzz/corpus/vault_document/receipt");
const CHANGED: &[u8] = include_bytes!("../../../../fuzz/corpus/vault_document/changed");

fn key_of(document: &[u8]) -> serde_json::Value {
    let document: serde_json::Value = serde_json::from_slice(document).unwrap();
    document["key"].clone()
}

#[test]
fn a_document_is_verified_without_a_server() {
    let request = json!({ "document": part(0), "attester": key_of(RECEIPT) });
    let reply = ask("Document.verify", &request, &[RECEIPT]).fields;
    assert_eq!(reply["verified"], true);
    assert_eq!(reply["reason"], json!(null));
    assert_eq!(reply["format"], "lockstep-erasure/1");
    assert_eq!(reply["attester"], key_of(RECEIPT));
    assert_eq!(reply["signedAt"], "2026-11-21T07:17:54.183Z");
    assert_eq!(reply["says"]["removed"]["keys"], 1);
    assert_eq!(reply["knownSigner"], true);
    let alone = ask(
        "Document.verify",
        &json!({ "document": part(0) }),
        &[RECEIPT],
    );
    assert_eq!(alone.fields["verified"], true);
    assert_eq!(alone.fields["knownSigner"], false);
}

#[test]
fn a_document_that_does_not_hold_has_a_reason() {
    let zeros = "0".repeat(64);
    for (request, document, reason) in [
        (json!({}), CHANGED, "the signature is not valid"),
        (json!({ "attester": zeros }), RECEIPT, "it is signed by"),
        (json!({ "audience": "a" }), RECEIPT, "names no audience"),
        (json!({}), b"hello", "is not a document"),
        (json!({}), b"", "is not a document"),
    ] {
        let mut request = request;
        request["document"] = part(0);
        let reply = ask("Document.verify", &request, &[document]).fields;
        assert_eq!(reply["verified"], false, "{reason}");
        let found = reply["reason"].as_str().unwrap();
        assert!(found.contains(reason), "{found}");
        for name in [
            "format",
            "id",
            "attester",
            "signedAt",
            "says",
            "knownSigner",
        ] {
            assert_eq!(reply[name], json!(null), "{reason}: {name}");
        }
    }
}

#[test]
fn unreadable_fields_are_refused_by_name() {
    for (name, value) in [
        ("attester", json!("ab")),
        ("publicKey", json!("AAAA")),
        ("nonce", json!("%")),
        ("now", json!("yesterday")),
        ("chain", part(1)),
    ] {
        let request = json!({ "document": part(0), name: value });
        let text = refused(
            "Document.verify",
            &request,
            &[RECEIPT, b"{}"],
            Status::DocumentError,
        );
        assert!(text.contains(&format!("{name}: ")), "{text}");
    }
    let request = json!({ "document": part(0), "trusted": true });
    refused(
        "Document.verify",
        &request,
        &[RECEIPT],
        Status::InvalidRequest,
    );
}
