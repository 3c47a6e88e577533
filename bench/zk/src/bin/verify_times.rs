//! Measures the verification of Groth16 and PGHR13 proofs of the circuit `range:64`, interleaved with the same
//! pairings of arkworks, in processor time of all threads.
//!
//! In the folder `bench`, `cargo run --release -p bench-zk --bin verify_times -- [CURVE [SAMPLES [ROW]]]`: a curve's
//! name, the number of samples, of which medians are printed, and the only row to measure.

use std::hint::black_box;

use lockstep_zk::ark_ec::pairing::{MillerLoopOutput, Pairing};
use lockstep_zk::ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use lockstep_zk::ark_ff::{AdditiveGroup, UniformRand};
use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::{Curve, CurveName, groth16, on_curve, pghr13};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// Verifications that one sample measures.
const REPEATED: usize = 20;
const BATCH: usize = 100;

/// A name, the proofs that a call verifies, and the call.
type Row<'a> = (&'a str, usize, Box<dyn FnMut() + 'a>);

fn main() {
    let mut words = std::env::args().skip(1);
    let curve: CurveName = words
        .next()
        .map_or(CurveName::Bn254, |word| word.parse().expect("a curve"));
    let samples = words
        .next()
        .map_or(15, |word| word.parse().expect("a number of samples"));
    let only = words.next();
    on_curve!(curve, E => run::<E>(samples, only.as_deref()));
}

/// Returns the milliseconds that a call takes all threads.
fn timed(work: impl FnOnce()) -> f64 {
    let before = processor_time();
    work();
    processor_time() - before
}

fn processor_time() -> f64 {
    // The kernel counts the time up to the last switch.
    std::thread::yield_now();
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux");
    let nanoseconds = tasks.map(|task| {
        let file = task.expect("a thread").path().join("schedstat");
        let line = std::fs::read_to_string(file).expect("the kernel counts processor time");
        let nanoseconds = line.split(' ').next().expect("a number");
        nanoseconds.parse::<f64>().expect("a number")
    });
    nanoseconds.sum::<f64>() / 1e6
}

/// Keys and proofs of one circuit.
struct Subject<E: Curve> {
    public: Vec<E::ScalarField>,
    key: groth16::ProvingKey<E>,
    prepared: groth16::PreparedKey<E>,
    batch: Vec<(Vec<E::ScalarField>, groth16::Proof<E>)>,
    other_key: pghr13::ProvingKey<E>,
    other_proof: pghr13::Proof<E>,
}

impl<E: Curve> Subject<E> {
    fn new() -> Self {
        let rng = &mut ChaCha20Rng::from_seed([2; 32]);
        let circuit = Circuit::<E::ScalarField>::new(Kind::Range { bits: 64 });
        let inputs = RangeInputs {
            value: 5200,
            min: 4000,
            max: 6000,
            scale: 2,
            blinding: E::ScalarField::rand(rng),
            statement: E::ScalarField::rand(rng),
        };
        let witness = circuit
            .witness(&inputs.inputs().expect("in range"))
            .expect("a witness");
        let public = witness.public(circuit.system().public());
        let key = groth16::setup::<E>(circuit.system(), rng).expect("a key");
        let batch = (0..BATCH)
            .map(|_| {
                let proof = groth16::prove_with_key(&key, &witness, rng).expect("a proof");
                (public.clone(), proof)
            })
            .collect();
        let other_key = pghr13::setup::<E>(circuit.system(), rng).expect("a key");
        Subject {
            prepared: groth16::PreparedKey::new(&key.verifying),
            other_proof: pghr13::prove(&other_key, &witness, rng).expect("a proof"),
            public,
            key,
            batch,
            other_key,
        }
    }
}

