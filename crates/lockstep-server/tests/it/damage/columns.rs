//! Every column of the tables of accounts, damaged by each kind of value while the server is stopped.
//! The server starts, no request is a 500, other accounts are unaffected, the scrub names each damaged
//! value, and every account can be erased.

use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::id::ErasureId;
use lockstep_store::{Actor, Entry, Status, StoreError, SystemEntropy, Timestamp, Tx, Value};
use lockstep_web::capability::Damage;
use lockstep_web::subcommand::CommandRequest;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, TestClient};

/// The tables with their columns, the first of which is the primary key.
const TABLES: &[(&str, &str)] = &[
    (
        "account",
        "id username username_key email email_key password role status tier wallet_address \
         created_at last_active names index_check second_factor password_until",
    ),
    ("session", "id user_id created_at expires_at last_used"),
    ("token", "hash user_id family kind expires_at used_at"),
    ("ticket", "hash user_id credential expires_at"),
    (
        "api_key",
        "id user_id name hash scopes created_at expires_at parent last_used sealed_name",
    ),
    (
        "erasure",
        "id user_id salt digest begun_at finished_at record signature signer report",
    ),
];

/// The kinds of values.
const KINDS: usize = 4;

/// The kinds of values for a column: one, and NULL too for an account. All kinds for all columns take
/// minutes.
fn kinds(table: &str, place: usize) -> Vec<usize> {
    match (table, place) {
        // A primary key is not NULL.
        (_, 0) => vec![2],
        ("account", place) => vec![0, 1 + place % (KINDS - 1)],
        (_, place) => vec![place % KINDS],
    }
}

/// Returns a value that is invalid in almost every column and differs between rows.
fn value(kind: usize, nth: usize) -> String {
    match kind {
        0 => "NULL".to_owned(),
        1 => format!("x'ff{nth:04x}'"),
        2 => format!("'zz{nth}'"),
        _ => (i64::MAX - nth as i64).to_string(),
    }
}

/// Whether a value is one that the column may have, or that the server replaces before a scrub.
fn is_sound(table: &str, column: &str, kind: usize) -> bool {
    match (table, column, kind) {
        ("account", "wallet_address" | "password_until", 0) => true,
        // A start indexes the account again, and states again whether it has TOTP.
        ("account", "index_check" | "second_factor", _) => true,
        ("token", "used_at", 0) => true,
        ("api_key", "expires_at" | "parent", 0) => true,
        // A clear name beside the sealed one.
        ("api_key", "name", 2 | 3) => true,
        // Written by each use.
        (_, "last_active" | "last_used", _) => true,
        // The start completes the erasure with a new row.
        ("erasure", column, _) => !matches!(column, "id" | "user_id"),
        _ => false,
    }
}

/// One damaged value of one account.
struct Case {
    table: &'static str,
    column: &'static str,
    kind: usize,
    who: TestClient,
    name: String,
    key: String,
}

impl Case {
    fn said(&self) -> String {
        format!("{}.{} of kind {}", self.table, self.column, self.kind)
    }

    /// Whether the damage is in a row that cannot be found by its account any more.
    fn is_orphan(&self) -> bool {
        self.column == "user_id" || (self.table == "account" && self.column == "id")
    }
}

async fn cases(app: &TestApp) -> Vec<Case> {
    let mut cases = Vec::new();
    for (table, columns) in TABLES {
        for (place, column) in columns.split_whitespace().enumerate() {
            for kind in kinds(table, place) {
                let nth = cases.len();
                let name = format!("case-{nth}");
                let who = app.user(&name).await;
                let make = json!({ "create": { "name": "script", "user": name, "scopes": [] } });
                let make = Command::of_capability("key", CommandRequest::new(&make).unwrap());
                let (steps, _heard) = tokio::sync::mpsc::channel(1);
                let made = execute(app.state(), make, &steps).await.unwrap();
                who.post("/v1/ws/tickets", json!({})).await.ok();
                cases.push(Case {
                    table,
                    column,
                    kind,
                    who,
                    name,
                    key: made["result"]["key"].as_str().unwrap().to_owned(),
                });
            }
        }
    }
    cases
}

/// Makes every column of a table nullable, as an edit of the file can.
fn relax(tx: &mut Tx<'_>, table: &str) -> Result<(), StoreError> {
    let name = [Value::Text(table)];
    let created = tx.query_one(
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        &name,
        |row| row.at::<String>(0),
    )?;
    let indexes = tx.query(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
        &name,
        |row| row.at::<String>(0),
    )?;
    tx.execute(
        &format!("ALTER TABLE {table} RENAME TO strict_{table}"),
        &[],
    )?;
    tx.execute(&created.replace(" NOT NULL", ""), &[])?;
    tx.execute(
        &format!("INSERT INTO {table} SELECT * FROM strict_{table}"),
        &[],
    )?;
    tx.execute(&format!("DROP TABLE strict_{table}"), &[])?;
    for index in indexes {
        tx.execute(&index, &[])?;
    }
    Ok(())
}

