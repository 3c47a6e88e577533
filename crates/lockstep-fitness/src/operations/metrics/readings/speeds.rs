//! Speeds of an account: recorded ones, and those derived from positions where none is recorded.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use lockstep_formats::catalogue::PointType;
use lockstep_metrics::{
    Arbitration, Fix, Interval, IntervalBuilder, PositionSpeeds, Reading, Readings,
};
use lockstep_points::store::day::{self, DayRowKind};
use lockstep_points::store::{Filter, Series};
use lockstep_store::{StoreError, Timestamp};

use super::device_intervals::Reader;
use super::{SPEED, Source};
use crate::operations::metrics::canonical::known;

impl<'t, 'c> Source<'t, 'c> {
    /// Calls `each` with the intervals of a type, like [`Source::intervals`], and whether their values are derived from
    /// points of other types. Only speeds are.
    pub(in crate::operations) fn intervals_with_origin(
        &self,
        kind: &str,
        range: (i64, i64),
        mut each: impl FnMut(Interval, bool),
    ) -> Result<(), StoreError> {
        self.interval_batches(kind, range, |intervals, is_derived| {
            for interval in intervals {
                each(*interval, is_derived);
            }
        })
    }

    /// Does the work of [`Source::intervals_with_origin`] with many intervals at once, which all have or have not derived
    /// values.
    pub(in crate::operations) fn interval_batches(
        &self,
        kind: &str,
        range: (i64, i64),
        mut each: impl FnMut(&[Interval], bool),
    ) -> Result<(), StoreError> {
        if kind == SPEED {
            return self.speeds(range, each);
        }
        let recorded = |intervals: &[Interval]| each(intervals, false);
        self.arbitrated(kind, range, None, recorded).map(drop)
    }

    /// Returns all series whose points affect the values or the rows of a type.
    pub(in crate::operations::metrics) fn inputs(
        &self,
        kind: &str,
        row_kind: DayRowKind,
    ) -> Result<Vec<Series>, StoreError> {
        let mut all = Vec::new();
        for input in day::inputs(kind, row_kind) {
            all.extend(self.series(&Filter {
                kind: Some(input.to_owned()),
                ..Filter::default()
            })?);
        }
        Ok(all)
    }

    /// Calls `each` with the recorded speeds; at times without one, with those derived from positions.
    fn speeds(
        &self,
        (from, to): (i64, i64),
        mut each: impl FnMut(&[Interval], bool),
    ) -> Result<(), StoreError> {
        let (failure, needed) = (RefCell::new(None), Cell::new(i64::MIN));
        let mut derived = GapSpeeds {
            speeds: Arbitration::new(self.tracks((from, to), &needed, &failure)?),
            ahead: None,
            needed: &needed,
        };
        let mut covered = from;
        self.arbitrated(SPEED, (from, to), None, |intervals| {
            for recorded in intervals.chunk_by(|one, next| one.to == next.from) {
                let [first, ..] = recorded else { continue };
                derived.fill((covered, first.from), |interval| each(&[interval], true));
                covered = recorded.last().unwrap_or(first).to;
                each(recorded, false);
            }
        })?;
        derived.fill((covered, to.saturating_add(1)), |interval| {
            each(&[interval], true);
        });
        failure.take().map_or(Ok(()), Err)
    }

    /// Returns the speeds of each device with positions in a range.
    fn tracks<'f>(
        &self,
        (from, to): (i64, i64),
        needed: &'f Cell<i64>,
        failure: &'f RefCell<Option<StoreError>>,
    ) -> Result<Vec<Readings<TrackSpeeds<'t, 'c, 'f>>>, StoreError> {
        let filter = |kind: &str| Filter {
            kind: Some(kind.to_owned()),
            from: Some(Timestamp(from.saturating_sub(IntervalBuilder::REACH))),
            to: Some(Timestamp(to.saturating_add(IntervalBuilder::REACH))),
            ..Filter::default()
        };
        let (latitudes, longitudes) = (filter("latitude"), filter("longitude"));
        let of_latitude = self.series_by_device(&latitudes)?;
        if of_latitude.is_empty() {
            return Ok(Vec::new());
        }
        let of_longitude: BTreeMap<String, Vec<Series>> =
            self.series_by_device(&longitudes)?.into_iter().collect();
        let mut tracks = Vec::new();
        for (device, of) in &of_latitude {
            let Some(other) = of_longitude.get(device) else {
                continue;
            };
            tracks.push(Readings {
                class: self.class(device),
                intervals: TrackSpeeds {
                    latitudes: self.coordinates("latitude", (of.as_slice(), &latitudes), needed)?,
                    longitudes: self.coordinates(
                        "longitude",
                        (other.as_slice(), &longitudes),
                        needed,
                    )?,
                    speeds: PositionSpeeds::default(),
                    built: VecDeque::new(),
                    has_ended: false,
                    failure,
                },
            });
        }
        Ok(tracks)
    }

    /// Opens the series of a device's latitudes or longitudes.
    fn coordinates<'f>(
        &self,
        kind: &str,
        (of, filter): (&[Series], &Filter),
        needed: &'f Cell<i64>,
    ) -> Result<Coordinates<'t, 'c, 'f>, StoreError> {
        let mut sources = Vec::with_capacity(of.len());
        for series in of {
            sources.push(Reader {
                chunks: self.pieces(series, filter)?,
                ahead: VecDeque::new(),
            });
        }
        Ok(Coordinates {
            sources,
            kind: known(kind),
            needed,
        })
    }
}

