//! Memory: the amounts that unauthenticated clients and single accounts can occupy, measured on the
//! real process.

use std::path::Path;
use std::time::Duration;

use axum::http::{Method, header};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{ADMIN_PASSWORD, Answer, JUNE, TestApp, TestClient, points};
use crate::attacks::{
    connect_from, form_with_long_field, form_with_long_head, json_nested, json_of, request,
    unread_http2, zstd_bomb, zstd_window,
};
use crate::child::Child;
use crate::hostile::gzip;

/// Reads the status of a response; 0 if the connection ends without a response.
async fn status_of(stream: &mut TcpStream) -> u16 {
    let mut head = Vec::new();
    let mut byte = [0; 64];
    let read = async {
        while head.len() < 12 {
            match stream.read(&mut byte).await {
                Ok(more) if more > 0 => head.extend(&byte[..more]),
                _ => break,
            }
        }
    };
    let read = tokio::time::timeout(Duration::from_secs(60), read).await;
    assert!(read.is_ok(), "no answer");
    let text = String::from_utf8_lossy(&head);
    let status = text.split(' ').nth(1).and_then(|status| status.get(..3));
    status.map_or(0, |status| status.parse().unwrap())
}

/// Starts a server, signs in and reads a document once, because hashing the password and making the documents take
/// memory. Returns its memory in KiB.
async fn at_rest(data: &Path) -> (Child, TestClient, u64) {
    let child = Child::start(data);
    let admin = child.admin().await;
    admin.get("/openapi.json").await.ok();
    let body = points("steps", "count", "d", JUNE, &[1.0; 100]);
    admin.post("/v1/sfdp/data", body).await.ok();
    let rest = child.memory("VmHWM");
    (child, admin, rest)
}

