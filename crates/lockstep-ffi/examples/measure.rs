//! The figures of Rust in `cargo xtask bench clients`: `measure upload URL TOKEN POINTS` sends points over one connection, and
//! `measure proof` compares a range proof through the C interface with the same call in Rust.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::Thread;
use std::time::Instant;

use lockstep_client_crypto::ZkHandler;
use lockstep_client_crypto::zk_handler::Range;
use lockstep_ffi::{Frame, call, write_frame};
use rand_core::SeedableRng;
use serde_json::{Value, json};

const BODY_POINTS: usize = 10_000;
/// 2026-01-01T00:00:00Z, the first second of the points.
const START: i64 = 1_767_225_600;
const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["upload", url, token, points] => upload(url, token, points.parse()?),
        ["proof"] => proof(),
        _ => Err("the arguments are: upload URL TOKEN POINTS, or proof".into()),
    }
}

/// Sends the points as every client does: bodies of 10 000, each after the answer to the last.
fn upload(url: &str, token: &str, points: usize) -> Result<(), Box<dyn Error>> {
    let address = url.strip_prefix("http://").ok_or("the URL is not http")?;
    let start = now();
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut answers = BufReader::new(stream.try_clone()?);
    for first in (0..points).step_by(BODY_POINTS) {
        let body = body(first, BODY_POINTS.min(points - first))?;
        let head = format!(
            "POST /v1/sfdp/data HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nIdempotency-Key: measure-{}-{first}\r\nContent-Length: {}\r\n\r\n",
            std::process::id(),
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        read_answer(&mut answers)?;
    }
    println!(
        "{{\"seconds\":{},\"cpuSeconds\":{},\"peakMiB\":{}}}",
        start.elapsed().as_secs_f64(),
        cpu_seconds()?,
        peak_mib()?
    );
    Ok(())
}

fn body(first: usize, count: usize) -> Result<String, std::fmt::Error> {
    let mut body = String::from("{\"data\":[");
    for nth in first..first + count {
        let seconds = START + i64::try_from(nth).unwrap_or(i64::MAX);
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let CivilDate { year, month, day } = civil(day);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let comma = if nth == first { "" } else { "," };
        write!(
            body,
            "{comma}{{\"timestamp\":\"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z\",\
             \"type\":\"heart_rate\",\"value\":{},\"unit\":\"bpm\",\"device\":\"strap\"}}",
            60 + nth % 90
        )?;
    }
    body.push_str("],\"encryptionMode\":\"Basic\"}");
    Ok(body)
}

/// A date of the proleptic Gregorian calendar.
struct CivilDate {
    year: i64,
    month: i64,
    day: i64,
}

/// The date of a day since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn civil(day: i64) -> CivilDate {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    CivilDate {
        year: year + era * 400 + i64::from(month <= 2),
        month,
        day,
    }
}

fn read_answer(answers: &mut BufReader<TcpStream>) -> Result<(), Box<dyn Error>> {
    let (mut status, mut length) = (String::new(), 0);
    answers.read_line(&mut status)?;
    loop {
        let mut line = String::new();
        answers.read_line(&mut line)?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse()?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut content = vec![0; length];
    answers.read_exact(&mut content)?;
    if status.contains(" 20") {
        return Ok(());
    }
    Err(format!("{status}{}", String::from_utf8_lossy(&content)).into())
}

/// Prints the median milliseconds of a range proof, with keys that exist.
fn proof() -> Result<(), Box<dyn Error>> {
    let handler = ZkHandler::new(chacha20::ChaCha20Rng::seed_from_u64(1));
    block_on(handler.initialize(None))?;
    let range = || Range {
        min: 40.0,
        max: 200.0,
    };
    block_on(handler.generate_range_proof(61.0, range()))?;
    let handle = ask("ZkHandler.new", &json!({}))?["handle"].clone();
    ask("ZkHandler.initialize", &json!({ "handle": handle }))?;
    let request = json!({ "handle": handle, "value": 61, "range": { "min": 40, "max": 200 } });
    let proof = ask("ZkHandler.generateRangeProof", &request)?["proof"].clone();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let start = now();
        block_on(handler.generate_range_proof(61.0, range()))?;
        times[0].push(milliseconds(start));
        let start = now();
        ask("ZkHandler.generateRangeProof", &request)?;
        times[1].push(milliseconds(start));
        let start = now();
        ask(
            "ZkHandler.verifyProof",
            &json!({ "handle": handle, "proof": proof }),
        )?;
        times[2].push(milliseconds(start));
    }
    let [rust, abi, verify] = times.map(median);
    println!("{{\"rustProof\":{rust},\"proof\":{abi},\"verify\":{verify}}}");
    Ok(())
}

/// Calls an operation through the C interface's frames.
fn ask(operation: &str, fields: &Value) -> Result<Value, Box<dyn Error>> {
    let request =
        write_frame::<&[u8]>(&fields.to_string(), &[]).ok_or("the request is too large")?;
    let answer = call(operation.as_bytes(), &request, 0).map_err(|error| error.to_string())?;
    let frame = Frame::read(&answer).map_err(|error| error.to_string())?;
    Ok(serde_json::from_str(frame.json)?)
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Arc::new(Unpark(std::thread::current())).into();
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}

fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    /// Ticks per second in which Linux counts processor time.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let [user, system] =
        [11, 12].map(|at| fields.get(at).and_then(|text| text.parse::<f64>().ok()));
    Ok((user.ok_or("no user time")? + system.ok_or("no system time")?) / TICKS)
}

fn peak_mib() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(kib.ok_or("no VmHWM")?.parse::<f64>()? / 1024.0)
}

#[expect(clippy::disallowed_methods, reason = "a benchmark times its own calls")]
fn now() -> Instant {
    Instant::now()
}
