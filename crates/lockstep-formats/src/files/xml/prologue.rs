//! What stands before the root element.
//!
//! Apple Health begins with a document type declaration of its own, of several kilobytes, and in
//! exports of some years it is not well-formed (an `ATTLIST` without its end). It is skipped unread
//! up to `<HealthData`, and refused if it declares an entity. Any other declaration is left for the
//! scanner to refuse.

use std::io::{self, BufRead};

use super::Broken;

/// What has been taken from the reader.
pub(super) struct Head {
    /// The bytes to read first, before the reader goes on.
    pub(super) kept: Vec<u8>,
    /// How many bytes before them are done with.
    pub(super) skipped: u64,
}

/// Goes past a byte order mark, space, processing instructions and comments, and past Apple's
/// declaration.
pub(super) fn skip(reader: &mut dyn BufRead) -> Result<Head, Broken> {
    let mut taken = Taken {
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
        return Err(Broken::Damage(
            "document type declarations are refused".to_owned(),
        ));
    }
    Ok(Head {
        kept: taken.bytes,
        skipped: taken.skipped,
    })
}

fn too_long() -> Broken {
    Broken::Damage("what stands before the first element is too long".to_owned())
}

fn is_apples(bytes: &[u8]) -> bool {
    bytes
        .strip_prefix(DECLARATION)
        .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"HealthData"))
}

/// Bytes looked at but not yet done with.
struct Taken<'r> {
    reader: &'r mut dyn BufRead,
    bytes: Vec<u8>,
    skipped: u64,
}

impl Taken<'_> {
    /// The next bytes, fewer only at the end of the file.
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

    /// Behind the next `end`; false where it does not come within `most` bytes.
    fn skip_past(&mut self, end: &[u8], most: usize) -> io::Result<bool> {
        let found = self.skip_to(end, most)?;
        if found {
            self.drop_first(end.len());
        }
        Ok(found)
    }

    /// To the next `end`; false where it does not come within `most` bytes, or an entity is
    /// declared before it.
    fn skip_to(&mut self, end: &[u8], most: usize) -> io::Result<bool> {
        let mut looked = 0;
        loop {
            // An overlap, since what is sought may lie across two pieces.
            let from = looked - looked.min(16);
            let piece = &self.bytes[from..];
            if let Some(at) = find(piece, end) {
                let before = find(piece, ENTITY).is_none_or(|entity| entity > at);
                self.drop_first(from + at);
                return Ok(before);
            }
            if find(piece, ENTITY).is_some() || self.bytes.len() > most {
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
/// Bytes taken at a time.
const PIECE: usize = 4096;
/// Bytes of an instruction or a comment.
const SHORT: usize = 64 << 10;
/// Bytes of Apple's declaration, which has about 10 000.
const LONG: usize = 256 << 10;
