//! Replays the committed seeds of the fuzz target, including inputs that the fuzzer found.

#[path = "../../../fuzz/bodies/seal_envelope.rs"]
mod seal_envelope;

use std::path::Path;

#[test]
fn envelopes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/seal_envelope");
    let (mut all, mut opened) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        opened += usize::from(seal_envelope::run(&std::fs::read(path).unwrap()));
        all += 1;
    }
    assert!(opened >= 6 && all > opened, "{opened} of {all} opened");
}
