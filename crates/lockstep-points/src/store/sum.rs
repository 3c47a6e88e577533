//! Reads the inputs of totals over a range in portions: homomorphic blocks as ciphertexts, everything
//! else as points.

use std::ops::Range;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;

use super::segment::bytes_of;
use super::{CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk, Filter, Series, chunk_at, decode};
use crate::chunk::{self, Block, Codec};
use crate::columns::Columns;

/// The number of encrypted points in a total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of points whose values were never decrypted individually.
    pub encrypted: u64,
    /// The number of their blocks.
    pub blocks: u64,
}

/// Returns the keys of the homomorphic blocks that a filter selects.
pub fn keys(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<KeyId>, StoreError> {
    let mut keys = Vec::new();
    for series in super::series(tx, user, filter)? {
        let (from, to) = filter.range_of(&series);
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

/// The progress of a total over a filter's points. A point that exists from beginning to end under the
/// same mode is read exactly once, even if its chunk is rewritten during the scan.
pub struct AggregateScan {
    filter: Filter,
    series: Vec<Series>,
    /// The index of the current series.
    nth: usize,
    /// The first time in the series that is not read yet; the beginning of time for a series not begun.
    from: i64,
    /// The counts so far.
    pub made: Counts,
}

/// A homomorphic block and the values that a filter selects of it.
pub struct SelectedBlock {
    /// The key of the block.
    pub key: KeyId,
    /// The block's ciphertext.
    pub values: Values,
    /// The indexes of the selected values.
    pub range: Range<usize>,
}

/// The ciphertext of a homomorphic block.
pub struct Values(Block);

impl Values {
    pub(super) fn new(block: Block) -> Self {
        Self(block)
    }
}

impl AsRef<[u8]> for Values {
    fn as_ref(&self) -> &[u8] {
        self.0.values()
    }
}

/// The result of one read.
pub enum BlockRead {
    /// Blocks to add as ciphertexts; more may follow.
    Some(Vec<SelectedBlock>),
    /// Nothing more to read.
    End,
    /// A block under a key that is not in the caller's list.
    Unknown,
}

impl AggregateScan {
    /// Starts a scan.
    pub fn new(tx: &Tx<'_>, user: &UserId, filter: Filter) -> Result<Self, StoreError> {
        Ok(Self {
            series: super::series(tx, user, &filter)?,
            nth: 0,
            from: i64::MIN,
            made: Counts::default(),
            filter,
        })
    }

    /// Returns whether no selected point has changed since the scan began.
    pub fn is_unchanged(&self, tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
        let now = super::series(tx, user, &self.filter)?;
        let states = |all: &[Series]| -> Vec<(i64, i64)> {
            all.iter().map(|one| (one.id, one.gen_no)).collect()
        };
        Ok(states(&now) == states(&self.series))
    }

    /// Continues: reads at most [`BLOCKS`] blocks under one of the sorted `keys`, and the points of at
    /// most [`CHUNKS`] other chunks. Calls `each` with the points in their units, and with the points
    /// of blocks without values. Points that cannot be opened are skipped.
    pub fn read<E: From<StoreError>>(
        &mut self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        keys: &[KeyId],
        mut each: impl FnMut(ScanItem<'_>, Range<usize>) -> Result<(), E>,
    ) -> Result<BlockRead, E> {
        let user = account_keys.user();
        let (mut blocks, mut chunks) = (Vec::new(), 0);
        let mut unknown = false;
        while let Some(series) = self.series.get(self.nth) {
            let (first, to) = self.filter.range_of(series);
            let (from, made) = (&mut self.from, &mut self.made);
            *from = first.max(*from);
            let start = chunk_at(tx, user, series.id, *from)?.map_or(*from, |chunk| chunk.t0);
            let mut ended = true;
            tx.visit(
                &chunks_with_bodies(),
                params![user, series.id, start, to],
                |row| {
                    if blocks.len() == BLOCKS || chunks == CHUNKS {
                        ended = false;
                        return Ok(false);
                    }
                    let chunk = Chunk::read(row)?;
                    if chunk.t1 < *from || !chunk.is_readable(tx, account_keys)? {
                        return Ok(true);
                    }
                    let range = (*from, to);
                    *from = chunk.t1.saturating_add(1);
                    let body =
                        bytes_of(row, CHUNK_COLUMN_COUNT, account_keys, (series.id, &chunk))?;
                    if let (Codec::Homomorphic, Some(key)) = (chunk.codec, &chunk.key) {
                        if keys.binary_search(key).is_err() {
                            unknown = true;
                            return Ok(false);
                        }
                        let location = chunk.location(series.id);
                        let block = chunk::open_block(tx, account_keys, key, &location, body)
                            .map_err(|error| {
                                super::damaged(account_keys, series.id, &chunk, &error.to_string())
                            })?;
                        let meant = block.columns.places(range.0, range.1);
                        if !meant.is_empty() {
                            made.encrypted += meant.len() as u64;
                            made.blocks += 1;
                            each(ScanItem::Sealed(&block.columns), meant.clone())?;
                            blocks.push(SelectedBlock {
                                key: key.clone(),
                                values: Values(block),
                                range: meant,
                            });
                        }
                        return Ok(true);
                    }
                    chunks += 1;
                    let points = decode(tx, body, account_keys, series.id, &chunk)?;
                    let meant = points.places(range.0, range.1);
                    if !meant.is_empty() {
                        each(ScanItem::Open(&points), meant)?;
                    }
                    Ok::<_, E>(true)
                },
            )?;
            if unknown {
                return Ok(BlockRead::Unknown);
            }
            if !ended {
                return Ok(BlockRead::Some(blocks));
            }
            self.nth += 1;
            self.from = i64::MIN;
        }
        Ok(if blocks.is_empty() && chunks == 0 {
            BlockRead::End
        } else {
            BlockRead::Some(blocks)
        })
    }
}

/// Returns the SQL of the chunks of a series in a range, with their bytes.
fn chunks_with_bodies() -> String {
    format!(
        "SELECT {CHUNK_COLUMNS}, body FROM seg
         JOIN seg_body ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
         WHERE seg.user_id = ?1 AND seg.series_id = ?2 AND seg.t0 >= ?3 AND seg.t0 <= ?4
         ORDER BY seg.t0"
    )
}

/// Input of a total.
#[derive(Clone, Copy)]
pub enum ScanItem<'c> {
    /// Points with their values.
    Open(&'c Columns),
    /// Points whose values are zeros: the block's ciphertext holds the values.
    Sealed(&'c Columns),
}

/// The maximum number of ciphertexts per read; those of two reads may be in memory.
const BLOCKS: usize = 32;
/// The maximum number of chunks per read, at most a million points, so that other readers get their
/// turn.
const CHUNKS: usize = 64;
