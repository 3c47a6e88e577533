//! Bodies and connections that take too much: bombs, heads, slow senders.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bombs_take_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    admin
        .post("/v1/sfdp/data", points("steps", "count", "d", JUNE, &[1.0]))
        .await
        .ok();
    let before = child.memory("VmHWM");

    let blank = vec![b' '; 64 << 20];
    let mut json = b"{\"data\":[".to_vec();
    json.extend(&blank);
    for (coding, bomb) in [
        ("gzip", gzip(&json)),
        ("zstd", zstd::encode_all(&json[..], 3).unwrap()),
        ("gzip", gzip(&gzip(&json))),
    ] {
        let request = admin.request(Method::POST, "/v1/sfdp/data");
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, coding)
            .body(bomb);
        is_clear(&admin.send(request).await);
    }
    // A body over the limit without compression. The server may answer and close before everything
    // is sent.
    let request = admin.request(Method::POST, "/v1/sfdp/data");
    let request = request.header(header::CONTENT_TYPE, "application/json");
    match admin.try_send(request.body(vec![b' '; 40 << 20])).await {
        Ok(answer) => drop(answer.refused(413, "INVALID_REQUEST")),
        Err(error) => assert!(error.is_request() || error.is_body(), "{error}"),
    }
    let after_bodies = child.memory("VmHWM");

    let mut gpx = gpx::document("a", "b", "c", &[]).into_bytes();
    gpx.truncate(gpx.len() - 30);
    gpx.extend(&blank);
    let mut csv = b"timestamp,type,value,unit,device\n".to_vec();
    csv.extend(&blank);
    for file in [
        gzip(&gpx),
        gzip(&csv),
        gzip(&blank),
        zip_of("a.gpx", &gpx),
        zip_of("a.csv", &csv),
        zip_of("a.zip", &zip_of("b.zip", &blank)),
    ] {
        let (body, kind) = form(&file);
        let request = admin.request(Method::POST, "/v1/sfdp/import");
        let answer = admin
            .send(request.header(header::CONTENT_TYPE, kind).body(body))
            .await;
        answer.refused(422, "PROCESSING_ERROR");
    }
    let after_files = child.memory("VmHWM");
    println!(
        "peak memory: {} MiB at rest, {} MiB after bodies, {} MiB after files",
        before >> 10,
        after_bodies >> 10,
        after_files >> 10,
    );
    // An inflated body is in memory once, with spare capacity; a file never is.
    assert!(
        after_bodies.saturating_sub(before) < 200 << 10,
        "{before} to {after_bodies} KiB"
    );
    assert!(
        after_files.saturating_sub(after_bodies) < 64 << 10,
        "{after_bodies} to {after_files} KiB"
    );
    TestClient::at(child.address).get("/readyz").await.ok();
    let (fine, _) = child.end();
    assert!(fine);
}