/// The derived speeds in the gaps of recorded ones.
struct GapSpeeds<'t, 'c, 'f> {
    speeds: Arbitration<TrackSpeeds<'t, 'c, 'f>>,
    /// The next interval, of which a part may be behind the last gap.
    ahead: Option<Interval>,
    /// The time from which positions are needed.
    needed: &'f Cell<i64>,
}

impl GapSpeeds<'_, '_, '_> {
    /// Calls `each` with the speeds between two times, which are not before those of the last call.
    fn fill(&mut self, (from, to): (i64, i64), mut each: impl FnMut(Interval)) {
        if from >= to {
            return;
        }
        self.needed.set(from.saturating_sub(IntervalBuilder::REACH));
        while let Some(interval) = self.ahead.take().or_else(|| self.speeds.next()) {
            if let Some(inside) = interval.within(from, to) {
                each(inside);
            }
            if interval.to > to {
                self.ahead = Some(interval);
                return;
            }
        }
    }
}

/// The speeds of one device's track, read chunk by chunk. An error ends the iteration and is stored in `failure`.
struct TrackSpeeds<'t, 'c, 'f> {
    latitudes: Coordinates<'t, 'c, 'f>,
    longitudes: Coordinates<'t, 'c, 'f>,
    speeds: PositionSpeeds,
    /// The intervals that the last position completed.
    built: VecDeque<Interval>,
    has_ended: bool,
    failure: &'f RefCell<Option<StoreError>>,
}

impl TrackSpeeds<'_, '_, '_> {
    /// Returns the next time with both a latitude and a longitude.
    fn next_fix(&mut self) -> Result<Option<Fix>, StoreError> {
        let (mut latitude, mut longitude) =
            (self.latitudes.next_value()?, self.longitudes.next_value()?);
        while let (Some(north), Some(east)) = (latitude, longitude) {
            if north.at < east.at {
                latitude = self.latitudes.next_value()?;
            } else if east.at < north.at {
                longitude = self.longitudes.next_value()?;
            } else {
                return Ok(Some(Fix {
                    at: north.at,
                    latitude: north.value,
                    longitude: east.value,
                }));
            }
        }
        Ok(None)
    }
}

impl Iterator for TrackSpeeds<'_, '_, '_> {
    type Item = Interval;

    fn next(&mut self) -> Option<Interval> {
        loop {
            if let Some(interval) = self.built.pop_front() {
                return Some(interval);
            }
            if self.has_ended {
                return None;
            }
            let fix = self.next_fix();
            let built = &mut self.built;
            let mut each = |interval| built.push_back(interval);
            match fix {
                Ok(Some(fix)) => self.speeds.push(fix, &mut each),
                Ok(None) => {
                    self.speeds.finish(&mut each);
                    self.has_ended = true;
                }
                Err(error) => {
                    *self.failure.borrow_mut() = Some(error);
                    self.has_ended = true;
                }
            }
        }
    }
}

/// The latitudes or longitudes of one device in order of time, from the time on at which they are needed.
struct Coordinates<'t, 'c, 'f> {
    /// One reader for each mode.
    sources: Vec<Reader<'t, 'c>>,
    kind: &'static PointType,
    needed: &'f Cell<i64>,
}

impl Coordinates<'_, '_, '_> {
    /// Returns the next value.
    fn next_value(&mut self) -> Result<Option<Reading>, StoreError> {
        for source in &mut self.sources {
            source.fill_from(self.kind, self.needed.get())?;
        }
        let first = |(nth, source): (usize, &Reader<'_, '_>)| Some((source.ahead.front()?.at, nth));
        let next = self.sources.iter().enumerate().filter_map(first).min();
        Ok(next.and_then(|(_, nth)| self.sources.get_mut(nth)?.ahead.pop_front()))
    }
}
