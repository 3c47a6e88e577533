//! The SQL of the wrapped keys: in `keys.db`, or in a schema of their own on PostgreSQL.

mod accounts;
mod destroyed;
mod paired;

use lockstep_store::{RowName, StoreError, Tx, params};

use super::advice::with_remedy;
pub(crate) use accounts::{
    StoredAccountKey, account, account_keys, account_names, delete_account, insert_account,
    replace_account, update_account,
};
pub(crate) use destroyed::{forget_destroyed, insert_destroyed, was_destroyed};
pub(crate) use paired::{
    Pairing, Stage, complete, count_act, count_added_secrets, count_removed_secrets,
    insert_pairing, pair, pairing, readable, record_newest_entry, secret_rows, see_again,
};

/// Reads the id of the installation on PostgreSQL, in hexadecimal, once its first start has ended: the record of the root key was
/// written before.
pub(crate) const INSTALLATION: &str = "SELECT pg_catalog.encode(id, 'hex') FROM vault
     WHERE EXISTS (SELECT 1 FROM pairing WHERE complete <> 0)";

pub(crate) fn overwrite_removed(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.overwrite_removed()
}

pub(crate) fn vault(tx: &Tx<'_>) -> Result<Option<[u8; 16]>, StoreError> {
    tx.query_opt("SELECT id FROM vault", &[], |row| row.at(0))
        .map_err(|error| with_remedy(tx, error))
}

pub(crate) fn insert_vault(tx: &mut Tx<'_>, id: &[u8; 16]) -> Result<(), StoreError> {
    tx.execute("INSERT INTO vault(id) VALUES (?1)", params![id])
        .map(drop)
}

/// Removes the rows of an interrupted first start, under whose keys no data is.
pub(crate) fn forget_first_start(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    for delete in [
        "DELETE FROM pairing",
        "DELETE FROM rotation",
        "DELETE FROM platform_key",
        "DELETE FROM kek",
        "DELETE FROM vault",
    ] {
        tx.execute(delete, &[])?;
    }
    Ok(())
}

