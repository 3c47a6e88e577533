//! Records of Android's Health Connect as JSON.
//!
//! Health Connect's own export is a database (`files/health_connect.rs`); apps write its records as JSON. The layout follows the
//! record classes (`androidx.health.connect.client.records`, Jetpack reference). A record names its
//! type as `recordType` or `type`, or is in an array of that name. Quantities are numbers, `{value,
//! unit}`, or `{inKilograms: …}` as in the client libraries.

use serde_json::{Map, Value};

use super::element::{Element, PointOutput, moment, number};
use crate::files::NO_TYPE;
use crate::files::intake::StopReason;
use crate::files::nights::{SleepInterval, Stage};
use crate::files::time::{date_at, rfc3339};
use crate::files::{Format, text};
use crate::local_date::LocalDate;

/// Reads the element if it belongs to Health Connect.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    if !element.has("time") && !element.has("startTime") {
        return Ok(false);
    }
    let kind = element.text("recordType").or(element.text("type"));
    let kind = kind.unwrap_or(element.key);
    let kind = kind.strip_suffix("Record").unwrap_or(kind);
    let rows = || ROWS.iter().filter(|row| row.0 == kind);
    let special = matches!(kind, "SleepSession" | "ExerciseSession");
    if !special && rows().next().is_none() {
        // Unsupported types are reported only if the file certainly is from Health Connect.
        if element.has("recordType") && element.has("metadata") {
            out.element(Format::HealthConnect);
            out.intake.pass_over(kind, NO_TYPE);
            return Ok(true);
        }
        return Ok(false);
    }
    let at = out.element(Format::HealthConnect);
    let time = |name| element.fields.get(name).and_then(moment);
    let start = time("time").or(time("startTime"));
    let Some(start) = out.time(at, "startTime", start) else {
        return Ok(true);
    };
    let device = device(element);
    match kind {
        "SleepSession" => sleep(element, &device, (start, time("endTime")), out)?,
        "ExerciseSession" => {
            let sport = element.fields.get("exerciseType").and_then(sport);
            let span = (start, time("endTime"));
            let title = element.text("title");
            out.activity(title, sport, Some(&device), span, (None, None));
        }
        _ => {
            let end = time("endTime").filter(|end| *end != start);
            for (_, field, kind, unit) in rows() {
                let own = element.fields.get(*field).map(|value| {
                    let intervals = &mut out.intake.intervals;
                    let time = end.map_or(start, |end| intervals.time(&device, kind, start, end));
                    (Some(time), value)
                });
                let samples = element.objects("samples").filter_map(|sample| {
                    let value = sample.get(*field)?;
                    Some((sample.get("time").and_then(moment), value))
                });
                for (time, value) in own.into_iter().chain(samples) {
                    if let Some(time) = out.time(at, "time", time) {
                        let (value, unit) = quantity(value, unit);
                        out.measure(time, &device, kind, value, unit)?;
                    }
                }
            }
        }
    }
    Ok(true)
}

fn sleep<E>(
    element: &Element<'_>,
    device: &str,
    (start, end): (i64, Option<i64>),
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let Some(end) = end else {
        return Ok(());
    };
    let mut staged = false;
    for stage in element.objects("stages") {
        let time = |name| stage.get(name).and_then(moment);
        let what = match stage.get("stage").map(Value::to_string).as_deref() {
            Some("1" | "3" | "7") => Stage::Awake,
            Some("2") => Stage::Asleep,
            Some("4") => Stage::Light,
            Some("5") => Stage::Deep,
            Some("6") => Stage::Rem,
            _ => continue,
        };
        if let (Some(from), Some(to)) = (time("startTime"), time("endTime"))
            && (start..=end.min(out.intake.latest())).contains(&from)
        {
            staged = true;
            let date = waking_date(element, to);
            let (start, end) = (from, to);
            let stretch = SleepInterval { start, end, date };
            out.nights.stage(device, what, stretch, out.intake)?;
        }
    }
    if staged {
        return Ok(());
    }
    let date = waking_date(element, end);
    let stretch = SleepInterval { start, end, date };
    out.nights.stage(device, Stage::Asleep, stretch, out.intake)
}

/// Returns the calendar day of `end` by the record's `endZoneOffset`: `"+02:00"`, `{"id": "+02:00"}` or
/// `{"totalSeconds": 7200}`, as `java.time.ZoneOffset` is written.
fn waking_date(element: &Element<'_>, end: i64) -> Option<LocalDate> {
    let offset = element.fields.get("endZoneOffset")?;
    let seconds = match offset.get("totalSeconds").and_then(Value::as_i64) {
        Some(seconds) => seconds,
        None => {
            let text = offset.get("id").unwrap_or(offset).as_str()?;
            let at = rfc3339(&format!("1970-01-02T00:00:00{text}"))?;
            86_400 - at / 1000
        }
    };
    date_at(end, seconds)
}

