//! Builds the groups of rows of a table from its cells, one after the other, in bounded memory.

use std::collections::HashMap;

use lockstep_web::ApiError;

use crate::cell::{Cell, CellKind, Cells, is_finite};
use crate::chunk::{PackedChunk, pack};
use crate::decimal::Decimal;
use crate::schema::{Column, Inference, MAX_COLUMNS, MAX_SHOWN_CHARS, Schema, check_name};

/// A group of consecutive rows, packed column by column.
#[derive(Clone, Debug)]
pub(crate) struct RowGroup {
    /// The number of the first row, from 0.
    pub(crate) row0: u64,
    /// The number of rows.
    pub(crate) n: u32,
    /// The chunk of each column that is known at the end of the group.
    pub(crate) chunks: Vec<PackedChunk>,
}

/// Receives each finished group.
pub(crate) type RowGroupSink<'s> = dyn FnMut(RowGroup) -> Result<(), ApiError> + 's;

/// A table that is being built.
pub(crate) struct TableBuilder<'s> {
    names: Vec<String>,
    places: HashMap<String, usize>,
    columns: Vec<ColumnCells>,
    inferences: Vec<Inference>,
    /// The first row of the group in which each column came.
    first_rows: Vec<u64>,
    /// Rows of earlier groups.
    row0: u64,
    /// Rows of the current group.
    n: u32,
    /// Bytes of the texts of the current group.
    bytes: usize,
    /// The numbers of the chunk that is being packed.
    parsed: Vec<Decimal>,
    sink: &'s mut RowGroupSink<'s>,
}

/// The cells of a column in the current group. Rows before the first value and after the last one take no memory.
#[derive(Default)]
struct ColumnCells {
    /// The rows of the group before the first of `cells`.
    first: u32,
    cells: Cells,
}

impl ColumnCells {
    /// Returns the number of rows up to the last value.
    fn len(&self) -> usize {
        self.first as usize + self.cells.len()
    }

    /// Adds the value of row `n` of the group.
    fn push(&mut self, n: u32, cell: Cell<'_>) {
        if self.cells.is_empty() {
            self.first = n;
        }
        for _ in self.len()..n as usize {
            self.cells.push(Cell::NULL);
        }
        self.cells.push(cell);
    }

    /// Fills the rows without a value, up to `n` rows.
    fn fill(&mut self, n: u32) {
        if self.first > 0 {
            let mut filled = Cells::nulls(self.first as usize);
            for cell in self.cells.iter() {
                filled.push(cell);
            }
            *self = Self {
                first: 0,
                cells: filled,
            };
        }
        for _ in self.cells.len()..n as usize {
            self.cells.push(Cell::NULL);
        }
    }
}

