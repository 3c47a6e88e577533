//! Mode FHE with a key in the client's custody: envelopes that clients create (docs/encryption.md), and
//! their validation.
//!
//! Such an envelope is neither secret to the platform nor authenticated by it. The platform treats it as a
//! fresh encryption, computes on it only under keys in their owner's custody, and never decrypts it. A
//! client that writes other data into it can only corrupt its own results.

use std::ops::Range;

use lockstep_fhe::{Aggregator, ReductionKind, Series, SetId, Width};
use lockstep_store::id::{KeyId, UserId};
use lockstep_vault::key::{Custody, KeyRecord, Mode, Status};
use lockstep_web::ApiError;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::jobs::BatchSource;

use crate::encryption::Encryption;
use crate::operations::client_envelope::ClientEnvelope;
use crate::operations::homomorphic::{Content, envelope};

/// The fixed-point conversion of the values in a series of blocks. It belongs to the series, so that its
/// blocks can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockScale {
    /// The number of decimals kept.
    pub decimals: u8,
    /// The integer subtracted after scaling.
    pub offset: i64,
    /// The maximum absolute value after the subtraction.
    pub bound: u64,
}

/// A validated block of values that a client sealed, ready to be stored.
#[derive(Debug)]
pub struct ClientBlock {
    /// The key of the ciphertext, in its owner's custody.
    pub key: KeyId,
    /// The parameter set, for example `bfv-128`.
    pub set: SetId,
    /// The number of values.
    pub count: usize,
    /// The number of slots.
    pub slots: usize,
    /// The fixed-point conversion of the values.
    pub scale: BlockScale,
    /// Whether the values use two plaintext primes: blocks of both kinds cannot be added.
    pub wide: bool,
    /// Whether half of the ciphertext is stored as a seed.
    pub seeded: bool,
    /// The envelope, unchanged.
    pub envelope: Vec<u8>,
}

/// The aggregate over the blocks of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// Σ v.
    Sum,
    /// Σ v / count.
    Mean,
    /// The variance of the whole population.
    Variance,
}

/// A result that only the owner of the key can decrypt.
#[derive(Clone, Debug)]
pub struct ClientAnswer {
    /// An envelope of mode FHE and origin client, followed by a `Reduction` of lockstep-fhe.
    pub envelope: Vec<u8>,
    /// The number of values in the aggregate.
    pub count: usize,
}

impl Encryption {
    /// Checks a block that a client sealed. The envelope must be complete and name the account's key `key`. The owner
    /// must hold that key, and it must allow encryption. The block has one ciphertext with all its primes and at most
    /// as many values as the set has slots, and the decimals, offset and bound that `scale` states. The noise is
    /// assumed to be that of a new encryption.
    ///
    /// # Errors
    /// 404 for a key that is not the account's; else the 400 of a parameter of an encryption, naming
    /// `keyId` or `block`.
    pub async fn client_block(
        &self,
        user: &UserId,
        key: &KeyId,
        scale: BlockScale,
        bytes: Vec<u8>,
    ) -> Result<ClientBlock, ApiError> {
        let record = self.client_key(user, key).await?;
        if !record.status.encrypts()
            || self.ctx().clock.now() >= self.mode_keys().period_end(&record)
        {
            return Err(ApiError::encryption_parameter(
                "keyId",
                format!(
                    "a key that is {} or has expired cannot encrypt",
                    record.status
                ),
            ));
        }
        self.pool()
            .run(user, move |_| {
                let series = block(&record, &bytes, "block")?;
                let refused = |reason: String| Err(ApiError::encryption_parameter("block", reason));
                if series.blocks().len() != 1 {
                    let slots = series.parameters().slots();
                    return refused(format!(
                        "holds {} values, a block {slots} at most",
                        series.len()
                    ));
                }
                for (what, found, stated) in [
                    (
                        "decimals",
                        i128::from(series.decimals()),
                        i128::from(scale.decimals),
                    ),
                    ("offset", series.offset(), i128::from(scale.offset)),
                    (
                        "bound",
                        series.magnitude().cast_signed(),
                        i128::from(scale.bound),
                    ),
                ] {
                    if found != stated {
                        return refused(format!("has {what} {found}, not {stated} as was stated"));
                    }
                }
                let set = record.slot.set();
                Ok(ClientBlock {
                    key: record.id.clone(),
                    set: set.ok_or_else(|| ApiError::internal("no parameter set"))?,
                    count: series.len(),
                    slots: series.parameters().slots(),
                    scale,
                    wide: series.width() == Width::Wide,
                    seeded: series.is_seeded(),
                    envelope: bytes,
                })
            })
            .await
    }

