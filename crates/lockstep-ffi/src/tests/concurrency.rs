use std::sync::mpsc;
use std::thread;

use serde_json::json;

use super::{ask, ask_with, close, new, part};
use crate::{
    Status, lockstep_cancellation_cancel, lockstep_cancellation_free, lockstep_cancellation_new,
};

#[test]
fn a_handle_is_used_by_many_threads() {
    let handle = new("PostQuantumScheme");
    let config = json!({ "scheme": "kyber", "securityLevel": 1 });
    ask(
        "PostQuantumScheme.initialize",
        &json!({ "handle": handle, "config": config }),
        &[],
    );
    let pair = ask(
        "PostQuantumScheme.generateKeyPair",
        &json!({ "handle": handle }),
        &[],
    );
    let secrets: Vec<Vec<u8>> = thread::scope(|scope| {
        let encapsulate = || {
            let fields = json!({ "handle": handle, "publicKey": part(0) });
            let operation = "PostQuantumScheme.encapsulate";
            let sent = |_| ask(operation, &fields, &[pair.bytes("publicKey")]);
            (0..50)
                .map(sent)
                .map(|sent| sent.bytes("sharedSecret").to_vec())
                .collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(encapsulate)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let different: std::collections::HashSet<_> = secrets.iter().collect();
    assert_eq!(different.len(), 400);
}

#[test]
fn a_handle_that_is_closed_while_it_is_used_serves_the_running_calls() {
    for _ in 0..50 {
        let handle = ask("SealingKey.generate", &json!({}), &[]).handle();
        let on = json!({ "handle": handle });
        thread::scope(|scope| {
            let uses = scope.spawn(|| {
                for _ in 0..200 {
                    match ask_with("SealingKey.export", &on, &[], 0) {
                        Ok(reply) => assert_eq!(reply.bytes("key").len(), 32),
                        Err((status, text)) => {
                            assert_eq!(status, Status::ClosedHandle as i32, "{text}");
                            return;
                        }
                    }
                }
            });
            close(handle);
            uses.join().unwrap();
        });
    }
}

#[test]
fn a_proof_is_cancelled_halfway() {
    let handle = new("ZkHandler");
    ask("ZkHandler.initialize", &json!({ "handle": handle }), &[]);
    let circuit = ask("Circuit.named", &json!({ "name": "membership:32" }), &[]).handle();
    let token = lockstep_cancellation_new();
    let (started, starts) = mpsc::channel();
    let outcome = thread::scope(|scope| {
        let keys = scope.spawn(move || {
            started.send(()).unwrap();
            let fields = json!({ "handle": handle, "circuit": circuit });
            ask_with("ZkHandler.generateKeys", &fields, &[], token)
        });
        starts.recv().unwrap();
        // Another handle, and another call on the same handle, are not blocked by it.
        close(ask("SealingKey.generate", &json!({}), &[]).handle());
        let fields = json!({ "handle": handle, "vkDigest": "00" });
        assert!(ask_with("ZkHandler.verificationKey", &fields, &[], 0).is_err());
        assert_eq!(lockstep_cancellation_cancel(token), 0);
        keys.join().unwrap()
    });
    let (status, text) = outcome.err().unwrap();
    assert_eq!(status, Status::Cancelled as i32, "{text}");
    assert_eq!(text, "Cancelled: the call was cancelled");
    assert_eq!(lockstep_cancellation_free(token), 0);
    // The handler is as it was.
    let fields = json!({ "handle": handle, "value": 1, "range": { "min": 0, "max": 2 } });
    ask("ZkHandler.generateRangeProof", &fields, &[]);
}
