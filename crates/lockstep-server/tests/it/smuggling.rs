//! Headers that two parsers may read differently, labels chosen by clients, and the headers of every
//! response.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::Method;
use lockstep_server::telemetry;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{SeededRandom, TestApp};

/// Sends bytes and reads until the connection ends, or until a `Connection: close` request was
/// answered.
async fn talk(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let read = tokio::time::timeout(Duration::from_secs(20), read).await;
    assert!(
        read.is_ok(),
        "still open: {}",
        String::from_utf8_lossy(&answer)
    );
    String::from_utf8_lossy(&answer).into_owned()
}

/// Returns the statuses of the responses in order.
fn statuses(answer: &str) -> Vec<u16> {
    let heads = answer.split("HTTP/1.").skip(1);
    heads.map(|head| head[2..5].parse().unwrap()).collect()
}

/// A head that arrives in two parts is refused as soon as its last field is wrong: nothing waits for a body.
#[tokio::test]
async fn a_wrong_length_in_the_last_field_is_refused_at_once() {
    let app = TestApp::start().await;
    for field in [
        "Content-Length: 5, 5",
        "Content-Length: +5",
        "Transfer-Encoding: identity",
    ] {
        let mut stream = TcpStream::connect(app.anonymous().address).await.unwrap();
        let first = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nPOST /nowhere HTTP/1.1\r\nHo";
        stream.write_all(first.as_bytes()).await.unwrap();
        let mut answer = vec![0; 4096];
        let count = stream.read(&mut answer).await.unwrap();
        assert!(answer[..count].starts_with(b"HTTP/1.1 200"));
        let rest = format!("st: a\r\n{field}\r\n\r\nhello");
        stream.write_all(rest.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let read = tokio::time::timeout(Duration::from_secs(8), read).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            read.is_ok() && answer.contains("HTTP/1.1 400"),
            "{field}: {answer}"
        );
    }
}

