//! Compares the ledger with the purchases that it paid.

use lockstep_store::{StoreError, Tx};

/// Compares the owners of accounts with the table of owners, and with the purchases: an account that paid is its buyer's,
/// and one that was paid is that of the seller of the offer. An erasure removes the purchases of a buyer and the offers of
/// a seller.
pub(super) fn of_owners(tx: &Tx<'_>) -> Result<Option<String>, StoreError> {
    let other = tx.query_opt(
        "SELECT id FROM ledger_account LEFT JOIN ledger_owner ON account = id
         WHERE ledger_account.user_id IS NOT ledger_owner.user_id
         UNION ALL SELECT account FROM ledger_owner WHERE account NOT IN (SELECT id FROM ledger_account)
         ORDER BY 1 LIMIT 1",
        &[],
        |row| Ok(row.shown(0)),
    )?;
    if let Some(account) = other {
        return Ok(Some(format!(
            "account {account}: ledger_account and ledger_owner name different owners"
        )));
    }
    for (side, offers) in [
        ("buyer_account", "SELECT market_purchase.user_id"),
        (
            "seller_account",
            "SELECT user_id FROM market_token WHERE id = offer
             UNION ALL SELECT user_id FROM market_listing WHERE id = offer",
        ),
    ] {
        let found = tx.query_opt(
            &format!(
                "SELECT ledger_account.id, market_purchase.id FROM market_purchase
                 JOIN ledger_account ON ledger_account.id = {side}
                 WHERE EXISTS ({offers}) AND ledger_account.user_id IS NOT ({offers})
                 ORDER BY market_purchase.id LIMIT 1"
            ),
            &[],
            |row| Ok((row.shown(0), row.shown(1))),
        )?;
        if let Some((account, purchase)) = found {
            return Ok(Some(format!(
                "account {account}: its row names another owner than purchase {purchase} ({side})"
            )));
        }
    }
    Ok(None)
}

/// Compares each refund with the purchase of its reference: there is one, of the same amount the other way, and it was
/// refunded once.
pub(super) fn of_refunds(tx: &Tx<'_>) -> Result<Option<String>, StoreError> {
    let alone = tx.query_opt(
        "SELECT id FROM ledger_transfer AS refund WHERE kind = 'refund' AND 1 <> (
             SELECT COUNT(*) FROM ledger_transfer AS bought
             WHERE bought.kind = 'purchase' AND bought.reference = refund.reference AND bought.id < refund.id
                 AND bought.debit = refund.credit AND bought.credit = refund.debit
                 AND bought.amount = refund.amount AND bought.currency = refund.currency)
         ORDER BY id LIMIT 1",
        &[],
        |row| Ok(row.shown(0)),
    )?;
    if let Some(id) = alone {
        return Ok(Some(format!(
            "transfer {id}: it refunds no purchase of its reference and amount"
        )));
    }
    let twice = tx.query_opt(
        "SELECT MAX(id) FROM ledger_transfer WHERE kind = 'refund' GROUP BY reference HAVING COUNT(*) > 1
         ORDER BY 1 LIMIT 1",
        &[],
        |row| Ok(row.shown(0)),
    )?;
    Ok(twice.map(|id| format!("transfer {id}: its purchase was refunded before")))
}
