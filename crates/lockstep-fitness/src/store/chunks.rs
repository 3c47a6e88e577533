//! The chunks of one series, pulled one at a time: for what reads several series side by side.

use std::ops::Range;

use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use super::{Chunk, Filter, Series, chunks_in, open, retain_readable};
use crate::columns::Columns;

/// The chunks of a series that hold points of a range, in order of time, those that can be opened;
/// each is when it is asked for.
pub(crate) struct Chunks<'t, 'c> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    series: i64,
    range: (i64, i64),
    ahead: std::vec::IntoIter<Chunk>,
}

/// The chunks of `series` with points in the filter's range.
pub(crate) fn chunks<'t, 'c>(
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    series: &Series,
    filter: &Filter,
) -> Result<Chunks<'t, 'c>, StoreError> {
    let range = filter.range();
    let mut ahead = chunks_in(tx, account_keys.user(), series.id, range.0, range.1)?;
    retain_readable(tx, account_keys, &mut ahead)?;
    Ok(Chunks {
        tx,
        account_keys,
        series: series.id,
        range,
        ahead: ahead.into_iter(),
    })
}

/// A chunk's points, and which of them are meant.
impl Iterator for Chunks<'_, '_> {
    type Item = Result<(Columns, Range<usize>), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.ahead.next()?;
        let points = open(self.tx, self.account_keys, self.series, &chunk);
        Some(points.map(|points| {
            let meant = points.places(self.range.0, self.range.1);
            (points, meant)
        }))
    }
}