impl<'s> TableBuilder<'s> {
    /// Begins a table with these columns; more can follow.
    ///
    /// # Errors
    /// A name that is refused.
    pub(crate) fn new<'a>(
        names: impl ExactSizeIterator<Item = &'a str> + Clone,
        sink: &'s mut RowGroupSink<'s>,
    ) -> Result<Self, ApiError> {
        crate::schema::check_names(names.clone())?;
        let mut table = Self {
            names: Vec::new(),
            places: HashMap::new(),
            columns: Vec::new(),
            inferences: Vec::new(),
            first_rows: Vec::new(),
            row0: 0,
            n: 0,
            bytes: 0,
            parsed: Vec::new(),
            sink,
        };
        for name in names {
            table.add_column(name)?;
        }
        Ok(table)
    }

    /// Returns the index of a column, and adds the column if it is new: earlier rows have no value in it.
    pub(crate) fn column(&mut self, name: &str) -> Result<usize, ApiError> {
        match self.places.get(name) {
            Some(place) => Ok(*place),
            None => self.add_column(name),
        }
    }

    fn add_column(&mut self, name: &str) -> Result<usize, ApiError> {
        let index = self.names.len();
        check_name(name, index)?;
        if index >= MAX_COLUMNS {
            let reason = format!(
                "row {}: adds column {}; a dataset has at most {MAX_COLUMNS} columns",
                self.row(),
                index + 1
            );
            return Err(ApiError::invalid("data", reason));
        }
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), index);
        self.columns.push(ColumnCells::default());
        self.inferences.push(Inference::default());
        self.first_rows.push(self.row0);
        Ok(index)
    }

    /// Returns the number of the row that is being filled, from 1.
    pub(crate) fn row(&self) -> u64 {
        self.row0 + u64::from(self.n) + 1
    }

    /// Returns the number of columns.
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    /// Sets the value of a column in the current row.
    ///
    /// # Errors
    /// A second value for the column; a cell that is too long or holds NUL; a number that is not finite.
    pub(crate) fn set(&mut self, column: usize, cell: Cell<'_>) -> Result<(), ApiError> {
        if self.columns[column].len() > self.n as usize {
            return Err(self.refusal(column, "is given twice"));
        }
        if cell.text.len() > MAX_CELL_BYTES {
            let reason = format!(
                "has {} bytes; a cell has {MAX_CELL_BYTES} bytes at most",
                cell.text.len()
            );
            return Err(self.refusal(column, &reason));
        }
        match cell.kind {
            CellKind::Number if !is_finite(cell.text) => {
                return Err(self.refusal(column, "is a number beyond ±1.8e308"));
            }
            CellKind::Text if cell.text.as_bytes().contains(&0) => {
                return Err(self.refusal(column, "contains a NUL character"));
            }
            _ => {}
        }
        self.bytes += cell.text.len();
        self.columns[column].push(self.n, cell);
        Ok(())
    }

    /// Creates the error of a cell in the current row.
    pub(crate) fn refusal(&self, column: usize, reason: &str) -> ApiError {
        let name = self.names.get(column).map_or("", String::as_str);
        cell_error(self.row(), name, reason)
    }

    /// Ends the current row: columns without a value get none. Its cost does not depend on their number.
    ///
    /// # Errors
    /// Too many rows, or the errors of the sink.
    pub(crate) fn end_row(&mut self) -> Result<(), ApiError> {
        self.n += 1;
        if self.row0 + u64::from(self.n) > MAX_ROWS {
            let reason = format!("a dataset has {MAX_ROWS} rows at most");
            return Err(ApiError::invalid("data", reason));
        }
        // Each row of each column counts: a later value fills the rows before it.
        let bytes = self.bytes + self.n as usize * self.columns.len() * CELL_BYTES;
        if self.n >= GROUP_ROWS || bytes >= GROUP_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), ApiError> {
        if self.n == 0 {
            return Ok(());
        }
        if self.columns.is_empty() {
            let reason = format!("rows 1 to {}: have no column", self.n);
            return Err(ApiError::invalid("data", reason));
        }
        let mut chunks = Vec::with_capacity(self.columns.len());
        // The memory of many columns is returned, since each keeps that of its longest group.
        let is_wide = self.columns.len() > KEPT_COLUMNS;
        for (column, inference) in self.columns.iter_mut().zip(&mut self.inferences) {
            column.fill(self.n);
            inference.add(&column.cells, &mut self.parsed);
            chunks.push(pack(&column.cells, &self.parsed));
            match is_wide {
                true => *column = ColumnCells::default(),
                false => column.cells.clear(),
            }
        }
        let group = RowGroup {
            row0: self.row0,
            n: self.n,
            chunks,
        };
        self.row0 += u64::from(self.n);
        (self.n, self.bytes) = (0, 0);
        (self.sink)(group)
    }

    /// Ends the table; returns its schema and the number of rows. `is_untyped` is true for CSV.
    ///
    /// # Errors
    /// As [`TableBuilder::end_row`].
    pub(crate) fn finish(mut self, is_untyped: bool) -> Result<(Schema, u64), ApiError> {
        self.flush()?;
        let rows = self.row0;
        let named = self
            .names
            .iter()
            .zip(&self.inferences)
            .zip(&self.first_rows);
        let columns = named.map(|((name, inference), first_row)| Column {
            first_row: Some(*first_row),
            ..inference.column(name, rows, is_untyped)
        });
        let schema = Schema {
            is_object: false,
            columns: columns.collect(),
            root: None,
        };
        Ok((schema, rows))
    }
}

/// Creates the error of a cell; rows count from 1, without a header.
pub(crate) fn cell_error(row: u64, column: &str, reason: &str) -> ApiError {
    let column: String = column.chars().take(MAX_SHOWN_CHARS).collect();
    let error = ApiError::invalid("data", format!("row {row}, column {column:?}: {reason}"));
    let details = serde_json::json!({
        "parameter": "data", "reason": reason, "row": row, "column": column,
    });
    error.with_details(details)
}

/// The maximum number of rows of a group: the slots of a homomorphic ciphertext.
pub(crate) const GROUP_ROWS: u32 = 8192;
/// A group of rows ends when its cells have this many bytes.
const GROUP_BYTES: usize = 8 << 20;
/// Columns that keep their memory between groups.
const KEPT_COLUMNS: usize = 64;
/// The bytes of a cell in addition to its text.
const CELL_BYTES: usize = 5;
/// The longest cell.
pub(crate) const MAX_CELL_BYTES: usize = 1 << 20;
/// The maximum number of rows of a dataset.
pub(crate) const MAX_ROWS: u64 = 1 << 40;
