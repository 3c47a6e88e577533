//! The versions of datasets that purchases hold.

use lockstep_store::id::{DatasetId, PurchaseId, UserId};
use lockstep_store::{Row, RowName, StoreError, Tx, params};

/// The holding purchases that have expired: ?1 is the time and ?2 the maximum number.
pub(crate) const EXPIRED_SQL: &str =
    "SELECT id, user_id FROM market_purchase WHERE is_holding = 1 AND expires_at <= ?1 LIMIT ?2";
/// The holding purchases that are refunded or used up, whose last use is over: ?1 is the time after which a use is open,
/// and ?2 the maximum number.
pub(crate) const USED_UP_SQL: &str = "SELECT id, user_id FROM market_purchase
    WHERE is_holding = 1 AND (used >= allowed_uses OR refunded_at IS NOT NULL)
        AND (refunded_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM market_use
            WHERE purchase_id = market_purchase.id AND at > ?1))
    LIMIT ?2";

/// Returns purchases that hold a version of a dataset and can be used no more, at most `limit` for each reason.
pub(crate) fn ended(tx: &Tx<'_>, limit: u32) -> Result<Vec<PurchaseId>, StoreError> {
    let now = tx.now();
    let mut ended = tx.query_skipping(NAMED, EXPIRED_SQL, params![now, limit], id)?;
    let open_after = now.minus(crate::purchase::USE_OPEN);
    ended.extend(tx.query_skipping(NAMED, USED_UP_SQL, params![open_after, limit], id)?);
    Ok(ended)
}

fn id(row: &Row<'_>) -> Result<PurchaseId, StoreError> {
    row.parse(0)
}

/// Whether a purchase holds a version of a dataset and can be used no more.
pub(crate) fn has_ended(tx: &Tx<'_>, id: &PurchaseId) -> Result<bool, StoreError> {
    let now = tx.now();
    let found = tx.query_opt(
        "SELECT 1 FROM market_purchase WHERE id = ?1 AND is_holding = 1
             AND (refunded_at IS NOT NULL OR expires_at <= ?2
                 OR (used >= allowed_uses AND NOT EXISTS (SELECT 1 FROM market_use
                     WHERE purchase_id = market_purchase.id AND at > ?3)))",
        params![id.as_str(), now, now.minus(crate::purchase::USE_OPEN)],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// A version that a purchase holds, with the owner of its dataset.
pub(crate) struct HeldVersion {
    pub(crate) owner: UserId,
    pub(crate) dataset: DatasetId,
    pub(crate) number: i64,
}

/// Marks a purchase as one that holds no version; returns the version that it held. `None` if it held none, or if
/// the seller was erased.
pub(crate) fn end_hold(
    tx: &mut Tx<'_>,
    id: &PurchaseId,
) -> Result<Option<HeldVersion>, StoreError> {
    let held = tx.query_opt(
        "SELECT market_listing.user_id, market_purchase.dataset_id, market_purchase.version
         FROM market_purchase JOIN market_listing ON market_listing.id = offer
         WHERE market_purchase.id = ?1 AND is_holding = 1",
        params![id.as_str()],
        |row| {
            let held = HeldVersion {
                owner: row.parse(0)?,
                dataset: row.parse(1)?,
                number: row.at(2)?,
            };
            Ok(held)
        },
    );
    // A damaged row keeps its hold: a scrub names it.
    let held = match held {
        Err(error) if error.is_damage() => None,
        held => held?,
    };
    tx.execute(
        "UPDATE market_purchase SET is_holding = 0 WHERE id = ?1 AND is_holding = 1",
        params![id.as_str()],
    )?;
    Ok(held)
}

/// Returns the purchases of a buyer that hold a version.
pub(crate) fn holding(tx: &Tx<'_>, buyer: &UserId) -> Result<Vec<PurchaseId>, StoreError> {
    tx.query_skipping(
        NAMED,
        "SELECT id, user_id FROM market_purchase WHERE user_id = ?1 AND is_holding = 1",
        params![buyer],
        |row| row.parse(0),
    )
}

/// The columns of a statement that returns the id and the buyer of purchases.
const NAMED: RowName = RowName {
    table: "market_purchase",
    account: Some(1),
    row: Some(0),
};
