//! L4: the effect of eight clients of one account on other accounts. The latency of another account's requests and sign-ins
//! is measured alone, then during each kind of heavy request, and during floods of requests that are refused.

use std::collections::VecDeque;
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::client::{Answer, Connection, credentials, now, p99, pause};
use super::http2::{self, HEADERS_FRAME};
use super::load::{FLOOR_MS, compared};
use super::memory::zstd_of_spaces;
use super::{Row, Server, Tier};

/// A kind of heavy or refused request.
struct Scenario {
    name: &'static str,
    ask: fn(&mut Connection, &str, &Bodies, u64) -> Result<u16, String>,
}

/// What requests need: large bodies, which are built once, and another account.
struct Bodies {
    uploads: Vec<String>,
    import: Vec<u8>,
    /// A compressed form that inflates to more than the server admits.
    inflating: Vec<u8>,
    /// Zstd frames (RFC 8878) of one space each.
    tiny_frames: Vec<u8>,
    /// A request with a long answer.
    long: String,
    /// The token of an account whose limit of requests a flood reaches at once.
    limited: String,
    /// Requests for an unknown path on many streams.
    streams: Vec<u8>,
    /// Heads that the HTTP library refuses, on as many streams.
    large_heads: Vec<u8>,
    /// Pings of HTTP/2.
    pings: Vec<u8>,
    /// The connections with answers that are not read.
    unread: Mutex<VecDeque<Connection>>,
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "reads of 10 000 points at any offset",
        ask: |connection, token, _, nth| {
            let offset = nth * 7919 % (SEEDED_UPLOADS * UPLOAD_POINTS - 10_000);
            let path = format!("/v1/sfdp/data?limit=10000&offset={offset}");
            Ok(connection.ask("GET", &path, token, "")?.status())
        },
    },
    Scenario {
        name: "reads over 3000 series",
        ask: |connection, token, _, _| {
            let path = "/v1/sfdp/data?type=power&limit=10000";
            Ok(connection.ask("GET", path, token, "")?.status())
        },
    },
    Scenario {
        name: "metrics of a year",
        ask: |connection, token, _, _| {
            let path = "/v1/sfdp/metrics?startDate=2024-01-01&endDate=2024-12-31";
            Ok(connection.ask("GET", path, token, "")?.status())
        },
    },
    Scenario {
        name: "aggregates",
        ask: |connection, token, _, _| {
            let body = "{\"type\":\"heart_rate\",\"operation\":\"variance\",\
                        \"startDate\":\"2024-01-01\",\"endDate\":\"2024-12-31\"}";
            let answer = connection.ask("POST", "/v1/sfdp/aggregate", token, body)?;
            Ok(answer.status())
        },
    },
    Scenario {
        name: "exports",
        ask: |connection, token, _, _| {
            let path = "/v1/sfdp/export?format=csv";
            Ok(connection.ask("GET", path, token, "")?.status())
        },
    },
    Scenario {
        name: "uploads of 50 000 points",
        ask: |connection, token, bodies, nth| {
            let body = &bodies.uploads[nth as usize % bodies.uploads.len()];
            Ok(connection
                .ask("POST", "/v1/sfdp/data", token, body)?
                .status())
        },
    },
    Scenario {
        name: "imports",
        ask: |connection, token, bodies, _| {
            let kind = "Content-Type: multipart/form-data; boundary=b\r\n";
            connection.send("POST", "/v1/sfdp/import", token, kind, &bodies.import)?;
            Ok(connection.answer()?.status())
        },
    },
    Scenario {
        name: "imports that inflate",
        ask: |connection, token, bodies, _| {
            let kind =
                "Content-Type: multipart/form-data; boundary=b\r\nContent-Encoding: zstd\r\n";
            let sent = connection.send("POST", "/v1/sfdp/import", token, kind, &bodies.inflating);
            // The server refuses it, and may close before everything was sent.
            let answer = sent.and_then(|()| connection.answer());
            *connection = Connection::open(connection.address())?;
            match answer.map(|answer| answer.status()) {
                Ok(400 | 413) | Err(_) => Ok(200),
                Ok(status) => Ok(status),
            }
        },
    },
    Scenario {
        name: "uploads in 100 000 compressed frames",
        ask: |connection, token, bodies, _| {
            let kind = "Content-Type: application/json\r\nContent-Encoding: zstd\r\n";
            connection.send("POST", "/v1/sfdp/data", token, kind, &bodies.tiny_frames)?;
            // Spaces are no JSON.
            Ok(flooded(&connection.answer()?, 400))
        },
    },
    Scenario {
        name: "proofs",
        ask: |connection, token, _, _| {
            let body = "{\"circuit\":\"commitment\",\"data\":\"eyJ2YWx1ZSI6IDF9\"}";
            let answer = connection.ask("POST", "/v1/encryption/zk/prove", token, body)?;
            Ok(refusal_or_status(&answer))
        },
    },
    Scenario {
        name: "answers of 8 MB that are not read",
        ask: |connection, token, bodies, _| {
            let path = "/v1/encryption/encrypt";
            let kind = "Content-Type: application/json\r\n";
            let sent = connection.send("POST", path, token, kind, bodies.long.as_bytes());
            let head = sent.and_then(|()| connection.head());
            let next = Connection::open(connection.address())?;
            let unread = std::mem::replace(connection, next);
            match head {
                Ok(head) if head.status() == 200 => {
                    let mut held = bodies.unread.lock().map_err(|_| "a client panicked")?;
                    held.push_back(unread);
                    if held.len() > HELD {
                        held.pop_front();
                    }
                    Ok(200)
                }
                Ok(head) => Ok(refusal_or_status(&head)),
                // Refused before everything was sent.
                Err(_) => Ok(503),
            }
        },
    },
    Scenario {
        name: "floods of unknown paths",
        ask: |connection, _, _, _| {
            let answer = connection.ask("GET", "/unknown", "", "")?;
            Ok(flooded(&answer, 404))
        },
    },
    Scenario {
        name: "floods over the limit",
        ask: |connection, _, bodies, _| {
            let answer = connection.ask("GET", "/v1/sfdp/profile", &bodies.limited, "")?;
            Ok(flooded(&answer, 429))
        },
    },
    Scenario {
        name: "floods of pings over HTTP/2",
        ask: |connection, _, bodies, _| {
            let mut pinged = Connection::open(connection.address())?;
            // The server closes it, maybe before everything is written.
            let written = pinged.write(&bodies.pings);
            while written.is_ok() && pinged.frame().is_some() {}
            Ok(200)
        },
    },
    // The last ones: what waits for the address at their end would be added to another flood.
    Scenario {
        name: "floods of unknown paths on 100 streams",
        ask: |connection, _, bodies, _| on_streams(connection, &bodies.streams),
    },
    Scenario {
        name: "floods of heads over 32 KiB on 100 streams",
        ask: |connection, _, bodies, _| on_streams(connection, &bodies.large_heads),
    },
];

