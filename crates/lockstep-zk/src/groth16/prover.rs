//! The Groth16 prover.

use ark_ec::CurveGroup;
use ark_ff::{PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::compiled::Groth16Curve;
use super::key::{Coefficient, ProvingKey, RowFactor, SparsePoints};
use super::proof::Proof;
use super::verifier;
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, Point};
use crate::error::{Error, Result};
use crate::kernels::{self, Domain};
use crate::r1cs::{R1cs, Witness};

/// Proves that the witness satisfies the circuit. The proof is verified before it is returned.
///
/// Runs in variable time that depends on the witness.
///
/// # Errors
/// [`Error::Unsatisfied`] with the first failing row if the witness does not satisfy the circuit.
/// [`Error::SelfCheck`] if the key is of another circuit with the same numbers of wires.
pub fn prove<E: Groth16Curve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_while(key, system, witness, rng, &|| true)
}

/// Proves like [`prove`], and can be cancelled. `is_active` is called before each large sum; the
/// work stops when it returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`prove`].
pub fn prove_while<E: Groth16Curve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    system.check(witness.values())?;
    if key.wires != system.wires || key.public() != system.public() {
        return Err(Error::NotDerived(
            "the circuit has a different number of wires",
        ));
    }
    prove_with_key_while(key, witness, rng, is_active)
}

/// Proves with only a key, such as an imported `.zkey`, which has no C matrix. The proof is
/// verified before it is returned.
///
/// # Errors
/// [`Error::SelfCheck`] if the proof does not verify, so the witness does not satisfy the circuit.
pub fn prove_with_key<E: Groth16Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Proof<E>> {
    prove_with_key_while(key, witness, rng, &|| true)
}

/// Proves like [`prove_with_key`], and can be cancelled like [`prove_while`].
///
/// # Errors
/// [`Error::Interrupted`], and those of [`prove_with_key`].
pub fn prove_with_key_while<E: Groth16Curve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    E::groth16_prove(key, witness, rng, is_active)
}

pub(crate) fn prove_on<E: PairingCurve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let proof = compute_proof(key, witness, rng, is_active)?;
    if verifier::verify_on(&key.verifying, &witness.public(key.public()), &proof)? {
        Ok(proof)
    } else {
        Err(Error::SelfCheck)
    }
}

fn compute_proof<E: PairingCurve>(
    key: &ProvingKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(is_active);
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
    // These sums do not depend on each other, so they run in parallel with the transforms of the
    // quotient.
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
    cancellation.ensure_active()?;
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

/// Computes A·B − C on the coset. C is interpolated from A·B on the domain: satisfied rows make
/// them equal there.
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
            RowFactor::A => &mut a,
            RowFactor::B => &mut b,
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
