//! `GET /v1/sfdp/marketplace/grants`: the purchases by which buyers can read the caller's data.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::purchases;
use crate::purchase::Purchase;

/// Which grants.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GrantsQuery {
    /// The maximum number of grants of the page.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A purchase that can still be used. It names neither the buyer nor the number of reads.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataGrant {
    /// The id of the purchase, as in the ledger.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    purchase_id: String,
    /// The data token; null for a listing.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    token_id: Option<String>,
    /// The listing; null for a data token.
    listing_id: Option<String>,
    /// The time of the purchase: RFC 3339, UTC.
    #[schema(format = DateTime)]
    purchased_at: String,
    /// The end of the access.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The restrictions at the time of the purchase.
    restrictions: Vec<String>,
}

/// A page of grants.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataGrantList {
    /// The grants, newest first.
    grants: Vec<DataGrant>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

impl From<Purchase> for DataGrant {
    fn from(purchase: Purchase) -> Self {
        let [token_id, listing_id, _] = purchase.offer.texts();
        Self {
            purchase_id: purchase.id.to_string(),
            token_id,
            listing_id,
            purchased_at: purchase.at.to_string(),
            expires_at: purchase.expires_at.map(|end| end.to_string()),
            restrictions: purchase.restrictions.texts(),
        }
    }
}

/// List the purchases by which buyers can read your data now, newest first.
///
/// These are the usable purchases of your data tokens and listings, also of those that you withdrew. Buyers are not named.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/grants", tag = "Marketplace", operation_id = "listDataGrants",
    params(GrantsQuery), responses((status = 200, description = "A page of grants", body = DataGrantList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<GrantsQuery>,
) -> Result<Json<DataGrantList>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=1000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 1000"));
    }
    let cursor = query.cursor.map(|cursor| cursor.parse());
    let before = cursor
        .transpose()
        .map_err(|_| ApiError::invalid("cursor", "must be the nextCursor of a page"))?;
    let (all, next) = purchases::usable_of_seller(&state, caller.user, before, limit).await?;
    Ok(Json(DataGrantList {
        grants: all.into_iter().map(DataGrant::from).collect(),
        next_cursor: next.map(|next| next.to_string()),
    }))
}
