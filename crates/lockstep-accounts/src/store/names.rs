//! Stores sealed names: finds accounts by them, and seals rows of earlier versions.

use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{Row, RowName, StoreError, Tx, params};
use lockstep_web::KeyedDigest;

use super::StoredAccount;
use crate::names::search::SearchedRow;
use crate::names::{AccountNames, NameKey, StoredNames};

pub(crate) const NAMES: &str = "names, username, email, wallet_address";

/// Reads the columns of [`NAMES`], the first of which is `at`. A damaged column gives names that
/// cannot be opened.
pub(crate) fn names(row: &Row<'_>, at: usize) -> StoredNames {
    undamaged(row, at).unwrap_or_else(|_| StoredNames {
        // A damaged clear name has no use if the names are sealed.
        sealed: row.at(at).ok().flatten(),
        clear: AccountNames::default(),
        is_damaged: row.at::<&[u8]>(at).is_err(),
    })
}

/// Reads the same columns; a damaged column is an error.
pub(crate) fn undamaged(row: &Row<'_>, at: usize) -> Result<StoredNames, StoreError> {
    Ok(StoredNames {
        is_damaged: false,
        sealed: row.at(at)?,
        clear: AccountNames {
            username: row.at(at + 1)?,
            email: row.at(at + 2)?,
            wallet_address: row.at(at + 3)?,
        },
    })
}

/// Sealed names with the keys by which the account is found.
pub(crate) struct IndexedNames<'a> {
    pub(crate) sealed: &'a [u8],
    pub(crate) username_key: &'a str,
    pub(crate) email_key: &'a str,
}

/// Whether an account other than `but` is found by the key.
pub(crate) fn is_taken(
    tx: &Tx<'_>,
    key: &NameKey,
    but: Option<&UserId>,
) -> Result<bool, StoreError> {
    let (column, key) = key.column();
    let but = but.map_or("", UserId::as_str);
    let sql = format!("SELECT 1 FROM account WHERE {column} = ?1 AND id <> ?2");
    let found = tx.query_opt(&sql, params![key, but], |row| row.at::<i64>(0))?;
    Ok(found.is_some())
}

/// Returns the account other than `but` that is found by the key, with its sealed names.
pub(crate) fn holder(
    tx: &Tx<'_>,
    key: &NameKey,
    but: &UserId,
) -> Result<Option<(UserId, Vec<u8>)>, StoreError> {
    let (column, key) = key.column();
    let found = tx.query_opt(
        &format!("SELECT id, names FROM account WHERE {column} = ?1 AND id <> ?2"),
        params![key, but],
        // A damaged holder stays as it is.
        |row| Ok(row.parse(0).ok().zip(row.at(1).ok())),
    )?;
    Ok(found.flatten())
}

/// Removes a key from an account whose sealed names are still these.
pub(crate) fn release(
    tx: &mut Tx<'_>,
    key: &NameKey,
    (holder, sealed): (&UserId, &[u8]),
) -> Result<(), StoreError> {
    let (column, key) = key.column();
    tx.execute(
        &format!(
            "UPDATE account SET {column} = NULL WHERE {column} = ?1 AND id = ?2 AND names = ?3"
        ),
        params![key, holder, sealed],
    )
    .map(drop)
}

/// New keys by which an account is found; `None` keeps a key.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewKeys {
    pub(crate) username: Option<String>,
    pub(crate) email: Option<String>,
}

/// Replaces the names of an account and the given keys. An account whose names were lost keeps the
/// key of a name that cannot be opened.
pub(crate) fn rename(
    tx: &mut Tx<'_>,
    id: &UserId,
    sealed: &[u8],
    keys: &NewKeys,
) -> Result<(), StoreError> {
    // The next start overwrites the bytes of removed clear names where `index_check` is NULL.
    tx.execute(
        "UPDATE account SET names = ?2, username_key = coalesce(?3, username_key),
            email_key = coalesce(?4, email_key), username = '', email = '', wallet_address = NULL,
            index_check = CASE WHEN username = '' AND email = '' AND wallet_address IS NULL
                THEN index_check END
         WHERE id = ?1",
        params![id, sealed, keys.username.as_deref(), keys.email.as_deref()],
    )
    .map(drop)
}

/// Reads an account for a search; only a damaged id is an error.
fn searched(row: &Row<'_>) -> Result<SearchedRow, StoreError> {
    Ok(SearchedRow {
        id: row.parse(0)?,
        role: row.parse(1).ok(),
        status: row.parse(2).ok(),
        names: names(row, 6),
    })
}

/// Returns the accounts after this id, for a search.
pub(crate) fn searched_after(
    tx: &Tx<'_>,
    after: &str,
    limit: u32,
) -> Result<Vec<SearchedRow>, StoreError> {
    let account = super::ACCOUNT;
    tx.query_skipping(
        super::ACCOUNT_ROW,
        &format!("SELECT {account}, {NAMES} FROM account WHERE id > ?1 ORDER BY id LIMIT ?2"),
        params![after, limit],
        searched,
    )
}

