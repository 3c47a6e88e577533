//! The session of the web console: `/api/auth/console`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use lockstep_web::console_session::SessionCookie;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller};
use serde::Serialize;
use utoipa::ToSchema;

use super::SignInRequest;
use crate::operations::Accounts;
use crate::operations::console::ConsoleToken;

/// A session of the web console. Its credential is only in the cookie.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsoleSession {
    /// The expiry, unless the session is renewed before.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Sign in to the web console.
///
/// The response sets a cookie that scripts cannot read and that other sites cannot send. Requests with
/// the cookie need the header `Lockstep-Console: 1`. TOTP works as for `POST /api/auth/token`. If the request
/// has the cookie of an earlier session, that session ends.
#[utoipa::path(post, path = "/api/auth/console", tag = "Sign-in", operation_id = "signInToConsole",
    request_body = SignInRequest,
    responses((status = 200, description = "The session, with its cookie", body = ConsoleSession),
        (status = 401, description = "INVALID_TOKEN: the user name, the password or the code is wrong. TOTP_REQUIRED: the password is right, and `totp` is missing", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn sign_in_to_console(
    State(accounts): State<Accounts>,
    PeerAddress(address): PeerAddress,
    former: Result<Caller, ApiError>,
    cookie: SessionCookie,
    Body(body): Body<SignInRequest>,
) -> Result<(HeaderMap, Json<ConsoleSession>), ApiError> {
    let made = accounts.sign_in_to_console(body.at(address)).await?;
    accounts.end_former(former).await;
    Ok(answer(cookie, &made))
}

/// Renew the session of the web console.
///
/// The response replaces the cookie. The old cookie stays valid for one minute.
#[utoipa::path(post, path = "/api/auth/console/renew", tag = "Sign-in", operation_id = "renewConsoleSession",
    responses((status = 200, description = "The session, with its new cookie", body = ConsoleSession),
        (status = 409, description = "CONFLICT: not a session of the console, or renewed before", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn renew_console_session(
    State(accounts): State<Accounts>,
    caller: Caller,
    cookie: SessionCookie,
) -> Result<(HeaderMap, Json<ConsoleSession>), ApiError> {
    let made = accounts.renew_console(caller).await?;
    Ok(answer(cookie, &made))
}

/// The result of signing out.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignOutResult {
    /// Always true: the sign-in has ended.
    deleted: bool,
}

/// Sign out of the web console.
///
/// Ends the sign-in of the request's credential and removes the cookie.
#[utoipa::path(delete, path = "/api/auth/console", tag = "Sign-in", operation_id = "signOutOfConsole",
    responses((status = 200, description = "The sign-in has ended", body = SignOutResult),
        (status = 409, description = "CONFLICT: the credential is not a session of the console", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn sign_out_of_console(
    State(accounts): State<Accounts>,
    caller: Caller,
    cookie: SessionCookie,
) -> Result<(HeaderMap, Json<SignOutResult>), ApiError> {
    accounts.sign_out(caller).await?;
    let headers = HeaderMap::from_iter([(header::SET_COOKIE, cookie.removed())]);
    Ok((headers, Json(SignOutResult { deleted: true })))
}

fn answer(cookie: SessionCookie, made: &ConsoleToken) -> (HeaderMap, Json<ConsoleSession>) {
    let value = cookie.set(made.token.reveal(), made.lifetime);
    let expires_at = made.expires_at.to_string();
    let headers = HeaderMap::from_iter([(header::SET_COOKIE, value)]);
    (headers, Json(ConsoleSession { expires_at }))
}
