//! JSON Lines: one JSON object per line. A member that earlier lines did not have is a new column.

use std::borrow::Cow;
use std::fmt;

use lockstep_web::ApiError;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Window;
use crate::cell::{Cell, CellKind};
use crate::schema::Schema;
use crate::table::{RowGroupSink, TableBuilder};

pub(super) fn read(
    mut window: Window<'_>,
    sink: &mut RowGroupSink<'_>,
) -> Result<(Schema, u64), ApiError> {
    window.skip_mark()?;
    let mut table = TableBuilder::new([].into_iter(), sink)?;
    let mut searched = 0;
    loop {
        let bytes = window.bytes();
        let found = bytes[searched..].iter().position(|byte| *byte == b'\n');
        let (line, length) = match found {
            Some(at) => (&bytes[..searched + at], searched + at + 1),
            None if window.is_ended => (bytes, bytes.len()),
            None => {
                searched = bytes.len();
                window.fill(table.row())?;
                continue;
            }
        };
        if length == 0 {
            break;
        }
        if !line.trim_ascii().is_empty() {
            row(&mut table, line)?;
        }
        window.consume(length);
        searched = 0;
    }
    if table.row() == 1 {
        let reason = "row 1: the file is empty: each line must be a JSON object";
        return Err(ApiError::invalid("data", reason));
    }
    table.finish(false)
}

fn row(table: &mut TableBuilder<'_>, line: &[u8]) -> Result<(), ApiError> {
    let number = table.row();
    let text = std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to() + 1;
        ApiError::invalid("data", format!("row {number}: byte {at} is not UTF-8"))
    })?;
    let mut json = serde_json::Deserializer::from_str(text);
    let mut refusal = None;
    let members = Members {
        table,
        refusal: &mut refusal,
    };
    let read = members.deserialize(&mut json).and_then(|()| json.end());
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    read.map_err(|error| {
        // The text of the error can contain the client's values; its position does not.
        let at = error.column();
        let reason = format!("row {number}: is not a JSON object, or is broken at character {at}");
        ApiError::invalid("data", reason)
    })?;
    table.end_row()
}

/// Puts the members of an object into the current row.
struct Members<'t, 's> {
    table: &'t mut TableBuilder<'s>,
    refusal: &'t mut Option<ApiError>,
}

impl<'de> DeserializeSeed<'de> for Members<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        use serde::de::Error;
        while let Some(name) = map.next_key_seed(Name)? {
            let raw: &RawValue = map.next_value()?;
            let set = self.table.column(&name).and_then(|column| {
                let raw = raw.get();
                let (kind, text) = cell(raw)
                    .map_err(|()| self.table.refusal(column, "is not text that can be stored"))?;
                if kind == CellKind::Json && depth(raw) > MAX_JSON_DEPTH {
                    let reason = format!("is nested deeper than {MAX_JSON_DEPTH} levels");
                    return Err(self.table.refusal(column, &reason));
                }
                self.table.set(column, Cell { kind, text: &text })
            });
            if let Err(refusal) = set {
                *self.refusal = Some(refusal);
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

/// Reads the name of a member: borrowed, if it has no escapes.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

/// Returns the kind and the text of a JSON value: the text of a string without its quotes and escapes, the text of any
/// other value as it was sent.
fn cell(raw: &str) -> Result<(CellKind, Cow<'_, str>), ()> {
    let kind = match raw.as_bytes().first() {
        Some(b'"') => {
            let inner = &raw[1..raw.len() - 1];
            let text = match inner.contains('\\') {
                false => Cow::Borrowed(inner),
                true => Cow::Owned(serde_json::from_str(raw).map_err(|_| ())?),
            };
            return Ok((CellKind::Text, text));
        }
        Some(b'n') => return Ok((CellKind::Null, Cow::Borrowed(""))),
        Some(b't' | b'f') => CellKind::Boolean,
        Some(b'[' | b'{') => CellKind::Json,
        _ => CellKind::Number,
    };
    Ok((kind, Cow::Borrowed(raw)))
}

/// Returns how deep the arrays and objects of a JSON value are nested.
fn depth(raw: &str) -> usize {
    let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in raw.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !is_text => depth -= 1,
            _ => {}
        }
    }
    deepest
}

/// The deepest nesting of a JSON value in a cell: readers of the answers parse it recursively.
const MAX_JSON_DEPTH: usize = 100;
