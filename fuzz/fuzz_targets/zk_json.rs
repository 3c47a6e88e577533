//! Any bytes as JSON formats: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lockstep_zk::formats::json;
use lockstep_zk::{Bls24_509, Bls48_575, Bn254, scalar};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let _ = json::read_proof::<Bn254>(text);
    let _ = json::read_public::<scalar::Bn254>(text);
    let _ = json::read_verifying_key::<Bn254>(text);
    let _ = json::read_pghr13_proof::<Bn254>(text);
    let _ = json::read_pghr13_key::<Bn254>(text);
    let _ = json::read_r1cs::<scalar::Bn254>(text);
    let _ = json::read_proof::<Bls24_509>(text);
    let _ = json::read_verifying_key::<Bls48_575>(text);
    let _ = json::read_pghr13_proof::<Bls48_575>(text);
});
