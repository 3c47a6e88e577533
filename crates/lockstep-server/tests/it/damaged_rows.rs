//! Damaged rows: each refuses only the requests that need it, an error names the remedy, and the remedy works.

mod accounts;

use std::collections::BTreeSet;

use lockstep_server::backup::accept_rollback;
use lockstep_server::data::DataDir;
use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::{StoreError, Timestamp, Tx, Value};
use serde_json::json;

use crate::app::{Answer, JUNE, PASSWORD, TestApp, TestClient, points};
use crate::damage::{POINTS, fill, number, points_of, write};
use crate::operations::session;

/// Column, damaged value, and whether points of the device are refused.
const DEVICE: &[(&str, &str, bool)] = &[
    ("mode", "'weird'", true),
    ("revoked_at", "'weird'", true),
    ("name", "x'ff'", true),
    ("id", "x'ff'", true),
    ("type", "x'ff'", false),
    ("capabilities", "'weird'", false),
    ("created_at", "'weird'", false),
    ("last_sync", "'weird'", false),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_device_refuses_its_own_points_alone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let strap = json!({ "type": "strap", "name": "strap", "capabilities": ["heart_rate"] });
    ada.post("/v1/sfdp/devices", strap).await.ok();
    for (nth, (column, value, is_refused)) in DEVICE.iter().enumerate() {
        let name = format!("watch {nth}");
        let new = json!({ "type": "watch", "name": name, "capabilities": ["heart_rate"] });
        let known = ada.post("/v1/sfdp/devices", new.clone()).await.ok();
        let id = known["deviceId"].as_str().unwrap().to_owned();
        let (sql, of) = (
            format!("UPDATE device SET {column} = {value} WHERE id = ?1"),
            id.clone(),
        );
        write(&app, move |tx| {
            tx.execute(&sql, &[Value::Text(&of)]).map(drop)
        })
        .await;
        let said = format!("device.{column} = {value}");
        let named = if *column == "name" { &id } else { &name };
        let at = JUNE + 60 * nth as i64;
        let send = async |device: &str, at| {
            let body = points("heart_rate", "bpm", device, at, &[60.0]);
            ada.post("/v1/sfdp/data", body).await
        };
        let answer = send(named, at).await;
        match is_refused {
            true => {
                let error = answer.refused(422, "DEVICE_ERROR");
                assert!(error.to_string().contains("damaged"), "{said}: {error}");
            }
            false => drop(answer.ok()),
        }
        assert_eq!(send("strap", at).await.ok()["processedCount"], 1, "{said}");
        ada.get("/v1/sfdp/devices").await.ok();
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = |reason: &str| reason.contains(&format!("device, column {column}"));
        // The upload has written the time of the last one.
        let is_whole = *column == "last_sync";
        assert!(
            is_whole || found.damaged.iter().any(|one| is_named(&one.reason)),
            "{said}: {:?}",
            found.damaged
        );
        if *column == "id" {
            // No request names the damaged id.
            let sql = "DELETE FROM device WHERE id = x'ff'";
            write(&app, move |tx| tx.execute(sql, &[]).map(drop)).await;
            let account = ada.id.parse().unwrap();
            let (steps, _heard) = tokio::sync::mpsc::channel(1);
            execute(app.state(), Command::AcceptRows { account }, &steps)
                .await
                .unwrap();
        } else {
            ada.delete(&format!("/v1/sfdp/devices/{id}")).await.ok();
        }
        ada.post("/v1/sfdp/devices", new).await.ok();
        send(&name, at + 1).await.ok();
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
    }
}

/// Neither the cache of keys nor the scrub of the start hides the damage: the server starts on it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_key_refuses_what_needs_it_alone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let sql = "UPDATE encryption_key SET status = 'weird' WHERE mode = 'ZK'";
    write(&app, move |tx| tx.execute(sql, &[]).map(drop)).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let (count, skipped) = points_of(&ada).await;
    assert_eq!((count, &skipped[0]["points"]), (POINTS, &json!(POINTS)));
    let key = skipped[0]["keyId"].as_str().unwrap().to_owned();
    for path in ["/v1/encryption/keys", "/v1/sfdp/devices", "/v1/sfdp/usage"] {
        ada.get(path).await.ok();
    }
    let plain = points("heart_rate", "bpm", "strap", JUNE + 600, &[61.0]);
    ada.post("/v1/sfdp/data", plain).await.ok();
    let mut sealed = points("heart_rate", "bpm", "ring", JUNE + 600, &[61.0]);
    sealed["encryptionMode"] = json!("ZK");
    let refused = ada.post("/v1/sfdp/data", sealed.clone()).await;
    refused.refused(422, "ENCRYPTION_ERROR");
    assert!(refused.to_string().contains("lockstep scrub"), "{refused}");
    let path = format!("/v1/encryption/keys/{key}/status");
    let refused = ada.get(&path).await;
    assert!(
        refused.status < 500 && refused.to_string().contains("lockstep scrub"),
        "{refused}"
    );
    // The remedy of the owner: another key.
    ada.post("/v1/encryption/keys/generate", json!({ "mode": "ZK" }))
        .await
        .ok();
    ada.post("/v1/sfdp/data", sealed).await.ok();
    assert_eq!(points_of(&ada).await.0, POINTS + 2);
    // The operator repairs the row from the audit log, which contains the same values.
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    let tables: Vec<&str> = found.repaired.iter().map(|one| &*one.table).collect();
    assert_eq!(tables, ["encryption_key"], "{:?}", found.repaired);
    assert_eq!(ada.get(&path).await.ok()["status"], "rotated");
    assert_eq!(
        points_of(&ada).await,
        (2 * POINTS + 2, serde_json::Value::Null)
    );
}

