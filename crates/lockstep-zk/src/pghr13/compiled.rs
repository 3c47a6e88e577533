//! PGHR13 as this crate compiles it for each curve; see [`crate::compiled`].

use rand_core::CryptoRngCore;

use super::key::{Proof, ProvingKey, VerifyingKey};
use crate::curve::PairingCurve;
use crate::error::Result;
use crate::r1cs::{R1cs, Witness};

/// A curve for which this crate compiles PGHR13. Each public function calls one of these methods.
pub trait Pghr13Curve: PairingCurve {
    /// Compiles [`super::setup_while`].
    fn pghr13_setup(
        system: &R1cs<Self::ScalarField>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<ProvingKey<Self>>;
    /// Compiles [`super::prove_while`].
    fn pghr13_prove(
        key: &ProvingKey<Self>,
        witness: &Witness<Self::ScalarField>,
        rng: &mut dyn CryptoRngCore,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Proof<Self>>;
    /// Compiles [`super::verify`].
    fn pghr13_verify(
        key: &VerifyingKey<Self>,
        public: &[Self::ScalarField],
        proof: &Proof<Self>,
        rng: &mut dyn CryptoRngCore,
    ) -> Result<bool>;
}
