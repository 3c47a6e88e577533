//! Fault tests: the guarantees after a crash, a power cut and a failing disk, with measured
//! figures.
//!
//! `cargo test` runs the tier `ci`; `cargo xtask faults --tier nightly` runs more repetitions. This
//! is a separate program because it installs a VFS for every database of its process.
//!
//! ```text
//! cargo test -p lockstep-server --test faults -- [--tier ci|nightly|release] [--seed N] [--engine postgres] [F1 F2 …]
//! ```
//!
//! `--engine postgres` runs the faults of a node on PostgreSQL instead, on a server that they start from Debian's package.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

#[path = "../it/app.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod app;
#[path = "../it/child.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod child;
mod clock;
mod cluster;
mod copies;
mod cuts;
mod database;
mod engine;
mod failing;
mod flips;
mod full;
mod hang;
mod keys;
mod kill;
mod link;
mod market;
#[path = "../it/migrated_store.rs"]
mod migrated_store;
mod modes;
#[path = "../it/postgres.rs"]
mod postgres;
mod replica;
mod rollback;
mod scene;
mod scripted_client;
#[path = "../it/standbys.rs"]
mod standbys;
mod takeover;
mod tokens;
mod uploads;
mod workflows;

use cluster::Cluster;
use engine::Engine;

/// The number of repetitions of each fault.
#[derive(Clone, Copy)]
struct Tier {
    name: &'static str,
    kills: u32,
    /// Kills while keys change.
    turns: u32,
    rounds: u64,
    cuts_a_round: u64,
    copies: u32,
    /// Flipped bits.
    flips: u32,
    /// The number of ways in which a call fails.
    failures: usize,
}

const TIERS: [Tier; 3] = [
    Tier {
        name: "ci",
        kills: 100,
        turns: 30,
        rounds: 4,
        cuts_a_round: 25,
        copies: 3,
        flips: 100,
        failures: 2,
    },
    Tier {
        name: "nightly",
        kills: 1000,
        turns: 200,
        rounds: 20,
        cuts_a_round: 50,
        copies: 20,
        flips: 300,
        failures: 4,
    },
    Tier {
        name: "release",
        kills: 10_000,
        turns: 1000,
        rounds: 50,
        cuts_a_round: 100,
        copies: 100,
        flips: 1000,
        failures: 4,
    },
];

/// A line of the table.
struct Figure {
    what: &'static str,
    target: String,
    seen: String,
}

fn main() {
    let mut tier = TIERS[0];
    let clock = lockstep_store::SystemClock::shared();
    let mut seed = clock.now().0 as u64;
    let mut only = Vec::new();
    let mut is_on_postgres = false;
    let mut args = std::env::args().skip(1);
    while let Some(word) = args.next() {
        match &*word {
            "--tier" => {
                let name = args.next().unwrap_or_default();
                let known = TIERS.iter().find(|tier| tier.name == name);
                tier = *known.unwrap_or_else(|| panic!("--tier ci|nightly|release, not {name:?}"));
            }
            "--engine" => {
                let name = args.next().unwrap_or_default();
                assert_eq!(name, "postgres", "--engine postgres");
                is_on_postgres = true;
            }
            "--seed" => seed = args.next().unwrap_or_default().parse().unwrap(),
            // Flags of the test harness that this program ignores.
            flag if flag.starts_with('-') => {}
            name => only.push(name.to_owned()),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    if is_on_postgres {
        return on_postgres(&runtime, tier, seed, &only);
    }
    // Most of the time passes while a process starts or a disk writes. The databases of one process share a VFS, so that a
    // second process runs half of the faults.
    let beside = only.is_empty().then(|| start_beside(tier, seed));
    let asked = |name: &str| match only.is_empty() {
        true => !BESIDE.contains(&name),
        false => only.iter().any(|word| word == name),
    };
    println!("tier {}, seed {seed}", tier.name);
    let mut figures = Vec::new();
    let mut run = |name: &str, work: &dyn Fn() -> Vec<Figure>| {
        if asked(name) {
            let start = clock.monotonic();
            figures.extend(work());
            let took = clock.monotonic().saturating_sub(start);
            println!("{name}: {:.1} s", took.as_secs_f64());
        }
    };
    run("F1", &|| {
        runtime.block_on(kill::figures(tier, seed, Engine::Embedded))
    });
    run("F2", &|| runtime.block_on(cuts::figures(tier, seed)));
    run("F3", &|| runtime.block_on(failing::figures(tier, seed)));
    run("F4", &|| {
        let mut all = runtime.block_on(keys::figures(tier, seed, Engine::Embedded));
        all.extend(runtime.block_on(modes::figures(tier, seed)));
        all
    });
    run("F5", &|| runtime.block_on(copies::figures(tier, seed)));
    run("F6", &|| runtime.block_on(rollback::root_keys()));
    run("F7", &|| runtime.block_on(rollback::rolled_back()));
    run("F8", &|| runtime.block_on(flips::figures(tier, seed)));
    run("F9", &|| runtime.block_on(full::figures()));
    print(figures);
    if let Some(beside) = beside {
        let output = beside.join().unwrap();
        println!("\n{}", String::from_utf8_lossy(&output.stdout));
        assert!(output.status.success(), "{:?} failed", BESIDE);
    }
}

fn print(figures: Vec<Figure>) {
    println!("\n| figure | target | seen |\n|---|---|---|");
    for Figure { what, target, seen } in figures {
        println!("| {what} | {target} | {seen} |");
    }
}

/// Runs the faults of a node on PostgreSQL.
fn on_postgres(runtime: &tokio::runtime::Runtime, tier: Tier, seed: u64, only: &[String]) {
    println!("tier {}, seed {seed}, engine postgres", tier.name);
    let cluster = Cluster::start(database::CONNECTIONS);
    let engine = Engine::Postgres(&cluster);
    let asked = |name: &str| only.is_empty() || only.iter().any(|word| word == name);
    let mut figures = Vec::new();
    if asked("F1") {
        figures.extend(runtime.block_on(kill::figures(tier, seed, engine)));
    }
    if asked("F4") {
        figures.extend(runtime.block_on(keys::figures(tier, seed, engine)));
        figures.extend(runtime.block_on(workflows::figures(tier, seed, engine)));
    }
    if asked("F10") {
        figures.extend(runtime.block_on(database::figures(&cluster)));
    }
    if asked("F11") {
        figures.extend(runtime.block_on(takeover::figures(tier, seed, &cluster)));
        figures.extend(runtime.block_on(hang::figures(tier, seed, &cluster)));
    }
    if asked("F12") {
        figures.extend(runtime.block_on(replica::figures(&cluster)));
    }
    print(figures);
}

/// The faults that another process runs at the same time where all are asked for.
const BESIDE: [&str; 4] = ["F1", "F4", "F5", "F6"];

/// Runs [`BESIDE`] in another process. Its errors appear at once, its table when it has ended.
fn start_beside(tier: Tier, seed: u64) -> std::thread::JoinHandle<std::process::Output> {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--tier", tier.name, "--seed", &seed.to_string()]);
    command.args(BESIDE).stdout(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::spawn(move || child.wait_with_output().unwrap())
}
