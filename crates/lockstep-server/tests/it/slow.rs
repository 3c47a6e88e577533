//! Limits of a connection (times, rates, sizes, counts), each tested at the boundary of small
//! configured values.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::Method;
use lockstep_config::Network;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::app::{ADMIN_PASSWORD, JUNE, TestApp, TestClient, points};
use crate::attacks::{connect_from, frame, frames};

async fn app(change: impl FnOnce(&mut Network)) -> TestApp {
    TestApp::start_with(|config| change(&mut config.network)).await
}

/// Reads until the connection ends, within a time limit.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // A reset connection has ended too.
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer));
    assert!(read.await.is_ok(), "still open");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Requests a probe and reads exactly one response.
async fn probe(stream: &mut TcpStream) {
    stream.write_all(PROBE).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        assert_ne!(stream.read_buf(&mut answer).await.unwrap(), 0);
    }
    assert!(answer.starts_with(b"HTTP/1.1 200 "));
}

const PROBE: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

/// The HTTP library reads no further by itself after an answer that it had to wait for.
#[tokio::test]
async fn the_idle_time_also_ends_connections_after_slow_answers() {
    let app = app(|network| network.idle_seconds = 1).await;
    let body = json!({ "username": "ada", "password": "not the password" }).to_string();
    let request = format!(
        "POST /api/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[tokio::test]
async fn the_idle_time_is_longer_than_the_head_time() {
    let app = app(|network| {
        network.header_seconds = 1;
        network.idle_seconds = 3;
    })
    .await;
    let clock = app.state().clock.clone();
    let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
    probe(&mut stream).await;
    // Longer than the head time, shorter than the idle time.
    let mut byte = [0];
    let pause = Duration::from_millis(1800);
    let read = tokio::time::timeout(pause, stream.read(&mut byte)).await;
    assert!(read.is_err(), "the connection ended too early");
    probe(&mut stream).await;
    // Without further requests the connection ends.
    let start = clock.monotonic();
    assert_eq!(rest(&mut stream).await, "");
    let pause = clock.monotonic() - start;
    assert!((2..=6).contains(&pause.as_secs()), "{pause:?}");
    // A begun head has its own time limit, also on a connection that has served requests.
    let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
    probe(&mut stream).await;
    stream.write_all(b"GET /hea").await.unwrap();
    let start = clock.monotonic();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let taken = clock.monotonic() - start;
    assert!(taken < Duration::from_millis(2800), "{taken:?}");
}

/// Sends a body with `step` bytes per tenth of a second until it is complete or the server closes.
async fn trickle(caller: &TestClient, path: &str, kind: &str, body: &[u8], step: usize) -> String {
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
            received = read.read_buf(&mut answer) => {
                if received.unwrap_or(0) == 0 {
                    return String::from_utf8_lossy(&answer).into_owned();
                }
            }
            _ = ticks.tick() => if let Some(part) = parts.next() {
                // A refusal before the end is checked in the response.
                let _ = write.write_all(part).await;
            },
        }
    }
}

