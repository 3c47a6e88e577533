//! The only SQL: keys without their secrets, evaluation keys, signed roots. `keys.db` has its own,
//! `store/keys.rs`, and the sealed pages of the search index have `search/store.rs`.

mod advice;
pub(crate) mod destructions;
mod evaluation_keys;
pub(crate) mod expiry;
pub(crate) mod key_repair;
pub(crate) mod key_state;
pub(crate) mod keys;
mod listing;
pub(crate) mod lost;
pub(crate) mod pairing;
pub(crate) mod roots;
pub(crate) mod rotations;
pub(crate) mod search;
#[cfg(test)]
pub(crate) mod tampering;
pub(crate) mod usage;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use sha2::{Digest, Sha256};

use crate::key::{KeyRecord, KeySlot, SecurityLevel, Status};
pub use listing::ListedKey;

pub(crate) use evaluation_keys::{
    drop_evaluation_key, evaluation_key, keep_evaluation_key, public_half, replace_evaluation_key,
};
pub(crate) use listing::page;

pub(crate) fn vault(tx: &Tx<'_>) -> Result<Option<[u8; 16]>, StoreError> {
    tx.query_opt("SELECT id FROM vault", &[], |row| row.at(0))
}

pub(crate) fn bind(tx: &mut Tx<'_>, vault: &[u8; 16]) -> Result<(), StoreError> {
    let insert = "INSERT INTO vault(id) VALUES (?1) ON CONFLICT (id) DO NOTHING";
    tx.execute(insert, params![vault]).map(drop)
}

/// Refuses if the account was erased. Every transaction that stores data of an account calls this, because
/// it may have been requested before the erasure.
pub(crate) fn ensure_active(tx: &Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.check_once("vault.active", user.as_str(), |tx| {
        match is_erased(tx, &digest(user))? {
            true => Err(StoreError::Erased),
            false => Ok(()),
        }
    })
}

/// Whether the account with this digest was erased.
fn is_erased(tx: &Tx<'_>, digest: &[u8]) -> Result<bool, StoreError> {
    let erased = tx.query_opt(
        "SELECT 1 FROM erased_account WHERE digest = ?1",
        params![digest],
        |_| Ok(()),
    )?;
    Ok(erased.is_some())
}

fn digest(user: &UserId) -> [u8; 32] {
    Sha256::digest(user.as_str().as_bytes()).into()
}

/// Whether data of the account is sealed under its own key.
pub(crate) fn names_account(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM sealed_account WHERE user_id = ?1",
        params![user],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

pub(crate) fn name_account(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO sealed_account(user_id) VALUES (?1) ON CONFLICT (user_id) DO NOTHING",
        params![user],
    )
    .map(drop)
}

/// The accounts with data sealed under their own key.
pub(crate) fn named_accounts(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let name = RowName {
        table: "sealed_account",
        account: Some(0),
        row: None,
    };
    let sql = "SELECT user_id FROM sealed_account";
    tx.query_skipping(name, sql, &[], |row| row.at(0))
}

const COLUMNS: &str =
    "id, user_id, mode, scheme, level, custody, status, resume, current, exported,
    public, created_at, expires_at, destroy_at, stopped";

/// The positions of a key's names in [`COLUMNS`].
const KEY: RowName = RowName {
    table: "encryption_key",
    account: Some(1),
    row: Some(0),
};

fn record(row: &Row<'_>) -> Result<KeyRecord, StoreError> {
    let level = row.at::<u64>(4)?;
    let resume: Option<&str> = row.at(7)?;
    let resume = resume.map(str::parse::<Status>).transpose();
    let slot = KeySlot {
        mode: row.parse(2)?,
        scheme: row.parse(3)?,
        level: SecurityLevel::from_bits(level).ok_or_else(|| row.wrong(4, "a security level"))?,
    };
    if slot.scheme_name().is_empty() {
        return Err(row.wrong(3, "a scheme of the key's mode"));
    }
    if !slot.is_possible() {
        return Err(row.wrong(4, "a security level of the key's scheme"));
    }
    Ok(KeyRecord {
        id: row.parse(0)?,
        user: row.parse(1)?,
        slot,
        custody: row.parse(5)?,
        status: row.parse(6)?,
        resume: resume.map_err(|_| row.wrong(7, "a state"))?,
        current: row.at(8)?,
        exported: row.at(9)?,
        public: row.at(10)?,
        created_at: row.at(11)?,
        expires_at: row.at(12)?,
        destroy_at: row.at(13)?,
        stopped: row.at(14)?,
    })
}

pub(crate) fn insert(tx: &mut Tx<'_>, key: &KeyRecord) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO encryption_key(id, user_id, mode, scheme, level, custody, status, resume,
            current, exported, public, created_at, expires_at, destroy_at, stopped)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            &key.id,
            &key.user,
            key.slot.mode.as_str(),
            key.slot.scheme.as_str(),
            u32::from(key.slot.level.bits()),
            key.custody.as_str(),
            key.status.as_str(),
            key.resume.map(Status::as_str),
            key.current,
            key.exported,
            &key.public,
            key.created_at,
            key.expires_at,
            key.destroy_at,
            key.stopped,
        ],
    )
    .map(drop)
}

