//! API keys with scopes: what their decisions set in motion, and what journals and chats show to them.

use lockstep_store::{StoreError, Tx};
use serde_json::{Value as Json, json};

use super::{RUNS, becomes, begin, device};
use crate::agents::workflows::{WORKFLOWS, chain, manual, output, store, tool};
use crate::agents::{SENTINEL, message, tell};
use crate::app::{JUNE, TestApp, TestClient, points};
use crate::modes::until;

/// Makes an API key with scopes.
async fn key(owner: &TestClient, scopes: &[&str]) -> TestClient {
    let new = json!({ "name": "k", "scopes": scopes });
    let made = owner.post("/v1/api-keys", new).await.ok();
    owner.bearing(made["key"].as_str().unwrap())
}

/// Counts the devices that are not revoked.
async fn devices(owner: &TestClient) -> usize {
    let listed = owner.get("/v1/sfdp/devices").await.ok();
    let devices = listed["devices"].as_array().unwrap().iter();
    devices.filter(|one| one["status"] == "active").count()
}

fn approval(id: &str) -> Json {
    json!({ "id": id, "type": "approval", "message": "Go on?" })
}

fn agent(id: &str) -> Json {
    json!({ "id": id, "type": "agent", "agentId": "agt_core_sentinel", "question": "Which devices do I have?" })
}

#[tokio::test]
async fn an_approval_needs_the_scopes_of_what_it_lets_run() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let watch = device(&ada, "Fenix").await;
    let revoke = tool("revoke", "devices.revoke", json!({ "id": watch }));
    let list = || tool("list", "devices.list", json!({}));
    // Nodes, the scopes of a key, the scopes that its approval lacks.
    for (nodes, scopes, lacks) in [
        (vec![list()], &["agents:write"][..], Some("fitness:read")),
        (
            vec![revoke.clone()],
            &["agents:write"],
            Some("fitness:write"),
        ),
        (
            vec![revoke.clone()],
            &["agents:write", "fitness:read", "platform:write"],
            Some("fitness:write"),
        ),
        (
            vec![tool("u", "uadm.list", json!({})), list()],
            &["agents:write"],
            Some("fitness:read, platform:read"),
        ),
        // An agent may call its own tools.
        (
            vec![agent("a")],
            &["agents:write", "fitness:read"],
            Some("administration:read, platform:read"),
        ),
        (vec![output("o", json!(1))], &["agents:write"], None),
        (vec![list()], &["agents:write", "fitness:read"], None),
    ] {
        let said = format!("{nodes:?} {scopes:?}");
        let narrow = key(&ada, scopes).await;
        let all: Vec<Json> = [approval("ok")].into_iter().chain(nodes).collect();
        store(&ada, "w", &chain(manual(), &all)).await;
        let run = begin(&ada, "w", json!({})).await;
        becomes(&ada, &run, "waiting").await;
        let answer = narrow.post(&format!("{run}/approve"), json!({})).await;
        match lacks {
            None => {
                answer.ok();
                becomes(&ada, &run, "completed").await;
            }
            Some(lacks) => {
                answer.refused(403, "PERMISSION_DENIED");
                let told = answer.to_string();
                assert!(
                    told.contains(lacks) && told.contains("sign in"),
                    "{said}: {told}"
                );
                assert_eq!(ada.get(&run).await.ok()["status"], "waiting", "{said}");
                assert_eq!(devices(&ada).await, 1, "{said}");
                // Ending a run lets nothing run.
                narrow.post(&format!("{run}/reject"), json!({})).await.ok();
            }
        }
    }
}

