//! Accounts: signing in, refreshing, keys, and the immediate effect of revocation.

use axum::http::Method;
use lockstep_config::Registration;
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, PASSWORD, TestApp, TestClient};
use crate::damage::write;

async fn tokens(caller: &TestClient, name: &str, password: &str) -> Json {
    let body = json!({ "username": name, "password": password });
    caller.post("/api/auth/token", body).await.ok()
}

async fn refresh(caller: &TestClient, pair: &Json) -> crate::app::Answer {
    let body = json!({ "refresh_token": pair["refresh_token"] });
    caller.post("/api/auth/refresh", body).await
}

fn access(pair: &Json) -> &str {
    pair["access_token"].as_str().unwrap()
}

#[tokio::test]
async fn a_sign_in_returns_a_token_pair_of_the_account() {
    let app = TestApp::start().await;
    let ada = app.account("Ada", "auditor", "premium").await;
    let anonymous = app.anonymous();
    let pair = tokens(&anonymous, "ADA", PASSWORD).await;
    assert_eq!(pair["token_type"], "Bearer");
    assert_eq!(pair["expires_in"], 3600);
    assert_eq!(pair["scope"], "");
    assert!(access(&pair).starts_with("lk_at_"));
    let me = anonymous
        .bearing(access(&pair))
        .get("/api/auth/me")
        .await
        .ok();
    let expected = json!({
        "id": ada.id, "username": "Ada", "email": "Ada@example.org", "role": "auditor",
        "status": "active", "tier": "premium", "scopes": [],
    });
    assert_eq!(me, expected);
    // A refresh token does not authenticate requests.
    let refreshing = pair["refresh_token"].as_str().unwrap();
    let answer = anonymous.bearing(refreshing).get("/api/auth/me").await;
    answer.refused(401, "INVALID_TOKEN");
    // An access token cannot be used to refresh.
    let wrong = json!({ "refresh_token": access(&pair) });
    let answer = anonymous.post("/api/auth/refresh", wrong).await;
    answer.refused(401, "INVALID_TOKEN");
}

#[tokio::test]
async fn a_refresh_works_once_and_a_replay_ends_the_family() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let anonymous = app.anonymous();
    let first = tokens(&anonymous, "ada", PASSWORD).await;
    let apart = tokens(&anonymous, "ada", PASSWORD).await;
    let second = refresh(&anonymous, &first).await.ok();
    let third = refresh(&anonymous, &second).await.ok();
    anonymous
        .bearing(access(&third))
        .get("/api/auth/me")
        .await
        .ok();
    refresh(&anonymous, &first)
        .await
        .refused(401, "INVALID_TOKEN");
    for pair in [&first, &second, &third] {
        let answer = anonymous.bearing(access(pair)).get("/api/auth/me").await;
        answer.refused(401, "INVALID_TOKEN");
        refresh(&anonymous, pair)
            .await
            .refused(401, "INVALID_TOKEN");
    }
    // Another sign-in of the same account stays valid.
    refresh(&anonymous, &apart).await.ok();
}

#[tokio::test]
async fn of_two_concurrent_refreshes_one_succeeds() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let anonymous = app.anonymous();
    let pair = tokens(&anonymous, "ada", PASSWORD).await;
    let (one, other) = tokio::join!(refresh(&anonymous, &pair), refresh(&anonymous, &pair));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn revoking_a_token_ends_the_sign_in_immediately() {
    let app = TestApp::start().await;
    let bob = app.user("bob").await;
    app.user("ada").await;
    let anonymous = app.anonymous();
    let pair = tokens(&anonymous, "ada", PASSWORD).await;
    let ada = anonymous.bearing(access(&pair));
    // Another user cannot revoke the token, and does not learn whether it exists.
    let revoke = json!({ "token": access(&pair) });
    let nothing = json!({ "revoked": false });
    let of_another = bob.post("/api/auth/revoke", revoke.clone()).await.ok();
    assert_eq!(of_another, nothing);
    ada.get("/api/auth/me").await.ok();
    let unknown = json!({ "token": "lk_at_unknown" });
    let unknown = ada.post("/api/auth/revoke", unknown).await.ok();
    assert_eq!(unknown, nothing);
    let revoked = ada.post("/api/auth/revoke", revoke).await.ok();
    assert_eq!(revoked, json!({ "revoked": true }));
    ada.get("/api/auth/me").await.refused(401, "INVALID_TOKEN");
    refresh(&anonymous, &pair)
        .await
        .refused(401, "INVALID_TOKEN");
}

