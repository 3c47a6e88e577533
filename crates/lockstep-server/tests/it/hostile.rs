//! Hostile input of unauthenticated clients: JSON, files and connections. The response is always a
//! clear 4xx in the standard format, never a 5xx, memory stays low, and the next request is served.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Method, header};
use lockstep_store::{Settings, Timestamp};
use lockstep_testkit::{FitWriter, Record, gpx};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Answer, Anyone, JUNE, SeededRandom, TestApp, points};
use crate::child::Child;

/// Compresses a body as clients do.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// Asserts an error that blames the request, not the server.
#[track_caller]
fn is_clear(answer: &Answer) {
    assert!((400..500).contains(&answer.status), "{answer}");
    assert!(
        ![401, 403, 404, 405, 429].contains(&answer.status),
        "{answer}"
    );
    assert!(
        answer.bytes.len() < 4 << 10,
        "the error repeats the input: {answer}"
    );
    answer.refusal();
}

/// Routes that read JSON.
const JSON_ROUTES: &[(&str, &str)] = &[
    ("POST", "/v1/sfdp/data"),
    ("POST", "/v1/sfdp/devices"),
    ("PUT", "/v1/sfdp/profile"),
    ("PATCH", "/v1/sfdp/profile"),
    ("POST", "/api/auth/token"),
    ("POST", "/api/auth/refresh"),
    ("POST", "/v1/api-keys"),
    ("POST", "/v1/admin/users"),
    ("PATCH", "/v1/admin/users/usr_01h455vb4pex5vsknk084sn02q"),
];

async fn send(caller: &Anyone, method: &str, path: &str, body: Vec<u8>) -> Answer {
    let request = caller.request(method.parse().unwrap(), path);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    caller.send(request.body(body)).await
}

#[tokio::test]
async fn malformed_json_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let deep =
        |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let bodies: Vec<Vec<u8>> = [
        String::new(),
        " ".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "7".to_owned(),
        "\"text\"".to_owned(),
        "{".to_owned(),
        "}".to_owned(),
        "{]".to_owned(),
        "{\"data\"".to_owned(),
        "{\"data\":".to_owned(),
        "{\"data\":[".to_owned(),
        "{\"data\":[{".to_owned(),
        "{\"data\":[],}".to_owned(),
        "{'data':[]}".to_owned(),
        "{\"data\":[]} x".to_owned(),
        "{\"data\":[]}{\"data\":[]}".to_owned(),
        "{\"\\ud800\":1}".to_owned(),
        "{\"a\":\"\u{1}\"}".to_owned(),
        "{\"a\":01}".to_owned(),
        "{\"a\":NaN}".to_owned(),
        "{\"a\":Infinity}".to_owned(),
        "{\"a\":1e99999}".to_owned(),
        format!("{{\"a\":{}}}", "9".repeat(100_000)),
        format!("{{\"{}\":1}}", "x".repeat(1 << 20)),
        deep("[", "]"),
        deep("{\"a\":", "}"),
        format!("{{\"data\":{}}}", deep("[", "]")),
        format!("{{\"data\":[{}]}}", deep("{\"metadata\":", "}")),
        "[".repeat(1 << 20),
        "{\"data\":1,\"data\":2}".to_owned(),
    ]
    .into_iter()
    .map(String::into_bytes)
    .chain([
        b"\xff\xfe\xfd".to_vec(),
        b"{\"data\":\"\xff\"}".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        vec![0; 1000],
        "{\"data\":[]}"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect(),
    ])
    .collect();
    for (method, path) in JSON_ROUTES {
        for body in &bodies {
            is_clear(&send(&admin, method, path, body.clone()).await);
        }
    }
    app.anonymous().get("/readyz").await.ok();
}

#[tokio::test]
async fn duplicate_fields_are_named() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for (method, path, body, parameter) in [
        ("POST", "/v1/sfdp/data", r#"{"data":[],"data":[]}"#, "data"),
        (
            "POST",
            "/v1/sfdp/data",
            r#"{"chunkSize":1,"chunkSize":2,"data":[]}"#,
            "chunkSize",
        ),
        (
            "POST",
            "/v1/sfdp/data",
            r#"{"encryptionMode":"Basic","encryptionMode":"FHE","data":[]}"#,
            "encryptionMode",
        ),
        (
            "PUT",
            "/v1/sfdp/profile",
            r#"{"sex":"male","sex":"female"}"#,
            "sex",
        ),
        ("POST", "/v1/api-keys", r#"{"name":"a","name":"b"}"#, "name"),
        (
            "POST",
            "/api/auth/token",
            r#"{"username":"a","username":"b"}"#,
            "username",
        ),
    ] {
        send(&admin, method, path, body.into())
            .await
            .blames(parameter);
    }
    // Inside a point, it is an error of that point.
    let body = r#"{"data":[{"timestamp":"2026-06-01T00:00:00Z","type":"steps","value":1,
        "value":2,"unit":"count","device":"d"}]}"#;
    let answer = send(&admin, "POST", "/v1/sfdp/data", body.into()).await;
    answer.blames("data");
    let error = answer.refusal()["details"]["errors"][0].clone();
    assert!(
        error.as_str().unwrap().starts_with("data[0]: value"),
        "{error}"
    );
}

