//! The intervals of one device, read chunk by chunk.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;

use lockstep_formats::catalogue::PointType;
use lockstep_metrics::{Interval, IntervalBuilder, Reading};
use lockstep_points::columns::Columns;
use lockstep_points::store::Chunks;
use lockstep_store::StoreError;

use crate::operations::metrics::canonical::plausible_with_exact_time;

/// The readings of a device in one mode; one chunk is read ahead.
pub(super) struct Reader<'t, 'c> {
    pub(super) chunks: PointSource<'t, 'c>,
    pub(super) ahead: VecDeque<Reading>,
}

impl Reader<'_, '_> {
    /// Reads chunks until a reading is available or no chunk is left.
    fn fill(&mut self, kind: &PointType) -> Result<(), StoreError> {
        while self.ahead.is_empty()
            && let Some(piece) = self.chunks.next()
        {
            let (points, meant) = piece?;
            self.ahead.reserve(meant.len());
            plausible_with_exact_time(kind, &points, meant, |index, value, confidence| {
                let at = points.timestamps()[index];
                self.ahead.push_back(Reading {
                    at,
                    value,
                    confidence,
                });
            });
        }
        Ok(())
    }

    /// Does the work of [`Reader::fill`] for the readings from a time on.
    pub(super) fn fill_from(&mut self, kind: &PointType, from: i64) -> Result<(), StoreError> {
        loop {
            self.fill(kind)?;
            let early = self.ahead.partition_point(|reading| reading.at < from);
            if early == 0 {
                return Ok(());
            }
            self.ahead.drain(..early);
        }
    }
}

/// The intervals of one device. An error ends the iteration and is stored in `failure`.
pub(super) struct DeviceIntervals<'t, 'c, 'f> {
    /// One reader for each mode.
    pub(super) sources: Vec<Reader<'t, 'c>>,
    pub(super) kind: &'static PointType,
    pub(super) holding: IntervalBuilder,
    /// The intervals of the current batch; the buffer is used again for each batch.
    pub(super) held: Vec<Interval>,
    /// The index of the next interval in `held`.
    pub(super) next: usize,
    pub(super) failure: &'f RefCell<Option<StoreError>>,
}

impl Iterator for DeviceIntervals<'_, '_, '_> {
    type Item = Interval;

    #[inline]
    fn next(&mut self) -> Option<Interval> {
        loop {
            if let Some(interval) = self.held.get(self.next) {
                self.next += 1;
                return Some(*interval);
            }
            self.held.clear();
            self.next = 0;
            let read = if self.sources.len() == 1 {
                self.read_alone()
            } else {
                self.read_merged()
            };
            match read {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    *self.failure.borrow_mut() = Some(error);
                    self.sources.clear();
                    return None;
                }
            }
        }
    }
}

impl DeviceIntervals<'_, '_, '_> {
    /// Builds the intervals of the next chunk of the only mode. Returns `false` if no chunk is left.
    fn read_alone(&mut self) -> Result<bool, StoreError> {
        let Some(piece) = self.sources.first_mut().and_then(|one| one.chunks.next()) else {
            return Ok(false);
        };
        let (points, meant) = piece?;
        let (held, holding) = (&mut self.held, &mut self.holding);
        held.reserve(meant.len());
        plausible_with_exact_time(self.kind, &points, meant, |index, value, confidence| {
            held.extend(holding.push(Reading {
                at: points.timestamps()[index],
                value,
                confidence,
            }));
        });
        Ok(true)
    }

    /// Builds intervals of the readings that precede those of every other mode. Returns `false` if no
    /// reading is left.
    fn read_merged(&mut self) -> Result<bool, StoreError> {
        for source in &mut self.sources {
            source.fill(self.kind)?;
        }
        let first = |source: &Reader<'_, '_>| source.ahead.front().map(|reading| reading.at);
        let firsts = self.sources.iter().enumerate();
        let next = firsts.filter_map(|(nth, source)| Some((first(source)?, nth)));
        let Some((_, nth)) = next.min() else {
            return Ok(false);
        };
        let others = self.sources.iter().enumerate();
        let others = others.filter(|(other, _)| *other != nth);
        let until = others.filter_map(|(_, source)| first(source)).min();
        let ahead = &mut self.sources[nth].ahead;
        // Of two readings at one time, the first is taken alone.
        let count = until.map_or(ahead.len(), |until| {
            ahead.partition_point(|reading| reading.at < until).max(1)
        });
        for reading in ahead.drain(..count) {
            self.held.extend(self.holding.push(reading));
        }
        Ok(true)
    }
}

/// The points of a series, chunk by chunk.
pub(super) enum PointSource<'t, 'c> {
    Stored(Chunks<'t, 'c>),
    InMemory(Option<(Columns, Range<usize>)>),
}

impl Iterator for PointSource<'_, '_> {
    type Item = Result<(Columns, Range<usize>), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Stored(chunks) => chunks.next(),
            Self::InMemory(points) => points.take().map(Ok),
        }
    }
}
