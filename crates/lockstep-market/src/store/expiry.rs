//! Rows of expired tokens.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};

use super::tokens::ROW;

/// An expired token whose seller was not notified yet.
pub(crate) struct NewlyExpired {
    pub(crate) id: TokenId,
    pub(crate) seller: UserId,
    /// Whether other accounts could buy it until then.
    pub(crate) was_on_offer: bool,
}

/// Returns tokens that expired while they were offered, and whose sellers were not notified yet.
pub(crate) fn newly_expired(tx: &Tx<'_>, limit: u32) -> Result<Vec<NewlyExpired>, StoreError> {
    tx.query_skipping(
        ROW,
        "SELECT id, user_id, status = 'active' FROM market_token
         WHERE is_expiry_told = 0 AND available_until IS NOT NULL AND available_until <= ?1
             AND status <> 'revoked'
         LIMIT ?2",
        params![tx.now(), limit],
        |row| {
            Ok(NewlyExpired {
                id: row.parse(0)?,
                seller: row.parse(1)?,
                was_on_offer: row.at::<i64>(2)? != 0,
            })
        },
    )
}

/// Records that the seller was notified of the expiry of a token.
pub(crate) fn note_expiry_notified(tx: &mut Tx<'_>, id: &TokenId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE market_token SET is_expiry_told = 1 WHERE id = ?1",
        params![id.as_str()],
    )
    .map(drop)
}
