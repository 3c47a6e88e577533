//! Reads Arrow IPC, the stream format and the file format (format versions 4 and 5), message by message. Every length of a
//! message is compared with its limit before memory is taken for it or the library reads it.
//!
//! [`Messages`] returns the messages, [`columns`] the columns of the schema, [`Batches`] and [`Dictionaries`] the arrays.

mod batch;
mod columns;

use std::io::{self, BufReader, Read};

pub use arrow_buffer::Buffer;
use arrow_buffer::MutableBuffer;
use arrow_ipc::{Message, MessageHeader, MetadataVersion, root_as_message};

pub use batch::{Batches, Dictionaries, Dictionary};
pub use columns::{ArrowColumn, ColumnDictionary, columns};

/// The reason why a stream is refused.
#[derive(Debug, thiserror::Error)]
pub enum ArrowFault {
    /// A message is invalid. Messages count from 1, and the first is the schema.
    #[error("message {number}: {reason}")]
    Message {
        /// The number of the message.
        number: u64,
        /// The problem and the remedy.
        reason: String,
    },
    /// A column is invalid.
    #[error("column {name:?}: {reason}")]
    Column {
        /// The name of the column, at most [`MAX_SHOWN_CHARS`] characters of it.
        name: String,
        /// The problem and the remedy.
        reason: String,
    },
    /// The bytes cannot be read.
    #[error("the bytes cannot be read")]
    Source(#[from] io::Error),
}

impl ArrowFault {
    /// Creates the fault of a message.
    #[must_use]
    pub fn message(number: u64, reason: &str) -> Self {
        Self::Message {
            number,
            reason: reason.to_owned(),
        }
    }

    /// Creates the fault of a column.
    #[must_use]
    pub fn column(name: &str, reason: &str) -> Self {
        Self::Column {
            name: name.chars().take(MAX_SHOWN_CHARS).collect(),
            reason: reason.to_owned(),
        }
    }
}

/// The next message of a stream.
#[derive(Debug)]
pub enum NextMessage {
    /// A record batch.
    RecordBatch(Frame),
    /// A dictionary, or a part of one.
    Dictionary(Frame),
    /// The end.
    End,
}

/// Where the bytes come from.
enum Source<'s> {
    Reader(BufReader<&'s mut dyn Read>),
    /// The bytes that follow. Bodies of messages are parts of them, without a copy.
    Memory(Buffer),
}

/// The messages of a stream or a file.
pub struct Messages<'s> {
    source: Source<'s>,
    is_file: bool,
    /// The number of the current message, from 1.
    number: u64,
    /// The bytes that were read.
    bytes: u64,
    /// The first bytes of the next message, if they were read already.
    start: Option<[u8; 8]>,
}

/// One message: its metadata and its body.
#[derive(Debug)]
pub struct Frame {
    number: u64,
    metadata: Vec<u8>,
    body: Buffer,
}

impl Frame {
    /// Returns the verified metadata.
    fn message(&self) -> Result<Message<'_>, ArrowFault> {
        let message = root_as_message(&self.metadata).map_err(|_| {
            ArrowFault::message(self.number, "has metadata that is not an Arrow message")
        })?;
        match message.version() {
            MetadataVersion::V4 | MetadataVersion::V5 => Ok(message),
            _ => {
                let reason = "has an unknown format version: write version 5";
                Err(ArrowFault::message(self.number, reason))
            }
        }
    }
}

impl<'s> Messages<'s> {
    /// Begins to read a stream, or a file with `is_file`, and returns the columns of its schema.
    ///
    /// # Errors
    /// The bytes do not begin with a schema, or a column has no plain value for each row.
    pub fn begin(
        source: &'s mut dyn Read,
        is_file: bool,
    ) -> Result<(Self, Vec<ArrowColumn>), ArrowFault> {
        let reader = BufReader::with_capacity(BUFFER_BYTES, source);
        Self::begin_in(Source::Reader(reader), is_file)
    }

    /// Begins to read a stream whose bytes are in memory, and returns the columns of its schema. The arrays of messages
    /// that are aligned share this memory.
    ///
    /// # Errors
    /// As [`Messages::begin`].
    pub fn begin_in_memory(bytes: Buffer) -> Result<(Self, Vec<ArrowColumn>), ArrowFault> {
        Self::begin_in(Source::Memory(bytes), false)
    }

    fn begin_in(source: Source<'s>, is_file: bool) -> Result<(Self, Vec<ArrowColumn>), ArrowFault> {
        let mut messages = Self {
            source,
            is_file,
            number: 0,
            bytes: 0,
            start: None,
        };
        if is_file {
            messages.skip_magic()?;
        }
        let first = messages.frame()?;
        let first = first.ok_or_else(|| messages.refusal("the schema is missing"))?;
        let message = first.message()?;
        let schema = message.header_as_schema();
        let schema = schema.ok_or_else(|| messages.refusal("must be the schema"))?;
        let columns = columns(schema)?;
        Ok((messages, columns))
    }

