//! Data points of Open mHealth and IEEE 1752.1: a `header` that names the schema and a `body`.
//!
//! Sources: the schemas of openmhealth.org (`omh:*`) and of IEEE 1752.1 (`ieee:*`). A measure is
//! the field of the body with the schema's name: a `unit_value` or a bare number. Its time is the
//! `effective_time_frame`.
//! Points of this project's own export are read back completely. Types without a published schema
//! use `lockstep:measurement`; fields that the published schemas lack are added to the body.

use serde_json::{Map, Value};

use super::element::{Element, PointOutput, number};
use crate::files::NO_TYPE;
use crate::files::intake::{Intake, StopReason};
use crate::files::time::{ValueTime, offset_date, rfc3339};
use crate::files::{Format, text, units};
use crate::local_date::LocalDate;
use crate::point::{self, Point};
use crate::point_id::PointId;
use crate::{catalogue, metadata};

/// Reads the element if it is a data point.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let object = |name: &str| element.fields.get(name).and_then(Value::as_object);
    let (Some(header), Some(body)) = (object("header"), object("body")) else {
        return Ok(false);
    };
    if !header.contains_key("schema_id") && !header.contains_key("uuid") {
        return Ok(false);
    }
    let at = out.element(Format::OpenMHealth);
    let frame = Frame::of(body);
    if is_measurement(header) {
        measurement(at, header, body, &frame, out)?;
        return Ok(true);
    }
    let is_activity = body.contains_key("activity_name");
    if !is_activity && rows(body).next().is_none() {
        let schema = header
            .get("schema_id")
            .and_then(|id| id.get("name")?.as_str());
        out.intake
            .pass_over(schema.unwrap_or("a data point"), NO_TYPE);
        return Ok(true);
    }
    let statistic = body.get("descriptive_statistic").and_then(Value::as_str);
    if !matches!(
        statistic,
        None | Some("average" | "mean" | "median" | "sum" | "count")
    ) {
        out.intake
            .pass_over("extremes and spreads", "are not single readings");
        return Ok(true);
    }
    if is_activity {
        if let Some(start) = out.time(at, "effective_time_frame", frame.start()) {
            let name = body.get("activity_name").and_then(Value::as_str);
            let sport = name.map(|name| text::name(name).to_lowercase());
            let of = |kind| canonical(kind, body.get(field_of(kind))?);
            let sums = (of("distance"), of("energy"));
            let device = device(header, is_own(header));
            out.activity(name, sport, Some(&device), (start, frame.end), sums);
        }
        return Ok(true);
    }
    values(at, header, body, &frame, out)?;
    Ok(true)
}

/// Reads the values of a body that has a published schema.
fn values<E>(
    at: u64,
    header: &Map<String, Value>,
    body: &Map<String, Value>,
    frame: &Frame,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let own = is_own(header);
    let device = device(header, own);
    let (confidence, metadata) = match own.then(|| added_fields(at, body, out.intake)) {
        Some(Ok(added_fields)) => added_fields,
        Some(Err(error)) => {
            out.intake
                .report_error(format_args!("element {at}: {error}"));
            return Ok(());
        }
        None => (None, None),
    };
    for (field, kind, unit) in rows(body) {
        // Other exporters use this mark for any heart rate at rest. In exports of this project it marks
        // the day's resting heart rate.
        let at_rest = own && body.get(RELATION).and_then(Value::as_str) == Some("at rest");
        let kind = match *kind {
            "heart_rate" if at_rest => "resting_heart_rate",
            kind => kind,
        };
        // A night counts for the day on which it ends.
        let time = match kind {
            "sleep_duration" => frame.end.or(frame.start()),
            // Points of this project's export have times of their own already.
            _ if own => frame.start(),
            _ => {
                let start = frame.start();
                start.map(|start| out.interval(&device, kind, (start, frame.end)))
            }
        };
        let date = match kind {
            "sleep_duration" => frame.end_date,
            _ => frame.day,
        };
        let time = time.map(|time| ValueTime::dated(time, date));
        let Some(time) = out.time(at, "effective_time_frame", time) else {
            continue;
        };
        let (value, unit) = measure(&body[*field], unit);
        let converted = value.and_then(|value| units::convert(kind, value, unit));
        match converted.filter(|_| own) {
            Some((value, unit)) => out.intake.hand_over(Point {
                timestamp: time.timestamp(),
                kind,
                value,
                unit,
                device: &device,
                confidence,
                metadata: metadata.as_deref(),
            })?,
            None => out.measure(time, &device, kind, value, unit)?,
        }
    }
    Ok(())
}

/// Returns the rows of the measures that a body contains.
fn rows(
    body: &Map<String, Value>,
) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    ROWS.iter().filter(|row| body.contains_key(row.0))
}

/// Returns whether the header names this project's schema for types without a published schema.
fn is_measurement(header: &Map<String, Value>) -> bool {
    let part = |name| header.get("schema_id")?.get(name)?.as_str();
    part("namespace") == Some("lockstep") && part("name") == Some("measurement")
}

