//! Signing in: `/api/auth/*`.

mod console;
mod console_oidc;
mod erasure;
mod oidc;
mod password;
mod reauthentication;
mod sessions;
mod totp;

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller, IdempotencyKey, Permission, Role, Routes, Tier};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;
use zeroize::Zeroizing;

use crate::operations::{Accounts, SignIn, Tokens};
use crate::password::Password;
use crate::user::{AccountStatus, NewUser};

pub(crate) fn routes() -> Routes<Accounts> {
    Routes::new()
        .open(routes!(sign_in))
        .open(routes!(refresh))
        .open(routes!(register))
        .open(routes!(console::sign_in_to_console))
        .allow(Permission::Connect, routes!(console::sign_out_of_console))
        .allow(Permission::Connect, routes!(console::renew_console_session))
        .allow(Permission::WriteOwn, routes!(revoke))
        .allow(Permission::ReadOwn, routes!(me))
        .allow(Permission::WriteOwn, routes!(password::change_password))
        .allow(Permission::WriteOwn, routes!(erasure::delete_account))
        .allow(Permission::ReadOwn, routes!(sessions::list_sessions))
        .allow(Permission::WriteOwn, routes!(sessions::revoke_session))
        .allow(Permission::ReadOwn, routes!(totp::totp))
        .allow(Permission::WriteOwn, routes!(totp::enrol_totp))
        .allow(Permission::WriteOwn, routes!(totp::confirm_totp))
        .allow(Permission::WriteOwn, routes!(totp::replace_recovery_codes))
        .allow(Permission::WriteOwn, routes!(totp::disable_totp))
        .open(routes!(oidc::list_oidc_providers))
        .open(routes!(oidc::begin_oidc))
        .open(routes!(oidc::finish_oidc))
        .open(routes!(console_oidc::begin_console_oidc))
        .open(routes!(console_oidc::sign_in_to_console_with_oidc))
        .allow(
            Permission::WriteOwn,
            routes!(reauthentication::begin_reauthentication),
        )
        .allow(
            Permission::WriteOwn,
            routes!(reauthentication::finish_reauthentication),
        )
        .allow(Permission::ReadOwn, routes!(oidc::list_identities))
        .allow(Permission::WriteOwn, routes!(oidc::begin_link))
        .allow(Permission::WriteOwn, routes!(oidc::finish_link))
        .allow(Permission::WriteOwn, routes!(oidc::unlink_identity))
}

/// A user name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInRequest {
    /// The user name or the e-mail address, in any letter case.
    #[schema(example = "admin")]
    username: String,
    /// The password of the account, as it was set.
    password: String,
    /// The current code of the authenticator app, or a recovery code. Needed if the account has TOTP
    /// enabled, otherwise ignored.
    totp: Option<String>,
}

/// A pair of tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenPair {
    /// The credential for `Authorization: Bearer`.
    access_token: String,
    /// The scheme of the `Authorization` header: always `Bearer` (RFC 6750).
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// The lifetime of the access token, in seconds.
    #[schema(example = 3600)]
    expires_in: u64,
    /// The refresh token: works once, within 30 days, at `/api/auth/refresh`.
    refresh_token: String,
    /// The scopes of the token; empty means everything the role permits.
    scope: &'static str,
}

impl SignInRequest {
    fn at(self, address: IpAddr) -> SignIn {
        SignIn {
            username: self.username,
            password: Password::given(self.password),
            totp: self.totp.map(Zeroizing::new),
            address,
        }
    }
}

impl From<Tokens> for TokenPair {
    fn from(tokens: Tokens) -> Self {
        Self {
            access_token: tokens.access.reveal().to_owned(),
            token_type: "Bearer",
            expires_in: tokens.access_lifetime.as_secs(),
            refresh_token: tokens.refresh.reveal().to_owned(),
            scope: "",
        }
    }
}

/// Sign in with a user name and a password.
///
/// If the account has TOTP enabled and the password is right, a request without `totp` is refused with
/// 401 and the code `TOTP_REQUIRED`. Send the request again with `totp`. A code works once.
#[utoipa::path(post, path = "/api/auth/token", tag = "Sign-in", operation_id = "signIn",
    request_body = SignInRequest,
    responses((status = 200, description = "A pair of tokens", body = TokenPair),
        (status = 401, description = "INVALID_TOKEN: the user name, the password or the code is wrong. TOTP_REQUIRED: the password is right, and `totp` is missing", body = lockstep_web::openapi::ErrorResponse)))]
async fn sign_in(
    State(accounts): State<Accounts>,
    PeerAddress(address): PeerAddress,
    Body(body): Body<SignInRequest>,
) -> Result<Json<TokenPair>, ApiError> {
    Ok(Json(accounts.sign_in(body.at(address)).await?.into()))
}

