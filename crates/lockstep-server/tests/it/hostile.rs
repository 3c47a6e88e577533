//! Hostile input of unauthenticated clients: JSON, files and connections. The response is always a
//! clear 4xx in the standard format, never a 5xx, memory stays low, and the next request is served.

mod connections;

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Method, header};
use lockstep_store::{Settings, Timestamp};
use lockstep_testkit::{FitWriter, Record, gpx};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Answer, JUNE, SeededRandom, TestApp, TestClient, points};
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

async fn send(caller: &TestClient, method: &str, path: &str, body: Vec<u8>) -> Answer {
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
    // A parameter that has no effect would be taken for one that has.
    for name in ["participant", "encryptionMode", "other"] {
        let form = reqwest::multipart::Form::new().text("file", "timestamp,type,value,unit\n");
        let request = admin
            .request(Method::POST, &format!("/v1/sfdp/import?{name}=x"))
            .multipart(form);
        let refused = admin.send(request).await;
        refused.blames(name);
        assert!(refused.to_string().contains("in the body"), "{refused}");
    }
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
            let index = dice.below(broken.len() as u64) as usize;
            broken[index] = dice.roll() as u8;
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
