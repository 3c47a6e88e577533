//! Replaces the data of a dataset by an uploaded table. The table becomes visible in one transaction when it is whole:
//! an upload that is cut off, refused or killed leaves the earlier version.

use std::sync::Arc;

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{QueueOwner, StoreError, Tx, WriteCheck, fair};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::{SpoolFile, SpoolWriter};
use lockstep_web::{ApiError, AppState, Owner};
use tokio::sync::{mpsc, oneshot};

use super::{count_rows, write_audit_and_event, writing_keys};
use crate::dataset::{Dataset, EncryptionMode};
use crate::events::DATASET_UPDATED;
use crate::input::{self, TableFormat};
use crate::schema::Schema;
use crate::store::versions::{self, VersionName};
use crate::store::{self, chunks};
use crate::table::RowGroup;
use crate::version_root::VersionRoot;

/// Begins a spool file for an upload.
///
/// # Errors
/// The dataset does not exist or takes no data, or the file cannot be created.
pub(crate) async fn spool(
    state: &AppState,
    user: &UserId,
    id: &DatasetId,
) -> Result<SpoolWriter, ApiError> {
    ensure_writable(&super::entry(state, user, id.clone()).await?)?;
    SpoolWriter::create(state, user).await
}

/// Replaces the data of a dataset by the table in a spool file. An upload that has begun is finished even if its
/// client disconnects.
///
/// # Errors
/// A table that is refused, a quota, or a dataset that was deleted during the upload.
pub(crate) async fn replace(
    state: &AppState,
    owner: Owner,
    id: DatasetId,
    (format, decimals): (TableFormat, Option<u8>),
    file: SpoolFile,
) -> Result<Dataset, ApiError> {
    let upload = replace_all(state.clone(), owner, id, (format, decimals), file);
    // A spawned task does not inherit the account, so it is passed explicitly.
    let upload = tokio::spawn(QueueOwner::current().scope(upload)).await;
    upload.map_err(|error| ApiError::internal(format!("datasets: {error}")))?
}

