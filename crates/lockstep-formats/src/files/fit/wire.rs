//! The FIT encoding: headers, definitions, data messages, checksums.
//!
//! The format follows Garmin's FIT SDK, "FIT Protocol". The reader is written here instead of taken
//! from a library because a recording is untrusted input. The reader must not panic on wrong sizes nor
//! write to stderr, needs bounded memory, and uses two dozen of the profile's several thousand fields.
//! Developer fields are skipped by their size, described or not, and counted.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use super::base_type::Base;
use super::profile::{self, FieldSlot, Message};
use super::unread::{UnreadFields, UnreadLayout};

/// Reads a chain of FIT files message by message.
pub(super) struct MessageReader<'r> {
    reader: &'r mut dyn BufRead,
    /// The number of bytes read since the first.
    position: u64,
    /// Whether a file has begun and its checksum has not been read yet.
    inside: bool,
    /// Bytes of messages left before the checksum.
    left: u64,
    /// Whether the header states no size: the recorder lost power before it wrote the size.
    unsized_data: bool,
    checksum: u16,
    plans: [Option<Box<Plan>>; 16],
    body: Vec<u8>,
    /// The last complete timestamp, which compressed timestamps continue.
    last_time: Option<u32>,
    /// The number of messages of each unknown number.
    passed_over: BTreeMap<u16, u64>,
    /// The fields of known messages that are not read, of this file.
    pub(super) unread: UnreadFields,
}

/// The next element of the stream.
pub(super) enum StreamElement {
    /// The header of a file.
    File,
    /// A needed message, now in the [`DecodedMessage`].
    Message(Message),
    /// The end of a file, with the result of its checksum.
    FileEnd(Result<(), String>),
    /// The end of the stream.
    End,
}

/// The reason why the stream cannot be read further.
pub(super) enum StreamError {
    /// The data is invalid from this position.
    Damage(String),
    /// The data could not be read.
    Io(io::Error),
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The needed fields of one message.
pub(super) struct DecodedMessage {
    numbers: [f64; profile::SLOTS],
    /// The message's text field, if it has one that is needed.
    pub(super) text: String,
    /// The elements of the message's array field.
    pub(super) array: Vec<f64>,
    /// The time in FIT seconds, from the field or the compressed header.
    pub(super) time: Option<u32>,
}

impl DecodedMessage {
    pub(super) fn new() -> Self {
        Self {
            numbers: [f64::NAN; profile::SLOTS],
            text: String::new(),
            array: Vec::new(),
            time: None,
        }
    }

    /// Returns a field's raw number; `None` if the message lacks it or marks it invalid.
    #[inline]
    pub(super) fn number(&self, slot: FieldSlot) -> Option<f64> {
        let number = self.numbers[slot as usize];
        (!number.is_nan()).then_some(number)
    }

    /// Returns a field's raw number if it is a whole number of 32 bits.
    pub(super) fn whole(&self, slot: FieldSlot) -> Option<u32> {
        let number = self.number(slot)?;
        (0.0..=f64::from(u32::MAX))
            .contains(&number)
            .then_some(number as u32)
    }
}

/// The decoding plan for data messages of one local message type.
struct Plan {
    message: Option<Message>,
    /// The global number of the message.
    number: u16,
    big_endian: bool,
    size: usize,
    wanted: Vec<WantedField>,
    unread: UnreadLayout,
}

struct WantedField {
    slot: FieldSlot,
    base: Base,
    from: usize,
    size: usize,
}

impl<'r> MessageReader<'r> {
    pub(super) fn new(reader: &'r mut dyn BufRead) -> Self {
        Self {
            reader,
            position: 0,
            inside: false,
            left: 0,
            unsized_data: false,
            checksum: 0,
            plans: [const { None }; 16],
            body: Vec::new(),
            last_time: None,
            passed_over: BTreeMap::new(),
            unread: UnreadFields::default(),
        }
    }

    /// Returns how many messages of each unknown number were passed over.
    pub(super) fn passed_over(&self) -> impl Iterator<Item = (u16, u64)> {
        self.passed_over
            .iter()
            .map(|(number, count)| (*number, *count))
    }

