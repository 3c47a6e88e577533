//! Restores chunks that were set aside and open again, because their bytes, their key or the row of
//! their series came back.

use std::collections::HashSet;

use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::{AccountKeys, Mode, key_queries};

use super::damage::{self, SetAsideChunk};
use super::repair;
use super::{CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk, compact, day, ledger};
use crate::chunk::{CHUNK_POINTS, Codec};
use crate::layout::{SeriesLayout, USUAL_BLOCK};

/// A chunk that was set aside.
struct SetAsideRow {
    /// The chunk; `None` if its location is unreadable.
    chunk: Option<Chunk>,
    series: i64,
    kind: String,
    device: String,
    body: Option<Vec<u8>>,
    /// The digest of the series' name.
    name_digest: Option<Vec<u8>>,
    /// The row, for a report.
    shown: SetAsideChunk,
}

impl SetAsideRow {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        let at = |place: usize| CHUNK_COLUMN_COUNT + place;
        let chunk = Chunk::read(row).ok();
        let series = row.at(at(0)).unwrap_or_default();
        let (kind, device): (String, String) = (
            row.at(at(1)).unwrap_or_default(),
            row.at(at(2)).unwrap_or_default(),
        );
        let shown = SetAsideChunk {
            series,
            kind: kind.clone(),
            device: device.clone(),
            first: row.at(0).unwrap_or(Timestamp(0)),
            last: row.at(1).unwrap_or(Timestamp(0)),
            points: row.at::<i64>(2).unwrap_or_default().unsigned_abs(),
        };
        Ok(Self {
            chunk,
            series,
            kind,
            device,
            body: row.at::<Option<Vec<u8>>>(at(3)).unwrap_or_default(),
            name_digest: row.at::<Option<Vec<u8>>>(at(4)).unwrap_or_default(),
            shown,
        })
    }
}

/// The state of a chunk that was set aside.
enum SetAsideState {
    /// The chunk does not open. Contains the number of its body, if that is readable.
    Damaged(Option<i64>),
    /// Its key does not decrypt now.
    Waits,
    /// The chunk opens, but the type and the device of its series are unknown.
    WithoutSeries,
    /// The chunk opens, but newer points are stored at its times. Contains the number of its body.
    Covered(i64),
    /// The chunk opens and belongs to its series.
    Fits(Box<FittingChunk>),
    /// The row of `seg` came back, and opens: the row of `damaged_chunk` with this number of the body is left over.
    Duplicate(i64),
}

/// A chunk that opens and fits its series.
struct FittingChunk {
    chunk: Chunk,
    /// The body's number as the row of `damaged_chunk` has it.
    stored_body: i64,
    series: i64,
    mode: Option<Mode>,
    kind: String,
    device: String,
    is_series_missing: bool,
    shown: SetAsideChunk,
}

