//! Identifying once more at an OpenID provider: `/api/auth/reauthentication`.

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use super::oidc::OidcSignIn;
use crate::operations::Accounts;
use crate::operations::oidc::Callback;

/// The provider at which to identify.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateReauthenticationRequest {
    /// The name of the provider, of which an identity is linked to the account.
    #[schema(example = "company")]
    provider: String,
    /// One of the addresses that the operator configured for the provider.
    #[schema(example = "https://app.example.com/sign-in")]
    redirect_uri: String,
}

/// Start to identify once more at an OpenID provider.
///
/// The provider asks for the credentials, also within a session that exists there (`prompt=login`, `max_age=0`). Open
/// `authorization_url` in the person's browser, and send the parameters of the redirect to
/// `POST /api/auth/reauthentication/confirm`. An API key cannot do this.
#[utoipa::path(post, path = "/api/auth/reauthentication", tag = "Sign-in", operation_id = "createReauthentication",
    request_body = CreateReauthenticationRequest,
    responses((status = 200, description = "The address of the provider to open in the browser", body = OidcSignIn),
        (status = 409, description = "CONFLICT: the account has no identity of this provider, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn begin_reauthentication(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<CreateReauthenticationRequest>,
) -> Result<Json<OidcSignIn>, ApiError> {
    let at = (body.provider.as_str(), body.redirect_uri.as_str());
    let begun = accounts.begin_reauthentication(caller, address, at).await?;
    Ok(Json(begun.into()))
}

/// The parameters of the provider's redirect.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmReauthenticationRequest {
    /// The `state` parameter of the redirect: the `state` that the server returned at the start.
    #[schema(example = "1C-3dWnCiWNLQ0ZTY1dLd8Sg2Cp3e9lC8lZ8mWZbW2o")]
    state: String,
    /// The `code` parameter of the redirect: the authorization code of the provider.
    #[schema(example = "SplxlOBeZQQYbYS6WxSbIA")]
    code: String,
    /// The issuer, if the provider sent it (RFC 9207).
    iss: Option<String>,
}

/// A person who identified once more at an OpenID provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reauthentication {
    /// The name of the provider.
    #[schema(example = "company")]
    provider: String,
    /// The time until which it replaces the password in `POST /api/auth/erasure`, for the sign-in that sent the request.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Finish to identify once more at an OpenID provider.
///
/// Send the parameters of the redirect from the provider with the credential that started. For five minutes after the person
/// showed the credentials there, `POST /api/auth/erasure` needs no password.
#[utoipa::path(post, path = "/api/auth/reauthentication/confirm", tag = "Sign-in", operation_id = "confirmReauthentication",
    request_body = ConfirmReauthenticationRequest,
    responses((status = 200, description = "The time until which it replaces the password", body = Reauthentication),
        (status = 409, description = "CONFLICT: another person identified, the provider did not ask for the credentials or does not say when (`auth_time`), or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn finish_reauthentication(
    State(accounts): State<Accounts>,
    caller: Caller,
    Body(body): Body<ConfirmReauthenticationRequest>,
) -> Result<Json<Reauthentication>, ApiError> {
    let callback = Callback {
        state: Zeroizing::new(body.state),
        code: Zeroizing::new(body.code),
        issuer: body.iss,
    };
    let done = accounts.finish_reauthentication(caller, callback).await?;
    Ok(Json(Reauthentication {
        provider: done.provider,
        expires_at: done.expires_at.to_string(),
    }))
}
