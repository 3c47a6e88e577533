//! Any bytes: no panic, no allocation beyond what they can fill.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = lockstep_zk::formats::r1cs::read::<lockstep_zk::scalar::Bn254>(data);
    let _ = lockstep_zk::formats::r1cs::read::<lockstep_zk::scalar::Bls12_381>(data);
});
