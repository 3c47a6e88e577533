//! Repairs damaged rows of `series`: total and times are computed from the chunks, the mode from the
//! chunks' keys, and a damaged number from the chunks that no other row names. A series that cannot be
//! repaired is set aside with its points, which count as damaged.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_vault::{AccountKeys, Mode, key_queries};

use super::damage::{self, SetAsideChunk};
use super::{CHUNK_COLUMNS, Chunk, SERIES_COLUMNS, Series, day, ledger};
use crate::chunk::CHUNK_POINTS;
use crate::layout::{MAX_BLOCK, USUAL_BLOCK};

/// The result of a repair of an account's series.
#[derive(Debug, Default)]
pub(crate) struct SeriesRepair {
    /// The numbers of the series with repaired rows.
    pub(crate) series: Vec<i64>,
    /// Chunks of series that could not be repaired.
    pub(crate) aside: Vec<SetAsideChunk>,
    /// The number of removed rows whose number is not an integer.
    pub(crate) removed: usize,
}

impl SeriesRepair {
    pub(crate) fn is_empty(&self) -> bool {
        self.series.is_empty() && self.aside.is_empty() && self.removed == 0
    }
}

/// Selects the chunks of an account whose series is missing or whose location cannot be read.
const NAMELESS: &str = "user_id = ?1 AND (typeof(t0) <> 'integer' OR typeof(series_id) <> 'integer'
    OR NOT EXISTS (SELECT 1 FROM series
        WHERE series.user_id = ?1 AND series.id = seg.series_id))";

/// Selects the rows of an account whose number is not an integer: no chunk can name them.
const NUMBERLESS: &str = "user_id = ?1 AND typeof(id) <> 'integer'";

/// The chunks of a number that no row of `series` has.
struct OrphanChunks {
    series: i64,
    extent: SeriesExtent,
}

/// The points of a series as the chunks count them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SeriesExtent {
    total: i64,
    first: i64,
    last: i64,
}

/// The readable parts of a row of `series`.
struct ReadableColumns {
    id: i64,
    /// Whether type and device are readable.
    is_named: bool,
    /// The mode; `None` if the column has no valid mode.
    mode: Option<Option<Mode>>,
    /// Whether every other column is readable and agrees with the chunks.
    agrees: bool,
    has_chunks: bool,
}

/// Returns whether a row of `series` cannot be read.
pub(crate) fn is_unreadable(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let name = RowName {
        table: "series",
        account: None,
        row: Some(0),
    };
    let sql = format!("SELECT {SERIES_COLUMNS} FROM series WHERE user_id = ?1");
    let (_, damaged) = tx.query_readable(name, &sql, params![user], Series::read)?;
    Ok(!damaged.is_empty())
}

/// The repair of one series.
enum Step {
    /// Compute total and times from the chunks. A series without chunks is removed.
    Settle,
    /// Store this mode, and compute total and times.
    Mode(Option<Mode>),
    /// Set the series aside with its chunks.
    SetAside,
}

