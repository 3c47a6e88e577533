//! Acts of administrators that need no proof of the owner, and are therefore for the accounts of others only.

use lockstep_store::id::UserId;
use lockstep_web::{ApiError, Caller};

/// Refuses an administrator's act on the own account, and names the account's own way with its proof: a stolen session
/// of an administrator proves neither the password nor the second factor.
pub(super) fn ensure_other(
    caller: &Caller,
    user: &UserId,
    own_way: &'static str,
) -> Result<(), ApiError> {
    match caller.user == *user {
        true => Err(ApiError::conflict(own_way)),
        false => Ok(()),
    }
}
