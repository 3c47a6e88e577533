//! The formats in which data are returned, streamed in bounded memory.

use std::ops::Range;
use std::time::Duration;

use lockstep_points::operations::pieces::{IDLE, PIECES, Piece, hand_over};
use lockstep_store::QueueOwner;
use lockstep_web::ApiError;
use lockstep_web::api_error::Kind;
use tokio::sync::mpsc;

use crate::cell::{Cell, CellKind, Cells};
use crate::input::FORMULA_STARTS;
use crate::json_table::{write_cell, write_text};
use crate::operations::read::VersionReader;

/// A format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataFormat {
    /// A JSON object of columns, or the one object that was sent.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl DataFormat {
    /// Returns the first format of a list of media types, as the header `Accept` has it; JSON without one.
    ///
    /// # Errors
    /// None of the types is known.
    pub(crate) fn accepted(accept: Option<&str>) -> Result<Self, ApiError> {
        let Some(accept) = accept else {
            return Ok(Self::Json);
        };
        let types = accept.split(',').map(|one| one.split(';').next());
        let known = types.flatten().find_map(|one| match one.trim() {
            "application/json" | "application/*" | "*/*" | "" => Some(Self::Json),
            "text/csv" | "text/*" => Some(Self::Csv),
            "application/jsonl" | "application/x-ndjson" | "application/ndjson" => {
                Some(Self::JsonLines)
            }
            _ => None,
        });
        known.ok_or_else(|| {
            ApiError::invalid(
                "Accept",
                "must name application/json, text/csv or application/jsonl",
            )
        })
    }

    /// Returns the media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::JsonLines => "application/jsonl",
        }
    }
}

/// The part of a version that is returned.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The indexes of the columns.
    pub(crate) columns: Vec<usize>,
    /// The rows, from 0.
    pub(crate) rows: Range<u64>,
}

/// Starts an answer. When this function returns, the first group of rows has been read. The answer ends early if the
/// client takes no piece for a minute, and is then visibly incomplete.
///
/// # Errors
/// Data that cannot be read.
pub(crate) async fn begin(
    reader: VersionReader,
    selection: Selection,
    format: DataFormat,
) -> Result<mpsc::Receiver<Piece>, ApiError> {
    let mut pages = Pages {
        reader,
        selection,
        format,
        at: None,
    };
    let first = pages.next().await?;
    let (pieces, taken) = mpsc::channel(PIECES);
    // The reader may be a buyer of the data: the work waits in the queue of the account that asked.
    let owner = QueueOwner::current();
    tokio::spawn(owner.scope(async move {
        let mut page = first;
        while let Some(bytes) = page {
            if hand_over(&pieces, &bytes).await.is_err() {
                return;
            }
            page = match pages.next_in_time().await {
                Ok(page) => page,
                Err(error) => {
                    return tracing::error!(reason = error.log.as_deref(), "an answer broke off");
                }
            };
        }
        // The client may have gone by now.
        let _ = tokio::time::timeout(IDLE, pieces.send(Piece::End)).await;
    }));
    Ok(taken)
}

/// The pages of an answer.
struct Pages {
    reader: VersionReader,
    selection: Selection,
    format: DataFormat,
    /// The next page; `None` before the first.
    at: Option<Next>,
}

/// The place of the next page.
#[derive(Clone, Copy)]
enum Next {
    /// A row of a column, by its place among the selected ones.
    Cells {
        column: usize,
        row: u64,
    },
    End,
}