#[tokio::test]
async fn ambiguous_message_lengths_are_refused() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    let last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    // The request that an attacker hides in a body.
    let hidden = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let post = |fields: &str, body: &str| {
        format!("POST /nowhere HTTP/1.1\r\nHost: a\r\n{fields}\r\n{body}")
    };
    let chunked = format!("{:x}\r\n{hidden}\r\n0\r\n\r\n", hidden.len());
    let length = |bytes: &str| format!("Content-Length: {}\r\n", bytes.len());
    for (what, bytes, expected) in [
        ("one request", String::new(), &[200][..]),
        ("leading lines", "\r\n\r\n".to_owned(), &[200]),
        (
            "absolute form",
            "GET http://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
            &[200, 200],
        ),
        (
            "a target with another host",
            "GET http://b/healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
            &[200, 200],
        ),
        (
            "bare LF",
            "GET /healthz HTTP/1.1\nHost: a\n\n".to_owned(),
            &[400],
        ),
        (
            "bare LF after a field",
            "GET /healthz HTTP/1.1\r\nHost: a\nX: y\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "bare LF at the end",
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\n".to_owned(),
            &[400],
        ),
        (
            "bare LF in the second",
            format!("{hidden}GET /healthz HTTP/1.1\r\nHost: a\n\r\n"),
            &[200, 400],
        ),
        (
            "bare CR",
            "GET /healthz HTTP/1.1\r\nHost: a\rX: y\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "no Host",
            "GET /healthz HTTP/1.1\r\nX: y\r\nConnection: close\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "two Hosts",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "a host with a space",
            "GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "HTTP/1.0",
            "GET /healthz HTTP/1.0\r\n\r\n".to_owned(),
            &[200],
        ),
        (
            "folded",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "space before the colon",
            "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n".to_owned(),
            &[400],
        ),
        (
            "space before the colon of a length",
            post(&format!("Content-Length : {}\r\n", hidden.len()), hidden),
            &[400],
        ),
        (
            "both framings",
            post(
                &format!("{}Transfer-Encoding: chunked\r\n", length(&chunked)),
                &chunked,
            ),
            &[400],
        ),
        (
            "both, in the other order",
            post(
                &format!("Transfer-Encoding: chunked\r\n{}", length(&chunked)),
                &chunked,
            ),
            &[400],
        ),
        (
            "two lengths",
            post(&format!("{0}{0}", length(hidden)), hidden),
            &[400],
        ),
        (
            "two different lengths",
            post(&format!("{}Content-Length: 0\r\n", length(hidden)), hidden),
            &[400],
        ),
        (
            "a list of lengths",
            post("Content-Length: 5, 5\r\n", "abcde"),
            &[400],
        ),
        (
            "a signed length",
            post("Content-Length: +5\r\n", "abcde"),
            &[400],
        ),
        (
            "a hexadecimal length",
            post("Content-Length: 0x5\r\n", "abcde"),
            &[400],
        ),
        (
            "a coding before chunked",
            post("Transfer-Encoding: gzip, chunked\r\n", &chunked),
            &[400],
        ),
        (
            "a coding after chunked",
            post("Transfer-Encoding: chunked, gzip\r\n", &chunked),
            &[400],
        ),
        (
            "chunked twice",
            post(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                &chunked,
            ),
            &[400],
        ),
        (
            "almost chunked",
            post("Transfer-Encoding: xchunked\r\n", &chunked),
            &[400],
        ),
        (
            "a tab",
            post(
                "Transfer-Encoding:\tchunked\r\nContent-Length: 3\r\n",
                &chunked,
            ),
            &[400],
        ),
        (
            "a chunked HTTP/1.0",
            format!("POST /nowhere HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}"),
            &[400],
        ),
    ] {
        let answer = talk(address, format!("{bytes}{last}").as_bytes()).await;
        assert_eq!(statuses(&answer), expected, "{what}: {answer}");
        if expected.contains(&400) {
            let body = answer.rsplit("\r\n\r\n").next().unwrap();
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            assert_eq!(body["error"]["code"], "INVALID_REQUEST", "{what}: {answer}");
        }
    }
    // Bodies that are read completely: requests inside them are not executed.
    let token = app.admin().token.unwrap();
    let upload = |fields: &str, body: &str| {
        format!(
            "POST /v1/sfdp/data HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\n{fields}\r\n{body}"
        )
    };
    for (what, bytes, expected) in [
        ("a length", upload(&length(hidden), hidden), &[400, 200][..]),
        (
            "chunks",
            upload("Transfer-Encoding: chunked\r\n", &chunked),
            &[400, 200],
        ),
        (
            "an extension",
            upload(
                "Transfer-Encoding: chunked\r\n",
                &chunked.replacen("\r\n", ";a=\"b\"\r\n", 1),
            ),
            &[400, 200],
        ),
        (
            "bare LF after a chunk's size",
            upload(
                "Transfer-Encoding: chunked\r\n",
                &chunked.replacen("\r\n", "\n", 1),
            ),
            &[400],
        ),
        (
            "a sign before a chunk's size",
            upload("Transfer-Encoding: chunked\r\n", &format!("-{chunked}")),
            &[400],
        ),
        (
            "a prefix before a chunk's size",
            upload("Transfer-Encoding: chunked\r\n", &format!("0x{chunked}")),
            &[400],
        ),
        (
            "a word after a chunk's size",
            upload(
                "Transfer-Encoding: chunked\r\n",
                &chunked.replacen("\r\n", " x\r\n", 1),
            ),
            &[400],
        ),
        (
            "no chunk's size",
            upload("Transfer-Encoding: chunked\r\n", &format!("\r\n{chunked}")),
            &[400],
        ),
        (
            "a chunk that is longer than its size",
            upload(
                "Transfer-Encoding: chunked\r\n",
                &chunked.replacen("\r\n0", "x\r\n0", 1),
            ),
            &[400],
        ),
        (
            "bare LF in an extension",
            upload(
                "Transfer-Encoding: chunked\r\n",
                &chunked.replacen("\r\n", ";a\nb\r\n", 1),
            ),
            &[400],
        ),
    ] {
        let answer = talk(address, format!("{bytes}{last}").as_bytes()).await;
        let found = statuses(&answer);
        assert_eq!(found, expected, "{what}: {answer}");
        assert!(answer.contains("requestId"), "{what}: {answer}");
    }
}

