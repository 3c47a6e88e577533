//! Damaged columns of an account: none is a 500. An administrator repairs or erases the account, and
//! the scrub repairs values that follow from other columns.

use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::{StoreError, Value};
use lockstep_web::subcommand::CommandRequest;
use serde_json::{Value as Json, json};

use crate::app::{Answer, PASSWORD, TestApp, TestClient};

/// The effect of a damaged column on the account's own requests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// They are refused until an administrator sets this field to this value.
    Denied(&'static str, &'static str),
    /// They continue.
    None,
}

use Effect::Denied;

/// Column, value and effect.
const ROWS: &[(&str, &str, Effect)] = &[
    ("role", "'zz'", Denied("role", "user")),
    ("role", "x'ff'", Denied("role", "user")),
    ("role", "7", Denied("role", "user")),
    ("status", "'zz'", Denied("status", "active")),
    ("status", "x'ff'", Denied("status", "active")),
    // A valid word that only an erasure writes.
    ("status", "'deleted'", Denied("status", "active")),
    ("tier", "'zz'", Denied("tier", "enterprise")),
    ("tier", "x'ff'", Denied("tier", "enterprise")),
    ("created_at", "'zz'", Effect::None),
    ("created_at", "x'ff'", Effect::None),
    ("created_at", "9223372036854775807", Effect::None),
    ("last_active", "'zz'", Effect::None),
    ("last_active", "x'ff'", Effect::None),
    ("username", "x'ff'", Effect::None),
    ("email", "x'ff'", Effect::None),
    ("wallet_address", "x'ff'", Effect::None),
    ("names", "'text'", Effect::None),
    ("names", "x'ff'", Effect::None),
    ("names", "NULL", Effect::None),
    ("password", "x'ff'", Effect::None),
    ("password", "'zz'", Effect::None),
    ("index_check", "'zz'", Effect::None),
];

pub(crate) async fn set(app: &TestApp, column: &'static str, value: &'static str, id: &str) {
    let id = id.to_owned();
    let db = &app.state().db;
    let write = db.write::<_, StoreError, _>("test.damage", move |tx| {
        let sql = format!("UPDATE account SET {column} = {value} WHERE id = ?1");
        assert_eq!(tx.execute(&sql, &[Value::Text(&id)])?, 1);
        Ok(())
    });
    write.await.unwrap();
}

/// Runs a subcommand of `lockstep user`.
async fn command(app: &TestApp, request: Json) -> Result<Json, String> {
    let command = Command::of_capability("user", CommandRequest::new(&request).unwrap());
    let (steps, _heard) = tokio::sync::mpsc::channel(1);
    execute(app.state(), command, &steps).await
}

async fn set_password(app: &TestApp, name: &str) {
    let set = json!({ "username": name, "password": PASSWORD, "keepApiKeys": true });
    command(app, json!({ "setPassword": set })).await.unwrap();
}

fn renaming(account: &str, name: &str, address: &str) -> Json {
    json!({ "change": { "account": account, "username": name, "email": address } })
}

async fn sign_in(app: &TestApp, name: &str) -> Answer {
    let body = json!({ "username": name, "password": PASSWORD });
    app.anonymous().post("/api/auth/token", body).await
}

async fn listed(admin: &TestClient, id: &str) -> Json {
    let page = admin.get("/v1/admin/users?limit=100").await.ok();
    let users = page["users"].as_array().unwrap();
    let found = users.iter().find(|user| user["id"] == id);
    found
        .unwrap_or_else(|| panic!("{id} is not listed"))
        .clone()
}

