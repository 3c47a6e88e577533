//! Damaged chunks: found, set aside with their remaining bytes, and reported.

use std::collections::BTreeSet;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::ledger::{self, Ledger, Table};
use super::repair::{RepairedChunk, is_whole, put_right, reread, waits_for_key};
use super::{CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk, Filter, day, unreferenced_bodies};
use crate::chunk::{CHUNK_POINTS, Codec};

/// The damaged rows that a removal must handle first. To find them takes time that grows with the account, so
/// a read before the removal finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamagedRows {
    /// Whether two chunks name the same body.
    pub(super) has_shared_bodies: bool,
    /// Whether no chunk names a body.
    pub(super) has_unnamed_bodies: bool,
}

impl DamagedRows {
    /// Examines the rows of an account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn read(tx: &Tx<'_>, user: &UserId) -> Result<Self, StoreError> {
        Ok(Self {
            has_shared_bodies: has_shared(tx, user)?,
            has_unnamed_bodies: unreferenced_bodies::has_any(tx, user)?,
        })
    }
}

/// A chunk that does not open, or whose row disagrees with its bytes.
#[derive(Clone, Debug)]
pub(crate) struct SuspectChunk {
    pub(crate) series: i64,
    pub(super) chunk: Chunk,
}

/// A chunk that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAsideChunk {
    /// The number of the chunk's former series.
    pub series: i64,
    /// The type of the points, as the API names it.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The time of the first point, according to the row.
    pub first: Timestamp,
    /// The time of the last point, according to the row.
    pub last: Timestamp,
    /// The number of points, according to the row.
    pub points: u64,
}

/// The position at which an examination continues: after this series number and first timestamp.
pub(crate) type Cursor = (i64, i64);

/// The result of one portion of an examination.
#[derive(Debug, Default)]
pub(crate) struct ExaminationStep {
    pub(crate) suspects: Vec<SuspectChunk>,
    pub(crate) chunks: u64,
    /// The position of the next portion; `None` at the end.
    pub(crate) next: Option<Cursor>,
}