/// A level that the key does not have hides the points of that key alone, until the scrub repairs it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_with_another_level_costs_its_own_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let values: Vec<f64> = (0..10).map(f64::from).collect();
    let mut sealed = points("power", "W", "pedal", JUNE, &values);
    sealed["encryptionMode"] = json!("FHE");
    ada.post("/v1/sfdp/data", sealed.clone()).await.ok();
    let sql = "UPDATE encryption_key SET level = 192 WHERE mode = 'FHE'";
    write(&app, move |tx| tx.execute(sql, &[]).map(drop)).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let (count, skipped) = points_of(&ada).await;
    assert_eq!((count, &skipped[0]["points"]), (2 * POINTS, &json!(10)));
    let refused = ada.post("/v1/sfdp/data", sealed).await;
    refused.refused(422, "ENCRYPTION_ERROR");
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    let tables: Vec<&str> = found.repaired.iter().map(|one| &*one.table).collect();
    assert_eq!(tables, ["encryption_key"], "{:?}", found.repaired);
    assert_eq!(points_of(&ada).await.0, 2 * POINTS + 10);
}

/// A changed byte of stored evaluation keys: those in the server's custody are created again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_evaluation_keys_are_named_and_made_again() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..256).map(|nth| f64::from(60 + nth % 40)).collect();
    let mut body = points("heart_rate", "bpm", "strap", JUNE, &values);
    body["encryptionMode"] = json!("FHE");
    body["chunkSize"] = json!(256);
    ada.post("/v1/sfdp/data", body).await.ok();
    let asked = json!({
        "operation": "sum", "type": "heart_rate",
        "startDate": "2026-06-01T00:00:00Z", "endDate": "2026-06-01T01:00:00Z",
    });
    let sum = ada.post("/v1/sfdp/aggregate", asked.clone()).await.ok()["value"].clone();
    assert_eq!(sum, values.iter().sum::<f64>());
    let flip = "UPDATE evaluation_key SET body = CAST(substr(body, 1, 5000) || x'555555' ||
         substr(body, 5004) AS BLOB), content_digest = NULL";
    write(&app, move |tx| tx.execute(flip, &[]).map(drop)).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged.len(), 1, "{:?}", found.damaged);
    assert_eq!(found.damaged[0].table, "evaluation_key");
    assert!(
        found.damaged[0].reason.contains("evaluation-keys"),
        "{:?}",
        found.damaged
    );
    assert_eq!(
        ada.post("/v1/sfdp/aggregate", asked).await.ok()["value"],
        sum
    );
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
}

/// A row from outside the server that has the account's next number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_with_the_next_number_stops_no_write() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (nth, (columns, values)) in [
        ("id, body", "used + 1, x'00'"),
        ("id, body", "used + 2, x'00'"),
        ("id, body", "used + 3, x'00'"),
    ]
    .iter()
    .enumerate()
    {
        let at = JUNE + 60 * nth as i64;
        let body = points("heart_rate", "bpm", "strap", at, &[60.0]);
        ada.post("/v1/sfdp/data", body).await.ok();
        let sql = format!(
            "INSERT INTO seg_body(user_id, {columns}) SELECT user_id, {values} FROM point_number"
        );
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let body = points("heart_rate", "bpm", "strap", at + 30, &[60.0]);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    assert_eq!(points_of(&ada).await.0, 6);
}

fn integrity(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.integrity()
}

