//! Sums, means and variances of columns. Over ciphertexts they are computed without decrypting a value; only the totals
//! are decrypted. Over other columns they are sums of the same integers.

use std::collections::BTreeSet;

use lockstep_encryption::{BlockBatch, BlockValues, Encryption};
use lockstep_store::id::{DatasetId, KeyId, UserId};
use lockstep_vault::AccountKeys;
use lockstep_web::jobs::BatchSource;
use lockstep_web::{ApiError, AppState};

use super::read::{VersionReader, cells_of};
use crate::cell::CellKind;
use crate::chunk;
use crate::decimal;
use crate::protection::offset;
use crate::schema::{Column, ColumnType, NumberRange, Protection};
use crate::store::chunks::{self, Codec};

/// The statistics of a column.
#[derive(Clone, Debug)]
pub struct ColumnStatistics {
    /// The name of the column.
    pub column: String,
    /// The number of values.
    pub count: u64,
    /// The number of rows without a value.
    pub null_count: u64,
    /// The sum as a decimal number, exact if every number is; `None` if it is not finite.
    pub sum: Option<String>,
    /// The mean; `None` without values.
    pub mean: Option<f64>,
    /// The variance of the whole population; `None` without values.
    pub variance: Option<f64>,
    /// Whether the totals were computed on ciphertexts.
    pub is_on_ciphertexts: bool,
}

/// The totals of integers: the numbers of a column as units of its last decimal.
#[derive(Clone, Copy, Debug, Default)]
struct IntegerTotals {
    count: u64,
    sum: i128,
    squares: i128,
}

/// Returns the statistics of columns of the current version; without names, of every column of numbers.
///
/// # Errors
/// A column that is unknown or has no numbers; data that cannot be read.
pub(crate) async fn statistics(
    state: &AppState,
    user: &UserId,
    id: DatasetId,
    names: Option<&str>,
) -> Result<(VersionReader, Vec<ColumnStatistics>), ApiError> {
    let reader = VersionReader::current(state, user, id).await?;
    let statistics = of_columns(&reader, names).await?;
    Ok((reader, statistics))
}

/// Returns the statistics of columns of a version.
pub(crate) async fn of_columns(
    reader: &VersionReader,
    names: Option<&str>,
) -> Result<Vec<ColumnStatistics>, ApiError> {
    let mut columns = reader.columns(names)?;
    let is_number =
        |column: &Column| matches!(column.kind, ColumnType::Integer | ColumnType::Number);
    if names.is_none() {
        columns.retain(|index| is_number(&reader.schema.columns[*index]));
    }
    let mut all = Vec::with_capacity(columns.len());
    for index in columns {
        let column = &reader.schema.columns[index];
        if !is_number(column) {
            let name: String = column
                .name
                .chars()
                .take(crate::schema::MAX_SHOWN_CHARS)
                .collect();
            let reason = format!("{name:?} is not a column of numbers");
            return Err(ApiError::invalid("columns", reason));
        }
        all.push(match column.numbers {
            Some(range) => exact(reader, index, range).await?,
            None => rounded(reader, index).await?,
        });
    }
    Ok(all)
}

/// Computes exact totals.
async fn exact(
    reader: &VersionReader,
    index: usize,
    range: NumberRange,
) -> Result<ColumnStatistics, ApiError> {
    let column = &reader.schema.columns[index];
    let is_on_ciphertexts = column.protection == Protection::Fhe;
    // The integers are taken from the middle of the range, so that their squares stay small.
    let middle = offset(range);
    let totals = if is_on_ciphertexts {
        on_ciphertexts(reader, index).await?
    } else {
        on_integers(reader, index, (range.decimals, middle)).await?
    };
    let n = i128::from(totals.count);
    let sum = i128::from(middle)
        .checked_mul(n)
        .and_then(|shift| shift.checked_add(totals.sum))
        .ok_or_else(too_large)?;
    let unit = 10_f64.powi(i32::from(range.decimals));
    let variance = n
        .checked_mul(totals.squares)
        .zip(totals.sum.checked_mul(totals.sum))
        .and_then(|(squares, square)| squares.checked_sub(square))
        .ok_or_else(too_large)?;
    let is_empty = totals.count == 0;
    Ok(ColumnStatistics {
        column: column.name.clone(),
        count: totals.count,
        null_count: column.null_count,
        sum: Some(decimal::wide(sum, range.decimals)),
        mean: (!is_empty).then(|| sum as f64 / n as f64 / unit),
        variance: (!is_empty).then(|| variance as f64 / n as f64 / n as f64 / unit / unit),
        is_on_ciphertexts,
    })
}

/// Adds the integers of a column, each minus `middle`.
async fn on_integers(
    reader: &VersionReader,
    index: usize,
    (decimals, middle): (u8, i64),
) -> Result<IntegerTotals, ApiError> {
    let (mut totals, mut row) = (IntegerTotals::default(), 0);
    while let Some(rows) = reader.group(row).await? {
        let cells = reader.cells(&[index], &rows).await?;
        let integers = chunk::integers(&cells[0], decimals).ok_or_else(|| {
            ApiError::internal("datasets: a chunk has other numbers than its column")
        })?;
        totals.count += integers.len() as u64;
        for (_, integer) in integers {
            let integer = i128::from(integer) - i128::from(middle);
            totals.sum = totals.sum.checked_add(integer).ok_or_else(too_large)?;
            let square = integer.checked_mul(integer);
            let squares = square.and_then(|square| totals.squares.checked_add(square));
            totals.squares = squares.ok_or_else(too_large)?;
        }
        row = rows.end;
    }
    Ok(totals)
}

