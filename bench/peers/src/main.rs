//! `cargo xtask bench peers` sends the same points to Lockstep, VictoriaMetrics and InfluxDB, in
//! alternating rounds over the same number of connections. Then it measures rows, counts and bytes,
//! and a FIT import compared with Garmin's own decoder.
//!
//! Processor time is that of the server, user and system, up to 1.2 s after the last answer,
//! because some products continue to work after it. Wall time ends with the last answer.

mod bodies;
mod fit;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "another bench uses the rest")]
mod server;

mod http;
mod peer;

use std::time::{Duration, Instant};

use bodies::{BODY, START, TYPES};
use http::Connection;
use peer::Peer;
use server::Server;

const CONNECTIONS: usize = 2;
const ROUNDS: usize = 5;
const BODIES_A_ROUND: usize = 300;
const BEHIND: Duration = Duration::from_millis(1200);

/// One way to send points.
struct Way<'s> {
    name: &'static str,
    address: std::net::SocketAddr,
    path: &'static str,
    headers: String,
    body: fn(usize) -> Vec<u8>,
    cpu: Box<dyn Fn() -> f64 + 's>,
    /// Million points per CPU-second and per second of wall time, for each round.
    rates: Vec<(f64, f64)>,
}

fn main() {
    if let Err(missing) = present() {
        eprintln!("{missing}");
        std::process::exit(1);
    }
    versions();
    let python = fit::python();
    let ours = Server::start();
    let token = ours.token();
    let (json, lines, native) = (Peer::victoria(), Peer::victoria(), Peer::victoria());
    let influx = Peer::influx();
    let mut connection = Connection::open(influx.address);
    let (status, _) = connection.send("POST", "/query?q=CREATE+DATABASE+bench", "", b"");
    assert_eq!(status, 200);

    let bearer = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
    let mut ways = [
        Way {
            name: "lockstep, JSON",
            address: ours.address,
            path: "/v1/sfdp/data",
            headers: bearer,
            body: bodies::ours,
            cpu: Box::new(|| ours.cpu_seconds()),
            rates: Vec::new(),
        },
        Way {
            name: "VictoriaMetrics, JSON, one point per line",
            address: json.address,
            path: "/api/v1/import",
            headers: String::new(),
            body: bodies::victoria,
            cpu: Box::new(|| json.cpu_seconds()),
            rates: Vec::new(),
        },
        Way {
            name: "VictoriaMetrics, /write",
            address: lines.address,
            path: "/write?precision=ms",
            headers: String::new(),
            body: bodies::lines,
            cpu: Box::new(|| lines.cpu_seconds()),
            rates: Vec::new(),
        },
        Way {
            name: "InfluxDB, /write",
            address: influx.address,
            path: "/write?db=bench&precision=ms",
            headers: String::new(),
            body: bodies::lines,
            cpu: Box::new(|| influx.cpu_seconds()),
            rates: Vec::new(),
        },
    ];
    for round in 0..ROUNDS {
        for way in &mut ways {
            let rates = ingest(way, round * BODIES_A_ROUND);
            way.rates.push(rates);
        }
    }
    let medians: Vec<(f64, f64)> = ways
        .iter()
        .map(|way| {
            (
                median(way.rates.iter().map(|it| it.0)),
                median(way.rates.iter().map(|it| it.1)),
            )
        })
        .collect();
    println!(
        "\n| ingest, medians of {ROUNDS} | M points/CPU-s | M points/s wall | Lockstep / other, CPU | wall |\n|---|---|---|---|---|"
    );
    for (way, (cpu, wall)) in ways.iter().zip(&medians) {
        println!(
            "| {} | {cpu:.2} | {wall:.2} | {:.2} | {:.2} |",
            way.name,
            medians[0].0 / cpu,
            medians[0].1 / wall
        );
    }
    for way in &ways {
        let rounds: Vec<String> = way.rates.iter().map(|it| format!("{:.2}", it.0)).collect();
        println!("rounds, {}: {}", way.name, rounds.join(" "));
    }
    drop(ways);
    let points = ROUNDS * BODIES_A_ROUND * BODY;
    imported_natively(&json, &native, points);
    reads(&ours, &token, &json, &influx, points);
    println!("\n| on disk after a clean end | bytes a point |\n|---|---|");
    let a_point = |bytes: u64| bytes as f64 / points as f64;
    println!("| lockstep | {:.3} |", a_point(ours.stop_and_measure()));
    println!(
        "| VictoriaMetrics | {:.3} |",
        a_point(json.stop_and_measure())
    );
    println!(
        "| InfluxDB, log written to .tsm files, these files only | {:.3} |",
        a_point(influx.influx_settled())
    );
    let server = Server::start();
    let token = server.token();
    fit::compare(&python, &server, &token);
}

/// Sends the bodies of a round; returns million points per CPU-second and per second of wall time.
fn ingest(way: &Way<'_>, first: usize) -> (f64, f64) {
    let parts: Vec<Vec<Vec<u8>>> = (0..CONNECTIONS)
        .map(|part| {
            (first..first + BODIES_A_ROUND)
                .filter(|nth| nth % CONNECTIONS == part)
                .map(way.body)
                .collect()
        })
        .collect();
    let (address, path, headers) = (way.address, way.path, &way.headers);
    let (cpu, start) = ((way.cpu)(), Instant::now());
    std::thread::scope(|scope| {
        for part in &parts {
            scope.spawn(move || {
                let mut connection = Connection::open(address);
                for body in part {
                    let (status, answer) = connection.send("POST", path, headers, body);
                    assert!(
                        matches!(status, 200 | 204),
                        "{status} {}",
                        String::from_utf8_lossy(&answer)
                    );
                }
            });
        }
    });
    let wall = start.elapsed().as_secs_f64();
    std::thread::sleep(BEHIND);
    let cpu = (way.cpu)() - cpu;
    let points = (BODIES_A_ROUND * BODY) as f64 / 1e6;
    (points / cpu, points / wall)
}

