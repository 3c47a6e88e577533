//! The distance and the climb of a recorded route.

/// Sums the distance between positions and the rises of the altitude.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Route {
    last: Option<(f64, f64)>,
    meters: Option<f64>,
    low: Option<f64>,
    climb: Option<f64>,
}

impl Route {
    /// Adds a position in degrees. The distance is the great-circle distance on a sphere.
    pub(super) fn position(&mut self, latitude: f64, longitude: f64) {
        if !(latitude.abs() <= 90.0 && longitude.abs() <= 180.0) {
            return;
        }
        if let Some(last) = self.last {
            let meters = great_circle(last, (latitude, longitude));
            self.meters = Some(self.meters.unwrap_or(0.0) + meters);
        }
        self.last = Some((latitude, longitude));
    }

    /// Adds an altitude in metres. A rise counts once it exceeds [`RISE_METERS`], so that the noise of a
    /// sensor adds no climb.
    pub(super) fn altitude(&mut self, meters: f64) {
        if !meters.is_finite() {
            return;
        }
        let climb = self.climb.get_or_insert(0.0);
        let low = self.low.get_or_insert(meters);
        if meters - *low >= RISE_METERS {
            *climb += meters - *low;
            *low = meters;
        }
        *low = low.min(meters);
    }

    /// Ends a segment: the way to the next position was not recorded.
    pub(super) fn pause(&mut self) {
        self.last = None;
    }

    /// Returns the distance so far.
    pub(super) fn meters(&self) -> Option<f64> {
        self.meters.map(decimetres)
    }

    /// Returns the climb so far.
    pub(super) fn climb(&self) -> Option<f64> {
        self.climb.map(decimetres)
    }
}

fn decimetres(meters: f64) -> f64 {
    (meters * 10.0).round() / 10.0
}

/// The haversine formula.
fn great_circle(from: (f64, f64), to: (f64, f64)) -> f64 {
    let (from_latitude, to_latitude) = (from.0.to_radians(), to.0.to_radians());
    let half_latitude = (to_latitude - from_latitude) / 2.0;
    let half_longitude = (to.1 - from.1).to_radians() / 2.0;
    let share = half_latitude.sin().powi(2)
        + from_latitude.cos() * to_latitude.cos() * half_longitude.sin().powi(2);
    2.0 * EARTH_RADIUS_METERS * share.sqrt().min(1.0).asin()
}

/// The mean radius of the earth (IUGG).
const EARTH_RADIUS_METERS: f64 = 6_371_008.8;
/// A smaller rise is taken for noise.
const RISE_METERS: f64 = 3.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_of_latitude_is_111_kilometres() {
        let mut route = Route::default();
        for (latitude, longitude) in [(50.0, 8.0), (f64::NAN, 8.0), (51.0, 8.0), (91.0, 8.0)] {
            route.position(latitude, longitude);
        }
        let meters = route.meters().unwrap();
        assert!((meters - 111_195.0).abs() < 1.0, "{meters}");
        route.pause();
        route.position(10.0, 10.0);
        assert_eq!(route.meters(), Some(meters));
    }

    #[test]
    fn noise_of_the_altitude_is_no_climb() {
        for (altitudes, expected) in [
            (&[][..], None),
            (&[100.0, 102.0, 100.0, 102.0], Some(0.0)),
            (&[100.0, 110.0, 105.0, 120.0], Some(25.0)),
            (&[100.0, 90.0, 92.0, 94.0, 96.0], Some(4.0)),
        ] {
            let mut route = Route::default();
            altitudes.iter().for_each(|meters| route.altitude(*meters));
            assert_eq!(route.climb(), expected, "{altitudes:?}");
        }
    }
}
