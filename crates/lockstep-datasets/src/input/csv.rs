//! Comma-separated values (RFC 4180), read strictly: every row has the cells of the header, and quotes are closed.

use std::ops::Range;

use lockstep_formats::formula::unguarded;
use lockstep_web::ApiError;

use super::Window;
use crate::cell::{Cell, CellKind, is_number};
use crate::schema::{MAX_COLUMNS, Schema};
use crate::table::{RowGroupSink, TableBuilder, cell_error};

/// One field of a record, as a range of the record's bytes.
#[derive(Clone, Debug)]
struct Field {
    range: Range<usize>,
    is_quoted: bool,
    /// Whether the field contains doubled quotes.
    has_quotes: bool,
}

/// The result of the search for the end of a record.
enum RecordEnd {
    /// The record, with its line end, has this many bytes.
    Record(usize),
    /// More bytes are needed.
    More,
    /// The field with this index is not well-formed.
    Broken(usize, &'static str),
}

/// Reads a table. `is_guarded` says that it is an answer of this API, whose guards are removed. In any other file an
/// apostrophe belongs to the text.
pub(super) fn read(
    mut window: Window<'_>,
    sink: &mut RowGroupSink<'_>,
    is_guarded: bool,
) -> Result<(Schema, u64), ApiError> {
    window.skip_mark()?;
    let mut fields = Vec::new();
    let length = next_record(&mut window, &mut fields, (0, &[]))?;
    let Some(length) = length else {
        let reason = "row 1: the file is empty: its first line must name the columns";
        return Err(ApiError::invalid("data", reason));
    };
    let names = header(&window, &fields, is_guarded)?;
    window.consume(length);
    let mut table = TableBuilder::new(names.iter().map(String::as_str), sink)?;
    let mut unescaped = String::new();
    while let Some(length) = next_record(&mut window, &mut fields, (table.row(), &names))? {
        let bytes = &window.bytes()[..length];
        let is_blank = fields.len() == 1 && fields[0].range.is_empty() && !fields[0].is_quoted;
        if !is_blank || table.width() == 1 {
            row(&mut table, bytes, &fields, (&mut unescaped, is_guarded))?;
        }
        window.consume(length);
    }
    table.finish(true)
}

fn header(
    window: &Window<'_>,
    fields: &[Field],
    is_guarded: bool,
) -> Result<Vec<String>, ApiError> {
    let mut names = Vec::with_capacity(fields.len());
    for (index, field) in fields.iter().enumerate() {
        let text = std::str::from_utf8(&window.bytes()[field.range.clone()])
            .map_err(|_| cell_error(0, &format!("{}", index + 1), "the name is not UTF-8"))?;
        let mut name = String::new();
        unescape(text, field, &mut name);
        names.push(match is_guarded {
            true => unguarded(&name).to_owned(),
            false => name,
        });
    }
    Ok(names)
}

/// Adds the fields of a record as a row.
fn row(
    table: &mut TableBuilder<'_>,
    bytes: &[u8],
    fields: &[Field],
    (unescaped, is_guarded): (&mut String, bool),
) -> Result<(), ApiError> {
    if fields.len() != table.width() {
        return Err(wrong_count(table, fields.len()));
    }
    // One check for the whole record; only a broken one is searched for its field.
    let whole = std::str::from_utf8(bytes).ok();
    for (column, field) in fields.iter().enumerate() {
        let text = match whole {
            // Fields begin and end at ASCII characters.
            Some(whole) => &whole[field.range.clone()],
            None => std::str::from_utf8(&bytes[field.range.clone()])
                .map_err(|_| table.refusal(column, "is not UTF-8"))?,
        };
        let text = if field.has_quotes {
            unescaped.clear();
            unescape(text, field, unescaped);
            unescaped.as_str()
        } else {
            text
        };
        let cell = cell(text, field.is_quoted);
        let text = match is_guarded && cell.kind == CellKind::Text {
            true => unguarded(cell.text),
            false => cell.text,
        };
        table.set(column, Cell { text, ..cell })?;
    }
    table.end_row()
}

/// Creates the error of a row whose number of cells is not that of the header. It names the first column without a
/// cell, or the number of the first cell without a column.
fn wrong_count(table: &TableBuilder<'_>, count: usize) -> ApiError {
    let width = table.width();
    if count < width {
        let reason = format!("is missing: the row has {count} of {width} cells");
        return table.refusal(count, &reason);
    }
    let reason = format!("is not in the header: the row has {count} cells, the header has {width}");
    cell_error(table.row(), &(width + 1).to_string(), &reason)
}

/// Returns the cell of a field: an empty field without quotes has no value.
fn cell(text: &str, is_quoted: bool) -> Cell<'_> {
    let kind = match text {
        "" if !is_quoted => CellKind::Null,
        "true" | "false" => CellKind::Boolean,
        text if is_number(text) => CellKind::Number,
        _ => CellKind::Text,
    };
    Cell { kind, text }
}

