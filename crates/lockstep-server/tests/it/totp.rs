//! TOTP at the sign-in: enrolment, codes that work once, recovery codes, and lost devices.

use std::time::Duration;

use axum::http::Method;
use data_encoding::BASE32_NOPAD;
use lockstep_server::scrub;
use lockstep_store::{StoreError, Value};
use lockstep_web::capability::Damage;
use serde_json::json;
use sha1::{Digest, Sha1};

use crate::app::{ADMIN_PASSWORD, Answer, PASSWORD, TestApp, TestClient};
use crate::child;
use crate::damage::write;

mod administration;
mod removed_rows;

/// The code of a step, by the definition of HMAC (RFC 2104) and of the truncation (RFC 4226): a second
/// implementation.
fn code_at(secret: &str, step: i64) -> String {
    let key = BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let padded = |with: u8| {
        let mut block = [with; 64];
        for (byte, of_key) in block.iter_mut().zip(&key) {
            *byte ^= of_key;
        }
        block
    };
    let inner = Sha1::new()
        .chain_update(padded(0x36))
        .chain_update(step.to_be_bytes())
        .finalize();
    let outer = Sha1::new()
        .chain_update(padded(0x5c))
        .chain_update(inner)
        .finalize();
    let at = usize::from(outer[19] % 16);
    let word = u32::from_be_bytes(outer[at..at + 4].try_into().unwrap());
    format!("{:06}", word % (1 << 31) % 1_000_000)
}

/// The code of the current step, or of a later one.
fn code(app: &TestApp, secret: &str, later: i64) -> String {
    code_at(secret, app.state().clock.now().0 / 30_000 + later)
}

/// A code that is not valid near the current step.
fn wrong_code(app: &TestApp, secret: &str) -> String {
    let near: Vec<String> = (-3..=3).map(|later| code(app, secret, later)).collect();
    let mut all = (0..).map(|number| format!("{number:06}"));
    all.find(|code| !near.contains(code)).unwrap()
}

/// An account with TOTP.
struct TotpAccount {
    own: TestClient,
    secret: String,
    recovery_codes: Vec<String>,
}

async fn enrol(app: &TestApp, own: TestClient, password: &str) -> TotpAccount {
    let enrolment = own
        .post("/api/auth/totp", json!({ "password": password }))
        .await
        .ok();
    let secret = enrolment["secret"].as_str().unwrap().to_owned();
    let confirmation = json!({ "code": code(app, &secret, 0) });
    let confirmed = own.post("/api/auth/totp/confirm", confirmation).await.ok();
    let codes = confirmed["recovery_codes"].as_array().unwrap().iter();
    TotpAccount {
        own,
        secret,
        recovery_codes: codes
            .map(|code| code.as_str().unwrap().to_owned())
            .collect(),
    }
}

/// Enables TOTP; returns the recovery codes.
pub(crate) async fn recovery_codes(app: &TestApp, own: TestClient, password: &str) -> Vec<String> {
    enrol(app, own, password).await.recovery_codes
}

/// Enables and disables TOTP in each way, for the kinds of events.
pub(crate) async fn every_act(app: &TestApp, name: &str, password: &str) {
    let own = app.anonymous().signed_in(name, password).await;
    let enrolled = enrol(app, own, password).await;
    let used = sign_in(app, name, password, Some(&enrolled.recovery_codes[0])).await;
    let own = enrolled
        .own
        .bearing(used.ok()["access_token"].as_str().unwrap());
    let proof = json!({ "password": password, "code": enrolled.recovery_codes[1] });
    let path = "/api/auth/totp/recovery-codes";
    let replaced = own.post(path, proof).await.ok();
    let proof = json!({ "password": password, "code": replaced["recovery_codes"][0] });
    own.post("/api/auth/totp/disable", proof).await.ok();
    enrol(app, own.bearing(own.token.clone().unwrap()), password).await;
    let id = own.get("/api/auth/me").await.ok()["id"].clone();
    let path = format!("/v1/admin/users/{}/totp", id.as_str().unwrap());
    app.admin().delete(&path).await.ok();
}

