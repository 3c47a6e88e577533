//! Sums, means and variances over a range. Over blocks of mode FHE they are computed on the
//! ciphertexts, and only the total is decrypted. Over all other points they are sums of the same whole
//! numbers.

mod sealed;

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_encryption::{BlockBatch, BlockValues, ClientAnswer, Encryption};
use lockstep_formats::catalogue;
use lockstep_store::id::KeyId;
use lockstep_store::{Status, StoreError};
use lockstep_vault::AccountKeys;
use lockstep_web::jobs::BatchSource;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::query::Query;
use super::{account_keys, write_audit_and_event};
use lockstep_points::operations::damage::handle_damage;
use lockstep_points::store::sum::{
    self, AggregateScan, BlockRead, Counts, ScanItem, SelectedBlock, Values,
};
use lockstep_points::store::{self, Filter, UnreadPoints};
use lockstep_points::total::{Operation, PlainTotal, value};
use lockstep_values::Totals;
use sealed::{Parts, add_sealed, sealed};

/// The result of an aggregation.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    /// The result in [`Aggregate::unit`] (squared for a variance); `None` without points.
    pub(crate) value: Option<f64>,
    /// The canonical unit of the type; for an unknown type, the unit of its points.
    pub(crate) unit: Option<String>,
    /// The number of decimals to which every value is rounded first.
    pub(crate) decimals: u8,
    /// The number of points in the result.
    pub(crate) count: u64,
    /// The number of points whose values were never decrypted individually.
    pub(crate) encrypted: u64,
    /// The number of blocks of these points.
    pub(crate) blocks: u64,
    /// The points that were skipped.
    pub(crate) skipped: Vec<UnreadPoints>,
    /// Totals over blocks that only their owner can decrypt.
    pub(crate) sealed: Vec<(KeyId, ClientAnswer)>,
}

/// Computes `operation` over the points of a type that the query selects.
///
/// Points are read in portions, so that the store's reader is free while ciphertexts are added. If a
/// selected point changes during the scan, the scan restarts, up to [`ATTEMPTS`] scans in total. In the
/// last scan, a point that exists throughout under the same mode counts once. For points that are
/// added, removed or changed during it, the state at the time of reading counts. Client-sealed blocks
/// count as of the end.
///
/// # Errors
/// An invalid query; points of an unknown type in several units; a total beyond 127 bits; keys and
/// blocks that change in every attempt.
pub(crate) async fn aggregate(
    state: &AppState,
    owner: Owner,
    operation: Operation,
    query: Query,
) -> Result<Aggregate, ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let (reading, kind) = (account_keys.clone(), query.kind.clone());
    let kind = kind.ok_or_else(|| ApiError::invalid("type", "is required"))?;
    let filter = state
        .db
        .read("aggregate.filter", move |tx| query.filter(tx, &reading))
        .await?;
    let mut added = total(state, &account_keys, (&filter, &kind), operation).await;
    for _ in 0..ATTEMPTS {
        if added.is_ok() || !handle_damage(state, &account_keys).await? {
            break;
        }
        added = total(state, &account_keys, (&filter, &kind), operation).await;
    }
    let Total {
        totals,
        plain,
        ended,
    } = added?;
    let form = catalogue::fixed_point(&kind);
    let value = value(operation, &totals, &form)?;
    let (mut skipped, mut answers) = (ended.skipped, Vec::new());
    for (key, parts) in ended.sealed {
        match Encryption::of(state)?
            .cannot_compute(&owner.user, &key)
            .await?
        {
            None => {
                let answer = add_sealed(state, &account_keys, &key, parts, operation).await?;
                answers.push((key.clone(), answer));
                skipped.retain(|unread| unread.key_id.as_ref() != Some(&key));
            }
            Some(status) => {
                let is_of_key = |unread: &&mut UnreadPoints| unread.key_id.as_ref() == Some(&key);
                let of_key = skipped.iter_mut().filter(is_of_key);
                of_key.for_each(|unread| unread.status = status.as_str());
            }
        }
    }
    let Counts { encrypted, blocks } = ended.made;
    note_use(state, owner, totals.count, &ended.made).await?;
    let unit = plain.unit();
    Ok(Aggregate {
        value,
        unit,
        decimals: form.decimals,
        count: totals.count,
        encrypted,
        blocks,
        skipped,
        sealed: answers,
    })
}

