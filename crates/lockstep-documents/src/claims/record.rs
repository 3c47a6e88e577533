//! The records that the platform signs about committed series and keys.

use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::basis::sum;
use super::{ClaimBasis, MAX_DAYS, day, time};

/// The fields of a signed root in addition to those of every record ([`crate::Record`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RootRecord {
    /// The account's pseudonym in all its roots.
    pub owner: String,
    /// The position in the account's chain of roots, from 1.
    pub number: u64,
    /// SHA-256 of the record before it, in hexadecimal; null for the first.
    pub previous: Option<String>,
    /// The metric, for example `restingHeartRate`.
    pub metric: String,
    /// The unit of the values, for example `/min`.
    pub unit: String,
    /// The rule that derives a day's value from its points, as a sentence.
    pub rule: String,
    /// Decimals of the values.
    pub scale: u8,
    /// The number that represents metric and unit in the root.
    #[serde(rename = "type")]
    pub kind: u64,
    /// The time zone of the days: an IANA name.
    pub time_zone: String,
    /// The first day.
    pub start_date: String,
    /// The last day.
    pub end_date: String,
    /// The time of the first point: its day number since 1970-01-01, in milliseconds.
    pub first_time: u64,
    /// The time of the last point, in milliseconds.
    pub last_time: u64,
    /// The number of points: one for each day.
    pub count: u64,
    /// Pseudonyms of devices and series.
    pub devices: Vec<String>,
    /// Digests of the signed roots that the values were derived from, in hexadecimal.
    pub sources: Vec<String>,
    /// The devices that contributed values, and the points that were left out. Absent in every
    /// `lockstep-root/1`, present in every later format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<ClaimBasis>,
    /// The Pedersen commitment of each day over Ristretto, base64. Present in every `lockstep-root/3`, absent
    /// in every earlier format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitments: Option<Vec<String>>,
    /// The curve whose scalar field contains the root.
    pub curve: CurveName,
    /// The Poseidon root, a decimal number.
    pub root: String,
}

impl RootRecord {
    /// Whether both records cover the same days and sources, regardless of position, owner, root and commitments.
    #[must_use]
    pub fn is_alike(&self, other: &Self) -> bool {
        let bare = |record: &Self| Self {
            owner: String::new(),
            number: 0,
            previous: None,
            commitments: None,
            root: String::new(),
            ..record.clone()
        };
        bare(self) == bare(other)
    }

    /// Whether a basis is consistent with itself and with this root. Each day has one device, which has
    /// points on it; the sums are right; there are as many blocks as sources, and they are earlier in the
    /// chain.
    #[must_use]
    pub fn is_consistent_with(&self, basis: &ClaimBasis) -> bool {
        let days = usize::try_from(self.count).ok();
        let Some(days) = days.filter(|days| *days <= MAX_DAYS) else {
            return false;
        };
        let mut taken = vec![false; days];
        let (mut not_taken, mut implausible, mut displaced) = (0_u64, 0_u64, 0_u64);
        for device in &basis.devices {
            if device.points.len() != taken.len() || !device.taken.is_sorted_by(|a, b| a < b) {
                return false;
            }
            let mut others = sum(&device.points);
            let mut most_displaced = 0_u64;
            for day in &device.taken {
                let place = usize::try_from(*day).unwrap_or(usize::MAX);
                let points = device.points.get(place).copied().unwrap_or_default();
                match taken.get_mut(place) {
                    Some(free) if !*free && points > 0 => *free = true,
                    _ => return false,
                }
                others = others.saturating_sub(points);
                most_displaced = most_displaced.saturating_add(points - 1);
            }
            if device.displaced > most_displaced {
                return false;
            }
            displaced = displaced.saturating_add(device.displaced);
            not_taken = not_taken.saturating_add(others);
            implausible = implausible.saturating_add(device.implausible);
        }
        let blocks = match (basis.first_block, basis.last_block) {
            (None, None) => basis.blocks == 0,
            (Some(first), Some(last)) => {
                let places = 1..self.number;
                basis.blocks > 0
                    && first <= last
                    && places.contains(&first)
                    && places.contains(&last)
                    && basis.blocks - 1 <= last - first
            }
            _ => false,
        };
        taken.iter().all(|taken| *taken)
            && basis.series() == self.devices
            && (basis.not_taken, basis.implausible) == (not_taken, implausible)
            && basis.displaced == displaced
            && basis.blocks == self.sources.len() as u64
            && blocks
    }

    /// Whether the days are consistent: valid dates, and as many as points and commitments.
    pub(crate) fn is_whole(&self) -> bool {
        let (Some(first), Some(last)) = (day(&self.start_date), day(&self.end_date)) else {
            return false;
        };
        let days = last.checked_sub(first).and_then(|days| days.checked_add(1));
        days.and_then(|days| u64::try_from(days).ok()) == Some(self.count)
            && self.count > 0
            && time(first) == Some(self.first_time)
            && time(last) == Some(self.last_time)
            && self.kind == kind(&self.metric, &self.unit)
            && self
                .commitments
                .as_ref()
                .is_none_or(|commitments| commitments.len() as u64 == self.count)
    }
}

/// The platform's attestation of a key it set up: valid only for proofs of this circuit, in this scheme, on
/// this curve, under the key of this digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct KeyRecord {
    /// The full name of a built-in circuit: `between:3:0`.
    pub circuit: String,
    /// The proof system.
    pub scheme: PairingScheme,
    /// The curve.
    pub curve: CurveName,
    /// SHA-256 of the verification key, in hexadecimal.
    pub vk_digest: String,
    /// How the key was created: `local`.
    pub setup: Setup,
}

/// The number of metric and unit: 48 bits, which every JSON parser represents exactly.
#[must_use]
pub fn kind(metric: &str, unit: &str) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"lockstep daily metric v1");
    for text in [metric, unit] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    let digest = hash.finalize();
    digest[..6]
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}
