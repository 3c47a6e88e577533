//! The Model Context Protocol over HTTP and over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use axum::http::Method;
use lockstep_store::{StoreError, params};
use serde_json::{Value as Json, json};

use crate::app::{Answer, TestApp, TestClient};
use crate::child::Child;

/// Sends a request of the protocol and returns its answer.
async fn exchange(caller: &TestClient, method: &str, params: Json) -> Json {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let answer = caller.post("/mcp", message).await.ok();
    assert_eq!(
        (&answer["jsonrpc"], &answer["id"]),
        (&json!("2.0"), &json!(7))
    );
    answer
}

/// Calls a tool and returns its texts and whether it failed.
async fn call(caller: &TestClient, name: &str, arguments: Json) -> (Vec<String>, bool) {
    let params = json!({ "name": name, "arguments": arguments });
    let answer = exchange(caller, "tools/call", params).await;
    let content = answer["result"]["content"].as_array();
    let content = content.unwrap_or_else(|| panic!("{answer}"));
    let texts = content
        .iter()
        .map(|it| it["text"].as_str().unwrap().to_owned());
    (texts.collect(), answer["result"]["isError"] == true)
}

async fn names(caller: &TestClient) -> Vec<String> {
    let listed = exchange(caller, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap().clone();
    tools
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect()
}

async fn key(owner: &TestClient, scopes: Json) -> TestClient {
    let made = owner.post("/v1/api-keys", json!({ "name": "mcp", "scopes": scopes }));
    owner.bearing(made.await.ok()["key"].as_str().unwrap())
}

#[tokio::test]
async fn a_client_is_introduced_to_the_tools() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let hello = json!({
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    let answer = exchange(&ada, "initialize", hello).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(answer["result"]["serverInfo"]["name"], "lockstep");
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(ada.post("/mcp", notification).await.status, 202);
    let listed = exchange(&ada, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let tool = |name: &str| tools.iter().find(|it| it["name"] == name).unwrap();
    let list = tool("devices_list");
    assert_eq!(list["inputSchema"]["type"], "object");
    assert_eq!(list["annotations"]["readOnlyHint"], true);
    assert_eq!(list["outputSchema"]["type"], "object");
    assert!(tool("market_list_tokens").get("outputSchema").is_none());
    assert!(list["inputSchema"]["properties"].get("confirm").is_none());
    let revoke = tool("devices_revoke");
    assert_eq!(revoke["annotations"]["readOnlyHint"], false);
    assert_eq!(revoke["annotations"]["destructiveHint"], true);
    assert_eq!(
        revoke["inputSchema"]["properties"]["confirm"]["type"],
        "boolean"
    );
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        assert!(name.len() <= 64 && name.bytes().all(is_letter), "{name}");
        assert!(!tool["description"].as_str().unwrap().is_empty(), "{name}");
    }
    let unknown = exchange(&ada, "frobnicate", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32601);
}

/// A tool with a schema of its output answers with structured content that fits it; untrusted text comes only after its
/// note.
#[tokio::test]
async fn structured_outputs_fit_their_schemas() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let new = json!({ "type": "watch", "name": "Fenix", "capabilities": [] });
    ada.post("/v1/sfdp/devices", new).await.ok();
    let listed = exchange(&ada, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    for (name, arguments) in [
        ("accounts_me", json!({})),
        ("devices_list", json!({})),
        ("metrics_read", json!({ "metrics": "steps" })),
        ("points_read", json!({ "limit": 5 })),
        ("quality_check", json!({})),
    ] {
        let params = json!({ "name": name, "arguments": arguments });
        let answer = exchange(&ada, "tools/call", params).await;
        let output = &answer["result"]["structuredContent"];
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(
            &serde_json::from_str::<Json>(text).unwrap(),
            output,
            "{name}"
        );
        let schema = &tools.iter().find(|it| it["name"] == name).unwrap()["outputSchema"];
        let found = crate::schema::violations(schema, schema, output);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    let params = json!({ "name": "market_list_tokens", "arguments": {} });
    let answer = exchange(&ada, "tools/call", params).await;
    assert!(
        answer["result"].get("structuredContent").is_none(),
        "{answer}"
    );
    let params = json!({ "name": "points_read", "arguments": { "limit": 0 } });
    let answer = exchange(&ada, "tools/call", params).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(
        answer["result"].get("structuredContent").is_none(),
        "{answer}"
    );
}

#[tokio::test]
async fn a_credential_lists_and_calls_only_what_its_scopes_allow() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let reader = key(&ada, json!(["fitness:read"])).await;
    let listed = names(&reader).await;
    assert!(listed.contains(&"devices_list".to_owned()), "{listed:?}");
    for missing in [
        "devices_revoke",
        "keys_list",
        "insights_generate",
        "accounts_me",
    ] {
        assert!(!listed.contains(&missing.to_owned()), "{missing}");
    }
    assert!(names(&ada).await.contains(&"devices_revoke".to_owned()));
    let (texts, failed) = call(&reader, "devices_list", json!({})).await;
    assert!(!failed && texts[0].contains("\"devices\""), "{texts:?}");
    // Not listed is not hidden: the route itself refuses the call.
    let new = json!({ "type": "watch", "name": "Fenix", "capabilities": [], "confirm": true });
    let (texts, failed) = call(&reader, "devices_register", new).await;
    assert!(failed && texts[0].contains("fitness:write"), "{texts:?}");
    let (texts, failed) = call(&reader, "keys_list", json!({})).await;
    assert!(failed && texts[0].contains("encryption:read"), "{texts:?}");
    let devices = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"], json!([]));
    let unknown = exchange(&ada, "tools/call", json!({ "name": "devices_format" })).await;
    assert_eq!(unknown["error"]["code"], -32602);
}

/// A client reads untrusted text, which could tell it to act.
#[tokio::test]
async fn commands_to_devices_are_not_offered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = crate::uadm::treadmill(&ada, "Runner").await;
    let id = device["device_id"].as_str().unwrap();
    let listed = names(&ada).await;
    assert!(listed.contains(&"uadm_commands".to_owned()));
    assert!(!listed.contains(&"uadm_control".to_owned()));
    let stop = json!({ "device_id": id, "command": "stop", "confirm": true });
    let (texts, failed) = call(&ada, "uadm_control", stop).await;
    assert!(failed && texts[0].contains("untrusted text"), "{texts:?}");
    let path = format!("/api/uadm/devices/{id}/commands");
    assert_eq!(ada.get(&path).await.ok()["total"], 0);
}

#[tokio::test]
async fn a_tool_that_changes_something_needs_approval() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let new = json!({ "type": "watch", "name": "Fenix", "capabilities": [] });
    for confirm in [
        None,
        Some(json!(false)),
        Some(json!("true")),
        Some(json!(1)),
    ] {
        let mut new = new.clone();
        if let Some(confirm) = confirm {
            new["confirm"] = confirm;
        }
        let (texts, failed) = call(&ada, "devices_register", new).await;
        assert!(failed && texts[0].contains("approval"), "{texts:?}");
    }
    let devices = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"], json!([]));
    let mut approved = new;
    approved["confirm"] = json!(true);
    let (texts, failed) = call(&ada, "devices.register", approved).await;
    assert!(!failed, "{texts:?}");
    let made: Json = serde_json::from_str(&texts[0]).unwrap();
    let devices = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"][0]["id"], made["deviceId"]);
    // Another account's device is not found.
    let bob = app.user("bob").await;
    let gone = json!({ "id": made["deviceId"], "confirm": true });
    let (texts, failed) = call(&bob, "devices_revoke", gone).await;
    assert!(failed && texts[0].contains("refused"), "{texts:?}");
}

