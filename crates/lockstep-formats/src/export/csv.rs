//! CSV in the long form: RFC 4180 with a header; lines end in CRLF.
//!
//! A text that a spreadsheet would evaluate as a formula gets an apostrophe before it ([`guarded`]),
//! which the importer removes. Numbers stay numbers.

use std::borrow::Cow;

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

/// Returns the text as exported: with an apostrophe before it if a spreadsheet would evaluate it as a
/// formula, or if it already looks guarded.
pub(crate) fn guarded(text: &str) -> Cow<'_, str> {
    if is_formula(text) {
        return Cow::Owned(format!("'{text}"));
    }
    Cow::Borrowed(text)
}

/// Returns the original of a [`guarded`] text.
pub(crate) fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'')
        .filter(|rest| is_formula(rest))
        .unwrap_or(text)
}

/// Returns whether the text begins like a formula, after any number of apostrophes and then spaces.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'')
        .trim_start_matches(' ')
        .starts_with(['=', '+', '-', '@', '\t', '\r'])
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_guarded() {
        for (text, exported) in [
            ("=1+1", "'=1+1"),
            ("-2", "'-2"),
            (" @x", "' @x"),
            ("'=1", "''=1"),
            ("\tx", "'\tx"),
            ("'", "'"),
            ("''", "''"),
            ("it's", "it's"),
            ("'plain", "'plain"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), exported, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_guarded_text_is_restored(text in "['= \t\r@+a-]{0,6}") {
            let exported = guarded(&text);
            prop_assert_eq!(unguarded(&exported), &text);
            prop_assert!(!exported.trim_start_matches(' ').starts_with(['=', '+', '-', '@', '\t', '\r']));
        }
    }
}
