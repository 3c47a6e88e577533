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
