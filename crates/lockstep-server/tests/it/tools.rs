//! Tools of agents: each runs against a real store with its caller's rights, and input and output
//! fit their schemas.

use std::collections::BTreeSet;

use lockstep_server::app::CAPABILITIES;
use lockstep_store::{StoreError, Timestamp, params};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::caller::Scopes;
use lockstep_web::tools::{ToolClass, Toolbox};
use lockstep_web::{ApiError, Caller};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient, points};
use crate::operations::session;
use crate::schema::violations;

/// Calls tools as one caller and checks every input and output against its schema.
struct Agent {
    tools: Toolbox,
    caller: Caller,
    called: BTreeSet<&'static str>,
}

impl Agent {
    async fn of(app: &TestApp, owner: &TestClient) -> Self {
        let token = owner.token.as_deref().unwrap();
        Self {
            tools: Toolbox::of(app.state()).unwrap(),
            caller: app.state().authenticate(token).await.unwrap(),
            called: BTreeSet::new(),
        }
    }

    async fn call(&mut self, name: &str, input: Json) -> Json {
        let tools = self.tools.clone();
        let mut entries = tools.entries();
        let entry = entries.find(|entry| entry.tool.name == name).unwrap();
        let found = violations(&entry.input, &entry.input, &input);
        assert!(found.is_empty(), "{name}, input: {found:?}");
        let output = tools.call(self.caller.clone(), name, input).await;
        let output = output.unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        let found = violations(&entry.output, &entry.output, &output);
        assert!(found.is_empty(), "{name}, output {output}: {found:?}");
        self.called.insert(entry.tool.name);
        output
    }

    async fn refused(&self, name: &str, input: Json) -> ApiError {
        let output = self.tools.call(self.caller.clone(), name, input).await;
        output.expect_err(name)
    }
}

#[tokio::test]
async fn every_tool_runs_and_fits_its_schemas() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let steps: Vec<f64> = (0..60).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    let body = points("heart_rate", "bpm", "strap", JUNE, &steps);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut agent = Agent::of(&app, &ada).await;

    let me = agent.call("accounts.me", json!({})).await;
    assert_eq!(me["id"], ada.id);
    agent.call("accounts.sessions", json!({ "limit": 5 })).await;
    let unusual = agent.call("accounts.unusual_access", json!({})).await;
    assert_eq!(unusual["findings"], json!([]));
    agent
        .call("accounts.api_keys", Json::Object(Default::default()))
        .await;

    let strap = json!({ "type": "chest_strap", "name": "strap", "capabilities": ["heart_rate"] });
    let registered = agent.call("devices.register", strap).await;
    let listed = agent.call("devices.list", json!({})).await;
    assert_eq!(listed["devices"][0]["id"], registered["deviceId"]);
    let imported = ada.import(session(Timestamp(JUNE * 1000), 3000)).await.ok();
    let listed = agent.call("activities.list", json!({ "limit": 5 })).await;
    let activity = &imported["activities"][0]["activityId"];
    assert_eq!(&listed["activities"][0]["id"], activity);
    agent
        .call("activities.read", json!({ "id": activity }))
        .await;
    let listed = agent.call("imports.list", json!({})).await;
    assert_eq!(listed["imports"][0]["activityCount"], 1);
    let read = agent
        .call("points.read", json!({ "type": "heart_rate", "limit": 7 }))
        .await;
    assert_eq!(read["data"].as_array().unwrap().len(), 7);
    let same = ada.get("/v1/sfdp/data?type=heart_rate&limit=7").await.ok();
    assert_eq!(read, same, "a tool answers as the API does");
    let sum = json!({
        "operation": "mean", "type": "heart_rate",
        "startDate": "2026-06-01", "endDate": "2026-06-01",
    });
    agent.call("points.aggregate", sum).await;
    for name in [
        "points.types",
        "points.usage",
        "metrics.profile",
        "metrics.read",
        "metrics.forecast",
        "metrics.variability",
    ] {
        agent.call(name, json!({})).await;
    }
    let chart = json!({ "types": "heart_rate,power", "buckets": 10 });
    agent.call("points.series", chart).await;
    let curve = json!({ "type": "heart_rate" });
    agent.call("metrics.curve", curve).await;
    agent
        .call("insights.generate", json!({ "timeframe": "P7D" }))
        .await;
    agent.call("insights.list", json!({ "limit": 5 })).await;
    let revoked = json!({ "id": registered["deviceId"] });
    agent.call("devices.revoke", revoked).await;

    call_market_tools(&app, &ada, &mut agent).await;
    call_admin_tools(&app, &mut agent).await;

    let key = json!({ "mode": "Basic" });
    let made = ada.post("/v1/encryption/keys/generate", key).await.ok();
    let key = json!({ "keyId": made["metadata"]["keyId"] });
    agent.call("keys.list", json!({})).await;
    for name in ["keys.status", "keys.suspend", "keys.resume", "keys.rotate"] {
        agent.call(name, key.clone()).await;
    }
    agent.call("keys.attestation", json!({})).await;
    let statement = json!({ "data": "eyJ2YWx1ZSI6IDF9", "circuit": "commitment" });
    let proved = ada.post("/v1/encryption/zk/prove", statement).await.ok();
    let proof = json!({
        "proof": proved["proof"], "publicInputs": proved["publicInputs"],
        "circuit": "commitment",
    });
    let verified = agent.call("proofs.verify", proof).await;
    assert_eq!(verified["verified"], true);

    let begun = ada.request(axum::http::Method::POST, "/v1/encryption/encrypt");
    let begun = begun.json(&json!({ "data": "", "mode": "Basic" }));
    let begun = ada.send(begun.header("Prefer", "respond-async")).await.ok();
    let job = json!({ "jobId": begun["jobId"] });
    agent.call("jobs.status", job.clone()).await;
    agent.call("jobs.cancel", job).await;

    let new = json!({ "name": "runs", "encryption_mode": "none", "data": { "hr": [61, 62] } });
    let made = agent.call("datasets.create", new).await;
    let listed = agent.call("datasets.list", json!({ "limit": 5 })).await;
    assert_eq!(listed["data"][0]["id"], made["id"]);
    let dataset = json!({ "dataset_id": made["id"] });
    agent.call("datasets.read", dataset.clone()).await;
    agent.call("datasets.delete", dataset).await;

    let report = agent.call("quality.check", json!({})).await;
    assert_eq!(report["types"][0]["type"], "heart_rate");
    let query = json!({ "query": "strap", "candidates": 5 });
    let found = agent.call("search.find", query).await;
    assert_eq!(found["records"][0]["id"], registered["deviceId"]);
    let device = crate::uadm::treadmill(&ada, "Runner").await;
    let id = json!({ "device_id": device["device_id"] });
    let listed = agent.call("uadm.list", json!({ "limit": 5 })).await;
    assert_eq!(listed["data"][0]["device_id"], device["device_id"]);
    for name in ["uadm.read", "uadm.read_twin", "uadm.commands"] {
        agent.call(name, id.clone()).await;
    }
    let stop = json!({ "device_id": device["device_id"], "command": "stop" });
    let sent = agent.call("uadm.control", stop).await;
    let command = json!({ "device_id": device["device_id"], "command_id": sent["command_id"] });
    agent.call("uadm.read_command", command).await;
    let patch = json!({ "device_id": device["device_id"], "desired": { "kmh": 8 } });
    agent.call("uadm.update_twin", patch).await;

    call_privacy_tools(&ada, &mut agent).await;
    let all: BTreeSet<&str> = agent.tools.entries().map(|entry| entry.tool.name).collect();
    let missed: Vec<_> = all.difference(&agent.called).collect();
    assert!(missed.is_empty(), "listed and not run here: {missed:?}");
}

