//! An account's sign-ins and API keys, for administrators: `/v1/admin/users/{userId}/credentials`.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, Area, Caller, Page, PageQuery, Params, PathParam};
use serde::Serialize;
use utoipa::ToSchema;

use crate::credential::{CredentialId, ListedCredential, RevokedCounts};
use crate::operations::Accounts;

/// A sign-in or an API key, without its secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Credential)]
pub(crate) struct CredentialView {
    /// The id of the sign-in, which begins with `ses_`, or of the API key, which begins with `ak_`.
    #[schema(example = "ak_01h455vb4pex5vsknk084sn02q")]
    id: String,
    kind: CredentialKind,
    /// The name of the API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The scopes; empty means everything the role permits.
    scopes: Vec<String>,
    /// The time of the sign-in, or of the creation of the key, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last use, to the minute; null if never used.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
    /// The expiry; null for an API key that does not expire.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

/// The kind of a credential.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CredentialKind {
    /// A sign-in, with all its tokens.
    Session,
    /// An API key.
    ApiKey,
}

impl From<ListedCredential> for CredentialView {
    fn from(listed: ListedCredential) -> Self {
        Self {
            kind: match &listed.id {
                CredentialId::Session(_) => CredentialKind::Session,
                CredentialId::ApiKey(_) => CredentialKind::ApiKey,
            },
            id: listed.id.to_string(),
            name: listed.name,
            scopes: listed.scopes.list().to_vec(),
            created_at: listed.created_at.to_string(),
            last_used_at: listed.last_used.map(|at| at.to_string()),
            expires_at: listed.expires_at.map(|at| at.to_string()),
        }
    }
}

/// A page of credentials, oldest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialPage {
    /// The sign-ins and API keys on this page.
    credentials: Vec<CredentialView>,
    /// The number of credentials on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the sign-ins and API keys of an account, oldest first, without their secrets.
#[utoipa::path(get, path = "/v1/admin/users/{userId}/credentials", tag = "Administration",
    operation_id = "listCredentials",
    params(("userId" = String, Path, description = "The account"), PageQuery),
    responses((status = 200, description = "A page of credentials", body = CredentialPage)))]
pub(super) async fn list_credentials(
    State(accounts): State<Accounts>,
    PathParam(user): PathParam<UserId>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<CredentialPage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let (entries, total) = accounts.credentials(user, paging).await?;
    let page = Page { entries, total };
    Ok(
        paging.respond(&uri, page, |credentials: Vec<CredentialView>, total| {
            CredentialPage {
                credentials,
                total,
                page: paging.page,
                limit: paging.limit,
            }
        }),
    )
}

/// The number of revoked credentials.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RevokedCredentials {
    /// The number of sign-ins.
    sessions: u64,
    /// The number of API keys, including the keys they created.
    api_keys: u64,
    /// The number of unlinked identities at OpenID providers.
    identities: u64,
}

impl From<RevokedCounts> for RevokedCredentials {
    fn from(revoked: RevokedCounts) -> Self {
        Self {
            sessions: revoked.sessions,
            api_keys: revoked.api_keys,
            identities: revoked.identities,
        }
    }
}

/// Revoke every credential of an account: sign-ins, API keys, and linked identities.
///
/// The password stays valid.
#[utoipa::path(delete, path = "/v1/admin/users/{userId}/credentials", tag = "Administration",
    operation_id = "revokeCredentials",
    params(("userId" = String, Path, description = "The account")),
    responses((status = 200, description = "The number of revoked credentials", body = RevokedCredentials)))]
pub(super) async fn revoke_credentials(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(user): PathParam<UserId>,
) -> Result<Json<RevokedCredentials>, ApiError> {
    let revoked = accounts.revoke_everything(caller.actor(), user).await?;
    Ok(Json(revoked.into()))
}

/// Revoke a sign-in or an API key of an account. An API key is revoked with every key it created.
#[utoipa::path(delete, path = "/v1/admin/users/{userId}/credentials/{credentialId}",
    tag = "Administration", operation_id = "revokeCredential",
    params(("userId" = String, Path, description = "The account"),
        ("credentialId" = String, Path, description = "The id of the sign-in or the API key")),
    responses((status = 200, description = "The number of revoked credentials", body = RevokedCredentials)))]
pub(super) async fn revoke_credential(
    State(accounts): State<Accounts>,
    caller: Caller,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<RevokedCredentials>, ApiError> {
    let missing = || ApiError::not_found("credential");
    let Path((user, id)) = path.map_err(|_| missing())?;
    let (user, id) = (
        user.parse().map_err(|_| missing())?,
        id.parse().map_err(|_| missing())?,
    );
    let revoked = accounts.revoke_one(caller.actor(), user, id).await?;
    Ok(Json(revoked.into()))
}
