//! The distance and the climb of a recorded route.

use lockstep_values::Position;

/// Sums the distance between positions and the rises of the altitude.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Route {
    last: Option<(i64, Position)>,
    meters: Option<f64>,
    climb: Climb,
}

impl Route {
    /// Adds a position in degrees at a time in milliseconds. The distance is the great-circle distance on a sphere. A
    /// hop faster than [`MAX_SPEED`] is an error of the receiver and adds nothing, neither there nor back.
    pub(super) fn position(&mut self, time: i64, latitude: f64, longitude: f64) {
        if !(latitude.abs() <= 90.0 && longitude.abs() <= 180.0) {
            return;
        }
        let place = Position {
            latitude,
            longitude,
        };
        if let Some((before, last)) = self.last.replace((time, place)) {
            let meters = last.meters_to(place);
            if meters <= MAX_SPEED * seconds_between(before, time) {
                self.meters = Some(self.meters.unwrap_or(0.0) + meters);
            }
        }
    }

    /// Adds an altitude in metres at a time in milliseconds.
    pub(super) fn altitude(&mut self, time: i64, meters: f64) {
        self.climb.add(time, meters);
    }

    /// Ends a segment: the way to the next position was not recorded.
    pub(super) fn pause(&mut self) {
        self.last = None;
    }

    /// Returns the distance so far.
    pub(super) fn meters(&self) -> Option<f64> {
        self.meters.map(decimetres)
    }

    /// Returns the distance so far, and begins a new sum at the last position.
    pub(super) fn take_meters(&mut self) -> Option<f64> {
        self.meters.take().map(decimetres)
    }

    /// Returns the climb so far.
    pub(super) fn climb(&self) -> Option<f64> {
        self.climb.meters()
    }
}

/// Sums the rises of a distance that a device counts up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Odometer {
    last: Option<(i64, f64)>,
    meters: Option<f64>,
}

impl Odometer {
    /// Adds the counted distance in metres at a time in milliseconds. A fall is a counter that began again. A rise faster
    /// than [`MAX_SPEED`] is an error of the sensor. Both add nothing.
    pub(super) fn add(&mut self, time: i64, counted: f64) {
        if !counted.is_finite() {
            return;
        }
        let meters = self.meters.get_or_insert(0.0);
        if let Some((before, last)) = self.last.replace((time, counted)) {
            let rise = counted - last;
            if (0.0..=MAX_SPEED * seconds_between(before, time)).contains(&rise) {
                *meters += rise;
            }
        }
    }

    /// Returns the distance so far; `None` without a counted distance.
    pub(super) fn meters(&self) -> Option<f64> {
        self.meters.map(decimetres)
    }

    /// Returns the distance so far, and begins a new sum at the last counted distance.
    pub(super) fn take_meters(&mut self) -> Option<f64> {
        self.meters.take().map(decimetres)
    }
}

/// Sums the rises of an altitude.
///
/// A rise counts once it exceeds 3 m, so that the noise of a sensor adds no climb. A change faster than 5 m/s is a jump of
/// the sensor, which finds its altitude or loses it: the altitudes before are shifted by it, and it adds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Climb {
    /// The last time and altitude.
    last: Option<(i64, f64)>,
    low: f64,
    climb: Option<f64>,
}

impl Climb {
    /// Adds an altitude in metres at a time in milliseconds.
    pub fn add(&mut self, time: i64, meters: f64) {
        if !meters.is_finite() {
            return;
        }
        let climb = self.climb.get_or_insert(0.0);
        match self.last.replace((time, meters)) {
            None => self.low = meters,
            Some((before, last)) => {
                let change = meters - last;
                if change.abs() > MAX_CLIMB_RATE * seconds_between(before, time) {
                    self.low += change;
                }
            }
        }
        if meters - self.low >= RISE_METERS {
            *climb += meters - self.low;
            self.low = meters;
        }
        self.low = self.low.min(meters);
    }

    /// Returns the climb so far, rounded to the decimetre; `None` without an altitude.
    #[must_use]
    pub fn meters(&self) -> Option<f64> {
        self.climb.map(decimetres)
    }
}

