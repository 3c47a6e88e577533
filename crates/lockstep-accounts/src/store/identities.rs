//! Stores the identities at OpenID providers that can sign in to each account.

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::KeyedDigest;

use super::times::time;

const IDENTITY_ROW: RowName = RowName {
    table: "identity",
    account: Some(0),
    row: Some(1),
};

/// A linked identity as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkedIdentityRow {
    pub(crate) provider: String,
    /// The time of the linking; `None` if it is damaged.
    pub(crate) created_at: Option<Timestamp>,
}

/// A sealed identity as stored.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SealedIdentity {
    pub(crate) user: UserId,
    pub(crate) provider: String,
    pub(crate) sealed: Vec<u8>,
    pub(crate) digest: KeyedDigest,
}

/// Returns the identity with this digest.
pub(crate) fn found(
    tx: &Tx<'_>,
    digest: &KeyedDigest,
) -> Result<Option<SealedIdentity>, StoreError> {
    let sql = format!("SELECT {SEALED} FROM identity WHERE digest = ?1");
    tx.query_opt(&sql, params![digest], sealed)
}

fn sealed(row: &Row<'_>) -> Result<SealedIdentity, StoreError> {
    Ok(SealedIdentity {
        user: row.parse(0)?,
        provider: row.at(1)?,
        sealed: row.at(2)?,
        digest: row.at(3)?,
    })
}

/// Returns readable identities after this account and provider; with a check value only those whose digest was made
/// with another key.
pub(crate) fn after(
    tx: &Tx<'_>,
    (user, provider): (&str, &str),
    outdated: Option<&KeyedDigest>,
    limit: u32,
) -> Result<Vec<SealedIdentity>, StoreError> {
    let sql = format!(
        "SELECT {SEALED} FROM identity
         WHERE (user_id, provider) > (?1, ?2) AND (?3 IS NULL OR index_check <> ?3)
         ORDER BY user_id, provider LIMIT ?4"
    );
    let values = params![user, provider, outdated, limit];
    tx.query_skipping(IDENTITY_ROW, &sql, values, sealed)
}

/// Replaces the digest of an identity, unless an edited row already has it.
pub(crate) fn reindex(
    tx: &mut Tx<'_>,
    identity: &SealedIdentity,
    digest: &KeyedDigest,
    check: &KeyedDigest,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE identity SET digest = ?4, index_check = ?5
         WHERE user_id = ?1 AND provider = ?2 AND sealed = ?3
            AND NOT EXISTS (SELECT 1 FROM identity AS other WHERE other.digest = ?4)",
        params![
            &identity.user,
            &identity.provider,
            &identity.sealed,
            digest,
            check
        ],
    )
    .map(drop)
}

/// Returns the identities of an account, by provider.
pub(crate) fn of_account(tx: &Tx<'_>, user: &UserId) -> Result<Vec<LinkedIdentityRow>, StoreError> {
    tx.query(
        "SELECT provider, created_at FROM identity WHERE user_id = ?1 ORDER BY provider",
        params![user],
        |row| {
            Ok(LinkedIdentityRow {
                provider: row.at(0)?,
                created_at: time(row, 1).ok(),
            })
        },
    )
}

/// Links an identity to an account that has none of this provider.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    identity: &SealedIdentity,
    check: &KeyedDigest,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO identity(user_id, provider, digest, index_check, sealed, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            &identity.user,
            &identity.provider,
            &identity.digest,
            check,
            &identity.sealed,
            tx.now()
        ],
    )
    .map(drop)
}

/// Removes the identity of a provider from an account; returns whether there was one.
pub(crate) fn delete(tx: &mut Tx<'_>, user: &UserId, provider: &str) -> Result<bool, StoreError> {
    let count = tx.execute(
        "DELETE FROM identity WHERE user_id = ?1 AND provider = ?2",
        params![user, provider],
    )?;
    Ok(count == 1)
}

/// Removes all identities of an account; returns their number.
pub(crate) fn delete_all(tx: &mut Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    let count = tx.execute("DELETE FROM identity WHERE user_id = ?1", params![user])?;
    Ok(count as u64)
}

/// Reads every row. Adds unreadable rows to `damaged`; returns the number of rows.
pub(crate) fn check_rows(tx: &Tx<'_>, damaged: &mut Vec<DamagedRow>) -> Result<u64, StoreError> {
    let sql = "SELECT user_id, provider, digest, index_check, sealed, created_at FROM identity";
    let (all, mut found) = tx.query_readable(IDENTITY_ROW, sql, &[], |row: &Row<'_>| {
        row.parse::<UserId>(0)?;
        row.at::<String>(1).map_err(|_| row.wrong(1, UNLINK))?;
        row.at::<KeyedDigest>(2).map_err(|_| row.wrong(2, UNLINK))?;
        row.at::<KeyedDigest>(3).map_err(|_| row.wrong(3, UNLINK))?;
        row.at::<&[u8]>(4).map_err(|_| row.wrong(4, UNLINK))?;
        time(row, 5).map_err(|_| row.wrong(5, UNLINK)).map(drop)
    })?;
    let rows = (all.len() + found.len()) as u64;
    damaged.append(&mut found);
    Ok(rows)
}

/// The columns of [`sealed`].
const SEALED: &str = "user_id, provider, sealed, digest";
/// The remedy for a damaged row.
const UNLINK: &str =
    "a value of an identity (the user removes it at POST /api/auth/identities/{provider}/unlink)";