/// Returns whether [`repair`] would change anything. A read transaction suffices, so that reading an
/// account without damage needs no write.
pub(crate) fn is_needed(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, StoreError> {
    let user = account_keys.user();
    let sql = format!(
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM seg WHERE {NAMELESS})
             OR EXISTS (SELECT 1 FROM series WHERE {NUMBERLESS})"
    );
    if tx
        .query_opt(&sql, params![user], |row| row.at::<i64>(0))?
        .is_some()
    {
        return Ok(true);
    }
    let found = rows(tx, user)?;
    let waits = is_chunk_missing(tx, account_keys, &found)?;
    for found in found {
        if step(tx, user, &found, waits)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Repairs every series of the account whose row is unreadable or disagrees with its chunks. The
/// chunks' own rows must be repaired first, because their keys determine the mode.
///
/// No chunk is added or removed, so only the days change in the ledger.
pub(crate) fn repair(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<SeriesRepair, StoreError> {
    let user = account_keys.user();
    let mut done = SeriesRepair {
        series: restore_numbers(tx, user)?,
        aside: set_aside_nameless(tx, account_keys)?,
        removed: tx.execute(
            &format!("DELETE FROM series WHERE {NUMBERLESS}"),
            params![user],
        )?,
    };
    let found = rows(tx, user)?;
    let waits = is_chunk_missing(tx, account_keys, &found)?;
    for found in found {
        match step(tx, user, &found, waits)? {
            None => continue,
            Some(Step::SetAside) => {
                done.aside.extend(set_aside(tx, user, found.id)?);
                continue;
            }
            Some(Step::Settle) => damage::remove_empty_series(tx, user, found.id, false)?,
            Some(Step::Mode(mode)) => put_right(tx, user, found.id, mode)?,
        }
        if !done.series.contains(&found.id) {
            done.series.push(found.id);
        }
    }
    if !done.is_empty() {
        // Stored days were computed from the damaged rows.
        ledger::change(tx, account_keys, 1, day::forget_all)?;
    }
    Ok(done)
}

/// Restores the number of a row of `series` from its chunks, if exactly one row without chunks and one group of chunks
/// without a row agree in count, times and mode. Returns the restored numbers.
///
/// The count and the times identify the row: a guess would give points another type or device.
fn restore_numbers(tx: &mut Tx<'_>, user: &UserId) -> Result<Vec<i64>, StoreError> {
    let found = tx.query(
        "SELECT series_id, CAST(SUM(n) AS BIGINT), MIN(t0), MAX(t1) FROM seg
         WHERE user_id = ?1 AND typeof(series_id) = 'integer'
             AND NOT EXISTS (SELECT 1 FROM series
                 WHERE series.user_id = ?1 AND series.id = seg.series_id)
         GROUP BY series_id",
        params![user],
        |row| {
            let extent = (row.at(1).ok(), row.at(2).ok(), row.at(3).ok());
            let (Some(total), Some(first), Some(last)) = extent else {
                return Ok(None);
            };
            Ok(Some(OrphanChunks {
                series: row.at(0)?,
                extent: SeriesExtent { total, first, last },
            }))
        },
    )?;
    let found: Vec<OrphanChunks> = found.into_iter().flatten().collect();
    let mut restored = Vec::new();
    for one in &found {
        let SeriesExtent { total, first, last } = one.extent;
        let is_alone = found
            .iter()
            .filter(|other| other.extent == one.extent)
            .count()
            == 1;
        let Some(mode) = mode_of_chunks(tx, user, one.series)?.filter(|_| is_alone) else {
            continue;
        };
        let mode = mode.map_or("", Mode::as_str);
        let unnamed = "user_id = ?1 AND total = ?2 AND first_ts = ?3 AND last_ts = ?4
            AND mode = ?5 AND NOT EXISTS (SELECT 1 FROM seg
                WHERE seg.user_id = ?1 AND seg.series_id = series.id)";
        let rows: i64 = tx.query_one(
            &format!("SELECT COUNT(*) FROM series WHERE {unnamed}"),
            params![user, total, first, last, mode],
            |row| row.at(0),
        )?;
        if rows != 1 {
            continue;
        }
        tx.execute(
            &format!("UPDATE series SET id = ?6 WHERE {unnamed}"),
            params![user, total, first, last, mode, one.series],
        )?;
        damage::remove_empty_series(tx, user, one.series, false)?;
        restored.push(one.series);
    }
    Ok(restored)
}

/// Returns the repair that a series needs; `None` if its row is readable and agrees with its chunks.
///
/// With `waits`, a readable row without chunks stays: rows of chunks are missing that may be its own.
fn step(
    tx: &Tx<'_>,
    user: &UserId,
    found: &ReadableColumns,
    waits: bool,
) -> Result<Option<Step>, StoreError> {
    let mode = mode_of_chunks(tx, user, found.id)?.or(found.mode);
    let is_same = mode == found.mode;
    if found.is_named && found.agrees && is_same && mode.is_some() {
        return Ok(None);
    }
    if !found.has_chunks {
        let stays = waits && found.is_named && found.mode.is_some();
        return Ok((!stays).then_some(Step::Settle));
    }
    Ok(Some(match mode.filter(|_| found.is_named) {
        Some(mode) if is_same || is_free(tx, user, found.id, mode)? => Step::Mode(mode),
        _ => Step::SetAside,
    }))
}

/// Whether a series has no chunk, and rows of chunks of the account are missing.
fn is_chunk_missing(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    found: &[ReadableColumns],
) -> Result<bool, StoreError> {
    let is_any_empty = found.iter().any(|one| !one.has_chunks);
    Ok(is_any_empty && ledger::lacks_chunks(tx, account_keys)?)
}

fn rows(tx: &Tx<'_>, user: &UserId) -> Result<Vec<ReadableColumns>, StoreError> {
    let sql = format!(
        "SELECT {SERIES_COLUMNS},
             total IS (SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             AND first_ts IS (SELECT MIN(t0) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             AND last_ts IS (SELECT MAX(t1) FROM seg
                 WHERE seg.user_id = ?1 AND seg.series_id = series.id)
             AND block BETWEEN 1 AND CASE WHEN mode = '' THEN ?2 ELSE ?3 END,
             EXISTS (SELECT 1 FROM seg WHERE seg.user_id = ?1 AND seg.series_id = series.id)
         FROM series WHERE user_id = ?1 AND typeof(id) = 'integer'"
    );
    let limits = (CHUNK_POINTS as i64, MAX_BLOCK as i64);
    tx.query(&sql, params![user, limits.0, limits.1], |row| {
        let mode = row.at::<&str>(3).ok();
        let is_readable = |row: &Row<'_>| {
            row.at::<u32>(4).is_ok()
                && row.at::<u64>(5).is_ok()
                && [6, 7, 8].iter().all(|at| row.at::<i64>(*at).is_ok())
                && row.at::<Option<i64>>(9).is_ok()
        };
        Ok(ReadableColumns {
            id: row.at(0)?,
            is_named: row.at::<&str>(1).is_ok() && row.at::<&str>(2).is_ok(),
            mode: mode.and_then(|mode| super::mode(mode).ok()),
            agrees: row.at(10)? && is_readable(row),
            has_chunks: row.at(11)?,
        })
    })
}

/// Returns the mode of the keys of a series' chunks; `None` if there are no chunks or their modes
/// differ.
fn mode_of_chunks(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
) -> Result<Option<Option<Mode>>, StoreError> {
    let keys = tx.query(
        "SELECT DISTINCT key_id FROM seg WHERE user_id = ?1 AND series_id = ?2",
        params![user, series],
        |row| Ok(row.at::<Option<String>>(0).unwrap_or(Some(String::new()))),
    )?;
    let mut found: Option<Option<Mode>> = None;
    for key in keys {
        let mode = match key {
            None => None,
            Some(key) => {
                let Ok(key) = key.parse::<KeyId>() else {
                    return Ok(None);
                };
                match key_queries::mode_of(tx, user, &key)? {
                    Some(mode) => Some(mode),
                    None => return Ok(None),
                }
            }
        };
        if found.is_some_and(|found| found != mode) {
            return Ok(None);
        }
        found = Some(mode);
    }
    Ok(found)
}

/// Returns whether no other series has the type, device and mode that this series would get.
fn is_free(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    mode: Option<Mode>,
) -> Result<bool, StoreError> {
    let other = tx.query_opt(
        "SELECT 1 FROM series AS this JOIN series AS other
             ON other.user_id = this.user_id AND other.type = this.type
                 AND other.device = this.device AND other.id <> this.id
         WHERE this.user_id = ?1 AND this.id = ?2 AND other.mode = ?3",
        params![user, series, mode.map_or("", Mode::as_str)],
        |row| row.at::<i64>(0),
    )?;
    Ok(other.is_none())
}

fn put_right(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    mode: Option<Mode>,
) -> Result<(), StoreError> {
    let (usual, most) = match mode {
        None => (CHUNK_POINTS, CHUNK_POINTS),
        Some(_) => (USUAL_BLOCK, MAX_BLOCK),
    };
    // An unreadable generation is replaced by a generation that no reader has seen.
    tx.execute(
        "UPDATE series SET mode = ?3,
             gen = CASE WHEN typeof(gen) = 'integer' THEN gen ELSE ?4 END,
             block = CASE WHEN typeof(block) = 'integer' AND block BETWEEN 1 AND ?5
                 THEN block ELSE ?6 END,
             open_since = CASE WHEN typeof(open_since) IN ('integer', 'null')
                 THEN open_since ELSE ?4 END
         WHERE user_id = ?1 AND id = ?2",
        params![
            user,
            series,
            mode.map_or("", Mode::as_str),
            tx.now(),
            most as i64,
            usual as i64
        ],
    )?;
    damage::remove_empty_series(tx, user, series, false)
}

fn set_aside(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
) -> Result<Vec<SetAsideChunk>, StoreError> {
    let chunks = tx.query(
        &format!(
            "SELECT {CHUNK_COLUMNS} FROM seg WHERE user_id = ?1 AND series_id = ?2 ORDER BY t0"
        ),
        params![user, series],
        Chunk::read,
    )?;
    let mut aside = Vec::with_capacity(chunks.len());
    for chunk in &chunks {
        aside.push(damage::move_aside(tx, user, series, chunk)?);
    }
    damage::remove_empty_series(tx, user, series, false)?;
    Ok(aside)
}

/// Sets aside the [`NAMELESS`] chunks.
fn set_aside_nameless(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<SetAsideChunk>, StoreError> {
    let user = account_keys.user();
    let chunks = tx.query(
        &format!("SELECT t0, t1, n, series_id FROM seg WHERE {NAMELESS}"),
        params![user],
        |row| {
            Ok(SetAsideChunk {
                series: row.at(3).unwrap_or_default(),
                kind: String::new(),
                device: String::new(),
                first: row.at(0).unwrap_or(Timestamp(0)),
                last: row.at(1).unwrap_or(Timestamp(0)),
                points: row.at::<u64>(2).unwrap_or_default(),
            })
        },
    )?;
    if chunks.is_empty() {
        return Ok(chunks);
    }
    let integer =
        |column: &str| format!("CASE typeof({column}) WHEN 'integer' THEN {column} ELSE 0 END");
    tx.execute(
        &format!(
            "INSERT INTO damaged_chunk(user_id, body_id, series_id, type, device, mode, t0, t1, n,
                 codec, key_id, found_at)
             SELECT user_id, body_id, {}, '', '', '', {}, {}, {}, codec, key_id, ?2
             FROM seg WHERE {NAMELESS} ON CONFLICT (user_id, body_id) DO NOTHING",
            integer("series_id"),
            integer("t0"),
            integer("t1"),
            integer("n"),
        ),
        params![user, tx.now()],
    )?;
    tx.execute(&format!("DELETE FROM seg WHERE {NAMELESS}"), params![user])?;
    // A series loses the chunk whose location was damaged.
    let lacks = ledger::lacks_chunks(tx, account_keys)?;
    for series in chunks.iter().map(|chunk| chunk.series) {
        damage::remove_empty_series(tx, user, series, lacks)?;
    }
    Ok(chunks)
}
