//! `cargo xtask bench <name>`: side-by-side measurements in `bench/`, a workspace of its own.

use crate::run::{program, succeed};

/// The name, the measured quantity, and the package in `bench/`.
const BENCHES: &[(&str, &str, &str)] = &[
    (
        "apple",
        "a gigabyte of Apple Health over HTTP: seconds, bytes a second, peak memory [MEGABYTES]",
        "bench-apple",
    ),
    (
        "ingest",
        "points over HTTP: a CPU-second, a byte, a page, an exact count",
        "bench-ingest",
    ),
    (
        "vault",
        "encryption over HTTP, points in every mode, aggregates, proofs; sealing beside an older server [PROGRAM]",
        "bench-vault",
    ),
    (
        "stream",
        "5000 open streams: delivery, memory, what they cost those who write [READERS]",
        "bench-stream",
    ),
    (
        "peers",
        "ingest, rows, counts, bytes and FIT beside VictoriaMetrics, InfluxDB and garmin-fit-sdk",
        "bench-peers",
    ),
    (
        "fhe",
        "BFV: ours, fhe, SEAL, OpenFHE [ROUNDS] [PYTHON with tenseal and openfhe]",
        "bench-fhe",
    ),
    (
        "crypto",
        "sealing and post-quantum beside AWS-LC, RustCrypto, openssl [seal] [kem] [dsa] [slh]",
        "bench-crypto",
    ),
    (
        "zk",
        "proving against ark-groth16 and snarkjs, circuits, optimizer",
        "bench-zk",
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
    let (_, _, package) = BENCHES
        .iter()
        .find(|(known, _, _)| known == name)
        .ok_or_else(|| format!("no bench '{name}': `cargo xtask bench list` names them"))?;
    let mut arguments = vec!["run", "--release", "--package", package, "--"];
    arguments.extend(rest.iter().map(String::as_str));
    succeed(program("cargo", "bench", &arguments))
}

fn list() -> Result<(), String> {
    for (name, about, _) in BENCHES {
        println!("  {name:<10} {about}");
    }
    Ok(())
}
