//! The functions over a curve that are compiled in this crate, once for each curve.
//!
//! A generic function is compiled in each crate that calls it. Set-ups, provers, verifiers and readers of keys are large:
//! compiled in every caller, they took most of the build of several crates. So the public generic functions call
//! the methods of [`Compiled`], whose implementations name their curve.

use ark_ec::pairing::Pairing;
use rand_core::CryptoRngCore;

use crate::cancellation::Cancellation;
use crate::curve::Curve;
use crate::curves::{Bls24_509, Bls48_575, Config24, Config48};
use crate::error::Result;
use crate::formats::ptau::{self, Ptau, Transcript};
use crate::formats::zkey;
use crate::groth16::{self, PreparedKey};
use crate::pghr13;
use crate::r1cs::{R1cs, Witness};

/// A source of random numbers of any type.
type Random<'a> = &'a mut dyn CryptoRngCore;
/// Whether the work goes on.
type IsActive<'a> = &'a (dyn Fn() -> bool + Sync);

/// The functions that a curve compiles. Each is the public function of the same subject.
pub trait Compiled<E: Curve> {
    fn groth16_setup(
        system: &R1cs<E::ScalarField>,
        rng: Random<'_>,
        is_active: IsActive<'_>,
    ) -> Result<groth16::ProvingKey<E>>;
    fn groth16_prove(
        key: &groth16::ProvingKey<E>,
        witness: &Witness<E::ScalarField>,
        rng: Random<'_>,
        is_active: IsActive<'_>,
    ) -> Result<groth16::Proof<E>>;
    fn groth16_verify(
        key: &groth16::VerifyingKey<E>,
        public: &[E::ScalarField],
        proof: &groth16::Proof<E>,
    ) -> Result<bool>;
    fn groth16_prepare(key: &groth16::VerifyingKey<E>) -> PreparedKey<E>;
    fn groth16_verify_prepared(
        key: &PreparedKey<E>,
        public: &[E::ScalarField],
        proof: &groth16::Proof<E>,
    ) -> Result<bool>;
    fn groth16_verify_batch(
        key: &PreparedKey<E>,
        batch: &[(Vec<E::ScalarField>, groth16::Proof<E>)],
        rng: Random<'_>,
    ) -> Result<bool>;
    fn groth16_derive(
        system: &R1cs<E::ScalarField>,
        ptau: &Ptau<E>,
    ) -> Result<groth16::ProvingKey<E>>;
    fn groth16_check_derived(
        key: &groth16::ProvingKey<E>,
        system: &R1cs<E::ScalarField>,
        ptau: &Ptau<E>,
        rng: Random<'_>,
        is_active: IsActive<'_>,
    ) -> Result<()>;
    fn groth16_contribute(key: &mut groth16::ProvingKey<E>, name: &str, rng: Random<'_>);
    fn groth16_verify_contributions(key: &groth16::ProvingKey<E>) -> Result<()>;
    fn pghr13_setup(
        system: &R1cs<E::ScalarField>,
        rng: Random<'_>,
        is_active: IsActive<'_>,
    ) -> Result<pghr13::ProvingKey<E>>;
    fn pghr13_prove(
        key: &pghr13::ProvingKey<E>,
        witness: &Witness<E::ScalarField>,
        rng: Random<'_>,
        is_active: IsActive<'_>,
    ) -> Result<pghr13::Proof<E>>;
    fn pghr13_verify(
        key: &pghr13::VerifyingKey<E>,
        public: &[E::ScalarField],
        proof: &pghr13::Proof<E>,
        rng: Random<'_>,
    ) -> Result<bool>;
    fn read_zkey(bytes: &[u8], is_active: IsActive<'_>) -> Result<groth16::ProvingKey<E>>;
    fn write_zkey(key: &groth16::ProvingKey<E>) -> Vec<u8>;
    fn read_ptau(bytes: &[u8], is_active: IsActive<'_>) -> Result<Ptau<E>>;
    fn check_ptau(ptau: &Ptau<E>, rng: Random<'_>) -> Result<()>;
    fn local_ptau(power: u32, rng: Random<'_>) -> Ptau<E>;
    fn verify_ptau_contributions(ptau: &Ptau<E>, is_active: IsActive<'_>) -> Result<Transcript>;
    fn contributed_ptau(power: u32, rng: Random<'_>) -> Ptau<E>;
}

/// Implements [`Compiled`] for a curve, by a type that names it. Nothing is inlined into callers: they would compile it again.
macro_rules! compiled {
    ($curve:ty, $name:ty) => {
        impl Compiled<$curve> for $name {
            #[inline(never)]
            fn groth16_setup(
                system: &R1cs<<$curve as Pairing>::ScalarField>,
                mut rng: Random<'_>,
                is_active: IsActive<'_>,
            ) -> Result<groth16::ProvingKey<$curve>> {
                groth16::setup_on(system, &mut rng, is_active)
            }

            #[inline(never)]
            fn groth16_prove(
                key: &groth16::ProvingKey<$curve>,
                witness: &Witness<<$curve as Pairing>::ScalarField>,
                mut rng: Random<'_>,
                is_active: IsActive<'_>,
            ) -> Result<groth16::Proof<$curve>> {
                groth16::prove_on(key, witness, &mut rng, is_active)
            }

            #[inline(never)]
            fn groth16_verify(
                key: &groth16::VerifyingKey<$curve>,
                public: &[<$curve as Pairing>::ScalarField],
                proof: &groth16::Proof<$curve>,
            ) -> Result<bool> {
                groth16::verify_on(key, public, proof)
            }

            #[inline(never)]
            fn groth16_prepare(key: &groth16::VerifyingKey<$curve>) -> PreparedKey<$curve> {
                PreparedKey::new_on(key)
            }

            #[inline(never)]
            fn groth16_verify_prepared(
                key: &PreparedKey<$curve>,
                public: &[<$curve as Pairing>::ScalarField],
                proof: &groth16::Proof<$curve>,
            ) -> Result<bool> {
                key.verify_on(public, proof)
            }

            #[inline(never)]
            fn groth16_verify_batch(
                key: &PreparedKey<$curve>,
                batch: &[(
                    Vec<<$curve as Pairing>::ScalarField>,
                    groth16::Proof<$curve>,
                )],
                mut rng: Random<'_>,
            ) -> Result<bool> {
                groth16::verify_batch_on(key, batch, &mut rng)
            }

            #[inline(never)]
            fn groth16_derive(
                system: &R1cs<<$curve as Pairing>::ScalarField>,
                ptau: &Ptau<$curve>,
            ) -> Result<groth16::ProvingKey<$curve>> {
                groth16::derive_on(system, ptau, &Cancellation::new(&|| true))
            }

            #[inline(never)]
            fn groth16_check_derived(
                key: &groth16::ProvingKey<$curve>,
                system: &R1cs<<$curve as Pairing>::ScalarField>,
                ptau: &Ptau<$curve>,
                mut rng: Random<'_>,
                is_active: IsActive<'_>,
            ) -> Result<()> {
                groth16::check_derived_on(key, system, ptau, &mut rng, is_active)
            }

            #[inline(never)]
            fn groth16_contribute(
                key: &mut groth16::ProvingKey<$curve>,
                name: &str,
                mut rng: Random<'_>,
            ) {
                groth16::contribute_on(key, name, &mut rng);
            }

            #[inline(never)]
            fn groth16_verify_contributions(key: &groth16::ProvingKey<$curve>) -> Result<()> {
                groth16::verify_contributions_on(key, &|| true)
            }

            #[inline(never)]
            fn pghr13_setup(
                system: &R1cs<<$curve as Pairing>::ScalarField>,
                mut rng: Random<'_>,
                is_active: IsActive<'_>,
            ) -> Result<pghr13::ProvingKey<$curve>> {
                pghr13::setup_on(system, &mut rng, is_active)
            }

            #[inline(never)]
            fn pghr13_prove(
                key: &pghr13::ProvingKey<$curve>,
                witness: &Witness<<$curve as Pairing>::ScalarField>,
                mut rng: Random<'_>,
                is_active: IsActive<'_>,
            ) -> Result<pghr13::Proof<$curve>> {
                pghr13::prove_on(key, witness, &mut rng, is_active)
            }

            #[inline(never)]
            fn pghr13_verify(
                key: &pghr13::VerifyingKey<$curve>,
                public: &[<$curve as Pairing>::ScalarField],
                proof: &pghr13::Proof<$curve>,
                mut rng: Random<'_>,
            ) -> Result<bool> {
                pghr13::verify_on(key, public, proof, &mut rng)
            }

            #[inline(never)]
            fn read_zkey(
                bytes: &[u8],
                is_active: IsActive<'_>,
            ) -> Result<groth16::ProvingKey<$curve>> {
                zkey::read_on(bytes, is_active)
            }

            #[inline(never)]
            fn write_zkey(key: &groth16::ProvingKey<$curve>) -> Vec<u8> {
                zkey::write_on(key)
            }

            #[inline(never)]
            fn read_ptau(bytes: &[u8], is_active: IsActive<'_>) -> Result<Ptau<$curve>> {
                ptau::read_on(bytes, is_active)
            }

            #[inline(never)]
            fn check_ptau(ptau: &Ptau<$curve>, mut rng: Random<'_>) -> Result<()> {
                ptau.check_on(&mut rng, &Cancellation::new(&|| true))
            }

            #[inline(never)]
            fn local_ptau(power: u32, mut rng: Random<'_>) -> Ptau<$curve> {
                ptau::local_on(power, &mut rng)
            }

            #[inline(never)]
            fn verify_ptau_contributions(
                ptau: &Ptau<$curve>,
                is_active: IsActive<'_>,
            ) -> Result<Transcript> {
                ptau::verify_contributions_on(ptau, is_active)
            }

            #[inline(never)]
            fn contributed_ptau(power: u32, mut rng: Random<'_>) -> Ptau<$curve> {
                ptau::contributed_on(power, &mut rng)
            }
        }
    };
}

compiled!(ark_bls12_381::Bls12_381, ark_bls12_381::Bls12_381);
compiled!(ark_bn254::Bn254, ark_bn254::Bn254);
compiled!(Bls24_509, Config24);
compiled!(Bls48_575, Config48);
