//! The Groth16 prover.

use ark_ec::CurveGroup;
use ark_ff::{PrimeField, UniformRand};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::compiled::Groth16Curve;
use super::key::{Coefficient, ProvingKey, RowFactor, SparsePoints, VerifyingKey};
use super::prepared_prover::PreparedProvingKey;
use super::proof::Proof;
use super::setup::domain_log;
use super::verifier;
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, Point};
use crate::error::{Error, Result};
use crate::kernels::{self, Bases, Domain};
use crate::r1cs::{Factors, R1cs, Witness};

/// Proves that the witness satisfies the circuit. The proof is verified before it is returned.
///
/// Runs in variable time that depends on the witness.
///
/// # Errors
/// [`Error::Unsatisfied`] with the first failing row if the witness does not satisfy the circuit.
/// [`Error::NotDerived`] if the key has another number of wires or fewer rows. [`Error::SelfCheck`] if the key is of another
/// circuit with the same numbers.
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
    let factors = factors(key, system, witness)?;
    E::groth16_prove(key, None, Some(factors), witness, rng, is_active)
}

/// Computes the factors of a circuit's rows, if the witness satisfies it and the key can be that of the circuit.
fn factors<E: PairingCurve>(
    key: &ProvingKey<E>,
    system: &R1cs<E::ScalarField>,
    witness: &Witness<E::ScalarField>,
) -> Result<Factors<E::ScalarField>> {
    let factors = system.factors(witness.values())?;
    if key.wires != system.wires || key.public() != system.public() {
        return Err(Error::NotDerived(
            "the circuit has a different number of wires",
        ));
    }
    if domain_log(system)? > key.domain_log {
        return Err(Error::NotDerived("the circuit has more rows than the key"));
    }
    Ok(factors)
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
    E::groth16_prove(key, None, None, witness, rng, is_active)
}

impl<E: Groth16Curve> PreparedProvingKey<E> {
    /// Prepares a key. Its tables are computed when it has been used for several proofs.
    #[must_use]
    pub fn new(key: ProvingKey<E>) -> Self {
        E::groth16_prepare_proving(key, false)
    }

    /// Prepares a key with its tables, for many proofs.
    #[must_use]
    pub fn with_tables(key: ProvingKey<E>) -> Self {
        E::groth16_prepare_proving(key, true)
    }

