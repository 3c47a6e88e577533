//! The totals that a file states, checked: a body has limits, and a file may state any number.

use std::collections::BTreeMap;

use super::{Lap, Recording};

/// The totals of an activity that files state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Totals {
    pub(super) moving_seconds: Option<f64>,
    pub(super) distance_meters: Option<f64>,
    pub(super) climb_meters: Option<f64>,
    pub(super) energy_kcal: Option<f64>,
    /// The reason why a stated total does not count, by its name in the API.
    pub(super) refused: BTreeMap<&'static str, String>,
    /// Notes about recordings that contradict each other.
    pub(super) remarks: Vec<String>,
}

impl Totals {
    /// Takes each total from the first recording that states a possible one.
    pub(super) fn of(ranked: &[&Recording]) -> Self {
        let mut totals = Self::default();
        for one in ranked {
            let seconds = one.known_seconds();
            let distance = totals.check(
                ("distanceMeters", "m"),
                one.distance_meters,
                (MAX_SPEED, seconds),
            );
            let climb = totals.check(
                ("climbMeters", "m of climb"),
                one.climb_meters,
                (MAX_CLIMB_RATE, seconds),
            );
            let energy = totals.check(
                ("energyKcal", "kcal"),
                one.energy_kcal,
                (MAX_ENERGY_RATE, seconds),
            );
            let moving = one.moving_seconds.filter(|moving| {
                let reason = impossible_motion(*moving, distance, seconds);
                let is_possible = reason.is_none();
                if let Some(reason) = reason {
                    totals.refused.entry("movingSeconds").or_insert(reason);
                }
                is_possible
            });
            totals.compare(distance);
            totals.distance_meters = totals.distance_meters.or(distance);
            totals.climb_meters = totals.climb_meters.or(climb);
            totals.energy_kcal = totals.energy_kcal.or(energy);
            totals.moving_seconds = totals.moving_seconds.or(moving);
        }
        totals
    }

    /// Remarks a distance that contradicts the one that counts.
    fn compare(&mut self, distance: Option<f64>) {
        if let Some((counted, other)) = self.distance_meters.zip(distance)
            && (other - counted).abs() > CONTRADICTING * counted.max(other)
        {
            self.remarks.push(format!(
                "two recordings of the activity state {counted:.0} m and {other:.0} m: the first counts"
            ));
        }
    }

    /// Returns a stated total up to `max_rate` a second; notes the reason for a greater one.
    fn check(
        &mut self,
        (name, unit): (&'static str, &str),
        stated: Option<f64>,
        (max_rate, seconds): (f64, f64),
    ) -> Option<f64> {
        stated.filter(|value| {
            let is_possible = *value <= max_rate * seconds;
            if !is_possible {
                let reason = format!(
                    "a file states {value:.0} {unit} in {seconds:.0} s, over {max_rate} a second, which no body does"
                );
                self.refused.entry(name).or_insert(reason);
            }
            is_possible
        })
    }
}

/// Returns why a time in motion does not fit the time between start and end, or the distance.
fn impossible_motion(moving: f64, distance: Option<f64>, seconds: f64) -> Option<String> {
    if moving > SLACK * seconds + 1.0 {
        return Some(format!(
            "a file states {moving:.0} s in motion, more than the {seconds:.0} s between start and end"
        ));
    }
    let meters = distance.filter(|meters| *meters > MAX_SPEED * moving)?;
    Some(format!(
        "a file states {moving:.0} s in motion for {meters:.0} m, over {MAX_SPEED} a second, which no body does"
    ))
}

impl Recording {
    /// Returns the seconds from start to end; a day if the recording has no length, because nothing is known then.
    fn known_seconds(&self) -> f64 {
        match self.milliseconds() {
            ..=0 => DAY_SECONDS,
            milliseconds => milliseconds as f64 / 1000.0,
        }
    }
}

impl Lap {
    /// Removes the values that no body reaches in the time of the lap.
    pub(super) fn plausible(mut self) -> Self {
        let seconds = self.elapsed_seconds;
        if seconds > 0.0 {
            let up_to = |most: f64| move |value: &f64| *value <= most;
            self.distance_meters = self.distance_meters.filter(up_to(MAX_SPEED * seconds));
            self.energy_kcal = self.energy_kcal.filter(up_to(MAX_ENERGY_RATE * seconds));
            self.moving_seconds = self.moving_seconds.filter(up_to(SLACK * seconds + 1.0));
        }
        self
    }
}

/// The greatest mean speed in m/s, the bound of `speed` in the catalogue.
const MAX_SPEED: f64 = 100.0;
/// The greatest mean climb in m/s: cable cars on the way included.
const MAX_CLIMB_RATE: f64 = 3.0;
/// The greatest energy in kcal a second: about ten times that of a hard hour.
const MAX_ENERGY_RATE: f64 = 3.0;
/// The share of a distance by which two devices do not differ.
const CONTRADICTING: f64 = 0.1;
/// Devices round the time in motion and the time between start and end in different ways.
const SLACK: f64 = 1.01;
const DAY_SECONDS: f64 = 86_400.0;
