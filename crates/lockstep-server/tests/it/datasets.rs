//! Datasets of area B: create, list, read, delete.

use serde_json::{Value as Json, json};

use crate::app::{Anyone, TestApp};

const DATASETS: &str = "/api/datasets";

fn table() -> Json {
    json!({
        "hr (bpm)": [61, 62.5, null], "place": ["home", "", "\"park\"\n"], "ok": [true, false, null],
        "tags": [["a"], {"b": 1}, []], "big": [18446744073709551615_u64, -0.5, 1e300],
        "at": ["2026-06-01T00:00:00Z", null, "2026-06-01T00:00:01+02:00"], "mixed": [1, "1", null],
    })
}

async fn created(owner: &Anyone, name: &str, mode: &str, data: Json) -> Json {
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
    // Area B answers under both prefixes.
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
