//! The pages of a database file, kept deflated in memory.

use std::io::{self, BufRead, Read};
use std::rc::Rc;

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::MAGIC;

/// The pages of a file.
pub(super) struct Pages {
    /// Blocks of [`BLOCK_BYTES`], deflated; the last may be shorter.
    blocks: Vec<Box<[u8]>>,
    /// The inflated blocks that were used last, the latest at the end.
    recent: Vec<(usize, Rc<Vec<u8>>)>,
    /// How often blocks may still be inflated.
    loads_left: usize,
    page_bytes: usize,
    reserved_bytes: usize,
    bytes: u64,
}

impl Pages {
    /// Reads a file to its end. The inner error is the text of its damage.
    pub(super) fn read(reader: &mut dyn BufRead) -> io::Result<Result<Self, String>> {
        let mut blocks: Vec<Box<[u8]>> = Vec::new();
        let mut header = [0; 100];
        let (mut bytes, mut packed_bytes) = (0, 0);
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        loop {
            block.clear();
            let outcome = Read::take(&mut *reader, BLOCK_BYTES as u64).read_to_end(&mut block);
            // The pages before the damage of an archive are valid.
            let damaged = match outcome {
                Ok(_) => None,
                Err(error) if is_damage(&error) => Some(error),
                Err(error) => return Err(error),
            };
            if bytes == 0 {
                match block.first_chunk::<100>() {
                    Some(first) if first.starts_with(MAGIC) => header = *first,
                    _ => return Ok(Err("is not a complete SQLite database".to_owned())),
                }
            }
            bytes += block.len() as u64;
            if !block.is_empty() {
                let packed = deflated(&block)?;
                packed_bytes += packed.len();
                blocks.push(packed);
            }
            if bytes > MAX_DATABASE_BYTES || packed_bytes > MAX_PACKED_BYTES {
                return Ok(Err(format!(
                    "the database is too large: at most {MAX_DATABASE_BYTES} bytes, and \
                     {MAX_PACKED_BYTES} deflated"
                )));
            }
            if let Some(error) = damaged {
                return Ok(Err(format!("the database is damaged: {error}")));
            }
            if block.len() < BLOCK_BYTES {
                break;
            }
        }
        Ok(Self::new(&header, blocks, bytes))
    }

    fn new(header: &[u8; 100], blocks: Vec<Box<[u8]>>, bytes: u64) -> Result<Self, String> {
        let page_bytes = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let reserved_bytes = usize::from(header[20]);
        if !page_bytes.is_power_of_two() || page_bytes < 512 || page_bytes < 480 + reserved_bytes {
            return Err("the database states no valid page size".to_owned());
        }
        if matches!(header[56..60], [0, 0, 0, 2 | 3]) {
            return Err("databases in UTF-16 are not read".to_owned());
        }
        Ok(Self {
            loads_left: (blocks.len() * MAX_LOADS_OF_BLOCK).min(MAX_LOADS) + RECENT_BLOCKS,
            blocks,
            recent: Vec::new(),
            page_bytes,
            reserved_bytes,
            bytes,
        })
    }

    /// Returns the number of complete pages.
    pub(super) fn count(&self) -> usize {
        (self.bytes / self.page_bytes as u64) as usize
    }

    /// Returns the bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the bytes of a page that content may use.
    pub(super) fn usable(&self) -> usize {
        self.page_bytes - self.reserved_bytes
    }

    /// Returns a page by its number, from 1.
    pub(super) fn page(&mut self, number: u32) -> Result<Page, String> {
        let start = (number as usize - 1) * self.page_bytes;
        let at = start / BLOCK_BYTES;
        let block = self.block(at)?;
        let from = start % BLOCK_BYTES;
        if block.len() < from + self.page_bytes {
            return Err(format!("page {number}: is cut off"));
        }
        Ok(Page {
            number,
            block,
            from,
            to: from + self.page_bytes,
        })
    }

    fn block(&mut self, at: usize) -> Result<Rc<Vec<u8>>, String> {
        if let Some(index) = self.recent.iter().rposition(|(block, _)| *block == at) {
            let found = self.recent.remove(index);
            let block = Rc::clone(&found.1);
            self.recent.push(found);
            return Ok(block);
        }
        self.loads_left = self
            .loads_left
            .checked_sub(1)
            .ok_or("the pages of the database are out of order: run VACUUM and export it again")?;
        let packed = self.blocks.get(at).ok_or("a page is missing")?;
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        DeflateDecoder::new(&packed[..])
            .read_to_end(&mut block)
            .map_err(|error| error.to_string())?;
        let block = Rc::new(block);
        if self.recent.len() == RECENT_BLOCKS {
            self.recent.remove(0);
        }
        self.recent.push((at, Rc::clone(&block)));
        Ok(block)
    }
}

/// Returns whether a read error is damage of the archive around the file.
fn is_damage(error: &io::Error) -> bool {
    let kind = error.kind();
    let is_kind = matches!(
        kind,
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof
    );
    is_kind
        && error
            .get_ref()
            .is_none_or(|inner| !inner.is::<crate::files::intake::InflationLimit>())
}

fn deflated(block: &[u8]) -> io::Result<Box<[u8]>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    io::Write::write_all(&mut encoder, block)?;
    Ok(encoder.finish()?.into_boxed_slice())
}

/// A page of a table, or one that continues a row.
pub(super) struct Page {
    pub(super) number: u32,
    block: Rc<Vec<u8>>,
    from: usize,
    to: usize,
}

impl Page {
    /// Returns the bytes of the page, from which the offsets of cells count.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.block[self.from..self.to]
    }

    /// Returns the offset of the page's header: the first page begins with that of the file.
    fn header(&self) -> usize {
        if self.number == 1 { 100 } else { 0 }
    }

    /// Returns the kind of the page.
    pub(super) fn kind(&self) -> u8 {
        self.bytes()[self.header()]
    }

    /// Returns the offsets of the cells, whose pointers follow a header of `length` bytes; `None` if
    /// they do not fit.
    pub(super) fn cells(&self, length: usize) -> Option<impl Iterator<Item = usize>> {
        let (bytes, header) = (self.bytes(), self.header());
        let count = usize::from(u16::from_be_bytes([bytes[header + 3], bytes[header + 4]]));
        let start = header + length;
        let pointers = bytes.get(start..start + 2 * count)?;
        let offset = |pair: &[u8]| usize::from(u16::from_be_bytes([pair[0], pair[1]]));
        Some(pointers.chunks_exact(2).map(offset))
    }

    /// Returns the children of an inner page in order.
    pub(super) fn children(&self) -> Option<Vec<u32>> {
        let bytes = self.bytes();
        let page = |at: usize| {
            let four = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_be_bytes(four))
        };
        let mut children = Vec::new();
        for cell in self.cells(12)? {
            children.push(page(cell)?);
        }
        children.push(page(self.header() + 8)?);
        Some(children)
    }
}

/// The maximum bytes of a database.
const MAX_DATABASE_BYTES: u64 = 1 << 30;
/// The maximum bytes of a database in memory, deflated.
const MAX_PACKED_BYTES: usize = 96 << 20;
/// The bytes of a block: a page has at most as many, and its size divides them.
const BLOCK_BYTES: usize = 64 << 10;
/// The number of inflated blocks in memory: 4 MiB.
const RECENT_BLOCKS: usize = 64;
/// How often a block may be inflated on average. Some twenty tables are read, in the order of the file
/// except where it was written out of order.
const MAX_LOADS_OF_BLOCK: usize = 64;
/// How often blocks may be inflated in total: 13 GB, some 20 s.
const MAX_LOADS: usize = 200_000;
