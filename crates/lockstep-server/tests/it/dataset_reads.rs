//! Reads of datasets take bounded memory, for every shape of table and for slow clients.

use axum::http::Method;
use serde_json::{Value as Json, json};

use crate::app::{TestApp, TestClient};
use crate::attacks::connect_from;
use crate::child::Child;

const DATASETS: &str = "/api/datasets";

async fn uploaded(owner: &TestClient, csv: String) -> String {
    let body = json!({ "name": "wide", "encryption_mode": "none" });
    let made = owner.post(DATASETS, body).await.ok();
    let path = format!("{DATASETS}/{}", made["id"].as_str().unwrap());
    let request = owner.request(Method::PUT, &format!("{path}/data"));
    let request = request.header("Content-Type", "text/csv").body(csv);
    owner.send(request).await.ok();
    path
}

/// Rows of a number and empty cells below `columns` names of about a kilobyte each.
fn wide(columns: usize, rows: usize) -> (Vec<String>, String) {
    let names: Vec<String> = (0..columns)
        .map(|n| format!("{n}{}", "\u{1F600}".repeat(250)))
        .collect();
    let mut csv = names.join(",");
    for row in 0..rows {
        csv.push_str(&format!("\n{row}{}", ",".repeat(columns - 1)));
    }
    (names, csv)
}

/// A page of an answer ends within a row and within a group of rows: the pages together are the whole answer.
#[tokio::test]
async fn an_answer_of_many_pages_is_whole() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (names, csv) = wide(200, 50);
    let path = uploaded(&ada, csv.clone()).await;
    let read = async |accept: &str, query: &str| {
        let request = ada.request(Method::GET, &format!("{path}/data{query}"));
        let answer = ada.send(request.header("Accept", accept)).await;
        assert_eq!(answer.status, 200, "{answer}");
        String::from_utf8(answer.bytes).unwrap()
    };
    let lines = read("application/jsonl", "").await;
    assert!(lines.len() > 9 << 20, "{}", lines.len());
    let rows: Vec<Json> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 50);
    for (nth, row) in rows.iter().enumerate() {
        let row = row.as_object().unwrap();
        assert_eq!((row.len(), &row[&names[0]]), (200, &json!(nth)));
        assert!(
            row.iter()
                .all(|(name, cell)| *name == names[0] || cell.is_null())
        );
    }
    let expected = csv.replace('\n', "\r\n") + "\r\n";
    assert!(read("text/csv", "").await == expected);
    // A long column in JSON.
    let text: String = (0..3000)
        .map(|n| format!("{n}{}\n", "x".repeat(1000)))
        .collect();
    let path = uploaded(&ada, format!("a\n{text}")).await;
    let part = ada
        .get(&format!("{path}/data?offset=1&limit=2500"))
        .await
        .ok();
    let cells = part["data"]["a"].as_array().unwrap();
    assert_eq!(cells.len(), 2500);
    assert!(cells[2499].as_str().unwrap().starts_with("2500x"));
}

/// A column that is named many times would take its memory as often.
#[tokio::test]
async fn a_column_is_named_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = uploaded(&ada, "a,b\n1,2\n".to_owned()).await;
    for query in [
        "data?columns=a,a",
        "data?columns=b,a,b",
        "statistics?columns=a,a",
    ] {
        let refused = ada.get(&format!("{path}/{query}")).await;
        refused.refused(400, "VALIDATION_ERROR");
        refused.blames("columns");
    }
    let part = ada.get(&format!("{path}/data?columns=b,a")).await.ok();
    assert_eq!(part["data"], json!({ "a": [1], "b": [2] }));
}

/// Clients that read nothing of a long answer hold little of the server's memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_answers_of_wide_tables_take_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    let path = uploaded(&admin, wide(2000, 100).1).await;
    let rest = child.memory("VmHWM");
    let token = admin.token.clone().unwrap();
    let request = format!(
        "GET {path}/data HTTP/1.1\r\nHost: a\r\nAccept: application/jsonl\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    let mut streams = Vec::new();
    for n in 0..8 {
        let stream = connect_from(n + 1, child.address, request.as_bytes()).await;
        let mut byte = [0; 1];
        // The answer has begun: its first page is written.
        stream.peek(&mut byte).await.unwrap();
        streams.push(stream);
    }
    let most = child.memory("VmHWM");
    let mib = most.saturating_sub(rest) >> 10;
    assert!(mib < 100, "{mib} MiB for 8 answers of 200 MiB");
    drop(streams);
    assert!(child.end().0);
}
