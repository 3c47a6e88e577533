//! Administration at the size of ten million audit entries, and lists of a million rows: each figure, its goal, and how
//! much better it is.
//!
//! ```text
//! cargo xtask bench admin            # ten million entries; minutes, and 10 GB below the temporary directory
//! cargo xtask bench admin 1000000    # another number of entries
//! cargo xtask bench admin --lists    # only the lists of administration, devices and webhooks; a million rows a table
//! cargo xtask bench admin --all      # both, one after the other
//! cargo xtask bench admin --quick    # 20 000 entries: shows that the benchmark works, its figures mean nothing
//! ```
//!
//! The server runs in this process on a fresh directory. The first half a million entries are appended and indexed inside of
//! the store, through the functions that every operation and the server's job use, and verified. The others are copies of
//! them ([`copies`]). Times are those of a client on the same machine over one open connection.

#[path = "market/client.rs"]
#[expect(dead_code, reason = "the other benchmark uses the rest")]
mod client;
#[path = "admin/copies.rs"]
mod copies;
#[path = "admin/lists.rs"]
mod lists;

use std::time::Duration;

use lockstep_config::{Config, Switch, Webhooks};
use lockstep_server::commands::serve::{RunningPlatform, start};
use lockstep_server::data::DataDir;
use lockstep_store::audit::{self, index};
use lockstep_store::{Actor, Entry, Status, StoreError};
use serde_json::{Value as Json, json};
use zeroize::Zeroizing;

use client::{Client, at_least, at_most, median, now};

/// The entries of the audit log, and of a quick run.
const ENTRIES: usize = 10_000_000;
const QUICK_ENTRIES: usize = 20_000;
/// The rows of each table, and of a quick run.
const ROWS: usize = 1_000_000;
const QUICK_ROWS: usize = 20_000;
/// The entries of one transaction.
const BATCH: usize = 10_000;
/// The accounts that act in the log.
const ACTORS: usize = 1000;
/// The measurements of each figure.
const ROUNDS: usize = 15;
/// The verifications of the chain.
const VERIFICATIONS: usize = 5;

