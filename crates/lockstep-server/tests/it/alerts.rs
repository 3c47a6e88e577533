//! The administration API: alert rules. Each begins to hold, is reported, and ends.

use std::sync::Arc;
use std::time::Duration;

use lockstep_server::scrub;
use lockstep_store::{Clock, StoreError, SystemClock, Timestamp, Tx};
use serde_json::{Value as Json, json};

use crate::app::{AdvancedClock, JUNE, PASSWORD, TestApp, TestClient, points};

const ALERTS: &str = "/v1/admin/alerts";
const SETTINGS: &str = "/v1/admin/settings";
const TIERS: &str = "/v1/admin/tiers";

/// Evaluates the rules; returns the types of the alerts that hold.
async fn holding(app: &TestApp) -> Vec<String> {
    lockstep_admin::evaluate(app.state()).await.unwrap();
    let page = app.admin().get(ALERTS).await.ok();
    let alerts = page["alerts"].as_array().unwrap().iter();
    alerts
        .map(|alert| alert["type"].as_str().unwrap().to_owned())
        .collect()
}

async fn write(app: &TestApp, sql: &'static str) {
    let change = move |tx: &mut Tx<'_>| tx.execute(sql, &[]).map(drop);
    let written = app
        .state()
        .db
        .write::<_, StoreError, _>("test.write", change);
    written.await.unwrap();
}

async fn settings(app: &TestApp, change: Json) {
    app.admin().patch(SETTINGS, change).await.ok();
}

async fn start() -> TestApp {
    start_at(SystemClock::shared()).await
}

