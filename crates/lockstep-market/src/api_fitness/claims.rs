//! `/v1/sfdp/marketplace/tokens/{id}/claims`: claims of the seller.

use axum::Json;
use axum::extract::State;
use lockstep_documents::claims::Setup;
use lockstep_store::id::TokenId;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::claim::AttachedClaim;
use crate::operations::claims;

/// A claim to attach to a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttachClaimRequest {
    /// The document of `POST /v1/sfdp/proofs` about your own days, without audience and nonce.
    #[schema(value_type = Object)]
    claim: Box<RawValue>,
}

/// A claim of a token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClaimSummary {
    /// The id of the claim. The certificate of the token names it.
    id: String,
    /// The claim in sentences.
    statement: String,
    /// The origin of the proof's keys. `transparent`: a Bulletproof, which has no keys; no party can prove a false claim
    /// about the signed days. `local`: the platform made the keys and could prove anything. Under both, the platform
    /// signed the values of the days.
    #[schema(value_type = String, example = "transparent")]
    setup: Setup,
    /// The end of the claim's validity; null if unlimited.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

/// The claims of a token.
#[derive(Serialize, ToSchema)]
pub(crate) struct DataTokenClaims {
    /// Documents of the format `lockstep-proof/3`. `lockstep verify` checks all of them offline.
    #[schema(value_type = Vec<Object>)]
    claims: Vec<Box<RawValue>>,
}

impl From<&AttachedClaim> for ClaimSummary {
    fn from(claim: &AttachedClaim) -> Self {
        Self {
            id: claim.id.clone(),
            statement: claim.statement.clone(),
            setup: claim.setup,
            expires_at: claim.expires_at.map(|end| end.to_string()),
        }
    }
}

impl DataTokenClaims {
    fn new(all: Vec<AttachedClaim>) -> Result<Self, ApiError> {
        let each = all.into_iter().map(|claim| {
            let text = String::from_utf8(claim.document).ok();
            let document = text.and_then(|text| RawValue::from_string(text).ok());
            document.ok_or_else(|| ApiError::internal("a stored claim is not JSON"))
        });
        Ok(Self {
            claims: each.collect::<Result<_, _>>()?,
        })
    }
}

/// Attach a claim about your own days to one of your data tokens.
///
/// The platform verifies the document first: the proof, the signatures, the owner, the end of its validity, and
/// that its days are among those of the offered points. Buyers see the claim until it expires. The
/// claim contains your pseudonym, which is the same in all your claims.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/tokens/{id}/claims", tag = "Marketplace",
    operation_id = "attachClaim", request_body = AttachClaimRequest,
    params(("id" = String, Path, description = "The id of the token"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same claims")),
    responses((status = 200, description = "The claims of the token", body = DataTokenClaims)))]
pub(super) async fn attach(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<AttachClaimRequest>,
) -> Result<Json<DataTokenClaims>, ApiError> {
    // After the body, so that a wrong field is named first.
    let id: TokenId = id.parse().map_err(|_| ApiError::not_found("token"))?;
    let all = claims::attach(&state, caller.owner(), id, body.claim, idempotency_key).await?;
    Ok(Json(DataTokenClaims::new(all)?))
}

/// List the claims that the seller attached to a data token.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/tokens/{id}/claims", tag = "Marketplace",
    operation_id = "listTokenClaims",
    params(("id" = String, Path, description = "The id of the token")),
    responses((status = 200, description = "The claims", body = DataTokenClaims)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<TokenId>,
) -> Result<Json<DataTokenClaims>, ApiError> {
    let all = claims::list(&state, caller.user, id).await?;
    Ok(Json(DataTokenClaims::new(all)?))
}
