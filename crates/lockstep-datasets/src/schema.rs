//! The schema of a dataset, inferred from its cells: columns, types, units, counts.

use std::borrow::Cow;
use std::collections::HashSet;

use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cell::{CellKind, Cells, is_timestamp};
use crate::decimal::Decimal;
use crate::exact::{ExactNeeds, ExactType};

/// The schema of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schema {
    /// Whether the data are one object whose members are values, not columns.
    pub is_object: bool,
    /// The columns in order.
    pub columns: Vec<Column>,
    /// The keyed root of the uploaded rows, in hexadecimal. `None` in versions stored before this field existed.
    #[serde(default)]
    pub root: Option<String>,
}

/// A column of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The name; no other column of the dataset has it.
    pub name: String,
    /// The type of its values.
    pub kind: ColumnType,
    /// The unit that the name states in brackets at its end.
    pub unit: Option<String>,
    /// The number of rows without a value.
    pub null_count: u64,
    /// The numbers as decimal integers, if the column has only numbers that are exact decimals.
    pub numbers: Option<NumberRange>,
    /// The binary type that holds every value without loss; `None` if no type does, and in versions stored before this
    /// field existed.
    #[serde(default)]
    pub exact: Option<ExactType>,
    /// The protection of the values.
    pub protection: Protection,
    /// The reason why a column of mode `fhe` or `zk` is only sealed.
    pub reason: Option<String>,
    /// The roots of the commitments to the groups of rows, in order, in hexadecimal. A root is a Poseidon Merkle root
    /// over BLS12-381's scalar field, canonical, little-endian.
    #[serde(default)]
    pub roots: Vec<String>,
    /// The first row of the first group of rows that has a chunk of the column: earlier rows have no value in it. `None`
    /// in schemas of earlier versions.
    #[serde(default)]
    pub first_row: Option<u64>,
}

/// The range of the numbers of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberRange {
    /// The decimals of the numbers, and of `low` and `high`.
    pub decimals: u8,
    /// The least number, as an integer of 10^-decimals.
    pub low: i64,
    /// The greatest number, as an integer of 10^-decimals.
    pub high: i64,
}

/// The type of a column's values. `integer`: whole numbers. `timestamp`: RFC 3339 with an offset. `json`: arrays and
/// objects. `mixed`: values of several types. `empty`: no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetColumnType)]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Dates with time and offset (RFC 3339).
    Timestamp,
    /// Texts.
    Text,
    /// JSON arrays and objects.
    Json,
    /// Values of several types.
    Mixed,
    /// No values.
    Empty,
}

impl ColumnType {
    /// Returns the name in responses and documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Timestamp => "timestamp",
            Self::Text => "text",
            Self::Json => "json",
            Self::Mixed => "mixed",
            Self::Empty => "empty",
        }
    }
}

/// The protection of a column's values. `sealed`: authenticated encryption. `fhe`: ciphertexts that support sums, means
/// and variances. `zk`: sealed and committed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetColumnProtection)]
pub enum Protection {
    /// Sealed: authenticated encryption.
    Sealed,
    /// Ciphertexts that support sums, means and variances.
    Fhe,
    /// Sealed and committed to.
    Zk,
}

impl Protection {
    /// Returns the name in responses and documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Fhe => "fhe",
            Self::Zk => "zk",
        }
    }
}

/// Collects the types of a column's cells while they arrive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inference {
    present: u64,
    booleans: u64,
    numbers: u64,
    texts: u64,
    timestamps: u64,
    json: u64,
    /// Whether a number is not an exact decimal of 63 bits.
    is_inexact: bool,
    has_fraction: bool,
    range: Option<NumberRange>,
    exact: ExactNeeds,
}

impl Inference {
    /// Adds the cells of a chunk. `parsed` receives the exact decimals of its numbers, so that nothing parses them again.
    pub(crate) fn add(&mut self, cells: &Cells, parsed: &mut Vec<Decimal>) {
        parsed.clear();
        for cell in cells.iter() {
            match cell.kind {
                CellKind::Null => continue,
                CellKind::Boolean => self.booleans += 1,
                CellKind::Number => {
                    self.numbers += 1;
                    self.add_number(cell.text, parsed);
                }
                CellKind::Text => {
                    self.texts += 1;
                    // After the first other text, no later one makes the column a column of timestamps.
                    if self.timestamps + 1 == self.texts && is_timestamp(cell.text) {
                        self.timestamps += 1;
                        self.exact.add_timestamp(cell.text);
                    }
                }
                CellKind::Json => self.json += 1,
            }
            self.present += 1;
        }
    }

