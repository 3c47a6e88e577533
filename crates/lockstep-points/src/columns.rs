//! Points before they are stored: grouped by series, with one column for each field.

mod batch;

use std::ops::Range;

use lockstep_formats::LocalDate;

pub use batch::{Batch, SeriesIndex, SeriesPoints};

/// Points of one series, one column for each field; sorted by time if the producer states it.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    timestamps: Vec<i64>,
    values: Vec<f64>,
    units: Vec<UnitRun>,
    /// One value for each point, NaN for a point without confidence; empty if no point has confidence.
    confidence: Vec<f64>,
    /// The index and text of each point with metadata, by index.
    metadata: Vec<(u32, Box<str>)>,
}

/// A run of points in the same unit; it ends at `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRun {
    /// The index after the run's last point.
    pub end: u32,
    /// The unit as sent.
    pub unit: Box<str>,
}

/// One point of [`Columns`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    /// Milliseconds since 1970.
    pub timestamp: i64,
    /// The value, in `unit`.
    pub value: f64,
    /// The unit as sent.
    pub unit: &'a str,
    /// The confidence, 0–1.
    pub confidence: Option<f64>,
    /// The metadata: the text of a JSON object.
    pub metadata: Option<&'a str>,
}

impl Columns {
    /// Builds points from decoded columns; `None` if the columns are inconsistent.
    pub(crate) fn from_parts(
        timestamps: Vec<i64>,
        values: Vec<f64>,
        units: Vec<UnitRun>,
        confidence: Vec<f64>,
        metadata: Vec<(u32, Box<str>)>,
    ) -> Option<Self> {
        let n = timestamps.len();
        let fit = values.len() == n
            && units.last().map_or(0, |run| run.end as usize) == n
            && units.first().is_none_or(|run| run.end > 0)
            && units.windows(2).all(|pair| pair[0].end < pair[1].end)
            && (confidence.is_empty() || confidence.len() == n)
            && metadata.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && metadata.last().is_none_or(|last| (last.0 as usize) < n);
        fit.then_some(Self {
            timestamps,
            values,
            units,
            confidence,
            metadata,
        })
    }

    /// Returns the same points with other values, one for each point.
    #[must_use]
    pub(crate) fn with_values(&self, values: Vec<f64>) -> Self {
        debug_assert_eq!(values.len(), self.len());
        Self {
            timestamps: self.timestamps.clone(),
            values,
            units: self.units.clone(),
            confidence: self.confidence.clone(),
            metadata: self.metadata.clone(),
        }
    }

    /// Appends a point.
    #[inline]
    pub fn push(
        &mut self,
        timestamp: i64,
        value: f64,
        unit: &str,
        confidence: Option<f64>,
        metadata: Option<&str>,
    ) {
        let place = self.timestamps.len();
        self.timestamps.push(timestamp);
        self.values.push(value);
        self.extend_unit(unit, 1);
        if confidence.is_some() || !self.confidence.is_empty() {
            self.confidence.resize(place, f64::NAN);
            self.confidence.push(confidence.unwrap_or(f64::NAN));
        }
        if let Some(text) = metadata {
            self.metadata.push((place as u32, text.into()));
        }
    }

    /// Appends points in one unit: a timestamp and a value for each, without confidence and metadata.
    pub(crate) fn extend_plain(&mut self, timestamps: &[i64], values: &[f64], unit: &str) {
        debug_assert_eq!(timestamps.len(), values.len());
        if timestamps.is_empty() {
            return;
        }
        self.timestamps.extend_from_slice(timestamps);
        self.values.extend_from_slice(values);
        self.extend_unit(unit, timestamps.len());
        if !self.confidence.is_empty() {
            self.confidence.resize(self.timestamps.len(), f64::NAN);
        }
    }

    /// Appends the points of `from` in `range`.
    pub(crate) fn extend_from(&mut self, from: &Self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let place = self.timestamps.len();
        self.timestamps
            .extend_from_slice(&from.timestamps[range.clone()]);
        self.values.extend_from_slice(&from.values[range.clone()]);
        let first_run = from
            .units
            .partition_point(|run| run.end as usize <= range.start);
        let mut start = range.start;
        for run in &from.units[first_run..] {
            let end = range.end.min(run.end as usize);
            self.extend_unit(&run.unit, end - start);
            start = end;
            if start == range.end {
                break;
            }
        }
        if !from.confidence.is_empty() {
            self.confidence.resize(place, f64::NAN);
            self.confidence
                .extend_from_slice(&from.confidence[range.clone()]);
        } else if !self.confidence.is_empty() {
            self.confidence.resize(self.timestamps.len(), f64::NAN);
        }
        let first = from
            .metadata
            .partition_point(|(at, _)| (*at as usize) < range.start);
        for (at, text) in &from.metadata[first..] {
            if *at as usize >= range.end {
                break;
            }
            let moved = *at as usize - range.start + place;
            self.metadata.push((moved as u32, text.clone()));
        }
    }

