//! Reads the points of a question from a snapshot in portions.

use std::ops::Range;
use std::sync::Arc;

use lockstep_encryption::{BlockBatch, BlockValues};
use lockstep_points::store::sum::Values;
use lockstep_points::total::PlainTotal;
use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::jobs::BatchSource;
use lockstep_web::{ApiError, AppState};

use super::{Plan, days_of};
use crate::snapshot::{OpenedChunk, open_sealed};
use crate::store;

/// The chunks of a snapshot, read in portions.
pub(super) struct Scan {
    pub(super) state: AppState,
    pub(super) keys: AccountKeys,
    pub(super) plan: Plan,
    /// The number of the next chunk; `None` at the end.
    pub(super) next: Option<i64>,
    /// The total of open points; it moves to the reader's thread and back.
    pub(super) plain: Option<PlainTotal>,
    pub(super) encrypted: u64,
}

/// The result of one read.
struct ReadBlocks {
    blocks: BlockBatch<SharedValues>,
    next: Option<i64>,
    plain: PlainTotal,
    encrypted: u64,
}

impl BatchSource for Scan {
    type Batch = BlockBatch<SharedValues>;

    /// Reads the next chunks; adds open points to the plain total and returns ciphertexts. `None` at the
    /// end.
    async fn next_batch(&mut self) -> Result<Option<Self::Batch>, ApiError> {
        let Some(from) = self.next else {
            return Ok(None);
        };
        let plain = self.plain.take();
        let plain = plain.ok_or_else(|| ApiError::internal("an aggregate lost its total"))?;
        let (keys, plan) = (self.keys.clone(), self.plan.clone());
        let read = self
            .state
            .db
            .read("market.aggregate.read", move |tx| {
                read(tx, &keys, &plan, (from, plain))
            })
            .await?;
        self.next = read.next;
        self.plain = Some(read.plain);
        self.encrypted += read.encrypted;
        Ok(Some(read.blocks))
    }
}

fn read(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    plan: &Plan,
    (from, plain): (i64, PlainTotal),
) -> Result<ReadBlocks, ApiError> {
    let mut read = ReadBlocks {
        blocks: Vec::new(),
        next: None,
        plain,
        encrypted: 0,
    };
    let mut chunks = 0;
    store::tokens::chunks(tx, &plan.token.id, from, |nth, chunk| {
        if chunks == CHUNKS || read.blocks.len() >= BLOCKS {
            read.next = Some(nth);
            return Ok(false);
        }
        let facts = plan.token.facts.get(chunk.series as usize);
        let facts = facts.ok_or_else(|| {
            StoreError::Damaged(format!("chunk {nth} of {}: unknown series", plan.token.id))
        })?;
        let (t0, t1) = (chunk.t0, chunk.t1);
        let days = days_of(plan, (&facts.r#type, &facts.device), (t0, t1));
        if days.is_empty() {
            return Ok(true);
        }
        chunks += 1;
        match open_sealed(tx, keys, (&plan.token.id, nth), &chunk)? {
            OpenedChunk::Points(points) => {
                for (from, to) in days {
                    read.plain.add(&points, points.places(from, to))?;
                }
            }
            OpenedChunk::Ciphertext(key, points, values) => {
                let ranges: Vec<Range<usize>> = days
                    .into_iter()
                    .map(|(from, to)| points.places(from, to))
                    .filter(|range| !range.is_empty())
                    .collect();
                for range in &ranges {
                    read.plain.units(&points, range)?;
                    read.encrypted += range.len() as u64;
                }
                add_block(&mut read.blocks, &key, values, ranges);
            }
        }
        Ok::<_, ApiError>(true)
    })?;
    Ok(read)
}

/// Adds the ranges of one block.
fn add_block(
    blocks: &mut BlockBatch<SharedValues>,
    key: &KeyId,
    values: Values,
    ranges: Vec<Range<usize>>,
) {
    let values = Arc::new(values);
    for range in ranges {
        blocks.push(BlockValues {
            key: key.clone(),
            ciphertext: SharedValues(Arc::clone(&values)),
            range,
        });
    }
}

/// The ciphertext of a block, for several ranges of it.
pub(super) struct SharedValues(Arc<Values>);

impl AsRef<[u8]> for SharedValues {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// The chunks that one read opens.
const CHUNKS: usize = 256;
/// The ciphertexts of one read; those of two reads may be in memory.
const BLOCKS: usize = 32;
