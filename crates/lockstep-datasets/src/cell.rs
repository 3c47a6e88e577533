//! The values of a table: cells, and the cells of one column.

/// The kind of a cell. Every cell is kept as its text, so that no number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CellKind {
    /// No value.
    Null = 0,
    /// `true` or `false`.
    Boolean = 1,
    /// A number as JSON writes it.
    Number = 2,
    /// A text.
    Text = 3,
    /// A JSON array or object.
    Json = 4,
}

impl CellKind {
    /// Parses the number of a kind.
    #[must_use]
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        let all = [
            Self::Null,
            Self::Boolean,
            Self::Number,
            Self::Text,
            Self::Json,
        ];
        all.get(usize::from(code)).copied()
    }
}

/// One value of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The kind of value.
    pub kind: CellKind,
    /// The value as text; empty for [`CellKind::Null`].
    pub text: &'a str,
}

impl<'a> Cell<'a> {
    /// The cell without a value.
    pub(crate) const NULL: Self = Self {
        kind: CellKind::Null,
        text: "",
    };

    /// Returns a cell of text.
    #[must_use]
    pub(crate) fn text(text: &'a str) -> Self {
        Self {
            kind: CellKind::Text,
            text,
        }
    }
}

/// Consecutive cells of one column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    kinds: Vec<CellKind>,
    ends: Vec<u32>,
    text: String,
}

impl Cells {
    /// Returns `n` cells without a value.
    #[must_use]
    pub(crate) fn nulls(n: usize) -> Self {
        Self {
            kinds: vec![CellKind::Null; n],
            ends: vec![0; n],
            text: String::new(),
        }
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: Cell<'_>) {
        self.text.push_str(cell.text);
        self.kinds.push(cell.kind);
        // A group of rows is bounded far below 4 GiB.
        self.ends.push(self.text.len() as u32);
    }

    /// Adds a cell whose text `write` appends.
    pub(crate) fn push_with(&mut self, kind: CellKind, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.kinds.push(kind);
        self.ends.push(self.text.len() as u32);
    }

    /// Returns the bytes of memory that the cells take.
    #[must_use]
    pub(crate) fn memory(&self) -> usize {
        self.kinds.capacity() + self.ends.capacity() * size_of::<u32>() + self.text.capacity()
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the cell at `index`.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell<'_> {
        let start = match index {
            0 => 0,
            index => self.ends[index - 1] as usize,
        };
        Cell {
            kind: self.kinds[index],
            text: &self.text[start..self.ends[index] as usize],
        }
    }

    /// Returns every cell in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell<'_>> + Clone {
        (0..self.len()).map(|index| self.cell(index))
    }

    /// Removes every cell and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.ends.clear();
        self.text.clear();
    }
}

/// Whether a text is a number as JSON writes it (RFC 8259, 6). `007` and `+5` are none: they are names of things
/// more often than quantities, and would lose a character.
#[must_use]
pub(crate) fn is_number(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    let digits = |from: usize| {
        let rest = bytes[from..].iter();
        from + rest.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(at);
    if whole == at || (bytes[at] == b'0' && whole > at + 1) {
        return false;
    }
    at = whole;
    if bytes.get(at) == Some(&b'.') {
        let end = digits(at + 1);
        if end == at + 1 {
            return false;
        }
        at = end;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        let end = digits(at.min(bytes.len()));
        if end == at {
            return false;
        }
        at = end;
    }
    at == bytes.len()
}

/// Whether a number as JSON writes it is finite as a double.
#[must_use]
pub(crate) fn is_finite(number: &str) -> bool {
    // Up to 300 digits without an exponent are below 1e308.
    let is_short = number.len() <= 300 && !number.contains(['e', 'E']);
    is_short || number.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether a text is a date with a time and an offset (RFC 3339), by its form and the ranges of its fields.
#[must_use]
pub(crate) fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() < 20 {
        return false;
    }
    let pair = |at: usize| -> Option<u8> {
        let (tens, ones) = (bytes.get(at)?, bytes.get(at + 1)?);
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
    };
    let within = |at, range: std::ops::RangeInclusive<u8>| {
        pair(at).is_some_and(|value| range.contains(&value))
    };
    let is_date = within(0, 0..=99)
        && within(2, 0..=99)
        && bytes[4] == b'-'
        && within(5, 1..=12)
        && bytes[7] == b'-'
        && within(8, 1..=31);
    let is_time = matches!(bytes[10], b'T' | b't' | b' ')
        && within(11, 0..=23)
        && bytes[13] == b':'
        && within(14, 0..=59)
        && bytes[16] == b':'
        && within(17, 0..=60);
    if !is_date || !is_time {
        return false;
    }
    let mut at = 19;
    if bytes[at] == b'.' {
        let digits = bytes[at + 1..].iter();
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return false;
        }
        at += 1 + digits;
    }
    match bytes.get(at) {
        Some(b'Z' | b'z') => bytes.len() == at + 1,
        Some(b'+' | b'-') => {
            within(at + 1, 0..=23)
                && bytes.get(at + 3) == Some(&b':')
                && within(at + 4, 0..=59)
                && bytes.len() == at + 6
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_json() {
        for (text, expected) in [
            ("0", true),
            ("-0", true),
            ("12.50", true),
            ("1e5", true),
            ("1E+05", true),
            ("-3.0e-2", true),
            ("", false),
            ("-", false),
            ("007", false),
            ("+5", false),
            (".5", false),
            ("5.", false),
            ("1e", false),
            ("1e+", false),
            ("1,5", false),
            ("NaN", false),
            ("0x10", false),
            ("1 ", false),
        ] {
            assert_eq!(is_number(text), expected, "{text:?}");
        }
        for (text, expected) in [("1e308", true), ("1e999", false), ("-1e999", false)] {
            assert_eq!(is_finite(text), expected, "{text}");
        }
    }

    #[test]
    fn timestamps_have_an_offset() {
        for (text, expected) in [
            ("2026-06-01T00:00:00Z", true),
            ("2026-06-01T00:00:00.123456+02:00", true),
            ("2026-06-01 00:00:00-07:30", true),
            ("2026-06-01T00:00:00", false),
            ("2026-06-01", false),
            ("2026-13-01T00:00:00Z", false),
            ("2026-06-01T24:00:00Z", false),
            ("2026-06-01T00:00:00.Z", false),
            ("2026-06-01T00:00:00Zx", false),
            ("zzzz-06-01T00:00:00Z", false),
        ] {
            assert_eq!(is_timestamp(text), expected, "{text:?}");
        }
    }
}
