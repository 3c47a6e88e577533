//! The local set-up: whoever runs it could keep the waste, so it convinces nobody but itself.

use ark_ec::{CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroize;

use super::key::{ProvingKey, VerifyingKey, Zeta};
use crate::curve::Curve;
use crate::error::Result;
use crate::groth16::{SparsePoints, domain_log, qap_at};
use crate::kernels::{self, Domain};
use crate::patience::Patience;
use crate::r1cs::R1cs;

/// The waste: wiped on every way out of [`setup`].
struct Waste<F: ark_ff::PrimeField> {
    tau: F,
    alpha: [F; 3],
    r: [F; 3],
    beta: F,
    gamma: F,
}

impl<F: ark_ff::PrimeField> Drop for Waste<F> {
    fn drop(&mut self) {
        self.tau.zeroize();
        self.alpha.zeroize();
        self.r.zeroize();
        self.beta.zeroize();
        self.gamma.zeroize();
    }
}

/// Makes keys for a circuit. Label: `local`.
pub fn setup<E: Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<ProvingKey<E>> {
    setup_while(system, rng, &|| true)
}

/// [`setup`] that is given up where `going_on` says no: it is asked before each of the lists of points.
///
/// # Errors
/// [`crate::Error::Interrupted`] besides those of [`setup`].
pub fn setup_while<E: Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    going_on: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    let patience = Patience::new(going_on);
    let log = domain_log(system)?;
    let domain = Domain::<E::ScalarField>::new(log);
    let mut nonzero = || loop {
        let value = E::ScalarField::rand(rng);
        if value != E::ScalarField::ZERO {
            return value;
        }
    };
    let (ra, rb) = (nonzero(), nonzero());
    let waste = Waste {
        tau: loop {
            let tau = nonzero();
            if tau.pow([domain.size() as u64]) != E::ScalarField::ONE {
                break tau;
            }
        },
        alpha: [nonzero(), nonzero(), nonzero()],
        r: [ra, rb, ra * rb],
        beta: nonzero(),
        gamma: nonzero(),
    };
    let [rho_a, rho_b, rho_c] = waste.r;
    let [alpha_a, alpha_b, alpha_c] = waste.alpha;
    // Lagrange values and powers tell τ as well as τ itself does: they are wiped too.
    let mut lagrange = domain.lagrange_at(waste.tau);
    let mut columns = qap_at(system, &lagrange);
    lagrange.zeroize();
    for (column, factor) in columns.iter_mut().zip(waste.r) {
        column.iter_mut().for_each(|value| *value *= factor);
    }
    let [a, b, c] = &columns;
    let mut k: Vec<E::ScalarField> = (0..a.len())
        .map(|wire| waste.beta * (a[wire] + b[wire] + c[wire]))
        .collect();
    let z = waste.tau.pow([domain.size() as u64]) - E::ScalarField::ONE;
    let mut powers: Vec<E::ScalarField> =
        std::iter::successors(Some(E::ScalarField::ONE), |last| Some(*last * waste.tau))
            .take(domain.size() + 1)
            .collect();
    let (g, h) = (E::G1::generator(), E::G2::generator());
    let g1 = |value: E::ScalarField| (g * value).into_affine();
    let g2 = |value: E::ScalarField| (h * value).into_affine();
    let times = |column: &[E::ScalarField], factor: E::ScalarField| {
        let mut scalars = kernels::map(column, |value| *value * factor);
        let points = patience.step(|| kernels::multiples(g, &scalars));
        scalars.zeroize();
        SparsePoints::from_dense(&points)
    };
    // Private wires only: the rest of the column is zero before it is shifted or multiplied out.
    let inputs = system.public() + 1;
    let mut hidden = a.clone();
    hidden[..inputs].fill(E::ScalarField::ZERO);
    let key = ProvingKey {
        wires: system.wires,
        domain_log: log,
        verifying: VerifyingKey {
            alpha_a: g2(alpha_a),
            alpha_b: g1(alpha_b),
            alpha_c: g2(alpha_c),
            gamma: g2(waste.gamma),
            beta_gamma1: g1(waste.beta * waste.gamma),
            beta_gamma2: g2(waste.beta * waste.gamma),
            z: g2(rho_c * z),
            ic: kernels::multiples(g, &a[..inputs]),
        },
        system: system.clone(),
        a: times(&hidden, E::ScalarField::ONE),
        a_shifted: times(&hidden, alpha_a),
        b: SparsePoints::from_dense(&patience.step(|| kernels::multiples(h, b))),
        b_shifted: times(b, alpha_b),
        c: times(c, E::ScalarField::ONE),
        c_shifted: times(c, alpha_c),
        k: times(&k, E::ScalarField::ONE),
        h: patience.step(|| kernels::multiples(g, &powers)),
        zeta: Zeta {
            a: [E::ScalarField::ONE, alpha_a, waste.beta].map(|by| g1(rho_a * z * by)),
            b: g2(rho_b * z),
            b1: [alpha_b, waste.beta].map(|by| g1(rho_b * z * by)),
            c: [E::ScalarField::ONE, alpha_c, waste.beta].map(|by| g1(rho_c * z * by)),
        },
    };
    columns.iter_mut().for_each(Zeroize::zeroize);
    for secret in [&mut hidden, &mut k, &mut powers] {
        secret.zeroize();
    }
    patience.held()?;
    Ok(key)
}
