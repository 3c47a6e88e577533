//! A5: an account that fills its quota gets an error with a remedy; other accounts are not
//! affected.

use super::client::Connection;
use super::{Row, Server, field};

/// Returns the single row.
pub(super) fn measure() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    let greedy = server.account("greedy", "standard")?;
    let light = server.account("light", "standard")?;
    let mut connection = Connection::open(server.address)?;
    let usage = connection.ask("GET", "/v1/sfdp/usage", &greedy, "")?;
    if usage.status() != 200 {
        let seen = format!("GET /v1/sfdp/usage: status {}", usage.status());
        return Ok(vec![row(seen, false)]);
    }
    // The quota of series is filled fastest.
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
    let other = connection.ask("POST", "/v1/sfdp/data", &light, &series(0))?;
    let deleted = connection.ask("DELETE", "/v1/sfdp/data?type=heart_rate", &greedy, "")?;
    let holds = matches!(refusal.status(), 403 | 409 | 507)
        && other.status() == 200
        && deleted.status() == 200;
    Ok(vec![row(
        format!(
            "status {}: {message}; others {}, deleting {}",
            refusal.status(),
            other.status(),
            deleted.status()
        ),
        holds,
    )])
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

const UPLOADS: usize = 30;
const SERIES: usize = 500;
