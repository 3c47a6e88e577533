//! Removes exactly the selected points from their series.

use std::ops::Range;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::ApiError;

use super::{
    Change, Chunk, Filter, Series, changes::Changes, changes::UploadedPoints, chunk_at, chunks_in,
    client, compact, damage, damage::DamagedRows, day, delete, insert, ledger, ledger::Ledger,
    must_open, open, unreferenced_bodies,
};
use crate::columns::Columns;
use crate::layout::waiting;

/// The points that a removal deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemovedPoints {
    /// The number of deleted points.
    pub count: u64,
    /// The changed series; the event names them.
    pub changes: Vec<Change>,
}

/// Removes the points that the filter selects. A chunk inside the range is deleted unread; a chunk that
/// extends beyond the range is rewritten without the selected points. A series without points is
/// deleted together with the name of its device.
///
/// # Errors
/// If a chunk to rewrite cannot be opened, or cannot be sealed again under its mode.
pub fn remove(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<RemovedPoints, ApiError> {
    let disorder = DamagedRows::read(tx, account_keys.user())?;
    let whole = (&RemovalStart::default(), usize::MAX);
    let (removed, _) = ledger::change(tx, account_keys, 2, |tx, ledger| {
        remove_all(tx, ledger, filter, disorder, whole)
    })?;
    Ok(removed)
}

/// Where a part of a removal begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RemovalStart {
    /// The type, device and mode of the last series from which the points are removed; `None`: nothing is removed yet.
    after: Option<(String, String, String)>,
}

/// The place of a series in the order of [`super::series`].
fn place(series: &Series) -> (&str, &str, &str) {
    let mode = series.mode.map_or("", Mode::as_str);
    (&series.kind, &series.device, mode)
}

/// Removes the points that the filter selects, or a part of them if they are in many chunks. Returns the
/// removed points, and where the next part begins; `None` if no points are left.
///
/// # Errors
/// Those of [`remove`].
pub(crate) fn remove_part(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    (disorder, start): (DamagedRows, &RemovalStart),
) -> Result<(RemovedPoints, Option<RemovalStart>), ApiError> {
    // A deletion of a chunk that shares its body would delete the other chunk's points.
    // The first part that cuts chunks has found few whole ones left.
    if !disorder.has_shared_bodies
        && start.after.is_none()
        && let Some(part) = whole_chunks(tx, account_keys.user(), filter)?
    {
        let removed = ledger::change(tx, account_keys, 2, |tx, ledger| {
            let mut removed = RemovedPoints::default();
            for (series, chunks) in &part {
                removed
                    .changes
                    .push(delete_whole(tx, ledger, series, chunks)?);
            }
            Ok::<_, StoreError>(removed)
        })?;
        let count = removed.changes.iter().map(|change| change.count).sum();
        return Ok((RemovedPoints { count, ..removed }, Some(start.clone())));
    }
    ledger::change(tx, account_keys, 2, |tx, ledger| {
        remove_all(tx, ledger, filter, disorder, (start, MAX_REWRITTEN_AT_ONCE))
    })
}

