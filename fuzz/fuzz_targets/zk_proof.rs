//! Any bytes as a proof: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lockstep_zk::formats::compact;

fuzz_target!(|data: &[u8]| {
    let _ = lockstep_zk::groth16::Proof::<lockstep_zk::Bn254>::from_bytes(data);
    let _ = lockstep_zk::groth16::Proof::<lockstep_zk::Bls12_381>::from_bytes(data);
    let _ = lockstep_zk::pghr13::Proof::<lockstep_zk::Bn254>::from_bytes(data);
    let _ = compact::read_head(data);
    if let Ok(proof) = compact::read_proof::<lockstep_zk::Bls24_509>(data) {
        assert_eq!(compact::write_proof(&proof), data);
    }
    if let Ok(proof) = compact::read_proof::<lockstep_zk::Bls48_575>(data) {
        assert_eq!(compact::write_proof(&proof), data);
    }
    let _ = compact::read_pghr13_proof::<lockstep_zk::Bls24_509>(data);
    let _ = compact::read_public::<lockstep_zk::scalar::Bls48_575>(data);
    if let Ok(proof) = compact::read_proof::<lockstep_zk::Bn254>(data) {
        assert_eq!(compact::write_proof(&proof), data);
    }
    if let Ok(proof) = compact::read_pghr13_proof::<lockstep_zk::Bn254>(data) {
        assert_eq!(compact::write_pghr13_proof(&proof), data);
    }
    let _ = compact::read_public::<lockstep_zk::scalar::Bn254>(data);
});
