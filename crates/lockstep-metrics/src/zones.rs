//! Time in heart-rate zones.

use super::Interval;

/// Seconds in \[60,70) \[70,80) \[80,90) \[90,95) \[95,∞) % of maximum heart rate. Times are kept in
/// whole milliseconds, so the result is exact and does not depend on the order of intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Zones {
    maximum: f64,
    below: i64,
    inside: [i64; 5],
}

impl Zones {
    /// Starts a computation with this maximum heart rate in beats per minute.
    #[must_use]
    pub fn new(maximum: f64) -> Self {
        Self {
            maximum,
            below: 0,
            inside: [0; 5],
        }
    }

    /// Adds an interval.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let share = interval.value / self.maximum;
        let zone = LOWER.iter().rposition(|lower| share >= *lower);
        match zone {
            Some(zone) => self.inside[zone] += interval.milliseconds(),
            None => self.below += interval.milliseconds(),
        }
    }

    /// Returns the seconds in each zone.
    #[must_use]
    pub fn seconds(&self) -> [f64; 5] {
        self.inside.map(seconds)
    }

    /// Returns the seconds below the first zone.
    #[must_use]
    pub fn seconds_below(&self) -> f64 {
        seconds(self.below)
    }

    /// Returns all seconds that counted.
    #[must_use]
    pub fn covered_seconds(&self) -> f64 {
        seconds(self.below + self.inside.iter().sum::<i64>())
    }

    /// Returns the minutes in each zone times the zone's number: a simple training impulse.
    #[must_use]
    pub fn weighted_impulse(&self) -> f64 {
        let weighted = self.seconds();
        (1..)
            .zip(weighted)
            .map(|(zone, seconds)| f64::from(zone) * seconds / 60.0)
            .sum()
    }
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

const LOWER: [f64; 5] = [0.60, 0.70, 0.80, 0.90, 0.95];
