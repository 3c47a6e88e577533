//! Counts the bytes read by the JSON reader: a limit on each element keeps memory from growing with the
//! file.

use std::fmt;
use std::io::{self, BufRead, Read};

use super::cost::ElementCost;

/// Passes on the bytes it reads, and fails if `spent` has no room for them; `spent` is reset for each
/// element. The JSON reader takes single bytes, so this reader buffers them.
pub(super) struct Meter<'r, 's> {
    inner: &'r mut dyn BufRead,
    spent: &'s ElementCost,
    buffer: Vec<u8>,
    at: usize,
    /// Whether any byte has been read.
    begun: bool,
}

impl<'r, 's> Meter<'r, 's> {
    pub(super) fn new(inner: &'r mut dyn BufRead, spent: &'s ElementCost) -> Self {
        Self {
            inner,
            spent,
            buffer: Vec::new(),
            at: 0,
            begun: false,
        }
    }

    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.clear();
        self.at = 0;
        let available = self.inner.fill_buf()?;
        let count = available.len().min(PIECE);
        self.buffer.extend_from_slice(&available[..count]);
        self.inner.consume(count);
        // A byte order mark is not JSON, but some programs write one.
        if !self.begun && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        self.begun = true;
        Ok(())
    }
}

impl Read for Meter<'_, '_> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.buffer.len() {
            self.refill()?;
        }
        let rest = &self.buffer[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        if !self.spent.take_bytes(count as u64) {
            return Err(io::Error::other(TooLong));
        }
        Ok(count)
    }
}

/// The marker for an element that is too long, passed inside an [`io::Error`] through the JSON reader.
#[derive(Debug)]
pub(super) struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too long")
    }
}

impl std::error::Error for TooLong {}

/// The number of bytes read at a time.
const PIECE: usize = 16 << 10;
