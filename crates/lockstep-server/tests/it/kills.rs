//! A server that is killed during a change of settings and during a scheduled backup: nothing is half-done.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::app::{JUNE, PASSWORD, TestClient, points};
use crate::child::{Child, run};
use crate::modes::until;

const SETTINGS: &str = "/v1/admin/settings";

fn kill(child: Child) -> tokio::task::JoinHandle<()> {
    tokio::task::spawn_blocking(move || drop(child))
}

/// Asks for a change; true if its answer arrived whole.
async fn is_changed(admin: &TestClient, change: Json) -> bool {
    let request = admin.request(reqwest::Method::PATCH, SETTINGS);
    let Ok(answer) = request.json(&change).send().await else {
        return false;
    };
    let status = answer.status().as_u16();
    answer.bytes().await.is_ok() && status == 200
}

/// Returns the audited changes of a setting, the oldest first, as pairs of the old and the new value.
async fn audited(admin: &TestClient, setting: &str) -> Vec<(i64, i64)> {
    let query = json!({ "searchQuery": "settings.change", "limit": 100 });
    let page = admin.post("/v1/admin/audit-logs", query).await.ok();
    let entries = page["logs"].as_array().unwrap().iter();
    let mut changes: Vec<(i64, i64)> = entries
        .filter_map(|entry| {
            let change = &entry["metadata"][setting];
            Some((change[0].as_i64()?, change[1].as_i64()?))
        })
        .collect();
    changes.reverse();
    changes
}

/// Each change sets three settings of three groups to one number: a change that was half done shows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_changes_of_settings_leaves_none_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 1000;
    let mut last_confirmed = None;
    for round in 0..4 {
        let child = Child::start(folder.path());
        let admin = child.admin().await;
        let mut child = Some(child);
        let mut ending = None;
        for nth in 0.. {
            number += 1;
            let change = json!({
                "limits": { "custom": number }, "network": { "requestTimeout": number },
                "wallet": { "gasLimit": number },
            });
            if nth == 3 + round {
                // The kill meets this change or the next.
                ending = child.take().map(kill);
            }
            if !is_changed(&admin, change).await {
                break;
            }
            last_confirmed = Some(number);
        }
        ending.expect("the server was killed").await.unwrap();
        let child = Child::start(folder.path());
        let admin = child.admin().await;
        let now = admin.get(SETTINGS).await.ok();
        let stored = now["limits"]["custom"].as_i64().unwrap();
        assert_eq!(now["network"]["requestTimeout"], stored, "{now}");
        assert_eq!(now["wallet"]["gasLimit"], stored, "{now}");
        // The change without an answer was made or not; none that was confirmed is lost.
        assert!(
            stored == number || Some(stored) == last_confirmed,
            "{stored} {number}"
        );
        // Each change that was made is audited once, and follows the one before.
        let changes = audited(&admin, "limits.custom").await;
        for pair in changes.windows(2) {
            assert_eq!(pair[0].1, pair[1].0, "{changes:?}");
            assert!(pair[0].1 < pair[1].1, "{changes:?}");
        }
        assert_eq!(changes.last().map(|change| change.1), Some(stored));
        // The next round continues the stored counts.
        (number, last_confirmed) = (stored, Some(stored));
        assert!(child.end().0);
    }
}

/// Returns the names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_a_scheduled_backup_leaves_only_whole_backups() {
    let (folder, backups) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let directory = backups.path().join("backups");
    let variables = [("LOCKSTEP_BACKUP_DIRECTORY", directory.to_str().unwrap())];
    let child = Child::start_with(folder.path(), &variables);
    let admin = child.admin().await;
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let ada = TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await;
    for day in 0..20 {
        let start = JUNE + day * 86_400;
        let body = points("heart_rate", "bpm", "strap", start, &vec![60.0; 5000]);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let enable = json!({ "database": { "backupEnabled": true } });
    admin.patch(SETTINGS, enable).await.ok();
    let mut child = Some(child);
    let is_partial = |name: &String| name.starts_with('.');
    let mut killed_within = 0;
    for _ in 0..3 {
        // As soon as something of the backup is on disk, or the backup is whole already.
        let has_begun = async || !names(&directory).is_empty();
        until("a backup begins", has_begun).await;
        kill(child.take().unwrap()).await.unwrap();
        killed_within += names(&directory)
            .iter()
            .filter(|name| is_partial(name))
            .count();
        child = Some(Child::start_with(folder.path(), &variables));
    }
    let is_whole = async || {
        let names = names(&directory);
        !names.is_empty() && !names.iter().any(is_partial)
    };
    until("a backup is whole, and nothing else is there", is_whole).await;
    assert!(killed_within > 0, "no kill met a backup");
    let child = child.unwrap();
    let admin = child.admin().await;
    let query = json!({ "searchQuery": "backup.create", "limit": 100 });
    let is_recorded = async || {
        let log = admin.post("/v1/admin/audit-logs", query.clone()).await.ok();
        let entries = log["logs"].as_array().unwrap().iter();
        entries.filter(|entry| entry["status"] == "success").count() > 0
    };
    until("the backup is recorded", is_recorded).await;
    assert!(child.end().0);
    for name in names(&directory) {
        let folder_of_backup = directory.join(&name);
        let args = ["backup", "verify", folder_of_backup.to_str().unwrap()];
        let verified = run(folder.path(), &args, "");
        assert!(verified.status.success(), "{name}: {verified:?}");
    }
}
