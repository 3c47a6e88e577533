//! Names and other free texts of requests have no control characters: a NUL cannot be stored on PostgreSQL, and a
//! terminal obeys the others.

use reqwest::Method;
use serde_json::{Value as Json, json};

use crate::app::TestApp;

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
