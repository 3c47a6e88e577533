//! `cargo xtask bench metrics` measures metrics, charts and curves of a year, and the import of a Fitbit archive, on the release build.
//! The last table compares the figures with their limits.
//!
//! It starts `lockstep serve` on a fresh directory and uploads a ride of 1 h 54 min on each day of 2025: heart rate and power at 1 Hz,
//! 5 M points. Each request is measured once after the server has made the rows of days in the background, then cold, without rows, and
//! then with them. A change of the profile's time zone drops the rows. Curves of speed follow, after the rides of the first 120 days got
//! speeds and became stored runs, and charts after a second ride on each day, 10 M points. No request is measured while the server makes
//! rows.
//!
//! `cargo xtask bench metrics compare OLD NEW` does the same with two server programs, which alternate request by request, and imports
//! no archive.

#[path = "../../ingest/src/http.rs"]
mod http;
#[path = "../../apple/src/import.rs"]
mod import;
mod limits;
#[path = "../../ingest/src/server.rs"]
#[expect(dead_code, reason = "the other benches use the rest")]
mod server;

use std::path::Path;
use std::time::Duration;

use http::Connection;
use limits::Limit;
use server::Server;

const DAYS: usize = 365;
/// 365 rides with two types are 5 M points.
const SECONDS_A_RIDE: usize = 6850;
/// The hours in UTC at which the rides of a day begin.
const EVENING: usize = 17;
const MORNING: usize = 7;
const COLD_ROUNDS: usize = 9;
const WARM_ROUNDS: usize = 50;
/// The server stores rows of days after its answer. A cold request must not compete with the rows of the request before it.
const STORING: Duration = Duration::from_millis(300);
/// The longest wait for the rows of days. The server makes them half a minute after the last upload; an old one does not.
/// A connection without a request is closed after a minute.
const MAX_WAIT_FOR_ROWS: Duration = Duration::from_secs(55);
const METRICS: &str = "heartRateZones,recoveryScore,trainingLoad,fatigueLevel,acuteLoad,chronicLoad,\
    trainingStressBalance,monotony,strain,normalizedPower,restingHeartRate,hrvRmssd,sleepDuration,steps,\
    vo2maxEstimate,dayStrain,efficiencyFactor,sleepRegularityIndex";
/// The first days of the year, whose rides also have a speed and are runs for the curves of a sport.
const RUN_DAYS: usize = 120;
const YEAR: &str = "startDate=2025-01-01&endDate=2025-12-31";
const ARCHIVE_MEGABYTES: &str = "1300";

