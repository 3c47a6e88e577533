//! The erasure of an account by its owner: the proofs that it needs, and the receipt.

use std::path::Path;

use lockstep_store::{StoreError, Value};
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, JUNE, PASSWORD, TestApp, TestClient, points};
use crate::canary::contains;
use crate::damage::write;
use crate::{child, totp};

const PATH: &str = "/api/auth/erasure";
const DEVICE: &str = "strap-of-the-owner-7713";

fn proof(password: &str) -> Json {
    json!({ "password": password })
}

/// Creates an API key of the account.
async fn key_of(owner: &TestClient) -> TestClient {
    let made = owner
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await;
    owner.bearing(made.ok()["key"].as_str().unwrap())
}

/// The entries about erasures in the audit log, the oldest first: action, actor and role.
async fn entries(app: &TestApp) -> Vec<String> {
    let read = app.state().db.read::<_, StoreError, _>("test.audit", |tx| {
        tx.query(
            "SELECT action || ' ' || user_id || ' ' || user_role FROM audit_body
             WHERE action LIKE 'user.delete%' ORDER BY seq",
            &[],
            |row| row.at::<String>(0),
        )
    });
    read.await.unwrap()
}

#[tokio::test]
async fn an_owner_erases_the_account_and_gets_the_receipt() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let other = app.anonymous().signed_in("ada", PASSWORD).await;
    let key = key_of(&ada).await;
    let body = points("heart_rate", "bpm", DEVICE, JUNE, &[61.0, 62.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let signer = ada.get("/v1/encryption/attestation-key").await.ok();

    let erased = ada.post(PATH, proof(PASSWORD)).await.ok();
    assert_eq!(erased["deleted"], true);
    for client in [&ada, &other, &key] {
        let refused = client.get("/api/auth/me").await;
        refused.refused(401, "INVALID_TOKEN");
    }
    let again = ada.post(PATH, proof(PASSWORD)).await;
    again.refused(401, "INVALID_TOKEN");
    let pair = json!({ "username": "ada", "password": PASSWORD });
    let refused = app.anonymous().post("/api/auth/token", pair).await;
    refused.refused(401, "INVALID_TOKEN");

    // The administrator has the same receipt, by its id and by the id of the account.
    let id = erased["receipt_id"].as_str().unwrap();
    let kept = admin.get(&format!("/v1/admin/erasures/{id}")).await.ok();
    assert_eq!(kept["receipt"], erased["receipt"]);
    let path = format!("/v1/admin/erasures?userId={}", ada.id);
    assert_eq!(admin.get(&path).await.ok()["erasures"], json!([kept]));
    assert_eq!(
        entries(&app).await,
        ["user.delete.begin owner user", "user.delete owner user"]
    );

    let folder = app.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!contains(&bytes, DEVICE), "{}", path.display());
        }
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("receipt.json");
    std::fs::write(&file, erased["receipt"].to_string()).unwrap();
    let fingerprint = signer["fingerprint"].as_str().unwrap();
    let args = ["verify", file.to_str().unwrap(), "--attester", fingerprint];
    let output = child::run(Path::new("/nowhere/at/all"), &args, "");
    let printed = [&*output.stdout, &*output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(
        output.status.success() && printed.contains("the signer you named"),
        "{printed}"
    );
}

#[tokio::test]
async fn an_erasure_by_the_owner_needs_a_sign_in_and_the_password() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    ada.post(PATH, json!({})).await.blames("password");
    let wrong = ada.post(PATH, proof("not her password")).await;
    wrong.blames("password");
    let key = key_of(&ada).await;
    let refused = key.post(PATH, proof(PASSWORD)).await;
    refused.refused(409, "CONFLICT");
    let refused = app.anonymous().post(PATH, proof(PASSWORD)).await;
    refused.refused(401, "AUTH_REQUIRED");
    ada.get("/api/auth/me").await.ok();
    assert_eq!(admin.get("/v1/admin/erasures").await.ok()["total"], 0);
}

#[tokio::test]
async fn an_account_named_owner_does_not_hide_the_entries_of_erasures() {
    let app = TestApp::start().await;
    let (named, ada) = (app.user("owner").await, app.user("ada").await);
    ada.post(PATH, proof(PASSWORD)).await.ok();
    let search = json!({ "filters": { "user": "owner" } });
    let found = app.admin().post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(found["total"], 2, "{found}");
    assert!(!found.to_string().contains(&named.id), "{found}");
    let search = json!({ "filters": { "user": named.id } });
    let found = app.admin().post("/v1/admin/audit-logs", search).await.ok();
    assert!(found.to_string().contains(&named.id), "{found}");
}

