//! Verification of proofs: the five equations one by one, or folded into one product of pairings.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::compiled::Pghr13Curve;
use super::key::{Proof, VerifyingKey};
use crate::curve::PairingCurve;
use crate::error::{Error, Result};
use crate::kernels::{self, Weights};

/// Whether the proof is valid for these public inputs under this key.
///
/// The twelve pairings fold into one multi-Miller loop of seven with one final exponentiation. Each
/// equation gets a fresh 128-bit weight, so a false one passes with probability at most 2⁻¹²⁸. The
/// prover must not be able to predict `rng`. Returns false for a proof that names another key.
pub fn verify<E: Pghr13Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    E::pghr13_verify(key, public, proof, rng)
}

pub(crate) fn verify_on<E: PairingCurve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    let x = inputs(key, public)?;
    if is_rejected(key, proof) {
        return Ok(false);
    }
    let all = x + proof.a;
    let sums = E::G1::normalize_batch(&[all, all + proof.c]);
    let weights = Weights::<E>::new(5, rng);
    // Each point with the index of its equation's weight. Products are grouped by their argument in G2, and
    // right-hand sides are negated.
    let products = weights.products(&[
        (proof.a, 0),
        (proof.c, 2),
        (proof.a_shifted, 0),
        (proof.b_shifted, 1),
        (proof.c_shifted, 2),
        (proof.c, 4),
        (key.alpha_b, 1),
        (key.beta_gamma1, 3),
        (sums[0], 4),
        (sums[1], 3),
        (proof.k, 3),
        (proof.h, 4),
    ]);
    let sum = |range: std::ops::Range<usize>| -> E::G1 {
        products[range]
            .iter()
            .fold(E::G1::ZERO, |sum, point| sum + point)
    };
    let pairs: [(E::G1, E::G2Affine); 7] = [
        (sum(0..1), key.alpha_a),
        (sum(1..2), key.alpha_c),
        (-sum(2..6), E::G2Affine::generator()),
        (sum(6..9), proof.b),
        (sum(9..10), key.beta_gamma2),
        (-sum(10..11), key.gamma),
        (-sum(11..12), key.z),
    ];
    let (left, right): (Vec<E::G1>, Vec<E::G2Affine>) = pairs.into_iter().unzip();
    let pairs: Vec<_> = E::G1::normalize_batch(&left)
        .into_iter()
        .zip(right)
        .collect();
    Ok(kernels::pairing_product::<E>(&pairs, &[]) == Some(PairingOutput::ZERO))
}

/// Checks the five equations separately, as in the paper. It is the reference for [`verify`].
/// Returns the result of each, in order: A, B and C are in their spans; all three use the same
/// coefficients; the quadratic equation holds.
pub fn verify_unfolded<E: PairingCurve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> Result<[bool; 5]> {
    let x = inputs(key, public)?;
    if is_rejected(key, proof) {
        return Ok([false; 5]);
    }
    let generator = E::G2Affine::generator();
    let all = x + proof.a;
    Ok([
        E::pairing(proof.a, key.alpha_a) == E::pairing(proof.a_shifted, generator),
        E::pairing(key.alpha_b, proof.b) == E::pairing(proof.b_shifted, generator),
        E::pairing(proof.c, key.alpha_c) == E::pairing(proof.c_shifted, generator),
        E::pairing(all + proof.c, key.beta_gamma2) + E::pairing(key.beta_gamma1, proof.b)
            == E::pairing(proof.k, key.gamma),
        E::pairing(all, proof.b) == E::pairing(proof.h, key.z) + E::pairing(proof.c, generator),
    ])
}

fn is_rejected<E: PairingCurve>(key: &VerifyingKey<E>, proof: &Proof<E>) -> bool {
    proof
        .key_digest
        .is_some_and(|digest| digest != key.digest())
        || proof.b.is_zero()
        || proof.g1().into_iter().any(AffineRepr::is_zero)
}

fn inputs<E: PairingCurve>(key: &VerifyingKey<E>, public: &[E::ScalarField]) -> Result<E::G1> {
    if public.len() != key.public() {
        return Err(Error::Length {
            what: "public inputs",
            found: public.len(),
            expected: key.public(),
        });
    }
    Ok(kernels::sum(&key.ic[1..], public) + key.ic[0])
}
