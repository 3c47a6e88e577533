//! The rows and fields of a table (RFC 4180).

use std::io::BufRead;

use super::intake::StopReason;

/// The rows of a table, one at a time.
pub(super) struct Table<'r> {
    reader: &'r mut dyn BufRead,
    pub(super) row: Row,
    line: Vec<u8>,
    lines: u64,
}

/// The fields of one row.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    text: String,
    ends: Vec<usize>,
    /// The fields that had quotes.
    quoted: Vec<usize>,
}

impl Row {
    /// Returns a field without surrounding white space; empty if the row is too short.
    pub(super) fn field(&self, at: usize) -> &str {
        self.whole(at).trim()
    }

    /// Returns a field, with surrounding white space if it is quoted.
    pub(super) fn exact(&self, at: usize) -> &str {
        if self.quoted.contains(&at) {
            self.whole(at)
        } else {
            self.field(at)
        }
    }

    fn whole(&self, at: usize) -> &str {
        let Some(end) = self.ends.get(at) else {
            return "";
        };
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start..*end]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|at| self.field(at))
    }

    /// Returns the index of the column with this name.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.iter()
            .position(|field| field.eq_ignore_ascii_case(name))
    }

    fn is_empty(&self) -> bool {
        self.ends.len() <= 1 && self.text.trim().is_empty()
    }
}

impl<'r> Table<'r> {
    /// Starts before the first row.
    pub(super) fn new(reader: &'r mut dyn BufRead) -> Self {
        Self {
            reader,
            row: Row::default(),
            line: Vec::new(),
            lines: 0,
        }
    }

    /// Reads the next row that is not empty; false at the end.
    pub(super) fn next_row<E>(&mut self) -> Result<bool, StopReason<E>> {
        loop {
            self.row.text.clear();
            self.row.ends.clear();
            self.row.quoted.clear();
            let first = self.lines + 1;
            let mut quoted = false;
            loop {
                let end = !self.next_line(first)?;
                if end && quoted {
                    return Err(StopReason::Damage(format!(
                        "line {first}: the file ends inside a quoted field"
                    )));
                }
                if end && self.row.ends.is_empty() {
                    return Ok(false);
                }
                let line = std::str::from_utf8(&self.line).map_err(|_| {
                    StopReason::Damage(format!("line {}: is not UTF-8", self.lines))
                })?;
                let line = if self.lines == 1 {
                    line.strip_prefix('\u{feff}').unwrap_or(line)
                } else {
                    line
                };
                quoted = self.row.take(line, quoted);
                if !quoted {
                    break;
                }
            }
            if !self.row.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads a line with its line end; false at the end of the file. `first` is the number of the row's
    /// first line.
    fn next_line<E>(&mut self, first: u64) -> Result<bool, StopReason<E>> {
        self.line.clear();
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            if self.line.len() + self.row.text.len() + taken > MAX_ROW_BYTES {
                return Err(StopReason::Damage(format!("line {first}: is too long")));
            }
            self.line.extend_from_slice(&buffer[..taken]);
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        self.lines += 1;
        Ok(!self.line.is_empty())
    }
}

impl Row {
    /// Parses a line; returns true if it ends inside a quoted field, which continues on the next line.
    fn take(&mut self, line: &str, mut quoted: bool) -> bool {
        let mut rest = line;
        loop {
            if quoted {
                let Some(at) = rest.find('"') else {
                    self.text.push_str(rest);
                    return true;
                };
                self.text.push_str(&rest[..at]);
                rest = &rest[at + 1..];
                if let Some(after) = rest.strip_prefix('"') {
                    self.text.push('"');
                    rest = after;
                } else {
                    quoted = false;
                }
            } else {
                let at = rest.find([',', '"', '\n', '\r']).unwrap_or(rest.len());
                self.text.push_str(&rest[..at]);
                rest = &rest[at..];
                match rest.as_bytes().first() {
                    Some(b'"') => {
                        quoted = true;
                        self.quoted.push(self.ends.len());
                        rest = &rest[1..];
                    }
                    Some(b',') => {
                        self.ends.push(self.text.len());
                        rest = &rest[1..];
                    }
                    _ => {
                        self.ends.push(self.text.len());
                        return false;
                    }
                }
            }
        }
    }
}

/// The maximum bytes of a row: a point's metadata may have 16 names and texts, and rows of other tables
/// more.
const MAX_ROW_BYTES: usize = 4 << 20;
