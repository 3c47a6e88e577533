//! Datasets of the platform API: create, list, read, delete.

mod cells;
mod failed;
mod races;
mod stored;

use std::time::Duration;

use axum::http::Method;
use lockstep_datasets::hold::{Retention, hold, release};
use lockstep_datasets::market::FrozenVersion;
use lockstep_server::scrub;
use lockstep_store::StoreError;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_web::ApiError;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::app::{Answer, SeededRandom, TestApp, TestClient};

const DATASETS: &str = "/api/datasets";

fn table() -> Json {
    json!({
        "hr (bpm)": [61, 62.5, null], "place": ["home", "", "\"park\"\n"], "ok": [true, false, null],
        "tags": [["a"], {"b": 1}, []], "big": [18446744073709551615_u64, -0.5, 1e300],
        "at": ["2026-06-01T00:00:00Z", null, "2026-06-01T00:00:01+02:00"], "mixed": [1, "1", null],
    })
}

async fn created(owner: &TestClient, name: &str, mode: &str, data: Json) -> Json {
    let body = json!({ "name": name, "encryption_mode": mode, "data": data });
    owner.post(DATASETS, body).await.ok()
}

fn path(dataset: &Json) -> String {
    format!("{DATASETS}/{}", dataset["id"].as_str().unwrap())
}

#[tokio::test]
async fn data_come_back_as_they_were_sent() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for mode in ["none", "basic"] {
        for data in [
            table(),
            json!({ "a": [] }),
            json!({}),
            json!({ "name": "x", "values": [1, 2], "nested": { "a": null }, "n": 1.5 }),
            json!({ "only": 7 }),
            json!({ "long": (0..20_000).collect::<Vec<_>>() }),
        ] {
            let made = created(&ada, "runs", mode, data.clone()).await;
            assert_eq!(made["encryption_mode"], mode);
            let status = if mode == "none" {
                "unencrypted"
            } else {
                "encrypted"
            };
            assert_eq!(made["encryption_status"], status);
            let read = ada.get(&format!("{}/data", path(&made))).await.ok();
            assert_eq!(read["data"], data, "{mode}");
            assert_eq!(read["version"], 1);
            assert_eq!(read["row_count"], made["row_count"]);
        }
    }
    let made = created(&ada, "runs", "basic", table()).await;
    let schema = made["schema"].as_array().unwrap();
    let types: Vec<_> = schema
        .iter()
        .map(|column| {
            (
                column["column"].as_str().unwrap(),
                column["type"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("at", "timestamp"),
        ("big", "number"),
        ("hr (bpm)", "number"),
        ("mixed", "mixed"),
        ("ok", "boolean"),
        ("place", "text"),
        ("tags", "json"),
    ];
    let mut sorted = types.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let hr = schema
        .iter()
        .find(|column| column["column"] == "hr (bpm)")
        .unwrap();
    assert_eq!((&hr["unit"], &hr["null_count"]), (&json!("bpm"), &json!(1)));
    let part = format!("{}/data?columns=ok,place&offset=1&limit=1", path(&made));
    let part = ada.get(&part).await.ok();
    assert_eq!(part["data"], json!({ "ok": [false], "place": [""] }));
}

#[tokio::test]
async fn invalid_datasets_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let wide: serde_json::Map<_, _> = (0..10_000).map(|n| (n.to_string(), json!([1]))).collect();
    for (body, parameter) in [
        (json!({ "encryption_mode": "none" }), "name"),
        (json!({ "name": "a" }), "encryption_mode"),
        (json!({ "name": "", "encryption_mode": "none" }), "name"),
        (
            json!({ "name": "a\u{0}", "encryption_mode": "none" }),
            "name",
        ),
        (
            json!({ "name": "a", "encryption_mode": "AES" }),
            "encryption_mode",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "date": {} }),
            "date",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": [1] }),
            "data",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": { "a": [1], "b": [] } }),
            "data",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": { "": [1] } }),
            "data",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": { "a": ["\u{0}"] } }),
            "data",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": { "a": ["x".repeat(1 << 21)] } }),
            "data",
        ),
        (
            json!({ "name": "a", "encryption_mode": "none", "data": wide }),
            "data",
        ),
    ] {
        let answer = ada.post(DATASETS, body).await;
        answer.refused(400, "VALIDATION_ERROR");
        answer.blames(parameter);
    }
    let made = created(&ada, "runs", "none", table()).await;
    for (query, parameter) in [
        ("columns=no", "columns"),
        ("limit=0", "limit"),
        ("x=1", "x"),
    ] {
        let answer = ada.get(&format!("{}/data?{query}", path(&made))).await;
        answer.blames(parameter);
    }
    for query in ["sort=size", "order=up", "limit=101", "page=0"] {
        let answer = ada.get(&format!("{DATASETS}?{query}")).await;
        answer.refused(400, "VALIDATION_ERROR");
    }
}

