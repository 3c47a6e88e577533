//! CSV in the long form: RFC 4180 with a header; lines end in CRLF.
//!
//! A text that a spreadsheet would evaluate as a formula gets an apostrophe before it ([`guarded`]),
//! which the importer removes. Numbers stay numbers.

use crate::formula::guarded;
use crate::point::Point;
use crate::render::{Times, number};

pub(super) const HEADER: &[u8] = b"timestamp,type,value,unit,device,confidence,metadata\r\n";

#[derive(Clone, Default)]
pub(super) struct Writer {
    times: Times,
}

impl Writer {
    pub(super) fn point(&mut self, bytes: &mut Vec<u8>, point: &Point<'_>) {
        self.times.write(bytes, point.timestamp);
        bytes.push(b',');
        bytes.extend(point.kind.as_bytes());
        bytes.push(b',');
        number(bytes, point.value);
        bytes.push(b',');
        field(bytes, point.unit);
        bytes.push(b',');
        field(bytes, point.device);
        bytes.push(b',');
        if let Some(confidence) = point.confidence {
            number(bytes, confidence);
        }
        bytes.push(b',');
        field(bytes, point.metadata.unwrap_or_default());
        bytes.extend(b"\r\n");
    }
}

/// Writes a field, quoted if necessary or if a reader might trim it.
fn field(bytes: &mut Vec<u8>, text: &str) {
    let text = &*guarded(text);
    let special = |character: char| matches!(character, ',' | '"' | '\r' | '\n');
    if !text.contains(special) && text.trim().len() == text.len() {
        bytes.extend(text.as_bytes());
        return;
    }
    bytes.push(b'"');
    for (nth, part) in text.split('"').enumerate() {
        if nth > 0 {
            bytes.extend(b"\"\"");
        }
        bytes.extend(part.as_bytes());
    }
    bytes.push(b'"');
}
