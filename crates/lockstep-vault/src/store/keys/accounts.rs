//! The keys of accounts in `keys.db`.
//!
//! The column `epoch` is not authenticated: it says which epoch key to try first, and proves nothing.

use lockstep_store::{StoreError, Tx, params};

use super::count_removed_secrets;

/// An account's key as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredAccountKey {
    /// The epoch that the row names; `None` if the column cannot be read.
    pub(crate) epoch: Option<u32>,
    /// The wrapped key; `None` if the column cannot be read.
    pub(crate) wrapped: Option<Vec<u8>>,
}

pub(crate) fn account(tx: &Tx<'_>, account: &str) -> Result<Option<StoredAccountKey>, StoreError> {
    tx.query_opt(
        "SELECT epoch, wrapped FROM account_key WHERE account = ?1",
        params![account],
        |row| {
            Ok(StoredAccountKey {
                epoch: row.at(0).ok(),
                wrapped: row.at(1).ok(),
            })
        },
    )
}

/// Every account key, as (account, key). A row whose name cannot be read has no key.
pub(crate) fn account_keys(tx: &Tx<'_>) -> Result<Vec<(String, StoredAccountKey)>, StoreError> {
    tx.query(
        "SELECT account, epoch, wrapped FROM account_key",
        &[],
        |row| {
            let name: Option<String> = row.at(0).ok();
            let key = StoredAccountKey {
                epoch: row.at(1).ok(),
                wrapped: row.at(2).ok().filter(|_| name.is_some()),
            };
            Ok((name.unwrap_or_else(|| row.shown(0)), key))
        },
    )
}

/// The accounts whose key `keys.db` contains.
pub(crate) fn account_names(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.query(
        "SELECT CAST(account AS BLOB) FROM account_key ORDER BY 1",
        &[],
        |row| {
            let bytes: Vec<u8> = row.at(0)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        },
    )
}

pub(crate) fn insert_account(
    tx: &mut Tx<'_>,
    account: &str,
    epoch: u32,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO account_key(account, epoch, wrapped) VALUES (?1, ?2, ?3)
         ON CONFLICT (account) DO NOTHING",
        params![account, epoch, wrapped],
    )
    .map(drop)
}

/// Writes the key of an account under another epoch, or the epoch that the key is under.
pub(crate) fn update_account(
    tx: &mut Tx<'_>,
    account: &str,
    epoch: u32,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account_key SET epoch = ?2, wrapped = ?3 WHERE account = ?1",
        params![account, epoch, wrapped],
    )
    .map(drop)
}

/// Replaces the key of an account that is missing or does not open.
pub(crate) fn replace_account(
    tx: &mut Tx<'_>,
    account: &str,
    epoch: u32,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO account_key(account, epoch, wrapped) VALUES (?1, ?2, ?3)
         ON CONFLICT (account) DO UPDATE SET epoch = excluded.epoch, wrapped = excluded.wrapped",
        params![account, epoch, wrapped],
    )
    .map(drop)
}

pub(crate) fn delete_account(tx: &mut Tx<'_>, account: &str) -> Result<(), StoreError> {
    let secrets = tx.execute("DELETE FROM secret WHERE account = ?1", params![account])?;
    count_removed_secrets(tx, secrets)?;
    tx.execute(
        "DELETE FROM account_key WHERE account = ?1",
        params![account],
    )
    .map(drop)
}
