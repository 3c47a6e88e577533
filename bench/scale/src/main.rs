//! `cargo xtask bench scale [PROGRAM]` measures a node on PostgreSQL beside one on the embedded engine, and beside plain clients that
//! insert a row for each point into the same PostgreSQL. The last table compares the figures with their goals.
//!
//! It starts a PostgreSQL server of its own with the usual settings (Debian: `postgresql`), and two nodes (PROGRAM, or a release
//! build). In each round the ways take turns, and the next round begins with another way. All store the same made-up rides over two
//! connections, 10 000 points in an upload or a transaction, which is on disk when it is acknowledged.
//!
//! Wall time ends with the last acknowledgement. Processor time is user and system, up to [`BEHIND`] after it, and contains the
//! `VACUUM` that PostgreSQL would begin by itself within a minute. That of PostgreSQL is the time of all its processes.

#[path = "../../peers/src/bodies.rs"]
#[expect(dead_code, reason = "another bench compares the other formats")]
mod bodies;
#[path = "../../../crates/lockstep-server/tests/faults/cluster.rs"]
#[expect(dead_code, reason = "the faults also stop and fill the server")]
mod cluster;
mod database;
#[path = "../../ingest/src/http.rs"]
mod http;
#[path = "../../metrics/src/limits.rs"]
mod limits;
mod rows;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench uses the rest")]
mod server;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use bodies::BODY;
use database::Database;
use http::Connection;
use limits::Limit;
use rows::Statement;
use server::Server;

/// The connections over which each way sends.
pub(crate) const CONNECTIONS: usize = 2;
const ROUNDS: usize = 5;
/// The uploads of a node in a round.
const UPLOADS: usize = 200;
/// The transactions of the plain clients in a round. They are slower, and fewer rows are in their favour: small indexes.
const TRANSACTIONS: usize = 50;
/// Both products work on after the last acknowledgement.
const BEHIND: Duration = Duration::from_millis(1200);
const READS: usize = 100;
/// The schema of a node, unless its address names another one.
const SCHEMA: &str = "lockstep";

/// `cargo xtask bench scale` reads these three figures.
const NODE_CPU: &str = "CPU of the node for a point, on PostgreSQL / embedded";
const ALL_CPU: &str = "CPU of node and PostgreSQL for a point / node, embedded";
const BYTES: &str = "bytes a point adds to the tables in PostgreSQL";
const MAX_NODE_CPU: f64 = 1.5;
const MAX_ALL_CPU: f64 = 3.0;
const MAX_BYTES: f64 = 1.3;
const MIN_RATE: f64 = 5.0;
const MAX_READ_MS: f64 = 2.0;

/// One way to store points.
#[derive(Clone, Copy, Debug)]
enum Way {
    Embedded,
    Postgres,
    Insert,
    Copy,
}

const WAYS: [Way; 4] = [Way::Embedded, Way::Postgres, Way::Insert, Way::Copy];

/// What a round of one way cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// CPU-seconds of the node for a million points.
    node: f64,
    /// CPU-seconds of PostgreSQL for a million points.
    database: f64,
    /// Million points per second of wall time.
    rate: f64,
}

/// The costs of a round, in the order of [`WAYS`].
type Round = [Cost; WAYS.len()];

/// A server and a sign-in to it.
struct Node {
    server: Server,
    token: String,
}

struct Bench {
    database: Database,
    embedded: Node,
    postgres: Node,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let program = match words.as_slice() {
        [] => None,
        [program] => Some(Path::new(program)),
        _ => panic!("the only argument is the program of the server"),
    };
    let database = Database::start();
    versions(&database);
    let bench = Bench {
        embedded: Node::start(program, &[]),
        postgres: Node::start(program, &[("LOCKSTEP_STORE_URL", &*database.url())]),
        database,
    };
    let empty = bench.database.bytes_of(SCHEMA);
    let rounds: Vec<Round> = (0..ROUNDS).map(|round| bench.round(round)).collect();
    for way in WAYS {
        let of =
            |figure: fn(&Cost) -> f64| median(rounds.iter().map(|it| figure(&it[way as usize])));
        println!(
            "{way:?}, medians: node {:.3}, PostgreSQL {:.3} CPU-s/M points, {:.2} M points/s",
            of(|it| it.node),
            of(|it| it.database),
            of(|it| it.rate)
        );
    }
    let mut goals = ratios(&rounds);
    goals.push(Limit::new(BYTES, "bytes", MAX_BYTES, bench.bytes(empty)));
    for (rows, path) in [
        (
            "1000 rows of one series",
            "/v1/sfdp/data?type=heart_rate&device=watch-1&limit=1000",
        ),
        ("1000 rows of 20 series merged", "/v1/sfdp/data?limit=1000"),
    ] {
        let embedded = bench.embedded.read(path);
        let postgres = bench.postgres.read(path);
        println!("{rows}: embedded {embedded:.2} ms, on PostgreSQL {postgres:.2} ms at the server");
        let figure = format!("{rows} on PostgreSQL, at the server");
        goals.push(Limit::new(figure, "ms", MAX_READ_MS, postgres));
    }
    println!("{}", limits::table(&goals));
}

/// Compares the ways in each round; returns the medians with their goals.
fn ratios(rounds: &[Round]) -> Vec<Limit> {
    let of = |ratio: fn(&Round) -> f64| median(rounds.iter().map(ratio));
    let node = of(|it| it[Way::Postgres as usize].node / it[Way::Embedded as usize].node);
    let all = of(|it| {
        let postgres = it[Way::Postgres as usize];
        (postgres.node + postgres.database) / it[Way::Embedded as usize].node
    });
    let insert = of(|it| it[Way::Postgres as usize].rate / it[Way::Insert as usize].rate);
    let copy = of(|it| it[Way::Postgres as usize].rate / it[Way::Copy as usize].rate);
    let rate = |rows: &str| format!("points a second on PostgreSQL / rows by {rows}");
    vec![
        Limit::new(NODE_CPU, "×", MAX_NODE_CPU, node),
        Limit::new(ALL_CPU, "×", MAX_ALL_CPU, all),
        Limit::at_least(rate("INSERT of 10 000"), "×", MIN_RATE, insert),
        Limit::at_least(rate("COPY of 10 000"), "×", MIN_RATE, copy),
    ]
}

