//! Points of one series that follow each other in a page.

use std::ops::Range;

use lockstep_formats::export::PlainPoints;
use lockstep_formats::{Point, PointId};

use super::Series;
use crate::columns::Columns;

/// Points of one series that follow each other in a page.
#[derive(Clone, Debug)]
pub struct PageRun<'a> {
    /// The series.
    pub series: &'a Series,
    /// Points of the series.
    pub columns: &'a Columns,
    /// The indexes of the points of the run.
    pub range: Range<usize>,
}

impl PageRun<'_> {
    /// Returns the times of the points in milliseconds since 1970, ascending.
    #[must_use]
    pub fn timestamps(&self) -> &[i64] {
        &self.columns.timestamps()[self.range.clone()]
    }

    /// Returns the run without its first `count` points.
    ///
    /// # Panics
    /// If the run has fewer.
    #[must_use]
    pub fn after(&self, count: usize) -> PageRun<'_> {
        assert!(count <= self.range.len(), "a run has fewer points");
        PageRun {
            range: self.range.start + count..self.range.end,
            ..self.clone()
        }
    }

    /// Returns the points with their ids.
    pub fn points(&self) -> impl Iterator<Item = (PointId, Point<'_>)> {
        self.range.clone().map(|place| {
            let entry = self.columns.entry(place);
            let id = PointId {
                series: self.series.id,
                timestamp: entry.timestamp,
            };
            let point = Point {
                timestamp: id.timestamp,
                kind: &self.series.kind,
                value: entry.value,
                unit: entry.unit,
                device: &self.series.device,
                confidence: entry.confidence,
                metadata: entry.metadata,
            };
            (id, point)
        })
    }

    /// Returns the points in parts of one unit; `None` if a point has confidence or metadata.
    pub fn plain(&self) -> Option<impl Iterator<Item = PlainPoints<'_>>> {
        let (start, end) = (self.range.start, self.range.end);
        let metadata = self.columns.metadata();
        let first = metadata.partition_point(|(at, _)| (*at as usize) < start);
        let has_metadata = metadata
            .get(first)
            .is_some_and(|(at, _)| (*at as usize) < end);
        if has_metadata || !self.columns.confidence().is_empty() {
            return None;
        }
        let units = self.columns.units();
        let first = units.partition_point(|run| run.end as usize <= start);
        let mut next = start;
        let parts = units[first..].iter().map_while(move |unit| {
            let part = next..end.min(unit.end as usize);
            next = part.end;
            (!part.is_empty()).then(|| PlainPoints {
                series: self.series.id,
                kind: &self.series.kind,
                device: &self.series.device,
                unit: &unit.unit,
                timestamps: &self.columns.timestamps()[part.clone()],
                values: &self.columns.values()[part],
            })
        });
        Some(parts)
    }

    /// Returns how many of the first points `each` accepts.
    pub(super) fn accepted(&self, mut each: impl FnMut(PointId, &Point<'_>) -> bool) -> usize {
        let accepted = self.points().take_while(|(id, point)| each(*id, point));
        accepted.count()
    }
}

#[cfg(test)]
mod tests {
    use lockstep_store::Timestamp;

    use super::*;

    fn series() -> Series {
        Series {
            id: 7,
            kind: "heart_rate".to_owned(),
            device: "Strap".to_owned(),
            mode: None,
            block: 0,
            gen_no: 0,
            open_since: None,
            total: 6,
            first: Timestamp(0),
            last: Timestamp(5),
        }
    }

    #[test]
    fn plain_points_are_in_parts_of_one_unit() {
        let mut columns = Columns::default();
        for at in 0..6 {
            let unit = if at < 4 { "bpm" } else { "/min" };
            let metadata = (at == 5).then_some("{\"lap\":1}");
            columns.push(at, at as f64, unit, None, metadata);
        }
        let series = series();
        let mut run = PageRun {
            series: &series,
            columns: &columns,
            range: 1..5,
        };
        let parts: Vec<(&str, &[i64], &[f64])> = run
            .plain()
            .unwrap()
            .map(|part| (part.unit, part.timestamps, part.values))
            .collect();
        assert_eq!(
            parts,
            [
                ("bpm", &[1, 2, 3][..], &[1.0, 2.0, 3.0][..]),
                ("/min", &[4][..], &[4.0][..])
            ]
        );
        let after = run.after(3);
        let rest: Vec<&[i64]> = after.plain().unwrap().map(|part| part.timestamps).collect();
        assert_eq!(rest, [&[4][..]]);
        assert_eq!(run.after(4).plain().unwrap().count(), 0);
        run.range = 1..6;
        assert!(run.plain().is_none());
        assert_eq!(run.points().count(), 5);
    }

    #[test]
    fn points_with_confidence_are_not_plain() {
        let mut columns = Columns::default();
        columns.push(1, 61.0, "bpm", Some(0.5), None);
        let series = series();
        let run = PageRun {
            series: &series,
            columns: &columns,
            range: 0..1,
        };
        assert!(run.plain().is_none());
    }
}
