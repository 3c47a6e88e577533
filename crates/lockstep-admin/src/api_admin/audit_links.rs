//! What the hash of an audit entry covers, and `GET /v1/admin/audit-logs/links`.

use axum::Json;
use axum::extract::State;
use data_encoding::HEXLOWER;
use lockstep_store::audit::NODE;
use lockstep_store::audit::log::{Link, LogEntry};
use lockstep_web::{ApiError, AppState, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::audit_log;

/// The values with which the hash of an entry is computed again, as `docs/security/audit-chain.md` describes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditProof {
    /// The name of the node that wrote the entry.
    #[schema(example = "local")]
    node: &'static str,
    /// The hash of the entry before it, in hexadecimal; zeros for the first entry.
    previous_hash: String,
    /// The salted digest of the body, in hexadecimal.
    body_digest: String,
    /// The salt of the digest, in hexadecimal.
    salt: String,
    /// The nine texts of the body in their order: the id of the entry, the id, name and role of the actor, the action, the
    /// component, the status, the details, and the metadata as JSON or an empty text.
    #[schema(min_items = 9, max_items = 9)]
    body: Vec<String>,
}

impl AuditProof {
    pub(super) fn new(entry: &LogEntry) -> Self {
        let body = [
            &entry.id,
            &entry.actor,
            &entry.proof.user_name,
            &entry.role,
            &entry.action,
            &entry.component,
            &entry.status,
            &entry.details,
            &entry.metadata,
        ];
        Self {
            node: NODE,
            previous_hash: HEXLOWER.encode(&entry.proof.previous),
            body_digest: HEXLOWER.encode(&entry.proof.digest),
            salt: HEXLOWER.encode(&entry.proof.salt),
            body: body.map(String::clone).into(),
        }
    }
}

/// Which links of the chain.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditLinksQuery {
    /// The number of the first entry, from 1.
    #[param(minimum = 1, default = 1)]
    first: Option<u32>,
    /// The number of links.
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    limit: Option<u32>,
}

/// A link of the audit chain: an entry without its body.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditLink {
    /// The number of the entry in the chain, from 1.
    sequence: i64,
    /// The time of the entry, in UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The hash of the entry before it, in hexadecimal; zeros for the first entry.
    previous_hash: String,
    /// The salted digest of the body, in hexadecimal.
    body_digest: String,
    /// The hash of the entry, in hexadecimal.
    hash: String,
}

impl From<Link> for AuditLink {
    fn from(link: Link) -> Self {
        Self {
            sequence: link.seq,
            timestamp: link.at.to_string(),
            previous_hash: HEXLOWER.encode(&link.previous),
            body_digest: HEXLOWER.encode(&link.digest),
            hash: HEXLOWER.encode(&link.hash),
        }
    }
}

/// Successive links of the audit chain.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLinks {
    /// The name of the node that wrote the entries.
    #[schema(example = "local")]
    node: &'static str,
    /// The links, oldest first; fewer than `limit` at the end of the chain.
    links: Vec<AuditLink>,
}

/// List links of the audit chain, oldest first.
///
/// A link has no body, so that the list includes entries whose body an erasure removed. With the links between two
/// checkpoints, anyone computes whether no entry between them was changed, removed or moved.
#[utoipa::path(get, path = "/v1/admin/audit-logs/links", tag = "Administration", operation_id = "listAuditLinks",
    params(AuditLinksQuery),
    responses((status = 200, description = "Successive links", body = AuditLinks)))]
pub(super) async fn list(
    State(state): State<AppState>,
    Params(query): Params<AuditLinksQuery>,
) -> Result<Json<AuditLinks>, ApiError> {
    let first = query.first.unwrap_or(1);
    if first == 0 {
        return Err(ApiError::invalid("first", "entries count from 1"));
    }
    let limit = query.limit.unwrap_or(MAX_LINKS);
    if !(1..=MAX_LINKS).contains(&limit) {
        let reason = format!("must be 1 to {MAX_LINKS}");
        return Err(ApiError::invalid("limit", reason));
    }
    let links = audit_log::links(&state, first.into(), limit).await?;
    Ok(Json(AuditLinks {
        node: NODE,
        links: links.into_iter().map(AuditLink::from).collect(),
    }))
}

/// The maximum number of links in a response.
const MAX_LINKS: u32 = 1000;
