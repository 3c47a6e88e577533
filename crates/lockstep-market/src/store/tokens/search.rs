//! Tokens for the search index of their owner.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};

use super::{DataToken, TOKEN_COLUMNS, token};

/// Returns the tokens of an account after an id that are not revoked, at most `limit`, and the last id if there are
/// more. A damaged row is left out.
pub(crate) fn open_after(
    tx: &Tx<'_>,
    (user, after): (&UserId, &str),
    limit: i64,
) -> Result<(Vec<DataToken>, Option<String>), StoreError> {
    let now = tx.now();
    let found = tx.query(
        &format!(
            "SELECT {TOKEN_COLUMNS} FROM market_token WHERE user_id = ?1 AND id > ?2 AND status <> 'revoked'
             ORDER BY id LIMIT ?3"
        ),
        params![user, after, limit],
        |row| Ok((row.shown(0), token(row, now))),
    )?;
    let is_more = found.len() as u64 == limit.unsigned_abs();
    let last = found.last().map(|(id, _)| id.clone()).filter(|_| is_more);
    let readable = found.into_iter().filter_map(|(_, token)| token.ok());
    Ok((readable.collect(), last))
}
