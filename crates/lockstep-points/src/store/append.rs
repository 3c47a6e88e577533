//! Appends new points to their series.

mod grow;
mod series_row;

use std::cell::RefCell;
use std::ops::Range;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::ApiError;

use super::changed_times::ChangedTimes;
use super::changes::Changes;
use super::compact::{SeriesTail, attest, is_unchanged, note_waiting};
use super::growing::{AccountChunks, GrowingChunks, GrowingSeries};
use super::ledger::{self, Ledger};
use super::reached::{LeftBytes, NamedSeries, StoredSeries, reached};
use super::remove::remove_replaced;
use super::upload::{JoinedPoints, SeriesUpload, Upload};
use super::{
    Change, Chunk, OldBody, Series, delete, delete_all, insert, must_open, replace, series_of,
    set_aside,
};
use crate::chunk::Codec;
use crate::columns::Columns;
use crate::layout::{PackedChunk, SeriesLayout, waiting};
use crate::merge::{ChunkExtent, LEFT_NEIGHBOURS, MergeResult, Replacement, merge};
use crate::provenance::BatchTimes;
use grow::{ExtendedChunk, grow, growing_series};
use series_row::SeriesRow;

/// The changes that an upload made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AppendCounts {
    /// The number of received points, including those that a later point of the same upload replaced.
    pub received: u64,
    /// The number of points that are new.
    pub added: u64,
    /// The number of points that replaced a stored point.
    pub replaced: u64,
    /// The changed series; the event names them.
    pub changes: Vec<Change>,
    /// The times of the points by series, new and known; empty unless they were requested.
    pub batch_times: Vec<BatchTimes>,
}

/// Stores an upload: adds each new point, and replaces the stored point of the same identity, in any
/// mode.
///
/// With `is_recorded`, the result has the times of the points. With `growing`, the last chunks of series that points follow
/// are kept there, and those that are there are not read.
///
/// # Errors
/// If a point to be replaced cannot be opened, and if a key was stopped after the account keys were
/// loaded.
pub(crate) fn append(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    (upload, is_recorded): (&Upload, bool),
    growing: Option<&GrowingChunks>,
) -> Result<AppendCounts, ApiError> {
    account_keys.check(tx)?;
    let about: usize = upload
        .series
        .iter()
        .map(|series| series.packed.len().max(1) + 1)
        .sum();
    // Where the change fails, they are dropped.
    let mut chunks = growing.map(|growing| growing.take(account_keys.user()));
    let (appended, mark) = ledger::change_marked(tx, account_keys, about, |tx, ledger| {
        if let Some(chunks) = &mut chunks {
            chunks.keep_if_of(ledger.mark());
        }
        append_all(tx, ledger, (upload, is_recorded), chunks.as_mut())
    })?;
    if let (Some(growing), Some(chunks)) = (growing, chunks) {
        growing.put(account_keys.user(), chunks, mark);
    }
    Ok(appended)
}

fn append_all(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (upload, is_recorded): (&Upload, bool),
    mut chunks: Option<&mut AccountChunks>,
) -> Result<AppendCounts, ApiError> {
    let mut appended = AppendCounts {
        received: upload.received() as u64,
        changes: Vec::with_capacity(upload.series.len()),
        ..AppendCounts::default()
    };
    let mut days = ChangedTimes::default();
    let mut stored = StoredSeries::read(tx, ledger.user(), &upload.series, |layout| {
        chunks.as_deref().is_some_and(|chunks| chunks.has(layout))
    })?;
    for (nth, series) in upload.series.iter().enumerate() {
        let (Some(from), Some(to)) = (
            series.points.timestamps().first(),
            series.points.timestamps().last(),
        ) else {
            continue;
        };
        let mut known = Vec::new();
        let in_memory = chunks.as_deref_mut();
        let (id, merged) = append_series(tx, ledger, (&mut stored, nth), in_memory, &mut known)?;
        let SeriesLayout { kind, device, .. } = &series.layout;
        if is_recorded {
            known.sort_unstable();
            let times = series.points.timestamps();
            let batch_times = BatchTimes::split(kind, device, times, &known);
            appended.batch_times.push(batch_times);
        }
        days.add(kind, (*from, *to));
        appended.added += merged.added;
        appended.replaced += merged.replaced;
        appended.changes.push(Change {
            series: id,
            kind: kind.to_string(),
            device: device.to_string(),
            from: Timestamp(*from),
            to: Timestamp(*to),
            count: series.points.len() as u64,
        });
    }
    days.forget(tx, ledger)?;
    Ok(appended)
}