const MIB: u64 = 1 << 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anonymous_clients_use_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (child, admin, rest) = at_rest(folder.path()).await;
    let bomb = zstd_bomb();
    assert!(
        (60 << 10..130 << 10).contains(&bomb.len()),
        "{}",
        bomb.len()
    );
    let zeros = json_of("0,", 31 << 20);
    let (form, form_kind) = form_with_long_field(31 << 20);
    let json = "Content-Type: application/json\r\n";
    let plays: Vec<(&str, Vec<u8>, &[u16])> = vec![
        // Routes without authentication accept neither compressed nor large bodies.
        (
            "zstd",
            request(
                "POST",
                "/api/auth/token",
                &format!("{json}Content-Encoding: zstd\r\n"),
                &bomb,
            ),
            &[415],
        ),
        (
            "gzip",
            request(
                "POST",
                "/api/auth/refresh",
                &format!("{json}Content-Encoding: gzip\r\n"),
                &gzip(&zeros),
            ),
            &[415],
        ),
        (
            "window",
            request(
                "POST",
                "/api/auth/register",
                &format!("{json}Content-Encoding: zstd\r\n"),
                &zstd_window(31),
            ),
            &[415],
        ),
        (
            "large",
            request("POST", "/api/auth/token", json, &zeros),
            &[413],
        ),
        (
            "nested",
            request("POST", "/api/auth/token", json, &json_nested(16 << 10)),
            &[400],
        ),
        // All other routes check the credential first.
        (
            "data",
            request(
                "POST",
                "/v1/sfdp/data",
                &format!("{json}Content-Encoding: zstd\r\n"),
                &bomb,
            ),
            &[401],
        ),
        (
            "form",
            request(
                "POST",
                "/v1/sfdp/import",
                &format!("Content-Type: {form_kind}\r\nContent-Encoding: gzip\r\n"),
                &gzip(&form),
            ),
            &[401],
        ),
        (
            "no route",
            request("POST", "/nowhere", json, &zeros[..1 << 20]),
            &[404],
        ),
    ];
    for (what, bytes, expected) in &plays {
        // All 80 are sent before any response is read.
        let sent: Vec<_> = (0..80)
            .map(|n| {
                let (bytes, address) = (bytes.clone(), child.address);
                tokio::spawn(async move { connect_from(n, address, &bytes).await })
            })
            .collect();
        let mut streams = Vec::new();
        for stream in sent {
            streams.push(stream.await.unwrap());
        }
        for stream in &mut streams {
            let status = status_of(stream).await;
            // A refusal may be lost if the connection is reset while data is in transit.
            assert!(
                status == 0 || expected.contains(&status),
                "{what}: {status}"
            );
        }
        println!("{what}: {} MiB", child.memory("VmHWM") / MIB);
    }
    // A chunked body without an end is refused when it exceeds the limit.
    let mut endless =
        b"POST /api/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n"
            .to_vec();
    for _ in 0..100 {
        endless.extend(b"400\r\n");
        endless.extend([b' '; 1024]);
        endless.extend(b"\r\n");
    }
    let mut stream = connect_from(90, child.address, &endless).await;
    assert!(matches!(status_of(&mut stream).await, 413 | 0));
    // Heads that never end, and responses that are never read, over both protocols.
    let head = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}", "x".repeat(60 << 10));
    let unread =
        "GET /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: zstd\r\n\r\n".repeat(50);
    let mut streams = Vec::new();
    for n in 0..250 {
        streams.push(connect_from(n / 5 + 1, child.address, head.as_bytes()).await);
    }
    println!("heads: {} MiB", child.memory("VmHWM") / MIB);
    for n in 0..100 {
        streams.push(connect_from(n / 5 + 1, child.address, unread.as_bytes()).await);
    }
    println!("unread: {} MiB", child.memory("VmHWM") / MIB);
    for (path, takes_gzip) in [
        ("/docs/swagger-ui-bundle.js", false),
        ("/openapi.json", false),
        ("/metrics", false),
        ("/metrics", true),
    ] {
        for n in 0..40 {
            let bytes = unread_http2(path, takes_gzip, 100);
            streams.push(connect_from(n / 4 + 1, child.address, &bytes).await);
        }
        println!("unread {path}: {} MiB", child.memory("VmHWM") / MIB);
    }
    // Other clients are still served, and the server has read all sent bytes.
    for _ in 0..20 {
        admin.get("/v1/sfdp/data?limit=1").await.ok();
        TestClient::at(child.address).get("/readyz").await.ok();
    }
    // Answers that no limit counts are held for two seconds at most: with those at once, these are more.
    for _ in 0..=750 {
        TestClient::at(child.address).get("/readyz").await.ok();
    }
    let most = child.memory("VmHWM");
    println!("{} MiB at rest, {} MiB at most", rest / MIB, most / MIB);
    assert!(most - rest < 200 * MIB, "{} MiB", (most - rest) / MIB);
    drop(streams);
    assert!(child.end().0);
}

