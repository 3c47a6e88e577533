//! Credentials: an API key creates nothing that outlives it, revocation is final, and each user sees
//! all credentials of the account.

use std::time::Duration;

use axum::http::{Method, header};
use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{AdvancedClock, PASSWORD, TestApp, TestClient};
use crate::child::lockstep;

async fn create_key(caller: &TestClient, body: Json) -> (TestClient, Json) {
    let created = caller.post("/v1/api-keys", body).await.ok();
    (caller.bearing(created["key"].as_str().unwrap()), created)
}

async fn opens(caller: &TestClient) -> bool {
    let answer = caller.get("/v1/sfdp/types").await;
    assert!(matches!(answer.status, 200 | 401), "{answer}");
    answer.status == 200
}

fn in_an_hour(app: &TestApp, minutes: i64) -> String {
    Timestamp(app.state().clock.now().0 + 3_600_000 + minutes * 60_000).to_string()
}

#[tokio::test]
async fn an_api_key_creates_no_key_that_outlives_it() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let end = in_an_hour(&app, 0);
    let (parent, about) = create_key(&ada, json!({ "name": "parent", "expiresAt": end })).await;
    assert_eq!(about["parentId"], Json::Null);
    for later in [in_an_hour(&app, 1), "2099-01-01T00:00:00Z".to_owned()] {
        let body = json!({ "name": "child", "expiresAt": later });
        let reason = parent.post("/v1/api-keys", body).await.blames("expiresAt");
        assert!(reason.contains(&end), "{reason}");
    }
    // Without its own expiry, a key inherits that of its creator; an earlier expiry is kept.
    let (child, about_child) = create_key(&parent, json!({ "name": "child" })).await;
    assert_eq!(about_child["expiresAt"], *end);
    assert_eq!(about_child["parentId"], about["id"]);
    let sooner = in_an_hour(&app, -30);
    let (grandchild, about) =
        create_key(&child, json!({ "name": "grandchild", "expiresAt": sooner })).await;
    assert_eq!(about["expiresAt"], *sooner);
    let (great, about) = create_key(&grandchild, json!({ "name": "great-grandchild" })).await;
    assert_eq!(about["expiresAt"], *sooner);
    // A signed-in user creates a key without expiry, and that key can create further such keys.
    let (unending, about) = create_key(&ada, json!({ "name": "unending" })).await;
    assert_eq!(about["expiresAt"], Json::Null);
    let (of_unending, about) = create_key(&unending, json!({ "name": "of unending" })).await;
    assert_eq!(about["expiresAt"], Json::Null);

    // A key ends with the key that created it, at any depth.
    let path = format!("/v1/api-keys/{}", about_child["id"].as_str().unwrap());
    parent.delete(&path).await.ok();
    for (caller, lives) in [
        (&parent, true),
        (&child, false),
        (&grandchild, false),
        (&great, false),
        (&unending, true),
        (&of_unending, true),
    ] {
        assert_eq!(opens(caller).await, lives);
    }
    assert_eq!(ada.get("/v1/api-keys").await.ok()["total"], 3);
}

#[tokio::test]
async fn revocation_reports_its_effect() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (key, about) = create_key(&ada, json!({ "name": "bridge" })).await;
    let (child, _) = create_key(&key, json!({ "name": "child" })).await;
    let secret = json!({ "token": about["key"] });
    let revoke = async |caller: &TestClient, body: &Json| {
        let answer = caller.post("/api/auth/revoke", body.clone()).await.ok();
        answer["revoked"].as_bool().unwrap()
    };
    assert!(!revoke(&bob, &secret).await, "of another account");
    assert!(opens(&key).await);
    assert!(revoke(&ada, &secret).await);
    assert!(!opens(&key).await && !opens(&child).await);
    assert!(!revoke(&ada, &secret).await, "the token has already ended");
    assert_eq!(ada.get("/v1/api-keys").await.ok()["total"], 0);
    // An API key can revoke itself, and tickets are credentials too.
    let (key, about) = create_key(&ada, json!({ "name": "bridge" })).await;
    assert!(revoke(&key, &json!({ "token": about["key"] })).await);
    assert!(!opens(&key).await);
    let ticket = ada.post("/v1/ws/tickets", json!({})).await.ok();
    let ticket = json!({ "token": ticket["ticket"] });
    assert!(!revoke(&bob, &ticket).await);
    assert!(revoke(&ada, &ticket).await);
    assert!(!revoke(&ada, &ticket).await);
}

