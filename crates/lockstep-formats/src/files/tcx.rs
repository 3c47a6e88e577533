//! TCX: Training Center XML, version 2, with the activity extension's power, speed and cadence.

use super::intake::{Intake, StopReason};
use super::parts::{Session, Sessions};
use super::route::{Odometer, Route};
use super::text::name;
use super::time::rfc3339;
use super::xml_scanner::{Scanner, Tag, UNREAD_ELEMENT};
use super::{Activity, Lap, MAX_LAPS};

/// Reads the activities of a document whose root has been opened.
///
/// The device's name follows the track points, so the points of an activity wait for it. After
/// [`MAX_WAITING`] points the device is called `TCX`.
pub(super) fn read<E>(
    scanner: &mut Scanner<'_>,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let mut reading = Reading::default();
    let outcome = reading.document(scanner, intake);
    if !matches!(outcome, Err(StopReason::Fault(_))) {
        reading.end_activity(intake)?;
    }
    outcome
}

#[derive(Default)]
struct Reading {
    sport: Option<String>,
    notes: String,
    inside_activity: bool,
    /// The start that the first lap states.
    start: Option<i64>,
    sessions: Sessions<Workout>,
    /// Laps before the first record, and laps without any.
    empty: Workout,
    /// The number of records without a usable time.
    untimed: u64,
    in_lap: bool,
    lap: Lap,
    lap_records: LapRecords,
    device: Device,
    waiting: Vec<Record>,
}

/// The times of the records of a lap.
#[derive(Default)]
struct LapRecords {
    /// The first and the last time.
    span: Option<(i64, i64)>,
    /// The last time before a pause, which has no record yet after it. A device begins another track after a pause.
    paused_since: Option<i64>,
    /// The sum of the pauses in milliseconds.
    pauses: i64,
}

/// The laps and the route of a session.
#[derive(Default)]
struct Workout {
    /// The sum of the laps' times without pauses, as far as they are known.
    seconds: f64,
    /// Whether the time of a lap without pauses is unknown: the lap states none or one that its records contradict, and
    /// its records show no pause.
    is_unknown: bool,
    laps: Vec<Lap>,
    route: Route,
    odometer: Odometer,
}

#[derive(Default)]
struct Device {
    name: String,
    unit: String,
    /// Whether points have been output under the general name.
    given_up: bool,
}

impl Device {
    fn full_name(&self) -> String {
        if self.given_up || self.name.is_empty() {
            "TCX".to_owned()
        } else if self.unit.is_empty() || self.unit == "0" {
            self.name.clone()
        } else {
            format!("{} {}", self.name, self.unit)
        }
    }
}

/// One track point.
#[derive(Clone, Copy, Default)]
struct Record {
    time: i64,
    values: [Option<f64>; KINDS.len()],
}

/// The values of a track point.
const KINDS: [(&str, &str); 8] = [
    ("heart_rate", "bpm"),
    ("power", "W"),
    ("cadence", "rpm"),
    ("speed", "m/s"),
    ("distance", "m"),
    ("altitude", "m"),
    ("latitude", "deg"),
    ("longitude", "deg"),
];

