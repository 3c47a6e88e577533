//! Single damaged values: each costs its own row, is named by table and column, and stops neither the
//! scrub nor the background jobs nor any other account.

mod accounts;
mod columns;
mod key_rows;
mod removed_rows;

use lockstep_server::app::CAPABILITIES;
use lockstep_server::commands::{Command, accept_rollback, execute, scrub};
use lockstep_server::data::DataDir;
use lockstep_store::{StoreError, Timestamp, Tx, Value};
use lockstep_web::capability::Damage;
use lockstep_web::subcommand::CommandRequest;
use serde_json::json;

use crate::app::{Anyone, JUNE, PASSWORD, TestApp, points};
use crate::operations::session;

/// The result of damaging a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The scrub names the row; the reason holds this text.
    Named(&'static str),
    /// The scrub repairs the row, and says so.
    Repaired,
    /// The scrub repairs the row, and names this table.
    RepairedIn(&'static str),
    /// Chunks are set aside and counted as damaged points.
    Aside,
    /// The value is derived: it is dropped or computed again.
    Unseen,
}

use Fate::{Aside, Named, Repaired, RepairedIn, Unseen};

/// Table, column, damaged value and expected result.
const ROWS: &[(&str, &str, &str, Fate)] = &[
    ("account", "role", "'weird'", Named("account, column role")),
    (
        "account",
        "status",
        "'weird'",
        Named("account, column status"),
    ),
    ("account", "tier", "'weird'", Named("account, column tier")),
    ("account", "created_at", "'weird'", Repaired),
    ("account", "last_active", "'weird'", Repaired),
    ("account", "username", "x'ff'", Repaired),
    ("account", "wallet_address", "'weird'", Repaired),
    ("account", "username_key", "'weird'", Repaired),
    ("account", "username_key", "NULL", Repaired),
    ("account", "email_key", "x'ff'", Repaired),
    ("account", "index_check", "'weird'", Repaired),
    ("account", "names", "NULL", Named("account, column names")),
    ("account", "names", "x'ff'", Named("account, column names")),
    (
        "account",
        "password",
        "'weird'",
        Named("account, column password"),
    ),
    (
        "session",
        "created_at",
        "'weird'",
        Named("session, column created_at"),
    ),
    (
        "session",
        "expires_at",
        "'weird'",
        Named("session, column expires_at"),
    ),
    ("token", "kind", "'weird'", Named("token, column kind")),
    ("token", "family", "'weird'", Named("token, column family")),
    (
        "api_key",
        "scopes",
        "x'ff'",
        Named("api_key, column scopes"),
    ),
    (
        "api_key",
        "scopes",
        "'weird'",
        Named("api_key, column scopes"),
    ),
    (
        "api_key",
        "sealed_name",
        "NULL",
        Named("api_key, column sealed_name"),
    ),
    (
        "api_key",
        "parent",
        "'weird'",
        Named("api_key, column parent"),
    ),
    (
        "api_key",
        "hash",
        "'weird'",
        Named("api_key, column length(hash)"),
    ),
    (
        "erasure",
        "begun_at",
        "'weird'",
        Named("erasure, column begun_at"),
    ),
    ("erasure", "salt", "x'00'", Named("erasure, column salt")),
    ("activity", "t0", "'weird'", Named("it does not open")),
    ("activity", "t1", "t1 + 1", Named("it does not open")),
    ("activity", "body", "x'00'", Named("import of its file")),
    ("import_record", "state", "'weird'", Named("still undoes")),
    ("import_record", "body", "x'00'", Named("still undoes")),
    (
        "import_batch",
        "number",
        "number + 1",
        Named("does not open"),
    ),
    ("import_batch", "t0", "'weird'", Named("does not open")),
    ("import_batch", "body", "x'00'", Named("does not open")),
    ("encryption_key", "status", "'weird'", Repaired),
    ("encryption_key", "mode", "'weird'", Repaired),
    ("encryption_key", "scheme", "x'ff'", Repaired),
    ("encryption_key", "custody", "'weird'", Repaired),
    ("encryption_key", "resume", "'weird'", Repaired),
    ("encryption_key", "current", "'weird'", Repaired),
    ("encryption_key", "exported", "'weird'", Repaired),
    ("encryption_key", "created_at", "'weird'", Repaired),
    ("encryption_key", "expires_at", "'weird'", Repaired),
    ("encryption_key", "destroy_at", "'weird'", Repaired),
    ("encryption_key", "stopped", "'weird'", Repaired),
    ("encryption_key", "public", "x'00'", Repaired),
    ("encryption_key", "level", "'weird'", Repaired),
    ("encryption_key", "level", "192", Repaired),
    ("encryption_key", "scheme", "'PGHR13'", Repaired),
    ("encryption_key", "custody", "'client'", Repaired),
    ("encryption_key", "status", "'revoked'", Repaired),
    ("key_state", "seq", "'weird'", RepairedIn("encryption_key")),
    (
        "key_state",
        "state",
        "'weird'",
        RepairedIn("encryption_key"),
    ),
    ("sealed_account", "user_id", "CAST(x'ff' AS TEXT)", Unseen),
    (
        "attested_root",
        "digest",
        "x'00'",
        Named("attested_root, column digest"),
    ),
    (
        "attested_root",
        "signature",
        "x'00'",
        Named("column signature"),
    ),
    (
        "attested_root",
        "record",
        "record || ' '",
        Named("not the one that was signed"),
    ),
    (
        "device",
        "user_id",
        "CAST(user_id AS BLOB)",
        Named("device, column user_id"),
    ),
    (
        "profile",
        "user_id",
        "CAST(user_id AS BLOB)",
        Named("profile, column user_id"),
    ),
    (
        "device",
        "capabilities",
        "'weird'",
        Named("device, column capabilities"),
    ),
    ("device", "mode", "'weird'", Named("device, column mode")),
    (
        "device",
        "created_at",
        "'weird'",
        Named("device, column created_at"),
    ),
    ("profile", "body", "x'00'", Named("does not open")),
    (
        "evaluation_key",
        "key_id",
        "x'ff00fe'",
        Named("evaluation_key, column key_id"),
    ),
    ("event_outbox", "user_id", "CAST(x'ff' AS TEXT)", Unseen),
    ("event_outbox", "topic", "x'ff'", Unseen),
    ("series", "mode", "'weird'", Repaired),
    ("series", "mode", "'FHE'", Repaired),
    ("series", "total", "'weird'", Repaired),
    ("series", "total", "7", Repaired),
    ("series", "first_ts", "'weird'", Repaired),
    ("series", "first_ts", "first_ts + 9", Repaired),
    ("series", "last_ts", "'weird'", Repaired),
    ("series", "last_ts", "last_ts - 9", Repaired),
    ("series", "gen", "'weird'", Repaired),
    ("series", "block", "'weird'", Repaired),
    ("series", "block", "0", Repaired),
    ("series", "open_since", "'weird'", Repaired),
    ("series", "device", "x'ff'", Aside),
    ("seg", "codec", "77", Repaired),
    ("seg", "codec", "'weird'", Repaired),
    ("seg", "key_id", "'weird'", Repaired),
    (
        "seg",
        "key_id",
        "'key_01h455vb4pex5vsknk084sn02q'",
        Repaired,
    ),
    ("seg", "t1", "'weird'", Repaired),
    ("series", "id", "'weird'", Repaired),
    ("series", "id", "x'ff00'", Repaired),
    ("series", "id", "id + 1000000", Repaired),
    ("seg", "n", "'weird'", Aside),
    ("seg", "body_id", "'weird'", Repaired),
    ("seg", "body_id", "x'ff00'", Repaired),
    ("seg", "body_id", "body_id + 1000000", Repaired),
    ("seg", "t0", "'weird'", Aside),
    ("seg", "series_id", "'weird'", Aside),
    ("point_number", "used", "'weird'", Repaired),
    ("point_number", "used", "9223372036854775807", Repaired),
    ("point_number", "used", "used + 2097152", Repaired),
    ("point_number", "counted_since", "'weird'", Repaired),
    ("point_number", "counted_since", "NULL", Repaired),
    ("point_number", "counted_since", "0", Repaired),
    ("point_number", "counted_since", "-1", Repaired),
    (
        "point_number",
        "counted_since",
        "counted_since - 1",
        Repaired,
    ),
    (
        "point_number",
        "counted_since",
        "9223372036854775807",
        Repaired,
    ),
    ("zone_change", "changed_at", "'weird'", Repaired),
    ("zone_change", "changed_at", "-1", Repaired),
    ("zone_change", "changed_at", "9223372036854775807", Repaired),
    ("account_usage", "bytes", "'weird'", Repaired),
    ("account_usage", "bytes", "bytes + 1", Repaired),
    ("account_usage", "series", "-4", Repaired),
    ("account_usage", "chunks", "chunks * 2", Repaired),
];

pub(crate) const POINTS: usize = 60;

/// Points under no mode and under ZK, a device, a profile, days, insights, an API key.
pub(crate) async fn fill(app: &TestApp, who: &Anyone, name: &str) {
    let values: Vec<f64> = (0..POINTS).map(|at| 60.0 + at as f64).collect();
    let plain = points("heart_rate", "bpm", "strap", JUNE, &values);
    who.post("/v1/sfdp/data", plain).await.ok();
    let mut sealed = points("heart_rate", "bpm", "watch", JUNE + 3_600_000, &values);
    sealed["encryptionMode"] = json!("ZK");
    sealed["chunkSize"] = json!(POINTS);
    who.post("/v1/sfdp/data", sealed).await.ok();
    let device = json!({ "type": "watch", "name": "wrist", "capabilities": ["heart_rate"] });
    who.post("/v1/sfdp/devices", device).await.ok();
    who.put("/v1/sfdp/profile", json!({ "timeZone": "Europe/Berlin" }))
        .await
        .ok();
    let path = "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02";
    who.get(path).await.ok();
    who.post("/v1/sfdp/insights/generate", json!({})).await.ok();
    // An activity, and an import that brings a point again.
    let start = Timestamp(JUNE * 1000);
    who.import(session(start, 3000)).await.ok();
    let again = format!("timestamp,type,value,unit,device\n{start},heart_rate,60,bpm,strap\n");
    who.import(again).await.ok();
    // A real one takes long to make; the scrub reads its bytes alone.
    let user = who.id.clone();
    write(app, move |tx| {
        let sql = "INSERT INTO evaluation_key(user_id, key_id, public, body)
             VALUES (?1, 'key_x', x'01', x'02')";
        tx.execute(sql, &[Value::Text(&user)]).map(drop)
    })
    .await;
    // The host has no address: the delivery stays pending.
    let webhook = json!({ "url": "https://hooks.example/", "eventTypes": ["dataset.created"] });
    let webhook = who.post("/v1/webhooks", webhook).await.ok();
    let path = format!("/v1/webhooks/{}/test", webhook["id"].as_str().unwrap());
    who.post(&path, json!({})).await.ok();
    let request = json!({ "create": { "name": "script", "user": name, "scopes": [] } });
    let command = Command::of_capability("key", CommandRequest::new(&request).unwrap());
    let (steps, _heard) = tokio::sync::mpsc::channel(1);
    execute(app.state(), command, &steps).await.unwrap();
}

pub(crate) async fn write(
    app: &TestApp,
    job: impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
) {
    let db = &app.state().db;
    db.write::<_, StoreError, _>("test.damage", job)
        .await
        .unwrap();
}

/// Damages one row: of an account where the table names accounts.
async fn damage(app: &TestApp, row: &(&'static str, &'static str, &'static str, Fate), ada: &str) {
    let (table, column, value, _) = *row;
    let ada = ada.to_owned();
    write(app, move |tx| {
        for table in kept(table) {
            let sql = format!("CREATE TABLE saved_{table} AS SELECT * FROM {table}");
            tx.execute(&sql, &[])?;
        }
        let (condition, order) = match table {
            "account" => ("id = ?1", "id"),
            "erasure" => ("?1 = ?1", "id"),
            "token" | "api_key" => ("user_id = ?1", "hash"),
            "series" | "device" => ("user_id = ?1", "id"),
            "seg" => ("user_id = ?1 AND codec = 3", "t0"),
            "event_outbox" => ("user_id = ?1", "-seq"),
            "encryption_key" => ("user_id = ?1 AND mode = 'ZK'", "id"),
            "import_record" => ("user_id = ?1", "id"),
            "attested_root" => ("user_id = ?1", "number"),
            _ => ("user_id = ?1", "user_id"),
        };
        // The first row alone: a table without rowids is named by its whole row's order.
        let first =
            format!("SELECT {order} FROM {table} WHERE {condition} ORDER BY {order} LIMIT 1");
        let changed = tx.execute(
            &format!(
                "UPDATE {table} SET {column} = {value} WHERE {condition} AND {order} = ({first})"
            ),
            &[Value::Text(&ada)],
        )?;
        assert_eq!(changed, 1, "{table}.{column}");
        Ok(())
    })
    .await;
}

/// The tables that damage of this one can change: chunks that are set aside take their series along.
fn kept(table: &'static str) -> Vec<&'static str> {
    match table {
        "series" | "seg" => vec!["series", "seg"],
        table => vec![table],
    }
}

async fn put_back(app: &TestApp, table: &'static str) {
    write(app, move |tx| {
        tx.execute("DELETE FROM damaged_chunk", &[])?;
        for table in kept(table) {
            tx.execute(&format!("DELETE FROM {table}"), &[])?;
            let sql = format!("INSERT INTO {table} SELECT * FROM saved_{table}");
            tx.execute(&sql, &[])?;
            tx.execute(&format!("DROP TABLE saved_{table}"), &[])?;
        }
        Ok(())
    })
    .await;
}

pub(crate) async fn points_of(who: &Anyone) -> (usize, serde_json::Value) {
    let page = who.get("/v1/sfdp/data?limit=1000").await.ok();
    let count = page["data"].as_array().unwrap().len();
    assert_eq!(page["total"], count);
    (count, page["skippedPoints"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_value_costs_its_own_row_and_is_named_or_repaired() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&app, &ada, "ada").await;
    fill(&app, &bob, "bob").await;
    let carol = app.user("carol").await;
    app.admin()
        .delete(&format!("/v1/admin/users/{}", carol.id))
        .await
        .ok();
    let clean = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((clean.damaged, clean.repaired), (vec![], vec![]));
    for row in ROWS {
        let (table, column, value, fate) = *row;
        let said = format!("{table}.{column} = {value}");
        damage(&app, row, &ada.id).await;
        // What reads the account's own points meets the damage first.
        // A number that is merely wrong only the scrub finds.
        let is_unreadable = value.contains("weird") || value.contains("x'");
        if matches!(table, "series" | "seg") && is_unreadable {
            let (count, skipped) = points_of(&ada).await;
            let lost = skipped[0]["points"].as_u64().unwrap_or_default();
            match fate {
                Repaired => assert_eq!(count, 2 * POINTS, "{said}: {skipped}"),
                _ => assert!(
                    count >= POINTS && (lost > 0 || table == "seg"),
                    "{said}: {skipped}"
                ),
            }
            for path in [
                "/v1/sfdp/usage",
                "/v1/sfdp/data?startDate=2026-06-01&endDate=2026-08-01",
                "/v1/sfdp/export?format=csv",
            ] {
                let answer = ada.get(path).await;
                assert_eq!(answer.status, 200, "{said}: {path}: {answer}");
            }
        }
        for job in CAPABILITIES.iter().flat_map(|one| one.jobs) {
            let done = (job.run)(app.state().clone()).await;
            done.unwrap_or_else(|fault| panic!("{said}, {}: {:?}", job.name, fault.log));
        }
        let found = scrub::all(app.state(), |_| {}).await;
        let found = found.unwrap_or_else(|fault| panic!("{said}: {:?}", fault.log));
        judge(&said, fate, table, &found.damaged, &found.repaired);
        if matches!(fate, Repaired | Aside) && table == "series" || fate == Repaired {
            let again = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!(again.repaired, [], "{said}: it is repaired once");
            let is_ok = again.damaged.is_empty() || fate == Aside;
            assert!(is_ok, "{said}: {:?}", again.damaged);
        }
        // Nothing of it is bob's.
        assert_eq!(
            points_of(&bob).await,
            (2 * POINTS, serde_json::Value::Null),
            "{said}"
        );
        bob.get("/v1/encryption/keys").await.ok();
        bob.get("/v1/sfdp/devices").await.ok();
        app.admin().get("/v1/admin/users").await.ok();
        put_back(&app, table).await;
    }
    let healed = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(healed.damaged, []);
    assert_eq!(points_of(&ada).await, (2 * POINTS, serde_json::Value::Null));
}

fn judge(said: &str, fate: Fate, table: &str, damaged: &[Damage], repaired: &[Damage]) {
    for one in damaged.iter().chain(repaired) {
        let shown = serde_json::to_string(one).unwrap();
        let value = shown.replace("\"row\":\"weird\"", "");
        assert!(
            !value.contains("weird"),
            "{said}: a value is shown: {shown}"
        );
    }
    match fate {
        Named(reason) => {
            let named = damaged.iter().any(|one| one.reason.contains(reason));
            assert!(named, "{said}: {damaged:?}");
        }
        // A read before the scrub may have repaired it already.
        Repaired if table == "series" || table == "seg" => {
            assert_eq!(damaged, [], "{said}");
        }
        Repaired | RepairedIn(_) => {
            let table = match fate {
                RepairedIn(table) => table,
                _ => table,
            };
            let is_told = repaired.iter().any(|one| one.table == table);
            assert!(
                is_told && damaged.is_empty(),
                "{said}: {damaged:?} {repaired:?}"
            );
        }
        Aside => assert!(
            damaged.iter().any(|one| one.points > 0 || table == "seg"),
            "{said}: {damaged:?}"
        ),
        Unseen => {}
    }
}

/// An older `keys.db`, accepted by an operator: the account that it lacks is told, and gets a new key with
/// consent alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_whose_key_is_lost_is_told_and_repaired_by_an_operator() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let folder = app.stop().await;
    let keys = folder.path().join("keys.db");
    let older = std::fs::read(&keys).unwrap();
    let app = TestApp::start_in(folder, |_| {}).await;
    let bob = app.user("bob").await;
    fill(&app, &bob, "bob").await;
    let folder = app.stop().await;
    std::fs::write(&keys, older).unwrap();
    let data = DataDir::hold(folder.path()).unwrap();
    let place = lockstep_vault::KeyPaths::usual(data.path());
    let accepted = accept_rollback(&data, &place).await.unwrap();
    assert_eq!(accepted["lostAccounts"], json!([bob.id]));
    let told = accepted["next"].as_str().unwrap();
    assert!(
        told.contains("replace-lost-key") && told.contains(&bob.id),
        "{told}"
    );
    drop(data);
    let app = TestApp::start_in(folder, |_| {}).await;
    let signed_in = async |name| app.anonymous().signed_in(name, PASSWORD).await;
    let (ada, bob) = (signed_in("ada").await, signed_in("bob").await);
    for path in ["/v1/sfdp/data", "/v1/sfdp/profile"] {
        bob.get(path).await.refused(422, "ENCRYPTION_ERROR");
    }
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    let (steps, _heard) = tokio::sync::mpsc::channel(1);
    let found = execute(app.state(), Command::Doctor, &steps).await.unwrap();
    let found = found.to_string();
    assert!(
        found.contains("replace-lost-key") && found.contains(&bob.id),
        "{found}"
    );
    let replace = async |account: &str, accept_loss| {
        let request = json!({
            "replaceLostKey": { "account": account, "acceptLoss": accept_loss },
        });
        let command = Command::of_capability("user", CommandRequest::new(&request).unwrap());
        let done = execute(app.state(), command, &steps).await;
        done.map(|done| done["result"].clone())
    };
    let refused = replace("bob", false).await.unwrap_err();
    assert!(refused.contains("--accept-loss"), "{refused}");
    let refused = replace("ada", true).await.unwrap_err();
    assert!(refused.contains("nothing is lost"), "{refused}");
    let done = replace(&bob.id, true).await.unwrap();
    assert_eq!(done["keysLost"], 1, "{done}");
    assert_eq!(done["pointsLost"], POINTS, "{done}");
    // The names of the account and of its API key were under the lost key too.
    assert_eq!(done["namesLost"], 2, "{done}");
    let next = done["next"].as_str().unwrap();
    assert!(next.contains("lockstep user change"), "{next}");
    let bob = signed_in("bob").await;
    assert_eq!(bob.get("/api/auth/me").await.ok()["username"], "");
    let (count, skipped) = points_of(&bob).await;
    assert_eq!(count, 0);
    let lost: u64 = skipped
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["points"].as_u64().unwrap())
        .sum();
    assert_eq!(lost, 2 * POINTS as u64, "{skipped}");
    bob.get("/v1/sfdp/profile")
        .await
        .refused(422, "ENCRYPTION_ERROR");
    bob.put("/v1/sfdp/profile", json!({ "timeZone": "Europe/Berlin" }))
        .await
        .ok();
    let again = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
    bob.post("/v1/sfdp/data", again).await.ok();
    assert_eq!(points_of(&bob).await.0, 1);
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    // What remains damaged is what was set aside: neither names nor the record of the rows.
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let tables: Vec<&str> = found.damaged.iter().map(|one| &*one.table).collect();
    assert_eq!(tables, ["seg_body"], "{:?}", found.damaged);
    let rename = json!({ "change": { "account": "bob", "username": "robert" } });
    let rename = Command::of_capability("user", CommandRequest::new(&rename).unwrap());
    execute(app.state(), rename, &steps).await.unwrap();
    assert_eq!(bob.get("/api/auth/me").await.ok()["username"], "robert");
    let path = format!("/v1/admin/users/{}", bob.id);
    let email = json!({ "email": "new@example.org" });
    app.admin().patch(&path, email).await.ok();
    let folder = app.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    app.anonymous().signed_in("robert", PASSWORD).await;
    app.anonymous().signed_in("new@example.org", PASSWORD).await;
}

#[tokio::test]
async fn readiness_says_whether_irreversible_acts_are_held() {
    let app = TestApp::start().await;
    let ready = app.anonymous().get("/readyz").await.ok();
    assert_eq!(ready["irreversibleActsHeld"], false, "{ready}");
}

/// The scrub alone repairs what no read met.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scrub_repairs_clear_columns_and_says_so() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    for row in ROWS.iter().filter(|row| row.3 == Repaired) {
        let said = format!("{}.{} = {}", row.0, row.1, row.2);
        damage(&app, row, &ada.id).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
        assert!(
            found.repaired.iter().any(|one| one.table == row.0),
            "{said}: {:?}",
            found.repaired
        );
        assert_eq!(
            points_of(&ada).await,
            (2 * POINTS, serde_json::Value::Null),
            "{said}"
        );
        let table = row.0;
        write(&app, move |tx| {
            kept(table).into_iter().try_for_each(|table| {
                tx.execute(&format!("DROP TABLE saved_{table}"), &[])
                    .map(drop)
            })
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_profile_is_an_error_that_says_how_to_replace_it() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    write(&app, |tx| {
        tx.execute("UPDATE profile SET body = x'00'", &[]).map(drop)
    })
    .await;
    for path in [
        "/v1/sfdp/profile",
        "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02",
        "/v1/sfdp/data?startDate=2026-06-01",
    ] {
        let answer = ada.get(path).await;
        let text = answer.to_string();
        answer.refused(422, "ENCRYPTION_ERROR");
        assert!(text.contains("PUT /v1/sfdp/profile"), "{text}");
    }
    // What needs no time zone goes on.
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    ada.put("/v1/sfdp/profile", json!({ "timeZone": "Europe/Berlin" }))
        .await
        .ok();
    ada.get("/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02")
        .await
        .ok();
}

pub(crate) async fn number(app: &TestApp, sql: &'static str) -> i64 {
    let read = app.state().db.read("test.count", move |tx| {
        tx.query_one(sql, &[], |row| row.at::<i64>(0))
    });
    let found: Result<i64, StoreError> = read.await;
    found.unwrap()
}

/// The number and the count of a row of `series` are damaged: nothing says which chunks are its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_series_whose_number_cannot_be_computed_costs_its_own_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let damaged = "UPDATE series SET id = 'weird', total = total + 1 WHERE mode = 'ZK'";
    write(&app, |tx| tx.execute(damaged, &[]).map(drop)).await;
    let range = "/v1/sfdp/data?startDate=2026-06-01&endDate=2026-08-01&limit=1000";
    let page = ada.get(range).await.ok();
    assert_eq!(page["data"].as_array().unwrap().len(), POINTS, "{page}");
    assert_eq!(page["skippedPoints"][0]["points"], POINTS, "{page}");
    let export = ada.get("/v1/sfdp/export?format=csv").await;
    assert_eq!(export.status, 200, "{export}");
    assert_eq!(number(&app, "SELECT COUNT(*) FROM series").await, 1);
    let more = points("heart_rate", "bpm", "watch", JUNE + 3_600_000, &[61.0]);
    ada.post("/v1/sfdp/data", more).await.ok();
    assert_eq!(points_of(&ada).await.0, POINTS + 1);
}

/// Bytes that no chunk names: a scrub names them once, a deletion removes them, and neither removes the
/// bytes of a chunk whose own row is damaged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_that_no_chunk_names_are_removed_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let whole = number(&app, "SELECT COUNT(*) FROM seg_body").await;
    let add =
        "INSERT INTO seg_body(user_id, id, body) SELECT user_id, id + 1000, body FROM seg_body";
    write(&app, |tx| tx.execute(add, &[]).map(drop)).await;
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    let named = found.repaired.iter().filter(|one| one.table == "seg_body");
    assert_eq!(named.count() as i64, whole, "{:?}", found.repaired);
    let again = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((again.damaged, again.repaired), (vec![], vec![]));
    // The row of one chunk names other bytes, and other bytes have no row.
    let damage = "UPDATE seg SET body_id = body_id + 5000 WHERE codec = 3";
    write(&app, move |tx| {
        tx.execute(add, &[])?;
        tx.execute(damage, &[]).map(drop)
    })
    .await;
    ada.delete("/v1/sfdp/data?device=strap").await.ok();
    assert_eq!(
        number(&app, "SELECT COUNT(*) FROM seg_body").await,
        whole - 1
    );
    assert_eq!(points_of(&ada).await, (POINTS, serde_json::Value::Null));
    write(&app, move |tx| tx.execute(add, &[]).map(drop)).await;
    ada.delete("/v1/sfdp/data?device=watch").await.ok();
    assert_eq!(number(&app, "SELECT COUNT(*) FROM seg_body").await, 0);
}

/// A claim states since when changes were counted: with a damaged time none is made.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_claim_is_made_with_a_damaged_time_of_counting() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let claim = json!({
        "statement": { "metric": "restingHeartRate", "min": 40.0, "max": 60.0 },
        "startDate": "2026-06-01", "endDate": "2026-06-02", "audience": "them", "nonce": "AAAA",
    });
    let path = "/v1/sfdp/proofs";
    // Ada has no resting heart rate.
    ada.post(path, claim.clone()).await.blames("startDate");
    for value in [
        "'x'",
        "-1",
        "0",
        "9223372036854775807",
        "counted_since + 1",
        "NULL",
    ] {
        let sql = format!("UPDATE point_number SET counted_since = {value}");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let refused = ada.post(path, claim.clone()).await;
        refused.refused(422, "ENCRYPTION_ERROR");
        assert!(
            refused.to_string().contains("lockstep scrub"),
            "{value}: {refused}"
        );
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{value}");
        let tables: Vec<&str> = found.repaired.iter().map(|one| &*one.table).collect();
        assert_eq!(tables, ["point_number"], "{value}");
        ada.post(path, claim.clone()).await.blames("startDate");
    }
}
