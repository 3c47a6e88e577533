//! The password of the first administrator: a generated one ends after a day, a chosen one does not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::Config;
use lockstep_server::commands::serve::{RunningPlatform, start_at};
use lockstep_server::data::DataDir;
use serde_json::json;
use tempfile::TempDir;

use crate::app::{ADMIN_PASSWORD, AdvancedClock, PASSWORD, TestApp, TestClient};

/// Starts a server that is given no password.
async fn started(folder: &TempDir, clock: &Arc<AdvancedClock>) -> RunningPlatform {
    let mut config = Config {
        data: folder.path().to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        ..Config::default()
    };
    config.store.url = crate::postgres::schema_of(folder.path());
    let data = DataDir::hold(&config.data).unwrap();
    start_at(&config, data, None, clock.clone()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_generated_password_ends_after_a_day() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), AdvancedClock::shared());
    let running = started(&folder, &clock).await;
    let generated = running.admin_password.as_ref().unwrap().as_str().to_owned();
    let anyone = TestClient::at(running.address);
    let sign_in = async |password: &str| {
        let body = json!({ "username": "admin", "password": password });
        anyone.post("/api/auth/token", body).await
    };
    sign_in(&generated).await.ok();
    clock.pass(Duration::from_hours(24) - Duration::from_mins(1));
    let last = sign_in(&generated).await.ok();
    clock.pass(Duration::from_mins(2));
    let refused = sign_in(&generated).await.refused(403, "PERMISSION_DENIED");
    let refused = refused.to_string();
    assert!(refused.contains("lockstep user set-password"), "{refused}");
    // A wrong password gets the usual refusal, which does not say that the password has ended.
    sign_in(PASSWORD).await.refused(401, "INVALID_TOKEN");
    // A sign-in that began before replaces it by a chosen one.
    let own = anyone.bearing(last["access_token"].as_str().unwrap());
    let change = json!({ "current_password": generated, "new_password": PASSWORD });
    own.post("/api/auth/password", change).await.ok();
    clock.pass(Duration::from_hours(48));
    sign_in(PASSWORD).await.ok();
    sign_in(&generated).await.refused(401, "INVALID_TOKEN");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chosen_first_password_has_no_end() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    clock.pass(Duration::from_hours(48));
    let own = app.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    own.get("/v1/admin/settings").await.ok();
}
