//! What the platform signs of a committed series.

use lockstep_zk::{field, scalar};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use super::{Basis, CURVE_OF_BLOCKS, DAY_MS, Daily, date, day};
use crate::operations::roots::{Block, Link};

/// What a signed root says, besides what every record says ([`crate::attest::Record`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RootRecord {
    /// The account's pseudonym in all its roots.
    pub owner: String,
    /// Its place in the account's chain of roots, from 1.
    pub number: u64,
    /// SHA-256 of the record before it, in hexadecimal; null for the first.
    pub previous: Option<String>,
    /// [`Daily::metric`].
    pub metric: String,
    /// [`Daily::unit`].
    pub unit: String,
    /// [`Daily::rule`].
    pub rule: String,
    /// Decimals of the values.
    pub scale: u8,
    /// The number that stands for metric and unit in the root.
    #[serde(rename = "type")]
    pub kind: u64,
    /// Whose calendar it is.
    pub time_zone: String,
    /// The first day.
    pub start_date: String,
    /// The last day.
    pub end_date: String,
    /// The first point's time: its day counted from 1970-01-01, in milliseconds.
    pub first_time: u64,
    /// The last point's time.
    pub last_time: u64,
    /// Points: one for each day.
    pub count: u64,
    /// Pseudonyms of devices and series.
    pub devices: Vec<String>,
    /// Digests of the signed roots it was derived from, in hexadecimal.
    pub sources: Vec<String>,
    /// Which devices the values are from, and which points were left out. Every `lockstep-root/2` says so;
    /// no `lockstep-root/1` does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// On whose scalar field the root is.
    pub curve: String,
    /// The Poseidon root, a decimal number.
    pub root: String,
}

impl RootRecord {
    /// Everything of it but its place in the chain; `None` for days that no calendar here has.
    pub(crate) fn of(daily: &Daily, curve: &str, root: String) -> Option<Self> {
        let first = i64::from(daily.first_day);
        let last = first.checked_add(i64::try_from(daily.values.len()).ok()?)? - 1;
        let sources = daily.sources.iter();
        Some(Self {
            owner: String::new(),
            number: 0,
            previous: None,
            metric: daily.metric.clone(),
            unit: daily.unit.clone(),
            rule: daily.rule.clone(),
            scale: daily.decimals,
            kind: kind(&daily.metric, &daily.unit),
            time_zone: daily.time_zone.clone(),
            start_date: date(first)?,
            end_date: date(last)?,
            first_time: time(first)?,
            last_time: time(last)?,
            count: daily.values.len() as u64,
            devices: daily.basis.series(),
            sources: sources.map(|digest| hex(digest)).collect(),
            basis: Some(daily.basis.clone()),
            curve: curve.to_owned(),
            root,
        })
    }

    /// Whether it is of the same days and sources, whatever its place, owner and root.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        let bare = |record: &Self| Self {
            owner: String::new(),
            number: 0,
            previous: None,
            root: String::new(),
            ..record.clone()
        };
        bare(self) == bare(other)
    }

    /// Whether its days are what it says: as many as points, in the calendar.
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
    }

    /// As the attester takes it.
    pub(crate) fn body(&self) -> Map<String, Json> {
        object(self)
    }
}

/// What a signed block says, besides what every record says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BlockRecord {
    /// As [`RootRecord::owner`].
    pub owner: String,
    /// As [`RootRecord::number`].
    pub number: u64,
    /// As [`RootRecord::previous`].
    pub previous: Option<String>,
    /// The points' type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The number that stands for it in the root, a decimal number.
    pub type_number: String,
    /// The series' pseudonym.
    pub series: String,
    /// Decimals of the values.
    pub scale: u8,
    /// The first point's time, in milliseconds.
    pub first_time: u64,
    /// The last point's time.
    pub last_time: u64,
    /// Points.
    pub count: u64,
    /// On whose scalar field the root is.
    pub curve: String,
    /// The Poseidon root, a decimal number.
    pub root: String,
}

impl BlockRecord {
    /// `None` for a root that is no element of the field.
    pub(crate) fn of(block: &Block<'_>, link: Link) -> Option<Self> {
        let root = field::from_bytes::<scalar::Bls12_381>(&block.root)?;
        Some(Self {
            owner: link.owner,
            number: link.number.unsigned_abs(),
            previous: link.previous,
            kind: block.kind.to_owned(),
            type_number: block.type_number.to_string(),
            series: block.series.to_owned(),
            scale: block.decimals,
            first_time: block.times[0],
            last_time: block.times[1],
            count: block.count,
            curve: CURVE_OF_BLOCKS.name().to_owned(),
            root: field::to_decimal(&root),
        })
    }

    /// As the attester takes it.
    pub(crate) fn body(&self) -> Map<String, Json> {
        object(self)
    }
}

/// What the platform signs of a key it set up: it holds for proofs of this circuit alone, in this
/// scheme, on this curve, under the key of this digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct KeyRecord {
    /// A built-in circuit's full name: `between:3:0`.
    pub circuit: String,
    /// `Groth16` or `PGHR13`.
    pub scheme: String,
    /// `bls12-381` or `bn254`.
    pub curve: String,
    /// SHA-256 of the verification key, in hexadecimal.
    pub vk_digest: String,
    /// How the key came about: `local`.
    pub setup: String,
}

impl KeyRecord {
    /// As the attester takes it.
    pub(crate) fn body(&self) -> Map<String, Json> {
        object(self)
    }
}

/// SHA-256 of a record's text: its name in the chain.
pub(crate) fn digest(record: &str) -> [u8; 32] {
    Sha256::digest(record.as_bytes()).into()
}

fn object(record: &impl Serialize) -> Map<String, Json> {
    match serde_json::to_value(record) {
        Ok(Json::Object(body)) => body,
        _ => unreachable!("a struct of texts and numbers is an object"),
    }
}

/// The number of metric and unit: 48 bits, which every reader of JSON keeps.
fn kind(metric: &str, unit: &str) -> u64 {
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

fn time(day: i64) -> Option<u64> {
    u64::try_from(day).ok()?.checked_mul(DAY_MS)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}