    fn add_number(&mut self, text: &str, parsed: &mut Vec<Decimal>) {
        let number = Decimal::parse(text);
        self.exact.add_number(text, number);
        let Some(number) = number else {
            self.is_inexact = true;
            self.has_fraction |= text.contains(['.', 'e', 'E']);
            return;
        };
        parsed.push(number);
        self.has_fraction |= number.decimals > 0;
        let own = NumberRange {
            decimals: number.decimals,
            low: number.mantissa,
            high: number.mantissa,
        };
        let range = match self.range {
            None => Some(own),
            Some(range) if range.decimals == own.decimals => Some(NumberRange {
                low: range.low.min(own.low),
                high: range.high.max(own.high),
                ..range
            }),
            Some(range) => range.join(own),
        };
        match range {
            Some(range) => self.range = Some(range),
            None => self.is_inexact = true,
        }
    }

    /// Returns the column of a table with `rows` rows. A column of CSV with values of several types is text.
    pub(crate) fn column(&self, name: &str, rows: u64, is_untyped: bool) -> Column {
        let only = |count: u64| count == self.present;
        let kind = if self.present == 0 {
            ColumnType::Empty
        } else if only(self.booleans) {
            ColumnType::Boolean
        } else if only(self.numbers) && !self.has_fraction {
            ColumnType::Integer
        } else if only(self.numbers) {
            ColumnType::Number
        } else if only(self.timestamps) {
            ColumnType::Timestamp
        } else if only(self.texts) || is_untyped {
            ColumnType::Text
        } else if only(self.json) {
            ColumnType::Json
        } else {
            ColumnType::Mixed
        };
        let is_numeric = matches!(kind, ColumnType::Integer | ColumnType::Number);
        Column {
            name: name.to_owned(),
            kind,
            unit: unit(name),
            null_count: rows.saturating_sub(self.present),
            numbers: self.range.filter(|_| is_numeric && !self.is_inexact),
            exact: match kind {
                ColumnType::Integer | ColumnType::Number => self.exact.of_numbers(),
                ColumnType::Timestamp => self.exact.of_timestamps(),
                _ => None,
            },
            protection: Protection::Sealed,
            reason: None,
            roots: Vec::new(),
            first_row: None,
        }
    }
}

impl Column {
    /// Whether the column may lack a chunk for the rows up to `end`, since it has no value before its first chunk.
    pub(crate) fn may_lack(&self, row0: u64, end: u64) -> bool {
        match self.first_row {
            Some(first) => row0 < first,
            None => end <= self.null_count,
        }
    }
}

impl Schema {
    /// Refuses a column with numbers of more decimals than the caller allows. No number is ever rounded.
    ///
    /// # Errors
    /// The first such column.
    pub(crate) fn check_decimals(&self, limit: Option<u8>) -> Result<(), ApiError> {
        let Some(limit) = limit else { return Ok(()) };
        for column in &self.columns {
            let is_number = matches!(column.kind, ColumnType::Integer | ColumnType::Number);
            let fits = column.numbers.is_some_and(|range| range.decimals <= limit);
            if is_number && !fits {
                let name: String = column.name.chars().take(MAX_SHOWN_CHARS).collect();
                let reason = format!(
                    "column {name:?}: has numbers with more than {limit} decimals, or beyond 18 digits"
                );
                return Err(ApiError::invalid("precision", reason));
            }
        }
        Ok(())
    }
}

impl NumberRange {
    /// Returns the range that includes both; `None` beyond 63 bits.
    fn join(self, other: Self) -> Option<Self> {
        let decimals = self.decimals.max(other.decimals);
        let at = |mantissa, of: Self| {
            let number = Decimal {
                mantissa,
                decimals: of.decimals,
            };
            number.at(decimals)
        };
        Some(Self {
            decimals,
            low: at(self.low, self)?.min(at(other.low, other)?),
            high: at(self.high, self)?.max(at(other.high, other)?),
        })
    }
}

