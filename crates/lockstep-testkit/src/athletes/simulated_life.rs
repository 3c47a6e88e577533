//! A simulated life: daily values, nights and workouts with the variation of bodies and devices.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::MadeUpData;

/// The points of a made-up person, and the random numbers that produce them.
pub(super) struct Life {
    pub(super) random: Random,
    points: Vec<Json>,
    sessions: Vec<Json>,
    /// The offset of local time from UTC in hours.
    pub(super) offset: f64,
}

/// The heart of a person.
#[derive(Clone, Copy)]
pub(super) struct Heart {
    pub(super) resting: f64,
    pub(super) maximum: f64,
    /// The rise of heart rate in an hour at an even effort.
    pub(super) drift: f64,
    /// The share of the time in which the sensor writes 0, because it has lost the pulse.
    pub(super) lost: f64,
    pub(super) device: &'static str,
}

/// The output of a workout at threshold.
#[derive(Clone, Copy)]
pub(super) enum Output {
    /// Power in W.
    Power(f64),
    /// Speed in m/s on the flat, with the amplitude of hills in m.
    Speed(f64, f64),
    /// Speed in m/s in water: without altitudes.
    Swim(f64),
}

/// A workout: blocks of minutes at a share of the threshold effort.
pub(super) struct Workout<'a> {
    pub(super) day: i64,
    /// The local hour of the start.
    pub(super) hour: f64,
    pub(super) blocks: &'a [(f64, f64)],
    pub(super) heart: Option<Heart>,
    pub(super) output: Output,
    /// The device of the output.
    pub(super) device: &'static str,
}

impl Life {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            points: Vec::new(),
            sessions: Vec::new(),
            offset: 2.0,
        }
    }

    pub(super) fn finish(self) -> MadeUpData {
        MadeUpData {
            points: self.points,
            sessions: self.sessions,
        }
    }

    /// Returns the time of a local hour of a day.
    pub(super) fn at(&self, day: i64, hour: f64) -> i64 {
        (FIRST + day) * DAY + ((hour - self.offset) * HOUR as f64) as i64
    }

    /// Adds a reading.
    pub(super) fn reading(&mut self, at: i64, (kind, unit): Type, value: f64, device: &str) {
        self.points.push(json!({
            "timestamp": Timestamp(at).to_string(), "type": kind, "value": value, "unit": unit,
            "device": device,
        }));
    }

    /// Adds a value of a whole day.
    pub(super) fn of_day(&mut self, day: i64, (kind, unit): Type, value: f64, device: &str) {
        let noon = Timestamp((FIRST + day) * DAY + DAY / 2 + 1);
        let time = noon.to_string();
        self.points.push(json!({
            "timestamp": time, "type": kind, "value": value, "unit": unit, "device": device,
            "metadata": { "localDate": time[..10] },
        }));
    }

    /// Returns a value that varies normally around a mean.
    pub(super) fn around(&mut self, mean: f64, deviation: f64) -> f64 {
        mean + deviation * self.random.normal()
    }

    /// Adds a night with its stages. It ends on `day`, belongs to that day, and lasts `hours` from a local
    /// hour, which is negative before midnight.
    pub(super) fn night(&mut self, day: i64, from: f64, hours: f64, device: &str) {
        let begin = self.at(day, from);
        let end = begin + (hours * HOUR as f64) as i64;
        let (mut at, mut asleep) = (begin, 0);
        for nth in 0_usize.. {
            let (stage, minutes) = STAGES[nth % STAGES.len()];
            let minutes = (minutes * (1.0 + 0.2 * self.random.normal())).max(3.0);
            let length = ((minutes * 60_000.0) as i64).min(end - at);
            if length < 60_000 {
                break;
            }
            self.points.push(json!({
                "timestamp": Timestamp(at).to_string(), "type": "sleep_stage",
                "value": length as f64 / 1000.0, "unit": "s", "device": device,
                "metadata": { "stage": stage },
            }));
            if stage != "awake" {
                asleep += length;
            }
            at += length;
        }
        self.points.push(json!({
            "timestamp": Timestamp(end).to_string(), "type": "sleep_duration",
            "value": (asleep as f64 / 60_000.0).round(), "unit": "min", "device": device,
            "metadata": { "localDate": Timestamp((FIRST + day) * DAY).to_string()[..10] },
        }));
    }

    /// Adds a workout with a reading every 6 to 10 s, as smart recording writes them. Heart rate follows
    /// the effort within half a minute and drifts upwards.
    pub(super) fn workout(&mut self, workout: &Workout<'_>) {
        let Workout { blocks, heart, .. } = *workout;
        let start = self.at(workout.day, workout.hour);
        let total: f64 = blocks.iter().map(|(minutes, _)| minutes * 60.0).sum();
        self.session(start, total, workout.output);
        let mut pulse = heart.map_or(0.0, |heart| heart.resting + 25.0);
        let (mut flutter, mut second, mut last) = (0.0, 0.0, 0.0);
        let mut sensor = Sensor::default();
        while second < total {
            let effort = effort_at(blocks, second);
            let at = start + (second * 1000.0) as i64;
            if let Some(heart) = heart {
                let reserve = heart.maximum - heart.resting;
                let share = (0.85 * effort).min(0.97);
                let drift = heart.drift * second / 3600.0;
                let target = heart.resting + reserve * share + drift;
                pulse += (target - pulse) * (1.0 - (-(second - last) / 30.0).exp());
                flutter += self.random.normal() * 0.7 - flutter * 0.3;
                let rate = (pulse + flutter).min(heart.maximum).round();
                let rate = sensor.read(rate, (second, heart.lost), &mut self.random);
                self.reading(at, HEART_RATE, rate, heart.device);
            }
            self.output(workout, second, effort, at);
            last = second;
            second += 6.0 + (4.0 * self.random.next()).floor();
        }
    }

    /// Adds the session of a workout, as a log of exercises states it.
    fn session(&mut self, start: i64, seconds: f64, output: Output) {
        let (name, kind) = match output {
            Output::Power(_) => ("Bike", 90001),
            Output::Speed(..) => ("Run", 90009),
            Output::Swim(_) => ("Swim", 90024),
        };
        self.sessions.push(json!({
            "logId": self.sessions.len() + 1, "activityTypeId": kind, "activityName": name,
            "startTime": Timestamp(start).to_string(), "duration": 1000.0 * seconds,
        }));
    }

    fn output(&mut self, workout: &Workout<'_>, second: f64, effort: f64, at: i64) {
        let device = workout.device;
        match workout.output {
            Output::Power(threshold) => {
                // Each ninth minute is a descent without pedalling.
                let coasts = (second / 60.0) as i64 % 9 == 8 && effort < 0.9;
                let watts = self.around(threshold * effort, 12.0).max(0.0).round();
                self.reading(at, POWER, if coasts { 0.0 } else { watts }, device);
            }
            Output::Speed(threshold, hills) => {
                let turn = second / 240.0;
                let slope = hills * turn.cos() / (240.0 * threshold);
                let speed = self.around(threshold * effort * (1.0 - 4.0 * slope), 0.06);
                let altitude = 120.0 + hills * turn.sin() + 0.3 * self.random.normal();
                self.reading(at, SPEED, hundredths(speed.max(0.2)), device);
                self.reading(at, ALTITUDE, (altitude * 10.0).round() / 10.0, device);
            }
            Output::Swim(threshold) => {
                let speed = self.around(threshold * (0.6 + 0.4 * effort), 0.03);
                self.reading(at, SPEED, hundredths(speed), device);
            }
        }
    }
}

