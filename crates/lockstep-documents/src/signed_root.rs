//! The records of an account's chain of signed roots: the common fields, and the fields of a block.

use data_encoding::HEXLOWER;
use lockstep_zk::{CurveName, field, scalar};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The common fields of every signed root: its owner and its position in the chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// The account's pseudonym.
    pub owner: String,
    /// The position in the chain, from 1.
    pub number: i64,
    /// SHA-256 of the record before it, in hexadecimal.
    pub previous: Option<String>,
}

/// A committed block of points.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The points' type.
    pub kind: &'a str,
    /// The number that represents the type in the root.
    pub type_number: u64,
    /// The series' pseudonym.
    pub series: &'a str,
    /// Decimals of the values.
    pub decimals: u8,
    /// The first and the last point's time, in milliseconds.
    pub times: [u64; 2],
    /// The number of points.
    pub count: u64,
    /// The root in BLS12-381's scalar field, canonical, little-endian.
    pub root: [u8; 32],
}

/// The fields of a block's record in addition to those of every record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BlockRecord {
    /// The pseudonym of the account's chain, as in every record.
    pub owner: String,
    /// The position in the chain, from 1, as in every record.
    pub number: u64,
    /// The SHA-256 of the previous record, in hexadecimal, as in every record; null for the first.
    pub previous: Option<String>,
    /// The points' type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The number that represents the type in the root, in decimal.
    pub type_number: String,
    /// The series' pseudonym.
    pub series: String,
    /// Decimals of the values.
    pub scale: u8,
    /// The first point's time, in milliseconds.
    pub first_time: u64,
    /// The last point's time, in milliseconds.
    pub last_time: u64,
    /// The number of points.
    pub count: u64,
    /// The curve whose scalar field contains the root.
    pub curve: CurveName,
    /// The Poseidon root, a decimal number.
    pub root: String,
}

impl BlockRecord {
    /// The record; `None` if the root is not an element of the field.
    #[must_use]
    pub fn of(block: &Block<'_>, link: Link) -> Option<Self> {
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
            curve: CURVE_OF_BLOCKS,
            root: field::to_decimal(&root),
        })
    }
}

/// SHA-256 of a record's text, which identifies it in the chain.
#[must_use]
pub fn digest(record: &str) -> [u8; 32] {
    Sha256::digest(record.as_bytes()).into()
}

/// Bytes as records write them: lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// The format of a block's signed root.
pub const BLOCK: &str = "lockstep-block/1";
/// The curve on whose scalar field blocks of points are committed to.
pub const CURVE_OF_BLOCKS: CurveName = CurveName::Bls12_381;
