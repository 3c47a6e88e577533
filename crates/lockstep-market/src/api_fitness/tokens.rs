//! `/v1/sfdp/marketplace/tokens`: create, list, read, withdraw, certificate.

use axum::Json;
use axum::extract::State;
use lockstep_documents::Document;
use lockstep_store::Timestamp;
use lockstep_store::id::TokenId;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::claims::ClaimSummary;
use crate::api_fields::{Amount, price};
use crate::api_page::Pages;
use crate::claim::MAX_CLAIMS;
use crate::money::Money;
use crate::offer::{OfferId, check_text};
use crate::operations::certificate;
use crate::operations::claims::{self, Documents};
use crate::operations::sealing::are_data_readable;
use crate::operations::tokens::{self, NewToken};
use crate::rules::{AccessRules, RuleFields};
use crate::selection;
use crate::store::tokens::TokenFilter;
use crate::token::{AnswersLeft, Status, TokenEntry};

/// Rules under which a token is sold. Each is enforced; an unknown restriction is refused.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = AccessRules)]
pub(crate) struct RulesBody {
    /// The duration of the access after a purchase: ISO 8601, at most ten years.
    #[schema(example = "P30D")]
    duration: String,
    /// The number of reads that each purchase allows.
    #[schema(example = 10, minimum = 1, maximum = 1_000_000)]
    allowed_uses: u32,
    /// `aggregate-only` (only sums, means and variances over days), `no-export` (only JSON pages) and
    /// `purpose:<word>` (the buyer states the purpose, and the receipt repeats it).
    #[serde(default)]
    #[schema(example = json!(["no-export"]))]
    restrictions: Vec<String>,
}

/// A data token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CreateDataTokenRequest {
    /// Ids of points, or selectors `type=…;device=…;start=…;end=…`. Each must select a point of yours. The id of a
    /// registered device and its name select the same points.
    /// The token sells these points as they are now.
    #[schema(example = json!(["type=heart_rate;start=2026-01-01;end=2026-01-31"]))]
    data_points: Vec<String>,
    /// The price, above zero, with at most the decimals of the currency.
    #[schema(value_type = f64, example = 12.5)]
    price: Amount,
    /// The currency of the price, an ISO 4217 code.
    #[schema(example = "EUR")]
    currency: String,
    access_rules: RulesBody,
    /// A text for buyers, on the page of the listing.
    #[schema(example = "A month of training")]
    description: Option<String>,
    /// The time after which the token cannot be bought.
    #[schema(format = DateTime, example = "2099-01-01T00:00:00Z")]
    available_until: Option<String>,
    /// Documents of `POST /v1/sfdp/proofs` about your own days, without audience and nonce, for buyers to verify.
    #[schema(value_type = Option<Vec<Object>>)]
    claims: Option<Vec<Box<RawValue>>>,
}

/// The created token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreatedDataToken {
    /// The id of the data token: `tok_` and 26 characters.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    token_id: String,
    status: Status,
    /// The URL of the token's page for browsers, under `public_url` of the configuration or else at the host that the
    /// request names. The page is not found until the token is active.
    #[schema(example = "https://fit.example/market/tok_01h455vb4pex5vsknk084sn02q")]
    listing_url: String,
}

/// Create a data token: an offer of some of your points.
///
/// The current points are copied; later changes are not included. If its price is above the setting
/// `wallet.autoApproveThreshold`, the token is `pending` until an administrator approves it.
#[utoipa::path(post, path = "/v1/sfdp/marketplace/tokens", tag = "Marketplace", operation_id = "createDataToken",
    request_body = CreateDataTokenRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same token")),
    responses((status = 200, description = "The created token", body = CreatedDataToken),
        (status = 422, description = "ENCRYPTION_ERROR: points under a key that is stopped", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    pages: Pages,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateDataTokenRequest>,
) -> Result<Json<CreatedDataToken>, ApiError> {
    let rules = &body.access_rules;
    let description = body.description.unwrap_or_default();
    check_text("description", &description, 0..=MAX_DESCRIPTION_CHARS)?;
    let until = body.available_until.map(|text| {
        let reason = |reason: String| ApiError::invalid("availableUntil", reason);
        let until: Timestamp = text
            .parse()
            .map_err(|error: lockstep_store::clock::NotAMoment| reason(error.to_string()))?;
        if until <= state.clock.now() {
            return Err(reason("must be in the future".to_owned()));
        }
        Ok(until)
    });
    let new = NewToken {
        selected: selection::parse(&body.data_points)?,
        price: price("price", &body.price, &body.currency)?,
        rules: AccessRules::new(
            RuleFields::CAMEL,
            &rules.duration,
            rules.allowed_uses,
            &rules.restrictions,
        )?,
        description,
        available_until: until.transpose()?,
        claims: documents(body.claims.unwrap_or_default())?,
    };
    let (id, status) = tokens::create(&state, caller.owner(), new, idempotency_key).await?;
    Ok(Json(CreatedDataToken {
        listing_url: pages.of(&id),
        token_id: id.to_string(),
        status,
    }))
}

/// Names the claims of a request for errors.
fn documents(claims: Vec<Box<RawValue>>) -> Result<Documents, ApiError> {
    if claims.len() > MAX_CLAIMS {
        let reason = format!("must have at most {MAX_CLAIMS} documents");
        return Err(ApiError::invalid("claims", reason));
    }
    let each = claims.into_iter().enumerate();
    let named = each.map(|(nth, claim)| (format!("claims[{nth}]"), claim));
    Ok(named.collect())
}

/// The selection of tokens.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TokensQuery {
    /// `own` for your tokens, `market` for the tokens that can be bought.
    #[param(inline, default = "own")]
    scope: Option<DataTokenScope>,
    /// The maximum number of tokens of the page.
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The tokens that a list shows.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "DataTokenScope")]
pub(crate) enum DataTokenScope {
    /// Those of the caller.
    Own,
    /// Those that can be bought.
    Market,
}

