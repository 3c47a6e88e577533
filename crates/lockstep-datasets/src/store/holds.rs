//! Holds: what keeps a version of a dataset.

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{StoreError, Tx, params};

use crate::version::{Retention, VersionName};

/// Adds a hold, or changes its retention.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
    (holder, retention): (&str, Retention),
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO dataset_hold(user_id, dataset_id, version, holder, retention, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, dataset_id, version, holder) DO UPDATE SET retention = excluded.retention",
        params![
            user,
            &version.dataset,
            version.number,
            holder,
            retention.as_str(),
            tx.now()
        ],
    )
    .map(drop)
}

/// Removes a hold; returns whether it existed.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
    holder: &str,
) -> Result<bool, StoreError> {
    let removed = tx.execute(
        "DELETE FROM dataset_hold WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND holder = ?4",
        params![user, &version.dataset, version.number, holder],
    )?;
    Ok(removed > 0)
}

/// Whether a holder holds a version.
pub(crate) fn is_there(
    tx: &Tx<'_>,
    user: &UserId,
    version: &VersionName,
    holder: &str,
) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_hold WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND holder = ?4",
        params![user, &version.dataset, version.number, holder],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether a holder holds any version of an account.
pub(crate) fn has_any(tx: &Tx<'_>, user: &UserId, holder: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_hold WHERE user_id = ?1 AND holder = ?2 LIMIT 1",
        params![user, holder],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Removes the holds of a holder on data of an account; returns the datasets. A damaged id is passed over.
pub(crate) fn remove_all(
    tx: &mut Tx<'_>,
    user: &UserId,
    holder: &str,
) -> Result<Vec<DatasetId>, StoreError> {
    let held = tx.query(
        // Without the inner SELECT, the planner reads all holds of the account instead of the index by holder.
        "DELETE FROM dataset_hold WHERE user_id = ?1 AND holder = ?2
             AND (dataset_id, version) IN
                 (SELECT dataset_id, version FROM dataset_hold WHERE user_id = ?1 AND holder = ?2)
         RETURNING dataset_id",
        params![user, holder],
        |row| Ok(row.parse(0).ok()),
    )?;
    Ok(held.into_iter().flatten().collect())
}

/// Returns the retentions of the holds on a dataset. A damaged retention counts as `refuse`.
pub(crate) fn retentions(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<Vec<Retention>, StoreError> {
    tx.query(
        "SELECT DISTINCT retention FROM dataset_hold WHERE user_id = ?1 AND dataset_id = ?2",
        params![user, dataset],
        |row| {
            let text = row.at::<&str>(0).unwrap_or_default();
            Ok(Retention::parse(text).unwrap_or(Retention::Refuse))
        },
    )
}