#[tokio::test]
async fn changing_the_own_password_ends_all_other_credentials() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let anonymous = app.anonymous();
    let other = anonymous.signed_in("ada", PASSWORD).await;
    let (key, _) = create_key(&ada, json!({ "name": "bridge" })).await;
    let change = async |current: &str, new: &str, keep: bool| {
        let body = json!({
            "current_password": current, "new_password": new, "keep_api_keys": keep,
        });
        ada.post("/api/auth/password", body).await
    };
    let new = "tuba lantern orchid 77";
    for (current, new, parameter) in [
        ("wrong password", new, "current_password"),
        (PASSWORD, PASSWORD, "new_password"),
        (PASSWORD, "aaaaaaaaaaaa", "new_password"),
        (PASSWORD, "tuba lantern ada orchid", "new_password"),
        (PASSWORD, "short", "new_password"),
    ] {
        change(current, new, false).await.blames(parameter);
    }
    assert!(
        opens(&other).await && opens(&key).await,
        "nothing was changed"
    );
    let kept = change(PASSWORD, new, true).await.ok();
    let expected = json!({ "changed": true, "sessions_revoked": 1, "api_keys_revoked": 0, "identities_unlinked": 0 });
    assert_eq!(kept, expected);
    assert!(opens(&ada).await && opens(&key).await && !opens(&other).await);
    let other = anonymous.signed_in("ada", new).await;
    let changed = change(new, PASSWORD, false).await.ok();
    let expected = json!({ "changed": true, "sessions_revoked": 1, "api_keys_revoked": 1, "identities_unlinked": 0 });
    assert_eq!(changed, expected);
    assert!(opens(&ada).await && !opens(&key).await && !opens(&other).await);
    let old = json!({ "username": "ada", "password": new });
    let old = anonymous.post("/api/auth/token", old).await;
    old.refused(401, "INVALID_TOKEN");
    anonymous.signed_in("ada", PASSWORD).await;
    // Failures here count as failed sign-ins: the two failures above are included.
    for _ in 0..3 {
        change("wrong password", new, false)
            .await
            .blames("current_password");
    }
    change(PASSWORD, new, false)
        .await
        .refused(429, "RATE_LIMITED");
    let pair = json!({ "username": "ada", "password": PASSWORD });
    let waits = anonymous.post("/api/auth/token", pair).await;
    waits.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn users_list_and_end_their_own_sign_ins() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let other = app.anonymous().signed_in("ada", PASSWORD).await;
    let page = ada.get("/api/auth/sessions").await.ok();
    assert_eq!(page["total"], 2);
    let all = page["sessions"].as_array().unwrap();
    let current: Vec<bool> = all.iter().map(|it| it["current"] == true).collect();
    assert_eq!(current, [false, true], "the newest sign-in comes first");
    for session in all {
        assert!(session["last_used_at"].is_string(), "{session}");
        let fields: Vec<_> = session.as_object().unwrap().keys().collect();
        let known = ["created_at", "current", "expires_at", "id", "last_used_at"];
        assert_eq!(fields, known, "the list has no address, program or secret");
    }
    let path = format!("/api/auth/sessions/{}", all[0]["id"].as_str().unwrap());
    bob.delete(&path).await.refused(404, "NOT_FOUND");
    assert!(opens(&other).await);
    ada.delete(&path).await.ok();
    assert!(!opens(&other).await);
    ada.delete(&path).await.refused(404, "NOT_FOUND");
    // A refresh continues the same sign-in.
    let pair = json!({ "username": "ada", "password": PASSWORD });
    let pair = app.anonymous().post("/api/auth/token", pair).await.ok();
    let next = json!({ "refresh_token": pair["refresh_token"] });
    app.anonymous().post("/api/auth/refresh", next).await.ok();
    assert_eq!(ada.get("/api/auth/sessions").await.ok()["total"], 2);
    // An API key shows the time of its last use.
    let (key, _) = create_key(&ada, json!({ "name": "bridge" })).await;
    let used = async || ada.get("/v1/api-keys").await.ok()["apiKeys"][0]["lastUsedAt"].clone();
    assert_eq!(used().await, Json::Null);
    opens(&key).await;
    assert!(used().await.is_string());
    // The time is kept after a restart.
    let before = used().await;
    let token = key.token.clone().unwrap();
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let keys = ada.get("/v1/api-keys").await.ok();
    assert_eq!(keys["apiKeys"][0]["lastUsedAt"], before);
    assert!(opens(&ada.bearing(token)).await);
}

