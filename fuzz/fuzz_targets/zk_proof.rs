//! Any bytes: no panic, no allocation beyond what they can fill.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = lockstep_zk::groth16::Proof::<lockstep_zk::Bn254>::from_bytes(data);
    let _ = lockstep_zk::groth16::Proof::<lockstep_zk::Bls12_381>::from_bytes(data);
    let _ = lockstep_zk::pghr13::Proof::<lockstep_zk::Bn254>::from_bytes(data);
});
