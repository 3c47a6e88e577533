//! The values of a row.

use super::table::Table;

/// The place of a value in the bytes of a row.
#[derive(Clone, Copy)]
struct StoredValue {
    /// The serial type, which gives the length.
    kind: i64,
    start: usize,
    end: usize,
}

/// Finds the values of the wanted columns in the rows of a table.
pub(super) struct Reader<'t> {
    table: &'t Table,
    /// The place of each wanted column among the stored values; `None` if the table does not have it.
    wanted: Vec<Option<usize>>,
    /// The values of the current row.
    values: Vec<StoredValue>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(table: &'t Table, columns: &[&str]) -> Self {
        Self {
            table,
            wanted: columns.iter().map(|name| table.column(name)).collect(),
            values: Vec::new(),
        }
    }

    /// Reads the header of a row; `None` if it is damaged.
    pub(super) fn row<'r>(&'r mut self, id: i64, payload: &'r [u8]) -> Option<Row<'r>> {
        self.values.clear();
        let (header, rest) = varint(payload)?;
        let header = usize::try_from(header).ok()?;
        let mut types = payload.get(payload.len() - rest.len()..header)?;
        let mut at = header;
        while !types.is_empty() && self.values.len() < MAX_COLUMNS {
            let (kind, more) = varint(types)?;
            types = more;
            let end = at.checked_add(length(kind)?)?;
            self.values.push(StoredValue {
                kind,
                start: at,
                end,
            });
            at = end;
        }
        Some(Row {
            id,
            payload,
            id_column: self.table.id_column,
            wanted: &self.wanted,
            values: &self.values,
        })
    }
}

/// A row with the wanted columns, by their place in the list of wanted columns.
pub(in crate::files) struct Row<'r> {
    /// The row's id.
    pub(in crate::files) id: i64,
    payload: &'r [u8],
    /// The column that holds the row's id.
    id_column: Option<usize>,
    wanted: &'r [Option<usize>],
    values: &'r [StoredValue],
}

impl Row<'_> {
    /// Returns the type and the bytes of a value; `None` for NULL, and for a value that is cut off.
    fn value(&self, at: usize) -> Option<(i64, &[u8])> {
        let index = (*self.wanted.get(at)?)?;
        let StoredValue { kind, start, end } = *self.values.get(index)?;
        let bytes = self.payload.get(start..end)?;
        (kind != 0).then_some((kind, bytes))
    }

    /// Returns a whole number.
    pub(in crate::files) fn integer(&self, at: usize) -> Option<i64> {
        if self.id_column.is_some() && self.wanted.get(at) == Some(&self.id_column) {
            return Some(self.id);
        }
        let (kind, bytes) = self.value(at)?;
        match kind {
            1..=6 => {
                let negative = bytes.first()? & 0x80 != 0;
                let start = if negative { -1 } else { 0 };
                let each = |number: i64, byte: &u8| (number << 8) | i64::from(*byte);
                Some(bytes.iter().fold(start, each))
            }
            8 => Some(0),
            9 => Some(1),
            _ => None,
        }
    }

    /// Returns a finite number.
    pub(in crate::files) fn number(&self, at: usize) -> Option<f64> {
        if let Some((7, bytes)) = self.value(at) {
            let number = f64::from_be_bytes(bytes.try_into().ok()?);
            return number.is_finite().then_some(number);
        }
        // Whole numbers in columns of real numbers are stored as such.
        self.integer(at).map(|number| number as f64)
    }

    /// Returns a text.
    pub(in crate::files) fn text(&self, at: usize) -> Option<&str> {
        let (kind, bytes) = self.value(at)?;
        (kind >= 13 && kind % 2 == 1).then_some(())?;
        std::str::from_utf8(bytes).ok()
    }
}

/// Returns the bytes of a value of this type.
fn length(kind: i64) -> Option<usize> {
    Some(match kind {
        0 | 8 | 9 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 | 7 => 8,
        12.. => usize::try_from((kind - 12) / 2).ok()?,
        _ => return None,
    })
}

/// Reads a number of 1 to 9 bytes, of which each but the ninth has 7 bits; returns it with the rest.
pub(super) fn varint(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let mut number = 0_i64;
    for (at, byte) in bytes.iter().enumerate().take(9) {
        if at == 8 {
            return Some(((number << 8) | i64::from(*byte), &bytes[9..]));
        }
        number = (number << 7) | i64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

/// The maximum number of columns: SQLite's own limit.
const MAX_COLUMNS: usize = 2000;
