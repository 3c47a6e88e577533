//! Reads the tables of an SQLite database file: columns by name, rows in the order of their ids.
//!
//! Source: "Database File Format" of the SQLite documentation. Only ordinary tables are read. The reader
//! runs no SQL, so views, triggers, virtual tables and collations of a hostile file have no effect. A
//! library would need the whole file in memory or on disk; this reader keeps it deflated in memory.
//!
//! Limits: [`MAX_DATABASE_BYTES`], [`MAX_PACKED_BYTES`](pages), [`MAX_LOADS`](pages), [`MAX_ROWS`], each page at most once in a table, and
//! no more payload bytes in a table than the file has. A database that is in a write-ahead log is read
//! as the main file has it. `WITHOUT ROWID` tables and databases in UTF-16 are not read.

mod pages;
mod record;
mod schema;
mod table;

use std::collections::BTreeMap;

use self::pages::{Page, Pages};
pub(super) use self::record::Row;
use self::record::{Reader, varint};
use self::table::Table;

/// The first bytes of every database file.
pub(super) const MAGIC: &[u8] = b"SQLite format 3\0";

/// The reason why a table cannot be read further.
#[derive(Debug)]
pub(super) enum TableError<S> {
    /// The file is damaged here.
    Damage(String),
    /// The receiver of the rows stopped.
    Stopped(S),
}

fn damage<S>(text: impl Into<String>) -> TableError<S> {
    TableError::Damage(text.into())
}

/// A database file.
pub(super) struct Database {
    pages: Pages,
    tables: BTreeMap<String, Table>,
    /// The rows that may still be read, of all tables together.
    rows_left: u64,
}

impl Database {
    /// Reads the file to its end, and the names of its tables.
    ///
    /// # Errors
    /// A read error; the text of the damage, if no table can be read.
    pub(super) fn read(
        reader: &mut dyn std::io::BufRead,
    ) -> Result<Result<Self, String>, std::io::Error> {
        let pages = match Pages::read(reader)? {
            Ok(pages) => pages,
            Err(text) => return Ok(Err(text)),
        };
        let mut database = Self {
            pages,
            tables: BTreeMap::new(),
            rows_left: MAX_ROWS,
        };
        let mut tables = BTreeMap::new();
        let mut definition_bytes = 0;
        let outcome = database.scan(&schema::itself(), schema::COLUMNS, &mut |row| {
            definition_bytes += schema::definition_bytes(row);
            if definition_bytes > MAX_DEFINITION_BYTES {
                return Err(format!(
                    "the definitions of its tables take more than {MAX_DEFINITION_BYTES} bytes"
                ));
            }
            if tables.len() < MAX_TABLES
                && let Some((name, table)) = schema::table(row)
            {
                tables.entry(name).or_insert(table);
            }
            Ok(())
        });
        database.tables = tables;
        Ok(match outcome {
            Err(TableError::Damage(text) | TableError::Stopped(text)) => Err(text),
            Ok(()) => Ok(database),
        })
    }

    /// Changes the number of rows that may still be read.
    #[cfg(test)]
    pub(super) fn limit_rows(&mut self, rows: u64) {
        self.rows_left = rows;
    }

    /// Returns whether the database has a table of this name.
    pub(super) fn has(&self, table: &str) -> bool {
        self.tables.contains_key(&table.to_lowercase())
    }

    /// Returns the names of the tables in lower case.
    pub(super) fn names(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }

    /// Passes each row of a table with the values of `columns` to `each`. A table that the database does
    /// not have has no rows; a column that the table does not have has no values.
    ///
    /// # Errors
    /// Damage; or `each` stopped.
    pub(super) fn rows<S>(
        &mut self,
        table: &str,
        columns: &[&str],
        each: &mut dyn FnMut(&Row<'_>) -> Result<(), S>,
    ) -> Result<(), TableError<S>> {
        let Some(table) = self.tables.get(&table.to_lowercase()).cloned() else {
            return Ok(());
        };
        self.scan(&table, columns, each)
    }

    fn scan<S>(
        &mut self,
        table: &Table,
        columns: &[&str],
        each: &mut dyn FnMut(&Row<'_>) -> Result<(), S>,
    ) -> Result<(), TableError<S>> {
        let mut scan = Scan {
            met: vec![0; self.pages.count().div_ceil(64)],
            left: self.pages.bytes(),
            pages: &mut self.pages,
            rows_left: &mut self.rows_left,
        };
        let mut reader = Reader::new(table, columns);
        // The pages to visit, with their depth; the next one is the last.
        let mut waiting = vec![(table.root, 0)];
        while let Some((number, depth)) = waiting.pop() {
            let page = scan.page(number)?;
            match page.kind() {
                LEAF => scan.leaf(&page, &mut reader, each)?,
                INTERIOR if depth < MAX_DEPTH => {
                    let first = waiting.len();
                    for child in page.children().ok_or_else(|| broken(number))? {
                        waiting.push((child, depth + 1));
                    }
                    waiting[first..].reverse();
                }
                _ => return Err(broken(number)),
            }
        }
        Ok(())
    }
}

fn broken<S>(page: u32) -> TableError<S> {
    damage(format!("page {page}: is not a page of a table"))
}

/// The reading of one table.
struct Scan<'p> {
    pages: &'p mut Pages,
    /// A bit for each page that was visited.
    met: Vec<u64>,
    /// The bytes of payload that the table may still have.
    left: u64,
    rows_left: &'p mut u64,
}

impl Scan<'_> {
    /// Returns a page that was not visited before.
    fn page<S>(&mut self, number: u32) -> Result<Page, TableError<S>> {
        let at = number.wrapping_sub(1) as usize;
        let known = at < self.pages.count();
        let Some(word) = self.met.get_mut(at / 64).filter(|_| known) else {
            return Err(damage(format!("page {number}: the file does not have it")));
        };
        let bit = 1 << (at % 64);
        if *word & bit != 0 {
            return Err(damage(format!("page {number}: belongs to two places")));
        }
        *word |= bit;
        self.pages.page(number).map_err(TableError::Damage)
    }

