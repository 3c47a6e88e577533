//! The exact path: one element of `data`, field by field, and the first thing wrong with it.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use lockstep_store::Timestamp;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::NAME_SHOWN;
use crate::timestamp::TimestampReader;

/// A point that holds its own texts.
#[derive(Debug)]
pub(super) struct ExactPoint<'a> {
    pub(super) timestamp: Timestamp,
    pub(super) kind: Cow<'a, str>,
    pub(super) value: f64,
    pub(super) unit: Cow<'a, str>,
    pub(super) device: Cow<'a, str>,
    pub(super) confidence: Option<f64>,
    pub(super) metadata: Option<String>,
}

/// Reads an element; the error is the fault's text after `data[3]: `.
pub(super) fn point<'a>(
    raw: &'a RawValue,
    timestamps: &mut TimestampReader,
    latest: Timestamp,
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
            "metadata" => metadata.replace(read_metadata(raw)?).is_some(),
            _ => return Err(format!("{}: is not a field of a point", shown(&name))),
        };
        if twice {
            return Err(format!("{name}: is given twice"));
        }
    }
    Ok(ExactPoint {
        timestamp: timestamp.ok_or("timestamp: is required")?,
        kind: kind.ok_or("type: is required")?,
        value: value.ok_or("value: is required")?,
        unit: unit.ok_or("unit: is required")?,
        device: device.ok_or("device: is required")?,
        confidence,
        metadata,
    })
}

/// The latest moment that a point may name.
pub(crate) fn latest(now: Timestamp) -> Timestamp {
    now.plus(AHEAD)
}

/// `[a-z][a-z0-9_.]{0,63}`.
pub(super) fn is_kind(kind: &str) -> bool {
    kind.len() <= 64
        && kind.starts_with(|first: char| first.is_ascii_lowercase())
        && kind
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.'))
}

/// Whether a point may name this unit.
pub(crate) fn is_unit(unit: &str) -> bool {
    is_name(unit, MAX_UNIT_CHARS)
}

/// Whether a point may name this device.
pub(crate) fn is_device(device: &str) -> bool {
    is_name(device, MAX_DEVICE_CHARS)
}

fn is_name(name: &str, max_chars: usize) -> bool {
    !name.is_empty() && fits(name, max_chars) && !name.contains('\0')
}

fn fits(text: &str, max_chars: usize) -> bool {
    text.len() <= max_chars || text.chars().count() <= max_chars
}

pub(super) fn is_confidence(confidence: f64) -> bool {
    (0.0..=1.0).contains(&confidence)
}

/// The text of a JSON string.
pub(super) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw.get())
        .ok()
        .map(|text| text.0)
}

/// A finite JSON number, rounded to the nearest double.
pub(super) fn number(raw: &RawValue) -> Option<f64> {
    let text = raw.get();
    // The grammar was checked when the raw value was cut out: only its kind is open.
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn read_timestamp(
    raw: &RawValue,
    timestamps: &mut TimestampReader,
    latest: Timestamp,
) -> Result<Timestamp, String> {
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
    string(raw).filter(|kind| is_kind(kind)).ok_or_else(|| {
        "type: must be 1 to 64 of a-z, 0-9, _ and ., beginning with a letter".to_owned()
    })
}

fn read_name<'a>(field: &str, raw: &'a RawValue, max_chars: usize) -> Result<Cow<'a, str>, String> {
    string(raw)
        .filter(|name| is_name(name, max_chars))
        .ok_or_else(|| {
            format!("{field}: must be a string of 1 to {max_chars} characters, none of them U+0000")
        })
}

/// The object without white space between its parts, checked.
pub(super) fn read_metadata(raw: &RawValue) -> Result<String, String> {
    let all = fields(raw, "metadata: must be an object")?;
    if all.len() > METADATA_FIELDS {
        return Err(format!(
            "metadata: must have at most {METADATA_FIELDS} fields"
        ));
    }
    let mut text = String::with_capacity(raw.get().len());
    for (nth, (name, value)) in all.iter().enumerate() {
        if all[..nth].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("metadata.{}: is given twice", shown(name)));
        }
        check_metadata(name, value)
            .map_err(|reason| format!("metadata.{}: {reason}", shown(name)))?;
        text.push(if nth == 0 { '{' } else { ',' });
        text.push_str(&serde_json::to_string(name).map_err(|error| error.to_string())?);
        text.push(':');
        text.push_str(value.get());
    }
    if all.is_empty() {
        text.push('{');
    }
    text.push('}');
    if text.len() > MAX_METADATA_BYTES {
        return Err(format!(
            "metadata: must be at most {MAX_METADATA_BYTES} bytes of JSON"
        ));
    }
    Ok(text)
}

