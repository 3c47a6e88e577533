//! The bounds of cells and columns, over HTTP.

use serde_json::{Value as Json, json};

use super::{created, path, upload};
use crate::app::TestApp;

/// A body of JSON near its limit of 32 MiB comes back as it was sent, in cells of the largest size.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_four_mebibytes_of_json_come_back() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let cells: Vec<String> = (0..24_u8)
        .map(|nth| char::from(b'a' + nth).to_string().repeat(1 << 20))
        .collect();
    let made = created(&ada, "texts", "basic", json!({ "text": cells })).await;
    let read = ada.get(&format!("{}/data", path(&made))).await.ok();
    assert_eq!(read["row_count"], 24);
    let read = read["data"]["text"].as_array().unwrap();
    assert!(read.iter().zip(&cells).all(|(read, sent)| read == sent));
    let over = json!({ "text": ["x".repeat((1 << 20) + 1)] });
    let body = json!({ "name": "over", "encryption_mode": "basic", "data": over });
    let refused = ada.post("/api/datasets", body).await;
    assert!(refused.blames("data").contains("1048576 bytes at most"));
}

#[tokio::test]
async fn a_nul_character_and_too_many_columns_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs", "none", json!({ "old": [1] })).await;
    let names: Vec<String> = (0..10_000).map(|n| format!("c{n}")).collect();
    let values = vec!["1"; 10_000];
    let wide = format!("{}\n{}\n", names.join(","), values.join(","));
    let object: Json = names.iter().map(|name| (name.clone(), json!(1))).collect();
    for (kind, body, reason) in [
        (
            "text/csv",
            "a,b\n1,x\0y\n".to_owned(),
            "contains a NUL character",
        ),
        (
            "application/jsonl",
            "{\"a\":1}\n{\"a\":\"\\u0000\"}\n".to_owned(),
            "contains a NUL character",
        ),
        ("text/csv", wide, "2000 columns at most"),
        (
            "application/jsonl",
            format!("{object}\n"),
            "at most 2000 columns",
        ),
    ] {
        let refused = upload(&ada, &made, kind, body).await;
        let said = refused.blames("data");
        assert!(said.contains(reason), "{kind}: {said}");
    }
    // The earlier version is whole.
    let read = ada.get(&format!("{}/data", path(&made))).await.ok();
    assert_eq!(read["data"], json!({ "old": [1] }));
}
