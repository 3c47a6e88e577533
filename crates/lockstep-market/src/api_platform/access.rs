//! Endpoints for buyers of a listing: read its terms, buy it, read its rows.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use lockstep_datasets::market::RowsRequest;
use lockstep_datasets::schema::{Column, ColumnType, Protection};
use lockstep_documents::Document;
use lockstep_store::id::ListingId;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, IdempotencyKey, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::{ListingRulesBody, ListingView};
use crate::api_fields::{Amount, expected_price};
use crate::api_page::Pages;
use crate::listing::ListingStatus;
use crate::money::Money;
use crate::offer::OfferId;
use crate::operations::certificate;
use crate::operations::listings::{self, ListingRead};
use crate::operations::purchases::{self, BuyerTerms};
use crate::operations::sealing::are_data_readable;
use crate::purchase::PurchaseStatus;

/// A column of an offered table.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferedColumn {
    /// The name of the column, as the rows have it.
    #[schema(example = "hr (bpm)")]
    column: String,
    r#type: ColumnType,
    /// The unit that the name states in brackets at its end.
    #[schema(example = "bpm")]
    unit: Option<String>,
    /// The number of rows without a value.
    null_count: u64,
    protection: Protection,
}

/// A listing with the facts about its data that are public before a purchase.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListingDetails {
    /// The id of the listing: `lst_` and 26 characters.
    #[schema(example = "lst_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The title that buyers see, 1 to 200 characters.
    title: String,
    /// The seller's text for buyers, at most 10 000 characters; empty if the seller sent none.
    description: String,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 25.0)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The id of the offered dataset. Only its owner can read it; buyers read the rows through the listing.
    dataset_id: String,
    status: ListingStatus,
    access_rules: ListingRulesBody,
    /// The URL of the listing's page for browsers, under `public_url` of the configuration or else at the host that the
    /// request names. The page answers without a credential while the listing can be bought.
    #[schema(example = "https://fit.example/market/lst_01h455vb4pex5vsknk084sn02q")]
    listing_url: String,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The number of the dataset's version that is offered.
    version: i64,
    /// The number of rows; null for old listings.
    row_count: Option<u64>,
    /// Whether the rows can be read: false while a key of the seller that seals them is stopped. Such a listing cannot
    /// be bought.
    readable: bool,
    /// The columns, without values; null if the data no longer exists.
    columns: Option<Vec<OfferedColumn>>,
    /// The number of purchases that were not refunded; null for listings of others.
    purchases: Option<u64>,
    /// The sum of their prices, read from the ledger; null for listings of others.
    #[schema(value_type = Option<f64>, example = 25.0)]
    revenue: Option<Box<RawValue>>,
}

impl From<Column> for OfferedColumn {
    fn from(column: Column) -> Self {
        Self {
            column: column.name,
            r#type: column.kind,
            unit: column.unit,
            null_count: column.null_count,
            protection: column.protection,
        }
    }
}

/// Get a listing: your own, one that can be bought, or one that you bought.
#[utoipa::path(get, path = "/api/marketplace/items/{id}", tag = "Marketplace", operation_id = "getListing",
    params(("id" = String, Path, description = "The id of the listing")),
    responses((status = 200, description = "The listing", body = ListingDetails)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    pages: Pages,
    PathParam(id): PathParam<ListingId>,
) -> Result<Json<ListingDetails>, ApiError> {
    let described = listings::read(&state, caller.user.clone(), id).await?;
    let (listing, sales) = (described.listing, described.sales);
    let readable = are_data_readable(&state, &OfferId::Listing(listing.id.clone())).await?;
    let is_own = listing.owner == caller.user;
    let revenue = Money {
        minor: sales.revenue,
        currency: listing.price.currency,
    };
    let columns = described.columns;
    let (version, row_count) = (listing.version, listing.rows);
    let view = ListingView::new(listing, &pages);
    Ok(Json(ListingDetails {
        id: view.id,
        title: view.title,
        description: view.description,
        price: view.price,
        currency: view.currency,
        dataset_id: view.dataset_id,
        status: view.status,
        access_rules: view.access_rules,
        listing_url: view.listing_url,
        created_at: view.created_at,
        version,
        row_count,
        readable,
        columns: columns.map(|all| all.into_iter().map(OfferedColumn::from).collect()),
        purchases: is_own.then_some(sales.purchases),
        revenue: is_own.then(|| revenue.to_json()),
    }))
}

/// Get the certificate of a listing: your own, one that can be bought, or one that you bought.
///
/// The certificate states the columns with types, units and numbers of empty cells, the number of rows,
/// mode, version and root. It contains no value and is signed by the platform. `lockstep verify` checks
/// it offline.
#[utoipa::path(get, path = "/api/marketplace/items/{id}/certificate", tag = "Marketplace",
    operation_id = "getListingCertificate",
    params(("id" = String, Path, description = "The id of the listing")),
    responses((status = 200, description = "A document of the format lockstep-listing/1", body = Object)))]
pub(super) async fn certificate(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<ListingId>,
) -> Result<Json<Document>, ApiError> {
    let document = certificate::of_listing(&state, caller.user, id).await?;
    Ok(Json(document))
}

/// A purchase of a listing.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListingPurchaseRequest {
    /// The purpose of the data. A listing with the restriction `purpose:<word>` requires one of its words.
    #[schema(example = "research")]
    purpose: Option<String>,
    /// The price that you read. If the listing has another price by now, nothing is bought and the answer is 409.
    #[schema(value_type = Option<f64>, example = 25.0)]
    expected_price: Option<Amount>,
    /// The currency of `expected_price`, an ISO 4217 code; required with it.
    #[schema(example = "EUR")]
    currency: Option<String>,
}