/// Adds ciphertexts. The totals are of integers minus the middle of the range, which the ciphertexts leave out.
async fn on_ciphertexts(reader: &VersionReader, index: usize) -> Result<IntegerTotals, ApiError> {
    let (mut keys, mut row) = (BTreeSet::new(), 0);
    while let Some(rows) = reader.group(row).await? {
        keys.extend(key_of(reader, index, rows.start).await?);
        row = rows.end;
    }
    if keys.is_empty() {
        return Ok(IntegerTotals::default());
    }
    let keys: Vec<KeyId> = keys.into_iter().collect();
    let encryption = Encryption::of(&reader.state)?;
    let summing = encryption.summing(&reader.keys, &keys).await?;
    let mut source = Ciphertexts {
        reader: reader.clone(),
        index,
        row: 0,
    };
    let totals = encryption
        .add_up(reader.keys.user(), (summing, true), &mut source)
        .await?;
    Ok(IntegerTotals {
        count: totals.count,
        sum: totals.sum,
        squares: totals.squares,
    })
}

/// Returns the key of a chunk with a ciphertext.
async fn key_of(
    reader: &VersionReader,
    index: usize,
    row0: u64,
) -> Result<Option<KeyId>, ApiError> {
    let (keys, version) = (reader.keys.clone(), reader.version.clone());
    let db = &reader.state.db;
    db.read("datasets.key", move |tx| {
        let stored = chunks::chunk(tx, &keys, &version, (index, row0))?;
        let stored = stored.filter(|stored| stored.codec == Codec::Homomorphic);
        Ok(stored.and_then(|stored| AccountKeys::key_named_by(&stored.body).flatten()))
    })
    .await
}

/// The ciphertexts of a column, one for each group of rows.
struct Ciphertexts {
    reader: VersionReader,
    /// The index of the column.
    index: usize,
    /// The first row that is not read yet.
    row: u64,
}

impl BatchSource for Ciphertexts {
    type Batch = BlockBatch<Vec<u8>>;

    /// Returns the ciphertext of the next group of rows.
    async fn next_batch(&mut self) -> Result<Option<Self::Batch>, ApiError> {
        let (reader, index) = (&self.reader, self.index);
        let Some(rows) = reader.group(self.row).await? else {
            return Ok(None);
        };
        self.row = rows.end;
        let (keys, version) = (reader.keys.clone(), reader.version.clone());
        let db = &reader.state.db;
        let blocks = db.read::<_, ApiError, _>("datasets.ciphertext", move |tx| {
            let Some(stored) = chunks::chunk(tx, &keys, &version, (index, rows.start))? else {
                return Ok(Vec::new());
            };
            let key = AccountKeys::key_named_by(&stored.body).flatten();
            let Some(key) = key.filter(|_| stored.codec == Codec::Homomorphic) else {
                return without_values(&cells_of(tx, &keys, &version, &stored)?);
            };
            let (plain, _) = chunks::open(tx, &keys, &version, &stored)?;
            let packed = chunk::unpack_homomorphic(&plain, stored.location.n as usize)?;
            Ok(vec![BlockValues {
                key,
                range: 0..packed.count(),
                ciphertext: packed.ciphertext.to_vec(),
            }])
        });
        blocks.await.map(Some)
    }
}

/// Only a chunk without values has no ciphertext.
fn without_values(cells: &crate::cell::Cells) -> Result<BlockBatch<Vec<u8>>, ApiError> {
    if cells.iter().all(|cell| cell.kind == CellKind::Null) {
        return Ok(Vec::new());
    }
    Err(ApiError::internal(
        "datasets: a chunk of a converted column has no ciphertext",
    ))
}

/// Computes totals of numbers that are not exact decimals, as doubles (Welford's method).
async fn rounded(reader: &VersionReader, index: usize) -> Result<ColumnStatistics, ApiError> {
    let column = &reader.schema.columns[index];
    let (mut count, mut sum, mut mean, mut spread, mut row) = (0_u64, 0.0, 0.0, 0.0, 0);
    while let Some(rows) = reader.group(row).await? {
        let cells = reader.cells(&[index], &rows).await?;
        for cell in cells[0].iter().filter(|cell| cell.kind == CellKind::Number) {
            let value: f64 = cell.text.parse().unwrap_or(f64::NAN);
            count += 1;
            sum += value;
            let distance = value - mean;
            mean += distance / count as f64;
            spread += distance * (value - mean);
        }
        row = rows.end;
    }
    let finite = |value: f64| (count > 0 && value.is_finite()).then_some(value);
    Ok(ColumnStatistics {
        column: column.name.clone(),
        count,
        null_count: column.null_count,
        sum: sum.is_finite().then(|| sum.to_string()),
        mean: finite(mean),
        variance: finite(spread / count as f64),
        is_on_ciphertexts: false,
    })
}

fn too_large() -> ApiError {
    ApiError::invalid(
        "columns",
        "a total of the column exceeds 127 bits: name other columns",
    )
}
