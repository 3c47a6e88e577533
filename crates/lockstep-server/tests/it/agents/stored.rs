//! Tests the stored data of agents: chats, the audit log, and damaged rows.

use lockstep_server::scrub;
use lockstep_store::{StoreError, Value, params};
use serde_json::{Value as Json, json};

use super::{INSIGHT, SENTINEL, custom, message, tell};
use crate::app::{JUNE, TestApp, TestClient, points};

#[tokio::test]
async fn chats_are_paged_sealed_and_erased() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for nth in 0..5 {
        let question = format!("zanzibar {nth}?");
        tell(&ada, INSIGHT, "chat", "ask", json!({ "query": question })).await;
    }
    let chat = format!("{INSIGHT}/chat");
    let all = ada.get(&chat).await.ok();
    let messages = all["messages"].as_array().unwrap();
    assert_eq!((messages.len(), &all["hasMore"]), (10, &json!(false)));
    let senders: Vec<_> = messages
        .iter()
        .map(|it| it["sender"].as_str().unwrap())
        .collect();
    assert_eq!(senders, ["user", "agent"].repeat(5));
    assert_eq!(messages[0]["content"], "ask: zanzibar 0?");
    let latest = ada.get(&format!("{chat}?limit=3")).await.ok();
    assert_eq!(latest["messages"].as_array().unwrap(), &messages[7..]);
    assert_eq!(latest["hasMore"], true);
    let first = latest["messages"][0]["id"].as_str().unwrap();
    let older = ada
        .get(&format!("{chat}?limit=100&before={first}"))
        .await
        .ok();
    assert_eq!(older["messages"].as_array().unwrap(), &messages[..7]);
    for (query, blamed) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("before=x", "before"),
        ("before=msg_01h455vb4pex5vsknk084sn02q", "before"),
    ] {
        ada.get(&format!("{chat}?{query}")).await.blames(blamed);
    }
    // Another account has a chat of its own.
    assert_eq!(bob.get(&chat).await.ok()["messages"], json!([]));
    tell(&bob, INSIGHT, "chat", "help", json!({})).await;

    let state = app.state();
    let stored = state.db.read::<_, StoreError, _>("test.chat", |tx| {
        tx.query("SELECT body FROM agent_message", &[], |row| {
            row.at::<Vec<u8>>(0)
        })
    });
    let stored = stored.await.unwrap();
    assert_eq!(stored.len(), 12);
    let holds = |body: &Vec<u8>| body.windows(8).any(|part| part == b"zanzibar");
    assert!(!stored.iter().any(holds));
    let usage = async || {
        ada.get("/v1/sfdp/usage").await.ok()["quotas"]["bytes"]["used"]
            .as_u64()
            .unwrap()
    };
    let before = usage().await;
    assert_eq!(ada.delete(&chat).await.ok()["deletedCount"], 10);
    assert!(usage().await < before);
    assert_eq!(ada.get(&chat).await.ok()["messages"], json!([]));

    tell(&ada, INSIGHT, "chat", "help", json!({})).await;
    custom(&ada, json!(["points"])).await;
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    for table in ["agent", "agent_state", "agent_deployment", "agent_message"] {
        let id = ada.id.clone();
        let left = state.db.read::<_, StoreError, _>("test.left", move |tx| {
            let sql = format!("SELECT COUNT(*) FROM {table} WHERE user_id = ?1");
            tx.query_one(&sql, params![&id], |row| row.at::<u64>(0))
        });
        assert_eq!(left.await.unwrap(), 0, "{table}");
    }
    assert_eq!(
        bob.get(&chat).await.ok()["messages"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

/// The audit log has an entry for each call, with a digest and no value of the arguments.
#[tokio::test]
async fn calls_are_audited_without_values() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let arguments = json!({ "device": "strap-of-ada", "limit": 7 });
    let asked = json!({ "arguments": arguments });
    tell(&ada, INSIGHT, "query", "points.read", asked).await;
    tell(
        &ada,
        SENTINEL,
        "command",
        "devices.revoke",
        json!({ "arguments": { "id": "x" } }),
    )
    .await;
    let entries = calls(&app, &ada).await;
    // The calls that need approval were not made.
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert!(entries[0].contains("points.read") && entries[0].contains("argumentsDigest"));
    assert!(!entries[0].contains("strap-of-ada"), "{entries:?}");
    // The digest has a key of the account, so the arguments cannot be found by trying.
    let bob = app.user("bob").await;
    for caller in [&ada, &bob] {
        let again = json!({ "arguments": arguments });
        tell(caller, INSIGHT, "query", "points.read", again).await;
    }
    let digest = |entry: &String| {
        let (_, metadata) = entry.split_once("argumentsDigest\":\"").unwrap();
        let (digest, _) = metadata.split_once('"').unwrap();
        assert!(digest.len() >= 32, "{entry}");
        digest.to_owned()
    };
    let of_ada: Vec<String> = calls(&app, &ada).await.iter().map(digest).collect();
    let of_bob: Vec<String> = calls(&app, &bob).await.iter().map(digest).collect();
    assert_eq!((of_ada.len(), of_bob.len()), (2, 1));
    assert_eq!(of_ada[0], of_ada[1]);
    assert_ne!(of_ada[0], of_bob[0]);
}

/// Returns the audit entries of an account's calls of agents.
async fn calls(app: &TestApp, caller: &TestClient) -> Vec<String> {
    let id = caller.id.clone();
    let entries = app
        .state()
        .db
        .read::<_, StoreError, _>("test.audit", move |tx| {
            let sql = "SELECT details || COALESCE(metadata, '') FROM audit_body
                   WHERE user_id = ?1 AND action = 'agent.call' ORDER BY seq";
            tx.query(sql, params![&id], |row| row.at::<String>(0))
        });
    entries.await.unwrap()
}

#[tokio::test]
async fn damaged_rows_cost_themselves_alone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let kept = custom(&ada, json!(["points"])).await;
    let id = custom(&ada, json!(["devices"])).await;
    tell(&ada, INSIGHT, "chat", "help", json!({})).await;
    ada.post(
        "/v1/agents/deploy",
        json!({ "agentId": id, "workflowId": "w" }),
    )
    .await
    .ok();
    let of = id.clone();
    let damaged = app.state().db.write::<_, StoreError, _>("test.damage", move |tx| {
        for sql in [
            "UPDATE agent SET body = x'00' WHERE id = ?1",
            "UPDATE agent_deployment SET body = 'x' WHERE agent_id = ?1",
            "UPDATE agent_message SET sender = 'agent' WHERE seq = 1 AND id <> ?1",
            "UPDATE agent_state SET search_depth = 'weird', tasks_completed = -3 WHERE agent_id <> ?1",
        ] {
            tx.execute(sql, &[Value::Text(&of)])?;
        }
        Ok(())
    });
    damaged.await.unwrap();
    let listed = ada.get("/v1/agents").await.ok();
    assert_eq!(
        (
            &listed["agents"][7]["status"],
            &listed["agents"][8]["status"]
        ),
        (&json!("active"), &json!("error"))
    );
    let hello = message("query", "help", json!({}));
    let refused = ada
        .post(&format!("/v1/agents/{id}/message"), hello.clone())
        .await;
    assert!(
        refused
            .refused(400, "INVALID_PARAMETER")
            .to_string()
            .contains("damaged")
    );
    ada.post(&format!("/v1/agents/{kept}/message"), hello)
        .await
        .ok();
    assert_eq!(
        ada.get("/v1/agents/deployments").await.ok()["deployments"][0]["workflowId"],
        Json::Null
    );
    let chat = ada.get(&format!("{INSIGHT}/chat")).await.ok();
    assert!(
        chat["messages"][0]["content"]
            .as_str()
            .unwrap()
            .contains("damaged"),
        "{chat}"
    );
    assert_eq!(
        ada.get(&format!("{INSIGHT}/status")).await.ok()["metrics"]["tasksCompleted"],
        0
    );

    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let mut tables: Vec<_> = found.damaged.iter().map(|it| &*it.table).collect();
    tables.sort_unstable();
    assert_eq!(
        tables,
        ["agent", "agent_deployment", "agent_message"],
        "{:?}",
        found.damaged
    );
    let repaired: Vec<_> = found.repaired.iter().map(|it| &*it.table).collect();
    assert_eq!(repaired, ["agent_state"], "{:?}", found.repaired);
    // The remedies of the owner.
    ada.delete(&format!("/v1/uadm/agents/{id}")).await.ok();
    ada.delete(&format!("{INSIGHT}/chat")).await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    assert!(found.repaired.is_empty(), "{:?}", found.repaired);
}
