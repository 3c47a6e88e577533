//! Data points of Open mHealth and IEEE 1752.1: a `header` that names the schema and a `body`.
//!
//! After the schemas of openmhealth.org (`omh:*`) and of IEEE 1752.1 (`ieee:*`): a measure is a
//! field of the body of the schema's name, a `unit_value` or a bare number; its time is the
//! `effective_time_frame`.

use serde_json::{Map, Value};

use super::element::{Element, Out, number};
use crate::catalogue;
use crate::files::intake::Stop;
use crate::files::time::rfc3339;
use crate::files::{Format, units, xml};

/// Reads the element if it is a data point.
pub(super) fn read<E>(element: &Element<'_>, out: &mut Out<'_, '_, E>) -> Result<bool, Stop<E>> {
    let object = |name: &str| element.fields.get(name).and_then(Value::as_object);
    let (Some(header), Some(body)) = (object("header"), object("body")) else {
        return Ok(false);
    };
    if !header.contains_key("schema_id") && !header.contains_key("uuid") {
        return Ok(false);
    }
    let at = out.element(Format::OpenMHealth);
    let frame = Frame::of(body);
    let rows = || ROWS.iter().filter(|row| body.contains_key(row.0));
    let is_activity = body.contains_key("activity_name");
    if !is_activity && rows().next().is_none() {
        let schema = header
            .get("schema_id")
            .and_then(|id| id.get("name")?.as_str());
        out.intake
            .pass_over(schema.unwrap_or("a data point"), "has no type here");
        return Ok(true);
    }
    let statistic = body.get("descriptive_statistic").and_then(Value::as_str);
    if !matches!(
        statistic,
        None | Some("average" | "mean" | "median" | "sum" | "count")
    ) {
        out.intake
            .pass_over("extremes and spreads", "are no readings");
        return Ok(true);
    }
    if is_activity {
        if let Some(start) = out.time(at, "effective_time_frame", frame.start()) {
            let name = body.get("activity_name").and_then(Value::as_str);
            let sport = name.map(|name| xml::name(name).to_lowercase());
            let of = |kind| canonical(kind, body.get(field_of(kind))?);
            let sums = (of("distance"), of("energy"));
            out.activity(name, sport, (start, frame.end), sums);
        }
        return Ok(true);
    }
    let device = device(header);
    for (field, kind, unit) in rows() {
        // A night counts to the day it ends on.
        let time = match *kind {
            "sleep_duration" => frame.end.or(frame.start()),
            _ => frame.start(),
        };
        let Some(time) = out.time(at, "effective_time_frame", time) else {
            continue;
        };
        let (value, unit) = measure(&body[*field], unit);
        out.measure(time, &device, kind, value, unit)?;
    }
    Ok(true)
}

/// The time of a body.
struct Frame {
    moment: Option<i64>,
    start: Option<i64>,
    end: Option<i64>,
    length: Option<i64>,
}

impl Frame {
    fn of(body: &Map<String, Value>) -> Self {
        let frame = body.get("effective_time_frame").unwrap_or(&Value::Null);
        let interval = frame.get("time_interval").unwrap_or(&Value::Null);
        let time = |of: &Value, name| rfc3339(of.get(name)?.as_str()?);
        let length = interval
            .get("duration")
            .and_then(|duration| canonical("sleep_duration", duration))
            .filter(|seconds| (0.0..1e9).contains(seconds))
            .map(|seconds| (seconds * 1000.0) as i64);
        let start = time(interval, "start_date_time");
        let end = time(interval, "end_date_time");
        Self {
            moment: time(frame, "date_time"),
            start,
            end: end.or(start.zip(length).map(|(start, length)| start + length)),
            length,
        }
    }

    fn start(&self) -> Option<i64> {
        let before = self.end.zip(self.length).map(|(end, length)| end - length);
        self.moment.or(self.start).or(before).or(self.end)
    }
}

/// A `unit_value`, or a number that stands in `unit`.
fn measure<'v>(value: &'v Value, unit: &'v str) -> (Option<f64>, &'v str) {
    match value {
        Value::Object(fields) => {
            let own = fields.get("unit").and_then(Value::as_str);
            (fields.get("value").and_then(number), own.unwrap_or(unit))
        }
        _ => (number(value), unit),
    }
}

/// In the type's own unit.
fn canonical(kind: &str, value: &Value) -> Option<f64> {
    let (value, unit) = measure(value, "");
    let (value, unit) = units::known(kind, value?, unit)?;
    catalogue::canonical(kind, unit, value)
}

fn field_of(kind: &str) -> &'static str {
    match kind {
        "energy" => "kcal_burned",
        _ => "distance",
    }
}

fn device(header: &Map<String, Value>) -> String {
    let source = header.get("acquisition_provenance");
    let source = source.and_then(|source| source.get("source_name")?.as_str());
    let device = xml::name(source.unwrap_or_default());
    if device.is_empty() {
        "Open mHealth".to_owned()
    } else {
        device
    }
}

/// The body's field, the type here, the unit of a bare number.
const ROWS: &[(&str, &str, &str)] = &[
    ("heart_rate", "heart_rate", "beats/min"),
    ("step_count", "steps", "steps"),
    ("body_weight", "weight", "kg"),
    ("body_fat_percentage", "body_fat_percentage", "%"),
    ("body_temperature", "body_temperature", "C"),
    ("oxygen_saturation", "oxygen_saturation", "%"),
    ("respiratory_rate", "respiratory_rate", "breaths/min"),
    ("rr_interval", "rr_interval", "ms"),
    ("kcal_burned", "energy", "kcal"),
    ("sleep_duration", "sleep_duration", "h"),
    ("total_sleep_time", "sleep_duration", "h"),
    ("speed", "speed", "m/s"),
    ("latitude", "latitude", "deg"),
    ("longitude", "longitude", "deg"),
    ("elevation", "altitude", "m"),
];
