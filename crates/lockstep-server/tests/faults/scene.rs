//! A directory with rows in many tables: points in every mode, sales, webhooks, workflows, devices.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, JUNE, PASSWORD, TestClient, points};
use crate::cuts::serve;

/// The accounts.
const NAMES: [&str; 8] = ["ada", "bob", "eve", "kim", "lee", "mia", "ron", "zoe"];

/// The id and the points of each account, by its name.
pub(crate) type ExpectedPoints = BTreeMap<&'static str, (String, Vec<Json>)>;

/// Makes a directory with rows in many tables.
pub(crate) async fn fill(folder: &Path) -> ExpectedPoints {
    let server = serve(folder).await.unwrap();
    let admin = TestClient::at(server.address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    let mut truth = BTreeMap::new();
    for name in NAMES {
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "tier": "enterprise",
        });
        admin.post("/v1/admin/users", new).await.ok();
        let who = TestClient::at(server.address)
            .signed_in(name, PASSWORD)
            .await;
        for (nth, mode) in [None, Some("Basic"), Some("FHE"), Some("ZK")]
            .into_iter()
            .enumerate()
        {
            let values: Vec<f64> = (0..300).map(|at| 60.0 + f64::from(at % 90)).collect();
            let device = format!("strap {nth}");
            let mut body = points("heart_rate", "bpm", &device, JUNE, &values);
            if let Some(mode) = mode {
                body["encryptionMode"] = json!(mode);
            }
            who.post_once("/v1/sfdp/data", &format!("upload-{nth}"), body)
                .await
                .ok();
        }
        who.put("/v1/sfdp/profile", json!({ "weightKg": 77.4 }))
            .await
            .ok();
        let watch = json!({ "name": "Fenix", "type": "watch", "capabilities": [] });
        who.post("/v1/sfdp/devices", watch).await.ok();
        who.post("/v1/api-keys", json!({ "name": "bridge" }))
            .await
            .ok();
        let rows =
            json!({ "name": "rides", "encryption_mode": "none", "data": { "watts": [1, 2] } });
        who.post("/api/datasets", rows).await.ok();
        let mill = json!({ "device_type": "treadmill", "name": "mill" });
        who.post("/api/uadm/devices", mill).await.ok();
        let token = json!({
            "dataPoints": ["type=heart_rate"], "price": 12.5, "currency": "EUR",
            "accessRules": { "duration": "P30D", "allowedUses": 2, "restrictions": [] },
        });
        who.post("/v1/sfdp/marketplace/tokens", token).await.ok();
        let agent = json!({
            "name": "Coach", "description": "Watches devices", "capabilities": ["devices.list"],
            "configuration": { "model": "builtin", "parameters": { "maxTokens": 100 } },
        });
        who.post("/v1/uadm/agents", agent).await.ok();
        who.post("/v1/sfdp/insights/generate", json!({})).await.ok();
    }
    for (nth, name) in NAMES.into_iter().enumerate() {
        let who = TestClient::at(server.address)
            .signed_in(name, PASSWORD)
            .await;
        let seller = NAMES[(nth + 1) % NAMES.len()];
        let seller = TestClient::at(server.address)
            .signed_in(seller, PASSWORD)
            .await;
        trade(&seller, &who).await;
        automate(&who).await;
    }
    for name in NAMES {
        let who = TestClient::at(server.address)
            .signed_in(name, PASSWORD)
            .await;
        let known = read(&who).await.unwrap();
        truth.insert(name, (who.id.clone(), known));
    }
    server.stop().await;
    truth
}

/// Makes the rows of sales: tokens, answers, listings.
async fn trade(seller: &TestClient, buyer: &TestClient) {
    const TOKENS: &str = "/v1/sfdp/marketplace/tokens";
    let body = points("power", "W", "pedal", JUNE + 86_400, &[200.0; 60]);
    seller.post("/v1/sfdp/data", body).await.ok();
    for (kind, restrictions) in [
        ("heart_rate", json!([])),
        ("power", json!(["aggregate-only"])),
    ] {
        let token = json!({
            "dataPoints": [format!("type={kind}")], "price": 12.5, "currency": "EUR",
            "accessRules": { "duration": "P30D", "allowedUses": 2, "restrictions": restrictions },
        });
        let id = seller.post(TOKENS, token).await.ok()["tokenId"].clone();
        let path = format!("{TOKENS}/{}", id.as_str().unwrap());
        buyer
            .post(&format!("{path}/purchase"), json!({}))
            .await
            .ok();
        if kind == "power" {
            let sum = json!({ "operation": "sum", "type": kind, "audience": "a study" });
            buyer.post(&format!("{path}/aggregate"), sum).await.ok();
        }
    }
    let new = json!({ "name": "laps", "encryption_mode": "basic", "data": { "s": [61, 62, 60] } });
    let dataset = seller.post("/api/datasets", new).await.ok()["id"].clone();
    let new = json!({ "title": "Laps", "price": 25, "dataset_id": dataset });
    let listing = seller.post("/api/marketplace/items", new).await.ok()["id"].clone();
    let path = format!(
        "/api/marketplace/items/{}/purchase",
        listing.as_str().unwrap()
    );
    buyer.post(&path, json!({})).await.ok();
}

/// Makes rows of webhooks, workflows, chats, commands, imports and keys.
async fn automate(who: &TestClient) {
    let hook = json!({ "url": "https://hook.example.org/x", "eventTypes": ["points.stored"] });
    let hook = who.post("/v1/webhooks", hook).await.ok()["id"].clone();
    let path = format!("/v1/webhooks/{}/test", hook.as_str().unwrap());
    who.post(&path, json!({})).await.ok();
    let graph = json!({
        "nodes": [{ "id": "t", "type": "trigger" }, { "id": "ok", "type": "approval", "message": "Go?" }],
        "edges": [{ "from": "t", "to": "ok" }],
    });
    for (path, body) in [
        (
            "/v1/agents/workflows",
            json!({ "workflowId": "daily", "graph": graph }),
        ),
        ("/v1/agents/workflows/daily/runs", json!({})),
        (
            "/v1/agents/deploy",
            json!({ "agentId": "agt_core_insight", "workflowId": "daily" }),
        ),
        (
            "/v1/agents/agt_core_sentinel/message",
            json!({ "type": "query", "content": { "action": "help", "parameters": {} } }),
        ),
        ("/api/auth/totp", json!({ "password": PASSWORD })),
    ] {
        let answer = who.post(path, body).await;
        assert!(answer.status < 500, "{answer}");
        if answer.status != 200 {
            println!("F8: {answer}");
        }
    }
    let mill = json!({ "device_type": "treadmill", "name": "mill 2" });
    let mill = who.post("/api/uadm/devices", mill).await.ok()["device_id"].clone();
    let path = format!("/api/uadm/devices/{}/control", mill.as_str().unwrap());
    who.post(&path, json!({ "command": "stop" })).await.ok();
    let run = json!({
        "fitnessActivity": "running", "startTime": "2026-05-01T10:00:00Z",
        "endTime": "2026-05-01T11:00:00Z", "duration": "3600s",
    });
    who.import(run.to_string().into_bytes()).await.ok();
}

/// Returns the points of an account; `None` if it is refused.
pub(crate) async fn read(who: &TestClient) -> Option<Vec<Json>> {
    let answer = who.get("/v1/sfdp/data?limit=10000").await;
    assert!(matches!(answer.status, 200 | 401 | 403 | 500), "{answer}");
    (answer.status == 200).then(|| answer.json()["data"].as_array().unwrap().clone())
}
