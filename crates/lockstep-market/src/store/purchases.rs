//! Rows of purchases and their uses.

use std::time::Duration;

use lockstep_store::id::{DatasetId, PurchaseId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, Value, params};

use super::tokens::restrictions;
use crate::ledger::AccountNumber;
use crate::money::Money;
use crate::offer::{OfferId, SoldContent};
use crate::purchase::Purchase;

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    buyer: &UserId,
    purchase: &Purchase,
) -> Result<(), StoreError> {
    let (mut root, mut points) = (None, None);
    let (mut dataset, mut version, mut rows) = (None, None, None);
    match &purchase.sold {
        SoldContent::Points {
            root: of,
            points: count,
        } => (root, points) = (Some(of), Some(*count as i64)),
        SoldContent::Version {
            dataset: of,
            number,
            rows: count,
            root: of_rows,
        } => {
            (dataset, version) = (Some(of), Some(*number));
            root = of_rows.as_ref();
            rows = count.map(|count| count as i64);
        }
        SoldContent::Item => {}
    }
    tx.execute(
        "INSERT INTO market_purchase(id, user_id, offer, at, buyer_account, seller_account, transfer,
             price, currency, duration, restrictions, purpose, root, points, dataset_id, version, row_count,
             expires_at, allowed_uses, is_holding)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
        params![
            purchase.id.as_str(),
            buyer,
            purchase.offer.as_str(),
            purchase.at,
            purchase.buyer_account.0,
            purchase.seller_account.0,
            purchase.transfer,
            purchase.price.minor,
            purchase.price.currency.code(),
            purchase.duration.as_deref(),
            &purchase.restrictions.to_json(),
            purchase.purpose.as_deref(),
            root,
            points,
            dataset,
            version,
            rows,
            purchase.expires_at,
            purchase.allowed_uses,
            dataset.is_some()
        ],
    )?;
    Ok(())
}

pub(super) const PURCHASE_COLUMNS: &str = "id, offer, at, buyer_account, seller_account, transfer, price, currency, duration,
    restrictions, purpose, root, points, dataset_id, version, row_count, expires_at, allowed_uses, used,
    refunded_at";

pub(super) fn purchase(row: &Row<'_>) -> Result<Purchase, StoreError> {
    let offer: OfferId = row
        .at::<&str>(1)?
        .parse()
        .map_err(|_| row.wrong(1, "the id of an offer"))?;
    let sold = match &offer {
        OfferId::Token(_) => SoldContent::Points {
            root: row.at(11)?,
            points: row.at(12)?,
        },
        OfferId::Listing(_) => SoldContent::Version {
            dataset: row.parse::<DatasetId>(13)?,
            number: row.at(14)?,
            rows: row.at(15)?,
            root: row.at(11)?,
        },
        OfferId::Item(_) => SoldContent::Item,
    };
    Ok(Purchase {
        id: row.parse(0)?,
        offer,
        at: row.at(2)?,
        buyer_account: row.at(3).map(AccountNumber)?,
        seller_account: row.at(4).map(AccountNumber)?,
        transfer: row.at(5)?,
        price: Money {
            minor: row.at(6)?,
            currency: row.parse(7)?,
        },
        sold,
        duration: row.at(8)?,
        restrictions: restrictions(row, 9)?,
        purpose: row.at(10)?,
        expires_at: row.at(16)?,
        allowed_uses: row.at(17)?,
        used: row.at(18)?,
        refunded_at: row.at(19)?,
    })
}