/// Returns those of these accounts that have a row, for a search.
pub(crate) fn searched_of(tx: &Tx<'_>, ids: &[UserId]) -> Result<Vec<SearchedRow>, StoreError> {
    let account = super::ACCOUNT;
    let sql = format!("SELECT {account}, {NAMES} FROM account WHERE id = ?1");
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(tx.query_skipping(super::ACCOUNT_ROW, &sql, params![id], searched)?);
    }
    Ok(found)
}

/// Returns the number of the newest event, for [`searched_changes`].
pub(crate) fn newest_change(tx: &Tx<'_>) -> Result<i64, StoreError> {
    tx.newest_event()
}

/// Returns the accounts that have an event after `seen` up to `last`, for a search. Every change of a name or a status
/// writes an event, and the outbox keeps the newest event of each account: no changed account is missing.
pub(crate) fn searched_changes(
    tx: &Tx<'_>,
    seen: i64,
    last: i64,
) -> Result<Vec<SearchedRow>, StoreError> {
    let account = super::ACCOUNT;
    tx.query_skipping(
        super::ACCOUNT_ROW,
        &format!(
            "SELECT {account}, {NAMES} FROM account
             WHERE id IN (SELECT user_id FROM event_outbox WHERE seq > ?1 AND seq <= ?2)"
        ),
        params![seen, last],
        searched,
    )
}

/// An account whose names are not sealed yet, or not indexed with the current digest key.
#[derive(Clone)]
pub(crate) struct OutdatedNames {
    pub(crate) stored: StoredAccount,
    /// `None` if it is NULL or damaged.
    pub(crate) index_check: Option<Vec<u8>>,
    /// The keys by which the account is found now; `None` if one is NULL or damaged.
    pub(crate) username_key: Option<String>,
    pub(crate) email_key: Option<String>,
}

/// Returns outdated accounts after this id.
pub(crate) fn outdated(
    tx: &Tx<'_>,
    check: &KeyedDigest,
    after: &str,
    limit: u32,
) -> Result<Vec<OutdatedNames>, StoreError> {
    tx.query_skipping(
        super::ACCOUNT_ROW,
        &format!(
            "SELECT {}, {NAMES}, index_check, username_key, email_key FROM account
             WHERE NOT {} AND id > ?2 AND (names IS NOT NULL OR username <> '')
                AND (names IS NULL OR index_check IS NULL OR index_check <> ?1)
             ORDER BY id LIMIT ?3",
            super::ACCOUNT,
            super::IS_ERASED
        ),
        params![check, after, limit],
        |row| {
            Ok(OutdatedNames {
                // Damaged names are skipped: empty names must not replace them.
                stored: StoredAccount {
                    account: super::account(row)?,
                    names: undamaged(row, 6)?,
                },
                index_check: row.at(10).unwrap_or_default(),
                username_key: row.at(11).unwrap_or_default(),
                email_key: row.at(12).unwrap_or_default(),
            })
        },
    )
}

/// New name columns for an account of an earlier version or of an earlier digest key.
pub(crate) struct ResealedNames<'a> {
    /// The sealed names; NULL if the row has none.
    pub(crate) names: Option<&'a [u8]>,
    /// The names that stay in the clear.
    pub(crate) clear: AccountNames,
    pub(crate) username_key: Option<&'a str>,
    pub(crate) email_key: Option<&'a str>,
    /// NULL while a file may contain bytes of clear names.
    pub(crate) index_check: Option<&'a KeyedDigest>,
}

pub(crate) fn reseal(
    tx: &mut Tx<'_>,
    id: &UserId,
    with: &ResealedNames<'_>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET names = ?2, username = ?3, email = ?4, wallet_address = ?5,
            username_key = ?6, email_key = ?7, index_check = ?8 WHERE id = ?1",
        params![
            id,
            with.names,
            &with.clear.username,
            &with.clear.email,
            with.clear.wallet_address.as_deref(),
            with.username_key,
            with.email_key,
            with.index_check,
        ],
    )
    .map(drop)
}

/// Records that the bytes of all clear names are overwritten: from now on these rows are found by
/// this key.
pub(crate) fn settle(tx: &mut Tx<'_>, check: &KeyedDigest) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET index_check = ?1 WHERE names IS NOT NULL AND index_check IS NULL",
        params![check],
    )
    .map(drop)
}

/// Returns the API keys of an account whose names are in the clear.
pub(crate) fn clear_api_keys(
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Vec<(ApiKeyId, String)>, StoreError> {
    tx.query_skipping(
        API_KEY_ROW,
        "SELECT id, name FROM api_key WHERE user_id = ?1 AND sealed_name IS NULL AND name <> ''",
        params![user],
        |row| Ok((row.parse(0)?, row.at(1)?)),
    )
}

/// Replaces the sealed names of an account.
pub(crate) fn replace_sealed(
    tx: &mut Tx<'_>,
    user: &UserId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET names = ?2 WHERE id = ?1",
        params![user, sealed],
    )
    .map(drop)
}

