//! Converts the numeric columns of datasets into their mode: ciphertexts for `fhe`, commitments for `zk`. New data are
//! sealed at once, and converted chunk by chunk in the background.

use std::ops::Range;

use data_encoding::HEXLOWER;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{QueueOwner, StoreError};
use lockstep_vault::{AccountKeys, key_queries};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, Owner};

use super::read::{VersionReader, cells_of};
use super::{write_audit_and_event, writing_keys};
use crate::cell::Cells;
use crate::chunk;
use crate::dataset::{Dataset, EncryptionMode, EncryptionStatus};
use crate::events::DATASET_UPDATED;
use crate::protection::{protection, scale};
use crate::schema::{NumberRange, Protection, Schema};
use crate::store::chunks::{self, ChunkLocation, Codec, ConvertedCells};
use crate::store::{self, versions};

/// Converts datasets whose encryption is pending. An error of one dataset does not stop the others.
pub(crate) async fn convert_pending(state: &AppState) -> Result<(), ApiError> {
    let pending = state
        .db
        .read::<_, StoreError, _>("datasets.pending", |tx| store::pending(tx, AT_ONCE))
        .await?;
    convert_each(state, pending, EncryptionStatus::Pending).await;
    Ok(())
}

/// Tries the encryption of failed datasets again: the key may be resumed by now, or the quota raised. What was converted
/// before is kept. An encryption that fails again changes nothing.
pub(crate) async fn retry_failed(state: &AppState) -> Result<(), ApiError> {
    let failed = state
        .db
        .read::<_, StoreError, _>("datasets.failed", |tx| store::failed(tx, AT_ONCE))
        .await?;
    convert_each(state, failed, EncryptionStatus::Failed).await;
    Ok(())
}

async fn convert_each(
    state: &AppState,
    datasets: Vec<(UserId, DatasetId)>,
    from: EncryptionStatus,
) {
    for (user, id) in datasets {
        let owner = QueueOwner::Account(user.clone());
        if let Err(fault) = owner.scope(convert(state, &user, &id, from)).await {
            tracing::warn!(dataset = %id, reason = fault.log.as_deref(), "a dataset is converted later");
        }
    }
}

/// Converts the current version of a dataset, whose status is `from`. A key that does not encrypt, damaged data or a quota
/// make the encryption `failed`.
async fn convert(
    state: &AppState,
    user: &UserId,
    id: &DatasetId,
    from: EncryptionStatus,
) -> Result<(), ApiError> {
    let owner = Owner::system(user.clone());
    let dataset = super::entry(state, user, id.clone()).await?;
    let converted = convert_columns(state, &owner, &dataset).await;
    let (status, schema) = match converted {
        Ok(None) => return Ok(()),
        Ok(Some(schema)) => (EncryptionStatus::Encrypted, schema),
        Err(fault) if is_transient(&fault) => return Err(fault),
        Err(_) if from == EncryptionStatus::Failed => return Ok(()),
        Err(fault) => {
            tracing::warn!(dataset = %id, reason = %fault.message, "a dataset cannot be converted");
            (EncryptionStatus::Failed, None)
        }
    };
    let (keys, id) = (super::account_keys(state, user).await?, id.clone());
    let (number, rows) = dataset.data.map_or((0, 0), |data| (data.number, data.rows));
    state
        .db
        .write("datasets.converted", move |tx| {
            let now = store::by_id(tx, &keys, &id)?;
            let now = now.ok_or_else(|| ApiError::not_found("dataset"))?;
            let current = now.data.map_or(0, |data| data.number);
            // A newer version is converted by the next run.
            if current != number || now.status != from {
                return Ok(());
            }
            if let Some(schema) = &schema {
                let version = versions::VersionName {
                    dataset: id.clone(),
                    number,
                };
                versions::complete(tx, &keys, &version, (schema, rows))?;
            }
            store::activate(tx, &keys, &id, (number, status))?;
            write_audit_and_event(
                tx,
                &owner,
                ("dataset.convert", DATASET_UPDATED),
                (&id, rows),
            )?;
            Ok(())
        })
        .await
}

fn is_transient(fault: &ApiError) -> bool {
    matches!(
        fault.kind,
        ErrorKind::Internal | ErrorKind::Unavailable | ErrorKind::Conflict | ErrorKind::NotFound
    )
}

/// Converts the columns of a dataset; returns the schema with their protection, or `None` while the key is created.
async fn convert_columns(
    state: &AppState,
    owner: &Owner,
    dataset: &Dataset,
) -> Result<Option<Option<Schema>>, ApiError> {
    let keys = writing_keys(state, owner, dataset.mode).await?;
    let (account, mode) = (owner.user.clone(), dataset.mode.key_mode());
    let is_ready = state
        .db
        .read::<_, StoreError, _>("datasets.ready", move |tx| match mode {
            Some(mode) => key_queries::is_ready(tx, &account, mode),
            None => Ok(true),
        })
        .await?;
    if !is_ready {
        return Ok(None);
    }
    let Some(data) = &dataset.data else {
        return Ok(Some(None));
    };
    let version = (dataset.id.clone(), data.number);
    let reader = VersionReader::frozen(state, &owner.user, version).await?;
    let mut schema = reader.schema.clone();
    for (index, column) in schema.columns.iter_mut().enumerate() {
        (column.protection, column.reason) = protection(dataset.mode, column);
        let Some(range) = column
            .numbers
            .filter(|_| column.protection != Protection::Sealed)
        else {
            continue;
        };
        let mut conversion = Conversion {
            reader: &reader,
            keys: &keys,
            mode: dataset.mode,
            column: index,
            range,
            roots: Vec::new(),
        };
        let mut row = 0;
        while let Some(rows) = reader.group(row).await? {
            row = rows.end;
            conversion.convert(rows).await?;
        }
        column.roots = conversion.roots;
    }
    Ok(Some(Some(schema)))
}

