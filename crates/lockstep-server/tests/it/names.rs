//! Names of accounts and API keys: contained in no file, found in any letter case, shown to
//! authorised callers.

mod earlier;
mod folding;
mod search;

use std::path::Path;

use lockstep_accounts::user_names;
use lockstep_config::Registration;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use serde_json::{Value as Json, json};

use crate::app::{PASSWORD, TestApp, TestClient};
use crate::bytes::{copy, found};
use crate::child::run;

/// Returns the single number that a statement selects.
async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.count", move |tx| {
            tx.query_one(sql, &[], |row| row.at::<i64>(0))
        });
    read.await.unwrap()
}

async fn register(app: &TestApp, name: &str, email: &str) -> u16 {
    let body = json!({ "username": name, "email": email, "password": PASSWORD });
    let answer = app.anonymous().post("/api/auth/register", body).await;
    answer.status
}

async fn sign_in(app: &TestApp, name: &str, password: &str) -> u16 {
    let body = json!({ "username": name, "password": password });
    let answer = app.anonymous().post("/api/auth/token", body).await;
    answer.status
}

async fn listed(admin: &TestClient, query: &str) -> (Vec<String>, u64) {
    let page = admin.get(&format!("/v1/admin/users?{query}")).await.ok();
    let users = page["users"].as_array().unwrap().iter();
    let names = users.map(|user| user["username"].as_str().unwrap().to_owned());
    (names.collect(), page["total"].as_u64().unwrap())
}