async fn replace_all(
    state: AppState,
    owner: Owner,
    id: DatasetId,
    (format, decimals): (TableFormat, Option<u8>),
    file: SpoolFile,
) -> Result<Dataset, ApiError> {
    let user = owner.user.clone();
    let mode = super::entry(&state, &user, id.clone()).await?.mode;
    let keys = writing_keys(&state, &owner, mode).await?;
    let target = begin(&state, keys, mode, &id).await?;
    let stored = match read_and_store(target.clone(), format, file).await {
        Ok((schema, rows)) => match schema.check_decimals(decimals) {
            Ok(()) => finish(target.clone(), owner, schema, rows).await,
            Err(refusal) => Err(refusal),
        },
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = stored {
        abandon(&target).await;
        return Err(refusal);
    }
    super::entry(&state, &user, id).await
}

/// A version that receives data.
#[derive(Clone)]
pub(super) struct UploadTarget {
    pub(super) state: AppState,
    pub(super) keys: AccountKeys,
    pub(super) mode: EncryptionMode,
    pub(super) version: VersionName,
}

/// Abandons a version that was not completed. If this fails, the background job abandons it.
pub(super) async fn abandon(target: &UploadTarget) {
    let (user, version) = (target.keys.user().clone(), target.version.clone());
    let write = target
        .state
        .db
        .write::<_, StoreError, _>("datasets.abandon", move |tx| {
            versions::abandon(tx, &user, &version)
        });
    if let Err(error) = write.await {
        tracing::debug!(%error, "an upload is abandoned later");
    }
}

async fn begin(
    state: &AppState,
    keys: AccountKeys,
    mode: EncryptionMode,
    id: &DatasetId,
) -> Result<UploadTarget, ApiError> {
    let (sealing, id) = (keys.clone(), id.clone());
    let version = state
        .db
        .write("datasets.begin", move |tx| {
            sealing.check(tx)?;
            let found = versions::begin(tx, &sealing, &id)?;
            found.ok_or_else(|| ApiError::not_found("dataset"))
        })
        .await?;
    Ok(UploadTarget {
        state: state.clone(),
        keys,
        mode,
        version,
    })
}

/// A group of rows on its way to the task that stores it, and the answer that it is stored.
type Delivery = (RowGroup, oneshot::Sender<()>);

/// Reads the table on a worker thread and stores its groups one by one.
async fn read_and_store(
    target: UploadTarget,
    format: TableFormat,
    mut file: SpoolFile,
) -> Result<(Schema, u64), ApiError> {
    let (sender, groups) = mpsc::channel::<Delivery>(1);
    let state = target.state.clone();
    let storing = tokio::spawn(QueueOwner::current().scope(store_all(target, groups)));
    let reading = state.work().import("datasets.read", move || {
        let mut sink = |group| hand_over(&sender, group);
        input::read(format, &mut file, &mut sink)
    });
    let read = reading.await?;
    let stored = storing.await;
    // The task that stores has the reason if a group was not stored.
    let root = stored.map_err(|error| ApiError::internal(format!("datasets: {error}")))??;
    let (mut schema, rows) = read?;
    schema.root = Some(root.hex());
    Ok((schema, rows))
}

/// Hands a group over and waits until it is stored: one group is in memory at a time.
fn hand_over(sender: &mpsc::Sender<Delivery>, group: RowGroup) -> Result<(), ApiError> {
    let not_stored = || ApiError::internal("datasets: a group of rows was not stored");
    let (stored, answer) = oneshot::channel();
    fair::wait(|| {
        let sent = sender.blocking_send((group, stored));
        sent.map_err(|_| not_stored())?;
        answer.blocking_recv().map_err(|_| not_stored())
    })
}

/// Stores the groups as they come; returns the root of the rows.
async fn store_all(
    target: UploadTarget,
    mut groups: mpsc::Receiver<Delivery>,
) -> Result<VersionRoot, ApiError> {
    let mut root = VersionRoot::default();
    while let Some((group, stored)) = groups.recv().await {
        root.add(&target.keys, &group);
        store_group(&target, group, versions::mark_in_progress).await?;
        // The reader waits unless it has panicked.
        let _ = stored.send(());
    }
    Ok(root)
}

/// Stores the chunks of a group of rows in portions. Nothing reads them until the version is ready; an upload that is
/// cut off leaves them to the background job.
pub(super) async fn store_group(
    target: &UploadTarget,
    group: RowGroup,
    touch: fn(&mut Tx<'_>, &UserId, &VersionName) -> Result<bool, StoreError>,
) -> Result<(), ApiError> {
    let group = Arc::new(group);
    for columns in chunks::portions(&group) {
        let UploadTarget {
            state,
            keys,
            mode,
            version,
        } = target.clone();
        let (gate, group) = (state.quotas(), Arc::clone(&group));
        WriteCheck::renew();
        state
            .db
            .write::<_, ApiError, _>("datasets.store", move |tx| {
                let meter = gate.before(tx, keys.user())?;
                if !touch(tx, keys.user(), &version)? {
                    return Err(was_deleted());
                }
                let part = (&*group, columns.clone());
                chunks::insert_columns(tx, (&keys, mode.key_mode()), &version, part)?;
                meter.check(tx)
            })
            .await?;
    }
    Ok(())
}

/// Makes a whole version the current one.
async fn finish(
    target: UploadTarget,
    owner: Owner,
    schema: Schema,
    rows: u64,
) -> Result<(), ApiError> {
    let UploadTarget {
        state,
        keys,
        mode,
        version,
    } = target;
    WriteCheck::renew();
    state
        .db
        .write("datasets.finish", move |tx| {
            let (user, id) = (&owner.user, &version.dataset);
            keys.check(tx)?;
            if !versions::mark_in_progress(tx, user, &version)? {
                return Err(was_deleted());
            }
            versions::complete(tx, &keys, &version, (&schema, rows))?;
            store::activate(tx, &keys, id, (version.number, mode.first_status()))?;
            versions::drop_unheld(tx, user, id, version.number)?;
            count_rows(tx, user, rows)?;
            write_audit_and_event(tx, &owner, ("dataset.upload", DATASET_UPDATED), (id, rows))?;
            Ok(())
        })
        .await
}

fn ensure_writable(dataset: &Dataset) -> Result<(), ApiError> {
    if dataset.is_damaged {
        return Err(ApiError::encryption(
            "the entry of the dataset is damaged: delete the dataset and create it again",
        ));
    }
    Ok(())
}

fn was_deleted() -> ApiError {
    ApiError::conflict("the dataset was deleted during the upload")
}