/// Sends a request of an account with a compressed body.
async fn packed(
    caller: &TestClient,
    path: &str,
    kind: &str,
    coding: &str,
    body: Vec<u8>,
) -> Answer {
    let request = caller.request(Method::POST, path);
    let request = request
        .header(header::CONTENT_TYPE, kind)
        .header(header::CONTENT_ENCODING, coding);
    caller.send(request.body(body)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_uses_at_most_its_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let (child, admin, rest) = at_rest(folder.path()).await;
    let json = "application/json";
    let (head, form) = form_with_long_head(31 << 20);
    let (field, _) = form_with_long_field(31 << 20);
    let prove = |unit: &str| {
        let mut body = br#"{"circuit":"aggregate:8","data":{"values":["#.to_vec();
        body.extend(unit.repeat((31 << 20) / unit.len()).as_bytes());
        body.extend(b"0]}}");
        body
    };
    let fast = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
    for (what, path, kind, body) in [
        ("zeros", "/v1/encryption/zk/prove", json, prove("0,")),
        (
            "objects",
            "/v1/encryption/zk/prove",
            json,
            prove("{\"\":0},"),
        ),
        ("points", "/v1/sfdp/data", json, json_of("0,", 31 << 20)),
        ("head", "/v1/sfdp/import", form, head),
        ("field", "/v1/sfdp/import", form, field),
    ] {
        // Many bodies at once, plain and compressed.
        let packed_body = fast(&body);
        let mut sent = tokio::task::JoinSet::new();
        for place in 0..12 {
            let (caller, body, packed_body) = (admin.clone(), body.clone(), packed_body.clone());
            sent.spawn(async move {
                if place < 8 {
                    return Some(
                        packed(&caller, path, kind, "zstd", packed_body)
                            .await
                            .status,
                    );
                }
                let request = caller.request(Method::POST, path);
                let request = request.header(header::CONTENT_TYPE, kind).body(body);
                // The server may refuse and close before everything is sent.
                caller
                    .try_send(request)
                    .await
                    .ok()
                    .map(|answer| answer.status)
            });
        }
        let mut statuses: Vec<u16> = sent.join_all().await.into_iter().flatten().collect();
        statuses.sort_unstable();
        let most = child.memory("VmHWM");
        println!("{what}: {statuses:?}, {} MiB", most / MIB);
        assert!(
            statuses
                .iter()
                .all(|status| matches!(status, 400 | 413 | 422 | 500 | 503)),
            "{what}: {statuses:?}"
        );
    }
    let most = child.memory("VmHWM");
    println!("{} MiB at rest, {} MiB at most", rest / MIB, most / MIB);
    // The budget of 96 MiB, plus the memory of the allocator and hyper.
    assert!(most - rest < 250 * MIB, "{} MiB", (most - rest) / MIB);
    let body = points("steps", "count", "d", JUNE, &[1.0; 100]);
    admin.post("/v1/sfdp/data", body).await.ok();
    assert!(child.end().0);
}

#[tokio::test]
async fn compressed_bodies_have_the_same_limits_on_every_route() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let good = points("steps", "count", "d", JUNE, &[1.0; 50]).to_string();
    let (first, second) = good.as_bytes().split_at(100);
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 3).unwrap();
    let blank = vec![b' '; 4 << 20];
    for (what, coding, body, status) in [
        ("one member", "gzip", gzip(good.as_bytes()), 200),
        (
            "two members",
            "gzip",
            [gzip(first), gzip(second)].concat(),
            200,
        ),
        (
            "two frames",
            "zstd",
            [zstd(first), zstd(second)].concat(),
            200,
        ),
        (
            "garbage behind",
            "gzip",
            [gzip(good.as_bytes()), vec![0; 9]].concat(),
            400,
        ),
        (
            "garbage behind",
            "zstd",
            [zstd(good.as_bytes()), vec![0; 9]].concat(),
            400,
        ),
        ("128 MiB window", "zstd", zstd_window(27), 400),
        ("blanks", "gzip", gzip(&blank), 413),
        ("blanks", "zstd", zstd(&blank), 413),
        ("twice", "gzip, gzip", gzip(&gzip(good.as_bytes())), 415),
    ] {
        let answer = packed(&ada, "/v1/sfdp/data", "application/json", coding, body).await;
        assert_eq!(answer.status, status, "{what}: {answer}");
    }
    // Forms: the same recording, plain and compressed, and parts that are larger than they seem.
    let csv = "timestamp,type,value,unit,device\n2026-06-01T00:00:00Z,steps,1,count,d\n";
    let form = |csv: &[u8]| {
        let mut form = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; \
            filename=\"a.csv\"\r\n\r\n"
            .to_vec();
        form.extend(csv);
        form.extend(b"\r\n--edge--\r\n");
        form
    };
    let kind = "multipart/form-data; boundary=edge";
    for (what, coding, body, status) in [
        ("gzip", "gzip", gzip(&form(csv.as_bytes())), 200),
        ("zstd", "zstd", zstd(&form(csv.as_bytes())), 200),
        (
            "cut",
            "gzip",
            gzip(&form(csv.as_bytes()))[..60].to_vec(),
            400,
        ),
        ("blanks", "zstd", zstd(&form(&blank)), 413),
        // A head of equal bytes exceeds the inflation limit before the head limit.
        ("head", "gzip", gzip(&form_with_long_head(4 << 20).0), 413),
        ("field", "zstd", zstd(&form_with_long_field(4 << 20).0), 413),
        ("br", "br", form(csv.as_bytes()), 415),
    ] {
        let answer = packed(&ada, "/v1/sfdp/import", kind, coding, body).await;
        assert_eq!(answer.status, status, "{what}: {answer}");
    }
    // An answer is charged until its last byte is sent.
    app.until_held_bytes(|bytes| bytes == 0).await;
}

