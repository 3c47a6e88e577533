//! Endpoints for buyers of a token: buy it, read its points, compute aggregates.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use lockstep_documents::Document;
use lockstep_formats::formula::guarded;
use lockstep_points::total::Operation;
use lockstep_store::id::TokenId;
use lockstep_web::{
    ApiError, AppState, Caller, CreateBody, IdempotencyKey, Params, PathParam, free_text,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api_fields::{Amount, expected_price};
use crate::offer::OfferId;
use crate::operations::aggregate::{self, AggregateQuestion};
use crate::operations::data::{self, DataRequest, SoldPage, SoldPoint};
use crate::operations::purchases::{self, BuyerTerms};
use crate::purchase::PurchaseStatus;
use crate::token::parse_date;

/// The purchase of an offer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PurchaseRequest {
    /// The purpose of the data. An offer with the restriction `purpose:<word>` requires one of its words.
    #[schema(example = "research")]
    purpose: Option<String>,
    /// The price that you read. If the offer has another price by now, nothing is bought and the answer is 409.
    #[schema(value_type = Option<f64>, example = 12.5)]
    expected_price: Option<Amount>,
    /// The currency of `expectedPrice`, an ISO 4217 code; required with it.
    #[schema(example = "EUR")]
    currency: Option<String>,
}

impl PurchaseRequest {
    /// Returns the statements of the buyer.
    ///
    /// # Errors
    /// An expected price that is not accepted.
    pub(super) fn terms(self) -> Result<BuyerTerms, ApiError> {
        let (number, currency) = (self.expected_price.as_ref(), self.currency.as_deref());
        Ok(BuyerTerms {
            expected_price: expected_price("expectedPrice", number, currency)?,
            purpose: self.purpose,
        })
    }
}

/// The result of buying an offer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenPurchase {
    /// The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    purchase_id: String,
    /// The id of the bought data token.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    token_id: String,
    status: PurchaseStatus,
    /// The end of the access: RFC 3339, UTC.
    #[schema(format = DateTime)]
    expires_at: String,
    /// The number of reads left.
    remaining_uses: u32,
}

/// Buy a data token at its price. An unused purchase can be refunded within one hour.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/tokens/{id}/purchase", tag = "Marketplace",
    operation_id = "purchaseDataToken", request_body = PurchaseRequest,
    params(("id" = String, Path, description = "The id of the token"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the first answer, which shows no later refund or use")),
    responses((status = 200, description = "The purchase", body = TokenPurchase)))]
pub(super) async fn buy(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<PurchaseRequest>,
) -> Result<Json<TokenPurchase>, ApiError> {
    let stated = body.terms()?;
    let offer = OfferId::Token(token_id(&id)?);
    let bought = purchases::buy(&state, caller.owner(), offer, stated, idempotency_key).await?;
    let expires_at = bought.expires_at.map(|end| end.to_string());
    Ok(Json(TokenPurchase {
        purchase_id: bought.id.to_string(),
        token_id: bought.offer.to_string(),
        status: bought.status,
        expires_at: expires_at.ok_or_else(|| ApiError::internal("a token has a duration"))?,
        remaining_uses: bought.remaining,
    }))
}

/// Parses the token of a path: after the body, so that a wrong field is named first.
fn token_id(text: &str) -> Result<TokenId, ApiError> {
    text.parse().map_err(|_| ApiError::not_found("token"))
}

/// The selection of points.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DataQuery {
    /// The maximum number of points of the page.
    #[param(minimum = 1, maximum = 10_000, default = 10_000)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page: the request continues the same use, for one hour.
    cursor: Option<String>,
    /// `json`, or `csv` unless the token has the restriction `no-export`.
    #[param(inline, default = "json")]
    format: Option<DataFormat>,
}

/// The format of sold points.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "SoldDataFormat")]
pub(crate) enum DataFormat {
    /// A JSON object.
    Json,
    /// A file with a line of names.
    Csv,
}