fn append_series(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (stored, nth): (&mut StoredSeries<'_>, usize),
    mut chunks: Option<&mut AccountChunks>,
    known_times: &mut Vec<i64>,
) -> Result<(i64, MergeResult), ApiError> {
    let upload = stored.upload(nth);
    if !upload.earlier.is_empty() {
        let kind = &upload.layout.kind;
        let mut changes = Changes::of(kind);
        changes.replaced_within((&upload.points, &upload.earlier));
        changes.keep(tx, ledger, kind)?;
    }
    if let Some(chunks) = chunks.as_deref_mut()
        && let Some(grown) =
            chunks.extend(&upload.layout, |series| grow(tx, ledger, upload, series))?
    {
        return Ok(grown);
    }
    let named = stored.take(tx, ledger.user(), nth)?;
    let (id, merged, series) = merge_series(tx, ledger, (upload, named), known_times)?;
    if let (Some(chunks), Some(series)) = (chunks, series) {
        chunks.insert(series);
    }
    Ok((id, merged))
}

/// Merges points into the stored chunks of their series. Returns the number of the series, the changes, and the series as
/// [`GrowingChunks`] keeps it.
fn merge_series(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (upload, named): (&SeriesUpload, NamedSeries),
    known_times: &mut Vec<i64>,
) -> Result<(i64, MergeResult, Option<GrowingSeries>), ApiError> {
    let (from, to) = upload.reach();
    let (account_keys, user, layout) = (ledger.account_keys(), ledger.user(), &upload.layout);
    if let Some(joined) = &upload.joined
        && is_unchanged(tx, user, &joined.tail.series)?
        && nothing_elsewhere(tx, user, layout, (from, to))?
    {
        let (id, merged) = store_following(tx, ledger, upload, joined, (from, to))?;
        return Ok((id, merged, None));
    }
    let mut known = None;
    let mut removed_in_other_modes = 0;
    let mut changes = Changes::of(&layout.kind);
    let uploaded = (&upload.points, &upload.earlier);
    let is_alone = named.all.len() == 1;
    for series in named.all {
        if series.mode == layout.mode {
            known = Some(series);
        } else if series.last.0 >= from && series.first.0 <= to {
            // Points of the same identity under another mode are replaced too.
            removed_in_other_modes +=
                remove_replaced(tx, ledger, &series, uploaded, (&mut changes, known_times))?;
        }
    }
    let (id, stored, is_former) =
        located(tx, ledger, layout, (known.as_ref(), named.left, (from, to)))?;
    let extents = extents_of(tx, account_keys, layout, &stored)?;
    let shared = RefCell::new(&mut *tx);
    let opened_bytes = RefCell::new(vec![None::<usize>; stored.len()]);
    let (mut waits, mut left) = (WaitingChunks::default(), LeftBytes::default());
    let mut extended = None;
    let mut merged = merge(
        layout.sizes,
        &extents,
        &upload.points,
        |chunk| {
            let tx = shared.borrow();
            must_open(&tx, account_keys, &stored[chunk])?;
            let place = (&stored[..], chunk, from);
            let (points, bytes) = left.open_measured(&tx, account_keys, id, place)?;
            opened_bytes.borrow_mut()[chunk] = Some(bytes);
            changes.overlaid(&points, uploaded);
            known_times.extend(shared_times(&points, &upload.points));
            Ok::<_, ApiError>(points)
        },
        |gone, replacement| {
            let mut tx = shared.borrow_mut();
            let bytes = opened_bytes.borrow().get(gone.start).copied().flatten();
            let place = (id, &stored[..], gone, bytes);
            let replacement = (replacement, &mut waits, &mut extended);
            Ok(put(&mut tx, ledger, upload, place, replacement)?)
        },
    )?;
    changes.keep(tx, ledger, &layout.kind)?;
    let row = SeriesRow {
        id,
        is_new: known.is_none(),
        is_former,
        from,
        to,
    };
    row.keep(tx, account_keys, layout, &merged)?;
    waits.note(tx, user, id)?;
    let known = known.filter(|series| is_alone && series.last.0 < from);
    let growing = growing_series(layout, (known, extended), extents, (to, merged.added));
    merged.added -= removed_in_other_modes;
    merged.replaced += removed_in_other_modes;
    Ok((id, merged, growing))
}

/// Returns the number of the series of a layout, whose row is `known`, the chunks that points from `from` to `to` can touch,
/// and whether chunks of a former series are set aside.
fn located(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    layout: &SeriesLayout,
    (known, left, (from, to)): (Option<&Series>, Option<Vec<Chunk>>, (i64, i64)),
) -> Result<(i64, Vec<Chunk>, bool), StoreError> {
    if let Some(series) = known {
        let series_and_left = (series, layout.sizes, left);
        let stored = reached(tx, ledger.user(), series_and_left, (from, to))?;
        return Ok((series.id, stored, false));
    }
    let former = set_aside::former_series(tx, ledger.account_keys(), layout)?;
    let id = former.map_or_else(|| ledger.next(tx), Ok)?;
    Ok((id, Vec::new(), former.is_some()))
}

/// Returns the times that `new` has in common with the points of a stored chunk.
fn shared_times<'p>(old: &'p Columns, new: &'p Columns) -> impl Iterator<Item = i64> + 'p {
    let times = old.timestamps();
    let (first, last) = (times.first(), times.last());
    let (first, last) = (first.map_or(1, |at| *at), last.map_or(0, |at| *at));
    let within = new.timestamps()[new.places(first, last)].iter();
    let mut stored = times.iter().peekable();
    let is_shared = move |at: &&i64| {
        while stored.next_if(|time| *time < *at).is_some() {}
        stored.peek() == Some(at)
    };
    within.filter(is_shared).copied()
}

/// Returns the extents of the stored chunks, which merging needs.
fn extents_of(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    layout: &SeriesLayout,
    stored: &[Chunk],
) -> Result<Vec<ChunkExtent>, StoreError> {
    let mut extents = Vec::with_capacity(stored.len());
    for chunk in stored {
        extents.push(ChunkExtent {
            t0: chunk.t0,
            t1: chunk.t1,
            n: chunk.n,
            closed: layout.sizes.is_full(chunk.n as usize)
                || !chunk.is_readable(tx, account_keys)?,
        });
    }
    Ok(extents)
}

/// Stores the chunks that take the place of those in the range `gone` of the stored chunks of a series, and notes which
/// wait to become blocks, and a chunk that was extended in its row. `bytes` is the number of stored bytes of the first chunk
/// in the range, if it was opened.
fn put(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    upload: &SeriesUpload,
    (id, stored, gone, bytes): (i64, &[Chunk], Range<usize>, Option<usize>),
    (replacement, waits, kept): (Replacement, &mut WaitingChunks, &mut Option<ExtendedChunk>),
) -> Result<(), StoreError> {
    let (account_keys, layout) = (ledger.account_keys(), &upload.layout);
    if let Some(bytes) = bytes
        && let Some((old, points)) = extended(&stored[gone.clone()], &replacement)
    {
        let chunk = PackedChunk::columns(points);
        waits.add_chunk(layout, &chunk);
        let is_free = is_free(stored, gone.start, &chunk, upload.points.timestamps());
        let mut row = old.clone();
        let replaced = (old, OldBody::Opened(bytes), &chunk);
        let (body, sealed) = replace(tx, ledger, (id, layout.mode), replaced, is_free)?;
        row.follow(&chunk, body);
        *kept = ExtendedChunk::new((gone.start, row), replacement, sealed);
        return Ok(());
    }
    delete_all(tx, ledger, id, &stored[gone])?;
    for_each_packed(upload, replacement, |chunk| {
        waits.add_chunk(layout, chunk);
        insert(tx, ledger, (id, layout.mode), chunk)?;
        attest(tx, account_keys, (id, &layout.kind), chunk)
    })
}

/// Returns whether the chunks that were read for points at `times` show that one that takes the place of the chunk at
/// `place` shares no time with another. Only the chunks up to the first time are known.
fn is_free(stored: &[Chunk], place: usize, chunk: &PackedChunk, times: &[i64]) -> bool {
    let is_read = times.first().is_some_and(|from| chunk.t1 <= *from);
    let left = match stored[..place].last() {
        Some(left) => left.t1 < chunk.t0,
        None => stored.len() < LEFT_NEIGHBOURS,
    };
    let right = stored.get(place + 1);
    is_read && left && right.is_none_or(|right| right.t0 > chunk.t1)
}

/// Returns the stored chunk and its points with the new ones, if one chunk of columns takes the place of one that begins
/// at the same time.
fn extended<'c>(
    gone: &'c [Chunk],
    replacement: &'c Replacement,
) -> Option<(&'c Chunk, &'c Columns)> {
    match (gone, replacement) {
        ([old], Replacement::Chunks(chunks)) if old.codec == Codec::Columns => match &chunks[..] {
            [points] if points.timestamps().first() == Some(&old.t0) => Some((old, points)),
            _ => None,
        },
        _ => None,
    }
}