/// Returns the app that wrote the record, and the record's device.
fn device(element: &Element<'_>) -> String {
    let metadata = element.fields.get("metadata");
    let origin = metadata.and_then(|metadata| metadata.get("dataOrigin"));
    let origin = origin.and_then(|origin| origin.get("packageName").unwrap_or(origin).as_str());
    let model = metadata.and_then(|metadata| metadata.get("device")?.get("model")?.as_str());
    let words = ["Health Connect", origin.unwrap_or(""), model.unwrap_or("")];
    let words = words.iter().filter(|word| !word.is_empty());
    text::name(&words.copied().collect::<Vec<_>>().join(" "))
}

/// Returns a number with its unit; `unit` is the default.
fn quantity<'u>(value: &Value, unit: &'u str) -> (Option<f64>, &'u str) {
    let Value::Object(fields) = value else {
        return (number(value), unit);
    };
    let of = |(name, ours): &(&str, &'static str)| Some((in_unit(fields, name)?, *ours));
    match UNITS.iter().find_map(of) {
        Some((value, unit)) => (Some(value), unit),
        None => (None, unit),
    }
}

/// `{"value": 70, "unit": "kilograms"}` or `{"inKilograms": 70}`.
fn in_unit(fields: &Map<String, Value>, name: &str) -> Option<f64> {
    if fields.get("unit").and_then(Value::as_str) == Some(name) {
        return fields.get("value").and_then(number);
    }
    let named = |key: &str| {
        let rest = key.strip_prefix("in")?;
        rest.eq_ignore_ascii_case(name).then_some(())
    };
    let (_, value) = fields.iter().find(|(key, _)| named(key).is_some())?;
    number(value)
}

/// Maps the numbers of `ExerciseSessionRecord` to FIT's sports.
fn sport(value: &Value) -> Option<String> {
    let name = match value {
        Value::Number(number) => {
            let number = number.as_u64()?;
            SPORTS
                .iter()
                .find(|(known, _)| *known == number)?
                .1
                .to_owned()
        }
        Value::String(text) => text::name(text).to_lowercase(),
        _ => return None,
    };
    Some(name)
}

/// The record's type, its field or that of its samples, the type of the catalogue, the unit of a bare
/// number.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("HeartRate", "beatsPerMinute", "heart_rate", "bpm"),
    ("Steps", "count", "steps", "count"),
    ("Distance", "distance", "distance", "m"),
    ("ActiveCaloriesBurned", "energy", "energy", "kcal"),
    ("TotalCaloriesBurned", "energy", "total_energy", "kcal"),
    (
        "RestingHeartRate",
        "beatsPerMinute",
        "resting_heart_rate",
        "bpm",
    ),
    (
        "HeartRateVariabilityRmssd",
        "heartRateVariabilityMillis",
        "heart_rate_variability_rmssd",
        "ms",
    ),
    ("OxygenSaturation", "percentage", "oxygen_saturation", "%"),
    ("RespiratoryRate", "rate", "respiratory_rate", "/min"),
    ("BodyTemperature", "temperature", "body_temperature", "degC"),
    (
        "BasalBodyTemperature",
        "temperature",
        "body_temperature",
        "degC",
    ),
    ("Weight", "weight", "weight", "kg"),
    ("BodyFat", "percentage", "body_fat_percentage", "%"),
    (
        "Vo2Max",
        "vo2MillilitersPerMinuteKilogram",
        "vo2_max",
        "mL/kg/min",
    ),
    ("Speed", "speed", "speed", "m/s"),
    ("Power", "power", "power", "W"),
    (
        "CyclingPedalingCadence",
        "revolutionsPerMinute",
        "cadence",
        "rpm",
    ),
    ("StepsCadence", "rate", "cadence", "spm"),
];

/// Health Connect's units and their names in `units`.
const UNITS: &[(&str, &str)] = &[
    ("kilograms", "kg"),
    ("grams", "g"),
    ("pounds", "lb"),
    ("kilocalories", "kcal"),
    ("kilojoules", "kJ"),
    ("joules", "J"),
    ("calories", "cal"),
    ("meters", "m"),
    ("kilometers", "km"),
    ("miles", "mi"),
    ("feet", "ft"),
    ("celsius", "degC"),
    ("fahrenheit", "degF"),
    ("watts", "W"),
    ("metersPerSecond", "m/s"),
    ("kilometersPerHour", "km/h"),
    ("milesPerHour", "mph"),
];

const SPORTS: &[(u64, &str)] = &[
    (8, "cycling"),
    (9, "cycling"),
    (25, "fitness_equipment"),
    (37, "hiking"),
    (53, "rowing"),
    (54, "rowing"),
    (56, "running"),
    (57, "running"),
    (70, "training"),
    (73, "swimming"),
    (74, "swimming"),
    (79, "walking"),
    (81, "training"),
    (83, "yoga"),
];
