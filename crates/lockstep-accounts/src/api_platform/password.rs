//! Changing the caller's own password: `/api/auth/password`.

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::credential::ApiKeys;
use crate::operations::Accounts;
use crate::operations::passwords::NewPassword;
use crate::password::Password;

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePasswordRequest {
    /// The password so far, as proof that the owner of the account sends the request.
    #[schema(example = "the password so far")]
    current_password: String,
    /// The new password: at least 12 characters, hard to guess, and without the user name.
    #[schema(example = "tuba lantern orchid 77")]
    new_password: String,
    /// Whether API keys stay valid. Default: false.
    #[serde(default)]
    #[schema(default = false)]
    keep_api_keys: bool,
}

/// The credentials revoked by a change of password.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordChange {
    /// Always true: only the new password is valid from now on.
    changed: bool,
    /// The number of other sign-ins that ended.
    sessions_revoked: u64,
    /// The number of revoked API keys.
    api_keys_revoked: u64,
    /// The number of unlinked identities at OpenID providers.
    identities_unlinked: u64,
}

/// Change the caller's password.
///
/// Every other sign-in of the account ends, and identities at OpenID providers are unlinked. API keys are revoked
/// unless `keep_api_keys` is true. A wrong current password counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/password", tag = "Sign-in", operation_id = "changePassword",
    request_body = ChangePasswordRequest,
    responses((status = 200, description = "The password was changed", body = PasswordChange),
        (status = 409, description = "CONFLICT: another request changed the password at the same time", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn change_password(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<ChangePasswordRequest>,
) -> Result<Json<PasswordChange>, ApiError> {
    let change = NewPassword {
        current: Password::given(body.current_password),
        new: Password::given(body.new_password),
        api_keys: match body.keep_api_keys {
            true => ApiKeys::Keep,
            false => ApiKeys::Revoke,
        },
    };
    let revoked = accounts.change_password(caller, address, change).await?;
    Ok(Json(PasswordChange {
        changed: true,
        sessions_revoked: revoked.sessions,
        api_keys_revoked: revoked.api_keys,
        identities_unlinked: revoked.identities,
    }))
}