/// The row of a key as it is stored, which may be an older copy. [`by_id`] is for all other uses.
pub(crate) fn as_stored(
    tx: &Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<Option<KeyRecord>, StoreError> {
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM encryption_key WHERE user_id = ?1 AND id = ?2"),
        params![user, id],
        record,
    )
}

/// The row of a key.
///
/// # Errors
/// [`StoreError::Damaged`] for a row that is not the one last written or is missing, and other errors of a
/// damaged row.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<Option<KeyRecord>, StoreError> {
    match as_stored(tx, user, id)? {
        Some(key) => key_state::last_written(tx, key).map(Some),
        None => key_state::ensure_unknown(tx, user, id).map(|()| None),
    }
}

/// Reads the keys of a statement over [`COLUMNS`]. Damaged rows are skipped and logged.
fn readable(
    tx: &Tx<'_>,
    sql: &str,
    params: &[lockstep_store::Value<'_>],
) -> Result<Vec<KeyRecord>, StoreError> {
    tx.query_skipping(KEY, sql, params, |row| {
        key_state::last_written(tx, record(row)?)
    })
}

pub(crate) fn current(
    tx: &Tx<'_>,
    user: &UserId,
    slot: KeySlot,
) -> Result<Option<KeyRecord>, StoreError> {
    let found = tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE user_id = ?1 AND mode = ?2 AND scheme = ?3 AND level = ?4 AND current = 1"
        ),
        params![
            user,
            slot.mode.as_str(),
            slot.scheme.as_str(),
            u32::from(slot.level.bits())
        ],
        record,
    )?;
    found
        .map(|key| key_state::last_written(tx, key))
        .transpose()
}

/// Changes a key's state if it still equals `seen`; returns `false` otherwise.
pub(crate) fn swap(tx: &mut Tx<'_>, seen: &KeyRecord, to: &KeyRecord) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE encryption_key SET status = ?4, resume = ?5, current = ?6, destroy_at = ?7, stopped = ?9
         WHERE user_id = ?1 AND id = ?2 AND status = ?3 AND current = ?8",
        params![
            &seen.user,
            &seen.id,
            seen.status.as_str(),
            to.status.as_str(),
            to.resume.map(Status::as_str),
            to.current,
            to.destroy_at,
            seen.current,
            to.stopped,
        ],
    )?;
    Ok(changed == 1)
}

pub(crate) fn clear_public(tx: &mut Tx<'_>, user: &UserId, id: &KeyId) -> Result<(), StoreError> {
    let nothing: &[u8] = &[];
    tx.execute(
        "UPDATE encryption_key SET public = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, nothing],
    )?;
    drop_evaluation_key(tx, user, id)
}

/// Keys whose destruction is due.
pub(crate) fn due_destructions(tx: &Tx<'_>, now: Timestamp) -> Result<Vec<KeyRecord>, StoreError> {
    readable(
        tx,
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE status = 'pending_destruction' AND destroy_at <= ?1 LIMIT 1000"
        ),
        params![now],
    )
}

/// Keys whose material is still being created by the server.
pub(crate) fn pending(tx: &Tx<'_>) -> Result<Vec<KeyRecord>, StoreError> {
    readable(
        tx,
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE status = 'pending' AND custody = 'server' LIMIT 1000"
        ),
        &[],
    )
}

