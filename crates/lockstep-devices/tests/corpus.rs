//! Replays the committed seeds of the fuzz target, including inputs that the fuzzer found.

#[path = "../../../fuzz/bodies/mqtt_packets.rs"]
mod mqtt_packets;

use std::path::Path;

#[test]
fn mqtt_packets() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/mqtt_packets");
    let (mut all, mut packets) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        let bytes = std::fs::read(path).unwrap();
        packets += mqtt_packets::run(&bytes);
        all += 1;
        // Cut off anywhere.
        for end in 0..bytes.len().min(512) {
            mqtt_packets::run(&bytes[..end]);
        }
    }
    assert!(
        all >= 20 && packets > 2 * all,
        "{packets} packets in {all} seeds"
    );
}
