//! Agents over a million points and ten thousand offers: each figure, its goal, and how much better it is.
//!
//! ```text
//! cargo xtask bench agents            # minutes
//! cargo xtask bench agents --quick    # 20 000 points: shows that the benchmark works, its figures mean nothing
//! ```
//!
//! The server runs in this process on a fresh directory. Times are those of a client on the same machine over one open
//! connection. No language model takes part.

#[path = "market/client.rs"]
#[expect(dead_code, reason = "other benchmarks use the rest")]
mod client;

use std::time::Duration;

use lockstep_config::Config;
use lockstep_server::commands::serve::{RunningPlatform, start};
use lockstep_server::data::DataDir;
use lockstep_store::id::ActivityId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_vault::search::{self, SearchRecord};
use serde_json::{Value as Json, json};
use zeroize::Zeroizing;

use client::{Client, at_least, at_most, median, no_more, now, processor_seconds};

/// The sizes of a run.
struct Sizes {
    points: i64,
    offers: usize,
    /// The records of the account that is searched.
    records: usize,
    deployments: usize,
    runs: usize,
    /// The days of the account that is asked expensive questions.
    days: i64,
}

const FULL: Sizes = Sizes {
    points: 1_000_000,
    offers: 10_000,
    records: 100_000,
    deployments: 100,
    runs: 1000,
    days: 365,
};
const QUICK: Sizes = Sizes {
    points: 20_000,
    offers: 50,
    records: 1000,
    deployments: 10,
    runs: 50,
    days: 60,
};
/// The measurements of each question.
const ROUNDS: usize = 31;
/// The questions that the agents are for and that read little: an agent and its question.
const QUESTIONS: &[(&str, &str)] = &[
    ("insight", "average heart rate last week"),
    ("insight", "what was my highest heart rate yesterday?"),
    ("ingest", "Is my data complete?"),
    ("market", "list items"),
    ("search", "Which devices do I have?"),
    ("search", "search rides"),
    ("privacy", "Which keys do I have?"),
    ("sentinel", "show my sessions"),
    ("coordinator", "average heart rate last week"),
];
/// A question that reads a year, and one of several steps.
const EXPENSIVE_QUESTIONS: &[(&str, &str)] = &[
    ("insight", "What was my training load in the last 365 days?"),
    (
        "coordinator",
        "How is my recovery, and is my data complete?",
    ),
];
const DAY_SECONDS: i64 = 86_400;
/// The length of a run.
const RUN_SECONDS: i64 = 1800;
/// The points of one upload.
const UPLOAD: i64 = 20_000;
/// The accounts whose workflows run at the same time.
const OWNERS: usize = 10;

fn main() {
    // `cargo bench` adds `--bench`; `cargo test --benches` does not, and measures nothing.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|one| one == word);
    if !has("--bench") {
        return println!("run `cargo xtask bench agents`");
    }
    let sizes = match has("--quick") {
        true => QUICK,
        false => FULL,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(run(&sizes));
}

async fn run(sizes: &Sizes) {
    let folder = tempfile::tempdir().expect("a fresh directory");
    let config = Config {
        data: folder.path().to_owned(),
        listen: ([127, 0, 0, 1], 0).into(),
        ..Config::default()
    };
    let data = DataDir::hold(&config.data).expect("the directory is free");
    let password = Zeroizing::new(client::PASSWORD.to_owned());
    let running = start(&config, data, Some(password)).await;
    let running = running.expect("the server starts");
    let admin = Client::sign_in(running.address, "admin").await;
    // Filling takes more requests than an account may usually send.
    let limits = ["fitness", "platform", "administration", "agents"].map(|area| (area, 100_000));
    let limits: std::collections::BTreeMap<_, _> = limits.into_iter().collect();
    let change = json!({ "enterprise": { "requests": limits } });
    let request = admin.request(reqwest::Method::PATCH, "/v1/admin/tiers");
    let request = request.header("Content-Type", "application/json");
    admin.send(request.body(change.to_string())).await;
    let athlete = account(&running, &admin, "athlete").await;
    fill(&running, &admin, &athlete, sizes).await;
    ask(&athlete, QUESTIONS).await;
    expensive_questions(&running, &admin, sizes).await;
    searches(&running, &admin, sizes).await;
    deployments(&athlete, sizes).await;
    runs(&running, &admin, sizes).await;
    running.stop().await;
    client::print_table();
}

async fn account(running: &RunningPlatform, admin: &Client, name: &str) -> Client {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": client::PASSWORD,
        "tier": "enterprise",
    });
    admin.post("/v1/admin/users", &new).await;
    Client::sign_in(running.address, name).await
}

