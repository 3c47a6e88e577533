//! Signing in: `/api/auth/*`.

mod password;
mod sessions;

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{Body, Caller, Fault, Once, Permission, Role, Routes, Tier};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::operations::{ACCESS_TIME, Accounts, Tokens};
use crate::password::Password;
use crate::user::{NewUser, Standing};

pub(crate) fn routes() -> Routes<Accounts> {
    Routes::new()
        .open(routes!(sign_in))
        .open(routes!(refresh))
        .open(routes!(register))
        .allow(Permission::WriteOwn, routes!(revoke))
        .allow(Permission::ReadOwn, routes!(me))
        .allow(Permission::WriteOwn, routes!(password::change_password))
        .allow(Permission::ReadOwn, routes!(sessions::list_sessions))
        .allow(Permission::WriteOwn, routes!(sessions::revoke_session))
}

/// A name and its password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    /// The user name or the e-mail address, in any letter case.
    #[schema(example = "admin")]
    username: String,
    password: String,
}

/// A pair of tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenPair {
    /// For `Authorization: Bearer`.
    access_token: String,
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// Seconds the access token opens the API.
    #[schema(example = 3600)]
    expires_in: u64,
    /// Works once, within 30 days, at `/api/auth/refresh`.
    refresh_token: String,
    /// What the token is narrowed to; empty is everything the role may.
    scope: &'static str,
}

impl From<Tokens> for TokenPair {
    fn from(tokens: Tokens) -> Self {
        Self {
            access_token: tokens.access.reveal().to_owned(),
            token_type: "Bearer",
            expires_in: ACCESS_TIME.as_secs(),
            refresh_token: tokens.refresh.reveal().to_owned(),
            scope: "",
        }
    }
}

/// Sign in with name and password.
#[utoipa::path(post, path = "/api/auth/token", tag = "Sign-in", operation_id = "signIn",
    request_body = SignIn,
    responses((status = 200, description = "A pair of tokens", body = TokenPair),
        (status = 401, description = "INVALID_TOKEN: name or password is wrong", body = lockstep_web::openapi::Refusal)))]
async fn sign_in(
    State(accounts): State<Accounts>,
    PeerAddress(address): PeerAddress,
    Body(body): Body<SignIn>,
) -> Result<Json<TokenPair>, Fault> {
    let tokens = accounts
        .sign_in(body.username, Password::given(body.password), address)
        .await?;
    Ok(Json(tokens.into()))
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refresh {
    refresh_token: String,
}

/// The next pair of tokens for a refresh token, which works once.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "Sign-in", operation_id = "refreshToken",
    request_body = Refresh,
    responses((status = 200, description = "The next pair of tokens", body = TokenPair),
        (status = 401, description = "INVALID_TOKEN: unknown, expired or used before", body = lockstep_web::openapi::Refusal)))]
async fn refresh(
    State(accounts): State<Accounts>,
    Body(body): Body<Refresh>,
) -> Result<Json<TokenPair>, Fault> {
    Ok(Json(accounts.refresh(&body.refresh_token).await?.into()))
}

/// A token, an API key or a ticket.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Revoke {
    token: String,
}

/// Whether a credential was revoked.
#[derive(Serialize, ToSchema)]
#[schema(as = TokenRevoked)]
pub(crate) struct Revoked {
    /// False where the text is no credential of the caller's account, or one that has ended.
    revoked: bool,
}

/// Revoke a credential of the caller's account by its secret.
///
/// An access or refresh token ends its sign-in with all tokens. An API key ends with every key that it
/// made. As RFC 7009 says, an unknown token is no error; `revoked` is false then.
#[utoipa::path(post, path = "/api/auth/revoke", tag = "Sign-in", operation_id = "revokeToken",
    request_body = Revoke,
    responses((status = 200, description = "Whether a credential was revoked", body = Revoked)))]
async fn revoke(
    State(accounts): State<Accounts>,
    caller: Caller,
    Body(body): Body<Revoke>,
) -> Result<Json<Revoked>, Fault> {
    let revoked = accounts.revoke(&caller, &body.token).await?;
    Ok(Json(Revoked { revoked }))
}

/// Who the credential stands for.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    id: String,
    username: String,
    email: String,
    role: Role,
    status: Standing,
    tier: Tier,
    /// What this credential is narrowed to; empty is everything the role may.
    scopes: Vec<String>,
}

/// Who the credential stands for.
#[utoipa::path(get, path = "/api/auth/me", tag = "Sign-in", operation_id = "getCurrentUser",
    responses((status = 200, description = "The caller", body = Me)))]
async fn me(State(accounts): State<Accounts>, caller: Caller) -> Result<Json<Me>, Fault> {
    let user = accounts.user(caller.user).await?;
    Ok(Json(Me {
        id: user.id.to_string(),
        username: user.username,
        email: user.email,
        role: user.role,
        status: user.status,
        tier: user.tier,
        scopes: caller.scopes.list().to_vec(),
    }))
}

/// A new account of one's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Register {
    username: String,
    email: String,
    /// At least 12 characters; not easy to guess, and without the name of the account.
    password: String,
}

/// The account that was made.
#[derive(Serialize, ToSchema)]
#[schema(as = RegisteredAccount)]
pub(crate) struct Registered {
    id: String,
    username: String,
    email: String,
}

/// Make an account of one's own, where the operator has opened registration.
#[utoipa::path(post, path = "/api/auth/register", tag = "Sign-in", operation_id = "registerAccount",
    request_body = Register,
    responses((status = 200, description = "The account", body = Registered),
        (status = 403, description = "PERMISSION_DENIED: registration is closed", body = lockstep_web::openapi::Refusal)))]
async fn register(
    State(accounts): State<Accounts>,
    Body(body): Body<Register>,
) -> Result<Json<Registered>, Fault> {
    accounts.registration_open()?;
    let new = NewUser::new(&body.username, &body.email, Role::User, Tier::Standard)?;
    let password = Password::given(body.password);
    let anonymous = lockstep_store::Actor::anonymous();
    let user = accounts
        .create(anonymous, new, password, Once::default())
        .await?;
    Ok(Json(Registered {
        id: user.id.to_string(),
        username: user.username,
        email: user.email,
    }))
}
