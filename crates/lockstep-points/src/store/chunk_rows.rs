//! Inserts, replaces and deletes rows of `seg` with their bytes.

use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::roots::note_removed_block;
use lockstep_vault::{AccountKeys, Mode};

use super::ledger::{Ledger, Table};
use super::pseudonym::pseudonym;
use super::segment::{Chunk, damaged};
use crate::chunk::{ChunkLocation, Codec};
use crate::layout::PackedChunk;

/// Stores a chunk under a body number of its own; over another one is refused.
pub(super) fn insert(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (series, mode): (i64, Option<Mode>),
    chunk: &PackedChunk,
) -> Result<(), StoreError> {
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    let (body, bytes) = sealed(tx, ledger, (series, mode), chunk)?;
    // One statement with the check of `ensure_free`. An unreadable end is that of no chunk.
    let is_free = tx.send_for(
        "INSERT INTO seg(user_id, series_id, t0, t1, n, body_id, codec, key_id)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
         WHERE coalesce((SELECT CASE WHEN typeof(t1) = 'integer' THEN t1 END FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?4 ORDER BY t0 DESC LIMIT 1), ?9) < ?3",
        params![
            user,
            series,
            chunk.t0,
            chunk.t1,
            chunk.n,
            body,
            chunk.content.codec().code(),
            account_keys.current(mode).map(KeyId::as_str),
            i64::MIN
        ],
        1,
    )?;
    if !is_free {
        return Err(overlaps(account_keys, series, chunk));
    }
    tx.send(
        "INSERT INTO seg_body(user_id, id, body) VALUES (?1, ?2, ?3)",
        params![user, body, &bytes],
    )?;
    ledger.inserted(Table::Chunk, body);
    Ok(())
}

/// The stored bytes of a chunk that is replaced.
#[derive(Clone, Copy, Debug)]
pub(super) enum OldBody<'b> {
    /// This transaction has opened them; they are so many.
    Opened(usize),
    /// They were stored or opened in an earlier transaction, and are replaced only if they are the same.
    Known(&'b [u8]),
}

