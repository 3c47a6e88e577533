//! The lists of administration, devices and webhooks, each with a million rows in its table.
//!
//! Rows are copies of one that the API made, except where a list reads no sealed column. Rows that the API limits for
//! each account belong to other accounts, so that the list of the caller has the most that it can have.

use lockstep_server::commands::serve::RunningPlatform;
use lockstep_store::{StoreError, Value, params};
use serde_json::{Value as Json, json};

use crate::client::{Client, at_most, now};

/// Measures the first, the middle and the last page of each list.
pub(crate) async fn measure(running: &RunningPlatform, admin: &Client, entries: usize) {
    // The benchmark sends more requests than the limit of an account.
    let requests = json!({ "requests": { "platform": 1_000_000, "administration": 1_000_000, "fitness": 1_000_000 } });
    let limits = json!({ "standard": requests, "premium": requests, "enterprise": requests });
    let tiers = admin.request(reqwest::Method::PATCH, "/v1/admin/tiers");
    admin.send(tiers.json(&limits)).await;
    let webhook = json!({ "url": "https://hooks.example/", "eventTypes": ["points.stored"] });
    let webhook = admin.post("/v1/webhooks", &webhook).await;
    let webhook = webhook["id"].as_str().expect("an id");
    let device = devices(admin, entries.min(DEVICES)).await;
    commands(admin, &device, entries.min(COMMANDS)).await;
    erasure(admin).await;
    let start = now();
    for &sql in TABLES {
        fill(running, (sql, webhook, &admin.id), entries).await;
    }
    // The newest accounts have sealed names, as all of a server that runs for a while.
    for nth in 0..NEW_ACCOUNTS {
        account(admin, &format!("new-{nth}")).await;
    }
    println!(
        "-- filled with {entries} rows a table in {:.0} s",
        start.elapsed().as_secs_f64()
    );
    for (name, path, rows) in [
        ("accounts", "/v1/admin/users?".to_owned(), entries),
        ("alerts", "/v1/admin/alerts?status=all&".to_owned(), entries),
        ("erasures", "/v1/admin/erasures?".to_owned(), entries),
        (
            "deliveries of a webhook",
            format!("/v1/webhooks/{webhook}/deliveries?"),
            entries,
        ),
        (
            "devices of an account",
            "/api/uadm/devices?".to_owned(),
            entries.min(DEVICES),
        ),
        (
            "commands of a device",
            format!("/api/uadm/devices/{device}/commands?"),
            entries.min(COMMANDS),
        ),
    ] {
        pages(admin, (name, &path), rows).await;
    }
}

async fn pages(admin: &Client, (name, path): (&str, &str), rows: usize) {
    let last = rows.div_ceil(LIMIT);
    for (place, page) in [("first", 1), ("middle", last.div_ceil(2)), ("last", last)] {
        let path = format!("{path}limit={LIMIT}&page={page}");
        let total = admin.get(&path).await["total"].as_u64();
        assert!(total >= Some(rows as u64), "{path}: {total:?}");
        let time = admin.time(&path, ROUNDS).await;
        at_most(&format!("{name}: the {place} page"), time, PAGE_MS);
    }
}

/// Registers devices; returns the id of one.
async fn devices(admin: &Client, count: usize) -> String {
    let mut id = String::new();
    for nth in 0..count {
        let device = json!({ "device_type": "treadmill", "name": format!("treadmill {nth}") });
        let made = admin.post("/api/uadm/devices", &device).await;
        made["device_id"]
            .as_str()
            .expect("an id")
            .clone_into(&mut id);
    }
    id
}

/// Queues commands to a device that is not connected.
async fn commands(admin: &Client, device: &str, count: usize) {
    let path = format!("/api/uadm/devices/{device}/control");
    let command = json!({ "command": "stop", "expires_in": 86_400 });
    for _ in 0..count {
        admin.post(&path, &command).await;
    }
}

async fn account(admin: &Client, name: &str) -> String {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": crate::client::PASSWORD,
    });
    let made: Json = admin.post("/v1/admin/users", &new).await;
    made["id"].as_str().expect("an id").to_owned()
}

/// Erases an account; its receipt is complete when the function returns.
async fn erasure(admin: &Client) {
    let path = format!("/v1/admin/users/{}", account(admin, "erased").await);
    admin
        .send(admin.request(reqwest::Method::DELETE, &path))
        .await;
    loop {
        let erasures = admin.get("/v1/admin/erasures").await;
        if erasures["erasures"][0]["finishedAt"].is_string() {
            break;
        }
    }
}

