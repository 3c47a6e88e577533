//! A made-up athlete: 120 days of training, rest days and one illness, identical in every run.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

/// Returns the athlete's profile.
pub(super) fn profile() -> Json {
    json!({
        "birthDate": "1991-04-12", "sex": "female", "maxHeartRate": 188, "restingHeartRate": 52,
        "weightKg": 62.5, "functionalThresholdPower": 235, "timeZone": "UTC",
        "goals": [{ "metric": "steps", "target": 10000 }],
    })
}

/// Returns the athlete's devices.
pub(super) fn devices() -> [Json; 2] {
    [
        json!({ "type": "chest_strap", "name": STRAP, "capabilities": ["heart_rate"] }),
        json!({ "type": "watch", "name": WATCH,
            "capabilities": ["resting_heart_rate", "heart_rate_variability_rmssd", "sleep_duration", "steps", "power"] }),
    ]
}

/// Returns all points of the 120 days that end at `now`.
pub(super) fn points(now: Timestamp) -> Vec<Json> {
    let mut random = Random::new();
    let today = now.0.div_euclid(DAY);
    let mut points = Vec::new();
    // Fitness and fatigue follow the training, resting values follow fatigue.
    let (mut fitness, mut fatigue) = (0.0_f64, 0.0_f64);
    for nth in 0..DAYS {
        let midnight = (today - DAYS + nth) * DAY;
        let is_ill = (74..80).contains(&nth);
        let effort = if is_ill { 0.0 } else { effort(nth) };
        let strain = fatigue / 60.0 + if is_ill { 1.6 } else { 0.0 };
        let resting = 53.0 - fitness / 40.0 + 2.2 * strain + random.normal() * 0.8;
        let rmssd = (62.0 + fitness / 6.0 - 9.0 * strain + random.normal() * 5.0).max(18.0);
        let sleep = 7.6 - 0.25 * strain + random.normal() * 0.45;
        let steps = 6200.0 + 2600.0 * effort + random.normal() * 1500.0;
        for (kind, value, unit, hour) in [
            ("resting_heart_rate", resting.round(), "bpm", 6),
            (
                "heart_rate_variability_rmssd",
                (rmssd * 10.0).round() / 10.0,
                "ms",
                6,
            ),
            (
                "sleep_duration",
                (sleep * 60.0).round().max(180.0),
                "min",
                6,
            ),
            ("steps", steps.round().max(600.0), "count", 22),
        ] {
            points.push(point(midnight + hour * HOUR, kind, value, unit, WATCH));
        }
        if nth % 7 == 0 {
            let weight =
                ((63.2 - nth as f64 * 0.006 + random.normal() * 0.2) * 10.0).round() / 10.0;
            points.push(point(midnight + 6 * HOUR, "weight", weight, "kg", WATCH));
        }
        if effort > 0.0 {
            let start = midnight + 17 * HOUR;
            workout(&mut points, &mut random, start, &Session::of(nth, effort));
        }
        fitness += (effort * 70.0 - fitness) / 42.0;
        fatigue += (effort * 70.0 - fatigue) / 7.0;
    }
    points.retain(|point| {
        point["timestamp"]
            .as_str()
            .is_some_and(|at| at < now.to_string().as_str())
    });
    points
}

/// Whether the athlete's training at a time is a ride. Its points are those of [`points`] with the same `now`.
pub(super) fn rides_at(now: Timestamp, time: Timestamp) -> bool {
    let first = now.0.div_euclid(DAY) - DAYS;
    is_ride(time.0.div_euclid(DAY) - first)
}

/// Whether the training of a day is a ride; otherwise it is a run.
fn is_ride(nth: i64) -> bool {
    nth % 7 == 2 || nth % 7 == 6
}

/// Returns the effort of a day's training, 0 to 2: three weeks of increase, one easy week, two rest
/// days a week.
fn effort(nth: i64) -> f64 {
    let week = nth / 7;
    let load = [0.8, 1.0, 1.2, 0.6][usize::try_from(week % 4).unwrap_or(0)];
    let day = [0.0, 0.9, 1.3, 0.0, 1.0, 0.6, 1.6][usize::try_from(nth % 7).unwrap_or(0)];
    load * day * (1.0 + week as f64 / 60.0)
}

/// A training session.
struct Session {
    effort: f64,
    kind: SessionKind,
    is_ride: bool,
}

#[derive(Clone, Copy)]
enum SessionKind {
    /// Below the first threshold.
    Easy,
    /// Four minutes hard, three minutes easy.
    Intervals,
    /// A long part below the second threshold.
    Tempo,
}

