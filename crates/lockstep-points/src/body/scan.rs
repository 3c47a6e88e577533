//! The fast path: a scanner for the one schema of a point.
//!
//! Most points differ from an earlier point only in timestamp and value. The scanner therefore keeps
//! the text around these two as a template. If a point matches a template byte for byte, the scanner
//! reads only the two. Equal bytes mean equal fields, so checked fields are not checked again.

use std::ops::Range;

use lockstep_formats::metadata::{self, MetadataKind};
use lockstep_formats::point::{self, Point};
use lockstep_formats::{TimestampReader, catalogue};
use serde_json::value::RawValue;

use super::element;
use super::{PointFault, Rules};
use crate::columns::{Batch, SeriesIndex};

/// Reads the points of one body.
pub(super) struct Scanner<'a, 'r> {
    text: &'a str,
    rules: Rules<'r>,
    latest: i64,
    timestamps: TimestampReader,
    templates: Vec<Template>,
    /// The template of the last point, where it had one.
    last: Option<usize>,
    /// The type and unit that were last found compatible.
    checked: Option<(String, String)>,
    /// The metadata of the point being read, without white space.
    metadata: String,
    /// The confidence and metadata of the last point that was parsed in full.
    extras: (Option<f64>, String),
}

/// The text of a point around its timestamp and its value.
#[derive(Clone)]
struct Template {
    before: Range<usize>,
    between: Range<usize>,
    after: Range<usize>,
    timestamp_first: bool,
    slot: SeriesIndex,
    unit: Range<usize>,
    confidence: Option<f64>,
    metadata: Option<Box<str>>,
    /// The template that followed this one last time.
    follower: usize,
}

/// The fields of a point in the text.
#[derive(Default)]
struct Fields<'a> {
    timestamp: Option<(i64, Range<usize>)>,
    kind: Option<&'a str>,
    value: Option<(f64, Range<usize>)>,
    unit: Option<(&'a str, Range<usize>)>,
    device: Option<&'a str>,
    confidence: Option<f64>,
    has_metadata: bool,
}

impl<'a, 'r> Scanner<'a, 'r> {
    pub(super) fn new(text: &'a str, rules: Rules<'r>) -> Self {
        Self {
            text,
            rules,
            latest: point::latest(rules.now.0),
            timestamps: TimestampReader::default(),
            templates: Vec::with_capacity(TEMPLATES / 2),
            last: None,
            checked: None,
            metadata: String::new(),
            extras: (None, String::new()),
        }
    }

    /// Reads the point that begins at `at`, if it is well-formed and usual; returns its series and the
    /// position after it.
    #[inline]
    pub(super) fn point(&mut self, at: usize, batch: &mut Batch) -> Option<(SeriesIndex, usize)> {
        if let Some(last) = self.last {
            let guess = self.templates[last].follower;
            if let Some(found) = self.repeated(guess, at, batch) {
                self.last = Some(guess);
                return Some(found);
            }
        }
        self.spelled_out(at, batch)
    }

    /// Parses a point on the exact path and adds it, or returns its error.
    pub(super) fn exact_point(
        &mut self,
        raw: &RawValue,
        batch: &mut Batch,
    ) -> Result<SeriesIndex, PointFault> {
        let point =
            element::point(raw, &mut self.timestamps, self.latest).map_err(PointFault::Invalid)?;
        check_unit(&mut self.checked, self.rules, &point.kind, &point.unit)
            .map_err(PointFault::Invalid)?;
        let device = self.rules.device(point.device.as_deref())?;
        let point = Point {
            timestamp: point.timestamp,
            kind: &point.kind,
            value: point.value,
            unit: &point.unit,
            device,
            confidence: point.confidence,
            metadata: point.metadata.as_deref(),
        };
        Ok(batch.push(&point))
    }