/// Refuses a removal that cannot rewrite a chunk that extends beyond the range. A removal in parts would
/// otherwise have deleted some of the points before the refusal.
///
/// # Errors
/// A chunk that cannot be opened.
pub(crate) fn ensure_removable(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<(), ApiError> {
    for series in super::series(tx, account_keys.user(), filter)? {
        let (from, to) = filter.range_of(&series);
        for at in [from, to] {
            for chunk in chunks_in(tx, account_keys.user(), series.id, at, at)? {
                if chunk.t0 < from || chunk.t1 > to {
                    must_open(tx, account_keys, &chunk)?;
                }
            }
        }
    }
    Ok(())
}

/// A series and some of its chunks.
type SeriesChunks = (Series, Vec<Chunk>);

/// Returns some of the chunks inside the filter's range, by series; `None` if there are at most
/// [`MAX_CHUNKS_AT_ONCE`].
fn whole_chunks(
    tx: &Tx<'_>,
    user: &UserId,
    filter: &Filter,
) -> Result<Option<Vec<SeriesChunks>>, StoreError> {
    let mut left = MAX_CHUNKS_AT_ONCE + 1;
    let mut part = Vec::new();
    for series in super::series(tx, user, filter)? {
        let (from, to) = filter.range_of(&series);
        let range = (from.saturating_sub(1), to);
        let mut chunks = super::chunks_from(tx, user, series.id, range, left as i64)?;
        chunks.retain(|chunk| chunk.t1 <= to);
        left -= chunks.len().min(left);
        if !chunks.is_empty() {
            part.push((series, chunks));
        }
        if left == 0 {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Deletes chunks of a series unread.
fn delete_whole(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: &Series,
    chunks: &[Chunk],
) -> Result<Change, StoreError> {
    let mut changes = Changes::of(&series.kind);
    let (mut from, mut to, mut count) = (i64::MAX, i64::MIN, 0);
    for chunk in chunks {
        delete(tx, ledger, series.id, chunk)?;
        changes.deleted_chunk(chunk);
        count += u64::from(chunk.n);
        (from, to) = (from.min(chunk.t0), to.max(chunk.t1));
    }
    changes.keep(tx, ledger, &series.kind)?;
    update_series_row(tx, ledger.user(), series, count)?;
    day::forget(tx, ledger, &series.kind, (from, to))?;
    Ok(Change {
        series: series.id,
        kind: series.kind.clone(),
        device: series.device.clone(),
        from: Timestamp(from),
        to: Timestamp(to),
        count,
    })
}

/// Removes the points from the series after `start`, until about `most` chunks are rewritten.
fn remove_all(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    filter: &Filter,
    disorder: DamagedRows,
    (start, most): (&RemovalStart, usize),
) -> Result<(RemovedPoints, Option<RemovalStart>), ApiError> {
    let is_everything = *filter == Filter::default();
    let mut removed = RemovedPoints::default();
    if start.after.is_none() {
        if disorder.has_shared_bodies {
            damage::separate(tx, ledger)?;
        }
        if disorder.has_unnamed_bodies {
            unreferenced_bodies::remove(tx, ledger, is_everything)?;
        }
        removed.changes = client::remove(tx, ledger, filter)?;
        removed.count = removed.changes.iter().map(|change| change.count).sum();
    }
    // Also those that were set aside since the first part.
    remove_damaged(tx, ledger, filter)?;
    let (mut next, mut rewritten) = (start.clone(), 0);
    for series in super::series(tx, ledger.user(), filter)? {
        let is_done = start.after.as_ref().is_some_and(|(kind, device, mode)| {
            place(&series) <= (kind.as_str(), device.as_str(), mode.as_str())
        });
        if is_done {
            continue;
        }
        if rewritten >= most {
            return Ok((removed, Some(next)));
        }
        let (kind, device, mode) = place(&series);
        next.after = Some((kind.to_owned(), device.to_owned(), mode.to_owned()));
        let (from, to) = filter.range_of(&series);
        let (count, chunks) = remove_from(tx, ledger, &series, (from, to))?;
        rewritten += chunks;
        if count > 0 {
            day::forget(tx, ledger, &series.kind, (from, to))?;
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
    if is_everything {
        unreferenced_bodies::forget_missing(tx, ledger)?;
    }
    Ok((removed, None))
}

/// Removes damaged chunks that were set aside, and counts their points as deleted, which claims report.
fn remove_damaged(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    filter: &Filter,
) -> Result<(), StoreError> {
    let user = ledger.user();
    for aside in damage::overlapping_set_aside(tx, user, filter)? {
        let mut deleted = Changes::of(&aside.kind);
        deleted.deleted((aside.first.0, aside.last.0), aside.points);
        deleted.keep(tx, ledger, &aside.kind)?;
    }
    damage::remove(tx, ledger, filter)
}

/// Removes the points of a series in a range. Returns their number, and the number of chunks that were opened for it.
fn remove_from(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: &Series,
    (from, to): (i64, i64),
) -> Result<(u64, usize), ApiError> {
    let account_keys = ledger.account_keys();
    if from > to {
        return Ok((0, 0));
    }
    let (mut count, mut opened) = (0, 0);
    let mut changes = Changes::of(&series.kind);
    for chunk in chunks_in(tx, account_keys.user(), series.id, from, to)? {
        if chunk.t0 >= from && chunk.t1 <= to {
            delete(tx, ledger, series.id, &chunk)?;
            changes.deleted_chunk(&chunk);
            count += u64::from(chunk.n);
            continue;
        }
        must_open(tx, account_keys, &chunk)?;
        opened += 1;
        let points = open(tx, account_keys, series.id, &chunk)?;
        let gone = points.places(from, to);
        if gone.is_empty() {
            continue;
        }
        count += gone.len() as u64;
        for at in &points.timestamps()[gone.clone()] {
            changes.deleted((*at, *at), 1);
        }
        let kept = [0..gone.start, gone.end..points.len()];
        rewrite(tx, ledger, series, &chunk, &points, kept)?;
    }
    changes.keep(tx, ledger, &series.kind)?;
    update_series_row(tx, account_keys.user(), series, count)?;
    Ok((count, opened))
}

/// Removes the points of a series at the times of the points of an upload that replace them. Counts points
/// with another value.
pub(super) fn remove_replaced(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: &Series,
    by: UploadedPoints<'_>,
    (changes, known): (&mut Changes, &mut Vec<i64>),
) -> Result<u64, ApiError> {
    remove_at(tx, ledger, series, by.0.timestamps(), |points, places| {
        changes.overlaid(points, by);
        let times = points.timestamps();
        known.extend(places.iter().map(|index| times[*index]));
    })
}

/// The times of points of one type and device, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointTimes {
    /// The type of the points, as the API names it.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The times.
    pub times: Vec<i64>,
}

/// Removes the points at exactly these times, under any mode. A time without a point is passed over.
///
/// # Errors
/// If a chunk that has one of these times cannot be opened, or cannot be sealed again under its mode.
pub(crate) fn remove_moments(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    moments: &[PointTimes],
) -> Result<RemovedPoints, ApiError> {
    ledger::change(tx, account_keys, 2 + moments.len(), |tx, ledger| {
        let mut removed = RemovedPoints::default();
        for one in moments {
            remove_moments_of(tx, ledger, one, &mut removed)?;
        }
        Ok(removed)
    })
}

fn remove_moments_of(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    moments: &PointTimes,
    removed: &mut RemovedPoints,
) -> Result<(), ApiError> {
    let (Some(from), Some(to)) = (moments.times.first(), moments.times.last()) else {
        return Ok(());
    };
    let filter = Filter {
        kind: Some(moments.kind.clone()),
        device: Some(moments.device.clone().into()),
        from: Some(Timestamp(*from)),
        to: Some(Timestamp(*to)),
        ..Filter::default()
    };
    for series in super::series(tx, ledger.user(), &filter)? {
        let mut changes = Changes::of(&series.kind);
        let count = remove_at(tx, ledger, &series, &moments.times, |points, places| {
            for index in places {
                let at = points.timestamps()[*index];
                changes.deleted((at, at), 1);
            }
        })?;
        if count == 0 {
            continue;
        }
        changes.keep(tx, ledger, &series.kind)?;
        day::forget(tx, ledger, &series.kind, (*from, *to))?;
        removed.count += count;
        removed.changes.push(Change {
            series: series.id,
            kind: series.kind,
            device: series.device,
            from: Timestamp(*from),
            to: Timestamp(*to),
            count,
        });
    }
    Ok(())
}

/// Removes the points of a series at these ascending times. Calls `each` with the points of each changed
/// chunk and the places of the removed points.
fn remove_at(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: &Series,
    moments: &[i64],
    mut each: impl FnMut(&Columns, &[usize]),
) -> Result<u64, ApiError> {
    let account_keys = ledger.account_keys();
    let (Some(from), Some(to)) = (moments.first(), moments.last()) else {
        return Ok(0);
    };
    let mut count = 0;
    for chunk in chunks_in(tx, account_keys.user(), series.id, *from, *to)? {
        let first = moments.partition_point(|at| *at < chunk.t0);
        if moments.get(first).is_none_or(|at| *at > chunk.t1) {
            continue;
        }
        must_open(tx, account_keys, &chunk)?;
        let points = open(tx, account_keys, series.id, &chunk)?;
        let (mut kept, mut places) = (Vec::new(), Vec::new());
        let mut begin = 0;
        for (index, at) in points.timestamps().iter().enumerate() {
            if moments.binary_search(at).is_ok() {
                kept.push(begin..index);
                begin = index + 1;
                places.push(index);
            }
        }
        if places.is_empty() {
            continue;
        }
        count += places.len() as u64;
        each(&points, &places);
        kept.push(begin..points.len());
        rewrite(tx, ledger, series, &chunk, &points, kept)?;
    }
    update_series_row(tx, account_keys.user(), series, count)?;
    Ok(count)
}

/// Replaces a chunk by its remaining points.
fn rewrite(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: &Series,
    chunk: &Chunk,
    points: &Columns,
    kept: impl IntoIterator<Item = Range<usize>>,
) -> Result<(), ApiError> {
    let account_keys = ledger.account_keys();
    if let Some(mode) = series.mode
        && account_keys.current(Some(mode)).is_none()
    {
        return Err(ApiError::encryption(format!(
            "points from {} to {} are in mode {mode}, whose current key is stopped: the remaining points of the \
                chunk cannot be written again. Resume the key, or delete all of these points",
            Timestamp(chunk.t0),
            Timestamp(chunk.t1),
        )));
    }
    account_keys.check(tx)?;
    let mut rest = Columns::default();
    for range in kept {
        rest.extend_from(points, range);
    }
    delete(tx, ledger, series.id, chunk)?;
    if rest.is_empty() {
        return Ok(());
    }
    let sizes = series.layout().sizes;
    let mut is_full = false;
    for chunk in waiting(&rest, sizes) {
        is_full |= sizes.is_full(chunk.n as usize);
        insert(tx, ledger, (series.id, series.mode), &chunk)?;
    }
    if matches!(series.mode, Some(Mode::Fhe | Mode::Zk)) {
        compact::note_waiting(tx, account_keys.user(), series.id, is_full)?;
    }
    Ok(())
}

/// Updates a series' row after `count` of its points were removed.
fn update_series_row(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: &Series,
    count: u64,
) -> Result<(), StoreError> {
    if count == 0 {
        return Ok(());
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
    Ok(())
}

/// Returns the first and the last remaining timestamp.
fn ends(tx: &Tx<'_>, user: &UserId, series: i64) -> Result<Option<(i64, i64)>, StoreError> {
    let first = super::chunks_from(tx, user, series, (i64::MIN, i64::MAX), 1)?;
    let last: Option<Chunk> = chunk_at(tx, user, series, i64::MAX)?;
    Ok(first
        .first()
        .zip(last)
        .map(|(first, last)| (first.t0, last.t1)))
}

/// The number of chunks from which a removal is divided into parts. A part deletes one chunk more.
const MAX_CHUNKS_AT_ONCE: usize = 255;
/// The number of chunks from which a removal goes on in another transaction. To write a full chunk again takes about a
/// millisecond.
const MAX_REWRITTEN_AT_ONCE: usize = 64;
