//! The PGHR13 prover.

use ark_ec::CurveGroup;
use ark_ff::{PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::compiled::Pghr13Curve;
use super::key::{Proof, ProvingKey};
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, Point};
use crate::error::Result;
use crate::groth16::SparsePoints;
use crate::kernels::{self, Domain};
use crate::r1cs::{R1cs, Witness};

/// Proves that the witness satisfies the key's circuit. Runs in variable time that depends on the
/// witness.
///
/// # Errors
/// [`crate::Error::Unsatisfied`] if the witness does not satisfy the circuit.
pub fn prove<E: Pghr13Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_while(key, witness, rng, &|| true)
}

/// Proves like [`prove`], and can be cancelled. `is_active` is called before each large sum; the
/// work stops when it returns false.
///
/// # Errors
/// [`crate::Error::Interrupted`], and those of [`prove`].
pub fn prove_while<E: Pghr13Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    E::pghr13_prove(key, witness, rng, is_active)
}

pub(crate) fn prove_on<E: PairingCurve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(is_active);
    key.system.check(witness.values())?;
    let wires = witness.values();
    let d = Zeroizing::new([(); 3].map(|()| E::ScalarField::rand(rng)));
    let [d1, d2, d3] = &*d;
    let quotient = quotient(&key.system, key.domain_log, wires, &d);
    let zeta = &key.zeta;
    let ((a, a_shifted, b), (others, h)) = kernels::join(
        || {
            (
                cancellation.step(|| sum(&key.a, wires)) + zeta.a[0] * d1,
                cancellation.step(|| sum(&key.a_shifted, wires)) + zeta.a[1] * d1,
                cancellation.step(|| sum(&key.b, wires)) + zeta.b * d2,
            )
        },
        || {
            (
                [
                    cancellation.step(|| sum(&key.b_shifted, wires)) + zeta.b1[0] * d2,
                    cancellation.step(|| sum(&key.c, wires)) + zeta.c[0] * d3,
                    cancellation.step(|| sum(&key.c_shifted, wires)) + zeta.c[1] * d3,
                    cancellation.step(|| sum(&key.k, wires))
                        + zeta.a[2] * d1
                        + zeta.b1[1] * d2
                        + zeta.c[2] * d3,
                ],
                cancellation.step(|| kernels::sum(&key.h, &quotient)),
            )
        },
    );
    cancellation.ensure_active()?;
    let [b_shifted, c, c_shifted, k] = others;
    let points = E::G1::normalize_batch(&[a, a_shifted, b_shifted, c, c_shifted, k, h]);
    Ok(Proof {
        a: points[0],
        a_shifted: points[1],
        b: b.into_affine(),
        b_shifted: points[2],
        c: points[3],
        c_shifted: points[4],
        k: points[5],
        h: points[6],
        key_digest: Some(key.verifying.digest()),
    })
}

fn sum<G: Point>(list: &SparsePoints<G>, wires: &[G::ScalarField]) -> G::Group {
    let scalars = Zeroizing::new(kernels::map(&list.wires, |wire| wires[*wire as usize]));
    kernels::sum(&list.points, &scalars)
}

/// Computes the coefficients of (A·B − C)/Z + d₂A + d₁B + d₁d₂Z − d₃. There is one more than the
/// domain has points.
fn quotient<F: PrimeField>(
    system: &R1cs<F>,
    log: u32,
    wires: &[F],
    [d1, d2, d3]: &[F; 3],
) -> Zeroizing<Vec<F>> {
    let domain = Domain::<F>::new(log);
    let size = domain.size();
    let column = |pick: fn(&crate::r1cs::Row<F>) -> &crate::r1cs::Lc<F>| {
        let mut values = Zeroizing::new(vec![F::ZERO; size]);
        for (value, row) in values.iter_mut().zip(&system.rows) {
            *value = pick(row).evaluate(wires);
        }
        values
    };
    let mut a = column(|row| &row.a);
    for wire in 0..=system.public() {
        a[system.rows.len() + wire] = wires[wire];
    }
    let mut b = column(|row| &row.b);
    let mut c = column(|row| &row.c);
    let mut polynomial_a = a.clone();
    let mut polynomial_b = b.clone();
    domain.interpolate(&mut polynomial_a);
    domain.interpolate(&mut polynomial_b);
    domain.move_to_coset(&mut a);
    domain.move_to_coset(&mut b);
    domain.move_to_coset(&mut c);
    // On the coset, Z is the constant shiftⁿ − 1 = −2.
    let inverse = (domain.shift.pow([size as u64]) - F::ONE)
        .inverse()
        .expect("the coset and the domain are disjoint");
    let mut h = Zeroizing::new(Vec::with_capacity(size + 1));
    h.extend((0..size).map(|index| (a[index] * b[index] - c[index]) * inverse));
    domain.interpolate_coset(&mut h);
    for (index, value) in h.iter_mut().enumerate() {
        *value += polynomial_a[index] * d2 + polynomial_b[index] * d1;
    }
    h.push(F::ZERO);
    // Uses d₁d₂Z = d₁d₂Xⁿ − d₁d₂.
    let d1_d2 = Zeroizing::new(*d1 * d2);
    h[size] += &*d1_d2;
    h[0] -= *d1_d2 + d3;
    h
}