    #[inline]
    fn repeated(
        &mut self,
        template: usize,
        at: usize,
        batch: &mut Batch,
    ) -> Option<(SeriesIndex, usize)> {
        let bytes = self.text.as_bytes();
        let template = &self.templates[template];
        let mut at = skip_same(bytes, at, &template.before)?;
        let (timestamp, value);
        if template.timestamp_first {
            (timestamp, at) = read_timestamp(&mut self.timestamps, bytes, at)?;
            at = skip_same(bytes, at, &template.between)?;
            (value, at) = read_number(self.text, at)?;
        } else {
            (value, at) = read_number(self.text, at)?;
            at = skip_same(bytes, at, &template.between)?;
            (timestamp, at) = read_timestamp(&mut self.timestamps, bytes, at)?;
        }
        at = skip_same(bytes, at, &template.after)?;
        if timestamp < point::EARLIEST || timestamp > self.latest {
            return None;
        }
        let unit = &self.text[template.unit.clone()];
        batch.push_into(
            template.slot,
            timestamp,
            value,
            unit,
            template.confidence,
            template.metadata.as_deref(),
        );
        Some((template.slot, at))
    }

    fn spelled_out(&mut self, start: usize, batch: &mut Batch) -> Option<(SeriesIndex, usize)> {
        self.metadata.clear();
        let (fields, end) = self.fields(start)?;
        let metadata = fields.has_metadata.then_some(&*self.metadata);
        let (timestamp, timestamp_at) = fields.timestamp?;
        let (value, value_at) = fields.value?;
        let (unit, unit_at) = fields.unit?;
        let kind = fields.kind?;
        let device = self.rules.device(fields.device).ok()?;
        check_unit(&mut self.checked, self.rules, kind, unit).ok()?;
        let slot = batch.push(&Point {
            timestamp,
            kind,
            value,
            unit,
            device,
            confidence: fields.confidence,
            metadata,
        });
        // A template with confidence or metadata that change from point to point is not worth keeping.
        if self.extras.0 != fields.confidence || self.extras.1 != self.metadata {
            self.extras = (fields.confidence, self.metadata.clone());
        } else {
            let metadata = metadata.map(Box::from);
            let timestamp_first = timestamp_at.start < value_at.start;
            let (first, second) = if timestamp_first {
                (timestamp_at, value_at)
            } else {
                (value_at, timestamp_at)
            };
            self.remember(Template {
                before: start..first.start,
                between: first.end..second.start,
                after: second.end..end,
                timestamp_first,
                slot,
                unit: unit_at,
                confidence: fields.confidence,
                metadata,
                follower: 0,
            });
        }
        Some((slot, end))
    }

    /// Makes this the template of the last point, and the follower of the template before it.
    fn remember(&mut self, template: Template) {
        let same = |one: &Range<usize>, other: &Range<usize>| {
            self.text.as_bytes()[one.clone()] == self.text.as_bytes()[other.clone()]
        };
        let known = self.templates.iter().position(|known| {
            known.slot == template.slot
                && known.timestamp_first == template.timestamp_first
                && same(&known.before, &template.before)
                && same(&known.between, &template.between)
                && same(&known.after, &template.after)
        });
        let index = known.unwrap_or_else(|| {
            let index = if self.templates.len() < TEMPLATES {
                self.templates.push(template);
                self.templates.len() - 1
            } else {
                let oldest = self.last.map_or(0, |last| (last + 1) % TEMPLATES);
                self.templates[oldest] = template;
                oldest
            };
            self.templates[index].follower = index;
            index
        });
        if let Some(last) = self.last {
            self.templates[last].follower = index;
        }
        self.last = Some(index);
    }

