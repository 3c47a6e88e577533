//! Sequences: named counters in table `sequence`. When the store opens, each is checked against the
//! numbers in use.

use std::ops::RangeInclusive;

use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// A sequence and the table that it numbers.
struct Sequence {
    name: &'static str,
    /// The statement for the greatest number in use; `None` if no table stores the numbers.
    greatest: Option<&'static str>,
}

/// Every sequence of the store.
const SEQUENCES: &[Sequence] = &[
    Sequence {
        name: "event_outbox",
        greatest: Some(
            "SELECT MAX(seq) FROM event_outbox
             WHERE seq BETWEEN 1 AND ?1 AND typeof(seq) = 'integer'",
        ),
    },
    Sequence {
        name: "doctor",
        greatest: None,
    },
];

/// The upper limit of a sequence's numbers.
const MAX_NUMBER: i64 = 1 << 62;
/// The maximum by which a sequence may be ahead of the greatest number in use, since rows with greater numbers may
/// have been deleted.
const MAX_AHEAD: i64 = 1 << 40;

impl Tx<'_> {
    /// Returns the next number of a named sequence, from 1, without gaps among committed
    /// transactions.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the stored value is not an integer from 0 to [`MAX_NUMBER`] − 1.
    pub fn next(&mut self, sequence: &str) -> Result<i64, StoreError> {
        Ok(*self.next_numbers(sequence, 1)?.start())
    }

    /// As [`Tx::next`], for the next `count` numbers, at least one.
    pub(crate) fn next_numbers(
        &mut self,
        sequence: &str,
        count: usize,
    ) -> Result<RangeInclusive<i64>, StoreError> {
        let count = i64::try_from(count).unwrap_or(MAX_NUMBER);
        let last: Option<i64> = self.query_opt(
            "INSERT INTO sequence(name, value) VALUES (?1, ?3)
             ON CONFLICT (name) DO UPDATE SET value = sequence.value + ?3
                 WHERE typeof(sequence.value) = 'integer' AND sequence.value BETWEEN 0 AND ?2 - ?3
             RETURNING value",
            params![sequence, MAX_NUMBER, count],
            |row| row.at(0),
        )?;
        let last = last.ok_or_else(|| {
            StoreError::Damaged(format!(
                "table sequence, row {sequence}: the value is not a number from 0 to {MAX_NUMBER}; \
                 restart the server to repair it"
            ))
        })?;
        Ok(last - count + 1..=last)
    }
}

/// Returns the sequences whose stored value is wrong, each with the value that it should have.
fn wrong_sequences(tx: &Tx<'_>) -> Result<Vec<(&'static str, i64)>, StoreError> {
    let mut wrong = Vec::new();
    for sequence in SEQUENCES {
        let stored = tx.query_opt(
            "SELECT value FROM sequence WHERE name = ?1",
            params![sequence.name],
            // The outer `Option` is the row, the inner one its value if that is an integer.
            |row| Ok(row.at::<i64>(0).ok()),
        )?;
        let greatest = match sequence.greatest {
            Some(sql) => {
                tx.query_one(sql, params![MAX_NUMBER - 1], |row| row.at::<Option<i64>>(0))?
            }
            None => None,
        };
        let greatest = greatest.unwrap_or(0);
        let is_right = match stored {
            Some(Some(value)) => (greatest..=greatest + MAX_AHEAD).contains(&value),
            Some(None) => false,
            None => greatest == 0,
        };
        if !is_right {
            wrong.push((sequence.name, greatest));
        }
    }
    Ok(wrong)
}

/// Describes the wrong rows of table `sequence`, one text for each.
pub(crate) fn damaged(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let wrong = wrong_sequences(tx)?;
    Ok(wrong
        .into_iter()
        .map(|(name, greatest)| {
            format!(
                "table sequence, row {name}: the value does not fit the greatest number in use, {greatest}; \
                 restart the server to repair it"
            )
        })
        .collect())
}

/// Sets every wrong sequence to the greatest number in use, and deletes events whose number is out
/// of range.
pub(crate) fn repair(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let deleted = tx.execute(
        "DELETE FROM event_outbox
         WHERE typeof(seq) <> 'integer' OR seq < 1 OR seq > ?1",
        params![MAX_NUMBER - 1],
    )?;
    if deleted > 0 {
        tracing::warn!(
            table = "event_outbox",
            deleted,
            "rows with a damaged number were deleted"
        );
    }
    for (name, value) in wrong_sequences(tx)? {
        tx.execute(
            "INSERT INTO sequence(name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            params![name, value],
        )?;
        tracing::warn!(
            table = "sequence",
            row = name,
            value,
            "a damaged row was repaired: the value is the greatest number in use"
        );
    }
    Ok(())
}