#[tokio::test]
async fn administrators_see_and_end_the_credentials_of_an_account() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let auditor = app.account("eve", "auditor", "enterprise").await;
    let (key, about) = create_key(
        &ada,
        json!({ "name": "bridge", "scopes": ["fitness:read"] }),
    )
    .await;
    opens(&key).await;
    let path = format!("/v1/admin/users/{}/credentials", ada.id);
    let answer = admin.get(&path).await;
    let secret = about["key"].as_str().unwrap();
    assert!(!String::from_utf8_lossy(&answer.bytes).contains(secret));
    let page = answer.ok();
    assert_eq!(page, auditor.get(&path).await.ok());
    assert_eq!(page["total"], 2);
    let (session, listed) = (&page["credentials"][0], &page["credentials"][1]);
    assert_eq!(session["kind"], "session");
    assert_eq!(
        (
            &listed["id"],
            &listed["kind"],
            &listed["name"],
            &listed["scopes"]
        ),
        (
            &about["id"],
            &json!("apiKey"),
            &json!("bridge"),
            &json!(["fitness:read"])
        )
    );
    assert!(listed["lastUsedAt"].is_string() && session["lastUsedAt"].is_string());
    ada.get(&path).await.refused(403, "PERMISSION_DENIED");
    let one = format!("{path}/{}", about["id"].as_str().unwrap());
    auditor.delete(&one).await.refused(403, "PERMISSION_DENIED");
    let of_another = format!("/v1/admin/users/{}/credentials", auditor.id);
    let of_another = format!("{of_another}/{}", about["id"].as_str().unwrap());
    admin.delete(&of_another).await.refused(404, "NOT_FOUND");
    assert!(opens(&key).await);
    let revoked = admin.delete(&one).await.ok();
    assert_eq!(
        revoked,
        json!({ "sessions": 0, "apiKeys": 1, "identities": 0 })
    );
    assert!(!opens(&key).await && opens(&ada).await);
    create_key(&ada, json!({ "name": "bridge" })).await;
    let revoked = admin.delete(&path).await.ok();
    assert_eq!(
        revoked,
        json!({ "sessions": 1, "apiKeys": 1, "identities": 0 })
    );
    assert!(!opens(&ada).await);
    assert_eq!(admin.get(&path).await.ok()["total"], 0);
    for path in [
        format!("{path}/usr_01h455vb4pex5vsknk084sn02q"),
        "/v1/admin/users/x/credentials/ak_01h455vb4pex5vsknk084sn02q".to_owned(),
    ] {
        admin.delete(&path).await.refused(404, "NOT_FOUND");
    }
    app.anonymous().signed_in("ada", PASSWORD).await;
}

