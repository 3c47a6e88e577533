//! The local set-up. The operator could keep the toxic waste, so the proofs convince only the
//! operator.

use ark_ec::{CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field};
use rand_core::{CryptoRng, RngCore};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::compiled::Pghr13Curve;
use super::key::{ProvingKey, VerifyingKey, Zeta};
use crate::cancellation::Cancellation;
use crate::curve::PairingCurve;
use crate::error::Result;
use crate::groth16::{SparsePoints, domain_log, qap_at};
use crate::kernels::{self, Domain, FixedBase};
use crate::r1cs::R1cs;

/// The toxic waste. It is wiped whenever [`setup`] returns, also on errors.
#[derive(ZeroizeOnDrop)]
struct SetupSecrets<F: ark_ff::PrimeField> {
    tau: F,
    /// τⁿ − 1: the target polynomial at τ.
    z: F,
    /// The factors α of A, B and C.
    alpha: [F; 3],
    r: [F; 3],
    beta: F,
    gamma: F,
}

impl<F: ark_ff::PrimeField> SetupSecrets<F> {
    fn zero() -> Self {
        Self {
            tau: F::ZERO,
            z: F::ZERO,
            alpha: [F::ZERO; 3],
            r: [F::ZERO; 3],
            beta: F::ZERO,
            gamma: F::ZERO,
        }
    }

    /// Draws random toxic waste for a domain of this size. Works in place, because moving a value
    /// would leave a copy that is not wiped.
    fn draw(&mut self, size: u64, rng: &mut (impl RngCore + CryptoRng)) {
        let mut nonzero = || loop {
            let value = F::rand(rng);
            if value != F::ZERO {
                return value;
            }
        };
        self.tau = nonzero();
        self.alpha = [nonzero(), nonzero(), nonzero()];
        self.r = [nonzero(), nonzero(), F::ONE];
        self.beta = nonzero();
        self.gamma = nonzero();
        self.r[2] = self.r[0] * self.r[1];
        while self.tau.pow([size]) == F::ONE {
            self.tau = nonzero();
        }
        self.z = self.tau.pow([size]) - F::ONE;
    }
}

/// Creates keys for a circuit. Their label is `local`.
pub fn setup<E: Pghr13Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<ProvingKey<E>> {
    setup_while(system, rng, &|| true)
}

/// The lists of points in keys: [`setup_while`] calls `is_active` once before each.
pub const SETUP_STEPS: usize = 8;

/// Creates keys like [`setup`], and can be cancelled. `is_active` is called before each list of
/// points, one list after the other; the work stops when it returns false.
///
/// # Errors
/// [`crate::Error::Interrupted`], and those of [`setup`].
pub fn setup_while<E: Pghr13Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    E::pghr13_setup(system, rng, is_active)
}

pub(crate) fn setup_on<E: PairingCurve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    let cancellation = Cancellation::new(is_active);
    let log = domain_log(system)?;
    let domain = Domain::<E::ScalarField>::new(log);
    let mut waste = SetupSecrets::zero();
    waste.draw(domain.size() as u64, rng);
    let [rho_a, rho_b, rho_c] = &waste.r;
    let [alpha_a, alpha_b, alpha_c] = &waste.alpha;
    let mut columns = qap_at(system, &domain.lagrange_at(&waste.tau));
    for (column, factor) in columns.iter_mut().zip(&waste.r) {
        column.iter_mut().for_each(|value| *value *= factor);
    }
    let [a, b, c] = &columns;
    let sums = (0..a.len()).map(|wire| waste.beta * (a[wire] + b[wire] + c[wire]));
    let k: Zeroizing<Vec<E::ScalarField>> = Zeroizing::new(sums.collect());
    let powers = kernels::powers(&waste.tau, domain.size() + 1);
    let one = &E::ScalarField::ONE;
    let (g, h) = (E::G1::generator(), E::G2::generator());
    let of_g = FixedBase::new(g, 6 * a.len() + powers.len());
    let of_h = FixedBase::new(h, b.len());
    // Multiplies secret factors. The product is toxic waste too, so it is wiped.
    let product = |factors: &[&E::ScalarField]| {
        let mut product = Zeroizing::new(E::ScalarField::ONE);
        for factor in factors {
            *product *= *factor;
        }
        product
    };
    let g1 = |factors: &[&E::ScalarField]| kernels::multiplied(&g, &product(factors)).into_affine();
    let g2 = |factors: &[&E::ScalarField]| kernels::multiplied(&h, &product(factors)).into_affine();
    let shifted = |column: &[E::ScalarField], factor: &E::ScalarField| {
        let scalars = Zeroizing::new(kernels::map(column, |value| *value * factor));
        let points = cancellation.step(|| of_g.multiples(&scalars));
        SparsePoints::from_dense(&points)
    };
    // Only private wires get these elements. Clear the public ones before any shift or
    // multiplication.
    let inputs = system.public() + 1;
    let mut private = a.clone();
    private[..inputs].fill(E::ScalarField::ZERO);
    let key = ProvingKey {
        wires: system.wires,
        domain_log: log,
        verifying: VerifyingKey {
            alpha_a: g2(&[alpha_a]),
            alpha_b: g1(&[alpha_b]),
            alpha_c: g2(&[alpha_c]),
            gamma: g2(&[&waste.gamma]),
            beta_gamma1: g1(&[&waste.beta, &waste.gamma]),
            beta_gamma2: g2(&[&waste.beta, &waste.gamma]),
            z: g2(&[rho_c, &waste.z]),
            ic: of_g.multiples(&a[..inputs]),
        },
        system: system.clone(),
        a: shifted(&private, one),
        a_shifted: shifted(&private, alpha_a),
        b: SparsePoints::from_dense(&cancellation.step(|| of_h.multiples(b))),
        b_shifted: shifted(b, alpha_b),
        c: shifted(c, one),
        c_shifted: shifted(c, alpha_c),
        k: shifted(&k, one),
        h: cancellation.step(|| of_g.multiples(&powers)),
        zeta: Zeta {
            a: [one, alpha_a, &waste.beta].map(|by| g1(&[rho_a, &waste.z, by])),
            b: g2(&[rho_b, &waste.z]),
            b1: [alpha_b, &waste.beta].map(|by| g1(&[rho_b, &waste.z, by])),
            c: [one, alpha_c, &waste.beta].map(|by| g1(&[rho_c, &waste.z, by])),
        },
    };
    cancellation.ensure_active()?;
    Ok(key)
}
