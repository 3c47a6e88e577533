//! Every place that keeps texts of an account, filled with canaries.

use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient};
use crate::operations::session;
use crate::uadm::client::{Device, Options, Version};
use crate::webhooks::WEBHOOKS;

/// Stores a text of the account in every place but those of points; returns the canaries. `buyer` buys what is offered.
pub(super) async fn fill(
    app: &TestApp,
    who: &TestClient,
    buyer: &TestClient,
    tag: &str,
) -> Vec<String> {
    let text = |what: &str| format!("{tag}-{what}");
    market(who, buyer, &text).await;
    let start = lockstep_store::Timestamp((JUNE - 86_400) * 1000);
    let name = format!("{}.json", text("recording"));
    let imported = who.import_named(&name, session(start, 3000)).await.ok();
    let activity = format!(
        "/v1/sfdp/activities/{}",
        string(&imported["activities"][0], "activityId")
    );
    let noted = json!({ "name": text("title"), "notes": text("activity-note") });
    who.patch(&activity, noted).await.ok();

    let agent = json!({
        "name": text("agent"), "description": text("purpose"), "capabilities": ["devices.list"],
        "configuration": { "model": "builtin", "parameters": { "maxTokens": 100 } },
    });
    who.post("/v1/uadm/agents", agent).await.ok();
    let question = json!({
        "type": "query",
        "content": { "action": "ask", "parameters": { "query": text("question") } },
    });
    who.post_once(
        "/v1/agents/agt_core_search/message",
        &text("message"),
        question,
    )
    .await
    .ok();
    let graph = json!({
        "nodes": [{ "id": "t", "type": "trigger" },
            { "id": "ok", "type": "approval", "message": text("approval") }],
        "edges": [{ "from": "t", "to": "ok" }],
    });
    let workflow = json!({ "workflowId": text("workflow"), "graph": graph });
    who.post("/v1/agents/workflows", workflow).await.ok();
    let runs = format!("/v1/agents/workflows/{}/runs", text("workflow"));
    let input = json!({ "input": { "word": text("input") } });
    who.post(&runs, input).await.ok();

    let webhook = json!({
        "url": format!("https://receiver.example.org/{}", text("hook")),
        "eventTypes": ["points.stored"], "description": text("receiver"),
    });
    let webhook = who.post(WEBHOOKS, webhook).await.ok();
    who.post(
        &format!("{WEBHOOKS}/{}/test", string(&webhook, "id")),
        json!({}),
    )
    .await
    .ok();

    let device = json!({
        "device_type": "treadmill", "name": text("mill"), "configuration": { "room": text("room") },
    });
    let device = who.post("/api/uadm/devices", device).await.ok();
    let path = format!("/api/uadm/devices/{}", string(&device, "device_id"));
    let desired = json!({ "desired": { "label": text("desired") } });
    who.patch(&format!("{path}/twin"), desired).await.ok();
    let command = json!({ "command": "show", "parameters": { "words": text("command") } });
    who.post(&format!("{path}/control"), command).await.ok();
    let options = Options {
        client: text("client"),
        session: 3600,
        ..Options::of(&device)
    };
    drop(Device::connect(app.mqtt(), Version::Five, &options).await);
    [
        "dataset",
        "column",
        "cell",
        "offer",
        "listing",
        "recording",
        "title",
        "activity-note",
        "agent",
        "purpose",
        "question",
        "message",
        "workflow",
        "approval",
        "input",
        "hook",
        "receiver",
        "mill",
        "room",
        "desired",
        "command",
        "client",
    ]
    .map(text)
    .to_vec()
}

/// Offers and sells points and a table.
async fn market(who: &TestClient, buyer: &TestClient, text: &impl Fn(&str) -> String) {
    let mut data = json!({ "watts": [200, 210] });
    data[text("column")] = json!([text("cell"), text("cell")]);
    let dataset = json!({ "name": text("dataset"), "encryption_mode": "none", "data": data });
    let dataset = who.post("/api/datasets", dataset).await.ok();
    let items = "/api/marketplace/items";
    let listing = json!({
        "title": text("listing"), "price": 25, "dataset_id": dataset["id"],
        "description": text("listing"),
    });
    let listing = who.post(items, listing).await.ok();
    let tokens = "/v1/sfdp/marketplace/tokens";
    let token = json!({
        "dataPoints": ["type=heart_rate"], "price": 12.5, "currency": "EUR",
        "description": text("offer"),
        "accessRules": { "duration": "P30D", "allowedUses": 2, "restrictions": [] },
    });
    let token = who.post(tokens, token).await.ok();
    for path in [
        format!("{items}/{}/purchase", string(&listing, "id")),
        format!("{tokens}/{}/purchase", string(&token, "tokenId")),
    ] {
        buyer.post(&path, json!({})).await.ok();
    }
}

fn string<'a>(json: &'a Json, field: &str) -> &'a str {
    json[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {json}"))
}
