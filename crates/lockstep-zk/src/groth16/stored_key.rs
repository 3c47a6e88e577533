//! Proofs with a key whose lists are not in memory.

use ark_ff::UniformRand;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::key::{Coefficient, VerifyingKey};
use super::proof::Proof;
use super::prover::{Sums, add_entry, assembled, ensure_length, quotient, zeros};
use super::verifier;
use crate::cancellation::Cancellation;
use crate::curve::PairingCurve;
use crate::error::{Error, Result};
use crate::kernels;
use crate::r1cs::Witness;

/// The part of a proving key that is in memory.
pub(crate) struct KeyHeader<E: PairingCurve> {
    pub(crate) wires: u32,
    /// log2 of the evaluation domain.
    pub(crate) domain_log: u32,
    pub(crate) verifying: VerifyingKey<E>,
    /// β in G1.
    pub(crate) beta1: E::G1Affine,
    /// δ in G1.
    pub(crate) delta1: E::G1Affine,
}

/// A list of points of G1: one for each wire, for each wire that is not public, or for each point of the domain.
#[derive(Clone, Copy)]
pub(crate) enum G1List {
    A,
    B,
    C,
    H,
}

/// A proving key whose lists are read when they are used.
pub(crate) trait StoredKey<E: PairingCurve> {
    fn header(&self) -> &KeyHeader<E>;

    /// Calls a function with each entry of the A and B matrices. Rows and wires are in range.
    fn coefficients(
        &mut self,
        cancellation: &Cancellation<'_>,
        each: &mut dyn FnMut(&Coefficient<E::ScalarField>),
    ) -> Result<()>;

    /// Computes the sum of a list's points times one scalar each.
    fn sum_in_g1(
        &mut self,
        list: G1List,
        scalars: &[E::ScalarField],
        cancellation: &Cancellation<'_>,
    ) -> Result<E::G1>;

    /// Computes the sum of the B points in G2 times one scalar each.
    fn sum_in_g2(
        &mut self,
        scalars: &[E::ScalarField],
        cancellation: &Cancellation<'_>,
    ) -> Result<E::G2>;
}

/// Proves with a stored key. The same randomness gives the same proof as with the key in memory. The proof is verified before
/// it is returned.
///
/// The sums run one after the other, so that only one portion of the key and the scalars of one list are in memory.
pub(crate) fn prove_stored_on<E: PairingCurve>(
    key: &mut impl StoredKey<E>,
    witness: &Witness<E::ScalarField>,
    rng: &mut (impl RngCore + CryptoRng),
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Proof<E>> {
    let cancellation = Cancellation::new(is_active);
    let wires = witness.values();
    ensure_length(key.header().wires, wires)?;
    let r = Zeroizing::new(E::ScalarField::rand(rng));
    let s = Zeroizing::new(E::ScalarField::rand(rng));
    let log = key.header().domain_log;
    let private = key.header().verifying.public() + 1;

    let mut factors = [zeros(log), zeros(log)];
    key.coefficients(&cancellation, &mut |entry| {
        add_entry(&mut factors, entry, wires);
    })?;
    cancellation.check()?;
    let quotient = quotient(factors, log);
    let h = key.sum_in_g1(G1List::H, &quotient, &cancellation)?;
    drop(quotient);
    let c = h + key.sum_in_g1(G1List::C, &wires[private..], &cancellation)?;
    let a = key.sum_in_g1(G1List::A, wires, &cancellation)?;
    let b1 = key.sum_in_g1(G1List::B, wires, &cancellation)?;
    let b2 = key.sum_in_g2(wires, &cancellation)?;

    let header = key.header();
    let in_g1 = |factor: &E::ScalarField| -> E::G1 {
        kernels::sum(&[header.delta1], std::slice::from_ref(factor))
    };
    let sums = Sums {
        a: a + in_g1(&r),
        b1: b1 + in_g1(&s),
        b2: b2 + kernels::sum(&[header.verifying.delta], std::slice::from_ref(&*s)),
        c,
    };
    let proof = assembled(
        sums,
        &header.verifying,
        [header.beta1, header.delta1],
        [&r, &s],
    );
    let public = witness.public(header.verifying.public());
    if verifier::verify_on(&header.verifying, &public, &proof)? {
        Ok(proof)
    } else {
        Err(Error::SelfCheck)
    }
}
