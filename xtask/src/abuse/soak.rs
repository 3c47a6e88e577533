//! `cargo xtask soak [--tier ci|nightly|release]`: L6. Clients overwrite, read, export and compute the same points for
//! minutes or a day. After a warm-up, the memory, the file descriptors and the disk of the server must not grow.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::client::{Connection, credentials, now, pause};
use super::{Row, Server, build, field, table};

/// The resources that the server uses at one time.
#[derive(Clone, Copy)]
struct Sample {
    memory_kib: u64,
    descriptors: u64,
    disk_bytes: u64,
}

/// The seconds of each tier.
const TIERS: [(&str, u64); 3] = [("ci", 300), ("nightly", 3600), ("release", 86_400)];

/// Prints the table; returns an error if a figure misses its target.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let name = match *words {
        [] => "ci",
        ["--tier", name] => name,
        _ => return Err("usage: cargo xtask soak [--tier ci|nightly|release]".to_owned()),
    };
    let tier = TIERS.iter().find(|(known, _)| *known == name);
    let (_, seconds) =
        tier.ok_or_else(|| format!("{name}: unknown tier; use ci, nightly or release"))?;
    build()?;
    table(&measure(Duration::from_secs(*seconds))?)
}

/// Returns a row for each of memory, file descriptors and disk.
fn measure(time: Duration) -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    for client in CLIENTS {
        server.account(client, "enterprise")?;
    }
    let (server, end) = (&server, &AtomicBool::new(false));
    let samples = thread::scope(|scope| {
        let clients = CLIENTS.map(|client| scope.spawn(move || traffic(server, client, end)));
        let samples = sampled(server, time, end);
        end.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().map_err(|_| "a client panicked")??;
        }
        samples
    })?;
    let rows = [
        figure("resident memory, KiB", &samples, 32 << 10, |it| {
            it.memory_kib
        }),
        figure("file descriptors", &samples, 16, |it| it.descriptors),
        figure("disk, bytes", &samples, 32 << 20, |it| it.disk_bytes),
    ];
    Ok(rows.into())
}

/// Sends requests until `end`. A failed request sets it, so that the run ends early.
fn traffic(server: &Server, client: &str, end: &AtomicBool) -> Result<(), String> {
    let sent = rounds(server, client, end);
    if sent.is_err() {
        end.store(true, Ordering::Relaxed);
    }
    sent
}

fn rounds(server: &Server, client: &str, end: &AtomicBool) -> Result<(), String> {
    let mut connection = Connection::open(server.address)?;
    let mut token = String::new();
    let mut signed_in = now();
    let mut round = 0;
    while !end.load(Ordering::Relaxed) {
        if token.is_empty() || signed_in.elapsed() > SIGN_IN_EVERY {
            let pair = connection.ask("POST", "/api/auth/token", "", &credentials(client))?;
            token = field(&pair.text(), "access_token")?;
            signed_in = now();
        }
        let body = points(round);
        for (method, path, body) in [
            ("POST", "/v1/sfdp/data", body.as_str()),
            ("GET", "/v1/sfdp/data?type=heart_rate&limit=1000", ""),
            ("GET", "/v1/sfdp/metrics", ""),
            ("GET", "/v1/sfdp/export?format=csv&type=heart_rate", ""),
            ("POST", "/v1/sfdp/insights/generate", "{}"),
            ("POST", "/v1/sfdp/aggregate", AGGREGATE),
        ] {
            let answer = connection.ask(method, path, &token, body)?;
            if answer.status() != 200 {
                let text = answer.text();
                return Err(format!("{method} {path}: {} {text}", answer.status()));
            }
            pause(BETWEEN_REQUESTS);
        }
        round += 1;
    }
    Ok(())
}

/// Returns the body of an upload that overwrites one of a few days with other values.
fn points(round: u32) -> String {
    let points: Vec<String> = (0..POINTS)
        .map(|nth| {
            format!(
                "{{\"timestamp\":\"2024-01-{:02}T06:{:02}:{:02}Z\",\"type\":\"heart_rate\",\"value\":{},\
                 \"unit\":\"bpm\",\"device\":\"strap\"}}",
                round % DAYS + 1,
                nth / 60,
                nth % 60,
                100 + (nth + round % 7) % 50
            )
        })
        .collect();
    format!("{{\"data\":[{}]}}", points.join(","))
}

