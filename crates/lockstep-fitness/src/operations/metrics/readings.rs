//! Reads stored readings as non-overlapping intervals and as daily values.

mod device_intervals;
mod kept_days;
mod speeds;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use lockstep_formats::{MAX_DISTANCE_MILLIS, has_local_time};
use lockstep_metrics::{
    Arbitration, Days, DeviceClass, Interval, IntervalBuilder, Reading, Readings,
};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;

use super::HEART_RATE;
use super::canonical::{known, plausible_with_exact_time, time_in_day};
use crate::day::ValueDay;
use lockstep_points::columns::{Columns, SeriesPoints};
use lockstep_points::device::Device;
use lockstep_points::store::{self, Filter, Series};

use device_intervals::{DeviceIntervals, PointSource, Reader};

use super::day_cache::{CacheUse, HeartDays, OutputDays};
use super::device_days::{DayRule, DayValue, DeviceDays};
use lockstep_points::store::day::{ComputedRows, DayRowKind};

/// The readings of one account: stored readings, or the readings of a request.
pub(in crate::operations) struct Source<'t, 'c> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    registered: Vec<Device>,
    given: Option<&'t [SeriesPoints]>,
    /// All stored series, once they were read.
    stored: OnceCell<Vec<Series>>,
    /// The days of heart rate read so far.
    pub(super) heart_days: RefCell<HeartDays>,
    /// The days of power and of speed read so far.
    pub(super) output_days: RefCell<OutputDays>,
    pub(super) fresh: RefCell<Vec<ComputedRows>>,
    /// The days of earlier requests.
    pub(super) cache: Option<CacheUse>,
    /// The number of days that were taken from the cache.
    pub(super) taken: Cell<usize>,
    /// Whether only rows are wanted: see [`Source::of_missing_rows`].
    pub(super) makes_rows: bool,
}

