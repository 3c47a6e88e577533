//! Compares the ledger with the purchases that it paid. Purchases are read once, in their order.

use std::collections::{HashMap, HashSet};

use lockstep_store::{Row, StoreError, Tx, params};

/// The owners of accounts, by number; `None` after an erasure.
type Owners = HashMap<i64, Option<String>>;
/// The sellers of offers, by id; `None` for an offer of the platform or of an erased account.
type Sellers = HashMap<String, Option<String>>;

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
    let owners = owners(tx)?;
    let mut sellers = Sellers::new();
    let mut found = None;
    tx.visit(
        "SELECT id, user_id, offer, buyer_account, seller_account FROM market_purchase ORDER BY id",
        &[],
        |row| {
            let side = of_purchase(tx, row, &owners, &mut sellers)?;
            found = side.map(|(side, column)| {
                format!(
                    "account {}: its row names a different owner than purchase {} ({side})",
                    row.shown(column),
                    row.shown(0)
                )
            });
            Ok::<_, StoreError>(found.is_none())
        },
    )?;
    Ok(found)
}

fn owners(tx: &Tx<'_>) -> Result<Owners, StoreError> {
    let all = tx.query(
        "SELECT id, user_id FROM ledger_account WHERE typeof(id) = 'integer' ORDER BY id",
        &[],
        |row| {
            let owner = row.at::<Option<String>>(1);
            // An owner that is not a text differs from every buyer and seller.
            Ok((
                row.at::<i64>(0)?,
                owner.unwrap_or_else(|_| Some(row.shown(1))),
            ))
        },
    )?;
    Ok(all.into_iter().collect())
}

/// Returns the column of a purchase whose account has another owner, with its number. An account without a row, and an
/// offer without one, have no owner to compare.
fn of_purchase(
    tx: &Tx<'_>,
    row: &Row<'_>,
    owners: &Owners,
    sellers: &mut Sellers,
) -> Result<Option<(&'static str, usize)>, StoreError> {
    let owner = |column| row.at::<i64>(column).ok().and_then(|id| owners.get(&id));
    if owner(BUYER_ACCOUNT).is_some_and(|owner| row.at::<&str>(1).ok() != owner.as_deref()) {
        return Ok(Some(("buyer_account", BUYER_ACCOUNT)));
    }
    let (Ok(offer), Some(owner)) = (row.at::<&str>(2), owner(SELLER_ACCOUNT)) else {
        return Ok(None);
    };
    let seller = match sellers.get(offer) {
        Some(known) => known,
        None => {
            let seller = seller_of(tx, offer)?;
            &*sellers.entry(offer.to_owned()).or_insert(seller)
        }
    };
    let is_other = seller.is_some() && seller != owner;
    Ok(is_other.then_some(("seller_account", SELLER_ACCOUNT)))
}

fn seller_of(tx: &Tx<'_>, offer: &str) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT user_id FROM market_token WHERE id = ?1
         UNION ALL SELECT user_id FROM market_listing WHERE id = ?1",
        params![offer],
        |row| Ok(row.at(0).unwrap_or_else(|_| row.shown(0))),
    )
}

/// Compares each refund with the purchase of its reference: there is one, of the same amount the other way, and it was
/// refunded once. `refunds` are the numbers of the refunds, in their order.
pub(super) fn of_refunds(tx: &Tx<'_>, refunds: &[i64]) -> Result<Option<String>, StoreError> {
    let mut refunded = HashSet::new();
    for id in refunds {
        let (purchases, reference) = tx.query_one(
            "SELECT (SELECT COUNT(*) FROM ledger_transfer AS bought
                 WHERE bought.kind = 'purchase' AND bought.reference = refund.reference AND bought.id < refund.id
                     AND bought.debit = refund.credit AND bought.credit = refund.debit
                     AND bought.amount = refund.amount AND bought.currency = refund.currency),
                 refund.reference
             FROM ledger_transfer AS refund WHERE refund.id = ?1",
            params![*id],
            |row| Ok((row.at::<i64>(0)?, row.shown(1))),
        )?;
        if purchases != 1 {
            return Ok(Some(format!(
                "transfer {id}: it refunds no purchase of its reference and amount"
            )));
        }
        if !refunded.insert(reference) {
            return Ok(Some(format!(
                "transfer {id}: its purchase was refunded before"
            )));
        }
    }
    Ok(None)
}

/// Compares the currency of each transfer with those of its two accounts.
pub(super) fn of_currencies(tx: &Tx<'_>) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT ledger_transfer.id FROM ledger_transfer
         LEFT JOIN ledger_account AS debited ON debited.id = debit
         LEFT JOIN ledger_account AS credited ON credited.id = credit
         WHERE ledger_transfer.currency IS NOT debited.currency
             OR ledger_transfer.currency IS NOT credited.currency
         ORDER BY ledger_transfer.id LIMIT 1",
        &[],
        |row| {
            let id = row.shown(0);
            Ok(format!(
                "transfer {id}: its currency is not that of both of its accounts"
            ))
        },
    )
}

/// The columns of the accounts of a purchase.
const BUYER_ACCOUNT: usize = 3;
const SELLER_ACCOUNT: usize = 4;
