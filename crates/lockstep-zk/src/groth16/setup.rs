//! The local set-up. The operator could keep the toxic waste, so the proofs convince only the
//! operator.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::compiled::Groth16Curve;
use super::key::{Coefficient, ProvingKey, RowFactor, SparsePoints, VerifyingKey};
use crate::cancellation::Cancellation;
use crate::curve::PairingCurve;
use crate::error::{Error, Result};
use crate::kernels::{self, Domain, FixedBase};
use crate::r1cs::R1cs;

/// Returns log2 of the domain for a circuit, including its input rows.
pub(crate) fn domain_log<F: PrimeField>(system: &R1cs<F>) -> Result<u32> {
    let rows = system.rows.len() + system.public() + 1;
    let needed = rows.next_power_of_two().trailing_zeros().max(1);
    if needed > Domain::<F>::MAX_LOG {
        return Err(Error::TooLarge {
            rows,
            needed,
            most: Domain::<F>::MAX_LOG,
        });
    }
    Ok(needed)
}

/// Returns the A and B matrices in snarkjs's order. The input rows follow the circuit's rows.
pub(crate) fn coefficients<F: PrimeField>(system: &R1cs<F>) -> Vec<Coefficient<F>> {
    let mut list = Vec::new();
    for (row, constraint) in system.rows.iter().enumerate() {
        for (side, lc) in [(RowFactor::A, &constraint.a), (RowFactor::B, &constraint.b)] {
            list.extend(lc.listed().map(|(wire, value)| Coefficient {
                side,
                row: row as u32,
                wire: *wire,
                value: *value,
            }));
        }
    }
    for wire in 0..=system.public() {
        list.push(Coefficient {
            side: RowFactor::A,
            row: (system.rows.len() + wire) as u32,
            wire: wire as u32,
            value: F::ONE,
        });
    }
    list
}

/// Evaluates the QAP at τ: Aᵢ, Bᵢ, Cᵢ for each wire, with the input-consistency rows in A. The
/// values reveal τ, so they are wiped.
pub(crate) fn qap_at<F: PrimeField>(system: &R1cs<F>, lagrange: &[F]) -> [Zeroizing<Vec<F>>; 3] {
    let mut columns = [(); 3].map(|()| Zeroizing::new(vec![F::ZERO; system.wires as usize]));
    for (row, l) in system.rows.iter().zip(lagrange) {
        for (column, lc) in columns.iter_mut().zip([&row.a, &row.b, &row.c]) {
            for (wire, value) in lc.terms() {
                column[*wire as usize] += *value * l;
            }
        }
    }
    for wire in 0..=system.public() {
        columns[0][wire] += lagrange[system.rows.len() + wire];
    }
    columns
}

/// Creates keys for a circuit. Their label is `local`.
///
/// Cost: a fixed-base multiplication per wire and group, plus the domain. A key for 2^16 rows takes
/// seconds. The toxic waste (τ, α, β, δ, and every scalar derived from them) is wiped before the
/// function returns, also on errors. Copies on the stack, such as those inside arkworks' operations, are not wiped.
pub fn setup<E: Groth16Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<ProvingKey<E>> {
    setup_while(system, rng, &|| true)
}

/// The lists of points in keys: [`setup_while`] calls `is_active` once before each.
pub const SETUP_STEPS: usize = 5;

/// Creates keys like [`setup`], and can be cancelled. `is_active` is called before each list of
/// points, one list after the other; the work stops when it returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`setup`].
pub fn setup_while<E: Groth16Curve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    E::groth16_setup(system, rng, is_active)
}

pub(crate) fn setup_on<E: PairingCurve>(
    system: &R1cs<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<ProvingKey<E>> {
    let cancellation = Cancellation::new(is_active);
    let log = domain_log(system)?;
    let domain = Domain::<E::ScalarField>::new(log);
    let mut nonzero = || loop {
        let value = Zeroizing::new(E::ScalarField::rand(rng));
        if *value != E::ScalarField::ZERO {
            return value;
        }
    };
    let (alpha, beta, delta) = (nonzero(), nonzero(), nonzero());
    let tau = loop {
        let value = nonzero();
        // τ must be outside the doubled domain, so that no Lagrange denominator is zero.
        if value.pow([2 * domain.size() as u64]) != E::ScalarField::ONE {
            break value;
        }
    };
    let inverse = Zeroizing::new(delta.inverse().expect("`nonzero` returns no zero"));
    let [a, b, mut mixed] = qap_at(system, &domain.lagrange_at(&tau));
    for (mixed, (a, b)) in mixed.iter_mut().zip(a.iter().zip(b.iter())) {
        *mixed += *beta * a + *alpha * b;
    }
    let inputs = system.public() + 1;
    for value in &mut mixed[inputs..] {
        *value *= &*inverse;
    }
    let mut odd = domain.odd_lagrange_at(&tau);
    for value in odd.iter_mut() {
        *value *= &*inverse;
    }
    let (g, h) = (E::G1::generator(), E::G2::generator());
    let of_g = FixedBase::new(g, 3 * a.len() + odd.len());
    let of_h = FixedBase::new(h, b.len());
    let verifying = VerifyingKey {
        alpha: kernels::multiplied(&g, &alpha).into_affine(),
        beta: kernels::multiplied(&h, &beta).into_affine(),
        gamma: E::G2Affine::generator(),
        delta: kernels::multiplied(&h, &delta).into_affine(),
        ic: of_g.multiples(&mixed[..inputs]),
    };
    let key = ProvingKey {
        wires: system.wires,
        domain_log: log,
        beta1: kernels::multiplied(&g, &beta).into_affine(),
        delta1: kernels::multiplied(&g, &delta).into_affine(),
        coefficients: coefficients(system),
        a: SparsePoints::from_dense(&cancellation.step(|| of_g.multiples(&a))),
        b1: SparsePoints::from_dense(&cancellation.step(|| of_g.multiples(&b))),
        b2: SparsePoints::from_dense(&cancellation.step(|| of_h.multiples(&b))),
        c: cancellation.step(|| of_g.multiples(&mixed[inputs..])),
        h: cancellation.step(|| of_g.multiples(&odd)),
        circuit_hash: [0; 64],
        contributions: Vec::new(),
        verifying,
    };
    cancellation.ensure_active()?;
    Ok(key)
}
