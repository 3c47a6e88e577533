//! Reads a range chunk by chunk, in bounded memory, for computations over it.

use std::ops::Range;

use lockstep_formats::{Point, PointId};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::segment::bytes_of;
use super::{CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk, Filter, Series, chunk_at, decode, open};
use crate::columns::Columns;

/// Calls `each` for each series, by type, then device, with each chunk in order of time: the chunk's
/// points and the indexes of the selected points.
pub fn scan<E: From<StoreError>>(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    mut each: impl FnMut(&Series, &Columns, Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    for series in super::series(tx, account_keys.user(), filter)? {
        visit(
            tx,
            account_keys,
            series.id,
            filter.range_of(&series),
            |points, meant| each(&series, points, meant).map(|()| true),
        )?;
    }
    Ok(())
}

/// Calls `each` with the chunks of a series and the indexes of the points in the range, until `each`
/// returns `false`.
pub(super) fn visit<E: From<StoreError>>(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    (from, to): (i64, i64),
    mut each: impl FnMut(&Columns, Range<usize>) -> Result<bool, E>,
) -> Result<(), E> {
    let user = account_keys.user();
    let start = chunk_at(tx, user, series, from)?.map_or(from, |chunk| chunk.t0);
    tx.visit(
        &format!(
            "SELECT {CHUNK_COLUMNS}, body FROM seg
             JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
             WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.t0 >= ?3 AND seg.t0 <= ?4
             ORDER BY seg.t0"
        ),
        params![user, series, start, to],
        |row| {
            let chunk = Chunk::read(row)?;
            if chunk.t1 < from || !chunk.is_readable(tx, account_keys)? {
                return Ok(true);
            }
            let body = bytes_of(row, CHUNK_COLUMN_COUNT, account_keys, (series, &chunk))?;
            let points = decode(tx, body, account_keys, series, &chunk)?;
            let meant = points.places(from, to);
            if meant.is_empty() {
                return Ok(true);
            }
            each(&points, meant)
        },
    )?;
    Ok(())
}

/// Calls `each` with the points of a series with `from <= timestamp <= to` in order of time, until
/// `each` returns `false`. Returns whether all points were read. A series that no longer exists has no
/// points.
pub fn for_each_point(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    (from, to): (i64, i64),
    mut each: impl FnMut(PointId, &Point<'_>) -> bool,
) -> Result<bool, StoreError> {
    let names = tx.query_opt(
        "SELECT type, device FROM series WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), series],
        |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
    )?;
    let Some((kind, device)) = names.filter(|_| from <= to) else {
        return Ok(true);
    };
    let mut ended = true;
    visit(tx, account_keys, series, (from, to), |points, meant| {
        for place in meant {
            let entry = points.entry(place);
            let timestamp = entry.timestamp;
            let point = Point {
                timestamp,
                kind: &kind,
                value: entry.value,
                unit: entry.unit,
                device: &device,
                confidence: entry.confidence,
                metadata: entry.metadata,
            };
            if !each(PointId { series, timestamp }, &point) {
                ended = false;
                return Ok(false);
            }
        }
        Ok::<_, StoreError>(true)
    })?;
    Ok(ended)
}

/// Returns the time of the user's latest point in any series.
pub fn latest(tx: &Tx<'_>, user: &UserId) -> Result<Option<Timestamp>, StoreError> {
    tx.query_one(
        "SELECT MAX(last_ts) FROM series WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Looks up a point by its id: returns its series, and columns that hold only this point.
pub fn point(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: PointId,
) -> Result<Option<(Series, Columns)>, StoreError> {
    let user = account_keys.user();
    let at = id.timestamp;
    let all = super::series(tx, user, &Filter::default())?;
    let Some(series) = all.into_iter().find(|series| series.id == id.series) else {
        return Ok(None);
    };
    let Some(chunk) = chunk_at(tx, user, series.id, at)?.filter(|chunk| chunk.t1 >= at) else {
        return Ok(None);
    };
    if !chunk.is_readable(tx, account_keys)? {
        return Ok(None);
    }
    let points = open(tx, account_keys, series.id, &chunk)?;
    let mut alone = Columns::default();
    alone.extend_from(&points, points.places(at, at));
    Ok((!alone.is_empty()).then_some((series, alone)))
}