/// Gives `put` the chunks that take the place of others.
fn for_each_packed(
    upload: &SeriesUpload,
    replacement: Replacement,
    mut put: impl FnMut(&PackedChunk) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    match replacement {
        Replacement::Incoming if !upload.packed.is_empty() => {
            upload.packed.iter().try_for_each(put)
        }
        Replacement::Incoming => waiting(&upload.points, upload.layout.sizes)
            .iter()
            .try_for_each(put),
        Replacement::Chunks(chunks) => {
            // Blocks are made of them later: that takes more time than a transaction has.
            for points in chunks {
                put(&PackedChunk::columns(&points))?;
            }
            Ok(())
        }
    }
}

/// Stores points that follow all others of their series, together with its tail, as they were packed
/// with it.
fn store_following(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    upload: &SeriesUpload,
    joined: &JoinedPoints,
    (from, to): (i64, i64),
) -> Result<(i64, MergeResult), ApiError> {
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    let SeriesTail { series, gone, .. } = &joined.tail;
    debug_assert!(series.last.0 < from);
    for chunk in gone {
        delete(tx, ledger, series.id, chunk)?;
    }
    let mut waits = WaitingChunks::default();
    for chunk in &joined.packed {
        waits.add_chunk(&upload.layout, chunk);
        insert(tx, ledger, (series.id, series.mode), chunk)?;
        attest(tx, account_keys, (series.id, &series.kind), chunk)?;
    }
    let added = upload.points.len() as u64;
    tx.send(
        "UPDATE series SET gen = gen + 1, total = total + ?3, last_ts = ?4, block = ?5
         WHERE user_id = ?1 AND id = ?2",
        params![
            user,
            series.id,
            added as i64,
            to,
            upload.layout.sizes.block() as i64
        ],
    )?;
    waits.note(tx, user, series.id)?;
    let merged = MergeResult { added, replaced: 0 };
    Ok((series.id, merged))
}

