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

    /// Sorts by time; of equal timestamps the last is kept.
    pub(crate) fn sort_newest_wins(&mut self) {
        if self.is_strictly_sorted() {
            return;
        }
        let mut order: Vec<u32> = (0..self.timestamps.len() as u32).collect();
        order.sort_by_key(|index| self.timestamps[*index as usize]);
        let mut sorted = Self::default();
        for (nth, index) in order.iter().enumerate() {
            let index = *index as usize;
            let replaced = order
                .get(nth + 1)
                .is_some_and(|next| self.timestamps[*next as usize] == self.timestamps[index]);
            if !replaced {
                sorted.extend_from(self, index..index + 1);
            }
        }
        *self = sorted;
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
mod tests {
    use std::collections::BTreeMap;

    use lockstep_formats::Point;

    use super::*;
    use proptest::prelude::*;

    fn point<'a>(kind: &'a str, device: &'a str, at: i64, value: f64) -> Point<'a> {
        Point {
            timestamp: at,
            kind,
            value,
            unit: "bpm",
            device,
            confidence: None,
            metadata: None,
        }
    }

    #[test]
    fn grouped_by_series() {
        let mut batch = Batch::default();
        for (nth, (kind, device)) in [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x"), ("b", "x")]
            .into_iter()
            .enumerate()
        {
            batch.push(&point(kind, device, nth as i64, 0.5));
        }
        assert_eq!(batch.len(), 5);
        let counts: Vec<_> = batch
            .into_sorted()
            .iter()
            .map(|series| {
                (
                    series.kind.to_string(),
                    series.device.to_string(),
                    series.columns.len(),
                )
            })
            .collect();
        let row = |kind: &str, device: &str, n| (kind.to_owned(), device.to_owned(), n);
        assert_eq!(
            counts,
            [row("a", "x", 2), row("a", "y", 1), row("b", "x", 2)]
        );
    }

    #[test]
    fn an_appended_batch_follows_the_earlier_points() {
        let (mut batch, mut later, mut all) = Default::default();
        for (nth, (kind, device)) in [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x"), ("c", "x")]
            .into_iter()
            .enumerate()
        {
            let part: &mut Batch = if nth < 2 { &mut batch } else { &mut later };
            part.push(&point(kind, device, nth as i64, 0.5));
            Batch::push(&mut all, &point(kind, device, nth as i64, 0.5));
        }
        batch.append(later);
        assert_eq!((batch.len(), &batch), (5, &all));
        batch.push(&point("c", "x", 9, 0.5));
        assert_eq!(batch.series().len(), 4);
    }

    /// A batch finds its series by another way once there are many.
    #[test]
    fn few_and_many_series_are_found() {
        let names: Vec<String> = (0..30).map(|nth| format!("device {nth}")).collect();
        let (mut batch, mut later) = (Batch::default(), Batch::default());
        for round in 0..3 {
            for name in &names {
                for kind in ["a", "b"] {
                    let slot = batch.push(&point(kind, name, round, 0.5));
                    let found = &batch.series()[slot.index()];
                    assert_eq!((&*found.kind, &*found.device), (kind, name.as_str()));
                    later.push(&point(kind, name, round + 3, 0.5));
                }
            }
        }
        batch.append(later);
        assert_eq!((batch.series().len(), batch.len()), (60, 360));
        assert!(batch.series().iter().all(|it| it.columns.len() == 6));
        // Of every second series the first point is removed, and of the first four all points.
        let gone = |nth: usize| match nth {
            0..4 => (0..6).collect(),
            nth if nth % 2 == 0 => vec![0],
            _ => Vec::new(),
        };
        batch.remove(&(0..60).map(gone).collect::<Vec<_>>());
        assert_eq!((batch.series().len(), batch.len()), (56, 56 * 6 - 28));
        let slot = batch.push(&point("b", "device 29", 9, 0.5));
        assert_eq!((slot.index(), batch.series().len()), (55, 56));
        let slot = batch.push(&point("a", "device 0", 9, 0.5));
        assert_eq!((slot.index(), batch.series().len()), (56, 57));
    }

    type Row = (i64, i32, u8, Option<u8>, Option<u8>);

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        prop::collection::vec(
            (
                0_i64..40,
                any::<i32>(),
                0_u8..3,
                prop::option::weighted(0.3, 0_u8..100),
                prop::option::weighted(0.3, 0_u8..5),
            ),
            0..60,
        )
    }

    fn columns(rows: &[Row]) -> Columns {
        let mut columns = Columns::default();
        for (at, value, unit, confidence, metadata) in rows {
            columns.push(
                *at,
                f64::from(*value),
                ["bpm", "/min", "W"][usize::from(*unit)],
                confidence.map(|hundredths| f64::from(hundredths) / 100.0),
                metadata.map(|n| format!("{{\"lap\":{n}}}")).as_deref(),
            );
        }
        columns
    }

    proptest! {
        #[test]
        fn newest_wins(rows in rows()) {
            let mut model = BTreeMap::new();
            for row in &rows {
                model.insert(row.0, *row);
            }
            let expected: Vec<Row> = model.into_values().collect();
            let mut sorted = columns(&rows);
            sorted.sort_newest_wins();
            prop_assert_eq!(sorted, columns(&expected));
        }

        #[test]
        fn a_range_is_what_its_points_are(rows in rows(), cut in 0_usize..60, end in 0_usize..60) {
            let all = columns(&rows);
            let cut = cut.min(rows.len());
            let end = end.clamp(cut, rows.len());
            let mut joined = columns(&rows[..cut]);
            joined.extend_from(&all, cut..end);
            prop_assert_eq!(joined, columns(&rows[..end]));
        }

        #[test]
        fn entries_are_rows(rows in rows()) {
            for (entry, row) in columns(&rows).iter().zip(&rows) {
                let mut alone = Columns::default();
                alone.push(entry.timestamp, entry.value, entry.unit, entry.confidence, entry.metadata);
                prop_assert_eq!(alone, columns(&[*row]));
            }
        }
    }
}
