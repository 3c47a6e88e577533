//! Runs ark-groth16 on a chain of products over BN254: proves once for each line on standard input,
//! and prints the wall and CPU milliseconds.

use std::io::BufRead;
use std::time::Instant;

use ark_bn254::{Bn254, Fr};
use ark_groth16::Groth16;
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError};
use ark_relations::lc;
use ark_snark::SNARK;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;

#[derive(Clone)]
struct Chain(usize);

impl ConstraintSynthesizer<Fr> for Chain {
    fn generate_constraints(self, cs: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
        let start = Fr::from(3u64);
        let mut value = start;
        let first = cs.new_input_variable(|| Ok(start))?;
        let mut last = first;
        for _ in 0..self.0 {
            let factor = value + Fr::from(5u64);
            value *= factor;
            let next = cs.new_witness_variable(|| Ok(value))?;
            let five = Fr::from(5u64);
            cs.enforce_r1cs_constraint(
                || lc!() + last,
                || lc!() + last + (five, ark_relations::gr1cs::Variable::One),
                || lc!() + next,
            )?;
            last = next;
        }
        Ok(())
    }
}

fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .expect("fields")
        .split_whitespace()
        .collect();
    (fields[11].parse::<f64>().expect("utime") + fields[12].parse::<f64>().expect("stime")) * 10.0
}

fn main() {
    let words: Vec<usize> = std::env::args()
        .skip(1)
        .map(|word| word.parse().expect("a number"))
        .collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(words[1])
        .build()
        .expect("a pool");
    pool.install(|| {
        let rng = &mut StdRng::seed_from_u64(1);
        let (key, verifying) =
            Groth16::<Bn254>::circuit_specific_setup(Chain(words[0]), rng).expect("keys");
        println!("ready");
        for _ in std::io::stdin().lock().lines() {
            let (start, before) = (Instant::now(), cpu());
            let proof = Groth16::<Bn254>::prove(&key, Chain(words[0]), rng).expect("a proof");
            println!(
                "{} {}",
                start.elapsed().as_secs_f64() * 1000.0,
                cpu() - before
            );
            assert!(
                Groth16::<Bn254>::verify(&verifying, &[Fr::from(3u64)], &proof).expect("verifies")
            );
        }
    });
}