    /// Returns the reason why ciphertexts under a client's key cannot be summed: the key is stopped, or its
    /// evaluation keys are missing; `None` if they can.
    ///
    /// # Errors
    /// [`ApiError`] of a store that cannot be read.
    pub async fn cannot_compute(
        &self,
        user: &UserId,
        key: &KeyId,
    ) -> Result<Option<Status>, ApiError> {
        let record = match self.mode_keys().record(user, key).await {
            Ok(record) => record,
            Err(error) if error.kind == ErrorKind::NotFound => return Ok(Some(Status::Destroyed)),
            Err(error) => return Err(error),
        };
        if !record.status.decrypts() {
            return Ok(Some(record.status));
        }
        match self.mode_keys().evaluation_keys(&record, "keyId").await {
            Ok(_) => Ok(None),
            Err(error) if error.kind == ErrorKind::EncryptionParameters => Ok(Some(record.status)),
            Err(error) => Err(error),
        }
    }

    /// Computes the sum, mean or variance of blocks that [`Encryption::client_block`] accepted, all under
    /// one key and of one scale. Each block contributes the values in its range; only the owner can decrypt
    /// the result. `source` returns a block at a time. Cancelled when the caller drops the future.
    ///
    /// # Errors
    /// 404 if the account has no such key. 400 of an encryption parameter if the evaluation keys are
    /// absent, blocks do not belong together (`blocks[3]`), a sum could overflow, or a sums-only parameter
    /// set is used for a variance.
    pub async fn aggregate_blocks<S>(
        &self,
        user: &UserId,
        key: &KeyId,
        what: Aggregate,
        source: &mut S,
    ) -> Result<ClientAnswer, ApiError>
    where
        S: BatchSource<Batch = (Vec<u8>, Range<usize>)>,
    {
        let record = self.client_key(user, key).await?;
        if !record.status.decrypts() {
            return Err(ApiError::encryption_parameter(
                "keyId",
                format!("a key that is {} cannot compute", record.status),
            ));
        }
        let keys = self.mode_keys().evaluation_keys(&record, "keyId").await?;
        let (encryption, mut rng) = (self.clone(), self.rng());
        self.pool()
            .run_over(user, source, move |cancel, blocks| {
                let kind = match what {
                    Aggregate::Sum => ReductionKind::Sum,
                    Aggregate::Mean => ReductionKind::Mean,
                    Aggregate::Variance => ReductionKind::Variance,
                };
                let evaluator = lockstep_fhe::Evaluator::new(&keys);
                let mut totals = Aggregator::new(&evaluator, kind);
                let mut index = 0;
                while let Some((bytes, range)) = blocks.receive()? {
                    cancel.check()?;
                    let parameter = format!("blocks[{index}]");
                    let series = block(&record, &bytes, &parameter)?;
                    totals.push(&series, range).map_err(|error| {
                        ApiError::encryption_parameter(&parameter, error.to_string())
                    })?;
                    index += 1;
                }
                let total = totals
                    .finish()
                    .map_err(|error| ApiError::encryption_parameter("blocks", error.to_string()))?;
                let count = total.count();
                let origin = lockstep_seal::Origin::Client;
                let content = Content::Reduction(total);
                let envelope = envelope(&encryption, &record, &content, origin, &mut rng)?;
                Ok(ClientAnswer { envelope, count })
            })
            .await
    }

    /// A homomorphic key of the account in its owner's custody.
    async fn client_key(&self, user: &UserId, key: &KeyId) -> Result<KeyRecord, ApiError> {
        let record = self.mode_keys().record(user, key).await?;
        if record.slot.mode == Mode::Fhe && record.custody == Custody::Client {
            return Ok(record);
        }
        Err(ApiError::encryption_parameter(
            "keyId",
            "must be a key of mode FHE in its owner's custody",
        ))
    }
}

fn block(key: &KeyRecord, bytes: &[u8], parameter: &str) -> Result<Series, ApiError> {
    let refused = |reason: &str| ApiError::encryption_parameter(parameter, reason);
    let read = ClientEnvelope::read(bytes, parameter);
    let envelope = read.ok_or_else(|| refused("is not an envelope that a client made"))??;
    if envelope.key != key.id {
        return Err(refused("is under another key"));
    }
    envelope.series(key, parameter)
}