#[tokio::test]
async fn lists_have_pages_and_orders() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut ids = Vec::new();
    for (name, mode) in [("cycling", "none"), ("Apnea", "basic"), ("boxing", "none")] {
        let made = created(&ada, name, mode, json!({ "a": [1] })).await;
        ids.push(made["id"].as_str().unwrap().to_owned());
    }
    created(&bob, "his", "none", json!({})).await;
    let names = |page: &Json| -> Vec<String> {
        let data = page["data"].as_array().unwrap().iter();
        data.map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    for (query, expected) in [
        ("", &["boxing", "Apnea", "cycling"][..]),
        ("?order=asc", &["cycling", "Apnea", "boxing"]),
        (
            "?sort=encryption_status&order=asc",
            &["Apnea", "cycling", "boxing"],
        ),
        ("?sort=name&order=asc", &["Apnea", "boxing", "cycling"]),
        ("?sort=name&limit=1&page=2", &["boxing"]),
        ("?limit=2", &["boxing", "Apnea"]),
        ("?limit=2&page=2", &["cycling"]),
        ("?page=9", &[]),
    ] {
        let answer = ada.get(&format!("{DATASETS}{query}")).await;
        let page = answer.ok();
        assert_eq!(names(&page), expected, "{query}");
        assert_eq!(page["total"], 3);
        assert!(answer.header("link").is_some());
    }
    let path = format!("{DATASETS}/{}", ids[1]);
    for (method, answer) in [
        ("get", bob.get(&path).await),
        ("data", bob.get(&format!("{path}/data")).await),
        ("delete", bob.delete(&path).await),
    ] {
        answer.refused(404, "NOT_FOUND");
        assert_eq!(ada.get(&path).await.status, 200, "{method}");
    }
    assert_eq!(ada.delete(&path).await.ok(), json!({ "deleted": true }));
    ada.get(&path).await.refused(404, "NOT_FOUND");
    ada.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(ada.get(DATASETS).await.ok()["total"], 2);
    // The platform API answers under both prefixes.
    assert_eq!(ada.get("/api/v1/datasets").await.ok()["total"], 2);
}

#[tokio::test]
async fn a_repeated_creation_is_one_dataset() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({ "name": "a", "encryption_mode": "none", "data": { "a": [1] } });
    let first = ada.post_once(DATASETS, "k", body.clone()).await.ok();
    let second = ada.post_once(DATASETS, "k", body).await.ok();
    assert_eq!(first["id"], second["id"]);
    let other = json!({ "name": "b", "encryption_mode": "none" });
    ada.post_once(DATASETS, "k", other)
        .await
        .refused(409, "CONFLICT");
    assert_eq!(ada.get(DATASETS).await.ok()["total"], 1);
}

/// Uploads a table and returns the answer.
async fn upload(
    owner: &TestClient,
    dataset: &Json,
    kind: &str,
    body: impl Into<reqwest::Body>,
) -> Answer {
    let request = owner.request(Method::PUT, &format!("{}/data", path(dataset)));
    let request = request.header("Content-Type", kind).body(body);
    owner.send(request).await
}

/// Reads the data in a format, as text.
async fn read_as(owner: &TestClient, dataset: &Json, accept: &str) -> String {
    let request = owner.request(Method::GET, &format!("{}/data", path(dataset)));
    let answer = owner.send(request.header("Accept", accept)).await;
    assert_eq!(answer.status, 200, "{answer}");
    String::from_utf8(answer.bytes).unwrap()
}