    /// Reads until the next relevant element.
    pub(super) fn next(
        &mut self,
        decoded: &mut DecodedMessage,
    ) -> Result<StreamElement, StreamError> {
        if !self.inside {
            if self.reader.fill_buf()?.is_empty() {
                return Ok(StreamElement::End);
            }
            self.header()?;
            return Ok(StreamElement::File);
        }
        loop {
            if self.unsized_data && self.reader.fill_buf()?.is_empty() {
                self.inside = false;
                let text = "the header states no size: the recording was not closed properly";
                return Ok(StreamElement::FileEnd(Err(text.to_owned())));
            }
            if self.left == 0 {
                self.inside = false;
                return Ok(StreamElement::FileEnd(self.trailer()?));
            }
            if let Some(message) = self.message(decoded)? {
                return Ok(StreamElement::Message(message));
            }
        }
    }

    fn header(&mut self) -> Result<(), StreamError> {
        self.checksum = 0;
        self.left = u64::MAX;
        let start = self.position;
        self.take(1)?;
        let size = usize::from(self.body[0]);
        if size < 12 {
            return Err(self.not_a_header(start));
        }
        self.take(size - 1)?;
        if self.body[7..11] != *b".FIT" {
            return Err(self.not_a_header(start));
        }
        let data = u32::from_le_bytes([self.body[3], self.body[4], self.body[5], self.body[6]]);
        // A header checksum of 0 means that there is none. The file's checksum also covers the header,
        // so a wrong header checksum is detected there.
        self.left = u64::from(data);
        self.unsized_data = data == 0;
        if self.unsized_data {
            self.left = u64::MAX;
        }
        self.inside = true;
        self.plans = [const { None }; 16];
        self.last_time = None;
        Ok(())
    }

    fn not_a_header(&self, start: u64) -> StreamError {
        StreamError::Damage(if start == 0 {
            "byte 0: the FIT header cannot be read".to_owned()
        } else {
            format!("byte {start}: the data after the recording is not another recording")
        })
    }

    /// Reads the two bytes after the messages. Including them, the checksum of a whole file is 0.
    fn trailer(&mut self) -> Result<Result<(), String>, StreamError> {
        self.left = 2;
        let expected = self.checksum;
        self.take(2)?;
        if self.checksum == 0 {
            return Ok(Ok(()));
        }
        let found = u16::from_le_bytes([self.body[0], self.body[1]]);
        Ok(Err(format!(
            "byte {}: the checksum is {found:#06x}, but the recording states {expected:#06x}",
            self.position - 2
        )))
    }

    /// Reads one message; returns its kind if it is a needed data message.
    fn message(&mut self, decoded: &mut DecodedMessage) -> Result<Option<Message>, StreamError> {
        let start = self.position;
        self.take(1)?;
        let header = self.body[0];
        if header & 0xc0 == 0x40 {
            self.definition(header & 0x0f, header & 0x20 != 0)?;
            return Ok(None);
        }
        let compressed = header & 0x80 != 0;
        let local = if compressed {
            header >> 5 & 0x03
        } else {
            header & 0x0f
        };
        let Some(plan) = self.plans[usize::from(local)].take() else {
            return Err(StreamError::Damage(format!(
                "byte {start}: a message of type {local}, which no earlier message defines"
            )));
        };
        let outcome = self.data(&plan, compressed.then_some(header & 0x1f), decoded);
        let message = plan.message;
        if message.is_none() && !profile::is_of_recorder(plan.number) {
            *self.passed_over.entry(plan.number).or_insert(0) += 1;
        }
        self.plans[usize::from(local)] = Some(plan);
        outcome.map(|()| message)
    }