/// KEK versions with their wrapped keys, newest first.
pub(crate) fn keks(tx: &Tx<'_>) -> Result<Vec<(u32, Vec<u8>)>, StoreError> {
    tx.query(
        "SELECT version, wrapped FROM kek ORDER BY version DESC",
        &[],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
    .map_err(|error| with_remedy(tx, error))
}

/// Removes every other version of the KEK, and the platform's keys that are under one of these. Returns the
/// number of removed versions. A row under a version without a KEK stays: its version may be damaged.
pub(crate) fn delete_other_keks(tx: &mut Tx<'_>, version: u32) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM platform_key WHERE version IN (SELECT version FROM kek WHERE version <> ?1)",
        params![version],
    )?;
    tx.execute(
        "DELETE FROM rotation WHERE kek IN (SELECT version FROM kek WHERE version <> ?1)",
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
    .map_err(|error| with_remedy(tx, error))
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

/// The platform's keys under a version of the KEK, as (name, wrapped key). Damaged names are decoded as far
/// as possible.
pub(crate) fn platform_keys(
    tx: &Tx<'_>,
    version: u32,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    tx.query(
        "SELECT CAST(name AS BLOB), wrapped FROM platform_key WHERE version = ?1 ORDER BY name",
        params![version],
        |row| {
            let name: Vec<u8> = row.at(0)?;
            Ok((String::from_utf8_lossy(&name).into_owned(), row.at(1)?))
        },
    )
}

/// The platform's keys under any other version of the KEK, or one that cannot be read, as (name, wrapped key).
pub(crate) fn platform_keys_outside(
    tx: &Tx<'_>,
    version: u32,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let name = RowName {
        table: "platform_key",
        account: None,
        row: Some(0),
    };
    tx.query_skipping(
        name,
        "SELECT name, wrapped FROM platform_key WHERE version IS NOT ?1",
        params![version],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Writes the version of the KEK that opens a key of the platform. A row of that version stays as it is.
pub(crate) fn repair_platform_key(
    tx: &mut Tx<'_>,
    name: &str,
    version: u32,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE platform_key SET version = ?2 WHERE name = ?1 AND wrapped = ?3
         AND NOT EXISTS (SELECT 1 FROM platform_key same WHERE same.name = ?1 AND same.version = ?2)",
        params![name, version, wrapped],
    )
    .map(drop)
}

/// Stores a rotation of the attestation key that takes effect with this version of the KEK.
pub(crate) fn insert_rotation(
    tx: &mut Tx<'_>,
    number: i64,
    kek: u32,
    rotation: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO rotation(number, kek, rotation) VALUES (?1, ?2, ?3)
         ON CONFLICT (number, kek) DO UPDATE SET rotation = excluded.rotation",
        params![number, kek, rotation],
    )
    .map(drop)
}

/// Rotations in effect with this version of the KEK, and the number of unfinished ones.
pub(crate) fn rotations(tx: &Tx<'_>, kek: u32) -> Result<(Vec<Vec<u8>>, usize), StoreError> {
    let rows = tx.query(
        "SELECT CAST(rotation AS BLOB), kek FROM rotation WHERE kek = 0 OR kek = ?1
         ORDER BY number",
        params![kek],
        |row| Ok((row.at::<Vec<u8>>(0)?, row.at::<u32>(1)?)),
    )?;
    let pending = rows.iter().filter(|(_, kek)| *kek != 0).count();
    let rows = rows.into_iter().map(|(text, _)| text);
    Ok((rows.collect(), pending))
}

/// Marks the rotations under this version of the KEK as done. `wrapped` is the signing key; it overwrites
/// the previous one, or takes its place if that row is missing.
pub(crate) fn settle_rotations(
    tx: &mut Tx<'_>,
    kek: u32,
    (name, next): (&str, &str),
    wrapped: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO platform_key(name, version, wrapped) VALUES (?1, ?2, ?3)
         ON CONFLICT (name, version) DO UPDATE SET wrapped = excluded.wrapped",
        params![name, kek, wrapped],
    )?;
    tx.execute(
        "DELETE FROM platform_key WHERE name = ?1 AND version = ?2",
        params![next, kek],
    )?;
    tx.execute("UPDATE rotation SET kek = 0 WHERE kek = ?1", params![kek])
        .map(drop)
}

#[cfg(test)]
pub(crate) fn delete_platform_key(tx: &mut Tx<'_>, name: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM platform_key WHERE name = ?1", params![name])
        .map(drop)
}

pub(crate) fn insert_secret(
    tx: &mut Tx<'_>,
    key_id: &str,
    account: &str,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    let added = tx.execute(
        "INSERT INTO secret(key_id, account, wrapped, created_at) VALUES (?1, ?2, ?3, ?4)",
        params![key_id, account, wrapped, tx.now()],
    )?;
    count_added_secrets(tx, added)
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

/// The account that a secret belongs to.
pub(crate) fn secret_account(tx: &Tx<'_>, key_id: &str) -> Result<Option<String>, StoreError> {
    let found = tx.query_opt(
        "SELECT account FROM secret WHERE key_id = ?1",
        params![key_id],
        |row| Ok(row.at(0).ok()),
    )?;
    Ok(found.flatten())
}

pub(crate) fn delete_secret(tx: &mut Tx<'_>, key_id: &str) -> Result<(), StoreError> {
    let removed = tx.execute("DELETE FROM secret WHERE key_id = ?1", params![key_id])?;
    count_removed_secrets(tx, removed)
}

/// The names of a secret, including the stored bytes, since a damaged name still identifies a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecretName {
    /// The key's id as stored.
    pub(crate) stored: Vec<u8>,
    /// The key's id.
    pub(crate) key: String,
    /// The account that owns the key.
    pub(crate) account: String,
}

/// The first secrets after a stored name.
pub(crate) fn secrets(
    tx: &Tx<'_>,
    behind: &[u8],
    limit: u32,
) -> Result<Vec<SecretName>, StoreError> {
    tx.query(
        "SELECT CAST(key_id AS BLOB), CAST(account AS BLOB) FROM secret
         WHERE CAST(key_id AS BLOB) > ?1 ORDER BY 1 LIMIT ?2",
        params![behind, limit],
        |row| {
            let (stored, account): (Vec<u8>, Vec<u8>) = (row.at(0)?, row.at(1)?);
            Ok(SecretName {
                key: String::from_utf8_lossy(&stored).into_owned(),
                account: String::from_utf8_lossy(&account).into_owned(),
                stored,
            })
        },
    )
}

/// The accounts with secrets of keys.
pub(crate) fn accounts_with_secrets(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.query(
        "SELECT DISTINCT CAST(account AS BLOB) FROM secret ORDER BY 1",
        &[],
        |row| {
            let bytes: Vec<u8> = row.at(0)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        },
    )
}

/// Whether any account has a key in `keys.db`.
pub(crate) fn is_used(tx: &Tx<'_>) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM account_key) OR EXISTS (SELECT 1 FROM secret)",
        &[],
        |row| row.at(0),
    )
}