/// Stores a point each ten seconds up to now, and offers of another account.
async fn fill(running: &RunningPlatform, admin: &Client, athlete: &Client, sizes: &Sizes) {
    let end = running.state.clock.now().unix_seconds();
    for from in (0..sizes.points).step_by(UPLOAD as usize) {
        let until = (from + UPLOAD).min(sizes.points);
        let points: Vec<Json> = (from..until)
            .map(|nth| {
                let at = lockstep_store::Timestamp((end - 10 * nth) * 1000).to_string();
                json!({ "timestamp": at, "type": "heart_rate", "value": 60 + nth % 90, "unit": "bpm", "device": "strap" })
            })
            .collect();
        athlete
            .post("/v1/sfdp/data", &json!({ "data": points }))
            .await;
    }
    let device = json!({ "type": "watch", "name": "Fenix", "capabilities": [] });
    athlete.post("/v1/sfdp/devices", &device).await;
    for nth in 0..sizes.offers {
        let item = json!({
            "name": format!("Rides {nth}"), "description": "Power and heart rate", "price": 5, "category": "cycling",
            "status": "active", "encryption": { "available": false, "types": [], "required": false },
        });
        admin.post("/v1/admin/marketplace/items", &item).await;
    }
}

/// Asks about the metrics of a year, and a question that the coordinator splits among two agents. The points of the
/// other questions cover four months, so these have an account of their own: a run of half an hour on every third day,
/// and nights.
async fn expensive_questions(running: &RunningPlatform, admin: &Client, sizes: &Sizes) {
    let runner = account(running, admin, "runner").await;
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "female" });
    let request = runner.request(reqwest::Method::PATCH, "/v1/sfdp/profile");
    let request = request.header("Content-Type", "application/json");
    runner.send(request.body(profile.to_string())).await;
    let today = running.state.clock.now().unix_seconds() / DAY_SECONDS * DAY_SECONDS;
    for back in 1..=sizes.days {
        let day = today - back * DAY_SECONDS;
        let point = |at: i64, kind: &str, value: i64, unit: &str| {
            let at = lockstep_store::Timestamp((day + at) * 1000).to_string();
            json!({ "timestamp": at, "type": kind, "value": value, "unit": unit, "device": "watch" })
        };
        let mut points = vec![
            point(25_200, "resting_heart_rate", 48 + back % 7, "bpm"),
            point(25_200, "heart_rate_variability_rmssd", 55 + back % 11, "ms"),
            point(25_200, "sleep_duration", 7 + back % 2, "h"),
            point(75_600, "steps", 6000 + 100 * (back % 50), "count"),
        ];
        if back % 3 == 0 {
            let run = (0..RUN_SECONDS)
                .map(|nth| point(61_200 + nth, "heart_rate", 130 + nth % 30, "bpm"));
            points.extend(run);
        }
        runner
            .post("/v1/sfdp/data", &json!({ "data": points }))
            .await;
    }
    ask(&runner, EXPENSIVE_QUESTIONS).await;
}

