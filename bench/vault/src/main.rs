//! `cargo xtask bench vault [PROGRAM] [basic] [fhe] [zk] [plain]` measures the cost of encryption
//! over HTTP on the release build.
//!
//! PROGRAM is a `lockstep` of a commit before points were sealed, for comparison with plain ingest.
//! The words select parts; without them all parts run. Parts that the server does not support are
//! reported and skipped.

mod basic;
mod modes;
mod plain;
mod points;
mod proofs;

#[path = "../../ingest/src/http.rs"]
mod http;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench measures memory and stages too")]
mod server;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use http::Connection;
use serde_json::Value;
use server::Server;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (parts, programs): (Vec<_>, Vec<_>) = words
        .into_iter()
        .partition(|word| PARTS.contains(&word.as_str()));
    let peer = programs.first().map(PathBuf::from);
    let asked = |part: &str| parts.is_empty() || parts.iter().any(|word| word == part);
    if asked("basic") {
        basic::measure();
    }
    if asked("fhe") {
        modes::homomorphic();
    }
    if asked("zk") {
        modes::committed();
        proofs::measure();
    }
    if asked("plain") {
        plain::measure(peer.as_deref());
    }
}

/// Returns the median; NaN without values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Sends a request; returns the answer, or the reason why there is none.
pub(crate) fn ask(
    connection: &mut Connection,
    path: &str,
    token: &str,
    body: &Value,
) -> Result<Value, String> {
    let (status, answer) = connection.post(path, token, body.to_string().as_bytes());
    if status == 200 {
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    } else {
        Err(format!(
            "{status}: {}",
            answer.chars().take(300).collect::<String>()
        ))
    }
}

/// Waits until the server has finished its work after an answer: almost no processor time for
/// longer than the interval of its background jobs. Returns its processor seconds at the start of
/// that pause.
pub(crate) fn settle(server: &Server) -> f64 {
    let (mut before, mut quiet, mut busy_until) = (server.cpu_seconds(), 0, None);
    for _ in 0..MAX_SETTLING {
        std::thread::sleep(Duration::from_secs(1));
        let now = server.cpu_seconds();
        if now - before < 0.03 {
            busy_until.get_or_insert(now);
            quiet += 1;
        } else {
            (busy_until, quiet) = (None, 0);
        }
        before = now;
        if quiet > ROUNDS_APART {
            break;
        }
    }
    if quiet <= ROUNDS_APART {
        println!("  (still busy after {MAX_SETTLING} s: the next measurement includes this work)");
    }
    busy_until.unwrap_or(before)
}

/// Returns the milliseconds of `count` runs, measured at the client; stops at the first failure.
pub(crate) fn times(
    count: usize,
    mut run: impl FnMut() -> Result<Value, String>,
) -> Result<(Value, Vec<f64>), String> {
    let mut taken = Vec::new();
    let mut last = Value::Null;
    for _ in 0..count {
        let start = Instant::now();
        last = run()?;
        taken.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok((last, taken))
}

const PARTS: [&str; 4] = ["basic", "fhe", "zk", "plain"];
const MAX_SETTLING: usize = 60;
/// The interval of the server's background jobs in seconds.
const ROUNDS_APART: usize = 5;