/// The number of keys in the server's custody that are not destroyed, and how many of them are of mode FHE.
pub(crate) fn count_server_keys(tx: &Tx<'_>, user: &UserId) -> Result<(u64, u64), StoreError> {
    tx.query_one(
        "SELECT COUNT(*), COUNT(CASE WHEN mode = 'FHE' THEN 1 END) FROM encryption_key
         WHERE user_id = ?1 AND custody = 'server' AND status <> 'destroyed'",
        params![user],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Every key whose secret should be in `keys.db`, as (account, key).
pub(crate) fn stored_keys(tx: &Tx<'_>) -> Result<Vec<(String, String)>, StoreError> {
    tx.query_skipping(
        STORED_KEY,
        "SELECT user_id, id FROM encryption_key
         WHERE custody = 'server' AND status NOT IN ('pending_destruction', 'destroyed')",
        &[],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

const STORED_KEY: RowName = RowName {
    table: "encryption_key",
    account: Some(0),
    row: Some(1),
};

/// The stored names of an account and its key, as bytes: a damaged name is still a valid cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyRowName {
    pub(crate) account: Vec<u8>,
    pub(crate) key: Vec<u8>,
}

/// The first `limit` rows of keys in the server's custody after this row.
pub(crate) fn server_keys_after(
    tx: &Tx<'_>,
    after: &KeyRowName,
    limit: u32,
) -> Result<Vec<KeyRowName>, StoreError> {
    // In SQLite, text sorts before blobs, so a text cursor would never pass a blob.
    tx.query(
        "SELECT CAST(user_id AS BLOB), CAST(id AS BLOB) FROM encryption_key
         WHERE custody = 'server' AND status NOT IN ('pending_destruction', 'destroyed')
             AND typeof(user_id) = 'text' AND typeof(id) = 'text'
             AND (user_id > CAST(?1 AS TEXT)
                 OR (user_id = CAST(?1 AS TEXT) AND id > CAST(?2 AS TEXT)))
         ORDER BY user_id, id LIMIT ?3",
        params![&after.account, &after.key, limit],
        |row| {
            Ok(KeyRowName {
                account: row.at(0)?,
                key: row.at(1)?,
            })
        },
    )
}

/// Reads the row of every key. Returns their number, and the rows that cannot be read.
pub(crate) fn check_keys(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM encryption_key");
    let (all, mut damaged) = tx.query_readable(KEY, &sql, &[], |row| {
        key_state::last_written(tx, record(row)?).map(drop)
    })?;
    damaged.extend(key_state::without_key(tx)?);
    for one in &mut damaged {
        one.reason.push_str(REPAIR_ADVICE);
    }
    Ok(((all.len() + damaged.len()) as u64, damaged))
}

/// The remedy for the row of a key that a scrub cannot repair.
const REPAIR_ADVICE: &str = "; restore the row from a backup, or make another key with POST \
    /v1/encryption/keys/generate: data under this key stays unreadable";

/// Whether the account has this key, in any state, also if its row is missing.
pub(crate) fn is_named(tx: &Tx<'_>, user: &UserId, id: &KeyId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM encryption_key WHERE user_id = ?1 AND id = ?2
         UNION ALL SELECT 1 FROM key_state WHERE user_id = ?1 AND key_id = ?2",
        params![user, id],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

/// Marks every key in the server's custody whose secret was under a lost key of the account. Returns their
/// ids, and the new rows of those that can be read; keys with an earlier recorded destruction are left out.
pub(crate) fn mark_lost(
    tx: &mut Tx<'_>,
    user: &UserId,
) -> Result<(Vec<String>, Vec<KeyRecord>), StoreError> {
    let ids = tx.query_skipping(
        STORED_KEY,
        "SELECT user_id, id FROM encryption_key
         WHERE user_id = ?1 AND custody = 'server' AND status <> 'destroyed' ORDER BY id",
        params![user],
        |row| row.at::<String>(1),
    )?;
    let mut rows = tx.query_skipping(
        KEY,
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE user_id = ?1 AND custody = 'server' AND status <> 'destroyed' ORDER BY id"
        ),
        params![user],
        record,
    )?;
    rows.iter_mut().for_each(key_repair::destroy);
    let nothing: &[u8] = &[];
    tx.execute(
        "UPDATE encryption_key SET status = 'destroyed', resume = NULL, current = 0, stopped = 0,
             destroy_at = NULL, public = ?2
         WHERE user_id = ?1 AND custody = 'server' AND status <> 'destroyed'",
        params![user, nothing],
    )?;
    tx.execute(
        "DELETE FROM evaluation_key WHERE user_id = ?1 AND key_id IN
             (SELECT id FROM encryption_key WHERE user_id = ?1 AND custody = 'server')",
        params![user],
    )?;
    Ok((ids, rows))
}

/// Keys in their owner's custody that are not destroyed.
pub(crate) fn registered(tx: &Tx<'_>, user: &UserId) -> Result<Vec<KeyRecord>, StoreError> {
    readable(
        tx,
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE user_id = ?1 AND custody = 'client' AND status <> 'destroyed'"
        ),
        params![user],
    )
}

/// The number of keys whose secret was ever returned, and their first ids.
pub(crate) fn exported(tx: &Tx<'_>, user: &UserId) -> Result<(u64, Vec<KeyId>), StoreError> {
    let count = tx.query_one(
        "SELECT COUNT(*) FROM encryption_key WHERE user_id = ?1 AND exported = 1",
        params![user],
        |row| row.at(0),
    )?;
    let name = RowName {
        account: None,
        row: Some(0),
        ..KEY
    };
    let first = tx.query_skipping(
        name,
        "SELECT id FROM encryption_key WHERE user_id = ?1 AND exported = 1 ORDER BY id LIMIT 1000",
        params![user],
        |row| row.parse(0),
    )?;
    Ok((count, first))
}

/// Removes the digest of an account that was not erased.
pub(crate) fn not_erased(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM erased_account WHERE digest = ?1",
        params![&digest(user)],
    )?;
    tx.check_again();
    Ok(())
}

pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.check_again();
    tx.execute(
        "INSERT INTO erased_account(digest) VALUES (?1) ON CONFLICT (digest) DO NOTHING",
        params![&digest(user)],
    )?;
    for table in [
        "pseudonym",
        "attested_root",
        "sealed_account",
        "key_intent",
        "evaluation_key",
        "key_state",
        "encryption_key",
    ]
    .into_iter()
    .chain(search::TABLES)
    {
        // The bytes of the id may be stored as another type.
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// Counts the account's keys that are not destroyed.
pub(crate) fn count_keys(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM encryption_key WHERE user_id = ?1 AND status <> 'destroyed'",
        params![user],
        |row| row.at(0),
    )
}
