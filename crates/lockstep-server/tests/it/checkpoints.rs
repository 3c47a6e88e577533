//! When the head of the audit log is signed, what a backup holds, and the key that verifies signatures.

use std::time::Duration;

use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::{StoreError, audit};
use serde_json::json;

use crate::app::TestApp;
use crate::bytes::{copy, found};

/// Returns the number of signed checkpoints.
async fn checkpoints(app: &TestApp) -> i64 {
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.checkpoints", |tx| {
            tx.query_one("SELECT COUNT(*) FROM audit_checkpoint", &[], |row| {
                row.at(0)
            })
        });
    read.await.unwrap()
}

/// Writes an entry of the audit log.
async fn entry(app: &TestApp, name: &str) {
    app.admin()
        .post("/v1/api-keys", json!({ "name": name }))
        .await
        .ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checkpoints_are_signed_each_hour_at_shutdown_and_at_a_backup() {
    let app = TestApp::start().await;
    let job = all_jobs(app.state())
        .find(|job| job.name == "vault.checkpoint")
        .unwrap();
    assert_eq!(job.every, Duration::from_secs(3600));
    entry(&app, "one").await;
    run_job(app.state(), job).await.unwrap();
    let first = checkpoints(&app).await;
    entry(&app, "two").await;
    run_job(app.state(), job).await.unwrap();
    assert_eq!(checkpoints(&app).await, first + 1, "after an hour");
    entry(&app, "three").await;
    let copies = tempfile::tempdir().unwrap();
    copy(&app, &copies.path().join("backup")).await;
    assert_eq!(checkpoints(&app).await, first + 2, "at a backup");
    entry(&app, "four").await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    assert!(checkpoints(&app).await >= first + 3, "at the shutdown");
    let verify = app
        .state()
        .db
        .read::<_, StoreError, _>("test.verify", audit::verify);
    assert_eq!(verify.await.unwrap().broken, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_holds_no_root_key_and_no_epoch_key() {
    let app = TestApp::start().await;
    let copies = tempfile::tempdir().unwrap();
    let backup = copies.path().join("backup");
    copy(&app, &backup).await;
    let mut names: Vec<String> = std::fs::read_dir(&backup)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    // Except for the logs of open databases.
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names.sort();
    assert_eq!(names, ["keys.check", "keys.db", "lockstep.db"]);
    let secrets = app.folder.path().join("secrets");
    let read = |name: &str| std::fs::read_to_string(secrets.join(name)).unwrap();
    let mut canaries: Vec<String> = ["root.key", "epochs.json"]
        .iter()
        .flat_map(|name| {
            let text = read(name);
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            let long = words.filter(|word| word.len() >= 32);
            long.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    canaries.sort();
    canaries.dedup();
    assert!(canaries.len() >= 2, "the keys are in these files as text");
    assert_eq!(found(&backup, &canaries), Vec::<String>::new());
    assert!(!found(app.folder.path(), &canaries).is_empty());
}

/// The reader of a document may have no account.
#[tokio::test]
async fn the_key_that_verifies_documents_is_public() {
    let app = TestApp::start().await;
    let key = app.admin().get("/v1/encryption/attestation-key").await.ok();
    let published = app
        .anonymous()
        .get("/.well-known/lockstep-attestation-key")
        .await
        .ok();
    assert_eq!(published, key);
    app.anonymous()
        .get("/v1/encryption/attestation-key")
        .await
        .refused(401, "AUTH_ERROR");
}
