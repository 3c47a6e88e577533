//! Claims about one's own days: "on every day from … to … the resting heart rate was between 40 and
//! 60", shown without any day's value.
//!
//! What is claimed over is a series of one value a day, committed to on its own; the platform signs its
//! root and chains it to the account's last ([`RootRecord`]): it attests that it held these values at
//! that moment, not that they are true. The proof is of `between:N`, whose window is the whole series:
//! no day is left out. Whoever sets a proof system's key up can prove anything under it, so the
//! platform signs which key it set up for which circuit ([`KeyRecord`]). What comes of it is one document
//! ([`Proof`]) that anybody checks alone ([`crate::document::verify`]).

mod basis;
mod judge;
pub(crate) mod proof;
pub(crate) mod record;

use std::sync::Arc;

use lockstep_store::{StoreError, Timestamp, Tx};
use zeroize::Zeroizing;

pub use basis::{Basis, Measured, Unreadable};
pub(crate) use judge::judge;
pub use proof::{Proof, Statement};
pub use record::{KeyRecord, RootRecord};

/// One value for each of some days, none left out.
#[derive(Clone)]
pub struct Daily {
    /// What was measured: `restingHeartRate`.
    pub metric: String,
    /// In what: `/min`.
    pub unit: String,
    /// How a day's value comes of its points, in a sentence.
    pub rule: String,
    /// Decimals of the values, 0 to 6.
    pub decimals: u8,
    /// Whose calendar it is: an IANA name.
    pub time_zone: String,
    /// The first day, counted from 1970-01-01.
    pub first_day: i32,
    /// The days' values from there, in units of 10^−decimals, within ±2^53.
    pub values: Zeroizing<Vec<i64>>,
    /// Digests of the signed roots of the blocks they come from.
    pub sources: Vec<[u8; 32]>,
    /// Which devices the values are from, and which points were left out.
    pub basis: Basis,
}

/// Tells, in the transaction that signs the root, whether the points are still as they were read.
pub type Unchanged = Arc<dyn Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync>;

/// What is claimed of every day, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// Least value, in units of the series.
    pub min: Option<i64>,
    /// Greatest value.
    pub max: Option<i64>,
    /// Who is to be convinced, and of what: 256 bytes at most.
    pub audience: String,
    /// Chosen by them, 256 bytes at most: makes the proof worthless to others.
    pub nonce: Vec<u8>,
    /// When the claim stops to hold.
    pub expires_at: Option<Timestamp>,
    /// `Groth16` (default) or `PGHR13`.
    pub scheme: Option<String>,
    /// `bls12-381` (default) or `bn254`, for snarkjs and chains.
    pub curve: Option<String>,
}

/// Most days of one claim: with the empty place behind them they fill the largest tree that is proven.
pub const MAX_DAYS: usize = 63;

/// The format of a claim's document.
pub const PROOF: &str = "lockstep-proof/2";
/// The format of a signed root of a claim's days.
pub const ROOT: &str = "lockstep-root/2";
/// The first format of a claim's document. It does not say what was left out, and none is made any more.
pub const PROOF_1: &str = "lockstep-proof/1";
/// The first format of a signed root of days, without [`Basis`].
pub const ROOT_1: &str = "lockstep-root/1";

/// The format of what is signed of the key of a built-in circuit.
pub const CIRCUIT_KEY: &str = "lockstep-circuit-key/1";

/// A day's place in time: its number, as if it began at midnight UTC, in milliseconds.
pub(crate) const DAY_MS: u64 = 86_400_000;

/// `2026-11-21` of a count of days; `None` before 1970-01-02, where no circuit's times reach, and past
/// 9999-12-30, where moments end.
pub(crate) fn date(day: i64) -> Option<String> {
    let at = (1..=LAST_DAY).contains(&day).then(|| day * DAY_MS as i64)?;
    Some(Timestamp(at).to_string()[..10].to_owned())
}

/// The count of days of a date as [`date`] writes it.
pub(crate) fn day(text: &str) -> Option<i64> {
    let at: Timestamp = format!("{text}T00:00:00Z").parse().ok()?;
    let day = at.0.div_euclid(DAY_MS as i64);
    (date(day)? == text).then_some(day)
}

const LAST_DAY: i64 = 2_932_895;
