//! Merges new points into stored chunks: decides which chunks are opened, and which chunks replace
//! them.
//!
//! Points after the last chunk form new chunks and open no stored chunk. A point inside a chunk
//! rewrites that chunk. Small chunks do not accumulate: a new chunk absorbs the chunks to its left as soon
//! as they have [`FAN_OUT`] times the points of the leftmost together with it, or nearly fill a chunk. A stream
//! of single points therefore rewrites each point a logarithmic number of times and leaves a logarithmic number
//! of chunks. Joining many chunks at once packs each point about twice. Joining pairs would pack it once more
//! for each doubling.

use std::ops::Range;

use crate::chunk::CHUNK_POINTS;
use crate::columns::Columns;

/// The properties of a stored chunk that are known without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkExtent {
    /// The first timestamp.
    pub t0: i64,
    /// The last timestamp.
    pub t1: i64,
    /// The number of points.
    pub n: u32,
    /// Whether the chunk is full or cannot be opened; later points do not absorb a closed chunk.
    pub closed: bool,
}

/// The chunks that replace stored chunks.
#[derive(Debug)]
pub(crate) enum Replacement {
    /// All incoming points, unchanged.
    Incoming,
    /// These points in order, one chunk for each entry.
    Chunks(Vec<Columns>),
}

/// The result of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MergeResult {
    /// The number of points that are new.
    pub added: u64,
    /// The number of points that replaced a point with the same timestamp, including equal points.
    pub replaced: u64,
}

/// The size limits of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// The maximum number of points per chunk.
    pub most: usize,
    /// A chunk with at least this many points is not absorbed by its right neighbour.
    full: usize,
    /// Chunks that together have fewer points than this are always joined.
    raw: usize,
    /// The maximum bytes of units and metadata per chunk.
    text: usize,
    /// Whether all chunks but the last are cut full, instead of evenly.
    blocks: bool,
    /// The requested points per block if a block of that size is never built: chunks stay columns.
    unmade: Option<usize>,
}

impl Sizes {
    /// The sizes of chunks that are columns.
    #[must_use]
    pub(crate) fn columns(most: usize) -> Self {
        Self {
            most,
            full: (most / 2).max(1),
            raw: RAW,
            text: 1 << 20,
            blocks: false,
            unmade: None,
        }
    }

    /// The sizes of chunks that stay columns because blocks of `most` points are too small to be built.
    #[must_use]
    pub(crate) fn too_small_for_blocks(most: usize) -> Self {
        Self {
            unmade: Some(most),
            ..Self::columns(WAITING)
        }
    }

    /// The points per block that the owner requested.
    #[must_use]
    pub(crate) fn block(self) -> usize {
        self.unmade.unwrap_or(self.most)
    }

    /// Returns whether chunks stay columns although the mode has blocks.
    #[must_use]
    pub(crate) fn stays_columns(self) -> bool {
        self.unmade.is_some()
    }

    /// The sizes of chunks that become blocks when they are full.
    #[must_use]
    pub(crate) fn blocks(most: usize) -> Self {
        Self {
            full: most,
            blocks: true,
            ..Self::columns(most)
        }
    }

    /// The sizes of columns that wait to become blocks. If blocks are small, several blocks wait in one
    /// chunk, so that a chunk always has a useful size.
    #[must_use]
    pub(crate) fn waiting(self) -> Self {
        if !self.blocks || self.most >= SMALL_BLOCK {
            return self;
        }
        Self {
            most: WAITING / self.most * self.most,
            ..self
        }
    }

    /// Returns whether a chunk of `n` points is not absorbed by later points.
    #[must_use]
    pub(crate) fn is_kept(self, n: usize) -> bool {
        n >= self.full
    }

    /// Returns the points that fill a chunk so far that it is not worth waiting for more. Small blocks wait until
    /// they are full.
    fn nearly_full(self) -> usize {
        match self.blocks {
            true => usize::MAX,
            false => self.most - self.most / 8,
        }
    }

    /// Returns whether `n` points probably form chunks of their own, regardless of the stored chunks:
    /// of a series of equal uploads, at most every second absorbs others.
    #[must_use]
    pub(crate) fn fills_own_chunk(self, n: usize) -> bool {
        let least = match self.blocks {
            true => self.full,
            false => (self.full / FAN_OUT).max(self.raw),
        };
        n >= least
    }

    /// Returns whether points after a chunk of `n` points absorb neither it nor any chunk before it, however many they are.
    #[must_use]
    pub(crate) fn ends_absorption(self, n: usize) -> bool {
        !self.blocks && n >= self.full
    }

    /// Returns whether the last `incoming` of `all` waiting points complete a block. Chunks that are short because of
    /// their text fill none: they are joined once for each number of points that a block has, not by every upload.
    #[must_use]
    pub(crate) fn completes_block(self, all: usize, incoming: usize) -> bool {
        let blocks = |n: usize| n / self.most.max(1);
        self.blocks && blocks(all - incoming) < blocks(all)
    }

    /// Returns whether a chunk of `n` points has the maximum size.
    #[must_use]
    pub(crate) fn is_full(self, n: usize) -> bool {
        self.blocks && n >= self.most
    }
}

