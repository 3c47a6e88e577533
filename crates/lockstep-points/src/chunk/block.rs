//! The stored bytes of a chunk: sealed and bound to the chunk's location. A full block has the format
//! of its mode.
//!
//! All stored values of points pass through [`PackedContent::seal`] and [`open`], and through no other
//! function.

use lockstep_formats::catalogue;
use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::at_rest::{AadContext, Commitment, Plaintext, Scale, UnsealError, Width};
use lockstep_vault::{AccountKeys, Mode};

use super::wire::{Reader, put_block};
use super::{PackedColumns, unpack};
use crate::columns::Columns;

/// The location of a chunk within its account. The sealed bytes open only at this location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLocation {
    /// The series' number.
    pub series: i64,
    /// The first timestamp.
    pub t0: i64,
    /// The number of points.
    pub n: u32,
    /// The number of the body, never reused in the account; `None` for a body sealed before versions
    /// existed.
    pub version: Option<i64>,
}

/// The format of a chunk's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Columns of points.
    Columns,
    /// Columns without values, and the values as one homomorphic ciphertext.
    Homomorphic,
    /// Columns, and the root of a commitment to their values and times.
    Committed,
}

impl Codec {
    pub(crate) const ALL: [Self; 3] = [Self::Columns, Self::Homomorphic, Self::Committed];

    /// Returns the code of the column `codec`. Code 0 was used before keys existed.
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Self::Columns => 1,
            Self::Homomorphic => 2,
            Self::Committed => 3,
        }
    }

    /// Parses the result of [`Codec::code`].
    #[must_use]
    pub(crate) fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.code() == code)
    }
}

/// A chunk packed in its format but not yet bound to a location; the slow work is already done.
pub(crate) enum PackedContent {
    Columns(PackedColumns),
    /// The type, columns whose values are zeros, and the values as a ciphertext.
    Homomorphic(Vec<u8>),
    Committed {
        columns: PackedColumns,
        commitment: Commitment,
        decimals: u8,
    },
}

impl PackedContent {
    /// Packs points as columns.
    pub(crate) fn columns(points: &Columns) -> Self {
        Self::Columns(PackedColumns::pack(points))
    }

    /// Packs points as a block of their mode.
    pub(crate) fn block(
        points: &Columns,
        kind: &str,
        mode: Option<Mode>,
        account_keys: &AccountKeys,
    ) -> Result<Self, StoreError> {
        let form = catalogue::fixed_point(kind);
        Ok(match mode {
            None | Some(Mode::Basic) => Self::columns(points),
            Some(Mode::Fhe) => {
                let canonical = canonical(kind, points).ok_or_else(does_not_fit)?;
                let rest = PackedColumns::pack(&points.with_values(vec![0.0; points.len()]));
                let values = account_keys.encrypt(&canonical, &scale(&form)?)?;
                let mut plain =
                    Vec::with_capacity(kind.len() + rest.bytes.len() + values.len() + 8);
                put_block(&mut plain, kind.as_bytes());
                put_block(&mut plain, &rest.bytes);
                plain.extend_from_slice(&values);
                Self::Homomorphic(plain)
            }
            Some(Mode::Zk) => {
                let committed = committed(kind, points).ok_or_else(does_not_fit)?;
                let decimals = form.decimals;
                Self::Committed {
                    columns: PackedColumns::pack(points),
                    commitment: account_keys.commit(
                        &committed,
                        catalogue::number(kind),
                        decimals,
                    )?,
                    decimals,
                }
            }
        })
    }

    pub(crate) fn codec(&self) -> Codec {
        match self {
            Self::Columns(_) => Codec::Columns,
            Self::Homomorphic(_) => Codec::Homomorphic,
            Self::Committed { .. } => Codec::Committed,
        }
    }

    /// Seals the bytes for a location.
    pub(crate) fn seal(
        &self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        mode: Option<Mode>,
        location: &ChunkLocation,
    ) -> Result<Vec<u8>, StoreError> {
        let row = row(location, self.codec());
        let context = context(&row);
        match self {
            Self::Columns(columns) => account_keys.seal(tx, mode, context, b"", &columns.bytes),
            Self::Homomorphic(plain) => account_keys.seal(tx, mode, context, b"", plain),
            Self::Committed {
                columns,
                commitment,
                decimals,
            } => {
                let mut plain = commitment.blinding.to_vec();
                plain.extend_from_slice(&columns.bytes);
                let mut ext = vec![COMMITTED, commitment.depth, *decimals];
                ext.extend_from_slice(&commitment.root);
                account_keys.seal(tx, mode, context, &ext, &plain)
            }
        }
    }
}

