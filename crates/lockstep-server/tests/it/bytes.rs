//! Erasure at the byte level: removed data is in no file of the data directory and in no new backup.
//! Also tests the data that an older backup restores.

mod places;

use std::collections::BTreeSet;
use std::path::Path;

use aho_corasick::AhoCorasick;
use lockstep_server::backup;
use lockstep_server::data::DataDir;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::KeyPaths;
use serde_json::{Value as Json, json};
use tokio::sync::{mpsc, oneshot};

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::oidc;

/// Returns every file below a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(files(&entry.path()));
        } else if kind.is_file() {
            let name = entry.path().to_string_lossy().into_owned();
            all.push((name, std::fs::read(entry.path()).unwrap()));
        }
    }
    all
}

/// Returns the texts that were found in any letter case, each with its file.
pub(crate) fn found(folder: &Path, canaries: &[String]) -> Vec<String> {
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(canaries)
        .unwrap();
    let mut hits = BTreeSet::new();
    for (name, bytes) in files(folder) {
        for hit in search.find_overlapping_iter(&bytes) {
            hits.insert(format!("{} in {name}", canaries[hit.pattern()]));
        }
    }
    hits.into_iter().collect()
}

/// Returns the names of the files that contain these bytes.
pub(crate) fn files_with(folder: &Path, bytes: &[u8]) -> Vec<String> {
    let mut all = files(folder);
    all.retain(|(_, content)| memchr::memmem::find(content, bytes).is_some());
    all.into_iter().map(|(name, _)| name).collect()
}

/// Returns the start of an account's password hash, with its salt.
async fn password_hash(app: &TestApp, id: &str) -> String {
    let id = id.to_owned();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.password", move |tx| {
            tx.query_one(
                "SELECT password FROM account WHERE id = ?1",
                &[lockstep_store::Value::Text(&id)],
                |row| row.at::<String>(0),
            )
        });
    read.await.unwrap().chars().skip(30).take(30).collect()
}

/// Stores data in every place that keeps data of an account; returns the canaries.
async fn fill(app: &TestApp, who: &TestClient, tag: &str) -> Vec<String> {
    let device = |nth: usize| format!("{tag}-device-{nth}");
    for nth in 0..40 {
        let values: Vec<f64> = (0..30).map(|at| 60.0 + f64::from(at)).collect();
        let kind = ["heart_rate", "steps"][nth % 2];
        let unit = ["bpm", "count"][nth % 2];
        let mut body = points(kind, unit, &device(nth), JUNE, &values);
        body["data"][0]["metadata"] = json!({ "note": format!("{tag}-note") });
        who.post_once("/v1/sfdp/data", &format!("{tag}-once-{nth}"), body)
            .await
            .ok();
        if nth % 4 == 0 {
            let new = json!({
                "name": format!("{tag}-registered-{nth}"), "type": "watch",
                "capabilities": ["heart_rate"],
            });
            who.post("/v1/sfdp/devices", new).await.ok();
            let key = json!({ "name": format!("{tag}-api-key-{nth}") });
            who.post("/v1/api-keys", key).await.ok();
        }
    }
    who.put(
        "/v1/sfdp/profile",
        json!({ "weightKg": 77.4, "sex": "female" }),
    )
    .await
    .ok();
    who.post("/v1/sfdp/insights/generate", json!({})).await.ok();
    let mut canaries: Vec<String> = ["-device-", "-note", "-once-", "-registered-", "-api-key-"]
        .iter()
        .map(|what| format!("{tag}{what}"))
        .collect();
    canaries.push(password_hash(app, &who.id).await);
    canaries
}

/// Returns the keys by which an account is found.
async fn name_keys(app: &TestApp, id: &str) -> Vec<String> {
    let id = id.to_owned();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.names", move |tx| {
            tx.query_one(
                "SELECT username_key, email_key FROM account WHERE id = ?1",
                &[lockstep_store::Value::Text(&id)],
                |row| Ok(vec![row.at(0)?, row.at(1)?]),
            )
        });
    read.await.unwrap()
}

