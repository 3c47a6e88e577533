//! Google Fit in Google Takeout: `Fit/All Data` (one stream of data points per file) and `Fit/All
//! Sessions`.
//!
//! Sources: Google's page "Fit data types" and the resource `Users.dataSources.datasets` of its
//! REST API, in Takeout's spelling (`fitValue`). The same steps are in several files, raw and
//! merged. Each source is a separate device here, and metrics use only one device at a time.

use serde_json::Value;

use super::element::{Element, PointOutput, number};
use crate::files::NO_TYPE;
use crate::files::intake::StopReason;
use crate::files::nights::{SleepInterval, Stage};
use crate::files::time::rfc3339;
use crate::files::{Format, text};

/// Reads the element if it belongs to Google Fit.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    if element.has("fitValue") && element.has("startTimeNanos") {
        point(element, out)?;
    } else if element.has("fitnessActivity") && element.key.is_empty() {
        session(element, out);
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn point<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::GoogleFit);
    let source = element.header.get("Data Source").and_then(Value::as_str);
    let source = source.or(element.text("originDataSourceId")).unwrap_or("");
    // raw:com.google.heart_rate.bpm:com.example.app:model:uid:name
    let mut parts = source.splitn(3, ':').skip(1);
    let of_source = parts.next().unwrap_or_default();
    let device = text::name(&format!("Google Fit {}", parts.next().unwrap_or_default()));
    let kind = element.text("dataTypeName").unwrap_or(of_source);
    let rows = || ROWS.iter().filter(|row| row.0 == kind);
    if kind != SLEEP && rows().next().is_none() {
        out.intake.pass_over(kind, NO_TYPE);
        return Ok(());
    }
    let start = element.fields.get("startTimeNanos").and_then(nanoseconds);
    let Some(start) = out.time(at, "startTimeNanos", start) else {
        return Ok(());
    };
    let value = |index: usize| {
        let value = element.fields.get("fitValue")?.get(index)?;
        let value = value.get("value").unwrap_or(value);
        number(value.get("fpVal").or_else(|| value.get("intVal"))?)
    };
    let end = element.fields.get("endTimeNanos").and_then(nanoseconds);
    if kind == SLEEP {
        let stage = match value(0) {
            Some(1.0 | 3.0) => Stage::Awake,
            Some(2.0) => Stage::Asleep,
            Some(4.0) => Stage::Light,
            Some(5.0) => Stage::Deep,
            Some(6.0) => Stage::Rem,
            _ => return Ok(()),
        };
        // The export has no time zones: the day of waking up is that of the profile's zone.
        let stretch = SleepInterval {
            start,
            end: end.unwrap_or(start),
            date: None,
        };
        return out.nights.stage(&device, stage, stretch, out.intake);
    }
    for (_, index, kind, unit) in rows() {
        // Minutes without steps are numerous and carry no information.
        let value = value(*index).filter(|value| *value != 0.0 || *kind != "steps");
        if value.is_some() {
            let time = out.interval(&device, kind, (start, end));
            out.measure(time, &device, kind, value, unit)?;
        }
    }
    Ok(())
}

fn session<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) {
    let at = out.element(Format::GoogleFit);
    let sport = element.text("fitnessActivity").unwrap_or_default();
    if sport.starts_with("sleep") || ["still", "in_vehicle", "unknown"].contains(&sport) {
        out.intake
            .pass_over("sessions of sleep and rest", "only their stages are read");
        return;
    }
    let time = |name| element.text(name).and_then(rfc3339);
    if let Some(start) = out.time(at, "startTime", time("startTime")) {
        let sport = match sport {
            "biking" => "cycling".to_owned(),
            other => text::name(other).to_lowercase().replace('.', "_"),
        };
        let sport = Some(sport).filter(|sport| !sport.is_empty());
        let span = (start, time("endTime"));
        out.activity(element.text("name"), sport, None, span, (None, None));
    }
}

/// Parses nanoseconds since 1970, as number or string, to milliseconds.
fn nanoseconds(value: &Value) -> Option<i64> {
    let nanoseconds = match value {
        Value::Number(number) => number.as_i64()?,
        Value::String(text) => text.parse().ok()?,
        _ => return None,
    };
    Some(nanoseconds.div_euclid(1_000_000))
}

const SLEEP: &str = "com.google.sleep.segment";

/// The data type, the index of its value, the type of the catalogue, the unit.
const ROWS: &[(&str, usize, &str, &str)] = &[
    ("com.google.heart_rate.bpm", 0, "heart_rate", "bpm"),
    ("com.google.step_count.delta", 0, "steps", "count"),
    ("com.google.distance.delta", 0, "distance", "m"),
    // Includes the energy at rest.
    ("com.google.calories.expended", 0, "total_energy", "kcal"),
    ("com.google.active_minutes", 0, "exercise_duration", "min"),
    ("com.google.speed", 0, "speed", "m/s"),
    ("com.google.power.sample", 0, "power", "W"),
    ("com.google.cycling.pedaling.cadence", 0, "cadence", "rpm"),
    ("com.google.step_count.cadence", 0, "cadence", "spm"),
    ("com.google.weight", 0, "weight", "kg"),
    (
        "com.google.body.fat.percentage",
        0,
        "body_fat_percentage",
        "%",
    ),
    ("com.google.oxygen_saturation", 0, "oxygen_saturation", "%"),
    ("com.google.body.temperature", 0, "body_temperature", "degC"),
    ("com.google.location.sample", 0, "latitude", "deg"),
    ("com.google.location.sample", 1, "longitude", "deg"),
    ("com.google.location.sample", 3, "altitude", "m"),
];
