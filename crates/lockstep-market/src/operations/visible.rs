//! Decides which tokens an account can see.

use lockstep_store::Tx;
use lockstep_store::id::{TokenId, UserId};
use lockstep_web::ApiError;

use super::readable;
use crate::store;
use crate::token::{DataToken, Status};

/// Returns a token that the caller owns, could buy or has bought.
pub(super) fn visible(tx: &Tx<'_>, user: &UserId, id: &TokenId) -> Result<DataToken, ApiError> {
    let missing = || ApiError::not_found("token");
    let token = readable("token", store::tokens::by_id(tx, id))?.ok_or_else(missing)?;
    if token.owner == *user || token.status == Status::Active {
        return Ok(token);
    }
    match store::purchases::is_buyer(tx, user, id.as_str())? {
        true => Ok(token),
        false => Err(missing()),
    }
}
