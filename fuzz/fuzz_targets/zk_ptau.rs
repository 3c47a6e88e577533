//! Any bytes as powers of tau: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(powers) = lockstep_zk::formats::ptau::read::<lockstep_zk::Bn254>(data) {
        let _ = lockstep_zk::formats::ptau::verify_contributions(&powers);
    }
    let _ = lockstep_zk::formats::ptau::read::<lockstep_zk::Bls24_509>(data);
});