/// The steps up to the next approval run with the rights of the run and of the key that approved them.
#[tokio::test]
async fn an_approved_step_has_the_rights_of_both_credentials() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let watch = device(&ada, "Fenix").await;
    let revoke = tool("revoke", "devices.revoke", json!({ "id": watch }));
    let steps = [
        approval("first"),
        tool("list", "devices.list", json!({})),
        approval("second"),
        revoke,
    ];
    store(&ada, "w", &chain(manual(), &steps)).await;
    let run = begin(&ada, "w", json!({})).await;
    let approve = format!("{run}/approve");
    let reader = key(&ada, &["agents:write", "fitness:read"]).await;
    let waits_at = async |node: &str| {
        until(&format!("the run waits at {node}"), async || {
            let run = ada.get(&run).await.ok();
            let steps = run["steps"].as_array().unwrap();
            steps
                .iter()
                .any(|step| step["node"] == node && step["status"] == "waiting")
        })
        .await;
    };
    waits_at("first").await;
    reader.post(&approve, json!({})).await.ok();
    waits_at("second").await;
    reader
        .post(&approve, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
    assert_eq!(devices(&ada).await, 1);
    // The next approval decides about the next steps alone.
    ada.post(&approve, json!({})).await.ok();
    becomes(&ada, &run, "completed").await;
    assert_eq!(devices(&ada).await, 0);

    // A key with more rights than the run does not widen it.
    let watch = device(&ada, "Fenix").await;
    let revoke = tool("revoke", "devices.revoke", json!({ "id": watch }));
    let graph = chain(manual(), &[approval("ok"), revoke]);
    store(&reader, "of-reader", &graph).await;
    let run = begin(&reader, "of-reader", json!({})).await;
    becomes(&ada, &run, "waiting").await;
    ada.post(&format!("{run}/approve"), json!({})).await.ok();
    let failed = becomes(&ada, &run, "failed").await;
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("fitness:write"), "{failed}");
    assert_eq!(devices(&ada).await, 1);
}

#[tokio::test]
async fn a_key_sees_values_of_tools_that_its_scopes_cover() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.5]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let from = |node: &str| json!({ "$from": node });
    let transform = json!({ "id": "sum", "type": "transform", "operation": "sum", "field": "/value",
        "input": { "$from": "read", "pointer": "/data" } });
    let steps = [
        tool("read", "points.read", json!({ "type": "heart_rate" })),
        transform,
        tool("sets", "datasets.list", json!({})),
        agent("asked"),
        tool("found", "search.find", json!({ "query": "fenix" })),
        output("o", from("sum")),
        output("p", from("sets")),
        output("fixed", json!("plain")),
    ];
    store(&ada, "w", &chain(manual(), &steps)).await;
    let run = begin(&ada, "w", json!({})).await;
    let whole = becomes(&ada, &run, "completed").await;
    assert!(whole.to_string().contains("61.5") && whole.to_string().contains("Fenix"));
    let hidden = |run: &Json| {
        let steps = run["steps"].as_array().unwrap().iter();
        let hidden = steps.filter(|step| step["redacted"] != Json::Null);
        let mut nodes = Vec::new();
        for step in hidden {
            assert_eq!(
                (&step["input"], &step["output"], &step["error"]),
                (&Json::Null, &Json::Null, &Json::Null)
            );
            assert_eq!(step["status"], "done");
            nodes.push(step["node"].as_str().unwrap().to_owned());
        }
        nodes.join(" ")
    };
    assert_eq!(hidden(&whole), "");
    for (scopes, expected, results) in [
        (
            &["agents:read"][..],
            "read sum sets asked found o p",
            &["fixed"][..],
        ),
        (
            &["agents:read", "platform:read"],
            "read sum asked found o",
            &["fixed", "p"],
        ),
        (
            &["agents:write", "fitness:read"],
            "sets asked found p",
            &["fixed", "o"],
        ),
        (
            &[
                "agents:read",
                "fitness:read",
                "platform:read",
                "administration:read",
                "encryption:read",
            ],
            "",
            &["fixed", "o", "p"],
        ),
        (&[], "", &["fixed", "o", "p"]),
    ] {
        let shown = key(&ada, scopes).await.get(&run).await.ok();
        // The agent has called tools of devices only.
        let expected = match scopes.contains(&"fitness:read") {
            true => expected.replace("asked ", ""),
            false => expected.to_owned(),
        };
        assert_eq!(hidden(&shown), expected, "{scopes:?}");
        let mut named: Vec<_> = shown["result"].as_object().unwrap().keys().collect();
        named.sort();
        assert_eq!(named, results, "{scopes:?}");
        let text = shown.to_string();
        let reads_points = scopes.is_empty() || scopes.contains(&"fitness:read");
        assert_eq!(text.contains("61.5"), reads_points, "{scopes:?}: {text}");
        assert_eq!(shown["steps"][1]["tool"], "points.read");
        if !reads_points {
            assert!(!text.contains("Fenix"), "{scopes:?}: {text}");
            let reason = shown["steps"][1]["redacted"].as_str().unwrap();
            assert!(reason.contains("fitness:read"), "{reason}");
        }
    }
    // The error of a step is hidden in both lists.
    let compare = json!({ "id": "c", "type": "condition", "left": { "$from": "read", "pointer": "/data/7/device" },
        "operator": "less", "right": "x" });
    let mut graph = chain(manual(), &[tool("read", "points.read", json!({})), compare]);
    graph["nodes"]
        .as_array_mut()
        .unwrap()
        .push(output("end", json!(1)));
    let edge = json!({ "from": "c", "to": "end", "when": true });
    graph["edges"].as_array_mut().unwrap().push(edge);
    store(&ada, "f", &graph).await;
    let run = begin(&ada, "f", json!({})).await;
    let failed = becomes(&ada, &run, "failed").await;
    assert_ne!(failed["error"], Json::Null);
    let narrow = key(&ada, &["agents:read"]).await;
    let listed = narrow.get(&format!("{WORKFLOWS}/f/runs")).await.ok();
    for shown in [&narrow.get(&run).await.ok(), &listed["runs"][0]] {
        let error = shown["error"].as_str().unwrap();
        assert!(
            error.starts_with("c: not shown: ") && error.contains("fitness:read"),
            "{error}"
        );
    }
    let listed = ada.get(&format!("{WORKFLOWS}/f/runs")).await.ok();
    assert_eq!(listed["runs"][0]["error"], failed["error"]);
}

