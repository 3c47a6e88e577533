//! Powers of tau: the first phase of the set-up, which does not depend on the circuit. The file format `.ptau` stores them.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::UniformRand;
use rand_core::{CryptoRng, RngCore};

use super::contribution::same_ratio;
use crate::cancellation::Cancellation;
use crate::curve::PairingCurve;
use crate::error::{Error, Result};
use crate::kernels::{self, Domain};

/// Powers of τ in the exponent, with their Lagrange form if the file was prepared for phase 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptau<E: PairingCurve> {
    /// log2 of the largest domain.
    pub power: u32,
    /// log2 of the ceremony's domain. The file can be truncated to a smaller domain.
    pub ceremony_power: u32,
    /// τⁱ in G1, i < 2·2^power − 1.
    pub tau1: Vec<E::G1Affine>,
    /// τⁱ in G2, i < 2^power.
    pub tau2: Vec<E::G2Affine>,
    /// ατⁱ in G1, i < 2^power.
    pub alpha1: Vec<E::G1Affine>,
    /// βτⁱ in G1, i < 2^power.
    pub beta1: Vec<E::G1Affine>,
    /// β in G2.
    pub beta2: E::G2Affine,
    /// The contributions (section 7), as stored. See
    /// [`verify_contributions`](crate::formats::ptau::verify_contributions).
    pub contributions: Vec<u8>,
    /// The Lagrange sections. Absent if the file was not prepared for phase 2.
    pub lagrange: Option<Lagrange<E>>,
}

/// Lagrange polynomials at τ, for the domains of 2^p points with p = 0, 1, …, one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lagrange<E: PairingCurve> {
    /// Lᵢ(τ) in G1, up to twice the largest domain.
    pub tau1: Vec<E::G1Affine>,
    /// Lᵢ(τ) in G2.
    pub tau2: Vec<E::G2Affine>,
    /// αLᵢ(τ) in G1.
    pub alpha1: Vec<E::G1Affine>,
    /// βLᵢ(τ) in G1.
    pub beta1: Vec<E::G1Affine>,
}

impl<E: PairingCurve> Ptau<E> {
    pub(crate) fn check_on(
        &self,
        rng: &mut (impl RngCore + CryptoRng),
        cancellation: &Cancellation<'_>,
    ) -> Result<()> {
        let fail = |what| Err(Error::NotDerived(what));
        let (g, h) = (E::G1Affine::generator(), E::G2Affine::generator());
        if self.tau1[0] != g || self.tau2[0] != h {
            return fail("the powers must start at the generator");
        }
        let (tau1, tau2) = (self.tau1[1], self.tau2[1]);
        if !same_ratio::<E>(&g, &tau1, &h, &tau2) {
            return fail("tau differs between G1 and G2");
        }
        if !same_ratio::<E>(&g, &self.beta1[0], &h, &self.beta2) {
            return fail("beta differs between G1 and G2");
        }
        for list in [&self.tau1, &self.alpha1, &self.beta1] {
            cancellation.check()?;
            let weights = weights::<E>(list.len() - 1, rng);
            let low = kernels::sum(&list[..list.len() - 1], &weights).into_affine();
            let high = kernels::sum(&list[1..], &weights).into_affine();
            if !same_ratio::<E>(&low, &high, &h, &tau2) {
                return fail("a list in G1 does not contain powers of tau");
            }
        }
        cancellation.check()?;
        let weights2 = weights::<E>(self.tau2.len() - 1, rng);
        let low = kernels::sum(&self.tau2[..self.tau2.len() - 1], &weights2).into_affine();
        let high = kernels::sum(&self.tau2[1..], &weights2).into_affine();
        if !same_ratio::<E>(&g, &tau1, &low, &high) {
            return fail("the list in G2 does not contain powers of tau");
        }
        let Some(lagrange) = &self.lagrange else {
            return Ok(());
        };
        for log in 0..=self.power + 1 {
            self.check_lagrange(lagrange, log, rng, cancellation)?;
        }
        Ok(())
    }

    /// Checks Σ ρᵢLᵢ(τ) for random ρ. It must equal the sum of powers of τ, weighted with the
    /// coefficients that interpolate ρ.
    fn check_lagrange(
        &self,
        lagrange: &Lagrange<E>,
        log: u32,
        rng: &mut (impl RngCore + CryptoRng),
        cancellation: &Cancellation<'_>,
    ) -> Result<()> {
        let size = 1usize << log;
        let range = size - 1..2 * size - 1;
        let values = weights::<E>(size, rng);
        let mut coefficients = values.clone();
        if log > 0 {
            Domain::<E::ScalarField>::unshifted(log).interpolate(&mut coefficients);
        }
        let same = |points: &[E::G1Affine], powers: &[E::G1Affine]| -> Result<bool> {
            cancellation.check()?;
            // The doubled domain lacks its highest power, which snarkjs treats as zero. The
            // polynomials in use have lower degrees, so the result is the same.
            let known = powers.len().min(size);
            let expected = kernels::sum(&powers[..known], &coefficients[..known]);
            Ok(kernels::sum(points, &values) == expected)
        };
        let fail = Err(Error::NotDerived(
            "the Lagrange points do not match the powers",
        ));
        if !same(&lagrange.tau1[range.clone()], &self.tau1)? {
            return fail;
        }
        if log > self.power {
            return Ok(());
        }
        if !same(&lagrange.alpha1[range.clone()], &self.alpha1)?
            || !same(&lagrange.beta1[range.clone()], &self.beta1)?
        {
            return fail;
        }
        cancellation.check()?;
        if kernels::sum(&lagrange.tau2[range], &values)
            != kernels::sum(&self.tau2[..size], &coefficients)
        {
            return fail;
        }
        Ok(())
    }
}

fn weights<E: PairingCurve>(
    count: usize,
    rng: &mut (impl RngCore + CryptoRng),
) -> Vec<E::ScalarField> {
    (0..count).map(|_| E::ScalarField::rand(rng)).collect()
}
