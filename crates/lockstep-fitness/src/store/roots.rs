//! What points lie in that are committed to, and which of their points cannot be read.

use std::collections::HashSet;
use std::ops::Range;

use lockstep_encryption::claims::Unreadable;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::key::Status;
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::ApiError;
use sha2::{Digest, Sha256};

use super::{Chunk, Filter, Series, changes, chunks_in, client, damage, day, open, series};
use crate::chunk::{Codec, committed_root};
use crate::columns::Columns;

/// What the points of a type between two moments lie in.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// The digests of the records by which the blocks' roots were signed.
    pub(crate) blocks: Vec<[u8; 32]>,
    /// Whether some of the points can be read and are not committed to.
    pub(crate) others: bool,
    /// Points that cannot be read and will not be.
    pub(crate) unreadable: Unreadable,
    /// A key under which points lie that its owner can make readable again.
    pub(crate) stopped: Option<(KeyId, Status)>,
    /// Committed blocks that share a moment with the range, readable or not: pseudonym of the series and
    /// first time.
    present: HashSet<(String, i64)>,
}

/// The blocks of a claim's days in the account's chain of signed roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The place of the first block and of the last.
    pub(crate) ends: Option<(u64, u64)>,
    /// Blocks of the type and range that are not in place any more.
    pub(crate) rewritten: u64,
}

/// Gives `each` the readable points of a type between two moments, both inclusive, that are committed to:
/// series after series, chunk after chunk, and which of the chunk's points are meant. Nothing is passed over
/// unseen: what cannot be read is counted.
pub(crate) fn committed(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    kind: &str,
    (from, to): (i64, i64),
    mut each: impl FnMut(&Series, &Columns, Range<usize>),
) -> Result<Committed, StoreError> {
    let filter = Filter {
        kind: Some(kind.to_owned()),
        device: None,
        from: Some(Timestamp(from)),
        to: Some(Timestamp(to)),
    };
    let mut found = Committed::default();
    // Damaged chunks that were set aside are left out of the days, and counted.
    for aside in damage::aside(tx, account_keys.user(), &filter)? {
        let named = pseudonym(account_keys.user(), aside.series);
        found.present.insert((named, aside.first.0));
        found.unreadable.damaged += aside.points;
    }
    for series in series(tx, account_keys.user(), &filter)? {
        for chunk in chunks_in(tx, account_keys.user(), series.id, from, to)? {
            if chunk.codec == Codec::Committed {
                let named = pseudonym(account_keys.user(), series.id);
                found.present.insert((named, chunk.t0));
            }
            let Some(points) = found.read(tx, account_keys, &series, &chunk)? else {
                continue;
            };
            let meant = points.places(from, to);
            if meant.is_empty() {
                continue;
            }
            if series.mode != Some(Mode::Zk) || chunk.codec != Codec::Committed {
                found.others = true;
                continue;
            }
            found
                .blocks
                .push(record(tx, account_keys, series.id, &chunk)?);
            each(&series, &points, meant);
        }
    }
    for head in client::heads(tx, account_keys.user(), &filter, 0, usize::MAX)? {
        found.unreadable.client += head.count;
    }
    Ok(found)
}