async fn sign_in(app: &TestApp, name: &str, password: &str, totp: Option<&str>) -> Answer {
    let mut body = json!({ "username": name, "password": password });
    if let Some(totp) = totp {
        body["totp"] = json!(totp);
    }
    app.anonymous().post("/api/auth/token", body).await
}

/// The actions of the account in the audit log, the oldest first.
async fn actions(app: &TestApp, id: &str) -> Vec<String> {
    let id = format!("%{id}%");
    let read = app.state().db.read("test.audit", move |tx| {
        tx.query(
            "SELECT action FROM audit_body WHERE action LIKE 'user.totp%' AND metadata || details LIKE ?1
             ORDER BY seq",
            &[Value::Text(&id)],
            |row| row.at::<String>(0),
        )
    });
    let found: Result<_, StoreError> = read.await;
    found.unwrap()
}

#[tokio::test]
async fn a_sign_in_needs_a_code_after_the_confirmation() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let other = app.anonymous().signed_in("ada", PASSWORD).await;
    let refused = json!({ "password": "not her password" });
    ada.post("/api/auth/totp", refused).await.blames("password");
    let off = json!({ "enabled": false, "confirmed_at": null, "recovery_codes_left": 0 });
    assert_eq!(ada.get("/api/auth/totp").await.ok(), off);
    let confirm = async |code: &str| {
        ada.post("/api/auth/totp/confirm", json!({ "code": code }))
            .await
    };
    confirm("123456").await.refused(409, "CONFLICT");

    let enrol = json!({ "password": PASSWORD });
    let first = ada.post("/api/auth/totp", enrol.clone()).await.ok();
    let second = ada.post("/api/auth/totp", enrol).await.ok();
    let secret = second["secret"].as_str().unwrap();
    assert_ne!(first["secret"], secret);
    let uri = format!(
        "otpauth://totp/Lockstep:ada?secret={secret}&issuer=Lockstep&algorithm=SHA1&digits=6&period=30"
    );
    assert_eq!(second["uri"], uri);
    // A secret has no effect before its confirmation.
    sign_in(&app, "ada", PASSWORD, None).await.ok();
    confirm(&wrong_code(&app, secret)).await.blames("code");
    let used = code(&app, secret, 0);
    let enabled = confirm(&used).await.ok();
    assert_eq!(enabled["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!(enabled["sessions_revoked"], 2);
    other
        .get("/api/auth/me")
        .await
        .refused(401, "INVALID_TOKEN");
    let status = ada.get("/api/auth/totp").await.ok();
    assert_eq!(status["enabled"], true);
    assert_eq!(status["recovery_codes_left"], 10);
    let listed = app.admin().get("/v1/admin/users?search=ada").await.ok();
    assert_eq!(listed["users"][0]["totpEnabled"], true);

    sign_in(&app, "ada", PASSWORD, None)
        .await
        .refused(401, "TOTP_REQUIRED");
    let next = code(&app, secret, 1);
    // Nothing about TOTP is said to a client without the password.
    for totp in [None, Some(&*next)] {
        let answer = sign_in(&app, "ada@example.org", "not her password", totp).await;
        answer.refused(401, "INVALID_TOKEN");
    }
    let replayed = sign_in(&app, "ada@example.org", PASSWORD, Some(&used)).await;
    replayed.refused(401, "INVALID_TOKEN");
    sign_in(&app, "ada", PASSWORD, Some(&next)).await.ok();
    let replayed = sign_in(&app, "ada@example.org", PASSWORD, Some(&next)).await;
    replayed.refused(401, "INVALID_TOKEN");
    let all = actions(&app, &ada.id).await;
    assert_eq!(
        all,
        ["user.totp.enrol", "user.totp.enrol", "user.totp.enable"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_concurrent_sign_ins_with_one_code_one_succeeds() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    for totp in [code(&app, &ada.secret, 1), ada.recovery_codes[0].clone()] {
        let both = tokio::join!(
            sign_in(&app, "ada", PASSWORD, Some(&totp)),
            sign_in(&app, "ada", PASSWORD, Some(&totp)),
        );
        let mut statuses = [both.0.status, both.1.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401], "{totp}");
    }
}

#[tokio::test]
async fn a_recovery_code_works_once_and_new_ones_replace_the_old() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let spelled = ada.recovery_codes[0].to_uppercase().replace('-', " ");
    sign_in(&app, "ada", PASSWORD, Some(&spelled)).await.ok();
    let again = sign_in(&app, "ada", PASSWORD, Some(&ada.recovery_codes[0])).await;
    again.refused(401, "INVALID_TOKEN");
    let left = async || ada.own.get("/api/auth/totp").await.ok()["recovery_codes_left"].clone();
    assert_eq!(left().await, 9);
    let replace = async |password: &str, code: &str| {
        let body = json!({ "password": password, "code": code });
        ada.own.post("/api/auth/totp/recovery-codes", body).await
    };
    let wrong = wrong_code(&app, &ada.secret);
    replace(PASSWORD, &wrong).await.blames("code");
    let recovery_code = &ada.recovery_codes[1];
    replace("not her password", recovery_code)
        .await
        .blames("password");
    let replaced = replace(PASSWORD, recovery_code).await.ok();
    assert_eq!(left().await, 10);
    let old = sign_in(&app, "ada", PASSWORD, Some(&ada.recovery_codes[2])).await;
    old.refused(401, "INVALID_TOKEN");
    let new = replaced["recovery_codes"][0].as_str().unwrap();
    sign_in(&app, "ada", PASSWORD, Some(new)).await.ok();
    let all = actions(&app, &ada.own.id).await;
    let expected = [
        "user.totp.enrol",
        "user.totp.enable",
        "user.totp.recovery",
        "user.totp.recovery_codes",
        "user.totp.recovery",
    ];
    assert_eq!(all, expected);
}

#[tokio::test]
async fn disabling_needs_the_password_and_a_code() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let disable = async |password: &str, code: &str| {
        let body = json!({ "password": password, "code": code });
        ada.own.post("/api/auth/totp/disable", body).await
    };
    let enrol_again = json!({ "password": PASSWORD });
    let again = ada.own.post("/api/auth/totp", enrol_again).await;
    again.refused(409, "CONFLICT");
    let next = code(&app, &ada.secret, 1);
    disable("not her password", &next).await.blames("password");
    disable(PASSWORD, &wrong_code(&app, &ada.secret))
        .await
        .blames("code");
    disable(PASSWORD, &next).await.ok();
    disable(PASSWORD, &next).await.refused(409, "CONFLICT");
    sign_in(&app, "ada", PASSWORD, None).await.ok();
    // A code that is not needed is ignored.
    sign_in(&app, "ada", PASSWORD, Some("123456")).await.ok();
}