/// A sold point.
#[derive(Serialize, ToSchema)]
#[schema(as = SoldPoint)]
pub(crate) struct SoldPointView {
    /// The time of the measurement: RFC 3339, UTC, with milliseconds.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The point type, as in `GET /v1/sfdp/types`, or a custom type of the seller.
    #[schema(example = "heart_rate")]
    r#type: String,
    /// The value in `unit`, as the seller stored it.
    value: f64,
    /// The unit as the seller stored it; it can differ from the canonical unit of the type.
    #[schema(example = "bpm")]
    unit: String,
    /// The seller's name or id of the device that measured the point.
    device: String,
    /// The confidence, 0 to 1; null if unknown.
    confidence: Option<f64>,
}

/// A page of sold points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoldDataPage {
    /// The id of the purchase that this read belongs to.
    #[schema(example = "pur_01h455vb4pex5vsknk084sn02q")]
    purchase_id: String,
    /// The number of reads left.
    remaining_uses: u32,
    /// The number of points of the token.
    total: u64,
    /// The points, by series, then by time. Metadata is not sold.
    data: Vec<SoldPointView>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Read the points of a bought token.
///
/// A read without `cursor` consumes one use; further pages of the same
/// read are free for one hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
/// without another use.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/tokens/{id}/data", tag = "Marketplace", operation_id = "readSoldPoints",
    params(("id" = String, Path, description = "The id of the token"), DataQuery,
        ("Idempotency-Key" = Option<String>, Header, description = "A request that is repeated within one hour continues the same use and consumes none")),
    responses((status = 200, description = "A page of points", content(
        (SoldDataPage = "application/json"),
        (String = "text/csv", example = "timestamp,type,value,unit,device,confidence\n2026-06-01T06:30:00.000Z,heart_rate,61,bpm,strap,\n")),
        headers(("Lockstep-Next-Cursor" = String, description = "The cursor of the next page of a CSV file; absent on the last page"))),
        (status = 409, description = "CONFLICT: the purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the token is your own", body = lockstep_web::openapi::ErrorResponse),
        (status = 422, description = "ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn data(
    State(state): State<AppState>,
    caller: Caller,
    // A misspelt parameter is named before the token is looked up.
    Params(query): Params<DataQuery>,
    PathParam(id): PathParam<TokenId>,
    idempotency_key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let limit = query.limit.unwrap_or(10_000);
    if !(1..=10_000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 10000"));
    }
    let cursor = query.cursor.map(|cursor| cursor.parse());
    let is_export = query.format == Some(DataFormat::Csv);
    let request = DataRequest {
        token: id,
        cursor: cursor
            .transpose()
            .map_err(|()| ApiError::invalid("cursor", "must be the nextCursor of a page"))?,
        limit: limit as usize,
        is_export,
        idempotency_key,
    };
    let page = data::read(&state, caller.owner(), request).await?;
    let mut response = match is_export {
        true => csv(&page)?,
        false => Json(SoldDataPage::from(page)).into_response(),
    };
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}

fn csv(page: &SoldPage) -> Result<Response, ApiError> {
    let mut text = String::from("timestamp,type,value,unit,device,confidence\n");
    for point in &page.points {
        let confidence = point.confidence.map(|it| it.to_string());
        let cells = [
            point.at.to_string(),
            cell(&point.kind),
            point.value.to_string(),
            cell(&point.unit),
            cell(&point.device),
            confidence.unwrap_or_default(),
        ];
        text += &cells.join(",");
        text.push('\n');
    }
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    if let Some(next) = &page.next {
        let next = HeaderValue::try_from(next.to_string())
            .map_err(|error| ApiError::internal(error.to_string()))?;
        headers.insert(NEXT_CURSOR, next);
    }
    Ok((headers, text).into_response())
}

/// Quotes a text of the seller. A spreadsheet would run a text that begins like a formula, so such a text is guarded.
fn cell(text: &str) -> String {
    let text = guarded(text);
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.into_owned()
}

impl From<SoldPage> for SoldDataPage {
    fn from(page: SoldPage) -> Self {
        Self {
            purchase_id: page.purchase.to_string(),
            remaining_uses: page.remaining,
            total: page.total,
            data: page.points.into_iter().map(SoldPointView::from).collect(),
            next_cursor: page.next.map(|next| next.to_string()),
        }
    }
}

impl From<SoldPoint> for SoldPointView {
    fn from(point: SoldPoint) -> Self {
        Self {
            timestamp: point.at.to_string(),
            r#type: point.kind,
            value: point.value,
            unit: point.unit,
            device: point.device,
            confidence: point.confidence,
        }
    }
}

/// The aggregate to compute from sold points.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoldAggregateRequest {
    operation: SoldAggregateOperation,
    /// The type of the points.
    #[schema(example = "heart_rate")]
    r#type: String,
    /// Only the points of this device, named as in the token's series.
    device: Option<String>,
    /// Calendar days in UTC that the certificate names as offered; absent for all of them.
    #[schema(example = json!(["2026-06-01", "2026-06-02"]))]
    days: Option<Vec<String>>,
    /// The recipient that the document names; absent: the purchase.
    #[schema(example = "sleep study 7")]
    audience: Option<String>,
}

