//! Repairs the row of a chunk from the chunk's bytes.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::{Chunk, open_as_sealed};
use crate::chunk::Codec;

/// A chunk whose row was repaired from its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RepairedChunk {
    /// The number of the chunk's series.
    pub series: i64,
    /// The time of the first point.
    pub first: Timestamp,
    /// The time of the last point.
    pub last: Timestamp,
}

/// Returns whether the bytes open and end at the last time of the row.
pub(super) fn is_whole(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
    body: Option<&[u8]>,
) -> Result<bool, StoreError> {
    let last = last_moment(tx, account_keys, series, chunk, body)?;
    Ok(last == Some(chunk.t1))
}

/// Opens a chunk's bytes with the codec and key of its row. If these are damaged, tries other codecs
/// and the key that the bytes name. Returns the chunk with the corrected row; `None` if nothing opens
/// the bytes.
pub(super) fn reread(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
    body: &[u8],
) -> Result<Option<Chunk>, StoreError> {
    let mut keys = vec![chunk.key.clone()];
    if let Some(named) = AccountKeys::key_named_by(body)
        && named != chunk.key
    {
        keys.push(named);
    }
    for key in keys {
        let rest = Codec::ALL.into_iter().filter(|codec| *codec != chunk.codec);
        for codec in [chunk.codec].into_iter().chain(rest) {
            let tried = Chunk {
                codec,
                key: key.clone(),
                ..chunk.clone()
            };
            if !tried.is_readable(tx, account_keys)? {
                continue;
            }
            if let Some(t1) = last_moment(tx, account_keys, series, &tried, Some(body))? {
                return Ok(Some(Chunk { t1, ..tried }));
            }
        }
    }
    Ok(None)
}

/// Returns whether the bytes name a key of the account that does not decrypt now. Such a chunk cannot
/// be judged.
pub(super) fn waits_for_key(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    body: &[u8],
) -> Result<bool, StoreError> {
    match AccountKeys::key_named_by(body).flatten() {
        Some(key) => Ok(account_keys.knows(tx, &key)? && account_keys.stopped(tx, &key)?.is_some()),
        None => Ok(false),
    }
}

/// Returns the time of the last point of a chunk; `None` if the chunk does not open.
fn last_moment(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
    body: Option<&[u8]>,
) -> Result<Option<i64>, StoreError> {
    let Some(body) = body else {
        return Ok(None);
    };
    let points = open_as_sealed(tx, body, account_keys, series, chunk)?;
    Ok(points.and_then(|points| points.timestamps().last().copied()))
}

/// Stores a chunk's repaired row; returns whether it differs from the stored row.
pub(super) fn put_right(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    chunk: &Chunk,
) -> Result<bool, StoreError> {
    let key = chunk.key.as_ref().map(KeyId::as_str);
    let changed = tx.execute(
        "UPDATE seg SET t1 = ?4, codec = ?5, key_id = ?6, body_id = ?7
         WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3
             AND NOT (t1 = ?4 AND codec = ?5 AND key_id IS ?6 AND body_id = ?7)",
        params![
            user,
            series,
            chunk.t0,
            chunk.t1,
            chunk.codec.code(),
            key,
            chunk.body
        ],
    )?;
    Ok(changed > 0)
}
