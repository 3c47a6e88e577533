//! `cargo xtask bench ingest` measures the cost of an acknowledged point over HTTP on the release
//! build.
//!
//! It starts `lockstep serve` on a fresh directory, sends 10 000-point bodies of 1 Hz heart rate
//! over two connections, and reads the server's processor time before and after. Then it fills the
//! account up to 10 M points in 4 series, and measures a 1000-row page, the exact count and charts.
//!
//! `cargo xtask bench ingest compare OLD NEW` alternates between two server programs round by round.

mod http;
mod server;

use std::path::Path;
use std::time::Instant;

use http::Connection;
use server::Server;

const BODY_POINTS: usize = 10_000;
const SERIES: usize = 4;
const ROUNDS: usize = 5;
const BODIES_A_ROUND: usize = 200;
const COMPARED_ROUNDS: usize = 9;
const POINTS_IN_ALL: usize = 10_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.as_slice() {
        [] => measure(),
        [word, old, new] if word == "compare" => compare(Path::new(old), Path::new(new)),
        _ => panic!("the arguments are: compare OLD NEW"),
    }
}

/// Compares the processor time of two server programs for the same points, in alternating rounds.
fn compare(old: &Path, new: &Path) {
    let servers = [old, new].map(|program| Server::start_at(program, &[]));
    let tokens = servers.each_ref().map(Server::token);
    let mut sent = [0; 2];
    let mut ratios = Vec::new();
    for round in 0..COMPARED_ROUNDS {
        let mut per_cpu = [0.0; 2];
        // Each round begins with the other program, so that neither has the warmer cache.
        for nth in [round % 2, 1 - round % 2] {
            let bodies = BODIES_A_ROUND / 2;
            (per_cpu[nth], _) = ingest(&servers[nth], &tokens[nth], &mut sent[nth], bodies);
        }
        let [old, new] = per_cpu;
        println!(
            "round {round}: old {old:.2}, new {new:.2} M points/CPU-s, ratio {:.3}",
            new / old
        );
        ratios.push(new / old);
    }
    println!("median ratio new/old: {:.3}", median(ratios.into_iter()));
    for nth in [0, 1, 0, 1] {
        println!("{}:", ["old", "new"][nth]);
        reads(&servers[nth], &tokens[nth]);
    }
}

fn measure() {
    let server = Server::start();
    let token = server.token();
    let mut sent = 0;
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        rounds.push(ingest(&server, &token, &mut sent, BODIES_A_ROUND));
        let (per_cpu, per_wall) = rounds[round];
        println!("round {round}: {per_cpu:.2} M points/CPU-s, {per_wall:.2} M points/s wall");
    }
    println!(
        "median: {:.2} M points/CPU-s, {:.2} M points/s wall",
        median(rounds.iter().map(|it| it.0)),
        median(rounds.iter().map(|it| it.1))
    );
    shares(&server);

    let left = (POINTS_IN_ALL - sent * BODY_POINTS) / BODY_POINTS;
    ingest(&server, &token, &mut sent, left);
    println!("stored: {} points in {SERIES} series", sent * BODY_POINTS);
    reads(&server, &token);
    charts(&server, &token);
    println!("resident: {} MiB", server.resident_mib());
    let bytes = server.stop_and_measure();
    println!(
        "on disk after a clean end: {:.3} bytes a point",
        bytes as f64 / (sent * BODY_POINTS) as f64
    );
}

/// Sends bodies over two connections; returns million points per second of the server's processor
/// time, and per second of wall time.
fn ingest(server: &Server, token: &str, sent: &mut usize, bodies: usize) -> (f64, f64) {
    let first = *sent;
    let halves: [Vec<Vec<u8>>; 2] = [0, 1].map(|half| {
        (first..first + bodies)
            .filter(|nth| nth % 2 == half)
            .map(body)
            .collect()
    });
    let (cpu, start) = (server.cpu_seconds(), Instant::now());
    std::thread::scope(|scope| {
        for half in &halves {
            scope.spawn(move || {
                let mut connection = Connection::open(server.address);
                for body in half {
                    let (status, answer) = connection.post("/v1/sfdp/data", token, body);
                    assert_eq!(status, 200, "{answer}");
                    assert!(answer.contains("\"processedCount\":10000"), "{answer}");
                }
            });
        }
    });
    let (cpu, wall) = (server.cpu_seconds() - cpu, start.elapsed().as_secs_f64());
    *sent += bodies;
    let points = (bodies * BODY_POINTS) as f64 / 1e6;
    (points / cpu, points / wall)
}