/// Damages one row of each account.
async fn damage(app: &TestApp, cases: &[Case]) {
    let all: Vec<_> = cases
        .iter()
        .map(|case| (case.table, case.column, case.kind, case.who.id.clone()))
        .collect();
    let db = &app.state().db;
    let write = db.write::<_, StoreError, _>("test.damage", move |tx| {
        for (table, _) in TABLES {
            relax(tx, table)?;
        }
        // An hourly job deletes expired tickets.
        tx.execute("UPDATE ticket SET expires_at = expires_at + 3600000", &[])?;
        for (nth, (table, column, kind, id)) in all.iter().enumerate() {
            if *table == "erasure" {
                let erasure = ErasureId::generate(Timestamp(nth as i64), &SystemEntropy);
                tx.execute(
                    "INSERT INTO erasure(id, user_id, salt, digest, begun_at)
                     VALUES (?1, ?2, zeroblob(16), zeroblob(32), 1)",
                    &[Value::Text(erasure.as_str()), Value::Text(id)],
                )?;
                tx.audit(&Entry {
                    actor: &Actor::system(),
                    action: "user.delete.begin",
                    component: "accounts",
                    status: Status::Success,
                    details: format!("user.delete.begin {id}"),
                    metadata: serde_json::Value::Null,
                })?;
            }
            let (key, of) = match *table {
                "account" => ("id", "id"),
                "token" | "ticket" => ("hash", "user_id"),
                _ => ("id", "user_id"),
            };
            let order = if *table == "token" { "kind" } else { key };
            let value = value(*kind, nth);
            let changed = tx.execute(
                &format!(
                    "UPDATE {table} SET {column} = {value} WHERE {key} =
                     (SELECT {key} FROM {table} WHERE {of} = ?1 ORDER BY {order} LIMIT 1)"
                ),
                &[Value::Text(id)],
            )?;
            assert_eq!(changed, 1, "{table}.{column}");
        }
        Ok(())
    });
    write.await.unwrap();
}

/// Every request that meets the damaged row.
async fn check_requests(app: &TestApp, case: &Case) {
    let said = case.said();
    let admin = app.admin();
    let own = app.anonymous().bearing(case.who.token.clone().unwrap());
    let by_key = own.bearing(case.key.clone());
    let sign_in = json!({ "username": case.name, "password": PASSWORD });
    let credentials = format!("/v1/admin/users/{}/credentials", case.who.id);
    for answer in [
        own.get("/v1/sfdp/types").await,
        own.get("/api/auth/me").await,
        own.get("/api/auth/sessions").await,
        own.get("/v1/api-keys").await,
        by_key.get("/v1/sfdp/types").await,
        admin.get(&credentials).await,
        app.anonymous().post("/api/auth/token", sign_in).await,
    ] {
        assert!(answer.status < 500, "{said}: {answer}");
    }
}

async fn listed(admin: &TestClient) -> Vec<String> {
    let mut ids = Vec::new();
    for page in 1.. {
        let path = format!("/v1/admin/users?limit=100&page={page}");
        let users = admin.get(&path).await.ok()["users"].clone();
        let users = users.as_array().unwrap();
        if users.is_empty() {
            break;
        }
        ids.extend(users.iter().map(|it| it["id"].as_str().unwrap().to_owned()));
    }
    ids
}

fn names(found: &[Damage], case: &Case) -> bool {
    found.iter().any(|one| {
        one.table == case.table
            && one.reason.contains(case.column)
            && (case.is_orphan()
                || one.account.as_deref() == Some(&*case.who.id)
                || one.account.is_none())
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_damaged_column_is_named_and_stops_neither_the_start_nor_an_erasure() {
    let app = TestApp::start().await;
    many_anonymous(&app);
    let bob = app.user("bob").await;
    let cases = cases(&app).await;
    damage(&app, &cases).await;
    let folder = app.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    many_anonymous(&app);
    let admin = app.admin();
    let bob = app.anonymous().bearing(bob.token.unwrap());
    let ids = listed(&admin).await;
    for case in &cases {
        let said = case.said();
        let is_listed = ids.contains(&case.who.id);
        let is_erased = case.table == "erasure" && !matches!(case.column, "id" | "user_id");
        let is_renamed = case.table == "account" && case.column == "id";
        assert_eq!(is_listed, !is_erased && !is_renamed, "{said}");
        check_requests(&app, case).await;
    }
    admin.get("/v1/admin/users?search=bob").await.ok();
    bob.get("/v1/sfdp/data").await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    for case in &cases {
        if !is_sound(case.table, case.column, case.kind) {
            let named = names(&found.damaged, case) || names(&found.repaired, case);
            let of_it: Vec<_> = found
                .damaged
                .iter()
                .filter(|one| one.account.as_deref() == Some(&*case.who.id))
                .collect();
            assert!(named, "{}: {of_it:?}", case.said());
        }
    }
    for case in &cases {
        let said = case.said();
        let path = format!("/v1/admin/users/{}", case.who.id);
        let whole = json!({ "role": "user", "status": "active", "tier": "premium" });
        let changed = admin.patch(&path, whole).await;
        assert!(
            matches!(changed.status, 200 | 404 | 409),
            "{said}: {changed}"
        );
        let erased = admin.delete(&path).await;
        let is_gone = (case.table, case.column) == ("account", "id") || !ids.contains(&case.who.id);
        let expected = if is_gone { 404 } else { 200 };
        assert_eq!(erased.status, expected, "{said}: {erased}");
    }
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    for one in &found.damaged {
        let is_orphan = cases
            .iter()
            .any(|case| case.is_orphan() && case.table == one.table);
        assert!(is_orphan, "{one:?}");
    }
    bob.get("/v1/sfdp/data").await.ok();
}

/// Many sign-ins come from one address here.
fn many_anonymous(app: &TestApp) {
    let mut settings = lockstep_store::Settings::clone(&app.state().settings());
    settings.limits.anonymous = 100_000;
    app.state().apply(settings);
}