/// A request with its name.
type Measured = (&'static str, String, Most);

/// The limit of a request.
#[derive(Clone, Copy)]
enum Most {
    /// None.
    Any,
    /// [`MAX_METRICS`] without rows of days, and with them.
    Metrics,
    /// So many milliseconds in each state of the rows.
    Each(f64),
}

impl Most {
    /// Returns the most milliseconds of the first request after the background work, of one without rows, and with them.
    fn milliseconds(self) -> [Option<f64>; 3] {
        match self {
            Self::Any => [None; 3],
            Self::Metrics => [None, Some(MAX_METRICS[0]), Some(MAX_METRICS[1])],
            Self::Each(most) => [Some(most); 3],
        }
    }
}

const MAX_METRICS: [f64; 2] = [150.0, 5.0];
const MAX_CHART: f64 = 20.0;
const MAX_CURVE: f64 = 50.0;
const MAX_IMPORT_SECONDS: f64 = 30.0;
const MAX_IMPORT_MB: f64 = 150.0;

/// A server and the connection to it.
struct Side {
    name: String,
    server: Server,
    token: String,
    connection: Connection,
    limits: Vec<Limit>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let servers = match words.as_slice() {
        [] => vec![(String::new(), Server::start())],
        ["compare", old, new] => {
            let side = |name: &str, program: &&str| {
                let server = Server::start_at(Path::new(program), &[]);
                (format!("{name}: "), server)
            };
            vec![side("old", old), side("new", new)]
        }
        _ => panic!("there are no arguments, or: compare OLD NEW"),
    };
    let side = |(name, server): (String, Server)| Side {
        name,
        token: server.token(),
        connection: Connection::open(server.address),
        server,
        limits: Vec::new(),
    };
    let mut sides: Vec<Side> = servers.into_iter().map(side).collect();
    for side in &mut sides {
        forget_rows(&mut side.connection, &side.token, 1);
    }
    store_rides(&mut sides, EVENING, 5);
    let chart = format!("/v1/sfdp/series?types=heart_rate,power&{YEAR}&buckets=400");
    measure_all(&mut sides, &requests_of_rides(&chart));
    let before = MadeRows::of_each(&sides);
    for side in &mut sides {
        add_runs(&mut side.connection, &side.token, EVENING);
    }
    for (side, before) in sides.iter().zip(before) {
        before.seconds_until_next(&side.server);
    }
    measure_all(
        &mut sides,
        &[
            (
                "speed curve",
                format!("/v1/sfdp/curves?type=speed&{YEAR}"),
                Most::Each(MAX_CURVE),
            ),
            (
                "speed curve of running",
                format!("/v1/sfdp/curves?type=speed&sport=running&{YEAR}"),
                Most::Each(MAX_CURVE),
            ),
        ],
    );
    store_rides(&mut sides, MORNING, 10);
    let requests = [("chart of 10 M points", chart, Most::Each(MAX_CHART))];
    measure_all(&mut sides, &requests);
    for side in &sides {
        println!("{}resident: {} MiB", side.name, side.server.resident_mib());
    }
    if let [alone] = sides.as_mut_slice() {
        alone.limits.extend(fitbit_archive());
    }
    for side in &sides {
        println!("{}{}", side.name, limits::table(&side.limits));
    }
}

/// Returns the requests that are measured with 5 M points.
fn requests_of_rides(chart: &str) -> [Measured; 5] {
    let week = "startDate=2025-12-25&endDate=2025-12-31";
    let metrics = |range: &str| format!("/v1/sfdp/metrics?{range}&metrics={METRICS}");
    let curve = |kind: &str| format!("/v1/sfdp/curves?type={kind}&{YEAR}");
    [
        ("all metrics of the year", metrics(YEAR), Most::Metrics),
        ("all metrics of the last week", metrics(week), Most::Metrics),
        ("chart of 5 M points", chart.to_owned(), Most::Any),
        (
            "power curve and critical power",
            curve("power"),
            Most::Each(MAX_CURVE),
        ),
        (
            "heart-rate curve",
            curve("heart_rate"),
            Most::Each(MAX_CURVE),
        ),
    ]
}

/// Uploads a ride of each day that begins at an hour, and waits until the servers have made the rows of days of all points,
/// so many millions.
fn store_rides(sides: &mut [Side], start: usize, millions: u32) {
    let before = MadeRows::of_each(sides);
    for day in 0..DAYS {
        let body = ride(day, start);
        for side in &mut *sides {
            let (status, answer) = side.connection.post("/v1/sfdp/data", &side.token, &body);
            assert_eq!(status, 200, "{answer}");
        }
    }
    println!("stored: {} points", DAYS * SECONDS_A_RIDE * 2);
    for (side, before) in sides.iter().zip(before) {
        match before.seconds_until_next(&side.server) {
            None => println!("{}no rows of days were made in the background", side.name),
            Some(seconds) => println!(
                "{}rows of days in the background: {:.1} ms for a million points",
                side.name,
                seconds * 1e3 / f64::from(millions)
            ),
        }
    }
}

/// How often a server has made the rows of days of an account in the background, and the seconds that this took.
struct MadeRows {
    accounts: f64,
    seconds: f64,
}

impl MadeRows {
    fn of_each(sides: &[Side]) -> Vec<Self> {
        sides.iter().map(|side| Self::of(&side.server)).collect()
    }

    fn of(server: &Server) -> Self {
        let figures = server.figures();
        let figure = |name: &str| {
            let mut lines = figures.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
            value.unwrap_or(0.0)
        };
        Self {
            accounts: figure("lockstep_day_rows_seconds_count "),
            seconds: figure("lockstep_day_rows_seconds_sum "),
        }
    }

    /// Waits until it has made rows once more, and returns the seconds that this took; `None` after [`MAX_WAIT_FOR_ROWS`].
    fn seconds_until_next(&self, server: &Server) -> Option<f64> {
        let mut waited = Duration::ZERO;
        while waited < MAX_WAIT_FOR_ROWS {
            let now = Self::of(server);
            if now.accounts > self.accounts {
                return Some(now.seconds - self.seconds);
            }
            std::thread::sleep(STORING);
            waited += STORING;
        }
        None
    }
}

/// Imports a Fitbit archive into a server of its own.
fn fitbit_archive() -> [Limit; 2] {
    const MB_PER_MIB: f64 = 1.048_576;
    let (seconds, mebibytes) = import::run("fitbit_archive", "takeout.zip", ARCHIVE_MEGABYTES);
    let name = format!("import of a Fitbit archive of {ARCHIVE_MEGABYTES} MB");
    let memory = mebibytes as f64 * MB_PER_MIB;
    [
        Limit::new(name.clone(), "s", MAX_IMPORT_SECONDS, seconds),
        Limit::new(format!("{name}, peak memory"), "MB", MAX_IMPORT_MB, memory),
    ]
}

/// Measures requests: each once with the rows that the background made, and then without rows and with them.
fn measure_all(sides: &mut [Side], requests: &[Measured]) {
    for (what, path, most) in requests {
        for side in &mut *sides {
            let first = get(side, path);
            println!(
                "{}{what:<32} first after the background work {first:.2} ms at the server",
                side.name
            );
            let [most, ..] = most.milliseconds();
            let name = format!("{what}, first after the background work");
            side.limits
                .extend(most.map(|most| Limit::new(name, "ms", most, first)));
        }
    }
    for request in requests {
        measure(sides, request);
    }
}

/// Measures a request without the rows of days, and then with them. The servers alternate.
fn measure(sides: &mut [Side], (what, path, most): &Measured) {
    let mut times = vec![(Vec::new(), Vec::new()); sides.len()];
    for round in 0..COLD_ROUNDS {
        for (side, (cold, _)) in sides.iter_mut().zip(&mut times) {
            forget_rows(&mut side.connection, &side.token, round);
            cold.push(get(side, path));
            std::thread::sleep(STORING);
        }
    }
    for _ in 0..WARM_ROUNDS {
        for (side, (_, warm)) in sides.iter_mut().zip(&mut times) {
            warm.push(get(side, path));
        }
    }
    for (side, (cold, warm)) in sides.iter_mut().zip(times) {
        let (cold, warm) = (median(cold), median(warm));
        println!(
            "{}{what:<32} cold {cold:.1} ms, with rows of days {warm:.2} ms at the server (medians)",
            side.name,
        );
        let [_, most_cold, most_warm] = most.milliseconds();
        for (state, most, measured) in [
            ("cold", most_cold, cold),
            ("with rows of days", most_warm, warm),
        ] {
            let name = format!("{what}, {state}");
            side.limits
                .extend(most.map(|most| Limit::new(name, "ms", most, measured)));
        }
    }
}

/// Adds speeds to the rides of the first [`RUN_DAYS`], stores these rides as activities, and names them runs.
fn add_runs(connection: &mut Connection, token: &str, start: usize) {
    for day in 0..RUN_DAYS {
        let (status, answer) = connection.post("/v1/sfdp/data", token, &speeds(day, start));
        assert_eq!(status, 200, "{answer}");
    }
    let (month, date) = date_of(RUN_DAYS - 1);
    let range = format!(r#"{{"startDate":"2025-01-01","endDate":"2025-{month:02}-{date:02}"}}"#);
    let (status, answer) = connection.post("/v1/sfdp/activities/detect", token, range.as_bytes());
    assert_eq!(status, 200, "{answer}");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let activities = answer["activities"].as_array().expect("activities");
    assert!(
        activities.len() >= RUN_DAYS,
        "{} activities",
        activities.len()
    );
    for activity in activities {
        let id = activity["id"].as_str().expect("an id");
        let path = format!("/v1/sfdp/activities/{id}");
        let (status, answer) = connection.patch(&path, token, br#"{"sport":"running"}"#);
        assert_eq!(status, 200, "{answer}");
    }
}

/// Names the athlete's time zone, which drops the rows of days: another zone has other days.
fn forget_rows(connection: &mut Connection, token: &str, round: usize) {
    let zone = ["Europe/Berlin", "UTC"][round % 2];
    let profile = format!("{{\"timeZone\":\"{zone}\",\"birthDate\":\"1990-05-17\"}}");
    let (status, answer) = connection.put("/v1/sfdp/profile", token, profile.as_bytes());
    assert_eq!(status, 200, "{answer}");
}

/// Returns the milliseconds of a request at the server.
fn get(side: &mut Side, path: &str) -> f64 {
    let (status, answer) = side.connection.get(path, &side.token);
    assert_eq!(status, 200, "{answer}");
    // The server logs a request after its answer: the next request's answer is later than the log.
    let (status, _) = side.connection.get("/readyz", &side.token);
    assert_eq!(status, 200);
    let last = side.server.last_request_milliseconds(2);
    last.into_iter().fold(0.0, f64::max)
}

/// Returns a ride that begins at an hour: intervals between an easy and a hard power, and a heart rate that follows.
fn ride(day: usize, start: usize) -> Vec<u8> {
    let (month, date) = date_of(day);
    let mut text = String::with_capacity(SECONDS_A_RIDE * 200);
    text.push_str("{\"data\":[");
    let mut rate = 95.0;
    let mut dice = day as u64 * 0x9e37_79b9_7f4a_7c15 + 1;
    for second in 0..SECONDS_A_RIDE {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let noise = (dice >> 33) % 41;
        let is_hard = second % 1200 >= 720;
        let power = if is_hard { 240 } else { 130 } + noise;
        rate += (70.0 + power as f64 * 0.38 - rate) / 60.0;
        let at = time_of((month, date), start, second);
        if second > 0 {
            text.push(',');
        }
        text.push_str(&format!(
            "{{\"timestamp\":\"{at}\",\"type\":\"heart_rate\",\"value\":{rate:.0},\"unit\":\"bpm\",\"device\":\"Edge\"}},\
             {{\"timestamp\":\"{at}\",\"type\":\"power\",\"value\":{power},\"unit\":\"W\",\"device\":\"Edge\"}}"
        ));
    }
    text.push_str("]}");
    text.into_bytes()
}

/// Returns the speeds of a ride, in m/s: between 2.6 and 3.4.
fn speeds(day: usize, start: usize) -> Vec<u8> {
    let date = date_of(day);
    let mut text = String::with_capacity(SECONDS_A_RIDE * 100);
    text.push_str("{\"data\":[");
    for second in 0..SECONDS_A_RIDE {
        if second > 0 {
            text.push(',');
        }
        let at = time_of(date, start, second);
        let value = 3.0 + 0.4 * ((day * 97 + second) as f64 / 150.0).sin();
        text.push_str(&format!(
            "{{\"timestamp\":\"{at}\",\"type\":\"speed\",\"value\":{value:.2},\"unit\":\"m/s\",\"device\":\"Edge\"}}"
        ));
    }
    text.push_str("]}");
    text.into_bytes()
}

/// Returns the month and the date of a day of 2025, both from 1.
fn date_of(day: usize) -> (usize, usize) {
    let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let (mut month, mut date) = (0, day);
    while date >= months[month] {
        date -= months[month];
        month += 1;
    }
    (month + 1, date + 1)
}

fn time_of((month, date): (usize, usize), start: usize, second: usize) -> String {
    let (hour, minute, rest) = (start + second / 3600, second / 60 % 60, second % 60);
    format!("2025-{month:02}-{date:02}T{hour:02}:{minute:02}:{rest:02}Z")
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