/// Calls the tools that plan, prove and revoke.
async fn call_privacy_tools(ada: &TestClient, agent: &mut Agent) {
    let plan = agent.call("accounts.export_plan", json!({})).await;
    assert_eq!(plan["parts"][0]["kind"], "points");
    let plan = agent.call("accounts.erasure_plan", json!({})).await;
    assert_ne!(plan["destroyed"], json!([]));
    let steps = json!({ "timestamp": "2026-06-01T12:00:00Z", "type": "steps", "value": 5000, "unit": "count", "device": "d" });
    let sealed = json!({ "data": [steps], "encryptionMode": "ZK" });
    ada.post("/v1/sfdp/data", sealed).await.ok();
    let claim = json!({
        "statement": { "metric": "steps", "min": 4000 }, "startDate": "2026-06-01", "endDate": "2026-06-01",
    });
    let proof = agent.call("proofs.prove", claim).await;
    assert_eq!(proof["statement"]["metric"], "steps");
    let key = json!({ "name": "watch", "scopes": ["fitness:write"] });
    let made = ada.post("/v1/api-keys", key).await.ok();
    let revoked = agent
        .call("accounts.revoke_api_key", json!({ "id": made["id"] }))
        .await;
    assert_eq!(revoked["deleted"], true);
}

/// Calls the tools of administration as an administrator; another account's agent is refused.
async fn call_admin_tools(app: &TestApp, agent: &mut Agent) {
    let admin = app.admin();
    let low = json!({ "alerts": { "storagePercent": 1 } });
    admin.patch("/v1/admin/settings", low).await.ok();
    lockstep_admin::evaluate(app.state()).await.unwrap();
    let mut administrator = Agent::of(app, &admin).await;
    let alerts = administrator.call("alerts.list", json!({})).await;
    let alert = json!({ "alertId": alerts["alerts"][0]["id"] });
    let seen = administrator
        .call("alerts.acknowledge", alert.clone())
        .await;
    assert_eq!(seen["acknowledgement"]["name"], "admin");
    let words = json!({ "searchQuery": "settings", "limit": 5 });
    let found = administrator.call("audit.search", words.clone()).await;
    assert_ne!(found["logs"], json!([]));
    let verified = administrator.call("audit.verify", json!({})).await;
    assert_eq!(verified["intact"], true);
    for (name, input) in [
        ("alerts.list", json!({})),
        ("alerts.acknowledge", alert),
        ("audit.search", words),
        ("audit.verify", json!({})),
    ] {
        let fault = agent.refused(name, input).await;
        assert_eq!(fault.kind, ErrorKind::PermissionDenied, "{name}");
    }
    agent.called.append(&mut administrator.called);
}