pub(crate) async fn copy(app: &TestApp, to: &Path) {
    let (steps, mut received) = mpsc::channel(1024);
    let listens = tokio::spawn(async move { while received.recv().await.is_some() {} });
    backup::create(app.state(), to, &steps).await.unwrap();
    drop(steps);
    listens.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erased_account_is_in_no_file_and_no_new_backup() {
    let (app, provider) = oidc::start_with_provider().await;
    let admin = app.admin();
    let (ada, bob) = (app.user("canaryada").await, app.user("otherbob").await);
    // Other accounts write rows between hers.
    let mut canaries = fill(&app, &ada, "canaryada").await;
    canaries.extend(places::fill(&app, &ada, &bob, "canaryada").await);
    oidc::link_ada(&ada, PASSWORD, &provider).await;
    canaries.push("ada-at-the-provider".to_owned());
    fill(&app, &bob, "otherbob").await;
    canaries.extend(name_keys(&app, &ada.id).await);
    let folder = app.folder.path().to_owned();
    assert!(
        found(&folder, &canaries).len() > 4,
        "the canaries are in the files before the erasure"
    );
    let erased = admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    assert_eq!(erased["deleted"], true);
    assert!(erased["receipt"].is_object());
    assert_eq!(
        found(&folder, &canaries),
        Vec::<String>::new(),
        "after the erasure"
    );
    let copies = tempfile::tempdir().unwrap();
    copy(&app, &copies.path().join("backup")).await;
    assert_eq!(
        found(copies.path(), &canaries),
        Vec::<String>::new(),
        "a new backup"
    );
    let others = vec!["otherbob-device-".to_owned()];
    assert!(
        !found(copies.path(), &others).is_empty(),
        "the backup contains the other accounts"
    );
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    assert_eq!(
        found(&folder, &canaries),
        Vec::<String>::new(),
        "after a restart"
    );
    let bob = app.anonymous().signed_in("otherbob", PASSWORD).await;
    let page = bob.get("/v1/sfdp/data?limit=10000").await.ok();
    assert_eq!(page["total"], 1200);
}

/// Of the texts of an account, docs/security.md names those that a thief of the disk can read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_in_the_clear_are_those_that_the_document_names() {
    let (app, provider) = oidc::start_with_provider().await;
    let (ada, bob) = (app.user("canaryada").await, app.user("otherbob").await);
    let mut canaries = fill(&app, &ada, "canaryada").await;
    canaries.retain(|canary| canary.starts_with("canaryada"));
    canaries.extend(places::fill(&app, &ada, &bob, "canaryada").await);
    oidc::link_ada(&ada, PASSWORD, &provider).await;
    canaries.push("ada-at-the-provider".to_owned());
    let folder = app.folder.path();
    let mut clear = canaries.clone();
    clear.retain(|canary| !found(folder, std::slice::from_ref(canary)).is_empty());
    let names_of_devices = ["-device-", "-registered-", "-mill"];
    let offered = ["-offer", "-listing"];
    let expected = names_of_devices.iter().chain(&offered);
    let expected: BTreeSet<String> = expected.map(|what| format!("canaryada{what}")).collect();
    assert_eq!(clear.into_iter().collect::<BTreeSet<_>>(), expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasing_the_own_administrator_account_does_not_record_its_name() {
    let app = TestApp::start().await;
    let eve = app.account("canaryeve", "admin", "enterprise").await;
    let canaries = name_keys(&app, &eve.id).await;
    assert!(!found(app.folder.path(), &canaries).is_empty());
    eve.get("/v1/admin/users").await.ok();
    let proof = json!({ "password": PASSWORD });
    eve.post("/api/auth/erasure", proof).await.ok();
    // Audit counts from before the erasure are written now.
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    app.state().db.erase_traces().await.unwrap();
    assert_eq!(found(app.folder.path(), &canaries), Vec::<String>::new());
    let id = eve.id.clone();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.entries", move |tx| {
            tx.query_one(
                "SELECT COUNT(*) FROM audit_body WHERE user_id = ?1",
                &[lockstep_store::Value::Text(&id)],
                |row| row.at::<i64>(0),
            )
        });
    assert_eq!(read.await.unwrap(), 0);
    let verdict = lockstep_vault::Vault::of(app.state())
        .unwrap()
        .checkpoints()
        .verify_chain(None)
        .await;
    assert_eq!(verdict.unwrap().broken, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_range_that_was_deleted_is_in_no_file() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "keeps").await;
    fill(&app, &ada, "canaryrange").await;
    for nth in 0..40 {
        ada.delete(&format!("/v1/sfdp/data?device=canaryrange-device-{nth}"))
            .await
            .ok();
    }
    // At most one pass runs per second, so the last passes are still due.
    app.state().db.erase_owed_traces().await.unwrap();
    let canaries = vec![
        "canaryrange-device-".to_owned(),
        "canaryrange-note".to_owned(),
    ];
    assert_eq!(found(app.folder.path(), &canaries), Vec::<String>::new());
    let kept = vec!["keeps-device-".to_owned()];
    assert!(!found(app.folder.path(), &kept).is_empty());
    assert_eq!(ada.get("/v1/sfdp/data?limit=1").await.ok()["total"], 1200);
}

