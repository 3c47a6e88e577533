//! The curves with everything that this crate compiles for each of them.
//!
//! A generic function is compiled in each crate that calls it. Set-ups, provers, verifiers and readers of keys are large:
//! compiled in every caller, they took most of the build of several crates. So each public generic function calls a
//! method of its curve, and this module implements these methods for each curve.

use rand_core::CryptoRngCore;

use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, PointReader};
use crate::curves::{Bls24_509, Bls48_575};
use crate::error::Result;
use crate::formats::Source;
use crate::formats::ptau::{self, PtauCurve, Transcript};
use crate::formats::zkey::{self, KeyFile, ZkeyCurve};
use crate::groth16::{self, DerivationCurve, Groth16Curve, PreparedKey, PreparedProvingKey, Ptau};
use crate::pghr13::{self, Pghr13Curve};
use crate::r1cs::{Factors, R1cs, Witness};

/// A pairing-friendly curve with the proof systems and file formats that this crate compiles for it.
///
/// Implemented for [`ark_bn254::Bn254`] (about 100 bits of security: use it only for circom,
/// snarkjs and blockchains), [`ark_bls12_381::Bls12_381`] (about 126 bits: the default),
/// [`Bls24_509`] (about 192 bits) and [`Bls48_575`] (about 256 bits).
pub trait Curve:
    PairingCurve + Groth16Curve + DerivationCurve + Pghr13Curve + ZkeyCurve + PtauCurve
{
}

/// Runs an expression with the type of a curve that is chosen at run time.
///
/// ```
/// use lockstep_zk::{Curve, CurveName, on_curve};
///
/// fn name_of<E: Curve>() -> CurveName {
///     E::NAME
/// }
///
/// let name = on_curve!(CurveName::Bn254, E => name_of::<E>());
/// assert_eq!(name, CurveName::Bn254);
/// ```
#[macro_export]
macro_rules! on_curve {
    ($name:expr, $curve:ident => $body:expr) => {
        match $name {
            $crate::CurveName::Bls12_381 => {
                type $curve = $crate::Bls12_381;
                $body
            }
            $crate::CurveName::Bn254 => {
                type $curve = $crate::Bn254;
                $body
            }
            $crate::CurveName::Bls24_509 => {
                type $curve = $crate::Bls24_509;
                $body
            }
            $crate::CurveName::Bls48_575 => {
                type $curve = $crate::Bls48_575;
                $body
            }
        }
    };
}