/// Renewals do not move the end of a sign-in, neither of a program nor of the console.
#[tokio::test]
async fn a_sign_in_ends_at_its_age() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |config| config.auth.session_max_days = 1).await;
    app.user("ada").await;
    let anonymous = app.anonymous();
    let with_cookie = async |method: Method, path: &str, cookie: &str| {
        let request = anonymous.request(method, path);
        let request = request.header("lockstep-console", "1");
        anonymous.send(request.header(header::COOKIE, cookie)).await
    };
    let renew = "/api/auth/console/renew";
    let by_name = json!({ "username": "ada", "password": PASSWORD });
    let pair = anonymous.post("/api/auth/token", by_name.clone()).await;
    let console = anonymous.post("/api/auth/console", by_name).await;
    let end = console.ok()["expires_at"].clone();
    let set = console.header("set-cookie").unwrap();
    assert!(set.contains("Max-Age=86400"), "{set}");
    let (cookie, _) = set.split_once(';').unwrap();

    clock.pass(Duration::from_secs(23 * 3600 + 1800));
    let refresh = async |pair: &Json| {
        let body = json!({ "refresh_token": pair["refresh_token"] });
        anonymous.post("/api/auth/refresh", body).await
    };
    let pair = refresh(&pair.ok()).await.ok();
    let left = pair["expires_in"].as_u64().unwrap();
    assert!((1..=1800).contains(&left), "{left}");
    let renewed = with_cookie(Method::POST, renew, cookie).await;
    assert_eq!(renewed.ok()["expires_at"], end);
    let set = renewed.header("set-cookie").unwrap();
    let (cookie, _) = set.split_once(';').unwrap();
    with_cookie(Method::GET, "/api/auth/me", cookie).await.ok();

    clock.pass(Duration::from_secs(1800));
    refresh(&pair).await.refused(401, "INVALID_TOKEN");
    let access = anonymous.bearing(pair["access_token"].as_str().unwrap());
    access
        .get("/api/auth/me")
        .await
        .refused(401, "INVALID_TOKEN");
    for (method, path) in [(Method::GET, "/api/auth/me"), (Method::POST, renew)] {
        let answer = with_cookie(method, path, cookie).await;
        answer.refused(401, "INVALID_TOKEN");
    }
    anonymous.signed_in("ada", PASSWORD).await;
}

#[tokio::test]
async fn an_administrator_sets_no_password_of_another_account() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let new = "violet anchor 53 meadow";
    let change = json!({ "password": new });
    let path = format!("/v1/admin/users/{}", ada.id);
    admin.patch(&path, change).await.blames("password");
    // The operation for one's own password needs the current one, and changes no other.
    let change = json!({ "current_password": PASSWORD, "new_password": new });
    let answer = admin.post("/api/auth/password", change).await;
    answer.blames("current_password");
    app.anonymous().signed_in("ada", PASSWORD).await;
    let pair = json!({ "username": "ada", "password": new });
    let answer = app.anonymous().post("/api/auth/token", pair).await;
    assert_eq!(answer.status, 401, "{answer}");
}

#[tokio::test]
async fn weak_passwords_are_refused_wherever_one_is_set() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for password in [
        "aaaaaaaaaaaa",
        "Password1234",
        "qwertyuiop12",
        "grace-and-more-words",
        "tuba\0lantern orchid 77",
    ] {
        let new = json!({
            "username": "grace", "email": "grace@example.org", "password": password,
        });
        let reason = admin.post("/v1/admin/users", new).await.blames("password");
        assert!(!reason.contains(password), "{reason}");
    }
    // A weak first password is refused at the first start, and the error names the variable.
    let folder = tempfile::tempdir().unwrap();
    let mut first = lockstep(folder.path());
    first.env("LOCKSTEP_ADMIN_PASSWORD", "Password1234");
    let first = first.args(["serve", "--listen", "127.0.0.1:0"]).output();
    let first = first.unwrap();
    let stderr = String::from_utf8_lossy(&first.stderr);
    assert!(!first.status.success(), "{stderr}");
    assert!(
        stderr.contains("LOCKSTEP_ADMIN_PASSWORD") && stderr.contains("too easy to guess"),
        "{stderr}"
    );
    assert!(!stderr.contains("Password1234"), "{stderr}");
    assert!(!folder.path().join("lockstep.db").exists());
}
