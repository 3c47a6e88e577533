//! Daily values of each device.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lockstep_formats::LocalDate;
use lockstep_formats::catalogue::PointType;
use lockstep_metrics::{Days, DeviceClass};

use super::canonical::{known, plausible, time_in_day};
use crate::day::ValueDay;
use lockstep_points::columns::Columns;
use lockstep_points::store::Series;

/// The rule that combines the points of one device and day into a value. If any of the points state the
/// day as their local date, only these are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::operations) enum DayRule {
    /// The mean. Of several devices, the one with the highest confidence counts, then the better class,
    /// then the one with the most points.
    Mean,
    /// The sum. Of several devices, the one with the greatest sum counts, so that no value counts twice.
    Sum,
}

/// Values by calendar day, counted from 1970-01-01.
#[derive(Debug, Default)]
pub(in crate::operations) struct ValuesByDay {
    pub(in crate::operations) values: BTreeMap<i32, f64>,
    /// Whether several devices measured on one day.
    pub(in crate::operations) shared: bool,
    /// The days with several points; the last of these days may be incomplete.
    pub(in crate::operations) piecemeal: BTreeSet<i32>,
}

impl ValuesByDay {
    /// Combines the values of days.
    pub(in crate::operations) fn of(days: BTreeMap<i32, ValueDay>) -> Self {
        let mut daily = Self::default();
        for (day, of_day) in days {
            if let Some(value) = of_day.value {
                daily.values.insert(day, value);
                daily.shared |= of_day.shared;
                if of_day.piecemeal {
                    daily.piecemeal.insert(day);
                }
            }
        }
        daily
    }

    /// Returns one entry for each day from `first` to `last`.
    pub(in crate::operations) fn between(&self, first: i32, last: i32) -> Vec<Option<f64>> {
        (first..=last)
            .map(|day| self.values.get(&day).copied())
            .collect()
    }
}

/// The daily values of each device. Series are added in the order of their devices.
#[derive(Default)]
pub(in crate::operations) struct DeviceDays {
    /// The type of the points; all series have the same.
    kind: Option<&'static PointType>,
    devices: Vec<MeasuredBy>,
    /// The values by day and device index.
    all: BTreeMap<(i32, usize), DeviceDay>,
}

/// A device with points.
pub(in crate::operations) struct MeasuredBy {
    /// The number of the device's first series.
    pub(in crate::operations) series: i64,
    device: String,
    /// The number of points outside the plausible range.
    pub(in crate::operations) implausible: u64,
}

/// The value of a day and its source.
pub(in crate::operations) struct DayValue {
    /// The value.
    pub(in crate::operations) value: f64,
    /// The index of the device in [`DeviceDays::devices`].
    pub(in crate::operations) device: usize,
    /// The number of points.
    pub(super) count: u64,
    /// Whether several devices measured.
    pub(super) shared: bool,
}

impl DeviceDays {
    /// Adds the points of a series in the index range `meant` that count between two times, both
    /// inclusive. A point with a local date counts within that day. `class` is that of the series' device.
    pub(in crate::operations) fn add(
        &mut self,
        series: &Series,
        class: DeviceClass,
        (points, meant): (&Columns, Range<usize>),
        range: (i64, i64),
        days: &mut Days,
    ) {
        let places = days_of_points(points, meant.clone(), range, days);
        if places.iter().all(Option::is_none) {
            return;
        }
        self.kind = Some(known(&series.kind));
        // A device has one series for each encryption mode; these series are consecutive.
        if self.devices.last().map(|last| &last.device) != Some(&series.device) {
            self.devices.push(MeasuredBy {
                series: series.id,
                device: series.device.clone(),
                implausible: 0,
            });
        }
        let device = self.devices.len() - 1;
        let mut implausible = places.iter().flatten().count() as u64;
        let start = meant.start;
        plausible(
            known(&series.kind),
            points,
            meant,
            |index, value, confidence| {
                let Some(of) = places[index - start] else {
                    return;
                };
                implausible -= 1;
                let device_day = self
                    .all
                    .entry((of.day, device))
                    .or_insert_with(|| DeviceDay::of(class));
                let sums = if of.is_dated {
                    &mut device_day.dated
                } else {
                    &mut device_day.samples
                };
                sums.count += 1.0;
                sums.sum += value;
                sums.confidence += confidence.unwrap_or(1.0);
            },
        );
        self.devices[device].implausible += implausible;
    }

    /// Returns the devices in the order of their series.
    pub(in crate::operations) fn devices(&self) -> &[MeasuredBy] {
        &self.devices
    }