/// Writes the audit entry of an aggregate over `count` points.
async fn note_use(
    state: &AppState,
    owner: Owner,
    count: u64,
    made: &Counts,
) -> Result<(), ApiError> {
    let Counts { encrypted, blocks } = *made;
    let actor = owner.actor.clone();
    let noted = state
        .db
        .write::<_, StoreError, _>("aggregate.note", move |tx| {
            write_audit_and_event(
                tx,
                &owner,
                "points.aggregate",
                format!(
                    "a total over {}",
                    lockstep_web::counted(count, "point", "points")
                ),
                json!({ "count": count, "encrypted": encrypted, "blocks": blocks }),
            )
        })
        .await;
    match noted {
        Ok(()) => {}
        // Reads continue on a full disk: the use is counted now and written when there is room.
        Err(StoreError::Full) => {
            let action = "points.aggregate".to_owned();
            state
                .audit_counter()
                .count(actor, action, "fitness", Status::Success);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// The total of the points that the server can open.
struct Total {
    /// All points, those under keys included.
    totals: Totals,
    /// The points outside of ciphertexts.
    plain: PlainTotal,
    ended: AggregateResult,
}

/// Computes the total of all points that the server can open.
async fn total(
    state: &AppState,
    account_keys: &AccountKeys,
    (filter, kind): (&Filter, &str),
    operation: Operation,
) -> Result<Total, ApiError> {
    for attempt in 1.. {
        let (reading, meant) = (account_keys.clone(), filter.clone());
        let (keys, scan) = state
            .db
            .read::<_, StoreError, _>("aggregate.keys", move |tx| {
                let mut keys = sum::keys(tx, reading.user(), &meant)?;
                let mut failed = Ok(());
                keys.retain(|key| match reading.stopped(tx, key) {
                    Ok(stopped) => stopped.is_none(),
                    Err(error) => {
                        failed = Err(error);
                        false
                    }
                });
                failed?;
                Ok((keys, AggregateScan::new(tx, reading.user(), meant)?))
            })
            .await?;
        let encryption = Encryption::of(state)?;
        let summing = encryption.summing(account_keys, &keys).await?;
        let computes = !keys.is_empty();
        let mut portions = BlockBatchReader {
            state: state.clone(),
            account_keys: account_keys.clone(),
            filter: filter.clone(),
            keys: keys.into(),
            reading: Some((scan, PlainTotal::new(kind, operation))),
            ended: None,
        };
        let mut totals = Totals::default();
        if computes {
            let (user, squares) = (account_keys.user(), operation == Operation::Variance);
            totals = encryption
                .add_up(user, (summing, squares), &mut portions)
                .await?;
        } else {
            // There are no ciphertexts, so no part takes much processor time.
            while portions.next_batch().await?.is_some() {}
        }
        match portions.ended {
            Some((plain, ended)) if ended.is_settled || attempt == ATTEMPTS => {
                plain.join(&mut totals)?;
                return Ok(Total {
                    totals,
                    plain,
                    ended,
                });
            }
            None if attempt == ATTEMPTS => break,
            _ => {}
        }
    }
    Err(ApiError::conflict(
        "a key changed during the computation: send the request again",
    ))
}

/// The portions of a total; each is one read of the store.
struct BlockBatchReader {
    state: AppState,
    account_keys: AccountKeys,
    filter: Filter,
    /// The keys under which blocks are added, sorted.
    keys: Arc<[KeyId]>,
    /// The scan state; it moves to the reader's thread and back, and is `None` at the end.
    reading: Option<(AggregateScan, PlainTotal)>,
    /// The totals and the last result; `None` if a block under a key outside `keys` appeared.
    ended: Option<(PlainTotal, AggregateResult)>,
}

/// The result after the last portion.
struct AggregateResult {
    made: Counts,
    /// Whether no selected point changed during the scan.
    is_settled: bool,
    skipped: Vec<UnreadPoints>,
    sealed: BTreeMap<KeyId, Parts>,
}

/// Passes a selected block on to the computation.
fn to_add(block: SelectedBlock) -> BlockValues<Values> {
    BlockValues {
        key: block.key,
        ciphertext: block.values,
        range: block.range,
    }
}

/// The result of one read.
enum Step {
    Blocks {
        blocks: BlockBatch<Values>,
        reading: (AggregateScan, PlainTotal),
    },
    /// A block is under a key outside of the keys.
    UnknownKey,
    End(PlainTotal, AggregateResult),
}

impl BatchSource for BlockBatchReader {
    type Batch = BlockBatch<Values>;

    /// Returns the next blocks; adds the points between them to the plain total.
    async fn next_batch(&mut self) -> Result<Option<Self::Batch>, ApiError> {
        let Some((mut scan, mut plain)) = self.reading.take() else {
            return Ok(None);
        };
        let (account_keys, filter, keys) = (
            self.account_keys.clone(),
            self.filter.clone(),
            Arc::clone(&self.keys),
        );
        let step = self
            .state
            .db
            .read("aggregate.read", move |tx| {
                let read = scan.read(tx, &account_keys, &keys, |points, meant| match points {
                    ScanItem::Open(points) => plain.add(points, meant),
                    ScanItem::Sealed(points) => plain.units(points, &meant),
                })?;
                Ok::<_, ApiError>(match read {
                    BlockRead::Some(blocks) => Step::Blocks {
                        blocks: blocks.into_iter().map(to_add).collect(),
                        reading: (scan, plain),
                    },
                    BlockRead::Unknown => Step::UnknownKey,
                    BlockRead::End => {
                        let ended = AggregateResult {
                            made: scan.made,
                            is_settled: scan.is_unchanged(tx, account_keys.user())?,
                            skipped: store::unread(tx, &account_keys, &filter)?,
                            sealed: sealed(tx, &account_keys, &filter)?,
                        };
                        Step::End(plain, ended)
                    }
                })
            })
            .await?;
        Ok(match step {
            Step::Blocks { blocks, reading } => {
                self.reading = Some(reading);
                Some(blocks)
            }
            Step::UnknownKey => None,
            Step::End(plain, ended) => {
                self.ended = Some((plain, ended));
                None
            }
        })
    }
}

/// The maximum number of scans for a total.
const ATTEMPTS: u32 = 3;

#[cfg(test)]
mod tests;