/// Opens the next chunks of an account, at most [`PORTION`]. Chunks whose key does not decrypt are
/// skipped.
pub(crate) fn examine(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    after: Cursor,
) -> Result<ExaminationStep, StoreError> {
    let mut found = ExaminationStep::default();
    tx.visit(
        &format!(
            "SELECT {CHUNK_COLUMNS}, body, seg.series_id FROM seg
             LEFT JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
             WHERE seg.user_id = ?1
                 AND typeof(seg.series_id) = 'integer' AND typeof(seg.t0) = 'integer'
                 AND (seg.series_id > ?2 OR (seg.series_id = ?2 AND seg.t0 > ?3))
             ORDER BY seg.series_id, seg.t0 LIMIT ?4"
        ),
        params![account_keys.user(), after.0, after.1, PORTION],
        |row| {
            let (chunk, series) = (Chunk::read(row)?, row.at::<i64>(CHUNK_COLUMN_COUNT + 1)?);
            found.chunks += 1;
            found.next = Some((series, chunk.t0));
            let body: Option<&[u8]> = row.at(CHUNK_COLUMN_COUNT).unwrap_or_default();
            let is_named = row
                .at::<u32>(4)
                .is_ok_and(|codec| Codec::from_code(codec).is_some())
                && match (row.at::<Option<&str>>(5), &chunk.key) {
                    (Ok(None), None) => true,
                    // A key without a row: the bytes tell whether the chunk's row is damaged or the key's row
                    // is missing.
                    (Ok(Some(_)), Some(key)) => account_keys.knows(tx, key)? || is_under(body, key),
                    _ => false,
                };
            if !is_named
                || (chunk.is_readable(tx, account_keys)?
                    && !is_whole(tx, account_keys, series, &chunk, body)?)
            {
                found.suspects.push(SuspectChunk { series, chunk });
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    if found.chunks < u64::from(PORTION) {
        found.next = None;
    }
    Ok(found)
}

/// Whether the bytes name this key as theirs.
fn is_under(body: Option<&[u8]>, key: &KeyId) -> bool {
    let named = body.and_then(AccountKeys::key_named_by).flatten();
    named.as_ref() == Some(key)
}

/// Returns whether two chunks of the account name the same body.
pub(super) fn has_shared(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM seg WHERE user_id = ?1 GROUP BY body_id HAVING COUNT(*) > 1 LIMIT 1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Examines the chunks that name the same body as another chunk: of these, one at most opens. Without this a
/// deletion of one would remove the bytes of the other.
pub(super) fn separate(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
    let suspects = tx.query(
        &format!(
            "SELECT {CHUNK_COLUMNS}, seg.series_id FROM seg WHERE user_id = ?1
                 AND typeof(series_id) = 'integer' AND typeof(t0) = 'integer'
                 AND body_id IN (SELECT body_id FROM seg WHERE user_id = ?1
                     GROUP BY body_id HAVING COUNT(*) > 1)
             LIMIT ?2"
        ),
        params![ledger.user(), PORTION],
        |row| {
            Ok(SuspectChunk {
                chunk: Chunk::read(row)?,
                series: row.at(CHUNK_COLUMN_COUNT)?,
            })
        },
    )?;
    if !suspects.is_empty() {
        set_aside_all(tx, ledger, &suspects)?;
    }
    Ok(())
}

/// Sets aside the chunks that still do not open. If only the end, codec or key of a row is wrong, the
/// row is repaired instead. Returns the chunks set aside and the chunks repaired.
pub(crate) fn set_aside(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    suspects: &[SuspectChunk],
) -> Result<(Vec<SetAsideChunk>, Vec<RepairedChunk>), StoreError> {
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        set_aside_all(tx, ledger, suspects)
    })
}

/// The ledger also counts chunks that are set aside, so it does not change.
fn set_aside_all(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    suspects: &[SuspectChunk],
) -> Result<(Vec<SetAsideChunk>, Vec<RepairedChunk>), StoreError> {
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    // Before chunks are moved: afterwards the answer is the same, and the rows are read once.
    let lacks = ledger.lacks_chunks(tx)?;
    let (mut aside, mut repaired) = (Vec::new(), Vec::new());
    for SuspectChunk { series, chunk } in suspects {
        // Another chunk may have replaced it since.
        let body = tx.query_opt(
            "SELECT body FROM seg
             LEFT JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
             WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.t0 = ?3 AND seg.body_id = ?4",
            params![user, *series, chunk.t0, chunk.body],
            |row| Ok(row.at::<Option<Vec<u8>>>(0).unwrap_or_default()),
        )?;
        let Some(body) = body.or_else(|| (chunk.body == i64::MIN).then_some(None)) else {
            continue;
        };
        let mut whole = match &body {
            Some(body) => reread(tx, account_keys, *series, chunk, body)?,
            None => None,
        };
        if whole.is_none() {
            whole = unreferenced_bodies::body_of(tx, account_keys, *series, chunk)?;
        }
        match (whole, body) {
            (Some(whole), _) => {
                if put_right(tx, user, *series, &whole)? {
                    repaired.push(RepairedChunk {
                        series: *series,
                        first: Timestamp(chunk.t0),
                        last: Timestamp(whole.t1),
                    });
                }
            }
            (None, Some(body)) if waits_for_key(tx, account_keys, &body)? => {}
            (None, _) => aside.push(move_aside(tx, user, *series, chunk)?),
        }
    }
    let changed: BTreeSet<i64> = suspects.iter().map(|suspect| suspect.series).collect();
    for series in changed {
        remove_empty_series(tx, user, series, lacks)?;
    }
    for one in &aside {
        day::forget(
            tx,
            ledger,
            &one.kind,
            (one.first.0, one.last.0.max(one.first.0)),
        )?;
    }
    Ok((aside, repaired))
}

pub(super) fn move_aside(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    chunk: &Chunk,
) -> Result<SetAsideChunk, StoreError> {
    let names = tx.query_opt(
        "SELECT type, device, mode FROM series WHERE user_id = ?1 AND id = ?2",
        params![user, series],
        |row| {
            Ok((
                row.at::<String>(0).unwrap_or_default(),
                row.at::<String>(1).unwrap_or_default(),
                row.at::<String>(2).unwrap_or_default(),
            ))
        },
    )?;
    let (kind, device, mode) = names.unwrap_or_default();
    tx.execute(
        "INSERT INTO damaged_chunk(user_id, body_id, series_id, type, device, mode, t0, t1, n, codec,
             key_id, found_at, name_digest)
         SELECT user_id, body_id, series_id, ?4, ?5, ?6, t0, ?8, ?9, codec, key_id, ?7,
             (SELECT name_digest FROM series WHERE series.user_id = ?1 AND series.id = ?2)
         FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3
         ON CONFLICT (user_id, body_id) DO NOTHING",
        params![
            user,
            series,
            chunk.t0,
            &kind,
            &device,
            &mode,
            tx.now(),
            chunk.t1,
            i64::from(chunk.n).min(CHUNK_POINTS as i64)
        ],
    )?;
    tx.execute(
        "DELETE FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3",
        params![user, series, chunk.t0],
    )?;
    Ok(SetAsideChunk {
        series,
        kind,
        device,
        first: Timestamp(chunk.t0),
        last: Timestamp(chunk.t1),
        points: u64::from(chunk.n).min(CHUNK_POINTS as u64),
    })
}

/// Updates a series' row to match its chunks. A series without chunks is removed, except where `lacks` states that
/// rows of chunks are missing: they may be its own, and they need it when they come back.
pub(super) fn remove_empty_series(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    lacks: bool,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE series SET gen = gen + 1,
             total = (SELECT CAST(SUM(n) AS BIGINT) FROM seg WHERE user_id = ?1 AND series_id = ?2),
             first_ts = (SELECT MIN(t0) FROM seg WHERE user_id = ?1 AND series_id = ?2),
             last_ts = (SELECT MAX(t1) FROM seg WHERE user_id = ?1 AND series_id = ?2)
         WHERE user_id = ?1 AND id = ?2
             AND EXISTS (SELECT 1 FROM seg WHERE user_id = ?1 AND series_id = ?2)",
        params![user, series],
    )?;
    let act = match lacks {
        true => "UPDATE series SET gen = gen + 1, total = 0",
        false => "DELETE FROM series",
    };
    tx.execute(
        &format!(
            "{act} WHERE user_id = ?1 AND id = ?2
                 AND NOT EXISTS (SELECT 1 FROM seg WHERE user_id = ?1 AND series_id = ?2)"
        ),
        params![user, series],
    )?;
    Ok(())
}

