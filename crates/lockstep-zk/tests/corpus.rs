//! Replays the committed corpora of the fuzz targets, and every seed truncated or with changed
//! bytes. No reader may panic, and written values must read back unchanged.

#[path = "../../../fuzz/bodies/zk_hostile.rs"]
mod hostile;

use std::path::{Path, PathBuf};

use lockstep_zk::ark_ff::Field;
use lockstep_zk::formats::{compact, json, ptau, r1cs, wtns, zkey};
use lockstep_zk::machine::{Generator, Inputs, Limits, Program, check_module, execute};
use lockstep_zk::scalar::Bn254 as Fr;
use lockstep_zk::{Bls12_381, Bn254, groth16, pghr13};

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target)
}

fn text(bytes: &[u8], read: impl Fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}

fn read_json(text: &str) {
    let _ = json::read_proof::<Bn254>(text);
    let _ = json::read_public::<Fr>(text);
    let _ = json::read_verifying_key::<Bn254>(text);
    let _ = json::read_pghr13_proof::<Bn254>(text);
    let _ = json::read_pghr13_key::<Bn254>(text);
    if let Ok(system) = json::read_r1cs::<Fr>(text) {
        let reread = json::read_r1cs::<Fr>(&json::write_r1cs(&system));
        assert_eq!(reread, Ok(system));
    }
}

fn read_program(bytes: &[u8]) {
    let Ok(program) = Program::<Fr>::from_bytes(bytes) else {
        return;
    };
    assert_eq!(program.to_bytes(), bytes);
    let inputs: Inputs<Fr> = program
        .inputs
        .iter()
        .filter(|input| input.count < 64)
        .map(|input| (input.name.clone(), vec![Fr::ONE; input.count as usize]))
        .collect();
    let limits = Limits {
        memory: 1 << 20,
        instructions: 1 << 14,
    };
    let _ = execute(Generator::Program(&program), &inputs, None, limits);
}

fn read_wasm(bytes: &[u8]) {
    let inputs = Inputs::<Fr>::from([("x".to_owned(), vec![Fr::ONE])]);
    let limits = Limits {
        memory: 1 << 20,
        instructions: 1 << 16,
    };
    let _ = execute(Generator::Wasm(bytes), &inputs, None, limits);
    let _ = check_module::<Fr>(bytes, 3, limits);
}

fn read_proof(bytes: &[u8]) {
    if let Ok(proof) = groth16::Proof::<Bn254>::from_bytes(bytes) {
        assert_eq!(proof.to_bytes(), bytes);
    }
    let _ = groth16::Proof::<Bls12_381>::from_bytes(bytes);
    let _ = pghr13::Proof::<Bn254>::from_bytes(bytes);
    let _ = compact::read_head(bytes);
    if let Ok(proof) = compact::read_proof::<Bn254>(bytes) {
        assert_eq!(compact::write_proof(&proof), bytes);
    }
    if let Ok(proof) = compact::read_pghr13_proof::<Bn254>(bytes) {
        assert_eq!(compact::write_pghr13_proof(&proof), bytes);
    }
    let _ = compact::read_public::<Fr>(bytes);
}

fn read_r1cs(bytes: &[u8]) {
    if let Ok(system) = r1cs::read::<Fr>(bytes) {
        assert_eq!(r1cs::read(&r1cs::write(&system)), Ok(system));
    }
}

/// The folder of a fuzz target, and the reader that it tests.
type Target = (&'static str, fn(&[u8]));

#[test]
fn the_fuzz_corpora_are_replayed() {
    let targets: [Target; 9] = [
        ("zk_r1cs", read_r1cs),
        ("zk_wtns", |bytes| drop(wtns::read::<Fr>(bytes))),
        ("zk_zkey", |bytes| {
            drop(zkey::read::<Bn254>(bytes));
            drop(zkey::read_own_while::<Bn254>(bytes, &|| true));
        }),
        ("zk_ptau", |bytes| drop(ptau::read::<Bn254>(bytes))),
        ("zk_json", |bytes| text(bytes, read_json)),
        ("zk_program", read_program),
        ("zk_proof", read_proof),
        ("zk_wasm", read_wasm),
        ("zk_hostile", |bytes| drop(hostile::run(bytes))),
    ];
    for (target, read) in targets {
        let mut seeds = 0;
        for entry in std::fs::read_dir(folder(target)).expect("a corpus for every target") {
            let bytes = std::fs::read(entry.expect("an entry").path()).expect("a seed");
            seeds += 1;
            read(&bytes);
            let step = (bytes.len() / 200).max(1);
            for length in (0..bytes.len()).step_by(step) {
                read(&bytes[..length]);
            }
            let mut changed = bytes.clone();
            for position in (0..bytes.len()).step_by(step) {
                for value in [0, 0x7f, 0xff, changed[position] ^ 1] {
                    changed[position] = value;
                    read(&changed);
                }
                changed[position] = bytes[position];
            }
        }
        assert!(seeds > 0, "{target} has a seed");
    }
}

/// Every seed is stopped, except the three that do nothing worse than print.
#[test]
fn hostile_generators_are_stopped() {
    for entry in std::fs::read_dir(folder("zk_hostile")).expect("a corpus") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a seed");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stopped = hostile::run(&bytes).is_err();
        // A message that cannot be read is left out, and the run continues.
        let harmless = matches!(&*name, "honest" | "late" | "endless_character");
        assert_eq!(stopped, !harmless, "{name}");
    }
}