/// Inserts rows with the numbers up to `entries`, a portion in each transaction.
async fn fill(
    running: &RunningPlatform,
    (sql, webhook, caller): (&'static str, &str, &str),
    entries: usize,
) {
    for from in (0..entries).step_by(PORTION) {
        let to = (from + PORTION).min(entries);
        let (webhook, caller) = (webhook.to_owned(), caller.to_owned());
        let filled = running
            .state
            .db
            .write::<_, StoreError, _>("bench.fill", move |tx| {
                let now = tx.now().minus(std::time::Duration::from_secs(86_400));
                let (from, to) = (from as i64, to as i64);
                let all: &[Value<'_>] = params![from, to, now, &webhook, &caller];
                tx.execute(&format!("{NUMBERS} {sql}"), all).map(drop)
            });
        filled.await.expect("the rows are stored");
    }
}

/// The numbers from ?1 up to ?2, and the values that some of the statements use.
const NUMBERS: &str = "WITH RECURSIVE given(now, webhook, caller) AS (SELECT ?3, ?4, ?5),
    nth(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM nth WHERE n + 1 < ?2)";

/// The statements that fill the tables.
const TABLES: &[&str] = &[
    // A server seals clear names of an earlier version at its next start only.
    "INSERT INTO account(id, username, email, password, role, status, tier, created_at)
     SELECT 'usr_' || printf('%026d', n), 'runner ' || n, 'runner' || n || '@example.org', '', 'user', 'active',
         'standard', now FROM nth, given",
    "INSERT INTO alert(id, rule, subject, message, since, last_seen, ended_at)
     SELECT 'alr_' || printf('%026d', n), 'requests.failing', '', 'a condition', now + n, now + n, now + n
     FROM nth, given",
    // Receipts of 12 kB would need 12 GB: those of the copies are short.
    "INSERT INTO erasure(id, salt, digest, begun_at, finished_at, record, signature, signer)
     SELECT 'era_' || printf('%026d', n), salt, digest, begun_at, finished_at, '{}', 'AA==', signer
     FROM nth, (SELECT * FROM erasure ORDER BY id DESC LIMIT 1)",
    "INSERT INTO webhook_delivery(id, webhook_id, user_id, about, topic, body, status, created_at, attempts,
         last_at, last_code, last_milliseconds)
     SELECT 'whd_' || printf('%026d', n), webhook, caller, caller, 'points.stored', x'00', 'delivered', now, 1, now,
         200, 5 FROM nth, given",
    "INSERT INTO device(user_id, id, type, name, capabilities, created_at)
     SELECT 'usr_' || printf('%026d', n / 1000), 'dev_' || printf('%026d', n), type, name, capabilities, created_at
     FROM nth, (SELECT device.* FROM device, given WHERE user_id = caller LIMIT 1)",
    "INSERT INTO uadm_device(user_id, id, created_at, secret, next_command, sessions, body)
     SELECT 'usr_' || printf('%026d', n / 1000), 'dev_' || printf('%026d', n), created_at, secret, next_command,
         sessions, body
     FROM nth, (SELECT uadm_device.* FROM uadm_device, given WHERE user_id = caller LIMIT 1)",
    "INSERT INTO uadm_command(user_id, device_id, n, id, state, created_at, expires_at, finished_at, body)
     SELECT 'usr_' || printf('%026d', nth.n / 10000), 'dev_' || printf('%026d', nth.n / 10000), nth.n,
         'cmd_' || printf('%026d', nth.n), 'expired', created_at, expires_at, created_at, body
     FROM nth, (SELECT uadm_command.* FROM uadm_command, given WHERE user_id = caller LIMIT 1)",
];

/// The maximum number of devices of an account.
const DEVICES: usize = 1000;
/// The maximum number of commands that wait for a device.
const COMMANDS: usize = 10_000;
/// Accounts with sealed names: more than a page.
const NEW_ACCOUNTS: usize = 120;
/// Rows of one transaction.
const PORTION: usize = 10_000;
/// Rows of a page.
const LIMIT: usize = 20;
/// Reads of each page.
const ROUNDS: usize = 15;
/// The goal of a page, in milliseconds.
const PAGE_MS: f64 = 5.0;