    fn data(
        &mut self,
        plan: &Plan,
        time_offset: Option<u8>,
        decoded: &mut DecodedMessage,
    ) -> Result<(), StreamError> {
        self.take(plan.size)?;
        self.unread
            .message(&plan.unread, &self.body, plan.big_endian);
        if plan.message.is_none() && time_offset.is_none() && plan.wanted.is_empty() {
            return Ok(());
        }
        decoded.numbers = [f64::NAN; profile::SLOTS];
        decoded.text.clear();
        decoded.array.clear();
        for wanted in &plan.wanted {
            let raw = &self.body[wanted.from..wanted.from + wanted.size];
            let bytes = wanted.base.bytes();
            if wanted.base == Base::Text {
                let end = raw.iter().position(|byte| *byte == 0).unwrap_or(raw.len());
                decoded.text.push_str(&String::from_utf8_lossy(&raw[..end]));
            } else if wanted.slot == FieldSlot::Array {
                decoded.array.extend(
                    raw.chunks_exact(bytes)
                        .map(|raw| wanted.base.number(raw, plan.big_endian)),
                );
            } else {
                decoded.numbers[wanted.slot as usize] =
                    wanted.base.number(&raw[..bytes], plan.big_endian);
            }
        }
        decoded.time = decoded.whole(FieldSlot::Time);
        if let Some(offset) = time_offset {
            decoded.time = self.last_time.map(|last| {
                let offset = u32::from(offset);
                // The five bits roll over every 32 seconds.
                last.wrapping_add(offset.wrapping_sub(last) & 0x1f)
            });
        }
        if decoded.time.is_some() {
            self.last_time = decoded.time;
        }
        Ok(())
    }

    fn definition(&mut self, local: u8, developer: bool) -> Result<(), StreamError> {
        self.take(5)?;
        let big_endian = self.body[1] == 1;
        let number = [self.body[2], self.body[3]];
        let number = if big_endian {
            u16::from_be_bytes(number)
        } else {
            u16::from_le_bytes(number)
        };
        let message = Message::of(number);
        let fields = usize::from(self.body[4]);
        self.take(3 * fields)?;
        let mut wanted = Vec::new();
        let mut from = 0;
        for field in self.body.chunks_exact(3) {
            let size = usize::from(field[1]);
            if let Some(slot) = profile::slot(message, field[0])
                && let Some(base) = Base::of(field[2])
                // A field whose size is not a multiple of its type's size has no meaning.
                && size >= base.bytes()
                && size.is_multiple_of(base.bytes())
                && (base == Base::Text) == (slot == FieldSlot::Text)
            {
                wanted.push(WantedField {
                    slot,
                    base,
                    from,
                    size,
                });
            }
            from += size;
        }
        let mut unread = self.unread.layout(message, number, &self.body);
        if developer {
            self.take(1)?;
            let fields = usize::from(self.body[0]);
            self.take(3 * fields)?;
            self.unread
                .add_developer_fields(&mut unread, message, from, &self.body);
            from += self
                .body
                .chunks_exact(3)
                .map(|field| usize::from(field[1]))
                .sum::<usize>();
        }
        self.plans[usize::from(local)] = Some(Box::new(Plan {
            message,
            number,
            big_endian,
            size: from,
            wanted,
            unread,
        }));
        Ok(())
    }

    /// Reads `count` bytes into the body and adds them to the checksum.
    fn take(&mut self, count: usize) -> Result<(), StreamError> {
        let at = self.position;
        if self.left < count as u64 {
            return Err(StreamError::Damage(format!(
                "byte {at}: a message exceeds the size that the header states"
            )));
        }
        self.body.resize(count, 0);
        let mut filled = 0;
        while filled < count {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Err(StreamError::Damage(format!(
                    "byte {}: the file ends in the middle of a recording",
                    at + filled as u64
                )));
            }
            let taken = buffer.len().min(count - filled);
            self.body[filled..filled + taken].copy_from_slice(&buffer[..taken]);
            self.reader.consume(taken);
            filled += taken;
        }
        self.checksum = checksum(self.checksum, &self.body);
        self.position += count as u64;
        if self.left != u64::MAX {
            self.left -= count as u64;
        }
        Ok(())
    }
}

/// Continues FIT's CRC-16 (polynomial 0x8005 reflected, start 0) over further bytes.
pub(super) fn checksum(mut crc: u16, bytes: &[u8]) -> u16 {
    for byte in bytes {
        crc = crc >> 8 ^ CHECKSUM[usize::from(crc as u8 ^ byte)];
    }
    crc
}

const CHECKSUM: [u16; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut crc = at as u16;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xa001
            } else {
                crc >> 1
            };
            bit += 1;
        }
        table[at] = crc;
        at += 1;
    }
    table
};