fn check_metadata(name: &str, raw: &RawValue) -> Result<(), String> {
    if !fits(name, MAX_METADATA_NAME_CHARS) {
        return Err(format!(
            "must be a name of at most {MAX_METADATA_NAME_CHARS} characters"
        ));
    }
    let text = string(raw);
    if text
        .as_ref()
        .is_some_and(|text| !fits(text, MAX_NOTE_CHARS))
    {
        return Err(format!("must have at most {MAX_NOTE_CHARS} characters"));
    }
    let is_number = number(raw).is_some();
    // The digits are stored as sent.
    if is_number && raw.get().len() > MAX_NUMBER_CHARS {
        return Err(format!(
            "must be a number of at most {MAX_NUMBER_CHARS} characters"
        ));
    }
    match metadata_kind(name) {
        Some(MetadataKind::Text) if text.is_none() => Err("must be a string".to_owned()),
        Some(MetadataKind::Number) if !is_number => Err("must be a finite number".to_owned()),
        _ if text.is_some() || is_number => Ok(()),
        _ if matches!(raw.get(), "true" | "false" | "null") => Ok(()),
        _ => Err("must be a string, a finite number, true, false or null".to_owned()),
    }
}

/// What a field of metadata must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetadataKind {
    Text,
    Number,
}

/// `None` for names that are not the specification's: they may be any scalar.
pub(super) fn metadata_kind(name: &str) -> Option<MetadataKind> {
    match name {
        "activity" | "intensity" | "notes" => Some(MetadataKind::Text),
        "duration" => Some(MetadataKind::Number),
        _ => None,
    }
}

/// The first fields of an object, as many as can matter.
fn fields<'a>(raw: &'a RawValue, otherwise: &str) -> Result<Vec<Field<'a>>, String> {
    match serde_json::from_str::<Fields<'a>>(raw.get()) {
        Ok(fields) => Ok(fields.0),
        Err(_) if raw.get().starts_with('{') => {
            Err(format!("{otherwise}, and its names Unicode text"))
        }
        Err(_) => Err(otherwise.to_owned()),
    }
}

/// At most [`NAME_SHOWN`] characters.
fn shown(name: &str) -> String {
    name.chars().take(NAME_SHOWN).collect()
}

type Field<'a> = (Cow<'a, str>, &'a RawValue);

/// Field by field, doubles too, which a map would hide. Of more than [`FIELDS_KEPT`] one is unknown
/// or a double, or they are too many; the rest need not be kept to say so.
struct Fields<'a>(Vec<Field<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Vec<Field<'de>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::with_capacity(8);
                while all.len() < FIELDS_KEPT {
                    match map.next_entry::<Text<'de>, &'de RawValue>()? {
                        Some((name, raw)) => all.push((name.0, raw)),
                        None => return Ok(all),
                    }
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(all)
            }
        }
        deserializer.deserialize_map(Each).map(Fields)
    }
}

/// A string, borrowed where it holds no escape.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        deserializer.deserialize_str(Either).map(Text)
    }
}

/// Points from before 1970 are refused.
pub(crate) const EARLIEST: Timestamp = Timestamp(0);

/// Points from further ahead than any clock is wrong are refused.
const AHEAD: Duration = Duration::from_hours(24);

/// Characters of a point's unit.
pub(crate) const MAX_UNIT_CHARS: usize = 32;

/// Characters of a device's name.
pub(crate) const MAX_DEVICE_CHARS: usize = 256;

/// Characters of a text in a point's metadata.
pub(crate) const MAX_NOTE_CHARS: usize = 2000;

/// Characters of a name in a point's metadata.
pub(super) const MAX_METADATA_NAME_CHARS: usize = 64;

/// Characters of a number in a point's metadata: twice what a double needs.
pub(super) const MAX_NUMBER_CHARS: usize = 64;

/// Bytes of a point's metadata as JSON.
pub(crate) const MAX_METADATA_BYTES: usize = 32 << 10;

/// Fields of a point's metadata.
pub(super) const METADATA_FIELDS: usize = 16;

/// One more than metadata may have, and than a point has names.
const FIELDS_KEPT: usize = METADATA_FIELDS + 1;
