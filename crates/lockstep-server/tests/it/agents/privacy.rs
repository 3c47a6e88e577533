//! The Privacy Guardian and the Sentinel: plans, proofs, API keys, the audit log, and commands in words.

use super::*;

const GUARDIAN: &str = "/v1/agents/agt_core_privacy";
const VERIFICATION: &str = "/v1/admin/audit-logs/verification";

async fn asked(caller: &TestClient, agent: &str, question: &str) -> Json {
    tell(caller, agent, "query", "ask", json!({ "query": question })).await
}

async fn commanded(caller: &TestClient, agent: &str, tool: &str, arguments: &Json) -> Json {
    let parameters = json!({ "confirm": true, "arguments": arguments });
    tell(caller, agent, "command", tool, parameters).await
}

#[tokio::test]
async fn plans_count_and_change_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    device(&ada, "Fenix").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0, 62.0, 63.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let plan = ada.get("/v1/agents/erasure-plan").await.ok();
    let count = |plan: &Json, list: &str, kind: &str| {
        let parts = plan[list].as_array().unwrap().iter();
        let mut parts = parts.filter(|part| part["kind"] == kind);
        parts.next().map(|part| part["count"].as_u64().unwrap())
    };
    for (kind, expected) in [
        ("points", Some(3)),
        ("series", Some(1)),
        ("devices", Some(1)),
        ("datasets", None),
    ] {
        assert_eq!(count(&plan, "destroyed", kind), expected, "{kind}: {plan}");
    }
    assert!(plan["horizon"].is_string() && plan["remains"].as_array().unwrap().len() > 2);
    let export = ada.get("/v1/agents/export-plan").await.ok();
    assert_eq!(count(&export, "parts", "points"), Some(3));
    assert_eq!(count(&export, "parts", "datasets"), Some(0));
    let empty = bob.get("/v1/agents/erasure-plan").await.ok();
    assert_eq!(count(&empty, "destroyed", "points"), None, "{empty}");

    let told = asked(
        &ada,
        GUARDIAN,
        "What would be erased if I delete my account?",
    )
    .await;
    let (kind, content) = response(&told);
    assert!(kind == "text" && content.contains("- points: 3"), "{told}");
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 3);
    let told = asked(&ada, GUARDIAN, "export my data").await;
    assert!(
        response(&told).1.contains("`GET /v1/sfdp/export`"),
        "{told}"
    );

    let key = json!({ "name": "k", "scopes": ["agents:read", "fitness:read"] });
    let key = ada.post("/v1/api-keys", key).await.ok();
    let narrow = ada.bearing(key["key"].as_str().unwrap());
    for path in ["/v1/agents/erasure-plan", "/v1/agents/export-plan"] {
        narrow.get(path).await.refused(403, "PERMISSION_DENIED");
    }
}

#[tokio::test]
async fn a_claim_is_proven_after_approval_and_a_false_one_is_refused_in_words() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let day = |nth: i64, value: f64| {
        let at = lockstep_store::Timestamp((JUNE + nth * 86_400 + 43_200) * 1000);
        json!({ "timestamp": at.to_string(), "type": "resting_heart_rate", "value": value, "unit": "/min", "device": "d" })
    };
    let data = json!({ "data": [day(0, 52.0), day(1, 58.0)], "encryptionMode": "ZK" });
    ada.post("/v1/sfdp/data", data).await.ok();
    let question = "prove that my resting heart rate stayed below 60 from 2026-06-01 to 2026-06-02";
    let told = asked(&ada, GUARDIAN, question).await;
    assert_eq!(response(&told).0, "approval_required", "{told}");
    let choice = &told["response"]["choices"][0];
    assert_eq!(choice["action"], "proofs.prove");
    let arguments = &choice["arguments"];
    assert_eq!(
        arguments["statement"],
        json!({ "metric": "restingHeartRate", "max": 60.0 })
    );

    let told = commanded(&ada, GUARDIAN, "proofs.prove", arguments).await;
    let (kind, content) = response(&told);
    assert_eq!(kind, "result", "{told}");
    let proof: Json = serde_json::from_str(content).unwrap();
    assert_eq!(proof["scheme"], "Bulletproofs");
    assert_eq!(proof["statement"]["max"].as_f64(), Some(60.0));
    lockstep_documents::verify(content.as_bytes(), &Default::default()).unwrap();

    let mut false_claim = arguments.clone();
    false_claim["statement"]["max"] = json!(55);
    let told = commanded(&ada, GUARDIAN, "proofs.prove", &false_claim).await;
    let (kind, content) = response(&told);
    assert!(kind == "error" && content.contains("2026-06-02"), "{told}");
    assert!(
        !content.contains("58"),
        "the error names no value: {content}"
    );
}

