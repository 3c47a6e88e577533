//! Daily values from stored rows if they exist; values read from points are stored as rows for the next
//! request.

mod spans;
mod storing;

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_metrics::{Days, Interval};
use lockstep_store::StoreError;

use super::device_days::{DayRule, ValuesByDay};
use super::readings::{MAX_DEVICES, Source};
use super::{DAILY, HEART_RATE, POWER};
use crate::day::{HeartDay, HeartDayMaker, PowerDay, PowerDayMaker, ValueDay};
use lockstep_points::store::Series;
use lockstep_points::store::day::{self, ComputedRows, DayRow, DayRowKind};

#[cfg(test)]
pub(in crate::operations) use storing::wait_until_stored;
pub(in crate::operations) use storing::{store_computed, store_current};

impl Source<'_, '_> {
    /// Returns the rows that were computed because none was stored. They may be stored.
    pub(in crate::operations) fn into_fresh(self) -> Vec<ComputedRows> {
        self.fresh.into_inner()
    }

    /// Returns the days of the range that have heart rate. A day that the range cuts contains only the
    /// part inside the range.
    pub(in crate::operations) fn heart_days(
        &self,
        range: (i64, i64),
        days: &mut Days,
    ) -> Result<BTreeMap<i32, Arc<HeartDay>>, StoreError> {
        let mut of_points = |range, days: &mut Days| {
            let add = |maker: &mut HeartDayMaker, part: &Interval, _: bool| maker.add(part);
            self.made_days(HEART_RATE, range, days, add, HeartDayMaker::finish)
        };
        let mut found = self.by_day(
            HEART_RATE,
            range,
            days,
            &RowCodec {
                row_kind: DayRowKind::Metrics,
                decode: |bytes| HeartDay::decode(bytes).map(Arc::new),
                encode: |day: &Arc<HeartDay>| day.encode(),
                known: |bounds| self.heart_days.borrow().get(&bounds).cloned(),
                met: |bounds, day: &Arc<HeartDay>| {
                    self.heart_days.borrow_mut().insert(bounds, day.clone());
                },
            },
            &mut of_points,
        )?;
        found.retain(|_, day| !day.is_empty());
        Ok(found)
    }

    /// Returns the days of the range that have power or speed, like [`Source::heart_days`].
    pub(in crate::operations) fn output_days(
        &self,
        kind: &'static str,
        range: (i64, i64),
        days: &mut Days,
    ) -> Result<BTreeMap<i32, Arc<PowerDay>>, StoreError> {
        let mut of_points = |range, days: &mut Days| {
            let add = |maker: &mut PowerDayMaker, part: &Interval, is_derived: bool| {
                maker.add(part);
                if is_derived {
                    maker.mark_derived();
                }
            };
            self.made_days(kind, range, days, add, PowerDayMaker::finish)
        };
        let mut found = self.by_day(
            kind,
            range,
            days,
            &RowCodec {
                row_kind: DayRowKind::Metrics,
                decode: |bytes| PowerDay::decode(bytes).map(Arc::new),
                encode: |day: &Arc<PowerDay>| day.encode(),
                known: |bounds| self.output_days.borrow().get(&(kind, bounds)).cloned(),
                met: |bounds, day: &Arc<PowerDay>| {
                    let mut known = self.output_days.borrow_mut();
                    known.insert((kind, bounds), day.clone());
                },
            },
            &mut of_points,
        )?;
        found.retain(|_, day| !day.minutes.is_empty());
        Ok(found)
    }

