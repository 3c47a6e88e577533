//! The administration API of confirmed ceremonies of verification keys.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_web::{
    ApiError, AppState, Area, Caller, CreateBody, PageQuery, Params, PathParam, Permission, Routes,
    free_text,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::encryption::Encryption;
use crate::operations::ceremonies::KeyDigest;
use crate::store::ceremonies::Ceremony;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::Administer, routes!(pin))
        .allow(Permission::ReadAdministration, routes!(list))
        .allow(Permission::Administer, routes!(unpin))
}

/// The ceremony that an operator confirms for a verification key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ConfirmCeremonyRequest {
    /// The SHA-256 of the verification key, 64 hexadecimal digits, as returned by `/v1/encryption`.
    #[schema(example = "0000000000000000000000000000000000000000000000000000000000000000")]
    vk_digest: String,
    /// The name of the ceremony, 1 to 200 characters.
    #[schema(example = "Semaphore v4, July 2024")]
    name: String,
}

/// A verification key with the ceremony that produced it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ceremony)]
pub(crate) struct CeremonyView {
    /// The SHA-256 of the verification key: 64 lower-case hexadecimal digits.
    vk_digest: String,
    /// The name that the administrator gave the ceremony, 1 to 200 characters.
    name: String,
    /// The time of the confirmation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Ceremony> for CeremonyView {
    fn from(ceremony: Ceremony) -> Self {
        Self {
            vk_digest: KeyDigest(ceremony.digest).to_string(),
            name: ceremony.name,
            created_at: ceremony.created_at.to_string(),
        }
    }
}

/// Confirm that a verification key comes from a public ceremony.
///
/// In a ceremony, several parties create a key together. Check its transcript first. If the key was also
/// derived from its circuit and its powers of tau, `zk/verify` then returns `ceremony` as the `setup` of
/// this key to every caller.
#[utoipa::path(post, path = "/v1/admin/ceremonies", tag = "Administration", operation_id = "confirmCeremony",
    request_body = ConfirmCeremonyRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same result")),
    responses((status = 200, description = "The ceremony is confirmed", body = CeremonyView)))]
async fn pin(
    State(encryption): State<Encryption>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<ConfirmCeremonyRequest>,
) -> Result<Json<CeremonyView>, ApiError> {
    let digest: KeyDigest = body
        .vk_digest
        .parse()
        .map_err(|reason: &str| ApiError::invalid("vkDigest", reason))?;
    let name = body.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 200 {
        return Err(ApiError::invalid("name", "must be 1 to 200 characters"));
    }
    free_text::one_line(&name).map_err(|reason| ApiError::invalid("name", reason))?;
    let pinned = encryption
        .pin(
            caller.actor(),
            caller.user.clone(),
            digest,
            name,
            idempotency_key,
        )
        .await?;
    Ok(Json(pinned.into()))
}

/// A page of ceremonies, ordered by digest.
#[derive(Serialize, ToSchema)]
pub(crate) struct CeremonyPage {
    /// The confirmed ceremonies of the page, ordered by `vkDigest`.
    ceremonies: Vec<CeremonyView>,
    /// The number of all confirmed ceremonies.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of ceremonies per page, as requested or by default.
    limit: u32,
}

/// List the verification keys with a confirmed ceremony.
#[utoipa::path(get, path = "/v1/admin/ceremonies", tag = "Administration", operation_id = "listCeremonies",
    params(PageQuery), responses((status = 200, description = "A page of ceremonies", body = CeremonyPage)))]
async fn list(
    State(encryption): State<Encryption>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<CeremonyPage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let found = encryption.ceremonies(paging).await?;
    Ok(
        paging.respond(&uri, found, |ceremonies, total| CeremonyPage {
            ceremonies,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// The confirmation that a ceremony was withdrawn.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawnCeremony {
    /// Always `true`.
    deleted: bool,
}

/// Withdraw the confirmation that a verification key comes from a ceremony.
///
/// `zk/verify` then returns `derived` as the `setup` of this key again.
#[utoipa::path(delete, path = "/v1/admin/ceremonies/{vkDigest}", tag = "Administration", operation_id = "withdrawCeremony",
    params(("vkDigest" = String, Path, description = "The SHA-256 of the verification key")),
    responses((status = 200, description = "The confirmation is withdrawn", body = WithdrawnCeremony)))]
async fn unpin(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(digest): PathParam<KeyDigest>,
) -> Result<Json<WithdrawnCeremony>, ApiError> {
    encryption.unpin(caller.actor(), digest).await?;
    Ok(Json(WithdrawnCeremony { deleted: true }))
}