#[tokio::test]
async fn api_keys_stay_valid_and_do_not_replace_a_code() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let new = json!({ "name": "bridge" });
    let made = ada.post("/v1/api-keys", new.clone()).await.ok();
    let key = ada.bearing(made["key"].as_str().unwrap());
    key.post("/v1/api-keys", new.clone()).await.ok();
    let ada = enrol(&app, ada, PASSWORD).await;
    key.get("/v1/sfdp/types").await.ok();
    let change = json!({ "current_password": PASSWORD, "new_password": "tuba lantern orchid 77" });
    let refused = key.post("/v1/api-keys", new.clone()).await;
    refused.refused(403, "PERMISSION_DENIED");
    let refused = key.post("/api/auth/password", change.clone()).await;
    refused.refused(403, "PERMISSION_DENIED");
    let proof = json!({ "password": PASSWORD, "code": ada.recovery_codes[0] });
    let refused = key.post("/api/auth/totp/disable", proof).await;
    refused.refused(409, "CONFLICT");
    ada.own.post("/v1/api-keys", new).await.ok();
    ada.own.post("/api/auth/password", change).await.ok();
}

#[tokio::test]
async fn wrong_codes_are_counted_like_wrong_passwords_and_by_account() {
    let app = TestApp::start_with(|config| {
        config.network.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let wrong = wrong_code(&app, &ada.secret);
    let from = async |client: &str, totp: Option<&str>| {
        let mut body = json!({ "username": "ada", "password": PASSWORD });
        body["totp"] = json!(totp);
        let anonymous = app.anonymous();
        let request = anonymous.request(Method::POST, "/api/auth/token");
        let request = request.json(&body).header("X-Forwarded-For", client);
        anonymous.send(request).await
    };
    // A request for a code does not count as a failed sign-in.
    for _ in 0..6 {
        let asked = from("192.0.2.1", None).await;
        asked.refused(401, "TOTP_REQUIRED");
    }
    for client in ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"] {
        for _ in 0..5 {
            let answer = from(client, Some(&wrong)).await;
            answer.refused(401, "INVALID_TOKEN");
        }
        let answer = from(client, None).await;
        answer.refused(429, "RATE_LIMITED");
    }
    // Twenty in total: also the right code from another address has to wait.
    let next = code(&app, &ada.secret, 1);
    let answer = from("192.0.2.5", Some(&next)).await;
    answer.refused(429, "RATE_LIMITED");
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!(seconds > Duration::from_secs(600).as_secs(), "{seconds}");
}

#[tokio::test]
async fn a_failure_of_the_server_is_not_a_wrong_code() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let unused = &*ada.recovery_codes[0];
    let gone = "ALTER TABLE recovery_code RENAME TO recovery_code_gone";
    write(&app, move |tx| tx.execute(gone, &[]).map(drop)).await;
    // One more than the wrong codes that an account is allowed, and than the wrong passwords.
    for _ in 0..21 {
        let answer = sign_in(&app, "ada", PASSWORD, Some(unused)).await;
        answer.refused(500, "SERVER_ERROR");
    }
    for _ in 0..6 {
        let proof = json!({ "password": PASSWORD, "code": unused });
        let answer = ada.own.post("/api/auth/totp/disable", proof).await;
        answer.refused(500, "SERVER_ERROR");
    }
    let back = "ALTER TABLE recovery_code_gone RENAME TO recovery_code";
    write(&app, move |tx| tx.execute(back, &[]).map(drop)).await;
    sign_in(&app, "ada", PASSWORD, Some(unused)).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_administrator_recovers_from_a_lost_device() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let path = format!("/v1/admin/users/{}/totp", ada.own.id);
    ada.own
        .delete(&path)
        .await
        .refused(403, "PERMISSION_DENIED");
    // An API key of an administrator neither.
    let made = app
        .admin()
        .post("/v1/api-keys", json!({ "name": "k" }))
        .await;
    let key = app.admin().bearing(made.ok()["key"].as_str().unwrap());
    key.delete(&path).await.refused(409, "CONFLICT");
    let reset = app.admin().delete(&path).await.ok();
    assert_eq!(reset, json!({ "reset": true, "sessionsRevoked": 1 }));
    let nothing = json!({ "reset": false, "sessionsRevoked": 0 });
    assert_eq!(app.admin().delete(&path).await.ok(), nothing);
    sign_in(&app, "ada", PASSWORD, None).await.ok();
    assert_eq!(
        actions(&app, &ada.own.id).await.last().unwrap(),
        "user.totp.reset"
    );

    enrol(&app, app.admin(), ADMIN_PASSWORD).await;
    let refused = sign_in(&app, "admin", ADMIN_PASSWORD, None).await;
    refused.refused(401, "TOTP_REQUIRED");
    let folder = app.stop().await;
    let output = child::run(folder.path(), &["user", "reset-totp", "admin"], "");
    assert!(output.status.success(), "{output:?}");
    let app = TestApp::start_in(folder, |_| {}).await;
    sign_in(&app, "admin", ADMIN_PASSWORD, None).await.ok();
}

