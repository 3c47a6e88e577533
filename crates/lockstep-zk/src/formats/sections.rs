//! The container of iden3's binary files: magic bytes, version, and numbered sections with lengths.

use ark_ff::PrimeField;

use super::source::{self, Source};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;

/// A cursor over bytes that never reads past their end.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    format: Format,
    what: &'static str,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], format: Format, what: &'static str) -> Self {
        Cursor {
            bytes,
            format,
            what,
        }
    }

    pub(crate) fn fail<T>(&self, fault: FileDefect) -> Result<T> {
        Err(Error::malformed(self.format, fault))
    }

    pub(crate) fn take(&mut self, count: u64) -> Result<&'a [u8]> {
        let left = self.bytes.len() as u64;
        if count > left {
            return self.fail(FileDefect::Truncated {
                what: self.what,
                missing: count - left,
            });
        }
        let (head, tail) = self.bytes.split_at(count as usize);
        self.bytes = tail;
        Ok(head)
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn end(self) -> Result<()> {
        match self.bytes.len() {
            0 => Ok(()),
            left => Err(Error::malformed(
                self.format,
                FileDefect::Trailing {
                    what: self.what,
                    left,
                },
            )),
        }
    }

    /// Reads a width and a modulus. Fails unless they are those of this field.
    pub(crate) fn modulus<F: PrimeField>(&mut self) -> Result<()> {
        let width = self.u32()? as usize;
        if width != field::width::<F>() || self.take(width as u64)? != field::modulus::<F>() {
            return self.fail(FileDefect::WrongCurve);
        }
        Ok(())
    }

    pub(crate) fn element<F: PrimeField>(&mut self, index: usize) -> Result<F> {
        let what = self.what;
        let bytes = self.take(field::width::<F>() as u64)?;
        match field::from_bytes(bytes) {
            Some(value) => Ok(value),
            None => self.fail(FileDefect::NotCanonical { what, index }),
        }
    }
}

impl<'a> Cursor<'a> {
    /// Reads a counted list whose items have at least `least` bytes each. Compares the count with
    /// the remaining bytes before allocating.
    pub(crate) fn list<T>(
        &mut self,
        least: u64,
        mut item: impl FnMut(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.u32()?;
        if u64::from(count) * least > self.remaining() as u64 {
            return self.fail(FileDefect::Count {
                what: "the length of a list",
                found: u64::from(count),
                expected: self.remaining() as u64 / least,
            });
        }
        (0..count).map(|_| item(self)).collect()
    }

    /// Reads a UTF-8 text preceded by its length.
    pub(crate) fn text(&mut self) -> Result<String> {
        let length = self.u32()?;
        let bytes = self.take(u64::from(length))?;
        String::from_utf8(bytes.to_vec())
            .map_err(|_| Error::shape(self.format, "a text must be UTF-8"))
    }
}

/// Where the sections of a file are.
pub(super) struct Table {
    format: Format,
    places: Vec<Place>,
}

/// Where a section is, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    kind: u32,
    pub(super) start: u64,
    pub(super) length: u64,
}

