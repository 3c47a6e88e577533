//! Verification of proofs, single or in batches.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::key::VerifyingKey;
use super::proof::Proof;
use crate::curve::{Compiled, Curve};
use crate::error::{Error, Result};
use crate::kernels::{self, Multiples, Weights};

/// A verifying key with all precomputation that does not depend on a proof.
#[derive(Clone, Debug)]
pub struct PreparedKey<E: Curve> {
    digest: [u8; 32],
    constant: E::G1Affine,
    inputs: Multiples<E::G1Affine>,
    public: usize,
    minus_alpha: E::G1Affine,
    beta: E::G2Prepared,
    alpha_beta: Option<PairingOutput<E>>,
    minus_gamma: E::G2Prepared,
    minus_delta: E::G2Prepared,
}

impl<E: Curve> PreparedKey<E> {
    /// Prepares a key: one pairing, three G2 preparations, and multiples of each input's point. The
    /// multiples use 4 KiB (BN254) or 6 KiB (BLS12-381) per input.
    #[must_use]
    pub fn new(key: &VerifyingKey<E>) -> Self {
        E::Compiled::groth16_prepare(key)
    }

    pub(crate) fn new_on(key: &VerifyingKey<E>) -> Self {
        let beta = E::G2Prepared::from(key.beta);
        PreparedKey {
            digest: key.digest(),
            constant: key.ic[0],
            inputs: Multiples::new(&key.ic[1..]),
            public: key.public(),
            minus_alpha: (-key.alpha.into_group()).into_affine(),
            alpha_beta: kernels::pairing_product::<E>(&[], &[(key.alpha, &beta)]),
            beta,
            minus_gamma: E::G2Prepared::from(-key.gamma.into_group()),
            minus_delta: E::G2Prepared::from(-key.delta.into_group()),
        }
    }

    /// SHA-256 of the key.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Whether the proof is valid for these public inputs under this key: e(A, B) = e(α, β)·e(X,
    /// γ)·e(C, δ).
    ///
    /// Returns false for a proof that names another key. Read its points with this crate's readers,
    /// which check the subgroup.
    ///
    /// # Errors
    /// [`Error::Length`] for a wrong number of public inputs.
    pub fn verify(&self, public: &[E::ScalarField], proof: &Proof<E>) -> Result<bool> {
        E::Compiled::groth16_verify_prepared(self, public, proof)
    }

    pub(crate) fn verify_on(&self, public: &[E::ScalarField], proof: &Proof<E>) -> Result<bool> {
        let inputs = self.inputs(public)?;
        if proof.key_digest.is_some_and(|digest| digest != self.digest) || at_infinity(proof) {
            return Ok(false);
        }
        let fixed = [
            (inputs.into_affine(), &self.minus_gamma),
            (proof.c, &self.minus_delta),
        ];
        let product = kernels::pairing_product::<E>(&[(proof.a, proof.b)], &fixed);
        Ok(product.is_some() && product == self.alpha_beta)
    }

    fn inputs(&self, public: &[E::ScalarField]) -> Result<E::G1> {
        check_count(public.len(), self.public)?;
        Ok(self.inputs.sum(public) + self.constant)
    }
}

fn check_count(found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Length {
        what: "public inputs",
        found,
        expected,
    })
}

fn at_infinity<E: Curve>(proof: &Proof<E>) -> bool {
    proof.a.is_zero() || proof.b.is_zero() || proof.c.is_zero()
}

/// Verifies like [`PreparedKey::verify`], for a key used once. All four pairings share one Miller
/// loop.
pub fn verify<E: Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> Result<bool> {
    E::Compiled::groth16_verify(key, public, proof)
}

pub(crate) fn verify_on<E: Curve>(
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
pub fn verify_batch<E: Curve>(
    key: &PreparedKey<E>,
    batch: &[(Vec<E::ScalarField>, Proof<E>)],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    E::Compiled::groth16_verify_batch(key, batch, rng)
}

pub(crate) fn verify_batch_on<E: Curve>(
    key: &PreparedKey<E>,
    batch: &[(Vec<E::ScalarField>, Proof<E>)],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<bool> {
    for (public, proof) in batch {
        if proof.key_digest.is_some_and(|digest| digest != key.digest) || at_infinity(proof) {
            return Ok(false);
        }
        check_count(public.len(), key.public)?;
    }
    let weights = Weights::<E>::new(batch.len(), rng);
    // One sum for each input, over all proofs.
    let mut public_sums = vec![E::ScalarField::ZERO; key.public];
    for ((public, _), weight) in batch.iter().zip(weights.values()) {
        for (sum, input) in public_sums.iter_mut().zip(public) {
            *sum += *input * weight;
        }
    }
    let total: E::ScalarField = weights.values().iter().sum();
    let first: Vec<_> = batch.iter().map(|(_, proof)| proof.a).zip(0..).collect();
    let last: Vec<E::G1Affine> = batch.iter().map(|(_, proof)| proof.c).collect();
    let fresh: Vec<_> = weights
        .products(&first)
        .into_iter()
        .zip(batch.iter().map(|(_, proof)| proof.b))
        .collect();
    let shared = E::G1::normalize_batch(&[
        key.inputs.sum(&public_sums) + key.constant * total,
        weights.sum(&last),
        key.minus_alpha * total,
    ]);
    let fixed = [&key.minus_gamma, &key.minus_delta, &key.beta];
    let fixed: Vec<_> = shared.into_iter().zip(fixed).collect();
    Ok(kernels::pairing_product::<E>(&fresh, &fixed) == Some(PairingOutput::ZERO))
}