/// The disk of the machine that runs the tests may be nearly full.
async fn start_at(clock: Arc<dyn Clock>) -> TestApp {
    let app = TestApp::start_at(clock, |_| {}).await;
    settings(&app, json!({ "alerts": { "storagePercent": 100 } })).await;
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    app
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_starts_and_ends_and_keeps_its_times_and_acknowledgement() {
    let app = start().await;
    let admin = app.admin();
    settings(&app, json!({ "alerts": { "storagePercent": 1 } })).await;
    assert_eq!(holding(&app).await, ["storage.disk"]);
    let page = admin.get(ALERTS).await.ok();
    let alert = page["alerts"][0].clone();
    assert_eq!(
        (&page["total"], &alert["endedAt"]),
        (&json!(1), &Json::Null)
    );
    assert_eq!(alert["acknowledgement"], Json::Null);
    assert!(alert["message"].as_str().unwrap().contains('%'), "{alert}");
    // The same alert while the rule holds.
    assert_eq!(holding(&app).await, ["storage.disk"]);
    let again = admin.get(ALERTS).await.ok()["alerts"][0].clone();
    assert_eq!(
        (&again["id"], &again["since"]),
        (&alert["id"], &alert["since"])
    );
    // The first acknowledgement is kept.
    let path = format!("{ALERTS}/{}/acknowledge", alert["id"].as_str().unwrap());
    let first = admin.post(&path, json!({})).await.ok();
    assert_eq!(first["acknowledgement"]["name"], "admin");
    let olga = app.account("olga", "admin", "standard").await;
    let second = olga.post(&path, json!({})).await.ok();
    assert_eq!(second["acknowledgement"], first["acknowledgement"]);
    // Analytics show it.
    let found = admin.post("/v1/admin/analytics", json!({})).await.ok();
    assert_eq!(found["system"]["alerts"][0]["type"], "storage.disk");
    settings(&app, json!({ "alerts": { "storagePercent": 100 } })).await;
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    let ended = admin.get(&format!("{ALERTS}?status=ended")).await.ok();
    assert_eq!(ended["alerts"][0]["id"], alert["id"]);
    assert!(ended["alerts"][0]["endedAt"].is_string(), "{ended}");
    // Another start is another alert, which is not acknowledged.
    settings(&app, json!({ "alerts": { "storagePercent": 1 } })).await;
    let new = admin.get(ALERTS).await.ok()["alerts"][0].clone();
    assert_ne!(new["id"], alert["id"]);
    assert_eq!(new["acknowledgement"], Json::Null);
    let all = admin.get(&format!("{ALERTS}?status=all")).await.ok();
    assert_eq!(all["total"], 2);
    // Starts and ends are in the audit log.
    let search = json!({ "searchQuery": "alert.started" });
    let log = admin.post("/v1/admin/audit-logs", search).await.ok();
    assert_eq!(log["total"], 2, "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alert_that_holds_is_seen_again_every_minute() {
    let clock = AdvancedClock::shared();
    let app = start_at(clock.clone()).await;
    settings(&app, json!({ "alerts": { "storagePercent": 1 } })).await;
    let shown = async || {
        assert_eq!(holding(&app).await, ["storage.disk"]);
        let alert = app.admin().get(ALERTS).await.ok()["alerts"][0].clone();
        let time = |field: &str| -> Timestamp { alert[field].as_str().unwrap().parse().unwrap() };
        (alert["id"].clone(), time("since"), time("lastSeen"))
    };
    let (id, since, last_seen) = shown().await;
    assert_eq!(last_seen, since);
    let minute = Duration::from_secs(60);
    for nth in 1..=2_u32 {
        clock.pass(minute);
        let (same_id, same_since, last_seen) = shown().await;
        assert_eq!((&same_id, same_since), (&id, since));
        assert!(last_seen.since(since) >= nth * minute, "{last_seen}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_near_its_quota_is_an_alert_of_its_own() {
    let app = start().await;
    let ada = app.account("ada", "user", "standard").await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 30]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let quota = |chunks: Json| json!({ "standard": { "quota": { "chunks": chunks } } });
    app.admin().patch(TIERS, quota(json!(1))).await.ok();
    assert_eq!(holding(&app).await, ["storage.quota"]);
    let alert = app.admin().get(ALERTS).await.ok()["alerts"][0].clone();
    assert_eq!(alert["subject"], ada.id.as_str());
    app.admin().patch(TIERS, quota(Json::Null)).await.ok();
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    // An erasure removes the alert with the account.
    app.admin().patch(TIERS, quota(json!(1))).await.ok();
    assert_eq!(holding(&app).await, ["storage.quota"]);
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    let all = app.admin().get(&format!("{ALERTS}?status=all")).await.ok();
    assert_eq!(all["total"], 0, "{all}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_sign_ins_are_an_alert() {
    let clock = AdvancedClock::shared();
    let app = start_at(clock.clone()).await;
    app.user("ada").await;
    settings(&app, json!({ "alerts": { "failedSignIns": 3 } })).await;
    for nth in 0..3 {
        assert_eq!(holding(&app).await, [] as [&str; 0], "{nth}");
        let wrong = json!({ "username": "ada", "password": format!("{PASSWORD} {nth}") });
        let refused = app.anonymous().post("/api/auth/token", wrong).await;
        assert_eq!(refused.status, 401, "{refused}");
    }
    assert_eq!(holding(&app).await, ["signins.failed"]);
    settings(&app, json!({ "alerts": { "failedSignIns": 4 } })).await;
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    // The alert ends by itself when the attempts are more than a minute old.
    settings(&app, json!({ "alerts": { "failedSignIns": 3 } })).await;
    assert_eq!(holding(&app).await, ["signins.failed"]);
    clock.pass(Duration::from_secs(70));
    assert_eq!(holding(&app).await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_of_one_password_beyond_the_limit_are_an_alert() {
    let app = start().await;
    app.user("ada").await;
    settings(&app, json!({ "alerts": { "failedSignIns": 8 } })).await;
    let mut statuses = Vec::new();
    for nth in 0..8 {
        assert_eq!(holding(&app).await, [] as [&str; 0], "{nth}");
        let wrong = json!({ "username": "ada", "password": format!("{PASSWORD} {nth}") });
        let refused = app.anonymous().post("/api/auth/token", wrong).await;
        statuses.push(refused.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
    assert_eq!(holding(&app).await, ["signins.failed"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_errors_are_an_alert() {
    let clock = AdvancedClock::shared();
    let app = start_at(clock.clone()).await;
    let ada = app.user("ada").await;
    settings(&app, json!({ "alerts": { "errorPercent": 30 } })).await;
    // Requests that read a table that is gone.
    write(&app, "ALTER TABLE device RENAME TO device_gone").await;
    for _ in 0..20 {
        assert_eq!(ada.get("/v1/sfdp/devices").await.status, 500);
    }
    assert_eq!(holding(&app).await, ["requests.failing"]);
    write(&app, "ALTER TABLE device_gone RENAME TO device").await;
    settings(&app, json!({ "alerts": { "errorPercent": 100 } })).await;
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    // The alert ends by itself when the requests are more than five minutes old.
    settings(&app, json!({ "alerts": { "errorPercent": 30 } })).await;
    assert_eq!(holding(&app).await, ["requests.failing"]);
    clock.pass(Duration::from_secs(310));
    assert_eq!(holding(&app).await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_audit_chain_is_an_alert() {
    let app = start().await;
    lockstep_admin::verify_chain_next(app.state());
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    for sql in [
        "DROP TRIGGER audit_body_keeps",
        "CREATE TABLE test_copy AS SELECT seq, details FROM audit_body",
        "UPDATE audit_body SET details = 'x' WHERE seq = 2",
    ] {
        write(&app, sql).await;
    }
    // The chain was verified a moment ago: the next verification finds the change.
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    lockstep_admin::verify_chain_next(app.state());
    assert_eq!(holding(&app).await, ["audit.broken"]);
    let verification = "/v1/admin/audit-logs/verification";
    let verified = app.admin().get(verification).await.ok();
    assert_eq!(verified["intact"], false);
    assert_eq!(verified["broken"]["sequence"], 2, "{verified}");
    let repair = "UPDATE audit_body SET details = (SELECT details FROM test_copy WHERE seq = 2) WHERE seq = 2";
    write(&app, repair).await;
    lockstep_admin::verify_chain_next(app.state());
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    // Two entries exchanged, exchanged again, and one removed. A row: the statements and the first invalid entry.
    let exchange = &[
        "UPDATE audit_body SET seq = -seq WHERE seq IN (2, 3)",
        "UPDATE audit_body SET seq = 5 + seq WHERE seq < 0",
    ][..];
    let removal = &["DELETE FROM audit_body WHERE seq = 3"][..];
    for (statements, sequence) in [
        (exchange, json!(2)),
        (exchange, Json::Null),
        (removal, json!(3)),
    ] {
        for &sql in statements {
            write(&app, sql).await;
        }
        lockstep_admin::verify_chain_next(app.state());
        assert_eq!(
            holding(&app).await.len(),
            usize::from(!sequence.is_null()),
            "{statements:?}"
        );
        let verified = app.admin().get(verification).await.ok();
        assert_eq!(
            verified["broken"]["sequence"], sequence,
            "{statements:?}: {verified}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_that_cannot_be_evaluated_is_an_alert_after_a_minute() {
    let clock = AdvancedClock::shared();
    let app = start_at(clock.clone()).await;
    // A scrub may run at the same time and raise `rows.damaged` for the renamed table.
    let failing = async || {
        let mut held = holding(&app).await;
        held.retain(|rule| rule == "rules.failing");
        held
    };
    write(&app, "ALTER TABLE encryption_key RENAME TO key_gone").await;
    assert_eq!(failing().await, [] as [&str; 0]);
    clock.pass(Duration::from_secs(60));
    assert_eq!(failing().await, ["rules.failing"]);
    let read = app.admin().get(ALERTS).await.ok();
    let mut alerts = read["alerts"].as_array().unwrap().iter();
    let alert = alerts.find(|alert| alert["type"] == "rules.failing");
    assert_eq!(alert.unwrap()["subject"], "keys.rotation", "{read}");
    write(&app, "ALTER TABLE key_gone RENAME TO encryption_key").await;
    assert_eq!(failing().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_overdue_rotation_is_an_alert() {
    let app = start().await;
    let ada = app.user("ada").await;
    ada.post("/v1/encryption/keys/generate", json!({ "mode": "Basic" }))
        .await
        .ok();
    write(
        &app,
        "UPDATE encryption_key SET expires_at = expires_at - 9000000000",
    )
    .await;
    assert_eq!(holding(&app).await, ["keys.rotation"]);
    write(
        &app,
        "UPDATE encryption_key SET expires_at = expires_at + 9000000000",
    )
    .await;
    assert_eq!(holding(&app).await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_chunk_or_block_is_an_alert_until_its_points_are_deleted() {
    let app = start().await;
    for mode in [None, Some("Basic"), Some("FHE"), Some("ZK")] {
        let name = mode.map_or("plain".to_owned(), str::to_lowercase);
        let ada = app.user(&name).await;
        let mut body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 300]);
        if let Some(mode) = mode {
            body["encryptionMode"] = json!(mode);
        }
        ada.post("/v1/sfdp/data", body).await.ok();
        write(&app, "UPDATE seg_body SET body = x'00'").await;
        let found = ada.get("/v1/sfdp/data").await.ok();
        assert_eq!(found["total"], 0, "{name}: {found}");
        assert_eq!(holding(&app).await, ["data.damaged"], "{name}");
        ada.delete("/v1/sfdp/data?type=heart_rate").await.ok();
        assert_eq!(holding(&app).await, [] as [&str; 0], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_rows_are_an_alert_until_a_scrub_finds_none() {
    let app = start().await;
    let ada = app.user("ada").await;
    let profile = json!({ "maxHeartRate": 190 });
    ada.patch("/v1/sfdp/profile", profile).await.ok();
    // The progress has no reader.
    let steps = tokio::sync::mpsc::channel(1).0;
    let examine = async || scrub::examine(app.state(), &steps).await.unwrap();
    assert_eq!(examine().await["damaged"], json!([]));
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    let damage = "UPDATE profile SET body = CAST(body || x'00' AS BLOB)";
    write(&app, damage).await;
    // No pass has read the row since.
    assert_eq!(holding(&app).await, [] as [&str; 0]);
    let report = examine().await;
    assert_eq!(report["damaged"][0]["table"], "profile", "{report}");
    assert_eq!(holding(&app).await, ["rows.damaged"]);
    let repair = "UPDATE profile SET body = substr(body, 1, length(body) - 1)";
    write(&app, repair).await;
    assert_eq!(examine().await["damaged"], json!([]));
    assert_eq!(holding(&app).await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn starts_and_ends_arrive_in_the_channel() {
    let app = start().await;
    let mut socket = app.admin().socket("/v1/ws").await;
    socket.subscribe(&["alerts"]).await;
    for (percent, kind) in [(1, "started"), (100, "ended")] {
        settings(&app, json!({ "alerts": { "storagePercent": percent } })).await;
        let message = socket.next().await;
        assert_eq!(
            (&message["channel"], &message["type"]),
            (&json!("alerts"), &json!(kind)),
            "{message}"
        );
        assert_eq!(message["payload"]["type"], "storage.disk", "{message}");
        let path = format!("{ALERTS}?status=all");
        let alert = app.admin().get(&path).await.ok()["alerts"][0].clone();
        assert_eq!(message["payload"]["alertId"], alert["id"]);
    }
}

#[tokio::test]
async fn the_disk_is_an_alert_from_90_percent_on_by_default() {
    let app = TestApp::start().await;
    let settings = app.admin().get(SETTINGS).await.ok();
    assert_eq!(settings["alerts"]["storagePercent"], 90);
    lockstep_admin::evaluate(app.state()).await.unwrap();
    let page = app.admin().get(ALERTS).await.ok();
    let mut alerts = page["alerts"].as_array().unwrap().iter();
    let holds = alerts.any(|alert| alert["type"] == "storage.disk");
    let used = app.state().db.disk_use().unwrap().percent();
    // Other programs write to the disk of the tests.
    assert!(
        holds == (used >= 90.0) || (used - 90.0).abs() < 1.0,
        "{used}"
    );
}

#[tokio::test]
async fn alerts_are_for_administration() {
    let app = start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let auditor = app.account("olga", "auditor", "standard").await;
    let unknown = format!("{ALERTS}/alr_01h455vb4pex5vsknk084sn02q/acknowledge");
    let refused =
        |caller: TestClient, path: String| async move { caller.post(&path, json!({})).await };
    ada.get(ALERTS).await.refused(403, "PERMISSION_DENIED");
    auditor.get(ALERTS).await.ok();
    refused(auditor, unknown.clone())
        .await
        .refused(403, "PERMISSION_DENIED");
    refused(admin, unknown).await.refused(404, "NOT_FOUND");
}