    /// Reads the days of a range whose rows metrics read of one of [`metric_types`], so that [`Source::into_fresh`] returns the
    /// missing rows.
    pub(in crate::operations) fn read_metric_rows(
        &self,
        kind: &str,
        (range, days): ((i64, i64), &mut Days),
    ) -> Result<(), StoreError> {
        if kind == HEART_RATE {
            return self.heart_days(range, days).map(drop);
        }
        if let Some(output) = OUTPUTS.into_iter().find(|output| *output == kind) {
            return self.output_days(output, range, days).map(drop);
        }
        let daily = DAILY.into_iter().find(|daily| daily.kind == kind);
        daily.map_or(Ok(()), |daily| {
            let found = self.value_days(kind, range, days, daily.rule);
            found.map(drop)
        })
    }

    /// Makes the days of a type from its intervals; `add` takes each one, and whether it is derived.
    fn made_days<M: Default, R>(
        &self,
        kind: &str,
        range: (i64, i64),
        days: &mut Days,
        add: impl Fn(&mut M, &Interval, bool),
        finish: impl Fn(M) -> R,
    ) -> Result<BTreeMap<i32, Arc<R>>, StoreError> {
        let mut made = BTreeMap::new();
        let (mut day, mut maker) = (None, M::default());
        self.interval_batches(kind, range, |intervals, is_derived| {
            days.split_all(intervals, |of, parts| {
                if let Some(before) = day.filter(|day| *day != of) {
                    made.insert(before, Arc::new(finish(std::mem::take(&mut maker))));
                }
                day = Some(of);
                for part in parts {
                    add(&mut maker, part, is_derived);
                }
            });
        })?;
        made.extend(day.map(|day| (day, Arc::new(finish(maker)))));
        Ok(made)
    }

    /// Returns the values of a type by calendar day. If several devices measured on a day, one counts.
    pub(in crate::operations) fn daily(
        &self,
        kind: &str,
        range: (i64, i64),
        days: &mut Days,
        rule: DayRule,
    ) -> Result<ValuesByDay, StoreError> {
        self.value_days(kind, range, days, rule)
            .map(ValuesByDay::of)
    }

    /// Returns the values of a type by calendar day, as rows store them.
    pub(super) fn value_days(
        &self,
        kind: &str,
        range: (i64, i64),
        days: &mut Days,
        rule: DayRule,
    ) -> Result<BTreeMap<i32, ValueDay>, StoreError> {
        self.by_day(
            kind,
            range,
            days,
            &RowCodec {
                row_kind: DayRowKind::Metrics,
                decode: ValueDay::decode,
                encode: |day: &ValueDay| Some(day.encode()),
                known: |_| None,
                met: |_, _: &ValueDay| {},
            },
            &mut |range, days: &mut Days| self.daily_of_points(kind, range, days, rule),
        )
    }

