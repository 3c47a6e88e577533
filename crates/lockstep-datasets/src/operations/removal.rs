//! Removes datasets and versions. A change hides them at once; their chunks are removed in portions, so that the
//! writer is never occupied for long.

use std::time::Duration;

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{StoreError, portion};
use lockstep_web::{ApiError, AppState, Caller};

use super::{check_deletable, write_audit_and_event};
use crate::events::DATASET_DELETED;
use crate::store::versions::{self, VersionName};
use crate::store::{self, name_pages};

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
            let dataset = dataset.ok_or_else(|| ApiError::not_found("dataset"))?;
            let is_held = check_deletable(tx, &owner.user, &id)?;
            name_pages::remove(tx, &keys, (&dataset.name, &id))?;
            store::remove(tx, &keys, &id, is_held)?;
            versions::drop_released(tx, &owner.user, &id)?;
            write_audit_and_event(tx, &owner, ("dataset.delete", DATASET_DELETED), (&id, 0))?;
            Ok::<_, ApiError>(versions::dropped_of(tx, &owner.user, &id)?)
        })
        .await?;
    for version in dropped {
        remove_all(state, &user, &version).await?;
    }
    Ok(())
}

/// Removes the datasets of an account whose key is lost: their names and values can never be opened again. Returns their
/// number.
pub(crate) async fn forget_lost(state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    portion::remove_rows(&state.db, store::CHUNKS, user).await?;
    let user = user.clone();
    let lost = state
        .db
        .write::<_, StoreError, _>("datasets.forget_lost", move |tx| {
            let lost = store::count(tx, &user)?;
            store::erase(tx, &user)?;
            Ok(lost)
        })
        .await?;
    Ok(lost)
}

/// Abandons uploads that ended without a word, and removes versions that were dropped long enough ago that no answer
/// reads them any more.
pub(crate) async fn clean_up(state: &AppState) -> Result<(), ApiError> {
    state
        .db
        .write::<_, StoreError, _>("datasets.clean_up", |tx| {
            for upload in versions::unfinished(tx, "receiving", AT_ONCE)? {
                if tx.now().since(upload.changed_at) > MAX_PAUSE {
                    versions::abandon(tx, &upload.user, &upload.version)?;
                }
            }
            Ok(())
        })
        .await?;
    let dropped = state
        .db
        .read::<_, StoreError, _>("datasets.dropped", |tx| {
            let mut all = versions::unfinished(tx, "dropped", AT_ONCE)?;
            all.retain(|dropped| tx.now().since(dropped.changed_at) > READERS_LEFT);
            Ok(all)
        })
        .await?;
    let mut outcome = Ok(());
    for dropped in dropped {
        // One version that cannot be removed delays no other.
        outcome = outcome.and(remove_all(state, &dropped.user, &dropped.version).await);
    }
    Ok(outcome?)
}

/// Versions that one run looks at.
const AT_ONCE: i64 = 1000;
/// The longest pause between two groups of rows of an upload, after which it counts as cut off.
const MAX_PAUSE: Duration = Duration::from_secs(600);
/// The time after which nothing reads a version that was replaced.
const READERS_LEFT: Duration = Duration::from_secs(300);

/// Removes the chunks of a dropped version.
pub(crate) async fn remove_all(
    state: &AppState,
    user: &UserId,
    version: &VersionName,
) -> Result<(), StoreError> {
    loop {
        let (owner, version) = (user.clone(), version.clone());
        let is_left = state
            .db
            .write::<_, StoreError, _>("datasets.remove", move |tx| {
                versions::remove_portion(tx, &owner, &version)
            })
            .await?;
        if !is_left {
            return Ok(());
        }
    }
}
