//! Verification of proofs, single or in batches.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, Field};
use rand_core::{CryptoRng, RngCore};

use super::key::VerifyingKey;
use super::proof::Proof;
use crate::curve::{Compiled, Curve};
use crate::error::{Error, Result};
use crate::kernels::{self, Multiples};

/// A verifying key with all precomputation that does not depend on a proof.
#[derive(Clone, Debug)]
pub struct PreparedKey<E: Curve> {
    digest: [u8; 32],
    constant: E::G1Affine,
    inputs: Multiples<E::G1Affine>,
    public: usize,
    alpha_beta: PairingOutput<E>,
    minus_gamma: E::G2Prepared,
    minus_delta: E::G2Prepared,
}

impl<E: Curve> PreparedKey<E> {
    /// Prepares a key: one pairing, two G2 preparations, and multiples of each input's point. The
    /// multiples use 2 KiB (BN254) or 3 KiB (BLS12-381) per input.
    #[must_use]
    pub fn new(key: &VerifyingKey<E>) -> Self {
        E::Compiled::groth16_prepare(key)
    }

    pub(crate) fn new_on(key: &VerifyingKey<E>) -> Self {
        PreparedKey {
            digest: key.digest(),
            constant: key.ic[0],
            inputs: Multiples::new(&key.ic[1..]),
            public: key.public(),
            alpha_beta: E::pairing(key.alpha, key.beta),
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
        let loops = E::multi_miller_loop(
            [proof.a, inputs.into_affine(), proof.c].map(Into::<E::G1Prepared>::into),
            [
                E::G2Prepared::from(proof.b),
                self.minus_gamma.clone(),
                self.minus_delta.clone(),
            ],
        );
        Ok(E::final_exponentiation(loops) == Some(self.alpha_beta))
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
    Ok(E::multi_pairing(E::G1::normalize_batch(&left), right) == PairingOutput::<E>::ZERO)
}

/// Verifies many proofs under one key with one final exponentiation and n + 2 Miller loops.
///
/// Each proof's equation gets a fresh 128-bit weight, so a batch with an invalid proof passes with
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
    let mut left: Vec<E::G1Prepared> = Vec::with_capacity(batch.len() + 2);
    let mut right: Vec<E::G2Prepared> = Vec::with_capacity(batch.len() + 2);
    let (mut inputs, mut products) = (E::G1::ZERO, E::G1::ZERO);
    let mut total = E::ScalarField::ZERO;
    for (public, proof) in batch {
        if proof.key_digest.is_some_and(|digest| digest != key.digest) || at_infinity(proof) {
            return Ok(false);
        }
        let weight = weight::<E::ScalarField>(rng);
        inputs += key.inputs(public)? * weight;
        products += proof.c * weight;
        total += weight;
        left.push(E::G1Prepared::from(proof.a * weight));
        right.push(E::G2Prepared::from(proof.b));
    }
    left.push(E::G1Prepared::from(inputs));
    right.push(key.minus_gamma.clone());
    left.push(E::G1Prepared::from(products));
    right.push(key.minus_delta.clone());
    let found = E::final_exponentiation(E::multi_miller_loop(left, right));
    Ok(found == Some(key.alpha_beta * total))
}

/// Draws a non-zero 128-bit weight.
pub(crate) fn weight<F: Field + From<u128>>(rng: &mut (impl RngCore + CryptoRng)) -> F {
    loop {
        let mut bytes = [0u8; 16];
        rng.fill_bytes(&mut bytes);
        let number = u128::from_le_bytes(bytes);
        if number != 0 {
            return F::from(number);
        }
    }
}