/// Opens stored bytes and returns the points.
///
/// # Errors
/// [`UnsealError`].
pub(crate) fn open(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (key, codec): (Option<&KeyId>, Codec),
    location: &ChunkLocation,
    bytes: &[u8],
) -> Result<Columns, UnsealError> {
    let row = row(location, codec);
    let damaged = |_| UnsealError::Damaged;
    let columns = match codec {
        Codec::Columns => {
            let (plain, _) = account_keys.open(tx, key, context(&row), bytes)?;
            unpack(&plain).map_err(damaged)?
        }
        Codec::Homomorphic => {
            let key = key.ok_or(UnsealError::Damaged)?;
            let block = open_block(tx, account_keys, key, location, bytes)?;
            let canonical = account_keys.decrypt(tx, key, block.values())?;
            as_sent(&block.kind, &block.columns, &canonical).ok_or(UnsealError::Damaged)?
        }
        Codec::Committed => {
            let (plain, _) = account_keys.open(tx, key, context(&row), bytes)?;
            let (_, columns) = plain
                .split_at_checked(BLINDING)
                .ok_or(UnsealError::Damaged)?;
            unpack(columns).map_err(damaged)?
        }
    };
    if columns.len() != location.n as usize || columns.timestamps().first() != Some(&location.t0) {
        return Err(UnsealError::Damaged);
    }
    Ok(columns)
}

/// A homomorphic block whose values are still encrypted.
pub(crate) struct Block {
    /// The points' type.
    kind: String,
    /// The points; their values are zeros.
    pub(crate) columns: Columns,
    plain: Plaintext,
    values_at: usize,
}

impl Block {
    /// Returns the ciphertext of the values, in order.
    pub(crate) fn values(&self) -> &[u8] {
        &self.plain[self.values_at..]
    }
}

/// Opens a stored block but leaves its values encrypted.
///
/// # Errors
/// [`UnsealError`].
pub(crate) fn open_block(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    key: &KeyId,
    location: &ChunkLocation,
    bytes: &[u8],
) -> Result<Block, UnsealError> {
    let damaged = |_| UnsealError::Damaged;
    let row = row(location, Codec::Homomorphic);
    let (plain, _) = account_keys.open(tx, Some(key), context(&row), bytes)?;
    let mut reader = Reader(&plain);
    let kind = reader.text().map_err(damaged)?.to_owned();
    let columns = unpack(reader.block().map_err(damaged)?).map_err(damaged)?;
    if columns.len() != location.n as usize || columns.timestamps().first() != Some(&location.t0) {
        return Err(UnsealError::Damaged);
    }
    let values_at = plain.len() - reader.0.len();
    Ok(Block {
        kind,
        columns,
        plain,
        values_at,
    })
}

/// Returns the root of a stored committed block.
///
/// # Errors
/// [`UnsealError`].
pub(crate) fn committed_root(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    key: Option<&KeyId>,
    location: &ChunkLocation,
    bytes: &[u8],
) -> Result<[u8; 32], UnsealError> {
    let row = row(location, Codec::Committed);
    let (_, beside) = account_keys.open(tx, key, context(&row), bytes)?;
    match beside {
        [COMMITTED, _, _, root @ ..] => root.try_into().map_err(|_| UnsealError::Damaged),
        _ => Err(UnsealError::Damaged),
    }
}

/// Returns whether a mode can store all values of points of a type; [`refusal`] explains why it cannot.
pub(crate) fn can_store(mode: Mode, kind: &str, points: &Columns) -> bool {
    match mode {
        Mode::Basic => true,
        Mode::Fhe => rounded_values(kind, points).is_some(),
        Mode::Zk => committed(kind, points).is_some(),
    }
}

/// Returns the reason why a mode cannot store a value; `None` if it can.
pub(crate) fn refusal(mode: Mode, kind: &str, unit: &str, value: f64, at: i64) -> Option<String> {
    let form = catalogue::fixed_point(kind);
    let how = catalogue::conversion(kind, unit);
    let canonical = how.and_then(|how| how.apply(value));
    match mode {
        Mode::Basic => None,
        Mode::Fhe => {
            let decimals = form.decimals;
            let Some(number) = canonical.and_then(|value| form.encode(value)) else {
                let limit =
                    (form.bound as f64 + form.offset as f64) / 10_f64.powi(i32::from(decimals));
                return Some(format!(
                    "value: mode FHE keeps {kind} up to {limit} in size, to {decimals} decimals"
                ));
            };
            let kept = how.and_then(|how| how.invert(form.decode(number)));
            kept.is_none().then(|| {
                let own = own_unit(kind, unit);
                format!(
                    "value: mode FHE keeps {kind} in {own} to {decimals} decimals, and the rounded value has no \
                        equivalent in {unit}"
                )
            })
        }
        Mode::Zk if at < 0 => Some("timestamp: mode ZK commits to moments since 1970".to_owned()),
        Mode::Zk => {
            let fits = canonical
                .and_then(|value| scaled_integer(value, form.decimals))
                .is_some();
            (!fits).then(|| {
                format!("value: mode ZK keeps {kind} within ±2^53 units of its last decimal")
            })
        }
    }
}

