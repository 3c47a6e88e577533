//! When the period of a key ends, and what happens then.

use std::time::Duration;

use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::{HOUR, SETTINGS};
use crate::app::{ADMIN_PASSWORD, AdvancedClock, PASSWORD, TestApp};

const DAY: Duration = Duration::from_secs(24 * 3600);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_expires_after_the_rotation_period_and_is_followed_if_keys_rotate() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    app.user("ada").await;
    // Access tokens do not outlive a period.
    let admin = async || app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let ada = async || app.anonymous().signed_in("ada", PASSWORD).await;
    let rotation = |rotates: bool| json!({ "encryption": { "autoRotateKeys": rotates } });
    let encrypt = async || {
        let text = json!({ "mode": "Basic", "data": "NjEgYnBt" });
        ada().await.post("/v1/encryption/encrypt", text).await
    };
    for (days, rotates) in [(1_u32, true), (7, false), (30, true)] {
        let mut change = rotation(rotates);
        change["encryption"]["rotationPeriod"] = json!(days);
        admin().await.patch(SETTINGS, change).await.ok();
        let slot = json!({ "mode": "Basic", "parameters": { "securityLevel": 256 } });
        let path = "/v1/encryption/keys/generate";
        let made = ada().await.post(path, slot).await.ok()["metadata"].clone();
        let time = |field: &str| -> Timestamp { made[field].as_str().unwrap().parse().unwrap() };
        let period = time("expiresAt").since(time("createdAt"));
        assert_eq!(period, 24 * days * HOUR, "{made}");
        assert_eq!(
            encrypt().await.ok()["metadata"]["keyId"],
            made["keyId"],
            "{days}"
        );
        clock.pass(period);
        if !rotates {
            let refused = encrypt().await;
            refused.refused(400, "INVALID_ENCRYPTION_PARAMETERS");
            admin().await.patch(SETTINGS, rotation(true)).await.ok();
        }
        let next = encrypt().await.ok()["metadata"]["keyId"].clone();
        assert_ne!(next, made["keyId"], "{days}");
    }
}

/// A longer period does not postpone the expiry, which the owner was told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reduced_rotation_period_ends_the_period_of_existing_keys() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    app.user("ada").await;
    // Access tokens do not outlive the days.
    let admin = async || app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let ada = async || app.anonymous().signed_in("ada", PASSWORD).await;
    let change = async |encryption: Json| {
        let change = json!({ "encryption": encryption });
        admin().await.patch(SETTINGS, change).await.ok();
    };
    let encrypt = async |parameters: Json| {
        let text = json!({ "mode": "Basic", "data": "NjEgYnBt", "parameters": parameters });
        ada().await.post("/v1/encryption/encrypt", text).await
    };
    let key = encrypt(json!({})).await.ok()["metadata"]["keyId"].clone();
    let status = format!("/v1/encryption/keys/{}/status", key.as_str().unwrap());
    let period = async || {
        let shown = ada().await.get(&status).await.ok()["metadata"].clone();
        let time = |field: &str| -> Timestamp { shown[field].as_str().unwrap().parse().unwrap() };
        time("expiresAt").since(time("createdAt"))
    };
    let is_overdue = async || {
        lockstep_admin::evaluate(app.state()).await.unwrap();
        let page = admin().await.get("/v1/admin/alerts").await.ok();
        let mut alerts = page["alerts"].as_array().unwrap().iter();
        alerts.any(|alert| alert["type"] == "keys.rotation")
    };
    change(json!({ "rotationPeriod": 100 })).await;
    assert_eq!(period().await, 90 * DAY);
    clock.pass(3 * DAY);
    encrypt(json!({})).await.ok();
    assert!(!is_overdue().await);
    change(json!({ "rotationPeriod": 2, "autoRotateKeys": false })).await;
    assert_eq!(period().await, 2 * DAY);
    for parameters in [json!({}), json!({ "keyId": key })] {
        let refused = encrypt(parameters).await;
        refused.refused(400, "INVALID_ENCRYPTION_PARAMETERS");
    }
    let listed = ada().await.get("/v1/encryption/keys").await.ok();
    let shown = ada().await.get(&status).await.ok();
    assert_eq!(
        listed["keys"][0]["metadata"]["expiresAt"],
        shown["metadata"]["expiresAt"]
    );
    assert!(is_overdue().await);
    change(json!({ "autoRotateKeys": true })).await;
    let next = encrypt(json!({})).await.ok()["metadata"]["keyId"].clone();
    assert_ne!(next, key);
    assert!(!is_overdue().await);
}

/// A repeated request gets the end of the period that the setting has now, as the status of the key has it.
#[tokio::test]
async fn a_repeated_rotation_states_the_reduced_period() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = "/v1/encryption/keys/generate";
    let made = ada.post(path, json!({ "mode": "Basic" })).await.ok();
    let key = made["metadata"]["keyId"].as_str().unwrap();
    let path = format!("/v1/encryption/keys/{key}/rotate");
    let period = async || {
        let rotated = ada.post_once(&path, "once", json!({})).await.ok();
        let rotated = &rotated["metadata"];
        let time = |field: &str| -> Timestamp { rotated[field].as_str().unwrap().parse().unwrap() };
        time("expiresAt").since(time("createdAt"))
    };
    assert_eq!(period().await, 90 * DAY);
    let change = json!({ "encryption": { "rotationPeriod": 2 } });
    app.admin().patch(SETTINGS, change).await.ok();
    assert_eq!(period().await, 2 * DAY);
}

/// The background job ends the periods of keys that no request uses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_maintenance_rotates_keys_after_the_rotation_period_is_reduced() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let ada = app.user("ada").await;
    let path = "/v1/encryption/keys/generate";
    let made = ada.post(path, json!({ "mode": "Basic" })).await.ok();
    let key = made["metadata"]["keyId"].as_str().unwrap().to_owned();
    clock.pass(25 * HOUR);
    let admin = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    let change = json!({ "encryption": { "rotationPeriod": 1 } });
    admin.patch(SETTINGS, change).await.ok();
    let job = all_jobs(app.state()).find(|job| job.name == "vault.maintenance");
    run_job(app.state(), job.unwrap()).await.unwrap();
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let listed = ada.get("/v1/encryption/keys").await.ok();
    assert_eq!(listed["total"], 2, "{listed}");
    let mut keys = listed["keys"].as_array().unwrap().iter();
    let old = keys.find(|listed| listed["keyId"] == *key).unwrap();
    // The next run expires a rotated key.
    assert!(
        ["rotated", "expired"].contains(&old["status"].as_str().unwrap()),
        "{old}"
    );
}
