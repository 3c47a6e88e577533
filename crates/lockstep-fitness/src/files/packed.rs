//! Files that come gzipped, or zipped: one or several in an archive, read front to back.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};

use super::intake::{Inflates, Intake, Stop};
use super::{MOST_INFLATED, MOST_RATIO, ReadFault, peek, read_plain, xml};

/// Reads a file as it comes.
pub(super) fn read<E>(reader: &mut dyn BufRead, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
    let budget = Budget::default();
    let head = peek(reader)?;
    let reader: &mut dyn BufRead = &mut head.as_slice().chain(reader);
    if head.starts_with(b"PK\x03\x04") {
        return archive(reader, &budget, intake);
    }
    let mut counted = Counted {
        inner: reader,
        budget: &budget,
    };
    member(&mut counted, &budget, intake)
}

/// Reads a file that is at most gzipped.
fn member<E>(
    reader: &mut dyn BufRead,
    budget: &Budget,
    intake: &mut Intake<'_, E>,
) -> Result<(), Stop<E>> {
    let head = peek(reader)?;
    let reader: &mut dyn BufRead = &mut head.as_slice().chain(reader);
    if !head.starts_with(b"\x1f\x8b") {
        return read_plain(reader, intake);
    }
    let inflated = Limited {
        inner: MultiGzDecoder::new(reader),
        budget,
    };
    read_plain(&mut BufReader::with_capacity(BUFFER, inflated), intake)
}

/// Reads the recordings of a zip archive by its local headers, without its directory at the end,
/// so that nothing need be held. What is no recording by its name is passed over.
fn archive<E>(
    reader: &mut dyn BufRead,
    budget: &Budget,
    intake: &mut Intake<'_, E>,
) -> Result<(), Stop<E>> {
    let mut reader = Counted {
        inner: reader,
        budget,
    };
    let mut signature = [0; 4];
    reader.read_exact(&mut signature)?;
    while signature == *b"PK\x03\x04" {
        let entry = Entry::read(&mut reader)?;
        let text = xml::name(&entry.name);
        intake.inside(Some(format!("{text:?}: ")));
        if entry.flags & 1 != 0 {
            return Err(Stop::Damage("is encrypted".to_owned()));
        }
        match (entry.method, entry.packed) {
            (8, _) => {
                let inflated = Limited {
                    inner: DeflateDecoder::new(&mut reader),
                    budget,
                };
                entry.recording(inflated, budget, intake)?;
            }
            (0, Some(size)) => {
                let stored = Limited {
                    inner: Read::take(&mut reader, size),
                    budget,
                };
                entry.recording(stored, budget, intake)?;
            }
            _ => {
                return Err(Stop::Damage(
                    "is packed in a way that is not read".to_owned(),
                ));
            }
        }
        intake.inside(None);
        if !next_signature(&mut reader, &mut signature)? {
            return Err(Stop::Damage("the archive ends in the middle".to_owned()));
        }
    }
    if !intake.is_known() {
        return Err(Stop::Fault(ReadFault::Unrecognised {
            seen: Some("a zip archive without recordings".to_owned()),
        }));
    }
    Ok(())
}

/// The local header of one member.
struct Entry {
    name: String,
    flags: u16,
    method: u16,
    /// Bytes in the archive; none where they are only told behind the member.
    packed: Option<u64>,
}

impl Entry {
    fn read(reader: &mut dyn BufRead) -> io::Result<Self> {
        let mut fixed = [0; 26];
        reader.read_exact(&mut fixed)?;
        let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let mut name = vec![0; usize::from(short(22))];
        reader.read_exact(&mut name)?;
        let mut extra = vec![0; usize::from(short(24))];
        reader.read_exact(&mut extra)?;
        let flags = short(2);
        let packed = u32::from_le_bytes([fixed[14], fixed[15], fixed[16], fixed[17]]);
        let packed = match packed {
            u32::MAX => wide_size(&extra),
            size => Some(u64::from(size)),
        };
        Ok(Self {
            name: String::from_utf8_lossy(&name).into_owned(),
            flags,
            method: short(4),
            packed: packed.filter(|_| flags & 8 == 0),
        })
    }

