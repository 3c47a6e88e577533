use serde_json::{Value, json};

use super::{ask, part, refused};
use crate::Status;

const KEY_ID: &str = "key_01h455vb4pex5vsknk084sn02q";

fn context(row: &str) -> Value {
    json!({ "account": "usr_1", "row": row })
}

#[test]
fn envelopes_open_with_their_key_and_context_only() {
    for cipher in ["AES-128-GCM", "AES-192-GCM", "AES-256-GCM"] {
        let key = ask("SealingKey.generate", &json!({ "cipher": cipher }), &[]).handle();
        let fields = json!({
            "handle": key, "plaintext": part(0), "context": context("r"),
            "keyName": { "id": KEY_ID, "version": 3 }, "extension": part(1), "mode": "zk",
        });
        let sealed = ask("SealingKey.seal", &fields, &[b"61 bpm", b"ext"]);
        let envelope = sealed.bytes("envelope");
        let parsed = ask(
            "Envelope.parse",
            &json!({ "envelope": part(0) }),
            &[envelope],
        );
        for (name, value) in [("mode", "zk"), ("origin", "client"), ("suite", cipher)] {
            assert_eq!(parsed.fields[name], value);
        }
        assert_eq!(parsed.fields["keyName"]["id"], KEY_ID);
        assert_eq!(parsed.fields["keyName"]["version"], 3);
        assert_eq!(parsed.bytes("extension"), b"ext");
        assert_eq!(parsed.bytes("messageId").len(), 24);

        let exported = ask("SealingKey.export", &json!({ "handle": key }), &[]);
        let fields = json!({ "key": part(0), "cipher": cipher });
        let again = ask("SealingKey.import", &fields, &[exported.bytes("key")]).handle();
        let open = |handle: u64, row: &str| json!({ "handle": handle, "envelope": part(0), "context": context(row) });
        for handle in [key, again] {
            let opened = ask("SealingKey.open", &open(handle, "r"), &[envelope]);
            assert_eq!(opened.bytes("plaintext"), b"61 bpm");
        }
        let check = |handle: u64| {
            let reply = ask("SealingKey.checkValue", &json!({ "handle": handle }), &[]);
            reply.bytes("checkValue").to_vec()
        };
        assert_eq!(check(key), check(again));
        let other = ask("SealingKey.generate", &json!({ "cipher": cipher }), &[]).handle();
        let cut = &envelope[..envelope.len() - 1];
        for (handle, row, envelope) in [
            (other, "r", envelope),
            (key, "s", envelope),
            (key, "r", cut),
        ] {
            let text = refused(
                "SealingKey.open",
                &open(handle, row),
                &[envelope],
                Status::OpenError,
            );
            assert_eq!(text, "OpenError: the envelope cannot be opened");
        }
    }
}

#[test]
fn keys_are_wrapped_and_derived() {
    let under = ask("SealingKey.generate", &json!({}), &[]).handle();
    let fields = json!({ "handle": under, "label": "l", "cipher": "AES-128-GCM" });
    let key = ask("SealingKey.derive", &fields, &[]).handle();
    let fields = json!({
        "handle": under, "key": key, "keyName": { "id": "0".repeat(32) }, "account": "a", "row": "r",
    });
    let wrapped = ask("SealingKey.wrap", &fields, &[]);
    let unwrap =
        |row: &str| json!({ "handle": under, "envelope": part(0), "account": "a", "row": row });
    let envelope = wrapped.bytes("envelope");
    let again = ask("SealingKey.unwrap", &unwrap("r"), &[envelope]).handle();
    let bytes = |handle: u64| {
        let reply = ask("SealingKey.export", &json!({ "handle": handle }), &[]);
        reply.bytes("key").to_vec()
    };
    assert_eq!(bytes(key), bytes(again));
    assert_ne!(bytes(key), bytes(under));
    refused(
        "SealingKey.unwrap",
        &unwrap("s"),
        &[envelope],
        Status::OpenError,
    );
}

#[test]
fn messages_are_sealed_to_a_public_key() {
    for kem in ["X-Wing", "MLKEM1024-P384"] {
        let pair = ask("SealingKeyPair.generate", &json!({ "kem": kem }), &[]);
        let fields = json!({
            "publicKey": part(0), "kem": kem, "plaintext": part(1), "context": context(""),
            "keyName": { "id": KEY_ID },
        });
        let parts = [pair.bytes("publicKey"), b"61 bpm"];
        let sealed = ask("SealingKeyPair.sealTo", &fields, &parts);
        let exported = ask(
            "SealingKeyPair.export",
            &json!({ "handle": pair.handle() }),
            &[],
        );
        let fields = json!({ "privateKey": part(0), "kem": kem });
        let again = ask(
            "SealingKeyPair.import",
            &fields,
            &[exported.bytes("privateKey")],
        );
        assert_eq!(again.bytes("publicKey"), pair.bytes("publicKey"));
        let fields =
            json!({ "handle": again.handle(), "envelope": part(0), "context": context("") });
        let opened = ask("SealingKeyPair.open", &fields, &[sealed.bytes("envelope")]);
        assert_eq!(opened.bytes("plaintext"), b"61 bpm");
    }
    let fields = json!({
        "publicKey": part(0), "plaintext": part(0), "context": context(""), "keyName": { "id": KEY_ID },
    });
    refused(
        "SealingKeyPair.sealTo",
        &fields,
        &[b"short"],
        Status::SealError,
    );
    let fields = json!({ "privateKey": part(0) });
    refused(
        "SealingKeyPair.import",
        &fields,
        &[b"short"],
        Status::SealError,
    );
    let fields = json!({ "key": part(0) });
    refused(
        "SealingKey.import",
        &fields,
        &[b"short"],
        Status::InvalidRequest,
    );
    refused(
        "Envelope.parse",
        &json!({ "envelope": part(0) }),
        &[b"LKE"],
        Status::OpenError,
    );
}
