//! The metadata of a point: a JSON object of scalars, its rules and its limits.

use lockstep_values::free_text;
use serde_json::value::RawValue;

use crate::local_date::{LOCAL_DATE, LocalDate};
use crate::point::fits;
use crate::raw_json::{self, fields, number, quoted_name, string};

/// Parses and checks a point's metadata; returns it without white space between tokens. The error is
/// the text of the violation.
///
/// # Errors
/// See [`read_raw`]; the text is not JSON.
pub fn read(text: &str) -> Result<String, String> {
    let raw = serde_json::from_str::<&RawValue>(text);
    read_raw(raw.map_err(|_| "metadata: must be a JSON object")?)
}

/// Parses and checks the metadata of a point in a file, like [`read`]. Control characters are removed from its texts, so
/// that the point is not lost; the flag says whether there were any.
///
/// # Errors
/// See [`read_raw`]; the text is not JSON.
pub(crate) fn read_of_file(text: &str) -> Result<(String, bool), String> {
    let refused = match read(text) {
        Ok(checked) => return Ok((checked, false)),
        Err(refused) => refused,
    };
    let cleaned = without_controls(text).ok_or(refused)?;
    Ok((read(&cleaned)?, true))
}

/// Returns the object without the control characters of its texts; `None` if it has none.
fn without_controls(text: &str) -> Option<String> {
    let raw = serde_json::from_str::<&RawValue>(text).ok()?;
    let mut has_controls = false;
    let mut parts = Vec::new();
    for (name, value) in fields(raw, "metadata: must be an object").ok()? {
        let name = serde_json::to_string(&name).ok()?;
        match string(value).filter(|text| free_text::lines(text).is_err()) {
            Some(text) => {
                has_controls = true;
                let cleaned = serde_json::to_string(&free_text::cleaned_lines(&text)).ok()?;
                parts.push(format!("{name}:{cleaned}"));
            }
            None => parts.push(format!("{name}:{}", value.get())),
        }
    }
    has_controls.then(|| format!("{{{}}}", parts.join(",")))
}

/// Checks the object; returns it without white space between tokens. The error is the text of the
/// violation.
///
/// # Errors
/// The value is not an object; it or a field exceeds a limit; or a field's name does not allow its
/// value.
pub fn read_raw(raw: &RawValue) -> Result<String, String> {
    let all = fields(raw, "metadata: must be an object")?;
    if all.len() > MAX_FIELDS {
        return Err(format!("metadata: must have at most {MAX_FIELDS} fields"));
    }
    let mut text = String::with_capacity(raw.get().len());
    for (nth, (name, value)) in all.iter().enumerate() {
        if all[..nth].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("metadata.{}: is given twice", quoted_name(name)));
        }
        check(name, value).map_err(|reason| format!("metadata.{}: {reason}", quoted_name(name)))?;
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

fn check(name: &str, raw: &RawValue) -> Result<(), String> {
    if !fits(name, MAX_NAME_CHARS) {
        return Err(format!(
            "must be a name of at most {MAX_NAME_CHARS} characters"
        ));
    }
    free_text::one_line(name)?;
    let text = string(raw);
    if let Some(text) = &text {
        if !fits(text, MAX_TEXT_CHARS) {
            return Err(format!("must have at most {MAX_TEXT_CHARS} characters"));
        }
        free_text::lines(text)?;
    }
    let is_number = number(raw).is_some();
    // The digits are stored as sent.
    if is_number && raw.get().len() > MAX_NUMBER_CHARS {
        return Err(format!(
            "must be a number of at most {MAX_NUMBER_CHARS} characters"
        ));
    }
    match kind(name) {
        Some(MetadataKind::Text) if text.is_none() => Err("must be a string".to_owned()),
        Some(MetadataKind::Number) if !is_number => Err("must be a finite number".to_owned()),
        // The text is stored as sent, so the date must be written without escapes.
        Some(MetadataKind::Date)
            if !text.as_ref().is_some_and(|text| {
                LocalDate::parse(text).is_some() && raw.get().len() == text.len() + 2
            }) =>
        {
            Err("must be a date, YYYY-MM-DD".to_owned())
        }
        Some(MetadataKind::Date) => Ok(()),
        _ if text.is_some() || is_number => Ok(()),
        _ if matches!(raw.get(), "true" | "false" | "null") => Ok(()),
        _ => Err("must be a string, a finite number, true, false or null".to_owned()),
    }
}

/// Returns whether a field of metadata may have this name.
#[must_use]
#[inline]
pub fn is_name(name: &str) -> bool {
    fits(name, MAX_NAME_CHARS) && free_text::one_line(name).is_ok()
}

/// Returns whether a field of metadata may be this text.
#[must_use]
#[inline]
pub fn is_text(text: &str) -> bool {
    fits(text, MAX_TEXT_CHARS) && free_text::lines(text).is_ok()
}

/// Checks that the local date of a point's metadata, if it has one, is within a day of the point's
/// time. The error is the text of the violation.
///
/// # Errors
/// The date is not the date of the time in UTC, the day before or the day after.
pub fn check_local_date(timestamp: i64, metadata: Option<&str>) -> Result<(), &'static str> {
    let stated = metadata.and_then(LocalDate::stated);
    match stated {
        Some(date) if !date.is_near(timestamp) => Err(FAR_DATE),
        _ => Ok(()),
    }
}

/// The required type of a metadata field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetadataKind {
    /// A string.
    Text,
    /// A finite number.
    Number,
    /// A date, `YYYY-MM-DD`.
    Date,
}

/// Returns the required type of the field `name`; `None` for names outside the specification, which may
/// have any scalar.
#[must_use]
pub fn kind(name: &str) -> Option<MetadataKind> {
    match name {
        "activity" | "intensity" | "notes" => Some(MetadataKind::Text),
        "duration" => Some(MetadataKind::Number),
        LOCAL_DATE => Some(MetadataKind::Date),
        _ => None,
    }
}

const FAR_DATE: &str = "metadata.localDate: must be the date of `timestamp` in UTC, the day before or \
     the day after";

/// The report of a file whose metadata [`read_of_file`] cleaned.
pub(crate) const CLEANED: &str = "metadata: control characters of its texts are removed";

/// The maximum characters of a text in a point's metadata.
pub const MAX_TEXT_CHARS: usize = 2000;

/// The maximum characters of a name in a point's metadata.
pub const MAX_NAME_CHARS: usize = 64;

/// The maximum characters of a number in a point's metadata: twice what a double needs.
pub const MAX_NUMBER_CHARS: usize = 64;

/// The maximum bytes of a point's metadata as JSON.
pub const MAX_METADATA_BYTES: usize = 32 << 10;

/// The maximum number of fields of a point's metadata.
pub const MAX_FIELDS: usize = 16;
const _: () = assert!(MAX_FIELDS < raw_json::MAX_COLLECTED_FIELDS);