    /// Reads the member if its name says that it is a recording; to its end in any case.
    fn recording<E>(
        &self,
        unpacked: impl Read,
        budget: &Budget,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
        let mut reader = BufReader::with_capacity(BUFFER, unpacked);
        let name = self.name.to_ascii_lowercase();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let extension = plain.rsplit('.').next().unwrap_or_default();
        if ["fit", "tcx", "gpx", "csv"].contains(&extension) && !name.starts_with("__macosx/") {
            match member(&mut reader, budget, intake) {
                Ok(()) => {}
                Err(Stop::Damage(text)) => intake.damage(&text),
                // A bulk export carries tables of other things.
                Err(Stop::Fault(ReadFault::Unrecognised { .. })) if extension == "csv" => {}
                Err(Stop::Fault(fault @ ReadFault::Unrecognised { .. })) => {
                    intake.damage(&fault.to_string());
                }
                Err(stop) => return Err(stop),
            }
        }
        io::copy(&mut reader, &mut io::sink())?;
        Ok(())
    }
}

/// The packed size of zip64's extra field: after the unpacked one.
fn wide_size(mut extra: &[u8]) -> Option<u64> {
    while let [tag_low, tag_high, size_low, size_high, rest @ ..] = extra {
        let size = usize::from(u16::from_le_bytes([*size_low, *size_high]));
        let field = rest.get(..size)?;
        if u16::from_le_bytes([*tag_low, *tag_high]) == 1 {
            return Some(u64::from_le_bytes(field.get(8..16)?.try_into().ok()?));
        }
        extra = &rest[size..];
    }
    None
}

/// Finds the next member's or the directory's signature, past the sizes that may stand behind a
/// member (at most 24 bytes).
fn next_signature(reader: &mut dyn BufRead, signature: &mut [u8; 4]) -> io::Result<bool> {
    if reader.fill_buf()?.is_empty() {
        return Ok(false);
    }
    reader.read_exact(signature)?;
    for _ in 0..24 {
        if matches!(&*signature, b"PK\x03\x04" | b"PK\x01\x02" | b"PK\x05\x06") {
            return Ok(true);
        }
        signature.rotate_left(1);
        reader.read_exact(&mut signature[3..])?;
    }
    Ok(matches!(
        &*signature,
        b"PK\x03\x04" | b"PK\x01\x02" | b"PK\x05\x06"
    ))
}

/// What went in and what came out.
#[derive(Debug, Default)]
struct Budget {
    packed: Cell<u64>,
    inflated: Cell<u64>,
}

/// Counts the bytes of the file itself.
struct Counted<'r, 'b> {
    inner: &'r mut dyn BufRead,
    budget: &'b Budget,
}

impl Read for Counted<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let packed = &self.budget.packed;
        packed.set(packed.get() + count as u64);
        Ok(count)
    }
}

impl BufRead for Counted<'_, '_> {
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

/// Lets no more through than [`MOST_INFLATED`] bytes and [`MOST_RATIO`] for each byte read.
struct Limited<'b, R> {
    inner: R,
    budget: &'b Budget,
}

impl<R: Read> Read for Limited<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let inflated = self.budget.inflated.get() + count as u64;
        self.budget.inflated.set(inflated);
        let most = self.budget.packed.get().saturating_mul(MOST_RATIO) + FREE;
        if inflated > MOST_INFLATED || inflated > most {
            return Err(io::Error::other(Inflates));
        }
        Ok(count)
    }
}

const BUFFER: usize = 64 << 10;
/// A short file may be as repetitive as it likes.
const FREE: u64 = 1 << 20;
