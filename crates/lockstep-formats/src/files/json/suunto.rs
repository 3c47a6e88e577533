//! The JSON of the Suunto app: `{"DeviceLog": {…}}`, or samples with the attribute `suunto/sml`.
//!
//! Suunto documents its FIT files only; the fields follow the agreement of two public readers, the
//! importers of sports-lib (`EventImporterSuuntoJSON`) and of MyTourbook. Values are in SI units: heart
//! rate and cadence in hertz, positions in radians, energy in joules, intervals between beats in
//! milliseconds. Times have an offset.

use serde_json::{Map, Value};

use super::element::{Element, PointOutput, number};
use crate::files::intake::StopReason;
use crate::files::time::rfc3339;
use crate::files::{Activity, Format, text};

/// Reads the element if it belongs to Suunto.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    match element.key {
        "Samples" if element.has("TimeISO8601") => sample(element, out)?,
        "Samples" if element.has("Attributes") => attributes(element, None, out)?,
        "R-R" if element.has("Data") => beats(element.fields, element.header, out)?,
        "" if element
            .fields
            .get("Header")
            .is_some_and(|it| it.get("DateTime").is_some()) =>
        {
            let device = device(element.fields);
            header(element.fields.get("Header"), &device, out);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn sample<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Suunto);
    let time = element.text("TimeISO8601").and_then(rfc3339);
    let Some(time) = out.time(at, "TimeISO8601", time) else {
        return Ok(());
    };
    if element.has("Attributes") {
        return attributes(element, Some(time), out);
    }
    values(element.fields, time, &device(element.header), out)
}

/// Reads the attribute `suunto/sml`: an object, or its text.
fn attributes<E>(
    element: &Element<'_>,
    time: Option<i64>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let attributes = match element.fields.get("Attributes") {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_default(),
        Some(value) => value.clone(),
        None => Value::Null,
    };
    let Some(Value::Object(sml)) = attributes.get("suunto/sml") else {
        return Ok(());
    };
    out.intake.is(Format::Suunto);
    let source = element
        .text("Source")
        .map(|source| source.trim_start_matches("suunto-"));
    let device = match source.filter(|source| !source.is_empty()) {
        Some(serial) => text::name(&format!("Suunto {serial}")),
        None => device(element.header),
    };
    header(sml.get("Header"), &device, out);
    let Some(time) = time else {
        return Ok(());
    };
    if let Some(Value::Object(fields)) = sml.get("Sample") {
        values(fields, time, &device, out)?;
    }
    if let Some(Value::Object(fields)) = sml.get("R-R") {
        intervals(fields, time, &device, out)?;
    }
    Ok(())
}

/// Outputs the values of a sample.
fn values<E>(
    fields: &Map<String, Value>,
    time: i64,
    device: &str,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    for (field, kind, factor, unit) in SAMPLES {
        let value = fields
            .get(*field)
            .and_then(number)
            .map(|value| value * factor);
        let value = value.filter(|value| *value > 0.0 || *kind != "heart_rate");
        out.measure(time, device, kind, value, unit)?;
    }
    if fields.get("Temperature").is_some_and(Value::is_number) {
        out.intake
            .pass_over("temperatures of the watch", "are not those of the body");
    }
    Ok(())
}

/// Reads the beats of a log; without a time of their own, they begin with the log.
fn beats<E>(
    fields: &Map<String, Value>,
    header: &Map<String, Value>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Suunto);
    let time = fields.get("TimeISO8601").and_then(Value::as_str);
    let of_log = || header.get("Header")?.get("DateTime")?.as_str();
    let time = time.or_else(of_log).and_then(rfc3339);
    match out.time(at, "TimeISO8601", time) {
        Some(time) => intervals(fields, time, &device(header), out),
        None => Ok(()),
    }
}

