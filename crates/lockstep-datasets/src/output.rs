//! The formats in which data are returned, streamed in bounded memory.

mod arrow;

use std::ops::Range;
use std::time::Duration;

use lockstep_formats::formula;
use lockstep_store::QueueOwner;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::pieces::{self, AnswerPieces, PageRoom, PieceSender};
use lockstep_web::{AnswerLease, ApiError};

use crate::cell::{Cell, CellKind, Cells};
use crate::input::ARROW_STREAM;
use crate::json_table::{write_cell, write_text};
use crate::operations::read::VersionReader;
use arrow::ArrowStream;

/// A format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataFormat {
    /// A JSON object of columns, or the one object that was sent.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// An Arrow IPC stream.
    Arrow,
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
            ARROW_STREAM => Some(Self::Arrow),
            _ => None,
        });
        known.ok_or_else(|| {
            ApiError::invalid(
                "Accept",
                "must name application/json, text/csv, application/jsonl or application/vnd.apache.arrow.stream",
            )
        })
    }

    /// Returns the media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::JsonLines => "application/jsonl",
            Self::Arrow => ARROW_STREAM,
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
) -> Result<AnswerPieces, ApiError> {
    // The reader may be a buyer of the data: the memory and the work count for the account that asked.
    let owner = QueueOwner::current();
    let payer = match &owner {
        QueueOwner::Account(user) => user,
        QueueOwner::System | QueueOwner::Anonymous => reader.keys.user(),
    };
    let mut pages = Pages {
        lease: reader.state.answer_lease(payer),
        reader,
        selection,
        format,
        at: None,
        held: None,
        arrow: None,
    };
    let (pieces, taken) = pieces::begin(&pages.reader.state, pages.reader.keys.user());
    let mut page = match pages.next().await? {
        Some(mut page) => {
            let room = pages.room(&pieces, &mut page)?;
            Some((page, room))
        }
        None => None,
    };
    tokio::spawn(owner.scope(async move {
        while let Some((bytes, room)) = page {
            if pieces.send(bytes, room).await.is_err() {
                return;
            }
            page = match pages.following(&pieces).await {
                Ok(page) => page,
                Err(error) => {
                    return tracing::error!(
                        reason = error.log.as_deref(),
                        "an answer was interrupted"
                    );
                }
            };
        }
        // The client may have gone by now.
        let _ = pieces.end().await;
    }));
    Ok(taken)
}

/// The pages of an answer.
struct Pages {
    reader: VersionReader,
    selection: Selection,
    format: DataFormat,
    /// The next page; `None` before the first.
    at: Option<NextPage>,
    /// The stream of an answer in Arrow, from its first page.
    arrow: Option<ArrowStream>,
    /// The cells of the group that the next page continues; `None` if that page reads them again.
    held: Option<Group>,
    /// The memory of the cells.
    lease: AnswerLease,
}

/// The cells of columns in a group of rows.
struct Group {
    rows: Range<u64>,
    /// The first of the columns, by its place among the selected ones.
    first: usize,
    cells: Vec<Cells>,
}

/// The place of the next page.
#[derive(Clone, Copy)]
enum NextPage {
    /// A row of a column, by its place among the selected ones.
    Cells {
        column: usize,
        row: u64,
    },
    End,
}