/// Measures the answers of core agents.
async fn ask(athlete: &Client, questions: &[(&str, &str)]) {
    for (agent, query) in questions {
        let body = json!({ "type": "query", "content": { "action": "ask", "parameters": { "query": query } } });
        let path = format!("/v1/agents/agt_core_{agent}/message");
        let mut times = Vec::with_capacity(ROUNDS);
        let mut kind = String::new();
        for round in 0..=ROUNDS {
            let start = now();
            let answer = athlete.post(&path, &body).await;
            if round > 0 {
                times.push(start.elapsed());
            }
            answer["response"]["type"]
                .as_str()
                .unwrap_or_default()
                .clone_into(&mut kind);
        }
        at_most(&format!("{agent}: {query} ({kind})"), median(times), 20.0);
    }
}

/// Searches the records of an account: half of them datasets, half of them entries of activities.
async fn searches(running: &RunningPlatform, admin: &Client, sizes: &Sizes) {
    let searcher = account(running, admin, "searcher").await;
    let me = searcher.get("/api/auth/me").await;
    let user = me["id"].as_str().and_then(|id| id.parse().ok());
    let user = user.expect("an account has an id");
    let vault = Vault::of(&running.state).expect("the server has a vault");
    let keys = vault
        .account_keys(&user)
        .await
        .expect("the account has keys");
    let name = |nth: usize| {
        let rare = if nth == 4711 % sizes.records {
            " okapi"
        } else {
            ""
        };
        let (time, sport) = (TIMES[nth % TIMES.len()], SPORTS[nth / 7 % SPORTS.len()]);
        format!(
            "{time} {sport} {}{rare}, part {}",
            PLACES[nth / 3 % PLACES.len()],
            nth / 10
        )
    };
    let mut last = String::new();
    for from in (0..sizes.records).step_by(RECORDS_AT_ONCE) {
        let (keys, until) = (keys.clone(), sizes.records.min(from + RECORDS_AT_ONCE));
        let names: Vec<String> = (from..until).map(name).collect();
        let written = running
            .state
            .db
            .write("bench.records", move |tx: &mut Tx<'_>| {
                let half = names.len() / 2;
                lockstep_datasets::add_entries(tx, &keys, names[..half].iter().cloned())?;
                let activities = names[half..].iter().map(|name| SearchRecord {
                    kind: "activity",
                    id: ActivityId::generate(tx.now(), tx.entropy()).to_string(),
                    time: Some(tx.now()),
                    title: name.clone(),
                    notes: "running".to_owned(),
                    links: Vec::new(),
                });
                let records: Vec<_> = activities.collect();
                search::index(tx, &keys, &records)?;
                Ok::<_, lockstep_web::ApiError>(records.last().map(|record| record.id.clone()))
            });
        last = written
            .await
            .expect("the records are stored")
            .unwrap_or(last);
        if from == 0 {
            complete_index(&searcher).await;
        }
    }
    let cold = now();
    searcher.get("/v1/agents/search?query=okapi").await;
    println!(
        "the first search opens the index: {:.1} ms",
        cold.elapsed().as_secs_f64() * 1000.0
    );
    for (what, query) in [
        ("a rare word", "okapi"),
        ("a frequent word", "running"),
        ("two frequent words", "morning+ride"),
        ("a beginning", "mor"),
        ("a typo", "oakpi"),
        ("an id", last.as_str()),
        ("nothing", "zeppelin"),
    ] {
        let path = format!("/v1/agents/search?query={query}");
        let (mut times, mut total) = (Vec::with_capacity(ROUNDS), Json::Null);
        for _ in 0..ROUNDS {
            let start = now();
            let found = searcher.get(&path).await;
            times.push(start.elapsed());
            assert_eq!(found["incomplete"], false, "the index is complete");
            total = found["total"].clone();
        }
        let figure = format!(
            "search of {} records: {what} ({total} found)",
            sizes.records
        );
        at_most(&figure, median(times), 10.0);
    }
}

