//! The cost of points under FHE and ZK: at ingest, on disk, and in a mean.

use serde_json::{Value, json};

use crate::http::Connection;
use crate::points::{BLOCK, BLOCKS, BODY, Walk, send, time};
use crate::server::Server;
use crate::{ask, median, settle, times};

const SERIES: usize = 10;
/// The points of a body: eight full blocks, or one block and a part.
const BODIES: [usize; 2] = [8 * BLOCK, BODY];
const COMMITTED_POINTS: usize = 100_000;
const MEANS: usize = 21;

pub(crate) fn homomorphic() {
    println!("### Points under FHE: {SERIES} series of {BLOCKS} full blocks\n");
    for part in [measure_homomorphic, measure_plain] {
        if let Err(why) = part() {
            println!("not measured: {why}");
        }
    }
    println!();
}

fn measure_homomorphic() -> Result<(), String> {
    let server = Server::start_with(&[]);
    let token = server.token();
    let mut connection = Connection::open(server.address);
    prepared(&server, &mut connection, &token, "FHE")?;
    let before = server.database_bytes();
    let points = BLOCKS * BLOCK;
    let mut rates = BODIES.map(|body| (body, Vec::new()));
    let mut first = None;
    for nth in 0..SERIES {
        let (body, rates) = &mut rates[nth % BODIES.len()];
        let mut walk = Walk::new(&format!("strap {nth}"), nth as u64);
        let bodies = walk.bodies_of(*body, points, Some("FHE"));
        let cpu = server.cpu_seconds();
        send(&mut connection, &token, &bodies)?;
        rates.push(points as f64 / 1e6 / (settle(&server) - cpu));
        first.get_or_insert(walk);
    }
    for (body, rates) in rates {
        println!(
            "ingest, {body} points a body: {:.2} M points/CPU-s of the server (goal 2), including the sealing of blocks; rounds {rates:.2?}",
            median(rates.iter().copied())
        );
    }
    let walk = first.expect("at least one series exists");
    let mean = walk.sum / walk.count() as f64;
    let whole = json!({"operation": "mean", "type": "heart_rate", "device": "strap 0",
        "startDate": time(0), "endDate": time(points - 1)});
    let part = json!({"operation": "mean", "type": "heart_rate", "device": "strap 0",
        "startDate": time(1717), "endDate": time(points - 2930)});
    let variance = json!({"operation": "variance", "type": "heart_rate", "device": "strap 0",
        "startDate": time(0), "endDate": time(points - 1)});
    for (what, body, count, expected) in [
        ("mean of a million points", &whole, MEANS, Some(mean)),
        ("the same, ends inside blocks", &part, MEANS, None),
        ("variance", &variance, 5, None),
    ] {
        if let Err(why) = report(
            &server,
            &mut connection,
            &token,
            what,
            body,
            count,
            expected,
        ) {
            println!("{what}: not measured: {why}");
        }
    }
    let bytes = server.stop_and_measure().saturating_sub(before);
    println!(
        "on disk after a clean end: {:.2} bytes a point of all {} (goal 20 under FHE)",
        bytes as f64 / (SERIES * points) as f64,
        SERIES * points
    );
    Ok(())
}

/// Measures the same mean for points without a mode, which are only sealed at rest.
fn measure_plain() -> Result<(), String> {
    let server = Server::start_with(&[]);
    let token = server.token();
    let mut connection = Connection::open(server.address);
    let points = BLOCKS * BLOCK;
    let mut walk = Walk::new("strap 0", 0);
    let cpu = server.cpu_seconds();
    send(&mut connection, &token, &walk.bodies(points, None))?;
    println!(
        "as many plain points: {:.2} M points/CPU-s",
        points as f64 / 1e6 / (server.cpu_seconds() - cpu)
    );
    settle(&server);
    let mean = walk.sum / walk.count() as f64;
    let body = json!({"operation": "mean", "type": "heart_rate", "device": "strap 0",
        "startDate": time(0), "endDate": time(points - 1)});
    let what = "the mean of as many plain points";
    report(
        &server,
        &mut connection,
        &token,
        what,
        &body,
        MEANS,
        Some(mean),
    )
    .map_err(|why| format!("{what}: {why}"))
}

fn report(
    server: &Server,
    connection: &mut Connection,
    token: &str,
    what: &str,
    body: &Value,
    count: usize,
    expected: Option<f64>,
) -> Result<(), String> {
    let (answer, taken) = times(count, || ask(connection, "/v1/sfdp/aggregate", token, body))?;
    if let Some(expected) = expected
        && !holds(&answer, expected)
    {
        return Err(format!("{what}: {expected} is not in {answer}"));
    }
    println!(
        "{what}: median {:.1} ms at the client, {:.1} ms at the server, first {:.1} ms",
        median(taken.iter().copied()),
        median(server.last_request_milliseconds(count)),
        taken[0]
    );
    Ok(())
}

/// Whether the number is anywhere in an answer.
fn holds(answer: &Value, expected: f64) -> bool {
    match answer {
        Value::Number(number) => number
            .as_f64()
            .is_some_and(|number| (number - expected).abs() <= 1e-6 * expected.abs()),
        Value::Object(fields) => fields.values().any(|value| holds(value, expected)),
        Value::Array(values) => values.iter().any(|value| holds(value, expected)),
        _ => false,
    }
}

pub(crate) fn committed() {
    println!("### Points under ZK: {COMMITTED_POINTS} of one series, {BODY} a body\n");
    if let Err(why) = measure_committed() {
        println!("not measured: {why}");
    }
    println!();
}

fn measure_committed() -> Result<(), String> {
    let server = Server::start_with(&[]);
    let token = server.token();
    let mut connection = Connection::open(server.address);
    prepared(&server, &mut connection, &token, "ZK")?;
    let before = server.database_bytes();
    let bodies = Walk::new("strap 0", 7).bodies(COMMITTED_POINTS, Some("ZK"));
    let (cpu, start) = (server.cpu_seconds(), std::time::Instant::now());
    send(&mut connection, &token, &bodies)?;
    let wall = start.elapsed().as_secs_f64();
    let cpu = settle(&server) - cpu;
    println!(
        "ingest: {:.0} points/CPU-s of the server (goal 50 000), answered at {:.0} points/s",
        COMMITTED_POINTS as f64 / cpu,
        COMMITTED_POINTS as f64 / wall
    );
    let bytes = server.stop_and_measure().saturating_sub(before);
    println!(
        "on disk: {:.2} bytes a point",
        bytes as f64 / COMMITTED_POINTS as f64
    );
    Ok(())
}

/// Creates the mode's key before the measurement.
pub(crate) fn prepared(
    server: &Server,
    connection: &mut Connection,
    token: &str,
    mode: &str,
) -> Result<(), String> {
    ask(
        connection,
        "/v1/encryption/keys/generate",
        token,
        &json!({"mode": mode}),
    )?;
    // The first point creates everything else that is created on first use.
    let body = json!({"encryptionMode": mode, "data": [{"timestamp": "2024-01-01T00:00:00Z",
        "type": "heart_rate", "value": 60, "unit": "bpm", "device": "first"}]});
    ask(connection, "/v1/sfdp/data", token, &body)?;
    settle(server);
    Ok(())
}
