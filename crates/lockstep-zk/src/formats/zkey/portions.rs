//! Lists of a key file that are read in portions.

use std::ops::Range;

use ark_ff::AdditiveGroup;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::cancellation::Cancellation;
use crate::curve::Point;
use crate::error::{Error, FileDefect, Format, Result};
use crate::formats::points::read_points;
use crate::formats::source::{Source, read_at};
use crate::kernels;

/// A list of elements of equal length.
pub(super) struct List {
    what: &'static str,
    start: u64,
    count: usize,
    /// Bytes of an element.
    width: usize,
    per_portion: usize,
    /// The SHA-256 of each portion that was checked.
    digests: Vec<[u8; 32]>,
}

impl List {
    pub(super) fn new(
        what: &'static str,
        start: u64,
        count: usize,
        width: usize,
        portion_bytes: usize,
    ) -> Self {
        List {
            what,
            start,
            count,
            width,
            per_portion: (portion_bytes / width).max(1),
            digests: Vec::new(),
        }
    }

    /// Returns the elements of each portion.
    fn portions(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (count, step) = (self.count, self.per_portion);
        (0..count)
            .step_by(step)
            .map(move |first| first..first.saturating_add(step).min(count))
    }

    /// Reads a portion, and returns its digest.
    fn portion(
        &self,
        source: &mut dyn Source,
        items: &Range<usize>,
        buffer: &mut Vec<u8>,
    ) -> Result<[u8; 32]> {
        buffer.resize(items.len() * self.width, 0);
        let at = self.start + items.start as u64 * self.width as u64;
        read_at(source, Format::Zkey, self.what, at, buffer)?;
        Ok(Sha256::digest(&buffer[..]).into())
    }

    /// Reads all portions for the first time, and keeps the digests of those that pass the check.
    pub(super) fn opened(
        mut self,
        source: &mut dyn Source,
        cancellation: &Cancellation<'_>,
        mut check: impl FnMut(Range<usize>, &[u8]) -> Result<()>,
    ) -> Result<Self> {
        let mut buffer = Vec::new();
        for items in self.portions() {
            cancellation.check()?;
            let digest = self.portion(source, &items, &mut buffer)?;
            check(items, &buffer)?;
            self.digests.push(digest);
        }
        Ok(self)
    }

    /// Reads all portions again. They must be those that passed the check.
    pub(super) fn again(
        &self,
        source: &mut dyn Source,
        cancellation: &Cancellation<'_>,
        mut each: impl FnMut(Range<usize>, &[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut buffer = Vec::new();
        for (items, digest) in self.portions().zip(&self.digests) {
            cancellation.check()?;
            if self.portion(source, &items, &mut buffer)? != *digest {
                return Err(Error::malformed(
                    Format::Zkey,
                    FileDefect::Changed { what: self.what },
                ));
            }
            each(items, &buffer)?;
        }
        Ok(())
    }

    /// Computes the sum of the points times one scalar each. Points at infinity, which many wires have, take no memory.
    pub(super) fn sum<G: Point>(
        &self,
        source: &mut dyn Source,
        scalars: &[G::ScalarField],
        cancellation: &Cancellation<'_>,
        read: impl Fn(&[u8], &'static str, usize) -> std::result::Result<G, FileDefect> + Sync + Send,
    ) -> Result<G::Group> {
        let mut total = G::Group::ZERO;
        self.again(source, cancellation, |items, bytes| {
            let mut points = read_points(
                Format::Zkey,
                bytes,
                self.width,
                cancellation,
                |bytes, index| read(bytes, self.what, items.start + index),
            )?;
            let mut kept: Zeroizing<Vec<G::ScalarField>> =
                Zeroizing::new(Vec::with_capacity(points.len()));
            let terms = points.iter().zip(&scalars[items]);
            kept.extend(
                terms
                    .filter(|(point, _)| !point.is_zero())
                    .map(|(_, scalar)| *scalar),
            );
            points.retain(|point: &G| !point.is_zero());
            if !points.is_empty() {
                total += kernels::sum(&points, &kept);
            }
            Ok(())
        })?;
        Ok(total)
    }
}