/// Searches until the index of an account is complete, as a background job makes it soon after the first record. Later
/// records join it in their own transactions. The searches that are measured would otherwise complete it and write.
async fn complete_index(searcher: &Client) {
    loop {
        let found = searcher.get("/v1/agents/search?query=okapi").await;
        if found["incomplete"] == false {
            return;
        }
    }
}

/// The words of names.
const TIMES: [&str; 5] = ["Morning", "Noon", "Evening", "Night", "Weekend"];
const SPORTS: [&str; 5] = ["ride", "run", "swim", "hike", "intervals"];
const PLACES: [&str; 6] = [
    "along the river",
    "in the hills",
    "Tempelhof",
    "at home",
    "by the sea",
    "in the park",
];
/// The records of one transaction.
const RECORDS_AT_ONCE: usize = 2000;

/// Deploys agents, and measures the growth of the process.
async fn deployments(athlete: &Client, sizes: &Sizes) {
    let before = resident_megabytes();
    for nth in 0..sizes.deployments {
        let body = json!({
            "agentId": "agt_core_insight", "workflowId": format!("w{nth}"),
            "configuration": { "mode": "autonomous" },
        });
        athlete.post("/v1/agents/deploy", &body).await;
    }
    let grown = (resident_megabytes() - before).max(0.0);
    let figure = format!("resident memory of {} deployed agents", sizes.deployments);
    no_more(&figure, grown.max(0.01), 50.0, "MB");
}

/// Lets the times of many workflows come at once, and waits until every run has ended.
async fn runs(running: &RunningPlatform, admin: &Client, sizes: &Sizes) {
    let graph = json!({
        "nodes": [
            { "id": "start", "type": "trigger", "on": { "type": "schedule", "cron": "0 3 * * *" } },
            { "id": "devices", "type": "tool", "tool": "devices.list", "arguments": {} },
            { "id": "count", "type": "transform", "operation": "count",
              "input": { "$from": "devices", "pointer": "/devices" } },
            { "id": "result", "type": "output", "value": { "$from": "count", "pointer": "/value" } },
        ],
        "edges": [
            { "from": "start", "to": "devices" }, { "from": "devices", "to": "count" },
            { "from": "count", "to": "result" },
        ],
    });
    let each = sizes.runs.div_ceil(OWNERS);
    for owner in 0..OWNERS {
        let owner = account(running, admin, &format!("owner{owner}")).await;
        for nth in 0..each {
            let new = json!({ "workflowId": format!("w{nth}"), "graph": graph });
            owner.post("/v1/agents/workflows", &new).await;
        }
    }
    let come = |tx: &mut Tx<'_>| {
        let due = "UPDATE agent_workflow SET due_at = 1 WHERE due_at IS NOT NULL";
        tx.execute(due, &[])
    };
    let (start, processor) = (now(), processor_seconds());
    let come = running
        .state
        .db
        .write::<_, StoreError, _>("bench.due", come);
    let count = come.await.expect("the workflows are due");
    let mut ticks = tokio::time::interval(Duration::from_millis(100));
    loop {
        ticks.tick().await;
        let left = |tx: &Tx<'_>| {
            let sql = "SELECT (SELECT COUNT(*) FROM agent_workflow WHERE due_at <= 1)
                 + (SELECT COUNT(*) FROM agent_run WHERE state = 'running')";
            tx.query_one(sql, &[], |row| row.at::<u64>(0))
        };
        let left = running
            .state
            .db
            .read::<_, StoreError, _>("bench.left", left);
        if left.await.expect("a count") == 0 {
            break;
        }
    }
    let (seconds, processor) = (
        start.elapsed().as_secs_f64(),
        processor_seconds() - processor,
    );
    println!("-- {count} scheduled runs in {seconds:.1} s, {processor:.1} s of processor time");
    let rate = count as f64 * 60.0 / seconds.max(processor);
    at_least("scheduled runs a minute on one core", rate, 1000.0, "/min");
}

/// Returns the resident memory of this process in megabytes.
fn resident_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.expect("a number") * 1024.0 / 1e6
}