impl<'t, 'c> Source<'t, 'c> {
    pub(in crate::operations) fn new(
        tx: &'t Tx<'c>,
        account_keys: &'t AccountKeys,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            tx,
            account_keys,
            registered: store::device::devices(tx, account_keys.user())?,
            given: None,
            stored: OnceCell::new(),
            heart_days: RefCell::default(),
            output_days: RefCell::default(),
            fresh: RefCell::default(),
            cache: None,
            taken: Cell::default(),
            makes_rows: false,
        })
    }

    /// Uses a cache of days, which the caller fills with [`Source::keep_days`].
    pub(super) fn with_cache(self, cache: Option<CacheUse>) -> Self {
        Self { cache, ..self }
    }

    /// Reads only the points of days that can have a row and have none, so that [`Source::into_fresh`] returns their rows: no
    /// point of a day that a mode affects is opened.
    pub(in crate::operations) fn of_missing_rows(self) -> Self {
        Self {
            makes_rows: true,
            ..self
        }
    }

    /// Creates a source of these points, sorted by time, instead of the stored points.
    pub(in crate::operations) fn given(
        tx: &'t Tx<'c>,
        account_keys: &'t AccountKeys,
        points: &'t [SeriesPoints],
    ) -> Result<Self, StoreError> {
        Ok(Self {
            given: Some(points),
            ..Self::new(tx, account_keys)?
        })
    }

    /// Returns the time of the latest point. A value of a day counts at its time within its local day.
    pub(in crate::operations) fn latest(
        &self,
        days: &mut Days,
    ) -> Result<Option<Timestamp>, StoreError> {
        let all = self.series(&Filter::default())?;
        let Some(latest) = all.iter().map(|series| series.last).max() else {
            return Ok(None);
        };
        let mut found = None;
        for series in all {
            // Earlier points are in earlier days than the latest point, regardless of their local
            // dates.
            let begin = latest.0.saturating_sub(2 * MAX_DISTANCE_MILLIS);
            if series.last.0 < begin {
                continue;
            }
            if SAMPLED.contains(&series.kind.as_str()) {
                found = found.max(Some(series.last));
                continue;
            }
            let filter = Filter {
                from: Some(Timestamp(begin)),
                ..Filter::default()
            };
            for piece in self.pieces(&series, &filter)? {
                let (points, meant) = piece?;
                for place in meant {
                    found = found.max(Some(Timestamp(time_in_day(&points, place, days))));
                }
            }
        }
        // A series whose points cannot be read has a time, but no dates.
        Ok(found.or(Some(latest)))
    }

    /// Returns whether the points are part of the request.
    pub(super) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Returns the transaction and the account keys.
    pub(super) fn at(&self) -> (&'t Tx<'c>, &'t AccountKeys) {
        (self.tx, self.account_keys)
    }

    /// Returns the series that match the filter's type and range, ordered by type and device.
    pub(super) fn series(&self, filter: &Filter) -> Result<Vec<Series>, StoreError> {
        let Some(given) = self.given else {
            return self.stored_series(filter);
        };
        let meant = (0..).zip(given).filter_map(|(id, one)| {
            let times = one.columns.timestamps();
            let series = Series {
                id,
                kind: one.kind.to_string(),
                device: one.device.to_string(),
                mode: None,
                block: 0,
                gen_no: 0,
                open_since: None,
                total: times.len() as u64,
                first: Timestamp(*times.first()?),
                last: Timestamp(*times.last()?),
            };
            let is_meant = filter.kind.as_ref().is_none_or(|kind| *kind == series.kind)
                && filter.from.is_none_or(|from| series.last >= from)
                && filter.to.is_none_or(|to| series.first <= to);
            is_meant.then_some(series)
        });
        Ok(meant.collect())
    }

    /// Returns the stored series that match the filter. The series of a type are read once.
    fn stored_series(&self, filter: &Filter) -> Result<Vec<Series>, StoreError> {
        let user = self.account_keys.user();
        if filter.device.is_some() || filter.from.is_some() || filter.to.is_some() {
            return store::series(self.tx, user, filter);
        }
        let all = match self.stored.get() {
            Some(all) => all,
            None => {
                let all = store::series(self.tx, user, &Filter::default())?;
                self.stored.get_or_init(|| all)
            }
        };
        let is_meant =
            |series: &&Series| filter.kind.as_ref().is_none_or(|kind| *kind == series.kind);
        Ok(all.iter().filter(is_meant).cloned().collect())
    }

    /// Returns the points of a series in the filter's range, chunk by chunk.
    fn pieces(&self, series: &Series, filter: &Filter) -> Result<PointSource<'t, 'c>, StoreError> {
        let Some(given) = self.given else {
            let chunks = store::chunks(self.tx, self.account_keys, series, filter)?;
            return Ok(PointSource::Stored(chunks));
        };
        let points = usize::try_from(series.id).ok().and_then(|at| given.get(at));
        Ok(PointSource::InMemory(points.map(|one| {
            let from = filter.from.map_or(i64::MIN, |from| from.0);
            let to = filter.to.map_or(i64::MAX, |to| to.0);
            (one.columns.clone(), one.columns.places(from, to))
        })))
    }

    /// Calls `each` with the intervals of a type in time order: in the canonical unit, plausible, and cut
    /// at both ends of the range. Where devices overlap, one counts. Readings without an exact time do not count. A reading before the range counts
    /// for the time that it still holds, so the results of adjacent ranges add up. Where no speed is recorded, it is derived from positions.
    ///
    /// The series of a device's modes are merged, with one chunk of each mode in memory. At most
    /// [`MAX_DEVICES`] devices count, those with the most points.
    pub(in crate::operations) fn intervals(
        &self,
        kind: &str,
        range: (i64, i64),
        mut each: impl FnMut(Interval),
    ) -> Result<(), StoreError> {
        self.intervals_with_origin(kind, range, |interval, _| each(interval))
    }

    /// Returns the milliseconds of a range in which a second device's heart rate differs from the one that counts by
    /// more than `beyond`.
    pub(super) fn contradicted(&self, range: (i64, i64), beyond: f64) -> Result<i64, StoreError> {
        let all = self.series(&Filter {
            kind: Some(HEART_RATE.to_owned()),
            ..Filter::default()
        })?;
        let overlapping = all
            .iter()
            .filter(|one| one.first.0 <= range.1 && one.last.0 >= range.0);
        let devices: BTreeSet<&str> = overlapping.map(|one| one.device.as_str()).collect();
        if devices.len() < 2 {
            return Ok(0);
        }
        self.arbitrated(HEART_RATE, range, Some(beyond), |_| {})
    }

    /// Returns whether a device has heart rates in a range that do not count because their exact time is unknown. Only the
    /// first chunk of each series is read: a device whose export has no time zones has them in no point.
    pub(super) fn has_heart_rate_without_exact_time(
        &self,
        (from, to): (i64, i64),
    ) -> Result<bool, StoreError> {
        let filter = Filter {
            kind: Some(HEART_RATE.to_owned()),
            from: Some(Timestamp(from)),
            to: Some(Timestamp(to)),
            ..Filter::default()
        };
        for series in self.series(&filter)? {
            let Some(piece) = self.pieces(&series, &filter)?.next() else {
                continue;
            };
            let (points, meant) = piece?;
            let mut metadata = points.metadata().iter();
            if metadata.any(|(at, text)| meant.contains(&(*at as usize)) && has_local_time(text)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether one device has points of a type before `early` and from `late` on.
    pub(in crate::operations) fn is_of_one_device(
        &self,
        kind: &str,
        (early, late): (i64, i64),
    ) -> Result<bool, StoreError> {
        let mut devices = BTreeMap::<String, (i64, i64)>::new();
        let filter = Filter {
            kind: Some(kind.to_owned()),
            ..Filter::default()
        };
        for series in self.series(&filter)? {
            let ends = devices.entry(series.device);
            let (first, last) = ends.or_insert((i64::MAX, i64::MIN));
            *first = (*first).min(series.first.0);
            *last = (*last).max(series.last.0);
        }
        let mut ends = devices.values();
        Ok(ends.any(|(first, last)| *first < early && *last >= late))
    }

    /// Does the work of [`Source::intervals`] with many intervals at once, and returns the milliseconds in which devices
    /// contradict each other.
    fn arbitrated(
        &self,
        kind: &str,
        (from, to): (i64, i64),
        beyond: Option<f64>,
        mut each: impl FnMut(&[Interval]),
    ) -> Result<i64, StoreError> {
        let failure = RefCell::new(None);
        let filter = Filter {
            kind: Some(kind.to_owned()),
            device: None,
            from: Some(Timestamp(from.saturating_sub(IntervalBuilder::REACH))),
            to: Some(Timestamp(to.saturating_add(IntervalBuilder::REACH))),
            ..Filter::default()
        };
        let all = self.series_by_device(&filter)?;
        let holding = match kind {
            HEART_RATE => IntervalBuilder::by_minute(),
            _ => IntervalBuilder::default(),
        };
        let end = to.saturating_add(1);
        if let [(_, alone)] = all.as_slice()
            && let [series] = alone.as_slice()
        {
            self.intervals_of(series, &filter, holding, (from, end), each)?;
            return Ok(0);
        }
        let mut devices = Vec::with_capacity(all.len());
        for (device, of) in &all {
            let mut sources = Vec::with_capacity(of.len());
            for series in of {
                sources.push(Reader {
                    chunks: self.pieces(series, &filter)?,
                    ahead: VecDeque::new(),
                });
            }
            devices.push(Readings {
                class: self.class(device),
                intervals: DeviceIntervals {
                    sources,
                    kind: known(kind),
                    holding: holding.clone(),
                    held: Vec::new(),
                    next: 0,
                    failure: &failure,
                },
            });
        }
        let mut arbitration = Arbitration::new(devices).comparing(beyond);
        let mut built = Vec::new();
        for interval in arbitration.by_ref() {
            built.extend(interval.within(from, end));
            if built.len() >= MAX_BUILT {
                each(&built);
                built.clear();
            }
        }
        each(&built);
        let contradicted = arbitration.contradicted();
        failure.take().map_or(Ok(contradicted), Err)
    }

    /// Returns the series that match a filter, of the [`MAX_DEVICES`] devices with the most points.
    fn series_by_device(&self, filter: &Filter) -> Result<Vec<(String, Vec<Series>)>, StoreError> {
        let mut by_device = BTreeMap::<String, Vec<Series>>::new();
        for series in self.series(filter)? {
            let of_device = by_device.entry(series.device.clone()).or_default();
            of_device.push(series);
        }
        let mut all: Vec<(String, Vec<Series>)> = by_device.into_iter().collect();
        let points = |of: &[Series]| of.iter().map(|series| series.total).sum::<u64>();
        all.sort_by_key(|(_, of)| std::cmp::Reverse(points(of)));
        all.truncate(MAX_DEVICES);
        // Devices with equal counts are ordered by name, so that the choice is stable as points arrive.
        all.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(all)
    }

    /// Calls `each` with the intervals of one series between two times, those of a chunk at once. Most accounts have one series
    /// of a type: its intervals need no arbitration.
    fn intervals_of(
        &self,
        series: &Series,
        filter: &Filter,
        mut holding: IntervalBuilder,
        (from, end): (i64, i64),
        mut each: impl FnMut(&[Interval]),
    ) -> Result<(), StoreError> {
        let kind = known(&series.kind);
        // The intervals of a chunk are built before they are used: a processor waits when it reads a value right
        // after it was written in parts.
        let mut built: Vec<Interval> = Vec::new();
        for piece in self.pieces(series, filter)? {
            let (points, meant) = piece?;
            built.clear();
            built.reserve(meant.len());
            // A builder of this loop alone stays in registers.
            let mut builder = holding.clone();
            plausible_with_exact_time(kind, &points, meant, |index, value, confidence| {
                let at = points.timestamps()[index];
                let interval = builder.push(Reading {
                    at,
                    value,
                    confidence,
                });
                built.extend(interval.and_then(|interval| interval.within(from, end)));
            });
            holding = builder;
            each(&built);
        }
        Ok(())
    }

    /// Returns the times of the first and the last point of a type, or of those that its values are derived from.
    pub(in crate::operations) fn ends(&self, kind: &str) -> Result<Option<(i64, i64)>, StoreError> {
        let all = self.inputs(kind, DayRowKind::Metrics)?;
        let first = all.iter().map(|series| series.first.0).min();
        Ok(first.zip(all.iter().map(|series| series.last.0).max()))
    }

    /// Computes [`Source::daily`] from the points.
    pub(super) fn daily_of_points(
        &self,
        kind: &str,
        (from, to): (i64, i64),
        days: &mut Days,
        rule: DayRule,
    ) -> Result<BTreeMap<i32, ValueDay>, StoreError> {
        // A value of a day may have a time outside of its local day.
        let filter = Filter {
            kind: Some(kind.to_owned()),
            device: None,
            from: Some(Timestamp(from.saturating_sub(MAX_DISTANCE_MILLIS))),
            to: Some(Timestamp(to.saturating_add(MAX_DISTANCE_MILLIS))),
            ..Filter::default()
        };
        let mut device_days = DeviceDays::default();
        let mut add = |series: &Series, points: &Columns, meant: Range<usize>| {
            device_days.add(
                series,
                self.class(&series.device),
                (points, meant),
                (from, to),
                days,
            );
            Ok::<_, StoreError>(())
        };
        if self.given.is_none() {
            store::scan(self.tx, self.account_keys, &filter, &mut add)?;
        } else {
            for series in self.series(&filter)? {
                for piece in self.pieces(&series, &filter)? {
                    let (points, meant) = piece?;
                    add(&series, &points, meant)?;
                }
            }
        }
        let value = |(day, taken): (i32, DayValue)| {
            let of_day = ValueDay {
                value: Some(taken.value),
                shared: taken.shared,
                piecemeal: taken.count > 1,
            };
            (day, of_day)
        };
        Ok(device_days
            .day_values(rule)
            .into_iter()
            .map(value)
            .collect())
    }

    /// Returns the class of a device, from its registration or else its name.
    pub(in crate::operations) fn class(&self, named: &str) -> DeviceClass {
        let registered = self.registered.iter().find(|device| device.is(named));
        registered.map_or_else(
            || DeviceClass::of(named),
            |device| {
                let words = format!("{} {}", device.kind, device.name);
                DeviceClass::of(&words.replace('_', " "))
            },
        )
    }
}

/// The types without daily values: their points count at their times.
pub(in crate::operations) const SAMPLED: [&str; 9] = [
    "altitude",
    "cadence",
    "heart_rate",
    "latitude",
    "longitude",
    "power",
    "rr_interval",
    "sleep_stage",
    "speed",
];
const SPEED: &str = "speed";
/// The number of intervals of several devices that are passed on at once.
const MAX_BUILT: usize = 1024;
/// The maximum number of devices: each holds a chunk in memory while it is read.
pub(super) const MAX_DEVICES: usize = 64;
