//! Hostile witness generators over HTTP: each is refused in time, and the server continues to work.

use std::time::{Duration, Instant};

use lockstep_zk::formats::r1cs;
use lockstep_zk::r1cs::{Lc, R1cs, Row};
use lockstep_zk::scalar::Bn254 as Fr;
use serde_json::{Value as Json, json};

use super::{CODE, base64, post};
use crate::app::{Answer, TestApp, TestClient};

/// A hand-written module with circom's interface over BN254: wires 1, y = 2·x, x.
const DOUBLE: &str = include_str!("../../../../lockstep-zk/src/machine/double.wat");
/// The maximum time of a refusal: 2 s for the guest, and a margin for a loaded machine.
const MAX_TIME: Duration = Duration::from_secs(10);

#[expect(clippy::disallowed_methods, reason = "a test measures time")]
fn now() -> Instant {
    Instant::now()
}

/// Returns the circuit y = times·x.
fn circuit(times: u64) -> Vec<u8> {
    r1cs::write(&R1cs {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: Lc::from_terms(vec![(2, Fr::from(times))]),
            b: Lc::wire(0),
            c: Lc::wire(1),
        }],
        labels: vec![0, 1, 2],
        groups: Vec::new(),
    })
}

/// Returns the honest module with changes: named imports, code in `init`, code before it accepts an
/// input, and the characters of its message.
fn module(init: &str, late: &str, character: &str) -> Vec<u8> {
    let text = DOUBLE
        .replace(
            "\"printErrorMessage\" (func)",
            "\"printErrorMessage\" (func $print)",
        )
        .replace(";; hook", init);
    let step = "(i32.store (i32.const 64)";
    let text = text.replace(step, &format!("{late} {step}"));
    let end = text.rfind(')').unwrap();
    let read = format!("(func (export \"getMessageChar\") (result i32) {character})");
    wat::parse_str(format!("{}{read})", &text[..end])).unwrap()
}

async fn upload_circuit(caller: &TestClient, times: u64, wasm: &[u8]) -> Answer {
    let body = json!({ "r1cs": base64(&circuit(times)), "wasm": base64(wasm) });
    post(caller, "circuits", body).await
}

async fn prove(caller: &TestClient, circuit: &Json) -> Answer {
    let body = json!({ "data": base64(br#"{"x":21}"#), "circuit": circuit });
    post(caller, "zk/prove", body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_generators_are_refused_and_the_server_keeps_working() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let print = "(call $print) (call $exception (i32.const 4))";
    let endless = "(loop $again (br $again))";
    let mut times = 100;
    for (what, code, character) in [
        (
            "an import that is entered again",
            print,
            "(call $print) (i32.const 65)",
        ),
        ("a message without an end", print, "(i32.const 65)"),
        (
            "a character without an end",
            print,
            "(loop $again (br $again)) (i32.const 65)",
        ),
        ("a loop", endless, "(i32.const 0)"),
        (
            "a storm of calls",
            "(loop $again (call $print) (br $again))",
            "(i32.const 65)",
        ),
        (
            "memory",
            "(loop $again (drop (memory.grow (i32.const 1))) (br $again))",
            "(i32.const 0)",
        ),
        ("recursion", "(call $init (i32.const 0))", "(i32.const 0)"),
    ] {
        let began = now();
        let refused = upload_circuit(&ada, 2, &module(code, "", character)).await;
        refused.blames("wasm");
        times += 1;
        let uploaded = upload_circuit(&ada, times, &module("", code, character))
            .await
            .ok();
        let refusal = prove(&ada, &uploaded["id"]).await.refused(400, CODE);
        let message = refusal["message"].as_str().unwrap();
        assert!(message.len() < 2_000, "{what}: {message}");
        assert!(began.elapsed() < MAX_TIME, "{what}: {:?}", began.elapsed());
    }
    // Code that runs when the module is instantiated.
    let start = DOUBLE.replace("(func $clear", "(start $clear) (func $clear");
    let refused = upload_circuit(&ada, 2, &wat::parse_str(start).unwrap()).await;
    assert!(refused.blames("wasm").contains("start function"));
    let uploaded = upload_circuit(&ada, 2, &wat::parse_str(DOUBLE).unwrap())
        .await
        .ok();
    prove(&ada, &uploaded["id"]).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_is_cancelled_by_its_owner_alone() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let endless = module("", "(loop $again (br $again))", "(i32.const 0)");
    let uploaded = upload_circuit(&ada, 2, &endless).await.ok();
    let body = json!({ "data": base64(br#"{"x":21}"#), "circuit": uploaded["id"] });
    let request = ada
        .request(axum::http::Method::POST, "/v1/encryption/zk/prove")
        .json(&body);
    let begun = ada
        .send(request.header("Prefer", "respond-async"))
        .await
        .ok();
    let path = format!("/v1/jobs/{}", begun["jobId"].as_str().unwrap());
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(ada.get(&path).await.ok()["status"], "running");
    assert_eq!(ada.delete(&path).await.ok()["deleted"], true);
    ada.get(&path).await.refused(404, "NOT_FOUND");
    ada.delete(&path).await.refused(404, "NOT_FOUND");
    // A job that has ended is also visible only to its owner.
    let body = json!({ "data": base64(b"[1]"), "mode": "Basic" });
    let request = ada
        .request(axum::http::Method::POST, "/v1/encryption/encrypt")
        .json(&body);
    let begun = ada
        .send(request.header("Prefer", "respond-async"))
        .await
        .ok();
    let path = format!("/v1/encryption/jobs/{}", begun["jobId"].as_str().unwrap());
    let request = ada.request(axum::http::Method::GET, &path);
    ada.send(request.header("Prefer", "wait=20")).await.ok();
    ada.delete(&path).await.ok();
    ada.get(&path).await.refused(404, "NOT_FOUND");
}