/// Returns every chunk that stays set aside, with the reason.
pub(crate) fn remaining(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<(SetAsideChunk, &'static str)>, StoreError> {
    let mut found = Vec::new();
    visit(tx, account_keys, |shown, standing| {
        let reason = match standing {
            SetAsideState::Damaged(_) => "the chunk does not open and is set aside",
            SetAsideState::Waits => "the chunk is set aside, and its key does not decrypt now",
            SetAsideState::WithoutSeries => {
                "the chunk opens, and is set aside because the row of its series is missing or another's: \
                 restore the row from a backup, and run `lockstep scrub` again"
            }
            SetAsideState::Covered(_) => {
                "the chunk opens, and is set aside because newer points are stored at its times: it comes \
                 back when these are deleted, or is deleted with them"
            }
            SetAsideState::Fits(_) | SetAsideState::Duplicate(_) => {
                "the chunk opens again: run `lockstep scrub` again"
            }
        };
        found.push((shown, reason));
    })?;
    Ok(found)
}

/// Whether a chunk that was set aside opens and fits its series, or is stored in `seg` again.
pub(crate) fn has_whole(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, StoreError> {
    let whole = whole(tx, account_keys)?;
    Ok(!whole.fitting.is_empty()
        || !whole.duplicates.is_empty()
        || ledger::not_last_written(tx, account_keys, &whole.others)?.is_some())
}

/// Puts back the chunks that open and fit their series. Returns them.
pub(crate) fn put_back(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<SetAsideChunk>, StoreError> {
    let user = account_keys.user();
    // The ledger counts a chunk that is set aside, too: its sum does not change.
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        let mut back = Vec::new();
        let whole = whole(tx, account_keys)?;
        // The record of rows has each body once.
        for (body, shown) in whole.duplicates {
            tx.execute(
                "DELETE FROM damaged_chunk WHERE user_id = ?1 AND body_id = ?2",
                params![user, body],
            )?;
            back.push(shown);
        }
        for mut one in whole.fitting {
            // One that was put back before may be at its times, or may have made its series.
            if is_covered(tx, user, one.series, &one.chunk)? {
                continue;
            }
            one.is_series_missing = one.is_series_missing && !is_series(tx, user, one.series)?;
            one.store(tx, account_keys)?;
            day::forget(tx, ledger, &one.kind, (one.chunk.t0, one.chunk.t1))?;
            back.push(one.shown);
        }
        // Rows from an older copy of the store. Without them, the rows equal those that were written last.
        for body in ledger
            .not_last_written(tx, &whole.others)?
            .unwrap_or_default()
        {
            tx.execute(
                "DELETE FROM damaged_chunk WHERE user_id = ?1 AND body_id = ?2",
                params![user, *body],
            )?;
        }
        Ok(back)
    })
}

/// Returns the number of the series that the chunks set aside of this type, device and mode had, if no series
/// has it now: points that come again continue that series, and its chunks can be put back.
pub(super) fn former_series(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    layout: &SeriesLayout,
) -> Result<Option<i64>, StoreError> {
    let name = (&*layout.kind, &*layout.device);
    let found = tx.query(
        "SELECT series_id, name_digest FROM damaged_chunk
         WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND mode = ?4
             AND typeof(series_id) = 'integer' AND series_id > 0
             AND NOT EXISTS (SELECT 1 FROM series
                 WHERE series.user_id = ?1 AND series.id = damaged_chunk.series_id)",
        params![
            account_keys.user(),
            name.0,
            name.1,
            layout.mode.map_or("", Mode::as_str)
        ],
        |row| {
            let digest = row.at::<Option<Vec<u8>>>(1).unwrap_or_default();
            Ok((row.at::<i64>(0)?, digest))
        },
    )?;
    // Under a series of another name, the points would get that name.
    let is_own = |(series, digest): &(i64, Option<Vec<u8>>)| {
        let own = ledger::name_digest(account_keys, *series, name);
        digest.as_deref() == Some(&own[..])
    };
    Ok(found
        .into_iter()
        .filter(is_own)
        .map(|(series, _)| series)
        .max())
}

/// The chunks that were set aside and are whole.
#[derive(Default)]
struct WholeChunks {
    fitting: Vec<FittingChunk>,
    /// The numbers of the bodies that rows of `seg` have again.
    duplicates: Vec<(i64, SetAsideChunk)>,
    /// The numbers of the bodies that do not open or are covered by others.
    others: Vec<i64>,
}

fn whole(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<WholeChunks, StoreError> {
    let mut found = WholeChunks::default();
    visit(tx, account_keys, |shown, standing| match standing {
        SetAsideState::Fits(one) => found.fitting.push(*one),
        SetAsideState::Duplicate(body) => found.duplicates.push((body, shown)),
        SetAsideState::Damaged(Some(body)) | SetAsideState::Covered(body) => {
            found.others.push(body);
        }
        SetAsideState::Damaged(None) | SetAsideState::Waits | SetAsideState::WithoutSeries => {}
    })?;
    Ok(found)
}

fn visit(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut each: impl FnMut(SetAsideChunk, SetAsideState),
) -> Result<(), StoreError> {
    let mut named: Option<HashSet<i64>> = None;
    tx.visit(
        "SELECT aside.t0, aside.t1, aside.n, aside.body_id, aside.codec, aside.key_id,
             aside.body_id > COALESCE((SELECT unversioned_to FROM point_number WHERE user_id = ?1), 0),
             aside.series_id, aside.type, aside.device, body, aside.name_digest
         FROM damaged_chunk AS aside
         LEFT JOIN seg_body ON seg_body.user_id = aside.user_id AND seg_body.id = aside.body_id
         WHERE aside.user_id = ?1 ORDER BY aside.body_id",
        params![account_keys.user()],
        |row| {
            let stored = SetAsideRow::read(row)?;
            let shown = stored.shown.clone();
            let named: &HashSet<i64> = match &named {
                Some(named) => named,
                None => named.insert(named_again(tx, account_keys.user())?),
            };
            each(shown, set_aside_state(tx, account_keys, stored, named)?);
            Ok::<_, StoreError>(true)
        },
    )
    .map(drop)
}

/// Returns the numbers of the bodies that a chunk names and a chunk set aside, too. `seg` has no index by body: each
/// append would write it. So this reads the account's chunks once, and not once for each chunk set aside.
fn named_again(tx: &Tx<'_>, user: &UserId) -> Result<HashSet<i64>, StoreError> {
    let found = tx.query(
        "SELECT body_id FROM damaged_chunk WHERE user_id = ?1 AND typeof(body_id) = 'integer'
             AND body_id IN (SELECT body_id FROM seg WHERE user_id = ?1)",
        params![user],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.into_iter().collect())
}

fn set_aside_state(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    stored: SetAsideRow,
    named: &HashSet<i64>,
) -> Result<SetAsideState, StoreError> {
    let user = account_keys.user();
    let number = stored.chunk.as_ref().map(|chunk| chunk.body);
    let (Some(chunk), Some(body)) = (stored.chunk, stored.body) else {
        return Ok(SetAsideState::Damaged(number));
    };
    let is_named_again = named.contains(&chunk.body);
    if is_named_again && is_stored_again(tx, account_keys, chunk.body, &body)? {
        return Ok(SetAsideState::Duplicate(chunk.body));
    }
    let Some(whole) = repair::reread(tx, account_keys, stored.series, &chunk, &body)? else {
        return Ok(match repair::waits_for_key(tx, account_keys, &body)? {
            true => SetAsideState::Waits,
            false => SetAsideState::Damaged(number),
        });
    };
    let mode = match &whole.key {
        None => None,
        Some(key) => match key_queries::mode_of(tx, user, key)? {
            Some(mode) => Some(mode),
            None => return Ok(SetAsideState::Waits),
        },
    };
    let series = tx.query_opt(
        "SELECT type, device, mode FROM series WHERE user_id = ?1 AND id = ?2",
        params![user, stored.series],
        |row| {
            let text = |place| row.at::<String>(place).unwrap_or_default();
            Ok((text(0), text(1), text(2)))
        },
    )?;
    let is_series_missing = series.is_none();
    let (kind, device) = match series {
        Some((kind, device, of)) => {
            let names = (stored.kind.as_str(), stored.device.as_str());
            let is_same = names == ("", "") || names == (&*kind, &*device);
            if !is_same || of != mode.map_or("", Mode::as_str) {
                return Ok(SetAsideState::WithoutSeries);
            }
            (kind, device)
        }
        None => {
            let names = (stored.kind.as_str(), stored.device.as_str());
            let digest = stored.name_digest.as_deref();
            if names.0.is_empty()
                || names.1.is_empty()
                || is_named(tx, user, names, mode)?
                || !ledger::is_name_right(tx, account_keys, stored.series, names, digest)?
            {
                return Ok(SetAsideState::WithoutSeries);
            }
            (stored.kind, stored.device)
        }
    };
    if is_named_again || is_covered(tx, user, stored.series, &whole)? {
        return Ok(SetAsideState::Covered(chunk.body));
    }
    Ok(SetAsideState::Fits(Box::new(FittingChunk {
        stored_body: chunk.body,
        chunk: whole,
        series: stored.series,
        mode,
        kind,
        device,
        is_series_missing,
        shown: stored.shown,
    })))
}

/// Whether a row of `seg` names these bytes and opens them.
fn is_stored_again(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    number: i64,
    body: &[u8],
) -> Result<bool, StoreError> {
    let named = tx.query_opt(
        &format!(
            "SELECT {CHUNK_COLUMNS}, seg.series_id FROM seg
             WHERE user_id = ?1 AND body_id = ?2 AND typeof(series_id) = 'integer' AND typeof(t0) = 'integer'
             LIMIT 1"
        ),
        params![account_keys.user(), number],
        |row| Ok((Chunk::read(row)?, row.at::<i64>(CHUNK_COLUMN_COUNT)?)),
    )?;
    let Some((chunk, series)) = named else {
        return Ok(false);
    };
    Ok(chunk.is_readable(tx, account_keys)?
        && repair::is_whole(tx, account_keys, series, &chunk, Some(body))?)
}

impl FittingChunk {
    /// Moves the row from `damaged_chunk` to `seg`, and makes the row of its series if that is missing.
    fn store(&self, tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
        let (chunk, user) = (&self.chunk, account_keys.user());
        if self.is_series_missing {
            let block = match self.mode {
                None => CHUNK_POINTS,
                Some(_) => USUAL_BLOCK,
            };
            // No reader has seen this generation of the series.
            tx.execute(
                "INSERT INTO series(user_id, id, type, device, mode, gen, total, first_ts, last_ts,
                     block, name_digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?8, ?9, ?10)",
                params![
                    user,
                    self.series,
                    &self.kind,
                    &self.device,
                    self.mode.map_or("", Mode::as_str),
                    tx.now(),
                    chunk.t0,
                    chunk.t1,
                    block as i64,
                    &ledger::name_digest(account_keys, self.series, (&self.kind, &self.device))
                ],
            )?;
        }
        tx.execute(
            "INSERT INTO seg(user_id, series_id, t0, t1, n, body_id, codec, key_id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                user,
                self.series,
                chunk.t0,
                chunk.t1,
                chunk.n,
                chunk.body,
                chunk.codec.code(),
                chunk.key.as_ref().map(lockstep_store::id::KeyId::as_str)
            ],
        )?;
        tx.execute(
            "DELETE FROM damaged_chunk WHERE user_id = ?1 AND body_id = ?2",
            params![user, self.stored_body],
        )?;
        damage::remove_empty_series(tx, user, self.series, false)?;
        if chunk.codec == Codec::Columns && matches!(self.mode, Some(Mode::Fhe | Mode::Zk)) {
            compact::note_waiting(tx, user, self.series, false)?;
        }
        Ok(())
    }
}

fn is_series(tx: &Tx<'_>, user: &UserId, series: i64) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM series WHERE user_id = ?1 AND id = ?2)",
        params![user, series],
        |row| row.at(0),
    )
}

/// Whether a series has this type, device and mode.
fn is_named(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
    mode: Option<Mode>,
) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM series
             WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND mode = ?4)",
        params![user, kind, device, mode.map_or("", Mode::as_str)],
        |row| row.at(0),
    )
}

/// Whether another chunk of the series is stored at the times of this one.
fn is_covered(tx: &Tx<'_>, user: &UserId, series: i64, chunk: &Chunk) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?4 AND t1 >= ?3)",
        params![user, series, chunk.t0, chunk.t1],
        |row| row.at(0),
    )
}