impl Committed {
    /// The points of a chunk; `None`, and counted, where they cannot be read.
    fn read(
        &mut self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        series: &Series,
        chunk: &Chunk,
    ) -> Result<Option<Columns>, StoreError> {
        let count = u64::from(chunk.n);
        let opened = match chunk.stopped(tx, account_keys) {
            Ok(None) => open(tx, account_keys, series.id, chunk),
            Ok(Some(status)) => {
                match (status, &chunk.key) {
                    (Status::Suspended | Status::PendingDestruction, Some(key)) => {
                        self.stopped = Some((key.clone(), status));
                    }
                    _ => self.unreadable.stopped += count,
                }
                return Ok(None);
            }
            Err(error) => Err(error),
        };
        match opened {
            Ok(points) => Ok(Some(points)),
            Err(StoreError::Damaged(_)) => {
                self.unreadable.damaged += count;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Holds the blocks against the account's chain of signed roots: each block of the range that was signed
    /// and not removed since must be there.
    ///
    /// # Errors
    /// A chain that is broken, and a block that is not there.
    pub(crate) fn placed(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
        kind: &str,
        (from, to): (i64, i64),
    ) -> Result<Placed, ApiError> {
        let chain = Vault::signed_blocks(tx, user)?.map_err(|broken| {
            ApiError::encryption(format!(
                "the account's chain of signed roots is broken at {}: the record there is missing or was \
                 changed. The operator has to restore it from a backup before anything is claimed",
                broken.number
            ))
        })?;
        let sources: HashSet<[u8; 32]> = self.blocks.iter().copied().collect();
        let mut placed = Placed::default();
        for block in chain {
            let [first, last] = [block.first_time, block.last_time].map(u64::cast_signed);
            if block.kind != kind || last < from || first > to {
                continue;
            }
            if sources.contains(&block.digest) {
                let (first, _) = placed.ends.unwrap_or((block.number, 0));
                placed.ends = Some((first, block.number));
            } else if block.in_place == Some(true) {
                if !self.present.contains(&(block.series, first)) {
                    return Err(ApiError::encryption(format!(
                        "a block of {kind} from {} to {} was signed and is not there, at {} of the account's \
                         chain. The operator has to restore it from a backup; or delete the points of these \
                         days, and upload them again",
                        Timestamp(first),
                        Timestamp(last),
                        block.number
                    )));
                }
            } else {
                placed.rewritten += 1;
            }
        }
        Ok(placed)
    }
}

/// What the days of a claim rest on, as far as it can be told without opening a chunk: while it is the same,
/// so are they.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    points: day::Stamp,
    changes: changes::Changed,
    client: (i64, i64),
    zone: Option<Timestamp>,
    /// The keys the points lie under, and their states where they do not decrypt.
    keys: Vec<(KeyId, Option<Status>)>,
}

pub(crate) fn stamp(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    kind: &str,
) -> Result<Stamp, StoreError> {
    let user = account_keys.user();
    let client = tx.query_one(
        "SELECT COUNT(*), COALESCE(MAX(id), 0) FROM client_block WHERE user_id = ?1 AND type = ?2",
        params![user, kind],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let used: Vec<KeyId> = tx.query(
        "SELECT DISTINCT seg.key_id FROM series
         JOIN seg ON seg.user_id = series.user_id AND seg.series_id = series.id
         WHERE series.user_id = ?1 AND series.type = ?2 AND seg.key_id IS NOT NULL
         ORDER BY seg.key_id",
        params![user, kind],
        |row| row.parse(0),
    )?;
    let mut keys = Vec::with_capacity(used.len());
    for key in used {
        let status = account_keys.stopped(tx, &key)?;
        keys.push((key, status));
    }
    Ok(Stamp {
        points: day::stamp(tx, user, kind)?,
        changes: changes::changed(tx, user, kind, (i64::MIN, i64::MAX))?,
        client,
        zone: changes::zone_changed_at(tx, user)?,
        keys,
    })
}

/// A series' name for others: the same in all claims, and nothing else.
pub(crate) fn pseudonym(user: &UserId, series: i64) -> String {
    let mut hash = Sha256::new();
    hash.update(b"lockstep series v1");
    hash.update(user.as_str());
    hash.update(series.to_be_bytes());
    let digest = hash.finalize();
    data_encoding::HEXLOWER.encode(&digest[..16])
}

/// The digest of the record by which a block's root was signed.
fn record(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<[u8; 32], StoreError> {
    let damaged = |reason: &str| {
        let user = account_keys.user();
        StoreError::Damaged(format!(
            "series {series} of {user} at {}: {reason}",
            chunk.t0
        ))
    };
    let root = tx.query_one(
        "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), chunk.body],
        |row| {
            let place = chunk.place(series);
            committed_root(tx, account_keys, chunk.key.as_ref(), &place, row.at(0)?)
                .map_err(|error| super::damaged(account_keys, series, chunk, &error.to_string()))
        },
    )?;
    account_keys
        .attested(tx, &root)?
        .ok_or_else(|| damaged("its root was not signed"))
}
