//! The committed seeds of the fuzz targets, replayed; what the fuzzer found is committed with them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../fuzz/bodies/counting.rs"]
mod counting;
#[path = "../../../fuzz/bodies/pq_keys.rs"]
mod pq_keys;
#[path = "../../../fuzz/bodies/pq_signatures.rs"]
mod pq_signatures;

use std::path::Path;

/// How many seeds there are, and for how many `run` is true.
fn replay(target: &str, run: fn(&[u8]) -> bool) -> (usize, usize) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let (mut all, mut taken) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        taken += usize::from(run(&std::fs::read(path).unwrap()));
        all += 1;
    }
    (all, taken)
}

#[test]
fn keys() {
    let (all, read) = replay("pq_keys", pq_keys::run);
    assert!(read >= 38 && all > read, "{read} of {all} were keys");
}

#[test]
fn signatures() {
    let (all, verified) = replay("pq_signatures", pq_signatures::run);
    assert!(
        verified >= 4 && all > verified,
        "{verified} of {all} verified"
    );
}
