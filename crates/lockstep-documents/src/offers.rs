//! The documents of the marketplace: certificates of offers, receipts of purchases, and answers over sold
//! points. They are signed by `lockstep-market` and verified here, without a server.

use std::collections::BTreeSet;

use lockstep_zk::assurance::Setup;
use serde::{Deserialize, Serialize};

use crate::document::{VerificationPolicy, VerifiedDocument, record, record_for};
use crate::signed::VerificationError;

/// An answer over sold points: an operation over calendar days, each with at least [`MIN_CELL_POINTS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AggregateRecord {
    /// The id of the data token.
    pub token: String,
    /// `sum`, `mean` or `variance`.
    pub operation: String,
    /// The type of the points.
    #[serde(rename = "type")]
    pub kind: String,
    /// The unit of the value; squared for a variance.
    pub unit: Option<String>,
    /// The number of decimals to which each point was rounded first.
    pub decimals: u8,
    /// The days of the answer.
    pub cells: Vec<CellRecord>,
    /// The number of points in all cells.
    pub count: u64,
    /// The number of points that were added as ciphertexts.
    pub encrypted: u64,
    /// The root of the snapshot, then the roots of its committed blocks; the certificate names the same.
    pub roots: Vec<String>,
    /// The value.
    pub value: f64,
    /// The party for which the answer was made.
    pub audience: String,
}

/// A calendar day in UTC of a series.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CellRecord {
    /// The device of the points.
    pub device: String,
    /// The date.
    pub day: String,
    /// The number of points.
    pub count: u64,
}

/// The facts about an offer that buyers see before they pay. It contains no values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CertificateRecord {
    /// The id of the data token.
    pub token: String,
    /// The root of the snapshot.
    pub root: String,
    /// The number of points.
    pub points: u64,
    /// The duration of the access, ISO 8601; absent in certificates of earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The reads or answers that a purchase allows; absent in certificates of earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_uses: Option<u32>,
    /// The rules under which the token is sold.
    pub restrictions: Vec<String>,
    /// The series of the snapshot.
    pub series: Vec<SeriesRecord>,
    /// The claims that the seller attached. Each has a document of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ClaimRecord>,
}

/// The facts about a listing that buyers see before they pay: the schema of its table. It contains no
/// values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListingRecord {
    /// The id of the listing.
    pub listing: String,
    /// The id of the dataset.
    pub dataset: String,
    /// The number of the offered version of the dataset, from 1.
    pub version: u64,
    /// A keyed digest of the uploaded rows, which the receipt of a purchase repeats; null for data uploaded before
    /// roots existed. It cannot be computed from guessed values without the seller's key.
    pub root: Option<String>,
    /// The number of rows.
    pub rows: u64,
    /// The encryption mode of the dataset; null for none.
    pub mode: Option<String>,
    /// The duration of the access, ISO 8601.
    pub duration: String,
    /// The reads that a purchase allows.
    pub allowed_uses: u32,
    /// The rules under which the listing is sold.
    pub restrictions: Vec<String>,
    /// The columns in order.
    pub columns: Vec<ColumnRecord>,
}

/// A column of an offered table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColumnRecord {
    /// The name.
    pub name: String,
    /// The type of its values.
    #[serde(rename = "type")]
    pub kind: String,
    /// The unit that the name states.
    pub unit: Option<String>,
    /// The number of rows without a value.
    pub null_count: u64,
    /// `sealed`, `fhe` or `zk`.
    pub protection: String,
    /// The roots of the commitments to its numbers, in hexadecimal; only for the protection `zk`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<String>,
}

/// A claim of the seller, which the platform verified when it was attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimRecord {
    /// The id of the claim, which its document has too.
    pub id: String,
    /// The claim in sentences.
    pub statement: String,
    /// The origin of the proof's keys; absent in certificates of earlier releases. `local`: the platform made them and
    /// could prove anything, so the claim is worth as much as the platform's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The end of the claim's validity; null if unlimited.
    pub expires_at: Option<String>,
}

/// A series of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeriesRecord {
    /// The type of the points.
    #[serde(rename = "type")]
    pub kind: String,
    /// The device of the points.
    pub device: String,
    /// The encryption mode; null for none.
    pub mode: Option<String>,
    /// The number of points.
    pub points: u64,
    /// The time of the first point.
    pub first: String,
    /// The time of the last point.
    pub last: String,
    /// The days that have points, in order, and the number of points of each.
    pub days: Vec<DayRecord>,
    /// The days without points between the first and the last day, as ranges.
    pub gaps: Vec<GapRecord>,
    /// The roots of committed blocks, in hexadecimal.
    pub roots: Vec<String>,
}

/// A calendar day in UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DayRecord {
    /// The date.
    pub day: String,
    /// The number of points.
    pub count: u64,
    /// Whether answers of an aggregate-only token may include the day.
    pub offered: bool,
}

