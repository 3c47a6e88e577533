//! A full disk: acts that free space or end access still work.

use axum::http::Method;
use lockstep_server::backup;
use serde_json::{Value as Json, json};
use std::process::Command;
use tokio::sync::mpsc;

use crate::app::{ADMIN_PASSWORD, Answer, PASSWORD, TestApp, TestClient};
use crate::child::Child;
use crate::operations::{Operation, ResourceKind, document};
use crate::{oidc, totp};

/// The operations, in addition to `DELETE`, that end access or running work, by the first words of
/// their ids.
const ENDING: &[&str] = &[
    "cancel", "change", "delete", "disable", "refund", "reject", "revoke", "suspend", "unlink",
];

/// Lets the store count its disk as full, or no more.
pub(crate) fn fill(app: &TestApp, is_full: bool) {
    let reserve = if is_full { u64::MAX / 4 } else { 1 << 20 };
    app.state().db.keep_reserve(reserve);
    // After `false`, the next write sees the space.
    assert!(!is_full || !app.state().db.is_writable());
}

/// Sends a request while the disk is full.
async fn sent(
    app: &TestApp,
    operation: &Operation,
    caller: &TestClient,
    id: &str,
    body: Option<Json>,
) -> Answer {
    let request = caller.request(operation.method.clone(), &operation.at(id));
    let request = match &body {
        Some(body) => request.json(body),
        None => request,
    };
    fill(app, true);
    let answer = caller.send(request).await;
    fill(app, false);
    answer
}

/// Returns the caller of an operation, the id of its resource, and its body.
async fn prepared(
    app: &TestApp,
    provider: &oidc::Provider,
    operation: &Operation,
    nth: usize,
) -> (TestClient, String, Option<Json>) {
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let name = format!("ada-{nth}");
    let id = operation.about["operationId"].as_str().unwrap();
    let (caller, resource, body) = match id {
        "changePassword" => (
            app.user(&name).await,
            String::new(),
            json!({ "current_password": PASSWORD, "new_password": "tuba lantern orchid 77" }),
        ),
        "deleteAccount" => (
            app.user(&name).await,
            String::new(),
            json!({ "password": PASSWORD }),
        ),
        "revokeToken" => {
            let ada = app.user(&name).await;
            let body = json!({ "token": ada.token });
            (ada, String::new(), body)
        }
        "signOutOfConsole" => {
            let ada = app.user(&name).await;
            let body = json!({ "username": name, "password": PASSWORD });
            let answer = app.anonymous().post("/api/auth/console", body).await;
            let cookie = answer.header("set-cookie").unwrap();
            let pair = cookie.split(';').next().unwrap();
            let token = pair.strip_prefix("lockstep=").unwrap();
            (ada.bearing(token), String::new(), Json::Null)
        }
        "disableTotp" => {
            let ada = app.user(&name).await;
            let codes = totp::recovery_codes(app, ada.clone(), PASSWORD).await;
            (
                ada,
                String::new(),
                json!({ "password": PASSWORD, "code": codes[0] }),
            )
        }
        "deleteUserTotp" => {
            let ada = app.user(&name).await;
            totp::recovery_codes(app, ada.clone(), PASSWORD).await;
            (admin, ada.id, Json::Null)
        }
        "unlinkIdentity" => {
            let ada = app.user(&name).await;
            oidc::link_ada(&ada, PASSWORD, provider).await;
            (ada, "company".to_owned(), json!({ "password": PASSWORD }))
        }
        "cancelKeyDestruction" => {
            let key = ResourceKind::EncryptionKey.make(&admin).await;
            admin
                .delete(&format!("/v1/encryption/keys/{key}"))
                .await
                .ok();
            (admin, key, json!({}))
        }
        "withdrawListing" => (
            admin.clone(),
            crate::operations::listing(&admin).await,
            Json::Null,
        ),
        _ => {
            let resource = match operation.path.contains('{') {
                true => ResourceKind::of(&operation.path).make(&admin).await,
                false => String::new(),
            };
            let takes_body = operation.about.get("requestBody").is_some();
            (
                admin,
                resource,
                if takes_body { json!({}) } else { Json::Null },
            )
        }
    };
    (caller, resource, Some(body).filter(|body| !body.is_null()))
}

