//! Basic encryption of 1 KiB over HTTP, compared with requests without work on the same connection.
//!
//! No authenticated `POST` answers 200 without work. The closest is the same route with an empty
//! object. It passes the connection, the gate (credential, limit), the route's guard, the body
//! reader and the log, and is refused with 400 because `data` is missing.
//! The second comparison is a ticket for a socket: a successful `POST` without a body that stores
//! one row.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use data_encoding::BASE64;
use serde_json::json;

use crate::http::Connection;
use crate::median;
use crate::server::Server;

/// Each account may send 500 requests a minute to area E, so the test needs many accounts.
const ACCOUNTS: usize = 256;
const CONNECTIONS: usize = 8;
const ROUNDS: usize = 5;
const REQUESTS: usize = 12_000;
const TICKETS: usize = 2000;

struct Row {
    what: &'static str,
    path: &'static str,
    body: Vec<u8>,
    status: u16,
    requests: usize,
    /// Requests per second of wall time, and per second of the server's processor time.
    rates: Vec<(f64, f64)>,
}

pub(crate) fn measure() {
    let server = Server::start_with(&[("LOCKSTEP_LOG_LEVEL", "error")]);
    let tokens = accounts(&server);
    let data = json!({"data": BASE64.encode(&[7; 1024]), "mode": "Basic"}).to_string();
    let row = |what, path, body: &str, status, requests| Row {
        what,
        path,
        body: body.as_bytes().to_vec(),
        status,
        requests,
        rates: Vec::new(),
    };
    let mut rows = [
        row("encrypt 1 KiB", ENCRYPT, &data, 200, REQUESTS),
        row("empty (400)", ENCRYPT, "{}", 400, REQUESTS),
        row("a ticket (200)", "/v1/ws/tickets", "", 200, TICKETS),
    ];
    // Creates every account's key before the measurement.
    let mut connection = Connection::open(server.address);
    for token in &tokens {
        let (status, answer) = connection.post(ENCRYPT, token, &rows[0].body);
        assert_eq!(status, 200, "{answer}");
    }
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let rates = round(&server, &tokens, row);
            row.rates.push(rates);
        }
    }
    println!("### Basic over HTTP, {CONNECTIONS} connections, medians of {ROUNDS} rounds\n");
    println!(
        "| POST | requests/s | requests/CPU-s of the server | encrypt relative to it, wall | CPU |"
    );
    println!("|---|---:|---:|---:|---:|");
    let rate = |row: &Row| {
        (
            median(row.rates.iter().map(|rates| rates.0)),
            median(row.rates.iter().map(|rates| rates.1)),
        )
    };
    let ours = rate(&rows[0]);
    for row in &rows {
        let (clock, cpu) = rate(row);
        println!(
            "| {} | {clock:.0} | {cpu:.0} | {:.1} % | {:.1} % |",
            row.what,
            100.0 * ours.0 / clock,
            100.0 * ours.1 / cpu
        );
    }
    println!();
}

fn round(server: &Server, tokens: &[String], row: &Row) -> (f64, f64) {
    let next = AtomicUsize::new(0);
    let (cpu, start) = (server.cpu_seconds(), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let mut connection = Connection::open(server.address);
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= row.requests {
                        return;
                    }
                    let token = &tokens[nth % tokens.len()];
                    let (status, answer) = connection.post(row.path, token, &row.body);
                    assert_eq!(status, row.status, "{}: {answer}", row.what);
                }
            });
        }
    });
    let requests = row.requests as f64;
    (
        requests / start.elapsed().as_secs_f64(),
        requests / (server.cpu_seconds() - cpu),
    )
}

fn accounts(server: &Server) -> Vec<String> {
    let admin = server.token();
    let mut connection = Connection::open(server.address);
    (0..ACCOUNTS)
        .map(|nth| {
            let password = "a password for a bench";
            let new = json!({"username": format!("user{nth}"),
                "email": format!("user{nth}@example.org"), "password": password,
                "role": "user", "tier": "enterprise"});
            let (status, answer) =
                connection.post("/v1/admin/users", &admin, new.to_string().as_bytes());
            assert_eq!(status, 200, "{answer}");
            let pair = json!({"username": format!("user{nth}"), "password": password});
            let (_, answer) =
                connection.post("/api/auth/token", "none", pair.to_string().as_bytes());
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            answer["access_token"].as_str().expect("a token").to_owned()
        })
        .collect()
}

const ENCRYPT: &str = "/v1/encryption/encrypt";