#[tokio::test]
async fn bodies_are_read_after_the_credential_is_checked() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    for (path, fields, status) in [
        // The body is not sent: the response depends on the head alone.
        ("/v1/sfdp/data", "", 401),
        ("/v1/sfdp/import", "", 401),
        (
            "/v1/encryption/encrypt",
            "Authorization: Bearer lk_at_0000\r\n",
            401,
        ),
        ("/v1/api-keys", "", 401),
        ("/api/auth/token", "", 413),
        ("/api/auth/refresh", "Content-Encoding: zstd\r\n", 415),
        ("/api/auth/register", "", 413),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n{fields}\
             Content-Length: 16385\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        assert_eq!(status_of(&mut stream).await, status, "{path}");
    }
    // The largest body of a route without authentication is read.
    let mut body = json!({ "username": "admin", "password": "wrong" }).to_string();
    body.extend(std::iter::repeat_n(' ', (16 << 10) - body.len()));
    let answer = app
        .anonymous()
        .post_bytes("/api/auth/token", body.clone())
        .await;
    answer.refused(401, "INVALID_TOKEN");
    let answer = app
        .anonymous()
        .post_bytes("/api/auth/token", body + " ")
        .await;
    answer.refused(413, "VALIDATION_ERROR");
}

#[tokio::test]
async fn an_exhausted_budget_is_reported_and_released() {
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = 1 << 20;
        config.network.body_budget_bytes = (3 << 20) / 2;
    })
    .await;
    let ada = app.user("ada").await;
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    // Announces a body, sends its first bytes and keeps the connection open.
    let unfinished = async |caller: &TestClient, announced: usize, bytes: usize| {
        let token = caller.token.as_ref().unwrap();
        let mut stream = TcpStream::connect(caller.address).await.unwrap();
        let head = format!(
            "POST /v1/sfdp/data HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {announced}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b' '; bytes]).await.unwrap();
        stream
    };
    // Announced bytes take no budget; received bytes do.
    let first = unfinished(&ada, 1_000_000, 0).await;
    assert!(app.state().body_bytes() <= 16 << 10);
    drop(first);
    let first = unfinished(&ada, (600 << 10) + 1, 600 << 10).await;
    app.until_held_bytes(|bytes| bytes >= 600 << 10).await;
    let large = || vec![b' '; 500 << 10];
    let refused = async |caller: &TestClient, path: &str, status| {
        let answer = caller.post_bytes(path, large()).await;
        answer.refused(status, "SERVER_ERROR");
        assert_eq!(answer.header("retry-after"), Some("2"), "{answer}");
    };
    refused(&ada, "/v1/sfdp/data", 503).await;
    refused(&ada, "/v1/api-keys", 503).await;
    // The encryption API uses few statuses.
    refused(&ada, "/v1/encryption/encrypt", 500).await;
    // Another account has its own budget, until the total budget is used up.
    let other = bob.post_bytes("/v1/sfdp/data", large()).await;
    other.refused(400, "INVALID_REQUEST");
    let second = unfinished(&bob, (600 << 10) + 1, 600 << 10).await;
    app.until_held_bytes(|bytes| bytes >= 1200 << 10).await;
    refused(&eve, "/v1/sfdp/data", 503).await;
    // Administrators can still act, and sign in from the server's machine.
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let read = admin.post_bytes("/v1/sfdp/data", large()).await;
    read.refused(400, "INVALID_REQUEST");
    // A body larger than the budget cannot be accepted later either.
    let answer = eve
        .post_bytes("/v1/sfdp/data", vec![b' '; 1200 << 10])
        .await;
    answer.refused(413, "INVALID_REQUEST");
    drop((first, second));
    app.until_held_bytes(|bytes| bytes == 0).await;
    let good = points("steps", "count", "d", JUNE, &[1.0; 50]);
    ada.post("/v1/sfdp/data", good).await.ok();
    app.until_held_bytes(|bytes| bytes == 0).await;
}