/// Outputs the intervals from `start` on, each at its end.
fn intervals<E>(
    fields: &Map<String, Value>,
    start: i64,
    device: &str,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let data = fields.get("Data").or_else(|| fields.get("IBI"));
    let data = data.and_then(Value::as_array);
    let mut at = start;
    for interval in data.into_iter().flatten().filter_map(number) {
        // A longer interval is a gap in the signal.
        let milliseconds = interval.clamp(0.0, 3_600_000.0);
        at = at.saturating_add(milliseconds as i64);
        if milliseconds > 0.0 && at <= out.intake.latest() {
            out.measure(at, device, "rr_interval", Some(interval), "ms")?;
        }
    }
    Ok(())
}

/// Outputs the activity of a header.
fn header<E>(header: Option<&Value>, device: &str, out: &mut PointOutput<'_, '_, E>) {
    let Some(Value::Object(header)) = header else {
        return;
    };
    let at = out.element(Format::Suunto);
    let text = |name: &str| header.get(name).and_then(Value::as_str);
    let value = |name: &str| header.get(name).and_then(number);
    let Some(start) = out.time(at, "DateTime", text("DateTime").and_then(rfc3339)) else {
        return;
    };
    let known = value("ActivityType").and_then(|number| {
        let known = SPORTS
            .iter()
            .find(|(theirs, _)| f64::from(*theirs) == number);
        known.map(|(_, ours)| (*ours).to_owned())
    });
    let named = text("Activity")
        .map(text::sport)
        .filter(|sport| !sport.is_empty());
    let sport = known.or(named);
    let name = text("ActivityName").or(text("Activity")).map(text::name);
    let name = name
        .filter(|name| !name.is_empty())
        .or_else(|| sport.clone());
    out.intake.activity(Activity {
        name: name.unwrap_or_else(|| "activity".to_owned()),
        sport,
        start,
        duration_seconds: value("Duration").unwrap_or(0.0).max(0.0),
        distance_meters: value("Distance"),
        energy_kcal: value("Energy").map(|joules| joules / 4184.0),
        climb_meters: value("Ascent"),
        device: Some(device.to_owned()),
        ..Activity::default()
    });
}

/// Returns the name of the watch, from the fields of a log.
fn device(log: &Map<String, Value>) -> String {
    let device = log.get("Device");
    let text = |name: &str| device.and_then(|device| device.get(name)?.as_str());
    let name = text("Name").unwrap_or("Suunto");
    let maker = if name.to_lowercase().contains("suunto") {
        ""
    } else {
        "Suunto "
    };
    text::name(&format!(
        "{maker}{name} {}",
        text("SerialNumber").unwrap_or_default()
    ))
}

const DEGREES: f64 = 180.0 / std::f64::consts::PI;

/// The field of a sample, the type, the factor, the unit.
const SAMPLES: &[(&str, &str, f64, &str)] = &[
    ("HR", "heart_rate", 60.0, "bpm"),
    ("Cadence", "cadence", 60.0, "rpm"),
    ("Power", "power", 1.0, "W"),
    ("Speed", "speed", 1.0, "m/s"),
    ("Distance", "distance", 1.0, "m"),
    ("Altitude", "altitude", 1.0, "m"),
    ("Latitude", "latitude", DEGREES, "deg"),
    ("Longitude", "longitude", DEGREES, "deg"),
];

/// The numbers of `ActivityType` in the files of watches.
const SPORTS: &[(u32, &str)] = &[
    (2, "multisport"),
    (3, "running"),
    (4, "cycling"),
    (5, "cycling"),
    (6, "swimming"),
    (10, "yoga"),
    (11, "hiking"),
    (12, "walking"),
    (13, "sailing"),
    (14, "kayaking"),
    (15, "rowing"),
    (16, "rock_climbing"),
    (17, "indoor_cycling"),
    (18, "training"),
    (20, "alpine_skiing"),
    (21, "snowboarding"),
    (22, "cross_country_skiing"),
    (23, "training"),
    (76, "treadmill_running"),
    (82, "running"),
    (83, "swimming"),
];
