//! Names and other free texts of requests have no control characters: a NUL cannot be stored on PostgreSQL, and a
//! terminal obeys the others.

use reqwest::Method;
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, points};

/// Returns a body with a text at a place such as `/goals/0/metric`.
fn with(mut body: Json, place: &str, text: &str) -> Json {
    *body.pointer_mut(place).unwrap() = json!(text);
    body
}

#[tokio::test]
async fn free_texts_with_control_characters_are_refused() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let user = format!("/v1/admin/users/{}", app.user("ada").await.id);
    let goals = json!({ "goals": [{ "metric": "", "target": 1 }] });
    let dataset = json!({ "name": "a", "description": "", "encryption_mode": "none" });
    let agent = json!({ "name": "Coach", "description": "", "capabilities": ["metrics"] });
    let message = json!({ "type": "query", "content": { "action": "" } });
    let asked =
        json!({ "type": "query", "content": { "action": "ask", "parameters": { "query": "" } } });
    let graph = json!({ "workflowId": "w", "graph": {
        "description": "",
        "nodes": [
            { "id": "t", "type": "trigger", "on": { "type": "manual" } },
            { "id": "a", "type": "agent", "agentId": "agt_core_insight", "question": "steps" },
            { "id": "b", "type": "approval", "message": "Go on?" },
        ],
        "edges": [{ "from": "t", "to": "a" }, { "from": "a", "to": "b" }],
    } });
    let key = json!({ "name": "" });
    let ceremony = json!({ "vkDigest": "0".repeat(64), "name": "" });
    let item = json!({ "name": "a", "description": "", "category": "a", "price": 1,
        "encryption": { "available": true, "types": ["FHE"], "required": false } });
    let wallet = json!({ "walletAddress": "" });
    let proof = json!({ "data": "e30=", "circuit": "range-proof", "parameters": { "domain": "" } });
    let block = json!({ "type": "heart_rate", "device": "", "keyId": "key_01h455vb4pex5vsknk084sn02q",
        "timestamps": ["2026-06-01T00:00:00Z"], "block": "AAAA" });
    let insight = "/v1/agents/agt_core_insight/message";
    for (method, path, body, place, blamed) in [
        (
            Method::PUT,
            "/v1/sfdp/profile",
            &goals,
            "/goals/0/metric",
            "goals[0].metric",
        ),
        (
            Method::PATCH,
            "/v1/sfdp/profile",
            &goals,
            "/goals/0/metric",
            "goals[0].metric",
        ),
        (
            Method::POST,
            "/api/datasets",
            &dataset,
            "/description",
            "description",
        ),
        (
            Method::POST,
            "/v1/uadm/agents",
            &agent,
            "/description",
            "description",
        ),
        (
            Method::POST,
            insight,
            &message,
            "/content/action",
            "content.action",
        ),
        (
            Method::POST,
            insight,
            &asked,
            "/content/parameters/query",
            "content.parameters.query",
        ),
        (
            Method::POST,
            "/v1/agents/workflows",
            &graph,
            "/graph/description",
            "description",
        ),
        (
            Method::POST,
            "/v1/agents/workflows",
            &graph,
            "/graph/nodes/1/question",
            "nodes[1].question",
        ),
        (
            Method::POST,
            "/v1/agents/workflows",
            &graph,
            "/graph/nodes/2/message",
            "nodes[2].message",
        ),
        (Method::POST, "/v1/api-keys", &key, "/name", "name"),
        (
            Method::POST,
            "/v1/admin/ceremonies",
            &ceremony,
            "/name",
            "name",
        ),
        (
            Method::POST,
            "/v1/admin/marketplace/items",
            &item,
            "/description",
            "description",
        ),
        (
            Method::POST,
            "/v1/admin/marketplace/items",
            &item,
            "/encryption/types/0",
            "encryption.types",
        ),
        (
            Method::POST,
            "/v1/encryption/zk/prove",
            &proof,
            "/parameters/domain",
            "parameters.domain",
        ),
        (Method::POST, "/v1/sfdp/blocks", &block, "/device", "device"),
        (
            Method::PATCH,
            user.as_str(),
            &wallet,
            "/walletAddress",
            "walletAddress",
        ),
    ] {
        for text in ["a\0b", "a\u{1b}[2Jb", "a\u{9b}31mb"] {
            let request = admin.request(method.clone(), path);
            let answer = admin
                .send(request.json(&with(body.clone(), place, text)))
                .await;
            let error = answer.refusal();
            assert_eq!(answer.status, 400, "{path} {place}: {answer}");
            let parameter = error["details"]["parameter"].as_str().unwrap();
            assert!(parameter.ends_with(blamed), "{path} {place}: {answer}");
            let reason = error["details"]["reason"].as_str().unwrap();
            assert!(
                reason.contains("control characters"),
                "{path} {place}: {answer}"
            );
        }
    }
}

#[tokio::test]
async fn texts_of_points_and_devices_with_control_characters_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for text in ["a\0b", "a\u{1b}[2Jb", "a\u{9b}31mb", "a\u{7f}b"] {
        let mut body = points("own.type", "u", "d", JUNE, &[1.0; 6]);
        body["data"][0]["device"] = json!(text);
        body["data"][1]["unit"] = json!(text);
        body["data"][2]["metadata"] = json!({ "notes": text });
        body["data"][3]["metadata"] = json!({ text: 1 });
        body["data"][4]["type"] = json!(text);
        let answer = ada.post("/v1/sfdp/data", body).await.ok();
        assert_eq!(answer["processedCount"], 1, "{text:?}: {answer}");
        let errors: Vec<&str> = answer["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error.as_str().unwrap())
            .collect();
        let starts = ["device", "unit", "metadata.notes", "metadata.a", "type"];
        assert_eq!(errors.len(), starts.len(), "{text:?}: {errors:?}");
        for (place, (error, start)) in errors.iter().zip(starts).enumerate() {
            assert!(
                error.starts_with(&format!("data[{place}]: {start}")),
                "{text:?}: {errors:?}"
            );
        }
        let device = |kind: &str, name: &str, capability: &str| {
            let body = json!({ "type": kind, "name": name, "capabilities": [capability] });
            ada.post("/v1/sfdp/devices", body)
        };
        for (refused, blamed) in [
            (device(text, "w", "c").await, "type"),
            (device("watch", text, "c").await, "name"),
            (device("watch", "w", text).await, "capabilities[0]"),
        ] {
            refused.blames(blamed);
        }
    }
    // Notes may have several lines.
    let mut body = points("own.type", "u", "d", JUNE, &[1.0]);
    body["data"][0]["metadata"] = json!({ "notes": "one\n\ttwo" });
    assert_eq!(ada.post("/v1/sfdp/data", body).await.ok()["success"], true);
}