impl Bench {
    /// Lets each way store its points of a round.
    fn round(&self, round: usize) -> Round {
        let mut costs = Round::default();
        for turn in 0..WAYS.len() {
            let way = WAYS[(round + turn) % WAYS.len()];
            let cost = self.measure(way, round);
            println!(
                "round {round}, {way:?}: node {:.3}, PostgreSQL {:.3} CPU-s/M points, {:.2} M points/s",
                cost.node, cost.database, cost.rate
            );
            costs[way as usize] = cost;
        }
        costs
    }

    fn measure(&self, way: Way, round: usize) -> Cost {
        match way {
            Way::Embedded => {
                let bodies = Node::bodies(round);
                let cpu = || [self.embedded.server.cpu_seconds(), 0.0];
                cost(UPLOADS, cpu, || self.embedded.store(&bodies), || ())
            }
            Way::Postgres => {
                let bodies = Node::bodies(round);
                let cpu = || {
                    let node = self.postgres.server.cpu_seconds();
                    [node, self.database.cpu_seconds()]
                };
                let store = || self.postgres.store(&bodies);
                cost(UPLOADS, cpu, store, || self.database.vacuum())
            }
            Way::Insert => self.measure_rows(Statement::Insert, round),
            Way::Copy => self.measure_rows(Statement::Copy, round),
        }
    }

    fn measure_rows(&self, statement: Statement, round: usize) -> Cost {
        let first = round * TRANSACTIONS;
        let scripts = rows::scripts(statement, first..first + TRANSACTIONS);
        let cpu = || [0.0, self.database.cpu_seconds()];
        let store = || self.database.run(scripts);
        cost(TRANSACTIONS, cpu, store, || self.database.vacuum())
    }

    /// Returns the bytes that a point took, and prints those of the empty tables and of rows.
    fn bytes(&self, empty: u64) -> f64 {
        let points = (ROUNDS * UPLOADS * BODY) as f64;
        let added = self.database.bytes_of(SCHEMA) - empty;
        let rows = (Statement::ALL.len() * ROUNDS * TRANSACTIONS * BODY) as f64;
        println!(
            "tables in PostgreSQL: {:.1} MB without points, {:.1} MB more with {points} points; a row for each point takes {:.1} bytes",
            empty as f64 / 1e6,
            added as f64 / 1e6,
            self.database.bytes_of(rows::SCHEMA) as f64 / rows
        );
        added as f64 / points
    }
}

impl Node {
    fn start(program: Option<&Path>, variables: &[(&str, &str)]) -> Self {
        let server = match program {
            Some(program) => Server::start_at(program, variables),
            None => Server::start_with(variables),
        };
        let token = server.token();
        Self { server, token }
    }

    /// Returns the bodies of a round for each connection.
    fn bodies(round: usize) -> Vec<Vec<Vec<u8>>> {
        let all = round * UPLOADS..(round + 1) * UPLOADS;
        let of = |part: usize| all.clone().filter(move |nth| nth % CONNECTIONS == part);
        (0..CONNECTIONS)
            .map(|part| of(part).map(bodies::ours).collect())
            .collect()
    }

    /// Uploads the bodies of each connection at the same time.
    fn store(&self, bodies: &[Vec<Vec<u8>>]) {
        let processed = format!("\"processedCount\":{BODY}");
        let (address, token, processed) = (self.server.address, &*self.token, &*processed);
        std::thread::scope(|scope| {
            for part in bodies {
                scope.spawn(move || {
                    let mut connection = Connection::open(address);
                    for body in part {
                        let (status, answer) = connection.post("/v1/sfdp/data", token, body);
                        assert_eq!(status, 200, "{answer}");
                        assert!(answer.contains(processed), "{answer}");
                    }
                });
            }
        });
    }

    /// Returns the median of the milliseconds at the server of a read of 1000 rows.
    fn read(&self, path: &str) -> f64 {
        let mut connection = Connection::open(self.server.address);
        for _ in 0..READS {
            let (status, answer) = connection.get(path, &self.token);
            assert_eq!(status, 200, "{answer}");
            let page: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            let rows = page["data"].as_array().expect("rows");
            assert_eq!(rows.len(), 1000);
        }
        median(self.server.last_request_milliseconds(READS).into_iter())
    }
}

/// Measures what stores points in transactions of [`BODY`]. `afterwards` belongs to its processor time.
fn cost(
    transactions: usize,
    cpu: impl Fn() -> [f64; 2],
    store: impl FnOnce(),
    afterwards: impl FnOnce(),
) -> Cost {
    let (before, start) = (cpu(), Instant::now());
    store();
    let wall = start.elapsed().as_secs_f64();
    std::thread::sleep(BEHIND);
    afterwards();
    let after = cpu();
    let points = (transactions * BODY) as f64 / 1e6;
    Cost {
        node: (after[0] - before[0]) / points,
        database: (after[1] - before[1]) / points,
        rate: points / wall,
    }
}

/// Prints what is measured, and on what.
fn versions(database: &Database) {
    println!("{}", database.version());
    for (program, argument) in [("rustc", "--version"), ("uname", "-r")] {
        let output = Command::new(program).arg(argument).output();
        if let Ok(output) = output {
            print!("{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
