//! `cargo xtask bench stream [READERS]` measures how soon a stored point reaches thousands of open
//! streams, and their cost for uploads.
//!
//! It starts `lockstep serve` on a fresh directory and opens READERS streams (default 5000), first
//! for 20 accounts, then all for one account. One connection uploads single points at a steady
//! rate. The delivery time runs from before a `POST` is sent until its frame is read from the
//! reader's socket.
//! Another connection sends 10 000-point bodies to an account without readers: at a steady rate,
//! then at full speed, with readers and without.

#[path = "../../ingest/src/http.rs"]
mod http;
mod readers;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench measures the disk too")]
mod server;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use http::Connection;
use readers::{Readers, Sent};
use server::Server;

const ACCOUNTS: usize = 20;
const BODY_POINTS: usize = 10_000;
/// The number of bodies per second at the steady rate: 200 000 points.
const STEADY_BODIES: f64 = 20.0;
const PHASE: Duration = Duration::from_secs(12);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let readers = words.get(1).map_or(5000, |it| it.parse().expect("READERS"));
    enough_files(readers);
    let server = Server::start_with(&[
        ("LOCKSTEP_NETWORK_CONNECTIONS_PER_ADDRESS", "20000"),
        ("LOCKSTEP_NETWORK_SOCKETS_PER_ACCOUNT", "20000"),
        ("LOCKSTEP_LOG_LEVEL", "warn"),
    ]);
    let bulk = server.token();
    let address = server.address;
    println!(
        "server without readers: {} MiB resident",
        server.resident_mib()
    );

    let alone = ingest(&server, &bulk, None);
    println!("ingest, one connection at full speed, no readers: {alone}");

    let tokens: Vec<String> = (0..ACCOUNTS)
        .map(|nth| account(address, &bulk, nth))
        .collect();
    // The uploads per second; each reaches the readers of its account.
    for (what, tokens, rate) in [
        ("over 20 accounts", &tokens[..], 40.0),
        ("all of one account", &tokens[..1], 2.0),
    ] {
        let start = Instant::now();
        let mut open = Readers::open(address, tokens, readers);
        println!(
            "\n{readers} readers {what}: opened in {:.1} s, server {} MiB resident",
            start.elapsed().as_secs_f64(),
            server.resident_mib()
        );
        phase(&server, &bulk, tokens, rate, &mut open, Some(0.0));
        phase(&server, &bulk, tokens, rate, &mut open, Some(STEADY_BODIES));
        phase(&server, &bulk, tokens, rate, &mut open, None);
        println!("  server {} MiB resident", server.resident_mib());
    }
    // Uses another account, because the first has used up its requests of this minute.
    let again = ingest(&server, &tokens[1], None);
    println!("\ningest again, no readers: {again}");
}

/// Runs one phase: single points to the accounts with readers, and bodies to another account at a
/// rate (`None`: at full speed).
fn phase(
    server: &Server,
    bulk: &str,
    tokens: &[String],
    rate: f64,
    open: &mut Readers,
    bodies: Option<f64>,
) {
    let concurrent = match bodies {
        Some(0.0) => "nothing else".to_owned(),
        Some(rate) => format!(
            "{:.0} concurrent points a second",
            rate * BODY_POINTS as f64
        ),
        None => "concurrent points of one connection at full speed".to_owned(),
    };
    let (sent, done) = (Sent::new(), AtomicBool::new(false));
    let (cpu, start) = (server.cpu_seconds(), Instant::now());
    let ingested = std::thread::scope(|scope| {
        let concurrent =
            (bodies != Some(0.0)).then(|| scope.spawn(|| ingest(server, bulk, bodies)));
        scope.spawn(|| {
            points(server.address, tokens, rate, &sent);
            done.store(true, Ordering::Release);
        });
        open.listen(&sent, &done);
        concurrent.map(|concurrent| concurrent.join().expect("no panic"))
    });
    let cpu = (server.cpu_seconds() - cpu) / start.elapsed().as_secs_f64();
    println!("  {rate} uploads a second, {concurrent}:");
    println!(
        "    {}; server {:.0} % of a core",
        open.delivery(),
        100.0 * cpu
    );
    if let Some(ingested) = ingested {
        println!("    ingest: {ingested}");
    }
}