#[tokio::test]
async fn registration_is_closed_until_it_is_opened() {
    let new =
        |name: &str, email: &str| json!({ "username": name, "email": email, "password": PASSWORD });
    let closed = TestApp::start().await;
    let answer = closed
        .anonymous()
        .post("/api/auth/register", new("eve", "eve@example.org"))
        .await;
    answer.refused(403, "PERMISSION_DENIED");

    let open = TestApp::start_with(|config| config.auth.registration = Registration::Open).await;
    let anonymous = open.anonymous();
    let made = anonymous
        .post("/api/auth/register", new("eve", "eve@example.org"))
        .await;
    assert_eq!(made.ok()["username"], "eve");
    let eve = anonymous.signed_in("eve", PASSWORD).await;
    let me = eve.get("/api/auth/me").await.ok();
    assert_eq!(
        (&me["role"], &me["tier"]),
        (&json!("user"), &json!("standard"))
    );
    for (name, email) in [("EVE", "other@example.org"), ("other", "Eve@Example.org")] {
        let taken = anonymous.post("/api/auth/register", new(name, email)).await;
        taken.refused(409, "CONFLICT");
    }
    for (body, parameter) in [
        (new("with blank", "a@b"), "username"),
        (new("ann", "nowhere"), "email"),
        (
            json!({ "username": "ann", "email": "a@b", "password": "eleven char" }),
            "password",
        ),
        (
            json!({ "username": "ann", "email": "a@b", "password": PASSWORD, "role": "admin" }),
            "role",
        ),
    ] {
        anonymous
            .post("/api/auth/register", body)
            .await
            .blames(parameter);
    }
}

#[tokio::test]
async fn suspension_stops_every_credential_at_once() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let key = ada.post("/v1/api-keys", json!({ "name": "bridge" })).await;
    let key = ada.bearing(key.ok()["key"].as_str().unwrap());
    let pair = tokens(&app.anonymous(), "ada", PASSWORD).await;
    key.get("/v1/sfdp/types").await.ok();

    let path = format!("/v1/admin/users/{}", ada.id);
    let answer = admin.patch(&path, json!({ "status": "suspended" })).await;
    assert_eq!(answer.ok()["status"], "suspended");
    for caller in [&ada, &key, &ada.bearing(access(&pair))] {
        let answer = caller.get("/v1/sfdp/types").await;
        answer.refused(401, "AUTH_ERROR");
    }
    let answer = refresh(&app.anonymous(), &pair).await;
    answer.refused(401, "INVALID_TOKEN");
    let body = json!({ "username": "ada", "password": PASSWORD });
    let answer = app.anonymous().post("/api/auth/token", body).await;
    answer.refused(401, "INVALID_TOKEN");

    // After reactivation the sign-ins stay revoked, and the key works.
    admin.patch(&path, json!({ "status": "active" })).await.ok();
    ada.get("/v1/sfdp/types").await.refused(401, "AUTH_ERROR");
    key.get("/v1/sfdp/types").await.ok();
    app.anonymous().signed_in("ada", PASSWORD).await;
}

