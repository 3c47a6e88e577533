//! `/v1/admin/marketplace/items`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::ItemId;
use lockstep_web::area::Area;
use lockstep_web::{ApiError, AppState, Body, Caller, CreateBody, Paging, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api_fields::{Amount, amount};
use crate::api_item::ItemView;
use crate::item::{ItemChange, ItemEncryption, ItemFilter, ItemStatus, PriceChange};
use crate::operations::items::{self, FoundItems, NewItem};

/// Which items.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ItemsQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of items per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Only items of this category.
    category: Option<String>,
    /// Only items with this status.
    status: Option<ItemStatus>,
    /// Only items whose name or description contains a word that starts with each of these words.
    #[param(max_length = 500, example = "sleep athletes")]
    search: Option<String>,
}

/// An item to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateItemRequest {
    /// The title that buyers see, 1 to 200 characters.
    #[schema(example = "Sleep of a hundred athletes")]
    name: String,
    /// The text that buyers see, at most 10 000 characters; can be empty.
    #[schema(example = "Nightly means of one year")]
    description: String,
    /// The price, not below zero.
    #[schema(value_type = f64, example = 49.0)]
    price: Amount,
    /// The currency of the price, an ISO 4217 code.
    #[schema(example = "EUR", default = "EUR")]
    currency: Option<String>,
    /// A category of your choice, 1 to 64 characters. Lists can be filtered by it.
    #[schema(example = "sleep")]
    category: String,
    encryption: ItemEncryption,
    /// The status of the item. Default: `active`.
    status: Option<ItemStatus>,
}

/// Changes of an item; absent fields stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateItemRequest {
    /// The title that buyers see, 1 to 200 characters.
    name: Option<String>,
    /// The text that buyers see, at most 10 000 characters; can be empty.
    description: Option<String>,
    /// The price, not below zero.
    #[schema(value_type = Option<f64>, example = 49.0)]
    price: Option<Amount>,
    /// The currency of the price, an ISO 4217 code; requires `price`.
    #[schema(example = "EUR")]
    currency: Option<String>,
    /// A category of your choice, 1 to 64 characters.
    category: Option<String>,
    /// Replaces all fields of the item's encryption.
    encryption: Option<ItemEncryption>,
    /// Only an `active` item can be bought.
    status: Option<ItemStatus>,
}

/// A page of items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketplaceItemPage)]
pub(crate) struct ItemPage {
    /// The items, newest first.
    items: Vec<ItemView>,
    /// The number of items that match; a search for words counts at most 10 000.
    total: u64,
    /// Whether more items may match than `total`.
    has_uncounted: bool,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of items per page, as requested or by default.
    limit: u32,
}

/// List the items of the platform in every status, newest first.
#[utoipa::path(get, path = "/v1/admin/marketplace/items", tag = "Marketplace", operation_id = "listItems",
    params(ItemsQuery), responses((status = 200, description = "A page of items", body = ItemPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    uri: Uri,
    Params(query): Params<ItemsQuery>,
) -> Result<(HeaderMap, Json<ItemPage>), ApiError> {
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    let filter = ItemFilter {
        category: query.category,
        status: query.status,
        search: query.search.filter(|search| !search.is_empty()),
    };
    filter.check()?;
    let FoundItems {
        page,
        has_uncounted,
    } = items::list(&state, filter, paging).await?;
    Ok(paging.respond(&uri, page, |items, total| ItemPage {
        items,
        total,
        has_uncounted,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// Create an item, which the platform sells.
///
/// Accounts can buy an `active` item. The receipt names it; the platform delivers nothing else.
#[utoipa::path(post, path = "/v1/admin/marketplace/items", tag = "Marketplace", operation_id = "createItem",
    request_body = CreateItemRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same item")),
    responses((status = 200, description = "The created item", body = ItemView)))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateItemRequest>,
) -> Result<Json<ItemView>, ApiError> {
    let currency = body.currency.as_deref().unwrap_or(DEFAULT_CURRENCY);
    let price = amount("price", &body.price, currency)?;
    ItemChange {
        name: Some(body.name.clone()),
        description: Some(body.description.clone()),
        category: Some(body.category.clone()),
        encryption: Some(body.encryption.clone()),
        ..ItemChange::default()
    }
    .check()?;
    let new = NewItem {
        name: body.name,
        description: body.description,
        price,
        category: body.category,
        status: body.status.unwrap_or(ItemStatus::Active),
        encryption: body.encryption,
    };
    let item = items::create(&state, caller.owner(), new, idempotency_key).await?;
    Ok(Json(item.into()))
}

/// Update the fields of an item that the request contains.
///
/// Earlier purchases keep their terms.
#[utoipa::path(patch, path = "/v1/admin/marketplace/items/{itemId}", tag = "Marketplace", operation_id = "updateItem",
    request_body = UpdateItemRequest,
    params(("itemId" = String, Path, description = "The id of the item")),
    responses((status = 200, description = "The updated item", body = ItemView)))]
pub(super) async fn update(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    Body(body): Body<UpdateItemRequest>,
) -> Result<Json<ItemView>, ApiError> {
    // After the body, so that a wrong field is named first.
    let id: ItemId = id.parse().map_err(|_| ApiError::not_found("item"))?;
    let price = match (&body.price, body.currency.as_deref()) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(ApiError::invalid("currency", "must come with price"));
        }
        (Some(price), Some(currency)) => {
            Some(PriceChange::Stated(amount("price", price, currency)?))
        }
        (Some(price), None) => Some(PriceChange::InCurrencyOfItem(price.text().to_owned())),
    };
    let change = ItemChange {
        name: body.name,
        description: body.description,
        price,
        category: body.category,
        status: body.status,
        encryption: body.encryption,
    };
    change.check()?;
    let item = items::change(&state, caller.owner(), id, change).await?;
    Ok(Json(item.into()))
}

/// The currency of an item that names none.
const DEFAULT_CURRENCY: &str = "EUR";