/// An optical sensor in water: for minutes it loses the pulse, and at times it counts strokes.
#[derive(Default)]
struct Sensor {
    /// The second until which the present state lasts.
    until: f64,
    /// The value that the sensor records instead of the pulse.
    instead: Option<f64>,
}

impl Sensor {
    fn read(&mut self, rate: f64, (second, lost): (f64, f64), random: &mut Random) -> f64 {
        if lost > 0.0 && second >= self.until {
            self.until = second + 40.0;
            let chance = random.next();
            self.instead = match chance {
                chance if chance < lost => Some(0.0),
                chance if chance < 1.1 * lost => Some(214.0),
                _ => None,
            };
        }
        self.instead.unwrap_or(rate)
    }
}

fn effort_at(blocks: &[(f64, f64)], second: f64) -> f64 {
    let mut end = 0.0;
    for (minutes, effort) in blocks {
        end += minutes * 60.0;
        if second < end {
            return *effort;
        }
    }
    0.3
}

pub(super) fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// A random generator with a fixed seed (SplitMix64, Steele et al. 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an approximately normal value with mean 0 and deviation 1.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

/// A type of points and the unit in which it is sent.
pub(super) type Type = (&'static str, &'static str);

pub(super) const HEART_RATE: Type = ("heart_rate", "bpm");
pub(super) const POWER: Type = ("power", "W");
pub(super) const SPEED: Type = ("speed", "m/s");
pub(super) const ALTITUDE: Type = ("altitude", "m");
pub(super) const RESTING: Type = ("resting_heart_rate", "bpm");
pub(super) const RMSSD: Type = ("heart_rate_variability_rmssd", "ms");
pub(super) const STEPS: Type = ("steps", "count");
pub(super) const EXERCISE: Type = ("exercise_duration", "min");
pub(super) const WEIGHT: Type = ("weight", "kg");

/// The order of stages in a night, with their usual minutes.
const STAGES: [(&str, f64); 5] = [
    ("light", 38.0),
    ("deep", 28.0),
    ("light", 22.0),
    ("rem", 20.0),
    ("awake", 5.0),
];
/// The day 0: Monday, 2026-03-09.
pub(super) const FIRST: i64 = 20_521;
/// The number of days; the last one is Sunday, 2026-06-28.
pub(super) const DAYS: i64 = 112;
pub(super) const DAY: i64 = 86_400_000;
pub(super) const HOUR: i64 = 3_600_000;