impl Reading {
    fn document<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let (mut in_creator, mut in_track) = (false, false);
        while let Some(tag) = scanner.next_tag()? {
            match (tag, scanner.name()) {
                (Tag::Open, "Activity") => {
                    self.end_activity(intake)?;
                    self.inside_activity = true;
                    self.sport = scanner.attribute("Sport").map(|sport| sport_name(&sport));
                }
                (Tag::Close, "Activity") => self.end_activity(intake)?,
                (Tag::Open, "Lap") => {
                    let start = scanner.attribute("StartTime");
                    let start = start.and_then(|start| rfc3339(&start));
                    self.start = self.start.or(start);
                    self.begin_lap(start);
                }
                (Tag::Close, "Lap") => self.end_lap(),
                (Tag::Open, "Track") => {
                    in_track = true;
                    self.begin_track();
                }
                (Tag::Close, "Track") => in_track = false,
                (Tag::Close, "TotalTimeSeconds") if self.in_lap && !in_track => {
                    self.lap.duration_seconds = scanner.number().unwrap_or(0.0).max(0.0);
                }
                (Tag::Close, "DistanceMeters") if self.in_lap && !in_track => {
                    self.lap.distance_meters = scanner.number();
                }
                (Tag::Close, "Calories") if self.in_lap && !in_track => {
                    self.lap.energy_kcal = scanner.number();
                }
                (Tag::Open, "Trackpoint") => self.track_point(scanner, intake)?,
                (tag, "Creator") => in_creator = tag == Tag::Open,
                (Tag::Close, "Name") if in_creator => self.device.name = name(scanner.text()),
                (Tag::Close, "UnitId") if in_creator => self.device.unit = name(scanner.text()),
                (Tag::Close, "Notes") if self.inside_activity && !self.in_lap => {
                    self.notes = name(scanner.text());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn begin_lap(&mut self, start: Option<i64>) {
        let last = self.sessions.current().map(|session| session.last);
        self.lap = Lap {
            start: start.or(last).unwrap_or_default(),
            ..Lap::default()
        };
        self.in_lap = true;
        self.lap_records = LapRecords::default();
    }

    /// Begins a track. The way from the last record of the lap to it was not recorded.
    fn begin_track(&mut self) {
        if let Some((_, to)) = self.lap_records.span {
            self.lap_records.paused_since = Some(to);
            if let Some(session) = self.sessions.current() {
                session.content.route.pause();
            }
        }
    }

    /// Ends a lap. It belongs to the session of its records. Where they contradict its time or its start, they count; they
    /// also give the time and the distance that the lap does not state.
    fn end_lap(&mut self) {
        self.in_lap = false;
        let mut lap = std::mem::take(&mut self.lap);
        let records = std::mem::take(&mut self.lap_records);
        let session = records.span.and_then(|(from, _)| self.sessions.near(from));
        if let Some((session, (from, _))) = session.as_ref().zip(records.span)
            && !session.is_near(lap.start)
        {
            lap.start = from;
        }
        let workout = session.map_or(&mut self.empty, |session| &mut session.content);
        let is_known = match records.span {
            Some(span) => lap.complete_time(span, records.pauses),
            None => true,
        };
        workout.is_unknown |= !is_known;
        workout.seconds += lap.timer_seconds.unwrap_or(lap.duration_seconds);
        // Both sums are taken, so that the next lap begins at none.
        let (counted, travelled) = (workout.odometer.take_meters(), workout.route.take_meters());
        let stated = lap.distance_meters.filter(|meters| *meters >= 0.0);
        // The format requires the element in a lap: a device without a distance writes 0, some in each record, too.
        let is_positive = |meters: &f64| *meters > 0.0;
        let positive = stated.filter(is_positive).or(counted.filter(is_positive));
        lap.distance_meters = positive.or(travelled).or(counted).or(stated);
        if workout.laps.len() < MAX_LAPS {
            workout.laps.push(lap);
        }
    }

    fn track_point<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let number = intake.record();
        let mut record = Record::default();
        let mut time = None;
        let mut in_heart_rate = false;
        while let Some(tag) = scanner.next_tag()? {
            let index = match (tag, scanner.name()) {
                (Tag::Close, "Trackpoint") => break,
                (tag, "HeartRateBpm") => {
                    in_heart_rate = tag == Tag::Open;
                    continue;
                }
                (Tag::Close, "Time") => {
                    time = rfc3339(scanner.text());
                    continue;
                }
                (Tag::Close, "Value") if in_heart_rate => 0,
                (Tag::Close, "Watts") => 1,
                (Tag::Close, "Cadence" | "RunCadence") => 2,
                (Tag::Close, "Speed") => 3,
                (Tag::Close, "DistanceMeters") => 4,
                (Tag::Close, "AltitudeMeters") => 5,
                (Tag::Close, "LatitudeDegrees") => 6,
                (Tag::Close, "LongitudeDegrees") => 7,
                // Elements that only contain others have no text.
                (Tag::Close, other) if !scanner.text().is_empty() => {
                    intake.pass_over(other, UNREAD_ELEMENT);
                    continue;
                }
                _ => continue,
            };
            record.values[index] = scanner.number();
            if index == 0 {
                // The sensor is not worn, or has no reading.
                record.values[0] = record.values[0].filter(|rate| *rate > 0.0 && *rate < 255.0);
            }
        }
        let Some(time) = time else {
            self.untimed += 1;
            intake.report_error(format_args!(
                "track point {number}: timestamp: is missing or not RFC 3339 with a zone"
            ));
            return Ok(());
        };
        if !intake.is_possible("track point", number, time) {
            self.untimed += 1;
            return Ok(());
        }
        record.time = time;
        let session = self.sessions.add(time);
        session.content.add(&record);
        self.lap_records.add(time, session);
        if self.device.given_up {
            return hand_over(&record, &self.device.full_name(), intake);
        }
        self.waiting.push(record);
        if self.waiting.len() == MAX_WAITING {
            self.device.given_up = true;
            self.release(intake)?;
        }
        Ok(())
    }

    fn release<E>(&mut self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        let device = self.device.full_name();
        for record in self.waiting.drain(..) {
            hand_over(&record, &device, intake)?;
        }
        Ok(())
    }

    /// Reports the current activity, if any, and begins another.
    fn end_activity<E>(&mut self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        self.release(intake)?;
        let has_content = self.lap.duration_seconds > 0.0 || self.lap_records.span.is_some();
        if self.in_lap && has_content {
            // The file ends within a lap.
            self.end_lap();
        }
        let name = match (self.notes.as_str(), &self.sport) {
            ("", Some(sport)) => sport.clone(),
            ("", None) => "activity".to_owned(),
            (notes, _) => notes.to_owned(),
        };
        let mut sessions = self.sessions.take();
        if sessions.is_empty()
            && let Some(start) = self.start
            && self.inside_activity
        {
            sessions.push(Session {
                first: start,
                last: start,
                records: 0,
                content: Workout::default(),
            });
        }
        for (nth, mut session) in sessions.into_iter().enumerate() {
            if nth == 0 {
                session.records += self.untimed;
                session.content.put_before(std::mem::take(&mut self.empty));
            }
            let stated = self
                .start
                .filter(|start| nth == 0 && session.is_near(*start));
            let activity = Activity {
                name: name.clone(),
                sport: self.sport.clone(),
                device: Some(self.device.full_name()),
                ..session.into_activity(stated)
            };
            intake.activity(activity);
        }
        *self = Self::default();
        Ok(())
    }
}

impl LapRecords {
    /// Adds the time of a record of a session.
    fn add(&mut self, time: i64, session: &Session<Workout>) {
        if let Some(last) = self.paused_since.take_if(|last| session.is_near(*last)) {
            self.pauses += (time - last).max(0);
        }
        self.span = Some(match self.span {
            Some((from, to)) if session.is_near(from) => (from.min(time), to.max(time)),
            // A single wrong time among records is not of this lap.
            Some((from, to)) if from < to => (from, to),
            _ => (time, time),
        });
    }
}

impl Lap {
    /// Replaces a time that the lap does not state, or that its records contradict, by the time from its start to its
    /// last record. Returns whether the time without pauses is known.
    fn complete_time(&mut self, (from, to): (i64, i64), pauses: i64) -> bool {
        let seconds = (to - from) as f64 / 1000.0;
        let is_false = seconds > 0.0 && self.duration_seconds > MAX_RATIO * seconds + SLACK_SECONDS;
        if self.duration_seconds > 0.0 && !is_false {
            return true;
        }
        // A start in another time zone, or after the first record, is wrong, too.
        if !(0..=MAX_LEAD_MILLIS).contains(&(from - self.start)) {
            self.start = from;
        }
        let elapsed = to - self.start;
        self.duration_seconds = elapsed as f64 / 1000.0;
        if pauses > 0 {
            self.timer_seconds = Some((elapsed - pauses).max(0) as f64 / 1000.0);
        }
        pauses > 0
    }
}

impl Workout {
    /// Adds the altitude, the counted distance and the position of a record.
    fn add(&mut self, record: &Record) {
        let Record { time, values } = *record;
        if let Some(meters) = values[ALTITUDE] {
            self.route.altitude(time, meters);
        }
        if let Some(meters) = values[DISTANCE] {
            self.odometer.add(time, meters);
        }
        if let Some((latitude, longitude)) = values[LATITUDE].zip(values[LONGITUDE]) {
            self.route.position(time, latitude, longitude);
        }
    }

    /// Adds laps without records.
    fn put_before(&mut self, other: Self) {
        if other.laps.is_empty() {
            return;
        }
        self.seconds += other.seconds;
        self.laps.splice(0..0, other.laps);
        self.laps.sort_by_key(|lap| lap.start);
        self.laps.truncate(MAX_LAPS);
    }
}

impl Session<Workout> {
    fn into_activity(self, stated: Option<i64>) -> Activity {
        let between = self.seconds();
        let Workout {
            seconds,
            is_unknown,
            laps,
            route,
            odometer: _,
        } = self.content;
        let sum = |of: fn(&Lap) -> Option<f64>| {
            let all = laps.iter().filter_map(of);
            all.filter(|value| *value >= 0.0)
                .reduce(|sum, value| sum + value)
        };
        // The sum of the laps, rounded to the millisecond, so that 0.1 and 0.2 give 0.3.
        let seconds = (seconds * 1000.0).round() / 1000.0;
        Activity {
            start: stated.unwrap_or(self.first),
            duration_seconds: between.max(seconds),
            timer_seconds: (seconds > 0.0 && !is_unknown).then_some(seconds),
            records: self.records,
            distance_meters: sum(|lap| lap.distance_meters),
            energy_kcal: sum(|lap| lap.energy_kcal),
            climb_meters: route.climb(),
            laps,
            ..Activity::default()
        }
    }
}

fn hand_over<E>(
    record: &Record,
    device: &str,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    for ((kind, unit), value) in KINDS.iter().zip(record.values) {
        if let Some(value) = value {
            intake.point(record.time, device, kind, value, unit)?;
        }
    }
    Ok(())
}

/// The places of values in [`KINDS`].
const DISTANCE: usize = 4;
const ALTITUDE: usize = 5;
const LATITUDE: usize = 6;
const LONGITUDE: usize = 7;

/// Maps TCX's three sports to FIT's names.
fn sport_name(sport: &str) -> String {
    match sport {
        "Running" => "running".to_owned(),
        "Biking" => "cycling".to_owned(),
        "Other" => "generic".to_owned(),
        other => name(other).to_lowercase(),
    }
}

/// The stated time of a lap is false if it exceeds this multiple of the time between its records by more than
/// [`SLACK_SECONDS`]: a device may record seldom, but not for a day.
const MAX_RATIO: f64 = 2.0;
const SLACK_SECONDS: f64 = 3600.0;
/// The longest time from the start of a lap without a usable time to its first record: a device that records seldom, or
/// waits for its first position.
const MAX_LEAD_MILLIS: i64 = 600_000;
/// The maximum number of waiting track points: about 36 hours at one per second, 20 MB.
const MAX_WAITING: usize = 1 << 17;