    /// The fields of the object that begins at `start`, in any order, and the position after it.
    fn fields(&mut self, start: usize) -> Option<(Fields<'a>, usize)> {
        let text = self.text;
        let bytes = text.as_bytes();
        if bytes.get(start) != Some(&b'{') {
            return None;
        }
        let mut fields = Fields::default();
        let mut at = skip_space(bytes, start + 1);
        loop {
            let (name, end) = read_string(text, at)?;
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                return None;
            }
            at = skip_space(bytes, at + 1);
            match name {
                "timestamp" if fields.timestamp.is_none() => {
                    let (timestamp, place) = self.quoted_timestamp(at)?;
                    at = place.end + 1;
                    fields.timestamp = Some((timestamp, place));
                }
                "type" if fields.kind.is_none() => {
                    let (kind, end) = read_string(text, at)?;
                    if !catalogue::is_name(kind) {
                        return None;
                    }
                    fields.kind = Some(kind);
                    at = end;
                }
                "value" if fields.value.is_none() => {
                    let (value, end) = read_number(text, at)?;
                    fields.value = Some((value, at..end));
                    at = end;
                }
                "unit" if fields.unit.is_none() => {
                    let (unit, end) = read_string(text, at)?;
                    if !point::is_unit(unit) {
                        return None;
                    }
                    fields.unit = Some((unit, at + 1..end - 1));
                    at = end;
                }
                "device" if fields.device.is_none() => {
                    let (device, end) = read_string(text, at)?;
                    if !point::is_device(device) {
                        return None;
                    }
                    fields.device = Some(device);
                    at = end;
                }
                "confidence" if fields.confidence.is_none() => {
                    let (confidence, end) = read_number(text, at)?;
                    if !point::is_confidence(confidence) {
                        return None;
                    }
                    fields.confidence = Some(confidence);
                    at = end;
                }
                "metadata" if !fields.has_metadata => {
                    at = self.read_metadata(at)?;
                    fields.has_metadata = true;
                }
                _ => return None,
            }
            at = skip_space(bytes, at);
            match bytes.get(at)? {
                b',' => at = skip_space(bytes, at + 1),
                b'}' => return Some((fields, at + 1)),
                _ => return None,
            }
        }
    }

    /// Reads the timestamp of the string that begins at `at`; returns its position inside the quotes.
    #[inline]
    fn quoted_timestamp(&mut self, at: usize) -> Option<(i64, Range<usize>)> {
        let bytes = self.text.as_bytes();
        if bytes.get(at) != Some(&b'"') {
            return None;
        }
        let (timestamp, end) = read_timestamp(&mut self.timestamps, bytes, at + 1)?;
        let is_in_range = timestamp >= point::EARLIEST && timestamp <= self.latest;
        (bytes.get(end) == Some(&b'"') && is_in_range).then_some((timestamp, at + 1..end))
    }

    /// Reads the object that begins at `at` into `metadata`, and returns the position after it.
    fn read_metadata(&mut self, at: usize) -> Option<usize> {
        let text = self.text;
        let bytes = text.as_bytes();
        if bytes.get(at) != Some(&b'{') {
            return None;
        }
        self.metadata.push('{');
        let mut at = skip_space(bytes, at + 1);
        if bytes.get(at) == Some(&b'}') {
            self.metadata.push('}');
            return Some(at + 1);
        }
        let mut names = [""; metadata::MAX_FIELDS];
        for nth in 0..metadata::MAX_FIELDS {
            let (name, end) = read_string(text, at)?;
            if names[..nth].contains(&name) || !metadata::is_name(name) {
                return None;
            }
            names[nth] = name;
            self.metadata.push_str(&text[at..end]);
            self.metadata.push(':');
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                return None;
            }
            at = skip_space(bytes, at + 1);
            let end = read_scalar(text, at, name)?;
            self.metadata.push_str(&text[at..end]);
            at = skip_space(bytes, end);
            match bytes.get(at)? {
                b',' => at = skip_space(bytes, at + 1),
                b'}' => {
                    self.metadata.push('}');
                    let fits = self.metadata.len() <= metadata::MAX_METADATA_BYTES;
                    return fits.then_some(at + 1);
                }
                _ => return None,
            }
            self.metadata.push(',');
        }
        None
    }
}

/// Checks that a unit is compatible with a type. Repeated pairs are not looked up in the catalogue again.
fn check_unit(
    checked: &mut Option<(String, String)>,
    rules: Rules<'_>,
    kind: &str,
    unit: &str,
) -> Result<(), String> {
    let is_same = |last: &(String, String)| last.0 == kind && last.1 == unit;
    if checked.as_ref().is_some_and(is_same) {
        return Ok(());
    }
    (rules.check_unit)(kind, unit)?;
    // The points of a message alternate between types: the texts keep their memory.
    let last = checked.get_or_insert_default();
    kind.clone_into(&mut last.0);
    unit.clone_into(&mut last.1);
    Ok(())
}

