//! What administrators see of the whole installation: backups, jobs and devices of all accounts.

use std::os::unix::fs::symlink;
use std::path::Path;

use axum::http::Method;
use serde_json::{Value as Json, json};

use crate::app::{TestApp, TestClient};
use crate::uadm::client::{Device, Options, Version};
use crate::uadm::treadmill;

const BACKUPS: &str = "/v1/admin/backups";
const JOBS: &str = "/v1/admin/jobs";
const DEVICES: &str = "/v1/admin/devices";

/// Waits until the requested backup is recorded and no other is being made; returns the list.
async fn after_the_backup(app: &TestApp) -> Json {
    while lockstep_admin::last_backup(app.state())
        .await
        .unwrap()
        .is_none()
    {
        tokio::task::yield_now().await;
    }
    loop {
        let list = app.admin().get(BACKUPS).await.ok();
        if list["running"] == false {
            return list;
        }
    }
}

/// Adds folders with the names of scheduled backups whose store is a link or a folder, and a link to a backup.
fn add_what_is_no_backup(directory: &Path, backup: &str) {
    let at = |name: &str| directory.join(name);
    for name in [LINKED_STORE, FOLDER_AS_STORE] {
        std::fs::create_dir(at(name)).unwrap();
    }
    let store = at(backup).join("lockstep.db");
    symlink(store, at(LINKED_STORE).join("lockstep.db")).unwrap();
    std::fs::create_dir(at(FOLDER_AS_STORE).join("lockstep.db")).unwrap();
    symlink(at(backup), at(LINK)).unwrap();
}

const LINKED_STORE: &str = "lockstep-2021-01-31T06-30-05.250Z";
const FOLDER_AS_STORE: &str = "lockstep-2022-01-31T06-30-05.250Z";
const OF_NOBODY: &str = "lockstep-2024-01-31T06-30-05.250Z";
const OF_ANOTHER: &str = "lockstep-2025-01-31T06-30-05.250Z";
const LINK: &str = "lockstep-2023-01-31T06-30-05.250Z";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_started_and_listed_without_paths() {
    let backups = tempfile::tempdir().unwrap();
    let directory = backups.path().join("backups");
    let configured = Some(directory.clone());
    let app = TestApp::start_with(|config| config.backup.directory = configured).await;
    let admin = app.admin();
    let none = json!({ "backups": [], "configured": true, "running": false, "lastAttempt": null });
    assert_eq!(admin.get(BACKUPS).await.ok(), none);
    let started = admin.post(BACKUPS, json!({})).await.ok();
    assert_eq!(started, json!({ "running": true }));
    // A second request starts no second backup.
    admin.post(BACKUPS, json!({})).await.ok();
    let list = after_the_backup(&app).await;
    assert_eq!(list["lastAttempt"]["outcome"], "succeeded", "{list}");
    assert_eq!(list["backups"].as_array().unwrap().len(), 1, "{list}");
    let made = &list["backups"][0];
    assert_eq!(made["madeAt"], list["lastAttempt"]["at"]);
    assert_eq!(
        (&made["restoreTested"], &made["damaged"]),
        (&json!(true), &json!(false))
    );
    let name = made["name"].as_str().unwrap();
    let files = std::fs::read_dir(directory.join(name)).unwrap();
    let bytes: u64 = files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    assert_eq!(made["bytes"], bytes);
    // One made by hand, one with damaged rows, one that a kill left, one without an owner and one of another, and a folder of the
    // operator.
    let copy = |to: &str, files: &[&str]| {
        std::fs::create_dir(directory.join(to)).unwrap();
        for file in files {
            let from = directory.join(name).join(file);
            std::fs::copy(from, directory.join(to).join(file)).unwrap();
        }
    };
    let damaged = "damaged-lockstep-2020-01-31T06-30-05.250Z";
    for to in ["by-hand", damaged, ".partial-lockstep-x"] {
        copy(to, &["lockstep.db", "keys.check"]);
    }
    for to in [OF_NOBODY, OF_ANOTHER] {
        copy(to, &["lockstep.db"]);
    }
    let check = json!({ "vault": "0123456789abcdef0123456789abcdef", "check": "" });
    let record = directory.join(OF_ANOTHER).join("keys.check");
    std::fs::write(record, check.to_string()).unwrap();
    std::fs::create_dir(directory.join("notes")).unwrap();
    add_what_is_no_backup(&directory, name);
    let list = admin.get(BACKUPS).await.ok();
    let backups_now = list["backups"].as_array().unwrap().iter();
    let mut rows: Vec<(&str, &Json, &Json)> = backups_now
        .map(|one| {
            (
                one["name"].as_str().unwrap(),
                &one["restoreTested"],
                &one["damaged"],
            )
        })
        .collect();
    // Of a copy that was made within the same moment the order is open.
    rows.sort_unstable_by_key(|row| row.0);
    let (yes, no) = (json!(true), json!(false));
    let expected = [
        ("by-hand", &no, &Json::Null),
        (damaged, &yes, &yes),
        (name, &yes, &no),
    ];
    assert_eq!(rows, expected);
    assert_eq!(
        list["backups"][2]["name"], damaged,
        "the oldest is the last"
    );
    let text = list.to_string();
    assert!(!text.contains(backups.path().to_str().unwrap()), "{text}");
    let log = json!({ "searchQuery": "backup.request" });
    let log = admin.post("/v1/admin/audit-logs", log).await.ok();
    assert_eq!(log["logs"][0]["user"]["name"], "admin", "{log}");
}