fn unescape(text: &str, field: &Field, into: &mut String) {
    if !field.has_quotes {
        into.push_str(text);
        return;
    }
    for (index, part) in text.split("\"\"").enumerate() {
        if index > 0 {
            into.push('"');
        }
        into.push_str(part);
    }
}

/// Finds the next record, and its fields; returns its length, or `None` at the end. Errors name the row and the column:
/// by its name, or by its number if the header has no such column.
fn next_record(
    window: &mut Window<'_>,
    fields: &mut Vec<Field>,
    (row, names): (u64, &[String]),
) -> Result<Option<usize>, ApiError> {
    loop {
        if window.bytes().is_empty() && window.is_ended {
            return Ok(None);
        }
        match record(window.bytes(), window.is_ended, fields) {
            RecordEnd::Record(length) => return Ok(Some(length)),
            RecordEnd::More => window.fill(row.max(1))?,
            RecordEnd::Broken(column, reason) => {
                let number = (column + 1).to_string();
                let name = names.get(column).unwrap_or(&number);
                return Err(cell_error(row, name, reason));
            }
        }
    }
}

fn record(bytes: &[u8], is_whole: bool, fields: &mut Vec<Field>) -> RecordEnd {
    fields.clear();
    let mut at = 0;
    loop {
        if fields.len() > MAX_FIELDS {
            return RecordEnd::Broken(fields.len() - 1, "the row has too many cells");
        }
        let field = match bytes.get(at) {
            Some(b'"') => match quoted(bytes, at, is_whole) {
                Ok(Some(field)) => field,
                Ok(None) => return RecordEnd::More,
                Err(reason) => return RecordEnd::Broken(fields.len(), reason),
            },
            _ => {
                let rest = bytes[at..].iter();
                let length = rest
                    .take_while(|byte| !matches!(byte, b',' | b'\n' | b'\r' | b'"'))
                    .count();
                Field {
                    range: at..at + length,
                    is_quoted: false,
                    has_quotes: false,
                }
            }
        };
        let end = field.range.end + usize::from(field.is_quoted);
        let index = fields.len();
        fields.push(field);
        match bytes.get(end) {
            Some(b',') => at = end + 1,
            Some(b'\n') => return RecordEnd::Record(end + 1),
            Some(b'\r') => match bytes.get(end + 1) {
                Some(b'\n') => return RecordEnd::Record(end + 2),
                Some(_) => return RecordEnd::Record(end + 1),
                None if is_whole => return RecordEnd::Record(end + 1),
                None => return RecordEnd::More,
            },
            Some(_) if fields[index].is_quoted => {
                return RecordEnd::Broken(index, "has text after its closing quote");
            }
            Some(_) => {
                return RecordEnd::Broken(index, "has a quote inside, but does not begin with one");
            }
            None if is_whole => return RecordEnd::Record(end),
            None => return RecordEnd::More,
        }
    }
}

/// Reads the quoted field at `at`; `None` if more bytes are needed.
fn quoted(bytes: &[u8], at: usize, is_whole: bool) -> Result<Option<Field>, &'static str> {
    let (start, mut has_quotes, mut at) = (at + 1, false, at + 1);
    loop {
        let Some(quote) = bytes[at..].iter().position(|byte| *byte == b'"') else {
            return match is_whole {
                true => Err("begins with a quote that is not closed"),
                false => Ok(None),
            };
        };
        let end = at + quote;
        match bytes.get(end + 1) {
            Some(b'"') => {
                has_quotes = true;
                at = end + 2;
            }
            None if !is_whole => return Ok(None),
            _ => {
                return Ok(Some(Field {
                    range: start..end,
                    is_quoted: true,
                    has_quotes,
                }));
            }
        }
    }
}

/// Fields after which a row is given up.
const MAX_FIELDS: usize = 16 * MAX_COLUMNS;
