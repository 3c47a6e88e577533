//! Checking proofs: the five equations, one by one or folded into one product of pairings.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::key::{Proof, VerifyingKey};
use crate::curve::Curve;
use crate::error::{Error, Result};
use crate::groth16::weight;
use crate::kernels;

/// Whether the proof shows these public inputs under this key.
///
/// The twelve pairings fold into one multi-Miller loop of seven with one final exponentiation: each
/// equation is weighted by a fresh 128-bit exponent, so a false one passes with probability 2⁻¹²⁸ at
/// most; `rng` must not be known to the prover. A proof that names another key is refused.
pub fn verify<E: Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    let x = inputs(key, public)?;
    if refused(key, proof) {
        return Ok(false);
    }
    let [u1, u2, u3, u4, u5] = [(); 5].map(|()| weight::<E::ScalarField>(rng));
    let generator = E::G2Affine::generator();
    let all = x + proof.a;
    // Gathered by the argument in G2; the right-hand sides are negated.
    let pairs: [(E::G1, E::G2Affine); 7] = [
        (proof.a * u1, key.alpha_a),
        (proof.c * u3, key.alpha_c),
        (
            -(proof.a_shifted * u1 + proof.b_shifted * u2 + proof.c_shifted * u3 + proof.c * u5),
            generator,
        ),
        (key.alpha_b * u2 + key.beta_gamma1 * u4 + all * u5, proof.b),
        ((all + proof.c) * u4, key.beta_gamma2),
        (-(proof.k * u4), key.gamma),
        (-(proof.h * u5), key.z),
    ];
    let (left, right): (Vec<E::G1>, Vec<E::G2Affine>) = pairs.into_iter().unzip();
    let left = E::G1::normalize_batch(&left);
    Ok(E::multi_pairing(left, right) == PairingOutput::<E>::ZERO)
}

/// The five equations one by one, as they stand in the paper: the reference for [`verify`]. Gives
/// back which hold, in order: A, B and C lie in their spans; the same coefficients in all three; the
/// quadratic equation.
pub fn verify_unfolded<E: Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> Result<[bool; 5]> {
    let x = inputs(key, public)?;
    if refused(key, proof) {
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

fn refused<E: Curve>(key: &VerifyingKey<E>, proof: &Proof<E>) -> bool {
    proof
        .key_digest
        .is_some_and(|digest| digest != key.digest())
        || proof.b.is_zero()
        || proof.g1().into_iter().any(AffineRepr::is_zero)
}

fn inputs<E: Curve>(key: &VerifyingKey<E>, public: &[E::ScalarField]) -> Result<E::G1> {
    if public.len() != key.public() {
        return Err(Error::Length {
            what: "public inputs",
            found: public.len(),
            expected: key.public(),
        });
    }
    Ok(kernels::sum(&key.ic[1..], public) + key.ic[0])
}