/// Uploads single points to the accounts in turn; each value is the number of its point.
fn points(address: SocketAddr, tokens: &[String], rate: f64, sent: &Sent) {
    static MINUTE: AtomicU64 = AtomicU64::new(0);
    let mut connection = Connection::open(address);
    let start = Instant::now();
    let mut nth = 0;
    while start.elapsed() < PHASE {
        pace(start, nth, rate);
        let minute = MINUTE.fetch_add(1, Ordering::Relaxed);
        let at = format!(
            "2026-01-{:02}T{:02}:{:02}:00Z",
            1 + minute / 1440,
            minute / 60 % 24,
            minute % 60
        );
        let body = format!(
            "{{\"data\":[{{\"timestamp\":\"{at}\",\"type\":\"steps\",\"value\":{nth},\"unit\":\"count\",\"device\":\"w\"}}]}}"
        );
        sent.now(nth);
        let token = &tokens[nth % tokens.len()];
        let (status, answer) = connection.post("/v1/sfdp/data", token, body.as_bytes());
        assert_eq!(status, 200, "{answer}");
        nth += 1;
    }
}

/// Sends bodies during a phase; returns a summary.
fn ingest(server: &Server, token: &str, rate: Option<f64>) -> String {
    static HOURS: AtomicU64 = AtomicU64::new(0);
    let mut connection = Connection::open(server.address);
    let mut times = Vec::new();
    let start = Instant::now();
    while start.elapsed() < PHASE {
        if let Some(rate) = rate {
            pace(start, times.len(), rate);
        }
        let body = body(HOURS.fetch_add(1, Ordering::Relaxed));
        let begin = Instant::now();
        let (status, answer) = connection.post("/v1/sfdp/data", token, &body);
        times.push(begin.elapsed());
        assert_eq!(status, 200, "{answer}");
    }
    let rate = (times.len() * BODY_POINTS) as f64 / start.elapsed().as_secs_f64() / 1e6;
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    format!(
        "{rate:.2} M points a second, a body acknowledged in {:.1} ms (median), {:.1} ms (p99)",
        at(0.5),
        at(0.99)
    )
}

fn pace(start: Instant, nth: usize, rate: f64) {
    let due = Duration::from_secs_f64(nth as f64 / rate);
    std::thread::sleep(due.saturating_sub(start.elapsed()));
}

/// Returns a body with 10 000 seconds of heart rate, from a second of 2025 on.
fn body(nth: u64) -> Vec<u8> {
    let mut text = String::with_capacity(BODY_POINTS * 112);
    text.push_str("{\"data\":[");
    for place in 0..BODY_POINTS as u64 {
        let second = nth * BODY_POINTS as u64 + place;
        let (day, in_day) = (second / 86_400, second % 86_400);
        let (month, date, year) = (1 + day / 28 % 12, 1 + day % 28, 1990 + day / 336);
        let (hour, minute, second) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
        if place > 0 {
            text.push(',');
        }
        let pulse = 100 + (place * 7 % 31);
        text.push_str(&format!(
            "{{\"timestamp\":\"{year}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z\",\"type\":\"heart_rate\",\"value\":{pulse},\"unit\":\"bpm\",\"device\":\"strap\"}}"
        ));
    }
    text.push_str("]}");
    text.into_bytes()
}

/// Creates an account; returns its token.
fn account(address: SocketAddr, admin: &str, nth: usize) -> String {
    let mut connection = Connection::open(address);
    let password = "a password for a bench";
    let new = format!(
        "{{\"username\":\"reader{nth}\",\"email\":\"reader{nth}@example.org\",\"password\":\"{password}\",\"role\":\"user\",\"tier\":\"enterprise\"}}"
    );
    let (status, answer) = connection.post("/v1/admin/users", admin, new.as_bytes());
    assert_eq!(status, 200, "{answer}");
    let sign_in = format!("{{\"username\":\"reader{nth}\",\"password\":\"{password}\"}}");
    let (_, answer) = connection.post("/api/auth/token", "none", sign_in.as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    answer["access_token"].as_str().expect("a token").to_owned()
}

/// Checks the limit of open files: each reader needs one in this process and one in the server.
fn enough_files(readers: usize) {
    let limits = std::fs::read_to_string("/proc/self/limits").expect("Linux");
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse::<usize>().ok());
    let needed = readers + 200;
    if soft.is_some_and(|soft| soft < needed) {
        eprintln!(
            "{needed} open files are needed, {soft:?} are allowed: run `ulimit -n {needed}` first"
        );
        std::process::exit(1);
    }
}