/// Reads a point without a published schema, with the same checks as an upload.
fn measurement<E>(
    at: u64,
    header: &Map<String, Value>,
    body: &Map<String, Value>,
    frame: &Frame,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let measured = body.get("measurement").unwrap_or(&Value::Null);
    let text = |of: Option<&Value>| of.and_then(Value::as_str).unwrap_or_default().to_owned();
    let (kind, unit) = (text(body.get("type")), text(measured.get("unit")));
    let device = device(header, true);
    let checked = catalogue::validate(&kind, &unit)
        .map_err(|error| error.to_string())
        .and_then(|_| {
            if !point::is_unit(&unit) {
                return Err(format!(
                    "unit: must be text of 1 to {} characters without control characters",
                    point::MAX_UNIT_CHARS
                ));
            }
            let value = measured.get("value").and_then(number);
            let value = value.ok_or("measurement: value: must be a finite number")?;
            Ok((value, added_fields(at, body, out.intake)?))
        });
    let (value, (confidence, metadata)) = match checked {
        Ok(checked) => checked,
        Err(error) => {
            out.intake
                .report_error(format_args!("element {at}: {error}"));
            return Ok(());
        }
    };
    let Some(time) = out.time(at, "effective_time_frame", frame.start()) else {
        return Ok(());
    };
    if let Err(error) = metadata::check_local_date(time, metadata.as_deref()) {
        out.intake
            .report_error(format_args!("element {at}: {error}"));
        return Ok(());
    }
    out.intake.hand_over(Point {
        timestamp: time,
        kind: &kind,
        value,
        unit: &unit,
        device: &device,
        confidence,
        metadata: metadata.as_deref(),
    })
}

/// Returns whether the data point comes from this project's export.
fn is_own(header: &Map<String, Value>) -> bool {
    let source = header.get("acquisition_provenance");
    let id = source.and_then(|source| source.get("source_data_point_id")?.as_str());
    id.is_some_and(|id| id.parse::<PointId>().is_ok())
}

/// Returns the confidence and metadata that this project's export adds to a body.
fn added_fields<E>(
    at: u64,
    body: &Map<String, Value>,
    intake: &mut Intake<'_, E>,
) -> Result<(Option<f64>, Option<String>), String> {
    let confidence = body.get("confidence").map(|share| {
        let share = share.as_f64().filter(|share| (0.0..=1.0).contains(share));
        share.ok_or_else(|| "confidence: must be between 0 and 1".to_owned())
    });
    let confidence = confidence.transpose()?;
    let sent = body.get("metadata");
    let metadata = sent.map(|sent| metadata::read_of_file(&sent.to_string()));
    let metadata = metadata.transpose()?.map(|(metadata, is_cleaned)| {
        if is_cleaned {
            let cleaned = metadata::CLEANED;
            intake.report_error(format_args!("element {at}: {cleaned}"));
        }
        metadata
    });
    Ok((confidence, metadata))
}

/// The milliseconds of a day without one hour, and with one hour more: days of a clock change.
const MIN_DAY_MILLIS: i64 = 23 * 3_600_000 - 1000;
const MAX_DAY_MILLIS: i64 = 25 * 3_600_000;

/// The time frame of a body.
struct Frame {
    moment: Option<i64>,
    start: Option<i64>,
    end: Option<i64>,
    length: Option<i64>,
    /// The calendar day of the end, by the offset of its text.
    end_date: Option<LocalDate>,
    /// The calendar day of an interval of a whole day, by the offset of its start.
    day: Option<LocalDate>,
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
        let end = end.or(start.zip(length).map(|(start, length)| start + length));
        let date = |of: &Value, name| offset_date(of.get(name)?.as_str()?);
        let lasts_a_day =
            |(start, end): (i64, i64)| (MIN_DAY_MILLIS..=MAX_DAY_MILLIS).contains(&(end - start));
        Self {
            moment: time(frame, "date_time"),
            start,
            end,
            length,
            end_date: date(interval, "end_date_time").or_else(|| date(frame, "date_time")),
            day: date(interval, "start_date_time")
                .filter(|_| start.zip(end).is_some_and(lasts_a_day)),
        }
    }

    fn start(&self) -> Option<i64> {
        let before = self.end.zip(self.length).map(|(end, length)| end - length);
        self.moment.or(self.start).or(before).or(self.end)
    }
}

/// Returns the number and unit of a `unit_value`, or of a bare number, whose unit is `unit`.
fn measure<'v>(value: &'v Value, unit: &'v str) -> (Option<f64>, &'v str) {
    match value {
        Value::Object(fields) => {
            let own = fields.get("unit").and_then(Value::as_str);
            (fields.get("value").and_then(number), own.unwrap_or(unit))
        }
        _ => (number(value), unit),
    }
}

/// Converts a measure to the canonical unit of the type.
fn canonical(kind: &str, value: &Value) -> Option<f64> {
    let (value, unit) = measure(value, "");
    let (value, unit) = units::convert(kind, value?, unit)?;
    catalogue::canonical(kind, unit, value)
}

fn field_of(kind: &str) -> &'static str {
    match kind {
        "energy" => "kcal_burned",
        _ => "distance",
    }
}

/// Returns the device; for this project's own exports, exactly as exported.
fn device(header: &Map<String, Value>, own: bool) -> String {
    let source = header.get("acquisition_provenance");
    let source = source.and_then(|source| source.get("source_name")?.as_str());
    let source = source.unwrap_or_default();
    if own && point::is_device(source) {
        return source.to_owned();
    }
    let device = text::name(source);
    if device.is_empty() {
        "Open mHealth".to_owned()
    } else {
        device
    }
}

/// The field that marks a heart rate as measured at rest.
const RELATION: &str = "temporal_relationship_to_physical_activity";

/// The body's field, the type of the catalogue, the unit of a bare number.
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