#[tokio::test]
async fn an_administrator_removes_the_own_totp_only_with_the_proof() {
    let app = TestApp::start().await;
    let own = app.account("eve", "admin", "enterprise").await;
    let eve = enrol(&app, own, PASSWORD).await;
    let path = format!("/v1/admin/users/{}/totp", eve.own.id);
    let refused = eve.own.delete(&path).await.refused(409, "CONFLICT");
    let refused = refused.to_string();
    assert!(refused.contains("/api/auth/totp/disable"), "{refused}");
    let without_code = sign_in(&app, "eve", PASSWORD, None).await;
    without_code.refused(401, "TOTP_REQUIRED");
    let proof = json!({ "password": PASSWORD, "code": eve.recovery_codes[0] });
    eve.own.post("/api/auth/totp/disable", proof).await.ok();
    sign_in(&app, "eve", PASSWORD, None).await.ok();
}

#[tokio::test]
async fn the_store_holds_secrets_sealed_and_recovery_codes_as_keyed_digests() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let read = async || {
        let read = app.state().db.read("test.totp", |tx| {
            let secrets = tx.query("SELECT secret FROM totp", &[], |row| row.at::<Vec<u8>>(0))?;
            let digests = "SELECT digest FROM recovery_code";
            let digests = tx.query(digests, &[], |row| row.at::<Vec<u8>>(0))?;
            Ok::<_, StoreError>((secrets, digests))
        });
        read.await.unwrap()
    };
    let (secrets, digests) = read().await;
    let secret = BASE32_NOPAD.decode(ada.secret.as_bytes()).unwrap();
    for stored in [&secret[..], ada.secret.as_bytes()] {
        assert!(!secrets[0].windows(stored.len()).any(|at| at == stored));
    }
    assert_eq!((secrets.len(), digests.len()), (1, 10));
    for code in &ada.recovery_codes {
        for text in [code.clone(), code.replace('-', "")] {
            let plain = sha2::Sha256::digest(text.as_bytes());
            assert!(digests.iter().all(|digest| digest[..] != plain[..]));
        }
    }
    let path = format!("/v1/admin/users/{}", ada.own.id);
    app.admin().delete(&path).await.ok();
    assert_eq!(read().await, (Vec::new(), Vec::new()), "after the erasure");
}

