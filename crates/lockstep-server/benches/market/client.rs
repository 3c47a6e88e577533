//! A client that stays connected, and the table of figures.

use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// A client with a credential.
#[derive(Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    http: reqwest::Client,
    token: String,
    pub(crate) id: String,
}

/// Whether the run measures: `cargo bench` adds the argument `--bench`, and `cargo test` does not.
pub(crate) static IS_BENCHMARK: LazyLock<bool> =
    LazyLock::new(|| std::env::args().any(|word| word == "--bench"));

pub(crate) const PASSWORD: &str = "a password for a bench";

impl Client {
    pub(crate) async fn sign_in(address: SocketAddr, name: &str) -> Self {
        let mut client = Self {
            address,
            http: reqwest::Client::new(),
            token: String::new(),
            id: String::new(),
        };
        let credentials = json!({ "username": name, "password": PASSWORD });
        let answer = client.post("/api/auth/token", &credentials).await;
        client.token = answer["access_token"].as_str().expect("a token").to_owned();
        let me = client.get("/api/auth/me").await;
        client.id = me["id"].as_str().expect("an id").to_owned();
        client
    }

    /// Returns the same account on a connection of its own.
    pub(crate) fn again(&self) -> Self {
        Self {
            http: reqwest::Client::new(),
            ..self.clone()
        }
    }

    pub(crate) fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        let request = self
            .http
            .request(method, format!("http://{}{path}", self.address));
        request.header("Authorization", format!("Bearer {}", self.token))
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Json {
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        let bytes = answer.bytes().await.expect("a whole answer");
        let text = String::from_utf8_lossy(&bytes);
        assert!(status.is_success(), "{status}: {text}");
        serde_json::from_slice(&bytes).unwrap_or(Json::Null)
    }

    pub(crate) async fn get(&self, path: &str) -> Json {
        self.send(self.request(reqwest::Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Json) -> Json {
        let request = self.request(reqwest::Method::POST, path);
        let request = request.header("Content-Type", "application/json");
        self.send(request.body(body.to_string())).await
    }

    /// Returns the median time of a read after a first one.
    pub(crate) async fn time(&self, path: &str, rounds: usize) -> Duration {
        self.get(path).await;
        let mut times = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            let start = now();
            self.get(path).await;
            times.push(start.elapsed());
        }
        median(times)
    }
}

pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// A figure with its limit.
struct MeasuredFigure {
    name: String,
    measured: f64,
    limit: f64,
    unit: String,
    is_minimum: bool,
}

impl MeasuredFigure {
    /// How much better the figure is than its limit; below 1 the limit is missed.
    fn ratio(&self) -> f64 {
        match self.is_minimum {
            true => self.measured / self.limit,
            false => self.limit / self.measured,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.ratio() >= 1.0 {
            true => "met",
            false => "MISSED",
        }
    }

    fn shown(&self, value: f64) -> String {
        let unit = &self.unit;
        match value >= 100.0 {
            true => format!("{value:.0} {unit}"),
            false => format!("{value:.2} {unit}"),
        }
    }
}

/// The figures of this run, in their order.
static FIGURES: Mutex<Vec<MeasuredFigure>> = Mutex::new(Vec::new());

/// Notes a time that should be at most its limit, in milliseconds.
pub(crate) fn at_most(figure: &str, measured: Duration, limit_ms: f64) {
    note(
        figure,
        (measured.as_secs_f64() * 1e3, limit_ms),
        "ms",
        false,
    );
}

/// Notes a quantity that should be at most its limit.
pub(crate) fn no_more(figure: &str, measured: f64, limit: f64, unit: &str) {
    note(figure, (measured, limit), unit, false);
}

/// Notes a rate that should be at least its limit.
pub(crate) fn at_least(figure: &str, measured: f64, limit: f64, unit: &str) {
    note(figure, (measured, limit), unit, true);
}

/// Prints a figure as soon as it is measured, and keeps it for the table; in a test prints only that it could be
/// measured.
fn note(name: &str, (measured, limit): (f64, f64), unit: &str, is_minimum: bool) {
    if !*IS_BENCHMARK {
        return println!("{name}: answered");
    }
    let figure = MeasuredFigure {
        name: name.to_owned(),
        measured,
        limit,
        unit: unit.to_owned(),
        is_minimum,
    };
    println!("{name}: {}, {}", figure.shown(measured), figure.verdict());
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    figures.push(figure);
}

/// Prints one table of all figures of this run: each with its limit, and whether it was met. A ratio above 1 is better
/// than the limit.
pub(crate) fn print_table() {
    let figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    if figures.is_empty() {
        return;
    }
    println!("\n| figure | limit | measured | ratio | |\n|---|---:|---:|---:|---|");
    for figure in &*figures {
        let bound = match figure.is_minimum {
            true => "at least",
            false => "at most",
        };
        println!(
            "| {} | {bound} {} | {} | {:.2} | {} |",
            figure.name,
            figure.shown(figure.limit),
            figure.shown(figure.measured),
            figure.ratio(),
            figure.verdict()
        );
    }
    let missed = figures.iter().filter(|figure| figure.ratio() < 1.0).count();
    println!("\n{missed} of {} limits are missed", figures.len());
}

/// Returns the processor time of this process in seconds: the server's and the client's.
pub(crate) fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a process");
    let after_name = stat.rsplit(')').next().expect("a name in parentheses");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |index: usize| fields[index].parse::<f64>().expect("a number");
    // Fields 14 and 15 of proc(5), in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}

/// Forgets the highest resident memory of this process so far.
pub(crate) fn reset_peak() {
    // Without the right to write the file, the peak of the whole run is printed.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Returns the highest resident memory in megabytes.
pub(crate) fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.expect("a number") * 1024.0 / 1e6
}
