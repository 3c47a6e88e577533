//! Rows of claims that are attached to tokens.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};

use crate::claim::AttachedClaim;

/// Adds a claim to a token; one that the token has already is replaced.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    (user, token): (&UserId, &TokenId),
    claim: &AttachedClaim,
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM market_claim WHERE token_id = ?1 AND id = ?2",
        params![token.as_str(), &claim.id],
    )?;
    tx.execute(
        "INSERT INTO market_claim(token_id, id, user_id, at, statement, setup, expires_at, document)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            token.as_str(),
            &claim.id,
            user,
            tx.now(),
            &claim.statement,
            claim.setup.name(),
            claim.expires_at,
            &claim.document
        ],
    )
    .map(drop)
}

/// Returns the claims of a token that have not expired, by their ids.
pub(crate) fn of_token(tx: &Tx<'_>, token: &TokenId) -> Result<Vec<AttachedClaim>, StoreError> {
    tx.query(
        "SELECT id, statement, setup, expires_at, document FROM market_claim
         WHERE token_id = ?1 AND (expires_at IS NULL OR expires_at > ?2) ORDER BY id",
        params![token.as_str(), tx.now()],
        |row| {
            Ok(AttachedClaim {
                id: row.at(0)?,
                statement: row.at(1)?,
                setup: row.parse(2)?,
                expires_at: row.at(3)?,
                document: row.at(4)?,
            })
        },
    )
}

/// Returns the number of claims of a token, with those that have expired.
pub(crate) fn count(tx: &Tx<'_>, token: &TokenId) -> Result<usize, StoreError> {
    let count = tx.query_one(
        "SELECT COUNT(*) FROM market_claim WHERE token_id = ?1",
        params![token.as_str()],
        |row| row.at::<u64>(0),
    )?;
    Ok(count as usize)
}
