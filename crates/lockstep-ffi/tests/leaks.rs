//! 100 000 calls of every cheap kind, with errors among them, leave the process as large as it was.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]
#![expect(unsafe_code, reason = "the test crosses the border as C does")]

use lockstep_ffi::{
    Buffer, Frame, lockstep_call, lockstep_cancellation_free, lockstep_cancellation_new,
    lockstep_free, write_frame,
};
use serde_json::{Value, json};

const CALLS: usize = 100_000;
const WARM_UP: usize = 10_000;
/// The allocator keeps some freed memory, and other memory is touched late.
const MAX_GROWTH_KIB: usize = 2048;

#[test]
fn calls_leak_no_memory() {
    if resident_kib().is_none() {
        println!("skipped: the memory of the process cannot be read here");
        return;
    }
    let scheme = scheme();
    let pair = ask(
        "PostQuantumScheme.generateKeyPair",
        &json!({ "handle": scheme }),
        &[],
    );
    let frame = Frame::read(&pair).unwrap();
    let mut calls = 0;
    while calls < WARM_UP {
        calls += round(scheme, frame.parts[0]);
    }
    let before = resident_kib().unwrap();
    let mut calls = 0;
    while calls < CALLS {
        calls += round(scheme, frame.parts[0]);
    }
    let after = resident_kib().unwrap();
    println!("{calls} calls: {before} KiB before, {after} KiB after");
    assert!(
        after <= before + MAX_GROWTH_KIB,
        "{before} KiB grew to {after} KiB"
    );
}

/// Eleven calls: handles that are opened and closed, byte strings of kilobytes, and errors.
fn round(scheme: u64, public_key: &[u8]) -> usize {
    let sent = json!({ "handle": scheme, "publicKey": { "$part": 0 } });
    ask("PostQuantumScheme.encapsulate", &sent, &[public_key]);
    let key = handle(&ask("SealingKey.generate", &json!({}), &[]));
    let seal = json!({
        "handle": key,
        "plaintext": { "$part": 0 },
        "keyName": { "id": "0".repeat(32) },
        "context": { "account": "usr_1" },
    });
    let sealed = ask("SealingKey.seal", &seal, &[&[7; 20_000]]);
    let sealed = Frame::read(&sealed).unwrap();
    let open = |account: &str| {
        let context = json!({ "account": account });
        json!({ "handle": key, "envelope": { "$part": 0 }, "context": context })
    };
    ask("SealingKey.open", &open("usr_1"), &[sealed.parts[0]]);
    refused("SealingKey.open", &open("usr_2"), &[sealed.parts[0]]);
    refused("SealingKey.open", &json!({ "handle": key }), &[]);
    refused("none", &json!({}), &[]);
    ask("close", &json!({ "handle": key }), &[]);
    refused("close", &json!({ "handle": key }), &[]);
    let token = lockstep_cancellation_new();
    let (status, created) = cross("CircuitOptimizer.new", &json!({}), &[], token);
    assert_eq!(status, 0);
    assert_eq!(lockstep_cancellation_free(token), 0);
    ask("close", &json!({ "handle": handle(&created) }), &[]);
    11
}

fn scheme() -> u64 {
    let handle = handle(&ask("PostQuantumScheme.new", &json!({}), &[]));
    let config = json!({ "scheme": "kyber", "securityLevel": 1 });
    let fields = json!({ "handle": handle, "config": config });
    ask("PostQuantumScheme.initialize", &fields, &[]);
    handle
}

fn ask(operation: &str, fields: &Value, parts: &[&[u8]]) -> Vec<u8> {
    let (status, answer) = cross(operation, fields, parts, 0);
    assert_eq!(status, 0, "{operation}");
    answer
}

fn refused(operation: &str, fields: &Value, parts: &[&[u8]]) {
    assert_ne!(cross(operation, fields, parts, 0).0, 0, "{operation}");
}

fn cross(operation: &str, fields: &Value, parts: &[&[u8]], token: u64) -> (i32, Vec<u8>) {
    let request = write_frame(&fields.to_string(), parts).unwrap();
    let mut answer = Buffer {
        data: std::ptr::null_mut(),
        length: 0,
    };
    // SAFETY: the pointers are those of slices, and the answer is read and freed once.
    unsafe {
        let (name, bytes) = (operation.as_bytes(), &request);
        let status = lockstep_call(
            name.as_ptr(),
            name.len(),
            bytes.as_ptr(),
            bytes.len(),
            token,
            &raw mut answer,
        );
        let copy = std::slice::from_raw_parts(answer.data, answer.length).to_vec();
        lockstep_free(answer.data, answer.length);
        (status, copy)
    }
}

fn handle(answer: &[u8]) -> u64 {
    let frame = Frame::read(answer).unwrap();
    let fields: Value = serde_json::from_str(frame.json).unwrap();
    fields["handle"].as_u64().unwrap()
}

fn resident_kib() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