/// Sends requests on each stream of a new connection.
fn on_streams(connection: &Connection, requests: &[u8]) -> Result<u16, String> {
    let mut streams = Connection::open(connection.address())?;
    let mut answered = 0;
    if streams.write(requests).is_ok() {
        while answered < STREAMS
            && let Some(kind) = streams.frame()
        {
            answered += u32::from(kind == HEADERS_FRAME);
        }
    }
    // Closed without an answer: the client waits and tries again.
    Ok(if answered > 0 { 200 } else { 503 })
}

/// Returns 200 for the refusal that a flood expects: the client goes on without a pause.
fn flooded(answer: &Answer, refusal: u16) -> u16 {
    match answer.status() {
        status if status == refusal => 200,
        status => status,
    }
}

/// Returns the status of an answer; 503 for a refusal with `Retry-After`, which areas D and E answer with 500.
fn refusal_or_status(answer: &Answer) -> u16 {
    match answer.status() {
        500 if answer.head.contains("\r\nretry-after: ") => 503,
        status => status,
    }
}

/// Returns one row for each kind of heavy request.
pub(super) fn measure(tier: &Tier) -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    // The sign-ins of all scenarios come from one address.
    server.change("/v1/admin/settings", ENOUGH_SIGN_INS)?;
    let heavy = server.account("heavy", "enterprise")?;
    let light = server.account("light", "enterprise")?;
    let limited = server.account("limited", "standard")?;
    seed(&server, &heavy)?;
    let bodies = Bodies {
        uploads: (0..4).map(|nth| upload("heart_rate", 100 + nth)).collect(),
        import: import(),
        inflating: zstd_of_spaces(31 << 20, 17),
        tiny_frames: TINY_FRAME.repeat(TINY_FRAMES),
        long: format!(
            "{{\"mode\":\"Basic\",\"data\":\"{}\"}}",
            "AAAA".repeat(2 << 20)
        ),
        limited,
        streams: http2::unknown_paths(STREAMS),
        large_heads: http2::large_heads(STREAMS),
        pings: http2::pings(),
        unread: Mutex::default(),
    };
    // There are many scenarios: in CI each takes two seconds.
    let time = Duration::from_millis(400) * u32::try_from(tier.seconds).unwrap_or(1);
    // Warms up.
    polite(server.address, &light, time / 4)?;
    let alone = polite(server.address, &light, time)?;
    let mut rows = Vec::new();
    for scenario in SCENARIOS {
        let abused = during(&server, (&light, &heavy), scenario, &bodies, time)?;
        let mut measured = row(scenario, &alone, &abused, tier.sign_in_floor_ms);
        if !measured.holds {
            // A machine that paused looks like a slow server, so a miss is measured once more.
            // Answers that are still held would leave no room for those of the second measurement.
            let mut held = bodies.unread.lock().map_err(|_| "a client panicked")?;
            held.clear();
            drop(held);
            let alone = polite(server.address, &light, time)?;
            let abused = during(&server, (&light, &heavy), scenario, &bodies, time)?;
            let first = measured.seen;
            measured = row(scenario, &alone, &abused, tier.sign_in_floor_ms);
            measured.seen += &format!("; before: {first}");
        }
        // The whole table takes minutes on a busy machine.
        measured.print();
        rows.push(measured);
    }
    Ok(rows)
}

