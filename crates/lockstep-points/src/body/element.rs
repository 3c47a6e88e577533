//! The exact path: parses one element of `data` field by field and reports its first error.

use std::borrow::Cow;

use lockstep_formats::TimestampReader;
use lockstep_formats::point::{EARLIEST, MAX_DEVICE_CHARS, MAX_UNIT_CHARS, is_confidence, is_name};
use lockstep_formats::raw_json::{fields, number, quoted_name, string};
use lockstep_formats::{catalogue, metadata};
use serde_json::value::RawValue;

/// A point that owns its texts.
#[derive(Debug)]
pub(super) struct ExactPoint<'a> {
    pub(super) timestamp: i64,
    pub(super) kind: Cow<'a, str>,
    pub(super) value: f64,
    pub(super) unit: Cow<'a, str>,
    pub(super) device: Option<Cow<'a, str>>,
    pub(super) confidence: Option<f64>,
    pub(super) metadata: Option<String>,
}

/// Parses an element; the error is the text after `data[3]: `.
pub(super) fn point<'a>(
    raw: &'a RawValue,
    timestamps: &mut TimestampReader,
    latest: i64,
) -> Result<ExactPoint<'a>, String> {
    let (mut timestamp, mut kind, mut value) = (None, None, None);
    let (mut unit, mut device) = (None, None);
    let (mut confidence, mut metadata) = (None, None);
    for (name, raw) in fields(raw, "must be an object")? {
        let twice = match &*name {
            "timestamp" => timestamp
                .replace(read_timestamp(raw, timestamps, latest)?)
                .is_some(),
            "type" => kind.replace(read_kind(raw)?).is_some(),
            "value" => value
                .replace(number(raw).ok_or("value: must be a finite number")?)
                .is_some(),
            "unit" => unit
                .replace(read_name("unit", raw, MAX_UNIT_CHARS)?)
                .is_some(),
            "device" => device
                .replace(read_name("device", raw, MAX_DEVICE_CHARS)?)
                .is_some(),
            "confidence" => {
                let number = number(raw).filter(|number| is_confidence(*number));
                let number = number.ok_or("confidence: must be a number from 0 to 1")?;
                confidence.replace(number).is_some()
            }
            "metadata" => metadata.replace(metadata::read_raw(raw)?).is_some(),
            _ => return Err(format!("{}: is not a field of a point", quoted_name(&name))),
        };
        if twice {
            return Err(format!("{name}: is given twice"));
        }
    }
    let timestamp = timestamp.ok_or("timestamp: is required")?;
    metadata::check_local_date(timestamp, metadata.as_deref())?;
    Ok(ExactPoint {
        timestamp,
        kind: kind.ok_or("type: is required")?,
        value: value.ok_or("value: is required")?,
        unit: unit.ok_or("unit: is required")?,
        device,
        confidence,
        metadata,
    })
}

fn read_timestamp(
    raw: &RawValue,
    timestamps: &mut TimestampReader,
    latest: i64,
) -> Result<i64, String> {
    let text = string(raw).unwrap_or_default();
    let timestamp = timestamps
        .read(text.as_bytes())
        .map_err(|fault| format!("timestamp: {fault}"))?;
    if timestamp < EARLIEST {
        return Err("timestamp: is before 1970".to_owned());
    }
    if timestamp > latest {
        return Err("timestamp: is more than 24 hours ahead".to_owned());
    }
    Ok(timestamp)
}

fn read_kind(raw: &RawValue) -> Result<Cow<'_, str>, String> {
    string(raw)
        .filter(|kind| catalogue::is_name(kind))
        .ok_or_else(|| {
            "type: must be 1 to 64 of a-z, 0-9, _ and ., beginning with a letter".to_owned()
        })
}

fn read_name<'a>(field: &str, raw: &'a RawValue, max_chars: usize) -> Result<Cow<'a, str>, String> {
    string(raw)
        .filter(|name| is_name(name, max_chars))
        .ok_or_else(|| {
            format!("{field}: must be a string of 1 to {max_chars} characters without control characters")
        })
}