/// Exports points from one VictoriaMetrics in its native format and imports them into another.
fn imported_natively(from: &Peer, to: &Peer, points: usize) {
    let path = "/api/v1/export/native?match%5B%5D=%7Bdevice!=%22%22%7D&start=0";
    let (status, body) = Connection::open(from.address).send("GET", path, "", b"");
    assert_eq!(status, 200);
    let (cpu, start) = (to.cpu_seconds(), Instant::now());
    let mut connection = Connection::open(to.address);
    let (status, _) = connection.send("POST", "/api/v1/import/native", "", &body);
    assert_eq!(status, 204);
    let wall = start.elapsed().as_secs_f64();
    std::thread::sleep(BEHIND);
    let cpu = to.cpu_seconds() - cpu;
    let points = points as f64 / 1e6;
    println!(
        "VictoriaMetrics, native format, {} MB in one request: {:.2} M points/CPU-s, {:.2} M points/s wall",
        body.len() / 1_000_000,
        points / cpu,
        points / wall
    );
}

fn reads(ours: &Server, token: &str, victoria: &Peer, influx: &Peer, points: usize) {
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let (end, names) = (START + 999, TYPES.map(|it| it.0).join("%2C"));
    let queries = [
        (
            "lockstep",
            ours.address,
            &*bearer,
            "/v1/sfdp/data?type=heart_rate&device=watch-1&limit=1000".to_owned(),
            "/v1/sfdp/data?limit=1".to_owned(),
        ),
        (
            "VictoriaMetrics",
            victoria.address,
            "",
            format!(
                "/api/v1/export?match%5B%5D=heart_rate%7Bdevice=%22watch-1%22%7D&start={START}&end={end}"
            ),
            format!(
                "/api/v1/query?nocache=1&query=sum(count_over_time(%7Bdevice!=%22%22%7D%5B90d%5D))&time={}",
                START + 80 * 86_400
            ),
        ),
        (
            "InfluxDB",
            influx.address,
            "",
            "/query?db=bench&epoch=ms&q=SELECT+value+FROM+heart_rate+WHERE+device='watch-1'+LIMIT+1000".to_owned(),
            format!("/query?db=bench&q=SELECT+count(value)+FROM+{names}"),
        ),
    ];
    let mut times = vec![(Vec::new(), Vec::new()); queries.len()];
    let mut counted = vec![0_u64; queries.len()];
    for _ in 0..READS {
        for (nth, (_, address, headers, rows, count)) in queries.iter().enumerate() {
            let mut connection = Connection::open(*address);
            let start = Instant::now();
            let (status, answer) = connection.send("GET", rows, headers, b"");
            times[nth].0.push(start.elapsed().as_secs_f64() * 1e3);
            assert!(status == 200 && answer.len() > 5000, "{}", answer.len());
            let start = Instant::now();
            let (status, answer) = connection.send("GET", count, headers, b"");
            times[nth].1.push(start.elapsed().as_secs_f64() * 1e3);
            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
            counted[nth] = count_in(&answer);
        }
    }
    let warm = queries.iter().map(|(_, address, headers, rows, _)| {
        let mut connection = Connection::open(*address);
        let mut times = [0.0; WARM_READS];
        for time in &mut times {
            let start = Instant::now();
            let (status, _) = connection.send("GET", rows, headers, b"");
            *time = start.elapsed().as_secs_f64() * 1e3;
            assert_eq!(status, 200);
        }
        median(times.into_iter())
    });
    let warm: Vec<f64> = warm.collect();
    println!(
        "\n| reads, at the client | 1000 rows, median of {READS} alternating with the others, ms | median of {WARM_READS} consecutive requests | exact count of {points}, median of {READS}, ms | counted |\n|---|---|---|---|---|"
    );
    for (nth, (name, ..)) in queries.iter().enumerate() {
        println!(
            "| {name} | {:.2} | {:.2} | {:.2} | {} |",
            median(times[nth].0.iter().copied()),
            warm[nth],
            median(times[nth].1.iter().copied()),
            counted[nth]
        );
    }
}

/// Returns the count in the answer of any of the three products.
fn count_in(answer: &[u8]) -> u64 {
    let answer: serde_json::Value = serde_json::from_slice(answer).expect("JSON");
    if let Some(total) = answer["total"].as_u64() {
        return total;
    }
    if let Some(text) = answer["data"]["result"][0]["value"][1].as_str() {
        return text.parse().expect("a number");
    }
    let series = answer["results"][0]["series"].as_array().expect("series");
    let counts = series.iter().map(|it| it["values"][0][1].as_u64());
    counts.map(|count| count.expect("a count")).sum()
}

/// Names the missing programs, if any.
fn present() -> Result<(), String> {
    for program in ["victoria-metrics", "influxd", "python3"] {
        let found = std::process::Command::new("which").arg(program).output();
        if !found.is_ok_and(|output| output.status.success()) {
            return Err(format!(
                "{program} is missing: apt-get install victoria-metrics influxdb python3-venv"
            ));
        }
    }
    Ok(())
}

fn versions() {
    for (program, arguments) in [
        ("dpkg-query", &["-W", "victoria-metrics", "influxdb"][..]),
        ("rustc", &["--version"]),
        ("uname", &["-r"]),
    ] {
        let output = std::process::Command::new(program).args(arguments).output();
        if let Ok(output) = output {
            print!("{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

const READS: usize = 15;
const WARM_READS: usize = 200;
