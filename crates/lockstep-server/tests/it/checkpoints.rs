//! When the head of the audit log is signed, what a backup holds, and the key that verifies signatures.

use std::time::Duration;

use lockstep_documents::CHECKPOINT;
use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::{StoreError, Timestamp, audit};
use lockstep_vault::Vault;
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

/// Who stole the old key can sign with it, but not for a time after its replacement.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_dated_after_the_rotation_of_its_key_is_invalid_for_every_attester() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let vault = Vault::of(app.state()).unwrap();
    let old = vault.attester();
    let now = app.state().clock.now();
    let document = |at: Timestamp| {
        let signed = old.attest(CHECKPOINT, at, json!({ "entries": 1 }));
        serde_json::to_value(old.document(CHECKPOINT, signed)).unwrap()
    };
    let before = document(now);
    let after = document(now.plus(Duration::from_secs(24 * 3600)));
    vault.platform_keys().rotate_attestation().await.unwrap();
    let new = vault.attester();
    assert_ne!(new.key(), old.key());
    let of_new = new.attest(CHECKPOINT, app.state().clock.now(), json!({ "entries": 2 }));
    let of_new = serde_json::to_value(new.document(CHECKPOINT, of_new)).unwrap();
    for attester in [None, Some(old.key()), Some(new.key())] {
        let attester = attester.map(|key| key.fingerprint().to_string());
        for (document, is_valid) in [(&before, true), (&after, false), (&of_new, true)] {
            let mut asked = json!({ "document": document });
            if let Some(attester) = &attester {
                asked["attester"] = json!(attester);
            }
            let verdict = ada.post("/v1/encryption/documents/verify", asked);
            let verdict = verdict.await.ok();
            assert_eq!(verdict["verified"], is_valid, "{attester:?}: {verdict}");
            let reason = verdict["reason"].to_string();
            assert_eq!(
                reason.contains("was replaced"),
                !is_valid,
                "{attester:?}: {verdict}"
            );
        }
    }
}
