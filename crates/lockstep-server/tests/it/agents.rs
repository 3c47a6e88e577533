//! Agents over HTTP: what they answer, what they refuse, and what they never do.

mod activity_figures;
mod conversations;
mod copies;
mod custom;
mod ended_keys;
mod prices;
mod privacy;
mod questions;
mod runs;
mod search;
mod stored;
mod token_links;
mod workflows;

use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient, points};

const INSIGHT: &str = "/v1/agents/agt_core_insight";
const SENTINEL: &str = "/v1/agents/agt_core_sentinel";
const SOCKET: &str = "/v1/agents/websocket";
const LIBRARIAN: &str = "/v1/agents/agt_core_search";

/// Sends a message and returns its receipt.
async fn tell(
    caller: &TestClient,
    agent: &str,
    kind: &str,
    action: &str,
    parameters: Json,
) -> Json {
    let body = message(kind, action, parameters);
    let receipt = caller.post(&format!("{agent}/message"), body).await.ok();
    assert_eq!(receipt["status"], "received");
    assert!(receipt["messageId"].as_str().unwrap().starts_with("msg_"));
    receipt
}

fn message(kind: &str, action: &str, parameters: Json) -> Json {
    let mut body = json!({ "type": kind, "content": { "action": action } });
    body["content"]["parameters"] = parameters;
    body
}

/// Returns the type and the content of a response.
fn response(receipt: &Json) -> (&str, &str) {
    let response = &receipt["response"];
    let text = |name: &str| response[name].as_str().unwrap();
    (text("type"), text("content"))
}

async fn device(caller: &TestClient, name: &str) -> String {
    let new = json!({ "type": "watch", "name": name, "capabilities": [] });
    let made = caller.post("/v1/sfdp/devices", new).await.ok();
    made["deviceId"].as_str().unwrap().to_owned()
}

async fn custom(caller: &TestClient, capabilities: Json) -> String {
    let new = json!({ "name": "Coach", "capabilities": capabilities });
    let made = caller.post("/v1/uadm/agents", new).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn core_agents_are_listed_in_both_areas() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let listed = ada.get("/v1/agents").await.ok();
    let agents = listed["agents"].as_array().unwrap();
    let ids: Vec<_> = agents.iter().map(|it| it["id"].as_str().unwrap()).collect();
    let expected = [
        "ingest",
        "insight",
        "search",
        "market",
        "privacy",
        "sentinel",
        "coordinator",
    ];
    assert_eq!(ids, expected.map(|name| format!("agt_core_{name}")));
    assert!(
        agents
            .iter()
            .all(|it| it["type"] == "core" && it["status"] == "active")
    );
    assert!(
        agents
            .iter()
            .all(|it| !it["capabilities"].as_array().unwrap().is_empty())
    );
    let platform = ada.get("/api/agents").await.ok();
    assert_eq!(platform["data"], listed["agents"]);
    let status = ada.get(&format!("{INSIGHT}/status")).await.ok();
    let figures = json!({ "tasksCompleted": 0, "uptime": null, "lastActivity": null });
    assert_eq!(
        status,
        json!({ "id": "agt_core_insight", "status": "active", "metrics": figures })
    );
    let status = ada.get("/api/agents/agt_core_insight/status").await.ok();
    let figures = json!({ "tasks_completed": 0, "uptime": null, "last_activity": null });
    assert_eq!(status["metrics"], figures);
    for path in [
        "/v1/agents/agt_core_nothing/status",
        "/api/agents/agt_core_nothing/status",
    ] {
        ada.get(path).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn parameters_out_of_their_bounds_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let config = format!("{INSIGHT}/config");
    for (parameters, blamed) in [
        (json!({ "searchDepth": 0 }), "parameters.searchDepth"),
        (json!({ "searchDepth": 11 }), "parameters.searchDepth"),
        (json!({ "searchDepth": 2.5 }), "parameters.searchDepth"),
        (json!({ "searchDepth": "3" }), "parameters.searchDepth"),
        (json!({ "timeout": 0 }), "parameters.timeout"),
        (json!({ "timeout": 86_401 }), "parameters.timeout"),
        (json!({ "depth": 3 }), "parameters.depth"),
    ] {
        let body = json!({ "parameters": parameters.clone() });
        let answer = ada.patch(&config, body).await;
        let error = answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(error["details"]["parameter"], blamed);
        assert!(error["details"]["reason"].is_string());
        let deployment = json!({
            "agentId": "agt_core_insight", "workflowId": "w", "configuration": { "parameters": parameters },
        });
        let answer = ada.post("/v1/agents/deploy", deployment).await;
        answer.refused(400, "INVALID_PARAMETER");
        answer.blames(&format!("configuration.{blamed}"));
    }
    let updated = ada
        .patch(&config, json!({ "parameters": { "searchDepth": 10 } }))
        .await
        .ok();
    assert_eq!(
        updated,
        json!({ "id": "agt_core_insight", "status": "updated",
            "configuration": { "parameters": { "searchDepth": 10, "timeout": 30 }, "model": "builtin", "shareData": false } })
    );
    let updated = ada
        .patch(&config, json!({ "parameters": { "timeout": 86_400 } }))
        .await
        .ok();
    let kept = json!({ "searchDepth": 10, "timeout": 86_400 });
    assert_eq!(updated["configuration"]["parameters"], kept);
    // The configuration is the account's own.
    let bob = app.user("bob").await;
    let updated = bob.patch(&config, json!({ "parameters": {} })).await.ok();
    let defaults = json!({ "searchDepth": 3, "timeout": 30 });
    assert_eq!(updated["configuration"]["parameters"], defaults);
}

/// A question in the words of a tool's own example has one reading.
#[tokio::test]
async fn plain_questions_about_devices_and_keys_are_answered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let fenix = device(&ada, "Fenix").await;
    let new = json!({ "mode": "Basic" });
    let made = ada.post("/v1/encryption/keys/generate", new).await.ok();
    let key = made["metadata"]["keyId"].as_str().unwrap().to_owned();
    for (agent, question, record) in [
        (SENTINEL, "Which devices do I have?", &fenix),
        ("/v1/agents/agt_core_privacy", "Which keys do I have?", &key),
    ] {
        let receipt = tell(&ada, agent, "query", "ask", json!({ "query": question })).await;
        let (kind, content) = response(&receipt);
        assert_eq!(kind, "table", "{question}: {content}");
        assert!(content.contains(record), "{question}: {content}");
    }
}

