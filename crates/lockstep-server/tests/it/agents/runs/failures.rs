//! Runs that end early or are repeated, and agents that run workflows.

use super::*;

/// A run whose row is damaged ends, and keeps no other run from beginning.
#[tokio::test]
async fn a_damaged_run_ends() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let approval = json!({ "id": "ok", "type": "approval", "message": "Go?" });
    store(&ada, "w", &chain(manual(), &[approval])).await;
    let run = begin(&ada, "w", json!({})).await;
    becomes(&ada, &run, "waiting").await;
    let damage = |tx: &mut Tx<'_>| {
        tx.execute(
            "UPDATE agent_run SET body = x'00', state = 'running', due_at = 1",
            &[],
        )
    };
    let state = app.state();
    state
        .db
        .write::<_, StoreError, _>("test", damage)
        .await
        .unwrap();
    until("the damaged run ends", async || {
        let listed = ada.get(&format!("{WORKFLOWS}/w/runs")).await.ok();
        listed["runs"][0]["status"] == "failed"
    })
    .await;
    ada.get(&run).await.refused(400, "INVALID_PARAMETER");
    let next = begin(&ada, "w", json!({})).await;
    becomes(&ada, &next, "waiting").await;
    // The workflow itself: it is refused, listed, and can be stored again.
    let damage =
        |tx: &mut Tx<'_>| tx.execute("UPDATE agent_workflow SET body = x'00', due_at = 1", &[]);
    state
        .db
        .write::<_, StoreError, _>("test", damage)
        .await
        .unwrap();
    let path = format!("{WORKFLOWS}/w");
    ada.get(&path).await.refused(400, "INVALID_PARAMETER");
    assert_eq!(
        ada.get(WORKFLOWS).await.ok()["workflows"][0]["workflowId"],
        Json::Null
    );
    let again = store(&ada, "w", &chain(manual(), &[])).await;
    assert_eq!(again["version"], 2);
}

