//! Any bytes as a program: no panic, and no allocation larger than the input justifies.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lockstep_zk::machine::{Generator, Inputs, Limits, Program, execute};
use lockstep_zk::scalar::Bn254 as Fr;

fuzz_target!(|data: &[u8]| {
    if let Ok(program) = Program::<Fr>::from_bytes(data) {
        // A parsed program must run under small limits without a panic.
        let inputs: Inputs<Fr> = program
            .inputs
            .iter()
            .filter(|input| input.count < 64)
            .map(|input| {
                (
                    input.name.clone(),
                    vec![Fr::from(3u64); input.count as usize],
                )
            })
            .collect();
        let limits = Limits {
            memory: 1 << 20,
            instructions: 1 << 14,
        };
        let _ = execute(Generator::Program(&program), &inputs, None, limits);
    }
});