/// Calls the tools of the marketplace as a seller, and those of a purchase as its buyer.
async fn call_market_tools(app: &TestApp, ada: &TestClient, agent: &mut Agent) {
    let offer = crate::market::token(1, &[]);
    let made = ada.post(crate::market::TOKENS, offer).await.ok();
    let id = json!({ "id": made["tokenId"] });
    agent.call("market.list_tokens", json!({})).await;
    let sought = json!({ "type": "heart_rate" });
    let prices = agent.call("market.compare_prices", sought).await;
    assert_eq!(prices["offers"][0]["id"], made["tokenId"]);
    let sought = json!({ "query": "june tokens", "limit": 5 });
    agent.call("market.find_offers", sought).await;
    agent.call("market.list_grants", json!({})).await;
    agent.call("market.read_token", id.clone()).await;
    agent.call("market.read_certificate", id.clone()).await;
    agent.call("market.withdraw_token", id).await;
    agent.call("market.read_ledger", json!({})).await;

    let new = json!({ "name": "sold", "encryption_mode": "none", "data": { "hr": [61, 62] } });
    let dataset = agent.call("datasets.create", new).await;
    let id = json!({ "dataset_id": dataset["id"] });
    let draft = agent.call("market.draft_listing", id).await;
    assert_eq!(
        (&draft["title"], &draft["rows"]),
        (&json!("sold"), &json!(2))
    );
    let new = json!({ "title": "Rides", "price": 25, "dataset_id": dataset["id"] });
    let listing = agent.call("market.create_listing", new).await;
    let listed = agent.call("market.list_listings", json!({})).await;
    assert_eq!(listed["data"][0]["id"], listing["id"]);
    let bob = app.user("bob").await;
    let path = format!(
        "/api/marketplace/items/{}/purchase",
        listing["id"].as_str().unwrap()
    );
    let bought = bob.post(&path, json!({})).await.ok();
    let mut buyer = Agent::of(app, &bob).await;
    let purchase = json!({ "id": bought["purchase_id"] });
    buyer.call("market.read_purchase", purchase).await;
    buyer.call("market.list_purchases", json!({})).await;
    agent.called.append(&mut buyer.called);
    let id = json!({ "id": listing["id"] });
    agent.call("market.read_listing", id.clone()).await;
    agent.call("market.withdraw_listing", id).await;

    let item = json!({
        "name": "Plan", "description": "Ten weeks.", "price": 9, "category": "plans",
        "encryption": { "available": false, "types": [], "required": false },
    });
    let item = app
        .admin()
        .post("/v1/admin/marketplace/items", item)
        .await
        .ok();
    let listed = agent.call("market.list_items", json!({})).await;
    assert_eq!(listed["items"][0]["id"], item["id"]);
    agent
        .call("market.read_item", json!({ "id": item["id"] }))
        .await;
}

#[tokio::test]
async fn a_tool_may_what_its_caller_may() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let watch = json!({ "type": "watch", "name": "w", "capabilities": [] });
    let device = bob.post("/v1/sfdp/devices", watch.clone()).await.ok();
    let mut agent = Agent::of(&app, &ada).await;
    let listed = agent.call("devices.list", json!({})).await;
    assert_eq!(listed["devices"], json!([]));
    for id in [
        device["deviceId"].clone(),
        json!("../../api/auth/me"),
        json!("%2e%2e"),
    ] {
        let fault = agent.refused("devices.revoke", json!({ "id": id })).await;
        assert_eq!(fault.kind, ErrorKind::NotFound, "{id}");
    }
    for (name, input, parameter) in [
        ("points.read", json!({ "limti": 3 }), "limti"),
        ("points.read", json!({ "limit": 0 }), "limit"),
        ("points.read", json!({ "limit": { "a": 1 } }), "limit"),
        ("devices.list", json!({ "page": 1 }), "page"),
        ("devices.revoke", json!({}), "id"),
        (
            "devices.register",
            json!({ "name": "w", "capabilities": [] }),
            "type",
        ),
        ("devices.register", json!(3), ""),
    ] {
        let fault = agent.refused(name, input).await;
        assert_eq!(fault.kind, ErrorKind::Invalid, "{name}: {fault:?}");
        assert_eq!(fault.details.unwrap()["parameter"], parameter, "{name}");
    }
    let fault = agent.refused("devices.format", json!({})).await;
    assert_eq!(fault.kind, ErrorKind::NotFound);

    // The scopes of an API key narrow its tools as they narrow its requests.
    let scopes = vec!["fitness:read".to_owned()];
    agent.caller.scopes = Scopes::new(scopes).unwrap();
    agent.call("devices.list", json!({})).await;
    for (name, input) in [
        ("devices.register", watch),
        ("accounts.me", json!({})),
        ("keys.list", json!({})),
    ] {
        let fault = agent.refused(name, input).await;
        assert_eq!(fault.kind, ErrorKind::PermissionDenied, "{name}");
    }
}

