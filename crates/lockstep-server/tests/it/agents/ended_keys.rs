//! Workflows and runs that an API key ordered end with the key.

use lockstep_store::{StoreError, Tx};
use serde_json::{Value as Json, json};

use super::device;
use super::workflows::{WORKFLOWS, chain, manual, store, tool};
use crate::app::{PASSWORD, TestApp, TestClient};
use crate::modes::until;

/// Runs a statement.
async fn change(app: &TestApp, sql: &'static str) {
    let change = move |tx: &mut Tx<'_>| tx.execute(sql, &[]).map(drop);
    let changed = app.state().db.write::<_, StoreError, _>("test", change);
    changed.await.unwrap();
}

/// Makes an API key; without scopes it may do everything. Returns its id and a client with it.
async fn key(owner: &TestClient, scopes: &[&str]) -> (String, TestClient) {
    let new = json!({ "name": "k", "scopes": scopes });
    let made = owner.post("/v1/api-keys", new).await.ok();
    let id = made["id"].as_str().unwrap().to_owned();
    (id, owner.bearing(made["key"].as_str().unwrap()))
}

/// Waits for a run of this workflow to have a status; returns it.
async fn run_of(owner: &TestClient, workflow: &str, status: &str) -> Json {
    let runs = format!("{WORKFLOWS}/{workflow}/runs");
    let first = async || owner.get(&runs).await.ok()["runs"][0].clone();
    until(&format!("a run of {workflow} is {status}"), async || {
        first().await["status"] == status
    })
    .await;
    first().await
}

#[tokio::test]
async fn a_workflow_of_an_api_key_ends_with_the_key() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let daily = json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Europe/Berlin" });
    let list = || tool("d", "devices.list", json!({}));
    let scheduled = chain(daily, &[list()]);
    let approval = json!({ "id": "ok", "type": "approval", "message": "Go?" });
    let waiting = chain(manual(), &[approval, list()]);
    store(&ada, "of-sign-in", &scheduled).await;

    let mut keys = Vec::new();
    for name in ["revoked", "expired", "changed-password"] {
        let (id, bridge) = key(&ada, &[]).await;
        store(&bridge, name, &scheduled).await;
        store(&bridge, &format!("{name}-waits"), &waiting).await;
        let runs = format!("{WORKFLOWS}/{name}-waits/runs");
        bridge.post(&runs, json!({})).await.ok();
        run_of(&ada, &format!("{name}-waits"), "waiting").await;
        keys.push(id);
    }
    // While the keys are valid, their workflows run.
    change(
        &app,
        "UPDATE agent_workflow SET due_at = 1 WHERE due_at IS NOT NULL",
    )
    .await;
    for name in ["of-sign-in", "revoked", "expired", "changed-password"] {
        run_of(&ada, name, "completed").await;
    }

    ada.delete(&format!("/v1/api-keys/{}", keys[0])).await.ok();
    change(
        &app,
        "UPDATE api_key SET expires_at = 1 WHERE id = (SELECT MIN(id) FROM api_key)",
    )
    .await;
    let body = json!({ "current_password": PASSWORD, "new_password": "tuba lantern orchid 77" });
    for ended in ["revoked", "expired", "changed-password"] {
        if ended == "changed-password" {
            ada.post("/api/auth/password", body.clone()).await.ok();
        }
        // A run that waits ends with the reason.
        let run = run_of(&ada, &format!("{ended}-waits"), "waiting").await;
        let path = format!("/v1/agents/runs/{}", run["runId"].as_str().unwrap());
        ada.post(&format!("{path}/approve"), json!({})).await.ok();
        run_of(&ada, &format!("{ended}-waits"), "failed").await;
        let failed = ada.get(&path).await.ok();
        let error = failed["error"].as_str().unwrap();
        assert!(error.contains("API key"), "{ended}: {failed}");
        assert!(!failed.to_string().contains("Fenix"), "{ended}: {failed}");
        // The schedule no longer starts runs.
        change(
            &app,
            "UPDATE agent_workflow SET due_at = 1 WHERE due_at IS NOT NULL",
        )
        .await;
        until(&format!("{ended} is disabled"), async || {
            ada.get(&format!("{WORKFLOWS}/{ended}")).await.ok()["enabled"] == false
        })
        .await;
        let runs = ada.get(&format!("{WORKFLOWS}/{ended}/runs")).await.ok();
        let expected = if ended == "changed-password" { 3 } else { 1 };
        assert!(
            runs["runs"].as_array().unwrap().len() <= expected,
            "{ended}: {runs}"
        );
    }
    // A workflow of a sign-in continues after it.
    let own = ada.get(&format!("{WORKFLOWS}/of-sign-in")).await.ok();
    assert_eq!(own["enabled"], true);
}

