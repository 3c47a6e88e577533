//! What points lie in that are committed to.

use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::{Mode, Ring};
use sha2::{Digest, Sha256};

use super::{Chunk, Filter, chunks_in, damage, open, series};
use crate::chunk::{Codec, committed_root};

/// What the points of a type between two moments lie in.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// The digests of the records by which the blocks' roots were signed.
    pub(crate) blocks: Vec<[u8; 32]>,
    /// The numbers of their series.
    pub(crate) series: Vec<i64>,
    /// Whether some of the points are not committed to.
    pub(crate) others: bool,
}

/// Which blocks the points of a type between two moments lie in, both inclusive. What cannot be opened
/// is passed over.
pub(crate) fn committed(
    tx: &Tx<'_>,
    ring: &Ring,
    kind: &str,
    (from, to): (i64, i64),
) -> Result<Committed, StoreError> {
    let filter = Filter {
        kind: Some(kind.to_owned()),
        device: None,
        from: Some(Timestamp(from)),
        to: Some(Timestamp(to)),
    };
    let mut found = Committed {
        // A claim over points of which some are damaged would leave them out unseen.
        others: !damage::aside(tx, ring.user(), &filter)?.is_empty(),
        ..Committed::default()
    };
    for series in series(tx, ring.user(), &filter)? {
        for chunk in chunks_in(tx, ring.user(), series.id, from, to)? {
            if !chunk.is_readable(tx, ring)? {
                continue;
            }
            let reaches_out = chunk.t0 < from || chunk.t1 > to;
            if reaches_out
                && open(tx, ring, series.id, &chunk)?
                    .places(from, to)
                    .is_empty()
            {
                continue;
            }
            if series.mode != Some(Mode::Zk) || chunk.codec != Codec::Committed {
                found.others = true;
                continue;
            }
            found.blocks.push(record(tx, ring, series.id, &chunk)?);
            if found.series.last() != Some(&series.id) {
                found.series.push(series.id);
            }
        }
    }
    Ok(found)
}

/// A series' name for others: the same in all claims, and nothing else.
pub(crate) fn pseudonym(ring: &Ring, series: i64) -> String {
    let mut hash = Sha256::new();
    hash.update(b"lockstep series v1");
    hash.update(ring.user().as_str());
    hash.update(series.to_be_bytes());
    let digest = hash.finalize();
    data_encoding::HEXLOWER.encode(&digest[..16])
}

/// The digest of the record by which a block's root was signed.
fn record(tx: &Tx<'_>, ring: &Ring, series: i64, chunk: &Chunk) -> Result<[u8; 32], StoreError> {
    let damaged = |reason: &str| {
        let user = ring.user();
        StoreError::Damaged(format!(
            "series {series} of {user} at {}: {reason}",
            chunk.t0
        ))
    };
    let root = tx.query_one(
        "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![ring.user(), chunk.body],
        |row| {
            let place = chunk.place(series);
            committed_root(tx, ring, chunk.key.as_ref(), &place, row.at(0)?)
                .map_err(|error| super::damaged(ring, series, chunk, &error.to_string()))
        },
    )?;
    ring.attested(tx, &root)?
        .ok_or_else(|| damaged("its root was not signed"))
}