/// The position after the scalar at `at`, if it is one that metadata may hold under this name.
fn read_scalar(text: &str, at: usize, name: &str) -> Option<usize> {
    let kind = metadata::kind(name);
    // A date must agree with the point's time, which may follow: the exact path checks it.
    if kind == Some(MetadataKind::Date) {
        return None;
    }
    match text.as_bytes().get(at)? {
        b'"' => {
            let (string, end) = read_string(text, at)?;
            let is_valid = metadata::is_text(string) && kind != Some(MetadataKind::Number);
            is_valid.then_some(end)
        }
        b't' | b'f' | b'n' if kind.is_none() => ["true", "false", "null"]
            .iter()
            .find(|word| text[at..].starts_with(**word))
            .map(|word| at + word.len()),
        _ if kind != Some(MetadataKind::Text) => {
            let (_, end) = read_number(text, at)?;
            (end - at <= metadata::MAX_NUMBER_CHARS).then_some(end)
        }
        _ => None,
    }
}

/// Returns the position of the first byte at or after `at` that is not white space.
#[inline]
pub(super) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The position after the text of `known`, if the same text begins at `at`.
#[inline]
fn skip_same(bytes: &[u8], at: usize, known: &Range<usize>) -> Option<usize> {
    let end = at + known.len();
    (bytes.get(at..end)? == &bytes[known.clone()]).then_some(end)
}

#[inline]
fn read_timestamp(reader: &mut TimestampReader, bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let (timestamp, length) = reader.read_prefix(bytes.get(at..)?).ok()?;
    Some((timestamp, at + length))
}

/// The string that begins at `at`, if it holds no escape, and the position after its closing quote.
#[inline]
fn read_string(text: &str, at: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let length = bytes[at + 1..]
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
    let end = at + 1 + length;
    (bytes[end] == b'"').then(|| (&text[at + 1..end], end + 1))
}

/// The finite number that begins at `at` in the grammar of RFC 8259, and the position after it.
///
/// Up to 15 digits make a whole number that a double holds exactly, as it does powers of ten up to
/// 10^22; one division of the two then rounds correctly (Clinger 1990, "How to read floating point
/// numbers accurately"). The rest is the standard library's.
#[inline]
fn read_number(text: &str, start: usize) -> Option<(f64, usize)> {
    let bytes = text.as_bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let mut at = start + usize::from(negative);
    let first_digit = at;
    let mut digits = 0_u64;
    while let Some(digit) = digit(bytes, at) {
        digits = digits.wrapping_mul(10).wrapping_add(digit);
        at += 1;
    }
    let whole = at - first_digit;
    if whole == 0 || (whole > 1 && bytes[first_digit] == b'0') {
        return None;
    }
    let mut decimals = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let first_decimal = at;
        while let Some(digit) = digit(bytes, at) {
            digits = digits.wrapping_mul(10).wrapping_add(digit);
            at += 1;
        }
        decimals = at - first_decimal;
        if decimals == 0 {
            return None;
        }
    }
    let exponent = matches!(bytes.get(at), Some(b'e' | b'E'));
    if !exponent && whole + decimals <= 15 {
        let value = digits as f64 / POWERS[decimals];
        return Some((if negative { -value } else { value }, at));
    }
    if exponent {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        let first = at;
        while digit(bytes, at).is_some() {
            at += 1;
        }
        if at == first {
            return None;
        }
    }
    let value: f64 = text[start..at].parse().ok()?;
    value.is_finite().then_some((value, at))
}

#[inline]
fn digit(bytes: &[u8], at: usize) -> Option<u64> {
    let digit = bytes.get(at)?.wrapping_sub(b'0');
    (digit <= 9).then(|| u64::from(digit))
}

const POWERS: [f64; 16] = [
    1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// The number of templates: clients usually interleave a few series, such as heart rate and power.
const TEMPLATES: usize = 16;
