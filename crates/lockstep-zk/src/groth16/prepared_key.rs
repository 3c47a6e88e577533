//! A verifying key with its precomputation, and the verification of proofs under it.

use ark_ec::pairing::PairingOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::key::VerifyingKey;
use super::proof::Proof;
use crate::curve::PairingCurve;
use crate::error::{Error, Result};
use crate::kernels::{self, Multiples, Weights};

/// A verifying key with all precomputation that does not depend on a proof.
#[derive(Clone, Debug)]
pub struct PreparedKey<E: PairingCurve> {
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

impl<E: PairingCurve> PreparedKey<E> {
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

pub(crate) fn verify_batch_on<E: PairingCurve>(
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

pub(super) fn check_count(found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Length {
        what: "public inputs",
        found,
        expected,
    })
}

pub(super) fn at_infinity<E: PairingCurve>(proof: &Proof<E>) -> bool {
    proof.a.is_zero() || proof.b.is_zero() || proof.c.is_zero()
}
