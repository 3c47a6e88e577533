//! Administration of users, and every caller's API keys and tickets.

mod credentials;
mod erasures;
mod tickets;
mod totp;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_web::caller::Scopes;
use lockstep_web::{
    ApiError, Area, Body, Caller, CreateBody, Page, PageQuery, Paging, Params, PathParam,
    Permission, Role, Routes, Tier, free_text,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::credential::CredentialId;
use crate::operations::{AccountChange, Accounts, ApiKey, ApiKeyWithSecret, Filter, KeyRequester};
use crate::password::Password;
use crate::user::{AccountStatus, NewUser, User};

pub(crate) fn routes() -> Routes<Accounts> {
    Routes::new()
        .allow(Permission::ReadAdministration, routes!(list_users))
        .allow(Permission::Administer, routes!(create_user))
        .allow(
            Permission::Administer,
            routes!(change_user, erasures::delete_user),
        )
        .allow(
            Permission::ReadAdministration,
            routes!(erasures::list_erasures),
        )
        .allow(Permission::ReadAdministration, routes!(erasures::erasure))
        .allow(
            Permission::ReadAdministration,
            routes!(credentials::list_credentials),
        )
        .allow(
            Permission::Administer,
            routes!(credentials::revoke_credentials),
        )
        .allow(
            Permission::Administer,
            routes!(credentials::revoke_credential),
        )
        .allow(Permission::Administer, routes!(totp::reset_totp))
        .allow(Permission::WriteOwn, routes!(create_api_key))
        .allow(Permission::ReadOwn, routes!(list_api_keys))
        .allow(Permission::WriteOwn, routes!(delete_api_key))
        .allow(Permission::Connect, routes!(tickets::create_ticket))
}

/// An account, as seen by administrators.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub(crate) struct UserView {
    /// The id of the account, which begins with `usr_`.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name for signing in; empty if it cannot be decrypted or the account is erased.
    username: String,
    /// The e-mail address, which also works for signing in; empty if it cannot be decrypted or the account is erased.
    email: String,
    role: Role,
    status: AccountStatus,
    tier: Tier,
    /// The fields among role, status and tier whose stored values cannot be read. The account's
    /// requests are refused until these fields are updated; the values shown here are placeholders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!([]))]
    damaged_fields: Vec<&'static str>,
    /// Whether sign-ins of the account need a TOTP code.
    totp_enabled: bool,
    /// The address for settlements, at most 256 bytes; absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    wallet_address: Option<String>,
    /// The time of the last authenticated request, to the minute; null if none.
    #[schema(format = DateTime)]
    last_active: Option<String>,
    /// The time of creation, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The number of series of points.
    datastreams: u64,
    /// The number of custom agents and deployments.
    agents: u64,
    /// The number of keys that are not destroyed.
    encryption_keys: u64,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self {
            id: user.id.to_string(),
            username: user.username,
            email: user.email,
            role: user.role,
            status: user.status,
            tier: user.tier,
            damaged_fields: user.damaged,
            totp_enabled: user.counts.value("totp") > 0,
            wallet_address: user.wallet_address,
            last_active: user.last_active.map(|at| at.to_string()),
            created_at: user.created_at.to_string(),
            datastreams: user.counts.value("datastreams"),
            agents: user.counts.value("agents"),
            encryption_keys: user.counts.value("encryptionKeys"),
        }
    }
}

/// Which users.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UserQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of users per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Only accounts with this role.
    role: Option<Role>,
    /// Only accounts with this status. Without it, all accounts are listed except erased ones (`deleted`).
    status: Option<AccountStatus>,
    /// A part of a user name or an e-mail address, in any letter case.
    #[param(max_length = 200)]
    search: Option<String>,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserPage {
    /// The accounts on this page, in the order of creation.
    users: Vec<UserView>,
    /// The number of accounts that match, on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List user accounts in the order of creation.
#[utoipa::path(get, path = "/v1/admin/users", tag = "Administration", operation_id = "listUsers",
    params(UserQuery), responses((status = 200, description = "A page of users", body = UserPage)))]
