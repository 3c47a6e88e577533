//! Claims about a user's own days: "on every day from … to … the resting heart rate was between 40 and 60",
//! proven without revealing the value of any day.
//!
//! A claim covers a series of one value per day, with its own commitment. The platform signs the root and
//! chains it to the account's previous root ([`RootRecord`]). The signature attests that the platform held
//! these values at that time, not that they are true. The signed record also has a Pedersen commitment of each
//! day, and Bulletproofs prove the bounds of all of them without a set-up. The proofs of pairing schemes use
//! circuit `between:N`, whose window is the whole series: no day is left out. The party that sets up their key
//! can prove any statement under it, so the platform signs which key it set up for which circuit
//! ([`KeyRecord`]). The result is one document ([`Proof`]), verifiable without the platform ([`crate::verify`]).

mod basis;
mod days;
mod proof;
pub mod ranges;
mod record;
mod verification;

use lockstep_values::Timestamp;

pub use basis::{ClaimBasis, DeviceMeasurements, UnreadablePoints};
pub use days::{DAY_MS, date, day, time};
pub use lockstep_zk::assurance::Setup;
pub use lockstep_zk::{CurveName, PairingScheme};
pub use proof::{Proof, Statement, circuit, public_inputs};
pub use record::{KeyRecord, RootRecord, kind};
pub use verification::ClaimFacts;
pub(crate) use verification::verify_claim;

pub use crate::scheme::ProofScheme;

/// The statement about every day, and the verifier it is addressed to.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The minimum, in units of the series.
    pub min: Option<i64>,
    /// The maximum, in units of the series.
    pub max: Option<i64>,
    /// The verifier and the purpose: at most 256 bytes.
    pub audience: String,
    /// The verifier's nonce, at most 256 bytes: it makes the proof useless to other verifiers.
    pub nonce: Vec<u8>,
    /// The end of the claim's validity.
    pub expires_at: Option<Timestamp>,
    /// The proof system.
    pub system: ProofSystem,
}

/// The proof system of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofSystem {
    /// Without a set-up, over Ristretto.
    #[default]
    Bulletproofs,
    /// With a key that this installation created.
    Pairing {
        /// The scheme.
        scheme: PairingScheme,
        /// The curve.
        curve: CurveName,
    },
}

impl ProofSystem {
    /// The curve in whose field the root of the days is.
    #[must_use]
    pub fn curve_of_root(self) -> CurveName {
        match self {
            Self::Bulletproofs => CurveName::default(),
            Self::Pairing { curve, .. } => curve,
        }
    }
}

/// The maximum number of days of a claim: with one empty leaf they fill the largest tree that is proven.
pub const MAX_DAYS: usize = 63;

/// The format of a claim's document.
pub const PROOF: &str = "lockstep-proof/3";
/// The format of the signed root of a claim's days.
pub const ROOT: &str = "lockstep-root/3";
/// The second format of a claim's document, with a pairing-based proof. It is only verified, not created.
pub const PROOF_2: &str = "lockstep-proof/2";
/// The second format of a signed root of days, without commitments of the days.
pub const ROOT_2: &str = "lockstep-root/2";
/// The first format of a claim's document. It does not state which points were left out, and is only
/// verified, not created.
pub const PROOF_1: &str = "lockstep-proof/1";
/// The first format of a signed root of days, without [`ClaimBasis`].
pub const ROOT_1: &str = "lockstep-root/1";

/// The format of the signed record about the key of a built-in circuit.
pub const CIRCUIT_KEY: &str = "lockstep-circuit-key/1";
