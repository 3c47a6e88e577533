//! The rate of answers that no limit of requests counts, and of new connections. Refusals cost little, but a client can cause
//! them as fast as the server answers.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::Method;
use lockstep_store::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::app::TestApp;
use crate::attacks::{connect_from, frame, frames, http2_requests};

/// Eight clients with so many requests or connections each: 250 are answered at once, and 250 in each second after that.
const EACH: usize = 75;
const CLIENTS: usize = 8;
const SHORTEST: Duration = Duration::from_millis(4 * (8 * 75 - 250));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_no_limit_counts_are_held_beyond_a_rate() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.limits.anonymous = 0;
    app.state().apply(settings);
    let clock = &app.state().clock;
    for (address, path, note_bytes, status) in [
        ("192.0.2.1", "/unknown", 0, 404),
        ("192.0.2.2", "/v1/sfdp/types", 0, 429),
        ("192.0.2.3", "/healthz", 20 << 10, 431),
    ] {
        let start = clock.monotonic();
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let anonymous = app.anonymous();
                let note = "x".repeat(note_bytes);
                tokio::spawn(async move {
                    for _ in 0..EACH {
                        let request = anonymous.request(Method::GET, path);
                        let request = request.header("X-Forwarded-For", address);
                        let answer = anonymous.send(request.header("X-Note", &note)).await;
                        assert_eq!(answer.status, status, "{path}: {answer}");
                    }
                })
            })
            .collect();
        for client in clients {
            client.await.unwrap();
        }
        let took = clock.monotonic().saturating_sub(start);
        assert!(took >= SHORTEST, "{path}: {took:?}");
    }
}

/// The HTTP library answers a head that it cannot read, before there is a request whose answer could be held.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_to_unreadable_heads_are_bounded_by_the_rate_of_new_connections() {
    let app = TestApp::start().await;
    let (address, clock) = (app.anonymous().address, &app.state().clock);
    let start = clock.monotonic();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            tokio::spawn(async move {
                for _ in 0..EACH {
                    let mut stream = connect_from(9, address, b"no request\r\n\r\n").await;
                    let mut answer = Vec::new();
                    // A connection that was reset after its answer has ended, too.
                    let _ = stream.read_to_end(&mut answer).await;
                    let answer = String::from_utf8_lossy(&answer);
                    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
                }
            })
        })
        .collect();
    for client in clients {
        client.await.unwrap();
    }
    let took = clock.monotonic().saturating_sub(start);
    assert!(took >= SHORTEST, "{took:?}");
}

/// Requests an unknown path on every stream that a connection may open. Returns how many requests were answered when all
/// were, or when the connection ended.
async fn answers_on_one_connection(address: SocketAddr) -> usize {
    let bytes = http2_requests(&[], UNKNOWN, 100);
    let mut stream = connect_from(9, address, &bytes).await;
    let mut received = Vec::new();
    loop {
        let heads = answered(&received);
        if heads == 100 || stream.read_buf(&mut received).await.unwrap_or(0) == 0 {
            return heads;
        }
    }
}

/// The connections of one address that are flooded.
const FLOODED: usize = 24;

/// Returns the answers on each flooded connection, and the time that all took.
async fn flood(app: &TestApp) -> (Vec<usize>, Duration) {
    let (address, clock) = (app.anonymous().address, &app.state().clock);
    let start = clock.monotonic();
    let connections: Vec<_> = (0..FLOODED)
        .map(|_| tokio::spawn(answers_on_one_connection(address)))
        .collect();
    let mut answered = Vec::new();
    for connection in connections {
        answered.push(connection.await.unwrap());
    }
    (answered, clock.monotonic().saturating_sub(start))
}

/// Requests an unknown path over HTTP/1.1 from the address of the flood: each request is answered.
async fn ask_one_after_the_other(address: SocketAddr) {
    for nth in 0..4 {
        let request = b"GET /unknown HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        let mut stream = connect_from(9, address, request).await;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 404 "), "request {nth}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_beyond_the_answers_that_wait_end_their_connection() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    let ((answered, took), ()) = tokio::join!(flood(&app), ask_one_after_the_other(address));
    let all: usize = answered.iter().sum();
    // Those of a second at once, those of the time, and two late ones on each connection.
    let most = (251 + 2 * FLOODED) as f64 + 250.0 * took.as_secs_f64();
    assert!(all as f64 <= most, "{all} answers in {took:?}");
    assert!(answered.iter().any(|&heads| heads < 100), "{answered:?}");
    // Clients of another address are not affected.
    app.admin().get("/healthz").await.ok();
}

/// A connection of a trusted proxy has requests of other clients, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_of_a_trusted_proxy_stays_open_whatever_one_client_asks() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.7.0/24".parse().unwrap()];
    })
    .await;
    let (answered, took) = flood(&app).await;
    assert!(answered.iter().all(|&heads| heads == 100), "{answered:?}");
    // The answers beyond those that wait are held for the longest time.
    assert!(took >= Duration::from_secs(2), "{took:?}");
}

