//! Readings out of the store: as intervals of which none overlap, and day by day.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};

use crate::catalogue::{self, Kind};
use crate::columns::Columns;
use crate::device::Device;
use crate::metrics::{Arbitration, Days, DeviceClass, Holding, Interval, Readings};
use crate::store::{self, Chunks, Filter, Series, registry};

/// One account's readings.
pub(super) struct Source<'t, 'c> {
    tx: &'t Tx<'c>,
    user: &'t UserId,
    registered: Vec<Device>,
}

impl<'t, 'c> Source<'t, 'c> {
    pub(super) fn new(tx: &'t Tx<'c>, user: &'t UserId) -> Result<Self, StoreError> {
        Ok(Self {
            tx,
            user,
            registered: registry::devices(tx, user)?,
        })
    }

    /// Hands over the intervals of a type between two moments, in order: converted, plausible, of
    /// overlapping devices one, cut at both ends. What a reading before the first moment still
    /// holds belongs to it, so ranges that adjoin add up.
    ///
    /// One chunk a device is held; [`MOST_DEVICES`] devices take part, those with the most points.
    pub(super) fn intervals(
        &self,
        kind: &str,
        (from, to): (i64, i64),
        mut each: impl FnMut(Interval),
    ) -> Result<(), StoreError> {
        let failure = RefCell::new(None);
        let filter = Filter {
            kind: Some(kind.to_owned()),
            device: None,
            from: Some(Timestamp(from.saturating_sub(Holding::LONGEST))),
            to: Some(Timestamp(to.saturating_add(Holding::LONGEST))),
        };
        let mut series = store::series(self.tx, self.user, &filter)?;
        series.sort_by_key(|series| std::cmp::Reverse(series.total));
        series.truncate(MOST_DEVICES);
        // Of equals the first by name: the choice does not change as more points come.
        series.sort_by(|one, other| one.device.cmp(&other.device));
        let mut devices = Vec::with_capacity(series.len());
        for series in &series {
            devices.push(Readings {
                class: self.class(&series.device),
                intervals: Held {
                    chunks: store::chunks(self.tx, self.user, series, &filter)?,
                    kind: known(kind),
                    holding: Holding::default(),
                    held: Vec::new().into_iter(),
                    failure: &failure,
                },
            });
        }
        for interval in Arbitration::new(devices) {
            if let Some(inside) = interval.within(from, to.saturating_add(1)) {
                each(inside);
            }
        }
        failure.take().map_or(Ok(()), Err)
    }

    /// Whether there are points of a type before a moment.
    pub(super) fn reaches_before(&self, kind: &str, at: i64) -> Result<bool, StoreError> {
        let filter = Filter {
            kind: Some(kind.to_owned()),
            to: Some(Timestamp(at.saturating_sub(1))),
            ..Filter::default()
        };
        Ok(!store::series(self.tx, self.user, &filter)?.is_empty())
    }

    /// The values of a type by calendar day, between two moments; of several devices on a day one.
    pub(super) fn daily(
        &self,
        kind: &str,
        (from, to): (i64, i64),
        days: &mut Days,
        take: Take,
    ) -> Result<Daily, StoreError> {
        let filter = Filter {
            kind: Some(kind.to_owned()),
            device: None,
            from: Some(Timestamp(from)),
            to: Some(Timestamp(to)),
        };
        let mut tallies = BTreeMap::<(i32, i64), Tally>::new();
        let mut take_in = |series: &Series, points: &Columns, meant: Range<usize>| {
            plausible(known(kind), points, meant, |at, value, confidence| {
                if let Some(day) = days.of(at) {
                    let tally = tallies
                        .entry((day, series.id))
                        .or_insert_with(|| Tally::of(self.class(&series.device)));
                    tally.count += 1.0;
                    tally.sum += value;
                    tally.confidence += confidence.unwrap_or(1.0);
                }
            });
            Ok::<_, StoreError>(())
        };
        store::scan(self.tx, self.user, &filter, &mut take_in)?;
        let mut daily = Daily::default();
        let mut chosen = BTreeMap::<i32, Tally>::new();
        for ((day, _), tally) in tallies {
            match chosen.get_mut(&day) {
                None => drop(chosen.insert(day, tally)),
                Some(other) => {
                    daily.shared = true;
                    if tally.rank(take) > other.rank(take) {
                        *other = tally;
                    }
                }
            }
        }
        daily.values = chosen
            .into_iter()
            .map(|(day, tally)| (day, tally.value(take)))
            .collect();
        Ok(daily)
    }