/// Seals the name of an API key, or removes it.
pub(crate) fn reseal_api_key(
    tx: &mut Tx<'_>,
    id: &ApiKeyId,
    sealed: Option<&[u8]>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE api_key SET name = '', sealed_name = ?2 WHERE id = ?1",
        params![id, sealed],
    )
    .map(drop)
}

/// The sealed names of an account and of its API keys.
pub(crate) struct SealedNames {
    pub(crate) account: Option<Vec<u8>>,
    pub(crate) api_keys: Vec<(ApiKeyId, Vec<u8>)>,
}

/// Returns all sealed names of an account. Those in a damaged row are left out.
pub(crate) fn sealed_of(tx: &Tx<'_>, user: &UserId) -> Result<SealedNames, StoreError> {
    let account = tx.query_opt(
        "SELECT names FROM account WHERE id = ?1",
        params![user],
        |row| Ok(row.at(0).unwrap_or_default()),
    )?;
    let api_keys = tx.query_skipping(
        API_KEY_ROW,
        "SELECT id, sealed_name FROM api_key WHERE user_id = ?1 AND sealed_name IS NOT NULL",
        params![user],
        |row| Ok((row.parse(0)?, row.at(1)?)),
    )?;
    Ok(SealedNames {
        account: account.flatten(),
        api_keys,
    })
}

/// A sealed name as stored: its account, its row and its bytes. A damaged identifier may not be
/// text.
#[derive(Clone)]
pub(crate) struct SealedRow {
    pub(crate) user: Vec<u8>,
    pub(crate) row: Vec<u8>,
    /// `None` if the column holds no bytes.
    pub(crate) sealed: Option<Vec<u8>>,
    /// The index columns of an account; `None` if one is NULL or damaged, and for an API key.
    pub(crate) username_key: Option<String>,
    pub(crate) email_key: Option<String>,
    pub(crate) index_check: Option<Vec<u8>>,
    /// Whether the check value is NULL: the next start overwrites clear names.
    pub(crate) is_settling: bool,
}

/// Replaces the index columns of an account if its sealed names are still these. Returns whether
/// they are.
pub(crate) fn reindex(
    tx: &mut Tx<'_>,
    id: &UserId,
    sealed: &[u8],
    (username_key, email_key): (Option<&str>, Option<&str>),
    check: Option<&KeyedDigest>,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE account SET username_key = ?3, email_key = ?4, index_check = ?5
         WHERE id = ?1 AND names = ?2",
        params![id, sealed, username_key, email_key, check],
    )?;
    Ok(changed == 1)
}

/// Returns sealed names of accounts and of API keys, and sealed secrets of TOTP, after this row, for a
/// scrub.
pub(crate) fn sealed_after(
    tx: &Tx<'_>,
    after: &[u8],
    limit: u32,
) -> Result<Vec<SealedRow>, StoreError> {
    // Only text identifiers: SQLite sorts blobs after every text.
    tx.query(
        &format!("SELECT CAST(id AS BLOB) AS owner, CAST(id AS BLOB) AS row_id, names, username_key,
                email_key, index_check, index_check IS NULL FROM account
            WHERE names IS NOT NULL AND id > CAST(?1 AS TEXT) AND id < x''
         UNION ALL SELECT CAST(user_id AS BLOB), CAST(id AS BLOB), sealed_name, NULL, NULL, NULL, FALSE
            FROM api_key
            WHERE sealed_name IS NOT NULL AND id > CAST(?1 AS TEXT) AND id < x''
         UNION ALL SELECT CAST(user_id AS BLOB), CAST('{TOTP_ROWS}' || user_id AS BLOB), secret, NULL, NULL, NULL, FALSE
            FROM totp WHERE '{TOTP_ROWS}' || user_id > CAST(?1 AS TEXT) AND user_id < x''
         ORDER BY 2 LIMIT ?2"),
        params![after, limit],
        |row| {
            Ok(SealedRow {
                user: row.at(0).unwrap_or_default(),
                row: row.at(1)?,
                sealed: row.at(2).unwrap_or_default(),
                username_key: row.at(3).unwrap_or_default(),
                email_key: row.at(4).unwrap_or_default(),
                index_check: row.at(5).unwrap_or_default(),
                is_settling: row.at(6)?,
            })
        },
    )
}

/// Precedes the account's id in the row of a sealed secret: the account's own row has that id.
pub(crate) const TOTP_ROWS: &str = "totp:";

const API_KEY_ROW: RowName = RowName {
    table: "api_key",
    account: None,
    row: Some(0),
};
