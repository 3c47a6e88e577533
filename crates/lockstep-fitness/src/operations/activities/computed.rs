//! Computes moving time, distance and climb of an activity from its points if no file states them.

use std::collections::BTreeMap;

use lockstep_formats::files::Climb;
use lockstep_metrics::Fix;
use lockstep_store::StoreError;

use crate::activity::View;
use crate::operations::metrics::readings::Source;

/// The values that no file states; `None` where a file states one, or the points do not give it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ComputedFigures {
    /// The time in seconds with a speed of at least half a metre a second.
    pub(crate) moving_seconds: Option<f64>,
    /// The sum of speed times time, or without recorded speed the way between the positions, in metres.
    pub(crate) distance_meters: Option<f64>,
    /// The sum of the rises of altitude in metres; a rise counts from 3 m on.
    pub(crate) climb_meters: Option<f64>,
}

impl ComputedFigures {
    /// Computes the missing figures of a view.
    pub(super) fn of(source: &Source<'_, '_>, view: &View) -> Result<Self, StoreError> {
        let range = (view.start, view.end);
        let mut computed = Self::default();
        if view.moving_seconds.is_none() || view.distance_meters.is_none() {
            let (mut way, mut has_recorded_speed) = (DistanceSums::default(), false);
            source.intervals_with_origin("speed", range, |interval, is_derived| {
                way.add(interval.value, interval.seconds());
                has_recorded_speed |= !is_derived;
            })?;
            // The average of derived speeds would move the moments at which somebody stops.
            if !has_recorded_speed {
                way = positions(source, range)?;
            }
            if way.seconds > 0.0 {
                computed.moving_seconds =
                    Some(way.moving).filter(|_| view.moving_seconds.is_none());
                let meters = (10.0 * way.meters).round() / 10.0;
                computed.distance_meters = Some(meters).filter(|_| view.distance_meters.is_none());
            }
        }
        if view.climb_meters.is_none() {
            computed.climb_meters = climb(source, range)?;
        }
        Ok(computed)
    }

    /// Fills the gaps of a view and returns the names of the filled fields in the API.
    pub(crate) fn fill(self, view: &mut View) -> Vec<&'static str> {
        let mut filled = Vec::new();
        for (name, field, value) in [
            (
                "movingSeconds",
                &mut view.moving_seconds,
                self.moving_seconds,
            ),
            (
                "distanceMeters",
                &mut view.distance_meters,
                self.distance_meters,
            ),
            ("climbMeters", &mut view.climb_meters, self.climb_meters),
        ] {
            if field.is_none() && value.is_some() {
                *field = value;
                filled.push(name);
            }
        }
        filled
    }
}

/// The sums of a way.
#[derive(Default)]
struct DistanceSums {
    seconds: f64,
    moving: f64,
    meters: f64,
}

impl DistanceSums {
    fn add(&mut self, speed: f64, seconds: f64) {
        self.seconds += seconds;
        self.meters += speed * seconds;
        if speed >= MOVING {
            self.moving += seconds;
        }
    }
}

/// Sums the way between consecutive positions of which each holds until the next.
fn positions(source: &Source<'_, '_>, range: (i64, i64)) -> Result<DistanceSums, StoreError> {
    let mut longitudes = BTreeMap::new();
    source.intervals("longitude", range, |interval| {
        longitudes.insert(interval.from, interval.value);
    })?;
    let (mut way, mut last) = (DistanceSums::default(), None::<(Fix, i64)>);
    source.intervals("latitude", range, |interval| {
        let Some(longitude) = longitudes.get(&interval.from) else {
            return;
        };
        let place = Fix {
            at: interval.from,
            latitude: interval.value,
            longitude: *longitude,
        };
        if let Some((before, to)) = last.replace((place, interval.to))
            && to == place.at
        {
            let seconds = (place.at - before.at) as f64 / 1000.0;
            let speed = before.meters_to(&place) / seconds;
            // A faster hop is an error of the receiver.
            if speed <= MAX_SPEED {
                way.add(speed, seconds);
            }
        }
    })?;
    Ok(way)
}

/// Returns the sum of the rises of altitude; `None` without altitudes.
fn climb(source: &Source<'_, '_>, range: (i64, i64)) -> Result<Option<f64>, StoreError> {
    let mut climb = Climb::default();
    source.intervals("altitude", range, |interval| {
        climb.add(interval.from, interval.value);
    })?;
    Ok(climb.meters())
}

/// The speed in m/s from which somebody moves: slow walking.
const MOVING: f64 = 0.5;
/// The greatest speed in m/s, the bound of `speed` in the catalogue.
const MAX_SPEED: f64 = 100.0;