/// Implements [`Curve`]. Nothing is inlined into callers: they would compile it again.
macro_rules! compiled {
    ($curve:ty) => {
        impl Groth16Curve for $curve {
            #[inline(never)]
            fn groth16_setup(
                system: &R1cs<Self::ScalarField>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<groth16::ProvingKey<Self>> {
                groth16::setup_on(system, &mut rng, is_active)
            }

            #[inline(never)]
            fn groth16_prepare_proving(
                key: groth16::ProvingKey<Self>,
                with_tables: bool,
            ) -> PreparedProvingKey<Self> {
                PreparedProvingKey::new_on(key, with_tables)
            }

            #[inline(never)]
            fn groth16_prove(
                key: &groth16::ProvingKey<Self>,
                prepared: Option<&PreparedProvingKey<Self>>,
                factors: Option<Factors<Self::ScalarField>>,
                witness: &Witness<Self::ScalarField>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<groth16::Proof<Self>> {
                groth16::prove_on(key, prepared, factors, witness, &mut rng, is_active)
            }

            #[inline(never)]
            fn groth16_verify(
                key: &groth16::VerifyingKey<Self>,
                public: &[Self::ScalarField],
                proof: &groth16::Proof<Self>,
            ) -> Result<bool> {
                groth16::verify_on(key, public, proof)
            }

            #[inline(never)]
            fn groth16_prepare(key: &groth16::VerifyingKey<Self>) -> PreparedKey<Self> {
                PreparedKey::new_on(key)
            }

            #[inline(never)]
            fn groth16_verify_prepared(
                key: &PreparedKey<Self>,
                public: &[Self::ScalarField],
                proof: &groth16::Proof<Self>,
            ) -> Result<bool> {
                key.verify_on(public, proof)
            }

            #[inline(never)]
            fn groth16_verify_batch(
                key: &PreparedKey<Self>,
                batch: &[(Vec<Self::ScalarField>, groth16::Proof<Self>)],
                mut rng: &mut dyn CryptoRngCore,
            ) -> Result<bool> {
                groth16::verify_batch_on(key, batch, &mut rng)
            }

            #[inline(never)]
            fn groth16_contribute(
                key: &mut groth16::ProvingKey<Self>,
                name: &str,
                mut rng: &mut dyn CryptoRngCore,
            ) {
                groth16::contribute_on(key, name, &mut rng);
            }

            #[inline(never)]
            fn groth16_verify_contributions(key: &groth16::ProvingKey<Self>) -> Result<()> {
                groth16::verify_contributions_on(key, &|| true)
            }
        }

        impl DerivationCurve for $curve {
            #[inline(never)]
            fn groth16_derive(
                system: &R1cs<Self::ScalarField>,
                ptau: &Ptau<Self>,
            ) -> Result<groth16::ProvingKey<Self>> {
                groth16::derive_on(system, ptau, &Cancellation::new(&|| true))
            }

            #[inline(never)]
            fn groth16_check_derived(
                key: &groth16::ProvingKey<Self>,
                system: &R1cs<Self::ScalarField>,
                ptau: &Ptau<Self>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<()> {
                groth16::check_derived_on(key, system, ptau, &mut rng, is_active)
            }
        }

        impl Pghr13Curve for $curve {
            #[inline(never)]
            fn pghr13_setup(
                system: &R1cs<Self::ScalarField>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<pghr13::ProvingKey<Self>> {
                pghr13::setup_on(system, &mut rng, is_active)
            }

            #[inline(never)]
            fn pghr13_prove(
                key: &pghr13::ProvingKey<Self>,
                witness: &Witness<Self::ScalarField>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<pghr13::Proof<Self>> {
                pghr13::prove_on(key, witness, &mut rng, is_active)
            }

            #[inline(never)]
            fn pghr13_verify(
                key: &pghr13::VerifyingKey<Self>,
                public: &[Self::ScalarField],
                proof: &pghr13::Proof<Self>,
                mut rng: &mut dyn CryptoRngCore,
            ) -> Result<bool> {
                pghr13::verify_on(key, public, proof, &mut rng)
            }
        }

        impl ZkeyCurve for $curve {
            #[inline(never)]
            fn read_zkey(
                bytes: &[u8],
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<groth16::ProvingKey<Self>> {
                zkey::read_on(bytes, &PointReader::new(), is_active)
            }

            #[inline(never)]
            fn read_own_zkey(
                bytes: &[u8],
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<groth16::ProvingKey<Self>> {
                zkey::read_on(bytes, &PointReader::of_subgroup(), is_active)
            }

            #[inline(never)]
            fn write_zkey(key: &groth16::ProvingKey<Self>) -> Vec<u8> {
                zkey::write_on(key)
            }

            #[inline(never)]
            fn open_zkey(
                source: Box<dyn Source>,
                portion_bytes: usize,
                known: Option<&[u8; 32]>,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<KeyFile<Self>> {
                zkey::open_on(source, portion_bytes, known, is_active)
            }

            #[inline(never)]
            fn prove_from_zkey(
                key: &mut KeyFile<Self>,
                witness: &Witness<Self::ScalarField>,
                mut rng: &mut dyn CryptoRngCore,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<groth16::Proof<Self>> {
                groth16::prove_stored_on(key, witness, &mut rng, is_active)
            }
        }

        impl PtauCurve for $curve {
            #[inline(never)]
            fn read_ptau(
                bytes: &[u8],
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<Ptau<Self>> {
                ptau::read_on(bytes, is_active)
            }

            #[inline(never)]
            fn check_ptau(ptau: &Ptau<Self>, mut rng: &mut dyn CryptoRngCore) -> Result<()> {
                ptau.check_on(&mut rng, &Cancellation::new(&|| true))
            }

            #[inline(never)]
            fn local_ptau(power: u32, mut rng: &mut dyn CryptoRngCore) -> Ptau<Self> {
                ptau::local_on(power, &mut rng)
            }

            #[inline(never)]
            fn verify_ptau_contributions(
                ptau: &Ptau<Self>,
                is_active: &(dyn Fn() -> bool + Sync),
            ) -> Result<Transcript> {
                ptau::verify_contributions_on(ptau, is_active)
            }

            #[inline(never)]
            fn contributed_ptau(power: u32, mut rng: &mut dyn CryptoRngCore) -> Ptau<Self> {
                ptau::contributed_on(power, &mut rng)
            }
        }

        impl Curve for $curve {}
    };
}

compiled!(ark_bls12_381::Bls12_381);
compiled!(ark_bn254::Bn254);
compiled!(Bls24_509);
compiled!(Bls48_575);
