//! Points of many series.

use std::collections::BTreeMap;

use lockstep_formats::Point;

use super::Columns;

/// Points of any number of series, in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    series: Vec<SeriesPoints>,
    /// The places of the series by type and device; empty while there are at most [`FEW_SERIES`].
    slots: BTreeMap<Box<str>, BTreeMap<Box<str>, SeriesIndex>>,
    last: SeriesIndex,
    len: usize,
}

/// The points of one series.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesPoints {
    /// The type of the points, as the API names it.
    pub kind: Box<str>,
    /// A device's id or name.
    pub device: Box<str>,
    /// The points.
    pub columns: Columns,
}

impl SeriesPoints {
    /// Returns the points in the type of the API.
    pub fn points(&self) -> impl Iterator<Item = Point<'_>> {
        (0..self.columns.len()).map(|place| self.point(place))
    }

    /// Returns the point at an index below the number of points.
    #[must_use]
    pub fn point(&self, place: usize) -> Point<'_> {
        let entry = self.columns.entry(place);
        Point {
            timestamp: entry.timestamp,
            kind: &self.kind,
            value: entry.value,
            unit: entry.unit,
            device: &self.device,
            confidence: entry.confidence,
            metadata: entry.metadata,
        }
    }
}

/// The position of a series in a [`Batch`], so that a reader does not look the series up again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesIndex(usize);

impl SeriesIndex {
    /// Returns the index of the series in [`Batch::series`].
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

impl Batch {
    /// Adds a point. If the previous point belongs to the same series, the look-up costs three string
    /// comparisons.
    pub fn push(&mut self, point: &Point<'_>) -> SeriesIndex {
        let slot = self.slot(point.kind, point.device);
        self.push_into(
            slot,
            point.timestamp,
            point.value,
            point.unit,
            point.confidence,
            point.metadata,
        );
        slot
    }

    /// Adds a point to a series that [`Batch::push`] or [`Batch::slot`] has returned.
    #[inline]
    pub(crate) fn push_into(
        &mut self,
        slot: SeriesIndex,
        timestamp: i64,
        value: f64,
        unit: &str,
        confidence: Option<f64>,
        metadata: Option<&str>,
    ) {
        self.len += 1;
        self.series[slot.0]
            .columns
            .push(timestamp, value, unit, confidence, metadata);
    }

    /// Adds points in one unit to a series that [`Batch::slot`] has returned: a timestamp and a value for each, without
    /// confidence and metadata.
    pub(crate) fn extend_into(
        &mut self,
        slot: SeriesIndex,
        timestamps: &[i64],
        values: &[f64],
        unit: &str,
    ) {
        self.len += timestamps.len();
        self.series[slot.0]
            .columns
            .extend_plain(timestamps, values, unit);
    }

    /// Adds the points of another batch after those of this one.
    pub(crate) fn append(&mut self, other: Self) {
        self.len += other.len;
        for series in other.series {
            match self.place(&series.kind, &series.device) {
                Some(slot) => self.series[slot.0].columns.append(series.columns),
                None => {
                    self.add(series);
                }
            }
        }
    }

    /// Returns the number of points in all series.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the batch has no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the series in order of their first point.
    #[must_use]
    pub fn series(&self) -> &[SeriesPoints] {
        &self.series
    }

    /// Returns the series by type and device, the order in which every writer locks them. Each series
    /// is sorted by time; of equal timestamps the newest is kept.
    #[must_use]
    pub fn into_sorted(self) -> Vec<SeriesPoints> {
        let sorted = self.into_sorted_and_earlier().into_iter();
        sorted.map(|(series, _)| series).collect()
    }

    /// Returns the series as [`Batch::into_sorted`], each with the points that a newer one of the same timestamp
    /// replaced: by time, those of one time in order of arrival.
    #[must_use]
    pub(crate) fn into_sorted_and_earlier(mut self) -> Vec<(SeriesPoints, Columns)> {
        self.series
            .sort_by(|one, other| (&one.kind, &one.device).cmp(&(&other.kind, &other.device)));
        let series = self.series.into_iter().map(|mut series| {
            let earlier = series.columns.sort_newest_wins();
            (series, earlier)
        });
        series.collect()
    }

    /// Removes the points at these ascending indexes of each series. A series without points is removed
    /// too, so earlier [`SeriesIndex`]s are invalid afterwards.
    pub(crate) fn remove(&mut self, gone: &[Vec<usize>]) {
        if gone.iter().all(Vec::is_empty) {
            return;
        }
        let mut all = std::mem::take(self);
        for (series, gone) in all.series.iter_mut().zip(gone) {
            if !gone.is_empty() {
                series.columns = series.columns.without(gone);
            }
        }
        all.series.retain(|series| !series.columns.is_empty());
        for series in all.series {
            self.len += series.columns.len();
            self.add(series);
        }
    }

    /// Returns the position of a series. A new one is added without points: the caller adds some.
    pub(crate) fn slot(&mut self, kind: &str, device: &str) -> SeriesIndex {
        if let Some(last) = self.series.get(self.last.0)
            && *last.kind == *kind
            && *last.device == *device
        {
            return self.last;
        }
        self.last = match self.place(kind, device) {
            Some(slot) => slot,
            None => self.add(SeriesPoints {
                kind: kind.into(),
                device: device.into(),
                columns: Columns::default(),
            }),
        };
        self.last
    }

    /// Returns the place of a series.
    fn place(&self, kind: &str, device: &str) -> Option<SeriesIndex> {
        if self.series.len() <= FEW_SERIES {
            let is_meant =
                |series: &SeriesPoints| *series.kind == *kind && *series.device == *device;
            return self.series.iter().position(is_meant).map(SeriesIndex);
        }
        self.slots.get(kind)?.get(device).copied()
    }

    /// Adds a series that is not there yet.
    fn add(&mut self, series: SeriesPoints) -> SeriesIndex {
        let slot = SeriesIndex(self.series.len());
        if self.series.is_empty() {
            self.series.reserve_exact(FIRST_SERIES);
        }
        self.series.push(series);
        if self.series.len() > FEW_SERIES {
            // The first ones are entered with the one that makes them many.
            let from = if slot.0 == FEW_SERIES { 0 } else { slot.0 };
            for (nth, series) in self.series.iter().enumerate().skip(from) {
                let (device, slot) = (series.device.clone(), SeriesIndex(nth));
                // Most types are there already: an entry would take a copy of the type for each series.
                if let Some(devices) = self.slots.get_mut(&series.kind) {
                    devices.insert(device, slot);
                } else {
                    let devices = BTreeMap::from([(device, slot)]);
                    self.slots.insert(series.kind.clone(), devices);
                }
            }
        }
        slot
    }
}

/// Compares the points and their order; the cached position does not count.
impl PartialEq for Batch {
    fn eq(&self, other: &Self) -> bool {
        self.series == other.series
    }
}

/// So many series are searched one by one: a message of a device has few.
const FEW_SERIES: usize = 8;
/// There is room for so many series at first, in memory that the allocator finds quickly.
const FIRST_SERIES: usize = 6;
