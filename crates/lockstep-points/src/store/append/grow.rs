//! Appends points to the last chunk of their series as it is in memory.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};

use crate::columns::Columns;
use crate::layout::{PackedChunk, SeriesLayout};
use crate::merge::{ChunkExtent, MergeResult, Replacement, cut, joins_last};
use crate::store::growing::GrowingSeries;
use crate::store::ledger::Ledger;
use crate::store::upload::SeriesUpload;
use crate::store::{Chunk, OldBody, Series, replace};

/// A chunk that points extended in its row.
pub(super) struct ExtendedChunk {
    /// Its place among the chunks that were read.
    place: usize,
    row: Chunk,
    points: Columns,
    sealed: Vec<u8>,
}

impl ExtendedChunk {
    /// Returns the chunk whose place a replacement has taken; `None` if it is not one of joined points.
    pub(super) fn new(
        (place, row): (usize, Chunk),
        replacement: Replacement,
        sealed: Vec<u8>,
    ) -> Option<Self> {
        let Replacement::Chunks(mut chunks) = replacement else {
            return None;
        };
        Some(Self {
            place,
            row,
            points: chunks.pop()?,
            sealed,
        })
    }
}

/// Returns a series as [`grow`] extends it: one that points up to `to` have followed, of which `added` are new. `known` is
/// its row before, and `extents` are the chunks that were read. `None` if its last chunk is not the one that they extended,
/// or is under a mode.
pub(super) fn growing_series(
    layout: &SeriesLayout,
    (known, extended): (Option<Series>, Option<ExtendedChunk>),
    mut extents: Vec<ChunkExtent>,
    (to, added): (i64, u64),
) -> Option<GrowingSeries> {
    let (known, extended) = (known?, extended?);
    if layout.mode.is_some() || extended.row.key.is_some() || extended.place + 1 != extents.len() {
        return None;
    }
    let last = extents.last_mut()?;
    (last.t1, last.n) = (extended.row.t1, extended.row.n);
    Some(GrowingSeries {
        row: Series {
            gen_no: known.gen_no + 1,
            total: known.total + added,
            last: Timestamp(to),
            block: layout.sizes.block() as u32,
            ..known
        },
        extents,
        last: extended.row,
        points: extended.points,
        sealed: extended.sealed,
        counted_bytes: 0,
    })
}

/// Appends points to the last chunk of a series, as a merge with the stored chunks would. Returns `None`, and has changed
/// no row, if the points do not follow all others, if they do not become one chunk with the last and no other, or if the
/// row of the series is not the one in memory. The caller then drops `series` and reads the rows.
pub(super) fn grow(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    upload: &SeriesUpload,
    series: &mut GrowingSeries,
) -> Result<Option<(i64, MergeResult)>, StoreError> {
    let (layout, points) = (&upload.layout, &upload.points);
    let (Some(from), Some(to)) = (points.timestamps().first(), points.timestamps().last()) else {
        return Ok(None);
    };
    if layout.mode.is_some()
        || *from <= series.row.last.0
        || !joins_last(layout.sizes, &series.extents, points.len())
    {
        return Ok(None);
    }
    series.points.extend_from(points, 0..points.len());
    if cut(layout.sizes.waiting(), &series.points).len() != 1 {
        return Ok(None);
    }
    let (added, block) = (points.len() as u64, layout.sizes.block() as u32);
    if !extend_row(tx, ledger.user(), &series.row, (*to, added, block))? {
        return Ok(None);
    }
    series.row.gen_no += 1;
    series.row.total += added;
    series.row.last = Timestamp(*to);
    series.row.block = block;
    let chunk = PackedChunk::columns(&series.points);
    let replaced = (&series.last, OldBody::Known(&series.sealed), &chunk);
    let (body, sealed) = replace(tx, ledger, (series.row.id, None), replaced, true)?;
    series.sealed = sealed;
    series.last.follow(&chunk, body);
    if let Some(last) = series.extents.last_mut() {
        (last.t1, last.n) = (chunk.t1, chunk.n);
    }
    let merged = MergeResult { added, replaced: 0 };
    Ok(Some((series.row.id, merged)))
}

/// Changes the row of a series for points that follow all others; returns whether the row is the one in memory.
fn extend_row(
    tx: &mut Tx<'_>,
    user: &UserId,
    known: &Series,
    (to, added, block): (i64, u64, u32),
) -> Result<bool, StoreError> {
    // The type and the device are not compared: SQLite's planner might take the index of names for the primary key.
    let changed = tx.execute_repeated(
        "UPDATE series SET gen = gen + 1, total = total + ?3, last_ts = ?4, block = ?5
         WHERE user_id = ?1 AND id = ?2 AND mode = '' AND gen = ?6 AND total = ?7 AND first_ts = ?8 AND last_ts = ?9",
        params![
            user,
            known.id,
            added as i64,
            to,
            block,
            known.gen_no,
            known.total as i64,
            known.first,
            known.last
        ],
    )?;
    Ok(changed == 1)
}
