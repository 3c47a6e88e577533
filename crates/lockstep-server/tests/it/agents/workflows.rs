//! Workflows over HTTP: versions, and graphs that are refused.

use lockstep_store::{StoreError, Tx};
use serde_json::{Value as Json, json};

use crate::app::{Answer, TestApp, TestClient};

pub(super) const WORKFLOWS: &str = "/v1/agents/workflows";

/// Returns a graph of a trigger and of nodes that run one after the other.
pub(super) fn chain(on: Json, nodes: &[Json]) -> Json {
    let mut trigger = json!({ "id": "t", "type": "trigger" });
    trigger["on"] = on;
    let mut all = vec![trigger];
    all.extend_from_slice(nodes);
    let edges = all.windows(2);
    let edges: Vec<Json> = edges
        .map(|pair| json!({ "from": pair[0]["id"], "to": pair[1]["id"] }))
        .collect();
    json!({ "nodes": all, "edges": edges })
}

pub(super) fn manual() -> Json {
    json!({ "type": "manual" })
}

pub(super) fn tool(id: &str, tool: &str, arguments: Json) -> Json {
    let mut node = json!({ "id": id, "type": "tool", "tool": tool });
    node["arguments"] = arguments;
    node
}

pub(super) fn confirmed(id: &str, name: &str, arguments: Json) -> Json {
    let mut node = tool(id, name, arguments);
    node["confirm"] = json!(true);
    node
}

pub(super) fn output(id: &str, value: Json) -> Json {
    let mut node = json!({ "id": id, "type": "output" });
    node["value"] = value;
    node
}

/// Creates a workflow, or stores a new version.
pub(super) async fn store(owner: &TestClient, name: &str, graph: &Json) -> Json {
    let path = format!("{WORKFLOWS}/{name}");
    let body = json!({ "graph": graph });
    let answer = owner.put(&path, body).await;
    if answer.status != 404 {
        return answer.ok();
    }
    create(owner, name, graph).await.ok()
}

async fn create(owner: &TestClient, name: &str, graph: &Json) -> Answer {
    let new = json!({ "workflowId": name, "graph": graph });
    owner.post(WORKFLOWS, new).await
}

