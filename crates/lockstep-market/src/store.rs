//! The tables of the marketplace; the only SQL of this crate.

pub(crate) mod items;
pub(crate) mod ledger;
pub(crate) mod listings;
pub(crate) mod purchases;
pub(crate) mod snapshots;
pub(crate) mod tokens;

use lockstep_store::id::UserId;
use lockstep_store::{CountedColumns, StoreError, Tx, Usage, params};

/// Removes the rows of an account: as a seller its tokens, snapshots and answers, as a buyer its purchases.
/// Transfers of the ledger stay, without the account's id. So do purchases that others made.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in TABLES {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    ledger::erase(tx, user)
}

/// Returns the bytes of an account's snapshots, as the triggers of `account_usage` count them.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<Usage, StoreError> {
    Usage::of_columns(tx, user, COUNTED)
}

const TABLES: &[&str] = &[
    "market_answer",
    "market_budget",
    "market_cell",
    "market_token_cell",
    "market_use",
    "market_purchase",
    "market_chunk",
    "market_pending_snapshot",
    "market_token",
    "market_listing",
];
const COUNTED: &[CountedColumns] = &[CountedColumns {
    table: "market_chunk",
    columns: &["body"],
}];
