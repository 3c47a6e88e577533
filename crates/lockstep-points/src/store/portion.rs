//! Limits the points that one transaction stores or removes. Its work depends on the stored chunks that
//! the points reach, so an upload or an undo that reaches many is divided.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};

use super::remove::PointTimes;
use super::{Series, series_named};
use crate::chunk::CHUNK_POINTS;
use crate::columns::Columns;
use crate::layout::SeriesLayout;

/// The work that a transaction has left.
pub(crate) struct Budget {
    left: u64,
    is_fresh: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            left: BUDGET,
            is_fresh: true,
        }
    }
}

impl Budget {
    /// Returns how many of the first points of a series the transaction stores; at least one if it has no others. `named` are
    /// the stored series with its type and device.
    pub(crate) fn store(
        &mut self,
        tx: &Tx<'_>,
        (user, named): (&UserId, &[Series]),
        (layout, points): (&SeriesLayout, &Columns),
    ) -> Result<usize, StoreError> {
        let mut costs = vec![(0, STORED_SERIES)];
        let starts = (0..points.len()).step_by(layout.sizes.most.max(1));
        costs.extend(starts.map(|place| {
            let n = usize::min(points.len() - place, layout.sizes.most);
            (place, NEW_CHUNK + n as u64 / PACKED_POINTS)
        }));
        let texts = points.metadata().iter();
        costs.extend(texts.map(|(place, text)| (*place as usize, text.len() as u64 / TEXT_BYTES)));
        self.take(tx, (user, named), points.timestamps(), costs)
    }

    /// Returns how many of the points at the first `times` the transaction removes; at least one if it has no others.
    fn remove(
        &mut self,
        tx: &Tx<'_>,
        user: &UserId,
        moments: &PointTimes,
    ) -> Result<usize, StoreError> {
        let named = match moments.times.len() {
            0 | 1 => Vec::new(),
            _ => series_named(tx, user, &moments.kind, &moments.device)?,
        };
        let costs = vec![(0, REDUCED_SERIES)];
        self.take(tx, (user, &named), &moments.times, costs)
    }

    /// Takes the costs of the points at ascending `times`, until the budget is used up. `costs` are those of the series and
    /// of the points themselves, each from a position on; the costs of the stored chunks are added.
    fn take(
        &mut self,
        tx: &Tx<'_>,
        (user, named): (&UserId, &[Series]),
        times: &[i64],
        mut costs: Vec<(usize, u64)>,
    ) -> Result<usize, StoreError> {
        let mut count = times.len();
        // No chunk begins between the first and the last time of one point.
        if let [first, _, ..] = times {
            for series in named {
                if series.last.0 < *first {
                    // The points follow all chunks, and pass the last.
                    costs.push((0, PASSED_CHUNK));
                    continue;
                }
                count = count.min(self.reached(tx, user, series.id, times, &mut costs)?);
            }
        }
        costs.sort_by_key(|(place, _)| *place);
        for (place, cost) in costs.into_iter().filter(|(place, _)| *place < times.len()) {
            if cost > self.left {
                count = count.min(place);
                break;
            }
            self.left -= cost;
        }
        // A transaction that stores nothing would be repeated forever.
        let minimum = usize::from(self.is_fresh).min(times.len());
        let count = count.max(minimum);
        self.is_fresh = false;
        if count < times.len() {
            self.left = 0;
        }
        Ok(count)
    }

    /// Adds the costs of the stored chunks that reach from the first to the last time. Returns the number of points before
    /// the first chunk that was not read.
    fn reached(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
        series: i64,
        times: &[i64],
        costs: &mut Vec<(usize, u64)>,
    ) -> Result<usize, StoreError> {
        let (Some(from), Some(to)) = (times.first(), times.last()) else {
            return Ok(0);
        };
        let limit = self.left / PASSED_CHUNK + 1;
        let (mut read, mut end) = (0, times.len());
        // A damaged row is named by the transaction that opens its chunk.
        tx.visit::<StoreError>(
            "SELECT t0, t1, n FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?4
                 AND t0 >= COALESCE((SELECT MAX(t0) FROM seg
                     WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3), ?3)
             ORDER BY t0 LIMIT ?5",
            params![user, series, *from, *to, limit as i64],
            |row| {
                let t0: i64 = row.at(0).unwrap_or(i64::MIN);
                let t1: i64 = row.at(1).unwrap_or(t0);
                let n: u64 = row.at(2).unwrap_or(MAX_POINTS);
                let index = times.partition_point(|at| *at < t0);
                let is_touched = times.get(index).is_some_and(|at| *at <= t1);
                costs.push((
                    index,
                    if is_touched {
                        TOUCHED_CHUNK + n.min(MAX_POINTS) / REPACKED_POINTS
                    } else {
                        PASSED_CHUNK
                    },
                ));
                read += 1;
                if read >= limit {
                    end = index;
                }
                Ok(true)
            },
        )?;
        Ok(end)
    }
}

