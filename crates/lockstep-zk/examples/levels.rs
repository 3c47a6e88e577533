//! Prints how long set-up, proof and verification of `range:64` take at each security level.
//!
//! Run: `cargo run --release -p lockstep-zk --example levels`

use std::time::Instant;

use lockstep_zk::ark_ff::UniformRand;
use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::formats::json;
use lockstep_zk::{Curve, CurveName, groth16, on_curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn measure<E: Curve>() -> lockstep_zk::Result<()> {
    let rng = &mut ChaCha20Rng::from_seed([1; 32]);
    let circuit = Circuit::<E::ScalarField>::new(Kind::Range { bits: 64 });
    let inputs = RangeInputs {
        value: 52,
        min: 40,
        max: 60,
        scale: 0,
        blinding: E::ScalarField::rand(rng),
        statement: E::ScalarField::rand(rng),
    };
    let witness = circuit.witness(&inputs.inputs()?)?;
    let system = circuit.system();
    let (key, setup) = timed(|| groth16::setup::<E>(system, rng))?;
    let (proof, prove) = timed(|| groth16::prove(&key, system, &witness, rng))?;
    let public = witness.public(system.public());
    let text = json::write_proof(&proof);
    let verifying = json::write_verifying_key(&key.verifying);
    let (holds, verify) = timed(|| {
        let proof = json::read_proof::<E>(&text)?;
        groth16::verify(&key.verifying, &public, &proof)
    })?;
    assert!(holds, "the proof verifies");
    let (_, read) = timed(|| json::read_verifying_key::<E>(&verifying))?;
    println!(
        "{}: {} rows, set-up {setup} ms, proof {prove} ms, verification {verify} ms, and {read} ms to read the key",
        E::NAME,
        system.rows.len()
    );
    Ok(())
}

/// The result of the fastest of three runs, with its milliseconds.
fn timed<T>(mut run: impl FnMut() -> lockstep_zk::Result<T>) -> lockstep_zk::Result<(T, u128)> {
    let mut best = None;
    for _ in 0..3 {
        let start = Instant::now();
        let result = run()?;
        let elapsed = start.elapsed().as_millis();
        if best.as_ref().is_none_or(|(_, fastest)| elapsed < *fastest) {
            best = Some((result, elapsed));
        }
    }
    Ok(best.expect("three runs give one result"))
}

fn main() -> lockstep_zk::Result<()> {
    for curve in CurveName::ALL {
        on_curve!(curve, E => measure::<E>())?;
    }
    Ok(())
}