/// Returns the account's chunks that were set aside and overlap a filter's range.
pub(crate) fn overlapping_set_aside(
    tx: &Tx<'_>,
    user: &UserId,
    filter: &Filter,
) -> Result<Vec<SetAsideChunk>, StoreError> {
    let (from, to) = filter.range();
    let mut found = Vec::new();
    for device in filter.each_device() {
        found.extend(tx.query(
            "SELECT series_id, type, device, t0, t1, n FROM damaged_chunk
             WHERE user_id = ?1 AND (t1 >= ?2 OR t1 < t0) AND t0 <= ?3
                 AND type = coalesce(?4, type) AND device = coalesce(?5, device)",
            params![user, from, to, filter.kind.as_deref(), device],
            read_aside,
        )?);
    }
    Ok(found)
}

/// Counts the chunks that were set aside, and their points.
pub(crate) fn count_aside(tx: &Tx<'_>) -> Result<(u64, u64), StoreError> {
    tx.query_one(
        "SELECT COUNT(*), CAST(COALESCE(SUM(CASE typeof(n) WHEN 'integer' THEN n END), 0) AS BIGINT)
         FROM damaged_chunk",
        &[],
        |row| Ok((row.at(0)?, row.at::<i64>(1)?.unsigned_abs())),
    )
}

/// An unreadable column is taken as empty: the row only counts points that are lost already.
fn read_aside(row: &Row<'_>) -> Result<SetAsideChunk, StoreError> {
    Ok(SetAsideChunk {
        series: row.at(0).unwrap_or_default(),
        kind: row.at(1).unwrap_or_default(),
        device: row.at(2).unwrap_or_default(),
        first: row.at(3).unwrap_or(Timestamp(0)),
        last: row.at(4).unwrap_or(Timestamp(0)),
        points: row.at::<i64>(5).unwrap_or_default().unsigned_abs(),
    })
}

/// Removes the set-aside chunks that overlap a filter's range. Their bytes cannot be divided, so each
/// is removed whole.
pub(super) fn remove(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    filter: &Filter,
) -> Result<(), StoreError> {
    let user = ledger.user();
    let (from, to) = filter.range();
    let wanted = "user_id = ?1 AND (t1 >= ?2 OR t1 < t0) AND t0 <= ?3
        AND type = coalesce(?4, type) AND device = coalesce(?5, device)";
    let kind = filter.kind.as_deref();
    for device in filter.each_device() {
        tx.execute(
            &format!(
                "DELETE FROM seg_body WHERE user_id = ?1
                     AND id IN (SELECT body_id FROM damaged_chunk WHERE {wanted})
                     AND id NOT IN (SELECT body_id FROM seg WHERE user_id = ?1)"
            ),
            params![user, from, to, kind, device],
        )?;
        let removed = tx.query(
            &format!("DELETE FROM damaged_chunk WHERE {wanted} RETURNING body_id"),
            params![user, from, to, kind, device],
            // An unreadable number stays in the ledger: a scrub continues to report its row as missing.
            |row| Ok(row.at(0).ok()),
        )?;
        for body in removed.into_iter().flatten() {
            ledger.deleted(Table::Chunk, body);
        }
    }
    Ok(())
}

/// The number of chunks per transaction.
const PORTION: u32 = 128;