impl Session {
    /// Returns the session of a day. Training is polarised (Seiler 2010): about 80 % of the time is easy, with intervals or a
    /// tempo ride once a week.
    fn of(nth: i64, effort: f64) -> Self {
        let kind = match (nth % 7, nth / 7 % 2) {
            (2, 0) => SessionKind::Intervals,
            (2, _) => SessionKind::Tempo,
            _ => SessionKind::Easy,
        };
        Self {
            effort,
            kind,
            is_ride: is_ride(nth),
        }
    }

    fn seconds(&self) -> i64 {
        (2100.0 + 1500.0 * self.effort) as i64
    }

    /// Returns the intensity at a second, which is a share of the session: warm-up, the main part, cool-down.
    fn intensity(&self, second: i64, share: f64) -> f64 {
        if share < 0.1 {
            return 0.4 + 1.5 * share;
        }
        if share > 0.93 {
            return 0.46;
        }
        match self.kind {
            SessionKind::Easy => 0.56 + 0.02 * self.effort,
            SessionKind::Intervals if second % 420 < 240 => 0.9,
            SessionKind::Intervals => 0.6,
            SessionKind::Tempo if (0.15..0.8).contains(&share) => 0.8,
            SessionKind::Tempo => 0.56,
        }
    }
}

/// Adds a session's heart rate, and power on a ride, once a second.
fn workout(points: &mut Vec<Json>, random: &mut Random, start: i64, session: &Session) {
    let seconds = session.seconds();
    let mut pulse = 88.0;
    let mut flutter = 0.0;
    for second in 0..seconds {
        let share = second as f64 / seconds as f64;
        let intensity = session.intensity(second, share);
        // Heart rate follows the effort with a delay of half a minute, and drifts upwards.
        let target = 60.0 + 125.0 * intensity + 6.0 * share;
        pulse += (target - pulse) / 35.0;
        flutter += random.normal() * 0.5 - flutter * 0.08;
        let at = start + second * 1000;
        points.push(point(
            at,
            "heart_rate",
            (pulse + flutter).round(),
            "bpm",
            STRAP,
        ));
        if session.is_ride {
            let power = (255.0 * intensity + random.normal() * 14.0)
                .round()
                .max(0.0);
            points.push(point(at, "power", power, "W", WATCH));
        }
    }
}

pub(super) fn point(at: i64, kind: &str, value: f64, unit: &str, device: &str) -> Json {
    json!({
        "timestamp": Timestamp(at).to_string(), "type": kind, "value": value, "unit": unit,
        "device": device,
    })
}

/// A random generator with a fixed seed (SplitMix64, Steele et al. 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0x10c5_7e90)
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an approximately normal value with mean 0 and deviation 1: the sum of twelve uniform
    /// values less its mean.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

pub(super) const DAYS: i64 = 120;
pub(super) const DAY: i64 = 86_400_000;
pub(super) const HOUR: i64 = 3_600_000;
const STRAP: &str = "Demo chest strap";
const WATCH: &str = "Demo watch";

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Most of the training is easy, and each week without illness has one hard session.
    #[test]
    fn training_is_polarised() {
        let points = points(Timestamp(1_795_216_346_000));
        let (mut easy, mut all) = (0, 0);
        let mut hard = BTreeMap::<&str, u32>::new();
        for point in points.iter().filter(|point| point["type"] == "heart_rate") {
            let share = point["value"].as_f64().unwrap() / 188.0;
            all += 1;
            easy += u32::from((0.6..0.8).contains(&share));
            let date = &point["timestamp"].as_str().unwrap()[..10];
            *hard.entry(date).or_default() += u32::from(share >= 0.8);
        }
        let share = f64::from(easy) / f64::from(all);
        assert!((0.75..0.9).contains(&share), "{share}");
        let hard = hard.values().filter(|seconds| **seconds > 300);
        // 17 weeks, one of them with an illness on its hard day.
        assert_eq!(hard.count(), 16);
    }

    #[test]
    fn points_are_plausible_and_identical_in_every_run() {
        let now = Timestamp(1_795_216_346_000);
        let points = points(now);
        assert_eq!(points, super::points(now));
        assert!(
            (150_000..500_000).contains(&points.len()),
            "{}",
            points.len()
        );
        for (kind, minimum, maximum) in [
            ("resting_heart_rate", 40.0, 75.0),
            ("heart_rate_variability_rmssd", 15.0, 120.0),
            ("sleep_duration", 180.0, 660.0),
            ("steps", 500.0, 25_000.0),
            ("heart_rate", 60.0, 200.0),
            ("power", 0.0, 400.0),
            ("weight", 55.0, 70.0),
        ] {
            let of_kind = points.iter().filter(|point| point["type"] == kind);
            let values: Vec<f64> = of_kind
                .filter_map(|point| point["value"].as_f64())
                .collect();
            assert!(!values.is_empty(), "{kind}");
            let out = values
                .iter()
                .find(|value| !(minimum..=maximum).contains(*value));
            assert_eq!(out, None, "{kind}");
        }
    }
}