/// Checks what the account itself, a sign-in and the list get while the column is damaged.
async fn check_damaged(app: &TestApp, ada: &TestClient, name: &str, row: (&str, &str, Effect)) {
    let (column, value, effect) = row;
    let said = format!("account.{column} = {value}");
    let own = ada.get("/v1/sfdp/data").await;
    let shown = listed(&app.admin(), &ada.id).await;
    match effect {
        Denied(field, _) => {
            let refused = own.refused(403, "PERMISSION_DENIED").to_string();
            assert!(
                refused.contains(field) && refused.contains("PATCH /v1/admin/users/"),
                "{said}: {refused}"
            );
            let refused = sign_in(app, name).await;
            refused.refused(403, "PERMISSION_DENIED");
            assert_eq!(shown["status"], "suspended", "{said}");
            assert_eq!(shown["damagedFields"], json!([field]), "{said}");
        }
        Effect::None => {
            own.ok();
            ada.get("/api/auth/me").await.ok();
            assert_eq!(shown["status"], "active", "{said}");
            assert_eq!(shown["damagedFields"], Json::Null, "{said}");
        }
    }
    if column == "password" {
        let refused = sign_in(app, name).await;
        refused.refused(401, "INVALID_TOKEN");
        let change =
            json!({ "current_password": PASSWORD, "new_password": "tuba-lantern-orchid-77" });
        let refused = ada.post("/api/auth/password", change).await;
        assert_eq!(refused.status, 400, "{said}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_account_is_denied_repaired_and_erased() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for (nth, row) in ROWS.iter().copied().enumerate() {
        let (column, value, effect) = row;
        let said = format!("account.{column} = {value}");
        let name = format!("ada-{nth}");
        let ada = app.account(&name, "user", "enterprise").await;
        let path = format!("/v1/admin/users/{}", ada.id);
        let before = listed(&admin, &ada.id).await;
        set(&app, column, value, &ada.id).await;
        check_damaged(&app, &ada, &name, row).await;
        if column == "created_at" {
            let shown = listed(&admin, &ada.id).await;
            let second = |user: &Json| user["createdAt"].as_str().unwrap()[..17].to_owned();
            assert_eq!(second(&shown), second(&before), "{said}");
        }
        set_password(&app, &name).await;
        let change = match effect {
            Denied(field, to) => {
                // Another field alone does not repair the account.
                let other = if field == "tier" { "status" } else { "tier" };
                let to_other = if field == "tier" { "active" } else { "premium" };
                let refused = admin.patch(&path, json!({ other: to_other })).await;
                refused.refused(409, "CONFLICT");
                json!({ field: to })
            }
            Effect::None => json!({ "tier": "premium" }),
        };
        let changed = admin.patch(&path, change).await.ok();
        assert_eq!(changed["status"], "active", "{said}: {changed}");
        // The columns that the change did not name are as before.
        assert_eq!(changed["role"], "user", "{said}");
        let again = sign_in(&app, &name).await.ok();
        let again = app
            .anonymous()
            .bearing(again["access_token"].as_str().unwrap());
        again.get("/v1/sfdp/data").await.ok();
        set(&app, column, value, &ada.id).await;
        let answer = admin.delete(&path).await;
        assert_eq!(answer.status, 200, "{said}: {answer}");
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
    }
}

/// The only administrator, whose own row is damaged, is repaired by the command line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_only_administrator_is_repaired_by_the_command_line() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for column in ["role", "status", "tier"] {
        set(&app, column, "'zz'", &admin.id).await;
    }
    admin
        .get("/v1/admin/users")
        .await
        .refused(403, "PERMISSION_DENIED");
    let refused = command(&app, json!({ "change": { "account": admin.id } }))
        .await
        .unwrap_err();
    assert!(refused.contains("--role"), "{refused}");
    let repair = json!({ "change": {
        "account": admin.id, "role": "admin", "status": "active", "tier": "enterprise",
    } });
    command(&app, repair).await.unwrap();
    admin.get("/v1/admin/users").await.ok();
    let read = app.state().db.read::<_, StoreError, _>("test.audit", |tx| {
        tx.query_one(
            "SELECT COUNT(*) FROM audit_body WHERE action = 'user.change'",
            &[],
            |row| row.at::<i64>(0),
        )
    });
    assert_eq!(read.await.unwrap(), 1);
}

/// A name whose key was damaged is found again after a scrub, unless another account took it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scrub_repairs_the_keys_by_which_an_account_is_found() {
    let app = TestApp::start().await;
    for (nth, (column, value)) in [
        ("username_key", "'zz'"),
        ("username_key", "NULL"),
        ("username_key", "x'ff'"),
        ("email_key", "'zz'"),
        ("email_key", "NULL"),
    ]
    .into_iter()
    .enumerate()
    {
        let said = format!("{column} = {value}");
        let name = format!("ada-{nth}");
        let ada = app.user(&name).await;
        let email = listed(&app.admin(), &ada.id).await["email"].clone();
        let sign_in_name = match column {
            "email_key" => email.as_str().unwrap(),
            _ => &name,
        };
        set(&app, column, value, &ada.id).await;
        assert_eq!(sign_in(&app, sign_in_name).await.status, 401);
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
        assert_eq!(found.repaired.len(), 1, "{said}");
        assert_eq!(found.repaired[0].account.as_deref(), Some(&*ada.id));
        assert!(found.repaired[0].reason.contains(column), "{said}");
        sign_in(&app, sign_in_name).await.ok();
        let again = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(again.repaired, [], "{said}");
    }
    let first = app.user("bob").await;
    set(&app, "username_key", "'zz'", &first.id).await;
    set(&app, "email_key", "'zy'", &first.id).await;
    let new = json!({ "username": "Bob", "email": "else@example.org", "password": PASSWORD });
    let admin = app.admin();
    let second = admin.post_once("/v1/admin/users", "second", new).await;
    let second = second.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged.len(), 1, "{:?}", found.damaged);
    assert_eq!(found.damaged[0].account.as_deref(), Some(&*first.id));
    let reason = &found.damaged[0].reason;
    assert!(reason.contains("another account"), "{reason}");
    let remedy = format!("`lockstep user change {} --name NEW`", first.id);
    assert!(reason.contains(&remedy), "{reason}");
    // The address is free, and is repaired.
    assert_eq!(found.repaired.len(), 1, "{:?}", found.repaired);
    let signed_in = app.anonymous().signed_in("bob", PASSWORD).await;
    assert_eq!(second["id"], signed_in.id);
    let change = renaming(&first.id, "robert", "robert@example.org");
    command(&app, change).await.unwrap();
    sign_in(&app, "Robert").await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.damaged, found.repaired), (vec![], vec![]));
}