/// Stores a chunk in the rows of the chunk that it replaces: less work than [`delete`] and [`insert`], with the same
/// result. Both must begin at the same time and be columns. `is_free` says that the caller has read the chunks around it,
/// and that it shares no time with them; otherwise they are read. Returns the number and the bytes of the new body.
pub(super) fn replace(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (series, mode): (i64, Option<Mode>),
    (old, old_body, chunk): (&Chunk, OldBody<'_>, &PackedChunk),
    is_free: bool,
) -> Result<(i64, Vec<u8>), StoreError> {
    debug_assert!(old.t0 == chunk.t0 && old.codec == Codec::Columns);
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    if !is_free {
        ensure_free(tx, account_keys, series, chunk, old)?;
    }
    let (body, bytes) = sealed(tx, ledger, (series, mode), chunk)?;
    let is_there = tx.send_repeated_for(
        "UPDATE seg SET t1 = ?5, n = ?6, body_id = ?7, codec = ?8, key_id = ?9
         WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3 AND body_id = ?4 AND t1 = ?10 AND n = ?11",
        params![
            user,
            series,
            old.t0,
            old.body,
            chunk.t1,
            chunk.n,
            body,
            chunk.content.codec().code(),
            account_keys.current(mode).map(KeyId::as_str),
            old.t1,
            old.n
        ],
        1,
    )?;
    if !is_there {
        return Err(is_gone(account_keys, series, old));
    }
    let old_bytes = match old_body {
        OldBody::Opened(old_bytes) => {
            let has_bytes = tx.send_repeated_for(
                "UPDATE seg_body SET id = ?3, body = ?4 WHERE user_id = ?1 AND id = ?2",
                params![user, old.body, body, &bytes],
                1,
            )?;
            if !has_bytes {
                return Err(damaged(account_keys, series, old, "its bytes are missing"));
            }
            old_bytes
        }
        OldBody::Known(known) => {
            let has_bytes = tx.send_repeated_for(
                "UPDATE seg_body SET id = ?3, body = ?4 WHERE user_id = ?1 AND id = ?2 AND body = ?5",
                params![user, old.body, body, &bytes, known],
                1,
            )?;
            if !has_bytes {
                let reason = "its bytes are missing, or are not those that were stored";
                return Err(damaged(account_keys, series, old, reason));
            }
            known.len()
        }
    };
    // A trigger would make SQLite keep the changed pages twice for each row.
    ledger.replaced_bytes(old_bytes, bytes.len());
    ledger.deleted(Table::Chunk, old.body);
    ledger.inserted(Table::Chunk, body);
    Ok((body, bytes))
}

/// Seals a chunk under a new body number; returns the number and the bytes.
fn sealed(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (series, mode): (i64, Option<Mode>),
    chunk: &PackedChunk,
) -> Result<(i64, Vec<u8>), StoreError> {
    let body = ledger.next(tx)?;
    let location = ChunkLocation {
        series,
        t0: chunk.t0,
        n: chunk.n,
        version: Some(body),
    };
    let sealing = chunk
        .content
        .seal(tx, ledger.account_keys(), mode, &location);
    Ok((body, sealing?))
}

/// Refuses a chunk that shares a time with a stored one other than `replaced`: the row of one of the two is damaged.
fn ensure_free(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &PackedChunk,
    replaced: &Chunk,
) -> Result<(), StoreError> {
    let user = account_keys.user();
    let end: Option<i64> = tx.query_opt(
        "SELECT t1 FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 AND t0 <> ?4
         ORDER BY t0 DESC LIMIT 1",
        params![user, series, chunk.t1, replaced.t0],
        |row| Ok(row.at(0).unwrap_or(i64::MIN)),
    )?;
    match end.is_some_and(|end| end >= chunk.t0) {
        true => Err(overlaps(account_keys, series, chunk)),
        false => Ok(()),
    }
}

fn overlaps(account_keys: &AccountKeys, series: i64, chunk: &PackedChunk) -> StoreError {
    account_keys.note_damage();
    let (user, at) = (account_keys.user(), chunk.t0);
    StoreError::Damaged(format!(
        "series {series} of {user} at {at}: another chunk is stored there"
    ))
}

/// Deletes a chunk; refuses if another chunk has replaced it.
pub(super) fn delete(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: i64,
    chunk: &Chunk,
) -> Result<(), StoreError> {
    let user = ledger.user();
    let was_there = tx.send_for(
        "DELETE FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3 AND body_id = ?4",
        params![user, series, chunk.t0, chunk.body],
        1,
    )?;
    if !was_there {
        return Err(is_gone(ledger.account_keys(), series, chunk));
    }
    tx.send(
        "DELETE FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![user, chunk.body],
    )?;
    ledger.deleted(Table::Chunk, chunk.body);
    if chunk.codec == Codec::Committed {
        note_removed_block(tx, user, &pseudonym(user, series), chunk.t0)?;
    }
    Ok(())
}

/// Deletes consecutive chunks of a series with one statement for their rows and one for their bytes.
pub(super) fn delete_all(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: i64,
    chunks: &[Chunk],
) -> Result<(), StoreError> {
    let is_whole = chunks
        .iter()
        .all(|chunk| chunk.body != i64::MIN && chunk.codec == Codec::Columns);
    let (true, [first, .., last]) = (is_whole, chunks) else {
        return chunks
            .iter()
            .try_for_each(|chunk| delete(tx, ledger, series, chunk));
    };
    let user = ledger.user();
    tx.send(
        "DELETE FROM seg_body WHERE user_id = ?1 AND id IN (SELECT body_id FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 BETWEEN ?3 AND ?4)",
        params![user, series, first.t0, last.t0],
    )?;
    let were_there = tx.send_for(
        "DELETE FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 BETWEEN ?3 AND ?4",
        params![user, series, first.t0, last.t0],
        chunks.len() as u64,
    )?;
    if !were_there {
        return Err(is_gone(ledger.account_keys(), series, first));
    }
    for chunk in chunks {
        ledger.deleted(Table::Chunk, chunk.body);
    }
    Ok(())
}

fn is_gone(account_keys: &AccountKeys, series: i64, chunk: &Chunk) -> StoreError {
    let reason = "the chunk to be replaced is not there";
    damaged(account_keys, series, chunk, reason)
}
