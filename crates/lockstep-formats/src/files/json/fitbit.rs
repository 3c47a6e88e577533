//! Fitbit's archive, also inside Google Takeout (`Fitbit/Global Export Data`): one array per file,
//! whose meaning follows from the file's name.
//!
//! Sources: Fitbit's help page "What data is in my export?", the read-me files of the archive, and the
//! Web API's sleep log (version 1.2), whose objects the sleep files contain. Readings are in UTC.
//! Sleep, weights and days use the wearer's clock without a zone: see [`ValueTime::Clock`].

use serde_json::Value;

use super::element::{Element, PointOutput, number};
use crate::files::intake::StopReason;
use crate::files::nights::{self, Stage};
use crate::files::time::{ValueTime, american, american_day, american_utc, local, rfc3339};
use crate::files::{Format, text};
use crate::point::Point;

/// Reads the element if it belongs to Fitbit.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    if element.has("logId") && element.has("levels") {
        sleep(element, out)?;
    } else if element.has("logId") && element.has("weight") {
        weight(element, out)?;
    } else if element.has("logId") && element.has("activityTypeId") {
        exercise(element, out);
    } else if element.has("dateTime") && element.has("value") {
        return reading(element, out);
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn reading<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let value = element.fields.get("value").unwrap_or(&Value::Null);
    let known = FILES
        .iter()
        .find(|row| element.file.starts_with(row.file))
        // Heart rates are recognisable by their field, and are most of an archive.
        .or_else(|| FILES.first().filter(|_| value.get("bpm").is_some()));
    let Some(row) = known else {
        return Ok(false);
    };
    let at = out.element(Format::Fitbit);
    let text = element.text("dateTime").unwrap_or_default();
    let time = match row.when {
        TimeKind::Moment => american_utc(text).map(ValueTime::Moment),
        TimeKind::Day(nth) => american_day(text).map(|date| ValueTime::Day(date, nth)),
    };
    let Some(time) = out.time(at, "dateTime", time) else {
        return Ok(true);
    };
    let value = match row.field {
        Some(field) => value.get(field).and_then(number),
        None => number(value),
    };
    // Zero means a minute without steps, or a day without a reading.
    let Some(value) = value.filter(|value| *value > 0.0) else {
        return Ok(true);
    };
    let confidence = element.fields["value"].get("confidence").and_then(number);
    // Fitbit's four grades of confidence, 0 to 3.
    let confidence = confidence.map(|grade| grade / 3.0);
    let point = Point {
        timestamp: time.timestamp(),
        kind: row.kind,
        value: value * row.factor,
        unit: row.unit,
        device: DEVICE,
        confidence,
        metadata: None,
    };
    out.point_at(time, point)?;
    Ok(true)
}

fn sleep<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Fitbit);
    let end = element.text("endTime").and_then(local);
    let Some(end) = out.time(at, "endTime", end) else {
        return Ok(());
    };
    let asleep = element.number("minutesAsleep");
    out.measure(end, DEVICE, "sleep_duration", asleep, "min")?;
    let stages = element.fields.get("levels").and_then(|it| it.get("data"));
    for stage in stages.and_then(Value::as_array).into_iter().flatten() {
        let text = |name| stage.get(name).and_then(Value::as_str);
        let start = text("dateTime").and_then(local);
        let seconds = stage.get("seconds").and_then(number);
        let what = match text("level") {
            Some("wake" | "awake" | "restless") => Stage::Awake,
            Some("asleep") => Stage::Asleep,
            Some("light") => Stage::Light,
            Some("deep") => Stage::Deep,
            Some("rem") => Stage::Rem,
            _ => continue,
        };
        if let (Some(start), Some(seconds)) = (start, seconds)
            && (0..=out.intake.latest()).contains(&start.timestamp())
        {
            let length = (seconds * 1000.0) as i64;
            nights::stage(DEVICE, what, (start, length), out.intake)?;
        }
    }
    Ok(())
}

fn weight<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Fitbit);
    let date = element.text("date").unwrap_or_default();
    let clock = element.text("time").unwrap_or_default();
    let time = american(&format!("{date} {clock}")).map(ValueTime::Clock);
    let Some(time) = out.time(at, "date", time) else {
        return Ok(());
    };
    // Always pounds, regardless of the unit that the account displays.
    out.measure(time, DEVICE, "weight", element.number("weight"), "lb")?;
    let fat = element.number("fat");
    out.measure(time, DEVICE, "body_fat_percentage", fat, "%")
}