impl Default for Sizes {
    fn default() -> Self {
        Self::columns(CHUNK_POINTS)
    }
}

/// Blocks of fewer points wait together in chunks of about [`WAITING`] points.
const SMALL_BLOCK: usize = 256;
const WAITING: usize = 1024;
/// The number of points that is rewritten at negligible cost.
const RAW: usize = 128;
/// How many chunks of equal size become one.
const FAN_OUT: usize = 8;
/// The maximum number of chunks to the left of new points that a merge considers. A stream of single
/// points leaves at most 16: one of 8128 points, six of 1016, seven of about 127, one smaller, and the full one
/// before them.
pub(crate) const LEFT_NEIGHBOURS: usize = 32;

/// Merges sorted `incoming` points into one series.
///
/// `stored` are the series' chunks in order, from any chunk left of `incoming` to the last chunk that
/// it overlaps. `open` returns the points of one chunk. `replace` receives the range of replaced
/// chunks, which may be empty, and their replacement. Chunks are opened, merged and replaced one at a
/// time.
pub(crate) fn merge<E>(
    sizes: Sizes,
    stored: &[ChunkExtent],
    incoming: &Columns,
    mut open: impl FnMut(usize) -> Result<Columns, E>,
    mut replace: impl FnMut(Range<usize>, Replacement) -> Result<(), E>,
) -> Result<MergeResult, E> {
    let times = incoming.timestamps();
    let mut merged = MergeResult::default();
    let (mut decided, mut placed) = (0, 0);
    let mut opened: Option<(usize, Columns)> = None;
    while placed < times.len() {
        let next = stored.partition_point(|chunk| chunk.t1 < times[placed]);
        let before = |chunk: Option<&ChunkExtent>| {
            chunk.map_or(times.len(), |chunk| {
                times.partition_point(|at| *at < chunk.t0)
            })
        };
        let gap_end = before(stored.get(next));
        let touches = stored
            .get(next)
            .is_some_and(|chunk| times.get(gap_end).is_some_and(|at| *at <= chunk.t1));
        // The touched chunk absorbs the points on both sides of it, up to its neighbours.
        let (right, end) = if touches {
            (next + 1, before(stored.get(next + 1)))
        } else {
            (next, gap_end)
        };
        let (mut old, mut points) = (Columns::default(), end - placed);
        if touches {
            old = open(next)?;
            let repeated = repeated(&old, incoming, placed..end);
            if repeated > 0 && placed + repeated < end {
                // The chunk stays as it is, and the points after it follow it.
                merged.replaced += repeated as u64;
                placed += repeated;
                opened = Some((next, old));
                continue;
            }
            points += old.len();
        }
        // Points outside of chunks change something, and are copied only where they join others: those have other times.
        let mut overlaid = touches.then(|| overlay(&old, incoming, placed..end));
        let replaced = overlaid.as_ref().map_or(0, |(_, replaced)| *replaced);
        if overlaid.as_ref().is_none_or(|(new, _)| *new != old) {
            let mut left = next;
            let open_before = stored[decided..next].iter().rev();
            let in_reach = open_before.take_while(|chunk| !chunk.closed);
            let waiting: usize = in_reach.clone().map(|chunk| chunk.n as usize).sum();
            if sizes.completes_block(waiting + points, end - placed) {
                left -= in_reach.count();
            } else {
                left -= absorbed(sizes, &stored[decided..next], (points, end - placed));
            }
            if left < next {
                let mut joined = Columns::default();
                for index in left..next {
                    let chunk = match opened.take_if(|(known, _)| *known == index) {
                        Some((_, chunk)) => chunk,
                        None => open(index)?,
                    };
                    joined.append(chunk);
                }
                joined.append(old);
                overlaid = Some(overlay_onto(joined, incoming, placed..end));
            }
            let replacement = match overlaid {
                None if placed == 0 && end == times.len() => Replacement::Incoming,
                None => Replacement::Chunks(divided(sizes, incoming.part(placed..end))),
                Some((new, _)) => Replacement::Chunks(divided(sizes, new)),
            };
            replace(left..right, replacement)?;
        }
        merged.replaced += replaced as u64;
        merged.added += (end - placed - replaced) as u64;
        decided = right;
        placed = end;
    }
    Ok(merged)
}

/// Returns how many of the chunks directly to the left of `points` points are joined with them. `incoming` of the
/// points are new.
///
/// A chunk is joined when the new points complete a number of points from it on. Chunks that are short because of
/// their text remain short when they are joined: beyond the number, they are left alone until there are [`FAN_OUT`]
/// times as many points.
fn absorbed(sizes: Sizes, left: &[ChunkExtent], (points, incoming): (usize, usize)) -> usize {
    let in_reach = left.iter().rev();
    let in_reach = in_reach.take_while(|chunk| !chunk.closed && !sizes.is_kept(chunk.n as usize));
    let most = sizes.nearly_full();
    let (mut total, mut count) = (points, 0);
    for (nth, chunk) in in_reach.enumerate() {
        total += chunk.n as usize;
        let before = total - incoming;
        let mut needed = FAN_OUT * (chunk.n as usize).max(1);
        while needed <= before {
            needed *= FAN_OUT;
        }
        let fills_one = before < most && total >= most;
        if total >= needed || fills_one || total < sizes.raw {
            count = nth + 1;
        }
        if total >= most {
            break;
        }
    }
    count
}

