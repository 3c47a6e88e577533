//! Derives speed from positions, for recordings that have no speed.

use std::collections::VecDeque;

use lockstep_values::Position;

use super::{Interval, IntervalBuilder, count};

/// A position at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fix {
    /// The time in milliseconds since 1970.
    pub at: i64,
    /// The latitude in degrees north.
    pub latitude: f64,
    /// The longitude in degrees east.
    pub longitude: f64,
}

impl Fix {
    /// Returns the great-circle distance to another position in metres.
    #[must_use]
    pub fn meters_to(&self, other: &Self) -> f64 {
        self.position().meters_to(other.position())
    }

    fn position(&self) -> Position {
        Position {
            latitude: self.latitude,
            longitude: self.longitude,
        }
    }

    fn is_at_place_of(&self, other: &Self) -> bool {
        self.latitude.to_bits() == other.latitude.to_bits()
            && self.longitude.to_bits() == other.longitude.to_bits()
    }
}

/// Makes intervals of speed in m/s, of one second each, from the positions of one device in order of time.
///
/// The speed of a hop between two positions is distance by time. It is resampled to whole seconds and smoothed by a
/// centred moving average of 5 s: the method of GoldenCheetah's tool "Fix Speed from Distance". At the ends of a
/// segment the average has the seconds that exist. More than 30 s without a position end a segment.
///
/// - **Repeated positions**: a receiver without a new position repeats the last one. Up to 3 s of repetitions are
///   skipped; longer ones are standing still.
/// - **Jumps**: a hop of at most 3 s is a jump if it is faster than 12 m/s and than twice both hops before it. It
///   takes the faster of their speeds, for up to 10 s of jumps; a movement that is fast for longer is a vehicle. At the begin of a
///   segment, a hop above 24 m/s begins the segment again.
/// - A hop above 100 m/s ends a segment.
///
/// The state is a few numbers, and each position is read once.
#[derive(Clone, Debug, Default)]
pub struct PositionSpeeds {
    /// The last position whose hop was added.
    last: Option<Fix>,
    /// The time of the last repetition of `last`.
    repeated: Option<i64>,
    /// The speeds of the last two hops that are not jumps; the first hop of a segment has none before it.
    before: Option<(f64, f64)>,
    /// The milliseconds of jumps since the last hop that is not a jump.
    jumped: i64,
    /// The second that is being filled, its metres and its covered milliseconds.
    second: i64,
    meters: f64,
    covered: i64,
    average: CenteredAverage,
}

impl PositionSpeeds {
    /// Adds the next position; calls `each` with the intervals that are complete. A position that is not later than the one
    /// before is skipped.
    pub fn push(&mut self, fix: Fix, each: &mut impl FnMut(Interval)) {
        let Some(last) = self.last else {
            self.last = Some(fix);
            return;
        };
        let newest = self.repeated.unwrap_or(last.at);
        if fix.at <= newest {
            return;
        }
        if fix.at - newest > IntervalBuilder::MAX_INTERVAL_MILLIS {
            self.finish(each);
            self.last = Some(fix);
            return;
        }
        let length = fix.at - last.at;
        if fix.is_at_place_of(&last) && length <= MAX_REPETITION_MILLIS {
            self.repeated = Some(fix.at);
            return;
        }
        (self.repeated, self.last) = (None, Some(fix));
        let speed = 1000.0 * last.meters_to(&fix) / length as f64;
        if let Some(speed) = self.plausible(speed, length) {
            self.add_hop((last.at, fix.at), speed, each);
        } else {
            let jumped = self.jumped;
            self.finish(each);
            // A vehicle at the beginning of a segment is treated as a jump for as long as any other jump.
            (self.last, self.jumped) = (Some(fix), jumped);
        }
    }

    /// Calls `each` with the intervals up to the last position, and begins again.
    pub fn finish(&mut self, each: &mut impl FnMut(Interval)) {
        if let Some((last, repeated)) = self.last.zip(self.repeated) {
            self.add_hop((last.at, repeated), 0.0, each);
        }
        self.average.finish(each);
        *self = Self::default();
    }

    /// Returns the speed at which a hop counts; `None` if it begins a new segment.
    fn plausible(&mut self, speed: f64, length: i64) -> Option<f64> {
        let usual = self.before.map(|(last, earlier)| last.max(earlier));
        let is_jump = length <= MAX_JUMP_HOP_MILLIS
            && speed > MIN_JUMP_SPEED
            && speed > 2.0 * usual.unwrap_or(MIN_JUMP_SPEED);
        if is_jump && self.jumped + length <= MAX_JUMP_MILLIS {
            self.jumped += length;
            return usual;
        }
        if speed > MAX_SPEED {
            return None;
        }
        self.jumped = 0;
        self.before = Some((speed, self.before.map_or(speed, |(last, _)| last)));
        Some(speed)
    }

