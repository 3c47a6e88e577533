//! Verification of Groth16 and PGHR13 proofs of the circuit `range:64`, interleaved with the same pairings of
//! arkworks, in processor time of one thread.

use std::hint::black_box;

use lockstep_zk::ark_ec::pairing::{MillerLoopOutput, Pairing};
use lockstep_zk::ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use lockstep_zk::ark_ff::{AdditiveGroup, UniformRand};
use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::{Curve, groth16, pghr13};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::timed;

/// Verifications that one sample measures.
const REPEATED: usize = 20;
const SAMPLES: usize = 15;
const BATCH: usize = 100;

type Call<'a> = Box<dyn FnMut() + 'a>;

pub fn run<E: Curve>() {
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
    let batch: Vec<_> = (0..BATCH)
        .map(|_| {
            let proof = groth16::prove_with_key(&key, &witness, rng).expect("a proof");
            (public.clone(), proof)
        })
        .collect();
    let proof = &batch[0].1;
    let prepared = groth16::PreparedKey::new(&key.verifying);
    let peer = Peer::new(&key.verifying);
    let other_key = pghr13::setup::<E>(circuit.system(), rng).expect("a key");
    let other_proof = pghr13::prove(&other_key, &witness, rng).expect("a proof");
    let mut batch_rng = ChaCha20Rng::from_seed([3; 32]);
    let mut other_rng = ChaCha20Rng::from_seed([4; 32]);
    let bytes = proof.to_bytes();
    let loops = peer.miller_loop(&public, proof);
    let rows: [(&str, usize, Call<'_>); 9] = [
        (
            "prepared key",
            1,
            Box::new(|| assert!(prepared.verify(&public, proof).expect("counts fit"))),
        ),
        (
            "prepared key, arkworks",
            1,
            Box::new(|| assert!(peer.verify(&public, proof))),
        ),
        (
            "  arkworks: lines of B",
            1,
            Box::new(|| drop(black_box(E::G2Prepared::from(proof.b)))),
        ),
        (
            "  arkworks: sum of inputs",
            1,
            Box::new(|| drop(black_box(peer.inputs(&public)))),
        ),
        (
            "  arkworks: final exponentiation",
            1,
            Box::new(|| drop(black_box(E::final_exponentiation(MillerLoopOutput(loops))))),
        ),
        (
            "read a proof, subgroup checks",
            1,
            Box::new(|| drop(groth16::Proof::<E>::from_bytes(&bytes).expect("a proof"))),
        ),
        (
            "key used once",
            1,
            Box::new(|| {
                assert!(groth16::verify(&key.verifying, &public, proof).expect("counts fit"))
            }),
        ),
        (
            "batch of 100, each",
            BATCH,
            Box::new(|| {
                assert!(groth16::verify_batch(&prepared, &batch, &mut batch_rng).expect("counts"))
            }),
        ),
        (
            "PGHR13",
            1,
            Box::new(|| {
                let key = &other_key.verifying;
                assert!(
                    pghr13::verify(key, &public, &other_proof, &mut other_rng).expect("counts fit")
                )
            }),
        ),
    ];
    measure(&E::NAME.to_string(), rows);
}

/// Runs the calls in turns, and prints the median of each.
fn measure<const N: usize>(curve: &str, mut rows: [(&str, usize, Call<'_>); N]) {
    let mut samples = vec![Vec::new(); N];
    for _ in 0..SAMPLES {
        for ((_, proofs, call), samples) in rows.iter_mut().zip(&mut samples) {
            let calls = REPEATED.div_ceil(*proofs);
            let (_, [_, cpu]) = timed(|| (0..calls).for_each(|_| call()));
            samples.push(cpu / (calls * *proofs) as f64);
        }
    }
    for ((name, _, _), samples) in rows.iter().zip(&mut samples) {
        samples.sort_by(f64::total_cmp);
        println!(
            "verify {curve} {name:<34} cpu {:7.4} ms  ({:.4} to {:.4})",
            samples[SAMPLES / 2],
            samples[0],
            samples[SAMPLES - 1]
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
            minus_gamma: (-key.gamma.into_group()).into_affine().into(),
            minus_delta: (-key.delta.into_group()).into_affine().into(),
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
