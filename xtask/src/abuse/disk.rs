//! A5: an account that fills its quota gets an error with a remedy; other accounts are not
//! affected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::client::Connection;
use super::load::{FLOOR_MS, calm_latency, compared};
use super::{Row, Server, field};

/// Returns the single row.
pub(super) fn measure() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    // The quota refuses the uploads, not the limit of requests.
    server.change("/v1/admin/tiers", ENOUGH_REQUESTS)?;
    let greedy = server.account("greedy", "standard")?;
    let light = server.account("light", "standard")?;
    let mut connection = Connection::open(server.address)?;
    let usage = connection.ask("GET", "/v1/sfdp/usage", &greedy, "")?;
    if usage.status() != 200 {
        let seen = format!("GET /v1/sfdp/usage: status {}", usage.status());
        return Ok(vec![row(seen, false)]);
    }
    // The quota of series is filled fastest.
    let polite = server.account("polite", "enterprise")?;
    let alone = calm_latency(server.address, &polite, LATENCY_TIME)?;
    let mut refusal = None;
    for nth in 0..UPLOADS {
        let answer = connection.ask("POST", "/v1/sfdp/data", &greedy, &series(nth))?;
        if answer.status() != 200 {
            refusal = Some(answer);
            break;
        }
    }
    let Some(refusal) = refusal else {
        let seen = format!("{} series and no refusal", UPLOADS * SERIES);
        return Ok(vec![row(seen, false)]);
    };
    let message = field(&refusal.text(), "message").unwrap_or_default();
    let during = writing(&server, &greedy, &polite)?;
    let other = connection.ask("POST", "/v1/sfdp/data", &light, &series(0))?;
    let deleted = connection.ask("DELETE", "/v1/sfdp/data?type=heart_rate", &greedy, "")?;
    let holds = matches!(refusal.status(), 403 | 409 | 507)
        && other.status() == 200
        && deleted.status() == 200;
    let of_others = compared(alone, during, FLOOR_MS);
    let latencies = Row {
        figure: "A5",
        target: "an account that writes beyond its quota: p99 of others at most twice".to_owned(),
        seen: format!("p99 {}; peak {} MiB", of_others.0, server.memory()?),
        holds: of_others.1,
    };
    let refused = row(
        format!(
            "status {}: {message}; others {}, deleting {}",
            refusal.status(),
            other.status(),
            deleted.status()
        ),
        holds,
    );
    Ok(vec![refused, latencies])
}

/// Returns the latency of another account while one writes beyond its quota.
fn writing(server: &Server, greedy: &str, polite: &str) -> Result<Duration, String> {
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut connection = Connection::open(server.address)?;
            while !end.load(Ordering::Relaxed) {
                connection.ask("POST", "/v1/sfdp/data", greedy, &series(UPLOADS))?;
            }
            Ok::<_, String>(())
        });
        let during = calm_latency(server.address, polite, LATENCY_TIME);
        end.store(true, Ordering::Relaxed);
        writer.join().map_err(|_| "the writer panicked")??;
        during
    })
}

fn row(seen: String, holds: bool) -> Row {
    Row {
        figure: "A5",
        target: "a full quota is refused with a clear message; others write, the account deletes"
            .to_owned(),
        seen,
        holds,
    }
}

/// Returns a body with one point in each of many series.
fn series(nth: usize) -> String {
    let points = (nth * SERIES..(nth + 1) * SERIES).map(|device| {
        format!(
            "{{\"timestamp\":\"2024-01-01T00:00:00Z\",\"type\":\"heart_rate\",\"value\":60,\
             \"unit\":\"bpm\",\"device\":\"d{device}\"}}"
        )
    });
    let points: Vec<String> = points.collect();
    format!("{{\"data\":[{}]}}", points.join(","))
}

const ENOUGH_REQUESTS: &str = r#"{"standard":{"requests":{"fitness":1000000}}}"#;
const UPLOADS: usize = 30;
const SERIES: usize = 500;
/// The time in which the latency of another account is measured.
const LATENCY_TIME: Duration = Duration::from_millis(1200);
