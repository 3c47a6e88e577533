//! Stores sign-ins with their tokens, and when each credential was last used.

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::Paging;

pub(crate) use super::api_keys::ApiKey;
use super::api_keys::{API_KEY, check_api_key, scopes};
pub(crate) use super::api_keys::{
    api_key_by_hash, api_key_by_id, api_keys, count_api_keys, delete_api_key, delete_api_keys,
    insert_api_key,
};
use super::times::{optional_time, time};
use crate::credential::{
    CredentialId, ListedCredential, RevokedCounts, Session, UnwrittenUse, WithName,
};
use crate::secret::{Hash, TokenKind};

/// The columns that identify a token: a stored hash must not be shown as an identifier.
const TOKEN_ROW: RowName = RowName {
    table: "token",
    account: Some(0),
    row: Some(1),
};

/// A token as stored.
pub(crate) struct StoredToken {
    pub(crate) user: UserId,
    pub(crate) session: SessionId,
    pub(crate) expires_at: Timestamp,
    pub(crate) used: bool,
}

pub(crate) fn insert_session(
    tx: &mut Tx<'_>,
    user: &UserId,
    session: &Session,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO session(id, user_id, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)",
        params![&session.id, user, session.created_at, session.expires_at],
    )
    .map(drop)
}

pub(crate) fn prolong_session(
    tx: &mut Tx<'_>,
    id: &SessionId,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE session SET expires_at = ?2 WHERE id = ?1",
        params![id, expires_at],
    )
    .map(drop)
}

pub(crate) fn insert_token(
    tx: &mut Tx<'_>,
    (kind, hash): (TokenKind, &Hash),
    user: &UserId,
    session: &SessionId,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO token(hash, user_id, family, kind, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![hash, user, session, kind.name(), expires_at],
    )
    .map(drop)
}

pub(crate) fn token(
    tx: &Tx<'_>,
    hash: &Hash,
    kind: TokenKind,
) -> Result<Option<StoredToken>, StoreError> {
    // A damaged token is unknown: its holder signs in again.
    let found = tx.query_skipping(
        TOKEN_ROW,
        "SELECT user_id, family, expires_at, used_at IS NOT NULL FROM token
         WHERE hash = ?1 AND kind = ?2",
        params![hash, kind.name()],
        |row| {
            Ok(StoredToken {
                user: row.parse(0)?,
                session: row.parse(1)?,
                expires_at: time(row, 2)?,
                used: row.at(3)?,
            })
        },
    )?;
    Ok(found.into_iter().next())
}

/// Finds a token that authenticates requests of a sign-in, of a client or of the console.
pub(crate) fn session_token(tx: &Tx<'_>, hash: &Hash) -> Result<Option<StoredToken>, StoreError> {
    match token(tx, hash, TokenKind::Access)? {
        Some(found) => Ok(Some(found)),
        None => token(tx, hash, TokenKind::Console),
    }
}

/// Lets a token expire at `at`, unless it expires before.
pub(crate) fn shorten_token(tx: &mut Tx<'_>, hash: &Hash, at: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE token SET expires_at = ?2 WHERE hash = ?1 AND expires_at > ?2",
        params![hash, at],
    )
    .map(drop)
}

pub(crate) fn use_token(tx: &mut Tx<'_>, hash: &Hash) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE token SET used_at = ?2 WHERE hash = ?1",
        params![hash, tx.now()],
    )
    .map(drop)
}