#[tokio::test]
async fn deployed_agents_count_as_active() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let active = async || {
        let all = app
            .admin()
            .post("/v1/admin/analytics", json!({}))
            .await
            .ok();
        all["overview"]["activeAgents"].clone()
    };
    assert_eq!(active().await, 0);
    for workflow in ["one", "two"] {
        let body = json!({ "agentId": "agt_core_insight", "workflowId": workflow });
        ada.post("/v1/agents/deploy", body).await.ok();
    }
    assert_eq!(active().await, 1, "one agent in two workflows");
    let body = json!({ "agentId": "agt_core_insight", "workflowId": "one" });
    app.user("bob")
        .await
        .post("/v1/agents/deploy", body)
        .await
        .ok();
    assert_eq!(active().await, 2);
}

#[tokio::test]
async fn agents_are_deployed_interactively() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({
        "agentId": "agt_core_insight", "workflowId": "morning-report",
        "configuration": { "mode": "interactive", "parameters": { "searchDepth": 5 } },
    });
    let made = ada
        .post_once("/v1/agents/deploy", "k", body.clone())
        .await
        .ok();
    assert_eq!(made["status"], "success");
    assert_eq!(
        made["agent"],
        json!({ "id": "agt_core_insight", "status": "deployed" })
    );
    let again = ada
        .post_once("/v1/agents/deploy", "k", body.clone())
        .await
        .ok();
    assert_eq!(again, made);
    let status = ada.get(&format!("{INSIGHT}/status")).await.ok();
    assert!(
        status["metrics"]["uptime"]
            .as_str()
            .unwrap()
            .starts_with("PT"),
        "{status}"
    );
    assert_eq!(status["status"], "active");
    let config = ada
        .patch(&format!("{INSIGHT}/config"), json!({ "parameters": {} }))
        .await
        .ok();
    assert_eq!(config["configuration"]["parameters"]["searchDepth"], 5);
    // The same agent and workflow again: the older deployment is replaced.
    let replaced = ada.post("/v1/agents/deploy", body).await.ok();
    let platform = json!({ "agent_id": "agt_core_search", "configuration": { "parameters": { "timeout": 5 } } });
    let other = ada.post("/api/agents/deploy", platform).await.ok();
    assert_eq!(other["status"], "success");
    assert_eq!(other["agent"]["status"], "deployed");
    let listed = ada.get("/v1/agents/deployments").await.ok();
    let ids: Vec<_> = listed["deployments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["deploymentId"])
        .collect();
    assert_eq!(ids, [&other["deployment_id"], &replaced["deploymentId"]]);
    assert_eq!(listed["deployments"][1]["workflowId"], "morning-report");
    let users = app.admin().get("/v1/admin/users?search=ada").await.ok();
    assert_eq!(users["users"][0]["agents"], 2);
    let path = format!(
        "/v1/agents/deployments/{}",
        replaced["deploymentId"].as_str().unwrap()
    );
    app.user("bob")
        .await
        .delete(&path)
        .await
        .refused(404, "NOT_FOUND");
    ada.delete(&path).await.ok();
    ada.delete(&path).await.refused(404, "NOT_FOUND");
    let status = ada.get(&format!("{INSIGHT}/status")).await.ok();
    assert_eq!(status["metrics"]["uptime"], Json::Null);

    for (body, blamed) in [
        (json!({ "agentId": "agt_core_insight" }), "workflowId"),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "a b" }),
            "workflowId",
        ),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "w", "configuration": { "mode": "scheduled" } }),
            "configuration.trigger",
        ),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "w",
                "configuration": { "mode": "autonomous", "trigger": { "type": "manual" } } }),
            "configuration.trigger",
        ),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "w",
                "configuration": { "mode": "scheduled", "trigger": { "type": "schedule", "cron": "x" } } }),
            "configuration.trigger.cron",
        ),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "w", "configuration": { "question": " " } }),
            "configuration.question",
        ),
        (
            json!({ "agentId": "agt_core_insight", "workflowId": "w", "configuration": { "mode": "x" } }),
            "configuration.mode",
        ),
    ] {
        let answer = ada.post("/v1/agents/deploy", body).await;
        answer.refused(400, "INVALID_PARAMETER");
        answer.blames(blamed);
    }
    let unknown = json!({ "agentId": "agt_core_nothing", "workflowId": "w" });
    ada.post("/v1/agents/deploy", unknown)
        .await
        .refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn messages_are_answered_or_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = device(&ada, "Fenix").await;
    for (action, parameters, status, blamed) in [
        ("frobnicate", json!({}), 400, "content.action"),
        ("", json!({}), 400, "content.action"),
        ("devices.format", json!({}), 400, "content.action"),
        ("ask", json!({}), 400, "content.parameters.query"),
        (
            "help",
            json!({ "limit": 0 }),
            400,
            "content.parameters.limit",
        ),
        (
            "help",
            json!({ "limit": 101 }),
            400,
            "content.parameters.limit",
        ),
        (
            "help",
            json!({ "arguments": {} }),
            400,
            "content.parameters.arguments",
        ),
        (
            "metrics.read",
            json!({ "arguments": { "a": vec![json!([]); 2000] } }),
            400,
            "content.parameters.arguments",
        ),
        (
            "help",
            json!({ "qurey": "" }),
            400,
            "content.parameters.qurey",
        ),
    ] {
        let answer = ada
            .post(
                &format!("{SENTINEL}/message"),
                message("query", action, parameters),
            )
            .await;
        answer.refused(status, "INVALID_PARAMETER");
        answer.blames(blamed);
    }
    let odd = message("order", "help", json!({}));
    ada.post(&format!("{SENTINEL}/message"), odd)
        .await
        .blames("type");
    // Refused requests stored nothing.
    assert_eq!(
        ada.get(&format!("{SENTINEL}/chat")).await.ok()["messages"],
        json!([])
    );

    let help = tell(&ada, SENTINEL, "chat", "help", json!({})).await;
    assert!(response(&help).1.contains("`devices.list` (R)"), "{help}");
    let listed = tell(&ada, SENTINEL, "query", "devices.list", json!({})).await;
    assert_eq!(response(&listed).0, "table");
    assert!(response(&listed).1.contains(&id), "{listed}");
    assert_eq!(listed["response"]["records"], json!([id]));
    let raw = tell(&ada, SENTINEL, "command", "devices.list", json!({})).await;
    let (kind, content) = response(&raw);
    assert_eq!(kind, "result");
    assert_eq!(
        serde_json::from_str::<Json>(content).unwrap(),
        ada.get("/v1/sfdp/devices").await.ok()
    );
    let misfit = json!({ "arguments": { "limti": 3 } });
    let refused = tell(&ada, SENTINEL, "command", "devices.list", misfit).await;
    assert_eq!(response(&refused).0, "error");
    let report = tell(&ada, SENTINEL, "query", "summarize", json!({})).await;
    assert_eq!(response(&report).0, "text", "{report}");
    assert!(response(&report).1.contains("1 sign-in:"), "{report}");
    let all = tell(
        &ada,
        "/v1/agents/agt_core_coordinator",
        "query",
        "summarize",
        json!({}),
    )
    .await;
    for name in [
        "Data Steward",
        "Performance Analyst",
        "Librarian",
        "Market Broker",
        "Privacy Guardian",
        "Sentinel",
    ] {
        assert!(response(&all).1.contains(name), "{all}");
    }
    // The smallest depth allows fewer calls than six agents need.
    let coordinator = "/v1/agents/agt_core_coordinator";
    let shallow = json!({ "parameters": { "searchDepth": 1 } });
    ada.patch(&format!("{coordinator}/config"), shallow)
        .await
        .ok();
    let part = tell(&ada, coordinator, "query", "summarize", json!({})).await;
    let (kind, content) = response(&part);
    assert_eq!(kind, "partial", "{part}");
    assert!(
        content.contains("Data Steward") && content.contains("`searchDepth`"),
        "{part}"
    );
    // Complete answers are counted, refusals are not.
    let status = ada.get(&format!("{SENTINEL}/status")).await.ok();
    assert_eq!(status["metrics"]["tasksCompleted"], 4, "{status}");
    assert!(status["metrics"]["lastActivity"].is_string());
}

