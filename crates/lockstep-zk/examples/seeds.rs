//! Writes the seed files of the fuzz corpora: `cargo run -p lockstep-zk --example seeds --
//! fuzz/corpus`.

use std::path::Path;

use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::formats::{compact, json, ptau, r1cs, wtns, zkey};
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};
use lockstep_zk::scalar::Bn254 as Fr;
use lockstep_zk::{Bn254, groth16, pghr13};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("usage: seeds FOLDER")?;
    let rng = &mut ChaCha20Rng::from_seed([9; 32]);
    // One row, x·x = y, with y public.
    let wire = Lc::<Fr>::wire;
    let system = R1cs {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: wire(2),
            b: wire(2),
            c: wire(1),
        }],
        labels: vec![0, 1, 2],
        groups: Vec::new(),
    };
    let witness = Witness::new([1u64, 9, 3].map(Fr::from).to_vec())?;
    let powers = ptau::local::<Bn254>(2, rng);
    let mut key = groth16::derive(&system, &powers)?;
    groth16::contribute(&mut key, "seed", rng);
    let proof = groth16::prove(&key, &system, &witness, rng)?;
    let other = pghr13::setup::<Bn254>(&system, rng)?;
    let other_proof = pghr13::prove(&other, &witness, rng)?;
    let range = Circuit::<Fr>::new(Kind::Range { bits: 16 });
    let inputs = RangeInputs {
        value: 1,
        min: 0,
        max: 2,
        scale: 0,
        blinding: Fr::from(5u64),
        statement: Fr::from(6u64),
    };
    range.witness(&inputs.inputs()?)?;
    let wat = wat::parse_str(include_str!("../src/machine/double.wat"))?;
    let mut small = range.compiled().program.clone();
    small.code.truncate(40);
    small.wires = 20;
    for (target, name, bytes) in [
        ("zk_r1cs", "square", r1cs::write(&system)),
        ("zk_wtns", "square", wtns::write(&witness)),
        ("zk_zkey", "square", zkey::write(&key)),
        ("zk_ptau", "two", ptau::write(&powers)),
        ("zk_json", "proof", json::write_proof(&proof).into()),
        (
            "zk_json",
            "key",
            json::write_verifying_key(&key.verifying).into(),
        ),
        (
            "zk_json",
            "public",
            json::write_public(&witness.public(1)).into(),
        ),
        ("zk_json", "r1cs", json::write_r1cs(&system).into()),
        (
            "zk_json",
            "original_proof",
            json::write_pghr13_proof(&other_proof).into(),
        ),
        (
            "zk_json",
            "original_key",
            json::write_pghr13_key(&other.verifying).into(),
        ),
        ("zk_program", "range", small.to_bytes()),
        ("zk_proof", "groth16", proof.to_bytes()),
        ("zk_proof", "pghr13", other_proof.to_bytes()),
        ("zk_proof", "compact_groth16", compact::write_proof(&proof)),
        (
            "zk_proof",
            "compact_pghr13",
            compact::write_pghr13_proof(&other_proof),
        ),
        (
            "zk_proof",
            "compact_public",
            compact::write_public(&witness.public(1)),
        ),
        ("zk_wasm", "double", wat),
    ] {
        let folder = Path::new(&root).join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
