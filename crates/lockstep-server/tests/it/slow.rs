//! Limits of a connection (times, rates, sizes, counts), each tested at the boundary of small
//! configured values.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::Method;
use lockstep_server::config::Network;
use lockstep_store::Settings;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::app::{Anyone, JUNE, TestApp, points};
use crate::attacks::frame;

async fn app(change: impl FnOnce(&mut Network)) -> TestApp {
    TestApp::start_with(|config| change(&mut config.network)).await
}

/// Reads to the end of the connection, which must come.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // A connection that was reset has ended too.
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer));
    assert!(read.await.is_ok(), "still open");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asks and reads exactly one answer of a probe.
async fn probe(stream: &mut TcpStream) {
    stream.write_all(PROBE).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        assert_ne!(stream.read_buf(&mut answer).await.unwrap(), 0);
    }
    assert!(answer.starts_with(b"HTTP/1.1 200 "));
}

const PROBE: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

#[tokio::test]
async fn a_pause_between_requests_is_longer_than_a_head_may_take() {
    let app = app(|network| {
        network.header_seconds = 1;
        network.idle_seconds = 3;
    })
    .await;
    let clock = app.state().clock.clone();
    let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
    probe(&mut stream).await;
    // Longer than a head may take, shorter than a pause.
    let mut byte = [0];
    let pause = Duration::from_millis(1800);
    let read = tokio::time::timeout(pause, stream.read(&mut byte)).await;
    assert!(read.is_err(), "it ended too early");
    probe(&mut stream).await;
    // Then nothing more comes.
    let start = clock.monotonic();
    assert_eq!(rest(&mut stream).await, "");
    let pause = clock.monotonic() - start;
    assert!((2..=6).contains(&pause.as_secs()), "{pause:?}");
    // A head that has begun has its own time, also on a connection that has served.
    let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
    probe(&mut stream).await;
    stream.write_all(b"GET /hea").await.unwrap();
    let start = clock.monotonic();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let taken = clock.monotonic() - start;
    assert!(taken < Duration::from_millis(2800), "{taken:?}");
}

