//! A text that a background job stores between two runs.

use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// Returns the text stored under a name; `None` for a text that cannot be read, which the job writes again.
pub fn read(tx: &Tx<'_>, name: &str) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT value FROM setting WHERE name = ?1",
        params![&key(name)],
        |row| Ok(row.at(0).ok()),
    )
    .map(Option::flatten)
}

/// Stores a text under a name.
pub fn keep(tx: &mut Tx<'_>, name: &str, text: &str) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO setting(name, value) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        params![&key(name), text],
    )
    .map(drop)
}

/// Returns the key of a note, distinct from the keys of an administrator's settings.
fn key(name: &str) -> String {
    format!("note:{name}")
}