/// A data token in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DataTokenEntry)]
pub(crate) struct TokenView {
    /// The id of the data token: `tok_` and 26 characters.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    id: String,
    status: Status,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 12.5)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The number of purchases that were not refunded; null for tokens of others.
    purchases: Option<u64>,
    /// The sum of their prices, read from the ledger; null for tokens of others.
    #[schema(value_type = Option<f64>, example = 25.0)]
    revenue: Option<Box<RawValue>>,
    /// The number of points.
    points: u64,
    /// `aggregate-only`, `no-export` and `purpose:` with a word; empty if the token has no restrictions.
    restrictions: Vec<String>,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

/// A page of data tokens.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataTokenList {
    /// The tokens, newest first.
    tokens: Vec<TokenView>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List data tokens, newest first: your own, or those that can be bought.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/tokens", tag = "Marketplace", operation_id = "listDataTokens",
    params(TokensQuery), responses((status = 200, description = "A page of tokens", body = DataTokenList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<TokensQuery>,
) -> Result<Json<DataTokenList>, ApiError> {
    let listed = match query.scope {
        None | Some(DataTokenScope::Own) => TokenFilter::Own,
        Some(DataTokenScope::Market) => TokenFilter::Market,
    };
    page(&state, caller, listed, query.limit, query.cursor).await
}

/// Returns a page of a list of tokens.
pub(crate) async fn page(
    state: &AppState,
    caller: Caller,
    listed: TokenFilter,
    limit: Option<u32>,
    cursor: Option<String>,
) -> Result<Json<DataTokenList>, ApiError> {
    let limit = limit.unwrap_or(1000);
    if !(1..=1000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 1000"));
    }
    let cursor = cursor.map(|cursor| cursor.parse());
    let before = cursor
        .transpose()
        .map_err(|_| ApiError::invalid("cursor", "must be the nextCursor of a page"))?;
    let (entries, next) = tokens::list(state, caller.user, listed, before, limit).await?;
    Ok(Json(DataTokenList {
        tokens: entries.into_iter().map(TokenView::from).collect(),
        next_cursor: next.map(|next| next.to_string()),
    }))
}

impl From<TokenEntry> for TokenView {
    fn from(entry: TokenEntry) -> Self {
        let currency = entry.price.currency;
        let revenue = Money {
            minor: entry.sales.revenue,
            currency,
        };
        Self {
            id: entry.id.to_string(),
            status: entry.status,
            price: entry.price.to_json(),
            currency: currency.code(),
            purchases: entry.is_own.then_some(entry.sales.purchases),
            revenue: entry.is_own.then(|| revenue.to_json()),
            points: entry.points,
            restrictions: entry.restrictions.texts(),
            created_at: entry.at.to_string(),
        }
    }
}

/// A data token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataTokenDetails {
    /// The id of the data token: `tok_` and 26 characters.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    id: String,
    status: Status,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 12.5)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The number of purchases that were not refunded; null for tokens of others.
    purchases: Option<u64>,
    /// The sum of their prices, read from the ledger; null for tokens of others.
    #[schema(value_type = Option<f64>, example = 25.0)]
    revenue: Option<Box<RawValue>>,
    /// The number of points.
    points: u64,
    access_rules: RulesBody,
    /// The seller's text for buyers, at most 2000 characters; empty if the seller sent none.
    description: String,
    /// The time from which the token cannot be bought; null: until the seller withdraws it.
    #[schema(format = DateTime)]
    available_until: Option<String>,
    /// Whether the points can be read: false while a key of the seller that seals them is stopped. Such a token cannot
    /// be bought.
    readable: bool,
    /// The series of an aggregate-only token, with the answers that are left; null for another token.
    answers_left: Option<Vec<SeriesAnswerBudget>>,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The URL of the token's page for browsers.
    #[schema(example = "https://fit.example/market/tok_01h455vb4pex5vsknk084sn02q")]
    listing_url: String,
    /// The claims of the seller that have not expired; their documents are at `…/claims`.
    claims: Vec<ClaimSummary>,
}