/// Takes the samples at equal times; ends early, with the samples so far, if a client failed.
fn sampled(server: &Server, time: Duration, end: &AtomicBool) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    let start = now();
    while start.elapsed() < time && !end.load(Ordering::Relaxed) {
        pause(time / SAMPLES);
        let sample = sample(server)?;
        samples.push(sample);
        if samples.len().is_multiple_of(SHOWN_EVERY) {
            println!(
                "after {} s: {} KiB, {} file descriptors, {} bytes on the disk",
                start.elapsed().as_secs(),
                sample.memory_kib,
                sample.descriptors,
                sample.disk_bytes
            );
        }
    }
    Ok(samples)
}

fn sample(server: &Server) -> Result<Sample, String> {
    let process = format!("/proc/{}", server.process.id());
    let status = std::fs::read_to_string(format!("{process}/status"));
    let status = status.map_err(|error| format!("the server has ended: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    let descriptors = std::fs::read_dir(format!("{process}/fd"));
    let descriptors = descriptors.map_err(|error| error.to_string())?.count();
    Ok(Sample {
        memory_kib: memory.ok_or("no VmRSS: the server has ended")?,
        descriptors: descriptors as u64,
        disk_bytes: size(&server.folder),
    })
}

/// Returns the bytes of all files of a folder. A file may disappear while they are counted.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| {
        let about = entry.metadata().ok()?;
        Some(if about.is_dir() {
            size(&entry.path())
        } else {
            about.len()
        })
    });
    sizes.sum()
}

/// Compares the medians of the first and the last tenth after the warm-up.
fn figure(name: &str, samples: &[Sample], noise: u64, value: impl Fn(&Sample) -> u64) -> Row {
    let values: Vec<u64> = samples.iter().map(value).collect();
    let warm = &values[values.len() / WARM_UP_SHARE..];
    let tenth = (warm.len() / 10).max(1).min(warm.len());
    let first = median(&warm[..tenth]);
    let last = median(&warm[warm.len() - tenth..]);
    Row {
        figure: "L6",
        target: format!("{name}: at the end at most a tenth above the time after the warm-up"),
        seen: format!("{first} after the warm-up, {last} at the end"),
        holds: !warm.is_empty() && last <= first + (first / 10).max(noise),
    }
}

fn median(values: &[u64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

const CLIENTS: [&str; 2] = ["early", "late"];
const AGGREGATE: &str =
    r#"{"operation":"mean","type":"heart_rate","startDate":"2024-01-01","endDate":"2024-01-31"}"#;
/// The points of a day, one a second.
const POINTS: u32 = 600;
const DAYS: u32 = 20;
/// A token is valid for an hour.
const SIGN_IN_EVERY: Duration = Duration::from_secs(600);
const BETWEEN_REQUESTS: Duration = Duration::from_millis(100);
const SAMPLES: u32 = 240;
/// The samples for each printed line.
const SHOWN_EVERY: usize = 20;
/// The warm-up is a quarter of the time.
const WARM_UP_SHARE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(values: impl Iterator<Item = u64>) -> bool {
        let samples: Vec<Sample> = values
            .map(|value| Sample {
                memory_kib: value,
                descriptors: 0,
                disk_bytes: 0,
            })
            .collect();
        figure("memory", &samples, 10, |it| it.memory_kib).holds
    }

    #[test]
    fn growth_after_the_warm_up_misses_the_target() {
        assert!(holds((0..40_u64).map(|_| 1000)));
        // It grows during the warm-up only.
        assert!(holds((0..40_u64).map(|nth| (nth * 100).min(1000))));
        assert!(!holds((0..40_u64).map(|nth| 1000 + 10 * nth)));
        assert!(!holds(std::iter::empty()));
        // Less than the noise.
        assert!(holds((0..40_u64).map(|nth| 20 + nth / 8)));
    }
}
