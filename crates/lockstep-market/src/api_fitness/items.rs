//! `/v1/sfdp/marketplace/items`: items that can be bought.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::ItemId;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, Params, PathParam, Permission};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access::PurchaseRequest;
use crate::api_item::ItemView;
use crate::offer::OfferId;
use crate::operations::{items, purchases};
use crate::purchase::PurchaseStatus;

/// Which items.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfferedItemsQuery {
    /// The maximum number of items of the page.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// Items that can be bought.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfferedItemPage {
    /// The items, newest first.
    items: Vec<ItemView>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List the items that can be bought, newest first.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/items", tag = "Marketplace", operation_id = "listOfferedItems",
    params(OfferedItemsQuery), responses((status = 200, description = "A page of items, which the platform sells", body = OfferedItemPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    Params(query): Params<OfferedItemsQuery>,
) -> Result<Json<OfferedItemPage>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=1000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 1000"));
    }
    let cursor = query.cursor.map(|cursor| cursor.parse());
    let before = cursor
        .transpose()
        .map_err(|_| ApiError::invalid("cursor", "must be the nextCursor of a page"))?;
    let (all, next) = items::offered(&state, before, limit).await?;
    Ok(Json(OfferedItemPage {
        items: all.into_iter().map(ItemView::from).collect(),
        next_cursor: next.map(|next| next.to_string()),
    }))
}

/// Get an item that can be bought, or that you bought.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/items/{id}", tag = "Marketplace", operation_id = "getOfferedItem",
    params(("id" = String, Path, description = "The id of the item")),
    responses((status = 200, description = "The item", body = ItemView)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<ItemId>,
) -> Result<Json<ItemView>, ApiError> {
    let item = items::visible(&state, caller.user, id).await?;
    Ok(Json(item.into()))
}

/// The result of buying an item.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemPurchase {
    /// The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    purchase_id: String,
    /// The id of the bought item.
    #[schema(example = "itm_01h455vb4pex5vsknk084sn02q")]
    item_id: String,
    status: PurchaseStatus,
}

/// Buy an item of the platform at its price. It can be refunded within one hour.
///
/// The receipt names the item; the platform delivers nothing else. Administrators sell the items and
/// cannot buy them.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/items/{id}/purchase", tag = "Marketplace",
    operation_id = "purchaseItem", request_body = PurchaseRequest,
    params(("id" = String, Path, description = "The id of the item"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the first answer, which shows no later refund or use")),
    responses((status = 200, description = "The purchase", body = ItemPurchase)))]
pub(super) async fn buy(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<PurchaseRequest>,
) -> Result<Json<ItemPurchase>, ApiError> {
    // Before the path, so that a wrong field is named first.
    let stated = body.terms()?;
    let id: ItemId = id.parse().map_err(|_| ApiError::not_found("item"))?;
    let item = items::visible(&state, caller.user.clone(), id).await?;
    if Permission::Administer.granted_to(caller.role) {
        return Err(ApiError::conflict(
            "administrators sell the items and cannot buy them: use an account of another role",
        ));
    }
    let offer = OfferId::Item(item.id);
    let bought = purchases::buy(&state, caller.owner(), offer, stated, idempotency_key).await?;
    Ok(Json(ItemPurchase {
        purchase_id: bought.id.to_string(),
        item_id: bought.offer.to_string(),
        status: bought.status,
    }))
}
