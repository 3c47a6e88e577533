//! One made-up week with a point per minute, one ride, and as many heart rates as one FHE ciphertext
//! holds. It is identical in every run.

use lockstep_store::Timestamp;
use serde_json::Value as Json;

use super::athlete::{DAY, DAYS, HOUR, Random, point};

/// Seven days with all their points.
pub(super) struct Week {
    /// The first day's midnight.
    pub(super) start: Timestamp,
    /// The points in the form of `POST /v1/sfdp/data`.
    pub(super) points: Vec<Json>,
    /// The mean heart rate, computed from the generated values.
    pub(super) mean_heart_rate: f64,
}

impl Week {
    /// Returns the `nth` week before the athlete's 120 days, counted from 0. The weeks differ only in
    /// their dates.
    pub(super) fn before(now: Timestamp, nth: i64) -> Self {
        let today = now.0.div_euclid(DAY);
        let start = (today - DAYS - LENGTH * (nth + 1)) * DAY;
        let mut random = Random::new();
        let mut points = Vec::new();
        let mut pulses = Vec::new();
        for (day, resting) in (0_i64..).zip(RESTING) {
            let midnight = start + day * DAY;
            for minute in 0..NIGHT {
                // Heart rate falls until four in the morning and rises again.
                let depth = (minute as f64 / NIGHT as f64 * std::f64::consts::PI).sin();
                let pulse = resting + 9.0 - 7.0 * depth + random.normal() * 1.1;
                pulses.push((midnight + minute * MINUTE, pulse.max(resting)));
            }
            for minute in (NIGHT..DAY / MINUTE).step_by(2) {
                let at = midnight + minute * MINUTE;
                if day == RIDE_DAY && (RIDE_START..RIDE_END).contains(&(at - midnight)) {
                    continue;
                }
                let walk = if minute % 180 < 24 { 22.0 } else { 0.0 };
                pulses.push((at, resting + 21.0 + walk + random.normal() * 4.0));
            }
            let sleep = (455.0 - 4.0 * (resting - 44.0) + random.normal() * 12.0).round();
            let steps = (7800.0 + random.normal() * 1600.0).round();
            for (hour, kind, value, unit) in [
                (8, "resting_heart_rate", resting, "bpm"),
                (8, "sleep_duration", sleep, "min"),
                (22, "steps", steps, "count"),
            ] {
                points.push(point(midnight + hour * HOUR, kind, value, unit, DEVICE));
            }
        }
        let missing = HEART_RATES - pulses.len() as i64;
        let ride = start + RIDE_DAY * DAY + RIDE_START;
        let mut pulse = 92.0;
        for nth in 0..missing {
            // One second past a full minute, so that no point replaces a heart rate of the day.
            let at = ride + 1000 + nth * 3000;
            let is_climb = nth % 300 > 180;
            let power = if is_climb { 212.0 } else { 148.0 } + random.normal() * 11.0;
            pulse += (55.0 + 0.5 * power - pulse) / 14.0;
            pulses.push((at, pulse + random.normal()));
            points.push(point(at, "power", power.round(), "W", DEVICE));
        }
        let mut sum = 0.0;
        for (at, pulse) in &pulses {
            sum += pulse.round();
            points.push(point(*at, "heart_rate", pulse.round(), "bpm", DEVICE));
        }
        Self {
            start: Timestamp(start),
            mean_heart_rate: sum / pulses.len() as f64,
            points,
        }
    }

    /// Returns the last millisecond of the week.
    pub(super) fn end(&self) -> Timestamp {
        Timestamp(self.start.0 + LENGTH * DAY - 1)
    }
}

/// Returns the date in UTC, for example `2026-11-21`.
pub(super) fn date(at: Timestamp) -> String {
    let mut text = at.to_string();
    text.truncate(10);
    text
}

/// The device of these weeks.
pub(super) const DEVICE: &str = "Demo week";
/// The number of heart rates of a week: the values of one FHE block.
const HEART_RATES: i64 = 8192;
const LENGTH: i64 = 7;
/// The resting heart rate of each day.
const RESTING: [f64; LENGTH as usize] = [49.0, 48.0, 51.0, 47.0, 46.0, 55.0, 44.0];
const MINUTE: i64 = 60_000;
/// The minutes of a night.
const NIGHT: i64 = 480;
const RIDE_DAY: i64 = 4;
const RIDE_START: i64 = 17 * HOUR;
/// The day has no other heart rates during the ride.
const RIDE_END: i64 = RIDE_START + 76 * MINUTE;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn week_is_plausible_and_fills_a_block() {
        let now = Timestamp(1_795_216_346_000);
        let (week, earlier) = (Week::before(now, 0), Week::before(now, 1));
        assert_eq!(date(week.start), "2026-07-16");
        assert_eq!(week.end().0 - week.start.0, 7 * DAY - 1);
        assert_eq!(earlier.end().0 + 1, week.start.0);
        for (week, other) in week.points.iter().zip(&earlier.points) {
            assert_eq!(week["value"], other["value"]);
        }
        for (kind, count, minimum, maximum) in [
            ("heart_rate", 8192, 44.0, 170.0),
            ("resting_heart_rate", 7, 44.0, 55.0),
            ("power", 1510, 90.0, 270.0),
            ("sleep_duration", 7, 360.0, 520.0),
            ("steps", 7, 2000.0, 14_000.0),
        ] {
            let of_kind = week.points.iter().filter(|point| point["type"] == kind);
            let values: Vec<f64> = of_kind
                .clone()
                .filter_map(|point| point["value"].as_f64())
                .collect();
            let moments: HashSet<&str> = of_kind
                .filter_map(|point| point["timestamp"].as_str())
                .collect();
            assert_eq!((values.len(), moments.len()), (count, count), "{kind}");
            let out = values
                .iter()
                .find(|value| !(minimum..=maximum).contains(*value));
            assert_eq!(out, None, "{kind}");
            let (start, end) = (week.start.to_string(), week.end().to_string());
            let inside = |moment: &&&str| (start.as_str()..=end.as_str()).contains(&**moment);
            assert_eq!(moments.iter().filter(inside).count(), count, "{kind}");
        }
        assert!((60.0..85.0).contains(&week.mean_heart_rate));
    }
}
