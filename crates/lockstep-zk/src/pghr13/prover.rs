//! Making proofs.

use ark_ec::CurveGroup;
use ark_ff::{PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::key::{Proof, ProvingKey};
use crate::cancellation::Cancellation;
use crate::curve::{Curve, Point};
use crate::error::Result;
use crate::groth16::SparsePoints;
use crate::kernels::{self, Domain};
use crate::r1cs::{R1cs, Witness};

/// Proves that the witness satisfies the key's circuit; one that does not is
/// [`crate::Error::Unsatisfied`]. Variable time in the witness.
pub fn prove<E: Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_while(key, witness, rng, &|| true)
}

/// [`prove`] that is given up where `going_on` says no: it is asked before each of the large sums.
///
/// # Errors
/// [`crate::Error::Interrupted`] besides those of [`prove`].
pub fn prove_while<E: Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    going_on: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(going_on);
    key.system.check(witness.values())?;
    let wires = witness.values();
    let d = Zeroizing::new([(); 3].map(|()| E::ScalarField::rand(rng)));
    let [d1, d2, d3] = &*d;
    let quotient = quotient(&key.system, key.domain_log, wires, &d);
    let zeta = &key.zeta;
    let ((a, a_shifted, b), (rest, h)) = kernels::join(
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
    cancellation.held()?;
    let [b_shifted, c, c_shifted, k] = rest;
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

/// Coefficients of (A·B − C)/Z + d₂A + d₁B + d₁d₂Z − d₃, one more than the domain has points.
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
    // Z is the constant shiftⁿ − 1 = −2 on the coset.
    let inverse = (domain.shift.pow([size as u64]) - F::ONE)
        .inverse()
        .expect("the coset does not meet the domain");
    let mut h = Zeroizing::new(Vec::with_capacity(size + 1));
    h.extend((0..size).map(|place| (a[place] * b[place] - c[place]) * inverse));
    domain.interpolate_coset(&mut h);
    for (place, value) in h.iter_mut().enumerate() {
        *value += polynomial_a[place] * d2 + polynomial_b[place] * d1;
    }
    h.push(F::ZERO);
    // d₁d₂Z = d₁d₂Xⁿ − d₁d₂.
    let both = Zeroizing::new(*d1 * d2);
    h[size] += &*both;
    h[0] -= *both + d3;
    h
}
