//! Computes the storage that an account's points use.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Mode;

use super::{Filter, series};
use crate::chunk::Codec;

/// Points of one mode in one codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtRest {
    /// The encryption mode of the points; `None`: the account's own key.
    pub mode: Option<Mode>,
    /// The codec of the chunks.
    pub codec: Codec,
    /// The number of chunks.
    pub chunks: u64,
    /// The number of points.
    pub points: u64,
    /// The bytes of the sealed chunks, without the other columns of their rows.
    pub bytes: u64,
}

/// Returns the storage of the series that a filter selects, by mode, then codec. The range of the
/// filter is ignored.
pub fn at_rest(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<AtRest>, StoreError> {
    let mut all: Vec<AtRest> = Vec::new();
    for series in series(tx, user, filter)? {
        let forms = tx.query(
            "SELECT seg.codec, COUNT(*), CAST(SUM(seg.n) AS BIGINT),
                 CAST(SUM(LENGTH(seg_body.body)) AS BIGINT)
             FROM seg JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
             WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.codec IN (1, 2, 3)
             GROUP BY seg.codec",
            params![user, series.id],
            |row| {
                let codec = Codec::from_code(row.at(0)?);
                Ok(AtRest {
                    mode: series.mode,
                    // A row with another codec is damaged: a scrub repairs it or sets it aside.
                    codec: codec.ok_or_else(|| row.wrong(0, "a codec"))?,
                    chunks: row.at(1)?,
                    points: row.at(2)?,
                    bytes: row.at(3)?,
                })
            },
        )?;
        for form in forms {
            let is_same = |one: &&mut AtRest| (one.mode, one.codec) == (form.mode, form.codec);
            match all.iter_mut().find(is_same) {
                Some(one) => {
                    one.chunks += form.chunks;
                    one.points += form.points;
                    one.bytes += form.bytes;
                }
                None => all.push(form),
            }
        }
    }
    all.sort_by_key(|one| (one.mode.map_or("", Mode::as_str), one.codec.code()));
    Ok(all)
}