/// Whether stored chunks wait to become blocks.
#[derive(Default)]
struct WaitingChunks {
    some: bool,
    is_full: bool,
}

impl WaitingChunks {
    fn add_chunk(&mut self, layout: &SeriesLayout, chunk: &PackedChunk) {
        let has_blocks =
            matches!(layout.mode, Some(Mode::Fhe | Mode::Zk)) && !layout.sizes.stays_columns();
        if has_blocks && chunk.content.codec() == Codec::Columns {
            self.some = true;
            self.is_full |= layout.sizes.is_full(chunk.n as usize);
        }
    }

    fn note(&self, tx: &mut Tx<'_>, user: &UserId, series: i64) -> Result<(), StoreError> {
        if self.some {
            note_waiting(tx, user, series, self.is_full)?;
        }
        Ok(())
    }
}

/// Returns whether no series of another mode overlaps the range.
fn nothing_elsewhere(
    tx: &Tx<'_>,
    user: &UserId,
    layout: &SeriesLayout,
    (from, to): (i64, i64),
) -> Result<bool, StoreError> {
    let all = series_of(tx, user, layout)?;
    let reaches = |series: &Series| series.last.0 >= from && series.first.0 <= to;
    Ok(!all
        .iter()
        .any(|series| series.mode != layout.mode && reaches(series)))
}
