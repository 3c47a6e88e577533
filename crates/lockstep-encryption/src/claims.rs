//! Claims about a user's own days: "on every day from … to … the resting heart rate was between 40 and 60",
//! proven without revealing the value of any day.
//!
//! A claim covers a series of one value per day, with its own commitment. The platform signs the root and
//! chains it to the account's previous root ([`RootRecord`]). The signature attests that the platform held
//! these values at that time, not that they are true. The signed record also has a Pedersen commitment of each
//! day, and Bulletproofs prove the bounds of all of them without a set-up. The proofs of pairing schemes use
//! circuit `between:N`, whose window is the whole series: no day is left out. The party that sets up their key
//! can prove any statement under it, so the platform signs which key it set up for which circuit
//! ([`KeyRecord`]). The result is one document ([`Proof`]), verifiable without the platform ([`crate::document::verify`]).

mod basis;
pub(crate) mod proof;
pub(crate) mod ranges;
pub(crate) mod record;
mod verification;

use std::sync::Arc;

use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_web::ApiError;
use lockstep_zk::UnknownCurve;
use zeroize::Zeroizing;

pub use crate::scheme::ProofScheme;

pub use basis::{ClaimBasis, DeviceMeasurements, UnreadablePoints};
pub use lockstep_zk::assurance::Setup;
pub use lockstep_zk::{CurveName, PairingScheme};
pub use proof::{Proof, Statement};
pub use record::{KeyRecord, RootRecord};
pub use verification::ClaimFacts;
pub(crate) use verification::verify_claim;

/// One value for each of consecutive days, without gaps.
#[derive(Clone)]
pub struct DailyValues {
    /// The metric, for example `restingHeartRate`.
    pub metric: String,
    /// The unit of the values, for example `/min`.
    pub unit: String,
    /// The rule that derives a day's value from its points, as a sentence.
    pub rule: String,
    /// Decimals of the values, 0 to 6.
    pub decimals: u8,
    /// The time zone of the days: an IANA name.
    pub time_zone: String,
    /// The first day, counted from 1970-01-01.
    pub first_day: i32,
    /// The values of the days from `first_day` on, in units of 10^−decimals, within ±2^53.
    pub values: Zeroizing<Vec<i64>>,
    /// Digests of the signed roots of the blocks that the values were read from.
    pub sources: Vec<[u8; 32]>,
    /// The devices that contributed values, and the points that were left out.
    pub basis: ClaimBasis,
}

/// Checks, in the transaction that signs the root, whether the points are unchanged since they were read.
pub type UnchangedCheck = Arc<dyn Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync>;

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
    /// Parses the parameters `scheme` and `curve` of a claim: Bulletproofs if both are absent, Groth16 if only
    /// the curve is given.
    ///
    /// # Errors
    /// 400 that names the parameter.
    pub fn parse(scheme: Option<&str>, curve: Option<&str>) -> Result<Self, ApiError> {
        let scheme = match scheme.map(str::parse) {
            None if curve.is_none() => ProofScheme::Bulletproofs,
            None => ProofScheme::Pairing(PairingScheme::default()),
            Some(Ok(scheme)) => scheme,
            Some(Err(_)) => {
                return Err(ApiError::invalid(
                    "scheme",
                    "must be Bulletproofs, Groth16 or PGHR13",
                ));
            }
        };
        match scheme {
            ProofScheme::Bulletproofs if curve.is_some() => Err(ApiError::invalid(
                "curve",
                "is of Groth16 and PGHR13: leave it out, or name one of them as scheme",
            )),
            ProofScheme::Bulletproofs => Ok(Self::Bulletproofs),
            ProofScheme::Pairing(scheme) => Ok(Self::Pairing {
                scheme,
                curve: parsed_curve(curve)?,
            }),
        }
    }

    /// The curve in whose field the root of the days is.
    pub(crate) fn curve_of_root(self) -> CurveName {
        match self {
            Self::Bulletproofs => CurveName::default(),
            Self::Pairing { curve, .. } => curve,
        }
    }
}

/// Parses the parameter `curve`: BLS12-381 if absent.
fn parsed_curve(name: Option<&str>) -> Result<CurveName, ApiError> {
    let curve = name.map_or(Ok(CurveName::default()), |name| {
        name.parse()
            .map_err(|error: UnknownCurve| ApiError::invalid("curve", error.to_string()))
    })?;
    // The signed root of a series has 32 bytes, those of an element of these curves.
    match curve.level() {
        128 => Ok(curve),
        _ => Err(ApiError::invalid(
            "curve",
            "claims about series are on bls12-381 or bn254",
        )),
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

/// Milliseconds per day. A day's time is its number since 1970-01-01 times this, as if it began at midnight
/// UTC.
pub(crate) const DAY_MS: u64 = 86_400_000;

/// The date of a day number, as `2026-11-21`. `None` before 1970-01-02, the first time that circuits
/// support, and after 9999-12-30, the last supported day.
pub(crate) fn date(day: i64) -> Option<String> {
    let at = (1..=LAST_DAY).contains(&day).then(|| day * DAY_MS as i64)?;
    Some(Timestamp(at).to_string()[..10].to_owned())
}

/// The day number of a date in the form that [`date`] writes.
pub(crate) fn day(text: &str) -> Option<i64> {
    let at: Timestamp = format!("{text}T00:00:00Z").parse().ok()?;
    let day = at.0.div_euclid(DAY_MS as i64);
    (date(day)? == text).then_some(day)
}

const LAST_DAY: i64 = 2_932_895;