/// A series of an aggregate-only token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeriesAnswerBudget {
    /// The point type of the series.
    #[schema(example = "heart_rate")]
    r#type: String,
    /// The device of the series. A request for an aggregate names it in `device`.
    #[schema(example = "strap")]
    device: String,
    /// The number of different answers that all buyers together can still request.
    #[schema(example = 998)]
    answers_left: u32,
}

impl From<AnswersLeft> for SeriesAnswerBudget {
    fn from(series: AnswersLeft) -> Self {
        Self {
            r#type: series.kind,
            device: series.device,
            answers_left: series.left,
        }
    }
}

/// Get a data token: your own, one that can be bought, or one that you bought.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/tokens/{id}", tag = "Marketplace", operation_id = "getDataToken",
    params(("id" = String, Path, description = "The id of the token")),
    responses((status = 200, description = "The token", body = DataTokenDetails)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    pages: Pages,
    PathParam(id): PathParam<TokenId>,
) -> Result<Json<DataTokenDetails>, ApiError> {
    let user = caller.user.clone();
    let attached = claims::list(&state, user.clone(), id.clone()).await?;
    let offer = OfferId::Token(id.clone());
    let tokens::TokenReport {
        token,
        sales,
        answers_left: left,
    } = tokens::read(&state, caller.user, id).await?;
    let readable = are_data_readable(&state, &offer).await?;
    let rules = RulesBody {
        duration: token.rules.duration.as_str().to_owned(),
        allowed_uses: token.rules.allowed_uses,
        restrictions: token.rules.restrictions.texts(),
    };
    let listing_url = pages.of(&token.id);
    let view = TokenView::from(TokenEntry {
        is_own: token.owner == user,
        at: token.at,
        id: token.id,
        status: token.status,
        price: token.price,
        points: token.points,
        restrictions: token.rules.restrictions,
        sales,
    });
    Ok(Json(DataTokenDetails {
        id: view.id,
        status: view.status,
        price: view.price,
        currency: view.currency,
        purchases: view.purchases,
        revenue: view.revenue,
        points: view.points,
        access_rules: rules,
        description: token.description,
        available_until: token.available_until.map(|until| until.to_string()),
        readable,
        answers_left: left.map(|left| left.into_iter().map(SeriesAnswerBudget::from).collect()),
        created_at: view.created_at,
        listing_url,
        claims: attached.iter().map(ClaimSummary::from).collect(),
    }))
}

/// The confirmation of a withdrawal.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawnDataToken {
    /// Always `true`.
    withdrawn: bool,
}

/// Withdraw a data token from sale. Buyers keep the access that they paid for.
#[utoipa::path(delete, path = "/v1/sfdp/marketplace/tokens/{id}", tag = "Marketplace", operation_id = "withdrawDataToken",
    params(("id" = String, Path, description = "The id of the token")),
    responses((status = 200, description = "The token is withdrawn", body = WithdrawnDataToken)))]
pub(super) async fn withdraw(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<TokenId>,
) -> Result<Json<WithdrawnDataToken>, ApiError> {
    tokens::withdraw(&state, caller.owner(), id).await?;
    Ok(Json(WithdrawnDataToken { withdrawn: true }))
}

/// Get the certificate of a data token.
///
/// The certificate states types, devices, days, counts, gaps, modes and roots. It contains no value and
/// is signed by the platform. `lockstep verify` checks it offline.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/tokens/{id}/certificate", tag = "Marketplace",
    operation_id = "getTokenCertificate",
    params(("id" = String, Path, description = "The id of the token")),
    responses((status = 200, description = "A document of the format lockstep-certificate/1", body = Object)))]
pub(super) async fn certificate(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<TokenId>,
) -> Result<Json<Document>, ApiError> {
    let document = certificate::certificate(&state, caller.user, id).await?;
    Ok(Json(document))
}

/// The maximum number of characters of a description.
const MAX_DESCRIPTION_CHARS: usize = 2000;