impl Pages {
    /// Returns the next page; waits for its turn at a busy store. An answer that has begun cannot refuse: it would
    /// break off, after a buyer's use was consumed for it.
    async fn next_in_time(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.next().await {
                Err(error) if error.kind == Kind::Unavailable && pause <= LONGEST_PAUSE => {
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                page => return page,
            }
        }
    }

    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        match self.format {
            DataFormat::Json => self.next_of_columns().await,
            DataFormat::Csv | DataFormat::JsonLines => self.next_of_rows().await,
        }
    }

    /// Writes the answer row by row.
    async fn next_of_rows(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut bytes = Vec::new();
        let rows = self.selection.rows.clone();
        let row = match self.at {
            None => {
                if self.format == DataFormat::Csv {
                    self.csv_header(&mut bytes);
                }
                rows.start
            }
            Some(Next::Cells { row, .. }) => row,
            Some(Next::End) => return Ok(None),
        };
        let group = match row < rows.end {
            true => self.reader.group(row).await?,
            false => None,
        };
        let Some(group) = group else {
            self.at = Some(Next::End);
            return Ok(Some(bytes));
        };
        let cells = self.reader.cells(&self.selection.columns, &group).await?;
        let end = group.end.min(rows.end);
        for index in row..end {
            self.write_row(&mut bytes, &cells, (index - group.start) as usize);
        }
        self.at = Some(Next::Cells {
            column: 0,
            row: end,
        });
        Ok(Some(bytes))
    }

    fn csv_header(&self, bytes: &mut Vec<u8>) {
        for (place, column) in self.selection.columns.iter().enumerate() {
            if place > 0 {
                bytes.push(b',');
            }
            let name = &self.reader.schema.columns[*column].name;
            write_csv(bytes, Cell::text(name));
        }
        bytes.extend_from_slice(b"\r\n");
    }

    fn write_row(&self, bytes: &mut Vec<u8>, cells: &[Cells], index: usize) {
        let is_csv = self.format == DataFormat::Csv;
        if !is_csv {
            bytes.push(b'{');
        }
        for (place, column) in self.selection.columns.iter().enumerate() {
            if place > 0 {
                bytes.push(b',');
            }
            let cell = cells[place].cell(index);
            if is_csv {
                write_csv(bytes, cell);
            } else {
                let about = &self.reader.schema.columns[*column];
                write_text(bytes, &about.name);
                bytes.push(b':');
                write_cell(bytes, cell, about);
            }
        }
        bytes.extend_from_slice(if is_csv { b"\r\n" } else { b"}\n" });
    }

    /// Writes the answer column by column.
    async fn next_of_columns(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut bytes = Vec::new();
        let rows = self.selection.rows.clone();
        let (place, row) = match self.at {
            None => {
                bytes.extend_from_slice(b"{\"data\":{");
                (0, rows.start)
            }
            Some(Next::Cells { column, row }) => (column, row),
            Some(Next::End) => return Ok(None),
        };
        let Some(&column) = self.selection.columns.get(place) else {
            let (version, count) = (self.reader.version.number, self.reader.rows);
            let tail = format!("}},\"version\":{version},\"row_count\":{count}}}");
            bytes.extend_from_slice(tail.as_bytes());
            self.at = Some(Next::End);
            return Ok(Some(bytes));
        };
        let is_object = self.reader.schema.is_object;
        let about = &self.reader.schema.columns[column];
        if row == rows.start {
            if place > 0 {
                bytes.push(b',');
            }
            write_text(&mut bytes, &about.name);
            bytes.push(b':');
            if !is_object {
                bytes.push(b'[');
            }
        }
        let group = match row < rows.end {
            true => self.reader.group(row).await?,
            false => None,
        };
        let next = match group {
            Some(group) => {
                let cells = self.reader.cells(&[column], &group).await?;
                let end = group.end.min(rows.end);
                for index in row..end {
                    if index > rows.start {
                        bytes.push(b',');
                    }
                    let cell = cells[0].cell((index - group.start) as usize);
                    write_cell(&mut bytes, cell, about);
                }
                end
            }
            None => rows.end,
        };
        self.at = Some(if next >= rows.end {
            if !is_object {
                bytes.push(b']');
            }
            Next::Cells {
                column: place + 1,
                row: rows.start,
            }
        } else {
            Next::Cells {
                column: place,
                row: next,
            }
        });
        Ok(Some(bytes))
    }
}

/// Writes a cell of CSV. An apostrophe comes before text that a spreadsheet would evaluate; an upload with
/// `guarded=true` removes it.
fn write_csv(bytes: &mut Vec<u8>, cell: Cell<'_>) {
    let is_text = cell.kind == CellKind::Text;
    let is_formula = is_text
        && cell
            .text
            .trim_start_matches('\'')
            .starts_with(FORMULA_STARTS);
    let needs_quotes =
        cell.text.contains(['"', ',', '\n', '\r']) || (is_text && cell.text.is_empty());
    if needs_quotes {
        bytes.push(b'"');
    }
    if is_formula {
        bytes.push(b'\'');
    }
    for byte in cell.text.bytes() {
        if byte == b'"' {
            bytes.push(b'"');
        }
        bytes.push(byte);
    }
    if needs_quotes {
        bytes.push(b'"');
    }
}

/// The pauses before a busy store is asked again: they double, for about half a minute in all.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(20);
