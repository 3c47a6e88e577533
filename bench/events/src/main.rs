//! `cargo xtask bench events [SOCKETS] [PROGRAM] [--quick]` measures the sockets of `/v1/ws`: the memory of SOCKETS open and
//! subscribed sockets (default 10 000), how soon an event reaches 1000 subscribers, the round trip of a command to a
//! device, and the processor time of 1000 devices that send points. With `--quick`, the sizes are small: that shows that the
//! benchmark works, and its figures mean nothing.
//!
//! It starts `lockstep serve` (PROGRAM, or a release build) on a fresh directory. An event is a listing that is created
//! or withdrawn. The delivery time runs from before its request is sent until a subscriber's frame is read.

mod devices;
#[path = "../../ingest/src/http.rs"]
mod http;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench measures the disk too")]
mod server;
mod subscribers;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use http::Connection;
use server::Server;
use subscribers::Subscribers;

/// How much is measured.
pub(crate) struct Sizes {
    subscribers: usize,
    /// Listings that are created and withdrawn: two events each.
    listings: usize,
    commands: usize,
    devices: usize,
    /// Seconds before and during the measurement of telemetry: each device sends one message a second.
    warm_up: usize,
    seconds: usize,
}

const SIZES: Sizes = Sizes {
    subscribers: 1000,
    listings: 100,
    commands: 200,
    devices: 1000,
    warm_up: 5,
    seconds: 20,
};
const QUICK: Sizes = Sizes {
    subscribers: 50,
    listings: 5,
    commands: 20,
    devices: 50,
    warm_up: 1,
    seconds: 3,
};
const SOCKETS: usize = 10_000;
const QUICK_SOCKETS: usize = 500;
const ACCOUNTS: usize = 20;
const MAX_RESIDENT_MB: f64 = 500.0;
const MAX_P99_MS: f64 = 50.0;

fn main() {
    let is_quick = std::env::args().any(|word| word == "--quick");
    let (sizes, usual) = if is_quick {
        (QUICK, QUICK_SOCKETS)
    } else {
        (SIZES, SOCKETS)
    };
    let words: Vec<String> = std::env::args().filter(|word| word != "--quick").collect();
    let sockets = words
        .get(1)
        .map_or(usual, |it| it.parse().expect("SOCKETS"));
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let mqtt = free.local_addr().expect("an address");
    drop(free);
    let mqtt_listen = mqtt.to_string();
    let limits = [
        ("LOCKSTEP_MQTT_LISTEN", mqtt_listen.as_str()),
        ("LOCKSTEP_NETWORK_CONNECTIONS_PER_ADDRESS", "50000"),
        ("LOCKSTEP_NETWORK_SOCKETS_PER_ACCOUNT", "50000"),
        ("LOCKSTEP_LOG_LEVEL", "warn"),
    ];
    let server = match words.get(2) {
        Some(program) => Server::start_at(Path::new(program), &limits),
        None => Server::start_with(&limits),
    };
    let admin = server.token();
    let address = server.address;
    let tokens: Vec<String> = (0..ACCOUNTS)
        .map(|nth| account(address, &admin, nth))
        .collect();

    println!(
        "{:<64}  {:>12}  {:>14}  {:>8}",
        "figure", "measured", "goal", "ratio"
    );
    memory(&server, &tokens, sockets);
    deliveries(address, &tokens, &sizes);
    devices::measure(&server, mqtt, &tokens, &sizes);
}

/// Opens and subscribes sockets.
fn memory(server: &Server, tokens: &[String], sockets: usize) {
    let before = server.resident_mib();
    let start = Instant::now();
    let open = Subscribers::open(server.address, tokens, sockets);
    let resident = server.resident_mib();
    println!(
        "-- {sockets} sockets opened in {:.1} s; {before} MiB resident before",
        start.elapsed().as_secs_f64()
    );
    let megabytes = resident as f64 * BYTES_PER_MIB / 1e6;
    let figure = format!("resident memory with {sockets} open sockets");
    at_most(&figure, megabytes, MAX_RESIDENT_MB, "MB");
    drop(open);
}