/// Waits until the encryption of a dataset is no longer pending.
async fn converted(owner: &TestClient, dataset: &Json) -> Json {
    loop {
        let entry = owner.get(&path(dataset)).await.ok();
        if entry["encryption_status"] != "pending" {
            return entry;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn texts_with_apostrophes_come_back_exactly() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let texts = [
        "=1", "'=1", "''=1", "'", "'a", "-x", "'-5", "@", "\t", "'\r", " =1", "' =1", "＝1", "",
    ];
    let made = created(&ada, "notes", "none", json!({ "'=note": texts })).await;
    let data = format!("{}/data", path(&made));
    let expected = json!({ "'=note": texts });
    assert_eq!(ada.get(&data).await.ok()["data"], expected);
    // An answer in CSV, uploaded again.
    let csv = read_as(&ada, &made, "text/csv").await;
    for guarded in ["\n' =1\n", "\n'' =1\n", "\n'＝1\n"] {
        let lines = csv.replace("\r\n", "\n");
        assert!(lines.contains(guarded), "{guarded}: {lines}");
    }
    let again = ada.request(Method::PUT, &format!("{data}?guarded=true"));
    let again = again.header("Content-Type", "text/csv").body(csv.clone());
    ada.send(again).await.ok();
    assert_eq!(ada.get(&data).await.ok()["data"], expected);
    assert_eq!(read_as(&ada, &made, "text/csv").await, csv);
    // A file of another program keeps its apostrophes.
    upload(&ada, &made, "text/csv", "'=note\n'=1\n''@\n")
        .await
        .ok();
    assert_eq!(
        ada.get(&data).await.ok()["data"],
        json!({ "'=note": ["'=1", "''@"] })
    );
}

#[tokio::test]
async fn uploads_replace_the_data_and_come_back_in_every_format() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs", "basic", json!({ "old": [1] })).await;
    let csv = "at,hr [bpm],note\r\n2026-06-01T00:00:00Z,61.5,\"a, \"\"b\"\"\"\r\n2026-06-01T00:00:01Z,,'=1+1\r\n";
    let guarded = ada.request(Method::PUT, &format!("{}/data?guarded=true", path(&made)));
    let guarded = guarded.header("Content-Type", "text/csv").body(csv);
    let entry = ada.send(guarded).await.ok();
    assert_eq!(
        (&entry["version"], &entry["row_count"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(entry["schema"][1]["unit"], "bpm");
    // The formula is guarded in CSV and in no other format.
    assert_eq!(read_as(&ada, &made, "text/csv").await, csv);
    let lines = read_as(&ada, &made, "application/jsonl").await;
    let expected = "{\"at\":\"2026-06-01T00:00:00Z\",\"hr [bpm]\":61.5,\"note\":\"a, \\\"b\\\"\"}\n\
                    {\"at\":\"2026-06-01T00:00:01Z\",\"hr [bpm]\":null,\"note\":\"=1+1\"}\n";
    assert_eq!(lines, expected);
    let entry = upload(&ada, &made, "application/x-ndjson", lines)
        .await
        .ok();
    assert_eq!(entry["version"], 3);
    assert_eq!(read_as(&ada, &made, "text/csv").await, csv);
    let many: String = (0..30_000)
        .map(|n| format!("{n},{}.{}\n", n % 200, n % 10))
        .collect();
    let many = format!("n,v\n{many}");
    let entry = upload(&ada, &made, "text/csv; charset=utf-8", many.clone())
        .await
        .ok();
    assert_eq!(entry["row_count"], 30_000);
    assert_eq!(
        read_as(&ada, &made, "text/csv").await,
        many.replace('\n', "\r\n")
    );
    let part = ada
        .get(&format!(
            "{}/data?columns=n&offset=8190&limit=4",
            path(&made)
        ))
        .await;
    assert_eq!(part.ok()["data"], json!({ "n": [8190, 8191, 8192, 8193] }));
}

#[tokio::test]
async fn arrow_and_csv_are_the_same_table() {
    const STREAM: &str = "application/vnd.apache.arrow.stream";
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let first = created(&ada, "csv", "basic", json!({})).await;
    let second = created(&ada, "arrow", "none", json!({})).await;
    let rows: String = (0..20_000)
        .map(|n| {
            format!(
                "{n},{}.{},,\"a, b\",2026-06-01T00:00:{:02}Z\r\n",
                n % 200,
                n % 10,
                n % 60
            )
        })
        .collect();
    let csv = format!("n,v,none,text,at\r\n{rows}");
    upload(&ada, &first, "text/csv", csv.clone()).await.ok();
    let request = ada.request(Method::GET, &format!("{}/data", path(&first)));
    let arrow = ada.send(request.header("Accept", STREAM)).await;
    assert_eq!(arrow.status, 200, "{arrow}");
    let entry = upload(&ada, &second, STREAM, arrow.bytes.clone())
        .await
        .ok();
    assert_eq!(entry["row_count"], 20_000);
    let csv_again = read_as(&ada, &second, "text/csv").await;
    assert!(csv_again == csv, "the tables differ");
    let query = format!("{}/data?columns=at,n&offset=8190&limit=4", path(&second));
    let part = ada
        .send(ada.request(Method::GET, &query).header("Accept", STREAM))
        .await;
    upload(&ada, &first, STREAM, part.bytes).await.ok();
    let expected = "at,n\r\n2026-06-01T00:00:30Z,8190\r\n2026-06-01T00:00:31Z,8191\r\n\
                    2026-06-01T00:00:32Z,8192\r\n2026-06-01T00:00:33Z,8193\r\n";
    assert_eq!(read_as(&ada, &first, "text/csv").await, expected);
    // A stream that is cut off in its last message changes nothing.
    let cut = arrow.bytes[..arrow.bytes.len() - 100].to_vec();
    let answer = upload(&ada, &first, STREAM, cut).await;
    answer.blames("data");
    assert!(
        answer
            .refused(400, "VALIDATION_ERROR")
            .to_string()
            .contains("is cut short")
    );
    let file = upload(
        &ada,
        &first,
        "application/vnd.apache.arrow.file",
        arrow.bytes,
    )
    .await;
    assert!(
        file.refused(400, "VALIDATION_ERROR")
            .to_string()
            .contains("not an Arrow file")
    );
    assert_eq!(read_as(&ada, &first, "text/csv").await, expected);
}

#[tokio::test]
async fn refused_uploads_leave_the_earlier_version() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let made = created(&ada, "runs", "none", json!({ "old": [1] })).await;
    // The error is behind many stored groups of rows.
    let late: String = (0..20_000).map(|n| format!("{n},1\n")).collect();
    let late = format!("a,b\n{late}7\n");
    for (kind, body, row, column) in [
        ("text/csv", late, json!(20_001), json!("b")),
        (
            "text/csv",
            "a,b\n1,2\n1,2,3\n".to_owned(),
            json!(2),
            json!("3"),
        ),
        (
            "text/csv",
            "a,b\n1,1e999\n".to_owned(),
            json!(1),
            json!("b"),
        ),
        ("text/csv", "a,b\n\"1\n".to_owned(), json!(1), json!("a")),
        ("text/csv", String::new(), json!(null), json!(null)),
        (
            "application/jsonl",
            "{\"a\":1}\n{\"a\":1,\"a\":2}\n".to_owned(),
            json!(2),
            json!("a"),
        ),
    ] {
        let answer = upload(&ada, &made, kind, body).await;
        answer.blames("data");
        let details = answer.refused(400, "VALIDATION_ERROR")["details"].clone();
        assert_eq!(details["row"], row, "{answer}");
        assert_eq!(details["column"], column, "{answer}");
    }
    let answer = upload(&ada, &made, "application/json", "{}").await;
    answer.refused(415, "VALIDATION_ERROR");
    let answer = upload(&bob, &made, "text/csv", "a\n1\n").await;
    answer.refused(404, "NOT_FOUND");
    let request = ada.request(Method::PUT, &format!("{}/data?precision=1", path(&made)));
    let request = request.header("Content-Type", "text/csv").body("a\n1.25\n");
    ada.send(request).await.blames("precision");
    let entry = ada.get(&path(&made)).await.ok();
    assert_eq!(
        (&entry["version"], &entry["row_count"]),
        (&json!(1), &json!(1))
    );
    let read = ada.get(&format!("{}/data", path(&made))).await.ok();
    assert_eq!(read["data"], json!({ "old": [1] }));
    // An upload that is cut off leaves nothing.
    let body = "PUT /api/datasets/ID/data HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer TOKEN\r\n\
                Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\na,b\n1,2\n";
    let body = body.replace("ID", made["id"].as_str().unwrap());
    let body = body.replace("TOKEN", ada.token.as_deref().unwrap());
    let mut stream = tokio::net::TcpStream::connect(ada.address).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let entry = ada.get(&path(&made)).await.ok();
    assert_eq!(entry["version"], 1);
    let left = app
        .state()
        .db
        .read::<_, StoreError, _>("test.versions", |tx| {
            tx.query(
                "SELECT version FROM dataset_version WHERE state = 'receiving'",
                &[],
                |row| row.at::<i64>(0),
            )
        });
    assert_eq!(left.await.unwrap(), [0_i64; 0]);
}