/// Returns the unit at the end of a name: `speed (m/s)` and `hr [bpm]`.
fn unit(name: &str) -> Option<String> {
    let name = name.trim_end();
    let open = match name.chars().last()? {
        ')' => '(',
        ']' => '[',
        _ => return None,
    };
    let (before, unit) = name[..name.len() - 1].rsplit_once(open)?;
    let is_unit = !before.trim().is_empty() && (1..=MAX_UNIT_CHARS).contains(&unit.chars().count());
    is_unit.then(|| unit.trim().to_owned())
}

/// Checks the names of columns: unique, not empty, printable, within the limits.
///
/// # Errors
/// The first name that is refused, with its column.
pub(crate) fn check_names<'a>(
    names: impl ExactSizeIterator<Item = &'a str>,
) -> Result<(), ApiError> {
    if names.len() > MAX_COLUMNS {
        let reason = format!(
            "has {} columns; a dataset has {MAX_COLUMNS} columns at most",
            names.len()
        );
        return Err(ApiError::invalid("data", reason));
    }
    let mut known = HashSet::new();
    for (index, name) in names.enumerate() {
        check_name(name, index)?;
        if !known.insert(name) {
            let shown: String = name.chars().take(MAX_SHOWN_CHARS).collect();
            let reason = format!("column {}: the name {shown:?} is used twice", index + 1);
            return Err(ApiError::invalid("data", reason));
        }
    }
    Ok(())
}

/// Checks the name of the column at `index`.
pub(crate) fn check_name(name: &str, index: usize) -> Result<(), ApiError> {
    let is_valid =
        (1..=MAX_NAME_CHARS).contains(&name.chars().count()) && free_text::one_line(name).is_ok();
    if is_valid {
        return Ok(());
    }
    let reason = format!(
        "column {}: the name must be 1 to {MAX_NAME_CHARS} printable characters",
        index + 1
    );
    Err(ApiError::invalid("data", reason))
}

/// Splits names of columns at commas. A name in quotation marks may contain commas; two quotation marks in it stand for
/// one, as in CSV. A quotation mark inside of a name without them is part of it.
pub(crate) fn named(names: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    let mut rest = Some(names);
    while let Some(text) = rest {
        let (name, after) = match text.strip_prefix('"').and_then(quoted) {
            Some((name, after)) => (Cow::Owned(name), after),
            None => {
                let end = text.find(',').unwrap_or(text.len());
                (Cow::Borrowed(&text[..end]), &text[end..])
            }
        };
        found.push(name);
        rest = after.strip_prefix(',');
    }
    found
}

/// Reads a name up to its closing quotation mark, which ends the text or precedes a comma.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        name.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                name.push('"');
                rest = after;
            }
            None => return (rest.is_empty() || rest.starts_with(',')).then_some((name, rest)),
        }
    }
}

/// The maximum number of columns of a dataset.
pub(crate) const MAX_COLUMNS: usize = 2000;
/// The maximum number of characters of a column's name.
const MAX_NAME_CHARS: usize = 256;
const MAX_UNIT_CHARS: usize = 32;
/// The maximum number of characters of a client's text in an error.
pub(crate) const MAX_SHOWN_CHARS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_as_in_csv() {
        for (names, expected) in [
            ("a", &["a"][..]),
            ("a,b", &["a", "b"]),
            ("", &[""]),
            ("a,,b", &["a", "", "b"]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("c,\"a,b\"", &["c", "a,b"]),
            ("\"a \"\"x\"\", b\"", &["a \"x\", b"]),
            // Quotation marks that do not enclose a whole name are part of it.
            ("\"a\"b,c", &["\"a\"b", "c"]),
            ("\"a,b", &["\"a", "b"]),
            ("in \"\"", &["in \"\""]),
        ] {
            assert_eq!(named(names), expected, "{names}");
        }
    }

    #[test]
    fn units_are_read_from_names() {
        for (name, expected) in [
            ("speed (m/s)", Some("m/s")),
            ("hr [bpm] ", Some("bpm")),
            ("a (b) (c)", Some("c")),
            ("hr", None),
            ("(bpm)", None),
            ("hr ()", None),
            ("hr (bpm]", None),
        ] {
            assert_eq!(unit(name).as_deref(), expected, "{name}");
        }
    }
}