    /// Adds a hop to the seconds that it covers. A second that a segment covers in part has no speed.
    fn add_hop(&mut self, (from, to): (i64, i64), speed: f64, each: &mut impl FnMut(Interval)) {
        let mut at = from;
        while at < to {
            let second = at.div_euclid(SECOND);
            let end = to.min((second + 1) * SECOND);
            if second != self.second {
                (self.second, self.meters, self.covered) = (second, 0.0, 0);
            }
            self.meters += speed * (end - at) as f64 / 1000.0;
            self.covered += end - at;
            if self.covered == SECOND {
                self.average.push(second, self.meters, each);
            }
            at = end;
        }
    }
}

/// A centred moving average over consecutive seconds.
#[derive(Clone, Debug, Default)]
struct CenteredAverage {
    /// The values from the first that the next average needs to the latest.
    values: VecDeque<f64>,
    /// The number of values before the second of the next average, and that second.
    before: usize,
    second: i64,
}

impl CenteredAverage {
    fn push(&mut self, second: i64, value: f64, each: &mut impl FnMut(Interval)) {
        if self.values.is_empty() {
            self.second = second;
        }
        self.values.push_back(value);
        if self.values.len() > self.before + HALF_WINDOW {
            self.average(each);
        }
    }

    /// Calls `each` with the average of the next second.
    fn average(&mut self, each: &mut impl FnMut(Interval)) {
        let sum: f64 = self.values.iter().sum();
        each(Interval {
            from: self.second * SECOND,
            to: (self.second + 1) * SECOND,
            value: sum / count(self.values.len()),
            confidence: 1.0,
        });
        self.second += 1;
        if self.before == HALF_WINDOW {
            self.values.pop_front();
        } else {
            self.before += 1;
        }
    }

    /// Calls `each` with the averages of the last seconds, and begins again.
    fn finish(&mut self, each: &mut impl FnMut(Interval)) {
        while self.values.len() > self.before {
            self.average(each);
        }
        *self = Self::default();
    }
}