#[tokio::test]
async fn inputs_are_checked_and_calls_are_audited_without_values() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (texts, failed) = call(&ada, "points_read", json!({ "limit": "many" })).await;
    assert!(failed && texts[0].contains("limit"), "{texts:?}");
    let (texts, failed) = call(&ada, "points_read", json!({ "typ": "steps" })).await;
    assert!(failed && texts[0].contains("typ"), "{texts:?}");
    let query = json!({ "query": "a private word" });
    let (texts, failed) = call(&ada, "search_find", query).await;
    assert!(!failed, "{texts:?}");
    let (texts, _) = call(&ada, "market_list_tokens", json!({})).await;
    assert!(texts[0].contains("Other people wrote"), "{texts:?}");
    let entries = app.state().db.read::<_, StoreError, _>("test.audit", move |tx| {
        let sql = "SELECT details || COALESCE(metadata, '') FROM audit_body WHERE action = 'agent.call'";
        tx.query(sql, params![], |row| row.at::<String>(0))
    });
    let entries = entries.await.unwrap();
    let of_search = entries.iter().filter(|it| it.contains("search.find"));
    assert_eq!(of_search.count(), 1, "{entries:?}");
    assert!(
        entries
            .iter()
            .all(|it| it.contains("mcp") && !it.contains("private word"))
    );
}