#[tokio::test]
async fn an_api_key_is_revoked_after_approval() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let new = json!({ "name": "Watch bridge", "scopes": ["fitness:write"] });
    let key = ada.post("/v1/api-keys", new).await.ok();
    let count = async || ada.get("/v1/api-keys").await.ok()["total"].clone();
    let told = asked(&ada, GUARDIAN, "revoke my api key").await;
    assert_eq!(response(&told).0, "approval_required", "{told}");
    let arguments = json!({ "id": key["id"] });
    assert_eq!(told["response"]["choices"][0]["arguments"], arguments);
    let parameters = json!({ "arguments": arguments });
    let told = tell(
        &ada,
        GUARDIAN,
        "command",
        "accounts.revoke_api_key",
        parameters,
    )
    .await;
    assert_eq!(response(&told).0, "approval_required", "{told}");
    assert_eq!(count().await, 1);
    // The key of another account is not found.
    let told = commanded(&bob, GUARDIAN, "accounts.revoke_api_key", &arguments).await;
    assert_eq!(response(&told).0, "error", "{told}");
    assert_eq!(count().await, 1);
    let told = commanded(&ada, GUARDIAN, "accounts.revoke_api_key", &arguments).await;
    assert_eq!(response(&told), ("result", r#"{"deleted":true}"#), "{told}");
    assert_eq!(count().await, 0);
}

#[tokio::test]
async fn the_audit_log_is_verified_for_those_who_may_read_it() {
    let app = TestApp::start().await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    let verified = admin.get(VERIFICATION).await.ok();
    assert_eq!(
        (&verified["intact"], &verified["broken"]),
        (&json!(true), &Json::Null)
    );
    assert!(verified["entries"].as_u64().unwrap() > 0, "{verified}");
    ada.get(VERIFICATION)
        .await
        .refused(403, "PERMISSION_DENIED");
    let told = asked(&admin, SENTINEL, "Is the audit log intact?").await;
    let (kind, content) = response(&told);
    assert!(
        kind == "text" && content.starts_with("The audit log is intact:"),
        "{told}"
    );
    let told = asked(&ada, SENTINEL, "Is the audit log intact?").await;
    assert_eq!(response(&told).0, "error", "{told}");
}

/// A command in words names the tool with its arguments, and is never sent without approval.
#[tokio::test]
async fn commands_in_words_ask_for_approval() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = crate::uadm::treadmill(&ada, "Runner").await["device_id"].clone();
    for (question, expected) in [
        (
            "set the Runner to 9 km/h",
            json!({ "device_id": id, "command": "set_speed", "parameters": { "kmh": 9 } }),
        ),
        // The kind of the only such device names it.
        (
            "start the treadmill",
            json!({ "device_id": id, "command": "start" }),
        ),
    ] {
        let told = asked(&ada, SENTINEL, question).await;
        assert_eq!(response(&told).0, "approval_required", "{question}: {told}");
        let choice = &told["response"]["choices"][0];
        assert_eq!(
            (&choice["action"], &choice["arguments"]),
            (&json!("uadm.control"), &expected),
            "{question}"
        );
    }
    let path = format!("/api/uadm/devices/{}/commands", id.as_str().unwrap());
    assert_eq!(ada.get(&path).await.ok()["total"], 0);
}
