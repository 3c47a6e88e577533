//! Primary keys of rows, and ranges of them.

use std::ops::Bound;

use crate::error::StoreError;
use crate::value::{Row, Value};

/// A primary key. Keys are ordered as both engines order them: texts and bytes byte by byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(Vec<Part>);

/// The value of one column of a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Integer(i64),
    Text(Box<str>),
    Blob(Box<[u8]>),
}

impl Key {
    /// Reads a key from these columns of a row.
    pub(super) fn read(
        row: &Row<'_>,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, StoreError> {
        let mut parts = Vec::new();
        for column in columns {
            parts.push(match row.value(column, EXPECTED)? {
                Value::Integer(value) => Part::Integer(value),
                Value::Text(value) => Part::Text(value.into()),
                Value::Blob(value) => Part::Blob(value.into()),
                Value::Null | Value::Real(_) => return Err(row.wrong(column, EXPECTED)),
            });
        }
        Ok(Self(parts))
    }

    fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.0.iter().map(|part| match part {
            Part::Integer(value) => Value::Integer(*value),
            Part::Text(value) => Value::Text(value),
            Part::Blob(value) => Value::Blob(value),
        })
    }
}

/// A range of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    from: Bound<Key>,
    to: Bound<Key>,
}

impl Range {
    /// Returns the range of all keys.
    pub(super) fn all() -> Self {
        Self::portion(None, None)
    }

    /// Returns the range of the keys after `after`, if there is one, up to and with `end`, if there is one.
    pub(super) fn portion(after: Option<Key>, end: Option<Key>) -> Self {
        Self {
            from: after.map_or(Bound::Unbounded, Bound::Excluded),
            to: end.map_or(Bound::Unbounded, Bound::Included),
        }
    }

    /// Returns the condition of a statement that selects the rows of this range, and the values of its parameters, which
    /// begin with `?1`. Without bounds, both are empty.
    pub(super) fn condition(&self, columns: &[String]) -> (String, Vec<Value<'_>>) {
        let bounds = [(&self.from, [">", ">="]), (&self.to, ["<", "<="])];
        let (mut conditions, mut values) = (Vec::new(), Vec::new());
        for (bound, [open, closed]) in bounds {
            let (operator, key) = match bound {
                Bound::Unbounded => continue,
                Bound::Excluded(key) => (open, key),
                Bound::Included(key) => (closed, key),
            };
            let mut places = Vec::new();
            for value in key.values() {
                values.push(value);
                places.push(format!("?{}", values.len()));
            }
            let (columns, places) = (columns.join(", "), places.join(", "));
            conditions.push(format!("({columns}) {operator} ({places})"));
        }
        if conditions.is_empty() {
            return (String::new(), values);
        }
        (format!("WHERE {}", conditions.join(" AND ")), values)
    }
}

/// Joins keys, which are given in order, to ranges.
#[derive(Default)]
pub(super) struct Runs {
    ranges: Vec<Range>,
    /// The first and the last key of the range that may go on.
    open: Option<(Key, Key)>,
}

impl Runs {
    /// Adds the next key to the open range.
    pub(super) fn add(&mut self, key: &Key) {
        let first = self.open.take().map(|(first, _)| first);
        self.open = Some((first.unwrap_or_else(|| key.clone()), key.clone()));
    }

    /// Ends the open range: a key that does not belong to it follows.
    pub(super) fn end(&mut self) {
        if let Some((first, last)) = self.open.take() {
            self.ranges.push(Range {
                from: Bound::Included(first),
                to: Bound::Included(last),
            });
        }
    }

    /// Returns the ranges.
    pub(super) fn finish(mut self) -> Vec<Range> {
        self.end();
        self.ranges
    }
}

const EXPECTED: &str = "an integer, a text or bytes of a primary key";

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, n: i64) -> Key {
        Key(vec![Part::Text(name.into()), Part::Integer(n)])
    }

    #[test]
    fn a_range_is_a_condition_of_its_bounds() {
        let columns = ["a", "b"].map(str::to_owned);
        let check = |range: &Range, condition: &str, count: usize| {
            let (found, values) = range.condition(&columns);
            assert_eq!((&*found, values.len()), (condition, count));
        };
        check(&Range::all(), "", 0);
        check(
            &Range::portion(None, Some(key("x", 1))),
            "WHERE (a, b) <= (?1, ?2)",
            2,
        );
        check(
            &Range::portion(Some(key("x", 1)), Some(key("y", 0))),
            "WHERE (a, b) > (?1, ?2) AND (a, b) <= (?3, ?4)",
            4,
        );
    }

    #[test]
    fn neighbouring_keys_become_one_range() {
        let mut runs = Runs::default();
        runs.add(&key("x", 1));
        runs.add(&key("x", 2));
        runs.end();
        runs.end();
        runs.add(&key("z", 1));
        let range = |first: Key, last: Key| Range {
            from: Bound::Included(first),
            to: Bound::Included(last),
        };
        assert_eq!(
            runs.finish(),
            [
                range(key("x", 1), key("x", 2)),
                range(key("z", 1), key("z", 1)),
            ]
        );
    }
}