#[tokio::test]
async fn resources_and_prompts_are_offered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let listed = exchange(&ada, "resources/list", json!({})).await;
    let uris: Vec<_> = listed["result"]["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["uri"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(uris, ["lockstep://metrics/today", "lockstep://activities"]);
    for (uri, field) in [(&uris[0], "metrics"), (&uris[1], "activities")] {
        let read = exchange(&ada, "resources/read", json!({ "uri": uri })).await;
        let text = read["result"]["contents"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{read}"));
        let output: Json = serde_json::from_str(text).unwrap();
        assert!(output.get(field).is_some(), "{uri}: {text}");
    }
    let stranger = key(&ada, json!(["encryption:read"])).await;
    let listed = exchange(&stranger, "resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]));
    let read = exchange(&stranger, "resources/read", json!({ "uri": uris[0] })).await;
    assert!(
        read["error"]["message"]
            .as_str()
            .unwrap()
            .contains("fitness:read"),
        "{read}"
    );
    let read = exchange(
        &ada,
        "resources/read",
        json!({ "uri": "file:///etc/passwd" }),
    )
    .await;
    assert!(read["error"].is_object(), "{read}");
    let listed = exchange(&ada, "prompts/list", json!({})).await;
    assert_eq!(listed["result"]["prompts"].as_array().unwrap().len(), 3);
    let chosen = json!({ "name": "compare_weeks", "arguments": { "metric": "steps" } });
    let prompt = exchange(&ada, "prompts/get", chosen).await;
    let text = prompt["result"]["messages"][0]["content"]["text"]
        .as_str()
        .unwrap();
    assert!(text.contains("steps"), "{prompt}");
}

async fn ping(caller: &TestClient, header: (&str, &str)) -> Answer {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let request = caller.request(Method::POST, "/mcp").json(&message);
    caller.send(request.header(header.0, header.1)).await
}

#[tokio::test]
async fn strangers_and_their_pages_are_refused() {
    let app = TestApp::start_with(|config| {
        let url = "https://fit.example".to_owned();
        config.public_url = Some(url.try_into().unwrap());
    })
    .await;
    let answer = ping(&app.anonymous(), ("accept", "*/*")).await;
    answer.refused(401, "AUTH_ERROR");
    let metadata = "https://fit.example/.well-known/oauth-protected-resource/mcp";
    let expected = format!("Bearer resource_metadata=\"{metadata}\"");
    assert_eq!(answer.header("www-authenticate"), Some(&*expected));
    for path in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let found = app.anonymous().get(path).await.ok();
        assert_eq!(found["resource"], "https://fit.example/mcp");
        assert_eq!(found["bearer_methods_supported"], json!(["header"]));
        assert!(
            found["scopes_supported"]
                .as_array()
                .unwrap()
                .contains(&json!("fitness:read"))
        );
    }
    let ada = app.user("ada").await;
    for origin in [
        "http://evil.example",
        "null",
        "https://fit.example.evil.example",
    ] {
        ping(&ada, ("origin", origin))
            .await
            .refused(403, "PERMISSION_DENIED");
    }
    for origin in ["https://fit.example", "http://localhost:6274"] {
        assert_eq!(ping(&ada, ("origin", origin)).await.status, 200, "{origin}");
    }
    let stream = ada.get("/mcp").await;
    assert_eq!((stream.status, stream.header("allow")), (405, Some("POST")));
    assert_eq!(ada.delete("/mcp").await.status, 405);
    assert_eq!(app.anonymous().get("/mcp").await.status, 401);
    for body in [
        json!([]),
        json!({ "jsonrpc": "2.0" }),
        json!({ "jsonrpc": "2.0", "method": 1 }),
    ] {
        ada.post("/mcp", body)
            .await
            .refused(400, "INVALID_PARAMETER");
    }
    for (field, value) in [
        ("jsonrpc", json!("1.0")),
        ("id", json!(null)),
        ("id", json!(1.5)),
        ("id", json!([1])),
        ("id", json!(u64::MAX)),
        ("params", json!({ "_meta": 1 })),
        // Reading many values takes the library long.
        (
            "params",
            json!({ "name": "metrics.read", "arguments": { "a": vec![json!([]); 2000] } }),
        ),
    ] {
        let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call" });
        message[field] = value;
        let request = ada.request(Method::POST, "/mcp").json(&message);
        // The compressed refusal of a library is replaced, and so are the headers that describe it.
        let answer = ada.send(request.header("accept-encoding", "gzip")).await;
        assert_eq!(answer.header("content-encoding"), None);
        let error = answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(error["details"]["parameter"], field, "{message}");
    }
    let long = "x".repeat((1 << 20) + 1);
    let large = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "text": long } });
    ada.post("/mcp", large)
        .await
        .refused(400, "INVALID_PARAMETER");
}