/// A refresh token to exchange.
#[derive(Deserialize, ToSchema)]
#[schema(as = RefreshTokenRequest)]
#[serde(deny_unknown_fields)]
pub(crate) struct RefreshTokenRequest {
    /// The `refresh_token` of the last sign-in or refresh. A token that was already used ends the sign-in.
    refresh_token: String,
}

/// Exchange a refresh token for a new pair of tokens. A refresh token works once.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "Sign-in", operation_id = "refreshToken",
    request_body = RefreshTokenRequest,
    responses((status = 200, description = "The new pair of tokens", body = TokenPair),
        (status = 401, description = "INVALID_TOKEN: the token is unknown, expired or already used", body = lockstep_web::openapi::ErrorResponse)))]
async fn refresh(
    State(accounts): State<Accounts>,
    Body(body): Body<RefreshTokenRequest>,
) -> Result<Json<TokenPair>, ApiError> {
    Ok(Json(accounts.refresh(&body.refresh_token).await?.into()))
}

/// The token, API key or ticket to revoke.
#[derive(Deserialize, ToSchema)]
#[schema(as = RevokeTokenRequest)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevokeTokenRequest {
    /// The text of an access token, a refresh token, an API key or a socket ticket.
    token: String,
}

/// The result of a revocation.
#[derive(Serialize, ToSchema)]
#[schema(as = RevokedToken)]
pub(crate) struct RevokedToken {
    /// False if the text is not a valid credential of the caller's account.
    revoked: bool,
}

/// Revoke a token or an API key of the caller's account.
///
/// Revoking an access or refresh token ends its sign-in with all its tokens. An API key is revoked with
/// every key that it created. An unknown token is not an error (RFC 7009): `revoked` is false.
#[utoipa::path(post, path = "/api/auth/revoke", tag = "Sign-in", operation_id = "revokeToken",
    request_body = RevokeTokenRequest,
    responses((status = 200, description = "Whether a credential was revoked", body = RevokedToken)))]
async fn revoke(
    State(accounts): State<Accounts>,
    caller: Caller,
    Body(body): Body<RevokeTokenRequest>,
) -> Result<Json<RevokedToken>, ApiError> {
    let revoked = accounts.revoke(&caller, &body.token).await?;
    Ok(Json(RevokedToken { revoked }))
}

/// The caller's account.
#[derive(Serialize, ToSchema)]
pub(crate) struct CurrentUser {
    /// The id of the account, which begins with `usr_`.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name for signing in; empty if it cannot be decrypted.
    username: String,
    /// The e-mail address, which also works for signing in; empty if it cannot be decrypted.
    email: String,
    role: Role,
    status: AccountStatus,
    tier: Tier,
    /// The scopes of this credential; empty means everything the role permits.
    scopes: Vec<String>,
}

/// Get the caller's account.
#[utoipa::path(get, path = "/api/auth/me", tag = "Sign-in", operation_id = "getCurrentUser",
    responses((status = 200, description = "The account and the scopes of the credential", body = CurrentUser)))]
async fn me(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<CurrentUser>, ApiError> {
    let user = accounts.user(caller.user).await?;
    Ok(Json(CurrentUser {
        id: user.id.to_string(),
        username: user.username,
        email: user.email,
        role: user.role,
        status: user.status,
        tier: user.tier,
        scopes: caller.scopes.list().to_vec(),
    }))
}

/// An account to register.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegisterAccountRequest {
    /// 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not begin with `usr_`.
    username: String,
    /// An e-mail address, at most 254 bytes; unique without regard to case.
    email: String,
    /// The new password: at least 12 characters, hard to guess, and without the user name.
    password: String,
}

/// The registered account.
#[derive(Serialize, ToSchema)]
#[schema(as = RegisteredAccount)]
pub(crate) struct RegisteredAccount {
    /// The id of the account, which begins with `usr_`.
    id: String,
    /// The name for signing in, as it was sent.
    username: String,
    /// The e-mail address, as it was sent; it also works for signing in.
    email: String,
}

/// Register an account. The operator must have enabled registration.
#[utoipa::path(post, path = "/api/auth/register", tag = "Sign-in", operation_id = "registerAccount",
    request_body = RegisterAccountRequest,
    responses((status = 200, description = "The account", body = RegisteredAccount),
        (status = 403, description = "PERMISSION_DENIED: registration is disabled", body = lockstep_web::openapi::ErrorResponse)))]
async fn register(
    State(accounts): State<Accounts>,
    Body(body): Body<RegisterAccountRequest>,
) -> Result<Json<RegisteredAccount>, ApiError> {
    accounts.registration_open()?;
    let new = NewUser::new(&body.username, &body.email, Role::User, Tier::Standard)?;
    let password = Password::given(body.password);
    let anonymous = lockstep_store::Actor::anonymous();
    let user = accounts
        .create(anonymous, new, password, IdempotencyKey::default())
        .await?;
    Ok(Json(RegisteredAccount {
        id: user.id.to_string(),
        username: user.username,
        email: user.email,
    }))
}
