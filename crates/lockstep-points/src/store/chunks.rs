//! The chunks of one series, one at a time: for readers that read several series in parallel.

use std::ops::Range;

use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use super::{Chunk, Filter, Series, chunks_in, open, retain_readable};
use crate::columns::Columns;

/// The readable chunks of a series with points in a range, in order of time. Each chunk is opened when
/// the iterator reaches it.
pub struct Chunks<'t, 'c> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    series: i64,
    range: (i64, i64),
    ahead: std::vec::IntoIter<Chunk>,
}

/// Returns the chunks of `series` with points in the filter's range.
pub fn chunks<'t, 'c>(
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    series: &Series,
    filter: &Filter,
) -> Result<Chunks<'t, 'c>, StoreError> {
    let range = filter.range_of(series);
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

/// Yields a chunk's points and the indexes of the selected points.
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
