//! L1 to L3: the effect of other clients' abuse on a well-behaved account. Its latency is measured
//! alone, then during slow clients, a flood over the limit, and sign-ins.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::client::{Connection, now, p99, pause};
use super::{Row, Server, Tier};

/// Returns all three figures.
pub(super) fn measure(tier: &Tier) -> Result<Vec<Row>, String> {
    let server = Server::start(&[("LOCKSTEP_NETWORK_CONNECTIONS_PER_ADDRESS", "20000")])?;
    let polite = server.account("polite", "enterprise")?;
    let greedy = server.account("greedy", "standard")?;
    let time = Duration::from_secs(tier.seconds);
    // Measured twice: the first run warms up.
    latency(server.address, &polite, time / 2)?;
    let mut rows = Vec::new();

    let clients = during(&server, &polite, time, |address, end| {
        slow_clients(address, tier.slow_clients, end)
    })?;
    rows.push(row(
        "L1",
        format!(
            "{} slow clients: p99 of others at most twice",
            tier.slow_clients
        ),
        &clients,
        &format!("{} held open", clients.count),
        clients.count >= u64::from(tier.slow_clients),
    ));

    let refused = AtomicU64::new(0);
    let bare = AtomicU64::new(0);
    let asked = during_many(&server, &polite, time, 2, |address, end| {
        flood(address, &greedy, end, &refused, &bare)
    })?;
    let (refused, memory) = (refused.into_inner(), server.memory()?);
    let told = bare.into_inner() == 0;
    rows.push(row(
        "L2",
        "ten times the limit: 429 with headers, p99 of others at most twice".to_owned(),
        &asked,
        &format!(
            "{refused} of {} refused, {memory} MiB resident",
            asked.count
        ),
        told && refused > 0 && memory < 512,
    ));

    let signed = during_many(&server, &polite, time, 8, |address, end| {
        sign_ins(address, tier.sign_ins / 8, end)
    })?;
    rows.push(row(
        "L3",
        format!(
            "{} sign-ins a second: p99 of others at most twice",
            tier.sign_ins
        ),
        &signed,
        &format!("{} requested in {} s", signed.count, time.as_secs()),
        signed.count > 0,
    ));
    Ok(rows)
}

pub(super) fn row(
    figure: &'static str,
    target: String,
    latencies: &Latencies,
    details: &str,
    holds: bool,
) -> Row {
    let (compared, fits) = compared(latencies.alone, latencies.during, FLOOR_MS);
    Row {
        figure,
        target,
        seen: format!("p99 {compared}; {details}"),
        holds: holds && fits,
    }
}

/// Compares a latency during abuse with that alone. Returns both with their ratio, and whether the ratio holds; if it does
/// not, the text says whether the latency is within the floor.
pub(super) fn compared(alone: Duration, during: Duration, floor_ms: f64) -> (String, bool) {
    let times = during.as_secs_f64() / alone.as_secs_f64();
    let (alone, during) = (alone.as_secs_f64() * 1e3, during.as_secs_f64() * 1e3);
    let of_floor = match (times <= MAX_TIMES, during <= floor_ms) {
        (true, _) => String::new(),
        (false, true) => format!(", within the floor of {floor_ms:.0} ms"),
        (false, false) => format!(", over the floor of {floor_ms:.0} ms"),
    };
    let text =
        format!("quiet {alone:.1} ms, under abuse {during:.1} ms, ratio {times:.1}{of_floor}");
    (text, times <= MAX_TIMES || during <= floor_ms)
}

/// The 99th percentiles of a request alone and during an abuser.
pub(super) struct Latencies {
    pub(super) alone: Duration,
    pub(super) during: Duration,
    /// The number of requests or connections of the abuser.
    pub(super) count: u64,
}

/// Measures the latencies of a request, and counts the requests of the abuser.
pub(super) fn during(
    server: &Server,
    token: &str,
    time: Duration,
    abuse: impl FnOnce(SocketAddr, &AtomicBool) -> Result<u64, String> + Send,
) -> Result<Latencies, String> {
    let alone = latency(server.address, token, time)?;
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        let abuser = scope.spawn(|| abuse(server.address, &end));
        let during = latency(server.address, token, time);
        end.store(true, Ordering::Relaxed);
        let counted = abuser.join().map_err(|_| "the abuser panicked")??;
        Ok(Latencies {
            alone,
            during: during?,
            count: counted,
        })
    })
}

