//! Keys derived here from circom's own `.r1cs` and from powers of tau, against those of snarkjs:
//! every section of the files must be equal.

use bench_zk::{MEMBERSHIP20, Peers, RANGE64};
use lockstep_zk::formats::{ptau, r1cs, zkey};
use lockstep_zk::{Bn254, groth16};

use crate::rng;

/// More than 2^14 rows, so that the circuit hash covers several chunks.
const CHAIN: &str = r#"
pragma circom 2.0.0;
template Chain(n) {
    signal input x; signal output y;
    signal steps[n + 1];
    steps[0] <== x;
    for (var i = 0; i < n; i++) { steps[i + 1] <== steps[i] * (steps[i] - 3 * x + i) + 5 * x; }
    y <== steps[n];
}
component main = Chain(20000);
"#;

/// Each circuit, circom's level, and log2 of the powers: those that just suffice, and more.
const CASES: [(&str, &str, &str, &[u32]); 5] = [
    ("derived-range", RANGE64, "--O0", &[10, 12]),
    ("derived-range", RANGE64, "--O2", &[9]),
    ("derived-membership", MEMBERSHIP20, "--O1", &[14]),
    ("derived-membership", MEMBERSHIP20, "--O2", &[13]),
    ("derived-chain", CHAIN, "--O1", &[15, 16]),
];

pub fn check(peers: &Peers) {
    for (name, source, level, powers) in CASES {
        peers.circom(name, source, level);
        let file = format!("{name}.r1cs");
        let bytes = peers.read(&file);
        let system = r1cs::read::<lockstep_zk::scalar::Bn254>(&bytes).expect("circom's file");
        for power in powers {
            let tau = ptau::local::<Bn254>(*power, &mut rng(7));
            peers.write("derived.ptau", ptau::write(&tau));
            let ours = groth16::derive(&system, &tau).expect("a key");
            peers.must(&["groth16", "setup", &file, "derived.ptau", "derived.zkey"]);
            let (ours, theirs) = (zkey::write(&ours), peers.read("derived.zkey"));
            let (ours, theirs) = (sections(&ours), sections(&theirs));
            assert_eq!(ours.len(), theirs.len(), "{name}: other sections");
            for (kind, body) in &ours {
                let other = theirs.iter().find(|(known, _)| known == kind);
                let same = other.is_some_and(|(_, other)| other == body);
                assert!(same, "{name} {level}, 2^{power}: section {kind} differs");
            }
            println!(
                "ok  {name} {level}, {} rows, powers of 2^{power}: all sections equal snarkjs's",
                system.rows.len()
            );
        }
    }
}

/// The numbers and contents of a file's sections.
fn sections(file: &[u8]) -> Vec<(u32, &[u8])> {
    let mut found = Vec::new();
    let mut rest = &file[12..];
    while let Some((head, body)) = rest.split_first_chunk::<12>() {
        let (kind, length) = head.split_at(4);
        let kind = u32::from_le_bytes(kind.try_into().expect("four bytes"));
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
        let (section, after) = body.split_at(length);
        found.push((kind, section));
        rest = after;
    }
    found
}