#[tokio::test]
async fn a_role_change_applies_to_the_next_request() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let path = format!("/v1/admin/users/{}", ada.id);
    ada.get("/v1/admin/users")
        .await
        .refused(403, "PERMISSION_DENIED");
    admin.patch(&path, json!({ "role": "auditor" })).await.ok();
    ada.get("/v1/admin/users").await.ok();
    admin.patch(&path, json!({ "role": "user" })).await.ok();
    ada.get("/v1/admin/users")
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn unknown_name_and_wrong_password_are_the_same_answer() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let anonymous = app.anonymous();
    let mut answers = Vec::new();
    for name in ["ada", "eve", "", "ada\u{0}"] {
        let body = json!({ "username": name, "password": "wrong password" });
        let request = anonymous
            .request(Method::POST, "/api/auth/token")
            .json(&body);
        let answer = anonymous.send(request.header("X-Request-Id", "same")).await;
        answer.refused(401, "INVALID_TOKEN");
        answers.push(answer.json());
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

#[tokio::test]
async fn a_failure_of_the_server_is_not_a_failed_sign_in() {
    let app = TestApp::start().await;
    app.user("ada").await;
    let sign_in = async || {
        let body = json!({ "username": "ada", "password": PASSWORD });
        app.anonymous().post("/api/auth/token", body).await
    };
    let gone = "ALTER TABLE account RENAME TO account_gone";
    write(&app, move |tx| tx.execute(gone, &[]).map(drop)).await;
    // One more than the failed sign-ins that are allowed.
    for _ in 0..6 {
        sign_in().await.refused(500, "SERVER_ERROR");
    }
    let back = "ALTER TABLE account_gone RENAME TO account";
    write(&app, move |tx| tx.execute(back, &[]).map(drop)).await;
    sign_in().await.ok();
}

#[tokio::test]
async fn sign_in_is_blocked_after_ten_failures() {
    let app = TestApp::start().await;
    app.user("ada").await;
    app.user("bob").await;
    let anonymous = app.anonymous();
    let try_it = |name: &str, password: &str| {
        let body = json!({ "username": name, "password": password });
        let anonymous = anonymous.clone();
        async move { anonymous.post("/api/auth/token", body).await }
    };
    let me = app.anonymous().signed_in("ada", PASSWORD).await;
    let address = me.get("/api/auth/me").await.ok()["email"].clone();
    let address = address.as_str().unwrap().to_owned();
    // Five by each of the two names of the account.
    for name in ["ada", &address] {
        for _ in 0..5 {
            try_it(name, "wrong").await.refused(401, "INVALID_TOKEN");
        }
    }
    // Even the right password must wait, also for the name in another case.
    for (name, password) in [
        ("ada", "wrong"),
        ("ada", PASSWORD),
        ("ADA", PASSWORD),
        (&*address, PASSWORD),
    ] {
        let answer = try_it(name, password).await;
        answer.refused(429, "RATE_LIMITED");
        let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=61).contains(&seconds), "{seconds}");
    }
    // Another account is not delayed, and successful sign-ins do not count as failures.
    for _ in 0..12 {
        try_it("bob", PASSWORD).await.ok();
    }
}

#[tokio::test]
async fn the_last_active_admin_stays() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let path = format!("/v1/admin/users/{}", admin.id);
    for change in [
        json!({ "role": "user" }),
        json!({ "role": "auditor" }),
        json!({ "status": "suspended" }),
    ] {
        admin.patch(&path, change).await.refused(409, "CONFLICT");
    }
    admin.delete(&path).await.refused(409, "CONFLICT");
    // A suspended second one does not count; an active one does.
    let second = app.account("second", "admin", "enterprise").await;
    let of_second = format!("/v1/admin/users/{}", second.id);
    admin
        .patch(&of_second, json!({ "status": "suspended" }))
        .await
        .ok();
    admin.delete(&path).await.refused(409, "CONFLICT");
    admin
        .patch(&of_second, json!({ "status": "active" }))
        .await
        .ok();
    admin.patch(&path, json!({ "role": "user" })).await.ok();
    admin
        .get("/v1/admin/users")
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn api_keys_may_do_only_what_their_scopes_allow() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let key = |scopes: Json| {
        let ada = ada.clone();
        async move {
            let body = json!({ "name": "bridge", "scopes": scopes });
            let made = ada.post("/v1/api-keys", body).await.ok();
            ada.bearing(made["key"].as_str().unwrap())
        }
    };
    let upload = crate::app::points("steps", "count", "watch", crate::app::JUNE, &[7.0]);
    for (scopes, reads, writes, me) in [
        (json!([]), 200, 200, 200),
        (json!(["fitness:read"]), 200, 403, 403),
        (json!(["fitness:write"]), 200, 200, 403),
        (json!(["platform:read"]), 403, 403, 200),
        (json!(["encryption:write", "agents:write"]), 403, 403, 403),
    ] {
        let caller = key(scopes.clone()).await;
        let found = [
            caller.get("/v1/sfdp/data").await.status,
            caller.post("/v1/sfdp/data", upload.clone()).await.status,
            caller.get("/api/auth/me").await.status,
        ];
        assert_eq!(found, [reads, writes, me], "{scopes}");
    }
    for bad in [json!(["fitness"]), json!(["house:read"]), json!(["*"])] {
        let body = json!({ "name": "bridge", "scopes": bad });
        ada.post("/v1/api-keys", body).await.blames("scopes[0]");
    }
    // A narrow key cannot create a wider key.
    let narrow = key(json!(["administration:write", "fitness:read"])).await;
    for (scopes, status) in [
        (json!([]), 403),
        (json!(["fitness:write"]), 403),
        (json!(["fitness:read"]), 200),
        (json!(["administration:read"]), 200),
    ] {
        let body = json!({ "name": "child", "scopes": scopes });
        let answer = narrow.post("/v1/api-keys", body).await;
        assert_eq!(answer.status, status, "{answer}");
    }
    // The role still counts.
    narrow
        .get("/v1/admin/users")
        .await
        .refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn a_key_is_shown_once_and_is_invalid_after_its_removal() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({ "name": "watch bridge", "expiresAt": "2099-01-01T00:00:00+02:00" });
    let made = ada
        .post_once("/v1/api-keys", "once", body.clone())
        .await
        .ok();
    assert_eq!(made["expiresAt"], "2098-12-31T22:00:00.000Z");
    let secret = made["key"].as_str().unwrap();
    let replay = ada.post_once("/v1/api-keys", "once", body).await;
    let error = replay.refused(409, "CONFLICT");
    assert!(error["message"].as_str().unwrap().contains("already used"));
    let list = ada.get("/v1/api-keys").await;
    assert!(!String::from_utf8_lossy(&list.bytes).contains(secret));
    let list = list.ok();
    assert_eq!(list["total"], 1);
    assert_eq!(list["apiKeys"][0]["id"], made["id"]);

    let key = ada.bearing(secret);
    key.get("/v1/sfdp/types").await.ok();
    let path = format!("/v1/api-keys/{}", made["id"].as_str().unwrap());
    ada.delete(&path).await.ok();
    key.get("/v1/sfdp/types").await.refused(401, "AUTH_ERROR");
    ada.delete(&path).await.refused(404, "NOT_FOUND");

    for (body, parameter) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": "x".repeat(101) }), "name"),
        (
            json!({ "name": "x", "expiresAt": "2001-01-01T00:00:00Z" }),
            "expiresAt",
        ),
        (json!({ "name": "x", "expiresAt": "soon" }), "expiresAt"),
        (json!({ "expiresAt": null }), "name"),
    ] {
        ada.post("/v1/api-keys", body).await.blames(parameter);
    }
}

