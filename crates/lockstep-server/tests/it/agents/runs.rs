//! Runs of workflows over HTTP: journals, approvals, triggers, rights, and kills.

mod amplification;
mod clock;
mod failures;
mod scopes;

use lockstep_store::{StoreError, Tx};
use serde_json::{Value as Json, json};

use super::device;
use super::workflows::{WORKFLOWS, chain, confirmed, manual, output, store, tool};
use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::child::Child;
use crate::modes::until;

const RUNS: &str = "/v1/agents/runs";

/// Starts a run; returns its path.
async fn begin(owner: &TestClient, name: &str, body: Json) -> String {
    let path = format!("{WORKFLOWS}/{name}/runs");
    let begun = owner.post(&path, body).await.ok();
    format!("{RUNS}/{}", begun["runId"].as_str().unwrap())
}

/// Waits until a run has a status; returns it.
async fn becomes(owner: &TestClient, run: &str, status: &str) -> Json {
    let read = async || owner.get(run).await.ok();
    until(&format!("{run} becomes {status}"), async || {
        let found = read().await;
        let is_over = ["failed", "completed", "cancelled"]
            .iter()
            .any(|it| found["status"] == *it);
        assert!(!is_over || found["status"] == status, "{found}");
        found["status"] == status
    })
    .await;
    read().await
}

/// Starts a run and waits for its end.
async fn run(owner: &TestClient, graph: &Json, status: &str) -> Json {
    store(owner, "w", graph).await;
    let run = begin(owner, "w", json!({})).await;
    becomes(owner, &run, status).await
}

fn statuses(run: &Json) -> Vec<(&str, &str)> {
    let steps = run["steps"].as_array().unwrap().iter();
    steps
        .map(|step| {
            (
                step["node"].as_str().unwrap(),
                step["status"].as_str().unwrap(),
            )
        })
        .collect()
}

async fn devices(owner: &TestClient) -> usize {
    let listed = owner.get("/v1/sfdp/devices").await.ok();
    listed["devices"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_run_computes_and_branches() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0, 62.0, 70.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let edge = |from: &str, to: &str, when: Option<bool>| match when {
        Some(when) => json!({ "from": from, "to": to, "when": when }),
        None => json!({ "from": from, "to": to }),
    };
    let read = json!({ "startDate": "2026-06-01", "endDate": "2026-06-30", "limit": { "$from": "t", "pointer": "/input/most" } });
    let value = json!({ "$from": "mean", "pointer": "/value" });
    let graph = json!({
        "nodes": [
            { "id": "t", "type": "trigger" },
            tool("read", "points.read", read),
            { "id": "mean", "type": "transform", "operation": "mean", "field": "/value",
              "input": { "$from": "read", "pointer": "/data" } },
            { "id": "high", "type": "condition", "left": value, "operator": "greater", "right": 63 },
            output("above", json!({ "mean": value, "points": { "$from": "read", "pointer": "/total" } })),
            output("below", value.clone()),
            output("end", json!("over")),
        ],
        "edges": [
            edge("t", "read", None), edge("read", "mean", None), edge("mean", "high", None),
            edge("high", "above", Some(true)), edge("high", "below", Some(false)),
            edge("above", "end", None), edge("below", "end", None),
        ],
    });
    store(&ada, "w", &graph).await;
    for (most, result) in [
        (
            10,
            json!({ "above": { "mean": 64.0, "points": 3 }, "end": "over" }),
        ),
        (2, json!({ "below": 61.0, "end": "over" })),
    ] {
        let run = begin(&ada, "w", json!({ "input": { "most": most } })).await;
        let run_view = becomes(&ada, &run, "completed").await;
        assert_eq!(run_view["result"], result, "{run_view}");
        assert_eq!(
            (&run_view["reason"], &run_view["version"]),
            (&json!("manual"), &json!(1))
        );
        bob.get(&run).await.refused(404, "NOT_FOUND");
        for act in ["approve", "reject", "cancel"] {
            bob.post(&format!("{run}/{act}"), json!({}))
                .await
                .refused(404, "NOT_FOUND");
            ada.post(&format!("{run}/{act}"), json!({}))
                .await
                .refused(400, "INVALID_PARAMETER");
        }
    }
    let listed = ada.get(&format!("{WORKFLOWS}/w/runs")).await.ok();
    assert_eq!(
        (&listed["total"], &listed["runs"][0]["status"]),
        (&json!(2), &json!("completed"))
    );
    bob.get(&format!("{WORKFLOWS}/w/runs"))
        .await
        .refused(404, "NOT_FOUND");
    let missing = bob.post(&format!("{WORKFLOWS}/w/runs"), json!({})).await;
    missing.refused(404, "NOT_FOUND");
    // Every call of a tool is in the audit log.
    let sought = json!({ "searchQuery": "points.read" });
    let log = app.admin().post("/v1/admin/audit-logs", sought).await.ok();
    assert!(log.to_string().contains("agent.call"), "{log}");
}

#[tokio::test]
async fn an_agent_answers_within_a_run() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let agent = |question: &str| json!({ "id": "a", "type": "agent", "agentId": "agt_core_sentinel", "question": question });
    let answer = json!({ "$from": "a", "pointer": "/answer" });
    let graph = chain(
        manual(),
        &[agent("Which devices do I have?"), output("o", answer)],
    );
    let done = run(&ada, &graph, "completed").await;
    assert!(
        done["result"]["o"].as_str().unwrap().contains("Fenix"),
        "{done}"
    );
    let status = ada.get("/v1/agents/agt_core_sentinel/status").await.ok();
    assert_eq!(status["metrics"]["tasksCompleted"], 1);
    // The chat of the agent is the person's own.
    let chat = ada.get("/v1/agents/agt_core_sentinel/chat").await.ok();
    assert_eq!(chat["messages"], json!([]));
    let failed = run(
        &ada,
        &chain(manual(), &[agent("frobnicate the moon")]),
        "failed",
    )
    .await;
    assert!(
        failed["error"].as_str().unwrap().starts_with("a: "),
        "{failed}"
    );
}