async fn list_users(
    State(accounts): State<Accounts>,
    uri: Uri,
    Params(query): Params<UserQuery>,
) -> Result<(HeaderMap, Json<UserPage>), ApiError> {
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    if query
        .search
        .as_ref()
        .is_some_and(|text| text.chars().count() > SEARCHED)
    {
        let reason = format!("must be {SEARCHED} characters at most");
        return Err(ApiError::invalid("search", reason));
    }
    let filter = Filter {
        role: query.role,
        status: query.status,
        search: query.search,
    };
    let (entries, total) = accounts.users(filter, paging).await?;
    let page = Page { entries, total };
    Ok(
        paging.respond(&uri, page, |users: Vec<UserView>, total| UserPage {
            users,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// An account to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateUserRequest {
    /// 1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not begin with `usr_`.
    #[schema(example = "ada")]
    username: String,
    /// An e-mail address, at most 254 bytes; unique without regard to case.
    #[schema(example = "ada@example.org")]
    email: String,
    /// The new password: at least 12 characters, hard to guess, and without the user name.
    #[schema(example = "correct horse battery")]
    password: String,
    /// The role. Default: `user`.
    role: Option<Role>,
    /// The tier, which sets limits and quotas. Default: `standard`.
    tier: Option<Tier>,
}

/// Create a user account.
///
/// The owner can sign in at once, with the user name or the e-mail address and the password.
#[utoipa::path(post, path = "/v1/admin/users", tag = "Administration", operation_id = "createUser",
    request_body = CreateUserRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same account")),
    responses((status = 200, description = "The account", body = UserView)))]
async fn create_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateUserRequest>,
) -> Result<Json<UserView>, ApiError> {
    let role = body.role.unwrap_or(Role::User);
    let tier = body.tier.unwrap_or(Tier::Standard);
    let new = NewUser::new(&body.username, &body.email, role, tier)?;
    let password = Password::given(body.password);
    Ok(Json(
        accounts
            .create(caller.actor(), new, password, idempotency_key)
            .await?
            .into(),
    ))
}

/// The fields of an account to update.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UpdateUserRequest {
    /// The new role. Unchanged if absent.
    role: Option<Role>,
    /// `suspended` refuses every credential of the account. Unchanged if absent.
    status: Option<SettableAccountStatus>,
    /// The new tier, which sets limits and quotas. Unchanged if absent.
    tier: Option<Tier>,
    /// The new e-mail address, at most 254 bytes, unique without regard to case. Unchanged if absent.
    email: Option<String>,
    /// The wallet address; null removes it.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>)]
    wallet_address: Option<Option<String>>,
}

/// The status that an administrator can set; `DELETE` erases the account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SettableAccountStatus {
    Active,
    Suspended,
}

/// Update the role, the status, the tier, the e-mail address or the wallet address of a user account.
///
/// Absent fields stay unchanged. New values replace damaged ones.
#[utoipa::path(patch, path = "/v1/admin/users/{userId}", tag = "Administration", operation_id = "updateUser",
    request_body = UpdateUserRequest,
    params(("userId" = String, Path, description = "The id of the account")),
    responses((status = 200, description = "The updated account", body = UserView),
        (status = 409, description = "CONFLICT: role and status of the last active administrator cannot change, or a damaged field needs a new value", body = lockstep_web::openapi::ErrorResponse)))]
async fn change_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Body(body): Body<UpdateUserRequest>,
) -> Result<Json<UserView>, ApiError> {
    let status = body.status.map(|status| match status {
        SettableAccountStatus::Active => AccountStatus::Active,
        SettableAccountStatus::Suspended => AccountStatus::Suspended,
    });
    let wallet_address = body.wallet_address;
    if wallet_address
        .iter()
        .flatten()
        .any(|wallet| wallet.len() > 256)
    {
        return Err(ApiError::invalid(
            "walletAddress",
            "must be 256 characters at most",
        ));
    }
    let wallet = wallet_address.as_ref().and_then(Option::as_deref);
    free_text::one_line(wallet.unwrap_or_default())
        .map_err(|reason| ApiError::invalid("walletAddress", reason))?;
    let change = AccountChange {
        role: body.role,
        status,
        tier: body.tier,
        username: None,
        email: body.email,
        wallet_address,
    };
    Ok(Json(
        accounts.change(caller.actor(), id, change).await?.into(),
    ))
}

/// The confirmation that an API key was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedApiKey)]
pub(crate) struct DeletedApiKey {
    /// Always true: the key and every key it created are refused from now on.
    deleted: bool,
}

