//! Signing in at OpenID providers: `/api/auth/oidc` and `/api/auth/identities`.

use axum::Json;
use axum::extract::State;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use super::TokenPair;
use crate::operations::Accounts;
use crate::operations::oidc::{AuthorizationRequest, Callback};
use crate::password::Password;
use crate::store::identities::LinkedIdentityRow;

/// An OpenID provider at which people can sign in.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcProvider {
    /// The identifier of the provider in paths and requests, such as `/api/auth/oidc/{provider}`.
    #[schema(example = "company")]
    name: String,
    /// The name to show to people.
    #[schema(example = "Company account")]
    label: String,
    /// Whether people can sign in to the web console there: one of the configured redirect addresses ends in
    /// `/sign-in/callback`.
    console: bool,
}

/// The configured OpenID providers.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcProviders {
    /// The providers; empty if the operator configured none.
    providers: Vec<OidcProvider>,
}

/// List the OpenID providers at which people can sign in.
#[utoipa::path(get, path = "/api/auth/oidc", tag = "Sign-in", operation_id = "listOidcProviders",
    responses((status = 200, description = "The providers; none if the operator configured none", body = OidcProviders)))]
pub(super) async fn list_oidc_providers(State(accounts): State<Accounts>) -> Json<OidcProviders> {
    let providers = accounts.providers().map(|policy| OidcProvider {
        name: policy.name.clone(),
        label: policy.label.clone(),
        console: policy
            .redirect_urls
            .iter()
            .any(|url| url.ends_with(CONSOLE_CALLBACK)),
    });
    Json(OidcProviders {
        providers: providers.collect(),
    })
}

/// The path of the console's page to which a provider sends people back.
const CONSOLE_CALLBACK: &str = "/sign-in/callback";

/// The sign-in to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateOidcSignInRequest {
    /// One of the addresses that the operator configured for the provider.
    #[schema(example = "https://app.example.com/sign-in")]
    redirect_uri: String,
}

/// A sign-in at an OpenID provider that the person has not finished yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcSignIn {
    /// The address to open in the person's browser.
    authorization_url: String,
    /// The value that the provider sends back. The client must keep it and refuse a redirect with
    /// another value.
    state: String,
    /// The time until which the sign-in can be finished.
    #[schema(format = DateTime)]
    expires_at: String,
}

impl From<AuthorizationRequest> for OidcSignIn {
    fn from(beginning: AuthorizationRequest) -> Self {
        Self {
            authorization_url: beginning.url,
            state: beginning.state.to_string(),
            expires_at: beginning.expires_at.to_string(),
        }
    }
}

/// Start a sign-in at an OpenID provider.
///
/// Open `authorization_url` in the person's browser. The provider sends the person to `redirect_uri` with `code` and
/// `state`: compare `state`, then send both to `POST /api/auth/oidc/token`.
#[utoipa::path(post, path = "/api/auth/oidc/{provider}", tag = "Sign-in", operation_id = "createOidcSignIn",
    params(("provider" = String, Path, description = "The name of the provider")),
    request_body = CreateOidcSignInRequest,
    responses((status = 200, description = "The address of the provider to open in the browser", body = OidcSignIn)))]
pub(super) async fn begin_oidc(
    State(accounts): State<Accounts>,
    PeerAddress(address): PeerAddress,
    PathParam(provider): PathParam<String>,
    Body(body): Body<CreateOidcSignInRequest>,
) -> Result<Json<OidcSignIn>, ApiError> {
    let redirect = &body.redirect_uri;
    let begun = accounts.begin_oidc(&provider, redirect, address).await?;
    Ok(Json(begun.into()))
}

/// The parameters of the provider's redirect.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExchangeOidcCodeRequest {
    /// The `state` parameter of the redirect: the `state` that the server returned at the start.
    #[schema(example = "1C-3dWnCiWNLQ0ZTY1dLd8Sg2Cp3e9lC8lZ8mWZbW2o")]
    state: String,
    /// The `code` parameter of the redirect: the authorization code of the provider.
    #[schema(example = "SplxlOBeZQQYbYS6WxSbIA")]
    code: String,
    /// The issuer, if the provider sent it (RFC 9207).
    iss: Option<String>,
    /// The current code of the authenticator app, or a recovery code. Needed if the account has TOTP enabled.
    totp: Option<String>,
}

/// Finish a sign-in at an OpenID provider.
///
/// If the account has TOTP enabled, a request without `totp` is refused with 401 and the code
/// `TOTP_REQUIRED`. Send the same request again with `totp`.
#[utoipa::path(post, path = "/api/auth/oidc/token", tag = "Sign-in", operation_id = "exchangeOidcCode",
    request_body = ExchangeOidcCodeRequest,
    responses((status = 200, description = "A pair of tokens", body = TokenPair),
        (status = 401, description = "INVALID_TOKEN: the TOTP code is wrong. TOTP_REQUIRED: `totp` is missing", body = lockstep_web::openapi::ErrorResponse),
        (status = 403, description = "PERMISSION_DENIED: no account is linked to the identity", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn finish_oidc(
    State(accounts): State<Accounts>,
    Body(body): Body<ExchangeOidcCodeRequest>,
) -> Result<Json<TokenPair>, ApiError> {
    let (callback, totp) = body.parts();
    Ok(Json(accounts.finish_oidc(callback, totp).await?.into()))
}

impl ExchangeOidcCodeRequest {
    /// Returns the parameters of the redirect, and the code of the second factor.
    pub(super) fn parts(self) -> (Callback, Option<Zeroizing<String>>) {
        let callback = Callback {
            state: Zeroizing::new(self.state),
            code: Zeroizing::new(self.code),
            issuer: self.iss,
        };
        (callback, self.totp.map(Zeroizing::new))
    }
}

/// An identity at an OpenID provider that signs in to the account.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkedIdentity {
    /// The name of the provider.
    #[schema(example = "company")]
    provider: String,
    /// The time when the identity was linked; null if the stored time is damaged.
    #[schema(format = DateTime)]
    created_at: Option<String>,
}

impl From<LinkedIdentityRow> for LinkedIdentity {
    fn from(linked: LinkedIdentityRow) -> Self {
        Self {
            provider: linked.provider,
            created_at: linked.created_at.map(|at| at.to_string()),
        }
    }
}

/// The identities that sign in to the account.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkedIdentities {
    /// The identities by provider; an account has at most one for each provider.
    identities: Vec<LinkedIdentity>,
}