/// A damaged row never makes a code unnecessary.
#[tokio::test]
async fn damaged_rows_refuse_codes_and_are_named() {
    let app = TestApp::start().await;
    for (nth, (column, value, status)) in [
        ("secret", "x'00'", 409),
        ("secret", "'weird'", 409),
        ("confirmed_at", "'weird'", 200),
        ("last_step", "'weird'", 401),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("ada{nth}");
        let ada = enrol(&app, app.user(&name).await, PASSWORD).await;
        let sql = format!("UPDATE totp SET {column} = {value} WHERE user_id = ?1");
        let id = ada.own.id.clone();
        write(&app, move |tx| {
            tx.execute(&sql, &[Value::Text(&id)]).map(drop)
        })
        .await;
        let said = format!("{column} = {value}");
        let asked = sign_in(&app, &name, PASSWORD, None).await;
        asked.refused(401, "TOTP_REQUIRED");
        let next = code(&app, &ada.secret, 1);
        let answer = sign_in(&app, &name, PASSWORD, Some(&next)).await;
        assert_eq!(answer.status, status, "{said}: {answer}");
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = |one: &Damage| {
            one.table == "totp"
                && one.account.as_deref() == Some(&*ada.own.id)
                && one.reason.contains(column)
                && one.reason.contains("reset-totp")
        };
        assert!(
            found.damaged.iter().any(is_named),
            "{said}: {:?}",
            found.damaged
        );
        let recovery_code = Some(&*ada.recovery_codes[0]);
        sign_in(&app, &name, PASSWORD, recovery_code).await.ok();
    }
}
