//! JSON objects as tables: the field `data` of a request, and the answer that returns it.
//!
//! An object whose members are all arrays of one length is a table, and each member a column. Any other object is one
//! row, and each member a value.

use lockstep_web::ApiError;
use serde_json::{Map, Value as Json};

use crate::cell::{Cell, CellKind};
use crate::schema::{Column, ColumnType, MAX_SHOWN_CHARS, Schema};
use crate::table::{RowGroup, TableBuilder};

/// A finished table.
pub(crate) struct Table {
    pub(crate) schema: Schema,
    pub(crate) rows: u64,
    pub(crate) groups: Vec<RowGroup>,
}

/// Reads the field `data`.
///
/// # Errors
/// Columns of different lengths; the errors of [`TableBuilder`].
pub(crate) fn table(data: &Map<String, Json>) -> Result<Table, ApiError> {
    let arrays: Vec<&Vec<Json>> = data.values().filter_map(Json::as_array).collect();
    let is_object = data.is_empty() || arrays.len() < data.len();
    let rows = match arrays.first() {
        Some(first) if !is_object => {
            check_lengths(data, first.len())?;
            first.len()
        }
        _ => usize::from(!data.is_empty()),
    };
    let mut groups = Vec::new();
    let mut sink = |group| {
        groups.push(group);
        Ok(())
    };
    let names: Vec<&str> = data.keys().map(String::as_str).collect();
    let mut table = TableBuilder::new(names.iter().copied(), &mut sink)?;
    let mut text = String::new();
    for row in 0..rows {
        for (column, member) in data.values().enumerate() {
            let value = match arrays.get(column) {
                Some(array) if !is_object => &array[row],
                _ => member,
            };
            text.clear();
            let kind = cell_of(value, &mut text);
            table.set(column, Cell { kind, text: &text })?;
        }
        table.end_row()?;
    }
    let (schema, rows) = table.finish(false)?;
    Ok(Table {
        schema: Schema {
            is_object,
            ..schema
        },
        rows,
        groups,
    })
}

fn check_lengths(data: &Map<String, Json>, rows: usize) -> Result<(), ApiError> {
    for (name, member) in data {
        let length = member.as_array().map_or(0, Vec::len);
        if length != rows {
            let shown: String = name.chars().take(MAX_SHOWN_CHARS).collect();
            let length = lockstep_web::counted(length as u64, "value", "values");
            let reason = format!("column {shown:?}: has {length}, the first column has {rows}");
            return Err(ApiError::invalid("data", reason));
        }
    }
    Ok(())
}

/// Appends the text of a JSON value and returns the kind of its cell.
pub(crate) fn cell_of(value: &Json, text: &mut String) -> CellKind {
    match value {
        Json::Null => CellKind::Null,
        Json::Bool(value) => {
            text.push_str(if *value { "true" } else { "false" });
            CellKind::Boolean
        }
        Json::Number(number) => {
            text.push_str(&number.to_string());
            CellKind::Number
        }
        Json::String(value) => {
            text.push_str(value);
            CellKind::Text
        }
        Json::Array(_) | Json::Object(_) => {
            text.push_str(&value.to_string());
            CellKind::Json
        }
    }
}

/// Writes a cell as JSON. In a column of text every cell is a text.
pub(crate) fn write_cell(bytes: &mut Vec<u8>, cell: Cell<'_>, column: &Column) {
    match cell.kind {
        CellKind::Null => bytes.extend_from_slice(b"null"),
        CellKind::Boolean | CellKind::Number | CellKind::Json
            if column.kind != ColumnType::Text =>
        {
            bytes.extend_from_slice(cell.text.as_bytes());
        }
        _ => write_text(bytes, cell.text),
    }
}

/// Writes a JSON string (RFC 8259, 7).
pub(crate) fn write_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' => bytes.extend_from_slice(b"\\\""),
            b'\\' => bytes.extend_from_slice(b"\\\\"),
            b'\n' => bytes.extend_from_slice(b"\\n"),
            b'\r' => bytes.extend_from_slice(b"\\r"),
            b'\t' => bytes.extend_from_slice(b"\\t"),
            0..=0x1f => bytes.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => bytes.push(byte),
        }
    }
    bytes.push(b'"');
}