/// Divides points to remove into those of the next transaction and the rest.
///
/// # Errors
/// [`StoreError`].
pub fn divide(
    tx: &Tx<'_>,
    user: &UserId,
    moments: Vec<PointTimes>,
) -> Result<(Vec<PointTimes>, Vec<PointTimes>), StoreError> {
    let mut budget = Budget::default();
    let (mut now, mut later) = (Vec::new(), Vec::new());
    for mut one in moments {
        let count = match later.is_empty() {
            true => budget.remove(tx, user, &one)?,
            false => 0,
        };
        let rest = one.times.split_off(count);
        if !rest.is_empty() {
            later.push(PointTimes {
                kind: one.kind.clone(),
                device: one.device.clone(),
                times: rest,
            });
        }
        if !one.times.is_empty() {
            now.push(one);
        }
    }
    Ok((now, later))
}

/// The number of series that one transaction can always store if each gets one point without metadata.
pub(crate) const SINGLE_POINTS: usize = (BUDGET / (STORED_SERIES + NEW_CHUNK)) as usize;
/// The work of one transaction: some 20 to 50 milliseconds.
const BUDGET: u64 = 16_384;
/// The work for a series with new points: its row, and the chunks to the left that they join.
const STORED_SERIES: u64 = 64;
/// The work for a series that loses points: its row, and its days, which are searched once for each series.
const REDUCED_SERIES: u64 = 128;
/// The work for a stored chunk that is opened, and sealed again with other points, apart from its points.
const TOUCHED_CHUNK: u64 = 64;
/// The work for a new chunk, apart from its points.
const NEW_CHUNK: u64 = 32;
/// The points that are one unit of work to pack.
const PACKED_POINTS: u64 = 256;
/// The points that are one unit of work to unpack, merge and pack again.
const REPACKED_POINTS: u64 = 128;
/// The points of a chunk that count, in case its row is damaged.
const MAX_POINTS: u64 = CHUNK_POINTS as u64;
/// The work for the row of a chunk between two points.
const PASSED_CHUNK: u64 = 1;
/// The bytes of metadata that are one unit of work.
const TEXT_BYTES: u64 = 64;

#[cfg(test)]
mod tests {
    use lockstep_formats::Point;
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::*;
    use crate::columns::Batch;
    use crate::layout::StorageOptions;
    use crate::testing::Fixture;

    #[test]
    fn a_chunk_that_begins_before_the_points_counts() {
        let fixture = Fixture::new(Timestamp(0));
        let user = UserId::generate(Timestamp(0), &SystemEntropy);
        let account_keys = fixture.plain_keys(&user);
        let mut batch = Batch::default();
        for timestamp in 0..16_000 {
            batch.push(&Point {
                timestamp,
                kind: "heart_rate",
                value: 60.0,
                unit: "bpm",
                device: "strap",
                confidence: None,
                metadata: None,
            });
        }
        fixture.append(&account_keys, batch, StorageOptions::default());
        let db = &fixture.state.db;
        let read = db.read::<_, StoreError, _>("test.budget", move |tx| {
            let layout = SeriesLayout {
                kind: "heart_rate".into(),
                device: "strap".into(),
                mode: None,
                sizes: StorageOptions::default().sizes(),
            };
            let spent = |at: i64| {
                let (mut budget, mut points) = (Budget::default(), Columns::default());
                for timestamp in [at, at + 1] {
                    points.push(timestamp, 61.0, "bpm", None, None);
                }
                let named = series_named(tx, &user, "heart_rate", "strap")?;
                budget.store(tx, (&user, &named), (&layout, &points))?;
                Ok::<_, StoreError>(BUDGET - budget.left)
            };
            Ok((spent(5)?, spent(16_000)?))
        });
        let (inside, after) = fixture.runtime.block_on(read).unwrap();
        let opened = TOUCHED_CHUNK + 16_000 / REPACKED_POINTS;
        assert_eq!(inside - after, opened - PASSED_CHUNK);
    }
}