/// The result of buying a listing.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListingPurchase {
    /// The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    purchase_id: String,
    /// The id of the bought listing.
    #[schema(example = "lst_01h455vb4pex5vsknk084sn02q")]
    listing_id: String,
    status: PurchaseStatus,
    /// The end of the access: RFC 3339, UTC.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The number of reads left.
    remaining_uses: u32,
}

/// Buy a listing at its price. An unused purchase can be refunded within one hour.
///
/// `/v1/sfdp/marketplace/purchases/{id}` returns the purchase and its receipt, and refunds it.
#[utoipa::path(post, path = "/api/marketplace/items/{id}/purchase", tag = "Marketplace",
    operation_id = "purchaseListing", request_body = ListingPurchaseRequest,
    params(("id" = String, Path, description = "The id of the listing"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the first answer, which shows no later refund or use")),
    responses((status = 200, description = "The purchase", body = ListingPurchase),
        (status = 409, description = "CONFLICT: the listing was withdrawn, is your own or has another price than expected, or the credit limit is reached", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn buy(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<ListingPurchaseRequest>,
) -> Result<Json<ListingPurchase>, ApiError> {
    // Before the path, so that a wrong field is named first.
    let (number, currency) = (body.expected_price.as_ref(), body.currency.as_deref());
    let stated = BuyerTerms {
        expected_price: expected_price("expected_price", number, currency)?,
        purpose: body.purpose,
    };
    let id: ListingId = id.parse().map_err(|_| ApiError::not_found("listing"))?;
    let offer = OfferId::Listing(id);
    let bought = purchases::buy(&state, caller.owner(), offer, stated, idempotency_key).await?;
    Ok(Json(ListingPurchase {
        purchase_id: bought.id.to_string(),
        listing_id: bought.offer.to_string(),
        status: bought.status,
        expires_at: bought.expires_at.map(|end| end.to_string()),
        remaining_uses: bought.remaining,
    }))
}

/// Which part of the rows.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SoldRowsQuery {
    /// The names of the columns to return, separated by commas; default: all columns.
    columns: Option<String>,
    /// The number of rows to skip.
    #[param(minimum = 0, default = 0)]
    offset: Option<u64>,
    /// The number of rows to return; default: all rows.
    #[param(minimum = 1)]
    limit: Option<u64>,
    /// The header `Lockstep-Use` of an earlier response. The request then continues that use for up to
    /// one hour, for example to read more rows or to resume an interrupted download.
    r#use: Option<String>,
}

/// Read the rows of a bought listing.
///
/// Returns the version of the dataset that the listing offers, even after later uploads and after the
/// dataset is deleted. A request without `use` consumes one use. With an `Idempotency-Key`, a read whose answer did not
/// arrive is repeated for one hour without another use.
#[utoipa::path(get, path = "/api/marketplace/items/{id}/data", tag = "Marketplace", operation_id = "readSoldRows",
    params(("id" = String, Path, description = "The id of the listing"), SoldRowsQuery,
        ("Idempotency-Key" = Option<String>, Header, description = "A request that is repeated within one hour continues the same use and consumes none")),
    responses((status = 200, description = "The rows, by the header Accept: application/json (default), or text/csv or application/jsonl unless the listing has the restriction no-export", content(
            (Object = "application/json"),
            (String = "text/csv", example = "at,hr (bpm)\r\n2026-06-01T06:30:00Z,61\r\n2026-06-02T06:30:00Z,59\r\n"),
            (String = "application/jsonl", example = "{\"at\":\"2026-06-01T06:30:00Z\",\"hr (bpm)\":61}\n{\"at\":\"2026-06-02T06:30:00Z\",\"hr (bpm)\":59}\n"),
        ), headers(("Lockstep-Use" = String, description = "The use that this response belongs to"),
            ("Lockstep-Remaining-Uses" = u32, description = "The number of reads left"))),
        (status = 409, description = "CONFLICT: the purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the listing is your own", body = lockstep_web::openapi::ErrorResponse),
        (status = 422, description = "ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no use is consumed", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn data(
    State(state): State<AppState>,
    caller: Caller,
    // A misspelt parameter is named before the listing is looked up.
    Params(query): Params<SoldRowsQuery>,
    PathParam(id): PathParam<ListingId>,
    idempotency_key: IdempotencyKey,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let continued = query.r#use.map(|text| text.parse());
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str());
    let accept = accept.transpose().unwrap_or(Some(""));
    let read = ListingRead {
        listing: id,
        continued: continued
            .transpose()
            .map_err(|()| ApiError::invalid("use", "must be the Lockstep-Use of an answer"))?,
        rows: RowsRequest {
            columns: query.columns,
            offset: query.offset,
            limit: query.limit,
            accept: accept.map(str::to_owned),
        },
        idempotency_key,
    };
    let sold = listings::data(&state, caller.owner(), read).await?;
    let mut answer = sold.answer;
    let value = |text: String| {
        HeaderValue::try_from(text).map_err(|error| ApiError::internal(error.to_string()))
    };
    for (name, text) in [
        (USE, sold.of.to_string()),
        (REMAINING_USES, sold.remaining.to_string()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ] {
        answer.headers_mut().insert(name, value(text)?);
    }
    Ok(answer)
}

/// The header that names the use of an answer.
const USE: HeaderName = HeaderName::from_static("lockstep-use");
/// The header with the reads that are left.
const REMAINING_USES: HeaderName = HeaderName::from_static("lockstep-remaining-uses");