    fn leaf<S>(
        &mut self,
        page: &Page,
        reader: &mut Reader<'_>,
        each: &mut dyn FnMut(&Row<'_>) -> Result<(), S>,
    ) -> Result<(), TableError<S>> {
        let number = page.number;
        let cells = page.cells(8).ok_or_else(|| broken(number))?;
        let mut payload = Vec::new();
        for cell in cells {
            let cell = page.bytes().get(cell..).unwrap_or_default();
            let (size, cell) = varint(cell).ok_or_else(|| broken(number))?;
            let (id, cell) = varint(cell).ok_or_else(|| broken(number))?;
            let size = u64::try_from(size).map_err(|_| broken(number))?;
            self.left = self
                .left
                .checked_sub(size.saturating_add(CELL_BYTES))
                .ok_or_else(|| damage(format!("page {number}: its rows overlap")))?;
            *self.rows_left = self.rows_left.checked_sub(1).ok_or_else(|| {
                damage(format!(
                    "the database has more than {MAX_ROWS} rows to read"
                ))
            })?;
            payload.clear();
            self.payload(size, cell, number, &mut payload)?;
            if let Some(row) = reader.row(id, &payload) {
                each(&row).map_err(TableError::Stopped)?;
            }
        }
        Ok(())
    }

    /// Reads the first [`MAX_ROW_BYTES`] of a row's payload, which may continue on overflow pages.
    fn payload<S>(
        &mut self,
        size: u64,
        cell: &[u8],
        number: u32,
        into: &mut Vec<u8>,
    ) -> Result<(), TableError<S>> {
        let usable = self.pages.usable() as u64;
        let limit = usable - 35;
        if size <= limit {
            let all = cell.get(..size as usize).ok_or_else(|| broken(number))?;
            into.extend_from_slice(all);
            return Ok(());
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let rest = least + (size - least) % (usable - 4);
        let local = if rest <= limit { rest } else { least } as usize;
        let here = cell.get(..local + 4).ok_or_else(|| broken(number))?;
        into.extend_from_slice(&here[..local]);
        let mut next = u32::from_be_bytes([
            here[local],
            here[local + 1],
            here[local + 2],
            here[local + 3],
        ]);
        let wanted = size.min(MAX_ROW_BYTES) as usize;
        while into.len() < wanted {
            let page = self.page(next)?;
            let bytes = page.bytes();
            let content = bytes.get(4..usable as usize).unwrap_or_default();
            let more = content.len().min(wanted - into.len());
            into.extend_from_slice(&content[..more]);
            next = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        Ok(())
    }
}

/// The kind of a page: the leaf and the inner node of a table.
const LEAF: u8 = 13;
const INTERIOR: u8 = 5;
/// The maximum height of a table's tree: SQLite's own limit.
const MAX_DEPTH: usize = 20;
/// The maximum bytes that are read of one row. Columns beyond them have no values.
const MAX_ROW_BYTES: u64 = 64 << 10;
/// The least bytes of a row in addition to its payload.
const CELL_BYTES: u64 = 4;
/// The maximum number of rows that are read of all tables: three years of heart rate at 1 Hz. A hostile file
/// can have a row in every few bytes, once more in each table.
const MAX_ROWS: u64 = 100_000_000;
/// The maximum number of tables; further ones are ignored.
const MAX_TABLES: usize = 1000;
/// The maximum length of the names and the texts that create the tables, all together. Each letter can be a column, which takes
/// some 60 bytes of memory, and such a text deflates to nearly nothing. Real databases have less than 100 KB.
const MAX_DEFINITION_BYTES: usize = 1 << 20;
