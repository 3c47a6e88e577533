//! The chunks of datasets: the only place that seals and opens their values.

use std::collections::BTreeSet;
use std::ops::Range;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::portion::TransactionBudget;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::at_rest::{AadContext, Plaintext, UnsealError};
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::ApiError;

use super::versions::VersionName;
use crate::chunk::damaged;
use crate::table::RowGroup;

/// The form of a chunk's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    /// Packed cells.
    Cells,
    /// The presence of the cells, and their numbers as a ciphertext.
    Homomorphic,
    /// Packed cells, and the root of a commitment to them.
    Committed,
}

impl Codec {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Cells => 1,
            Self::Homomorphic => 2,
            Self::Committed => 3,
        }
    }

    fn from_code(code: i64) -> Option<Self> {
        let all = [Self::Cells, Self::Homomorphic, Self::Committed];
        all.into_iter()
            .find(|codec| i64::from(codec.code()) == code)
    }
}

/// The location of a chunk within its version. The sealed bytes open only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkLocation {
    pub(crate) column: usize,
    pub(crate) row0: u64,
    pub(crate) n: u32,
}

/// A chunk as stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredChunk {
    pub(crate) location: ChunkLocation,
    pub(crate) codec: Codec,
    pub(crate) body: Vec<u8>,
}

fn row(version: &VersionName, location: &ChunkLocation, codec: Codec) -> Vec<u8> {
    let mut row = Vec::with_capacity(45);
    row.extend(version.dataset.to_bytes());
    row.extend(version.number.to_be_bytes());
    row.extend((location.column as u64).to_be_bytes());
    row.extend(location.row0.to_be_bytes());
    row.extend(location.n.to_be_bytes());
    row.push(codec.code());
    row
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "dataset chunk",
        row,
    }
}

/// Returns the columns whose chunks the transactions store, one after the other: no transaction has more than a
/// portion.
pub(crate) fn portions(group: &RowGroup) -> Vec<Range<usize>> {
    let mut portions = Vec::new();
    let mut from = 0;
    while from < group.chunks.len() {
        let sizes = group.chunks[from..].iter().map(|chunk| chunk.bytes.len());
        let to = from + TransactionBudget::count(sizes);
        portions.push(from..to);
        from = to;
    }
    portions
}

/// Adds the chunks of some columns of a group of rows, sealed under the key of the mode.
pub(crate) fn insert_columns(
    tx: &mut Tx<'_>,
    (keys, mode): (&AccountKeys, Option<Mode>),
    version: &VersionName,
    (group, columns): (&RowGroup, Range<usize>),
) -> Result<(), StoreError> {
    let chunks = group.chunks.iter().enumerate();
    for (column, chunk) in chunks.take(columns.end).skip(columns.start) {
        let location = ChunkLocation {
            column,
            row0: group.row0,
            n: group.n,
        };
        let row = row(version, &location, Codec::Cells);
        let body = keys.seal(tx, mode, context(&row), b"", &chunk.bytes)?;
        tx.execute(
            "INSERT INTO dataset_chunk(user_id, dataset_id, version, col, row0, n, codec, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                keys.user(),
                &version.dataset,
                version.number,
                column as i64,
                group.row0 as i64,
                group.n,
                u32::from(Codec::Cells.code()),
                &body
            ],
        )?;
    }
    Ok(())
}

/// The content that replaces packed cells.
pub(crate) struct ConvertedCells {
    pub(crate) codec: Codec,
    /// The clear part, which is authenticated.
    pub(crate) beside: Vec<u8>,
    pub(crate) plain: Vec<u8>,
}

/// Replaces the packed cells of a chunk, unless another conversion replaced them before.
pub(crate) fn convert(
    tx: &mut Tx<'_>,
    (keys, mode): (&AccountKeys, Option<Mode>),
    version: &VersionName,
    (location, converted): (&ChunkLocation, &ConvertedCells),
) -> Result<(), StoreError> {
    let row = row(version, location, converted.codec);
    let body = keys.seal(tx, mode, context(&row), &converted.beside, &converted.plain)?;
    tx.execute(
        "UPDATE dataset_chunk SET codec = ?6, body = ?7
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = ?4 AND row0 = ?5 AND codec = 1",
        params![
            keys.user(),
            &version.dataset,
            version.number,
            location.column as i64,
            location.row0 as i64,
            u32::from(converted.codec.code()),
            &body
        ],
    )
    .map(drop)
}

