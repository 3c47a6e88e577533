//! Removes datasets and versions. A change hides them at once; their chunks are removed in portions, so that the
//! writer is never occupied for long.

use lockstep_store::StoreError;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_web::{ApiError, AppState, Caller};

use super::{check_deletable, note};
use crate::events::DATASET_DELETED;
use crate::store;
use crate::store::versions::{self, VersionName};

/// Deletes a dataset with its data. Versions that were sold stay until their holds end, and only for the holders.
pub(crate) async fn delete(
    state: &AppState,
    caller: &Caller,
    id: DatasetId,
) -> Result<(), ApiError> {
    let owner = caller.owner();
    let user = owner.user.clone();
    let keys = super::account_keys(state, &user).await?;
    let dropped = state
        .db
        .write("datasets.delete", move |tx| {
            let dataset = store::by_id(tx, &keys, &id)?;
            dataset.ok_or_else(|| ApiError::not_found("dataset"))?;
            let is_held = check_deletable(tx, &owner.user, &id)?;
            store::remove(tx, &owner.user, &id, is_held)?;
            versions::drop_released(tx, &owner.user, &id)?;
            note(tx, &owner, ("dataset.delete", DATASET_DELETED), (&id, 0))?;
            Ok::<_, ApiError>(versions::dropped_of(tx, &owner.user, &id)?)
        })
        .await?;
    for version in dropped {
        remove_all(state, &user, &version).await?;
    }
    Ok(())
}

/// Removes the chunks of a dropped version.
pub(crate) async fn remove_all(
    state: &AppState,
    user: &UserId,
    version: &VersionName,
) -> Result<(), StoreError> {
    loop {
        let (of, version) = (user.clone(), version.clone());
        let is_left = state
            .db
            .write::<_, StoreError, _>("datasets.remove", move |tx| {
                versions::remove_portion(tx, &of, &version)
            })
            .await?;
        if !is_left {
            return Ok(());
        }
    }
}