#[tokio::test]
async fn a_failed_node_ends_the_run() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let nodes = [
        tool("a", "devices.list", json!({})),
        json!({ "id": "c", "type": "condition", "left": { "$from": "a", "pointer": "/devices/0/name" },
                "operator": "less", "right": "x" }),
    ];
    let mut graph = chain(manual(), &nodes);
    let nodes = graph["nodes"].as_array_mut().unwrap();
    nodes.push(confirmed(
        "d",
        "devices.register",
        json!({ "type": "watch", "name": "n", "capabilities": [] }),
    ));
    let edges = graph["edges"].as_array_mut().unwrap();
    edges.push(json!({ "from": "c", "to": "d", "when": true }));
    let failed = run(&ada, &graph, "failed").await;
    assert_eq!(
        statuses(&failed),
        [("t", "done"), ("a", "done"), ("c", "failed")]
    );
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .starts_with("c: the condition compares nothing"),
        "{failed}"
    );
    assert_eq!(devices(&ada).await, 0);
}

#[tokio::test]
async fn a_run_waits_for_an_approval() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let register = json!({ "type": "watch", "name": "Fenix", "capabilities": [] });
    let approval = json!({ "id": "ok", "type": "approval", "message": "Register the watch?" });
    let graph = chain(
        manual(),
        &[approval, tool("d", "devices.register", register.clone())],
    );
    store(&ada, "w", &graph).await;
    for (act, status, count) in [
        ("reject", "cancelled", 0),
        ("cancel", "cancelled", 0),
        ("approve", "completed", 1),
    ] {
        let run = begin(&ada, "w", json!({})).await;
        let waiting = becomes(&ada, &run, "waiting").await;
        assert_eq!(waiting["waitingFor"], "Register the watch?");
        assert_eq!(devices(&ada).await, 0);
        ada.post(&format!("{run}/{act}"), json!({})).await.ok();
        becomes(&ada, &run, status).await;
        assert_eq!(devices(&ada).await, count, "{act}");
    }
    // A dry run asks no model and changes nothing.
    let dry = begin(&ada, "w", json!({ "dryRun": true })).await;
    let dry = becomes(&ada, &dry, "completed").await;
    assert_eq!(
        statuses(&dry),
        [("t", "done"), ("ok", "done"), ("d", "planned")]
    );
    assert_eq!(dry["steps"][2]["input"], register);
    assert_eq!(devices(&ada).await, 1);
}

