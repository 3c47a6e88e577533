//! Holds keep a version of a dataset: a listing offers it, or a purchase has sold it.

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_web::ApiError;

use crate::store::holds;
use crate::store::versions;
use crate::version::VersionName;

pub use crate::version::Retention;

/// Holds a version for `holder`, the id of a listing or a purchase. The version must be ready, and stays readable
/// until [`release`], even after a new upload. A second call for the same holder changes the retention.
///
/// # Errors
/// The version does not exist.
pub fn hold(
    tx: &mut Tx<'_>,
    owner: &UserId,
    (dataset, version): (&DatasetId, i64),
    (holder, retention): (&str, Retention),
) -> Result<(), ApiError> {
    let rows = versions::ready_rows(tx, owner, dataset, version)?;
    if rows.is_none() {
        return Err(ApiError::not_found("version of the dataset"));
    }
    let version = VersionName {
        dataset: dataset.clone(),
        number: version,
    };
    Ok(holds::put(tx, owner, &version, (holder, retention))?)
}

/// Whether `holder` holds a version.
///
/// # Errors
/// [`StoreError`].
pub fn is_held(
    tx: &Tx<'_>,
    owner: &UserId,
    (dataset, version): (&DatasetId, i64),
    holder: &str,
) -> Result<bool, StoreError> {
    let version = VersionName {
        dataset: dataset.clone(),
        number: version,
    };
    holds::is_there(tx, owner, &version, holder)
}

/// Whether `holder` holds any version of an owner.
///
/// # Errors
/// [`StoreError`].
pub fn is_holder(tx: &Tx<'_>, owner: &UserId, holder: &str) -> Result<bool, StoreError> {
    holds::has_any(tx, owner, holder)
}

/// Ends every hold of `holder` on data of an owner, for a holder whose own row does not say which version it held.
///
/// # Errors
/// [`StoreError`].
pub fn release_all(tx: &mut Tx<'_>, owner: &UserId, holder: &str) -> Result<(), StoreError> {
    for dataset in holds::remove_all(tx, owner, holder)? {
        versions::drop_released(tx, owner, &dataset)?;
    }
    Ok(())
}

/// Ends a hold. A version that nothing holds and that is not the current one is removed in the background.
///
/// # Errors
/// [`StoreError`].
pub fn release(
    tx: &mut Tx<'_>,
    owner: &UserId,
    (dataset, version): (&DatasetId, i64),
    holder: &str,
) -> Result<(), StoreError> {
    let name = VersionName {
        dataset: dataset.clone(),
        number: version,
    };
    if holds::remove(tx, owner, &name, holder)? {
        versions::drop_released(tx, owner, dataset)?;
    }
    Ok(())
}
