use serde_json::json;

use super::{ask, close, new, refused};
use crate::abi::call_as_c;
use crate::{Status, write_frame};

#[test]
fn requests_of_another_form_are_refused() {
    let valid = write_frame::<&[u8]>("{}", &[]).unwrap();
    for (operation, request, says) in [
        ("", &valid[..], "there is no operation"),
        ("zkHandler.new", &valid, "there is no operation"),
        ("ZkHandler.new ", &valid, "there is no operation"),
        ("ZkHandler.new", b"", "a frame has at least one part"),
        ("ZkHandler.new", b"\x02\0\0", "ends within part 0"),
        ("ZkHandler.new", b"\x03\0\0\0{}", "ends within part 0"),
        (
            "ZkHandler.new",
            b"\x02\0\0\0{}\x01\0\0\0",
            "ends within part 1",
        ),
        ("ZkHandler.new", b"\x02\0\0\0\xff\xff", "UTF-8"),
        ("ZkHandler.new", b"\x02\0\0\0[]", "a JSON object"),
        ("ZkHandler.new", b"\0\0\0\0", "a JSON object"),
        ("ZkHandler.new", b"\x01\0\0\0{", "EOF"),
        ("ZkHandler.new", b"\x08\0\0\0{\"a\": 1}", "unknown field"),
        ("close", &valid, "missing field `handle`"),
        ("close", b"\x10\0\0\0{\"handle\": \"12\"}", "invalid type"),
        ("close", b"\x0e\0\0\0{\"handle\": -1}", "invalid value"),
        ("close", b"\x0f\0\0\0{\"handle\": 1.5}", "invalid type"),
        (
            "close",
            b"\x18\0\0\0{\"handle\":1,\"handle\":1} ",
            "duplicate field",
        ),
    ] {
        let (status, text) = call_as_c(operation, request, 0);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(status, Status::InvalidRequest as i32, "{operation}: {text}");
        assert!(text.contains(says), "{operation}: {text}");
    }
    // Deep nesting ends in an error and not in an overflow of the stack.
    let deep = format!("{{\"a\":{}", "[".repeat(100_000));
    let request = write_frame::<&[u8]>(&deep, &[]).unwrap();
    assert_eq!(
        call_as_c("ZkHandler.initialize", &request, 0).0,
        Status::InvalidRequest as i32
    );
    // The name of an operation can be long, and its bytes can be anything.
    let (_, text) = call_as_c(&"x".repeat(1 << 20), &valid, 0);
    assert!(text.len() < 200);
}

#[test]
fn references_to_byte_strings_are_checked() {
    for (reference, says) in [
        (
            json!({ "$part": 1 }),
            "refers to byte string 1, but the frame has 1",
        ),
        (json!({ "$part": 0, "x": 1 }), "unknown field"),
        (json!({ "part": 0 }), "unknown field"),
        (json!("AAAA"), "invalid type"),
        (json!({ "$part": -1 }), "invalid value"),
    ] {
        let fields = json!({ "envelope": reference });
        let text = refused("Envelope.parse", &fields, &[b"x"], Status::InvalidRequest);
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn closed_and_foreign_handles_are_refused() {
    let scheme = new("PostQuantumScheme");
    let text = refused(
        "ZkHandler.cleanup",
        &json!({ "handle": scheme }),
        &[],
        Status::ClosedHandle,
    );
    assert!(text.contains("has the wrong kind"), "{text}");
    close(scheme);
    let on = json!({ "handle": scheme });
    for operation in ["close", "PostQuantumScheme.generateKeyPair"] {
        let text = refused(operation, &on, &[], Status::ClosedHandle);
        assert!(text.contains("is closed or never existed"), "{text}");
    }
    // A handle is never used again.
    assert!(new("PostQuantumScheme") > scheme);
    for handle in [0, u64::MAX] {
        refused(
            "close",
            &json!({ "handle": handle }),
            &[],
            Status::ClosedHandle,
        );
    }
}

#[test]
fn key_ids_and_contexts_are_checked() {
    let key = ask("SealingKey.generate", &json!({}), &[]).handle();
    let seal = |id: &str, purpose: &str| {
        json!({
            "handle": key,
            "plaintext": { "$part": 0 },
            "keyName": { "id": id },
            "context": { "account": "usr_1", "purpose": purpose },
        })
    };
    let id = "0".repeat(32);
    for fields in [
        seal("key_1", "data"),
        seal("", "data"),
        seal(&id, "other"),
        seal(&id, ""),
    ] {
        refused("SealingKey.seal", &fields, &[b""], Status::InvalidRequest);
    }
    ask("SealingKey.seal", &seal(&id, ":other"), &[b""]);
    let text = refused(
        "SealingKey.generate",
        &json!({ "cipher": "AES" }),
        &[],
        Status::InvalidRequest,
    );
    assert!(text.contains("AES-256-GCM"), "{text}");
}