#[tokio::test]
async fn a_key_sees_messages_of_tools_that_its_scopes_cover() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let chat = format!("{SENTINEL}/chat");
    tell(&ada, SENTINEL, "query", "help", json!({})).await;
    tell(&ada, SENTINEL, "query", "devices.list", json!({})).await;
    let asked = json!({ "query": "Which devices do I have?" });
    let question = message("query", "ask", asked);
    let send = format!("{SENTINEL}/message");
    ada.post_once(&send, "once", question.clone()).await.ok();
    let read = async |who: &TestClient| {
        let read = who.get(&chat).await.ok();
        let messages = read["messages"].as_array().unwrap().clone();
        let hidden = messages.iter().map(|one| {
            let is_hidden = one["redacted"] != Json::Null;
            assert_eq!(one["content"] == "", is_hidden, "{one}");
            is_hidden
        });
        let hidden: Vec<bool> = hidden.collect();
        (read.to_string(), hidden)
    };
    let (text, hidden) = read(&ada).await;
    assert!(text.contains("Fenix") && hidden == [false; 6], "{text}");
    let narrow = key(&ada, &["agents:write"]).await;
    let (text, hidden) = read(&narrow).await;
    assert_eq!(hidden, [false, false, true, true, true, true], "{text}");
    assert!(
        !text.contains("Fenix") && text.contains("fitness:read"),
        "{text}"
    );
    let (text, hidden) = read(&key(&ada, &["agents:read", "fitness:read"]).await).await;
    assert!(text.contains("Fenix") && hidden == [false; 6], "{text}");
    // Neither does the key of a repeated request show the answer.
    let again = narrow.post_once(&send, "once", question).await.ok();
    assert!(!again.to_string().contains("Fenix"), "{again}");
    assert_eq!(again["response"]["type"], "error");
    // A key reads its own conversation.
    let status = json!({ "query": "Which devices take commands?" });
    let own = narrow
        .post(&send, message("query", "ask", status))
        .await
        .ok();
    assert_ne!(own["response"]["content"], "");
    let (_, hidden) = read(&narrow).await;
    assert_eq!(hidden[6..], [false, false]);
}

/// A choice has the ids that the tools of its answer read: a key takes it up only with the scopes of all of them.
#[tokio::test]
async fn a_key_takes_up_choices_of_answers_that_it_may_read() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for _ in 0..2 {
        let new = json!({ "mode": "Basic" });
        ada.post("/v1/encryption/keys/generate", new).await.ok();
    }
    let guardian = "/v1/agents/agt_core_privacy";
    // The names of the devices are read to understand the question.
    let question = json!({ "query": "rotate my key" });
    let told = tell(&ada, guardian, "query", "ask", question.clone()).await;
    let choices = told["response"]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 2, "{told}");
    let chosen = choices[0]["arguments"]["keyId"].as_str().unwrap();
    let reply = json!({ "query": "the first one" });
    let some = ["agents:write", "encryption:read", "encryption:write"];
    for (scopes, takes_up) in [
        (some.to_vec(), false),
        (
            [&some[..], &["fitness:read", "platform:read"]].concat(),
            true,
        ),
    ] {
        let narrow = key(&ada, &scopes).await;
        let told = tell(&narrow, guardian, "query", "ask", reply.clone()).await;
        let response = told["response"].to_string();
        assert_eq!(response.contains(chosen), takes_up, "{scopes:?}: {told}");
        tell(&ada, guardian, "query", "ask", question.clone()).await;
    }
}

