//! The tables of the search index, without the sealed pages: `search/store.rs` has these.

use lockstep_store::id::UserId;
use lockstep_store::{RowName, StoreError, Tx, params};

/// The state of the index of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndexState {
    pub(crate) generation: i64,
    filled: i64,
    pub(crate) resets: i64,
    pub(crate) place: Option<String>,
}

impl IndexState {
    /// Whether every record of the account is in the index.
    pub(crate) fn is_whole(&self) -> bool {
        self.filled == RULES
    }
}

/// Returns the state of an index; of an account without one, that of an index to fill.
pub(crate) fn state(tx: &Tx<'_>, user: &UserId) -> Result<Option<IndexState>, StoreError> {
    tx.query_opt(
        "SELECT generation, filled, resets, place FROM search_index WHERE user_id = ?1",
        params![user],
        |row| {
            Ok(IndexState {
                generation: row.at(0)?,
                filled: row.at(1)?,
                resets: row.at(2)?,
                place: row.at(3)?,
            })
        },
    )
}

/// A generation that the index never had, also if its state was lost.
pub(crate) fn next_generation(tx: &Tx<'_>, generation: i64) -> i64 {
    generation.saturating_add(1).max(tx.now().0)
}

/// The reason why an index is filled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reset {
    /// A search or a write found damage: the next scrub names it.
    Damaged,
    /// A scrub names the damage, or there is none.
    Named,
}

/// Forgets an index: it is to be filled again.
pub(crate) fn reset(tx: &mut Tx<'_>, user: &UserId, reason: Reset) -> Result<(), StoreError> {
    for table in ["search_page", "search_record"] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1"),
            params![user],
        )?;
    }
    let generation = next_generation(tx, 0);
    tx.execute(
        "INSERT INTO search_index(user_id, generation, filled, resets, unreported) VALUES (?1, ?2, 0, 1, ?3)
         ON CONFLICT (user_id) DO UPDATE SET generation = CASE
             WHEN typeof(search_index.generation) = 'integer' AND search_index.generation >= excluded.generation
             THEN search_index.generation + 1 ELSE excluded.generation END,
             filled = 0, place = NULL,
             resets = CASE WHEN typeof(search_index.resets) = 'integer' THEN search_index.resets + 1 ELSE 1 END,
             unreported = max(search_index.unreported, excluded.unreported)",
        params![user, generation, i64::from(reason == Reset::Damaged)],
    )
    .map(drop)
}

/// Returns whether damage of an index was found that no scrub has named.
pub(crate) fn is_unreported(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT unreported IS NOT 0 FROM search_index WHERE user_id = ?1",
        params![user],
        |row| row.at::<bool>(0),
    )?;
    Ok(found.unwrap_or(false))
}

/// Records that a scrub has named the damage of an index.
pub(crate) fn set_reported(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE search_index SET unreported = 0 WHERE user_id = ?1",
        params![user],
    )
    .map(drop)
}

/// Stores where the filling of an index continues.
pub(crate) fn set_place(tx: &mut Tx<'_>, user: &UserId, place: &str) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO search_index(user_id, generation, filled, resets, place) VALUES (?1, ?2, 0, 0, ?3)
         ON CONFLICT (user_id) DO UPDATE SET place = excluded.place",
        params![user, next_generation(tx, 0), place],
    )
    .map(drop)
}

/// Records that the index has every record, unless it was reset in the meantime.
pub(crate) fn set_filled(tx: &mut Tx<'_>, user: &UserId, resets: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE search_index SET filled = ?3, place = NULL WHERE user_id = ?1 AND resets = ?2",
        params![user, resets, RULES],
    )
    .map(drop)
}

/// Returns accounts whose search index is incomplete.
pub(crate) fn accounts_with_incomplete_index(
    tx: &Tx<'_>,
    limit: i64,
) -> Result<Vec<UserId>, StoreError> {
    let sql = "SELECT user_id FROM search_index WHERE filled < ?1 LIMIT ?2";
    tx.query_skipping(NAME, sql, params![RULES, limit], |row| row.parse(0))
}

/// Returns the accounts after one that may have records, in order.
pub(crate) fn accounts_after(
    tx: &Tx<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<UserId>, StoreError> {
    let sql = "SELECT user_id FROM sealed_account WHERE user_id > ?1 ORDER BY user_id LIMIT ?2";
    tx.query_skipping(NAME, sql, params![after, limit], |row| row.parse(0))
}

const NAME: RowName = RowName {
    table: "search_index",
    account: Some(0),
    row: None,
};
/// The version of the rules about which records are indexed with which texts. A new version fills every index again.
const RULES: i64 = 3;
/// The tables of an account, in the order in which its rows are removed.
pub(crate) const TABLES: [&str; 3] = ["search_page", "search_record", "search_index"];
