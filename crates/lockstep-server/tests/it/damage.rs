//! Single damaged values: each costs its own row, is named by table and column, and stops neither the
//! scrub nor the background jobs nor any other account.

mod accounts;
mod columns;
mod key_rows;
mod missing_rows;
mod removed_rows;
mod series;
mod values;

use lockstep_server::app::CAPABILITIES;
use lockstep_server::backup::accept_rollback;
use lockstep_server::data::DataDir;
use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::{StoreError, Timestamp, Tx, Value};
use lockstep_web::capability::Damage;
use lockstep_web::subcommand::CommandRequest;
use serde_json::json;

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::operations::session;

/// The result of damaging a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DamageOutcome {
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

use DamageOutcome::{Aside, Named, Repaired, RepairedIn, Unseen};

/// Table, column, damaged value and expected result.
const ROWS: &[(&str, &str, &str, DamageOutcome)] = &[
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
    ("account", "second_factor", "'weird'", Repaired),
    ("account", "second_factor", "NULL", Repaired),
    ("account", "names", "NULL", Named("account, column names")),
    ("account", "names", "x'ff'", Named("account, column names")),
    (
        "account",
        "password",
        "'weird'",
        Named("account, column password"),
    ),
    (
        "account",
        "password_until",
        "'weird'",
        Named("account, column password_until"),
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
    (
        "series",
        "device",
        "'other'",
        Named("the type or the device is not"),
    ),
    (
        "series",
        "type",
        "'resting_heart_rate'",
        Named("the type or the device is not"),
    ),
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
pub(crate) async fn fill(app: &TestApp, who: &TestClient, name: &str) {
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
async fn damage(
    app: &TestApp,
    row: &(&'static str, &'static str, &'static str, DamageOutcome),
    ada: &str,
) {
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

pub(crate) async fn points_of(who: &TestClient) -> (usize, serde_json::Value) {
    let page = who.get("/v1/sfdp/data?limit=1000").await.ok();
    let count = page["data"].as_array().unwrap().len();
    assert_eq!(page["total"], count);
    (count, page["skippedPoints"].clone())
}

pub(crate) async fn number(app: &TestApp, sql: &'static str) -> i64 {
    let read = app.state().db.read("test.count", move |tx| {
        tx.query_one(sql, &[], |row| row.at::<i64>(0))
    });
    let found: Result<i64, StoreError> = read.await;
    found.unwrap()
}