#[tokio::test]
async fn a_workflow_has_versions() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = format!("{WORKFLOWS}/morning-report");
    let first = chain(manual(), &[output("o", json!(1))]);
    let made = store(&ada, "morning-report", &first).await;
    assert_eq!(
        (&made["version"], &made["enabled"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(store(&ada, "morning-report", &first).await["version"], 1);
    let mut second = first.clone();
    second["description"] = json!("Two");
    let body = json!({ "graph": second, "enabled": false, "baseVersion": 1 });
    let changed = ada.put(&path, body.clone()).await.ok();
    assert_eq!(
        (&changed["version"], &changed["enabled"]),
        (&json!(2), &json!(false))
    );
    let mut late = body;
    late["graph"]["description"] = json!("Three");
    ada.put(&path, late).await.refused(400, "INVALID_PARAMETER");

    let read = ada.get(&format!("{path}?version=1")).await.ok();
    assert_eq!(
        (&read["version"], &read["latestVersion"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(read["graph"]["nodes"], made["graph"]["nodes"]);
    let difference = ada.get(&format!("{path}/difference")).await.ok();
    assert_eq!(
        difference["patch"],
        json!([{ "op": "replace", "path": "/description", "value": "Two" }])
    );
    let rolled = ada
        .post(&format!("{path}/rollback"), json!({ "version": 1 }))
        .await
        .ok();
    assert_eq!(
        (&rolled["version"], &rolled["graph"]),
        (&json!(3), &made["graph"])
    );
    let versions = ada.get(&format!("{path}/versions")).await.ok();
    let numbers = versions["versions"].as_array().unwrap().iter();
    let numbers: Vec<_> = numbers
        .map(|version| version["version"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [3, 2, 1]);
    let listed = ada.get(WORKFLOWS).await.ok();
    assert_eq!(
        (&listed["total"], &listed["workflows"][0]["version"]),
        (&json!(1), &json!(3))
    );

    for (path, query) in [(&path, ""), (&path, "/versions"), (&path, "/difference")] {
        bob.get(&format!("{path}{query}"))
            .await
            .refused(404, "NOT_FOUND");
    }
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(bob.get(WORKFLOWS).await.ok()["total"], 0);
    for missing in ["?version=4", "/difference?from=9"] {
        ada.get(&format!("{path}{missing}"))
            .await
            .refused(404, "NOT_FOUND");
    }
    ada.delete(&path).await.ok();
    ada.get(&path).await.refused(404, "NOT_FOUND");
    ada.delete(&path).await.refused(404, "NOT_FOUND");
}

/// The latest 50 versions are kept.
#[tokio::test]
async fn old_versions_are_removed() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for value in 0..52 {
        store(&ada, "w", &chain(manual(), &[output("o", json!(value))])).await;
    }
    let path = format!("{WORKFLOWS}/w");
    let versions = ada.get(&format!("{path}/versions")).await.ok();
    let versions = versions["versions"].as_array().unwrap().clone();
    assert_eq!((versions.len(), &versions[49]["version"]), (50, &json!(3)));
    ada.get(&format!("{path}?version=2"))
        .await
        .refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn invalid_graphs_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let one = |node: Json| chain(manual(), &[node]);
    let from = |node: &str, pointer: &str| json!({ "$from": node, "pointer": pointer });
    let mut deep = json!(1);
    for _ in 0..40 {
        deep = json!([deep]);
    }
    let approval = json!({ "id": "ok", "type": "approval", "message": "Go?" });
    let control = json!({ "device_id": "dev_01h455vb4pex5vsknk084sn02q", "command": "set_speed" });
    let strangers = tool("m", "market.list_tokens", json!({}));
    let many: Vec<Json> = (0..10_000)
        .map(|nth| output(&format!("n{nth}"), json!(1)))
        .collect();
    let mut cycle = chain(manual(), &[output("a", json!(1)), output("b", json!(2))]);
    let edges = cycle["edges"].as_array_mut().unwrap();
    edges.push(json!({ "from": "b", "to": "a" }));
    for (graph, blamed) in [
        (cycle, "edges"),
        (chain(manual(), &many), "nodes"),
        (
            one(tool("a", "points.frobnicate", json!({}))),
            "nodes[1].tool",
        ),
        (
            one(tool("a", "points.read", json!({ "lmit": 1 }))),
            "nodes[1].arguments.lmit",
        ),
        (
            one(tool("a", "points.read", json!({ "limit": "x" }))),
            "nodes[1].arguments.limit",
        ),
        (
            one(tool("a", "keys.status", json!({}))),
            "nodes[1].arguments",
        ),
        (
            one(tool(
                "a",
                "points.read",
                json!({ "limit": from("t", "/reason") }),
            )),
            "nodes[1].arguments.limit",
        ),
        (
            one(tool("a", "points.read", json!({ "limit": from("b", "") }))),
            "nodes[1].arguments.limit",
        ),
        (
            one(tool(
                "a",
                "devices.register",
                json!({ "type": "w", "name": "n", "capabilities": [] }),
            )),
            "nodes[1].confirm",
        ),
        (
            one(confirmed("a", "uadm.control", control.clone())),
            "nodes[1].tool",
        ),
        (
            chain(
                manual(),
                &[
                    tool("p", "points.read", json!({})),
                    strangers,
                    approval,
                    tool("c", "uadm.control", control),
                ],
            ),
            "nodes",
        ),
        (one(output("o", from("t", "/reasn"))), "nodes[1].value"),
        (
            one(output("o", json!({ "x": from("o", "") }))),
            "nodes[1].value.x",
        ),
        (one(output("o", json!({ "$from": 3 }))), "nodes[1].value"),
        (
            one(output("o", json!({ "$from": "t", "pointer": "x" }))),
            "nodes[1].value",
        ),
        (
            one(output("o", json!({ "$from": "t", "and": 1 }))),
            "nodes[1].value",
        ),
        (one(output("o", deep)), "nodes[1].value"),
        (
            one(json!({ "id": "a", "type": "agent", "agentId": "agt_core_sleep" })),
            "nodes[1].agentId",
        ),
        (
            one(
                json!({ "id": "a", "type": "agent", "agentId": "agt_core_insight", "question": " " }),
            ),
            "nodes[1].question",
        ),
        (
            one(json!({ "id": "a", "type": "approval", "message": "" })),
            "nodes[1].message",
        ),
        (
            one(json!({ "id": "a", "type": "transform", "operation": "sum", "input": 3 })),
            "nodes[1].input",
        ),
        (
            one(
                json!({ "id": "a", "type": "transform", "operation": "sum", "input": [], "field": "v" }),
            ),
            "nodes[1].field",
        ),
        (
            one(
                json!({ "id": "a", "type": "condition", "left": 1, "operator": "less", "right": "x" }),
            ),
            "nodes[1].right",
        ),
        (
            one(
                json!({ "id": "a", "type": "condition", "left": 1, "operator": "exists", "right": 1 }),
            ),
            "nodes[1].right",
        ),
        (
            chain(json!({ "type": "schedule", "cron": "* * * * * *" }), &[]),
            "nodes[0].on.cron",
        ),
        (
            chain(
                json!({ "type": "schedule", "rrule": "FREQ=SECONDLY", "start": "2026-01-01T00:00:00" }),
                &[],
            ),
            "nodes[0].on.rrule",
        ),
        (
            chain(
                json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Mars" }),
                &[],
            ),
            "nodes[0].on.timeZone",
        ),
        (
            chain(json!({ "type": "event", "event": "moon.full" }), &[]),
            "nodes[0].on.event",
        ),
        (
            chain(json!({ "type": "event", "event": "agent.run" }), &[]),
            "nodes[0].on.event",
        ),
        // It concerns no account: the workflow would never run.
        (
            chain(
                json!({ "type": "event", "event": "marketplace.created" }),
                &[],
            ),
            "nodes[0].on.event",
        ),
        (
            chain(
                json!({ "type": "event", "event": "points.stored", "atMostEvery": 59 }),
                &[],
            ),
            "nodes[0].on.atMostEvery",
        ),
    ] {
        let shown: String = graph.to_string().chars().take(300).collect();
        let answer = create(&ada, "w", &graph).await;
        assert_eq!(answer.status, 400, "{shown}");
        let found = answer.refused(400, "INVALID_PARAMETER");
        let parameter = found["details"]["parameter"].as_str().unwrap_or_default();
        assert!(parameter.starts_with(blamed), "{shown}: {found}");
    }
    assert_eq!(ada.get(WORKFLOWS).await.ok()["total"], 0);
    let fine = chain(manual(), &[]);
    for name in ["", "a b", &"x".repeat(65), "ä"] {
        let answer = create(&ada, name, &fine).await;
        answer.refused(400, "INVALID_PARAMETER");
        answer.blames("workflowId");
    }
    create(&ada, "w", &fine).await.ok();
    let again = create(&ada, "w", &fine).await;
    again.refused(400, "INVALID_PARAMETER");
    let missing = ada
        .put(&format!("{WORKFLOWS}/v"), json!({ "graph": fine }))
        .await;
    missing.refused(404, "NOT_FOUND");
}

/// An administrator may combine private data, untrusted text and acts outside the platform.
#[tokio::test]
async fn an_administrator_may_combine_tools() {
    let app = TestApp::start().await;
    let control = json!({ "device_id": "dev_01h455vb4pex5vsknk084sn02q", "command": "set_speed" });
    let graph = chain(
        manual(),
        &[
            tool("p", "points.read", json!({})),
            tool("m", "market.list_tokens", json!({})),
            json!({ "id": "ok", "type": "approval", "message": "Go?" }),
            tool("c", "uadm.control", control),
        ],
    );
    let refused = create(&app.user("ada").await, "w", &graph).await;
    refused.blames("nodes");
    create(&app.admin(), "w", &graph).await.ok();
}

#[tokio::test]
async fn an_account_has_a_limit_of_workflows() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let graph = chain(manual(), &[]);
    create(&ada, "w", &graph).await.ok();
    let more = |tx: &mut Tx<'_>| {
        tx.execute(
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 999)
             INSERT INTO agent_workflow(user_id, id, updated_at, body)
             SELECT user_id, id || n, updated_at, body FROM agent_workflow, more",
            &[],
        )
    };
    let state = app.state();
    state
        .db
        .write::<_, StoreError, _>("test", more)
        .await
        .unwrap();
    let refused = create(&ada, "one-more", &graph).await;
    refused.refused(400, "INVALID_PARAMETER");
    // A workflow that exists can be changed.
    store(&ada, "w", &chain(manual(), &[output("o", json!(1))])).await;
}
