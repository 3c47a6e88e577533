//! Replays the committed seeds of the fuzz targets, including inputs that the fuzzer found.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../fuzz/bodies/counting.rs"]
mod counting;
#[path = "../../../fuzz/bodies/pq_keys.rs"]
mod pq_keys;
#[path = "../../../fuzz/bodies/pq_signatures.rs"]
mod pq_signatures;

use std::path::Path;

/// Returns the number of seeds, and the number for which `run` returns true.
fn replay(target: &str, run: fn(&[u8]) -> bool) -> (usize, usize) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let (mut all, mut accepted) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        accepted += usize::from(run(&std::fs::read(path).unwrap()));
        all += 1;
    }
    (all, accepted)
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
