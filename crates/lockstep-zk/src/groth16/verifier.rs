//! Verification of proofs, single or in batches.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::compiled::Groth16Curve;
use super::key::VerifyingKey;
use super::prepared_key::{PreparedKey, at_infinity, check_count};
use super::proof::Proof;
use crate::curve::PairingCurve;
use crate::error::Result;
use crate::kernels;

impl<E: Groth16Curve> PreparedKey<E> {
    /// Prepares a key: one pairing, three G2 preparations, and multiples of each input's point. The
    /// multiples use 4 KiB (BN254) or 6 KiB (BLS12-381) per input.
    #[must_use]
    pub fn new(key: &VerifyingKey<E>) -> Self {
        E::groth16_prepare(key)
    }

    /// Whether the proof is valid for these public inputs under this key: e(A, B) = e(α, β)·e(X,
    /// γ)·e(C, δ).
    ///
    /// Returns false for a proof that names another key. Read its points with this crate's readers,
    /// which check the subgroup.
    ///
    /// # Errors
    /// [`crate::Error::Length`] for a wrong number of public inputs.
    pub fn verify(&self, public: &[E::ScalarField], proof: &Proof<E>) -> Result<bool> {
        E::groth16_verify_prepared(self, public, proof)
    }
}

/// Verifies like [`PreparedKey::verify`], for a key used once. All four pairings share one Miller
/// loop.
pub fn verify<E: Groth16Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> Result<bool> {
    E::groth16_verify(key, public, proof)
}

pub(crate) fn verify_on<E: PairingCurve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> Result<bool> {
    check_count(public.len(), key.public())?;
    let names_other_key = proof
        .key_digest
        .is_some_and(|digest| digest != key.digest());
    if names_other_key || at_infinity(proof) {
        return Ok(false);
    }
    let inputs = kernels::sum(&key.ic[1..], public) + key.ic[0];
    let left = [
        -proof.a.into_group(),
        key.alpha.into_group(),
        inputs,
        proof.c.into_group(),
    ];
    let right = [proof.b, key.beta, key.gamma, key.delta];
    let left = E::G1::normalize_batch(&left);
    let pairs: Vec<_> = left.into_iter().zip(right).collect();
    Ok(kernels::pairing_product::<E>(&pairs, &[]) == Some(PairingOutput::ZERO))
}

/// Verifies many proofs under one key with one final exponentiation and n + 3 Miller loops, which share
/// squarings.
///
/// Each proof's equation gets a fresh weight of 128 bits of entropy, so a batch with an invalid proof passes with
/// probability at most 2⁻¹²⁸. The prover must not be able to predict `rng`. An empty batch is
/// valid.
pub fn verify_batch<E: Groth16Curve>(
    key: &PreparedKey<E>,
    batch: &[(Vec<E::ScalarField>, Proof<E>)],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    E::groth16_verify_batch(key, batch, rng)
}