fn main() {
    // `cargo bench` adds `--bench`; `cargo test --benches` does not, and measures nothing.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|one| one == word);
    if !has("--bench") {
        return println!("run `cargo xtask bench admin`");
    }
    let given = words.iter().find_map(|word| word.parse().ok());
    let (entries, rows) = match has("--quick") {
        true => (QUICK_ENTRIES, QUICK_ROWS),
        false => (given.unwrap_or(ENTRIES), ROWS),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    // Each on a store of its own.
    if has("--lists") || has("--all") {
        runtime.block_on(run(Part::Lists(rows)));
    }
    if !has("--lists") {
        runtime.block_on(run(Part::Log(entries)));
    }
    client::print_table();
}

/// What is measured, with its size.
#[derive(Clone, Copy)]
enum Part {
    /// Lists with this number of rows in each table.
    Lists(usize),
    /// The audit log with this number of entries.
    Log(usize),
}

async fn run(part: Part) {
    let folder = tempfile::tempdir().expect("a fresh directory");
    let config = Config {
        data: folder.path().to_owned(),
        listen: ([127, 0, 0, 1], 0).into(),
        webhooks: Webhooks {
            enabled: Switch(true),
            ..Webhooks::default()
        },
        ..Config::default()
    };
    let data = DataDir::hold(&config.data).expect("the directory is free");
    let password = Zeroizing::new(client::PASSWORD.to_owned());
    let running = start(&config, data, Some(password)).await;
    let running = running.expect("the server starts");
    let admin = Client::sign_in(running.address, "admin").await;
    match part {
        Part::Lists(rows) => lists::measure(&running, &admin, rows).await,
        Part::Log(entries) => {
            let appended = entries.min(copies::BASE);
            fill(&running, appended).await;
            verify(&running, appended).await;
            let stored = copies::make(&running, entries).await;
            pages(&admin, stored).await;
        }
    }
    running.stop().await;
}

/// Appends entries and indexes them.
async fn fill(running: &RunningPlatform, entries: usize) {
    let start = now();
    for batch in 0..entries.div_ceil(BATCH) {
        let filled = running
            .state
            .db
            .write::<_, StoreError, _>("bench.fill", move |tx| {
                for nth in batch * BATCH..((batch + 1) * BATCH).min(entries) {
                    append(tx, nth)?;
                }
                Ok(())
            });
        filled.await.expect("the entries are stored");
    }
    at_least(
        "audit entries appended a second",
        entries as f64 / start.elapsed().as_secs_f64(),
        10_000.0,
        "/s",
    );
    let start = now();
    loop {
        let extended = running.state.db.write("bench.index", index::extend);
        if extended.await.expect("the index is extended").missing() == 0 {
            break;
        }
    }
    at_least(
        "audit entries indexed a second",
        entries as f64 / start.elapsed().as_secs_f64(),
        10_000.0,
        "/s",
    );
}

/// Verifies the whole chain on one core, as `lockstep audit verify` does.
async fn verify(running: &RunningPlatform, entries: usize) {
    let mut times = Vec::with_capacity(VERIFICATIONS);
    for _ in 0..VERIFICATIONS {
        let start = now();
        let verdict = running.state.db.read("bench.verify", audit::verify);
        let verdict = verdict.await.expect("the chain is read");
        assert!(verdict.broken.is_none() && verdict.entries >= entries as u64);
        times.push(start.elapsed());
    }
    at_least(
        "audit entries verified a second on one core",
        entries as f64 / median(times).as_secs_f64(),
        1_000_000.0,
        "/s",
    );
}

fn append(tx: &mut lockstep_store::Tx<'_>, nth: usize) -> Result<(), StoreError> {
    let (action, component) = ACTIONS[nth % ACTIONS.len()];
    let status = match nth % 100 {
        0 => Status::Error,
        1..10 => Status::Warning,
        _ => Status::Success,
    };
    let actor = Actor {
        id: format!("usr_{:026}", nth % ACTORS),
        role: "user".to_owned(),
    };
    tx.audit(&Entry {
        actor: &actor,
        action,
        component,
        status,
        details: format!("{} points of series {}", nth % 5000, nth % 77),
        metadata: json!({ "count": nth % 5000 }),
    })?;
    Ok(())
}

const ACTIONS: &[(&str, &str)] = &[
    ("points.upload", "fitness"),
    ("read /v1/sfdp/data", "fitness"),
    ("key.rotate", "encryption"),
    ("market.purchase", "marketplace"),
    ("dataset.upload", "datasets"),
];

/// The actions of two in five entries.
const EXCLUDED: [&str; 2] = ["points.upload", "read /v1/sfdp/data"];

/// Measures a page of the log by filter, place and words.
async fn pages(admin: &Client, entries: usize) {
    let total = admin
        .post("/v1/admin/audit-logs", &json!({ "limit": 1 }))
        .await["total"]
        .as_u64();
    assert!(total >= Some(entries as u64), "{total:?} entries");
    let last = entries / 100;
    let actor = format!("usr_{:026}", 7);
    for (figure, body) in [
        ("the first page", json!({ "limit": 100 })),
        (
            "a page in the middle",
            json!({ "limit": 100, "page": last / 2 }),
        ),
        ("the last page", json!({ "limit": 100, "page": last })),
        (
            "the first page of a component and a status",
            json!({ "limit": 100, "filters": { "component": "marketplace", "status": "error" } }),
        ),
        (
            "a page in the middle of a component",
            json!({ "limit": 100, "page": last / 10, "filters": { "component": "fitness" } }),
        ),
        (
            "the first page of an account",
            json!({ "limit": 100, "filters": { "user": actor } }),
        ),
        (
            "the last page of an account",
            json!({ "limit": 100, "page": (entries / ACTORS / 100).max(1), "filters": { "user": actor } }),
        ),
        (
            "the first page without two actions",
            json!({ "limit": 100, "filters": { "excludedActions": EXCLUDED } }),
        ),
        (
            "the last page without two actions",
            json!({ "limit": 100, "page": last * 3 / 5, "filters": { "excludedActions": EXCLUDED } }),
        ),
        (
            "the first page of an account without two actions",
            json!({ "limit": 100, "filters": { "user": actor, "excludedActions": EXCLUDED } }),
        ),
        (
            "a search for a frequent word without an action",
            json!({ "limit": 100, "searchQuery": "points*", "filters": { "excludedActions": EXCLUDED } }),
        ),
        (
            "the first page of the last week",
            json!({ "limit": 100, "filters": { "dateRange": "week" } }),
        ),
        (
            "a search for a frequent word",
            json!({ "limit": 100, "searchQuery": "points.upload" }),
        ),
        (
            "a search for a rare pair of words",
            json!({ "limit": 100, "searchQuery": "4999 76" }),
        ),
    ] {
        let time = time(admin, "/v1/admin/audit-logs", &body).await;
        at_most(&format!("audit log: {figure}"), time, PAGE_MS);
    }
    let detailed = json!({ "filters": { "dateRange": "year", "view": "detailed" } });
    let time = time(admin, "/v1/admin/analytics", &detailed).await;
    at_most("analytics of a year", time, PAGE_MS);
}

/// Returns the median time of a request after a first one.
async fn time(admin: &Client, path: &str, body: &Json) -> Duration {
    admin.post(path, body).await;
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = now();
        admin.post(path, body).await;
        times.push(start.elapsed());
    }
    median(times)
}

/// The goal of a page, in milliseconds.
const PAGE_MS: f64 = 20.0;
