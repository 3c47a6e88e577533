//! Parses the body of `POST /data` into columns: JSON, or an Arrow IPC stream (`arrow.rs`).
//!
//! A well-formed point takes the fast path of [`scan`], without allocation or a value tree. An unusual
//! point (an escape, a large exponent, an unknown field, an error) goes to [`element`], which is slow
//! and exact and describes the error. Both accept the same points.

mod arrow;
mod element;
mod message;
mod rules;
mod scan;

use std::borrow::Cow;

use lockstep_formats::Point;
use lockstep_formats::arrow_ipc::Buffer;
use lockstep_formats::raw_json::{self, NAME_SHOWN};
use lockstep_vault::Mode;
use serde_json::value::RawValue;

use crate::columns::{Batch, SeriesPoints};
pub use rules::{Rules, Sender};
use scan::{Scanner, skip_space};

/// The parsed content of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataBody {
    /// The valid points.
    pub points: Batch,
    /// The errors of the invalid points.
    pub faults: PointFaults,
    /// The requested encryption mode; `None` if the body names no mode.
    pub encryption_mode: Option<Mode>,
    /// The requested maximum number of points per encrypted block.
    pub chunk_size: Option<u32>,
    /// For each element of the array, the index of its series in the batch; [`REFUSED`] for an element
    /// with an error.
    elements: Vec<u32>,
}

/// The error of a body that is refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {reason}")]
pub struct EnvelopeFault {
    /// The parameter in error; `body` for the whole body.
    pub parameter: String,
    /// The requirement that the parameter violates.
    pub reason: String,
}

/// The error of a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointFault {
    /// The device may not send points.
    #[error("device: {0}")]
    Device(String),
    /// A field is invalid, or the point cannot be stored; the text names the field.
    #[error("{0}")]
    Invalid(String),
}

/// The refused points: the first `NAMED_FAULTS` with their errors, the rest as a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointFaults {
    /// The index and the error of a point, by index.
    named: Vec<(usize, PointFault)>,
    count: usize,
    /// The number of points whose device may not send points.
    of_devices: usize,
}

impl PointFaults {
    /// Records the error of the point at an index above those recorded before.
    pub fn add(&mut self, place: usize, fault: PointFault) {
        self.count += 1;
        self.of_devices += usize::from(matches!(fault, PointFault::Device(_)));
        if self.named.len() < NAMED_FAULTS {
            self.named.push((place, fault));
        }
    }

    /// Adds the errors of other points.
    fn merge(&mut self, others: Self) {
        self.named.extend(others.named);
        self.named.sort_by_key(|(place, _)| *place);
        self.named.truncate(NAMED_FAULTS);
        self.count += others.count;
        self.of_devices += others.of_devices;
    }

    /// Forgets the errors of all but the first `limit` points; the others still count.
    pub(crate) fn name_at_most(&mut self, limit: usize) {
        self.named.truncate(limit);
        self.named.shrink_to_fit();
    }

    /// Returns the number of points with an error.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether every error is that a device may not send points.
    #[must_use]
    pub(crate) fn are_of_devices(&self) -> bool {
        self.of_devices == self.count
    }

    /// Returns the index and the error of the first refused point.
    #[must_use]
    pub fn first(&self) -> Option<&(usize, PointFault)> {
        self.named.first()
    }

    /// Returns the API's `errors`: the recorded errors, for example `data[3]: value: must be a finite
    /// number` for points of the field `data`, then the number of further errors.
    #[must_use]
    pub fn into_errors(self, field: &str) -> Vec<String> {
        let named = self.named.iter();
        let mut errors: Vec<String> = named
            .map(|(place, fault)| format!("{field}[{place}]: {fault}"))
            .collect();
        let others = self.count - errors.len();
        if others > 0 {
            errors.push(format!("and {others} more points"));
        }
        errors
    }
}

impl DataBody {
    /// Parses a JSON body.
    pub fn parse(body: &[u8], rules: Rules<'_>) -> Result<Self, EnvelopeFault> {
        parse(body, rules, true)
    }

    /// Parses an Arrow IPC stream. It names neither an encryption mode nor a block size.
    pub(crate) fn parse_arrow(body: Buffer, rules: Rules<'_>) -> Result<Self, EnvelopeFault> {
        arrow::parse(body, rules)
    }

