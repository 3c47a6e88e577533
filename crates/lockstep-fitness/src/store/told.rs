//! What an event of the outbox stands for: the points of a stretch of one series, and insights as
//! they were answered.

use lockstep_store::id::{InsightId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};

use super::{Chunk, chunk_at, decode};
use crate::point::Point;
use crate::point_id::PointId;

/// Gives `each` the points of a series with `from <= timestamp <= to` in order of time, until it
/// answers `false`; says whether it went to the end. A series that is gone has none.
pub(crate) fn stretch(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    (from, to): (i64, i64),
    mut each: impl FnMut(PointId, &Point<'_>) -> bool,
) -> Result<bool, StoreError> {
    let names = tx.query_opt(
        "SELECT type, device FROM series WHERE user_id = ?1 AND id = ?2",
        params![user, series],
        |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
    )?;
    let Some((kind, device)) = names.filter(|_| from <= to) else {
        return Ok(true);
    };
    let start = chunk_at(tx, user, series, from)?.map_or(from, |chunk| chunk.t0);
    let mut ended = true;
    tx.visit(
        "SELECT t0, t1, n, body_id, body FROM seg
         JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
         WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.t0 >= ?3 AND seg.t0 <= ?4
         ORDER BY seg.t0",
        params![user, series, start, to],
        |row| {
            let chunk = Chunk::read(row)?;
            if chunk.t1 < from {
                return Ok::<_, StoreError>(true);
            }
            let points = decode(row.at(4)?, user, series, &chunk)?;
            for place in points.places(from, to) {
                let entry = points.entry(place);
                let timestamp = Timestamp(entry.timestamp);
                let point = Point {
                    timestamp,
                    kind: &kind,
                    value: entry.value,
                    unit: entry.unit,
                    device: &device,
                    confidence: entry.confidence,
                    metadata: entry.metadata,
                };
                if !each(PointId { series, timestamp }, &point) {
                    ended = false;
                    return Ok(false);
                }
            }
            Ok(true)
        },
    )?;
    Ok(ended)
}

/// Keeps an insight as it was answered, for those who hear of it later.
pub(crate) fn keep_insight(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &InsightId,
    body: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO told_insight(user_id, id, at, body) VALUES (?1, ?2, ?3, ?4)",
        params![user, id.as_str(), tx.now(), body],
    )?;
    Ok(())
}

/// An insight as it was answered, while it is kept.
pub(crate) fn insight(
    tx: &Tx<'_>,
    user: &UserId,
    id: &InsightId,
) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT body FROM told_insight WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
        |row| row.at(0),
    )
}

/// Removes insights answered before `before`.
pub(crate) fn forget_insights(tx: &mut Tx<'_>, before: Timestamp) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM told_insight WHERE at < ?1", params![before])
}
