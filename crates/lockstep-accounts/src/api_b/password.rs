//! Changing one's own password: `/api/auth/password`.

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{Body, Caller, Fault};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::credential::ApiKeys;
use crate::operations::Accounts;
use crate::operations::passwords::NewPassword;
use crate::password::Password;

/// The current password and the one that replaces it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePassword {
    #[schema(example = "the password so far")]
    current_password: String,
    /// At least 12 characters; not easy to guess, and without the name of the account.
    #[schema(example = "tuba lantern orchid 77")]
    new_password: String,
    /// API keys are revoked unless this is true.
    #[serde(default)]
    #[schema(default = false)]
    keep_api_keys: bool,
}

/// What a change of password revoked.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordChanged {
    changed: bool,
    /// Other sign-ins that were ended.
    sessions_revoked: u64,
    /// API keys that were revoked.
    api_keys_revoked: u64,
}

/// Change the caller's password.
///
/// Every other sign-in of the account ends, and its API keys unless `keep_api_keys` is true: that of
/// this request too. Wrong current passwords count as failed sign-ins.
#[utoipa::path(post, path = "/api/auth/password", tag = "Sign-in", operation_id = "changePassword",
    request_body = ChangePassword,
    responses((status = 200, description = "The password is changed", body = PasswordChanged),
        (status = 409, description = "CONFLICT: another request changed it meanwhile", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn change_password(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<ChangePassword>,
) -> Result<Json<PasswordChanged>, Fault> {
    let change = NewPassword {
        current: Password::given(body.current_password),
        new: Password::given(body.new_password),
        api_keys: match body.keep_api_keys {
            true => ApiKeys::Keep,
            false => ApiKeys::Revoke,
        },
    };
    let revoked = accounts.change_password(caller, address, change).await?;
    Ok(Json(PasswordChanged {
        changed: true,
        sessions_revoked: revoked.sessions,
        api_keys_revoked: revoked.api_keys,
    }))
}