impl Table {
    /// Finds the sections of a file. They can have any order, but each must occur once and end
    /// within the file.
    pub(super) fn read(
        source: &mut dyn Source,
        format: Format,
        magic: &[u8; 4],
        versions: std::ops::RangeInclusive<u32>,
    ) -> Result<Self> {
        let mut scan = Scan {
            left: source::length(source, format)?,
            at: 0,
            source,
            format,
            what: "the header",
        };
        if scan.array::<4>()? != *magic {
            return scan.fail(FileDefect::Magic);
        }
        let version = u32::from_le_bytes(scan.array()?);
        if !versions.contains(&version) {
            return scan.fail(FileDefect::Unsupported {
                what: "version",
                found: u64::from(version),
            });
        }
        let count = u32::from_le_bytes(scan.array()?);
        // No format has more than fifteen, and each is compared with all others.
        if count > MAX_SECTIONS {
            return scan.fail(FileDefect::Unsupported {
                what: "a number of sections of",
                found: u64::from(count),
            });
        }
        // Each section has a header of twelve bytes.
        if u64::from(count) * 12 > scan.left {
            return scan.fail(FileDefect::Count {
                what: "the number of sections",
                found: u64::from(count),
                expected: scan.left / 12,
            });
        }
        scan.what = "a section";
        let mut places: Vec<Place> = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let kind = u32::from_le_bytes(scan.array()?);
            let length = u64::from_le_bytes(scan.array()?);
            let start = scan.at;
            scan.skip(length)?;
            if places.iter().any(|known| known.kind == kind) {
                return scan.fail(FileDefect::DuplicateSection(kind));
            }
            places.push(Place {
                kind,
                start,
                length,
            });
        }
        if scan.left > 0 {
            return scan.fail(FileDefect::Trailing {
                what: "the last section",
                left: scan.left as usize,
            });
        }
        Ok(Table { format, places })
    }

    pub(super) fn place(&self, kind: u32) -> Result<Place> {
        self.optional(kind).ok_or(Error::malformed(
            self.format,
            FileDefect::MissingSection(kind),
        ))
    }

    fn optional(&self, kind: u32) -> Option<Place> {
        self.places.iter().find(|place| place.kind == kind).copied()
    }
}

/// Reads the numbers of a file one after the other.
struct Scan<'a> {
    source: &'a mut dyn Source,
    at: u64,
    /// Bytes after this place.
    left: u64,
    format: Format,
    what: &'static str,
}

impl Scan<'_> {
    fn fail<T>(&self, fault: FileDefect) -> Result<T> {
        Err(Error::malformed(self.format, fault))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let at = self.at;
        self.skip(N as u64)?;
        let mut bytes = [0; N];
        source::read_at(self.source, self.format, self.what, at, &mut bytes)?;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> Result<()> {
        if count > self.left {
            return self.fail(FileDefect::Truncated {
                what: self.what,
                missing: count - self.left,
            });
        }
        self.at += count;
        self.left -= count;
        Ok(())
    }
}

/// A file in memory, split into its sections.
pub(crate) struct Sections<'a> {
    bytes: &'a [u8],
    table: Table,
}

impl<'a> Sections<'a> {
    /// Splits a file as [`Table::read`].
    pub(crate) fn split(
        bytes: &'a [u8],
        format: Format,
        magic: &[u8; 4],
        versions: std::ops::RangeInclusive<u32>,
    ) -> Result<Self> {
        let mut source = std::io::Cursor::new(bytes);
        let table = Table::read(&mut source, format, magic, versions)?;
        Ok(Sections { bytes, table })
    }

    pub(crate) fn bytes(&self, kind: u32) -> Result<&'a [u8]> {
        self.table.place(kind).map(|place| self.body(place))
    }

    pub(crate) fn optional(&self, kind: u32) -> Option<&'a [u8]> {
        self.table.optional(kind).map(|place| self.body(place))
    }

    fn body(&self, place: Place) -> &'a [u8] {
        &self.bytes[place.start as usize..][..place.length as usize]
    }

    pub(crate) fn cursor(&self, kind: u32, what: &'static str) -> Result<Cursor<'a>> {
        Ok(Cursor::new(self.bytes(kind)?, self.table.format, what))
    }
}

/// The maximum number of sections of a file.
const MAX_SECTIONS: u32 = 64;

/// Writes a file of sections.
pub(crate) struct Writer {
    bytes: Vec<u8>,
    sections: u32,
}

impl Writer {
    pub(crate) fn new(magic: &[u8; 4], version: u32) -> Self {
        let mut bytes = magic.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend([0; 4]);
        Writer { bytes, sections: 0 }
    }

    pub(crate) fn section(&mut self, kind: u32, body: &[u8]) {
        self.sections += 1;
        self.bytes.extend(kind.to_le_bytes());
        self.bytes.extend((body.len() as u64).to_le_bytes());
        self.bytes.extend(body);
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes[8..12].copy_from_slice(&self.sections.to_le_bytes());
        self.bytes
    }
}

/// Appends a width and the modulus. Every header begins with them.
pub(crate) fn write_modulus<F: PrimeField>(out: &mut Vec<u8>) {
    out.extend((field::width::<F>() as u32).to_le_bytes());
    out.extend(field::modulus::<F>());
}
