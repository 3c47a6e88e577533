//! Making proofs.

use ark_ec::CurveGroup;
use ark_ff::{PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::key::{Coefficient, ProvingKey, Side, SparsePoints};
use super::proof::Proof;
use super::verifier;
use crate::cancellation::Cancellation;
use crate::curve::{Curve, Point};
use crate::error::{Error, Result};
use crate::kernels::{self, Domain};
use crate::r1cs::{R1cs, Witness};

/// Proves that the witness satisfies the circuit.
///
/// A witness that does not is [`Error::Unsatisfied`] with the first failing row. Variable time in
/// the witness.
pub fn prove<E: Curve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_while(key, system, witness, rng, &|| true)
}

/// [`prove`] that is given up where `going_on` says no: it is asked before each of the large sums.
///
/// # Errors
/// [`Error::Interrupted`] besides those of [`prove`].
pub fn prove_while<E: Curve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    going_on: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    system.check(witness.values())?;
    if key.wires != system.wires || key.public() != system.public() {
        return Err(Error::NotDerived("the circuit has other wires"));
    }
    make(key, witness, rng, going_on)
}

/// Proves with a key alone, as from an imported `.zkey`, which holds no C matrix: the finished proof
/// is verified before it is handed out, and a witness the circuit refuses is [`Error::SelfCheck`].
pub fn prove_with_key<E: Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_with_key_while(key, witness, rng, &|| true)
}

/// [`prove_with_key`] that is given up as [`prove_while`].
///
/// # Errors
/// [`Error::Interrupted`] besides those of [`prove_with_key`].
pub fn prove_with_key_while<E: Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    going_on: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let proof = make(key, witness, rng, going_on)?;
    if verifier::verify(&key.verifying, &witness.public(key.public()), &proof)? {
        Ok(proof)
    } else {
        Err(Error::SelfCheck)
    }
}

fn make<E: Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    going_on: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(going_on);
    let wires = witness.values();
    if wires.len() != key.wires as usize {
        return Err(Error::Length {
            what: "witness",
            found: wires.len(),
            expected: key.wires as usize,
        });
    }
    let r = Zeroizing::new(E::ScalarField::rand(rng));
    let s = Zeroizing::new(E::ScalarField::rand(rng));
    let rs = Zeroizing::new(*r * *s);
    let private = &wires[key.public() + 1..];
    // Sums that wait for nothing keep every thread busy beside the quotient's transforms.
    let ((b2, (b1, a)), (h, c)) = kernels::join(
        || {
            kernels::join(
                || cancellation.step(|| sparse_sum(&key.b2, wires)),
                || {
                    kernels::join(
                        || cancellation.step(|| sparse_sum(&key.b1, wires)),
                        || cancellation.step(|| sparse_sum(&key.a, wires)),
                    )
                },
            )
        },
        || {
            kernels::join(
                || {
                    cancellation.step(|| {
                        let quotient = quotient(&key.coefficients, key.domain_log, wires);
                        cancellation.step(|| kernels::sum(&key.h, &quotient))
                    })
                },
                || cancellation.step(|| kernels::sum(&key.c, private)),
            )
        },
    );
    let a = a + key.verifying.alpha + key.delta1 * *r;
    let b1 = b1 + key.beta1 + key.delta1 * *s;
    let b2 = b2 + key.verifying.beta + key.verifying.delta * *s;
    let c = c + h + a * *s + b1 * *r - key.delta1 * *rs;
    cancellation.held()?;
    let g1 = E::G1::normalize_batch(&[a, c]);
    Ok(Proof {
        a: g1[0],
        b: b2.into_affine(),
        c: g1[1],
        key_digest: Some(key.verifying.digest()),
    })
}

fn sparse_sum<G: Point>(list: &SparsePoints<G>, wires: &[G::ScalarField]) -> G::Group {
    if list.wires.len() == wires.len() {
        return kernels::sum(&list.points, wires);
    }
    let scalars = Zeroizing::new(kernels::map(&list.wires, |wire| wires[*wire as usize]));
    kernels::sum(&list.points, &scalars)
}

/// A·B − C on the coset, where C agrees with A·B on the domain (that is what rows say).
fn quotient<F: PrimeField>(
    coefficients: &[Coefficient<F>],
    log: u32,
    wires: &[F],
) -> Zeroizing<Vec<F>> {
    let domain = Domain::<F>::new(log);
    let zeros = || Zeroizing::new(vec![F::ZERO; domain.size()]);
    let (mut a, mut b) = (zeros(), zeros());
    for entry in coefficients {
        let column = match entry.side {
            Side::A => &mut a,
            Side::B => &mut b,
        };
        let value = &wires[entry.wire as usize];
        column[entry.row as usize] += if entry.value.is_one() {
            *value
        } else {
            entry.value * value
        };
    }
    let products = a.iter().zip(b.iter()).map(|(a, b)| *a * b);
    let mut c: Zeroizing<Vec<F>> = Zeroizing::new(products.collect());
    kernels::join(
        || domain.move_to_coset(&mut c),
        || {
            kernels::join(
                || domain.move_to_coset(&mut a),
                || domain.move_to_coset(&mut b),
            );
        },
    );
    for (a, (b, c)) in a.iter_mut().zip(b.iter().zip(c.iter())) {
        *a = *a * b - c;
    }
    a
}