fn run<E: Curve>(count: usize, only: Option<&str>) {
    let subject = Subject::<E>::new();
    let Subject {
        public,
        key,
        prepared,
        batch,
        other_key,
        other_proof,
    } = &subject;
    let proof = &batch[0].1;
    let peer = Peer::new(&key.verifying);
    let mut batch_rng = ChaCha20Rng::from_seed([3; 32]);
    let mut other_rng = ChaCha20Rng::from_seed([4; 32]);
    let bytes = proof.to_bytes();
    let loops = peer.miller_loop(public, proof);
    let rows: Vec<Row<'_>> = vec![
        (
            "prepared key",
            1,
            Box::new(|| assert!(prepared.verify(public, proof).expect("counts fit"))),
        ),
        (
            "prepared key, arkworks",
            1,
            Box::new(|| assert!(peer.verify(public, proof))),
        ),
        (
            "  arkworks: lines of B",
            1,
            Box::new(|| _ = black_box(E::G2Prepared::from(proof.b))),
        ),
        (
            "  arkworks: sum of inputs",
            1,
            Box::new(|| _ = black_box(peer.inputs(public))),
        ),
        (
            "  arkworks: final exponentiation",
            1,
            Box::new(|| _ = black_box(E::final_exponentiation(MillerLoopOutput(loops)))),
        ),
        (
            "read a proof, subgroup checks",
            1,
            Box::new(|| _ = black_box(groth16::Proof::<E>::from_bytes(&bytes).expect("a proof"))),
        ),
        (
            "key used once",
            1,
            Box::new(|| {
                assert!(groth16::verify(&key.verifying, public, proof).expect("counts fit"));
            }),
        ),
        (
            "batch of 100, each",
            BATCH,
            Box::new(|| {
                assert!(groth16::verify_batch(prepared, batch, &mut batch_rng).expect("counts"));
            }),
        ),
        (
            "PGHR13",
            1,
            Box::new(|| {
                let key = &other_key.verifying;
                assert!(
                    pghr13::verify(key, public, other_proof, &mut other_rng).expect("counts fit")
                );
            }),
        ),
    ];
    let rows = rows
        .into_iter()
        .filter(|(name, _, _)| only.is_none_or(|only| *name == only));
    measure(E::NAME, count, rows.collect());
}

/// Runs the calls in turns, and prints the median of each.
fn measure(curve: CurveName, count: usize, mut rows: Vec<Row<'_>>) {
    let mut samples = vec![Vec::new(); rows.len()];
    for _ in 0..count {
        for ((_, proofs, call), samples) in rows.iter_mut().zip(&mut samples) {
            let calls = REPEATED.div_ceil(*proofs);
            let cpu = timed(|| (0..calls).for_each(|_| call()));
            samples.push(cpu / (calls * *proofs) as f64);
        }
    }
    for ((name, _, _), samples) in rows.iter().zip(&mut samples) {
        samples.sort_by(f64::total_cmp);
        println!(
            "verify {curve} {name:<34} CPU {:7.4} ms  ({:.4} to {:.4})",
            samples[count / 2],
            samples[0],
            samples[count - 1]
        );
    }
}

/// A verifier of arkworks' operations.
struct Peer<'a, E: Curve> {
    key: &'a groth16::VerifyingKey<E>,
    alpha_beta: E::TargetField,
    minus_gamma: E::G2Prepared,
    minus_delta: E::G2Prepared,
}

impl<'a, E: Curve> Peer<'a, E> {
    fn new(key: &'a groth16::VerifyingKey<E>) -> Self {
        Peer {
            key,
            alpha_beta: E::pairing(key.alpha, key.beta).0,
            minus_gamma: E::G2Prepared::from(-key.gamma.into_group()),
            minus_delta: E::G2Prepared::from(-key.delta.into_group()),
        }
    }

    fn inputs(&self, public: &[E::ScalarField]) -> E::G1Affine {
        let sum = if public.is_empty() {
            E::G1::ZERO
        } else {
            E::G1::msm_unchecked(&self.key.ic[1..], public)
        };
        (sum + self.key.ic[0]).into_affine()
    }

    fn miller_loop(
        &self,
        public: &[E::ScalarField],
        proof: &groth16::Proof<E>,
    ) -> <E as Pairing>::TargetField {
        let points = [proof.a, self.inputs(public), proof.c].map(Into::<E::G1Prepared>::into);
        let prepared = [
            E::G2Prepared::from(proof.b),
            self.minus_gamma.clone(),
            self.minus_delta.clone(),
        ];
        E::multi_miller_loop(points, prepared).0
    }

    fn verify(&self, public: &[E::ScalarField], proof: &groth16::Proof<E>) -> bool {
        let value = E::final_exponentiation(MillerLoopOutput(self.miller_loop(public, proof)));
        value.is_some_and(|value| value.0 == self.alpha_beta)
    }
}
