//! Signing in to the web console at OpenID providers: `/api/auth/console/oidc`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use lockstep_web::console_session::{ProviderCookies, SessionCookie};
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::oidc::{ExchangeOidcCodeRequest, OidcSignIn};
use crate::operations::Accounts;
use crate::return_path::ReturnPath;

/// The sign-in to the console to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateConsoleOidcSignInRequest {
    /// The address of the console's page `/sign-in/callback`, one of those that the operator configured for the provider.
    #[schema(example = "https://fit.example.com/sign-in/callback")]
    redirect_uri: String,
    /// The page of the console to show after the sign-in: a path with its query. `/today` if absent.
    #[schema(example = "/today")]
    return_to: Option<String>,
}

/// Start a sign-in to the web console at an OpenID provider.
///
/// The response sets a cookie that binds the sign-in to the browser for ten minutes. Open `authorization_url` in the same
/// browser. Five sign-ins of one browser can wait at a time: a sixth ends the oldest.
/// The provider sends the person to `redirect_uri`, whose page sends `code` and `state` to
/// `POST /api/auth/console/oidc`.
#[utoipa::path(post, path = "/api/auth/console/oidc/{provider}", tag = "Sign-in", operation_id = "createConsoleOidcSignIn",
    params(("provider" = String, Path, description = "The name of the provider")),
    request_body = CreateConsoleOidcSignInRequest,
    responses((status = 200, description = "The address of the provider to open in the browser, with the cookie", body = OidcSignIn)))]
pub(super) async fn begin_console_oidc(
    State(accounts): State<Accounts>,
    PeerAddress(address): PeerAddress,
    PathParam(provider): PathParam<String>,
    cookies: ProviderCookies,
    Body(body): Body<CreateConsoleOidcSignInRequest>,
) -> Result<(HeaderMap, Json<OidcSignIn>), ApiError> {
    let return_to = ReturnPath::parse(body.return_to.as_deref().unwrap_or("/today"))?;
    let at = (body.redirect_uri.as_str(), return_to);
    let begun = accounts.begin_console_oidc(&provider, at, address).await?;
    let mut headers = HeaderMap::new();
    for value in cookies.begun(&begun.identifier, &begun.binding, begun.request.lifetime) {
        headers.append(header::SET_COOKIE, value);
    }
    Ok((headers, Json(begun.request.into())))
}

/// A session of the web console that began at an OpenID provider. Its credential is only in the cookie.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsoleOidcSession {
    /// The expiry, unless the session is renewed before.
    #[schema(format = DateTime)]
    expires_at: String,
    /// The page of the console to show: the `return_to` of the start.
    #[schema(example = "/today")]
    return_to: String,
}

/// Finish a sign-in to the web console at an OpenID provider.
///
/// The browser must send the cookie of the start; a state is used up also without it. TOTP works as for
/// `POST /api/auth/oidc/token`. The response sets the cookie of the session as `POST /api/auth/console` does.
#[utoipa::path(post, path = "/api/auth/console/oidc", tag = "Sign-in", operation_id = "signInToConsoleWithOidc",
    request_body = ExchangeOidcCodeRequest,
    responses((status = 200, description = "The session, with its cookie", body = ConsoleOidcSession),
        (status = 401, description = "INVALID_TOKEN: the TOTP code is wrong, or the cookie occurs twice. TOTP_REQUIRED: `totp` is missing", body = lockstep_web::openapi::ErrorResponse),
        (status = 403, description = "PERMISSION_DENIED: no account is linked to the identity", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn sign_in_to_console_with_oidc(
    State(accounts): State<Accounts>,
    former: Result<Caller, ApiError>,
    cookie: SessionCookie,
    begun: ProviderCookies,
    Body(body): Body<ExchangeOidcCodeRequest>,
) -> Result<(HeaderMap, Json<ConsoleOidcSession>), ApiError> {
    let (callback, totp) = body.parts();
    let finished = accounts.finish_console_oidc(callback, &begun, totp).await?;
    accounts.end_former(former).await;
    let made = finished.session;
    let mut headers = HeaderMap::new();
    let session = cookie.set(made.token.reveal(), made.lifetime);
    headers.append(header::SET_COOKIE, session);
    headers.append(header::SET_COOKIE, begun.removed(&finished.identifier));
    let session = ConsoleOidcSession {
        expires_at: made.expires_at.to_string(),
        return_to: finished.return_to.as_str().to_owned(),
    };
    Ok((headers, Json(session)))
}
