//! Stores API keys.

use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::Paging;
use lockstep_web::caller::Scopes;

use super::times::{generated_at, optional_time, time};
use crate::credential::WithName;
use crate::secret::Hash;

/// An API key, without its secret.
#[derive(Clone, Debug)]
pub(crate) struct ApiKey {
    /// The key's id.
    pub(crate) id: ApiKeyId,
    /// The key's name. Empty if it cannot be opened.
    pub(crate) name: String,
    /// The scopes that narrow the key.
    pub(crate) scopes: Scopes,
    /// The time of creation.
    pub(crate) created_at: Timestamp,
    /// The expiry, if any.
    pub(crate) expires_at: Option<Timestamp>,
    /// The API key that created this key, if any: this key is revoked with its creator.
    pub(crate) parent: Option<ApiKeyId>,
    /// The time of the last use, to the minute.
    pub(crate) last_used: Option<Timestamp>,
}

pub(super) const API_KEY: &str = "id, name, scopes, created_at, expires_at, parent, last_used";

/// An API key whose rights cannot be read.
#[derive(Debug)]
pub(crate) struct DamagedApiKey {
    /// The key's id, unless it is damaged too.
    pub(crate) id: Option<ApiKeyId>,
    /// The first damaged column, and its place among [`API_KEY`].
    pub(crate) column: &'static str,
    at: usize,
}

/// Reads a key. A damaged column that gives the key no rights is replaced: the time of creation by
/// the time in the id, the name and the last use by nothing.
fn api_key(row: &Row<'_>) -> Result<ApiKey, DamagedApiKey> {
    let id: Option<ApiKeyId> = row.parse(0).ok();
    let damaged = |column, at| DamagedApiKey {
        id: id.clone(),
        column,
        at,
    };
    Ok(ApiKey {
        name: row.at(1).unwrap_or_default(),
        scopes: scopes(row, 2).map_err(|_| damaged("scopes", 2))?,
        expires_at: optional_time(row, 4).map_err(|_| damaged("expires_at", 4))?,
        // A key is revoked with its parent, so a key with an unknown parent is refused.
        parent: parent(row, 5).map_err(|_| damaged("parent", 5))?,
        last_used: optional_time(row, 6).unwrap_or_default(),
        created_at: match (&id, time(row, 3)) {
            (_, Ok(at)) => at,
            (Some(id), Err(_)) => generated_at(id.to_bytes()),
            (None, Err(_)) => return Err(damaged("id", 0)),
        },
        id: id.clone().ok_or_else(|| damaged("id", 0))?,
    })
}

/// Reads every column of a key strictly, for a scrub.
pub(super) fn check_api_key(row: &Row<'_>) -> Result<(), StoreError> {
    row.parse::<ApiKeyId>(0)?;
    row.at::<&str>(1)?;
    scopes(row, 2)?;
    time(row, 3)?;
    optional_time(row, 4)?;
    parent(row, 5)?;
    optional_time(row, 6).map(drop)
}

pub(super) fn scopes(row: &Row<'_>, column: usize) -> Result<Scopes, StoreError> {
    let text: &str = row.at(column)?;
    Scopes::stored(text).ok_or_else(|| row.wrong(column, "scopes of this version"))
}

fn parent(row: &Row<'_>, column: usize) -> Result<Option<ApiKeyId>, StoreError> {
    let parent: Option<&str> = row.at(column)?;
    let parent = parent.map(str::parse).transpose();
    parent.map_err(|_| row.wrong(column, "the id of an API key"))
}

pub(crate) fn insert_api_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    key: &ApiKey,
    sealed_name: &[u8],
    hash: &Hash,
) -> Result<(), StoreError> {
    let scopes = key.scopes.joined();
    tx.execute(
        "INSERT INTO api_key(id, user_id, name, sealed_name, hash, scopes, created_at, expires_at,
            parent)
         VALUES (?1, ?2, '', ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            &key.id,
            user,
            sealed_name,
            hash,
            &scopes,
            key.created_at,
            key.expires_at,
            key.parent.as_ref().map(ApiKeyId::as_str),
        ],
    )?;
    Ok(())
}

/// A key with its account.
pub(crate) type OwnedApiKey = (UserId, Result<ApiKey, DamagedApiKey>);

/// Returns an API key of this account; `None` if it was revoked, or if its rights cannot be read.
pub(crate) fn api_key_by_id(
    tx: &Tx<'_>,
    user: &UserId,
    id: &str,
) -> Result<Option<ApiKey>, StoreError> {
    let sql = format!("SELECT {API_KEY} FROM api_key WHERE user_id = ?1 AND id = ?2");
    let found = tx.query_opt(&sql, params![user, id], |row| Ok(api_key(row).ok()))?;
    Ok(found.flatten())
}

/// Returns the key with this hash, without its name. A key of an unreadable account is unknown.
pub(crate) fn api_key_by_hash(tx: &Tx<'_>, hash: &Hash) -> Result<Option<OwnedApiKey>, StoreError> {
    let name = RowName {
        table: "api_key",
        account: Some(7),
        row: Some(0),
    };
    let found = tx.query_skipping(
        name,
        &format!("SELECT {API_KEY}, user_id FROM api_key WHERE hash = ?1"),
        params![hash],
        |row| Ok((row.parse(7)?, api_key(row))),
    )?;
    Ok(found.into_iter().next())
}

pub(crate) fn api_keys(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<(Vec<WithName<ApiKey>>, u64), StoreError> {
    let total = count_api_keys(tx, user)?;
    let name = RowName {
        table: "api_key",
        account: None,
        row: Some(0),
    };
    let keys = tx.query_skipping(
        name,
        &format!(
            "SELECT {API_KEY}, sealed_name FROM api_key WHERE user_id = ?1
             ORDER BY created_at, id LIMIT ?2 OFFSET ?3"
        ),
        params![user, paging.limit, paging.offset()],
        |row| {
            // A key whose rights cannot be read is left out: it is refused, and a scrub names it.
            let key = api_key(row).map_err(|damaged| row.wrong(damaged.at, "a readable right"))?;
            Ok((key, row.at(7).unwrap_or_default()))
        },
    )?;
    Ok((keys, total))
}

pub(crate) fn count_api_keys(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM api_key WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Removes an API key of the account, and every key created from it, directly or indirectly;
/// returns their number.
pub(crate) fn delete_api_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &ApiKeyId,
) -> Result<usize, StoreError> {
    tx.execute(
        "WITH RECURSIVE line(id) AS (
            SELECT id FROM api_key WHERE user_id = ?1 AND id = ?2
            UNION SELECT made.id FROM api_key AS made JOIN line ON made.parent = line.id)
         DELETE FROM api_key WHERE user_id = ?1 AND id IN (SELECT id FROM line)",
        params![user, id],
    )
}

/// Removes every API key of the account; returns their number.
pub(crate) fn delete_api_keys(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM api_key WHERE user_id = ?1", params![user])
}