/// Writes bytes to a fresh connection and reads to its end.
async fn talk(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close before it has read everything.
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

/// Asserts a refusal in the standard format with its headers.
#[track_caller]
fn assert_refusal(answer: &str, code: &str) {
    let body = body_of(answer);
    assert_eq!(body["error"]["code"], code, "{answer}");
    let status = answer.split(' ').nth(1).unwrap();
    assert_eq!(body["status"].to_string(), status, "{answer}");
    let id = body["error"]["requestId"].as_str().unwrap();
    for header in [
        format!("x-request-id: {id}"),
        "content-type: application/json".to_owned(),
        "x-content-type-options: nosniff".to_owned(),
    ] {
        assert!(answer.contains(&format!("\r\n{header}\r\n")), "{answer}");
    }
}

fn body_of(answer: &str) -> Json {
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

#[tokio::test]
async fn oversized_heads_are_refused() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    let many: String = (0..150).map(|n| format!("X-{n}: a\r\n")).collect();
    for (what, head) in [
        (
            "one header",
            format!(
                "GET /readyz HTTP/1.1\r\nHost: a\r\nX: {}\r\n",
                "x".repeat(20 << 10)
            ),
        ),
        (
            "many headers",
            format!("GET /readyz HTTP/1.1\r\nHost: a\r\n{many}"),
        ),
        (
            "the address",
            format!(
                "GET /readyz?{} HTTP/1.1\r\nHost: a\r\n",
                "x".repeat(10 << 10)
            ),
        ),
    ] {
        let answer = talk(
            address,
            format!("{head}Connection: close\r\n\r\n").as_bytes(),
        )
        .await;
        assert!(answer.starts_with("HTTP/1.1 431 "), "{what}: {answer}");
        assert_eq!(
            body_of(&answer)["error"]["code"],
            "INVALID_REQUEST",
            "{what}"
        );
    }
    // Larger than the connection's read limit.
    for head in [
        format!(
            "GET /readyz HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n",
            "x".repeat(1 << 20)
        ),
        format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "x".repeat(1 << 20)),
    ] {
        let answer = talk(address, head.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
        assert_refusal(&answer, "INVALID_REQUEST");
    }
    app.anonymous().get("/readyz").await.ok();
}

#[tokio::test]
async fn malformed_http_is_refused() {
    let app = TestApp::start().await;
    let address = app.anonymous().address;
    let token = app.admin().token.unwrap();
    for bytes in [
        "\r\n\r\nGET",
        "GET\r\n\r\n",
        "GET /readyz\r\n\r\n",
        "GET /readyz HTTP/9.9\r\n\r\n",
        "G\u{0}T /readyz HTTP/1.1\r\n\r\n",
        "GET /readyz HTTP/1.1\r\nBad Header: x\r\n\r\n",
        "GET /readyz HTTP/1.1\r\nX: a\u{0}b\r\n\r\n",
        "GET http://[::1 HTTP/1.1\r\n\r\n",
        "POST /v1/sfdp/data HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/sfdp/data HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "POST /v1/sfdp/data HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /v1/sfdp/data HTTP/1.1\r\nTransfer-Encoding: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is not a frame",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}",
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        // A connection that is already closed counts as a refusal too.
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.starts_with("HTTP/1.1 5"), "{bytes:?}: {answer}");
        assert!(!answer.starts_with("HTTP/1.1 2"), "{bytes:?}: {answer}");
        if !answer.is_empty() && !bytes.starts_with("PRI") {
            assert_refusal(&answer, "INVALID_REQUEST");
        }
    }
    // A broken head is answered in the format of the area that its path names.
    for (path, code) in [
        ("/v1/sfdp/data", "INVALID_REQUEST"),
        ("/api/datasets?x=1", "VALIDATION_ERROR"),
        ("/v1/agents", "INVALID_PARAMETER"),
        ("/nowhere", "INVALID_REQUEST"),
    ] {
        let broken = format!("GET {path} HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n");
        let answer = talk(address, broken.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert_refusal(&answer, code);
        // On a connection that has served a request, and after a valid pipelined request.
        let both = format!("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n{broken}");
        let answer = talk(address, both.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let second = answer.split("}HTTP/1.1 ").nth(1).unwrap();
        assert!(second.starts_with("400 "), "{answer}");
        assert!(second.contains("\"requestId\""), "{answer}");
    }
    // A malformed chunked body of an authorised client.
    let head = format!(
        "POST /v1/sfdp/data HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    for chunks in ["x\r\n", "5\r\nabcdexx", "ffffffffffffffffff\r\n"] {
        let answer = talk(address, format!("{head}{chunks}").as_bytes()).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
            "{answer}"
        );
    }
    app.anonymous().get("/readyz").await.ok();
}

#[tokio::test]
async fn slow_senders_are_disconnected() {
    let app = TestApp::start_with(|config| config.network.header_seconds = 1).await;
    let address = app.anonymous().address;
    let token = app.admin().token.unwrap();
    let mut settings = Settings::clone(&app.state().settings());
    settings.network.request_timeout = 1;
    app.state().apply(settings);
    // Half a head is answered in the format of the area that its path names.
    for (path, code) in [
        ("/readyz", "INVALID_REQUEST"),
        ("/api/datasets", "VALIDATION_ERROR"),
    ] {
        let half = format!("GET {path} HTTP/1.1\r\nHost: a\r\nX-Slow");
        let answer = talk(address, half.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert_refusal(&answer, code);
    }
    // Without any bytes there is no response.
    assert_eq!(talk(address, b"").await, "");
    // Half a body: the error names the slow sender.
    for path in ["/v1/sfdp/data", "/v1/sfdp/devices"] {
        let half = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{\"data\":["
        );
        let answer = talk(address, half.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert_eq!(body_of(&answer)["error"]["code"], "INVALID_REQUEST");
    }
    // Half a sign-in body without a credential.
    let half = "POST /api/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
        Content-Length: 1000\r\n\r\n{\"username\":";
    let answer = talk(address, half.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert_eq!(body_of(&answer)["error"]["code"], "VALIDATION_ERROR");
    app.anonymous().get("/readyz").await.ok();
}

#[tokio::test]
async fn an_interrupted_upload_stores_nothing() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let token = admin.token.clone().unwrap();
    let body = points("steps", "count", "d", JUNE, &[1.0; 50]).to_string();
    let (file, kind) =
        form(b"timestamp,type,value,unit,device\n2026-01-01T00:00:00Z,steps,1,count,d\n");
    for (path, kind, body) in [
        ("/v1/sfdp/data", "application/json", body.into_bytes()),
        ("/v1/sfdp/import", kind, file),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        for end in [0, 1, body.len() / 2, body.len() - 6] {
            let mut stream = TcpStream::connect(admin.address).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(&body[..end]).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.unwrap();
            let answer = String::from_utf8_lossy(&answer);
            assert!(
                answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
                "{answer}"
            );
        }
    }
    assert_eq!(admin.get("/v1/sfdp/data").await.ok()["total"], 0);
    let spool = app.folder.path().join("spool");
    assert_eq!(std::fs::read_dir(spool).unwrap().count(), 0);
}

#[tokio::test]
async fn connections_of_one_address_are_limited() {
    let app = TestApp::start_with(|config| config.network.connections_per_address = 4).await;
    let address = app.anonymous().address;
    // The administrator's own connection counts too.
    let mut streams = Vec::new();
    for _ in 0..8 {
        streams.push(TcpStream::connect(address).await.unwrap());
    }
    let mut refused = 0;
    for stream in &mut streams {
        let mut byte = [0; 1];
        let asked = stream
            .write_all(b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            .await;
        match stream.read(&mut byte).await {
            Ok(1) if asked.is_ok() => assert_eq!(&byte, b"H"),
            _ => refused += 1,
        }
    }
    assert!((4..=5).contains(&refused), "{refused}");
    drop(streams);
    app.admin().get("/v1/sfdp/types").await.ok();
}