/// The caller of a run names a workflow, not its graph: a key that writes graphs does not act with the rights of those
/// who start them.
#[tokio::test]
async fn a_graph_runs_with_the_rights_of_the_key_that_stored_it() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let watch = device(&ada, "Fenix").await;
    let narrow = key(&ada, &["agents:write"]).await;
    let revoke = tool("d", "devices.revoke", json!({ "id": watch }));
    let mut revoke = chain(manual(), &[revoke]);
    revoke["nodes"][1]["confirm"] = json!(true);
    let list = chain(manual(), &[tool("d", "devices.list", json!({}))]);
    let start = format!("{WORKFLOWS}/w/runs");
    let refused = async || {
        let answer = ada.post(&start, json!({})).await;
        answer.refused(403, "PERMISSION_DENIED");
        let told = answer.to_string();
        assert!(
            told.contains("fitness:write") && told.contains("store it again"),
            "{told}"
        );
    };
    store(&ada, "w", &list).await;
    store(&narrow, "w", &revoke).await;
    refused().await;
    // A version keeps its author.
    store(&ada, "w", &list).await;
    let back = json!({ "version": 2 });
    ada.post(&format!("{WORKFLOWS}/w/rollback"), back)
        .await
        .ok();
    refused().await;
    // A deployment keeps the author of the rest of the graph.
    let trigger = json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Europe/Berlin" });
    let deploy = json!({ "agentId": "agt_core_insight", "workflowId": "w",
        "configuration": { "mode": "scheduled", "trigger": trigger } });
    ada.post("/v1/agents/deploy", deploy).await.ok();
    refused().await;
    let come = |tx: &mut Tx<'_>| tx.execute("UPDATE agent_workflow SET due_at = 1", &[]);
    app.state()
        .db
        .write::<_, StoreError, _>("test", come)
        .await
        .unwrap();
    until("the schedule begins a run that fails", async || {
        let runs = ada.get(&start).await.ok();
        let run = runs["runs"][0].clone();
        run["status"] == "failed" && run["error"].as_str().unwrap().contains("fitness:")
    })
    .await;
    assert_eq!(devices(&ada).await, 1);
    // The account that stores the graph states it.
    store(&ada, "w", &revoke).await;
    let run = begin(&ada, "w", json!({})).await;
    becomes(&ada, &run, "completed").await;
    assert_eq!(devices(&ada).await, 0);
    assert!(run.starts_with(RUNS));
}

#[tokio::test]
async fn a_key_with_scopes_stores_no_trigger_of_events() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let narrow = key(&ada, &["agents:write", "fitness:read"]).await;
    let on = json!({ "type": "event", "event": "key.changed", "atMostEvery": 60 });
    let graph = chain(on, &[output("o", json!(1))]);
    let new = json!({ "workflowId": "w", "graph": graph });
    let autonomous = json!({ "agentId": "agt_core_insight", "workflowId": "v",
        "configuration": { "mode": "autonomous" } });
    for (path, body) in [(WORKFLOWS, new), ("/v1/agents/deploy", autonomous)] {
        let refused = narrow.post(path, body.clone()).await;
        refused.refused(403, "PERMISSION_DENIED");
        assert!(refused.to_string().contains("sign-in"), "{refused}");
        ada.post(path, body).await.ok();
    }
    // The key names a workflow whose trigger of events somebody else stored.
    let deployed = json!({ "agentId": "agt_core_insight", "workflowId": "w",
        "configuration": { "mode": "interactive" } });
    let refused = narrow.post("/v1/agents/deploy", deployed).await;
    refused.refused(403, "PERMISSION_DENIED");
    let versions = ada.get("/v1/agents/workflows/w").await.ok();
    assert_eq!(versions["version"], 1, "{versions}");
}