/// The aggregate operation on sold points.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SoldAggregateOperation {
    /// Σ v.
    Sum,
    /// Σ v / count.
    Mean,
    /// Σ (v − mean)² / count.
    Variance,
}

/// The signed aggregate of sold points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoldAggregate {
    /// The number of reads left.
    remaining_uses: u32,
    /// A document of the format `lockstep-aggregate/1`. `lockstep verify` checks it offline.
    #[schema(value_type = Object)]
    result: Document,
}

/// Compute a sum, mean or variance over days of a bought token.
///
/// No point is returned. Each answer consumes
/// one use. With an `Idempotency-Key`, an answer that did not arrive is given again for one hour.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/tokens/{id}/aggregate", tag = "Marketplace",
    operation_id = "aggregateSoldPoints", request_body = SoldAggregateRequest,
    params(("id" = String, Path, description = "The id of the token"),
        ("Idempotency-Key" = Option<String>, Header, description = "A request that is repeated within one hour returns the same answer and uses nothing")),
    responses((status = 200, description = "The signed answer", body = SoldAggregate),
        (status = 422, description = "ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn aggregate(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(token): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<SoldAggregateRequest>,
) -> Result<Json<SoldAggregate>, ApiError> {
    let token = token_id(&token)?;
    let days = body.days.map(|days| {
        if days.is_empty() || days.len() > MAX_DAYS {
            return Err(ApiError::invalid(
                "days",
                format!("must have 1 to {MAX_DAYS} dates, or be absent"),
            ));
        }
        let each = days.iter().enumerate().map(|(nth, text)| {
            parse_date(text).ok_or_else(|| {
                ApiError::invalid(&format!("days[{nth}]"), "must be a date such as 2026-06-01")
            })
        });
        each.collect::<Result<Vec<i64>, _>>()
    });
    if let Some(audience) = &body.audience
        && !(1..=MAX_AUDIENCE_CHARS).contains(&audience.chars().count())
    {
        return Err(ApiError::invalid(
            "audience",
            format!("must be 1 to {MAX_AUDIENCE_CHARS} characters"),
        ));
    }
    let audience = body.audience.as_deref().unwrap_or_default();
    free_text::one_line(audience).map_err(|reason| ApiError::invalid("audience", reason))?;
    let question = AggregateQuestion {
        token,
        operation: match body.operation {
            SoldAggregateOperation::Sum => Operation::Sum,
            SoldAggregateOperation::Mean => Operation::Mean,
            SoldAggregateOperation::Variance => Operation::Variance,
        },
        kind: body.r#type,
        device: body.device,
        days: days.transpose()?,
        audience: body.audience,
    };
    let answered = aggregate::answer(&state, caller.owner(), question, idempotency_key).await?;
    Ok(Json(SoldAggregate {
        remaining_uses: answered.remaining,
        result: answered.document,
    }))
}

/// The header that names the next page of a CSV file.
const NEXT_CURSOR: HeaderName = HeaderName::from_static("lockstep-next-cursor");
/// The maximum number of days of a question.
const MAX_DAYS: usize = 10_000;
/// The maximum number of characters of an audience.
const MAX_AUDIENCE_CHARS: usize = 200;
