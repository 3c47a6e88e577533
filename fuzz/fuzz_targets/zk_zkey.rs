//! Any bytes: no panic, no allocation beyond what they can fill.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = lockstep_zk::formats::zkey::read::<lockstep_zk::Bn254>(data);
});
