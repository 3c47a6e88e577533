//! What an account's points take up where they lie.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Mode;

use super::{Filter, series};
use crate::chunk::Codec;

/// Points of one mode in one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtRest {
    /// What they lie under; none: the account's own key.
    pub mode: Option<Mode>,
    /// What their bytes are.
    pub codec: Codec,
    /// In how many chunks.
    pub chunks: u64,
    /// How many there are.
    pub points: u64,
    /// Bytes of their chunks as they are stored, without the rows that name them.
    pub bytes: u64,
}

/// What the series of a filter take up, whole ones whatever its range, by mode, then form.
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