/// Returns a purchase of this buyer.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    buyer: &UserId,
    id: &PurchaseId,
) -> Result<Option<Purchase>, StoreError> {
    tx.query_opt(
        &format!("SELECT {PURCHASE_COLUMNS} FROM market_purchase WHERE id = ?1 AND user_id = ?2"),
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
    let mut all = Vec::new();
    tx.visit(
        &format!(
            "SELECT {PURCHASE_COLUMNS} FROM market_purchase WHERE user_id = ?1 AND id < ?2 ORDER BY id DESC"
        ),
        params![buyer, before],
        |row| {
            match purchase(row) {
                Ok(one) => all.push(one),
                // A damaged row costs its own entry only: a scrub names it.
                Err(error) if error.is_damage() => {
                    tracing::error!(%error, "a damaged row of a purchase was left out of a list");
                }
                Err(error) => return Err(error),
            }
            Ok::<_, StoreError>(all.len() < limit as usize)
        },
    )?;
    Ok(all)
}

/// Whether a buyer ever bought an offer. `offer` is the id of the offer.
pub(crate) fn is_buyer(tx: &Tx<'_>, buyer: &UserId, offer: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM market_purchase WHERE offer = ?1 AND user_id = ?2 LIMIT 1",
        params![offer, buyer],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Returns the oldest purchase of an offer by a buyer that can be used.
pub(crate) fn usable(
    tx: &Tx<'_>,
    buyer: &UserId,
    offer: &str,
) -> Result<Option<Purchase>, StoreError> {
    first(tx, &usable_sql(), params![offer, buyer, tx.now()])
}

/// Returns the statement of [`usable`]: ?1 is the offer, ?2 the buyer and ?3 the time.
pub(crate) fn usable_sql() -> String {
    format!(
        "SELECT {PURCHASE_COLUMNS} FROM market_purchase WHERE offer = ?1 AND user_id = ?2
             AND refunded_at IS NULL AND used < allowed_uses AND expires_at > ?3 ORDER BY id"
    )
}

/// Returns the newest purchase of an offer by a buyer.
pub(crate) fn newest(
    tx: &Tx<'_>,
    buyer: &UserId,
    offer: &str,
) -> Result<Option<Purchase>, StoreError> {
    let sql = format!(
        "SELECT {PURCHASE_COLUMNS} FROM market_purchase WHERE offer = ?1 AND user_id = ?2 ORDER BY id DESC"
    );
    first(tx, &sql, params![offer, buyer])
}

/// Returns the first purchase that can be read.
fn first(tx: &Tx<'_>, sql: &str, params: &[Value<'_>]) -> Result<Option<Purchase>, StoreError> {
    let mut found = None;
    tx.visit(sql, params, |row| {
        match purchase(row) {
            Ok(one) => found = Some(one),
            // A damaged row costs its own purchase only: a scrub names it.
            Err(error) if error.is_damage() => {
                tracing::error!(%error, "a damaged row of a purchase was passed over");
            }
            Err(error) => return Err(error),
        }
        Ok::<_, StoreError>(found.is_none())
    })?;
    Ok(found)
}

/// Visits the purchases of an offer by a buyer that hold a version of a dataset, the newest first, until `each` returns
/// `false`.
pub(crate) fn holders<E: From<StoreError>>(
    tx: &Tx<'_>,
    (buyer, offer): (&UserId, &str),
    mut each: impl FnMut(&str) -> Result<bool, E>,
) -> Result<(), E> {
    tx.visit(
        "SELECT id FROM market_purchase WHERE offer = ?1 AND user_id = ?2 AND is_holding = 1 ORDER BY id DESC",
        params![offer, buyer],
        |row| each(row.at(0)?),
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

/// Whether further pages of a use can be read: the use is at most [`USE_OPEN`](crate::purchase::USE_OPEN) old.
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
    Ok(at.is_some_and(|at| tx.now().since(at) < crate::purchase::USE_OPEN))
}

/// A purchase whose row names another offer than its transfer, or other rules than its offer has. The rules of an offer
/// never change.
const NAMES_OTHER_OFFER_SQL: &str = "(
    EXISTS (SELECT 1 FROM ledger_transfer WHERE ledger_transfer.id = market_purchase.transfer
        AND ledger_transfer.offer IS NOT market_purchase.offer)
    OR EXISTS (SELECT 1 FROM market_token WHERE market_token.id = market_purchase.offer
        AND (market_token.restrictions IS NOT market_purchase.restrictions
            OR market_token.allowed_uses IS NOT market_purchase.allowed_uses
            OR market_token.duration IS NOT market_purchase.duration))
    OR EXISTS (SELECT 1 FROM market_listing WHERE market_listing.id = market_purchase.offer
        AND (market_listing.restrictions IS NOT market_purchase.restrictions
            OR market_listing.allowed_uses IS NOT market_purchase.allowed_uses
            OR market_listing.duration IS NOT market_purchase.duration)))";

/// A purchase whose row contradicts its transfer or its uses, or that was refunded although its row says otherwise.
const IS_CONTRADICTED_SQL: &str = "(
    (market_purchase.price = 0) IS NOT (market_purchase.transfer IS NULL)
    OR (market_purchase.transfer IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_transfer
        WHERE ledger_transfer.id = market_purchase.transfer AND kind = 'purchase'
            AND debit = buyer_account AND credit = seller_account
            AND ledger_transfer.currency = market_purchase.currency
            AND amount = market_purchase.price AND reference = market_purchase.id))
    OR (SELECT user_id FROM ledger_account WHERE id = buyer_account) IS NOT market_purchase.user_id
    OR used IS NOT (SELECT COUNT(*) FROM market_use WHERE purchase_id = market_purchase.id)
    OR (market_purchase.transfer IS NOT NULL AND (refunded_at IS NOT NULL) IS NOT EXISTS
        (SELECT 1 FROM ledger_transfer
            WHERE +credit = buyer_account AND kind = 'refund' AND reference = market_purchase.id)))";

/// A purchase that [`NAMES_OTHER_OFFER_SQL`] or [`IS_CONTRADICTED_SQL`] selects.
pub(crate) fn contradicted_sql() -> String {
    format!("({NAMES_OTHER_OFFER_SQL} OR {IS_CONTRADICTED_SQL})")
}

/// Whether the row of a purchase names another offer than its transfer, or other rules than its offer has.
pub(crate) fn names_other_offer(tx: &Tx<'_>, id: &PurchaseId) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM market_purchase WHERE id = ?1 AND {NAMES_OTHER_OFFER_SQL}");
    let found = tx.query_opt(&sql, params![id.as_str()], |_| Ok(()))?;
    Ok(found.is_some())
}