/// The 99th percentiles of requests and of sign-ins.
struct PoliteLatencies {
    requests: Duration,
    sign_ins: Duration,
}

/// The measurements of a scenario.
struct AbuseMeasurements {
    polite: PoliteLatencies,
    /// The heavy requests that were answered, and those that were refused.
    done: u64,
    refused: u64,
    /// The maximum memory that the server has used since its start.
    peak_mib: u64,
}

fn row(
    scenario: &Scenario,
    alone: &PoliteLatencies,
    abused: &AbuseMeasurements,
    sign_in_floor_ms: f64,
) -> Row {
    let AbuseMeasurements {
        polite,
        done,
        refused,
        peak_mib,
    } = abused;
    let (requests, requests_fit) = compared(alone.requests, polite.requests, FLOOR_MS);
    let (sign_ins, sign_ins_fit) = compared(alone.sign_ins, polite.sign_ins, sign_in_floor_ms);
    Row {
        figure: "L4",
        target: format!("8 {}: p99 of others at most twice", scenario.name),
        seen: format!(
            "requests {requests}; sign-ins {sign_ins}; peak {peak_mib} MiB; {done} done, {refused} refused"
        ),
        holds: *done > 0 && requests_fit && sign_ins_fit,
    }
}

/// Measures the other account's latency during eight clients of a scenario.
fn during(
    server: &Server,
    (light, heavy): (&str, &str),
    scenario: &Scenario,
    bodies: &Bodies,
    time: Duration,
) -> Result<AbuseMeasurements, String> {
    let (end, counter) = (AtomicBool::new(false), AtomicU64::new(0));
    let (done, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let address = server.address;
    let polite = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let mut connection = Connection::open(address)?;
                    while !end.load(Ordering::Relaxed) {
                        let nth = counter.fetch_add(1, Ordering::Relaxed);
                        match (scenario.ask)(&mut connection, heavy, bodies, nth)? {
                            200 => done.fetch_add(1, Ordering::Relaxed),
                            // Over a limit: the client waits and tries again.
                            429 | 503 => {
                                pause(REFUSED_PAUSE);
                                refused.fetch_add(1, Ordering::Relaxed)
                            }
                            status => return Err(format!("{}: status {status}", scenario.name)),
                        };
                    }
                    Ok(())
                })
            })
            .collect();
        pause(WARM_UP);
        let measured = polite(address, light, time);
        end.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().map_err(|_| "a client panicked")??;
        }
        measured
    })?;
    Ok(AbuseMeasurements {
        polite,
        done: done.into_inner(),
        refused: refused.into_inner(),
        peak_mib: server.memory()?,
    })
}

/// Measures requests and sign-ins of a well-behaved client.
fn polite(address: SocketAddr, token: &str, time: Duration) -> Result<PoliteLatencies, String> {
    thread::scope(|scope| {
        let signing = scope.spawn(|| {
            let body = credentials("light");
            each(time, SIGN_IN_PAUSE, || {
                let mut connection = Connection::open(address)?;
                connection.ask("POST", "/api/auth/token", "", &body)
            })
        });
        let mut connection = Connection::open(address)?;
        let requests = each(time, PAUSE, || {
            connection.ask("GET", "/v1/sfdp/devices", token, "")
        })?;
        let sign_ins = signing.join().map_err(|_| "a client panicked")??;
        Ok(PoliteLatencies { requests, sign_ins })
    })
}

