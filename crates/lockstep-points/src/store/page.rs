//! A page of points in order of time, then type, then device, across all series.

mod run;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use lockstep_formats::Point;
use lockstep_formats::PointId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use super::{
    Chunk, Filter, Series, bodies, chunk_at_each, chunks_from_each, chunks_in, count_in, decode,
    open, retain_readable,
};
use crate::chunk::Codec;
use crate::columns::Columns;
use crate::cursor::PageCursor;
pub use run::PageRun;

/// The start of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// After this number of points.
    Offset(u64),
    /// After this point's position in the order; the point may have been deleted.
    After(PageCursor),
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The exact number of points that the filter selects.
    pub total: u64,
    /// The number of points on the page.
    pub given: u64,
    /// The last point of the page if more follow: the cursor of the next page.
    pub next: Option<PageCursor>,
}

/// Calls `each` with the points of a page and their ids. `each` returns whether it accepts the point;
/// the page ends before the first refused point. `each` must accept the first point.
pub fn page(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    start: Start,
    limit: u64,
    mut each: impl FnMut(PointId, &Point<'_>) -> bool,
) -> Result<Page, StoreError> {
    let all = super::series(tx, account_keys.user(), filter)?;
    let mut total = 0;
    for series in &all {
        let (from, to) = filter.range_of(series);
        total += count_in(tx, account_keys, series, from, to)?;
    }
    let mut page = Page {
        total,
        given: 0,
        next: None,
    };
    if matches!(start, Start::Offset(offset) if offset >= total) {
        return Ok(page);
    }
    let mut merge = Merge::new(tx, account_keys, &all, filter);
    let each = |run: &PageRun<'_>| run.accepted(&mut each);
    (page.given, page.next) = visit_from(&mut merge, start, limit, each)?;
    Ok(page)
}

/// Reads the points of a page without counting the total, for readers of all pages. Returns the last
/// point if more follow.
pub fn next_page(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    start: Start,
    limit: u64,
    mut each: impl FnMut(PointId, &Point<'_>) -> bool,
) -> Result<Option<PageCursor>, StoreError> {
    let each = |run: &PageRun<'_>| run.accepted(&mut each);
    next_page_by_runs(tx, account_keys, filter, start, limit, each)
}

/// As [`next_page`], for readers of whole columns. `each` returns how many of the first points of a run it accepts.
pub fn next_page_by_runs(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    start: Start,
    limit: u64,
    each: impl FnMut(&PageRun<'_>) -> usize,
) -> Result<Option<PageCursor>, StoreError> {
    let all = super::series(tx, account_keys.user(), filter)?;
    let mut merge = Merge::new(tx, account_keys, &all, filter);
    let (_, next) = visit_from(&mut merge, start, limit, each)?;
    Ok(next)
}

/// Returns the number of points that `each` accepted, and the last of them if more follow.
fn visit_from(
    merge: &mut Merge<'_, '_, '_>,
    start: Start,
    limit: u64,
    mut each: impl FnMut(&PageRun<'_>) -> usize,
) -> Result<(u64, Option<PageCursor>), StoreError> {
    let all = merge.all;
    let mut skip = merge.begin(start)?;
    // One point more shows that the page is not the last.
    let wanted = skip.saturating_add(limit).saturating_add(1);
    merge.most = merge
        .most
        .min(usize::try_from(wanted).unwrap_or(usize::MAX));
    let cursor = |last: Option<(PointId, usize)>| {
        last.map(|(id, nth)| PageCursor::new(id, &all[nth].kind, &all[nth].device))
    };
    let (mut given, mut last) = (0, None);
    while let Some((nth, mut run)) = merge.next_run()? {
        let skipped = skip.min(run.len() as u64);
        skip -= skipped;
        run.start += skipped as usize;
        if run.is_empty() {
            continue;
        }
        let Some(points) = &merge.cursors[nth].points else {
            continue;
        };
        let room = limit - given;
        if room == 0 {
            return Ok((given, cursor(last)));
        }
        let whole = run.len();
        run.end = run.start + (whole as u64).min(room) as usize;
        let run = PageRun {
            series: &all[nth],
            columns: points,
            range: run,
        };
        let accepted = each(&run);
        if let Some(timestamp) = run.timestamps()[..accepted].last() {
            let id = PointId {
                series: run.series.id,
                timestamp: *timestamp,
            };
            last = Some((id, nth));
        }
        given += accepted as u64;
        if accepted < whole {
            return Ok((given, cursor(last)));
        }
    }
    Ok((given, None))
}

/// Returns a time shortly before the point at `offset`, and the number of points before that time.
///
/// Sums over the counts of chunks find the time. At the start of a chunk, at most the chunks that begin
/// earlier hold earlier points. Their points after the time are then read: one chunk per series.
fn near(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    all: &[Series],
    filter: &Filter,
    offset: u64,
) -> Result<(i64, u64), StoreError> {
    let mut starts = Vec::new();
    for series in all {
        let (from, to) = filter.range_of(series);
        for chunk in chunks_in(tx, account_keys.user(), series.id, from, to)? {
            starts.push((chunk.t0, u64::from(chunk.n)));
        }
    }
    starts.sort_unstable();
    let (begin, _) = filter.reach();
    let (mut near, mut before) = (begin, 0);
    for (t0, n) in starts {
        if before > offset {
            break;
        }
        near = near.max(t0);
        before += n;
    }
    // `before` counts chunks up to the chunk that begins at `near`, in any order of equal starts. The
    // exact count of points before `near` is never above the points of those chunks.
    let mut exact = 0;
    if near > begin {
        for series in all {
            let (from, to) = filter.range_of(series);
            exact += count_in(tx, account_keys, series, from, to.min(near - 1))?;
        }
    }
    Ok((near, exact))
}

/// Merges the series by time; each chunk is opened when the merge reaches it.
struct Merge<'t, 'c, 's> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    all: &'s [Series],
    filter: &'s Filter,
    cursors: Vec<Cursor>,
    /// The maximum number of points of one series that are kept at a time.
    most: usize,
    /// The earliest possible timestamp and the index of the series.
    heap: BinaryHeap<Reverse<(i64, usize)>>,
    /// The number of cursors with bytes of their next chunk.
    fetched: usize,
}

/// The read position in one series.
#[derive(Default)]
struct Cursor {
    /// Known chunks that are not opened, the next one last.
    ahead: Vec<Chunk>,
    /// The number of a chunk's body and its bytes, read before the merge reaches the chunk.
    fetched: Option<(i64, Vec<u8>)>,
    /// The open chunk and the index of its next point.
    points: Option<Columns>,
    at: usize,
    end: usize,
    /// Points before this time, and those after `to`, are skipped.
    from: i64,
    to: i64,
    /// The start of the last known chunk.
    known_to: i64,
}

impl Cursor {
    /// Continues with the points of an opened chunk that are `meant`, at most `most`. The chunks of all series of an
    /// account can be open at once, so the rest of a large chunk is not kept: the chunk is opened again for it.
    fn take(&mut self, chunk: Chunk, points: Columns, (meant, most): (&Range<usize>, usize)) {
        let kept = meant.len().min(most);
        if kept < meant.len() {
            self.from = points.timestamps()[meant.start + kept];
            self.ahead.push(chunk);
        }
        if kept <= points.len() / 2 {
            self.points = Some(points.part(meant.start..meant.start + kept));
            (self.at, self.end) = (0, kept);
        } else {
            self.points = Some(points);
            (self.at, self.end) = (meant.start, meant.start + kept);
        }
    }
}

impl<'t, 'c, 's> Merge<'t, 'c, 's> {
    fn new(
        tx: &'t Tx<'c>,
        account_keys: &'t AccountKeys,
        all: &'s [Series],
        filter: &'s Filter,
    ) -> Self {
        let cursor = |series: &Series| {
            let (from, to) = filter.range_of(series);
            Cursor {
                from,
                to,
                ..Cursor::default()
            }
        };
        Self {
            tx,
            account_keys,
            all,
            filter,
            cursors: all.iter().map(cursor).collect(),
            most: (KEPT_POINTS / all.len().max(1)).max(MIN_KEPT),
            heap: BinaryHeap::with_capacity(all.len()),
            fetched: 0,
        }
    }

    /// Puts the series in from where a page starts. Gives how many points the page skips from there.
    fn begin(&mut self, start: Start) -> Result<u64, StoreError> {
        let all = self.all;
        let mut skip = 0;
        match start {
            Start::Offset(0) => self.enter((0..all.len()).map(|nth| (nth, i64::MIN)))?,
            Start::Offset(offset) => {
                let (near, before) = near(self.tx, self.account_keys, all, self.filter, offset)?;
                skip = offset - before;
                self.enter((0..all.len()).map(|nth| (nth, near)))?;
            }
            Start::After(cursor) => {
                // The last page contains the points of this time of all series up to the name of the last
                // point, in every mode. If the cursor has no name and the series no longer exists, the page
                // starts with all series: a point may be repeated, and none is left out.
                let at = cursor.point.timestamp;
                let of_series = || {
                    let series = all.iter().find(|series| series.id == cursor.point.series)?;
                    Some((series.kind.clone(), series.device.clone()))
                };
                let last = cursor.name.clone().or_else(of_series);
                let next = |(nth, series): (usize, &Series)| {
                    let is_given = last.as_ref().is_some_and(|(kind, device)| {
                        (&series.kind, &series.device) <= (kind, device)
                    });
                    (nth, if is_given { at.saturating_add(1) } else { at })
                };
                self.enter(all.iter().enumerate().map(next))?;
            }
        }
        Ok(skip)
    }

    /// Adds series, each starting at a time.
    fn enter(&mut self, starts: impl Iterator<Item = (usize, i64)>) -> Result<(), StoreError> {
        let (mut entered, mut places) = (Vec::new(), Vec::new());
        for (nth, from) in starts {
            let series = &self.all[nth];
            let cursor = &mut self.cursors[nth];
            let from = from.max(cursor.from);
            if from > series.last.0 || from > cursor.to {
                continue;
            }
            cursor.from = from;
            cursor.known_to = from;
            entered.push(nth);
            // No chunk begins before all times.
            if from > i64::MIN {
                places.push((nth, (series.id, from)));
            }
        }
        let (inside, places): (Vec<_>, Vec<_>) = places.into_iter().unzip();
        let found = chunk_at_each(self.tx, self.account_keys.user(), &places)?;
        for (nth, first) in inside.into_iter().zip(found) {
            let cursor = &mut self.cursors[nth];
            if let Some(first) = first
                && first.t1 >= cursor.from
                && first.is_readable(self.tx, self.account_keys)?
            {
                cursor.ahead.push(first);
            }
        }
        self.await_chunks(&entered)
    }

    /// Queues series whose chunks are exhausted, each at the start of its next chunk.
    fn await_chunks(&mut self, waiting: &[usize]) -> Result<(), StoreError> {
        let mut empty = waiting.to_vec();
        empty.retain(|nth| self.cursors[*nth].ahead.is_empty());
        while !empty.is_empty() {
            let range = |nth: &usize| {
                let cursor = &self.cursors[*nth];
                (self.all[*nth].id, (cursor.known_to, cursor.to))
            };
            let ranges: Vec<_> = empty.iter().map(range).collect();
            let user = self.account_keys.user();
            let found = chunks_from_each(self.tx, user, &ranges, ROWS_AT_ONCE)?;
            let mut still_empty = Vec::new();
            for (nth, mut ahead) in empty.into_iter().zip(found) {
                let Some(last) = ahead.last() else {
                    continue;
                };
                let cursor = &mut self.cursors[nth];
                cursor.known_to = last.t0;
                retain_readable(self.tx, self.account_keys, &mut ahead)?;
                ahead.reverse();
                if ahead.is_empty() {
                    still_empty.push(nth);
                }
                cursor.ahead = ahead;
            }
            empty = still_empty;
        }
        for nth in waiting {
            let cursor = &self.cursors[*nth];
            if let Some(next) = cursor.ahead.last() {
                self.heap.push(Reverse((next.t0.max(cursor.from), *nth)));
            }
        }
        Ok(())
    }

    /// Returns the next run of points: the index of the series and the range in its open chunk.
    fn next_run(&mut self) -> Result<Option<(usize, Range<usize>)>, StoreError> {
        while let Some(Reverse((_, nth))) = self.heap.pop() {
            let cursor = &mut self.cursors[nth];
            if cursor.at == cursor.end {
                // The chunk is opened only now, when no earlier point can exist.
                let Some(chunk) = cursor.ahead.pop() else {
                    continue;
                };
                let series = self.all[nth].id;
                let fetched = cursor.fetched.take();
                self.fetched -= usize::from(fetched.is_some());
                let points = match fetched {
                    Some((body, bytes)) if body == chunk.body => {
                        decode(self.tx, &bytes, self.account_keys, series, &chunk)?
                    }
                    _ => open(self.tx, self.account_keys, series, &chunk)?,
                };
                let meant = points.places(cursor.from, cursor.to);
                cursor.take(chunk, points, (&meant, self.most));
                let kept = cursor.points.as_ref().map(Columns::timestamps);
                let until = kept.and_then(|times| times[cursor.at..cursor.end].last().copied());
                self.requeue(nth)?;
                if let Some(until) = until {
                    self.fetch(until)?;
                }
                continue;
            }
            let Some(points) = &cursor.points else {
                continue;
            };
            let times = &points.timestamps()[cursor.at..cursor.end];
            let length = match self.heap.peek() {
                None => times.len(),
                Some(Reverse(next)) => run_length(times, |at| (at, nth) < *next),
            };
            // The front of the heap is this series' own entry, so the run holds at least its point.
            let run = cursor.at..cursor.at + length.max(1);
            cursor.at = run.end;
            self.run_ended(nth, &run)?;
            return Ok(Some((nth, run)));
        }
        Ok(None)
    }

    /// Reads the bytes of the next chunks that begin up to `until`, a time that the page may reach, at most [`FETCHED`], in
    /// one step: one after the other, each would take the time to the database.
    fn fetch(&mut self, until: i64) -> Result<(), StoreError> {
        let is_near = |Reverse((at, _)): &Reverse<(i64, usize)>| *at <= until;
        if self.fetched > 0 || !self.heap.peek().is_some_and(is_near) {
            return Ok(());
        }
        let mut near = Vec::new();
        for Reverse((at, nth)) in self.heap.iter().filter(|entry| is_near(entry)) {
            let cursor = &self.cursors[*nth];
            if cursor.at == cursor.end
                && let Some(next) = cursor.ahead.last()
                && next.codec == Codec::Columns
            {
                near.push((*at, *nth, next.body));
            }
        }
        if near.len() < 2 {
            return Ok(());
        }
        near.sort_unstable();
        near.truncate(FETCHED);
        let numbers: Vec<i64> = near.iter().map(|(_, _, body)| *body).collect();
        let found = bodies(self.tx, self.account_keys.user(), &numbers)?;
        for ((_, nth, body), bytes) in near.into_iter().zip(found) {
            if let Some(bytes) = bytes {
                self.cursors[nth].fetched = Some((body, bytes));
                self.fetched += 1;
            }
        }
        Ok(())
    }

    /// An exhausted chunk stays open for the caller of this run; its series is queued for the next
    /// chunk.
    fn run_ended(&mut self, nth: usize, run: &Range<usize>) -> Result<(), StoreError> {
        debug_assert!(!run.is_empty());
        self.requeue(nth)
    }

    fn requeue(&mut self, nth: usize) -> Result<(), StoreError> {
        let cursor = &self.cursors[nth];
        match &cursor.points {
            Some(points) if cursor.at < cursor.end => {
                self.heap
                    .push(Reverse((points.timestamps()[cursor.at], nth)));
                Ok(())
            }
            _ => self.await_chunks(&[nth]),
        }
    }
}

/// Returns how many of the ascending `times` are `early`, counted from the first; fast for short runs.
fn run_length(times: &[i64], early: impl Fn(i64) -> bool) -> usize {
    let mut bound = 1;
    while bound < times.len() && early(times[bound]) {
        bound *= 2;
    }
    let low = bound / 2;
    let high = bound.min(times.len());
    low + times[low..high].partition_point(|at| early(*at))
}

/// The chunks whose bytes are read before the merge reaches them: with the longest texts, 32 MiB.
const FETCHED: usize = 32;
/// The number of chunk rows fetched at a time.
const ROWS_AT_ONCE: i64 = 8;
/// The points of all series that are kept at a time: 64 MiB of times and values.
const KEPT_POINTS: usize = 4 << 20;
/// The points of one series that are kept at least. An account with the most series keeps 40 MiB of them.
const MIN_KEPT: usize = 256;

#[cfg(test)]
mod tests;
