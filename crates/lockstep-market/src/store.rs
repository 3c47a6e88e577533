//! The tables of the marketplace; the only SQL of this crate.

pub(crate) mod cells;
pub(crate) mod claims;
pub(crate) mod clearing;
pub(crate) mod counts;
pub(crate) mod expiry;
pub(crate) mod grants;
pub(crate) mod holds;
pub(crate) mod items;
pub(crate) mod ledger;
mod ledger_rows;
pub(crate) mod listings;
pub(crate) mod lost_holds;
pub(crate) mod mistyped_rows;
pub(crate) mod offer_words;
pub(crate) mod prices;
pub(crate) mod purchases;
pub(crate) mod roots;
pub(crate) mod snapshots;
pub(crate) mod terms;
pub(crate) mod tokens;
pub(crate) mod verification;

use lockstep_datasets::hold::release;
use lockstep_store::counted_list::Source;
use lockstep_store::id::{PurchaseId, UserId};
use lockstep_store::{BulkTable, CountedColumns, StorageUsage, StoreError, Tx, params};

/// Whether the account of a seller is active: the offers of a suspended account are neither shown to others nor sold.
pub(crate) type SellerCheck = fn(&Tx<'_>, &UserId) -> Result<bool, StoreError>;

/// Removes the rows of an account: as a seller its tokens, snapshots and answers, as a buyer its purchases.
/// Transfers of the ledger stay, without the account's id. So do purchases that others made.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for purchase in holds::holding(tx, user)? {
        release_hold(tx, &purchase)?;
    }
    for table in TABLES {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    offer_words::overwrite_removed(tx)?;
    ledger::erase(tx, user)
}

/// Ends the hold of a purchase on a version of a dataset; without a hold it changes nothing.
pub(crate) fn release_hold(tx: &mut Tx<'_>, purchase: &PurchaseId) -> Result<(), StoreError> {
    match holds::end_hold(tx, purchase)? {
        None => Ok(()),
        Some(held) => {
            let version = (&held.dataset, held.number);
            release(tx, &held.owner, version, purchase.as_str())
        }
    }
}

/// Returns the bytes of an account's snapshots, tokens, listings and claims, as the triggers of `account_usage` count
/// them.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, COUNTED_COLUMNS)
}

const TABLES: &[&str] = &[
    "market_answer",
    "market_budget",
    "market_cell",
    "market_token_cell",
    "market_use",
    "market_purchase",
    "market_chunk",
    "market_claim",
    "market_pending_snapshot",
    "market_token",
    "market_listing",
];
/// The tables with rows that are sealed or digested under an account's own key.
pub(crate) const SEALED: &[BulkTable] = &[
    BulkTable::of_account("market_answer", "query", Some("value")),
    BulkTable::of_account("market_token_cell", "token_id, type, device, day", None),
    BulkTable::of_account("market_chunk", "token_id, nth", Some("body")),
];
/// The tables with many or large rows.
pub(crate) const BULK: &[BulkTable] = &[
    SEALED[0],
    SEALED[1],
    SEALED[2],
    BulkTable::of_account("market_cell", "type, device, day", None),
    BulkTable::of_account("market_claim", "token_id, id", Some("document")),
    BulkTable::of_account("market_token", "id", Some("facts")),
];
const COUNTED_COLUMNS: &[CountedColumns] = &[
    CountedColumns {
        table: "market_chunk",
        columns: &["body"],
    },
    CountedColumns {
        table: "market_token",
        columns: &["restrictions", "description", "facts"],
    },
    CountedColumns {
        table: "market_listing",
        columns: &["title", "description"],
    },
    CountedColumns {
        table: "market_claim",
        columns: &["document"],
    },
];

/// The lists of listings and of items.
pub(crate) const LISTS: [Source; 2] = [
    Source {
        prefix: "listing:",
        entries: "SELECT 'listing:' || status AS list, id FROM market_listing",
    },
    Source {
        prefix: "item",
        entries: "SELECT 'item' AS list, id FROM market_item
            UNION ALL SELECT 'item:status:' || status, id FROM market_item
            UNION ALL SELECT 'item:category:' || category, id FROM market_item
            UNION ALL SELECT 'item:both:' || status || ':' || category, id FROM market_item",
    },
];
/// The cells that a token offers.
const CELLS_OF_TOKEN: BulkTable = BulkTable {
    table: "market_token_cell",
    owned: "token_id = ?1",
    key: "type, device, day",
    body: None,
};
/// The chunks of the snapshot of a token.
const CHUNKS_OF_TOKEN: BulkTable = BulkTable {
    table: "market_chunk",
    owned: "token_id = ?1",
    key: "nth",
    body: Some("body"),
};
