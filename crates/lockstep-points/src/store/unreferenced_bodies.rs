//! Bodies of chunks that no row names: matched with a chunk whose row names no body that opens, or removed.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::ledger::{self, Ledger, Table};
use super::repair::{self, RepairedChunk};
use super::{CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk};

/// Selects the bodies of an account that neither a chunk nor a chunk set aside names.
const UNNAMED: &str = "user_id = ?1
    AND id NOT IN (SELECT body_id FROM seg WHERE user_id = ?1)
    AND id NOT IN (SELECT body_id FROM damaged_chunk WHERE user_id = ?1)";

/// Returns the numbers of the account's unnamed bodies that are readable, at most [`MAX_TRIED`].
fn numbers(tx: &Tx<'_>, user: &UserId) -> Result<Vec<i64>, StoreError> {
    tx.query(
        &format!(
            "SELECT id FROM seg_body WHERE {UNNAMED} AND typeof(id) = 'integer'
             ORDER BY id LIMIT ?2"
        ),
        params![user, MAX_TRIED],
        |row| row.at(0),
    )
}

/// Returns a chunk with the number of the unnamed body that opens as its own; `None` if no chunk has such a body.
/// A body is bound to its number, series, first time and count, so no other body opens.
pub(super) fn body_of(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Option<Chunk>, StoreError> {
    let user = account_keys.user();
    for number in numbers(tx, user)? {
        let stored = tx.query_opt(
            "SELECT body, id > COALESCE(
                 (SELECT unversioned_to FROM point_number WHERE user_id = ?1), 0)
             FROM seg_body WHERE user_id = ?1 AND id = ?2",
            params![user, number],
            |row| {
                Ok(row
                    .at::<Vec<u8>>(0)
                    .ok()
                    .map(|body| (body, row.at(1).unwrap_or(true))))
            },
        )?;
        let Some((body, is_versioned)) = stored.flatten() else {
            continue;
        };
        let tried = Chunk {
            body: number,
            is_versioned,
            ..chunk.clone()
        };
        if let Some(whole) = repair::reread(tx, account_keys, series, &tried, &body)? {
            return Ok(Some(whole));
        }
    }
    Ok(None)
}

/// Matches chunks without bytes with unnamed bodies, for a removal that would otherwise remove the bodies.
/// Returns the repaired chunks.
fn match_chunks(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<RepairedChunk>, StoreError> {
    let user = account_keys.user();
    let without = tx.query(
        &format!(
            "SELECT {CHUNK_COLUMNS}, seg.series_id FROM seg WHERE user_id = ?1
                 AND typeof(series_id) = 'integer' AND typeof(t0) = 'integer'
                 AND NOT EXISTS (SELECT 1 FROM seg_body
                     WHERE seg_body.user_id = ?1 AND seg_body.id = seg.body_id)
             LIMIT ?2"
        ),
        params![user, MAX_TRIED],
        |row| Ok((Chunk::read(row)?, row.at::<i64>(CHUNK_COLUMN_COUNT)?)),
    )?;
    let mut repaired = Vec::new();
    for (chunk, series) in without {
        let Some(whole) = body_of(tx, account_keys, series, &chunk)? else {
            continue;
        };
        repair::put_right(tx, user, series, &whole)?;
        repaired.push(RepairedChunk {
            series,
            first: Timestamp(whole.t0),
            last: Timestamp(whole.t1),
        });
    }
    Ok(repaired)
}

/// Removes every unnamed body of the account that belongs to no chunk. It may hold points that a removal
/// selects: nothing names the time of its points.
///
/// Where a row of a chunk is missing, or a row names a body that is missing, an unnamed body may be that chunk's: it
/// stays, unless the removal selects everything.
pub(super) fn remove(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    is_everything: bool,
) -> Result<(), StoreError> {
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    if !has_any(tx, user)? {
        return Ok(());
    }
    let repaired = match_chunks(tx, account_keys)?;
    if !is_everything && (ledger.lacks_chunks(tx)? || lacks_bodies(tx, user)?) {
        tracing::error!(
            account = %user,
            "stored bytes that no chunk names were not removed: rows of chunks or of their bytes are missing"
        );
        return Ok(());
    }
    let removed = tx.execute(
        &format!("DELETE FROM seg_body WHERE {UNNAMED}"),
        params![user],
    )?;
    tracing::warn!(
        account = %user, removed, repaired = repaired.len(),
        "stored bytes that no chunk names were removed with deleted points"
    );
    Ok(())
}

/// Records, after a removal of everything, that no chunk is left: also none whose row was missing.
pub(super) fn forget_missing(tx: &Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
    let is_any: bool = tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM seg WHERE user_id = ?1)
             OR EXISTS (SELECT 1 FROM damaged_chunk WHERE user_id = ?1)",
        params![ledger.user()],
        |row| row.at(0),
    )?;
    if !is_any {
        ledger.cleared(Table::Chunk);
    }
    Ok(())
}

/// Returns whether a row of a chunk names a body that is missing. The number of an unnamed body may have been changed.
pub(crate) fn lacks_bodies(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM seg WHERE user_id = ?1
                AND NOT EXISTS (SELECT 1 FROM seg_body WHERE user_id = ?1 AND id = seg.body_id))
             OR EXISTS (SELECT 1 FROM damaged_chunk WHERE user_id = ?1
                AND NOT EXISTS (SELECT 1 FROM seg_body WHERE user_id = ?1 AND id = damaged_chunk.body_id))",
        params![user],
        |row| row.at(0),
    )
}

/// Returns whether the account has unnamed bodies.
pub(crate) fn has_any(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM seg_body WHERE {UNNAMED} LIMIT 1");
    let found = tx.query_opt(&sql, params![user], |_| Ok(()))?;
    Ok(found.is_some())
}

/// Removes the unnamed bodies of the account, at most [`PORTION`]; returns their numbers. A body under a
/// key that does not decrypt now is kept, since a chunk under this key may miss it. Where a row of a chunk or the body
/// that it names is missing, every body is kept: one of them may be that chunk's.
pub(crate) fn remove_readable(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<String>, StoreError> {
    let user = account_keys.user();
    let mut removed = Vec::new();
    if ledger::lacks_chunks(tx, account_keys)? || lacks_bodies(tx, user)? {
        return Ok(removed);
    }
    let found = tx.query(
        &format!("SELECT id, body, rowid FROM seg_body WHERE {UNNAMED} LIMIT ?2"),
        params![user, PORTION],
        |row| {
            let waits = match row.at::<&[u8]>(1) {
                Ok(body) => repair::waits_for_key(tx, account_keys, body)?,
                Err(_) => false,
            };
            Ok((row.shown(0), row.at::<i64>(2)?, waits))
        },
    )?;
    for (number, row, waits) in found {
        if waits {
            continue;
        }
        tx.execute("DELETE FROM seg_body WHERE rowid = ?1", params![row])?;
        removed.push(number);
    }
    Ok(removed)
}

/// The maximum number of unnamed bodies that are tried for one chunk.
const MAX_TRIED: i64 = 64;
/// The maximum number of unnamed bodies that one transaction of a scrub removes.
const PORTION: i64 = 128;
