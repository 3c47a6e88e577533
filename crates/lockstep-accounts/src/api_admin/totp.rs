//! Removing TOTP from an account: `/v1/admin/users/{userId}/totp`.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, Caller, PathParam};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::Accounts;

/// The result of removing TOTP from an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TotpReset {
    /// False if the account had no TOTP.
    reset: bool,
    /// The number of ended sign-ins.
    sessions_revoked: u64,
}

/// Remove TOTP and the recovery codes from an account.
///
/// For a user who lost the authenticator and the recovery codes. Every sign-in of the account ends; API keys stay valid. An API key cannot do this.
/// Administrators remove their own TOTP at `POST /api/auth/totp/disable`, with the password and a code.
#[utoipa::path(delete, path = "/v1/admin/users/{userId}/totp", tag = "Administration",
    operation_id = "deleteUserTotp",
    params(("userId" = String, Path, description = "The account")),
    responses((status = 200, description = "Whether the account had TOTP", body = TotpReset),
        (status = 409, description = "CONFLICT: the caller uses an API key, or the account is the caller's own", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn reset_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(user): PathParam<UserId>,
) -> Result<Json<TotpReset>, ApiError> {
    let reset = accounts.reset_totp(Some(caller), user).await?;
    Ok(Json(TotpReset {
        reset: reset.had_totp,
        sessions_revoked: reset.sessions,
    }))
}
