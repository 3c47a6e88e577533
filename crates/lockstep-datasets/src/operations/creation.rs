//! Creates datasets. Data that are too many for one transaction are stored in portions before the dataset exists; the
//! transaction that creates the dataset makes them visible.

use std::sync::Arc;

use lockstep_store::id::DatasetId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Owner};
use serde_json::{Map, Value as Json};

use super::upload::{UploadTarget, abandon, store_group};
use super::{count_rows, entry, removal, write_audit_and_event, writing_keys};
use crate::dataset::{Dataset, MAX_DATASETS, NewDataset};
use crate::events::DATASET_CREATED;
use crate::json_table::{self, Table};
use crate::store::versions::{self, VersionName};
use crate::store::{self, chunks};
use crate::version_root::VersionRoot;

/// Creates a dataset, with its data if there are any.
pub(crate) async fn create(
    state: &AppState,
    caller: &Caller,
    new: NewDataset,
    data: Option<Map<String, Json>>,
    idempotency_key: IdempotencyKey,
) -> Result<Dataset, ApiError> {
    let owner = caller.owner();
    let (asked, account) = (idempotency_key.clone(), owner.user.clone());
    let earlier = state
        .db
        .read::<_, ApiError, _>("datasets.earlier", move |tx| {
            asked.before::<DatasetId>(tx, &account)
        })
        .await?;
    if let Some(id) = earlier {
        return entry(state, &owner.user, id).await;
    }
    let table = match data {
        Some(data) => {
            let parsed = move || json_table::table(&data);
            Some(state.work().process("datasets.parse", parsed).await??)
        }
        None => None,
    };
    let keys = writing_keys(state, &owner, new.mode).await?;
    let version = VersionName {
        dataset: DatasetId::generate(state.clock.now(), &*state.entropy),
        number: versions::FIRST_VERSION,
    };
    let table = table.map(|mut table| {
        let mut root = VersionRoot::default();
        table.groups.iter().for_each(|group| root.add(&keys, group));
        table.schema.root = Some(root.hex());
        table
    });
    let target = UploadTarget {
        state: state.clone(),
        keys,
        mode: new.mode,
        version,
    };
    let made = create_from(&target, &owner, new, table, idempotency_key).await?;
    entry(state, &caller.user, made).await
}

/// Creates the dataset of a target; returns its id, or that of an earlier request with the same key.
async fn create_from(
    target: &UploadTarget,
    owner: &Owner,
    new: NewDataset,
    table: Option<Table>,
    idempotency_key: IdempotencyKey,
) -> Result<DatasetId, ApiError> {
    let portions = |table: &Table| -> usize {
        let groups = table.groups.iter();
        groups.map(|group| chunks::portions(group).len()).sum()
    };
    let is_staged = table.as_ref().is_some_and(|table| portions(table) > 1);
    let (mut stored, mut table) = (Ok(()), table);
    if let Some(table) = table.as_mut().filter(|_| is_staged) {
        stored = stage(target, std::mem::take(&mut table.groups)).await;
    }
    let made = match stored {
        Ok(()) => insert(target, owner, (new, table), (idempotency_key, is_staged)).await,
        Err(refusal) => Err(refusal),
    };
    let is_ours = made.as_ref().is_ok_and(|id| *id == target.version.dataset);
    if is_staged && !is_ours {
        abandon(target).await;
        let (state, user) = (&target.state, target.keys.user());
        // The background job removes what is left.
        if let Err(error) = removal::remove_all(state, user, &target.version).await {
            tracing::debug!(%error, "the data of a refused dataset are removed later");
        }
    }
    made
}

/// Stores the chunks of a dataset that does not exist yet.
async fn stage(target: &UploadTarget, groups: Vec<crate::table::RowGroup>) -> Result<(), ApiError> {
    let (keys, version) = (target.keys.clone(), target.version.clone());
    target
        .state
        .db
        .write::<_, ApiError, _>("datasets.stage", move |tx| {
            keys.check(tx)?;
            Ok(versions::receive(tx, keys.user(), &version)?)
        })
        .await?;
    for group in groups {
        store_group(target, group, versions::touch_staged).await?;
    }
    Ok(())
}

/// Inserts the dataset, with its data unless they are stored already.
async fn insert(
    target: &UploadTarget,
    owner: &Owner,
    (new, table): (NewDataset, Option<Table>),
    (idempotency_key, is_staged): (IdempotencyKey, bool),
) -> Result<DatasetId, ApiError> {
    let (target, owner, table) = (target.clone(), owner.clone(), table.map(Arc::new));
    let (db, gate) = (target.state.db.clone(), target.state.quotas());
    db.write("datasets.create", move |tx| {
        idempotency_key.run(tx, &owner.user, |tx| {
            let meter = gate.before(tx, &owner.user)?;
            target.keys.check(tx)?;
            if store::count(tx, &owner.user)? >= MAX_DATASETS {
                let reason = format!("an account has {MAX_DATASETS} datasets at most: delete some");
                return Err(ApiError::conflict(reason));
            }
            let id = &target.version.dataset;
            store::insert(tx, &target.keys, id, &new)?;
            let mut rows = 0;
            if let Some(table) = &table {
                rows = table.rows;
                if is_staged {
                    if !versions::mark_in_progress(tx, &owner.user, &target.version)? {
                        return Err(removed_meanwhile());
                    }
                } else {
                    versions::receive(tx, &owner.user, &target.version)?;
                    insert_all(tx, &target, table)?;
                }
                versions::begin_after(tx, &owner.user, &target.version)?;
                versions::complete(tx, &target.keys, &target.version, (&table.schema, rows))?;
                let version = (target.version.number, new.mode.first_status());
                store::activate(tx, &target.keys, id, version)?;
            }
            meter.check(tx)?;
            count_rows(tx, &owner.user, rows)?;
            write_audit_and_event(tx, &owner, ("dataset.create", DATASET_CREATED), (id, rows))?;
            Ok(id.clone())
        })
    })
    .await
}

fn insert_all(tx: &mut Tx<'_>, target: &UploadTarget, table: &Table) -> Result<(), StoreError> {
    let keys: (&AccountKeys, _) = (&target.keys, target.mode.key_mode());
    for group in &table.groups {
        let columns = 0..group.chunks.len();
        chunks::insert_columns(tx, keys, &target.version, (group, columns))?;
    }
    Ok(())
}

fn removed_meanwhile() -> ApiError {
    ApiError::unavailable("datasets: staged data were removed before their dataset was created")
}