/// Sends a body of so many bytes per tenth of a second until it is complete or the server closes.
async fn trickle(caller: &Anyone, path: &str, kind: &str, body: &[u8], step: usize) -> String {
    let mut stream = TcpStream::connect(caller.address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
         Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        caller.token.as_ref().unwrap(),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let mut answer = Vec::new();
    let mut ticks = tokio::time::interval(Duration::from_millis(100));
    let mut parts = body.chunks(step);
    loop {
        tokio::select! {
            heard = read.read_buf(&mut answer) => {
                if heard.unwrap_or(0) == 0 {
                    return String::from_utf8_lossy(&answer).into_owned();
                }
            }
            _ = ticks.tick() => if let Some(part) = parts.next() {
                // Refused in the middle: the answer says so.
                let _ = write.write_all(part).await;
            },
        }
    }
}

#[tokio::test]
async fn a_body_that_trickles_is_refused_and_a_slow_one_is_not() {
    let app = app(|network| {
        network.transfer_seconds = 1;
        network.transfer_bytes_per_second = 200;
    })
    .await;
    let ada = app.user("ada").await;
    let json = points("steps", "count", "d", JUNE, &[1.0; 8]).to_string();
    let csv: String = (0..12)
        .map(|day| format!("2026-01-{:02}T00:00:00Z,weight,70,kg,scale\n", day + 1))
        .collect();
    let form = format!(
        "--e\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\
         timestamp,type,value,unit,device\n{csv}\r\n--e--\r\n"
    );
    for (path, kind, body) in [
        ("/v1/sfdp/data", "application/json", json.as_bytes()),
        ("/v1/sfdp/devices", "application/json", json.as_bytes()),
        (
            "/v1/sfdp/import",
            "multipart/form-data; boundary=e",
            form.as_bytes(),
        ),
    ] {
        // 20 bytes a second: under the rate, though never silent for long.
        let answer = trickle(&ada, path, kind, body, 2).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert!(answer.contains("INVALID_REQUEST"), "{path}: {answer}");
    }
    // 400 bytes a second for longer than any one pause may be.
    let answer = trickle(
        &ada,
        "/v1/sfdp/data",
        "application/json",
        json.as_bytes(),
        40,
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let answer = trickle(
        &ada,
        "/v1/sfdp/import",
        "multipart/form-data; boundary=e",
        form.as_bytes(),
        40,
    );
    let answer = answer.await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let stored = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(stored["total"], 8 + 12, "nothing of what was refused");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_let_go() {
    let app = app(|network| {
        network.transfer_seconds = 1;
        network.connections_per_address = 2;
    })
    .await;
    let admin = app.admin();
    let values: Vec<f64> = (0..10_000).map(f64::from).collect();
    let body = points("steps", "count", "d", JUNE, &values);
    admin.post("/v1/sfdp/data", body).await.ok();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    // The administrator's own connection is the other one.
    let mut lazy = socket.connect(admin.address).await.unwrap();
    let ask = format!(
        "GET /v1/sfdp/data?limit=10000 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\n\r\n",
        admin.token.as_ref().unwrap()
    );
    let asked = 12;
    lazy.write_all(ask.repeat(asked).as_bytes()).await.unwrap();
    // When its place is free again it was let go.
    let freed = async {
        loop {
            let mut other = TcpStream::connect(admin.address).await.unwrap();
            let mut byte = [0];
            let sent = other.write_all(PROBE).await.is_ok();
            if sent && matches!(other.read(&mut byte).await, Ok(1)) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), freed)
        .await
        .unwrap();
    let mut heard = Vec::new();
    // What was on its way arrives, or the connection was reset.
    let _ = lazy.read_to_end(&mut heard).await;
    let heads = String::from_utf8_lossy(&heard)
        .matches("HTTP/1.1 200")
        .count();
    assert!(heads < asked, "{heads} of {asked} were sent all the same");
}

#[tokio::test]
async fn so_many_connections_are_open_at_once() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    // The administrator's own connection is one of them.
    app.admin().get("/v1/sfdp/types").await.ok();
    let mut settings = Settings::clone(&app.state().settings());
    settings.network.max_concurrent_connections = 3;
    app.state().apply(settings);
    // The one who accepts learns of the setting with the next who comes.
    let mut first = TcpStream::connect(address).await.unwrap();
    probe(&mut first).await;
    let mut second = TcpStream::connect(address).await.unwrap();
    probe(&mut second).await;
    let mut third = TcpStream::connect(address).await.unwrap();
    third.write_all(PROBE).await.unwrap();
    let mut byte = [0];
    let waits = tokio::time::timeout(Duration::from_millis(400), third.read(&mut byte)).await;
    assert!(waits.is_err(), "it was served beyond the limit");
    drop(first);
    let served = tokio::time::timeout(Duration::from_secs(10), third.read(&mut byte)).await;
    assert_eq!(served.unwrap().unwrap(), 1);
}

#[tokio::test]
async fn sizes_of_a_head_are_as_configured() {
    let app = app(|network| {
        network.header_bytes = 2000;
        network.headers = 12;
        network.uri_bytes = 300;
    })
    .await;
    let nobody = app.anonymous();
    let with = |headers: usize, bytes: usize| {
        let mut request = nobody.request(Method::GET, "/healthz");
        for place in 0..headers {
            request = request.header(format!("x-{place}"), "a");
        }
        nobody.send(request.header("x-long", "x".repeat(bytes)))
    };
    with(0, 1800).await.ok();
    with(0, 2000).await.refused(431, "INVALID_REQUEST");
    with(8, 1).await.ok();
    with(13, 1).await.refused(431, "INVALID_REQUEST");
    let at = |bytes: usize| format!("/healthz?{}", "x".repeat(bytes - "/healthz?".len()));
    nobody.get(&at(300)).await.ok();
    nobody.get(&at(301)).await.refused(431, "INVALID_REQUEST");
}

#[tokio::test]
async fn json_nests_as_deep_as_configured() {
    for most in [8, 64] {
        let app = app(|network| network.json_depth = most).await;
        let admin = app.admin();
        for (depth, named) in [(most, "name"), (most + 1, "")] {
            let inner = depth - 1;
            let body = format!("{{\"name\":{}{}}}", "[".repeat(inner), "]".repeat(inner));
            let answer = admin.post_bytes("/v1/api-keys", body).await;
            let reason = answer.blames(named);
            assert_eq!(reason.contains("deeper"), depth > most, "{reason}");
        }
    }
}

/// The frames of a conversation, as (kind, stream, payload).
fn frames(mut bytes: &[u8]) -> Vec<(u8, u32, Vec<u8>)> {
    let mut all = Vec::new();
    while let [a, b, c, kind, _, s0, s1, s2, s3, rest @ ..] = bytes {
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        let Some(payload) = rest.get(..length) else {
            break;
        };
        let stream = u32::from_be_bytes([*s0, *s1, *s2, *s3]);
        all.push((*kind, stream, payload.to_vec()));
        bytes = &rest[length..];
    }
    all
}

/// Speaks HTTP/2 by hand and reads to the end, which must come.
async fn talk_http2(address: SocketAddr, bytes: &[u8]) -> Vec<(u8, u32, Vec<u8>)> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut all = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    all.extend(frame(SETTINGS, 0, 0, &[]));
    all.extend(bytes);
    // The server may hang up before it has read everything.
    let _ = stream.write_all(&all).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let ended = tokio::time::timeout(Duration::from_secs(20), read).await;
    assert!(ended.is_ok(), "still open: {:?}", frames(&answer));
    frames(&answer)
}

const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;
/// `GET http /healthz`, authority `a`, as HPACK without compression.
const ASK: &[u8] = b"\x82\x86\x04\x08/healthz\x01\x01a";

#[tokio::test]
async fn http2_has_its_bounds() {
    let app = app(|network| {
        network.header_seconds = 1;
        network.idle_seconds = 1;
        network.transfer_seconds = 1;
    })
    .await;
    let address = app.anonymous().address;

    // Who asks and leaves no room for the answer (SETTINGS_INITIAL_WINDOW_SIZE 0) is let go, also
    // where other bytes are taken.
    let mut no_room = frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]);
    no_room.extend(frame(HEADERS, 5, 1, ASK));
    let heard = talk_http2(address, &no_room).await;
    let of_one: Vec<u8> = heard.iter().filter(|it| it.1 == 1).map(|it| it.0).collect();
    assert_eq!(of_one, [HEADERS], "{heard:?}");

    // A request is served, then silence ends the connection. It said how many streams there are.
    let heard = talk_http2(address, &frame(HEADERS, 5, 1, ASK)).await;
    assert!(
        heard
            .iter()
            .any(|(kind, stream, _)| (*kind, *stream) == (HEADERS, 1)),
        "{heard:?}"
    );
    let settings = heard.iter().find(|(kind, ..)| *kind == SETTINGS).unwrap();
    let said: Vec<(u16, u32)> = settings
        .2
        .chunks(6)
        .map(|pair| {
            let (name, value) = pair.split_at(2);
            (
                u16::from_be_bytes(name.try_into().unwrap()),
                u32::from_be_bytes(value.try_into().unwrap()),
            )
        })
        .collect();
    // SETTINGS_MAX_CONCURRENT_STREAMS and SETTINGS_MAX_HEADER_LIST_SIZE.
    assert!(
        said.contains(&(3, 100)) && said.contains(&(6, 32 << 10)),
        "{said:?}"
    );

    // Pings keep nothing open on which nothing is asked.
    talk_http2(address, &frame(PING, 0, 0, &[0; 8])).await;
    // Neither does a request whose head never ends.
    talk_http2(address, &frame(HEADERS, 1, 1, ASK)).await;

    // Streams opened and reset at once, again and again: calm is enhanced.
    let rapid: Vec<u8> = (0..2000_u32)
        .flat_map(|place| {
            let stream = 2 * place + 1;
            let mut both = frame(HEADERS, 5, stream, ASK);
            both.extend(frame(RESET, 0, stream, &[0, 0, 0, 8]));
            both
        })
        .collect();
    let heard = talk_http2(address, &rapid).await;
    ends_with(&heard, ENHANCE_YOUR_CALM);

    // A head in pieces without end.
    let mut flood = frame(HEADERS, 1, 1, ASK);
    let piece: Vec<u8> = [&b"\x00\x01x\x7f\x81\x1e"[..], &[b'a'; 285]].concat();
    for _ in 0..2000 {
        flood.extend(frame(CONTINUATION, 0, 1, &piece));
    }
    let heard = talk_http2(address, &flood).await;
    assert!(
        !heard.iter().any(|(kind, stream, payload)| {
            (*kind, *stream) == (HEADERS, 1) && payload.first() == Some(&0x88)
        }),
        "{heard:?}"
    );
    Anyone::at(address).get("/healthz").await.ok();
}

