//! `/v1/sfdp/marketplace/purchases`: the purchases of the caller, of offers of every area.

use axum::Json;
use axum::extract::State;
use lockstep_documents::Document;
use lockstep_store::Timestamp;
use lockstep_store::id::PurchaseId;
use lockstep_web::body::EmptyBody;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::operations::{certificate, purchases};
use crate::purchase::{Purchase, PurchaseStatus};

/// Which purchases.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PurchasesQuery {
    /// The maximum number of purchases of the page.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A purchase.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Purchase)]
pub(crate) struct PurchaseView {
    /// The id of the purchase: `pur_` and 26 characters.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The data token; null for another offer.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    token_id: Option<String>,
    /// The listing; null for another offer.
    listing_id: Option<String>,
    /// The item; null for another offer.
    item_id: Option<String>,
    status: PurchaseStatus,
    /// The price that was paid, in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 12.5)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The time of the purchase: RFC 3339, UTC.
    #[schema(format = DateTime)]
    purchased_at: String,
    /// The end of the access; null for an item, whose purchase does not end.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The number of reads left; null for an item, which has no data.
    remaining_uses: Option<u32>,
    /// The restrictions at the time of the purchase, which bind the buyer; empty if the purchase has no restrictions.
    restrictions: Vec<String>,
    /// The purpose that the buyer stated; null if none.
    purpose: Option<String>,
}

/// A page of purchases.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PurchaseList {
    /// The purchases, newest first.
    purchases: Vec<PurchaseView>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

impl PurchaseView {
    fn new(purchase: Purchase, now: Timestamp) -> Self {
        let [token_id, listing_id, item_id] = purchase.offer.texts();
        let has_uses = purchase.allowed_uses > 0;
        Self {
            status: purchase.status(now),
            id: purchase.id.to_string(),
            token_id,
            listing_id,
            item_id,
            price: purchase.price.to_json(),
            currency: purchase.price.currency.code(),
            purchased_at: purchase.at.to_string(),
            expires_at: purchase.expires_at.map(|end| end.to_string()),
            remaining_uses: has_uses.then(|| purchase.remaining()),
            restrictions: purchase.restrictions.texts(),
            purpose: purchase.purpose,
        }
    }
}

/// List your purchases, newest first.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/purchases", tag = "Marketplace", operation_id = "listPurchases",
    params(PurchasesQuery), responses((status = 200, description = "A page of purchases", body = PurchaseList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<PurchasesQuery>,
) -> Result<Json<PurchaseList>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=1000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 1000"));
    }
    let cursor = query.cursor.map(|cursor| cursor.parse());
    let before = cursor
        .transpose()
        .map_err(|_| ApiError::invalid("cursor", "must be the nextCursor of a page"))?;
    let (all, next) = purchases::list(&state, caller.user, before, limit).await?;
    let now = state.clock.now();
    let views = all
        .into_iter()
        .map(|purchase| PurchaseView::new(purchase, now));
    Ok(Json(PurchaseList {
        purchases: views.collect(),
        next_cursor: next.map(|next| next.to_string()),
    }))
}

/// Get one of your purchases.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/purchases/{id}", tag = "Marketplace", operation_id = "getPurchase",
    params(("id" = String, Path, description = "The id of the purchase")),
    responses((status = 200, description = "The purchase", body = PurchaseView)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<PurchaseId>,
) -> Result<Json<PurchaseView>, ApiError> {
    let purchase = purchases::read(&state, caller.user, id).await?;
    Ok(Json(PurchaseView::new(purchase, state.clock.now())))
}

/// Get the signed receipt of one of your purchases.
///
/// The platform signs the receipt. It stays available after the seller's account is erased. `lockstep
/// verify` checks it offline.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/purchases/{id}/receipt", tag = "Marketplace",
    operation_id = "getPurchaseReceipt",
    params(("id" = String, Path, description = "The id of the purchase")),
    responses((status = 200, description = "A document of the format lockstep-purchase/1", body = Object)))]
pub(super) async fn receipt(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<PurchaseId>,
) -> Result<Json<Document>, ApiError> {
    let document = certificate::receipt(&state, caller.user, id).await?;
    Ok(Json(document))
}

/// Refund one of your purchases that was not used, within one hour.
///
/// The price returns to your balance, and the purchase ends. A purchase that can still be used is refunded later too if
/// the seller's account was erased, a key of the seller that the data need is stopped, or a series of an
/// `aggregate-only` token gives no further answers.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/purchases/{id}/refund", tag = "Marketplace",
    operation_id = "refundPurchase",
    params(("id" = String, Path, description = "The id of the purchase"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same purchase")),
    responses((status = 200, description = "The refunded purchase", body = PurchaseView),
        (status = 409, description = "CONFLICT: the purchase was used or refunded, or is older than an hour", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn refund(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<PurchaseId>,
    EmptyBody { idempotency_key }: EmptyBody,
) -> Result<Json<PurchaseView>, ApiError> {
    let purchase = purchases::refund(&state, caller.owner(), id, idempotency_key).await?;
    Ok(Json(PurchaseView::new(purchase, state.clock.now())))
}