    /// Returns the number of a device's plausible points on a day.
    pub(in crate::operations) fn count(&self, day: i32, device: usize) -> u64 {
        let device_day = self.all.get(&(day, device));
        device_day.map_or(0, |device_day| {
            (device_day.samples.count + device_day.dated.count) as u64
        })
    }

    /// Returns the number of a device's plausible points on a day that are not part of its value: points
    /// without a local date, beside points that state the day.
    pub(in crate::operations) fn superseded_points(&self, day: i32, device: usize) -> u64 {
        let device_day = self.all.get(&(day, device));
        let displaced = device_day.filter(|device_day| device_day.dated.count > 0.0);
        displaced.map_or(0, |device_day| device_day.samples.count as u64)
    }

    /// Returns the value of each day with its device. A sum that no day can have is left out.
    pub(in crate::operations) fn day_values(&self, rule: DayRule) -> BTreeMap<i32, DayValue> {
        let mut chosen = BTreeMap::<i32, (usize, &DeviceDay, bool)>::new();
        for ((day, device), device_day) in &self.all {
            let value = device_day.value(rule);
            if !self.kind.is_none_or(|kind| kind.is_plausible(value)) {
                continue;
            }
            match chosen.get_mut(day) {
                None => drop(chosen.insert(*day, (*device, device_day, false))),
                Some((other, best, shared)) => {
                    *shared = true;
                    if device_day.rank(rule) > best.rank(rule) {
                        (*other, *best) = (*device, device_day);
                    }
                }
            }
        }
        let taken = |(day, (device, device_day, shared)): (i32, (usize, &DeviceDay, bool))| {
            let taken = DayValue {
                value: device_day.value(rule),
                device,
                count: device_day.counted().count as u64,
                shared,
            };
            (day, taken)
        };
        chosen.into_iter().map(taken).collect()
    }
}

/// The day that a point counts for.
#[derive(Clone, Copy)]
struct PointDay {
    day: i32,
    /// Whether the point states the day.
    is_dated: bool,
}

/// Returns the day of each point of the index range; `None` for a point outside of `range`.
fn days_of_points(
    points: &Columns,
    meant: Range<usize>,
    (from, to): (i64, i64),
    days: &mut Days,
) -> Vec<Option<PointDay>> {
    let has_dates = !points.metadata().is_empty();
    meant
        .map(|index| {
            let date = has_dates.then(|| points.local_date(index)).flatten();
            let at = match date {
                Some(_) => time_in_day(points, index, days),
                None => points.timestamps()[index],
            };
            if !(from..=to).contains(&at) {
                return None;
            }
            let day = date.map(LocalDate::day).or_else(|| days.of(at))?;
            let is_dated = date.is_some();
            Some(PointDay { day, is_dated })
        })
        .collect()
}

/// Returns whether a point of the index range counts between two times, both inclusive.
pub(in crate::operations) fn is_in_range(
    points: &Columns,
    meant: Range<usize>,
    range: (i64, i64),
    days: &mut Days,
) -> bool {
    days_of_points(points, meant, range, days)
        .iter()
        .any(Option::is_some)
}

/// The points of one device on one day.
struct DeviceDay {
    class: DeviceClass,
    /// The points without a local date.
    samples: Sums,
    /// The points with a local date. If there is any such point, the samples are not part of the value.
    dated: Sums,
}

/// Orders the devices of a day: the highest counts. The fields are compared in this order.
#[derive(PartialEq, PartialOrd)]
struct Rank {
    /// The mean confidence, or the sum, by the rule of the type.
    figure: f64,
    class: DeviceClass,
    /// The number of points.
    count: f64,
}

/// Totals over points.
#[derive(Default)]
struct Sums {
    count: f64,
    sum: f64,
    confidence: f64,
}

impl DeviceDay {
    fn of(class: DeviceClass) -> Self {
        Self {
            class,
            samples: Sums::default(),
            dated: Sums::default(),
        }
    }

    fn counted(&self) -> &Sums {
        if self.dated.count > 0.0 {
            &self.dated
        } else {
            &self.samples
        }
    }

    fn value(&self, rule: DayRule) -> f64 {
        let Sums { count, sum, .. } = self.counted();
        match rule {
            DayRule::Mean => sum / count,
            DayRule::Sum => *sum,
        }
    }

    fn rank(&self, rule: DayRule) -> Rank {
        let Sums {
            count,
            sum,
            confidence,
        } = self.counted();
        Rank {
            figure: match rule {
                DayRule::Mean => confidence / count,
                DayRule::Sum => *sum,
            },
            class: self.class,
            count: *count,
        }
    }
}
