//! Totals over homomorphic blocks: computed on the ciphertexts; only the total is decrypted.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use lockstep_fhe::{
    Aggregator, EvaluationKeys, Evaluator, Fraction, ReductionKind, SecretKey, Series,
};
use lockstep_store::StoreError;
use lockstep_store::id::{KeyId, UserId};
use lockstep_values::Totals;
use lockstep_vault::AccountKeys;
use lockstep_vault::key::Mode;
use lockstep_web::ApiError;
use lockstep_web::jobs::BatchSource;

use crate::encryption::Encryption;

/// The secret and evaluation keys for computing on blocks.
pub struct BlockKeys(HashMap<KeyId, (Arc<SecretKey>, Arc<EvaluationKeys>)>);

/// Running totals, one for each key.
struct Sums<'k> {
    of: &'k BlockKeys,
    squares: bool,
    keys: HashMap<KeyId, Sum<'k>>,
}

struct Sum<'k> {
    values: Aggregator<'k>,
    /// The running total of the squares, if requested.
    spread: Option<Aggregator<'k>>,
}

impl Encryption {
    /// Loads the secret and evaluation keys of an account for computing on blocks. Missing evaluation keys
    /// are created.
    ///
    /// # Errors
    /// A key that is not homomorphic or does not decrypt.
    pub async fn summing(
        &self,
        account_keys: &AccountKeys,
        keys: &[KeyId],
    ) -> Result<BlockKeys, ApiError> {
        let mut all = HashMap::with_capacity(keys.len());
        for key in keys {
            // The stored data name the key, not a parameter of the request: a stopped key is 422.
            let record = &self.mode_keys().record(account_keys.user(), key).await?;
            if record.slot.mode != Mode::Fhe || !record.status.decrypts() {
                return Err(ApiError::encryption(format!(
                    "the key {key} is {} and does not compute",
                    record.status
                )));
            }
            let loaded = self.mode_keys().named(account_keys.user(), key).await?;
            let secret = account_keys
                .expanded(&loaded)?
                .ok_or_else(|| unknown(key))?;
            let evaluation = self.mode_keys().evaluation_keys(record, "keyId").await?;
            all.insert(key.clone(), (secret, evaluation));
        }
        Ok(BlockKeys(all))
    }
}

/// The values of a block to add.
#[derive(Clone, Debug)]
pub struct BlockValues<B> {
    /// The key of the ciphertext.
    pub key: KeyId,
    /// The ciphertext.
    pub ciphertext: B,
    /// The values to add.
    pub range: Range<usize>,
}

/// Blocks that are added in one step.
pub type BlockBatch<B> = Vec<BlockValues<B>>;

impl Encryption {
    /// Adds up the blocks of a source on the ciphertexts in the worker pool, with their squares if requested, and
    /// decrypts only the totals. The blocks are read while others are added. Cancelled when the caller drops the
    /// future.
    ///
    /// # Errors
    /// The errors of `source`; a key that `summing` does not contain, damaged bytes, or sums that could
    /// overflow.
    pub async fn add_up<S, B>(
        &self,
        user: &UserId,
        (summing, squares): (BlockKeys, bool),
        source: &mut S,
    ) -> Result<Totals, ApiError>
    where
        S: BatchSource<Batch = BlockBatch<B>>,
        B: AsRef<[u8]> + Send + 'static,
    {
        self.pool()
            .run_over(user, source, move |cancel, batches| {
                let mut sums = summing.start(squares);
                while let Some(blocks) = batches.receive()? {
                    for block in blocks {
                        cancel.check()?;
                        sums.push(&block.key, block.ciphertext.as_ref(), block.range)?;
                    }
                }
                Ok(sums.finish()?)
            })
            .await
    }
}

impl BlockKeys {
    /// Starts an empty total; `squares` also sums the squares.
    fn start(&self, squares: bool) -> Sums<'_> {
        Sums {
            of: self,
            squares,
            keys: HashMap::new(),
        }
    }
}

impl<'k> Sums<'k> {
    /// Adds the values `range` of a block under a key.
    fn push(&mut self, key: &KeyId, bytes: &[u8], range: Range<usize>) -> Result<(), StoreError> {
        let (secret, evaluation) = self.of.0.get(key).ok_or_else(|| unknown(key))?;
        let sum = self.keys.entry(key.clone()).or_insert_with(|| {
            let evaluator = Evaluator::new(evaluation);
            let of = |kind| Aggregator::new(&evaluator, kind);
            Sum {
                values: of(ReductionKind::Sum),
                spread: self.squares.then(|| of(ReductionKind::Variance)),
            }
        });
        let series = Series::from_bytes(secret.parameters(), bytes).map_err(wrong)?;
        sum.values.push(&series, range.clone()).map_err(wrong)?;
        if let Some(spread) = &mut sum.spread {
            spread.push(&series, range).map_err(wrong)?;
            if spread.waiting() >= GROUPS {
                spread.settle(secret).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Decrypts only the totals.
    fn finish(self) -> Result<Totals, StoreError> {
        let mut totals = Totals::default();
        for (key, sum) in self.keys {
            let (secret, _) = self.of.0.get(&key).ok_or_else(|| unknown(&key))?;
            let decrypted = |of: Aggregator<'_>| -> Result<Fraction, StoreError> {
                of.open(secret).map_err(wrong)
            };
            let (count, offset) = (sum.values.count() as u64, sum.values.offset());
            let values = decrypted(sum.values)?;
            let n = i128::from(count);
            let sum_of = offset
                .checked_mul(n)
                .and_then(|shift| values.numerator.checked_sub(shift))
                .ok_or_else(too_large)?;
            totals.count += count;
            totals.sum = totals.sum.checked_add(sum_of).ok_or_else(too_large)?;
            if let Some(spread) = sum.spread {
                // n·Σv² − (Σv)² is independent of the offset.
                let spread = decrypted(spread)?;
                let squares = sum_of
                    .checked_mul(sum_of)
                    .and_then(|square| spread.numerator.checked_add(square))
                    .ok_or_else(too_large)?
                    / n.max(1);
                totals.squares = totals.squares.checked_add(squares).ok_or_else(too_large)?;
            }
        }
        Ok(totals)
    }
}

/// The maximum number of groups before their totals are decrypted, which bounds the ciphertexts in memory.
const GROUPS: usize = 64;

fn unknown(key: &KeyId) -> StoreError {
    StoreError::Damaged(format!("no computing keys for {key}"))
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes a value")]
fn wrong(error: lockstep_fhe::Error) -> StoreError {
    StoreError::Damaged(format!("a total over blocks: {error}"))
}

fn too_large() -> StoreError {
    StoreError::Damaged("a total over blocks exceeds 127 bits".to_owned())
}