#[tokio::test]
async fn an_approval_of_an_api_key_ends_with_the_key() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let approval = json!({ "id": "ok", "type": "approval", "message": "Go?" });
    let graph = chain(manual(), &[approval, tool("d", "devices.list", json!({}))]);
    store(&ada, "w", &graph).await;
    let (_, bridge) = key(&ada, &[]).await;
    ada.post(&format!("{WORKFLOWS}/w/runs"), json!({}))
        .await
        .ok();
    let run = run_of(&ada, "w", "waiting").await;
    let path = format!("/v1/agents/runs/{}", run["runId"].as_str().unwrap());
    // The key expires in the transaction that stores the approval, before the next step.
    change(
        &app,
        "CREATE TRIGGER expire AFTER UPDATE ON agent_run WHEN NEW.state = 'running' BEGIN
             UPDATE api_key SET expires_at = 1;
         END",
    )
    .await;
    bridge
        .post(&format!("{path}/approve"), json!({}))
        .await
        .ok();
    run_of(&ada, "w", "failed").await;
    let failed = ada.get(&path).await.ok();
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("API key that approved"), "{failed}");
    assert!(!failed.to_string().contains("Fenix"), "{failed}");
}

/// A workflow ends with the key that stored it, so a key with scopes must not become the author of one that its owner stored.
#[tokio::test]
async fn a_key_with_scopes_takes_over_no_workflow() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let daily = json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Europe/Berlin" });
    let list = tool("d", "devices.list", json!({}));
    store(&ada, "own", &chain(daily.clone(), &[list])).await;
    let path = format!("{WORKFLOWS}/own");
    let before = ada.get(&path).await.ok();
    let question = "average heart rate last week";
    let platform = |workflow: &str| {
        json!({ "agent_id": "agt_core_insight", "configuration": { "workflow_id": workflow,
            "mode": "scheduled", "cron": "0 6 * * *", "question": question } })
    };
    let agents = |workflow: &str| {
        json!({ "agentId": "agt_core_insight", "workflowId": workflow, "configuration": {
            "mode": "scheduled", "trigger": daily, "question": question } })
    };
    let mut keys = Vec::new();
    for (scopes, route, bodies, refusal, new) in [
        (
            &["platform:write"][..],
            "/api/agents/deploy",
            [platform("own"), platform("of-platform")],
            "agents:write",
            false,
        ),
        (
            &["platform:write", "agents:write"],
            "/api/agents/deploy",
            [platform("own"), platform("of-both")],
            "another credential stored this workflow",
            true,
        ),
        (
            &["agents:write"],
            "/v1/agents/deploy",
            [agents("own"), agents("of-agents")],
            "another credential stored this workflow",
            true,
        ),
    ] {
        let (id, narrow) = key(&ada, scopes).await;
        keys.push(id);
        let [existing, other] = bodies;
        let answer = narrow.post(route, existing).await;
        answer.refused(403, "PERMISSION_DENIED");
        let told = answer.to_string();
        assert!(told.contains(refusal), "{scopes:?}: {told}");
        // The second deployment changes a workflow that the key itself stored.
        for _ in 0..2 {
            let answer = narrow.post(route, other.clone()).await;
            if new {
                answer.ok();
            } else {
                answer.refused(403, "PERMISSION_DENIED");
            }
        }
    }
    assert_eq!(ada.get(&path).await.ok(), before);
    assert_eq!(ada.get("/v1/agents/deployments").await.ok()["total"], 2);
    for id in keys {
        ada.delete(&format!("/v1/api-keys/{id}")).await.ok();
    }
    change(
        &app,
        "UPDATE agent_workflow SET due_at = 1 WHERE due_at IS NOT NULL",
    )
    .await;
    run_of(&ada, "own", "completed").await;
    assert_eq!(ada.get(&path).await.ok()["enabled"], true);
    // A sign-in and a key without scopes deploy to it.
    ada.post("/api/agents/deploy", platform("own")).await.ok();
    let (_, full) = key(&ada, &[]).await;
    full.post("/v1/agents/deploy", agents("own")).await.ok();
    assert_eq!(ada.get(&path).await.ok()["version"], 3);
}