#[tokio::test]
async fn a_trickling_body_is_refused_and_a_slow_one_is_accepted() {
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
        // 20 bytes per second: below the minimum rate, without a long pause.
        let answer = trickle(&ada, path, kind, body, 2).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert!(answer.contains("INVALID_REQUEST"), "{path}: {answer}");
    }
    // 400 bytes per second, for longer than the limit of a single pause.
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
    assert_eq!(
        stored["total"],
        8 + 12,
        "only the accepted bodies are stored"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_do_not_read_are_disconnected() {
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
    // The administrator's own connection is the second one.
    let mut slow = socket.connect(admin.address).await.unwrap();
    let ask = format!(
        "GET /v1/sfdp/data?limit=10000 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\n\r\n",
        admin.token.as_ref().unwrap()
    );
    let asked = 12;
    slow.write_all(ask.repeat(asked).as_bytes()).await.unwrap();
    // When a new connection is accepted, the slow client has been disconnected.
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
    let mut received = Vec::new();
    // The bytes in transit arrive, or the connection was reset.
    let _ = slow.read_to_end(&mut received).await;
    let heads = String::from_utf8_lossy(&received)
        .matches("HTTP/1.1 200")
        .count();
    assert!(heads < asked, "{heads} of {asked} responses were sent");
}

#[tokio::test]
async fn the_number_of_open_connections_is_limited() {
    // Connections of a proxy are not those of the machine's own clients.
    let app = app(|network| network.trusted_proxies = vec!["127.0.7.0/24".parse().unwrap()]).await;
    let address = app.anonymous().address;
    // The administrator's own connection counts too.
    let limit = json!({ "network": { "maxConcurrentConnections": 10 } });
    app.admin().patch("/v1/admin/settings", limit).await.ok();
    // The accepting task reads the setting before the next connection.
    let mut open = Vec::new();
    for _ in 0..9 {
        let mut stream = connect_from(1, address, b"").await;
        probe(&mut stream).await;
        open.push(stream);
    }
    let mut further = connect_from(1, address, PROBE).await;
    let mut byte = [0];
    let waits = tokio::time::timeout(Duration::from_millis(400), further.read(&mut byte)).await;
    assert!(waits.is_err(), "a connection over the limit was served");
    // Clients on the machine itself have connections of their own.
    let local = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    local.get("/v1/admin/settings").await.ok();
    let waits = tokio::time::timeout(Duration::from_millis(100), further.read(&mut byte)).await;
    assert!(waits.is_err(), "a connection over the limit was served");
    // The local client's connection counts, too.
    drop(open);
    let served = tokio::time::timeout(Duration::from_secs(10), further.read(&mut byte)).await;
    assert_eq!(served.unwrap().unwrap(), 1);
}

/// Devices and clients of the API share the places of `network.maxConcurrentConnections`.
#[tokio::test]
async fn connections_of_devices_and_of_the_api_are_limited_together() {
    let app = app(|network| network.trusted_proxies = vec!["127.0.7.0/24".parse().unwrap()]).await;
    let address = app.anonymous().address;
    // The administrator's own connection counts too.
    let admin = app.admin();
    let limit = |most: u32| json!({ "network": { "maxConcurrentConnections": most } });
    admin.patch("/v1/admin/settings", limit(10)).await.ok();
    let mut open = Vec::new();
    for _ in 0..9 {
        let mut stream = connect_from(1, address, b"").await;
        probe(&mut stream).await;
        open.push(stream);
    }
    // An MQTT 3.1.1 client without a password, which is refused by an answer.
    let connect = b"\x10\x0d\0\x04MQTT\x04\x02\0\0\0\x01c";
    let mut device = connect_from(1, app.mqtt(), connect).await;
    let mut byte = [0];
    let waits = tokio::time::timeout(Duration::from_millis(400), device.read(&mut byte)).await;
    assert!(waits.is_err(), "a device over the limit was served");
    // A higher limit applies to a connection that waits.
    admin.patch("/v1/admin/settings", limit(11)).await.ok();
    let served = tokio::time::timeout(Duration::from_secs(10), device.read(&mut byte)).await;
    assert_eq!((served.unwrap().unwrap(), byte), (1, [0x20]));
    // The place of a device that has left is free for a client of the API.
    drop(device);
    let mut further = connect_from(1, address, b"").await;
    let served = tokio::time::timeout(Duration::from_secs(10), probe(&mut further)).await;
    assert!(served.is_ok(), "the place of the device was not freed");
}

#[tokio::test]
async fn sizes_of_a_head_are_as_configured() {
    let app = app(|network| {
        network.header_bytes = 2000;
        network.headers = 12;
        network.uri_bytes = 300;
    })
    .await;
    let anonymous = app.anonymous();
    let with = |headers: usize, bytes: usize| {
        let mut request = anonymous.request(Method::GET, "/healthz");
        for place in 0..headers {
            request = request.header(format!("x-{place}"), "a");
        }
        anonymous.send(request.header("x-long", "x".repeat(bytes)))
    };
    with(0, 1800).await.ok();
    with(0, 2000).await.refused(431, "INVALID_REQUEST");
    with(8, 1).await.ok();
    with(13, 1).await.refused(431, "INVALID_REQUEST");
    let at = |bytes: usize| format!("/healthz?{}", "x".repeat(bytes - "/healthz?".len()));
    anonymous.get(&at(300)).await.ok();
    anonymous
        .get(&at(301))
        .await
        .refused(431, "INVALID_REQUEST");
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

/// Sends hand-written HTTP/2 and reads until the connection ends, within a time limit.
async fn talk_http2(address: SocketAddr, bytes: &[u8]) -> Vec<(u8, u32, Vec<u8>)> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut all = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    all.extend(frame(SETTINGS, 0, 0, &[]));
    all.extend(bytes);
    // The server may close before it has read everything.
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
async fn http2_connections_have_limits() {
    let app = app(|network| {
        network.header_seconds = 1;
        network.idle_seconds = 1;
        network.transfer_seconds = 1;
    })
    .await;
    let address = app.anonymous().address;

    // A client that leaves no room for the response (SETTINGS_INITIAL_WINDOW_SIZE 0) is
    // disconnected. This holds even if it accepts other frames.
    let mut no_room = frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]);
    no_room.extend(frame(HEADERS, 5, 1, ASK));
    let received = talk_http2(address, &no_room).await;
    let of_one: Vec<u8> = received
        .iter()
        .filter(|it| it.1 == 1)
        .map(|it| it.0)
        .collect();
    assert_eq!(of_one, [HEADERS], "{received:?}");

    // A request is served, then silence ends the connection. The SETTINGS frame announces the
    // limits.
    let received = talk_http2(address, &frame(HEADERS, 5, 1, ASK)).await;
    assert!(
        received
            .iter()
            .any(|(kind, stream, _)| (*kind, *stream) == (HEADERS, 1)),
        "{received:?}"
    );
    let settings = received
        .iter()
        .find(|(kind, ..)| *kind == SETTINGS)
        .unwrap();
    let announced: Vec<(u16, u32)> = settings
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
        announced.contains(&(3, 100)) && announced.contains(&(6, 32 << 10)),
        "{announced:?}"
    );

    // Pings do not keep a connection without requests open.
    talk_http2(address, &frame(PING, 0, 0, &[0; 8])).await;
    // A request whose head never ends does not either.
    talk_http2(address, &frame(HEADERS, 1, 1, ASK)).await;

    // Many streams that are opened and reset at once: the server closes with ENHANCE_YOUR_CALM.
    let rapid: Vec<u8> = (0..2000_u32)
        .flat_map(|index| {
            let stream = 2 * index + 1;
            let mut both = frame(HEADERS, 5, stream, ASK);
            both.extend(frame(RESET, 0, stream, &[0, 0, 0, 8]));
            both
        })
        .collect();
    let received = talk_http2(address, &rapid).await;
    ends_with(&received, ENHANCE_YOUR_CALM);

    // A head in CONTINUATION frames without end.
    let mut flood = frame(HEADERS, 1, 1, ASK);
    let piece: Vec<u8> = [&b"\x00\x01x\x7f\x81\x1e"[..], &[b'a'; 285]].concat();
    for _ in 0..2000 {
        flood.extend(frame(CONTINUATION, 0, 1, &piece));
    }
    let received = talk_http2(address, &flood).await;
    assert!(
        !received.iter().any(|(kind, stream, payload)| {
            (*kind, *stream) == (HEADERS, 1) && payload.first() == Some(&0x88)
        }),
        "{received:?}"
    );
    TestClient::at(address).get("/healthz").await.ok();
}