#[tokio::test]
async fn a_repeated_start_has_one_run() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, "w", &chain(manual(), &[output("o", json!(1))])).await;
    let path = format!("{WORKFLOWS}/w/runs");
    let first = ada.post_once(&path, "k", json!({})).await.json();
    let again = ada.post_once(&path, "k", json!({})).await.json();
    assert_eq!(first["runId"], again["runId"]);
    assert_eq!(ada.get(&path).await.ok()["total"], 1);
    let waiting = chain(
        manual(),
        &[json!({ "id": "ok", "type": "approval", "message": "Go?" })],
    );
    store(&ada, "w", &waiting).await;
    for _ in 0..10 {
        begin(&ada, "w", json!({})).await;
    }
    until("ten runs wait", async || {
        let listed = ada.get(&path).await.ok();
        let runs = listed["runs"].as_array().unwrap().iter();
        runs.filter(|run| run["status"] == "waiting").count() == 10
    })
    .await;
    ada.post(&path, json!({}))
        .await
        .refused(400, "INVALID_PARAMETER");
    // A deleted workflow takes its runs along.
    ada.delete(&format!("{WORKFLOWS}/w")).await.ok();
    ada.get(&path).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn events_and_times_begin_runs() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let on = json!({ "type": "event", "event": "points.stored", "atMostEvery": 3600 });
    let reason = json!({ "$from": "t", "pointer": "/reason" });
    store(&ada, "w", &chain(on, &[output("o", reason.clone())])).await;
    let store_points = async |owner: &TestClient, start: i64| {
        let body = points("heart_rate", "bpm", "strap", start, &[60.0]);
        owner.post("/v1/sfdp/data", body).await.ok();
    };
    store_points(&bob, JUNE).await;
    store_points(&ada, JUNE).await;
    let ended = async |name: &str, count: usize| {
        let path = format!("{WORKFLOWS}/{name}/runs");
        until(&format!("{count} runs of {name}"), async || {
            let listed = ada.get(&path).await.ok();
            let runs = listed["runs"].as_array().unwrap().iter();
            runs.filter(|run| run["status"] == "completed").count() == count
        })
        .await;
        ada.get(&path).await.ok()["runs"][0].clone()
    };
    let first = ended("w", 1).await;
    assert_eq!(
        (&first["reason"], &first["dryRun"]),
        (&json!("event"), &json!(false))
    );
    // The next event waits for the shortest time between two runs.
    store_points(&ada, JUNE + 100).await;
    let next = ada.get(&format!("{WORKFLOWS}/w")).await.ok()["nextRunAt"].clone();
    let now = app.state().clock.now().to_string();
    assert!(next.as_str().unwrap() > now.as_str(), "{next} {now}");

    let on = json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Europe/Berlin" });
    let made = store(&ada, "daily", &chain(on.clone(), &[output("o", reason)])).await;
    let planned = made["nextRunAt"].as_str().unwrap().to_owned();
    let come = |tx: &mut Tx<'_>| {
        tx.execute(
            "UPDATE agent_workflow SET due_at = 1 WHERE due_at IS NOT NULL",
            &[],
        )
    };
    app.state()
        .db
        .write::<_, StoreError, _>("test", come)
        .await
        .unwrap();
    let scheduled = ended("daily", 1).await;
    assert_eq!(scheduled["reason"], "schedule");
    let again = ada.get(&format!("{WORKFLOWS}/daily")).await.ok();
    assert_eq!(again["nextRunAt"], planned);
    ended("w", 2).await;

    // A run that waits keeps the next one from beginning, and a workflow that is switched off has no time.
    let waiting = chain(
        on,
        &[json!({ "id": "ok", "type": "approval", "message": "Go?" })],
    );
    store(&ada, "daily", &waiting).await;
    begin(&ada, "daily", json!({})).await;
    app.state()
        .db
        .write::<_, StoreError, _>("test", come)
        .await
        .unwrap();
    until("a run is passed over", async || {
        ada.get(&format!("{WORKFLOWS}/daily")).await.ok()["skippedRuns"] == 1
    })
    .await;
    let body = json!({ "graph": waiting, "enabled": false });
    let off = ada.put(&format!("{WORKFLOWS}/daily"), body).await.ok();
    assert_eq!(off["nextRunAt"], Json::Null);
}

/// A run has the rights of the credential that began it, as far as the account has them now.
#[tokio::test]
async fn a_run_may_what_its_credential_may() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let key = json!({ "name": "k", "scopes": ["agents:write"] });
    let key = ada.post("/v1/api-keys", key).await.ok();
    let narrow = ada.bearing(key["key"].as_str().unwrap());
    let graph = chain(manual(), &[tool("d", "devices.list", json!({}))]);
    let failed = run(&narrow, &graph, "failed").await;
    assert!(
        failed["error"].as_str().unwrap().contains("fitness:read"),
        "{failed}"
    );
    assert!(!failed.to_string().contains("Fenix"), "{failed}");
    let done = run(&ada, &graph, "completed").await;
    assert!(done.to_string().contains("Fenix"), "{done}");

    let approval = json!({ "id": "ok", "type": "approval", "message": "Go?" });
    let graph = chain(manual(), &[approval, tool("d", "devices.list", json!({}))]);
    store(&ada, "w", &graph).await;
    let run = begin(&ada, "w", json!({})).await;
    becomes(&ada, &run, "waiting").await;
    let account = format!("/v1/admin/users/{}", ada.id);
    app.admin()
        .patch(&account, json!({ "status": "suspended" }))
        .await
        .ok();
    let go_on = |tx: &mut Tx<'_>| tx.execute("UPDATE agent_workflow SET due_at = 1", &[]);
    app.state()
        .db
        .write::<_, StoreError, _>("test", go_on)
        .await
        .unwrap();
    until(
        "the workflow of a suspended account is parked",
        async || {
            let due = |tx: &Tx<'_>| {
                tx.query_one(
                    "SELECT COUNT(*) FROM agent_workflow WHERE due_at IS NOT NULL",
                    &[],
                    |row| row.at::<i64>(0),
                )
            };
            app.state()
                .db
                .read::<_, StoreError, _>("test", due)
                .await
                .unwrap()
                == 0
        },
    )
    .await;
    app.admin()
        .patch(&account, json!({ "status": "active" }))
        .await
        .ok();
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    assert_eq!(ada.get(&run).await.ok()["status"], "waiting");
}

/// The devices that the killed run registers.
const COUNT: usize = 60;
