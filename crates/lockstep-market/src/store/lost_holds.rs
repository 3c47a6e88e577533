//! Holds on versions of datasets that listings and purchases need and whose rows were removed.

use lockstep_datasets::hold::Retention;
use lockstep_datasets::hold::is_holder;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{Row, RowName, StoreError, Tx};

/// A hold that is missing.
#[derive(Clone, Debug)]
pub(crate) struct LostHold {
    /// The owner of the dataset.
    pub(crate) owner: UserId,
    pub(crate) dataset: DatasetId,
    pub(crate) version: i64,
    /// The id of the listing or the purchase.
    pub(crate) holder: String,
    pub(crate) retention: Retention,
}

/// Returns the holds of active listings, and of purchases that can be used, that are missing. A holder that holds another
/// version is left out: then its own row was changed, and a scrub names it.
pub(crate) fn find(tx: &Tx<'_>) -> Result<Vec<LostHold>, StoreError> {
    let mut lost = Vec::new();
    for (retention, table, sql) in [
        (
            Retention::Refuse,
            "market_listing",
            "SELECT user_id, dataset_id, version, id FROM market_listing WHERE status = 'active'",
        ),
        (
            Retention::Keep,
            "market_purchase",
            "SELECT market_listing.user_id, market_purchase.dataset_id, market_purchase.version, market_purchase.id
             FROM market_purchase JOIN market_listing ON market_listing.id = offer WHERE is_holding = 1",
        ),
    ] {
        let name = RowName {
            table,
            account: Some(0),
            row: Some(3),
        };
        let read = |row: &Row<'_>| {
            Ok(LostHold {
                owner: row.parse(0)?,
                dataset: row.parse(1)?,
                version: row.at(2)?,
                holder: row.at(3)?,
                retention,
            })
        };
        for one in tx.query_skipping(name, sql, &[], read)? {
            if !is_holder(tx, &one.owner, &one.holder)? {
                lost.push(one);
            }
        }
    }
    Ok(lost)
}