fn names_of(page: &Json) -> Vec<String> {
    let list = page["apiKeys"]
        .as_array()
        .or(page["credentials"].as_array());
    let names = list.unwrap().iter().filter_map(|key| key["name"].as_str());
    names.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_file_holds_a_name_of_an_account_or_an_api_key() {
    let app = TestApp::start_with(|config| config.auth.registration = Registration::Open).await;
    let admin = app.admin();
    let new = json!({
        "username": "Zaphod.Canary", "email": "zc@Canary-Mail.example", "password": PASSWORD,
        "tier": "enterprise",
    });
    admin.post_once("/v1/admin/users", "once", new).await.ok();
    assert_eq!(
        register(&app, "trillian-canary", "Trillian@canary.example").await,
        200
    );
    let zaphod = app.anonymous().signed_in("zaphod.canary", PASSWORD).await;
    let path = format!("/v1/admin/users/{}", zaphod.id);
    let change = json!({ "email": "moved@canary-post.example", "walletAddress": "0xCANARYwallet" });
    let changed = admin.patch(&path, change).await.ok();
    assert_eq!(changed["email"], "moved@canary-post.example");
    let made = zaphod
        .post("/v1/api-keys", json!({ "name": "canary-bridge ☃" }))
        .await
        .ok();
    let by_key = app.anonymous().bearing(made["key"].as_str().unwrap());
    let child = json!({ "name": "canary-child", "scopes": ["fitness:read"] });
    by_key.post("/v1/api-keys", child).await.ok();
    // Audit counts, and the effects of a command.
    by_key.get("/v1/sfdp/data").await.ok();
    admin.get("/v1/admin/users?search=canary").await.ok();
    let args = [
        "user",
        "create",
        "marvin-canary",
        "--email",
        "marvin@canary.example",
        "--password-stdin",
    ];
    let made = run(app.folder.path(), &args, PASSWORD);
    assert!(made.status.success(), "{made:?}");
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();

    let canaries: Vec<String> = ["canary"].iter().map(|text| (*text).to_owned()).collect();
    let none = Vec::<String>::new();
    assert_eq!(found(app.folder.path(), &canaries), none, "while it runs");
    let copies = tempfile::tempdir().unwrap();
    copy(&app, &copies.path().join("backup")).await;
    assert_eq!(found(copies.path(), &canaries), none, "in a backup");
    let folder = app.stop().await;
    assert_eq!(
        found(folder.path(), &canaries),
        none,
        "after the server ended"
    );

    // Authorised callers see all names.
    let app = TestApp::start_in(folder, |_| {}).await;
    let (admin, anonymous) = (app.admin(), app.anonymous());
    let zaphod = anonymous.signed_in("ZAPHOD.canary", PASSWORD).await;
    let me = zaphod.get("/api/auth/me").await.ok();
    assert_eq!(me["username"], "Zaphod.Canary");
    assert_eq!(me["email"], "moved@canary-post.example");
    let keys = zaphod.get("/v1/api-keys").await.ok();
    assert_eq!(names_of(&keys), ["canary-bridge ☃", "canary-child"]);
    let path = format!("/v1/admin/users/{}/credentials", zaphod.id);
    let credentials = admin.get(&path).await.ok();
    assert_eq!(names_of(&credentials), ["canary-bridge ☃", "canary-child"]);
    let found = admin.get("/v1/admin/users?search=CANARY-POST").await.ok();
    assert_eq!(found["users"][0]["walletAddress"], "0xCANARYwallet");
    let output = run(app.folder.path(), &["--json", "user", "list"], "");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("marvin@canary.example"), "{stdout}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_found_in_any_letter_case_also_under_another_root_key() {
    let app = TestApp::start_with(|config| config.auth.registration = Registration::Open).await;
    assert_eq!(register(&app, "Ada", "Ada.L@Example.org").await, 200);
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("root.key");
    let mut app = Some(app);
    for replaced in [false, true] {
        if replaced {
            let folder = app.take().unwrap().stop().await;
            let args = ["root-key", "replace", file.to_str().unwrap(), "--generate"];
            let output = run(folder.path(), &args, "");
            assert!(output.status.success(), "{output:?}");
            let file = file.clone();
            let again = TestApp::start_in(folder, move |config| {
                config.auth.registration = Registration::Open;
                config.keys.file = Some(file);
            });
            app = Some(again.await);
        }
        let app = app.as_ref().unwrap();
        for (name, status) in [
            ("Ada", 200),
            ("aDA", 200),
            ("Ada.L@Example.org", 200),
            ("ada.l@example.ORG", 200),
            ("ada.l", 401),
            ("ada@example.org", 401),
            ("", 401),
        ] {
            assert_eq!(
                sign_in(app, name, PASSWORD).await,
                status,
                "{name}, {replaced}"
            );
        }
        for (name, email) in [
            ("ADA", "other@example.org"),
            ("other", "ADA.l@example.org"),
            ("ada", "ada.l@example.org"),
        ] {
            assert_eq!(register(app, name, email).await, 409, "{name}, {replaced}");
        }
        let admin = app.admin();
        let id = admin.get("/v1/admin/users?search=ada.l@").await.ok();
        let path = format!("/v1/admin/users/{}", id["users"][0]["id"].as_str().unwrap());
        // An account may change the case of its own address; another account's address is refused.
        admin
            .patch(&path, json!({ "email": "Ada.L@Example.org" }))
            .await
            .ok();
        admin
            .patch(&path, json!({ "email": "ADMIN@localhost" }))
            .await
            .refused(409, "CONFLICT");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_finds_parts_of_names_and_addresses() {
    let app = TestApp::start().await;
    for name in ["Alpha", "alphabet", "beta_one", "beta%two", "gamma"] {
        if name.contains('%') {
            continue;
        }
        app.account(name, "user", "standard").await;
    }
    app.account("alpine", "auditor", "standard").await;
    let admin = app.admin();
    for (query, names, total) in [
        ("search=ALPHA", &["Alpha", "alphabet"][..], 2),
        ("search=alp", &["Alpha", "alphabet", "alpine"], 3),
        ("search=alp&role=auditor", &["alpine"], 1),
        ("search=alp&limit=2", &["Alpha", "alphabet"], 3),
        ("search=alp&limit=2&page=2", &["alpine"], 3),
        ("search=alp&limit=2&page=3", &[], 3),
        ("search=gamma@example", &["gamma"], 1),
        ("search=a_o", &["beta_one"], 1),
        ("search=%25", &[], 0),
        ("search=alp&status=suspended", &[], 0),
        ("search=&limit=1", &["admin"], 6),
    ] {
        let found = listed(&admin, query).await;
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(found, (names, total), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn taken_names_create_no_account_keys() {
    let app = TestApp::start_with(|config| config.auth.registration = Registration::Open).await;
    let keys = "SELECT COUNT(*) FROM sealed_account";
    let before = count(&app, keys).await;
    // Of several concurrent requests, one creates the account.
    let all = (0..6).map(|nth| {
        let email = format!("eve{nth}@example.org");
        let app = &app;
        async move { register(app, "eve", &email).await }
    });
    let mut statuses = futures(all).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    assert_eq!(count(&app, keys).await, before + 1);
    // A repeated creation returns the first result.
    let admin = app.admin();
    let new = json!({ "username": "ann", "email": "ann@example.org", "password": PASSWORD });
    let first = admin
        .post_once("/v1/admin/users", "once", new.clone())
        .await
        .ok();
    let again = admin.post_once("/v1/admin/users", "once", new).await.ok();
    assert_eq!(first, again);
    assert_eq!(count(&app, keys).await, before + 2);
}

/// Runs all futures concurrently.
async fn futures<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    std::future::poll_fn(|context| {
        let mut ready = true;
        for (future, done) in &mut waiting {
            if done.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(value) => *done = Some(value),
                    std::task::Poll::Pending => ready = false,
                }
            }
        }
        match ready {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    waiting.into_iter().filter_map(|(_, done)| done).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audit_log_has_no_names_and_finds_them_until_the_erasure() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    ada.get("/v1/sfdp/data").await.ok();
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    let entries = "SELECT COUNT(*) FROM audit_body";
    assert!(count(&app, entries).await > 3);
    let named = "SELECT COUNT(*) FROM audit_body WHERE user_name <> ''";
    assert_eq!(count(&app, named).await, 0);
    let ids: Vec<UserId> = [&ada.id, &admin.id]
        .iter()
        .map(|id| id.parse().unwrap())
        .collect();
    let names = user_names(app.state(), &ids).await.unwrap();
    assert_eq!((&*names[&ids[0]], &*names[&ids[1]]), ("ada", "admin"));
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    let names = user_names(app.state(), &ids).await.unwrap();
    assert_eq!((names.get(&ids[0]), names.len()), (None, 1));
}

/// Whether the wrapped keys of the server on a folder are not in a file, which a test would damage.
pub(crate) fn has_no_key_file(folder: &Path) -> bool {
    let is_on_server = crate::postgres::schema_of(folder).is_some();
    if is_on_server {
        println!("skipped: a test of the file of the wrapped keys");
    }
    is_on_server
}

/// Flips a bit of the wrapped key of an account.
pub(crate) fn damage_key(folder: &Path, id: &str) {
    let file = folder.join("keys.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let mut damaged = 0;
    for at in 0..bytes.len() - id.len() - 64 {
        // The table row: the id, the number of the epoch, the wrapped key.
        let behind = at + id.len();
        if bytes[at..].starts_with(id.as_bytes())
            && bytes[behind..behind + 8]
                .windows(3)
                .any(|part| part == b"LKE")
        {
            bytes[behind + 60] ^= 1;
            damaged += 1;
        }
    }
    assert!(damaged > 0);
    std::fs::write(&file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_whose_key_is_damaged_signs_in_and_is_listed_and_erased() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    ada.post("/v1/api-keys", json!({ "name": "bridge" }))
        .await
        .ok();
    let folder = app.stop().await;
    if has_no_key_file(folder.path()) {
        return;
    }
    damage_key(folder.path(), &ada.id);
    let app = TestApp::start_in(folder, |_| {}).await;
    let admin = app.admin();
    // Both sign-in names work. Its stored names and those of its keys are unreadable, so they are
    // empty.
    assert_eq!(sign_in(&app, "Ada@example.org", PASSWORD).await, 200);
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let me = ada.get("/api/auth/me").await.ok();
    assert_eq!((&me["username"], &me["email"]), (&json!(""), &json!("")));
    let keys = ada.get("/v1/api-keys").await.ok();
    assert_eq!(names_of(&keys), [""]);
    let (names, total) = listed(&admin, "limit=10").await;
    assert_eq!((names.len(), total), (2, 2));
    assert_eq!(listed(&admin, "search=ada").await.1, 0);
    assert_eq!(listed(&admin, "search=admin").await.1, 1);
    let path = format!("/v1/admin/users/{}", ada.id);
    let changed = admin.patch(&path, json!({ "tier": "standard" })).await.ok();
    assert_eq!(changed["tier"], "standard");
    // A new name cannot be sealed, and the refused request loses nothing.
    let refused = admin.patch(&path, json!({ "email": "new@example.org" }));
    assert_eq!(refused.await.status, 422);
    let new = json!({ "username": "ADA", "email": "x@example.org", "password": PASSWORD });
    admin
        .post("/v1/admin/users", new)
        .await
        .refused(409, "CONFLICT");
    let output = run(app.folder.path(), &["--json", "scrub"], "");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        stdout.contains("\"account\"") && stdout.contains(&ada.id),
        "{stdout}"
    );
    let change = json!({ "current_password": PASSWORD, "new_password": "tuba-lantern-orchid-77" });
    ada.post("/api/auth/password", change).await.ok();
    assert_eq!(sign_in(&app, "ada", "tuba-lantern-orchid-77").await, 200);
    // The account is still usable after a restart, and can be erased.
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    assert_eq!(sign_in(&app, "ada", "tuba-lantern-orchid-77").await, 200);
    let erased = app.admin().delete(&path).await.ok();
    assert_eq!(erased["deleted"], true);
    assert_eq!(sign_in(&app, "ada", "tuba-lantern-orchid-77").await, 401);
}
