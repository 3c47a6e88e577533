//! Area C over HTTP: what administrators know of keys of proofs.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_web::{
    Area, Caller, Create, Fault, House, PageQuery, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::encryption::Encryption;
use crate::operations::ceremonies::KeyDigest;
use crate::store::ceremonies::Ceremony;

pub(crate) fn routes() -> Routes<House> {
    Routes::new()
        .allow(Permission::Administer, routes!(pin))
        .allow(Permission::ReadAdministration, routes!(list))
        .allow(Permission::Administer, routes!(unpin))
}

/// A key whose ceremony is known.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PinCeremony {
    /// SHA-256 of the verification key, 64 hexadecimal digits, as answers of `/v1/encryption` give it.
    #[schema(example = "0000000000000000000000000000000000000000000000000000000000000000")]
    vk_digest: String,
    /// Which ceremony it is of, 200 characters at most.
    #[schema(example = "Semaphore v4, July 2024")]
    name: String,
}

/// A key whose ceremony is known.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CeremonyView {
    vk_digest: String,
    name: String,
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

/// Say of a verification key that it is of a ceremony whose transcript you have checked. Where the key
/// was found to be derived from its circuit and its powers of tau, `zk/verify` answers `ceremony` for
/// it from then on, to everybody.
#[utoipa::path(post, path = "/v1/admin/ceremonies", tag = "Administration", operation_id = "confirmCeremony",
    request_body = PinCeremony,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same outcome")),
    responses((status = 200, description = "It is pinned", body = CeremonyView)))]
async fn pin(
    State(encryption): State<Encryption>,
    caller: Caller,
    Create { body, once }: Create<PinCeremony>,
) -> Result<Json<CeremonyView>, Fault> {
    let digest: KeyDigest = body
        .vk_digest
        .parse()
        .map_err(|reason: &str| Fault::invalid("vkDigest", reason))?;
    let name = body.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 200 {
        return Err(Fault::invalid("name", "must be 1 to 200 characters"));
    }
    let pinned = encryption
        .pin(caller.actor(), caller.user.clone(), digest, name, once)
        .await?;
    Ok(Json(pinned.into()))
}

/// A page of ceremonies, by digest.
#[derive(Serialize, ToSchema)]
pub(crate) struct CeremonyPage {
    ceremonies: Vec<CeremonyView>,
    total: u64,
    page: u32,
    limit: u32,
}

/// List the verification keys whose ceremony is known.
#[utoipa::path(get, path = "/v1/admin/ceremonies", tag = "Administration", operation_id = "listCeremonies",
    params(PageQuery), responses((status = 200, description = "A page of them", body = CeremonyPage)))]
async fn list(
    State(encryption): State<Encryption>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<CeremonyPage>), Fault> {
    let paging = query.paging(Area::Administration)?;
    let (all, total) = encryption.ceremonies(paging).await?;
    let page = CeremonyPage {
        ceremonies: all.into_iter().map(CeremonyView::from).collect(),
        total,
        page: paging.page,
        limit: paging.limit,
    };
    Ok((paging.links(&uri, total), Json(page)))
}

/// What is not pinned any more.
#[derive(Serialize, ToSchema)]
pub(crate) struct Unpinned {
    /// `true`.
    deleted: bool,
}

/// Take back what was said of a verification key.
#[utoipa::path(delete, path = "/v1/admin/ceremonies/{vkDigest}", tag = "Administration", operation_id = "withdrawCeremony",
    params(("vkDigest" = String, Path, description = "SHA-256 of the verification key")),
    responses((status = 200, description = "It is taken back", body = Unpinned)))]
async fn unpin(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(digest): PathParam<KeyDigest>,
) -> Result<Json<Unpinned>, Fault> {
    encryption.unpin(caller.actor(), digest).await?;
    Ok(Json(Unpinned { deleted: true }))
}