    /// Returns the days of a type, each from its stored row or from the points. Days from the first to the last point of a
    /// series under a mode, and the days that these affect, have no row. If all other points fit into one chunk, the points are read, because rows would cost more.
    pub(in crate::operations) fn by_day<R: Clone + Default>(
        &self,
        kind: &str,
        (from, to): (i64, i64),
        days: &mut Days,
        codec: &RowCodec<
            impl Fn((i64, i64)) -> Option<R>,
            impl Fn((i64, i64), &R),
            impl Fn(&R) -> Option<Vec<u8>>,
            R,
        >,
        of_points: &mut impl FnMut((i64, i64), &mut Days) -> Result<BTreeMap<i32, R>, StoreError>,
    ) -> Result<BTreeMap<i32, R>, StoreError> {
        let all = self.inputs(kind, codec.row_kind)?;
        let ends = (
            all.iter().map(|series| series.first.0).min(),
            all.iter().map(|series| series.last.0).max(),
        );
        let (Some(begins), Some(ends)) = ends else {
            return Ok(BTreeMap::new());
        };
        let plain = all.iter().filter(|series| series.mode.is_none());
        let total: u64 = plain.map(|series| series.total).sum();
        let has_no_rows = self.makes_rows && all.len() > MAX_DEVICES;
        if self.is_given() || total <= WORTH_ROWS || has_no_rows {
            return self.without_rows((from, to), days, of_points);
        }
        let reach = day::reach(kind);
        let (begins, ends) = (begins.saturating_sub(reach), ends.saturating_add(reach));
        let (first, last) = (from.max(begins), to.min(ends));
        let (Some(first), Some(last)) = (days.of(first), days.of(last)) else {
            return self.without_rows((from, to), days, of_points);
        };
        let wanted = DayRange {
            from,
            to,
            ends,
            first,
            last,
            under_mode: days_under_mode(&all, codec.row_kind),
        };
        let Some(stored) = self.stored_days(kind, &wanted, days, codec)? else {
            return self.without_rows((from, to), days, of_points);
        };
        let (tx, account_keys) = self.at();
        let mut found = stored.found;
        let mut fresh = Vec::new();
        for (first, last) in stored.runs {
            let (Some((begin, _)), Some((_, end))) = (days.bounds(first), days.bounds(last)) else {
                continue;
            };
            let mut made = of_points((from.max(begin), to.min(end - 1)), days)?;
            for (day, bounds) in stored.whole.range(first..=last) {
                let day_of = made.entry(*day).or_default();
                (codec.met)(*bounds, day_of);
                // The row of an unfinished day would be dropped with the next point.
                if bounds.1 <= tx.now().0
                    && fresh.len() < MAX_ROWS
                    && let Some(body) = (codec.encode)(day_of)
                {
                    let (t0, t1) = *bounds;
                    fresh.push(DayRow { t0, t1, body });
                }
            }
            found.extend(made);
        }
        // With more devices, the choice of devices depends on more than the day.
        if !fresh.is_empty() && all.len() <= MAX_DEVICES {
            let stamp = day::row_stamp(tx, account_keys.user(), (kind, codec.row_kind))?;
            self.fresh.borrow_mut().push(ComputedRows {
                kind: kind.to_owned(),
                row_kind: codec.row_kind,
                stamp,
                rows: fresh,
            });
        }
        Ok(found)
    }

    /// Returns the days of a range that has no rows; none if only rows are wanted.
    fn without_rows<R>(
        &self,
        range: (i64, i64),
        days: &mut Days,
        of_points: &mut impl FnMut((i64, i64), &mut Days) -> Result<BTreeMap<i32, R>, StoreError>,
    ) -> Result<BTreeMap<i32, R>, StoreError> {
        match self.makes_rows {
            true => Ok(BTreeMap::new()),
            false => of_points(range, days),
        }
    }

    /// Returns the days of a range that are known or have a row; `None` if an end of the range is outside
    /// the calendar.
    fn stored_days<R, Met: Fn((i64, i64), &R), Encode>(
        &self,
        kind: &str,
        wanted: &DayRange,
        days: &Days,
        codec: &RowCodec<impl Fn((i64, i64)) -> Option<R>, Met, Encode, R>,
    ) -> Result<Option<StoredDays<R>>, StoreError> {
        let DayRange {
            from,
            to,
            ends,
            first,
            last,
            ..
        } = *wanted;
        if days.bounds(first).is_none() || days.bounds(last).is_none() {
            return Ok(None);
        }
        let bounds = days.all_bounds(first..=last);
        let may_have_row = |(t0, t1): (i64, i64)| {
            let is_whole = from <= t0 && (to >= t1 - 1 || to >= ends);
            is_whole && !wanted.is_under_mode((t0, t1))
        };
        // Days that are known, from earlier ranges or requests, need no rows.
        let needs_row =
            |bounds: &(i64, i64)| may_have_row(*bounds) && (codec.known)(*bounds).is_none();
        let begins = bounds.iter().map(|(_, bounds)| *bounds).filter(needs_row);
        let begins: Vec<i64> = begins.map(|(t0, _)| t0).collect();
        let (tx, account_keys) = self.at();
        let stored = match begins.first().zip(begins.last()) {
            Some((first, last)) => {
                let rows_of = (kind, codec.row_kind);
                day::rows(tx, account_keys, rows_of, *first..=*last)?
            }
            None => Vec::new(),
        };
        let mut stored = stored.into_iter().peekable();
        let mut found = BTreeMap::new();
        let mut runs: Vec<(i32, i32)> = Vec::new();
        let mut whole = BTreeMap::new();
        for (day, (t0, t1)) in bounds {
            while stored.next_if(|row| row.t0 < t0).is_some() {}
            let row = stored.next_if(|row| row.t0 == t0 && row.t1 == t1);
            if may_have_row((t0, t1)) {
                if let Some(day_of) = (codec.known)((t0, t1)) {
                    found.insert(day, day_of);
                    continue;
                }
                if let Some(day_of) = row.and_then(|row| (codec.decode)(&row.body)) {
                    (codec.met)((t0, t1), &day_of);
                    found.insert(day, day_of);
                    continue;
                }
                whole.insert(day, (t0, t1));
            }
            // A row of this day would not be stored.
            if self.makes_rows && (!may_have_row((t0, t1)) || t1 > tx.now().0) {
                continue;
            }
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == day => *end = day,
                _ => runs.push((day, day)),
            }
        }
        Ok(Some(StoredDays { found, runs, whole }))
    }
}