/// Keeps a read transaction open until the sender is dropped.
async fn hold(app: &TestApp) -> (oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let (begun, begins) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let db = app.state().db.clone();
    let reader = tokio::spawn(async move {
        let read = db.read::<_, StoreError, _>("test.hold", move |tx: &Tx<'_>| {
            tx.row_counts()?;
            let _ = begun.send(());
            let _ = released.blocking_recv();
            Ok(())
        });
        read.await.unwrap();
    });
    begins.await.unwrap();
    (release, reader)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_receipt_waits_for_readers_of_older_snapshots() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("canaryada").await);
    fill(&app, &ada, "canaryada").await;
    let (release, reader) = hold(&app).await;
    let answer = admin.delete(&format!("/v1/admin/users/{}", ada.id)).await;
    assert_eq!(answer.status, 202, "{answer}");
    let begun = answer.json();
    assert_eq!(
        (&begun["deleted"], &begun["receipt"]),
        (&json!(false), &Json::Null)
    );
    let path = format!(
        "/v1/admin/erasures/{}",
        begun["receiptId"].as_str().unwrap()
    );
    assert!(admin.get(&path).await.ok()["finishedAt"].is_null());
    drop(release);
    reader.await.unwrap();
    lockstep_accounts::finish_erasures(app.state())
        .await
        .unwrap();
    let done = admin.get(&path).await.ok();
    assert!(done["receipt"].is_object(), "{done}");
    let canaries = vec!["canaryada".to_owned()];
    assert_eq!(found(app.folder.path(), &canaries), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_backup_does_not_bring_an_erased_account_back() {
    let app = TestApp::start().await;
    let (admin, ada, bob) = (
        app.admin(),
        app.user("canaryada").await,
        app.user("bob").await,
    );
    fill(&app, &ada, "canaryada").await;
    fill(&app, &bob, "bobs").await;
    let copies = tempfile::tempdir().unwrap();
    let older = copies.path().join("older");
    copy(&app, &older).await;
    let erased = admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    let receipt = copies.path().join("receipt.json");
    std::fs::write(&receipt, erased.to_string()).unwrap();
    let folder = app.stop().await;
    let secrets = |to: &Path, with_list: bool| {
        std::fs::create_dir(to.join("secrets")).unwrap();
        for name in ["root.key", "epochs.json", "erased.json"] {
            if name != "erased.json" || with_list {
                let (from, to) = (folder.path().join("secrets"), to.join("secrets"));
                std::fs::copy(from.join(name), to.join(name)).unwrap();
            }
        }
    };
    // Three cases: with the list of erased accounts, with only the receipt, with manually copied
    // files.
    for (with_list, with_receipt, by_hand) in [
        (true, false, false),
        (false, true, false),
        (true, false, true),
    ] {
        let fresh = tempfile::tempdir().unwrap();
        secrets(fresh.path(), with_list);
        if by_hand {
            for name in ["lockstep.db", "keys.db", "keys.check"] {
                std::fs::copy(older.join(name), fresh.path().join(name)).unwrap();
            }
        } else {
            let data = DataDir::hold(fresh.path()).unwrap();
            let keys = KeyPaths::usual(fresh.path());
            let receipts: Vec<_> = with_receipt.then(|| receipt.clone()).into_iter().collect();
            let report = backup::restore(&older, &data, &keys, &receipts)
                .await
                .unwrap();
            assert_eq!(report["erasedAgain"], 1, "{report}");
        }
        let again = TestApp::start_in(fresh, |_| {}).await;
        let admin = again.admin();
        assert_eq!(
            admin.get("/v1/admin/users?search=canaryada").await.ok()["total"],
            0
        );
        let receipts = admin
            .get(&format!("/v1/admin/erasures?userId={}", ada.id))
            .await
            .ok();
        assert!(receipts["erasures"][0]["receipt"].is_object(), "{receipts}");
        let body = json!({ "username": "canaryada", "password": PASSWORD });
        assert_eq!(
            again.anonymous().post("/api/auth/token", body).await.status,
            401
        );
        let bob = again.anonymous().signed_in("bob", PASSWORD).await;
        assert_eq!(bob.get("/v1/sfdp/data?limit=1").await.ok()["total"], 1200);
        let canaries = vec!["canaryada".to_owned()];
        assert_eq!(found(again.folder.path(), &canaries), Vec::<String>::new());
        again.stop().await;
    }
    // A receipt of another installation matches no account here.
    let other = TestApp::start().await;
    let eve = other.user("eve").await;
    let erased = other
        .admin()
        .delete(&format!("/v1/admin/users/{}", eve.id))
        .await
        .ok();
    std::fs::write(&receipt, erased.to_string()).unwrap();
    let fresh = tempfile::tempdir().unwrap();
    secrets(fresh.path(), true);
    let data = DataDir::hold(fresh.path()).unwrap();
    let keys = KeyPaths::usual(fresh.path());
    let refused = backup::restore(&older, &data, &keys, &[receipt])
        .await
        .unwrap_err();
    assert!(refused.contains("does not hold"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trial_restore_checks_the_data_and_leaves_no_files() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let copies = tempfile::tempdir().unwrap();
    let older = copies.path().join("older");
    copy(&app, &older).await;
    let keys = KeyPaths::usual(app.folder.path());
    let scratch = tempfile::tempdir().unwrap();
    // The files of a killed run are removed.
    let killed = scratch.path().join("lockstep-drill-killed");
    std::fs::create_dir(&killed).unwrap();
    std::fs::write(killed.join("lockstep.db"), "half").unwrap();
    let report = backup::restore_drill(&older, scratch.path(), &keys)
        .await
        .unwrap();
    assert_eq!(report["restored"], true);
    assert!(
        report["contents"]["rows"]["series"].as_u64().unwrap() > 0,
        "{report}"
    );
    assert!(report["contents"]["auditHead"]["entry"].as_u64().unwrap() > 0);
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn a_data_directory_open_to_other_users_is_made_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let seen = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (store, own) = (
        folder.path().join("lockstep.db"),
        folder.path().join("notes.txt"),
    );
    for file in [&store, &own] {
        std::fs::write(file, "x").unwrap();
        mode(file, 0o644);
    }
    mode(folder.path(), 0o777);
    let data = DataDir::hold(folder.path()).unwrap();
    assert_eq!(seen(folder.path()), 0o700);
    assert_eq!(seen(&store), 0o600);
    assert_eq!(seen(&own), 0o644, "the file does not belong to the server");
    drop(data);
}
