//! The purchases of a seller's offers that can still be used.

use lockstep_store::id::{PurchaseId, UserId};
use lockstep_store::{StoreError, Tx, params};

use super::purchases::{PURCHASE_COLUMNS, purchase};
use crate::purchase::Purchase;

/// Returns the statement of [`list`]: ?1 is the ledger account of the seller, ?2 the time, and ?3 the id before which
/// the list begins.
pub(crate) fn list_sql() -> String {
    format!(
        "SELECT {PURCHASE_COLUMNS} FROM market_purchase
         WHERE seller_account = ?1 AND refunded_at IS NULL AND used < allowed_uses AND expires_at > ?2 AND id < ?3
         ORDER BY id DESC"
    )
}

/// Returns the usable purchases of offers that an account sold before an id, the newest first, at most `limit`. A purchase
/// is found by the ledger account of its seller, so that offers that were withdrawn count, too.
pub(crate) fn list(
    tx: &Tx<'_>,
    seller: &UserId,
    before: Option<&PurchaseId>,
    limit: u32,
) -> Result<Vec<Purchase>, StoreError> {
    // Every id is smaller than the prefix with a later letter.
    let before = before.map_or("pur`", PurchaseId::as_str);
    let accounts = tx.query(
        "SELECT id FROM ledger_account WHERE user_id = ?1",
        params![seller],
        |row| row.at::<i64>(0),
    )?;
    let sql = list_sql();
    let mut all: Vec<Purchase> = Vec::new();
    // One statement for each account, which an index orders: a seller has one account for each currency.
    for account in accounts {
        let before_account = all.len();
        tx.visit(&sql, params![account, tx.now(), before], |row| {
            match purchase(row) {
                Ok(one) => all.push(one),
                // A damaged row costs its own entry only: a scrub names it.
                Err(error) if error.is_damage() => {
                    tracing::error!(%error, "a damaged row of a purchase was left out of a list");
                }
                Err(error) => return Err(error),
            }
            Ok::<_, StoreError>(all.len() - before_account < limit as usize)
        })?;
    }
    all.sort_unstable_by(|a, b| b.id.as_str().cmp(a.id.as_str()));
    all.truncate(limit as usize);
    Ok(all)
}