/// Returns whether [`merge`] joins `incoming` points that follow the `stored` chunks of columns with the last of them, and
/// with no other.
#[must_use]
pub(crate) fn joins_last(sizes: Sizes, stored: &[ChunkExtent], incoming: usize) -> bool {
    !sizes.blocks && absorbed(sizes, stored, (incoming, incoming)) == 1
}

/// Returns how many of the first points of `new` in `range` are the last points of `old`, equal in all columns, if all
/// others come after them.
fn repeated(old: &Columns, new: &Columns, range: Range<usize>) -> usize {
    let times = &new.timestamps()[range.clone()];
    let Some(last) = old.timestamps().last() else {
        return 0;
    };
    let count = times.partition_point(|at| at <= last);
    let Some(start) = old.len().checked_sub(count) else {
        return 0;
    };
    let same = old.timestamps()[start..] == times[..count]
        && old.part(start..old.len()) == new.part(range.start..range.start + count);
    if same { count } else { 0 }
}

/// Returns `old` overlaid with the points of `new` in `range`, and the number of replaced points of
/// `old`.
fn overlay(old: &Columns, new: &Columns, range: Range<usize>) -> (Columns, usize) {
    let mut all = Columns::default();
    let mut replaced = 0;
    let (old_times, new_times) = (old.timestamps(), &new.timestamps()[..range.end]);
    let (mut from_old, mut from_new) = (0, range.start);
    while let (Some(old_at), Some(new_at)) = (old_times.get(from_old), new_times.get(from_new)) {
        if old_at < new_at {
            let end = from_old + old_times[from_old..].partition_point(|at| at < new_at);
            all.extend_from(old, from_old..end);
            from_old = end;
        } else {
            // In one piece up to the next point that only `old` has.
            let start = from_new;
            while let (Some(old_at), Some(new_at)) =
                (old_times.get(from_old), new_times.get(from_new))
                && new_at <= old_at
            {
                let is_replaced = usize::from(new_at == old_at);
                from_old += is_replaced;
                replaced += is_replaced;
                from_new += 1;
            }
            all.extend_from(new, start..from_new);
        }
    }
    all.extend_from(old, from_old..old.len());
    all.extend_from(new, from_new..range.end);
    (all, replaced)
}

/// As [`overlay`], of points that are not needed afterwards: where all new points follow them, they are not copied.
fn overlay_onto(mut old: Columns, new: &Columns, range: Range<usize>) -> (Columns, usize) {
    let first = new.timestamps().get(range.start);
    if old.timestamps().last() >= first {
        return overlay(&old, new, range);
    }
    old.extend_from(new, range);
    (old, 0)
}

/// Divides points into chunks; one chunk is the points themselves.
fn divided(sizes: Sizes, points: Columns) -> Vec<Columns> {
    let ranges = cut(sizes.waiting(), &points);
    match ranges.len() {
        1 => vec![points],
        _ => ranges.into_iter().map(|range| points.part(range)).collect(),
    }
}

/// How points in a row are cut into chunks: each at most [`Sizes::most`] points and, except for a
/// single point, a mebibyte of text.
#[must_use]
pub(crate) fn cut(sizes: Sizes, points: &Columns) -> Vec<Range<usize>> {
    let n = points.len();
    let pieces = n.div_ceil(sizes.most).max(1);
    let even = if sizes.blocks {
        sizes.most
    } else {
        n.div_ceil(pieces).max(1)
    };
    if is_light(sizes, points) {
        return (0..n)
            .step_by(even)
            .map(|start| start..n.min(start + even))
            .collect();
    }
    let mut ranges = Vec::with_capacity(pieces);
    let (mut start, mut text) = (0, 0);
    let mut runs = points.units().iter();
    let mut run = runs.next();
    let mut run_begins = true;
    let mut metadata = points.metadata().iter().peekable();
    for index in 0..n {
        let mut weight = run.map_or(0, |run| run.unit.len() * usize::from(run_begins));
        if let Some((_, metadata)) = metadata.next_if(|(at, _)| *at as usize == index) {
            weight += metadata.len();
        }
        if index > start && (index - start == even || text + weight > sizes.text) {
            ranges.push(start..index);
            (start, text) = (index, run.map_or(0, |run| run.unit.len()));
        }
        text += weight;
        run_begins = run.is_some_and(|run| run.end as usize == index + 1);
        if run_begins {
            run = runs.next();
        }
    }
    if start < n {
        ranges.push(start..n);
    }
    ranges
}

/// Whether all the text together fits into one chunk.
fn is_light(sizes: Sizes, points: &Columns) -> bool {
    let units: usize = points.units().iter().map(|run| run.unit.len()).sum();
    let metadata: usize = points.metadata().iter().map(|(_, text)| text.len()).sum();
    units + metadata <= sizes.text
}

#[cfg(test)]
mod tests;