/// Returns the 99th percentile of a repeated request.
fn each(
    time: Duration,
    between: Duration,
    mut ask: impl FnMut() -> Result<Answer, String>,
) -> Result<Duration, String> {
    let (start, mut times) = (now(), Vec::new());
    while start.elapsed() < time {
        let asked = now();
        let answer = ask()?;
        times.push(asked.elapsed());
        if answer.status() != 200 {
            return Err(format!(
                "the well-behaved client was refused: {}",
                answer.text()
            ));
        }
        pause(between);
    }
    Ok(p99(times))
}

/// Stores a quarter of a million points of one series, and 3000 short series.
fn seed(server: &Server, heavy: &str) -> Result<(), String> {
    let mut connection = Connection::open(server.address)?;
    let mut store = |body: &str| {
        let answer = connection.ask("POST", "/v1/sfdp/data", heavy, body)?;
        match answer.status() {
            200 => Ok(()),
            _ => Err(format!("points were refused: {}", answer.text())),
        }
    };
    for nth in 0..SEEDED_UPLOADS {
        store(&upload("heart_rate", nth))?;
    }
    let points =
        (0..SERIES * 5).map(|nth| point("power", nth / SERIES, &format!("d{}", nth % SERIES)));
    store(&body(points))
}

/// Returns an upload of one type with a point each second; upload `nth + 1` continues upload `nth`.
fn upload(kind: &str, nth: u64) -> String {
    let first = nth * UPLOAD_POINTS;
    body((first..first + UPLOAD_POINTS).map(|second| point(kind, second, "Strap")))
}

fn body(points: impl Iterator<Item = String>) -> String {
    let points: Vec<String> = points.collect();
    format!("{{\"data\":[{}]}}", points.join(","))
}

/// Returns a point at a second of 2024.
fn point(kind: &str, second: u64, device: &str) -> String {
    let unit = if kind == "power" { "W" } else { "bpm" };
    let value = 60 + second * 7919 % 90;
    format!(
        "{{\"timestamp\":\"{}\",\"type\":\"{kind}\",\"value\":{value},\"unit\":\"{unit}\",\
         \"device\":\"{device}\"}}",
        moment(second)
    )
}

/// Formats a second of 2024 in RFC 3339, counted over months of 28 days: only the ascending order
/// matters here.
fn moment(second: u64) -> String {
    let day = second / 86_400;
    let (month, day) = (day / 28 % 12 + 1, day % 28 + 1);
    let (hour, minute) = (second / 3600 % 24, second / 60 % 60);
    format!(
        "2024-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z",
        second % 60
    )
}

/// Returns a ride of some hours as a form with a GPX file.
fn import() -> Vec<u8> {
    let mut gpx = String::from(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ride.gpx\"\r\n\r\n\
         <?xml version=\"1.0\"?><gpx creator=\"Ride\"><trk><trkseg>",
    );
    for second in 0..IMPORT_POINTS {
        // Writing to a string does not fail.
        let _ = write!(
            gpx,
            "<trkpt lat=\"50.{:06}\" lon=\"8.{:06}\"><time>{}</time><hr>{}</hr></trkpt>",
            second,
            second,
            moment(second),
            90 + second % 60
        );
    }
    gpx.push_str("</trkseg></trk></gpx>\r\n--b--\r\n");
    gpx.into_bytes()
}

const CLIENTS: u32 = 8;
/// Its magic number, no flags, a window of 1 KiB, and the head and the byte of its only block.
const TINY_FRAME: &[u8] = b"\x28\xb5\x2f\xfd\x00\x00\x09\x00\x00 ";
const TINY_FRAMES: usize = 100_000;
/// The streams of HTTP/2 that the server allows on a connection.
const STREAMS: u32 = 100;
/// A limit of requests without a credential that this measurement does not reach.
const ENOUGH_SIGN_INS: &str = r#"{"limits":{"anonymous":1000000}}"#;
/// The maximum number of connections with answers that are not read.
const HELD: usize = 32;
const SEEDED_UPLOADS: u64 = 5;
const UPLOAD_POINTS: u64 = 50_000;
const SERIES: u64 = 3000;
const IMPORT_POINTS: u64 = 10_000;
const PAUSE: Duration = Duration::from_millis(10);
const SIGN_IN_PAUSE: Duration = Duration::from_millis(100);
const REFUSED_PAUSE: Duration = Duration::from_millis(50);
const WARM_UP: Duration = Duration::from_millis(300);
