//! The setting `signIn.administrationNeedsTotp`: without TOTP, administrators and auditors act as users.

use lockstep_store::{Settings, StoreError};
use serde_json::{Value as Json, json};

use super::{code, enrol, sign_in};
use crate::app::{Answer, PASSWORD, TestApp, points};

const SETTINGS: &str = "/v1/admin/settings";

fn needs_totp(is_needed: bool) -> Json {
    json!({ "signIn": { "administrationNeedsTotp": is_needed } })
}

/// Asserts that the answer refuses the rights of administration, and says how to get them.
fn asks_for_totp(answer: &Answer) {
    let refused = answer.refused(403, "PERMISSION_DENIED");
    assert!(
        refused.to_string().contains("POST /api/auth/totp"),
        "{refused}"
    );
    assert_eq!(
        refused["details"],
        json!({ "requires": "totp" }),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administration_can_need_totp_at_once() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let eve = app.account("eve", "admin", "enterprise").await;
    let auditor = app.account("sam", "auditor", "enterprise").await;
    let ada = app.user("ada").await;
    let key = eve.post("/v1/api-keys", json!({ "name": "old" })).await;
    let by_key = eve.bearing(key.ok()["key"].as_str().unwrap());
    assert_eq!(
        admin.get(SETTINGS).await.ok()["signIn"],
        needs_totp(false)["signIn"]
    );
    let mut open = auditor.socket("/v1/ws").await;
    open.subscribe(&["audit-logs"]).await;

    let changed = admin.patch(SETTINGS, needs_totp(true)).await.ok();
    assert_eq!(changed["signIn"], needs_totp(true)["signIn"]);
    // Sign-ins, API keys and sockets that exist lose the rights, too.
    assert_eq!(open.closed().await, 4401);
    for caller in [&admin, &eve, &by_key, &auditor] {
        asks_for_totp(&caller.get(SETTINGS).await);
        asks_for_totp(&caller.post("/v1/admin/audit-logs", json!({})).await);
    }
    asks_for_totp(&eve.patch(SETTINGS, needs_totp(false)).await);
    asks_for_totp(&eve.get("/v1/admin/users").await);
    // The accounts read and write their own data, and others notice nothing.
    let body = points("weight", "kg", "scale", crate::app::JUNE, &[70.0]);
    for caller in [&eve, &by_key, &auditor, &ada] {
        caller.post("/v1/sfdp/data", body.clone()).await.ok();
    }
    let new = app.anonymous().signed_in("eve", PASSWORD).await;
    asks_for_totp(&new.get(SETTINGS).await);

    // TOTP brings the rights back, and without it they are gone again.
    let eve = enrol(&app, new, PASSWORD).await;
    eve.own.get(SETTINGS).await.ok();
    by_key.get(SETTINGS).await.ok();
    let next = code(&app, &eve.secret, 1);
    sign_in(&app, "eve", PASSWORD, Some(&next)).await.ok();
    let proof = json!({ "password": PASSWORD, "code": eve.recovery_codes[0] });
    eve.own.post("/api/auth/totp/disable", proof).await.ok();
    asks_for_totp(&eve.own.get(SETTINGS).await);
    asks_for_totp(&by_key.get(SETTINGS).await);

    // A restart keeps the setting, and without it the roles have their rights.
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let eve = app.anonymous().signed_in("eve", PASSWORD).await;
    asks_for_totp(&eve.get(SETTINGS).await);
    let eve = enrol(&app, eve, PASSWORD).await;
    eve.own.patch(SETTINGS, needs_totp(false)).await.ok();
    app.admin().get(SETTINGS).await.ok();
}

/// Sockets close after a change by any administrator, even if that client disconnects before the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_change_of_the_setting_closes_sockets() {
    let app = TestApp::start().await;
    let eve = app.account("eve", "admin", "enterprise").await;
    let mut open = eve.socket("/v1/ws").await;
    open.subscribe(&["audit-logs"]).await;
    let stays = eve.socket("/v1/ws").await;
    let ticket = eve.post("/v1/ws/tickets", json!({})).await.ok();
    let changing = app
        .state()
        .change_settings("test.settings", |_, mut settings: Settings| {
            settings.sign_in.administration_needs_totp = true;
            Ok::<_, StoreError>(settings)
        });
    changing.await.unwrap();
    assert_eq!(open.closed().await, 4401);
    // Neither a socket that needed no right of administration nor a ticket of before has one now.
    let ticket = ticket["ticket"].as_str().unwrap();
    let by_ticket = app.anonymous().socket_by("/v1/ws", ticket).await.unwrap();
    for mut socket in [stays, by_ticket] {
        let subscribe = json!({ "type": "subscribe", "channels": ["audit-logs"] });
        socket.ask(subscribe).await;
        let answer = socket.next_of("error").await;
        assert_eq!(answer["error"]["details"]["requires"], "totp", "{answer}");
    }
}
