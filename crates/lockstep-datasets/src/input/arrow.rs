//! Arrow IPC, the stream format and the file format (format versions 4 and 5), message by message. Every length of a
//! message is compared with its limit before memory is taken for it.

mod batch;
mod columns;
mod values;

use std::io::{BufReader, Read};

use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::{Message, MessageHeader, MetadataVersion, root_as_message};
use lockstep_web::ApiError;

use crate::cell::Cell;
use crate::schema::Schema;
use crate::table::{Sink, TableBuilder};
use batch::{Batches, Dictionaries};
use columns::ArrowColumn;

pub(super) fn read(
    source: &mut dyn Read,
    is_file: bool,
    sink: &mut Sink<'_>,
) -> Result<(Schema, u64), ApiError> {
    let mut frames = Frames {
        source: BufReader::with_capacity(super::BUFFER_BYTES, source),
        number: 0,
        bytes: 0,
        start: None,
    };
    if is_file {
        frames.skip_magic()?;
    }
    let first = frames.next()?;
    let first = first.ok_or_else(|| frames.refusal("the schema is missing"))?;
    let message = first.message(&frames)?;
    let columns = match message.header_as_schema() {
        Some(schema) => columns::of(schema)?,
        None => return Err(frames.refusal("must be the schema")),
    };
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let table = TableBuilder::new(names.into_iter(), sink)?;
    let mut rows = Rows {
        table,
        text: String::new(),
        bytes: 0,
        cells: 0,
    };
    let batches = Batches::new(&columns);
    let mut dictionaries = Dictionaries::default();
    while let Some(frame) = frames.next()? {
        let message = frame.message(&frames)?;
        let version = message.version();
        match message.header_type() {
            MessageHeader::RecordBatch => {
                let batch = message.header_as_record_batch();
                let batch = batch.ok_or_else(|| frames.refusal("has no record batch"))?;
                let arrays = batches.decode(&frame, (batch, version))?;
                rows.count(&frames, (arrays.num_rows(), columns.len()))?;
                rows.add(&columns, &dictionaries, &arrays)?;
            }
            MessageHeader::DictionaryBatch => {
                let batch = message.header_as_dictionary_batch();
                let batch = batch.ok_or_else(|| frames.refusal("has no dictionary"))?;
                dictionaries.add(&columns, &frame, (batch, version))?;
            }
            _ => return Err(frames.refusal("must be a record batch or a dictionary")),
        }
    }
    frames.finish(is_file)?;
    rows.table.finish(false)
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
        frames: &Frames<'_>,
        (rows, columns): (usize, usize),
    ) -> Result<(), ApiError> {
        let cells = (rows as u64).saturating_mul(columns as u64);
        self.cells = self.cells.saturating_add(cells);
        let most = frames.bytes.saturating_mul(CELLS_PER_BYTE);
        if self.cells > most.saturating_add(FREE_CELLS) {
            let reason = format!(
                "the record batches have {} cells in {} bytes: leave out columns without values",
                self.cells, frames.bytes
            );
            return Err(frames.refusal(&reason));
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
            readers.push(dictionaries.reader(column, array)?);
        }
        for row in 0..arrays.num_rows() {
            for (column, reader) in readers.iter().enumerate() {
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

/// One message: its metadata and its body.
struct Frame {
    number: u64,
    metadata: Vec<u8>,
    body: Buffer,
}

impl Frame {
    /// Returns the verified metadata.
    fn message(&self, frames: &Frames<'_>) -> Result<Message<'_>, ApiError> {
        let message = root_as_message(&self.metadata)
            .map_err(|_| frames.refusal("has metadata that are no Arrow message"))?;
        match message.version() {
            MetadataVersion::V4 | MetadataVersion::V5 => Ok(message),
            _ => Err(frames.refusal("has an unknown format version: write version 5")),
        }
    }
}

/// The messages of a stream.
struct Frames<'s> {
    source: BufReader<&'s mut dyn Read>,
    /// The number of the current message, from 1.
    number: u64,
    /// The bytes that were read.
    bytes: u64,
    /// The first bytes of the next message, if they were read already.
    start: Option<[u8; 8]>,
}

impl Frames<'_> {
    /// Reads the next message; `None` at the end marker.
    fn next(&mut self) -> Result<Option<Frame>, ApiError> {
        self.number += 1;
        let start = match self.start.take() {
            Some(start) => start,
            None => self.take()?.ok_or_else(|| {
                self.refusal(
                    "is missing: the stream has no end marker. Close its writer before the upload",
                )
            })?,
        };
        if start[..4] != CONTINUATION {
            return Err(self.refusal("does not begin as a message of Arrow IPC"));
        }
        let length = i32::from_le_bytes([start[4], start[5], start[6], start[7]]);
        if length == 0 {
            return Ok(None);
        }
        let length = usize::try_from(length).ok();
        let length = length.filter(|length| *length <= MAX_ARROW_METADATA_BYTES);
        let length = length.ok_or_else(|| {
            let reason = format!("has metadata of more than {MAX_ARROW_METADATA_BYTES} bytes");
            self.refusal(&reason)
        })?;
        let mut metadata = vec![0; length];
        self.fill(&mut metadata)?;
        let mut frame = Frame {
            number: self.number,
            metadata,
            body: Buffer::from(&[]),
        };
        let length = frame.message(self)?.bodyLength();
        let length = usize::try_from(length).ok();
        let length = length.filter(|length| *length <= MAX_ARROW_BODY_BYTES);
        let length = length.ok_or_else(|| {
            let reason = format!(
                "has a body of more than {MAX_ARROW_BODY_BYTES} bytes: write record batches with fewer rows"
            );
            self.refusal(&reason)
        })?;
        let mut body = MutableBuffer::from_len_zeroed(length);
        self.fill(body.as_slice_mut())?;
        frame.body = body.into();
        Ok(Some(frame))
    }

    /// Skips the first bytes of the file format: the magic and zeros up to the first message.
    fn skip_magic(&mut self) -> Result<(), ApiError> {
        let start = self.take()?;
        if start.is_none_or(|start| start[..MAGIC.len()] != *MAGIC) {
            let reason = "is missing: the body is no Arrow file, which begins with ARROW1";
            return Err(self.refusal(reason));
        }
        for _ in 0..MAX_PADDING_WORDS {
            self.start = self.take()?;
            if self.start != Some([0; 8]) {
                break;
            }
        }
        Ok(())
    }

    /// Checks the bytes after the end marker: none in a stream, the footer in a file.
    fn finish(&mut self, is_file: bool) -> Result<(), ApiError> {
        let mut rest = [0; 4096];
        let mut last = Vec::new();
        loop {
            let count = self.read(&mut rest)?;
            if count == 0 {
                break;
            }
            last.extend_from_slice(&rest[..count]);
            let kept = last.len().min(MAGIC.len());
            last.drain(..last.len() - kept);
        }
        match is_file {
            true if last != MAGIC => Err(self.refusal("the file does not end with its footer")),
            false if !last.is_empty() => {
                Err(self.refusal("bytes follow the end marker: send one stream"))
            }
            _ => Ok(()),
        }
    }

    /// Reads eight bytes; `None` if there are no more bytes.
    fn take(&mut self) -> Result<Option<[u8; 8]>, ApiError> {
        let (mut bytes, mut at) = ([0; 8], 0);
        while at < bytes.len() {
            match self.read(&mut bytes[at..])? {
                0 if at == 0 => return Ok(None),
                0 => return Err(self.cut_short()),
                count => at += count,
            }
        }
        Ok(Some(bytes))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ApiError> {
        let mut at = 0;
        while at < bytes.len() {
            match self.read(&mut bytes[at..])? {
                0 => return Err(self.cut_short()),
                count => at += count,
            }
        }
        Ok(())
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<usize, ApiError> {
        loop {
            match self.source.read(bytes) {
                Ok(count) => {
                    self.bytes += count as u64;
                    return Ok(count);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ApiError::internal(format!("datasets: {error}"))),
            }
        }
    }

    fn cut_short(&self) -> ApiError {
        self.refusal("is cut short")
    }

    fn refusal(&self, reason: &str) -> ApiError {
        message_error(self.number, reason)
    }
}

/// Creates the error of a message; messages count from 1, and the first is the schema.
fn message_error(number: u64, reason: &str) -> ApiError {
    ApiError::invalid("data", format!("message {number}: {reason}"))
}

/// The bytes before the length of a message.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"ARROW1";
/// The most words of zeros before the first message of a file.
const MAX_PADDING_WORDS: usize = 8;
/// The longest metadata of a message.
const MAX_ARROW_METADATA_BYTES: usize = 16 << 20;
/// The longest body of a message: together with its metadata 64 MiB.
const MAX_ARROW_BODY_BYTES: usize = 48 << 20;
/// The most cells for each byte that was read: booleans take an eighth of a byte.
const CELLS_PER_BYTE: u64 = 16;
/// The cells that need no bytes: columns without values.
const FREE_CELLS: u64 = 1 << 24;
/// The most bytes of all values as text. Dictionaries and views can repeat a value without repeating its bytes.
const MAX_ARROW_TEXT_BYTES: u64 = 16 << 30;

#[cfg(test)]
mod tests;
