//! The replacement of the root key where keys are damaged, and the test of the root key where it is kept.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value as Json, json};

use crate::app::TestApp;
use crate::damaged_files::run;
use crate::names::{damage_key, has_no_key_file};

fn epochs(folder: &Path) -> Vec<i64> {
    let bytes = std::fs::read(folder.join("secrets/epochs.json")).unwrap();
    let file: Json = serde_json::from_slice(&bytes).unwrap();
    let all = file["epochs"].as_array().unwrap();
    all.iter()
        .map(|epoch| epoch["n"].as_i64().unwrap())
        .collect()
}

/// An operator who reads an error after the replacement would delete the key that is in force.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replacement_beside_a_damaged_key_says_which_root_key_is_in_force() {
    let app = TestApp::start().await;
    let (ada, _bob) = (app.user("ada").await, app.user("bob").await);
    let folder = app.stop().await;
    if has_no_key_file(folder.path()) {
        return;
    }
    damage_key(folder.path(), &ada.id);
    let before = epochs(folder.path());
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("root.key");
    let name = file.to_str().unwrap();
    let args = ["--json", "root-key", "replace", name, "--generate"];
    let (succeeded, printed) = run(folder.path(), &args);
    assert!(succeeded, "{printed}");
    let line = printed.lines().find(|line| line.starts_with('{')).unwrap();
    let answer: Json = serde_json::from_str(line).unwrap();
    assert_eq!(answer["damaged"], json!([ada.id]), "{answer}");
    let next = answer["next"].as_str().unwrap();
    for part in [
        &*format!("the root key is the one in {name} now"),
        &ada.id,
        "Keep the old root key",
    ] {
        assert!(next.contains(part), "{part}: {next}");
    }
    assert_eq!(epochs(folder.path()), before, "no epoch ends");
    // The old key is refused before anything is replaced, and the new one is in force.
    let other = elsewhere.path().join("other.key");
    let args = ["root-key", "replace", other.to_str().unwrap(), "--generate"];
    let (succeeded, printed) = run(folder.path(), &args);
    assert!(
        !succeeded && !printed.contains("is the one in"),
        "{printed}"
    );
    let app = TestApp::start_in(folder, |config| config.keys.file = Some(file)).await;
    app.anonymous()
        .signed_in("bob", crate::app::PASSWORD)
        .await
        .get("/v1/sfdp/data")
        .await
        .ok();
}

/// An operator who believes in a replacement would think that a stolen key is worthless.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_root_key_in_force_is_not_reported_as_its_own_replacement() {
    let folder = TestApp::start().await.stop().await;
    let before = epochs(folder.path());
    let file = folder.path().join("secrets/root.key");
    let name = file.to_str().unwrap();
    for args in [
        &["root-key", "replace", name, "--generate"][..],
        &["root-key", "replace", name],
    ] {
        let (succeeded, printed) = run(folder.path(), args);
        assert!(
            !succeeded && printed.contains("already the root key"),
            "{printed}"
        );
    }
    // No epoch began.
    assert_eq!(epochs(folder.path()), before);
}

/// The running server goes on with the key in its memory: without the test, a lost key shows at the next start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_root_key_that_no_longer_opens_the_installation_is_found_while_it_runs() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let file = app.folder.path().join("secrets/root.key");
    let right = std::fs::read(&file).unwrap();
    let test = async || admin.post("/v1/admin/root-key/test", json!({})).await.ok();
    let whole = json!({ "source": "created", "opens": true, "problem": null });
    assert_eq!(test().await, whole);
    for (content, problem) in [
        ("ab".repeat(32), "other"),
        ("short".to_owned(), "malformed"),
    ] {
        std::fs::write(&file, &content).unwrap();
        let found = test().await;
        assert_eq!(found["problem"], problem, "{found}");
        assert_eq!(found["opens"], false);
        let text = found.to_string();
        assert!(
            !text.contains(&content) && !text.contains("root.key"),
            "{text}"
        );
    }
    std::fs::write(&file, &right).unwrap();
    let mode = |mode| std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
    mode(0o644);
    assert_eq!(test().await["problem"], "exposed");
    mode(0o600);
    let aside = file.with_extension("aside");
    std::fs::rename(&file, &aside).unwrap();
    assert_eq!(test().await["problem"], "missing");
    assert!(!file.exists(), "no key is made in its place");
    // A pipe without a writer would let its reader wait for ever.
    let made = std::process::Command::new("mkfifo")
        .args(["-m", "600"])
        .arg(&file)
        .status();
    assert!(made.unwrap().success());
    assert_eq!(test().await["problem"], "unreadable");
    std::fs::remove_file(&file).unwrap();
    std::fs::rename(&aside, &file).unwrap();
    assert_eq!(test().await, whole);
    let search =
        json!({ "searchQuery": "root_key.test", "limit": 1, "filters": { "status": "warning" } });
    let log = admin.post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(log["total"], 5, "{log}");
    // The entry of the last failed test, whose key was a pipe.
    let last = &log["logs"][0];
    assert_eq!(last["metadata"]["problem"], "unreadable", "{log}");
    for name in ["ada", "eve"] {
        let role = if name == "eve" { "auditor" } else { "user" };
        let other = app.account(name, role, "standard").await;
        let answer = other.post("/v1/admin/root-key/test", json!({})).await;
        answer.refused(403, "PERMISSION_DENIED");
    }
}

/// Without the record, nothing says that a key is the right one, and the next start refuses the installation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_root_key_passes_its_test_without_the_record_and_none_is_created() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let test = async || admin.post("/v1/admin/root-key/test", json!({})).await.ok();
    let record = match crate::postgres::schema_of(app.folder.path()) {
        None => app.folder.path().join("keys.check"),
        Some(_) => app.folder.path().join("secrets/keys.check"),
    };
    let file = app.folder.path().join("secrets/root.key");
    let aside = file.with_extension("aside");
    std::fs::remove_file(&record).unwrap();
    assert_eq!(test().await["problem"], "unreadable");
    let made = std::process::Command::new("mkfifo").arg(&record).status();
    assert!(made.unwrap().success());
    assert_eq!(test().await["problem"], "unreadable");
    std::fs::remove_file(&record).unwrap();
    std::fs::rename(&file, &aside).unwrap();
    assert_eq!(test().await["opens"], false);
    assert!(!file.exists(), "no key is made in its place");
    std::fs::write(&file, "ab".repeat(32)).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    assert_eq!(test().await["opens"], false);
}