/// Each keeps one backup, and would remove that of the other for its number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_installations_keep_their_backups_in_one_directory() {
    let backups = tempfile::tempdir().unwrap();
    let start = || {
        TestApp::start_with(|config| {
            config.backup.directory = Some(backups.path().to_owned());
            config.backup.keep_count = 1;
        })
    };
    let (one, other) = (start().await, start().await);
    let mut newest = Vec::new();
    for app in [&one, &other, &one] {
        lockstep_server::serve::scheduled(app.state())
            .await
            .unwrap();
        let last = lockstep_admin::last_backup(app.state()).await.unwrap();
        let last = last.unwrap();
        assert_eq!(last.reason, None);
        newest.push(last.folder.unwrap());
    }
    // The third replaced the first.
    let entries = std::fs::read_dir(backups.path()).unwrap();
    let mut kept: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    kept.sort();
    assert_eq!(kept, newest[1..]);
    for (app, own) in [(&one, &newest[2]), (&other, &newest[1])] {
        let list = app.admin().get(BACKUPS).await.ok();
        let listed = list["backups"].as_array().unwrap();
        assert_eq!(listed.len(), 1, "{list}");
        assert_eq!(&listed[0]["name"], own);
    }
}

#[tokio::test]
async fn a_backup_without_a_directory_is_refused() {
    let app = TestApp::start().await;
    let list = app.admin().get(BACKUPS).await.ok();
    assert_eq!(list["configured"], false);
    let error = app.admin().post(BACKUPS, json!({})).await;
    let error = error.refused(409, "CONFLICT");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("backup.directory"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_of_all_accounts_are_listed_without_their_contents() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let begin = async |owner: &TestClient, data: &str| {
        let body = json!({ "data": data, "mode": "Basic" });
        let request = owner
            .request(Method::POST, "/v1/encryption/encrypt")
            .json(&body);
        let request = request.header("Prefer", "respond-async");
        let begun = owner.send(request).await.ok();
        let id = begun["jobId"].as_str().unwrap().to_owned();
        let path = format!("/v1/jobs/{id}");
        loop {
            let request = owner.request(Method::GET, &path);
            let state = owner.send(request.header("Prefer", "wait=20")).await.ok();
            if state["status"] != "running" {
                return id;
            }
        }
    };
    let first = begin(&ada, "WzEsMl0=").await;
    let second = begin(&bob, "WzNd").await;
    let list = app.admin().get(JOBS).await.ok();
    let jobs = list["jobs"].as_array().unwrap().iter();
    let rows: Vec<(&Json, &Json, &Json, &Json)> = jobs
        .map(|job| {
            (
                &job["jobId"],
                &job["accountId"],
                &job["kind"],
                &job["status"],
            )
        })
        .collect();
    let texts = [json!(second), json!(bob.id), json!(first), json!(ada.id)];
    let (kind, done) = (&json!("encryption"), &json!("succeeded"));
    let expected = [
        (&texts[0], &texts[1], kind, done),
        (&texts[2], &texts[3], kind, done),
    ];
    assert_eq!(rows, expected, "{list}");
    let newest = &list["jobs"][0];
    assert!(newest["startedAt"].as_str() <= newest["endedAt"].as_str());
    for field in ["result", "error", "encryptedData", "progress"] {
        assert!(!list.to_string().contains(field), "{list}");
    }
    let page = app.admin().get("/v1/admin/jobs?page=2&limit=1").await.ok();
    assert_eq!(
        (&page["total"], &page["jobs"][0]["jobId"]),
        (&json!(2), &texts[2])
    );
}

#[tokio::test]
async fn devices_of_all_accounts_are_listed_without_their_names() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let strap = json!({ "type": "strap", "name": "Ada's secret strap", "capabilities": [] });
    let strap = ada.post("/v1/sfdp/devices", strap).await.ok();
    let runner = treadmill(&bob, "Bob's runner").await;
    let connection = Device::connect(app.mqtt(), Version::Five, &Options::of(&runner)).await;
    let list = app.admin().get(DEVICES).await.ok();
    assert_eq!(list["total"], 2);
    // In the order of the owners, whose ids ascend.
    let of_ada = &list["devices"][0];
    assert_eq!(of_ada["deviceId"], strap["deviceId"]);
    assert_eq!(of_ada["ownerId"], ada.id);
    assert_eq!(of_ada["kind"], "strap");
    let presence = |device: &Json| {
        let names = ["takesCommands", "connected"];
        names.map(|name| device[name].as_bool().unwrap())
    };
    assert_eq!(presence(of_ada), [false, false]);
    assert_eq!(
        (&of_ada["lastSeen"], &of_ada["revokedAt"]),
        (&Json::Null, &Json::Null)
    );
    let of_bob = &list["devices"][1];
    assert_eq!(of_bob["deviceId"], runner["device_id"]);
    assert_eq!(presence(of_bob), [true, true]);
    assert!(of_bob["lastSeen"].is_string(), "{of_bob}");
    for secret in ["secret", "runner", "lk_dp_"] {
        assert!(!list.to_string().contains(secret), "{list}");
    }
    drop(connection);
    while app.admin().get(DEVICES).await.ok()["devices"][1]["connected"] == true {
        tokio::task::yield_now().await;
    }
    let path = format!("/v1/sfdp/devices/{}", strap["deviceId"].as_str().unwrap());
    ada.delete(&path).await.ok();
    let page = app.admin().get("/v1/admin/devices?limit=1").await.ok();
    assert!(page["devices"][0]["revokedAt"].is_string(), "{page}");
    assert_eq!(page["devices"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn only_administrators_see_the_installation_and_their_reads_are_recorded() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let auditor = app.account("eve", "auditor", "standard").await;
    let key = json!({ "name": "k", "scopes": ["administration:read"] });
    let key = admin.post("/v1/api-keys", key).await.ok();
    let key = admin.bearing(key["key"].as_str().unwrap());
    for path in [BACKUPS, JOBS, DEVICES] {
        auditor.get(path).await.refused(403, "PERMISSION_DENIED");
        key.get(path).await.ok();
    }
    auditor
        .post(BACKUPS, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
    key.post(BACKUPS, json!({}))
        .await
        .refused(403, "PERMISSION_DENIED");
    let counter = app.state().audit_counter();
    counter.flush(&app.state().db).await.unwrap();
    let log = json!({ "searchQuery": "read devices", "limit": 5 });
    let log = admin.post("/v1/admin/audit-logs", log).await.ok();
    assert_eq!(log["logs"][0]["action"], format!("read {DEVICES}"), "{log}");
}