    /// Refuses further points: those of the series that `takes_all` does not accept, for which `refusal`
    /// returns an error. The body has no points of an earlier call's refused series left to examine:
    /// call it once.
    pub fn refuse(
        &mut self,
        takes_all: impl Fn(&SeriesPoints) -> bool,
        refusal: impl Fn(&Point<'_>) -> Option<String>,
    ) {
        let series = self.points.series();
        let is_suspect: Vec<bool> = series.iter().map(|series| !takes_all(series)).collect();
        if !is_suspect.contains(&true) {
            return;
        }
        let mut faults = PointFaults::default();
        let mut next = vec![0; series.len()];
        let mut gone = vec![Vec::new(); series.len()];
        for (place, series) in std::mem::take(&mut self.elements).into_iter().enumerate() {
            let nth = series as usize;
            if series == REFUSED || !is_suspect[nth] {
                continue;
            }
            let of_series = next[nth];
            next[nth] += 1;
            if let Some(reason) = refusal(&self.points.series()[nth].point(of_series)) {
                faults.add(place, PointFault::Invalid(reason));
                gone[nth].push(of_series);
            }
        }
        self.points.remove(&gone);
        self.faults.merge(faults);
    }
}

/// Parses the array of points in the field `field` of another body. Returns all points, or the errors.
///
/// # Errors
/// The field is not an array, holds too many points, or holds points with errors.
pub fn parse_points(field: &str, array: &RawValue, rules: Rules<'_>) -> Result<Batch, ArrayFault> {
    let text = array.get();
    let mut body = DataBody::default();
    let at = skip_space(text.as_bytes(), 0);
    match points(text, at, rules, true, &mut body) {
        Ok(_) => {}
        Err(Refusal::Envelope(fault)) => {
            return Err(ArrayFault::Envelope(EnvelopeFault {
                parameter: field.to_owned(),
                reason: fault.reason,
            }));
        }
        Err(Refusal::Syntax(place)) => return Err(ArrayFault::Envelope(not_json(place))),
    }
    if body.faults.count() == 0 {
        return Ok(body.points);
    }
    Err(ArrayFault::Points(body.faults))
}

/// The reason why an array of points is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayFault {
    /// The array as a whole is invalid.
    Envelope(EnvelopeFault),
    /// Points are invalid, at least one.
    Points(PointFaults),
}

fn parse(body: &[u8], rules: Rules<'_>, fast: bool) -> Result<DataBody, EnvelopeFault> {
    parse_text(body, |text| read(text, rules, fast))
}

/// Parses UTF-8 text with `read`; bare NaN and Infinity are errors of their points.
fn parse_text(
    body: &[u8],
    read: impl Fn(&str) -> Result<DataBody, Refusal>,
) -> Result<DataBody, EnvelopeFault> {
    let text = std::str::from_utf8(body).map_err(|error| EnvelopeFault {
        parameter: "body".to_owned(),
        reason: format!("is not UTF-8 at byte {}", error.valid_up_to()),
    })?;
    let unreadable = match read(text) {
        Ok(body) => return Ok(body),
        Err(Refusal::Envelope(fault)) => return Err(fault),
        Err(Refusal::Syntax(place)) => place,
    };
    // NaN and Infinity are not JSON, but common: only their points are refused, not the whole body.
    let readable = without_non_finite(text).map(|text| read(&text));
    match readable {
        Some(Ok(body)) => Ok(body),
        Some(Err(Refusal::Envelope(fault))) => Err(fault),
        Some(Err(Refusal::Syntax(place))) => Err(not_json(place)),
        None => Err(not_json(unreadable)),
    }
}

fn not_json(place: usize) -> EnvelopeFault {
    EnvelopeFault {
        parameter: "body".to_owned(),
        reason: format!("is not valid JSON at byte {place}"),
    }
}

/// The reason why parsing ended early.
enum Refusal {
    Envelope(EnvelopeFault),
    /// A JSON syntax error at this byte.
    Syntax(usize),
}

fn refuse(parameter: &str, reason: impl Into<String>) -> Refusal {
    Refusal::Envelope(EnvelopeFault {
        parameter: parameter.chars().take(NAME_SHOWN).collect(),
        reason: reason.into(),
    })
}

fn read(text: &str, rules: Rules<'_>, fast: bool) -> Result<DataBody, Refusal> {
    let bytes = text.as_bytes();
    let mut body = DataBody::default();
    let mut data_seen = false;
    let mut at = skip_space(bytes, 0);
    if bytes.get(at) != Some(&b'{') {
        return Err(match value(text, at) {
            Ok(_) => refuse("body", "must be a JSON object"),
            Err(syntax) => syntax,
        });
    }
    at = skip_space(bytes, at + 1);
    if bytes.get(at) == Some(&b'}') {
        at += 1;
    } else {
        loop {
            let (name, end) = value(text, at)?;
            let name: Cow<'_, str> = raw_json::string(name).ok_or(Refusal::Syntax(at))?;
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                return Err(Refusal::Syntax(at));
            }
            at = skip_space(bytes, at + 1);
            at = match &*name {
                "data" if data_seen => return Err(refuse("data", "is given twice")),
                "data" => {
                    data_seen = true;
                    points(text, at, rules, fast, &mut body)?
                }
                "encryptionMode" => {
                    let (raw, end) = value(text, at)?;
                    let mode = encryption_mode(raw)?;
                    if body.encryption_mode.replace(mode).is_some() {
                        return Err(refuse(&name, "is given twice"));
                    }
                    end
                }
                "chunkSize" => {
                    let (raw, end) = value(text, at)?;
                    let size = chunk_size(raw)?;
                    if body.chunk_size.replace(size).is_some() {
                        return Err(refuse(&name, "is given twice"));
                    }
                    end
                }
                unknown => {
                    value(text, at)?;
                    let reason =
                        "is not a field: the fields are data, encryptionMode and chunkSize";
                    return Err(refuse(unknown, reason));
                }
            };
            at = skip_space(bytes, at);
            match bytes.get(at) {
                Some(b',') => at = skip_space(bytes, at + 1),
                Some(b'}') => break,
                _ => return Err(Refusal::Syntax(at)),
            }
        }
        at += 1;
    }
    at = skip_space(bytes, at);
    if at < bytes.len() {
        return Err(Refusal::Syntax(at));
    }
    if !data_seen {
        return Err(refuse("data", "is required"));
    }
    Ok(body)
}