    /// Appends all points of `from`.
    pub(crate) fn append(&mut self, from: Self) {
        match self.is_empty() {
            true => *self = from,
            false => self.extend_from(&from, 0..from.len()),
        }
    }

    /// Returns the points of a range of indexes.
    #[must_use]
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        part.extend_from(self, range);
        part
    }

    /// Returns the points without those at these ascending indexes.
    fn without(&self, gone: &[usize]) -> Self {
        let mut kept = Self::default();
        let mut from = 0;
        for index in gone {
            kept.extend_from(self, from..*index);
            from = index + 1;
        }
        kept.extend_from(self, from..self.len());
        kept
    }

    #[inline]
    fn extend_unit(&mut self, unit: &str, count: usize) {
        match self.units.last_mut() {
            Some(run) if *run.unit == *unit => run.end += count as u32,
            last => {
                let start = last.map_or(0, |run| run.end);
                self.units.push(UnitRun {
                    end: start + count as u32,
                    unit: unit.into(),
                });
            }
        }
    }

    /// Sorts by time; of equal timestamps the last is kept. Returns the others by time, those of one time in order of
    /// arrival.
    pub(crate) fn sort_newest_wins(&mut self) -> Self {
        if self.is_strictly_sorted() {
            return Self::default();
        }
        let mut order: Vec<u32> = (0..self.timestamps.len() as u32).collect();
        order.sort_by_key(|index| self.timestamps[*index as usize]);
        let (mut sorted, mut earlier) = (Self::default(), Self::default());
        for (nth, index) in order.iter().enumerate() {
            let index = *index as usize;
            let is_replaced = order
                .get(nth + 1)
                .is_some_and(|next| self.timestamps[*next as usize] == self.timestamps[index]);
            let part = if is_replaced {
                &mut earlier
            } else {
                &mut sorted
            };
            part.extend_from(self, index..index + 1);
        }
        *self = sorted;
        earlier
    }

    /// Returns whether every timestamp is later than the one before it.
    #[must_use]
    pub fn is_strictly_sorted(&self) -> bool {
        self.timestamps.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// Returns the number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.timestamps.len()
    }

    /// Returns whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.timestamps.is_empty()
    }

    /// Returns the timestamps in milliseconds since 1970.
    #[must_use]
    pub fn timestamps(&self) -> &[i64] {
        &self.timestamps
    }

    /// Returns the values as sent, each in its unit.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the runs of units.
    #[must_use]
    pub fn units(&self) -> &[UnitRun] {
        &self.units
    }

    /// Returns the confidence of each point, NaN for a point without; empty if no point has confidence.
    #[must_use]
    pub fn confidence(&self) -> &[f64] {
        &self.confidence
    }

    /// Returns the index and text of each point that has metadata, by index.
    #[must_use]
    pub fn metadata(&self) -> &[(u32, Box<str>)] {
        &self.metadata
    }

    /// Returns the point at an index.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn entry(&self, index: usize) -> Entry<'_> {
        let run = self.units.partition_point(|run| run.end as usize <= index);
        Entry {
            timestamp: self.timestamps[index],
            value: self.values[index],
            unit: &self.units[run].unit,
            confidence: self
                .confidence
                .get(index)
                .copied()
                .filter(|confidence| !confidence.is_nan()),
            metadata: self
                .metadata
                .binary_search_by_key(&(index as u32), |(at, _)| *at)
                .ok()
                .map(|found| &*self.metadata[found].1),
        }
    }

    /// Returns the local date that the metadata of the point at an index states.
    #[must_use]
    pub fn local_date(&self, index: usize) -> Option<LocalDate> {
        let at = u32::try_from(index).ok()?;
        let found = self.metadata.binary_search_by_key(&at, |(at, _)| *at);
        LocalDate::of_point(self.timestamps[index], &self.metadata[found.ok()?].1)
    }

    /// Iterates over the points.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.len()).map(|place| self.entry(place))
    }

    /// Returns the indexes of the points with `from <= timestamp <= to`; the columns must be sorted.
    #[must_use]
    pub fn places(&self, from: i64, to: i64) -> Range<usize> {
        let start = self.timestamps.partition_point(|at| *at < from);
        let end = self.timestamps.partition_point(|at| *at <= to);
        start..end.max(start)
    }
}

/// Bitwise equality: sending an identical value again changes nothing.
impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        self.timestamps == other.timestamps
            && same_bits(&self.values, &other.values)
            && self.units == other.units
            && same_confidence(&self.confidence, &other.confidence)
            && self.metadata == other.metadata
    }
}

fn same_bits(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| one.to_bits() == other.to_bits())
}

/// A column of NaN only equals an absent column.
fn same_confidence(one: &[f64], other: &[f64]) -> bool {
    let none = |column: &[f64]| column.iter().all(|value| value.is_nan());
    if one.is_empty() || other.is_empty() {
        return none(one) && none(other);
    }
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.to_bits() == other.to_bits() || (one.is_nan() && other.is_nan())
        })
}

/// The maximum number of points that a source collects before it stores them.
pub const MAX_BATCH_POINTS: usize = 100_000;

#[cfg(test)]
mod tests;
