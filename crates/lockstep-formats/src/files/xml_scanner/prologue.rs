//! The text before the root element.
//!
//! Apple Health begins with its own document type declaration of several kilobytes, which in some years
//! is not well-formed (an unterminated `ATTLIST`). It is skipped unread up to `<HealthData`, and
//! refused if it declares an entity. The scanner refuses any other declaration.

use std::io::{self, BufRead};

use super::StreamError;

/// The bytes taken from the reader.
pub(in crate::files) struct Head {
    /// The bytes to read before the reader continues.
    pub(in crate::files) kept: Vec<u8>,
    /// The number of skipped bytes before them.
    pub(in crate::files) skipped: u64,
}

/// Skips a byte order mark, white space, processing instructions, comments and Apple's declaration.
pub(in crate::files) fn skip(reader: &mut dyn BufRead) -> Result<Head, StreamError> {
    let mut taken = ReadAhead {
        reader,
        bytes: Vec::new(),
        skipped: 0,
    };
    taken.skip_if(b"\xef\xbb\xbf")?;
    loop {
        while taken.peek(1)?.first().is_some_and(u8::is_ascii_whitespace) {
            taken.drop_first(1);
        }
        if taken.peek(2)? == b"<?" {
            if !taken.skip_past(b"?>", SHORT)? {
                return Err(too_long());
            }
        } else if taken.peek(4)? == b"<!--" {
            if !taken.skip_past(b"-->", SHORT)? {
                return Err(too_long());
            }
        } else {
            break;
        }
    }
    if is_apples(taken.peek(DECLARATION.len() + 40)?) && !taken.skip_to(ROOT, LONG)? {
        return Err(StreamError::Damage(
            "document type declarations are refused".to_owned(),
        ));
    }
    Ok(Head {
        kept: taken.bytes,
        skipped: taken.skipped,
    })
}

fn too_long() -> StreamError {
    StreamError::Damage("the text before the first element is too long".to_owned())
}

fn is_apples(bytes: &[u8]) -> bool {
    bytes
        .strip_prefix(DECLARATION)
        .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"HealthData"))
}

/// The bytes that were read but not consumed.
struct ReadAhead<'r> {
    reader: &'r mut dyn BufRead,
    bytes: Vec<u8>,
    skipped: u64,
}

impl ReadAhead<'_> {
    /// Returns the next bytes; fewer only at the end of the file.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.bytes.len() < count && self.more()? {}
        Ok(&self.bytes[..count.min(self.bytes.len())])
    }

    fn more(&mut self) -> io::Result<bool> {
        let available = self.reader.fill_buf()?;
        let count = available.len().min(PIECE);
        self.bytes.extend_from_slice(&available[..count]);
        self.reader.consume(count);
        Ok(count > 0)
    }

    fn drop_first(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.skipped += count as u64;
    }

    fn skip_if(&mut self, mark: &[u8]) -> io::Result<()> {
        if self.peek(mark.len())? == mark {
            self.drop_first(mark.len());
        }
        Ok(())
    }

    /// Skips past the next `end`; false if it is not within `limit` bytes.
    fn skip_past(&mut self, end: &[u8], limit: usize) -> io::Result<bool> {
        let found = self.skip_to(end, limit)?;
        if found {
            self.drop_first(end.len());
        }
        Ok(found)
    }

    /// Skips to the next `end`; false if it is not within `limit` bytes, or if an entity is declared
    /// before it.
    fn skip_to(&mut self, end: &[u8], limit: usize) -> io::Result<bool> {
        let mut looked = 0;
        loop {
            // The searches overlap, because the text may cross the boundary of two pieces.
            let from = looked - looked.min(16);
            let piece = &self.bytes[from..];
            if let Some(at) = find(piece, end) {
                let before = find(piece, ENTITY).is_none_or(|entity| entity > at);
                self.drop_first(from + at);
                return Ok(before);
            }
            if find(piece, ENTITY).is_some() || self.bytes.len() > limit {
                return Ok(false);
            }
            looked = self.bytes.len();
            if !self.more()? {
                return Ok(false);
            }
        }
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

const DECLARATION: &[u8] = b"<!DOCTYPE";
const ROOT: &[u8] = b"<HealthData";
const ENTITY: &[u8] = b"<!ENTITY";
/// The number of bytes read at a time.
const PIECE: usize = 4096;
/// The maximum bytes of an instruction or comment.
const SHORT: usize = 64 << 10;
/// The maximum bytes of Apple's declaration, which has about 10 000.
const LONG: usize = 256 << 10;