/// The scale of ciphertexts of a type.
fn scale(form: &catalogue::FixedPointEncoding) -> Result<Scale, StoreError> {
    let width = match form.wide {
        true => Width::Wide,
        false => Width::Narrow,
    };
    Scale::new(form.decimals, form.offset, form.bound, width)
        .map_err(|error| StoreError::Damaged(error.to_string()))
}

/// Converts values to the canonical unit of the type.
fn canonical(kind: &str, points: &Columns) -> Option<Vec<f64>> {
    let mut canonical = Vec::with_capacity(points.len());
    for run in points.units() {
        let how = catalogue::conversion(kind, &run.unit)?;
        for value in &points.values()[canonical.len()..run.end as usize] {
            canonical.push(how.apply(*value)?);
        }
    }
    Some(canonical)
}

/// Returns the times and whole numbers that a commitment takes.
fn committed(kind: &str, points: &Columns) -> Option<Vec<(u64, i64)>> {
    let decimals = catalogue::fixed_point(kind).decimals;
    let canonical = canonical(kind, points)?;
    let times = points.timestamps().iter();
    times
        .zip(canonical)
        .map(|(at, value)| Some((u64::try_from(*at).ok()?, scaled_integer(value, decimals)?)))
        .collect()
}

/// Returns points as every later read under [`Mode::Fhe`] returns them: each value is rounded to its
/// type's whole number and converted back to the unit sent.
///
/// # Errors
/// If the mode cannot store a value.
pub(crate) fn rounded(kind: &str, points: &Columns) -> Result<Columns, StoreError> {
    let values = rounded_values(kind, points).ok_or_else(does_not_fit)?;
    Ok(points.with_values(values))
}

fn rounded_values(kind: &str, points: &Columns) -> Option<Vec<f64>> {
    let form = catalogue::fixed_point(kind);
    let mut canonical = canonical(kind, points)?;
    for value in &mut canonical {
        *value = form.decode(form.encode(*value)?);
    }
    in_units(kind, points, &canonical)
}

/// Converts canonical values to the units of the columns' runs; `None` if a value has no equivalent in
/// its unit.
fn in_units(kind: &str, columns: &Columns, canonical: &[f64]) -> Option<Vec<f64>> {
    let mut values = Vec::with_capacity(canonical.len());
    for run in columns.units() {
        let how = catalogue::conversion(kind, &run.unit)?;
        for value in canonical.get(values.len()..run.end as usize)? {
            values.push(how.invert(*value)?);
        }
    }
    Some(values)
}

/// Converts canonical values back to the units sent. A value without an equivalent is returned in the
/// canonical unit: one invalid stored point must not hide its neighbours.
fn as_sent(kind: &str, columns: &Columns, canonical: &[f64]) -> Option<Columns> {
    if canonical.len() != columns.len() {
        return None;
    }
    if let Some(values) = in_units(kind, columns, canonical) {
        return Some(columns.with_values(values));
    }
    let mut sent = Columns::default();
    for (place, canonical) in canonical.iter().enumerate() {
        let point = columns.entry(place);
        let how = catalogue::conversion(kind, point.unit);
        let (value, unit) = match how.and_then(|how| how.invert(*canonical)) {
            Some(value) => (value, point.unit),
            None => (*canonical, own_unit(kind, point.unit)),
        };
        sent.push(
            point.timestamp,
            value,
            unit,
            point.confidence,
            point.metadata,
        );
    }
    Some(sent)
}

/// Returns the canonical unit of the type; for a type outside the catalogue, the unit sent.
fn own_unit<'a>(kind: &str, sent: &'a str) -> &'a str {
    catalogue::kind(kind).map_or(sent, |kind| kind.unit)
}

/// Returns value·10^decimals, rounded; `None` beyond ±2^53.
fn scaled_integer(value: f64, decimals: u8) -> Option<i64> {
    let scaled = (value * 10_f64.powi(i32::from(decimals))).round();
    (scaled.abs() <= 9_007_199_254_740_992.0).then_some(scaled as i64)
}

/// Encodes the row that sealed bytes are bound to. The row of a versioned body is longer, so neither
/// kind opens as the other.
fn row(location: &ChunkLocation, codec: Codec) -> Vec<u8> {
    let mut row = Vec::with_capacity(29);
    row.extend_from_slice(&location.series.to_be_bytes());
    row.extend_from_slice(&location.t0.to_be_bytes());
    row.extend_from_slice(&location.n.to_be_bytes());
    row.push(codec.code() as u8);
    if let Some(version) = location.version {
        row.extend_from_slice(&version.to_be_bytes());
    }
    row
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "points",
        row,
    }
}

fn does_not_fit() -> StoreError {
    StoreError::Damaged("points that do not fit their mode".to_owned())
}

/// The format of the clear part of a committed block: this byte, log2 of the leaves, decimals, root.
const COMMITTED: u8 = 1;
const BLINDING: usize = 32;

#[cfg(test)]
mod tests;
