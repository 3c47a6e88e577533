//! Totals over client-sealed blocks, which only their owner can decrypt.

use std::collections::BTreeMap;
use std::ops::Range;

use lockstep_encryption::{ClientAnswer, Encryption};
use lockstep_points::store::Filter;
use lockstep_points::store::client::{self, BlockHeader};
use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::jobs::BatchSource;
use lockstep_web::{ApiError, AppState};

use super::Operation;

/// Returns the error of an aggregate over a part of a client-sealed block that does not open.
fn unopened(error: StoreError, head: &BlockHeader) -> ApiError {
    if !error.is_damage() {
        return error.into();
    }
    ApiError {
        log: Some(error.to_string()),
        ..ApiError::encryption(format!(
            "the stored block of client-sealed points from {} to {} is damaged: delete this range and send \
             the block again, or name a range without it",
            head.first, head.last
        ))
    }
}

/// Client-sealed blocks and the indexes of the selected values.
pub(super) type Parts = Vec<(BlockHeader, Range<usize>)>;

/// Returns the client-sealed blocks that a filter selects, by key.
pub(super) fn sealed(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<BTreeMap<KeyId, Parts>, ApiError> {
    let heads = client::readable_heads(tx, account_keys.user(), filter, 0, usize::MAX)?;
    if heads.len() > MAX_SEALED {
        return Err(ApiError::invalid(
            "startDate",
            format!(
                "the range contains {} blocks in client custody, and at most {MAX_SEALED} are added: \
                 choose a shorter range",
                heads.len()
            ),
        ));
    }
    let mut all = BTreeMap::<KeyId, Parts>::new();
    for head in heads {
        let begins = filter.from.is_none_or(|from| from <= head.first);
        let ends = filter.to.is_none_or(|to| to >= head.last);
        let range = if begins && ends {
            0..usize::try_from(head.count).unwrap_or(usize::MAX)
        } else {
            let opened = client::open(tx, account_keys, head.clone());
            let moments = opened.map_err(|error| unopened(error, &head))?.moments;
            let from = filter
                .from
                .map_or(0, |from| moments.partition_point(|at| *at < from.0));
            let to = filter.to.map_or(moments.len(), |to| {
                moments.partition_point(|at| *at <= to.0)
            });
            from..to
        };
        if !range.is_empty() {
            all.entry(head.key.clone()).or_default().push((head, range));
        }
    }
    Ok(all)
}

/// Adds client-sealed blocks. At most two blocks are in memory: one is added while the next is read.
pub(super) async fn add_sealed(
    state: &AppState,
    account_keys: &AccountKeys,
    key: &KeyId,
    parts: Parts,
    operation: Operation,
) -> Result<ClientAnswer, ApiError> {
    let what = match operation {
        Operation::Sum => lockstep_encryption::Aggregate::Sum,
        Operation::Mean => lockstep_encryption::Aggregate::Mean,
        Operation::Variance => lockstep_encryption::Aggregate::Variance,
    };
    let mut blocks = SealedBlocks {
        state: state.clone(),
        account_keys: account_keys.clone(),
        parts: parts.into_iter(),
    };
    Encryption::of(state)?
        .aggregate_blocks(account_keys.user(), key, what, &mut blocks)
        .await
}

/// Reads client-sealed blocks one by one.
struct SealedBlocks {
    state: AppState,
    account_keys: AccountKeys,
    /// The blocks that are not read yet.
    parts: std::vec::IntoIter<(BlockHeader, Range<usize>)>,
}

impl BatchSource for SealedBlocks {
    type Batch = (Vec<u8>, Range<usize>);

    async fn next_batch(&mut self) -> Result<Option<Self::Batch>, ApiError> {
        let Some((head, range)) = self.parts.next() else {
            return Ok(None);
        };
        let account_keys = self.account_keys.clone();
        let db = &self.state.db;
        let block = db.read("aggregate.block", move |tx| {
            client::open(tx, &account_keys, head)
        });
        match block.await {
            Ok(block) => Ok(Some((block.envelope, range))),
            Err(StoreError::NoRow) => {
                let reason = "blocks in your own custody changed during the computation: send the request again";
                Err(ApiError::conflict(reason))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The maximum number of client-sealed blocks in one answer: the size of the result grows with them.
const MAX_SEALED: usize = 128;
