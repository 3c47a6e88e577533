//! Finds and opens rows of `seg` and their bytes.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::UnsealError;
use lockstep_vault::key::UnusableKeyReason;
use lockstep_web::ApiError;

use crate::chunk::{self, ChunkLocation, Codec};
use crate::columns::Columns;
use crate::layout::PackedChunk;

/// A row of `seg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) t0: i64,
    pub(super) t1: i64,
    pub(super) n: u32,
    pub(super) body: i64,
    pub(super) codec: Codec,
    /// The key that seals the body; `None`: the account's own key.
    pub(super) key: Option<KeyId>,
    /// Whether the body's sealed context includes its number; false for bodies older than row versions.
    pub(super) is_versioned: bool,
}

/// The columns that [`Chunk::read`] reads.
///
/// Whether a chunk is versioned follows from its body's number alone: the older context is not tried for
/// a body above the limit. `?1` is the user, so the limit is read once a statement.
pub(super) const CHUNK_COLUMNS: &str = "seg.t0, seg.t1, seg.n, seg.body_id, seg.codec, seg.key_id,
    seg.body_id > COALESCE((SELECT unversioned_to FROM point_number WHERE user_id = ?1), 0)";
/// How many columns these are.
pub(super) const CHUNK_COLUMN_COUNT: usize = 7;

impl Chunk {
    pub(super) fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        // A damaged row is read as one whose bytes do not open: all of this is bound to them. `damage`
        // repairs the columns that the bytes determine.
        let key = row.at::<Option<&str>>(5).ok().flatten();
        Ok(Self {
            t0: row.at(0)?,
            t1: row.at(1).unwrap_or(i64::MIN),
            n: row.at(2).unwrap_or(u32::MAX),
            body: row.at(3).unwrap_or(i64::MIN),
            codec: row
                .at(4)
                .ok()
                .and_then(Codec::from_code)
                .unwrap_or(Codec::Columns),
            key: key.and_then(|key| key.parse().ok()),
            is_versioned: row.at(6).unwrap_or(true),
        })
    }

    /// Whether its key decrypts.
    pub(super) fn is_readable(
        &self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
    ) -> Result<bool, StoreError> {
        Ok(self.stopped(tx, account_keys)?.is_none())
    }

    /// The reason why its key does not decrypt.
    pub(super) fn stopped(
        &self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
    ) -> Result<Option<UnusableKeyReason>, StoreError> {
        match &self.key {
            None => Ok(None),
            Some(key) => account_keys.stopped(tx, key),
        }
    }

    /// Takes the values of the chunk that has taken its place in the row.
    pub(super) fn follow(&mut self, next: &PackedChunk, body: i64) {
        (self.t1, self.n, self.body) = (next.t1, next.n, body);
        self.is_versioned = true;
    }

    pub(super) fn location(&self, series: i64) -> ChunkLocation {
        ChunkLocation {
            series,
            t0: self.t0,
            n: self.n,
            version: self.is_versioned.then_some(self.body),
        }
    }
}

/// The chunk that begins at or last before `at`.
pub(super) fn chunk_at(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    at: i64,
) -> Result<Option<Chunk>, StoreError> {
    tx.query_opt(&last_up_to(), params![user, series, at], Chunk::read)
}

/// As [`chunk_at`], for several series, each with its time.
pub(super) fn chunk_at_each(
    tx: &Tx<'_>,
    user: &UserId,
    places: &[(i64, i64)],
) -> Result<Vec<Option<Chunk>>, StoreError> {
    let lists: Vec<_> = places
        .iter()
        .map(|(series, at)| *params![user, *series, *at])
        .collect();
    let found = tx.query_each(&last_up_to(), &lists, Chunk::read)?;
    Ok(found.into_iter().map(|mut chunks| chunks.pop()).collect())
}

fn last_up_to() -> String {
    format!(
        "SELECT {CHUNK_COLUMNS} FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 ORDER BY t0 DESC LIMIT 1"
    )
}

/// The chunks that begin after `from` and up to `to`, in order, at most `most`.
pub(super) fn chunks_from(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    range: (i64, i64),
    most: i64,
) -> Result<Vec<Chunk>, StoreError> {
    let mut found = chunks_from_each(tx, user, &[(series, range)], most)?;
    Ok(found.pop().unwrap_or_default())
}

/// As [`chunks_from`], for several series, each with its range.
pub(super) fn chunks_from_each(
    tx: &Tx<'_>,
    user: &UserId,
    ranges: &[(i64, (i64, i64))],
    most: i64,
) -> Result<Vec<Vec<Chunk>>, StoreError> {
    let lists: Vec<_> = ranges
        .iter()
        .map(|(series, (from, to))| *params![user, *series, *from, *to, most])
        .collect();
    tx.query_each(
        &format!(
            "SELECT {CHUNK_COLUMNS} FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 > ?3 AND t0 <= ?4 ORDER BY t0 LIMIT ?5"
        ),
        &lists,
        Chunk::read,
    )
}