#[tokio::test]
async fn every_tool_names_its_group_and_its_permission() {
    let app = TestApp::start().await;
    let tools = Toolbox::of(app.state()).unwrap();
    for entry in tools.entries() {
        let name = entry.tool.name;
        let (group, act) = name.split_once('.').unwrap();
        let is_word = |word: &str| {
            !word.is_empty()
                && word
                    .chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter == '_')
        };
        assert!(is_word(group) && is_word(act), "{name}");
        assert!(entry.description.len() > 10, "{name}");
        let (_, act) = entry.permission.split_once(':').unwrap();
        assert!(matches!(act, "read" | "write"), "{name}");
        let is_of_administration = matches!(group, "alerts" | "audit");
        assert_eq!(
            !entry.permission.starts_with("own:"),
            is_of_administration,
            "{name}"
        );
        // A route that only reads is never W or X.
        let changes = matches!(entry.tool.class, ToolClass::Write | ToolClass::External);
        assert!(!changes || act == "write", "{name}");
    }
}

/// The table of questions of `lockstep-agents` is measured over the tools that a server has.
#[tokio::test]
async fn the_table_of_questions_has_every_tool() {
    let app = TestApp::start().await;
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../lockstep-agents/questions.toml"
    );
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let table = serde_json::to_value(table).unwrap();
    let listed = table["tool"].as_array().unwrap().iter();
    let listed: BTreeSet<String> = listed.map(ToString::to_string).collect();
    let tools = Toolbox::of(app.state()).unwrap();
    let served = tools.entries().map(|entry| {
        let tool = entry.tool;
        let changes = matches!(tool.class, ToolClass::Write | ToolClass::External);
        let row =
            json!({ "name": tool.name, "operation": tool.operation, "changes_state": changes });
        row.to_string()
    });
    assert_eq!(listed, served.collect::<BTreeSet<_>>());
}

/// The audit log counts a call as it counts a request: a read, or a refusal.
#[tokio::test]
async fn calls_are_counted_for_the_audit_log() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut agent = Agent::of(&app, &ada).await;
    agent.call("points.types", json!({})).await;
    agent.caller.scopes = Scopes::new(vec!["platform:read".to_owned()]).unwrap();
    agent.refused("points.usage", json!({})).await;
    let state = app.state();
    state.audit_counter().flush(&state.db).await.unwrap();
    let id = ada.id.clone();
    let entries = state.db.read::<_, StoreError, _>("test.audit", move |tx| {
        let sql = "SELECT action FROM audit_body WHERE user_id = ?1";
        tx.query(sql, params![&id], |row| row.at::<String>(0))
    });
    let entries = entries.await.unwrap().join("\n");
    for counted in [
        "read /v1/sfdp/types",
        "refused PERMISSION_DENIED /v1/sfdp/usage",
    ] {
        assert!(entries.contains(counted), "{counted}: {entries}");
    }
}

#[tokio::test]
async fn a_large_output_is_refused_with_advice() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..9000).map(|nth| 60.0 + f64::from(nth % 20)).collect();
    let body = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut agent = Agent::of(&app, &ada).await;
    let fault = agent.refused("points.read", json!({ "limit": 9000 })).await;
    assert_eq!(fault.kind, ErrorKind::Invalid);
    assert!(fault.message.contains("smaller range"), "{fault:?}");
    agent.call("points.read", json!({ "limit": 1000 })).await;
}

#[test]
fn figures_of_an_account_have_names_of_their_own() {
    let figures = CAPABILITIES.iter().flat_map(|capability| capability.counts);
    let mut names: Vec<&str> = figures.map(|figure| figure.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(
        names.len(),
        all,
        "two capabilities count one figure: {names:?}"
    );
    for read in ["datastreams", "encryptionKeys"] {
        assert!(
            names.contains(&read),
            "the API shows {read}, which nothing counts"
        );
    }
}
