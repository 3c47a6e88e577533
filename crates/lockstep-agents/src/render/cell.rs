//! Single values as text.

use serde_json::Value as Json;

/// Writes a value for a person. `name` is the field's name, whose ending says the unit.
pub(super) fn display_value(name: &str, value: &Json) -> String {
    let field = name.rsplit('.').next().unwrap_or(name);
    match value {
        Json::Null => "–".to_owned(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::Number(number) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |it| measured(field, it)),
        Json::String(text) => time(text).unwrap_or_else(|| escaped_line(text)),
        Json::Array(items) => {
            let shown_items = items
                .iter()
                .take(MAX_ITEMS)
                .map(|item| display_value(field, item));
            let mut text = shown_items.collect::<Vec<_>>().join(", ");
            if items.len() > MAX_ITEMS {
                text.push_str(", …");
            }
            if text.is_empty() {
                "none".to_owned()
            } else {
                text
            }
        }
        Json::Object(_) => "…".to_owned(),
    }
}

/// Writes a number with the unit that the field's name ends with.
pub(super) fn measured(field: &str, value: f64) -> String {
    if field.ends_with("Seconds") {
        return duration(value);
    }
    if field.ends_with("Meters") {
        return match value.abs() >= 1000.0 {
            true => format!("{} km", number(value / 1000.0)),
            false => format!("{} m", number(value)),
        };
    }
    if field.ends_with("Kcal") {
        return format!("{} kcal", number(value));
    }
    if field.ends_with("bytes") || field.ends_with("Bytes") {
        return bytes(value);
    }
    number(value)
}

/// Writes a number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Returns a metric's name in words.
pub(super) fn label(name: &str) -> String {
    let known = LABELS.iter().find(|(known, _)| *known == name);
    if let Some((_, label)) = known {
        return (*label).to_owned();
    }
    let mut label = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            label.push(' ');
        }
        label.push(letter.to_ascii_lowercase());
    }
    label
}

/// Writes the value of a metric in its unit.
pub(super) fn metric(name: &str, value: f64) -> String {
    let tenths = number((value * 10.0).round() / 10.0);
    match name {
        "restingHeartRate" => format!("{tenths} bpm"),
        "hrvRmssd" => format!("{tenths} ms"),
        "normalizedPower" => format!("{tenths} W"),
        "vo2maxEstimate" => format!("{tenths} mL/kg/min"),
        "sleepDuration" if value < 0.0 => format!("-{}", duration(-value)),
        "sleepDuration" => duration(value),
        "steps" => number(value.round()),
        _ if name.ends_with("Seconds") || value.abs() < 10.0 => measured(name, value),
        _ => tenths,
    }
}

/// Writes a value of a type in its unit. A rate of heart beats is said in `bpm`, as watches do.
pub(super) fn with_unit(value: f64, kind: &str, unit: &str) -> String {
    let unit = match (unit, kind) {
        ("/min", kind) if kind.contains("heart_rate") => "bpm",
        ("/min", "respiratory_rate") => "breaths/min",
        ("/min", "cadence") => "rpm",
        ("count", _) => "",
        (unit, _) => unit,
    };
    // A tenth is as precise as the devices.
    let rounded = match value.abs() >= 10.0 {
        true => (value * 10.0).round() / 10.0,
        false => value,
    };
    format!("{} {unit}", number(rounded)).trim_end().to_owned()
}

/// Writes seconds as hours, minutes and seconds.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as i64;
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    match (hours, minutes, rest) {
        (0, 0, rest) => format!("{rest} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, rest) => format!("{minutes} min {rest} s"),
        (hours, 0, _) => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn bytes(value: f64) -> String {
    for (unit, size) in [
        ("GiB", 1_073_741_824.0),
        ("MiB", 1_048_576.0),
        ("KiB", 1024.0),
    ] {
        if value >= size {
            return format!("{} {unit}", number(value / size));
        }
    }
    format!("{} bytes", number(value))
}

/// Shortens a time to the minute; `None` for another text.
fn time(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_time = bytes.len() == "2026-06-01T00:00:00.000Z".len()
        && bytes[4] == b'-'
        && bytes[10] == b'T'
        && bytes.ends_with(b"Z")
        && text.is_ascii();
    is_time.then(|| format!("{} {} UTC", &text[..10], &text[11..16]))
}

/// Writes an untrusted text as one short line without Markdown.
pub(super) fn escaped_line(text: &str) -> String {
    let mut line = String::new();
    for letter in text.chars().take(MAX_TEXT_CHARS) {
        match letter {
            '|' | '`' | '*' | '[' | ']' | '<' | '>' | '#' | '\\' | '!' => {
                line.push('\\');
                line.push(letter);
            }
            // Also marks that change the direction of writing.
            letter if letter.is_control() || is_format(letter) => line.push(' '),
            letter => line.push(letter),
        }
    }
    if text.chars().count() > MAX_TEXT_CHARS {
        line.push('…');
    }
    line
}

fn is_format(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a text is the id of a record: a prefix, `_`, and 26 digits.
pub(super) fn is_id(text: &str) -> bool {
    let Some((prefix, digits)) = text.split_once('_') else {
        return false;
    };
    let is_prefix =
        (2..=3).contains(&prefix.len()) && prefix.bytes().all(|it| it.is_ascii_lowercase());
    is_prefix && digits.len() == 26 && digits.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// The maximum number of characters of a text in a cell.
const MAX_TEXT_CHARS: usize = 120;
/// The names of metrics that are not words.
const LABELS: &[(&str, &str)] = &[
    ("chronicLoad", "fitness (chronic load)"),
    ("acuteLoad", "fatigue (acute load)"),
    ("fatigueLevel", "fatigue level (0 to 100)"),
    ("hrvRmssd", "heart rate variability (rMSSD)"),
    ("recoveryScore", "recovery (0 to 100, usually 50)"),
    ("trainingStressBalance", "form (training stress balance)"),
    ("vo2maxEstimate", "VO2max, estimated"),
];
/// The maximum number of items of a list in a cell.
const MAX_ITEMS: usize = 6;

/// Writes a sentence of the platform, which may be longer than a name.
pub(super) fn sentence(text: &str) -> String {
    let line: String = text.chars().take(MAX_SENTENCE_CHARS).collect();
    line.replace(char::is_control, " ")
}

/// The maximum number of characters of a sentence.
const MAX_SENTENCE_CHARS: usize = 500;