/// Days without points, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GapRecord {
    /// The first date.
    pub from: String,
    /// The last date.
    pub to: String,
}

/// The receipt of a purchase. It names one offer: a token, a listing or an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PurchaseRecord {
    /// The id of the purchase.
    pub purchase: String,
    /// The id of the data token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The id of the listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listing: Option<String>,
    /// The id of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The root that the certificate of the token or listing names; absent for an item, and for data uploaded before
    /// datasets had roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The number of points of a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The dataset of a listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The number of the dataset's version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of rows of the version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The price, as digits.
    pub price: String,
    /// The currency of the price.
    pub currency: String,
    /// The number of the transfer in the ledger; absent if the price is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<u64>,
    /// The time of the purchase.
    pub purchased_at: String,
    /// The end of the access; absent for an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The allowed reads; absent for an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_uses: Option<u32>,
    /// The duration of the access, ISO 8601; absent for an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The rules under which the offer was sold.
    pub restrictions: Vec<String>,
    /// The purpose that the buyer stated.
    pub purpose: Option<String>,
    /// The time of a refund.
    pub refunded_at: Option<String>,
}

/// Verifies an answer over sold points. In addition to the signature: each cell is named once and has enough points,
/// and the count is that of the cells.
///
/// # Errors
/// [`VerificationError`].
pub fn aggregate(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<AggregateRecord>, VerificationError> {
    let verified = record_for(bytes, trust, |record: &AggregateRecord| {
        Some(record.audience.as_str())
    })?;
    let AggregateRecord { cells, count, .. } = &verified.says;
    let refused = |reason: &str| Err(VerificationError::Refused(reason.to_owned()));
    if cells.is_empty() || cells.iter().any(|cell| cell.count < MIN_CELL_POINTS) {
        return refused("one of its days has too few points");
    }
    let names: BTreeSet<_> = cells.iter().map(|cell| (&cell.device, &cell.day)).collect();
    if names.len() != cells.len() {
        return refused("it names a day twice");
    }
    let sum = cells
        .iter()
        .try_fold(0_u64, |sum, cell| sum.checked_add(cell.count));
    if sum != Some(*count) {
        return refused("its count is not the sum of its days");
    }
    Ok(verified)
}

/// Verifies a certificate. In addition to the signature: the counts of days, series and offer agree.
///
/// # Errors
/// [`VerificationError`].
pub fn certificate(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<CertificateRecord>, VerificationError> {
    let verified: VerifiedDocument<CertificateRecord> = record(bytes, trust)?;
    let add = |sum: u64, count: u64| sum.checked_add(count);
    let series = &verified.says.series;
    let of_days = |series: &SeriesRecord| {
        let mut counts = series.days.iter().map(|day| day.count);
        counts.try_fold(0, add) == Some(series.points)
    };
    let all = series.iter().map(|series| series.points).try_fold(0, add);
    if !series.iter().all(of_days) || all != Some(verified.says.points) {
        return Err(VerificationError::Refused(
            "its counts of days, series and points do not agree".to_owned(),
        ));
    }
    Ok(verified)
}

/// Verifies a certificate of a listing. In addition to the signature: each column is named once, and has no
/// more rows without a value than there are rows.
///
/// # Errors
/// [`VerificationError`].
pub fn listing(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<ListingRecord>, VerificationError> {
    let verified: VerifiedDocument<ListingRecord> = record(bytes, trust)?;
    let ListingRecord { rows, columns, .. } = &verified.says;
    let refused = |reason: &str| Err(VerificationError::Refused(reason.to_owned()));
    let names: BTreeSet<_> = columns.iter().map(|column| &column.name).collect();
    if names.len() != columns.len() {
        return refused("it names a column twice");
    }
    if columns.iter().any(|column| column.null_count > *rows) {
        return refused("a column has more empty cells than rows");
    }
    Ok(verified)
}

/// Verifies the receipt of a purchase. In addition to the signature: it names one offer.
///
/// # Errors
/// [`VerificationError`].
pub fn purchase(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<PurchaseRecord>, VerificationError> {
    let verified: VerifiedDocument<PurchaseRecord> = record(bytes, trust)?;
    let PurchaseRecord {
        token,
        listing,
        item,
        ..
    } = &verified.says;
    let offers = [token, listing, item];
    match offers.into_iter().flatten().count() {
        1 => Ok(verified),
        _ => Err(VerificationError::Refused(
            "it does not name one token, listing or item".to_owned(),
        )),
    }
}

/// The format of an answer over sold points.
pub const AGGREGATE: &str = "lockstep-aggregate/1";
/// The format of a certificate of an offer.
pub const CERTIFICATE: &str = "lockstep-certificate/1";
/// The format of a certificate of a listing.
pub const LISTING: &str = "lockstep-listing/1";
/// The format of the receipt of a purchase.
pub const PURCHASE: &str = "lockstep-purchase/1";
/// The fewest points of a day that an answer includes.
pub const MIN_CELL_POINTS: u64 = 20;