#[cfg(test)]
pub(crate) fn delete_pairing_for_a_test(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM pairing", &[]).map(drop)
}

/// Deletes the row of an account's key without its secrets.
#[cfg(test)]
pub(crate) fn delete_account_row_for_a_test(
    tx: &mut Tx<'_>,
    account: &str,
) -> Result<usize, StoreError> {
    let delete = "DELETE FROM account_key WHERE account = ?1";
    tx.execute(delete, params![account])
}

/// Sets the version of the platform's keys whose names match; returns their number.
#[cfg(test)]
pub(crate) fn set_version_for_a_test(
    tx: &mut Tx<'_>,
    names: &str,
    version: u32,
) -> Result<usize, StoreError> {
    let set = "UPDATE platform_key SET version = ?2 WHERE name LIKE ?1";
    tx.execute(set, params![names, version])
}

#[cfg(test)]
pub(crate) fn forget_pairing_for_a_test(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE pairing SET store = NULL, acts = 0, seen_seq = NULL, seen_hash = NULL, complete = 0",
        &[],
    )
    .map(drop)
}

/// A column and the SQL expression that a test sets it to.
#[cfg(test)]
#[derive(Clone, Copy)]
pub(crate) struct ColumnValue<'a> {
    pub(crate) table: &'a str,
    pub(crate) column: &'a str,
    pub(crate) value: &'a str,
}

/// Sets a column of `keys.db` to an SQL expression: of this account, or in a table of one row.
#[cfg(test)]
pub(crate) fn set_for_a_test(
    tx: &mut Tx<'_>,
    set: ColumnValue<'_>,
    account: Option<&str>,
) -> Result<(), StoreError> {
    let sql = format!("UPDATE {} SET {} = {}", set.table, set.column, set.value);
    let changed = match account {
        Some(account) => tx.execute(&format!("{sql} WHERE account = ?1"), params![account])?,
        None => tx.execute(&sql, &[])?,
    };
    assert_eq!(changed, 1, "{sql}");
    Ok(())
}

/// Every column of every table, as `table.column`, in order of creation.
#[cfg(test)]
pub(crate) fn columns_for_a_test(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let mut all = tx.query(
        "SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
         WHERE m.type = 'table'",
        &[],
        |row| row.at::<String>(0),
    )?;
    // Every store has these tables; this one leaves them empty.
    let of_every_store = [
        "migration.",
        "sequence.",
        "audit",
        "event_outbox.",
        "setting.",
    ];
    all.retain(|name| !of_every_store.iter().any(|table| name.starts_with(table)));
    Ok(all)
}

/// Flips a bit of a column in the first row.
#[cfg(test)]
pub(crate) fn flip_for_a_test(
    tx: &mut Tx<'_>,
    table: &str,
    column: &str,
    bit: u32,
) -> Result<bool, StoreError> {
    let key = tx.query_one(
        "SELECT name FROM pragma_table_info(?1) WHERE pk = 1",
        params![table],
        |row| row.at::<String>(0),
    )?;
    let first = format!("{key} = (SELECT {key} FROM {table} ORDER BY {key} LIMIT 1)");
    let kind = tx.query_opt(
        &format!("SELECT typeof({column}) FROM {table} WHERE {first}"),
        &[],
        |row| row.at::<String>(0),
    )?;
    match kind.as_deref() {
        Some("integer") => {
            let value: i64 = tx.query_one(
                &format!("SELECT {column} FROM {table} WHERE {first}"),
                &[],
                |row| row.at(0),
            )?;
            let changed = value ^ (1 << (bit % 63));
            tx.execute(
                &format!("UPDATE {table} SET {column} = ?1 WHERE {first}"),
                params![changed],
            )?;
            Ok(true)
        }
        Some(kind @ ("text" | "blob")) => {
            let stored: Vec<u8> = tx.query_one(
                &format!("SELECT CAST({column} AS BLOB) FROM {table} WHERE {first}"),
                &[],
                |row| row.at(0),
            )?;
            let mut changed = stored.clone();
            let index = (bit as usize / 8) % changed.len();
            changed[index] ^= 1 << (bit % 8);
            let cast = match kind {
                "text" => "CAST(?1 AS TEXT)",
                _ => "?1",
            };
            tx.execute(
                &format!("UPDATE {table} SET {column} = {cast} WHERE {first}"),
                params![&changed],
            )?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

#[cfg(test)]
pub(crate) fn secrets_for_a_test(tx: &Tx<'_>) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    tx.query(
        "SELECT key_id, wrapped FROM secret ORDER BY key_id",
        &[],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}