/// Reads an element of `exercise-*.json`, an activity log of the Web API. Its start is in UTC, its
/// duration in milliseconds.
fn exercise<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) {
    let at = out.element(Format::Fitbit);
    let start = element.text("startTime");
    let start = start.and_then(|text| american_utc(text).or_else(|| rfc3339(text)));
    let Some(start) = out.time(at, "startTime", start) else {
        return;
    };
    let name = element.text("activityName");
    let sport = name.map(sport).filter(|sport| !sport.is_empty());
    let length = element
        .number("duration")
        .filter(|it| (0.0..1e12).contains(it));
    let end = length.map(|length| start.saturating_add(length as i64));
    let distance = element.number("distance").and_then(|distance| {
        let metres = match element.text("distanceUnit")? {
            "Kilometer" => 1000.0,
            "Mile" => 1609.344,
            "Meter" => 1.0,
            _ => return None,
        };
        Some(distance * metres)
    });
    let energy = element.number("calories");
    out.activity(name, sport, Some(DEVICE), (start, end), (distance, energy));
}

/// Returns FIT's name of a Fitbit activity if it has one.
fn sport(name: &str) -> String {
    let known = SPORTS.iter().find(|(theirs, _)| *theirs == name);
    match known {
        Some((_, ours)) => (*ours).to_owned(),
        None => text::sport(name),
    }
}

const SPORTS: &[(&str, &str)] = &[
    ("Run", "running"),
    ("Treadmill", "running"),
    ("Walk", "walking"),
    ("Hike", "hiking"),
    ("Bike", "cycling"),
    ("Outdoor Bike", "cycling"),
    ("Spinning", "cycling"),
    ("Mountain Bike", "cycling"),
    ("Swim", "swimming"),
    ("Elliptical", "fitness_equipment"),
    ("Weights", "training"),
    ("Workout", "training"),
    ("Circuit Training", "training"),
    ("Interval Workout", "hiit"),
    ("Rowing Machine", "rowing"),
];

const DEVICE: &str = "Fitbit";

/// The mapping of a file's elements.
struct Row {
    /// The beginning of the file's name.
    file: &'static str,
    /// The field within `value`, if that is an object.
    field: Option<&'static str>,
    kind: &'static str,
    factor: f64,
    unit: &'static str,
    when: TimeKind,
}

enum TimeKind {
    /// A point in time in UTC.
    Moment,
    /// A day; the number separates several values of a type and day.
    Day(i64),
}

/// Distances are in centimetres. The two kinds of active minutes of a day add up, so they must have
/// different times.
const FILES: &[Row] = &[
    Row {
        file: "heart_rate-",
        field: Some("bpm"),
        kind: "heart_rate",
        factor: 1.0,
        unit: "bpm",
        when: TimeKind::Moment,
    },
    Row {
        file: "steps-",
        field: None,
        kind: "steps",
        factor: 1.0,
        unit: "{steps}",
        when: TimeKind::Moment,
    },
    Row {
        file: "distance-",
        field: None,
        kind: "distance",
        factor: 0.01,
        unit: "m",
        when: TimeKind::Moment,
    },
    // Includes the energy at rest.
    Row {
        file: "calories-",
        field: None,
        kind: "total_energy",
        factor: 1.0,
        unit: "kcal",
        when: TimeKind::Moment,
    },
    Row {
        file: "resting_heart_rate-",
        field: Some("value"),
        kind: "resting_heart_rate",
        factor: 1.0,
        unit: "bpm",
        when: TimeKind::Day(0),
    },
    Row {
        file: "demographic_vo2_max-",
        field: Some("filteredDemographicVO2Max"),
        kind: "vo2_max",
        factor: 1.0,
        unit: "mL/kg/min",
        when: TimeKind::Day(0),
    },
    Row {
        file: "run_vo2_max-",
        field: Some("filteredRunVO2Max"),
        kind: "vo2_max_running",
        factor: 1.0,
        unit: "mL/kg/min",
        when: TimeKind::Day(0),
    },
    Row {
        file: "very_active_minutes-",
        field: None,
        kind: "exercise_duration",
        factor: 1.0,
        unit: "min",
        when: TimeKind::Day(0),
    },
    Row {
        file: "moderately_active_minutes-",
        field: None,
        kind: "exercise_duration",
        factor: 1.0,
        unit: "min",
        when: TimeKind::Day(1000),
    },
];
