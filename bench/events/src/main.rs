//! `cargo xtask bench events [SOCKETS] [PROGRAM]` measures the sockets of `/v1/ws`: the memory of SOCKETS open and
//! subscribed sockets (default 10 000), how soon an event reaches 1000 subscribers, the round trip of a command to a
//! device, and the processor time of 1000 devices that send points.
//!
//! It starts `lockstep serve` (PROGRAM, or a release build) on a fresh directory. An event is a listing that is created
//! or withdrawn. The delivery time runs from before its request is sent until a subscriber's frame is read.

mod devices;
#[path = "../../ingest/src/http.rs"]
mod http;
mod subscribers;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench measures the disk too")]
mod server;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use http::Connection;
use server::Server;
use subscribers::Subscribers;

const ACCOUNTS: usize = 20;
const SUBSCRIBERS: usize = 1000;
/// Listings that are created and withdrawn: two events each.
const LISTINGS: usize = 100;
const MAX_RESIDENT_MIB: u64 = 500;
const MAX_P99: Duration = Duration::from_millis(50);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let sockets = words.get(1).map_or(10_000, |it| it.parse().expect("SOCKETS"));
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
    let tokens: Vec<String> = (0..ACCOUNTS).map(|nth| account(address, &admin, nth)).collect();

    let before = server.resident_mib();
    let start = Instant::now();
    let open = Subscribers::open(address, &tokens, sockets);
    let resident = server.resident_mib();
    println!(
        "{sockets} open sockets: {resident} MiB resident ({before} MiB without), opened in {:.1} s; goal {MAX_RESIDENT_MIB}: {}",
        start.elapsed().as_secs_f64(),
        verdict(resident <= MAX_RESIDENT_MIB)
    );
    drop(open);

    let mut subscribers = Subscribers::open(address, &tokens, SUBSCRIBERS);
    let (ask, asked) = mpsc::channel();
    let seller = std::thread::spawn({
        let token = tokens[0].clone();
        move || sell(address, &token, asked)
    });
    let mut taken = Vec::new();
    for _ in 0..2 * LISTINGS {
        let start = Instant::now();
        ask.send(()).expect("the seller waits");
        subscribers.each_receives(|| taken.push(start.elapsed()));
    }
    drop(ask);
    seller.join().expect("the seller ends");
    taken.sort_unstable();
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
    println!(
        "{} deliveries to {SUBSCRIBERS} subscribers: median {:.1} ms, p99 {:.1} ms, max {:.1} ms; goal {} ms: {}",
        taken.len(),
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        at(1.0).as_secs_f64() * 1e3,
        MAX_P99.as_millis(),
        verdict(at(0.99) <= MAX_P99)
    );
    drop(subscribers);
    devices::measure(&server, mqtt, &tokens);
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

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
