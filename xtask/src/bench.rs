//! `cargo xtask bench <name>`: comparisons with other products in `bench/`, a separate workspace, and benchmarks of the
//! product alone.

mod events;
mod scale;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::clients;
use crate::run::{program, succeed};

/// The name, the measured quantity, and the package in `bench/`.
const BENCHES: &[(&str, &str, &str)] = &[
    (
        "apple",
        "a gigabyte of Apple Health over HTTP: seconds, bytes a second, peak memory [MEGABYTES]",
        "bench-apple",
    ),
    (
        "fitbit",
        "a Fitbit archive over HTTP: seconds, bytes a second, peak memory [MEGABYTES]",
        "bench-fitbit",
    ),
    (
        "ingest",
        "points over HTTP: points per CPU-second, bytes per point, a page, an exact count [compare OLD NEW]",
        "bench-ingest",
    ),
    (
        "metrics",
        "metrics, charts and curves of a year at 1 Hz, cold and with rows of days, and a Fitbit archive, each with its limit [compare OLD NEW]",
        "bench-metrics",
    ),
    (
        "vault",
        "encryption over HTTP, points in every mode, aggregates, proofs; sealing compared with an older server [PROGRAM]",
        "bench-vault",
    ),
    (
        "stream",
        "5000 open streams: delivery, memory, effect on uploads [READERS]",
        "bench-stream",
    ),
    (
        "peers",
        "ingest, rows, counts, bytes and FIT compared with VictoriaMetrics, InfluxDB and garmin-fit-sdk",
        "bench-peers",
    ),
    (
        "fhe",
        "BFV: lockstep-fhe, fhe, SEAL, OpenFHE [ROUNDS] [PYTHON with tenseal and openfhe]; SEAL from source [seal ROUNDS PROGRAM]",
        "bench-fhe",
    ),
    (
        "crypto",
        "sealing and post-quantum compared with AWS-LC, RustCrypto, openssl [seal] [kem] [dsa] [slh]",
        "bench-crypto",
    ),
    (
        "zk",
        "proving compared with ark-groth16 and snarkjs, circuits, optimizer",
        "bench-zk",
    ),
];

/// The benchmark of the client libraries, which runs a program of each language: its name and the measured quantity.
const CLIENTS: (&str, &str) = (
    "clients",
    "the client libraries, each figure with its goal: a million points, range proofs, the import; Arrow from Python; a claim in \
     Chromium [upload] [proof] [import] [arrow] [browser] [LANGUAGE…] [built] [PROGRAM of the server]",
);

/// The benchmark of events, devices and administration, which is two programs: its name and the measured quantity.
const EVENTS: (&str, &str) = (
    "events",
    "memory of 10 000 sockets, an event to 1000 subscribers, commands and telemetry of devices; then `admin --all` \
     [SOCKETS] [PROGRAM] [--entries N] [--quick]",
);

/// The benchmark of a node on PostgreSQL, whose figures a simulation continues: its name and the measured quantity.
const SCALE: (&str, &str) = (
    "scale",
    "a node on PostgreSQL compared with the embedded engine and with rows of a plain client, each figure with its goal; then a \
     million athletes, computed [PROGRAM | simulate: only compute]",
);

/// The benchmarks of the product alone, in its own workspace: they fill the store through its crates. The name, the
/// measured quantity, the crate.
const OWN_BENCHES: &[(&str, &str, &str)] = &[
    (
        "admin",
        "the audit log at ten million entries, and analytics, each figure with its goal; lists of a million rows [--lists] [--all] [--quick]",
        "lockstep-server",
    ),
    (
        "agents",
        "answers over a million points and ten thousand offers, deployments and scheduled runs [--quick]",
        "lockstep-server",
    ),
    (
        "market",
        "datasets and the marketplace at a million entries, each figure with its limit [--formats] [--lists] [--quick]",
        "lockstep-server",
    ),
];

/// Runs a benchmark in release mode; the arguments after its name are passed on.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let Some((name, rest)) = words.split_first() else {
        return list();
    };
    if name == "list" {
        return list();
    }
    if name == CLIENTS.0 {
        return clients::bench::run(rest);
    }
    if name == EVENTS.0 {
        return events::run(rest);
    }
    if name == SCALE.0 {
        return scale::run(rest);
    }
    if let Some((_, _, package)) = OWN_BENCHES.iter().find(|(known, _, _)| known == name) {
        let mut arguments = vec!["bench", "--package", package, "--bench", name, "--"];
        arguments.extend(rest.iter().map(String::as_str));
        return succeed(program("cargo", ".", &arguments));
    }
    let (_, _, package) = BENCHES
        .iter()
        .find(|(known, _, _)| known == name)
        .ok_or_else(|| format!("no bench '{name}': `cargo xtask bench list` prints all names"))?;
    let mut arguments = vec!["run", "--release", "--package", package, "--"];
    arguments.extend(rest.iter().map(String::as_str));
    succeed(program("cargo", "bench", &arguments))
}

fn list() -> Result<(), String> {
    for (name, about) in [CLIENTS, EVENTS, SCALE] {
        println!("  {name:<10} {about}");
    }
    for (name, about, _) in BENCHES.iter().chain(OWN_BENCHES) {
        println!("  {name:<10} {about}");
    }
    Ok(())
}

/// Runs a program, prints its lines as they come, and returns them.
fn echoed(mut command: Command) -> Result<Vec<String>, String> {
    let failed = |reason: &dyn std::fmt::Display| format!("a benchmark failed: {reason}");
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| failed(&error))?;
    let stdout = child.stdout.take().expect("it is piped");
    let mut lines = Vec::new();
    for line in BufReader::new(stdout).lines() {
        let line = line.map_err(|error| failed(&error))?;
        println!("{line}");
        lines.push(line);
    }
    let status = child.wait().map_err(|error| failed(&error))?;
    match status.success() {
        true => Ok(lines),
        false => Err(failed(&status)),
    }
}