/// List the identities at OpenID providers that sign in to the caller's account.
#[utoipa::path(get, path = "/api/auth/identities", tag = "Sign-in", operation_id = "listIdentities",
    responses((status = 200, description = "The identities, by provider", body = LinkedIdentities)))]
pub(super) async fn list_identities(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<LinkedIdentities>, ApiError> {
    let linked = accounts.identities(caller.user).await?;
    Ok(Json(LinkedIdentities {
        identities: linked.into_iter().map(LinkedIdentity::from).collect(),
    }))
}

/// A provider, and the password of the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateIdentityLinkRequest {
    /// The name of the provider.
    #[schema(example = "company")]
    provider: String,
    /// One of the addresses that the operator configured for the provider.
    #[schema(example = "https://app.example.com/sign-in")]
    redirect_uri: String,
    /// The current password of the account, as proof that its owner sends the request.
    #[schema(example = "the password so far")]
    password: String,
}

/// Start linking an identity at an OpenID provider to the caller's account.
///
/// Open `authorization_url` in the person's browser, and send the parameters of the redirect to `POST /api/auth/identities/confirm`.
/// An API key cannot link. A wrong password counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/identities", tag = "Sign-in", operation_id = "createIdentityLink",
    request_body = CreateIdentityLinkRequest,
    responses((status = 200, description = "The address of the provider to open in the browser", body = OidcSignIn),
        (status = 409, description = "CONFLICT: the account has an identity of this provider, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn begin_link(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<CreateIdentityLinkRequest>,
) -> Result<Json<OidcSignIn>, ApiError> {
    let password = Password::given(body.password);
    let at = (body.provider.as_str(), body.redirect_uri.as_str());
    let begun = accounts.begin_link(caller, address, at, password).await?;
    Ok(Json(begun.into()))
}

/// The parameters of the provider's redirect.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmIdentityLinkRequest {
    /// The `state` parameter of the redirect: the `state` that the server returned at the start.
    #[schema(example = "1C-3dWnCiWNLQ0ZTY1dLd8Sg2Cp3e9lC8lZ8mWZbW2o")]
    state: String,
    /// The `code` parameter of the redirect: the authorization code of the provider.
    #[schema(example = "SplxlOBeZQQYbYS6WxSbIA")]
    code: String,
    /// The issuer, if the provider sent it (RFC 9207).
    iss: Option<String>,
}

/// Finish linking an identity at an OpenID provider to the caller's account.
///
/// Send the parameters of the redirect from the provider. From then on, the identity signs in to the account.
#[utoipa::path(post, path = "/api/auth/identities/confirm", tag = "Sign-in", operation_id = "confirmIdentityLink",
    request_body = ConfirmIdentityLinkRequest,
    responses((status = 200, description = "The linked identity", body = LinkedIdentity),
        (status = 409, description = "CONFLICT: the identity is linked to another account, or the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn finish_link(
    State(accounts): State<Accounts>,
    caller: Caller,
    Body(body): Body<ConfirmIdentityLinkRequest>,
) -> Result<Json<LinkedIdentity>, ApiError> {
    let callback = Callback {
        state: Zeroizing::new(body.state),
        code: Zeroizing::new(body.code),
        issuer: body.iss,
    };
    Ok(Json(accounts.finish_link(caller, callback).await?.into()))
}

/// The result of unlinking an identity.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnlinkedIdentity {
    /// Always true: the identity no longer signs in to the account.
    unlinked: bool,
}

/// The password of the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnlinkIdentityRequest {
    /// The current password of the account, as proof that its owner sends the request.
    #[schema(example = "the password so far")]
    password: String,
}

/// Unlink the identity of a provider from the caller's account.
///
/// Existing sign-ins stay valid. An API key cannot unlink. A wrong password counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/identities/{provider}/unlink", tag = "Sign-in",
    operation_id = "unlinkIdentity",
    params(("provider" = String, Path, description = "The name of the provider")),
    request_body = UnlinkIdentityRequest,
    responses((status = 200, description = "The identity can no longer sign in to the account", body = UnlinkedIdentity),
        (status = 409, description = "CONFLICT: the caller uses an API key", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn unlink_identity(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    PathParam(provider): PathParam<String>,
    Body(body): Body<UnlinkIdentityRequest>,
) -> Result<Json<UnlinkedIdentity>, ApiError> {
    let password = Password::given(body.password);
    accounts
        .unlink(caller, address, (provider, password))
        .await?;
    Ok(Json(UnlinkedIdentity { unlinked: true }))
}
