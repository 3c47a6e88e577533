//! Readers of uploaded tables: each reads a stream once, in bounded memory, into a [`TableBuilder`].

mod arrow;
mod csv;
mod json_lines;

use std::io::Read;

use lockstep_web::ApiError;

use crate::schema::Schema;
use crate::table::RowGroupSink;

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    /// Comma-separated values with a header (RFC 4180), UTF-8.
    Csv,
    /// CSV as this API answers it: an apostrophe before a text that a spreadsheet would evaluate is removed.
    GuardedCsv,
    /// One JSON object a line.
    JsonLines,
    /// The stream format of Arrow IPC.
    ArrowStream,
    /// The file format of Arrow IPC, also named Feather 2.
    ArrowFile,
}

impl TableFormat {
    /// Returns the format of a media type.
    pub(crate) fn of_media_type(media_type: &str) -> Option<Self> {
        match media_type {
            "text/csv" => Some(Self::Csv),
            "application/jsonl" | "application/x-ndjson" | "application/ndjson" => {
                Some(Self::JsonLines)
            }
            ARROW_STREAM => Some(Self::ArrowStream),
            ARROW_FILE => Some(Self::ArrowFile),
            _ => None,
        }
    }

    /// Returns the format of a file whose formulas are guarded; the format itself if it has no guards.
    pub(crate) fn guarded(self) -> Self {
        match self {
            Self::Csv => Self::GuardedCsv,
            other => other,
        }
    }
}

/// Reads a whole table of a media type and keeps nothing of it; returns its number of rows. Fuzzers call this function.
///
/// # Errors
/// As an upload.
pub fn check(media_type: &str, source: &mut dyn Read) -> Result<u64, ApiError> {
    let format = TableFormat::of_media_type(media_type);
    let format = format.ok_or_else(|| ApiError::unsupported_media("is not a table"))?;
    let (_, rows) = read(format, source, &mut |_| Ok(()))?;
    Ok(rows)
}

/// Reads a whole table; returns its schema and its number of rows.
///
/// # Errors
/// The defect with its row and column, or an error of the sink.
pub(crate) fn read(
    format: TableFormat,
    source: &mut dyn Read,
    sink: &mut RowGroupSink<'_>,
) -> Result<(Schema, u64), ApiError> {
    read_with(format, source, sink, BUFFER_BYTES)
}

/// Reads a table with a buffer of this initial size.
fn read_with(
    format: TableFormat,
    source: &mut dyn Read,
    sink: &mut RowGroupSink<'_>,
    buffer_bytes: usize,
) -> Result<(Schema, u64), ApiError> {
    match format {
        TableFormat::Csv => csv::read(Window::new(source, buffer_bytes), sink, false),
        TableFormat::GuardedCsv => csv::read(Window::new(source, buffer_bytes), sink, true),
        TableFormat::JsonLines => json_lines::read(Window::new(source, buffer_bytes), sink),
        TableFormat::ArrowStream => arrow::read(source, false, sink),
        TableFormat::ArrowFile => arrow::read(source, true, sink),
    }
}

/// Bytes of a stream that are not used yet. The buffer grows only while a record needs more.
struct Window<'s> {
    source: &'s mut dyn Read,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_ended: bool,
}

impl<'s> Window<'s> {
    fn new(source: &'s mut dyn Read, buffer_bytes: usize) -> Self {
        Self {
            source,
            buffer: vec![0; buffer_bytes],
            start: 0,
            end: 0,
            is_ended: false,
        }
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Reads more bytes. `row` names the record that is too long.
    fn fill(&mut self, row: u64) -> Result<(), ApiError> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            if self.end >= MAX_RECORD_BYTES {
                let reason = format!("row {row}: has more than {MAX_RECORD_BYTES} bytes");
                return Err(ApiError::invalid("data", reason));
            }
            self.buffer.resize(self.end * 2, 0);
        }
        // Until the buffer is full: an unfinished record is searched again from its start only after the buffer has
        // grown to twice its size.
        while self.end < self.buffer.len() && !self.is_ended {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ApiError::internal(format!("datasets: {error}"))),
            }
        }
        Ok(())
    }

    /// Skips the byte order mark of UTF-8; refuses that of UTF-16.
    fn skip_mark(&mut self) -> Result<(), ApiError> {
        while self.bytes().len() < UTF8_MARK.len() && !self.is_ended {
            self.fill(1)?;
        }
        if self.bytes().starts_with(UTF8_MARK) {
            self.consume(UTF8_MARK.len());
        } else if self.bytes().starts_with(b"\xff\xfe") || self.bytes().starts_with(b"\xfe\xff") {
            let reason = "row 1: the text is UTF-16: send UTF-8";
            return Err(ApiError::invalid("data", reason));
        }
        Ok(())
    }
}

/// The media type of the Arrow IPC stream format.
pub(crate) use lockstep_formats::arrow_ipc::STREAM_MEDIA_TYPE as ARROW_STREAM;
/// The media type of the Arrow IPC file format.
const ARROW_FILE: &str = "application/vnd.apache.arrow.file";
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
/// The first size of the buffer of a stream.
const BUFFER_BYTES: usize = 256 << 10;
/// The longest record: a row of CSV, or a line of JSON Lines.
pub(crate) const MAX_RECORD_BYTES: usize = 16 << 20;

#[cfg(test)]
mod tests;