/// Whether the row of a purchase contradicts the ledger or its uses.
pub(crate) fn is_contradicted(tx: &Tx<'_>, id: &PurchaseId) -> Result<bool, StoreError> {
    let sql = format!(
        "SELECT 1 FROM market_purchase WHERE id = ?1 AND {}",
        contradicted_sql()
    );
    Ok(tx
        .query_opt(&sql, params![id.as_str()], |_| Ok(()))?
        .is_some())
}

/// Reads every purchase; returns their number and the rows that cannot be read or contradict the ledger or their
/// uses.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!(
        "SELECT {PURCHASE_COLUMNS}, user_id, {} FROM market_purchase ORDER BY id",
        contradicted_sql()
    );
    let (read, damaged) = tx.query_readable(ROW, &sql, &[], |row| {
        purchase(row)?;
        row.parse::<UserId>(20)?;
        match row.at::<bool>(21)? {
            true => Err(StoreError::Damaged(CONTRADICTION.to_owned())),
            false => Ok(()),
        }
    })?;
    Ok(((read.len() + damaged.len()) as u64, damaged))
}

/// Returns the purchases without a row that a transfer of a buyer or a use names.
pub(crate) fn missing(tx: &Tx<'_>) -> Result<Vec<DamagedRow>, StoreError> {
    tx.query(
        "SELECT reference, ledger_account.user_id FROM ledger_transfer
             JOIN ledger_account ON ledger_account.id = debit AND ledger_account.user_id IS NOT NULL
         WHERE kind = 'purchase' AND NOT EXISTS (SELECT 1 FROM market_purchase WHERE id = reference)
         UNION SELECT purchase_id, user_id FROM market_use
         WHERE NOT EXISTS (SELECT 1 FROM market_purchase WHERE id = purchase_id)",
        &[],
        |row| {
            Ok(DamagedRow {
                table: ROW.table,
                account: Some(row.shown(1)),
                row: row.shown(0),
                reason: "the row is missing, although the ledger or a use names the purchase; restore a backup"
                    .to_owned(),
            })
        },
    )
}

/// The columns of this module's statements that identify a purchase.
const ROW: RowName = RowName {
    table: "market_purchase",
    account: Some(20),
    row: Some(0),
};

/// The problem text for a purchase that [`contradicted_sql`] selects.
pub(crate) const CONTRADICTION: &str = "the row contradicts the transfer, the offer, the refund or the uses of the purchase: \
    restore it from a backup";

/// Marks a purchase as refunded if it was never used and was made after a time; returns whether it
/// was. A use and a refund exclude each other: both conditions are parts of their statements.
pub(crate) fn refund(
    tx: &mut Tx<'_>,
    (buyer, id): (&UserId, &PurchaseId),
    after: Timestamp,
) -> Result<bool, StoreError> {
    let now = tx.now();
    let changed = tx.execute(
        "UPDATE market_purchase SET refunded_at = ?3
         WHERE id = ?1 AND user_id = ?2 AND refunded_at IS NULL AND used = 0 AND at > ?4",
        params![id.as_str(), buyer, now, after],
    )?;
    Ok(changed == 1)
}

/// Returns the cash that an account of a seller may have to refund, in minor units: prices, without what their buyers
/// still owe. A purchase of answers counts until it ends: buyers may use up its series at any time.
pub(crate) fn refundable(tx: &Tx<'_>, seller: AccountNumber) -> Result<i64, StoreError> {
    let (now, after) = (tx.now(), tx.now().minus(REFUNDABLE));
    let newer: i64 = tx.query_one(
        "SELECT CAST(COALESCE(SUM(price - COALESCE((SELECT amount FROM ledger_debt
             WHERE debtor = buyer_account AND ledger_debt.transfer = market_purchase.transfer), 0)), 0) AS BIGINT)
         FROM market_purchase
         WHERE seller_account = ?1 AND at > ?2 AND refunded_at IS NULL AND used = 0",
        params![seller.0, after],
        |row| row.at(0),
    )?;
    // The plus leaves the index of usable purchases to the statement.
    let of_answers: i64 = tx.query_one(
        "SELECT CAST(COALESCE(SUM(price - COALESCE((SELECT amount FROM ledger_debt
             WHERE debtor = buyer_account AND ledger_debt.transfer = market_purchase.transfer), 0)), 0) AS BIGINT)
         FROM market_purchase
         WHERE seller_account = ?1 AND +at <= ?2 AND refunded_at IS NULL AND used = 0 AND used < allowed_uses
             AND expires_at > ?3 AND instr(restrictions, '\"aggregate-only\"') > 0",
        params![seller.0, after, now],
        |row| row.at(0),
    )?;
    Ok(newer.saturating_add(of_answers))
}

/// How long an unused purchase can be refunded.
pub(crate) const REFUNDABLE: Duration = Duration::from_secs(3600);
