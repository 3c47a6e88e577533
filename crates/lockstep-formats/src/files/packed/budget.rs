//! The limit on inflated bytes, over all members and nested archives of a file.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use crate::files::intake::InflationLimit;
use crate::files::{MAX_INFLATED, MAX_RATIO};

/// The bytes read from the file and the bytes inflated.
#[derive(Debug, Default)]
pub(super) struct Budget {
    packed: Cell<u64>,
    inflated: Cell<u64>,
}

/// A reader that counts the bytes of the file itself.
pub(super) struct CountingReader<'r, 'b> {
    pub(super) inner: &'r mut dyn BufRead,
    pub(super) budget: &'b Budget,
}

impl Read for CountingReader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let packed = &self.budget.packed;
        packed.set(packed.get() + count as u64);
        Ok(count)
    }
}

impl BufRead for CountingReader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.budget
            .packed
            .set(self.budget.packed.get() + count as u64);
        self.inner.consume(count);
    }
}

/// A reader that passes at most [`MAX_INFLATED`] bytes and [`MAX_RATIO`] bytes for each byte of the
/// file. Bytes inflated twice, in a zip inside a zip, count twice.
pub(super) struct LimitedReader<'b, R> {
    pub(super) inner: R,
    pub(super) budget: &'b Budget,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let inflated = self.budget.inflated.get() + count as u64;
        self.budget.inflated.set(inflated);
        let limit = self.budget.packed.get().saturating_mul(MAX_RATIO) + FREE;
        if inflated > MAX_INFLATED || inflated > limit {
            return Err(io::Error::other(InflationLimit));
        }
        Ok(count)
    }
}

/// The number of inflated bytes without a limit on the ratio, so that short repetitive files are
/// allowed.
const FREE: u64 = 1 << 20;