/// Parses the array that begins at `at`; returns the position after it.
fn points(
    text: &str,
    mut at: usize,
    rules: Rules<'_>,
    fast: bool,
    body: &mut DataBody,
) -> Result<usize, Refusal> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'[') {
        value(text, at)?;
        return Err(refuse("data", "must be an array of points"));
    }
    at = skip_space(bytes, at + 1);
    if bytes.get(at) == Some(&b']') {
        return Ok(at + 1);
    }
    let mut scanner = Scanner::new(text, rules);
    for place in 0.. {
        if place == MAX_POINTS {
            return Err(refuse(
                "data",
                format!("must hold at most {MAX_POINTS} points"),
            ));
        }
        let scanned = if fast {
            scanner.point(at, &mut body.points)
        } else {
            None
        };
        let slot;
        (slot, at) = match scanned {
            Some((slot, end)) => (slot.index() as u32, end),
            None => {
                let (raw, end) = value(text, at)?;
                match scanner.exact_point(raw, &mut body.points) {
                    Ok(slot) => (slot.index() as u32, end),
                    Err(fault) => {
                        body.faults.add(place, fault);
                        (REFUSED, end)
                    }
                }
            }
        };
        body.elements.push(slot);
        at = skip_space(bytes, at);
        match bytes.get(at) {
            Some(b',') => at = skip_space(bytes, at + 1),
            Some(b']') => break,
            _ => return Err(Refusal::Syntax(at)),
        }
    }
    Ok(at + 1)
}

/// Returns the text of the JSON value that begins at `at`, and the position after it.
fn value(text: &str, at: usize) -> Result<(&RawValue, usize), Refusal> {
    let rest = &text[at..];
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(raw)) => Ok((raw, at + values.byte_offset())),
        Some(Err(error)) => {
            let line: usize = rest
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1))
                .map(str::len)
                .sum();
            let place = at + line + error.column().saturating_sub(1);
            Err(Refusal::Syntax(place.min(text.len())))
        }
        None => Err(Refusal::Syntax(text.len())),
    }
}

fn encryption_mode(raw: &RawValue) -> Result<Mode, Refusal> {
    let mode = raw_json::string(raw).and_then(|text| text.parse().ok());
    mode.ok_or_else(|| refuse("encryptionMode", "must be FHE, ZK or Basic, or be left out"))
}

fn chunk_size(raw: &RawValue) -> Result<u32, Refusal> {
    raw_json::number(raw)
        .filter(|size| (1.0..=8192.0).contains(size) && size.fract() == 0.0)
        .map(|size| size as u32)
        .ok_or_else(|| refuse("chunkSize", "must be a whole number from 1 to 8192"))
}

/// Replaces each bare NaN and Infinity by an empty array of the same length. The result is JSON that is
/// refused where a number or string is required. `None` if the text has neither.
fn without_non_finite(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut replaced: Option<Vec<u8>> = None;
    let mut at = 0;
    let mut in_string = false;
    while at < bytes.len() {
        let word = match bytes[at] {
            b'\\' if in_string => {
                at += 2;
                continue;
            }
            b'"' => {
                in_string = !in_string;
                None
            }
            _ if in_string => None,
            _ => NON_FINITE
                .iter()
                .find(|word| bytes[at..].starts_with(word.as_bytes())),
        };
        let Some(word) = word else {
            at += 1;
            continue;
        };
        let array = &mut replaced.get_or_insert_with(|| bytes.to_vec())[at..at + word.len()];
        array.fill(b' ');
        array[0] = b'[';
        array[word.len() - 1] = b']';
        at += word.len();
    }
    replaced.and_then(|bytes| String::from_utf8(bytes).ok())
}

const NON_FINITE: [&str; 3] = ["NaN", "-Infinity", "Infinity"];

/// Marks an element of the array that is not a point of the batch. A series has a lower index, because a body
/// has at most [`MAX_POINTS`] points.
const REFUSED: u32 = u32::MAX;

/// The maximum number of points in a body.
pub(crate) const MAX_POINTS: usize = 100_000;

/// The number of errors that are listed; further errors are only counted.
pub(crate) const NAMED_FAULTS: usize = 1000;

#[cfg(test)]
mod tests;
