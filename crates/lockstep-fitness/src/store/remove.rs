//! Points out of their series, exactly.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};

use super::{
    Change, Chunk, Filter, Numbers, Series, chunk_at, chunks_in, day, delete, insert, open,
};
use crate::columns::Columns;
use crate::upload::pack;

/// What a removal took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// How many points.
    pub count: u64,
    /// From which series: what an event may tell.
    pub changes: Vec<Change>,
}

/// Removes what the filter means. A chunk inside the range goes unread; one that lies across an
/// end of it is written again without what was in it. A series that holds no point is gone, its
/// device's name with it.
pub fn remove(tx: &mut Tx<'_>, user: &UserId, filter: &Filter) -> Result<Removed, StoreError> {
    let (from, to) = filter.range();
    let mut numbers = Numbers::lock(tx, user, 2)?;
    let mut removed = Removed::default();
    for series in super::series(tx, user, filter)? {
        let count = remove_from(tx, user, &series, (from, to), &mut numbers)?;
        if count > 0 {
            day::forget(tx, user, &series.kind, (from, to))?;
            removed.count += count;
            removed.changes.push(Change {
                series: series.id,
                kind: series.kind,
                device: series.device,
                from: Timestamp(from.max(series.first.0)),
                to: Timestamp(to.min(series.last.0)),
                count,
            });
        }
    }
    Ok(removed)
}

fn remove_from(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: &Series,
    (from, to): (i64, i64),
    numbers: &mut Numbers,
) -> Result<u64, StoreError> {
    if from > to {
        return Ok(0);
    }
    let mut count = 0;
    for chunk in chunks_in(tx, user, series.id, from, to)? {
        if chunk.t0 >= from && chunk.t1 <= to {
            delete(tx, user, series.id, &chunk)?;
            count += u64::from(chunk.n);
            continue;
        }
        let points = open(tx, user, series.id, &chunk)?;
        let gone = points.places(from, to);
        if gone.is_empty() {
            continue;
        }
        count += gone.len() as u64;
        delete(tx, user, series.id, &chunk)?;
        for kept in [0..gone.start, gone.end..points.len()] {
            let mut part = Columns::default();
            part.extend_from(&points, kept);
            if !part.is_empty() {
                for chunk in pack(&part) {
                    let body = numbers.next(tx, user)?;
                    insert(tx, user, series.id, &chunk, body)?;
                }
            }
        }
    }
    if count == 0 {
        return Ok(0);
    }
    match ends(tx, user, series.id)? {
        Some((first, last)) => tx.execute(
            "UPDATE series SET gen = gen + 1, total = total - ?3, first_ts = ?4, last_ts = ?5
             WHERE user_id = ?1 AND id = ?2",
            params![user, series.id, count as i64, first, last],
        )?,
        None => tx.execute(
            "DELETE FROM series WHERE user_id = ?1 AND id = ?2",
            params![user, series.id],
        )?,
    };
    Ok(count)
}

/// The first and the last timestamp that is left.
fn ends(tx: &Tx<'_>, user: &UserId, series: i64) -> Result<Option<(i64, i64)>, StoreError> {
    let first = super::chunks_from(tx, user, series, (i64::MIN, i64::MAX), 1)?;
    let last: Option<Chunk> = chunk_at(tx, user, series, i64::MAX)?;
    Ok(first
        .first()
        .zip(last)
        .map(|(first, last)| (first.t0, last.t1)))
}
