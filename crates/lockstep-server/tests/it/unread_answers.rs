//! Answers that their client does not read: they are charged to the account, and bounded.

use axum::http::{Method, header};
use data_encoding::BASE64;
use serde_json::json;

use crate::app::{JUNE, TestApp, TestClient, points};
use crate::child::Child;

const ENCRYPT: &str = "/v1/encryption/encrypt";
const MIB: u64 = 1 << 10;
/// How a client asks: by HTTP/2 or HTTP/1.1, with or without compression.
const CASES: [(bool, &str); 4] = [
    (false, "identity"),
    (false, "gzip"),
    (true, "identity"),
    (true, "zstd"),
];

/// Returns a client that takes little of an answer before it is read.
fn client(is_http2: bool) -> reqwest::Client {
    let builder = reqwest::Client::builder();
    let builder = match is_http2 {
        true => builder
            .http2_prior_knowledge()
            .http2_initial_stream_window_size(65_535)
            .http2_initial_connection_window_size(65_535),
        false => builder,
    };
    builder.build().unwrap()
}

/// Encrypts `bytes` bytes; returns the answer with its body unread. `None` if the server refused before the body was
/// sent.
async fn unread(
    caller: &TestClient,
    (is_http2, coding): (bool, &str),
    bytes: usize,
) -> Option<reqwest::Response> {
    let mut caller = caller.clone();
    caller.client = client(is_http2);
    let body = json!({ "data": BASE64.encode(&vec![7; bytes]), "mode": "Basic" });
    let request = caller.request(Method::POST, ENCRYPT).json(&body);
    let answer = request.header(header::ACCEPT_ENCODING, coding).send().await;
    answer.ok().filter(|answer| answer.status() == 200)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_answers_are_charged_to_the_account() {
    const DATA_BYTES: usize = 6 << 20;
    const BUDGET_BYTES: usize = 48 << 20;
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = BUDGET_BYTES;
        config.network.body_budget_bytes = 2 * BUDGET_BYTES;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let small = json!({ "data": "b25l", "mode": "Basic" });
    for way in CASES {
        let mut held = Vec::new();
        // Each answer is over 8 MiB, and its request needs more than that.
        for _ in 0..9 {
            held.extend(unread(&ada, way, DATA_BYTES).await);
        }
        let kept = held.len();
        println!(
            "{way:?}: {kept} answers, {} bytes",
            app.state().body_bytes()
        );
        assert!((2..=5).contains(&kept), "{way:?}: {kept}");
        assert!(
            app.state().body_bytes() >= kept * DATA_BYTES * 4 / 3,
            "{way:?}"
        );
        // Other accounts are served.
        bob.post(ENCRYPT, small.clone()).await.ok();
        // Whether read or dropped, an answer gives its bytes back.
        let read = held.pop().unwrap().bytes().await.unwrap();
        assert!(read.len() > 64 << 10);
        drop(held);
        app.until_held_bytes(|bytes| bytes == 0).await;
        ada.post(ENCRYPT, small.clone()).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_refused_while_unread_answers_fill_the_budget() {
    const BUDGET_BYTES: usize = 6 << 20;
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = BUDGET_BYTES;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for caller in [&ada, &bob] {
        let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 5000]);
        caller.post("/v1/sfdp/data", body).await.ok();
    }
    let page = "/v1/sfdp/data?limit=5000";
    let page_bytes = ada.get(page).await.bytes.len();
    let mut held = Vec::new();
    let refused = loop {
        let mut reader = ada.clone();
        reader.client = client(true);
        let answer = reader.request(Method::GET, page).send().await.unwrap();
        match answer.status().as_u16() {
            200 => held.push(answer),
            _ => break answer,
        }
        assert!(
            held.len() * page_bytes < BUDGET_BYTES + 2 * page_bytes,
            "no refusal"
        );
    };
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.headers()["retry-after"], "2");
    assert!(app.state().body_bytes() >= BUDGET_BYTES);
    let small = json!({ "data": "b25l", "mode": "Basic" });
    let answer = ada.post(ENCRYPT, small.clone()).await;
    let message = answer.refused(500, "SERVER_ERROR").to_string();
    assert!(message.contains("are not read yet"), "{message}");
    // Probes, and other accounts, are served.
    ada.get("/healthz").await.ok();
    bob.get(page).await.ok();
    bob.post(ENCRYPT, small.clone()).await.ok();
    drop(held);
    app.until_held_bytes(|bytes| bytes == 0).await;
    ada.post(ENCRYPT, small).await.ok();
    // Reads that were admitted together end with a refusal, too, and never far over the budget.
    let reads: Vec<_> = (0..40)
        .map(|_| {
            let mut reader = ada.clone();
            reader.client = client(true);
            tokio::spawn(async move { reader.request(Method::GET, page).send().await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for read in reads {
        answers.push(read.await.unwrap());
    }
    let held = app.state().body_bytes();
    assert!(held < BUDGET_BYTES + 2 * page_bytes, "{held} bytes");
    assert!(answers.iter().any(|answer| answer.status() == 503));
}

/// Opens requests that are not read, until one is refused; returns the others.
async fn until_refused(reader: &TestClient, path: &str, most: usize) -> Vec<reqwest::Response> {
    let mut held = Vec::new();
    loop {
        let mut reader = reader.clone();
        reader.client = client(true);
        let answer = reader.request(Method::GET, path).send().await.unwrap();
        if answer.status() != 200 {
            assert_eq!(answer.status(), 503, "{path}");
            assert_eq!(answer.headers()["retry-after"], "2", "{path}");
            return held;
        }
        held.push(answer);
        assert!(held.len() < most, "{path}: {most} answers, no refusal");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_streams_are_charged_for_the_pages_that_wait() {
    const BUDGET_BYTES: usize = 6 << 20;
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = BUDGET_BYTES;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let device = "x".repeat(200);
    for start in [JUNE, JUNE + 4000] {
        let body = points("heart_rate", "bpm", &device, start, &[60.0; 4000]);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    for path in [
        "/v1/sfdp/data?limit=8000",
        "/v1/sfdp/export?format=csv",
        "/v1/sfdp/export?format=omh",
    ] {
        let whole = ada.get(path).await;
        assert_eq!(
            whole.header("content-length"),
            None,
            "{path} is not a stream"
        );
        // Each waits with a page of more than half a MiB, the first bytes of which are sent.
        let mut held = until_refused(&ada, path, 40).await;
        let (kept, bytes) = (held.len(), app.state().body_bytes());
        println!(
            "{path}: {kept} answers of {} bytes, {bytes} bytes held",
            whole.bytes.len()
        );
        assert!(
            bytes <= BUDGET_BYTES && bytes > BUDGET_BYTES / 2,
            "{path}: {bytes}"
        );
        // Other accounts are served, and an answer that is read is whole.
        bob.get("/v1/sfdp/usage").await.ok();
        let read = held.pop().unwrap().bytes().await.unwrap();
        assert_eq!(read.len(), whole.bytes.len(), "{path}");
        drop(held);
        app.until_held_bytes(|bytes| bytes == 0).await;
        assert_eq!(ada.get(path).await.bytes.len(), whole.bytes.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_unread_answers_are_counted() {
    const BUDGET_BYTES: usize = 512 << 10;
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = BUDGET_BYTES;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body_bytes = || app.state().body_bytes();
    let path = "/v1/sfdp/usage";
    // Requests that are read hold nothing.
    for _ in 0..300 {
        ada.get(path).await.ok();
    }
    let mut held = Vec::new();
    let refused = loop {
        let mut reader = ada.clone();
        let builder = reqwest::Client::builder().http2_prior_knowledge();
        reader.client = builder.http2_initial_stream_window_size(0).build().unwrap();
        let answer = reader.request(Method::GET, path).send().await.unwrap();
        if answer.status() != 200 {
            break answer;
        }
        held.push(answer);
        assert!(held.len() < 200, "no refusal: {} bytes", body_bytes());
    };
    assert_eq!(refused.status(), 503);
    assert!(body_bytes() >= BUDGET_BYTES);
    bob.get(path).await.ok();
    drop(held);
    app.until_held_bytes(|bytes| bytes < BUDGET_BYTES).await;
    ada.get(path).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_without_memory_for_its_encoder_is_not_compressed() {
    let app = TestApp::start().await;
    let mut stranger = app.anonymous();
    let builder = reqwest::Client::builder().http2_prior_knowledge();
    stranger.client = builder.http2_initial_stream_window_size(0).build().unwrap();
    let ask = async |coding: &str| {
        let request = stranger.request(Method::GET, "/metrics");
        let answer = request.header(header::ACCEPT_ENCODING, coding).send().await;
        answer.unwrap()
    };
    let coding_of = |answer: &reqwest::Response| {
        let coding = answer.headers().get(header::CONTENT_ENCODING)?;
        Some(coding.to_str().unwrap().to_owned())
    };
    for coding in ["gzip", "zstd"] {
        let mut held = Vec::new();
        for _ in 0..20 {
            held.push(ask(coding).await);
        }
        let compressed = held.iter().filter(|answer| coding_of(answer).is_some());
        // One address prefix has 1 MiB.
        assert_eq!(compressed.count(), 2, "{coding}");
        assert!(app.state().body_bytes() <= 1 << 20);
        drop(held);
        app.until_held_bytes(|bytes| bytes == 0).await;
        assert_eq!(coding_of(&ask(coding).await).as_deref(), Some(coding));
        app.until_held_bytes(|bytes| bytes == 0).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_answers_use_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    drop(unread(&admin, CASES[0], 1 << 20).await.unwrap());
    let rest = child.memory("VmHWM");
    let mut held = Vec::new();
    for way in CASES {
        let before = held.len();
        for _ in 0..10 {
            held.extend(unread(&admin, way, 15 << 20).await);
        }
        let most = child.memory("VmHWM") / MIB;
        println!("{way:?}: {} answers, {most} MiB", held.len() - before);
    }
    let most = child.memory("VmHWM");
    println!("{} MiB at rest, {} MiB at most", rest / MIB, most / MIB);
    // The budget of 96 MiB, one answer beyond it, and the work on one request. Forty answers are 800 MiB.
    assert!(most - rest < 350 * MIB, "{} MiB", (most - rest) / MIB);
    drop(held);
    assert!(child.end().0);
}
