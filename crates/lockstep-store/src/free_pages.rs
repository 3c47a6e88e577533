//! Overwrites the bytes of the database file that no row uses with zeros.
//!
//! `secure_delete` overwrites the data that a statement deletes. It leaves copies of cells that the
//! engine moved to another page before, in the gap between a page's cell pointers and its cells. It
//! also does not reach data deleted before it was on. Both are found by reading each page; the
//! format is <https://www.sqlite.org/fileformat2.html>, sections 1.5 and 1.6.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// The result of one portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OverwrittenPages {
    /// The next page; `None` at the end.
    pub(crate) next: Option<u32>,
    /// The number of pages written.
    pub(crate) written: u32,
}

impl Tx<'_> {
    /// Overwrites unused bytes of at most `most` pages from the page `from`, which is 1 or more.
    pub(crate) fn overwrite_unused(
        &mut self,
        from: u32,
        most: u32,
    ) -> Result<OverwrittenPages, StoreError> {
        self.overwrite_unused_with(from, most, MANY_PAGES)
    }

    /// Does the same; in a store of `many` pages, the pointer map tells which pages have cells.
    pub(crate) fn overwrite_unused_with(
        &mut self,
        from: u32,
        most: u32,
        many: u32,
    ) -> Result<OverwrittenPages, StoreError> {
        let number = |tx: &Self, sql: &str| tx.query_one(sql, &[], |row| row.at::<u32>(0));
        let count = number(self, "PRAGMA page_count")?;
        let first = self.page(1)?;
        let size = first.len();
        // Offset 52: the largest root page, which is zero if there is no pointer map.
        let has_map = be32(&first, 52) != Some(0);
        let is_large = count >= many;
        if is_large && !has_map {
            return Err(StoreError::Damaged(format!(
                "the store has {count} pages and no pointer map: without one, unused bytes are overwritten in \
                 stores of less than {many} pages. A copy by `lockstep backup` has one"
            )));
        }
        let mut map = PointerMap::default();
        let free = self.free_pages(&first, count)?;
        let end = count.min(from.saturating_add(most).saturating_sub(1));
        let mut written = 0;
        for number in from..=end {
            if is_skipped(number, size, has_map) {
                continue;
            }
            let mut page = self.page(number)?;
            let changed = match free.trunks.get(&number) {
                Some(used) => zero(&mut page, *used, size),
                None if free.leaves.contains(&number) => zero(&mut page, 0, size),
                None if is_large && !map.has_cells(self, number, size)? => false,
                None => overwrite(&mut page, if number == 1 { 100 } else { 0 }),
            };
            if changed {
                self.execute(
                    "UPDATE sqlite_dbpage SET data = ?2 WHERE pgno = ?1",
                    params![number, &page],
                )?;
                written += 1;
            }
        }
        Ok(OverwrittenPages {
            next: (end < count).then_some(end + 1),
            written,
        })
    }

    /// Returns at most `limit` free pages to the file system, if the store supports it.
    pub(crate) fn shrink(&mut self, limit: u32) -> Result<(), StoreError> {
        let sql = format!("PRAGMA incremental_vacuum({limit})");
        self.query(&sql, &[], |_| Ok(())).map(drop)
    }

    fn page(&self, number: u32) -> Result<Vec<u8>, StoreError> {
        self.query_one(
            "SELECT data FROM sqlite_dbpage WHERE pgno = ?1",
            params![number],
            |row| row.at(0),
        )
    }

    /// Returns the pages of the free list.
    fn free_pages(&self, first: &[u8], count: u32) -> Result<FreePages, StoreError> {
        let broken = || StoreError::Damaged("the list of free pages".to_owned());
        let mut free = FreePages::default();
        let mut next = be32(first, 32).ok_or_else(broken)?;
        while next != 0 {
            if next > count || free.trunks.contains_key(&next) {
                return Err(broken());
            }
            let trunk = self.page(next)?;
            let leaves = be32(&trunk, 4).ok_or_else(broken)? as usize;
            let used = 8 + 4 * leaves;
            let listed = trunk.get(8..used).ok_or_else(broken)?;
            let (listed, _) = listed.as_chunks::<4>();
            free.leaves
                .extend(listed.iter().map(|leaf| u32::from_be_bytes(*leaf)));
            free.trunks.insert(next, used);
            next = be32(&trunk, 0).ok_or_else(broken)?;
        }
        Ok(free)
    }
}

/// Free pages: trunk pages, with the number of their bytes in use, and leaf pages.
#[derive(Default)]
struct FreePages {
    trunks: BTreeMap<u32, usize>,
    leaves: BTreeSet<u32>,
}

/// The page of the pointer map that was read last. The map has five bytes for each page: its kind, and
/// its parent.
#[derive(Default)]
struct PointerMap {
    number: u32,
    page: Vec<u8>,
}

impl PointerMap {
    /// Whether a page belongs to a tree, and is no overflow page.
    fn has_cells(&mut self, tx: &Tx<'_>, number: u32, size: usize) -> Result<bool, StoreError> {
        if number < 2 {
            return Ok(true);
        }
        let map = map_page(number, size);
        if self.number != map {
            (self.number, self.page) = (map, tx.page(map)?);
        }
        let entry = number.saturating_sub(map + 1) as usize * 5;
        Ok(matches!(self.page.get(entry), Some(&(ROOT | INNER))))
    }
}

