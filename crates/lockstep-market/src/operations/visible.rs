//! Decides which tokens an account can see, and whether an offer is sold.

use lockstep_store::Tx;
use lockstep_store::id::{TokenId, UserId};
use lockstep_web::{ApiError, AppState};

use super::readable;
use crate::claim::AttachedClaim;
use crate::store::{self, SellerCheck};
use crate::token::{DataToken, Status};

/// Returns a token that the caller owns, could buy or has bought.
pub(super) fn visible(
    tx: &Tx<'_>,
    user: &UserId,
    id: &TokenId,
    sells: SellerCheck,
) -> Result<DataToken, ApiError> {
    let missing = || ApiError::not_found("token");
    let token = readable("token", store::tokens::by_id(tx, id))?.ok_or_else(missing)?;
    if token.owner == *user || (token.status == Status::Active && sells(tx, &token.owner)?) {
        return Ok(token);
    }
    match store::purchases::is_buyer(tx, user, id.as_str())? {
        true => Ok(token),
        false => Err(missing()),
    }
}

/// Returns a token that any visitor may see, with its claims: one that can be bought.
///
/// # Errors
/// The token does not exist.
pub(crate) async fn offered(
    state: &AppState,
    id: TokenId,
) -> Result<(DataToken, Vec<AttachedClaim>), ApiError> {
    let sells = state.active_check();
    state
        .db
        .read("market.token.offered", move |tx| {
            let token = readable("token", store::tokens::by_id(tx, &id))?;
            let token = token.filter(|token| token.status == Status::Active);
            let token = token.ok_or_else(|| ApiError::not_found("token"))?;
            ensure_sold(tx, ("token", &token.owner), sells)?;
            Ok((token, store::claims::of_token(tx, &id)?))
        })
        .await
}

/// Refuses an offer of a suspended seller as an unknown one, also for its earlier buyers, who still see it.
pub(super) fn ensure_sold(
    tx: &Tx<'_>,
    (noun, seller): (&'static str, &UserId),
    sells: SellerCheck,
) -> Result<(), ApiError> {
    match sells(tx, seller)? {
        true => Ok(()),
        false => Err(ApiError::not_found(noun)),
    }
}
