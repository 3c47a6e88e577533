//! The container of iden3's binary files: magic bytes, version, and numbered sections with lengths.

use ark_ff::PrimeField;

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

/// A file split into its sections.
pub(crate) struct Sections<'a> {
    format: Format,
    sections: Vec<(u32, &'a [u8])>,
}

impl<'a> Sections<'a> {
    /// Splits a file into sections. They can have any order, but each must occur once and end
    /// within the file.
    pub(crate) fn split(
        bytes: &'a [u8],
        format: Format,
        magic: &[u8; 4],
        versions: std::ops::RangeInclusive<u32>,
    ) -> Result<Self> {
        let mut cursor = Cursor::new(bytes, format, "the header");
        if cursor.take(4)? != magic {
            return cursor.fail(FileDefect::Magic);
        }
        let version = cursor.u32()?;
        if !versions.contains(&version) {
            return cursor.fail(FileDefect::Unsupported {
                what: "version",
                found: u64::from(version),
            });
        }
        let count = cursor.u32()?;
        // No format has more than fifteen, and each is compared with all others.
        if count > MAX_SECTIONS {
            return cursor.fail(FileDefect::Unsupported {
                what: "a number of sections of",
                found: u64::from(count),
            });
        }
        // Each section has a header of twelve bytes.
        if u64::from(count) * 12 > cursor.remaining() as u64 {
            return cursor.fail(FileDefect::Count {
                what: "the number of sections",
                found: u64::from(count),
                expected: cursor.remaining() as u64 / 12,
            });
        }
        cursor.what = "a section";
        let mut sections: Vec<(u32, &'a [u8])> = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let kind = cursor.u32()?;
            let length = cursor.u64()?;
            let body = cursor.take(length)?;
            if sections.iter().any(|(known, _)| *known == kind) {
                return cursor.fail(FileDefect::DuplicateSection(kind));
            }
            sections.push((kind, body));
        }
        cursor.what = "the last section";
        cursor.end()?;
        Ok(Sections { format, sections })
    }

    pub(crate) fn bytes(&self, kind: u32) -> Result<&'a [u8]> {
        self.optional(kind).ok_or(Error::malformed(
            self.format,
            FileDefect::MissingSection(kind),
        ))
    }

    pub(crate) fn optional(&self, kind: u32) -> Option<&'a [u8]> {
        self.sections
            .iter()
            .find(|(known, _)| *known == kind)
            .map(|(_, body)| *body)
    }

    pub(crate) fn cursor(&self, kind: u32, what: &'static str) -> Result<Cursor<'a>> {
        Ok(Cursor::new(self.bytes(kind)?, self.format, what))
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