/// Whether a page holds no cells because of its number: a pointer-map page, or the lock-byte page.
fn is_skipped(number: u32, size: usize, has_map: bool) -> bool {
    number == lock_page(size) || (has_map && number >= 2 && map_page(number, size) == number)
}

fn lock_page(size: usize) -> u32 {
    (LOCK_BYTE / size as u64) as u32 + 1
}

/// The page of the pointer map for a page, which is 2 or more.
fn map_page(number: u32, size: usize) -> u32 {
    let covered = size as u32 / 5 + 1;
    let map = (number - 2) / covered * covered + 2;
    map + u32::from(map == lock_page(size))
}

/// Zeroes the gap and the free blocks of a b-tree page; returns whether the page changed. Any other
/// page stays: the first byte of an overflow page is that of no b-tree page in stores of less than
/// [`MANY_PAGES`].
fn overwrite(page: &mut [u8], header: usize) -> bool {
    let size = page.len();
    let header_bytes = match page.get(header) {
        Some(2 | 5) => 12,
        Some(10 | 13) => 8,
        _ => return false,
    };
    let field = |page: &[u8], at: usize| be16(page, header + at).map(usize::from);
    let (Some(mut block), Some(cells), Some(start)) =
        (field(page, 1), field(page, 3), field(page, 5))
    else {
        return false;
    };
    let start = if start == 0 { 65_536 } else { start };
    let pointers = header + header_bytes + 2 * cells;
    if pointers > start || start > size {
        return false;
    }
    // The whole page is checked before any write: a damaged page stays unchanged.
    let mut unused = vec![(pointers, start)];
    while block != 0 {
        let (Some(next), Some(length)) = (be16(page, block), be16(page, block + 2)) else {
            return false;
        };
        let (next, end) = (usize::from(next), block + usize::from(length));
        let is_whole = block >= start && length >= 4 && end <= size;
        if !is_whole || (next != 0 && next < end) {
            return false;
        }
        unused.push((block + 4, end));
        block = next;
    }
    let zeroed = unused.into_iter().map(|(from, to)| zero(page, from, to));
    zeroed.fold(false, |any, changed| any | changed)
}

fn zero(page: &mut [u8], from: usize, to: usize) -> bool {
    let part = &mut page[from..to];
    let changed = part.iter().any(|byte| *byte != 0);
    part.fill(0);
    changed
}

fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_be_bytes(*two))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_be_bytes(*four))
}

/// SQLite has the table `sqlite_dbpage` only if it was compiled with it.
const _: () = assert!(
    option_env!("LIBSQLITE3_FLAGS").is_some(),
    "LIBSQLITE3_FLAGS must hold -DSQLITE_ENABLE_DBPAGE_VTAB: build inside the repository, whose \
     .cargo/config.toml sets it"
);
/// The offset of SQLite's lock bytes: the page there is never used.
const LOCK_BYTE: u64 = 1 << 30;
/// 128 GiB in pages of 4 KiB, 256 GiB in the pages of 8 KiB of earlier versions. An overflow page begins
/// with the number of the next page: below this limit its first byte cannot be that of a b-tree page.
const MANY_PAGES: u32 = 0x0200_0000;
/// The kinds of b-tree pages in the pointer map.
const ROOT: u8 = 1;
const INNER: u8 = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_not_a_b_tree_page_stays() {
        let whole = |kind: u8, pointers: u16, start: u16, block: u16| {
            let mut page = vec![0xAA; 512];
            page[0] = kind;
            page[1..3].copy_from_slice(&block.to_be_bytes());
            page[3..5].copy_from_slice(&pointers.to_be_bytes());
            page[5..7].copy_from_slice(&start.to_be_bytes());
            page
        };
        for (kind, cells, start, block, changes) in [
            (13, 2, 400, 0, true),
            (5, 2, 400, 0, true),
            (0, 2, 400, 0, false),
            (1, 2, 400, 0, false),
            // More pointers than space, cells past the end, a free block outside.
            (13, 300, 400, 0, false),
            (13, 2, 600, 0, false),
            (13, 2, 400, 10, false),
            (13, 2, 400, 511, false),
            (13, 2, 400, 450, false),
        ] {
            let page = whole(kind, cells, start, block);
            let mut after = page.clone();
            assert_eq!(
                overwrite(&mut after, 0),
                changes,
                "{kind} {cells} {start} {block}"
            );
            assert_eq!(after != page, changes);
            assert_eq!(after[400..], page[400..]);
        }
        assert!(!overwrite(&mut [], 0));
        assert!(!overwrite(&mut [13, 0], 0));
    }

    #[test]
    fn pages_of_the_map_and_of_the_locks_are_skipped() {
        for (number, size, has_map, skipped) in [
            (1, 8192, true, false),
            (2, 8192, true, true),
            (2, 8192, false, false),
            (3, 8192, true, false),
            (1641, 8192, true, true),
            (1640, 8192, true, false),
            (131_073, 8192, false, true),
        ] {
            assert_eq!(is_skipped(number, size, has_map), skipped, "{number}");
        }
    }
}
