//! Derivation of keys from a circuit and powers of tau, as `snarkjs zkey new` does. Also checks
//! that an imported key was derived in this way.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, UniformRand};
use rand_core::{CryptoRng, CryptoRngCore, RngCore};

use super::circuit_hash::circuit_hash;
use super::contribution::{has_secret_factor, same_ratio, verify_contributions_on};
use super::key::{ProvingKey, SparsePoints, VerifyingKey};
use super::powers_of_tau::Ptau;
use super::setup::{coefficients, domain_log};
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, Point};
use crate::error::{Error, Result};
use crate::kernels;
use crate::r1cs::R1cs;

/// A curve for which this crate compiles the derivation of keys. Each public function calls one of these methods.
pub trait DerivationCurve: PairingCurve {
    /// Compiles [`derive()`].
    fn groth16_derive(
        system: &R1cs<Self::ScalarField>,
        ptau: &Ptau<Self>,
    ) -> Result<ProvingKey<Self>>;
    /// Compiles [`check_derived_while`].
    fn groth16_check_derived(
        key: &ProvingKey<Self>,
        system: &R1cs<Self::ScalarField>,
        ptau: &Ptau<Self>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<()>;
}

/// Derives the first key of a circuit, with δ = 1 and no contribution. It is unsound until someone
/// contributes.
///
/// The key equals the output of `snarkjs groth16 setup` byte for byte, including the circuit hash, if
/// the circuit was read from the same `.r1cs`.
pub fn derive<E: DerivationCurve>(
    system: &R1cs<E::ScalarField>,
    ptau: &Ptau<E>,
) -> Result<ProvingKey<E>> {
    E::groth16_derive(system, ptau)
}

pub(crate) fn derive_on<E: PairingCurve>(
    system: &R1cs<E::ScalarField>,
    ptau: &Ptau<E>,
    cancellation: &Cancellation<'_>,
) -> Result<ProvingKey<E>> {
    let log = domain_log(system)?;
    if log > ptau.power {
        return Err(Error::TooLarge {
            rows: system.rows.len() + system.public() + 1,
            needed: log,
            most: ptau.power,
        });
    }
    let Some(lagrange) = &ptau.lagrange else {
        return Err(Error::NotDerived(
            "the powers of tau are not prepared for phase 2",
        ));
    };
    let size = 1usize << log;
    let range = size - 1..2 * size - 1;
    let (l1, l2) = (&lagrange.tau1[range.clone()], &lagrange.tau2[range.clone()]);
    let (la, lb) = (&lagrange.alpha1[range.clone()], &lagrange.beta1[range]);
    let columns = columns(system);
    let [a, b, c] = &columns;
    let wires: Vec<usize> = (0..system.wires as usize).collect();
    let g1_sum = |column: &[(usize, E::ScalarField)], points: &[E::G1Affine]| -> E::G1 {
        cancellation.step(|| weighted_sum(column, points))
    };
    let a1 = kernels::par_map(&wires, |wire| g1_sum(&a[*wire], l1));
    let b1 = kernels::par_map(&wires, |wire| g1_sum(&b[*wire], l1));
    let b2: Vec<E::G2> = kernels::par_map(&wires, |wire| {
        cancellation.step(|| weighted_sum(&b[*wire], l2))
    });
    let mixed = kernels::par_map(&wires, |wire| {
        g1_sum(&a[*wire], lb) + g1_sum(&b[*wire], la) + g1_sum(&c[*wire], l1)
    });
    cancellation.ensure_active()?;
    let mixed = E::G1::normalize_batch(&mixed);
    let doubled = 2 * size;
    let h = lagrange.tau1[doubled - 1..2 * doubled - 1]
        .iter()
        .skip(1)
        .step_by(2)
        .copied()
        .collect();
    let inputs = system.public() + 1;
    let mut key = ProvingKey {
        wires: system.wires,
        domain_log: log,
        verifying: VerifyingKey {
            alpha: ptau.alpha1[0],
            beta: ptau.beta2,
            gamma: E::G2Affine::generator(),
            delta: E::G2Affine::generator(),
            ic: mixed[..inputs].to_vec(),
        },
        beta1: ptau.beta1[0],
        delta1: E::G1Affine::generator(),
        coefficients: coefficients(system),
        a: SparsePoints::from_dense(&E::G1::normalize_batch(&a1)),
        b1: SparsePoints::from_dense(&E::G1::normalize_batch(&b1)),
        b2: SparsePoints::from_dense(&E::G2::normalize_batch(&b2)),
        c: mixed[inputs..].to_vec(),
        h,
        circuit_hash: [0; 64],
        contributions: Vec::new(),
    };
    key.circuit_hash = circuit_hash(&key, ptau);
    Ok(key)
}

/// Computes the sum of the points of some rows, each times its coefficient.
fn weighted_sum<G: Point>(column: &[(usize, G::ScalarField)], points: &[G]) -> G::Group {
    let (points, values): (Vec<G>, Vec<G::ScalarField>) = column
        .iter()
        .map(|(row, value)| (points[*row], *value))
        .unzip();
    kernels::sum(&points, &values)
}

/// Returns the rows and coefficients of each wire in A (with the input rows), B and C.
fn columns<F: ark_ff::PrimeField>(system: &R1cs<F>) -> [Vec<Vec<(usize, F)>>; 3] {
    let mut columns = [(); 3].map(|()| vec![Vec::new(); system.wires as usize]);
    for (number, row) in system.rows.iter().enumerate() {
        for (column, lc) in columns.iter_mut().zip([&row.a, &row.b, &row.c]) {
            for (wire, value) in lc.terms() {
                column[*wire as usize].push((number, *value));
            }
        }
    }
    let inputs = columns[0].iter_mut().take(system.public() + 1);
    for (wire, column) in inputs.enumerate() {
        column.push((system.rows.len() + wire, F::ONE));
    }
    columns
}

/// Checks that a key was derived from this circuit and these powers of tau, and that δ is the
/// product of its contributions, of which one at least can be a secret. A key that passes gets the label
/// `derived`.
///
/// A wrong C or quotient point passes with probability about 1/r. The powers of tau are checked for
/// consistency ([`Ptau::check`]). The caller must know who created them.
pub fn check_derived<E: DerivationCurve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    ptau: &Ptau<E>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<()> {
    check_derived_while(key, system, ptau, rng, &|| true)
}

/// [`check_derived`], stopped soon after `is_active` returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`check_derived`].
pub fn check_derived_while<E: DerivationCurve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    ptau: &Ptau<E>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<()> {
    E::groth16_check_derived(key, system, ptau, rng, is_active)
}

pub(crate) fn check_derived_on<E: PairingCurve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    ptau: &Ptau<E>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<()> {
    let cancellation = Cancellation::new(is_active);
    let same = |equal: bool, what| equal.then_some(()).ok_or(Error::NotDerived(what));
    // The checks that cost nothing come first.
    same(
        key.verifying.alpha == ptau.alpha1[0]
            && key.beta1 == ptau.beta1[0]
            && key.verifying.beta == ptau.beta2
            && key.verifying.gamma == E::G2Affine::generator(),
        "alpha, beta or gamma differ",
    )?;
    ptau.check_on(rng, &cancellation)?;
    let first = derive_on(system, ptau, &cancellation)?;
    same(
        key.wires == first.wires
            && key.domain_log == first.domain_log
            && key.public() == first.public()
            && key.c.len() == first.c.len()
            && key.h.len() == first.h.len(),
        "its counts differ",
    )?;
    same(
        key.verifying.ic == first.verifying.ic,
        "its input points differ",
    )?;
    same(
        key.a == first.a && key.b1 == first.b1 && key.b2 == first.b2,
        "its A or B points differ",
    )?;
    let sorted = |key: &ProvingKey<E>| {
        let mut list = key.coefficients.clone();
        list.retain(|entry| entry.value != E::ScalarField::ZERO);
        list.sort_by_key(|entry| (entry.side, entry.row, entry.wire));
        list
    };
    same(sorted(key) == sorted(&first), "its coefficients differ")?;
    for (imported, derived, what) in [
        (&key.c, &first.c, "its C points differ"),
        (&key.h, &first.h, "its quotient points differ"),
    ] {
        cancellation.check()?;
        let weights: Vec<_> = derived.iter().map(|_| E::ScalarField::rand(rng)).collect();
        let imported = kernels::sum(imported, &weights);
        let derived = kernels::sum(derived, &weights);
        let matches = if derived == E::G1::ZERO {
            imported == E::G1::ZERO
        } else {
            same_ratio::<E>(
                &imported.into_affine(),
                &derived.into_affine(),
                &E::G2Affine::generator(),
                &key.verifying.delta,
            )
        };
        same(matches, what)?;
    }
    if !has_secret_factor(key) {
        return Err(Error::NotDerived(
            "no contribution of a secret was made to delta, so anyone can forge proofs",
        ));
    }
    verify_contributions_on(key, is_active)
}