/// The conversion of one column.
struct Conversion<'c> {
    reader: &'c VersionReader,
    keys: &'c AccountKeys,
    mode: EncryptionMode,
    column: usize,
    range: NumberRange,
    roots: Vec<String>,
}

impl Conversion<'_> {
    /// Converts the chunk of a group of rows. A chunk without values stays as it is.
    async fn convert(&mut self, rows: Range<u64>) -> Result<(), ApiError> {
        let (keys, version) = (self.keys.clone(), self.reader.version.clone());
        let at = (self.column, rows.start);
        let state = &self.reader.state;
        let found = state
            .db
            .read::<_, ApiError, _>("datasets.unconverted", move |tx| {
                let Some(stored) = chunks::chunk(tx, &keys, &version, at)? else {
                    return Ok(None);
                };
                if stored.codec != Codec::Cells {
                    let (_, beside) = chunks::open(tx, &keys, &version, &stored)?;
                    return Ok(Some((stored.location, Err(beside.to_vec()))));
                }
                let cells = cells_of(tx, &keys, &version, &stored)?;
                Ok(Some((stored.location, Ok(cells))))
            })
            .await?;
        let (location, cells) = match found {
            None => return Ok(()),
            Some((_, Err(beside))) => {
                // Converted by an earlier run that was interrupted.
                self.roots.extend(root_in(&beside));
                return Ok(());
            }
            Some((location, Ok(cells))) => (location, cells),
        };
        let (keys, mode, range) = (self.keys.clone(), self.mode, self.range);
        let make = move || converted(&keys, mode, (&cells, location.row0), range);
        let Some(converted) = state.work().import("datasets.convert", make).await?? else {
            return Ok(());
        };
        self.roots.extend(root_in(&converted.beside));
        self.store(location, converted).await
    }

    async fn store(
        &self,
        location: ChunkLocation,
        converted: ConvertedCells,
    ) -> Result<(), ApiError> {
        let (keys, version) = (self.keys.clone(), self.reader.version.clone());
        let (gate, mode) = (self.reader.state.quotas(), self.mode.key_mode());
        let db = &self.reader.state.db;
        db.write("datasets.convert", move |tx| {
            let meter = gate.before(tx, keys.user())?;
            keys.check(tx)?;
            chunks::convert(tx, (&keys, mode), &version, (&location, &converted))?;
            meter.check(tx)
        })
        .await
    }
}

/// Makes the content of a chunk under a mode; `None` for a chunk without values.
fn converted(
    keys: &AccountKeys,
    mode: EncryptionMode,
    (cells, row0): (&Cells, u64),
    range: NumberRange,
) -> Result<Option<ConvertedCells>, ApiError> {
    let integers = chunk::integers(cells, range.decimals)
        .ok_or_else(|| ApiError::internal("datasets: a chunk has other numbers than its column"))?;
    if integers.is_empty() {
        return Ok(None);
    }
    if mode == EncryptionMode::Zk {
        let rows = integers.iter();
        let points: Vec<_> = rows
            .map(|(index, integer)| (row0 + *index as u64, *integer))
            .collect();
        let commitment = keys.commit(&points, ROWS_OF_A_DATASET, range.decimals)?;
        let mut plain = commitment.blinding.to_vec();
        plain.extend_from_slice(&chunk::pack_alone(cells).bytes);
        let mut beside = vec![COMMITTED, commitment.depth, range.decimals];
        beside.extend_from_slice(&commitment.root);
        return Ok(Some(ConvertedCells {
            codec: Codec::Committed,
            beside,
            plain,
        }));
    }
    let numbers: Vec<f64> = integers
        .iter()
        .map(|(_, integer)| *integer as f64)
        .collect();
    let ciphertext = keys.encrypt(&numbers, &scale(range)?)?;
    Ok(Some(ConvertedCells {
        codec: Codec::Homomorphic,
        beside: Vec::new(),
        plain: chunk::pack_homomorphic(cells, range.decimals, &ciphertext),
    }))
}

/// Returns the root in the clear part of a committed chunk, in hexadecimal.
fn root_in(beside: &[u8]) -> Option<String> {
    match beside {
        [COMMITTED, _, _, root @ ..] => Some(HEXLOWER.encode(root)),
        _ => None,
    }
}

/// The format of the clear part of a committed chunk: this byte, log2 of the leaves, decimals, root.
const COMMITTED: u8 = 1;
/// The number of the type in commitments: the time of a leaf is the number of its row, from 0. Types of points have
/// other numbers.
const ROWS_OF_A_DATASET: u64 = 1 << 32;
/// Datasets that one run converts.
const AT_ONCE: i64 = 16;