/// Whether a sign-in of the account exists; a revoked one does not.
pub(crate) fn has_session(tx: &Tx<'_>, user: &UserId, id: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM session WHERE id = ?1 AND user_id = ?2",
        params![id, user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Ends a sign-in of the account; returns whether it existed.
pub(crate) fn revoke_session(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &SessionId,
) -> Result<bool, StoreError> {
    tx.execute(
        // With both conditions side by side, the planner reads all tokens of the account.
        "DELETE FROM token WHERE user_id = ?2 AND hash IN (SELECT hash FROM token WHERE family = ?1)",
        params![id, user],
    )?;
    let count = tx.execute(
        "DELETE FROM session WHERE id = ?1 AND user_id = ?2",
        params![id, user],
    )?;
    Ok(count == 1)
}

/// Ends every sign-in of the account; returns their number.
pub(crate) fn revoke_all(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    revoke_sessions(tx, user, None)
}

/// Ends every sign-in of the account except the spared one; returns their number. Tickets end with
/// their credentials.
pub(crate) fn revoke_sessions(
    tx: &mut Tx<'_>,
    user: &UserId,
    spared: Option<&SessionId>,
) -> Result<usize, StoreError> {
    let spared = spared.map_or("", SessionId::as_str);
    tx.execute("DELETE FROM ticket WHERE user_id = ?1", params![user])?;
    tx.execute(
        "DELETE FROM token WHERE user_id = ?1 AND family <> ?2",
        params![user, spared],
    )?;
    tx.execute(
        "DELETE FROM session WHERE user_id = ?1 AND id <> ?2",
        params![user, spared],
    )
}

/// Revokes every credential of the account, and unlinks its identities at OpenID providers.
pub(crate) fn revoke_everything(
    tx: &mut Tx<'_>,
    user: &UserId,
) -> Result<RevokedCounts, StoreError> {
    let sessions = revoke_all(tx, user)? as u64;
    let api_keys = delete_api_keys(tx, user)? as u64;
    let identities = super::identities::delete_all(tx, user)?;
    Ok(RevokedCounts {
        sessions,
        api_keys,
        identities,
    })
}

/// Returns a page of an account's sign-ins, the newest first, and their total number.
pub(crate) fn sessions(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<(Vec<Session>, u64), StoreError> {
    let now = tx.now();
    let total = tx.query_one(
        "SELECT COUNT(*) FROM session WHERE user_id = ?1 AND expires_at > ?2",
        params![user, now],
        |row| row.at(0),
    )?;
    let name = RowName {
        table: "session",
        account: None,
        row: Some(0),
    };
    let sessions = tx.query_skipping(
        name,
        "SELECT id, created_at, expires_at, last_used FROM session
         WHERE user_id = ?1 AND expires_at > ?2
         ORDER BY created_at DESC, id DESC LIMIT ?3 OFFSET ?4",
        params![user, now, paging.limit, paging.offset()],
        |row| {
            Ok(Session {
                created_at: time(row, 1)?,
                expires_at: time(row, 2)?,
                last_used: optional_time(row, 3).unwrap_or_default(),
                id: row.parse(0)?,
            })
        },
    )?;
    Ok((sessions, total))
}

/// Returns the number of an account's sign-ins that have not expired.
pub(crate) fn count_sessions(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM session WHERE user_id = ?1 AND expires_at > ?2",
        params![user, tx.now()],
        |row| row.at(0),
    )
}

/// Returns a page of an account's sign-ins and API keys, the oldest first, and their total number.
pub(crate) fn listed(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<(Vec<WithName<ListedCredential>>, u64), StoreError> {
    let now = tx.now();
    let total = tx.query_one(
        "SELECT (SELECT COUNT(*) FROM session WHERE user_id = ?1 AND expires_at > ?2)
            + (SELECT COUNT(*) FROM api_key WHERE user_id = ?1)",
        params![user, now],
        |row| row.at(0),
    )?;
    let name = RowName {
        table: "session or api_key",
        account: None,
        row: Some(0),
    };
    let all = tx.query_skipping(
        name,
        "SELECT id, NULL AS name, '' AS scopes, created_at, expires_at, last_used, NULL AS sealed
            FROM session WHERE user_id = ?1 AND expires_at > ?2
         UNION ALL SELECT id, name, scopes, created_at, expires_at, last_used, sealed_name
            FROM api_key WHERE user_id = ?1
         ORDER BY created_at, id LIMIT ?3 OFFSET ?4",
        params![user, now, paging.limit, paging.offset()],
        |row| {
            let listed = ListedCredential {
                id: row.parse(0)?,
                name: row.at(1)?,
                scopes: scopes(row, 2)?,
                created_at: time(row, 3)?,
                expires_at: optional_time(row, 4)?,
                last_used: optional_time(row, 5).unwrap_or_default(),
            };
            Ok((listed, row.at(6).unwrap_or_default()))
        },
    )?;
    Ok((all, total))
}

/// Writes when credentials and their accounts were last used.
pub(crate) fn write_uses(tx: &mut Tx<'_>, uses: &[UnwrittenUse]) -> Result<(), StoreError> {
    for UnwrittenUse {
        credential,
        user,
        at,
    } in uses
    {
        let table = match credential {
            CredentialId::Session(_) => "UPDATE session SET last_used = ?2 WHERE id = ?1",
            CredentialId::ApiKey(_) => "UPDATE api_key SET last_used = ?2 WHERE id = ?1",
        };
        tx.execute(table, params![credential.as_str(), *at])?;
        tx.execute(
            "UPDATE account SET last_active = ?2 WHERE id = ?1 AND status IS DISTINCT FROM 'deleted'",
            params![user, *at],
        )?;
    }
    Ok(())
}

/// Reads every session, token, ticket and API key. Adds unreadable rows to `damaged`; returns the
/// number of rows.
pub(crate) fn check_rows(tx: &Tx<'_>, damaged: &mut Vec<DamagedRow>) -> Result<u64, StoreError> {
    type Read = fn(&Row<'_>) -> Result<(), StoreError>;
    let api_keys = format!("SELECT {API_KEY}, user_id, length(hash), sealed_name FROM api_key");
    // A stored hash must not be shown as an identifier: rows of tokens are named by their sign-in.
    let tables: [(&'static str, Option<usize>, usize, &str, Read); 4] = [
        (
            "session",
            Some(0),
            1,
            "SELECT id, user_id, created_at, expires_at, last_used FROM session",
            |row| {
                row.parse::<SessionId>(0)?;
                row.parse::<UserId>(1)?;
                time(row, 2)?;
                time(row, 3)?;
                optional_time(row, 4).map(drop)
            },
        ),
        (
            "token",
            Some(0),
            1,
            "SELECT family, user_id, hash, kind, expires_at, used_at FROM token",
            |row| {
                row.parse::<SessionId>(0)?;
                row.parse::<UserId>(1)?;
                row.at::<Hash>(2)?;
                if !matches!(row.at::<&str>(3)?, "at" | "rt" | "cs") {
                    return Err(row.wrong(3, "a kind of token"));
                }
                time(row, 4)?;
                optional_time(row, 5).map(drop)
            },
        ),
        (
            "ticket",
            None,
            0,
            "SELECT user_id, hash, credential, expires_at FROM ticket",
            |row| {
                row.parse::<UserId>(0)?;
                row.at::<Hash>(1)?;
                row.at::<Hash>(2)?;
                time(row, 3).map(drop)
            },
        ),
        ("api_key", Some(0), 7, &api_keys, |row| {
            row.parse::<UserId>(7)?;
            if row.at::<i64>(8)? != HASH_BYTES {
                return Err(row.wrong(8, "bytes of a fixed length"));
            }
            let name: &str = row.at(1)?;
            if row.at::<Option<&[u8]>>(9)?.is_none() && name.is_empty() {
                return Err(row.wrong(9, "a sealed name (revoke the key and create another)"));
            }
            check_api_key(row)
        }),
    ];
    let mut rows = 0;
    for (table, row, account, sql, read) in tables {
        let name = RowName {
            table,
            account: Some(account),
            row,
        };
        let (all, mut found) = tx.query_readable(name, sql, &[], read)?;
        rows += (all.len() + found.len()) as u64;
        damaged.append(&mut found);
    }
    Ok(rows)
}

/// Bytes of a stored hash: SHA-256.
const HASH_BYTES: i64 = 32;

/// Deletes expired sign-ins, tokens, tickets and unconfirmed TOTP secrets; returns the number of tokens.
pub(crate) fn forget_tokens(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    super::totp::forget_unconfirmed(tx)?;
    let now = params![tx.now()];
    tx.execute("DELETE FROM ticket WHERE expires_at < ?1", now)?;
    tx.execute("DELETE FROM session WHERE expires_at < ?1", now)?;
    tx.execute("DELETE FROM token WHERE expires_at < ?1", now)
}

/// A ticket as stored.
pub(crate) struct Ticket {
    pub(crate) user: UserId,
    /// The hash of the credential that the ticket was created for.
    pub(crate) credential: Hash,
    pub(crate) expires_at: Timestamp,
}

pub(crate) fn insert_ticket(
    tx: &mut Tx<'_>,
    hash: &Hash,
    ticket: &Ticket,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO ticket(hash, user_id, credential, expires_at) VALUES (?1, ?2, ?3, ?4)",
        params![hash, &ticket.user, &ticket.credential, ticket.expires_at],
    )?;
    Ok(())
}

/// Removes the ticket from the store and returns it: a ticket works once.
pub(crate) fn take_ticket(tx: &mut Tx<'_>, hash: &Hash) -> Result<Option<Ticket>, StoreError> {
    let name = RowName {
        table: "ticket",
        account: Some(0),
        row: None,
    };
    // A damaged ticket is unknown: its holder requests another.
    let taken = tx.query_skipping(
        name,
        "DELETE FROM ticket WHERE hash = ?1 RETURNING user_id, credential, expires_at",
        params![hash],
        |row| {
            Ok(Ticket {
                user: row.parse(0)?,
                credential: row.at(1)?,
                expires_at: time(row, 2)?,
            })
        },
    )?;
    Ok(taken.into_iter().next())
}

/// Removes an unused ticket of the account; returns whether it existed.
pub(crate) fn delete_ticket(
    tx: &mut Tx<'_>,
    user: &UserId,
    hash: &Hash,
) -> Result<bool, StoreError> {
    let count = tx.execute(
        "DELETE FROM ticket WHERE user_id = ?1 AND hash = ?2",
        params![user, hash],
    )?;
    Ok(count == 1)
}