    /// Proves like [`prove`].
    ///
    /// # Errors
    /// Those of [`prove`].
    pub fn prove(
        &self,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<Proof<E>> {
        self.prove_while(system, witness, rng, &|| true)
    }

    /// Proves like [`prove_while`].
    ///
    /// # Errors
    /// Those of [`prove_while`].
    pub fn prove_while(
        &self,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut (impl RngCore + CryptoRng),
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Proof<E>> {
        let factors = factors(self.key(), system, witness)?;
        E::groth16_prove(
            self.key(),
            Some(self),
            Some(factors),
            witness,
            rng,
            is_active,
        )
    }
}

pub(crate) fn prove_on<E: PairingCurve>(
    key: &ProvingKey<E>,
    prepared: Option<&PreparedProvingKey<E>>,
    factors: Option<Factors<E::ScalarField>>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let proof = compute_proof(key, prepared, factors, witness, rng, is_active)?;
    let public = witness.public(key.public());
    let holds = match prepared {
        Some(prepared) => prepared.verifying().verify_on(&public, &proof)?,
        None => verifier::verify_on(&key.verifying, &public, &proof)?,
    };
    if holds {
        Ok(proof)
    } else {
        Err(Error::SelfCheck)
    }
}

/// Checks that there is one value for each of the key's wires.
pub(super) fn ensure_length<F>(wires: u32, values: &[F]) -> Result<()> {
    if values.len() == wires as usize {
        return Ok(());
    }
    Err(Error::Length {
        what: "witness",
        found: values.len(),
        expected: wires as usize,
    })
}

fn compute_proof<E: PairingCurve>(
    key: &ProvingKey<E>,
    prepared: Option<&PreparedProvingKey<E>>,
    factors: Option<Factors<E::ScalarField>>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(is_active);
    let wires = witness.values();
    ensure_length(key.wires, wires)?;
    let r = Zeroizing::new(E::ScalarField::rand(rng));
    let s = Zeroizing::new(E::ScalarField::rand(rng));
    let private = &wires[key.public() + 1..];
    let tables = prepared.and_then(PreparedProvingKey::tables);
    // These sums do not depend on each other, so they run in parallel with the transforms of the
    // quotient.
    let ((b2, (b1, a)), c) = kernels::join(
        || {
            kernels::join(
                || {
                    cancellation.step(|| {
                        blinded_sum(
                            &key.b2,
                            wires,
                            key.verifying.delta,
                            &s,
                            tables.map(|it| &it.b2),
                        )
                    })
                },
                || {
                    kernels::join(
                        || {
                            cancellation.step(|| {
                                blinded_sum(&key.b1, wires, key.delta1, &s, tables.map(|it| &it.b1))
                            })
                        },
                        || {
                            cancellation.step(|| {
                                blinded_sum(&key.a, wires, key.delta1, &r, tables.map(|it| &it.a))
                            })
                        },
                    )
                },
            )
        },
        || {
            cancellation.step(|| {
                let factors = match factors {
                    Some(factors) => with_input_rows(&factors, key, wires),
                    None => evaluated(key, wires),
                };
                let quotient = quotient(factors, key.domain_log);
                let scalars = Zeroizing::new([private, &quotient].concat());
                drop(quotient);
                cancellation.step(|| match tables {
                    Some(tables) => tables.c_h.sum(&scalars),
                    None => kernels::sum_of(&[&key.c, &key.h], &scalars),
                })
            })
        },
    );
    cancellation.ensure_active()?;
    Ok(assembled(
        Sums { a, b1, b2, c },
        &key.verifying,
        [key.beta1, key.delta1],
        [&r, &s],
    ))
}

/// The sums over a key's lists. Those of A and B are blinded.
pub(super) struct Sums<E: PairingCurve> {
    pub(super) a: E::G1,
    pub(super) b1: E::G1,
    pub(super) b2: E::G2,
    /// The sum of the C and H points.
    pub(super) c: E::G1,
}

/// Makes a proof of its sums, β and δ in G1, and the blinding factors of A and B.
pub(super) fn assembled<E: PairingCurve>(
    Sums { a, b1, b2, c }: Sums<E>,
    verifying: &VerifyingKey<E>,
    [beta1, delta1]: [E::G1Affine; 2],
    [r, s]: [&E::ScalarField; 2],
) -> Proof<E> {
    let affine = E::G1::normalize_batch(&[a + verifying.alpha, b1 + beta1]);
    let blinding = Zeroizing::new([*s, *r, -*r * *s]);
    let c = c + kernels::sum_of(&[&affine, &[delta1]], &*blinding);
    Proof {
        a: affine[0],
        b: (b2 + verifying.beta).into_affine(),
        c: c.into_affine(),
        key_digest: Some(verifying.digest()),
    }
}

/// Computes the sum of a list's points times their wires, plus one point times its own factor.
fn blinded_sum<G: Point>(
    list: &SparsePoints<G>,
    wires: &[G::ScalarField],
    point: G,
    factor: &G::ScalarField,
    table: Option<&Bases<G>>,
) -> G::Group {
    let mut scalars = Zeroizing::new(Vec::with_capacity(list.wires.len() + 1));
    scalars.extend(list.wires.iter().map(|wire| wires[*wire as usize]));
    scalars.push(*factor);
    match table {
        Some(table) => table.sum(&scalars),
        None => kernels::sum_of(&[&list.points, &[point]], &scalars),
    }
}

/// Appends the input rows to the values of a circuit's rows, and zeros up to the size of the domain.
fn with_input_rows<E: PairingCurve>(
    factors: &Factors<E::ScalarField>,
    key: &ProvingKey<E>,
    wires: &[E::ScalarField],
) -> Factors<E::ScalarField> {
    let (mut a, mut b) = (zeros(key.domain_log), zeros(key.domain_log));
    let rows = factors[0].len();
    a[..rows].copy_from_slice(&factors[0]);
    b[..rows].copy_from_slice(&factors[1]);
    let inputs = &wires[..=key.public()];
    a[rows..][..inputs.len()].copy_from_slice(inputs);
    [a, b]
}

/// Evaluates the A and B matrices of a key, which include the input rows.
fn evaluated<E: PairingCurve>(
    key: &ProvingKey<E>,
    wires: &[E::ScalarField],
) -> Factors<E::ScalarField> {
    let mut factors = [zeros(key.domain_log), zeros(key.domain_log)];
    for entry in &key.coefficients {
        add_entry(&mut factors, entry, wires);
    }
    factors
}

/// Adds an entry of a matrix times its wire to the entry's row.
pub(super) fn add_entry<F: PrimeField>(
    [a, b]: &mut Factors<F>,
    entry: &Coefficient<F>,
    wires: &[F],
) {
    let column: &mut [F] = match entry.side {
        RowFactor::A => a,
        RowFactor::B => b,
    };
    let value = &wires[entry.wire as usize];
    column[entry.row as usize] += if entry.value.is_one() {
        *value
    } else {
        entry.value * value
    };
}

/// Returns a zero for each point of a domain of 2^log points.
pub(super) fn zeros<F: PrimeField>(log: u32) -> Zeroizing<Vec<F>> {
    Zeroizing::new(vec![F::ZERO; 1 << log])
}

/// Computes A·B − C on the coset from the values on the domain. C is interpolated from A·B on the domain: satisfied rows make
/// them equal there.
pub(super) fn quotient<F: PrimeField>([mut a, mut b]: Factors<F>, log: u32) -> Zeroizing<Vec<F>> {
    let domain = Domain::<F>::new(log);
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
