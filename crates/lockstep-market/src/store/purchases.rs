//! Rows of purchases and their uses.

use std::time::Duration;

use lockstep_store::id::{PurchaseId, TokenId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};

use super::tokens::restrictions;
use crate::ledger::AccountNumber;
use crate::money::Money;
use crate::token::Purchase;

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    buyer: &UserId,
    purchase: &Purchase,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_purchase(id, user_id, token_id, at, buyer_account, seller_account, transfer,
             price, currency, duration, restrictions, purpose, root, points, expires_at, allowed_uses)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        params![
            purchase.id.as_str(),
            buyer,
            purchase.token.as_str(),
            purchase.at,
            purchase.buyer_account.0,
            purchase.seller_account.0,
            purchase.transfer,
            purchase.price.minor,
            purchase.price.currency.code(),
            &purchase.duration,
            &purchase.restrictions.to_json(),
            purchase.purpose.as_deref(),
            &purchase.root,
            purchase.points as i64,
            purchase.expires_at,
            purchase.allowed_uses
        ],
    )?;
    Ok(())
}

const PURCHASE: &str =
    "id, token_id, at, buyer_account, seller_account, transfer, price, currency, duration,
    restrictions, purpose, root, points, expires_at, allowed_uses, used, refunded_at";

fn purchase(row: &Row<'_>) -> Result<Purchase, StoreError> {
    Ok(Purchase {
        id: row.parse(0)?,
        token: row.parse(1)?,
        at: row.at(2)?,
        buyer_account: row.at(3).map(AccountNumber)?,
        seller_account: row.at(4).map(AccountNumber)?,
        transfer: row.at(5)?,
        price: Money {
            minor: row.at(6)?,
            currency: row.parse(7)?,
        },
        duration: row.at(8)?,
        restrictions: restrictions(row, 9)?,
        purpose: row.at(10)?,
        root: row.at(11)?,
        points: row.at(12)?,
        expires_at: row.at(13)?,
        allowed_uses: row.at(14)?,
        used: row.at(15)?,
        refunded_at: row.at(16)?,
    })
}

/// Returns a purchase of this buyer.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    buyer: &UserId,
    id: &PurchaseId,
) -> Result<Option<Purchase>, StoreError> {
    tx.query_opt(
        &format!("SELECT {PURCHASE} FROM market_purchase WHERE id = ?1 AND user_id = ?2"),
        params![id.as_str(), buyer],
        purchase,
    )
}

/// Returns the purchases of a buyer before an id, the newest first, at most `limit`.
pub(crate) fn list(
    tx: &Tx<'_>,
    buyer: &UserId,
    before: Option<&PurchaseId>,
    limit: u32,
) -> Result<Vec<Purchase>, StoreError> {
    // Every id is smaller than the prefix with a later letter.
    let before = before.map_or("pur`", PurchaseId::as_str);
    tx.query(
        &format!(
            "SELECT {PURCHASE} FROM market_purchase WHERE user_id = ?1 AND id < ?2
             ORDER BY id DESC LIMIT ?3"
        ),
        params![buyer, before, limit],
        purchase,
    )
}

/// Returns the purchases of a token by a buyer, the oldest first.
pub(crate) fn of_token(
    tx: &Tx<'_>,
    buyer: &UserId,
    token: &TokenId,
) -> Result<Vec<Purchase>, StoreError> {
    tx.query(
        &format!(
            "SELECT {PURCHASE} FROM market_purchase WHERE token_id = ?1 AND user_id = ?2 ORDER BY id"
        ),
        params![token.as_str(), buyer],
        purchase,
    )
}

/// Consumes a use of a purchase; returns its number. `None` if the purchase has no use left at this time.
/// The condition is part of the statement that counts, so no two reads get the same use.
pub(crate) fn consume(
    tx: &mut Tx<'_>,
    buyer: &UserId,
    id: &PurchaseId,
) -> Result<Option<u32>, StoreError> {
    let now = tx.now();
    let n = tx.query_opt(
        "UPDATE market_purchase SET used = used + 1
         WHERE id = ?1 AND user_id = ?2 AND refunded_at IS NULL AND used < allowed_uses AND expires_at > ?3
         RETURNING used",
        params![id.as_str(), buyer, now],
        |row| row.at::<u32>(0),
    )?;
    if let Some(n) = n {
        tx.execute(
            "INSERT INTO market_use(purchase_id, n, user_id, at) VALUES (?1, ?2, ?3, ?4)",
            params![id.as_str(), n, buyer, now],
        )?;
    }
    Ok(n)
}

/// Whether further pages of a use can be read: the use is at most [`USE_OPEN`](crate::token::USE_OPEN) old.
pub(crate) fn is_open(
    tx: &Tx<'_>,
    buyer: &UserId,
    id: &PurchaseId,
    n: u32,
) -> Result<bool, StoreError> {
    let at = tx.query_opt(
        "SELECT at FROM market_use WHERE purchase_id = ?1 AND n = ?2 AND user_id = ?3",
        params![id.as_str(), n, buyer],
        |row| row.at::<Timestamp>(0),
    )?;
    Ok(at.is_some_and(|at| tx.now().since(at) < crate::token::USE_OPEN))
}

/// Marks a purchase as refunded if it was never used and is younger than [`REFUNDABLE`]; returns whether it
/// was. A use and a refund exclude each other: both conditions are parts of their statements.
pub(crate) fn refund(tx: &mut Tx<'_>, buyer: &UserId, id: &PurchaseId) -> Result<bool, StoreError> {
    let now = tx.now();
    let changed = tx.execute(
        "UPDATE market_purchase SET refunded_at = ?3
         WHERE id = ?1 AND user_id = ?2 AND refunded_at IS NULL AND used = 0 AND at > ?4",
        params![id.as_str(), buyer, now, now.minus(REFUNDABLE)],
    )?;
    Ok(changed == 1)
}

/// Returns the sum of the prices that an account of a seller may have to refund, in minor units.
pub(crate) fn refundable(tx: &Tx<'_>, seller: AccountNumber) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT CAST(COALESCE(SUM(price), 0) AS BIGINT) FROM market_purchase
         WHERE seller_account = ?1 AND at > ?2 AND refunded_at IS NULL AND used = 0",
        params![seller.0, tx.now().minus(REFUNDABLE)],
        |row| row.at(0),
    )
}

/// How long an unused purchase can be refunded.
pub(crate) const REFUNDABLE: Duration = Duration::from_secs(3600);