/// Returns the types of which metrics read rows of days.
pub(in crate::operations) fn metric_types() -> impl Iterator<Item = &'static str> {
    let daily = DAILY.into_iter().map(|daily| daily.kind);
    [HEART_RATE].into_iter().chain(OUTPUTS).chain(daily)
}

/// Returns the times of the days that series under a mode affect, from their first to their last point. The rows of these days
/// are not stored: the owner may revoke the key.
fn days_under_mode(all: &[Series], row_kind: DayRowKind) -> Vec<(i64, i64)> {
    let under_mode = all.iter().filter(|series| series.mode.is_some());
    let affected = under_mode.map(|series| {
        let times = (series.first.0, series.last.0);
        day::affected(&series.kind, row_kind, times)
    });
    affected.collect()
}

/// The requested days of a type.
struct DayRange {
    /// Both ends inclusive.
    from: i64,
    to: i64,
    /// The last time at which a point of the type counts.
    ends: i64,
    /// The first day.
    first: i32,
    /// The last day.
    last: i32,
    /// The times of the days that series under a mode affect: first and last millisecond.
    under_mode: Vec<(i64, i64)>,
}

impl DayRange {
    /// Whether a series under a mode affects the day between two midnights.
    fn is_under_mode(&self, (t0, t1): (i64, i64)) -> bool {
        let mut times = self.under_mode.iter();
        times.any(|(first, last)| t0 <= *last && t1 > *first)
    }
}

/// Days of a type from stored rows, and the days without a row.
struct StoredDays<R> {
    found: BTreeMap<i32, R>,
    /// Ranges of consecutive days without a row; each range is read at once.
    runs: Vec<(i32, i32)>,
    /// The days of `runs` that may have a row, with their bounds: they are completely inside the range, and no series
    /// under a mode affects them.
    whole: BTreeMap<i32, (i64, i64)>,
}

/// The functions that encode and decode the rows of a type, and the cache of this computation.
pub(in crate::operations) struct RowCodec<Known, Met, Encode, R> {
    pub(in crate::operations) row_kind: DayRowKind,
    pub(in crate::operations) decode: fn(&[u8]) -> Option<R>,
    pub(in crate::operations) encode: Encode,
    pub(in crate::operations) known: Known,
    pub(in crate::operations) met: Met,
}

/// The types of [`Source::output_days`].
const OUTPUTS: [&str; 2] = [POWER, "speed"];
/// The number of points above which rows are used: about one chunk.
const WORTH_ROWS: u64 = 4096;
/// The maximum number of rows that one response stores.
const MAX_ROWS: usize = 4000;