#[tokio::test]
async fn anonymous_clients_cannot_create_metric_labels() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let series = || {
        let text = telemetry::figures().render();
        // Other tests of this process add labels too. The unauthenticated requests of this test
        // begin with `zqmark`.
        assert!(!text.to_lowercase().contains("zqmark"), "{text}");
        let is_request = |line: &&str| line.starts_with("lockstep_requests_total{");
        let mut series: Vec<String> = text.lines().filter(is_request).map(str::to_owned).collect();
        series.retain(|line| line.contains("method=\"other\"") || line.contains("route=\"none\""));
        series.len()
    };
    let send = async |n: u64| {
        let method = Method::from_bytes(format!("ZQMARK{n:x}").as_bytes()).unwrap();
        let request = anonymous.request(method, &format!("/zqmark{n}/{n}?zqmark={n}"));
        let request = request
            .header("host", format!("zqmark{n}.example"))
            .header("content-type", format!("zqmark/{n}"))
            .header("user-agent", format!("zqmark{n}"))
            .header("x-request-id", format!("zqmark{n}"))
            .header("accept-encoding", format!("zqmark{n}"));
        anonymous
            .send(request.body(format!("zqmark{n}")))
            .await
            .refusal();
        anonymous.get(&format!("/docs/zqmark{n}")).await.refusal();
        anonymous.get(&format!("/api/zqmark{n}")).await.refusal();
    };
    let mut dice = SeededRandom(6);
    for _ in 0..20 {
        send(dice.roll()).await;
    }
    // By now every area has refused requests, including those over the request limit.
    for _ in 0..320 {
        anonymous.get("/api/zqmark").await.refusal();
    }
    let before = series();
    // Three times as many answers, which no limit counts: about four seconds of them.
    for _ in 0..300 {
        send(dice.roll()).await;
    }
    // Concurrent tests may add a few series.
    let after = series();
    assert!(after <= before + 20, "{before} to {after} series");
}

#[tokio::test]
async fn every_response_has_the_browser_security_headers() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let none = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (path, is_page) in [
        ("/docs/", true),
        ("/docs/swagger-ui-bundle.js", true),
        ("/docs/nothing.js", false),
        ("/openapi.json", false),
        ("/healthz", false),
        ("/metrics", false),
        ("/nowhere", false),
        ("/v1/sfdp/data", false),
    ] {
        let answer = anonymous.get(path).await;
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        let policy = answer.header("content-security-policy").unwrap();
        assert_eq!(policy != none, is_page, "{path}: {policy}");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("http"), "{path}: {policy}");
        let scripts = policy.split(';').find(|part| part.contains("script-src"));
        let scripts = scripts.unwrap_or_default();
        assert!(!scripts.contains("unsafe"), "{path}: {policy}");
    }
    // The compressed response, for clients that accept it, has the same content.
    let plain = anonymous.get("/openapi.json").await;
    let request = anonymous.request(Method::GET, "/openapi.json");
    let packed = anonymous
        .send(request.header("accept-encoding", "gzip"))
        .await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.bytes.len() * 4 < plain.bytes.len());
    // A response to bytes that are not a request.
    let answer = talk(anonymous.address, b"nonsense\r\n\r\n").await;
    for header in [
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(answer.contains(&format!("\r\n{header}\r\n")), "{answer}");
    }
    assert!(
        answer.contains(&format!("\r\ncontent-security-policy: {none}\r\n")),
        "{answer}"
    );
}