/// A deployment makes the workflow that carries out its mode.
/// An agent is paused while all workflows that it is deployed to are disabled. It still answers messages.
#[tokio::test]
async fn an_agent_without_an_enabled_workflow_is_paused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for workflow in ["one", "two"] {
        let body = json!({ "agentId": "agt_core_sentinel", "workflowId": workflow });
        ada.post("/v1/agents/deploy", body).await.ok();
    }
    let enable = async |workflow: &str, enabled: bool| {
        let path = format!("{WORKFLOWS}/{workflow}");
        let graph = ada.get(&path).await.ok()["graph"].clone();
        let body = json!({ "graph": graph, "enabled": enabled });
        ada.put(&path, body).await.ok();
    };
    let status = async || {
        let shown = ada.get("/v1/agents/agt_core_sentinel/status").await.ok();
        let platform = ada.get("/api/agents/agt_core_sentinel/status").await.ok();
        assert_eq!(shown["status"], platform["status"]);
        let listed = ada.get("/v1/agents").await.ok();
        let agents = listed["agents"].as_array().unwrap().iter();
        let listed: Vec<_> = agents
            .filter(|it| it["id"] == "agt_core_sentinel")
            .collect();
        assert_eq!(listed[0]["status"], shown["status"]);
        shown["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(status().await, "active");
    enable("one", false).await;
    assert_eq!(status().await, "active");
    enable("two", false).await;
    assert_eq!(status().await, "paused");
    let other = ada.get("/v1/agents/agt_core_insight/status").await.ok();
    assert_eq!(other["status"], "active");
    let body = json!({ "type": "query", "content": { "action": "help" } });
    ada.post("/v1/agents/agt_core_sentinel/message", body)
        .await
        .ok();
    enable("one", true).await;
    assert_eq!(status().await, "active");
}

#[tokio::test]
async fn deployed_agents_run_in_their_modes() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let deploy = async |agent: &str, workflow: &str, configuration: Json| {
        let body =
            json!({ "agentId": agent, "workflowId": workflow, "configuration": configuration });
        ada.post("/v1/agents/deploy", body).await.ok()["deploymentId"].clone()
    };
    let asked = json!({ "question": "Which devices do I have?" });
    deploy("agt_core_sentinel", "w", asked).await;
    deploy("agt_core_insight", "w", json!({})).await;
    deploy("agt_core_insight", "w", json!({})).await;
    let workflow = ada.get(&format!("{WORKFLOWS}/w")).await.ok();
    assert_eq!(
        workflow["graph"]["nodes"].as_array().unwrap().len(),
        5,
        "{workflow}"
    );
    let run = begin(&ada, "w", json!({})).await;
    let done = becomes(&ada, &run, "completed").await;
    let answer = done["result"]["answer"].as_str().unwrap();
    assert!(
        answer.contains("Fenix") && done["result"]["answer-2"].is_string(),
        "{done}"
    );

    let trigger = json!({ "type": "schedule", "cron": "0 7 * * *" });
    let scheduled = json!({ "mode": "scheduled", "trigger": trigger });
    let id = deploy("agt_core_sentinel", "daily", scheduled).await;
    let next = async || ada.get(&format!("{WORKFLOWS}/daily")).await.ok()["nextRunAt"].clone();
    assert!(next().await.as_str().unwrap().ends_with("T07:00:00.000Z"));
    let path = format!("/v1/agents/deployments/{}", id.as_str().unwrap());
    ada.delete(&path).await.ok();
    assert_eq!(next().await, Json::Null);

    deploy("agt_core_ingest", "watch", json!({ "mode": "autonomous" })).await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let runs = async || ada.get(&format!("{WORKFLOWS}/watch/runs")).await.ok();
    until("the agent runs by itself", async || {
        runs().await["runs"][0]["status"] == "completed"
    })
    .await;
    assert_eq!(runs().await["runs"][0]["reason"], "event");

    let platform = json!({ "agent_id": "agt_core_ingest", "configuration": {
        "mode": "scheduled", "cron": "0 7 * * *", "time_zone": "Europe/Berlin", "workflow_id": "p" } });
    ada.post("/api/agents/deploy", platform.clone()).await.ok();
    let made = ada.get(&format!("{WORKFLOWS}/p")).await.ok();
    assert!(made["nextRunAt"].is_string(), "{made}");
    for (name, value) in [("cron", "x"), ("time_zone", "Mars")] {
        let mut platform = platform.clone();
        platform["configuration"][name] = json!(value);
        let refused = ada.post("/api/agents/deploy", platform).await;
        assert_eq!(refused.status, 400);
        assert!(
            refused
                .json()
                .to_string()
                .contains(&format!("configuration.{name}")),
            "{refused:?}"
        );
    }
}

/// A run that is cut off by a kill continues, and none of its effects happens twice.
#[tokio::test]
async fn a_killed_run_repeats_no_effect() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Child::start(folder.path());
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    child.admin().await.post("/v1/admin/users", new).await.ok();
    let ada = async |child: &Child| {
        TestClient::at(child.address)
            .signed_in("ada", PASSWORD)
            .await
    };
    let nodes: Vec<Json> = (0..COUNT)
        .map(|nth| {
            let new =
                json!({ "type": "watch", "name": format!("Watch {nth}"), "capabilities": [] });
            confirmed(&format!("d{nth}"), "devices.register", new)
        })
        .collect();
    let owner = ada(&child).await;
    store(&owner, "w", &chain(manual(), &nodes)).await;
    let run = begin(&owner, "w", json!({})).await;
    let mut kills = 0;
    loop {
        let owner = ada(&child).await;
        // Kills when something was done since the start.
        let before = devices(&owner).await;
        until("a device is registered, or the run ends", async || {
            devices(&owner).await > before || owner.get(&run).await.ok()["status"] != "running"
        })
        .await;
        if owner.get(&run).await.ok()["status"] != "running" {
            break;
        }
        tokio::task::spawn_blocking(move || drop(child))
            .await
            .unwrap();
        kills += 1;
        child = Child::start(folder.path());
    }
    let owner = ada(&child).await;
    let done = becomes(&owner, &run, "completed").await;
    assert_eq!(done["steps"].as_array().unwrap().len(), COUNT + 1);
    let listed = owner.get("/v1/sfdp/devices").await.ok();
    let names = listed["devices"].as_array().unwrap().iter();
    let mut names: Vec<_> = names.map(|it| it["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!((count, names.len()), (COUNT, COUNT));
    assert!(kills > 0, "the run ended before the first kill");
}