/// The chunks that share a moment with `from..=to`, in order.
pub(super) fn chunks_in(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    from: i64,
    to: i64,
) -> Result<Vec<Chunk>, StoreError> {
    let mut chunks = Vec::new();
    if let Some(first) = chunk_at(tx, user, series, from)?
        && first.t1 >= from
        && first.t0 <= to
    {
        chunks.push(first);
    }
    chunks.extend(chunks_from(tx, user, series, (from, to), i64::MAX)?);
    Ok(chunks)
}

/// The points of a chunk.
pub(super) fn open(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Columns, StoreError> {
    let (points, _) = open_measured(tx, account_keys, series, chunk)?;
    Ok(points)
}

/// The points of a chunk, and the number of its stored bytes.
pub(super) fn open_measured(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<(Columns, usize), StoreError> {
    let opened = tx.query_opt(BODY, params![account_keys.user(), chunk.body], |row| {
        let body = bytes_of(row, 0, account_keys, (series, chunk))?;
        let points = decode(tx, body, account_keys, series, chunk)?;
        Ok((points, body.len()))
    })?;
    opened.ok_or_else(|| damaged(account_keys, series, chunk, "its bytes are missing"))
}

/// Returns the stored bytes of each chunk; `None` if they are missing or are no bytes.
pub(super) fn bodies(
    tx: &Tx<'_>,
    user: &UserId,
    numbers: &[i64],
) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
    let lists: Vec<_> = numbers
        .iter()
        .map(|number| *params![user, *number])
        .collect();
    let found = tx.query_each(BODY, &lists, |row| {
        Ok(row.at::<&[u8]>(0).ok().map(<[u8]>::to_vec))
    })?;
    let first = |mut bytes: Vec<Option<Vec<u8>>>| bytes.pop().flatten();
    Ok(found.into_iter().map(first).collect())
}

const BODY: &str = "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2";

/// The bytes of a chunk in a column; a value of another type is damage of the chunk.
pub(super) fn bytes_of<'r>(
    row: &Row<'r>,
    column: usize,
    account_keys: &AccountKeys,
    (series, chunk): (i64, &Chunk),
) -> Result<&'r [u8], StoreError> {
    row.at(column)
        .map_err(|_| damaged(account_keys, series, chunk, "column body: expected bytes"))
}

/// Records that a chunk does not open.
pub(super) fn damaged(
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
    reason: &str,
) -> StoreError {
    account_keys.note_damage();
    let (user, at) = (account_keys.user(), chunk.t0);
    StoreError::Damaged(format!("series {series} of {user} at {at}: {reason}"))
}

/// Returns the points of a chunk's bytes without checking the end time of its row; `None` if the bytes do
/// not open.
pub(super) fn open_as_sealed(
    tx: &Tx<'_>,
    body: &[u8],
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Option<Columns>, StoreError> {
    let under = (chunk.key.as_ref(), chunk.codec);
    match chunk::open(tx, account_keys, under, &chunk.location(series), body) {
        Ok(points) => Ok(Some(points)),
        Err(UnsealError::Damaged) => Ok(None),
        Err(UnsealError::Store(error)) => Err(error),
        // The key was stopped in the meantime: this is not damage.
        Err(UnsealError::Stopped(..)) => Err(StoreError::NoRow),
    }
}

pub(super) fn decode(
    tx: &Tx<'_>,
    body: &[u8],
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Columns, StoreError> {
    let under = (chunk.key.as_ref(), chunk.codec);
    let points =
        chunk::open(tx, account_keys, under, &chunk.location(series), body).map_err(|error| {
            match error {
                UnsealError::Store(error) => error,
                error => damaged(account_keys, series, chunk, &error.to_string()),
            }
        })?;
    // The end is not bound to the bytes, and ranges go by it.
    if points.timestamps().last() != Some(&chunk.t1) {
        return Err(damaged(
            account_keys,
            series,
            chunk,
            "its row has another end",
        ));
    }
    Ok(points)
}

/// Leaves out chunks that cannot be opened.
pub(super) fn retain_readable(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    chunks: &mut Vec<Chunk>,
) -> Result<(), StoreError> {
    let mut failed = Ok(());
    chunks.retain(|chunk| match chunk.is_readable(tx, account_keys) {
        Ok(readable) => readable,
        Err(error) => {
            failed = Err(error);
            false
        }
    });
    failed
}

/// Refuses to change chunks that cannot be opened.
pub(super) fn must_open(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    chunk: &Chunk,
) -> Result<(), ApiError> {
    let Some(key) = &chunk.key else {
        return Ok(());
    };
    match account_keys.stopped(tx, key)? {
        None => Ok(()),
        Some(UnusableKeyReason::Damaged) => Err(ApiError::encryption(format!(
            "points from {} to {} are under the key {key}, whose stored row or secret is damaged: they cannot be \
             changed until the operator repairs it with `lockstep scrub`; or delete all of these points",
            Timestamp(chunk.t0),
            Timestamp(chunk.t1),
        ))),
        Some(UnusableKeyReason::Status(status)) => Err(ApiError::encryption(format!(
            "points from {} to {} are encrypted under the key {key}, which is {status}, and cannot be changed: \
                resume the key, or delete all of these points",
            Timestamp(chunk.t0),
            Timestamp(chunk.t1),
        ))),
    }
}
