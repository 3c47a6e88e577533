//! Key requests that are repeated, exceed a limit, or are below the level that the administrator
//! requires.

use axum::http::Method;
use lockstep_store::Settings;
use serde_json::{Value as Json, json};

use super::{CODE, encrypt, post};
use crate::app::{JUNE, TestApp, TestClient, points};

fn at(key: &Json, what: &str) -> String {
    format!("/v1/encryption/keys/{}/{what}", key.as_str().unwrap())
}

async fn keys(caller: &TestClient) -> Json {
    caller.get("/v1/encryption/keys?limit=100").await.ok()["total"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_rotation_has_one_effect() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let one = encrypt(&ada, b"x", "Basic", json!({})).await["metadata"]["keyId"].clone();
    let level = json!({ "securityLevel": 128 });
    let two = encrypt(&ada, b"x", "Basic", level).await["metadata"]["keyId"].clone();
    let next = ada
        .post_once(&at(&one, "rotate"), "k", json!({}))
        .await
        .ok();
    let again = ada
        .post_once(&at(&one, "rotate"), "k", json!({}))
        .await
        .ok();
    assert_eq!(again, next);
    assert_ne!(next["keyId"], one);
    assert_eq!(keys(&ada).await, 3);
    // The idempotency key belongs to one request.
    ada.post_once(&at(&two, "rotate"), "k", json!({}))
        .await
        .refused(400, "INVALID_REQUEST");
    ada.post_once(&at(&one, "rotate"), "l", json!({}))
        .await
        .refused(400, CODE);
    assert_eq!(keys(&ada).await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn key_actions_accept_no_body_or_an_empty_object() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let key = encrypt(&ada, b"x", "Basic", json!({})).await["metadata"]["keyId"].clone();
    let status = async || ada.get(&at(&key, "status")).await.ok()["status"].clone();
    for act in [
        "suspend",
        "revoke",
        "rotate",
        "resume",
        "cancel-destruction",
    ] {
        for body in ["{\"foo\":1}", "[]", "null", "{", "\"\""] {
            let answer = ada.post_bytes(&at(&key, act), body).await;
            answer.refused(400, "INVALID_REQUEST");
        }
        let request = ada.request(Method::POST, &at(&key, act)).body("foo=1");
        ada.send(request).await.refused(400, "INVALID_REQUEST");
        assert_eq!(status().await, "active", "{act}");
    }
    for (act, after) in [("suspend", "suspended"), ("resume", "active")] {
        let request = ada.request(Method::POST, &at(&key, act));
        assert_eq!(ada.send(request).await.ok()["status"], after);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_encrypted_with_less_than_the_administrator_allows() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let before = encrypt(&ada, b"[1]", "FHE", json!({})).await;
    let weak = encrypt(&ada, b"x", "Basic", json!({ "securityLevel": 128 })).await;
    let mut settings = Settings::clone(&app.state().settings());
    settings.encryption.min_key_length = 192;
    app.state().apply(settings);
    // If the default level is below the minimum, the lowest allowed level is used.
    for (mode, parameters, level) in [
        ("Basic", json!({}), 256),
        ("Basic", json!({ "scheme": "X-Wing" }), 192),
        ("FHE", json!({}), 192),
        ("ZK", json!({}), 192),
        ("ZK", json!({ "scheme": "PGHR13" }), 192),
    ] {
        let made = encrypt(&ada, b"[1]", mode, parameters).await;
        assert_eq!(made["metadata"]["securityLevel"], level, "{mode}");
    }
    let total = keys(&ada).await;
    for (mode, parameters) in [
        ("ZK", json!({ "securityLevel": 128 })),
        ("ZK", json!({ "securityLevel": 128, "scheme": "PGHR13" })),
        ("Basic", json!({ "scheme": "AES-128-GCM" })),
        ("FHE", json!({ "securityLevel": 128 })),
    ] {
        let body = json!({ "mode": mode, "parameters": parameters });
        let refused = post(&ada, "keys/generate", body.clone()).await;
        let reason = refused.blames("parameters.securityLevel");
        assert!(reason.contains("at least 192"), "{body}: {reason}");
        let body = json!({ "data": "WzFd", "mode": mode, "parameters": parameters });
        post(&ada, "encrypt", body).await.refused(400, CODE);
    }
    // An older key below the minimum is refused too, named directly or through rotation.
    for (mode, made) in [("FHE", &before), ("Basic", &weak)] {
        let id = &made["metadata"]["keyId"];
        let body = json!({ "data": "WzFd", "mode": mode, "parameters": { "keyId": id } });
        post(&ada, "encrypt", body).await.refused(400, CODE);
        ada.post(&at(id, "rotate"), json!({}))
            .await
            .refused(400, CODE);
        let body = json!({ "encryptedData": made["encryptedData"] });
        post(&ada, "decrypt", body).await.ok();
    }
    assert_eq!(keys(&ada).await, total, "no key was made by any of these");
    // Points use the default level of their mode; if it is below the minimum, they are refused.
    for (mode, status) in [("Basic", 200), ("FHE", 422), ("ZK", 422)] {
        let mut body = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
        body["encryptionMode"] = json!(mode);
        let answer = ada.post("/v1/sfdp/data", body).await;
        assert_eq!(answer.status, status, "{mode}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_under_a_destroyed_key_is_refused_like_damaged_data() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut answers = std::collections::BTreeSet::new();
    for mode in ["Basic", "FHE", "ZK"] {
        let made = encrypt(&ada, b"[61,64]", mode, json!({})).await;
        let key = made["metadata"]["keyId"].as_str().unwrap().to_owned();
        let body = json!({ "encryptedData": made["encryptedData"] });
        let path = format!("/v1/encryption/keys/{key}");
        ada.delete(&path).await.ok();
        let mut ask = async || {
            let refusal = post(&ada, "decrypt", body.clone()).await.refused(400, CODE);
            answers.insert(format!("{} {}", refusal["message"], refusal["details"]));
        };
        ask().await;
        // Simulates that seven days have passed.
        let id = key.clone();
        let destroyed =
            app.state()
                .db
                .write::<_, lockstep_store::StoreError, _>("test.destroy", move |tx| {
                    tx.execute(
                        "UPDATE encryption_key SET status = 'destroyed' WHERE id = ?1",
                        lockstep_store::params![id.as_str()],
                    )
                });
        assert_eq!(destroyed.await.unwrap(), 1);
        ask().await;
        if mode == "ZK" {
            let body = json!({ "data": made["encryptedData"], "circuit": "aggregate:2" });
            let answer = post(&ada, "zk/prove", body).await;
            answer.blames("data");
        }
        if mode == "FHE" {
            let operands = json!([made["encryptedData"]]);
            let body = json!({ "operation": "sum", "operands": operands });
            post(&ada, "fhe/compute", body).await.blames("operands[0]");
        }
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
}
