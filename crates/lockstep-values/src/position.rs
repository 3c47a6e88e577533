//! Positions on the Earth.

/// A position on the Earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The latitude in degrees north, from −90 to 90.
    pub latitude: f64,
    /// The longitude in degrees east, from −180 to 180.
    pub longitude: f64,
}

impl Position {
    /// Returns the great-circle distance to another position in metres, on a sphere, by the haversine formula.
    #[must_use]
    pub fn meters_to(self, other: Self) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let half_latitude = (to - from) / 2.0;
        let half_longitude = (other.longitude - self.longitude).to_radians() / 2.0;
        let share =
            half_latitude.sin().powi(2) + from.cos() * to.cos() * half_longitude.sin().powi(2);
        2.0 * EARTH_RADIUS_METERS * share.sqrt().min(1.0).asin()
    }
}

/// The mean radius of the Earth (IUGG).
const EARTH_RADIUS_METERS: f64 = 6_371_008.8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_sphere() {
        let half_circumference = std::f64::consts::PI * EARTH_RADIUS_METERS;
        for (from, to, expected) in [
            ((50.0, 8.0), (50.0, 8.0), 0.0),
            ((50.0, 8.0), (51.0, 8.0), 111_195.08),
            ((0.0, 179.5), (0.0, -179.5), 111_195.08),
            ((60.0, 0.0), (60.0, 1.0), 55_597.0),
            ((0.0, 0.0), (0.0, 180.0), half_circumference),
            ((90.0, 0.0), (-90.0, 0.0), half_circumference),
        ] {
            let position = |(latitude, longitude)| Position {
                latitude,
                longitude,
            };
            let meters = position(from).meters_to(position(to));
            assert!((meters - expected).abs() < 1.0, "{from:?} {to:?}: {meters}");
        }
    }
}