impl Pages {
    /// Returns the next page; waits for its turn at a busy store. An answer that has begun cannot refuse: it
    /// would end early after consuming a buyer's use.
    async fn next_in_time(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut left = BUSY_TRIES;
        loop {
            match self.next().await {
                Err(error) if error.kind == ErrorKind::Unavailable && left > 0 => {
                    tokio::time::sleep(PAUSE).await;
                    left -= 1;
                }
                page => return page,
            }
        }
    }

    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        match self.format {
            DataFormat::Json => self.next_of_columns().await,
            DataFormat::Csv | DataFormat::JsonLines | DataFormat::Arrow => {
                self.next_of_rows().await
            }
        }
    }

    /// Returns the next page as soon as the account's budget has room for it. Waits a minute at most: then the answer
    /// breaks off.
    async fn following(
        &mut self,
        pieces: &PieceSender,
    ) -> Result<Option<(Vec<u8>, PageRoom)>, ApiError> {
        let Some(mut page) = self.next_in_time().await? else {
            return Ok(None);
        };
        if let Ok(room) = self.room(pieces, &mut page) {
            return Ok(Some((page, room)));
        }
        let room = pieces.room_in_time(&mut page).await?;
        Ok(Some((page, room)))
    }

    /// Counts the page and the held cells for the account's budget. Without room for both, the cells are read again
    /// for the next page.
    ///
    /// # Errors
    /// There is no room for the page.
    fn room(&mut self, pieces: &PieceSender, page: &mut Vec<u8>) -> Result<PageRoom, ApiError> {
        let room = pieces.room(page);
        let cells = self.held.iter().flat_map(|group| &group.cells);
        let held: usize = cells.map(Cells::memory).sum();
        if room.is_ok() && self.lease.hold(held).is_ok() {
            return room;
        }
        self.held = None;
        self.lease.hold(0)?;
        room.or_else(|_| pieces.room(page))
    }

    /// Returns the group of rows that contains `row` with the cells of these columns; `None` after the last row.
    async fn group(&mut self, row: u64, places: Range<usize>) -> Result<Option<Group>, ApiError> {
        if let Some(held) = self.held.take()
            && held.rows.contains(&row)
            && held.first == places.start
            && held.cells.len() == places.len()
        {
            return Ok(Some(held));
        }
        let rows = match row < self.selection.rows.end {
            true => self.reader.group(row).await?,
            false => None,
        };
        let Some(rows) = rows else {
            return Ok(None);
        };
        let columns = &self.selection.columns[places.clone()];
        let cells = self.reader.cells(columns, &rows).await?;
        Ok(Some(Group {
            rows,
            first: places.start,
            cells,
        }))
    }

    /// Writes the answer row by row. A page ends within a row where it is long enough.
    async fn next_of_rows(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut bytes = Vec::new();
        let rows = self.selection.rows.clone();
        let (mut index, mut row) = match self.at {
            None => {
                match self.format {
                    DataFormat::Csv => self.csv_header(&mut bytes),
                    DataFormat::Arrow => self.arrow_schema(&mut bytes)?,
                    DataFormat::Json | DataFormat::JsonLines => {}
                }
                (0, rows.start)
            }
            Some(NextPage::Cells { column, row }) => (column, row),
            Some(NextPage::End) => return Ok(None),
        };
        let columns = self.selection.columns.len();
        let Some(group) = self.group(row, 0..columns).await? else {
            self.at = Some(NextPage::End);
            if let Some(arrow) = &mut self.arrow {
                bytes.extend(arrow.finish()?);
            }
            return Ok(Some(bytes));
        };
        let end = group.rows.end.min(rows.end);
        if let Some(arrow) = &mut self.arrow {
            // A batch of Arrow is a whole group: its cells are in memory already.
            let start = group.rows.start;
            bytes.extend(arrow.rows(&group.cells, (row - start) as usize..(end - start) as usize)?);
            self.at = Some(NextPage::Cells {
                column: 0,
                row: end,
            });
            return Ok(Some(bytes));
        }
        while row < end && bytes.len() < PAGE_BYTES {
            self.write_cell_of_row(&mut bytes, &group, (row, index));
            index += 1;
            if index >= columns {
                (index, row) = (0, row + 1);
            }
        }
        self.at = Some(NextPage::Cells { column: index, row });
        if row < end {
            self.held = Some(group);
        }
        Ok(Some(bytes))
    }

    fn arrow_schema(&mut self, bytes: &mut Vec<u8>) -> Result<(), ApiError> {
        let columns = self.selection.columns.iter();
        let columns = columns.map(|column| &self.reader.schema.columns[*column]);
        let (arrow, schema) = ArrowStream::new(columns)?;
        self.arrow = Some(arrow);
        bytes.extend(schema);
        Ok(())
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

    /// Writes the cell of a row, and the beginning or the end of the row where it is the first or the last.
    fn write_cell_of_row(&self, bytes: &mut Vec<u8>, group: &Group, (row, index): (u64, usize)) {
        let is_csv = self.format == DataFormat::Csv;
        if index > 0 {
            bytes.push(b',');
        } else if !is_csv {
            bytes.push(b'{');
        }
        if let Some(column) = self.selection.columns.get(index) {
            let cell = group.cells[index].cell((row - group.rows.start) as usize);
            if is_csv {
                write_csv(bytes, cell);
            } else {
                let about = &self.reader.schema.columns[*column];
                write_text(bytes, &about.name);
                bytes.push(b':');
                write_cell(bytes, cell, about);
            }
        }
        if index + 1 >= self.selection.columns.len() {
            bytes.extend_from_slice(if is_csv { b"\r\n" } else { b"}\n" });
        }
    }

    /// Writes the answer column by column. A page ends within a column where it is long enough.
    async fn next_of_columns(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut bytes = Vec::new();
        let rows = self.selection.rows.clone();
        let (index, row) = match self.at {
            None => {
                bytes.extend_from_slice(b"{\"data\":{");
                (0, rows.start)
            }
            Some(NextPage::Cells { column, row }) => (column, row),
            Some(NextPage::End) => return Ok(None),
        };
        let Some(&column) = self.selection.columns.get(index) else {
            let (version, count) = (self.reader.version.number, self.reader.rows);
            let tail = format!("}},\"version\":{version},\"row_count\":{count}}}");
            bytes.extend_from_slice(tail.as_bytes());
            self.at = Some(NextPage::End);
            return Ok(Some(bytes));
        };
        let group = self.group(row, index..index + 1).await?;
        let is_object = self.reader.schema.is_object;
        let about = &self.reader.schema.columns[column];
        if row == rows.start {
            if index > 0 {
                bytes.push(b',');
            }
            write_text(&mut bytes, &about.name);
            bytes.push(b':');
            if !is_object {
                bytes.push(b'[');
            }
        }
        let mut next = row;
        if let Some(group) = &group {
            let end = group.rows.end.min(rows.end);
            while next < end && bytes.len() < PAGE_BYTES {
                if next > rows.start {
                    bytes.push(b',');
                }
                let cell = group.cells[0].cell((next - group.rows.start) as usize);
                write_cell(&mut bytes, cell, about);
                next += 1;
            }
        } else {
            next = rows.end;
        }
        self.at = Some(if next >= rows.end {
            if !is_object {
                bytes.push(b']');
            }
            NextPage::Cells {
                column: index + 1,
                row: rows.start,
            }
        } else {
            NextPage::Cells {
                column: index,
                row: next,
            }
        });
        self.held = group.filter(|group| group.rows.contains(&next) && next < rows.end);
        Ok(Some(bytes))
    }
}

/// A page ends with the cell with which it reaches this length. The longest cell has 1 MiB, and 6 MiB escaped.
const PAGE_BYTES: usize = 1 << 20;
/// The time between two looks for room for a page, or between two reads of a busy store.
const PAUSE: Duration = Duration::from_millis(100);

/// Writes a cell of CSV. An apostrophe comes before text that a spreadsheet would evaluate; an upload with
/// `guarded=true` removes it.
fn write_csv(bytes: &mut Vec<u8>, cell: Cell<'_>) {
    let is_text = cell.kind == CellKind::Text;
    let is_formula = is_text && formula::is_formula(cell.text);
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

/// The number of retries against a busy store, with a constant pause: one minute in total. Growing
/// pauses would lose against clients that retry without a pause.
const BUSY_TRIES: u32 = 600;
