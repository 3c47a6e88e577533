//! Any module as a witness generator: a limit or an error stops it, and it never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lockstep_zk::ark_ff::Field;
use lockstep_zk::machine::{Generator, Inputs, Limits, check_module, execute};
use lockstep_zk::scalar::Bn254 as Fr;

fuzz_target!(|data: &[u8]| {
    let inputs = Inputs::<Fr>::from([("x".to_owned(), vec![Fr::ONE])]);
    let limits = Limits {
        memory: 1 << 20,
        instructions: 1 << 16,
    };
    let _ = execute(Generator::Wasm(data), &inputs, None, limits);
    let _ = check_module::<Fr>(data, 3, limits);
});
