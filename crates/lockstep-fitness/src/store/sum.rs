//! Totals over a range: blocks that can be computed on are added up as ciphertexts, everything else
//! as the whole numbers of the same form.

use std::ops::Range;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Ring;
use lockstep_vault::rest::Sums;

use super::{CHUNK, Chunk, Filter, chunk_at, decode};
use crate::chunk::{self, Codec};
use crate::columns::Columns;

/// What a total is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Made {
    /// Points whose values were never decrypted one by one.
    pub(crate) encrypted: u64,
    /// Blocks they lie in.
    pub(crate) blocks: u64,
}

/// The keys of homomorphic blocks that a filter means.
pub(crate) fn keys(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<KeyId>, StoreError> {
    let (from, to) = filter.range();
    let mut keys = Vec::new();
    for series in super::series(tx, user, filter)? {
        keys.extend(tx.query(
            "SELECT DISTINCT key_id FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t1 >= ?3 AND t0 <= ?4 AND codec = ?5",
            params![user, series.id, from, to, Codec::Homomorphic.code()],
            |row| row.parse::<KeyId>(0),
        )?);
    }
    keys.sort();
    keys.dedup();
    Ok(keys)
}

/// Adds all that a filter means: blocks to `sums`, and gives the points of the rest to `each`, in their
/// units. What cannot be opened is passed over.
pub(crate) fn add<E: From<StoreError>>(
    tx: &Tx<'_>,
    ring: &Ring,
    filter: &Filter,
    sums: &mut Sums<'_>,
    mut each: impl FnMut(&Columns, Range<usize>) -> Result<(), E>,
) -> Result<Made, E> {
    let (user, (from, to)) = (ring.user(), filter.range());
    let mut made = Made::default();
    for series in super::series(tx, user, filter)? {
        let start = chunk_at(tx, user, series.id, from)?.map_or(from, |chunk| chunk.t0);
        tx.visit(
            &format!(
                "SELECT {CHUNK}, body FROM seg
                 JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
                 WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.t0 >= ?3 AND seg.t0 <= ?4
                 ORDER BY seg.t0"
            ),
            params![user, series.id, start, to],
            |row| {
                let chunk = Chunk::read(row)?;
                if chunk.t1 < from || !chunk.is_readable(tx, ring)? {
                    return Ok(true);
                }
                let body: &[u8] = row.at(6)?;
                if let (Codec::Homomorphic, Some(key)) = (chunk.codec, &chunk.key) {
                    let place = chunk.place(series.id);
                    let block = chunk::open_block(tx, ring, key, &place, body)
                        .map_err(|error| StoreError::Damaged(error.to_string()))?;
                    let meant = block.columns.places(from, to);
                    if !meant.is_empty() {
                        made.encrypted += meant.len() as u64;
                        made.blocks += 1;
                        sums.push(key, block.values(), meant)?;
                    }
                    return Ok(true);
                }
                let points = decode(tx, body, ring, series.id, &chunk)?;
                let meant = points.places(from, to);
                if !meant.is_empty() {
                    each(&points, meant)?;
                }
                Ok::<_, E>(true)
            },
        )?;
    }
    Ok(made)
}