fn answered(received: &[u8]) -> usize {
    let all = frames(received);
    all.iter().filter(|it| it.0 == HEADERS).count()
}

/// The HTTP library answers heads over 32 KiB itself, on their stream: no request begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_that_http2_refuses_take_turns_and_end_their_connection() {
    let app = TestApp::start().await;
    let (address, clock) = (app.anonymous().address, &app.state().clock);
    let start = clock.monotonic();
    let (first, large) = (with_long_field(0), repeating_it(9));
    let mut stream = connect_from(9, address, &http2_requests(&[], &first, 1)).await;
    let (mut received, mut sent) = (Vec::new(), 1);
    while sent < MOST {
        while answered(&received) < sent
            && stream
                .read_buf(&mut received)
                .await
                .is_ok_and(|bytes| bytes > 0)
        {}
        if answered(&received) < sent {
            break;
        }
        // The server allows a hundred streams at a time.
        let batch: Vec<u8> = (sent..sent + 50)
            .flat_map(|nth| frame(HEADERS, 5, 2 * u32::try_from(nth).unwrap() + 1, &large))
            .collect();
        // The server may close before it has read everything.
        let _ = stream.write_all(&batch).await;
        sent += 50;
    }
    let (heads, took) = (answered(&received), clock.monotonic().saturating_sub(start));
    // 750 turns are there at once; the first request has one of them.
    let most = 752.0 + 250.0 * took.as_secs_f64();
    assert!(heads < MOST && heads as f64 <= most, "{heads} in {took:?}");
    assert!(heads > 100, "{heads} of the heads were answered");
}

/// Returns the head of a request with a field of 4000 bytes, which enters the table of HPACK, and so many repetitions of it.
fn with_long_field(repetitions: usize) -> Vec<u8> {
    let mut head = UNKNOWN.to_vec();
    head.extend(b"\x40\x01x\x7f\xa1\x1e");
    head.extend([b'a'; 4000]);
    head.extend(vec![REPEATED_FIELD; repetitions]);
    head
}

/// Returns the head of a later request of the same connection with so many repetitions of the field.
fn repeating_it(repetitions: usize) -> Vec<u8> {
    let mut head = UNKNOWN.to_vec();
    head.extend(vec![REPEATED_FIELD; repetitions]);
    head
}

/// Sends a hundred heads over 32 KiB on a new connection. Returns how many were answered when all were, or when the
/// connection ended.
async fn answers_to_large_heads(address: SocketAddr) -> usize {
    let mut bytes = http2_requests(&[], &with_long_field(8), 1);
    for nth in 1..100 {
        bytes.extend(frame(HEADERS, 5, 2 * nth + 1, &repeating_it(9)));
    }
    let mut stream = connect_from(9, address, &bytes).await;
    let mut received = Vec::new();
    while answered(&received) < 100 && stream.read_buf(&mut received).await.unwrap_or(0) > 0 {}
    answered(&received)
}

/// No connection has answers of the HTTP library for free, and none of them refuses a request that a limit counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_heads_take_turns_on_new_connections_and_refuse_no_other_request() {
    let app = TestApp::start().await;
    let (address, clock) = (app.anonymous().address, &app.state().clock);
    let start = clock.monotonic();
    let connections: Vec<_> = (0..FLOODED)
        .map(|_| tokio::spawn(answers_to_large_heads(address)))
        .collect();
    let mut all = 0;
    for connection in connections {
        all += connection.await.unwrap();
    }
    let took = clock.monotonic().saturating_sub(start);
    // One for each connection that found no turn, and those that two threads read at the same time.
    let most = (750 + FLOODED + 100) as f64 + 250.0 * took.as_secs_f64();
    assert!(all as f64 <= most, "{all} answers in {took:?}");

    let token = app.admin().token.unwrap();
    let credential = format!("Bearer {token}");
    let mut head = b"\x82\x86\x04\x0c/api/auth/me\x01\x01a\x0f\x08".to_vec();
    assert!(credential.len() < 127);
    head.push(u8::try_from(credential.len()).unwrap());
    head.extend(credential.bytes());
    let mut stream = connect_from(9, address, &http2_requests(&[], &head, 50)).await;
    let mut received = Vec::new();
    while answered(&received) < 50 {
        assert!(stream.read_buf(&mut received).await.unwrap() > 0);
    }
    // `:status` 200 in the static table of HPACK.
    let all = frames(&received);
    let mut heads = all.iter().filter(|it| it.0 == HEADERS);
    assert!(heads.all(|it| it.2[0] == 0x88), "{all:?}");
}

/// The newest field in the table of HPACK.
const REPEATED_FIELD: u8 = 0xbe;
/// More answers than an address gets in ten seconds.
const MOST: usize = 4001;
/// `GET http /unknown`, authority `a`, as HPACK without compression.
const UNKNOWN: &[u8] = b"\x82\x86\x04\x08/unknown\x01\x01a";
/// The type of an HTTP/2 frame with the head of an answer.
const HEADERS: u8 = 1;