/// The seconds of the moving average on either side of its middle.
const HALF_WINDOW: usize = 2;
/// The lowest speed in m/s at which a hop is a jump: the speed of a sprinter, as for recorded speeds.
const MIN_JUMP_SPEED: f64 = 12.0;
/// The longest hop in milliseconds that can be a jump: a jump in a longer one adds little speed.
const MAX_JUMP_HOP_MILLIS: i64 = 3000;
/// The longest sequence of jumps in milliseconds.
const MAX_JUMP_MILLIS: i64 = 10_000;
/// The longest repetition of a position in milliseconds that is not standing still.
const MAX_REPETITION_MILLIS: i64 = 3000;
/// The greatest speed in m/s, the bound of `speed` in the catalogue.
const MAX_SPEED: f64 = 100.0;
const SECOND: i64 = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DEGREE_METERS: f64 = 111_195.08;

    /// Returns fixes on a meridian, of (milliseconds, metres northwards).
    fn northwards(way: impl IntoIterator<Item = (i64, f64)>) -> Vec<Fix> {
        let fix = |(at, meters): (i64, f64)| Fix {
            at,
            latitude: 48.0 + meters / DEGREE_METERS,
            longitude: 11.0,
        };
        way.into_iter().map(fix).collect()
    }

    fn speeds(fixes: &[Fix]) -> Vec<Interval> {
        let (mut found, mut speeds) = (Vec::new(), PositionSpeeds::default());
        let mut each = |interval| found.push(interval);
        for fix in fixes {
            speeds.push(*fix, &mut each);
        }
        speeds.finish(&mut each);
        found
    }

    /// Returns the time of each second and its speed, rounded to tenths.
    fn rounded(fixes: &[Fix]) -> Vec<(i64, f64)> {
        let found = speeds(fixes).into_iter();
        let rounded = |one: Interval| (one.from / 1000, (10.0 * one.value).round() / 10.0);
        found.map(rounded).collect()
    }

    #[test]
    fn a_constant_speed_is_found_in_every_direction_and_spacing() {
        for (north, east) in [(4.0, 0.0), (0.0, 4.0), (-2.4, 3.2)] {
            for spacing in [1, 2, 5, 7, 30] {
                let at = |second: i64| {
                    let second = second * spacing;
                    Fix {
                        at: 1000 * second,
                        latitude: 48.0 + north * second as f64 / DEGREE_METERS,
                        longitude: 11.0
                            + east * second as f64 / DEGREE_METERS / 48.0_f64.to_radians().cos(),
                    }
                };
                let fixes: Vec<Fix> = (0..=600 / spacing).map(at).collect();
                let found = speeds(&fixes);
                let last = 600 / spacing * spacing;
                assert_eq!(found.len() as i64, last, "{spacing}");
                for (second, interval) in (0..).zip(found) {
                    assert_eq!(interval.from, 1000 * second);
                    assert_eq!(interval.milliseconds(), 1000);
                    assert!((interval.value / 4.0 - 1.0).abs() < 0.005, "{interval:?}");
                }
            }
        }
    }

    #[test]
    fn a_pause_has_no_speed_and_standing_still_has_the_speed_zero() {
        let way = |second: i64| (1000 * second, 3.0 * second as f64);
        // 31 s without a position, in which the runner walks back.
        let mut fixes = northwards((0..=20).map(way));
        fixes.extend(northwards((51..=60).map(|second| (1000 * second, 0.0))));
        let found = rounded(&fixes);
        let seconds: Vec<i64> = found.iter().map(|(second, _)| *second).collect();
        assert_eq!(seconds, (0..20).chain(51..60).collect::<Vec<_>>());
        assert!(
            found
                .iter()
                .all(|(second, speed)| *speed == if *second < 20 { 3.0 } else { 0.0 })
        );
        // A gap of 30 s is a straight line.
        let fixes = northwards([(0, 0.0), (30_000, 90.0)]);
        assert_eq!(rounded(&fixes).len(), 30);
        assert_eq!(rounded(&fixes)[29], (29, 3.0));
    }

    #[test]
    fn repeated_and_late_positions_do_not_change_the_speed() {
        let way: Vec<(i64, f64)> = (0..=60)
            .map(|second| (1000 * second, 9.0 * second as f64))
            .collect();
        let expected = rounded(&northwards(way.clone()));
        let mut repeated = way.clone();
        for second in [20, 40, 41] {
            repeated[second].1 = repeated[second - 1].1;
        }
        assert_eq!(rounded(&northwards(repeated)), expected);
        let mut late = way.clone();
        late.insert(30, (29_000, 0.0));
        late.insert(31, (12_000, 0.0));
        assert_eq!(rounded(&northwards(late)), expected);
    }

    #[test]
    fn jumps_take_the_speed_before_them() {
        let way: Vec<(i64, f64)> = (0..=60)
            .map(|second| (1000 * second, 3.0 * second as f64))
            .collect();
        let expected = rounded(&northwards(way.clone()));
        let changed = |change: &dyn Fn(usize) -> f64| {
            let way = way.iter().enumerate();
            let way = way.map(|(nth, (at, meters))| (*at, meters + change(nth)));
            rounded(&northwards(way))
        };
        // There and back, to another place, and over several seconds.
        assert_eq!(changed(&|nth| if nth == 30 { 80.0 } else { 0.0 }), expected);
        assert_eq!(
            changed(&|nth| if nth >= 30 { 150.0 } else { 0.0 }),
            expected
        );
        let slide = |nth: usize| 20.0 * nth.saturating_sub(30).min(4) as f64;
        assert_eq!(changed(&slide), expected);
        // The first position is wrong.
        let late_start = changed(&|nth| if nth == 0 { 500.0 } else { 0.0 });
        assert_eq!(late_start, expected[1..]);
    }

    #[test]
    fn a_vehicle_is_not_taken_for_a_long_jump() {
        let way = (0..=60).map(|second| (1000 * second, 30.0 * second as f64));
        let found = rounded(&northwards(way));
        assert_eq!(found.first(), Some(&(10, 30.0)));
        assert_eq!(found.len(), 50);
        // Nothing is faster than 100 m/s.
        let way = (0..=60).map(|second| (1000 * second, 300.0 * second as f64));
        assert_eq!(rounded(&northwards(way)), []);
    }

    proptest! {
        #[test]
        fn intervals_are_ordered_seconds_with_plausible_speeds(
            hops in prop::collection::vec((0_i64..40_000, -0.02_f64..0.02, -0.02_f64..0.02), 0..200),
        ) {
            let mut fix = Fix { at: 0, latitude: 0.0, longitude: 179.99 };
            let mut fixes = Vec::new();
            for (milliseconds, north, east) in hops {
                fix.at += milliseconds;
                fix.latitude += north;
                fix.longitude += east;
                fixes.push(fix);
            }
            let mut end = i64::MIN;
            for interval in speeds(&fixes) {
                prop_assert!(interval.from >= end && interval.milliseconds() == 1000);
                prop_assert!((0.0..=MAX_SPEED).contains(&interval.value));
                end = interval.to;
            }
        }
    }
}