/// Returns the seconds between two records, at least one: times of whole seconds may be equal.
fn seconds_between(one: i64, other: i64) -> f64 {
    (one.abs_diff(other) as f64 / 1000.0).max(1.0)
}

pub(super) fn decimetres(meters: f64) -> f64 {
    (meters * 10.0).round() / 10.0
}

/// A smaller rise is taken for noise.
const RISE_METERS: f64 = 3.0;
/// The greatest speed in m/s, the bound of `speed` in the catalogue.
const MAX_SPEED: f64 = 100.0;
/// The greatest vertical speed in m/s of somebody who climbs, with a lift.
const MAX_CLIMB_RATE: f64 = 5.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_of_latitude_is_111_kilometres() {
        let mut route = Route::default();
        for (hour, latitude) in [(0, 50.0), (1, f64::NAN), (1, 51.0), (2, 91.0)] {
            route.position(hour * 3_600_000, latitude, 8.0);
        }
        let meters = route.meters().unwrap();
        assert!((meters - 111_195.0).abs() < 1.0, "{meters}");
        route.pause();
        route.position(7_200_000, 10.0, 10.0);
        assert_eq!(route.meters(), Some(meters));
    }

    /// One position of another place, and a route that no body follows.
    #[test]
    fn hops_of_a_receiver_add_no_distance() {
        let degree = 111_195.0;
        for (latitudes, expected) in [
            (&[0.0, 10.0, 20.0, 30.0][..], Some(30.0)),
            (&[0.0, 10.0, 5.0 * degree, 20.0, 30.0], Some(20.0)),
            (&[5.0 * degree, 0.0, 10.0], Some(10.0)),
            (&[0.0, 99.0], Some(99.0)),
            (&[0.0, 345.0, 690.0], None),
        ] {
            let mut route = Route::default();
            for (second, meters) in (0..).zip(latitudes) {
                route.position(second * 1000, meters / degree, 8.0);
            }
            assert_eq!(route.meters().map(f64::round), expected, "{latitudes:?}");
        }
        let mut route = Route::default();
        // Two records of one second, and one whose time goes back.
        for (time, meters) in [(1000, 0.0), (1000, 50.0), (0, 90.0)] {
            route.position(time, meters / degree, 8.0);
        }
        assert_eq!(route.meters().map(f64::round), Some(90.0));
    }

    /// A counter that begins again, and a counted distance that no body covers.
    #[test]
    fn falls_and_jumps_of_a_counted_distance_add_nothing() {
        for (counted, expected) in [
            (&[][..], None),
            (&[7.0][..], Some(0.0)),
            (&[7.0, 10.0, f64::NAN, 40.0], Some(33.0)),
            (&[100.0, 110.0, 3.0, 8.0], Some(15.0)),
            (&[0.0, 10.0, 90_000.0, 20.0, 30.0], Some(20.0)),
        ] {
            let mut odometer = Odometer::default();
            for (second, meters) in (0..).zip(counted) {
                odometer.add(second * 1000, *meters);
            }
            assert_eq!(odometer.meters(), expected, "{counted:?}");
            assert_eq!(odometer.take_meters(), expected, "{counted:?}");
            assert_eq!(odometer.meters(), None);
        }
    }

    #[test]
    fn noise_and_jumps_of_the_altitude_add_no_climb() {
        for (altitudes, expected) in [
            (&[][..], None),
            (&[100.0, 102.0, 100.0, 102.0], Some(0.0)),
            (&[100.0, 110.0, 105.0, 120.0], Some(25.0)),
            (&[100.0, 90.0, 92.0, 94.0, 96.0], Some(4.0)),
            // One wrong altitude, and a sensor that finds its altitude late.
            (&[100.0, 5000.0, 100.0, 110.0], Some(10.0)),
            (&[1257.6, 2258.8, 2260.0, 2270.0], Some(11.2)),
            (&[0.0, 400.0, 390.0, 400.0], Some(10.0)),
        ] {
            let mut route = Route::default();
            for (place, meters) in (0..).zip(altitudes) {
                route.altitude(place * 5000, *meters);
            }
            assert_eq!(route.climb(), expected, "{altitudes:?}");
        }
    }
}