    /// Reads the next message.
    ///
    /// # Errors
    /// A message that is neither a record batch nor a dictionary, or is too long or truncated; bytes
    /// after the end.
    pub fn read_next(&mut self) -> Result<NextMessage, ArrowFault> {
        let Some(frame) = self.frame()? else {
            self.finish()?;
            return Ok(NextMessage::End);
        };
        match frame.message()?.header_type() {
            MessageHeader::RecordBatch => Ok(NextMessage::RecordBatch(frame)),
            MessageHeader::DictionaryBatch => Ok(NextMessage::Dictionary(frame)),
            _ => Err(self.refusal("must be a record batch or a dictionary")),
        }
    }

    /// Returns the number of bytes that were read.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// Creates the fault of the current message.
    #[must_use]
    pub fn refusal(&self, reason: &str) -> ArrowFault {
        ArrowFault::message(self.number, reason)
    }

    /// Reads the next message; `None` at the end marker.
    fn frame(&mut self) -> Result<Option<Frame>, ArrowFault> {
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
        let length = frame.message()?.bodyLength();
        let length = usize::try_from(length).ok();
        let length = length.filter(|length| *length <= MAX_ARROW_BODY_BYTES);
        let length = length.ok_or_else(|| {
            let reason = format!(
                "has a body of more than {MAX_ARROW_BODY_BYTES} bytes: write record batches with fewer rows"
            );
            self.refusal(&reason)
        })?;
        frame.body = self.body(length)?;
        Ok(Some(frame))
    }

    /// Returns the body of a message.
    fn body(&mut self, length: usize) -> Result<Buffer, ArrowFault> {
        if let Source::Memory(rest) = &mut self.source {
            if rest.len() < length {
                return Err(self.cut_short());
            }
            let body = rest.slice_with_length(0, length);
            rest.advance(length);
            self.bytes += length as u64;
            return Ok(body);
        }
        let mut body = MutableBuffer::from_len_zeroed(length);
        self.fill(body.as_slice_mut())?;
        Ok(body.into())
    }

    /// Skips the first bytes of the file format: the magic and zeros up to the first message.
    fn skip_magic(&mut self) -> Result<(), ArrowFault> {
        let start = self.take()?;
        if start.is_none_or(|start| start[..MAGIC.len()] != *MAGIC) {
            let reason = "is missing: the body is not an Arrow file, which begins with ARROW1";
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
    fn finish(&mut self) -> Result<(), ArrowFault> {
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
        match self.is_file {
            true if last != MAGIC => Err(self.refusal("the file does not end with its footer")),
            false if !last.is_empty() => {
                Err(self.refusal("bytes follow the end marker: send one stream"))
            }
            _ => Ok(()),
        }
    }

    /// Reads eight bytes; `None` if there are no more bytes.
    fn take(&mut self) -> Result<Option<[u8; 8]>, ArrowFault> {
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

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ArrowFault> {
        let mut at = 0;
        while at < bytes.len() {
            match self.read(&mut bytes[at..])? {
                0 => return Err(self.cut_short()),
                count => at += count,
            }
        }
        Ok(())
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<usize, ArrowFault> {
        let reader = match &mut self.source {
            Source::Reader(reader) => reader,
            Source::Memory(rest) => {
                let count = bytes.len().min(rest.len());
                bytes[..count].copy_from_slice(&rest[..count]);
                rest.advance(count);
                self.bytes += count as u64;
                return Ok(count);
            }
        };
        loop {
            match reader.read(bytes) {
                Ok(count) => {
                    self.bytes += count as u64;
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn cut_short(&self) -> ArrowFault {
        self.refusal("is cut short")
    }
}

impl std::fmt::Debug for Messages<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = formatter.debug_struct("Messages");
        shown.field("number", &self.number).finish_non_exhaustive()
    }
}

/// The media type of the stream format.
pub const STREAM_MEDIA_TYPE: &str = "application/vnd.apache.arrow.stream";
/// The maximum number of characters of a name that a fault shows.
pub const MAX_SHOWN_CHARS: usize = 64;
/// The bytes before the length of a message.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"ARROW1";
/// The maximum number of words of zeros before the first message of a file.
const MAX_PADDING_WORDS: usize = 8;
/// The longest metadata of a message.
const MAX_ARROW_METADATA_BYTES: usize = 16 << 20;
/// The longest body of a message: together with its metadata 64 MiB.
const MAX_ARROW_BODY_BYTES: usize = 48 << 20;
/// The bytes that are read at once.
const BUFFER_BYTES: usize = 64 << 10;