#[tokio::test]
async fn invalid_numbers_are_errors_of_their_point() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let point = |value: &str| {
        format!(
            r#"{{"timestamp":"2026-06-01T00:00:00Z","type":"steps","value":{value},
            "unit":"count","device":"d"}}"#
        )
    };
    for value in [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "1e309",
        "\"7\"",
        "null",
        "[]",
        "{}",
        "true",
        &"9".repeat(400),
    ] {
        let body = format!("{{\"data\":[{},{}]}}", point(value), point("7"));
        let stored = ada.post_bytes("/v1/sfdp/data", body).await.ok();
        assert_eq!(stored["processedCount"], 1, "{value}: {stored}");
        let error = stored["errors"][0].as_str().unwrap();
        assert!(error.starts_with("data[0]: value"), "{value}: {error}");
    }
    let page = ada.get("/v1/sfdp/data").await.ok();
    assert_eq!(
        (page["total"].as_u64(), page["data"][0]["value"].as_f64()),
        (Some(1), Some(7.0))
    );
    // Extreme numbers are returned unchanged.
    for (place, value) in [1e308, -1e-308, 5e-324, 0.1 + 0.2, 9_007_199_254_740_993.0]
        .iter()
        .enumerate()
    {
        let body = points("odd", "x", "d", JUNE + place as i64, &[*value]);
        ada.post("/v1/sfdp/data", body).await.ok();
        let page = ada
            .get(&format!("/v1/sfdp/data?type=odd&offset={place}"))
            .await
            .ok();
        assert_eq!(page["data"][0]["value"].as_f64(), Some(*value));
    }
}

#[tokio::test]
async fn bodies_of_another_type_are_refused() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let good = points("steps", "count", "d", JUNE, &[1.0]).to_string();
    for kind in [
        "",
        "text/plain",
        "application/xml",
        "application/jsonp",
        "multipart/form-data",
    ] {
        let request = admin.request(Method::POST, "/v1/sfdp/data");
        let request = request
            .header(header::CONTENT_TYPE, kind)
            .body(good.clone());
        admin.send(request).await.refused(415, "INVALID_REQUEST");
    }
    let bare = admin
        .request(Method::POST, "/v1/sfdp/data")
        .body(good.clone());
    admin.send(bare).await.refused(415, "INVALID_REQUEST");
    for (coding, status) in [
        ("br", 415),
        ("deflate", 415),
        ("identity, x", 415),
        ("gzip", 400),
        ("zstd", 400),
    ] {
        let request = admin.request(Method::POST, "/v1/sfdp/data");
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_ENCODING, coding)
            .body(good.clone());
        admin.send(request).await.refused(status, "INVALID_REQUEST");
    }
    // Compressed bodies, truncated at any position.
    let packed = [
        ("gzip", gzip(good.as_bytes())),
        ("zstd", zstd::encode_all(good.as_bytes(), 3).unwrap()),
    ];
    for (coding, bytes) in packed {
        for end in [0, 1, 5, bytes.len() / 2, bytes.len() - 1] {
            let request = admin.request(Method::POST, "/v1/sfdp/data");
            let request = request
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::CONTENT_ENCODING, coding)
                .body(bytes[..end].to_vec());
            admin.send(request).await.refused(400, "INVALID_REQUEST");
        }
    }
    assert_eq!(admin.get("/v1/sfdp/data").await.ok()["total"], 0);
    // A form in place of JSON, and JSON in place of a form.
    for kind in [
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
    ] {
        let request = admin.request(Method::POST, "/v1/sfdp/import");
        let request = request.header(header::CONTENT_TYPE, kind).body("--y\r\n");
        is_clear(&admin.send(request).await);
    }
    let form = reqwest::multipart::Form::new().text("other", "x");
    let request = admin
        .request(Method::POST, "/v1/sfdp/import")
        .multipart(form);
    admin.send(request).await.blames("other");
    let form = reqwest::multipart::Form::new().text("participant", "x");
    let request = admin
        .request(Method::POST, "/v1/sfdp/import")
        .multipart(form);
    admin.send(request).await.blames("file");
}