/// Returns the `nth` body: each of the four straps sends consecutive hours.
fn body(nth: usize) -> Vec<u8> {
    let (strap, part) = (nth % SERIES, nth / SERIES);
    let mut text = String::with_capacity(BODY_POINTS * 112);
    text.push_str("{\"data\":[");
    let mut pulse = 120_i64 + strap as i64;
    let mut dice = nth as u64 * 0x9e37_79b9_7f4a_7c15 + 1;
    for place in 0..BODY_POINTS {
        // A random walk between 90 and 180 with steps of at most one beat a second.
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        pulse = (pulse + (dice >> 33) as i64 % 3 - 1).clamp(90, 180);
        let second = part * BODY_POINTS + place;
        let (day, in_day) = (second / 86_400, second % 86_400);
        let (month, date) = (1 + day / 28 % 12, 1 + day % 28);
        let (hour, minute, second) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
        if place > 0 {
            text.push(',');
        }
        text.push_str(&format!(
            "{{\"timestamp\":\"2025-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z\",\"type\":\"heart_rate\",\"value\":{pulse},\"unit\":\"bpm\",\"device\":\"strap {strap}\"}}"
        ));
    }
    text.push_str("]}");
    text.into_bytes()
}

/// Prints the shares of the server's stages from its own metrics.
fn shares(server: &Server) {
    let figures = server.figures();
    let sum = |name: &str| -> f64 {
        figures
            .lines()
            .find(|line| line.starts_with(name))
            .and_then(|line| line.rsplit(' ').next()?.parse().ok())
            .unwrap_or(0.0)
    };
    let stages = [
        (
            "parsing",
            sum("lockstep_upload_seconds_sum{stage=\"parse\"}"),
        ),
        (
            "compressing",
            sum("lockstep_upload_seconds_sum{stage=\"pack\"}"),
        ),
        (
            "merging",
            sum("lockstep_upload_seconds_sum{stage=\"append\"}"),
        ),
        ("committing", sum("lockstep_store_commit_seconds_sum")),
    ];
    let all: f64 = stages.iter().map(|(_, seconds)| seconds).sum();
    for (stage, seconds) in stages {
        println!(
            "  {stage:<12} {:5.1} % of the measured stages ({seconds:.3} s wall)",
            100.0 * seconds / all
        );
    }
}

fn reads(server: &Server, token: &str) {
    let mut connection = Connection::open(server.address);
    for (what, path) in [
        (
            "1000 rows, one series",
            "/v1/sfdp/data?type=heart_rate&device=strap%201&limit=1000",
        ),
        ("1000 rows, 4 series merged", "/v1/sfdp/data?limit=1000"),
        (
            "1000 rows at offset 5 M",
            "/v1/sfdp/data?limit=1000&offset=5000000",
        ),
        ("exact total, 1 row", "/v1/sfdp/data?limit=1"),
        (
            "exact total of a range, 1 row",
            "/v1/sfdp/data?limit=1&startDate=2025-01-02T03:04:05Z&endDate=2025-01-20T05:06:07Z",
        ),
    ] {
        let mut times = Vec::new();
        let mut length = 0;
        for _ in 0..100 {
            let start = Instant::now();
            let (status, answer) = connection.get(path, token);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert_eq!(status, 200, "{answer}");
            length = answer.len();
        }
        let at_server = server.last_request_milliseconds(100);
        println!(
            "{what:<32} median {:.3} ms at the server, {:.3} ms at the client, {length} bytes",
            median(at_server.into_iter()),
            median(times.into_iter())
        );
    }
}

/// Measures charts over all points: the first answer reads the points, the others read stored rows.
fn charts(server: &Server, token: &str) {
    let mut connection = Connection::open(server.address);
    // Drops the rows that the server may have made in the background: another time zone has other days.
    let zone = br#"{"timeZone":"Europe/Berlin"}"#;
    let (status, answer) = connection.put("/v1/sfdp/profile", token, zone);
    assert_eq!(status, 200, "{answer}");
    for (what, range) in [
        (
            "all points",
            "startDate=2025-01-01&endDate=2025-12-31&buckets=300",
        ),
        (
            "all points, 2000 buckets",
            "startDate=2025-01-01&endDate=2025-12-31&buckets=2000",
        ),
        (
            "one day, 2000 buckets",
            "startDate=2025-01-12&endDate=2025-01-12&buckets=2000",
        ),
    ] {
        let path = format!("/v1/sfdp/series?types=heart_rate&{range}");
        let mut lengths = Vec::new();
        for _ in 0..21 {
            let (status, answer) = connection.get(&path, token);
            assert_eq!(status, 200, "{answer}");
            lengths.push(answer.len());
        }
        let at_server = server.last_request_milliseconds(21);
        println!(
            "chart of {what:<26} first {:.1} ms, then median {:.2} ms at the server, {} bytes",
            at_server[20],
            median(at_server[..20].iter().copied()),
            lengths[0]
        );
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
