//! Counts the points that match a filter.

use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;

use super::{Filter, Series, chunk_at, chunks_in, open, series};

/// Returns the exact number of points that a filter selects.
pub fn count(tx: &Tx<'_>, account_keys: &AccountKeys, filter: &Filter) -> Result<u64, StoreError> {
    let mut total = 0;
    for series in series(tx, account_keys.user(), filter)? {
        let (from, to) = filter.range_of(&series);
        total += count_in(tx, account_keys, &series, from, to)?;
    }
    Ok(total)
}

/// Returns the number of points of a series with `from <= timestamp <= to`: the points of chunks that begin in the range,
/// plus those of an earlier chunk that are in the range, less those of the last chunk that are after it. Points under a
/// mode count only if they can be opened.
pub(super) fn count_in(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: &Series,
    from: i64,
    to: i64,
) -> Result<u64, StoreError> {
    if from > to {
        return Ok(0);
    }
    let user = account_keys.user();
    if series.mode.is_some() {
        let mut count = 0;
        for chunk in chunks_in(tx, user, series.id, from, to)? {
            if !chunk.is_readable(tx, account_keys)? {
                continue;
            }
            count += if chunk.t0 >= from && chunk.t1 <= to {
                u64::from(chunk.n)
            } else {
                open(tx, account_keys, series.id, &chunk)?
                    .places(from, to)
                    .len() as u64
            };
        }
        return Ok(count);
    }
    if from <= series.first.0 && to >= series.last.0 {
        return Ok(series.total);
    }
    let begin_inside: u64 = tx.query_one(
        "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 >= ?3 AND t0 <= ?4",
        params![user, series.id, from, to],
        |row| row.at(0),
    )?;
    let last = match chunk_at(tx, user, series.id, to)? {
        Some(chunk) if chunk.t0 >= from && chunk.t1 > to => {
            let points = open(tx, account_keys, series.id, &chunk)?;
            (points.len() - points.places(from, to).len()) as u64
        }
        _ => 0,
    };
    let first = match from.checked_sub(1) {
        Some(before) => chunk_at(tx, user, series.id, before)?,
        None => None,
    };
    let reaches_in = match first {
        Some(chunk) if chunk.t1 >= from => open(tx, account_keys, series.id, &chunk)?
            .places(from, to)
            .len() as u64,
        _ => 0,
    };
    Ok(begin_inside + reaches_in - last)
}