/// Sends events to all subscribers, one after another.
fn deliveries(address: SocketAddr, tokens: &[String], sizes: &Sizes) {
    let mut subscribers = Subscribers::open(address, tokens, sizes.subscribers);
    let (ask, asked) = mpsc::channel();
    let seller = std::thread::spawn({
        let token = tokens[0].clone();
        move || sell(address, &token, asked)
    });
    let mut taken = Vec::new();
    for _ in 0..2 * sizes.listings {
        let start = Instant::now();
        ask.send(()).expect("the seller waits");
        subscribers.each_receives(|| taken.push(start.elapsed()));
    }
    drop(ask);
    seller.join().expect("the seller ends");
    let at = share_of(taken);
    println!(
        "-- deliveries: median {:.1} ms, max {:.1} ms",
        at(0.5),
        at(1.0)
    );
    let figure = format!(
        "an event to {} subscribers, 99 of 100 deliveries",
        sizes.subscribers
    );
    at_most(&figure, at(0.99), MAX_P99_MS, "ms");
}

/// Returns the milliseconds in which a share of the times ended.
pub(crate) fn share_of(mut times: Vec<Duration>) -> impl Fn(f64) -> f64 {
    times.sort_unstable();
    move |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
}

/// Prints a figure that should be at most its goal. The columns are at least two spaces apart: `cargo xtask bench events`
/// reads them.
pub(crate) fn at_most(figure: &str, measured: f64, goal: f64, unit: &str) {
    let verdict = if measured <= goal { "met" } else { "MISSED" };
    let ratio = goal / measured;
    let (measured, goal) = (format!("{measured:.1} {unit}"), format!("≤ {goal} {unit}"));
    println!("{figure:<64}  {measured:>12}  {goal:>14}  {ratio:>8.2}  {verdict}");
}

const BYTES_PER_MIB: f64 = 1_048_576.0;

/// Creates and withdraws listings, one request for each word.
fn sell(address: SocketAddr, token: &str, asked: mpsc::Receiver<()>) {
    let mut connection = Connection::open(address);
    let dataset = r#"{"name": "rides", "encryption_mode": "none", "data": {"watts": [200, 210]}}"#;
    let made = posted(&mut connection, "/api/datasets", token, dataset);
    let dataset = made["id"].as_str().expect("an id").to_owned();
    while asked.recv().is_ok() {
        let body = format!(r#"{{"title": "Rides", "price": 25, "dataset_id": "{dataset}"}}"#);
        let listing = posted(&mut connection, "/api/marketplace/items", token, &body);
        let listing = listing["id"].as_str().expect("an id").to_owned();
        if asked.recv().is_err() {
            return;
        }
        let path = format!("/api/marketplace/items/{listing}");
        let (status, answer) = connection.delete(&path, token);
        assert_eq!(status, 200, "{answer}");
    }
}

fn posted(connection: &mut Connection, path: &str, token: &str, body: &str) -> serde_json::Value {
    let (status, answer) = connection.post(path, token, body.as_bytes());
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).expect("JSON")
}

/// Creates an account; returns its token.
fn account(address: SocketAddr, admin: &str, nth: usize) -> String {
    let mut connection = Connection::open(address);
    let password = "a password for a bench";
    let new = format!(
        r#"{{"username": "reader{nth}", "email": "reader{nth}@example.org", "password": "{password}", "role": "user", "tier": "enterprise"}}"#
    );
    posted(&mut connection, "/v1/admin/users", admin, &new);
    let sign_in = format!(r#"{{"username": "reader{nth}", "password": "{password}"}}"#);
    let answer = posted(&mut connection, "/api/auth/token", "none", &sign_in);
    answer["access_token"].as_str().expect("a token").to_owned()
}
