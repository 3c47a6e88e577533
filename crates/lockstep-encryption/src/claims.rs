//! What claims are made of: the days of an account. [`lockstep_documents::claims`] has their statements, and their
//! verification.

use std::sync::Arc;

use lockstep_documents::claims::{
    CurveName, PairingScheme, ProofScheme, RootRecord, date, kind, time,
};
use lockstep_documents::signed_root::hex;
use lockstep_store::{StoreError, Tx};
use lockstep_web::ApiError;
use lockstep_zk::UnknownCurve;
use zeroize::Zeroizing;

/// The arguments and the result of [`crate::Encryption::claim`].
pub use lockstep_documents::claims::{
    Claim, ClaimBasis, DeviceMeasurements, MAX_DAYS, Proof, ProofSystem, UnreadablePoints,
};

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

impl DailyValues {
    /// The record of the days' root, without its position in the chain, root and commitments; `None` for days
    /// outside the supported calendar.
    pub(crate) fn record(&self, curve: CurveName) -> Option<RootRecord> {
        let first = i64::from(self.first_day);
        let last = first.checked_add(i64::try_from(self.values.len()).ok()?)? - 1;
        let sources = self.sources.iter();
        Some(RootRecord {
            owner: String::new(),
            number: 0,
            previous: None,
            metric: self.metric.clone(),
            unit: self.unit.clone(),
            rule: self.rule.clone(),
            scale: self.decimals,
            kind: kind(&self.metric, &self.unit),
            time_zone: self.time_zone.clone(),
            start_date: date(first)?,
            end_date: date(last)?,
            first_time: time(first)?,
            last_time: time(last)?,
            count: self.values.len() as u64,
            devices: self.basis.series(),
            sources: sources.map(|digest| hex(digest)).collect(),
            basis: Some(self.basis.clone()),
            commitments: None,
            curve,
            root: String::new(),
        })
    }
}

/// Checks, in the transaction that signs the root, whether the points are unchanged since they were read.
pub type UnchangedCheck = Arc<dyn Fn(&Tx<'_>) -> Result<bool, StoreError> + Send + Sync>;

/// Parses the parameters `scheme` and `curve` of a claim: Bulletproofs if both are absent, Groth16 if only
/// the curve is given.
///
/// # Errors
/// 400 that names the parameter.
pub fn proof_system(scheme: Option<&str>, curve: Option<&str>) -> Result<ProofSystem, ApiError> {
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
            "applies to Groth16 and PGHR13 only: leave it out, or set scheme to one of them",
        )),
        ProofScheme::Bulletproofs => Ok(ProofSystem::Bulletproofs),
        ProofScheme::Pairing(scheme) => Ok(ProofSystem::Pairing {
            scheme,
            curve: parsed_curve(curve)?,
        }),
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
