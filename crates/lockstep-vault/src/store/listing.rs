//! The SQL of the list of an account's keys.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_web::{Page, Paging};

use super::{as_stored, by_id, key_state};
use crate::key::KeyRecord;

/// A key in a list.
#[derive(Clone, Debug)]
pub struct ListedKey {
    /// The row of the key; for a damaged row, its readable values.
    pub record: KeyRecord,
    /// Whether the row is damaged, not the one last written, or missing: the key is refused until it is
    /// repaired.
    pub is_damaged: bool,
}

/// A page of an account's keys, newest first, and their total number.
pub(crate) fn page(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<Page<ListedKey>, StoreError> {
    // A key without a row is listed by its recorded state. A row with the key of another account is a copy.
    let named = "SELECT id FROM encryption_key WHERE user_id = ?1
             AND NOT EXISTS (SELECT 1 FROM key_state
                 WHERE key_id = encryption_key.id AND user_id <> ?1)
         UNION SELECT key_id FROM key_state WHERE user_id = ?1";
    let total = tx.query_one(
        &format!("SELECT COUNT(*) FROM ({named}) AS named"),
        params![user],
        |row| row.at(0),
    )?;
    let ids: Vec<Option<KeyId>> = tx.query(
        &format!("SELECT id FROM ({named}) AS named ORDER BY id DESC LIMIT ?2 OFFSET ?3"),
        params![user, paging.limit, paging.offset()],
        |row| Ok(row.parse(0).ok()),
    )?;
    let mut entries = Vec::with_capacity(ids.len());
    for id in ids.into_iter().flatten() {
        match by_id(tx, user, &id) {
            Ok(Some(record)) => entries.push(ListedKey {
                record,
                is_damaged: false,
            }),
            Ok(None) => {}
            Err(error) if error.is_damage() => {
                tracing::error!(key = %id, %error, "the row of a key is damaged");
                entries.extend(listed(tx, user, &id)?.map(|record| ListedKey {
                    record,
                    is_damaged: true,
                }));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Page { entries, total })
}

/// The known facts about a key whose row is damaged: its recorded state, else its row, without the
/// public half; `None` if neither is readable.
fn listed(tx: &Tx<'_>, user: &UserId, id: &KeyId) -> Result<Option<KeyRecord>, StoreError> {
    let of_state = key_state::recorded(tx, user, id)?.and_then(|recorded| {
        key_state::without_public(recorded.state).record((user, id), Vec::new())
    });
    match of_state {
        Some(key) => Ok(Some(key)),
        None => match as_stored(tx, user, id) {
            Err(error) if error.is_damage() => Ok(None),
            stored => stored,
        },
    }
}