#[tokio::test]
async fn deletions_and_ends_of_access_work_on_a_full_disk() {
    let (app, provider) = oidc::start_with_provider().await;
    let (_, operations) = document(&app.anonymous()).await;
    let ends = |operation: &&Operation| {
        let id = operation.about["operationId"].as_str().unwrap();
        operation.method == Method::DELETE
            || operation.method == Method::POST && ENDING.iter().any(|start| id.starts_with(start))
    };
    let mut seen = 0;
    for (nth, operation) in operations.iter().filter(ends).enumerate() {
        let id = operation.about["operationId"].as_str().unwrap().to_owned();
        let (caller, resource, body) = prepared(&app, &provider, operation, nth).await;
        let answer = sent(&app, operation, &caller, &resource, body).await;
        let is_done = (200..300).contains(&answer.status);
        assert!(is_done, "{id} on a full disk: {answer}");
        seen += 1;
    }
    assert!(seen > 30, "{seen} operations");
    // Requests that would store more data are refused.
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    fill(&app, true);
    let refused = admin
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await;
    refused.refused(503, "SERVER_ERROR");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_leaves_the_reserve_of_the_disk() {
    let backups = tempfile::tempdir().unwrap();
    let scheduled = backups.path().join("scheduled");
    let configured = Some(scheduled.clone());
    let app = TestApp::start_with(|config| config.backup.directory = configured).await;
    let folder = backups.path().join("copy");
    let (steps, _heard) = mpsc::channel(64);
    fill(&app, true);
    let refused = backup::create(app.state(), &folder, &steps).await;
    let refused = refused.unwrap_err();
    assert!(
        refused.contains("MiB free") && refused.contains("with the reserve"),
        "{refused}"
    );
    // The result of a scheduled backup is not stored on a full disk.
    let recorded = lockstep_server::serve::scheduled(app.state()).await;
    assert!(recorded.is_err());
    assert_eq!(std::fs::read_dir(&scheduled).unwrap().count(), 0);
    let left: Vec<_> = std::fs::read_dir(backups.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    // The next write sees the space.
    fill(&app, false);
    app.user("ada").await;
    let made = backup::create(app.state(), &folder, &steps).await;
    made.unwrap();
    assert!(folder.join("lockstep.db").exists());
}

/// The largest file size of the server of a test, in the 512-byte blocks of `ulimit -f`: 32 MiB.
const LARGEST_FILE_BLOCKS: usize = 65_536;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_beyond_the_largest_file_size_is_refused_and_the_server_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let mut limited = Command::new("/bin/sh");
    limited.env_clear();
    let script = format!("ulimit -f {LARGEST_FILE_BLOCKS} && exec \"$0\" \"$@\"");
    limited.args(["-c", &script, env!("CARGO_BIN_EXE_lockstep"), "--data"]);
    limited.arg(data.path());
    let child = Child::start_command(limited, &[]);
    let admin = child.admin().await;
    // Sealed, the file is larger than the limit by its headers alone: its last part is refused, after all of it was sent.
    let refused = admin.import(vec![b' '; LARGEST_FILE_BLOCKS * 512]);
    refused.await.refused(503, "SERVER_ERROR");
    admin.get("/v1/admin/users").await.ok();
    let small = "timestamp,type,value,unit,device\n2026-06-01T00:00:00Z,steps,1,count,d\n";
    assert_eq!(admin.import(small).await.ok()["processedCount"], 1);
    let (is_success, log) = child.end();
    assert!(is_success, "{log:?}");
}
