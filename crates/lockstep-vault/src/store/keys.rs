//! The SQL of `keys.db`.

use lockstep_store::{StoreError, Timestamp, Tx, params};

pub(crate) fn overwrite_removed(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.overwrite_removed()
}

pub(crate) fn vault(tx: &Tx<'_>) -> Result<Option<[u8; 16]>, StoreError> {
    tx.query_opt("SELECT id FROM vault", &[], |row| row.at(0))
}

pub(crate) fn insert_vault(tx: &mut Tx<'_>, id: &[u8; 16]) -> Result<(), StoreError> {
    tx.execute("INSERT INTO vault(id) VALUES (?1)", params![id])
        .map(drop)
}

/// Versions with their wrapped keys, the newest first.
pub(crate) fn keks(tx: &Tx<'_>) -> Result<Vec<(u32, Vec<u8>)>, StoreError> {
    tx.query(
        "SELECT version, wrapped FROM kek ORDER BY version DESC",
        &[],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Removes every version but this, and the platform's keys under them; how many versions that were.
pub(crate) fn delete_other_keks(tx: &mut Tx<'_>, version: u32) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM platform_key WHERE version <> ?1",
        params![version],
    )?;
    tx.execute("DELETE FROM kek WHERE version <> ?1", params![version])
}

pub(crate) fn insert_kek(tx: &mut Tx<'_>, version: u32, wrapped: &[u8]) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO kek(version, wrapped) VALUES (?1, ?2)",
        params![version, wrapped],
    )
    .map(drop)
}

pub(crate) fn platform_key(
    tx: &Tx<'_>,
    name: &str,
    version: u32,
) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_opt(
        "SELECT wrapped FROM platform_key WHERE name = ?1 AND version = ?2",
        params![name, version],
        |row| row.at(0),
    )
}

pub(crate) fn insert_platform_key(
    tx: &mut Tx<'_>,
    name: &str,
    version: u32,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO platform_key(name, version, wrapped) VALUES (?1, ?2, ?3)",
        params![name, version, wrapped],
    )
    .map(drop)
}

#[cfg(test)]
pub(crate) fn delete_platform_key(tx: &mut Tx<'_>, name: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM platform_key WHERE name = ?1", params![name])
        .map(drop)
}

pub(crate) fn accounts(tx: &Tx<'_>) -> Result<u64, StoreError> {
    tx.query_one("SELECT COUNT(*) FROM account_key", &[], |row| row.at(0))
}

/// The epoch an account's key is under, and the wrapped key.
pub(crate) fn account(tx: &Tx<'_>, account: &str) -> Result<Option<(u32, Vec<u8>)>, StoreError> {
    tx.query_opt(
        "SELECT epoch, wrapped FROM account_key WHERE account = ?1",
        params![account],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Accounts whose key is under another epoch's than this.
pub(crate) fn accounts_outside(
    tx: &Tx<'_>,
    epoch: u32,
) -> Result<Vec<(String, u32, Vec<u8>)>, StoreError> {
    tx.query(
        "SELECT account, epoch, wrapped FROM account_key WHERE epoch <> ?1",
        params![epoch],
        |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)),
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

pub(crate) fn delete_account(tx: &mut Tx<'_>, account: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM secret WHERE account = ?1", params![account])?;
    tx.execute(
        "DELETE FROM account_key WHERE account = ?1",
        params![account],
    )
    .map(drop)
}

pub(crate) fn insert_secret(
    tx: &mut Tx<'_>,
    key_id: &str,
    account: &str,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO secret(key_id, account, wrapped, created_at) VALUES (?1, ?2, ?3, ?4)",
        params![key_id, account, wrapped, tx.now()],
    )
    .map(drop)
}

pub(crate) fn secret(
    tx: &Tx<'_>,
    key_id: &str,
    account: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_opt(
        "SELECT wrapped FROM secret WHERE key_id = ?1 AND account = ?2",
        params![key_id, account],
        |row| row.at(0),
    )
}

pub(crate) fn delete_secret(tx: &mut Tx<'_>, key_id: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM secret WHERE key_id = ?1", params![key_id])
        .map(drop)
}

pub(crate) fn older_than(
    tx: &Tx<'_>,
    before: Timestamp,
    behind: &str,
    limit: u32,
) -> Result<Vec<(String, String)>, StoreError> {
    tx.query(
        "SELECT key_id, account FROM secret WHERE key_id > ?2 AND created_at < ?1
         ORDER BY key_id LIMIT ?3",
        params![before, behind, limit],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

pub(crate) fn was_destroyed(tx: &Tx<'_>, digest: &[u8; 32]) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM destroyed WHERE digest = ?1",
        params![digest],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

pub(crate) fn insert_destroyed(tx: &mut Tx<'_>, digest: &[u8; 32]) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO destroyed(digest, at) VALUES (?1, ?2) ON CONFLICT (digest) DO NOTHING",
        params![digest, tx.now()],
    )
    .map(drop)
}

pub(crate) fn forget_destroyed(tx: &mut Tx<'_>, before: Timestamp) -> Result<(), StoreError> {
    tx.execute("DELETE FROM destroyed WHERE at < ?1", params![before])
        .map(drop)
}