/// Two accounts whose keys were exchanged sign in with their own names after one scrub.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exchanged_keys_are_put_right() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let ids = (ada.id.clone(), bob.id.clone());
    let db = &app.state().db;
    let write = db.write::<_, StoreError, _>("test.damage", move |tx| {
        let key = "SELECT username_key FROM account WHERE id = ?1";
        let of = |id: &str| tx.query_one(key, &[Value::Text(id)], |row| row.at::<String>(0));
        let (adas, bobs) = (of(&ids.0)?, of(&ids.1)?);
        let set = "UPDATE account SET username_key = ?2 WHERE id = ?1";
        tx.execute(set, &[Value::Text(&ids.0), Value::Text("zz")])?;
        tx.execute(set, &[Value::Text(&ids.1), Value::Text(&adas)])?;
        tx.execute(set, &[Value::Text(&ids.0), Value::Text(&bobs)])?;
        Ok(())
    });
    write.await.unwrap();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.damaged, found.repaired.len()), (vec![], 2));
    assert_eq!(app.anonymous().signed_in("ada", PASSWORD).await.id, ada.id);
    assert_eq!(app.anonymous().signed_in("bob", PASSWORD).await.id, bob.id);
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.damaged, found.repaired), (vec![], vec![]));
}

/// Names that cannot be opened are replaced by the command line, both at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_names_are_replaced_by_the_command_line() {
    let app = TestApp::start().await;
    for (nth, value) in ["NULL", "x'ff'", "'text'"].into_iter().enumerate() {
        let name = format!("ada-{nth}");
        let ada = app.user(&name).await;
        set(&app, "names", value, &ada.id).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let named = found.damaged.iter().any(|one| {
            one.account.as_deref() == Some(&*ada.id)
                && one.reason.contains("column names")
                && one.reason.contains("lockstep user change")
        });
        assert!(named, "{value}: {:?}", found.damaged);
        let path = format!("/v1/admin/users/{}", ada.id);
        if value != "NULL" {
            let email = json!({ "email": "new@example.org" });
            let refused = app.admin().patch(&path, email).await;
            let refused = refused.refused(409, "CONFLICT").to_string();
            assert!(refused.contains("--name NAME --email ADDRESS"), "{refused}");
        }
        let change = renaming(
            &name,
            &format!("new-{nth}"),
            &format!("new-{nth}@example.org"),
        );
        command(&app, change).await.unwrap();
        let me = ada.get("/api/auth/me").await.ok();
        assert_eq!(me["username"], format!("new-{nth}"), "{value}");
        assert_eq!(sign_in(&app, &name).await.status, 401, "{value}");
        sign_in(&app, &format!("NEW-{nth}@example.org")).await.ok();
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{value}");
    }
}

/// An API key whose rights cannot be read is refused; other columns do not matter to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_api_key_with_damaged_rights_is_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (column, value, status) in [
        ("scopes", "x'ff'", 403),
        ("scopes", "'weird'", 403),
        ("scopes", "'fitness:read weird'", 403),
        ("scopes", "' '", 403),
        ("expires_at", "'zz'", 403),
        ("expires_at", "9223372036854775807", 403),
        ("parent", "'zz'", 403),
        ("created_at", "'zz'", 200),
        ("last_used", "'zz'", 200),
        ("name", "x'ff'", 200),
        ("sealed_name", "'zz'", 200),
        ("user_id", "'zz'", 401),
        ("hash", "'zz'", 401),
    ] {
        let said = format!("api_key.{column} = {value}");
        let make = json!({ "name": "bridge", "scopes": ["fitness:read"] });
        let made = ada.post("/v1/api-keys", make).await.ok();
        let (id, key) = (
            made["id"].as_str().unwrap().to_owned(),
            made["key"].as_str().unwrap(),
        );
        let sql = format!("UPDATE api_key SET {column} = {value} WHERE id = ?1");
        let db = &app.state().db;
        let write = db.write::<_, StoreError, _>("test.damage", move |tx| {
            assert_eq!(tx.execute(&sql, &[Value::Text(&id)])?, 1);
            Ok(())
        });
        write.await.unwrap();
        let by_key = ada.bearing(key);
        let answer = by_key.get("/v1/sfdp/types").await;
        assert_eq!(answer.status, status, "{said}: {answer}");
        if status == 403 {
            assert!(answer.to_string().contains(column), "{said}: {answer}");
            let revoked = ada.post("/api/auth/revoke", json!({ "token": key })).await;
            assert_eq!(revoked.ok()["revoked"], true, "{said}");
            let gone = by_key.get("/v1/sfdp/types").await;
            assert_eq!(gone.status, 401, "{said}: {gone}");
        }
        ada.get("/v1/api-keys").await.ok();
    }
}

