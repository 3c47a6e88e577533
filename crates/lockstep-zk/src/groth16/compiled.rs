//! Groth16 as this crate compiles it for each curve; see [`crate::compiled`].

use rand_core::CryptoRngCore;

use super::key::{ProvingKey, VerifyingKey};
use super::prepared_key::PreparedKey;
use super::prepared_prover::PreparedProvingKey;
use super::proof::Proof;
use crate::curve::PairingCurve;
use crate::error::Result;
use crate::r1cs::{Factors, R1cs, Witness};

/// A curve for which this crate compiles Groth16. Each public function calls one of these methods.
pub trait Groth16Curve: PairingCurve {
    /// Compiles [`super::setup_while`].
    fn groth16_setup(
        system: &R1cs<Self::ScalarField>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<ProvingKey<Self>>;
    /// Compiles [`PreparedProvingKey::new`] and [`PreparedProvingKey::with_tables`].
    fn groth16_prepare_proving(
        key: ProvingKey<Self>,
        with_tables: bool,
    ) -> PreparedProvingKey<Self>;
    /// Compiles [`super::prove_with_key_while`]. `prepared` is the same key, if it is prepared, and `factors` are the values
    /// of the circuit's rows, if they are known.
    fn groth16_prove(
        key: &ProvingKey<Self>,
        prepared: Option<&PreparedProvingKey<Self>>,
        factors: Option<Factors<Self::ScalarField>>,
        witness: &Witness<Self::ScalarField>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Proof<Self>>;
    /// Compiles [`super::verify`].
    fn groth16_verify(
        key: &VerifyingKey<Self>,
        public: &[Self::ScalarField],
        proof: &Proof<Self>,
    ) -> Result<bool>;
    /// Compiles [`PreparedKey::new`].
    fn groth16_prepare(key: &VerifyingKey<Self>) -> PreparedKey<Self>;
    /// Compiles [`PreparedKey::verify`].
    fn groth16_verify_prepared(
        key: &PreparedKey<Self>,
        public: &[Self::ScalarField],
        proof: &Proof<Self>,
    ) -> Result<bool>;
    /// Compiles [`super::verify_batch`].
    fn groth16_verify_batch(
        key: &PreparedKey<Self>,
        batch: &[(Vec<Self::ScalarField>, Proof<Self>)],
        rng: &mut dyn CryptoRngCore,
    ) -> Result<bool>;
    /// Compiles [`super::contribute`].
    fn groth16_contribute(key: &mut ProvingKey<Self>, name: &str, rng: &mut dyn CryptoRngCore);
    /// Compiles [`super::verify_contributions`].
    fn groth16_verify_contributions(key: &ProvingKey<Self>) -> Result<()>;
}