#[track_caller]
fn ends_with(received: &[(u8, u32, Vec<u8>)], code: u8) {
    let end = received.iter().rfind(|(kind, ..)| *kind == GOAWAY);
    let end = end.unwrap_or_else(|| panic!("no GOAWAY frame: {received:?}"));
    assert_eq!(end.2[4..8], [0, 0, 0, code], "{received:?}");
}

const ENHANCE_YOUR_CALM: u8 = 11;

#[tokio::test]
async fn a_slow_body_over_http2_ends_only_its_own_request() {
    // Running streams keep the connection open; a request with an incomplete body has its own time
    // limit.
    let app = app(|network| network.transfer_seconds = 1).await;
    let admin = app.admin();
    let client = reqwest::Client::builder()
        .http2_prior_knowledge()
        .build()
        .unwrap();
    let two = TestClient { client, ..admin };
    two.get("/v1/sfdp/types").await.ok();
    let answer = two
        .post("/v1/api-keys", json!({ "name": "over two" }))
        .await;
    answer.ok();
    let (sender, receiver) = tokio::sync::mpsc::channel::<Result<Vec<u8>, std::io::Error>>(1);
    sender.send(Ok(b"{\"name\":".to_vec())).await.unwrap();
    let body = futures_util::stream::unfold(receiver, async |mut receiver| {
        receiver.recv().await.map(|part| (part, receiver))
    });
    let request = two.request(Method::POST, "/v1/api-keys");
    let request = request.header("content-type", "application/json");
    let answer = two
        .send(request.body(reqwest::Body::wrap_stream(body)))
        .await;
    answer.refused(408, "INVALID_REQUEST");
    drop(sender);
}