/// Changes rows while no server writes them.
async fn edit(app: &TestApp, sql: String) {
    let db = &app.state().db;
    let write =
        db.write::<_, StoreError, _>("test.edit", move |tx| tx.execute(&sql, &[]).map(drop));
    write.await.unwrap();
}

/// Returns the tables and the reasons of the damage that a scrub names.
async fn named(app: &TestApp) -> Vec<(String, String)> {
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let damaged = found.damaged.into_iter();
    damaged
        .map(|one| (one.table.into_owned(), one.reason))
        .collect()
}

/// A valid value that the server did not write, and an older copy of a row: the audit log states another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_of_accounts_and_keys_are_compared_with_the_audit_log() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = format!("/v1/admin/users/{}", ada.id);
    let whole = json!({ "role": "user", "status": "active", "tier": "premium" });
    edit(
        &app,
        "CREATE TABLE older AS SELECT * FROM account".to_owned(),
    )
    .await;
    app.admin().patch(&path, whole.clone()).await.ok();
    assert_eq!(named(&app).await, []);
    for (change, column) in [
        (
            "UPDATE account SET role = 'admin' WHERE id = '{id}'",
            "role",
        ),
        (
            "UPDATE account SET role = 'auditor' WHERE id = '{id}'",
            "role",
        ),
        (
            "UPDATE account SET status = 'suspended' WHERE id = '{id}'",
            "status",
        ),
        (
            "UPDATE account SET tier = 'enterprise' WHERE id = '{id}'",
            "tier",
        ),
        (
            "INSERT OR REPLACE INTO account SELECT * FROM older WHERE id = '{id}'",
            "tier",
        ),
    ] {
        edit(&app, change.replace("{id}", &ada.id)).await;
        let found = named(&app).await;
        assert_eq!(found.len(), 1, "{change}: {found:?}");
        assert_eq!(found[0].0, "account", "{change}");
        let start = format!("column {column}: the audit log states another value");
        assert!(found[0].1.starts_with(&start), "{change}: {found:?}");
        app.admin().patch(&path, whole.clone()).await.ok();
        assert_eq!(named(&app).await, [], "{change}");
    }
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    for (change, reason) in [
        (
            "UPDATE api_key SET scopes = 'fitness:write' WHERE id = '{id}'",
            "column scopes",
        ),
        (
            "UPDATE api_key SET expires_at = NULL WHERE id = '{id}'",
            "column expires_at",
        ),
        (
            "UPDATE api_key SET user_id = '{other}' WHERE id = '{id}'",
            "column user_id",
        ),
        ("{revoke}", "the key was revoked"),
        ("{revoke all}", "the key was revoked"),
    ] {
        let new = json!({
            "name": "bridge", "scopes": ["fitness:read"], "expiresAt": "2099-01-01T00:00:00Z",
        });
        let made = ada.post("/v1/api-keys", new).await.ok();
        let id = made["id"].as_str().unwrap().to_owned();
        let key = ada.bearing(made["key"].as_str().unwrap());
        assert_eq!(named(&app).await, [], "{change}");
        let back = format!("CREATE TABLE \"{id}\" AS SELECT * FROM api_key WHERE id = '{id}'");
        edit(&app, back).await;
        match change {
            "{revoke}" => drop(ada.delete(&format!("/v1/api-keys/{id}")).await.ok()),
            "{revoke all}" => drop(
                app.admin()
                    .delete(&format!("{path}/credentials"))
                    .await
                    .ok(),
            ),
            change => {
                let change = change.replace("{id}", &id);
                edit(&app, change.replace("{other}", &bob.id)).await;
            }
        }
        if change.starts_with("{revoke") {
            assert_eq!(key.get("/v1/sfdp/types").await.status, 401, "{change}");
            edit(&app, format!("INSERT INTO api_key SELECT * FROM \"{id}\"")).await;
        }
        let found = named(&app).await;
        let is_named =
            |(table, said): &(String, String)| table == "api_key" && said.contains(reason);
        assert!(found.iter().any(is_named), "{change}: {found:?}");
        edit(&app, format!("DELETE FROM api_key WHERE id = '{id}'")).await;
        assert_eq!(named(&app).await, [], "{change}");
    }
}