#[tokio::test]
async fn users_are_listed_in_pages() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for name in ["ada", "bob", "cyd"] {
        app.account(name, "user", "standard").await;
    }
    let page = admin.get("/v1/admin/users?limit=2&page=2").await;
    let link = page.header("link").unwrap().to_owned();
    for rel in ["first", "prev", "last"] {
        assert!(link.contains(&format!("rel=\"{rel}\"")), "{link}");
    }
    let page = page.ok();
    assert_eq!(
        (&page["total"], &page["page"], &page["limit"]),
        (&json!(4), &json!(2), &json!(2))
    );
    assert_eq!(page["users"].as_array().unwrap().len(), 2);
    for (query, total) in [
        ("role=admin", 1),
        ("search=ADA", 1),
        ("search=%25", 0),
        ("search=example.org", 3),
        (&format!("search={}", "é".repeat(200)), 0),
        ("status=suspended", 0),
        ("status=active", 4),
        ("status=active&role=user", 3),
        ("status=suspended&role=user", 0),
        ("status=deleted", 0),
    ] {
        let found = admin.get(&format!("/v1/admin/users?{query}")).await.ok();
        assert_eq!(found["total"], total, "{query}");
    }
    for (query, parameter) in [
        ("limit=101", "limit"),
        ("limit=0", "limit"),
        ("page=0", "page"),
        ("page=x", "page"),
        ("page=-1", "page"),
        ("role=boss", "role"),
        ("page=1&page=2", "page"),
        (&format!("search={}", "é".repeat(201)), "search"),
    ] {
        let answer = admin.get(&format!("/v1/admin/users?{query}")).await;
        answer.blames(parameter);
    }
    let new = json!({ "username": "ada2", "email": "ada2@example.org", "password": PASSWORD });
    let first = admin.post_once("/v1/admin/users", "k", new.clone()).await;
    let again = admin.post_once("/v1/admin/users", "k", new.clone()).await;
    assert_eq!(first.ok(), again.ok());
    let mut other = new;
    other["tier"] = json!("premium");
    let other = admin.post_once("/v1/admin/users", "k", other).await;
    other.refused(409, "CONFLICT");
}

#[tokio::test]
async fn the_first_administrator_is_created_once() {
    let app = TestApp::start().await;
    let me = app.admin().get("/api/auth/me").await.ok();
    assert_eq!(
        (&me["role"], &me["tier"]),
        (&json!("admin"), &json!("enterprise"))
    );
    let folder = app.stop().await;
    // A second start on the same directory signs in with the password of the first.
    let again = TestApp::start_in(folder, |_| {}).await;
    again.anonymous().signed_in("admin", ADMIN_PASSWORD).await;
    assert_eq!(again.admin().get("/v1/admin/users").await.ok()["total"], 1);
}