#[track_caller]
fn ends_with(heard: &[(u8, u32, Vec<u8>)], code: u8) {
    let end = heard.iter().rfind(|(kind, ..)| *kind == GOAWAY);
    let end = end.unwrap_or_else(|| panic!("it did not say goodbye: {heard:?}"));
    assert_eq!(end.2[4..8], [0, 0, 0, code], "{heard:?}");
}

const ENHANCE_YOUR_CALM: u8 = 11;

#[tokio::test]
async fn a_slow_head_over_http2_ends_with_everything_else_served() {
    // Streams under way keep the connection; a request without its body has its own time.
    let app = app(|network| network.transfer_seconds = 1).await;
    let admin = app.admin();
    let client = reqwest::Client::builder()
        .http2_prior_knowledge()
        .build()
        .unwrap();
    let two = Anyone { client, ..admin };
    two.get("/v1/sfdp/types").await.ok();
    let answer = two
        .post("/v1/api-keys", json!({ "name": "over two" }))
        .await;
    answer.ok();
    let (tell, told) = tokio::sync::mpsc::channel::<Result<Vec<u8>, std::io::Error>>(1);
    tell.send(Ok(b"{\"name\":".to_vec())).await.unwrap();
    let body = futures_util::stream::unfold(told, async |mut told| {
        told.recv().await.map(|part| (part, told))
    });
    let request = two.request(Method::POST, "/v1/api-keys");
    let request = request.header("content-type", "application/json");
    let answer = two
        .send(request.body(reqwest::Body::wrap_stream(body)))
        .await;
    answer.refused(408, "INVALID_REQUEST");
    drop(tell);
}
