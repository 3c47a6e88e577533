//! Runs ark-groth16 on a chain of products: proves once for each line on standard input, and prints the
//! wall and CPU milliseconds. The arguments are a curve, the number of rows, and the number of threads.
//! At the start it prints "ready" and the CPU milliseconds of its set-up.

use std::io::BufRead;
use std::time::Instant;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::pairing::Pairing;
use ark_ff::PrimeField;
use ark_groth16::Groth16;
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError};
use ark_relations::lc;
use ark_snark::SNARK;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;

#[derive(Clone)]
struct Chain(usize);

impl<F: PrimeField> ConstraintSynthesizer<F> for Chain {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let start = F::from(3u64);
        let mut value = start;
        let first = cs.new_input_variable(|| Ok(start))?;
        let mut last = first;
        for _ in 0..self.0 {
            let factor = value + F::from(5u64);
            value *= factor;
            let next = cs.new_witness_variable(|| Ok(value))?;
            let five = F::from(5u64);
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
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &str| -> usize { word.parse().expect("a number") };
    let rows = number(&words[1]);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(number(&words[2]))
        .build()
        .expect("a pool");
    pool.install(|| match words[0].as_str() {
        "bn254" => prove::<Bn254>(rows),
        "bls12-381" => prove::<Bls12_381>(rows),
        other => panic!("unknown curve {other}"),
    });
}

fn prove<E: Pairing>(rows: usize) {
    let rng = &mut StdRng::seed_from_u64(1);
    let before = cpu();
    let (key, verifying) = Groth16::<E>::circuit_specific_setup(Chain(rows), rng).expect("keys");
    println!("ready {}", cpu() - before);
    for _ in std::io::stdin().lock().lines() {
        let (start, before) = (Instant::now(), cpu());
        let proof = Groth16::<E>::prove(&key, Chain(rows), rng).expect("a proof");
        println!(
            "{} {}",
            start.elapsed().as_secs_f64() * 1000.0,
            cpu() - before
        );
        let public = [E::ScalarField::from(3u64)];
        assert!(Groth16::<E>::verify(&verifying, &public, &proof).expect("verifies"));
    }
}