/// Returns the group of rows that contains `row`, or the first after it: its first row and its number of rows.
pub(crate) fn group_at(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    row: u64,
) -> Result<Option<(u64, u32)>, StoreError> {
    // Every group has a chunk of the first column.
    let before = tx.query_opt(
        "SELECT row0, n FROM dataset_chunk WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = 0
             AND row0 <= ?4 ORDER BY row0 DESC LIMIT 1",
        params![keys.user(), &version.dataset, version.number, row as i64],
        |found| Ok((found.at::<u64>(0)?, found.at::<u32>(1)?)),
    )?;
    Ok(before.filter(|(row0, n)| row < row0 + u64::from(*n)))
}

/// Returns the keys that seal the first and the last chunk of each of the first [`MAX_COLUMNS_OF_KEYS`] columns, without
/// the account's own key.
pub(crate) fn outer_keys(
    tx: &Tx<'_>,
    owner: &UserId,
    version: &VersionName,
) -> Result<BTreeSet<KeyId>, StoreError> {
    let mut keys = BTreeSet::new();
    for order in ["ASC", "DESC"] {
        let sql = format!(
            "SELECT body FROM dataset_chunk
             WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = ?4 ORDER BY row0 {order} LIMIT 1"
        );
        for column in 0..MAX_COLUMNS_OF_KEYS {
            let values = params![owner, &version.dataset, version.number, column];
            let body = tx.query_opt(&sql, values, |row| row.at::<Vec<u8>>(0))?;
            keys.extend(body.and_then(|body| AccountKeys::key_named_by(&body).flatten()));
        }
    }
    Ok(keys)
}

/// The columns whose keys are read before a sale.
const MAX_COLUMNS_OF_KEYS: i64 = 16;

/// Returns the chunk of a column that begins at `row0`; `None` if the column has no values there.
pub(crate) fn chunk(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    (column, row0): (usize, u64),
) -> Result<Option<StoredChunk>, StoreError> {
    tx.query_opt(
        "SELECT n, codec, body FROM dataset_chunk
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = ?4 AND row0 = ?5",
        params![
            keys.user(),
            &version.dataset,
            version.number,
            column as i64,
            row0 as i64
        ],
        |row| {
            let codec = Codec::from_code(row.at(1)?).ok_or_else(|| row.wrong(1, "a codec"))?;
            Ok(StoredChunk {
                location: ChunkLocation {
                    column,
                    row0,
                    n: row.at(0)?,
                },
                codec,
                body: row.at(2)?,
            })
        },
    )
}

/// Opens a chunk: returns the bytes inside the seal, and the clear part beside them.
///
/// # Errors
/// A key that does not decrypt, or a damaged chunk.
pub(crate) fn open<'b>(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    chunk: &'b StoredChunk,
) -> Result<(Plaintext, &'b [u8]), ApiError> {
    let row = row(version, &chunk.location, chunk.codec);
    let key = AccountKeys::key_named_by(&chunk.body);
    let key = key.ok_or_else(|| unreadable(chunk))?;
    keys.open(tx, key.as_ref(), context(&row), &chunk.body)
        .map_err(|reason| unopened(reason, chunk))
}

/// The error of a chunk that does not open.
pub(crate) fn unopened(reason: UnsealError, chunk: &StoredChunk) -> ApiError {
    match reason {
        UnsealError::Stopped(key, status) => ApiError::encryption(format!(
            "the data are sealed under the key {key}, which is {status}: resume the key, or upload the data again"
        )),
        UnsealError::Damaged => unreadable(chunk),
        UnsealError::Store(error) => error.into(),
    }
}

/// Whether a column of a version has a chunk before `row0`.
pub(crate) fn has_earlier(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    (column, row0): (usize, u64),
) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_chunk
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = ?4 AND row0 < ?5 LIMIT 1",
        params![
            keys.user(),
            &version.dataset,
            version.number,
            column as i64,
            row0 as i64
        ],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// The error of a chunk that is missing.
pub(crate) fn missing(location: ChunkLocation) -> ApiError {
    let ChunkLocation { column, row0, n } = location;
    let last = row0 + u64::from(n);
    ApiError {
        log: Some(damaged("is missing").to_string()),
        ..ApiError::encryption(format!(
            "rows {} to {last} of column {} are missing: read other columns, upload the data again, or ask the operator \
             to restore the rows of dataset_chunk from a backup",
            row0 + 1,
            column + 1
        ))
    }
}

/// The error of a chunk that cannot be read: it names the rows and the column.
pub(crate) fn unreadable(chunk: &StoredChunk) -> ApiError {
    let ChunkLocation { column, row0, n } = chunk.location;
    let last = row0 + u64::from(n);
    ApiError {
        log: Some(damaged("does not open").to_string()),
        ..ApiError::encryption(format!(
            "rows {} to {last} of column {} are damaged: read other columns, or upload the data again",
            row0 + 1,
            column + 1
        ))
    }
}
