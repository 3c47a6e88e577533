//! Any bytes as a witness: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = lockstep_zk::formats::wtns::read::<lockstep_zk::scalar::Bn254>(data);
    let _ = lockstep_zk::formats::wtns::read::<lockstep_zk::scalar::Bls24_509>(data);
    let _ = lockstep_zk::formats::wtns::read::<lockstep_zk::scalar::Bls48_575>(data);
});
