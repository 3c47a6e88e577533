//! TOTP of the caller's account: `/api/auth/totp`.

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::operations::Accounts;
use crate::operations::totp::{Enrolment, RecoveryCodes, TotpStatus};
use crate::password::Password;

/// Whether sign-ins of the account need a TOTP code.
#[derive(Serialize, ToSchema)]
#[schema(as = TotpStatus)]
pub(crate) struct TotpView {
    /// True if sign-ins need a code; an unconfirmed secret does not count.
    enabled: bool,
    /// The time of the confirmation; null while TOTP is not enabled.
    #[schema(format = DateTime)]
    confirmed_at: Option<String>,
    /// The number of unused recovery codes.
    recovery_codes_left: u64,
}

impl From<TotpStatus> for TotpView {
    fn from(status: TotpStatus) -> Self {
        Self {
            enabled: status.is_enabled,
            confirmed_at: status.confirmed_at.map(|at| at.to_string()),
            recovery_codes_left: status.recovery_codes_left,
        }
    }
}

/// Get the TOTP status of the caller's account.
///
/// With TOTP (RFC 6238), a sign-in needs a code of an authenticator app in addition to the password.
#[utoipa::path(get, path = "/api/auth/totp", tag = "Sign-in", operation_id = "getTotpStatus",
    responses((status = 200, description = "Whether TOTP is enabled, and how many recovery codes are left", body = TotpView)))]
pub(super) async fn totp(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<TotpView>, ApiError> {
    Ok(Json(accounts.totp(caller.user).await?.into()))
}

/// The password of the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnrolTotpRequest {
    /// The current password of the account, as proof that its owner sends the request.
    #[schema(example = "the password so far")]
    password: String,
}

/// A new TOTP secret; shown once.
#[derive(Serialize, ToSchema)]
pub(crate) struct TotpEnrolment {
    /// The secret in base32, to type into an authenticator app.
    secret: String,
    /// The secret as an `otpauth` URI, to show as a QR code.
    uri: String,
    /// The time until which the secret can be confirmed.
    #[schema(format = DateTime)]
    expires_at: String,
}

impl From<Enrolment> for TotpEnrolment {
    fn from(enrolment: Enrolment) -> Self {
        Self {
            secret: enrolment.secret.to_string(),
            uri: enrolment.uri.to_string(),
            expires_at: enrolment.expires_at.to_string(),
        }
    }
}

/// Generate a TOTP secret for the caller's account.
///
/// The secret is shown once and has no effect until `POST /api/auth/totp/confirm`. It replaces an
/// unconfirmed one. An API key cannot enrol. A wrong password counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/totp", tag = "Sign-in", operation_id = "generateTotpSecret",
    request_body = EnrolTotpRequest,
    responses((status = 200, description = "The secret", body = TotpEnrolment),
        (status = 409, description = "CONFLICT: TOTP is already enabled, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn enrol_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<EnrolTotpRequest>,
) -> Result<Json<TotpEnrolment>, ApiError> {
    let password = Password::given(body.password);
    let enrolment = accounts.enrol_totp(caller, address, password).await?;
    Ok(Json(enrolment.into()))
}

/// A code that proves that the authenticator app has the secret.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmTotpRequest {
    /// The current code of the authenticator app.
    #[schema(example = "123456")]
    code: String,
}

/// TOTP is enabled.
#[derive(Serialize, ToSchema)]
pub(crate) struct EnabledTotp {
    /// Always true: sign-ins need a code from now on.
    enabled: bool,
    /// Ten codes that each replace a TOTP code once; shown once.
    recovery_codes: Vec<String>,
    /// The number of other sign-ins that ended.
    sessions_revoked: u64,
}

/// Enable TOTP for the caller's account with the first code of the authenticator app.
///
/// Afterwards, `POST /api/auth/token` requires a code in `totp`. Every other sign-in of the account
/// ends; API keys stay valid. A wrong code counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/totp/confirm", tag = "Sign-in", operation_id = "confirmTotp",
    request_body = ConfirmTotpRequest,
    responses((status = 200, description = "The recovery codes", body = EnabledTotp),
        (status = 409, description = "CONFLICT: no unconfirmed secret exists, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn confirm_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<ConfirmTotpRequest>,
) -> Result<Json<EnabledTotp>, ApiError> {
    let enabled = accounts.confirm_totp(caller, address, &body.code).await?;
    Ok(Json(EnabledTotp {
        enabled: true,
        sessions_revoked: enabled.sessions_revoked,
        recovery_codes: texts(&enabled),
    }))
}

/// The password of the account, and a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TotpProof {
    /// The current password of the account, as proof that its owner sends the request.
    #[schema(example = "the password so far")]
    password: String,
    /// The current code of the authenticator app, or a recovery code.
    #[schema(example = "123456")]
    code: String,
}

/// New recovery codes; shown once.
#[derive(Serialize, ToSchema)]
#[schema(as = TotpRecoveryCodes)]
pub(crate) struct RecoveryCodesView {
    /// Ten codes that each replace a TOTP code once.
    recovery_codes: Vec<String>,
}

/// Replace the TOTP recovery codes of the caller's account.
///
/// The earlier codes no longer work. A wrong password or code counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/totp/recovery-codes", tag = "Sign-in", operation_id = "replaceRecoveryCodes",
    request_body = TotpProof,
    responses((status = 200, description = "The new recovery codes", body = RecoveryCodesView),
        (status = 409, description = "CONFLICT: TOTP is not enabled, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn replace_recovery_codes(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<TotpProof>,
) -> Result<Json<RecoveryCodesView>, ApiError> {
    let proof = (Password::given(body.password), &*body.code);
    let replaced = accounts
        .replace_recovery_codes(caller, address, proof)
        .await?;
    Ok(Json(RecoveryCodesView {
        recovery_codes: texts(&replaced),
    }))
}

/// TOTP is disabled.
#[derive(Serialize, ToSchema)]
pub(crate) struct DisabledTotp {
    /// Always true: sign-ins no longer need a code.
    disabled: bool,
}

/// Disable TOTP for the caller's account and remove the recovery codes.
///
/// A wrong password or code counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/totp/disable", tag = "Sign-in", operation_id = "disableTotp",
    request_body = TotpProof,
    responses((status = 200, description = "TOTP is disabled: sign-ins no longer need a code", body = DisabledTotp),
        (status = 409, description = "CONFLICT: TOTP is not enabled, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn disable_totp(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<TotpProof>,
) -> Result<Json<DisabledTotp>, ApiError> {
    let proof = (Password::given(body.password), &*body.code);
    accounts.disable_totp(caller, address, proof).await?;
    Ok(Json(DisabledTotp { disabled: true }))
}

fn texts(new: &RecoveryCodes) -> Vec<String> {
    new.codes.iter().map(|code| code.to_string()).collect()
}
