//! Arrow IPC, the stream format and the file format: record batches become rows of cells.

mod values;

use std::io::Read;

use arrow_array::ArrayRef;
use lockstep_formats::arrow_ipc::{
    ArrowColumn, ArrowFault, Batches, Dictionaries, Messages, NextMessage,
};
use lockstep_web::ApiError;

use crate::cell::Cell;
use crate::schema::{Schema, check_names};
use crate::table::{RowGroupSink, TableBuilder};
use values::{ColumnReader, indexes, values};

pub(super) fn read(
    source: &mut dyn Read,
    is_file: bool,
    sink: &mut RowGroupSink<'_>,
) -> Result<(Schema, u64), ApiError> {
    let (mut messages, columns) = Messages::begin(source, is_file).map_err(refused)?;
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    check_names(names.iter().copied())?;
    let table = TableBuilder::new(names.into_iter(), sink)?;
    let mut rows = Rows {
        table,
        text: String::new(),
        bytes: 0,
        cells: 0,
    };
    let batches = Batches::new(&columns);
    let mut dictionaries = Dictionaries::default();
    loop {
        match messages.read_next().map_err(refused)? {
            NextMessage::RecordBatch(frame) => {
                let arrays = batches.decode(&frame).map_err(refused)?;
                rows.count(&messages, (arrays.num_rows(), columns.len()))?;
                rows.add(&columns, &dictionaries, &arrays)?;
            }
            NextMessage::Dictionary(frame) => {
                dictionaries.add(&columns, &frame).map_err(refused)?;
            }
            NextMessage::End => return rows.table.finish(false),
        }
    }
}

/// Returns the answer to a stream that is refused.
fn refused(fault: ArrowFault) -> ApiError {
    let text = fault.to_string();
    match fault {
        ArrowFault::Message { .. } => ApiError::invalid("data", text),
        ArrowFault::Column { name, reason } => {
            let details =
                serde_json::json!({ "parameter": "data", "reason": reason, "column": name });
            ApiError::invalid("data", text).with_details(details)
        }
        ArrowFault::Source(error) => ApiError::internal(format!("datasets: {error}")),
    }
}

/// Returns the reader of a column's array.
fn reader<'a>(
    dictionaries: &'a Dictionaries,
    column: &'a ArrowColumn,
    array: &'a ArrayRef,
) -> Result<ColumnReader<'a>, ApiError> {
    let unknown = || refused(column.refusal("has an array whose type differs from the schema"));
    if column.dictionary.is_none() {
        return Ok(ColumnReader::Plain(
            values(array, &column.values).ok_or_else(unknown)?,
        ));
    }
    // All parts of a dictionary have one type.
    let first = dictionaries.first(column);
    if first.is_some_and(|part| values(part, &column.values).is_none()) {
        return Err(unknown());
    }
    Ok(ColumnReader::Dictionary {
        indexes: indexes(array).ok_or_else(unknown)?,
        dictionary: dictionaries.of(column),
        kind: &column.values,
        last: None,
    })
}

/// The table that receives the rows of record batches.
struct Rows<'s> {
    table: TableBuilder<'s>,
    /// The text of the current cell.
    text: String,
    /// The bytes of all cells as text.
    bytes: u64,
    /// The number of cells of all record batches.
    cells: u64,
}

impl Rows<'_> {
    /// Counts the cells of a record batch, and compares them with the bytes that were read: a column of type Null has
    /// cells without bytes.
    fn count(
        &mut self,
        messages: &Messages<'_>,
        (rows, columns): (usize, usize),
    ) -> Result<(), ApiError> {
        let cells = (rows as u64).saturating_mul(columns as u64);
        self.cells = self.cells.saturating_add(cells);
        let limit = messages.bytes_read().saturating_mul(CELLS_PER_BYTE);
        if self.cells > limit.saturating_add(FREE_CELLS) {
            let reason = format!(
                "the record batches have {} cells in {} bytes: leave out columns without values",
                self.cells,
                messages.bytes_read()
            );
            return Err(refused(messages.refusal(&reason)));
        }
        Ok(())
    }

    fn add(
        &mut self,
        columns: &[ArrowColumn],
        dictionaries: &Dictionaries,
        arrays: &arrow_array::RecordBatch,
    ) -> Result<(), ApiError> {
        let mut readers = Vec::with_capacity(columns.len());
        for (column, array) in columns.iter().zip(arrays.columns()) {
            readers.push(reader(dictionaries, column, array)?);
        }
        for row in 0..arrays.num_rows() {
            for (column, reader) in readers.iter_mut().enumerate() {
                self.text.clear();
                let kind = reader
                    .read(row, &mut self.text)
                    .map_err(|reason| self.table.refusal(column, reason))?;
                self.bytes += self.text.len() as u64 + 1;
                let text = self.text.as_str();
                self.table.set(column, Cell { kind, text })?;
            }
            if self.bytes > MAX_ARROW_TEXT_BYTES {
                let reason = format!(
                    "row {}: the values have more than {MAX_ARROW_TEXT_BYTES} bytes as text: upload fewer rows",
                    self.table.row()
                );
                return Err(ApiError::invalid("data", reason));
            }
            self.table.end_row()?;
        }
        Ok(())
    }
}

/// The maximum number of cells for each byte that was read: booleans take an eighth of a byte.
const CELLS_PER_BYTE: u64 = 16;
/// The cells that need no bytes: columns without values.
const FREE_CELLS: u64 = 1 << 24;
/// The maximum number of bytes of all values as text. Dictionaries and views can repeat a value without repeating its bytes.
const MAX_ARROW_TEXT_BYTES: u64 = 16 << 30;

#[cfg(test)]
mod tests;
