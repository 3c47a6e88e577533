//! The chunks of one series, pulled one at a time: for what reads several series side by side.

use std::ops::Range;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};

use super::{Chunk, Filter, Series, chunks_in, open};
use crate::columns::Columns;

/// The chunks of a series that hold points of a range, in order of time; each is opened when it is
/// asked for.
pub(crate) struct Chunks<'t, 'c> {
    tx: &'t Tx<'c>,
    user: &'t UserId,
    series: i64,
    range: (i64, i64),
    ahead: std::vec::IntoIter<Chunk>,
}

/// The chunks of `series` with points in the filter's range.
pub(crate) fn chunks<'t, 'c>(
    tx: &'t Tx<'c>,
    user: &'t UserId,
    series: &Series,
    filter: &Filter,
) -> Result<Chunks<'t, 'c>, StoreError> {
    let range = filter.range();
    let ahead = chunks_in(tx, user, series.id, range.0, range.1)?;
    Ok(Chunks {
        tx,
        user,
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
        let points = open(self.tx, self.user, self.series, &chunk);
        Some(points.map(|points| {
            let meant = points.places(self.range.0, self.range.1);
            (points, meant)
        }))
    }
}