/// Settings that cannot be read: the server serves with the defaults, and a check names the row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_settings_are_named_and_have_their_defaults() {
    for value in ["x'ff'", "'weird'"] {
        let app = TestApp::start().await;
        let sql = format!(
            "INSERT INTO setting(name, value) VALUES ('settings', {value}), ('note:scrub', x'ff')
             ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        );
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        app.anonymous().get("/readyz").await.ok();
        let read = app.state().db.read("test.integrity", integrity);
        let named: Result<Vec<String>, StoreError> = read.await;
        let named = named.unwrap();
        for row in ["row settings", "row note:scrub"] {
            let is_named = named.iter().any(|line| line.contains(row));
            // The background job may have written its note again.
            assert!(is_named || row.contains("note"), "{value}: {named:?}");
        }
    }
}

/// Tables of the accounts' capability and of the log, which have tests of their own.
const OTHER_TABLES: &[&str] = &[
    "account",
    "session",
    "token",
    "ticket",
    "api_key",
    "erasure",
    "audit",
    "audit_body",
    "audit_erased",
    "audit_checkpoint",
    "migration",
    "sequence",
];

/// The values that a column is set to, by its declared type.
fn wrong_values(declared: &str) -> [&'static str; 2] {
    match declared {
        "BIGINT" | "INTEGER" => ["'weird'", "9223372036854775807"],
        "BLOB" => ["'weird'", "x'00'"],
        _ => ["x'ff00'", "'weird'"],
    }
}

/// Table, column and declared type of every column of a table that has rows of an account.
async fn columns(app: &TestApp) -> Vec<(String, String, String)> {
    let read = app.state().db.read("test.columns", |tx| {
        tx.query(
            "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c
             WHERE m.type = 'table' AND EXISTS
                 (SELECT 1 FROM pragma_table_info(m.name) u WHERE u.name = 'user_id')
             ORDER BY m.name, c.cid",
            &[],
            |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)),
        )
    });
    let all: Result<Vec<(String, String, String)>, StoreError> = read.await;
    let mut all = all.unwrap();
    all.retain(|(table, ..)| !OTHER_TABLES.contains(&&**table) && !table.starts_with("saved_"));
    all
}

/// Sets a column of an account's rows; returns whether one of them changed.
async fn damage(
    app: &TestApp,
    of: &TestClient,
    (table, column, value): (&str, &str, &str),
) -> bool {
    let id = &of.id;
    let sql = format!("UPDATE OR IGNORE {table} SET {column} = {value} WHERE user_id = '{id}'");
    let write = move |tx: &mut Tx<'_>| tx.execute(&sql, &[]);
    let changed = app
        .state()
        .db
        .write::<_, StoreError, _>("test.damage", write);
    changed.await.unwrap() > 0
}

async fn run(app: &TestApp, statements: Vec<String>) {
    write(app, move |tx| {
        statements
            .iter()
            .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
    })
    .await;
}