    /// What a device is, by its name and by what the registry says of it.
    fn class(&self, named: &str) -> DeviceClass {
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

/// What a day's points of one device make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Take {
    /// Their mean; of several devices the surest, then the better class, then the one with the
    /// most points.
    Mean,
    /// Their sum; of several devices the greatest, so that nothing counts twice.
    Most,
}

/// Values by calendar day, counted from 1970-01-01.
#[derive(Debug, Default)]
pub(super) struct Daily {
    pub(super) values: BTreeMap<i32, f64>,
    /// Whether several devices measured on one day.
    pub(super) shared: bool,
}

impl Daily {
    /// One entry a day, from the first to the last.
    pub(super) fn between(&self, first: i32, last: i32) -> Vec<Option<f64>> {
        (first..=last)
            .map(|day| self.values.get(&day).copied())
            .collect()
    }
}

/// A day's points of one device.
struct Tally {
    class: DeviceClass,
    count: f64,
    sum: f64,
    confidence: f64,
}

impl Tally {
    fn of(class: DeviceClass) -> Self {
        Self {
            class,
            count: 0.0,
            sum: 0.0,
            confidence: 0.0,
        }
    }

    fn value(&self, take: Take) -> f64 {
        match take {
            Take::Mean => self.sum / self.count,
            Take::Most => self.sum,
        }
    }

    fn rank(&self, take: Take) -> (f64, DeviceClass, f64) {
        match take {
            Take::Mean => (self.confidence / self.count, self.class, self.count),
            Take::Most => (self.sum, self.class, self.count),
        }
    }
}

/// One device's intervals, chunk by chunk. An error ends them and is left at `failure`.
struct Held<'t, 'c, 'f> {
    chunks: Chunks<'t, 'c>,
    kind: &'static Kind,
    holding: Holding,
    held: std::vec::IntoIter<Interval>,
    failure: &'f RefCell<Option<StoreError>>,
}

impl Iterator for Held<'_, '_, '_> {
    type Item = Interval;

    #[inline]
    fn next(&mut self) -> Option<Interval> {
        loop {
            if let Some(interval) = self.held.next() {
                return Some(interval);
            }
            match self.chunks.next()? {
                Ok((points, meant)) => {
                    let mut held = Vec::with_capacity(meant.len());
                    plausible(self.kind, &points, meant, |at, value, confidence| {
                        held.extend(self.holding.push(at, value, confidence));
                    });
                    self.held = held.into_iter();
                }
                Err(error) => {
                    *self.failure.borrow_mut() = Some(error);
                    return None;
                }
            }
        }
    }
}

/// The plausible ones of these points in the type's canonical unit: time, value, confidence.
fn plausible(
    kind: &Kind,
    points: &Columns,
    meant: Range<usize>,
    mut each: impl FnMut(i64, f64, Option<f64>),
) {
    let mut start = 0;
    for run in points.units() {
        let end = run.end as usize;
        let part = meant.start.max(start)..meant.end.min(end);
        start = end;
        let Some(conversion) = kind.conversion(&run.unit) else {
            continue;
        };
        for place in part {
            let value = conversion.apply(points.values()[place]);
            if let Some(value) = value.filter(|value| kind.is_plausible(*value)) {
                let confidence = points.confidence().get(place).copied();
                let confidence = confidence.filter(|confidence| !confidence.is_nan());
                each(points.timestamps()[place], value, confidence);
            }
        }
    }
}

fn known(kind: &str) -> &'static Kind {
    catalogue::kind(kind).expect("metrics ask for types of the catalogue, and a test for each")
}

/// Each holds a chunk while it is read, so there is an end to them.
const MOST_DEVICES: usize = 64;