#[tokio::test]
async fn a_thousand_random_bodies_are_refused_clearly() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let mut dice = SeededRandom(2026);
    let alphabet = br#"{}[]":,.-+eE0123456789 tfnu\data"value"timestamp""#;
    for round in 0..1000 {
        let length = dice.below(200);
        let body: Vec<u8> = (0..length)
            .map(|_| match round % 2 {
                0 => dice.roll() as u8,
                _ => alphabet[dice.below(alphabet.len() as u64) as usize],
            })
            .collect();
        let (method, path) = JSON_ROUTES[round % 3];
        let answer = send(&admin, method, path, body.clone()).await;
        assert!((400..500).contains(&answer.status), "{answer}: {body:?}");
        answer.refusal();
        if round % 10 == 0 {
            let answer = admin.import(body).await;
            answer.refused(422, "PROCESSING_ERROR");
        }
    }
    app.anonymous().get("/readyz").await.ok();
}

#[tokio::test]
async fn hostile_recordings_are_refused_or_reported() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let start = Timestamp(JUNE * 1000);
    let ride: Vec<Record> = Record::ride(start, 60).collect();
    let track = gpx::document("Garmin", "ride", "cycling", &ride);
    let entity = |declared: &str, used: &str| {
        let doctype = format!("?><!DOCTYPE gpx [{declared}]>");
        let declared = track.replacen("?>", &doctype, 1);
        declared.replacen("<name>ride</name>", &format!("<name>{used}</name>"), 1)
    };
    let laughs: String = (1..20)
        .map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10)))
        .collect();
    for (what, document) in [
        (
            "external",
            entity(r#"<!ENTITY x SYSTEM "file:///etc/passwd">"#, "&x;"),
        ),
        (
            "laughs",
            entity(&format!("<!ENTITY l0 \"lol\">{laughs}"), "&l19;"),
        ),
        (
            "parameter",
            entity(r#"<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;"#, "a"),
        ),
        ("unknown", entity("", "&unknown;")),
        (
            "deep",
            format!("{}{}", &track[..track.len() - 30], "<a>".repeat(100_000)),
        ),
        ("long name", track.replacen("ride", &"x".repeat(3 << 20), 1)),
        ("cut", track[..track.len() / 2].to_owned()),
        ("no end", track.replace("</trkpt>", "")),
    ] {
        let answer = ada.import(document).await;
        if answer.status == 200 {
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            assert!(!text.contains("root:"), "{what}: {text}");
            assert!(!text.contains("lollol"), "{what}");
        } else {
            is_clear(&answer);
        }
    }

    let mut writer = FitWriter::new(1, 2697, 7, start);
    ride.iter().for_each(|record| writer.record(record));
    let fit = writer.finish();
    for end in [
        0,
        1,
        11,
        12,
        13,
        14,
        15,
        20,
        60,
        fit.len() / 3,
        fit.len() / 2,
        fit.len() - 3,
        fit.len() - 1,
    ] {
        let answer = ada.import(&fit[..end]).await;
        match answer.status {
            // The points before the damage are stored, and the damage is reported.
            200 => {
                let imported = answer.json();
                assert_eq!(imported["success"], false, "{end}: {imported}");
                assert_eq!(imported["errors"].as_array().unwrap().len(), 1, "{end}");
            }
            _ => is_clear(&answer),
        }
    }
    let mut dice = SeededRandom(7);
    for _ in 0..200 {
        let mut broken = fit.clone();
        for _ in 0..=dice.below(4) {
            let place = dice.below(broken.len() as u64) as usize;
            broken[place] = dice.roll() as u8;
        }
        let answer = ada.import(broken).await;
        assert!(answer.status == 200 || answer.status == 422, "{answer}");
    }
    ada.import(Vec::new())
        .await
        .refused(422, "PROCESSING_ERROR");
    ada.import("timestamp,type,value\n")
        .await
        .refused(422, "PROCESSING_ERROR");
    app.anonymous().get("/readyz").await.ok();
}

/// Returns a form with one file as bytes, and its content type.
fn form(file: &[u8]) -> (Vec<u8>, &'static str) {
    let mut body =
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".to_vec();
    body.extend(file);
    body.extend(b"\r\n--edge--\r\n");
    (body, "multipart/form-data; boundary=edge")
}

fn zip_of(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut packer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    packer.start_file(name, options).unwrap();
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap().into_inner()
}

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
        after_bodies - before < 200 << 10,
        "{before} to {after_bodies} KiB"
    );
    assert!(
        after_files - after_bodies < 64 << 10,
        "{after_bodies} to {after_files} KiB"
    );
    Anyone::at(child.address).get("/readyz").await.ok();
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
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is no frame",
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
