//! Deletes the stored days that an upload affects.

use std::collections::BTreeMap;

use lockstep_store::{StoreError, Tx};

use super::day;
use super::ledger::Ledger;

/// The ranges of time in which an upload changes points, by type.
#[derive(Debug, Default)]
pub(super) struct ChangedTimes<'u>(BTreeMap<&'u str, Vec<(i64, i64)>>);

impl<'u> ChangedTimes<'u> {
    pub(super) fn add(&mut self, kind: &'u str, range: (i64, i64)) {
        self.0.entry(kind).or_default().push(range);
    }

    /// Deletes the rows of days that the points affect: once for ranges of many devices that are close together.
    pub(super) fn forget(self, tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
        if self.0.is_empty() || !day::has_rows(tx, ledger.user())? {
            return Ok(());
        }
        for (kind, ranges) in self.0 {
            for range in joined(ranges) {
                day::forget(tx, ledger, kind, range)?;
            }
        }
        Ok(())
    }
}

/// Joins ranges that overlap or lie at most an hour apart. A day is longer, so that no other day is between them.
fn joined(mut ranges: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    ranges.sort_unstable();
    let mut all: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
    for (from, to) in ranges {
        match all.last_mut() {
            Some(last) if from <= last.1.saturating_add(HOUR_MILLIS) => last.1 = last.1.max(to),
            _ => all.push((from, to)),
        }
    }
    all
}

const HOUR_MILLIS: i64 = 3_600_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_are_close_together_are_joined() {
        const HOUR: i64 = HOUR_MILLIS;
        for (ranges, expected) in [
            (vec![], vec![]),
            (vec![(5, 9)], vec![(5, 9)]),
            (vec![(7, 9), (1, 3), (2, 20)], vec![(1, 20)]),
            (vec![(0, 1), (1 + HOUR, 2 + HOUR)], vec![(0, 2 + HOUR)]),
            (
                vec![(0, 1), (2 + HOUR, 3 + HOUR)],
                vec![(0, 1), (2 + HOUR, 3 + HOUR)],
            ),
            (
                vec![(i64::MIN, i64::MAX), (4, 5)],
                vec![(i64::MIN, i64::MAX)],
            ),
        ] {
            assert_eq!(joined(ranges.clone()), expected, "{ranges:?}");
        }
    }
}