/// The sentinel reads alerts and the audit log for administrators alone.
#[tokio::test]
async fn the_sentinel_reads_the_audit_log_for_an_administrator() {
    let app = TestApp::start().await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    for (question, part) in [
        ("search the audit log", "| action |"),
        ("Are there alerts?", "alerts"),
    ] {
        let asked = json!({ "query": question });
        let told = tell(&admin, SENTINEL, "query", "ask", asked.clone()).await;
        let (kind, content) = response(&told);
        assert!(["table", "text"].contains(&kind), "{question}: {told}");
        assert!(content.contains(part), "{question}: {told}");
        let told = tell(&ada, SENTINEL, "query", "ask", asked).await;
        let (_, content) = response(&told);
        assert!(!content.contains("| action |"), "{question}: {told}");
    }
}

/// The socket sends each event of the account's own agents once and in order, without a text, and resumes.
#[tokio::test]
async fn updates_of_agents_arrive_over_their_socket() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut socket = ada.socket(SOCKET).await;
    let of_bob = custom(&bob, json!(["points"])).await;
    let told = tell(&ada, INSIGHT, "query", "help", json!({})).await;
    let deployment = json!({ "agentId": "agt_core_insight", "workflowId": "w" });
    let deployed = ada.post("/v1/agents/deploy", deployment).await.ok();
    let made = custom(&ada, json!(["points"])).await;
    let message = socket.next().await;
    assert_eq!(message["type"], "message");
    assert_eq!(message["agentId"], "agt_core_insight");
    assert!(
        message["timestamp"].as_str().unwrap().ends_with('Z'),
        "{message}"
    );
    let payload = message["payload"].as_object().unwrap();
    assert!(payload.keys().eq(["messageId", "type"]), "{message}");
    assert!(told["messageId"].is_string());
    let next = socket.next().await;
    assert_eq!(
        (&next["type"], &next["payload"]["deploymentId"]),
        (&json!("deployment"), &deployed["deploymentId"])
    );
    let last = socket.next().await;
    assert_eq!(
        (&last["type"], &last["agentId"]),
        (&json!("status"), &json!(made))
    );
    assert_ne!(last["agentId"], json!(of_bob));
    let after = format!("{SOCKET}?lastEventId={}", message["id"].as_str().unwrap());
    let mut resumed = ada.socket(&after).await;
    assert_eq!(resumed.next().await, next);
    let refused = app.anonymous().try_socket(SOCKET).await;
    assert_eq!(refused.err().map(|refused| refused.0), Some(401));
}
