//! Datasets and the marketplace at the size of a million entries: each figure with its limit, and at the end one table
//! that says which limits are met.
//!
//! ```text
//! cargo xtask bench market            # a million entries, a gigabyte of CSV; minutes
//! cargo xtask bench market --formats  # also a gigabyte of JSON Lines and of Arrow
//! cargo xtask bench market --lists    # only the lists of a million entries
//! cargo xtask bench market --quick    # small sizes: shows that the benchmark works, its figures mean nothing
//! ```
//!
//! `cargo test` runs it with the smallest sizes: it fails if the benchmark cannot read an answer of the API.
//!
//! The server runs in this process on a fresh directory. Lists are filled inside of the store, not over HTTP. Times are
//! those of a client on the same machine over one open connection.

#[path = "market/client.rs"]
mod client;
#[path = "market/fill.rs"]
mod fill;
#[path = "market/ledger.rs"]
mod ledger;
#[path = "market/measure.rs"]
mod measure;
#[path = "market/table.rs"]
mod table;

use lockstep_config::Config;
use lockstep_server::commands::serve::{RunningPlatform, start};
use lockstep_server::data::DataDir;
use zeroize::Zeroizing;

use client::{Client, now};

/// The parts of a run.
#[derive(Clone, Copy)]
struct RunParts {
    /// Only the lists.
    is_of_lists: bool,
    /// Tables in every format, not in CSV alone.
    is_of_all_formats: bool,
}

/// The sizes of a run.
struct Sizes {
    /// Entries of each list and of the ledger, where a transfer has two: a debit and a credit.
    entries: usize,
    /// Bytes of a table in each format.
    table_bytes: u64,
    /// Rows of the part of a table that is repeated.
    table_rows: usize,
    /// Points of each aggregate.
    points: usize,
    /// Purchases, one after the other and side by side.
    purchases: usize,
    /// Reads of each page of a list.
    rounds: usize,
}

const FULL: Sizes = Sizes {
    entries: 1_000_000,
    table_bytes: 1_000_000_000,
    table_rows: 20_000,
    points: 1_000_000,
    purchases: 5000,
    rounds: 31,
};
const QUICK: Sizes = Sizes {
    entries: 3000,
    table_bytes: 4_000_000,
    table_rows: 20_000,
    points: 4000,
    purchases: 40,
    rounds: 31,
};
/// The smallest sizes with which every request has an answer: 25 points in each cell, and a middle page of every list.
const SMALLEST: Sizes = Sizes {
    entries: 600,
    table_bytes: 50_000,
    table_rows: 500,
    points: 600,
    purchases: 4,
    rounds: 2,
};

/// A server on a fresh directory.
struct Bench {
    running: RunningPlatform,
    admin: Client,
    _folder: tempfile::TempDir,
}

impl Bench {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a fresh directory");
        let config = Config {
            data: folder.path().to_owned(),
            listen: ([127, 0, 0, 1], 0).into(),
            ..Config::default()
        };
        let data = DataDir::hold(&config.data).expect("the directory is free");
        let password = Zeroizing::new(client::PASSWORD.to_owned());
        let running = start(&config, data, Some(password));
        let running = running.await.expect("the server starts");
        let admin = Client::sign_in(running.address, "admin").await;
        // The benchmark sends more requests than the limit of an account.
        let limits = serde_json::json!({ "limits": { "custom": 1_000_000 } });
        let settings = admin.request(reqwest::Method::PATCH, "/v1/admin/settings");
        admin.send(settings.json(&limits)).await;
        Self {
            running,
            admin,
            _folder: folder,
        }
    }

    /// Creates an account and signs it in.
    async fn account(&self, name: &str) -> Client {
        let new = serde_json::json!({
            "username": name, "email": format!("{name}@example.org"), "password": client::PASSWORD,
            "tier": "enterprise",
        });
        self.admin.post("/v1/admin/users", &new).await;
        Client::sign_in(self.running.address, name).await
    }
}

fn main() {
    // The arguments of `cargo test` choose among other tests.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|one| one == word);
    let is_benchmark = *client::IS_BENCHMARK;
    let sizes = match (is_benchmark, has("--quick")) {
        (true, false) => FULL,
        (true, true) => QUICK,
        (false, _) if words.is_empty() => SMALLEST,
        (false, _) => return println!("run `cargo xtask bench market`"),
    };
    let parts = RunParts {
        is_of_lists: has("--lists"),
        is_of_all_formats: has("--formats") || !is_benchmark,
    };
    if !is_benchmark {
        println!("a test of the benchmark, with the smallest sizes and without figures");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(run(&sizes, parts));
}

async fn run(sizes: &Sizes, parts: RunParts) {
    let begun = now();
    let bench = Bench::start().await;
    let seller = bench.account("seller").await;
    let mut collector = None;
    if !parts.is_of_lists {
        table::formats(&seller, sizes, parts.is_of_all_formats).await;
        let of_points = measure::aggregate(&bench, sizes, None).await;
        measure::aggregate(&bench, sizes, Some("FHE")).await;
        measure::purchases(&bench, &of_points, sizes).await;
        collector = Some(ledger::fill(&bench, sizes).await);
        ledger::verify(&bench).await;
    }
    fill::lists(&bench, &seller, sizes.entries).await;
    measure::lists(&bench, (&seller, collector.as_ref()), sizes).await;
    bench.running.stop().await;
    client::print_table();
    if *client::IS_BENCHMARK {
        let seconds = begun.elapsed().as_secs_f64();
        println!("-- the whole run took {seconds:.0} s");
    }
}
