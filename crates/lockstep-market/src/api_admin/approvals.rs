//! Data tokens that wait for an approval.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::TokenId;
use lockstep_web::body::EmptyBody;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api_fitness::tokens::{DataTokenList, page};
use crate::operations::tokens;
use crate::store::tokens::TokenFilter;

/// The selection of tokens.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PendingTokensQuery {
    /// The maximum number of tokens of the page.
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// List the data tokens that wait for an approval, newest first.
///
/// A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.
#[utoipa::path(get, path = "/v1/admin/marketplace/tokens", tag = "Marketplace", operation_id = "listPendingTokens",
    params(PendingTokensQuery), responses((status = 200, description = "A page of tokens", body = DataTokenList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<PendingTokensQuery>,
) -> Result<Json<DataTokenList>, ApiError> {
    page(
        &state,
        caller,
        TokenFilter::Pending,
        query.limit,
        query.cursor,
    )
    .await
}

/// The confirmation of an approval.
#[derive(Serialize, ToSchema)]
pub(crate) struct DataTokenApproval {
    /// Always `true`: the token can now be bought.
    approved: bool,
}

/// Approve a data token whose price is above the setting `wallet.autoApproveThreshold`.
///
/// The token can then be bought. Another approval changes nothing.
#[utoipa::path(post, path = "/v1/admin/marketplace/tokens/{tokenId}/approve", tag = "Marketplace",
    operation_id = "approveDataToken",
    params(("tokenId" = String, Path, description = "The id of the token")),
    responses((status = 200, description = "The token is active", body = DataTokenApproval),
        (status = 409, description = "CONFLICT: the token was withdrawn or has expired", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn approve(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<TokenId>,
    EmptyBody { idempotency_key: _ }: EmptyBody,
) -> Result<Json<DataTokenApproval>, ApiError> {
    // A repeated approval changes nothing, so that no key is needed.
    tokens::approve(&state, caller.owner(), id).await?;
    Ok(Json(DataTokenApproval { approved: true }))
}