fn during_many(
    server: &Server,
    token: &str,
    time: Duration,
    many: usize,
    abuse: impl Fn(SocketAddr, &AtomicBool) -> Result<u64, String> + Sync,
) -> Result<Latencies, String> {
    during(server, token, time, |address, end| {
        thread::scope(|scope| {
            let all: Vec<_> = (0..many)
                .map(|_| scope.spawn(|| abuse(address, end)))
                .collect();
            let counts = all
                .into_iter()
                .map(|one| one.join().map_err(|_| "fell over")?);
            counts.sum()
        })
    })
}

/// Returns the 99th percentile of a request sent every few milliseconds.
fn latency(address: SocketAddr, token: &str, time: Duration) -> Result<Duration, String> {
    let mut connection = Connection::open(address)?;
    let start = now();
    let mut times = Vec::new();
    while start.elapsed() < time {
        let asked = now();
        let answer = connection.ask("GET", "/v1/sfdp/profile", token, "")?;
        times.push(asked.elapsed());
        if answer.status() != 200 {
            return Err(format!(
                "the well-behaved client was refused: {}",
                answer.text()
            ));
        }
        pause(PAUSE);
    }
    Ok(p99(times))
}

/// Measures the latency twice and returns the lower one: a machine that paused looks like a slow server.
pub(super) fn calm_latency(
    address: SocketAddr,
    token: &str,
    time: Duration,
) -> Result<Duration, String> {
    Ok(latency(address, token, time)?.min(latency(address, token, time)?))
}

/// Sends heads that never end, one byte at a time; returns how many connections were open at once.
fn slow_clients(address: SocketAddr, many: u32, end: &AtomicBool) -> Result<u64, String> {
    let mut held = Vec::new();
    for _ in 0..many {
        let Ok(mut stream) = TcpStream::connect(address) else {
            break;
        };
        if stream
            .write_all(b"GET /v1/sfdp/data HTTP/1.1\r\nX-Slow: ")
            .is_ok()
        {
            held.push(stream);
        }
    }
    let most = held.len() as u64;
    while !end.load(Ordering::Relaxed) {
        for stream in &mut held {
            // The server closes a connection after its time limit: a new one replaces it.
            if stream.write_all(b"x").is_err()
                && let Ok(again) = TcpStream::connect(address)
            {
                *stream = again;
            }
        }
        pause(Duration::from_millis(200));
    }
    Ok(most)
}

/// Sends requests as fast as possible with one account; returns their number.
fn flood(
    address: SocketAddr,
    token: &str,
    end: &AtomicBool,
    refused: &AtomicU64,
    bare: &AtomicU64,
) -> Result<u64, String> {
    let mut connection = Connection::open(address)?;
    let mut asked = 0;
    while !end.load(Ordering::Relaxed) {
        let answer = connection.ask("GET", "/v1/sfdp/profile", token, "")?;
        asked += 1;
        if answer.status() == 429 {
            refused.fetch_add(1, Ordering::Relaxed);
            let told = [
                "retry-after: ",
                "x-ratelimit-limit: ",
                "x-ratelimit-reset: ",
            ];
            let told = told.iter().all(|name| answer.head.contains(name));
            bare.fetch_add(u64::from(!told), Ordering::Relaxed);
        }
        // Ten times the limit of a hundred a minute is soon reached; the rest is as fast as one
        // client can.
        pause(Duration::from_millis(5));
    }
    Ok(asked)
}

/// Sends sign-ins of accounts that do not exist, which cost as much as sign-ins of existing
/// accounts.
fn sign_ins(address: SocketAddr, a_second: u32, end: &AtomicBool) -> Result<u64, String> {
    let start = now();
    let mut asked = 0_u32;
    let mut connections: Vec<Arc<()>> = Vec::new();
    while !end.load(Ordering::Relaxed) {
        let due = start + Duration::from_secs(1) * asked / a_second.max(1);
        pause(due.saturating_duration_since(now()));
        let mark = Arc::new(());
        connections.retain(|other| Arc::strong_count(other) > 1);
        let counted = mark.clone();
        let name = asked;
        asked += 1;
        if connections.len() > 100 {
            continue;
        }
        connections.push(mark);
        // The response is read on another thread, so that the rate does not depend on it.
        thread::spawn(move || {
            let _counted = counted;
            let body = format!("{{\"username\":\"nobody{name}\",\"password\":\"wrong password\"}}");
            let connection = Connection::open(address);
            connection.and_then(|mut it| it.ask("POST", "/api/auth/token", "", &body))
        });
    }
    Ok(asked.into())
}

const MAX_TIMES: f64 = 2.0;
/// Below this 99th percentile, in milliseconds, a ratio depends more on the machine than on the
/// server: two processors run the server, the clients and the abusers.
pub(super) const FLOOR_MS: f64 = 20.0;
const PAUSE: Duration = Duration::from_millis(10);