/// Requests that read and write in most ways; each answers, or names a remedy.
async fn use_all(who: &TestClient, nth: i64) -> Vec<Answer> {
    let upload = |mode: Option<&str>, device: &str| {
        let mut body = points("heart_rate", "bpm", device, JUNE + 86_400 + nth, &[60.0]);
        if let Some(mode) = mode {
            body["encryptionMode"] = json!(mode);
        }
        body
    };
    let mut answers = Vec::new();
    for path in [
        "/v1/sfdp/data?limit=1000",
        "/v1/sfdp/data?startDate=2026-06-01&endDate=2026-08-01&type=heart_rate",
        "/v1/sfdp/export?format=csv",
        "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02",
        "/v1/sfdp/devices",
        "/v1/sfdp/usage",
        "/v1/encryption/keys",
        "/v1/webhooks/event-types",
    ] {
        answers.push(who.get(path).await);
    }
    for (mode, device) in [(None, "strap"), (Some("ZK"), "watch")] {
        answers.push(who.post("/v1/sfdp/data", upload(mode, device)).await);
    }
    let mean = json!({
        "operation": "mean", "type": "heart_rate",
        "startDate": "2026-06-01T00:00:00Z", "endDate": "2026-08-01T00:00:00Z",
    });
    answers.push(who.post("/v1/sfdp/aggregate", mean).await);
    let mut paths = Vec::new();
    for (path, field) in [
        ("/v1/sfdp/activities", "activities"),
        ("/v1/sfdp/imports", "imports"),
        ("/v1/webhooks", "webhooks"),
    ] {
        let answer = who.get(path).await;
        if answer.status == 200 {
            let page = answer.json();
            let ids = page[field].as_array().unwrap().iter();
            paths.extend(ids.map(|one| format!("{path}/{}", one["id"].as_str().unwrap())));
        }
        answers.push(answer);
    }
    let start = Timestamp((JUNE + 86_400 + nth) * 1000);
    answers.push(who.import(session(start, 3000)).await);
    for path in paths {
        if path.starts_with("/v1/sfdp/activities") {
            answers.push(who.get(&path).await);
            answers.push(who.patch(&path, json!({ "name": "Home" })).await);
        }
        if path.starts_with("/v1/webhooks") {
            answers.push(who.get(&path).await);
            answers.push(who.patch(&path, json!({ "active": true })).await);
            answers.push(who.post(&format!("{path}/test"), json!({})).await);
            answers.push(who.get(&format!("{path}/deliveries")).await);
        }
        answers.push(who.delete(&path).await);
    }
    answers.push(
        who.delete("/v1/sfdp/data?device=strap&startDate=2026-06-02")
            .await,
    );
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_damaged_column_is_an_error_without_a_remedy() {
    // Each scrub reads the audit log of the earlier rounds, so that several short servers are faster than one.
    let (first, second, third, fourth) = tokio::join!(
        Box::pin(damage_columns(0)),
        Box::pin(damage_columns(1)),
        Box::pin(damage_columns(2)),
        Box::pin(damage_columns(3))
    );
    let (mut faults, mut damaged) = (Vec::new(), BTreeSet::new());
    for part in [first, second, third, fourth] {
        faults.extend(part.faults);
        damaged.extend(part.damaged);
    }
    let tables: BTreeSet<&str> = damaged.iter().map(|(table, _)| table.as_str()).collect();
    println!("{} columns of {} tables", damaged.len(), tables.len());
    for table in [
        "activity",
        "client_block",
        "device",
        "encryption_key",
        "evaluation_key",
        "seg",
        "seg_body",
    ] {
        assert!(tables.contains(table), "no row of {table} was damaged");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What the requests after the damage of some columns showed.
struct DamageReport {
    /// Errors without a remedy.
    faults: Vec<String>,
    /// Table and column of each damage.
    damaged: BTreeSet<(String, String)>,
}

/// Damages every fourth column, from the one with the number `part` on, on a server of its own. Each time it sends
/// [`use_all`], scrubs, and puts the rows back.
async fn damage_columns(part: usize) -> DamageReport {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&app, &ada, "ada").await;
    fill(&app, &bob, "bob").await;
    let block = format!(
        "INSERT INTO client_block(user_id, id, type, device, key_id, t0, t1, n, body) VALUES
             ('{}', 500, 'heart_rate', 'ring', 'key_01h455vb4pex5vsknk084sn02q', {}, {}, 3, x'00')",
        ada.id,
        JUNE * 1000,
        (JUNE + 2) * 1000
    );
    run(&app, vec![block]).await;
    let columns = columns(&app).await;
    let mut tables: Vec<&String> = columns.iter().map(|(table, ..)| table).collect();
    tables.dedup();
    let save = |table: &&String| format!("CREATE TABLE saved_{table} AS SELECT * FROM {table}");
    run(&app, tables.iter().map(save).collect()).await;
    // Removing rows changes the usage, so that it comes last.
    let mut order: Vec<String> = tables.iter().map(|table| (*table).clone()).collect();
    order.sort_by_key(|table| table == "account_usage");
    let restore: Vec<String> = order
        .iter()
        .flat_map(|table| {
            [
                format!("DELETE FROM {table}"),
                format!("INSERT INTO {table} SELECT * FROM saved_{table}"),
            ]
        })
        .collect();
    let (mut faults, mut damaged) = (Vec::new(), BTreeSet::new());
    let all = columns.iter().enumerate();
    for (nth, (table, column, declared)) in all.filter(|(nth, _)| nth % PARTS == part) {
        // One value for a column, the other for the next: with both, this is the slowest test of all.
        let value = wrong_values(declared)[nth % 2];
        let said = format!("{table}.{column} = {value}");
        // Without a row of the account there is nothing to read.
        if !damage(&app, &ada, (table, column, value)).await {
            continue;
        }
        damaged.insert((table.clone(), column.clone()));
        for answer in use_all(&ada, nth as i64).await {
            if answer.status >= 500 {
                faults.push(format!("{said}: {answer}"));
            }
        }
        if let Err(fault) = scrub::all(app.state(), |_| {}).await {
            faults.push(format!("{said}: scrub: {:?}", fault.log));
        }
        let of_bob = points_of(&bob).await;
        if of_bob != (2 * POINTS, serde_json::Value::Null) {
            faults.push(format!("{said}: bob has {of_bob:?}"));
        }
        run(&app, restore.clone()).await;
    }
    DamageReport { faults, damaged }
}

/// The number of servers that [`damage_columns`] shares the columns among.
const PARTS: usize = 4;
