//! The administration API: settings and tiers whose effect shows outside of administration.

mod rotation;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use lockstep_store::{QueueOwner, StoreError, SystemClock};
use serde_json::{Value as Json, json};
use tokio::task::JoinHandle;

use crate::app::{ADMIN_PASSWORD, AdvancedClock, JUNE, TestApp, TestClient, points};

const SETTINGS: &str = "/v1/admin/settings";
const TIERS: &str = "/v1/admin/tiers";

/// Returns the modes of the account's points with their numbers.
pub(crate) async fn modes(owner: &TestClient) -> Json {
    let usage = owner.get("/v1/sfdp/usage").await.ok();
    let modes = usage["modes"].as_array().unwrap().iter();
    let modes = modes.map(|one| json!([one["encryptionMode"], one["points"]]));
    modes.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_default_type_is_the_mode_of_a_block_size_without_a_mode() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    // A row: the setting, the device, whether `chunkSize` is named, and the mode.
    for (nth, (default, sized, mode)) in [
        ("AES", true, json!("Basic")),
        ("FHE", true, json!("FHE")),
        ("ZK", true, json!("ZK")),
        ("ZK", false, Json::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let change = json!({ "encryption": { "defaultType": default } });
        admin.patch(SETTINGS, change).await.ok();
        let owner = app.user(&format!("owner-{nth}")).await;
        let mut body = points("weight", "kg", "scale", JUNE, &[70.0, 71.0]);
        if sized {
            body["chunkSize"] = json!(2);
        }
        let stored = owner.post("/v1/sfdp/data", body).await.ok();
        let encrypted = if sized { 2 } else { 0 };
        assert_eq!(stored["encryptedCount"], encrypted, "{default} {sized}");
        assert_eq!(modes(&owner).await, json!([[mode, 2]]), "{default} {sized}");
    }
    // A mode that the request names goes before the setting.
    let mut body = points("weight", "kg", "scale", JUNE, &[70.0]);
    body["chunkSize"] = json!(2);
    body["encryptionMode"] = json!("Basic");
    ada.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(modes(&ada).await, json!([["Basic", 1]]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_and_quotas_of_tiers_act_at_once() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let ada = app.account("ada", "user", "standard").await;
    let before = admin.get(TIERS).await.ok();
    assert_eq!(before["standard"]["requests"]["fitness"], 100);
    assert_eq!(before["enterprise"]["requests"]["fitness"], 10_000);
    let limit = |answer: &crate::app::Answer| answer.header("x-ratelimit-limit").map(str::to_owned);
    assert_eq!(
        limit(&ada.get("/v1/sfdp/types").await).as_deref(),
        Some("100")
    );
    let change = json!({ "standard": {
        "requests": { "fitness": 7, "platform": 8 }, "quota": { "bytes": 0 },
    } });
    let changed = admin.patch(TIERS, change).await.ok();
    assert_eq!(changed["standard"]["requests"]["fitness"], 7);
    assert_eq!(changed["premium"], before["premium"]);
    let answer = ada.get("/v1/sfdp/types").await;
    assert_eq!(limit(&answer).as_deref(), Some("7"));
    let answer = ada.get("/api/datasets").await;
    assert_eq!(limit(&answer).as_deref(), Some("8"));
    // Every path that stores data reads the current quota.
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    let refused = ada.post("/v1/sfdp/data", body.clone()).await;
    assert_eq!(refused.status, 403, "{refused}");
    let dataset = json!({ "name": "rides", "encryption_mode": "none", "data": { "watts": [200] } });
    let refused = ada.post("/api/datasets", dataset).await;
    assert_eq!(refused.status, 403, "{refused}");
    let restored = json!({ "standard": {
        "requests": { "fitness": null, "platform": null }, "quota": { "bytes": null },
    } });
    assert_eq!(admin.patch(TIERS, restored).await.ok(), before);
    ada.post("/v1/sfdp/data", body).await.ok();
    // A change out of range changes nothing, and only administrators change.
    let wrong = json!({ "premium": { "requests": { "agents": 5 } }, "standard": { "requests": { "fitness": 0 } } });
    admin
        .patch(TIERS, wrong)
        .await
        .blames("standard.requests.fitness");
    assert_eq!(admin.get(TIERS).await.ok(), before);
    ada.get(TIERS).await.refused(403, "PERMISSION_DENIED");
    // Changes are in the audit log, and survive a restart.
    let lasting = json!({ "premium": { "requests": { "agents": 5 } } });
    admin.patch(TIERS, lasting).await.ok();
    let search = json!({ "searchQuery": "tiers.change" });
    let log = admin.post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(log["total"], 3, "{log}");
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let kept = app.admin().get(TIERS).await.ok();
    assert_eq!(kept["premium"]["requests"]["agents"], 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_limit_and_quota_of_a_tier_acts_on_its_own() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let ada = app.account("ada", "user", "standard").await;
    for (area, path) in [
        ("fitness", "/v1/sfdp/types"),
        ("platform", "/api/datasets"),
        ("administration", "/v1/api-keys"),
        ("agents", "/v1/agents"),
        ("encryption", "/v1/encryption/keys"),
    ] {
        for (limit, shown) in [(json!(7), true), (Json::Null, false)] {
            let change = json!({ "standard": { "requests": { area: limit } } });
            admin.patch(TIERS, change).await.ok();
            let answer = ada.get(path).await;
            let is_seven = answer.header("x-ratelimit-limit") == Some("7");
            assert_eq!(is_seven, shown, "{area}: {answer}");
        }
    }
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    let file = "timestamp,type,value,unit,device\n2026-06-01T00:00:00Z,weight,70,kg,scale\n";
    for (quota, status) in [
        ("bytes", 403),
        ("series", 403),
        ("chunks", 403),
        ("spoolBytes", 413),
    ] {
        let store = async || match quota {
            "spoolBytes" => ada.import(file).await,
            _ => ada.post("/v1/sfdp/data", body.clone()).await,
        };
        let set = async |value: Json| {
            let change = json!({ "standard": { "quota": { quota: value } } });
            admin.patch(TIERS, change).await.ok();
        };
        set(json!(0)).await;
        let refused = store().await;
        assert_eq!(refused.status, status, "{quota}: {refused}");
        set(Json::Null).await;
        store().await.ok();
        ada.delete("/v1/sfdp/data").await.ok();
    }
}

/// Sends a body of half a mebibyte; returns the time until the answer.
async fn send_half_a_mebibyte(owner: &TestClient) -> Duration {
    let clock = SystemClock::shared();
    let start = clock.monotonic();
    let mut body = b"{\"data\": [".to_vec();
    body.resize(512 << 10, b' ');
    body.extend(b"]}");
    let answer = owner.post_bytes("/v1/sfdp/data", body).await;
    assert_eq!(answer.status, 400, "{answer}");
    clock.monotonic() - start
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bandwidth_limits_bodies_at_once() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let limit = |bytes: u32| json!({ "network": { "maxBandwidth": bytes } });
    admin.patch(SETTINGS, limit(512 << 10)).await.ok();
    // Half a mebibyte at half a mebibyte a second, less the first piece.
    let slow = send_half_a_mebibyte(&ada).await;
    assert!(slow > Duration::from_millis(900), "{slow:?}");
    // Two clients share the bandwidth.
    let clock = SystemClock::shared();
    let start = clock.monotonic();
    let bob = app.user("bob").await;
    tokio::join!(send_half_a_mebibyte(&ada), send_half_a_mebibyte(&bob));
    assert!(clock.monotonic() - start > Duration::from_millis(1900));
    // Without the limit, a transfer that waits continues.
    admin.patch(SETTINGS, limit(64 << 10)).await.ok();
    let start = clock.monotonic();
    let raised = async {
        app.until_held_bytes(|bytes| bytes > 0).await;
        admin.patch(SETTINGS, limit(0)).await.ok();
    };
    tokio::join!(send_half_a_mebibyte(&ada), raised);
    let taken = clock.monotonic() - start;
    assert!(taken < Duration::from_secs(6), "{taken:?}");
}

/// Waits until the newest scheduled backup differs from `before`.
async fn backed_up(
    app: &TestApp,
    before: Option<&lockstep_admin::BackupRecord>,
) -> lockstep_admin::BackupRecord {
    loop {
        let last = lockstep_admin::last_backup(app.state()).await.unwrap();
        if let Some(last) = last.filter(|last| Some(last) != before) {
            return last;
        }
    }
}

fn folders(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_are_made_when_they_are_enabled() {
    let backups = tempfile::tempdir().unwrap();
    let directory = backups.path().join("backups");
    let configured = Some(directory.clone());
    let app = TestApp::start_with(|config| config.backup.directory = configured).await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    ada.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(
        lockstep_admin::last_backup(app.state()).await.unwrap(),
        None
    );
    // The files of a killed backup.
    let vault = lockstep_vault::Vault::of(app.state()).unwrap();
    let killed = format!(".partial-{}-x", vault.attester().installation());
    std::fs::create_dir_all(directory.join(killed)).unwrap();
    let enable = json!({ "database": { "backupEnabled": true } });
    admin.patch(SETTINGS, enable).await.ok();
    let made = backed_up(&app, None).await;
    assert_eq!(made.reason, None);
    assert_eq!(folders(&directory), [made.folder.clone().unwrap()]);
    // It is a backup like one of the command line.
    let keys = lockstep_vault::Vault::of(app.state())
        .unwrap()
        .key_paths()
        .clone();
    let folder = directory.join(made.folder.unwrap());
    let report = lockstep_server::backup::verify(&folder, &keys).await;
    assert_eq!(report.unwrap()["damaged"], json!([]));
    let search = json!({ "searchQuery": "backup.create" });
    let log = admin
        .post("/v1/admin/audit-logs", search.clone())
        .await
        .ok();
    assert_eq!(log["logs"][0]["status"], "success", "{log}");
    // The next one is due after the interval.
    assert!(!lockstep_admin::is_backup_due(app.state()).await.unwrap());
    // A directory that cannot be written: the backup fails, leaves nothing, and is an alert until one succeeds.
    let aside = backups.path().join("aside");
    std::fs::rename(&directory, &aside).unwrap();
    std::fs::write(&directory, b"no directory").unwrap();
    lockstep_server::serve::scheduled(app.state())
        .await
        .unwrap();
    let failed = lockstep_admin::last_backup(app.state())
        .await
        .unwrap()
        .unwrap();
    assert!(failed.reason.is_some());
    let alerts = async || {
        let page = admin.get("/v1/admin/alerts").await.ok();
        let alerts = page["alerts"].as_array().unwrap().iter();
        alerts
            .map(|alert| alert["type"].as_str().unwrap().to_owned())
            .filter(|rule| rule == "backup.failed")
            .count()
    };
    assert_eq!(alerts().await, 1);
    std::fs::remove_file(&directory).unwrap();
    std::fs::rename(&aside, &directory).unwrap();
    lockstep_server::serve::scheduled(app.state())
        .await
        .unwrap();
    assert_eq!(alerts().await, 0);
    assert_eq!(folders(&directory).len(), 2);
    let log = admin.post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(log["logs"][1]["status"], "error", "{log}");
}

/// One damaged row of an account must not leave the operator without backups. The intact backup stays beside the damaged
/// one, of which there is only the newest.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_with_damaged_rows_is_kept_until_an_intact_one() {
    let backups = tempfile::tempdir().unwrap();
    let directory = backups.path().join("backups");
    let configured = Some(directory.clone());
    let app = TestApp::start_with(|config| {
        config.backup.directory = configured;
        config.backup.keep_count = 1;
    })
    .await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let enable = json!({ "database": { "backupEnabled": true } });
    admin.patch(SETTINGS, enable).await.ok();
    let intact = backed_up(&app, None).await.folder.unwrap();
    let damage = app
        .state()
        .db
        .write::<_, StoreError, _>("test.damage", |tx| {
            tx.execute("UPDATE seg_body SET body = x'00'", &[])
        });
    assert_eq!(damage.await.unwrap(), 1);
    let make = async || {
        lockstep_server::serve::scheduled(app.state())
            .await
            .unwrap();
        let last = lockstep_admin::last_backup(app.state()).await.unwrap();
        let page = admin.get("/v1/admin/alerts").await.ok();
        let mut alerts = page["alerts"].as_array().unwrap().iter();
        (
            last.unwrap(),
            alerts.any(|alert| alert["type"] == "backup.failed"),
        )
    };
    for _ in 0..2 {
        let (made, is_alert) = make().await;
        assert!(made.reason.as_deref().unwrap().starts_with("1 row"));
        assert!(is_alert);
        let damaged = made.folder.unwrap();
        assert_eq!(folders(&directory), [damaged.clone(), intact.clone()]);
        assert!(!lockstep_admin::is_backup_due(app.state()).await.unwrap());
    }
    // The owner deletes the damaged points.
    ada.get("/v1/sfdp/data").await.ok();
    ada.delete("/v1/sfdp/data?type=heart_rate").await.ok();
    let (made, is_alert) = make().await;
    assert_eq!((made.reason, is_alert), (None, false));
    assert_eq!(folders(&directory), [made.folder.unwrap()]);
    let search = json!({ "searchQuery": "backup.create" });
    let log = admin.post("/v1/admin/audit-logs", search).await.ok();
    let statuses: Vec<&Json> = log["logs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["status"])
        .collect();
    assert_eq!(statuses, ["success", "warning", "warning", "success"]);
}

/// The backups of earlier epochs restore no data of accounts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_due_when_an_epoch_began_since_the_last_one() {
    let backups = tempfile::tempdir().unwrap();
    let directory = Some(backups.path().join("backups"));
    let app = TestApp::start_with(|config| config.backup.directory = directory).await;
    let enable = json!({ "database": { "backupEnabled": true } });
    app.admin().patch(SETTINGS, enable).await.ok();
    let made = backed_up(&app, None).await;
    assert!(!lockstep_admin::is_backup_due(app.state()).await.unwrap());
    let vault = lockstep_vault::Vault::of(app.state()).unwrap();
    assert!(vault.epochs().since() <= made.begun);
    // As if the epoch had begun a moment after it.
    let begun = vault.epochs().since().minus(Duration::from_millis(1));
    let earlier = lockstep_admin::BackupRecord { begun, ..made };
    let recorded = lockstep_admin::record_backup(app.state(), earlier).await;
    recorded.unwrap();
    assert!(lockstep_admin::is_backup_due(app.state()).await.unwrap());
}

#[tokio::test]
async fn backups_without_a_directory_cannot_be_enabled() {
    let app = TestApp::start().await;
    let change = json!({ "database": { "backupEnabled": true }, "limits": { "custom": 9 } });
    let answer = app.admin().patch(SETTINGS, change).await;
    answer.blames("database.backupEnabled");
    let settings = app.admin().get(SETTINGS).await.ok();
    assert_eq!(settings["limits"]["custom"], 10_000);
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shorter_interval_makes_a_backup_due() {
    let backups = tempfile::tempdir().unwrap();
    let directory = Some(backups.path().join("backups"));
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |config| config.backup.directory = directory).await;
    let change = json!({ "database": { "backupEnabled": true, "backupInterval": 24 } });
    app.admin().patch(SETTINGS, change).await.ok();
    let first = backed_up(&app, None).await;
    clock.pass(2 * HOUR);
    assert!(!lockstep_admin::is_backup_due(app.state()).await.unwrap());
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let change = json!({ "database": { "backupInterval": 1 } });
    admin.patch(SETTINGS, change).await.ok();
    let second = backed_up(&app, Some(&first)).await;
    assert!(second.begun.since(first.begun) >= 2 * HOUR, "{second:?}");
}

/// A backup that hangs, or whose result cannot be recorded, does not count as failed, but it becomes overdue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_overdue_is_an_alert() {
    let backups = tempfile::tempdir().unwrap();
    let directory = Some(backups.path().join("backups"));
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |config| config.backup.directory = directory).await;
    let enable = json!({ "database": { "backupEnabled": true, "backupInterval": 24 } });
    app.admin().patch(SETTINGS, enable.clone()).await.ok();
    let first = backed_up(&app, None).await;
    let is_alert = async || {
        lockstep_admin::evaluate(app.state()).await.unwrap();
        let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
        let page = admin.get("/v1/admin/alerts").await.ok();
        let mut alerts = page["alerts"].as_array().unwrap().iter();
        alerts.any(|alert| alert["type"] == "backup.failed")
    };
    for (hours, expected) in [(48_u32, false), (2, true)] {
        clock.pass(hours * HOUR);
        assert_eq!(is_alert().await, expected, "{hours} hours later");
    }
    // The schedule looks again after a change of the settings.
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    admin.patch(SETTINGS, enable).await.ok();
    backed_up(&app, Some(&first)).await;
    assert!(!is_alert().await);
    // After a time in which no rule was evaluated, as while the server did not run, a backup has an hour.
    for (hours, expected) in [(50_u32, false), (1, true)] {
        clock.pass(hours * HOUR);
        assert_eq!(is_alert().await, expected, "{hours} hours later");
    }
}

/// Holds a read of an account in the store until the signal is sent.
pub(crate) async fn held_read(
    app: &TestApp,
    owner: &TestClient,
) -> (mpsc::Sender<()>, JoinHandle<Result<(), StoreError>>) {
    let owner = QueueOwner::Account(owner.id.parse().unwrap());
    let db = app.state().db.clone();
    let (release, until) = mpsc::channel();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let held = async move {
        db.read::<_, StoreError, _>("test.hold", move |_| {
            begun.send(()).unwrap();
            // The test ends the read.
            let _ = until.recv();
            Ok(())
        })
        .await
    };
    let held = tokio::spawn(owner.scope(held));
    beginning.await.unwrap();
    (release, held)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_request_timeout_ends_a_request_that_waits() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let change = json!({
        "network": { "requestTimeout": 1 }, "database": { "maxConnections": 1, "timeout": 600 },
    });
    admin.patch(SETTINGS, change).await.ok();
    let (release, held) = held_read(&app, &ada).await;
    let clock = SystemClock::shared();
    let start = clock.monotonic();
    let answer = ada.get("/v1/sfdp/data").await;
    assert_eq!(answer.status, 503, "{answer}");
    // Not the 600 seconds of the store.
    let taken = clock.monotonic() - start;
    assert!((1..60).contains(&taken.as_secs()), "{taken:?}");
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
}

/// The engine's settings reach the engine: `lockstep-store` tests what they do there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_and_time_of_the_engine_act_at_once() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let engine = |connections: u32, timeout: u32| json!({ "database": { "maxConnections": connections, "timeout": timeout } });
    admin.patch(SETTINGS, engine(1, 1)).await.ok();
    let (release, held) = held_read(&app, &ada).await;
    let answer = ada.get("/v1/sfdp/data").await;
    assert_eq!(answer.status, 503, "{answer}");
    // Another connection serves it although the first is still held.
    admin.patch(SETTINGS, engine(4, 1)).await.ok();
    let answer = ada.get("/v1/sfdp/data").await;
    assert_eq!(answer.status, 200, "{answer}");
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
    admin.patch(SETTINGS, engine(4, 60)).await.ok();
    ada.get("/v1/sfdp/data").await.ok();
}