/// `lockstep mcp` answers each line with a line.
#[tokio::test]
async fn standard_input_and_output_reach_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = Child::start(folder.path());
    let made = server
        .admin()
        .await
        .post("/v1/api-keys", json!({ "name": "mcp" }))
        .await
        .ok();
    let key = made["key"].as_str().unwrap().to_owned();
    let address = server.address;
    let answers = tokio::task::spawn_blocking(move || {
        let lines = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" } } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": "two", "method": "tools/call",
                "params": { "name": "accounts_me", "arguments": {} } }),
        ];
        let input = lines.map(|line| format!("{line}\n")).concat() + "not JSON\n";
        bridge(
            &[
                ("LOCKSTEP_API_KEY", &key),
                ("LOCKSTEP_URL", &format!("http://{address}")),
            ],
            &input,
        )
    });
    let (answers, said) = answers.await.unwrap();
    assert_eq!(answers.len(), 3, "{answers:?} {said}");
    let of = |id: Json| answers.iter().find(|it| it["id"] == id).unwrap();
    assert_eq!(of(json!(1))["result"]["protocolVersion"], "2025-06-18");
    let text = of(json!("two"))["result"]["content"][0]["text"]
        .as_str()
        .unwrap();
    assert!(text.contains("\"admin\""), "{text}");
    assert_eq!(of(Json::Null)["error"]["code"], -32700);
}

#[tokio::test]
async fn the_bridge_says_what_is_wrong() {
    let app = TestApp::start().await;
    let url = format!("http://{}", app.anonymous().address);
    let answers = tokio::task::spawn_blocking(move || {
        let line = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\n";
        let wrong_key = bridge(
            &[("LOCKSTEP_API_KEY", "lk_ak_0000"), ("LOCKSTEP_URL", &url)],
            line,
        );
        let no_key = bridge(&[("LOCKSTEP_URL", &url)], line);
        let elsewhere = ("LOCKSTEP_URL", "http://fit.example");
        let elsewhere = bridge(&[("LOCKSTEP_API_KEY", "lk_ak_0000"), elsewhere], line);
        (wrong_key, no_key, elsewhere)
    });
    let (wrong_key, no_key, elsewhere) = answers.await.unwrap();
    let (answers, said) = wrong_key;
    assert_eq!(answers[0]["id"], 5);
    assert_eq!(answers[0]["error"]["code"], -32001, "{answers:?}");
    assert!(!said.contains("lk_ak_0000"));
    assert!(
        no_key.0.is_empty() && no_key.1.contains("LOCKSTEP_API_KEY"),
        "{}",
        no_key.1
    );
    assert!(
        elsewhere.0.is_empty() && elsewhere.1.contains("this machine"),
        "{}",
        elsewhere.1
    );
}

/// Runs `lockstep mcp` with this input; returns its lines and its standard error.
fn bridge(variables: &[(&str, &str)], input: &str) -> (Vec<Json>, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .arg("mcp")
        .env_remove("LOCKSTEP_TESTDATA")
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = process.stdin.take().unwrap();
    // A command that refuses to start reads nothing.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let answers = lines
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    let said = process.wait_with_output().unwrap().stderr;
    (answers, String::from_utf8(said).unwrap())
}