/// An API key to create.
#[derive(Deserialize, ToSchema)]
#[schema(as = CreateApiKeyRequest)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CreateApiKey {
    /// The name of the key, 1 to 100 characters.
    #[schema(example = "watch bridge")]
    name: String,
    /// The time of expiry. Without it, the key is valid until it is deleted.
    #[schema(format = DateTime, example = "2030-01-01T00:00:00Z")]
    expires_at: Option<String>,
    /// Area names with `:read` or `:write`. Empty: everything the role permits.
    #[schema(example = json!(["fitness:write"]))]
    scopes: Option<Vec<String>>,
}

/// An API key with its secret, which is returned once.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeyWithSecret)]
pub(crate) struct NewApiKeyView {
    /// The credential for `Authorization: Bearer`.
    key: String,
    #[serde(flatten)]
    about: ApiKeyView,
}

/// An API key, without its secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
pub(crate) struct ApiKeyView {
    /// The id of the key, which begins with `ak_`.
    #[schema(example = "ak_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name that the creator of the key chose, 1 to 100 characters.
    name: String,
    /// Area names with `:read` or `:write`; empty means everything the role permits.
    scopes: Vec<String>,
    /// The time of creation, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The expiry, in UTC; null if the key is valid until it is deleted.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The time of the last use, to the minute; null if never used.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
    /// The API key that created this one and is revoked with it; null if none.
    parent_id: Option<String>,
}

impl From<ApiKey> for ApiKeyView {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            name: key.name,
            scopes: key.scopes.list().to_vec(),
            created_at: key.created_at.to_string(),
            expires_at: key.expires_at.map(|at| at.to_string()),
            last_used_at: key.last_used.map(|at| at.to_string()),
            parent_id: key.parent.map(|id| id.to_string()),
        }
    }
}

/// Create an API key. Its secret is returned once, in this response.
///
/// A key created by an API key has at most the scopes of that key, does not outlive it, and is revoked
/// with it. Without `expiresAt` it expires with its parent.
#[utoipa::path(post, path = "/v1/api-keys", tag = "API keys", operation_id = "createApiKey",
    request_body = CreateApiKey,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns 409, because the secret is returned once")),
    responses((status = 200, description = "The key with its secret", body = NewApiKeyView)))]
async fn create_api_key(
    State(accounts): State<Accounts>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateApiKey>,
) -> Result<Json<NewApiKeyView>, ApiError> {
    let expires_at = body.expires_at.as_deref().map(|text| {
        text.parse()
            .map_err(|_| ApiError::invalid("expiresAt", "must be RFC 3339 with a zone"))
    });
    let scopes = Scopes::new(body.scopes.unwrap_or_default())?;
    let new = ApiKeyWithSecret {
        name: body.name,
        scopes,
        expires_at: expires_at.transpose()?,
    };
    let maker = KeyRequester::from(&caller);
    let (key, token) = accounts.create_api_key(maker, new, idempotency_key).await?;
    Ok(Json(NewApiKeyView {
        key: token.reveal().to_owned(),
        about: key.into(),
    }))
}

/// A page of API keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApiKeyPage {
    /// The keys on this page, without their secrets.
    api_keys: Vec<ApiKeyView>,
    /// The number of keys on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the caller's API keys, without their secrets.
#[utoipa::path(get, path = "/v1/api-keys", tag = "API keys", operation_id = "listApiKeys",
    params(PageQuery), responses((status = 200, description = "A page of keys", body = ApiKeyPage)))]
async fn list_api_keys(
    State(accounts): State<Accounts>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<ApiKeyPage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let (entries, total) = accounts.api_keys(caller.user, paging).await?;
    let page = Page { entries, total };
    Ok(
        paging.respond(&uri, page, |api_keys: Vec<ApiKeyView>, total| ApiKeyPage {
            api_keys,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// Delete an API key and every key it created.
#[utoipa::path(delete, path = "/v1/api-keys/{id}", tag = "API keys", operation_id = "deleteApiKey",
    params(("id" = String, Path, description = "The id of the key")),
    responses((status = 200, description = "The key is revoked", body = DeletedApiKey)))]
async fn delete_api_key(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(id): PathParam<ApiKeyId>,
) -> Result<Json<DeletedApiKey>, ApiError> {
    accounts
        .revoke_one(caller.actor(), caller.user, CredentialId::ApiKey(id))
        .await?;
    Ok(Json(DeletedApiKey { deleted: true }))
}

/// The maximum number of characters of a search text.
const SEARCHED: usize = 200;