#[tokio::test]
async fn a_request_that_is_sent_twice_erases_the_account_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let erase = async || ada.post(PATH, proof(PASSWORD)).await;
    let (one, other) = tokio::join!(erase(), erase());
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    // 202 if the other request still reads.
    assert!(matches!(statuses, [200 | 202, 401]), "{one} {other}");
    assert_eq!(
        entries(&app).await,
        ["user.delete.begin owner user", "user.delete owner user"]
    );
}

/// The owner cannot repeat the request, and needs the id of the receipt.
#[tokio::test]
async fn an_erasure_that_fails_after_it_began_is_accepted_and_continues() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let list = app.folder.path().join("secrets/erased.json");
    std::fs::write(&list, "not a list of erased accounts").unwrap();
    let accepted = ada.post(PATH, proof(PASSWORD)).await;
    assert_eq!(accepted.status, 202, "{accepted}");
    let begun = accepted.json();
    assert_eq!(
        (&begun["deleted"], &begun["receipt"]),
        (&json!(false), &Json::Null)
    );
    assert_eq!(ada.get("/api/auth/me").await.status, 401);
    std::fs::remove_file(&list).unwrap();
    lockstep_accounts::finish_erasures(app.state())
        .await
        .unwrap();
    let id = begun["receipt_id"].as_str().unwrap();
    let done = admin.get(&format!("/v1/admin/erasures/{id}")).await.ok();
    assert!(done["receipt"].is_object(), "{done}");
}

#[tokio::test]
async fn the_last_administrator_cannot_erase_its_account() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let refused = admin.post(PATH, proof(ADMIN_PASSWORD)).await;
    refused.refused(409, "CONFLICT");
    let eve = app.account("eve", "admin", "enterprise").await;
    let erased = eve.post(PATH, proof(PASSWORD)).await.ok();
    assert_eq!(erased["deleted"], true);
    let refused = admin.post(PATH, proof(ADMIN_PASSWORD)).await;
    refused.refused(409, "CONFLICT");
    assert_eq!(
        entries(&app).await,
        ["user.delete.begin owner admin", "user.delete owner admin"]
    );
}

#[tokio::test]
async fn an_administrator_erases_the_own_account_only_with_the_proof() {
    let app = TestApp::start().await;
    let eve = app.account("eve", "admin", "enterprise").await;
    let path = format!("/v1/admin/users/{}", eve.id);
    for caller in [eve.clone(), key_of(&eve).await] {
        let refused = caller.delete(&path).await.refused(409, "CONFLICT");
        let refused = refused.to_string();
        assert!(refused.contains(PATH), "{refused}");
    }
    let none = app.admin().get("/v1/admin/erasures").await.ok();
    assert_eq!(none["total"], 0);
    let erased = eve.post(PATH, proof(PASSWORD)).await.ok();
    assert_eq!(erased["deleted"], true);
}

#[tokio::test]
async fn wrong_passwords_of_an_erasure_count_as_failed_sign_ins() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for _ in 0..5 {
        let wrong = ada.post(PATH, proof("not her password")).await;
        wrong.blames("password");
    }
    let refused = ada.post(PATH, proof(PASSWORD)).await;
    refused.refused(429, "RATE_LIMITED");
    let pair = json!({ "username": "ada", "password": PASSWORD });
    let refused = app.anonymous().post("/api/auth/token", pair).await;
    refused.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn an_account_with_totp_is_erased_with_a_code() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let codes = totp::recovery_codes(&app, ada.clone(), PASSWORD).await;
    let erase = async |password: &str, code: &str| {
        let body = json!({ "password": password, "code": code });
        ada.post(PATH, body).await
    };
    ada.post(PATH, proof(PASSWORD)).await.blames("code");
    for wrong in ["aaaa-aaaa-aaaa-aaaa", "no code"] {
        erase(PASSWORD, wrong).await.blames("code");
    }
    erase("not her password", &codes[0])
        .await
        .blames("password");
    let erased = erase(PASSWORD, &codes[0]).await.ok();
    assert_eq!(erased["deleted"], true);
}

#[tokio::test]
async fn a_linked_identity_and_a_recent_sign_in_do_not_replace_the_password() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = ada.id.clone();
    write(&app, move |tx| {
        let sql = "INSERT INTO identity(user_id, provider, digest, index_check, sealed, created_at)
                   VALUES (?1, 'company', ?2, ?3, ?3, 0)";
        let digest = Value::Blob(id.as_bytes());
        tx.execute(sql, &[Value::Text(&id), digest, Value::Blob(&[0; 32])])
            .map(drop)
    })
    .await;
    let refused = ada.post(PATH, json!({})).await;
    refused.refused(409, "CONFLICT");
    let wrong = ada.post(PATH, proof("not her password")).await;
    wrong.blames("password");
    let erased = ada.post(PATH, proof(PASSWORD)).await.ok();
    assert_eq!(erased["deleted"], true);
}
