//! What devices measured, day by day.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lockstep_metrics::{Days, DeviceClass};

use super::readings::{Source, known, plausible};
use lockstep_points::columns::Columns;
use lockstep_points::store::Series;

/// What a day's points of one device make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::operations) enum Take {
    /// Their mean; of several devices the surest, then the better class, then the one with the
    /// most points.
    Mean,
    /// Their sum; of several devices the greatest, so that nothing counts twice.
    Most,
}

/// Values by calendar day, counted from 1970-01-01.
#[derive(Debug, Default)]
pub(in crate::operations) struct Daily {
    pub(in crate::operations) values: BTreeMap<i32, f64>,
    /// Whether several devices measured on one day.
    pub(in crate::operations) shared: bool,
    /// The days told in several points: the last of them may go on.
    pub(in crate::operations) piecemeal: BTreeSet<i32>,
}

impl Daily {
    /// One entry a day, from the first to the last.
    pub(in crate::operations) fn between(&self, first: i32, last: i32) -> Vec<Option<f64>> {
        (first..=last)
            .map(|day| self.values.get(&day).copied())
            .collect()
    }
}

/// What devices measured, day by day: taken in series after series, by device.
#[derive(Default)]
pub(in crate::operations) struct Tallies {
    devices: Vec<MeasuredBy>,
    /// By day, then device.
    all: BTreeMap<(i32, usize), Tally>,
}

/// A device that measured.
pub(in crate::operations) struct MeasuredBy {
    /// Its first series.
    pub(in crate::operations) series: i64,
    device: String,
    /// Points that are not plausible.
    pub(in crate::operations) implausible: u64,
}

/// What a day's value is made of.
pub(in crate::operations) struct Taken {
    /// The value.
    pub(in crate::operations) value: f64,
    /// The place of the device it is of.
    pub(in crate::operations) device: usize,
    /// Its points.
    pub(super) count: u64,
    /// Whether several devices measured.
    pub(super) shared: bool,
}

impl Tallies {
    /// Takes in points of a series, those that are meant.
    pub(in crate::operations) fn take_in(
        &mut self,
        source: &Source<'_, '_>,
        series: &Series,
        (points, meant): (&Columns, Range<usize>),
        days: &mut Days,
    ) {
        // The series of a device follow one another: one for each mode its points lie under.
        if self.devices.last().map(|last| &last.device) != Some(&series.device) {
            self.devices.push(MeasuredBy {
                series: series.id,
                device: series.device.clone(),
                implausible: 0,
            });
        }
        let device = self.devices.len() - 1;
        let mut implausible = meant.len() as u64;
        plausible(
            known(&series.kind),
            points,
            meant,
            |at, value, confidence| {
                if let Some(day) = days.of(at) {
                    let tally = self
                        .all
                        .entry((day, device))
                        .or_insert_with(|| Tally::of(source.class(&series.device)));
                    tally.count += 1.0;
                    tally.sum += value;
                    tally.confidence += confidence.unwrap_or(1.0);
                }
                implausible -= 1;
            },
        );
        self.devices[device].implausible += implausible;
    }

    /// The devices, in the order they were met.
    pub(in crate::operations) fn devices(&self) -> &[MeasuredBy] {
        &self.devices
    }

    /// A device's plausible points of a day.
    pub(in crate::operations) fn count(&self, day: i32, device: usize) -> u64 {
        let tally = self.all.get(&(day, device));
        tally.map_or(0, |tally| tally.count as u64)
    }

    /// The value of each day, and whose it is.
    pub(in crate::operations) fn taken(&self, take: Take) -> BTreeMap<i32, Taken> {
        let mut chosen = BTreeMap::<i32, (usize, &Tally, bool)>::new();
        for ((day, device), tally) in &self.all {
            match chosen.get_mut(day) {
                None => drop(chosen.insert(*day, (*device, tally, false))),
                Some((other, best, shared)) => {
                    *shared = true;
                    if tally.rank(take) > best.rank(take) {
                        (*other, *best) = (*device, tally);
                    }
                }
            }
        }
        let taken = |(day, (device, tally, shared)): (i32, (usize, &Tally, bool))| {
            let taken = Taken {
                value: tally.value(take),
                device,
                count: tally.count as u64,
                shared,
            };
            (day, taken)
        };
        chosen.into_iter().map(taken).collect()
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
