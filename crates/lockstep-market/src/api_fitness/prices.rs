//! `GET /v1/sfdp/marketplace/prices`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::operations::prices::{self, PriceFilter};
use crate::price::{CurrencyPrices, PriceSpread, PricedOffer, words};

/// Which offers are compared.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PricesQuery {
    /// Only data tokens with points of this measurement type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only offers whose title or description has words that begin with each of these words; 200 characters at most.
    #[param(example = "marathon")]
    words: Option<String>,
    /// The maximum number of offers to name. The prices are those of all that match.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
}

/// The prices of comparable offers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceComparison {
    /// The prices of each currency.
    currencies: Vec<CurrencyPricesView>,
    /// The offers, by currency, the cheapest first.
    offers: Vec<PricedOfferView>,
    /// The number of offers that match.
    total: u64,
    /// The number of offers that were examined: the newest 1000 of each kind at most.
    examined: u64,
    /// Whether older offers were not examined.
    incomplete: bool,
}

/// The prices of the offers of one currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CurrencyPrices)]
pub(crate) struct CurrencyPricesView {
    /// The ISO 4217 code of the currency of all prices in this entry.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The number of offers.
    offers: u64,
    /// The lowest price in the main unit of the currency.
    #[schema(value_type = f64, example = 5.0)]
    lowest: Box<RawValue>,
    /// The median price in the main unit of the currency.
    #[schema(value_type = f64, example = 12.5)]
    median: Box<RawValue>,
    /// The highest price in the main unit of the currency.
    #[schema(value_type = f64, example = 25.0)]
    highest: Box<RawValue>,
    /// The prices of 1000 points of the data tokens; null without a token.
    per_1000_points: Option<PriceSpreadView>,
}

/// The lowest, the median and the highest of several prices.
#[derive(Serialize, ToSchema)]
#[schema(as = PriceSpread)]
pub(crate) struct PriceSpreadView {
    /// The lowest price in the main unit of the currency, to six decimals.
    #[schema(example = 0.25)]
    lowest: f64,
    /// The median price in the main unit of the currency.
    #[schema(example = 1.5)]
    median: f64,
    /// The highest price in the main unit of the currency, to six decimals.
    #[schema(example = 3.0)]
    highest: f64,
}

/// An offer with its price.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PricedOffer)]
pub(crate) struct PricedOfferView {
    /// The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters.
    #[schema(example = "tok_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// `token`, `listing` or `item`.
    #[schema(example = "token")]
    kind: &'static str,
    /// Whether it is an offer of the caller.
    own: bool,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 12.5)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The number of points of a data token; null for another offer.
    points: Option<u64>,
    /// The price of 1000 points of a data token; null for another offer.
    per_1000_points: Option<f64>,
}

impl From<CurrencyPrices> for CurrencyPricesView {
    fn from(prices: CurrencyPrices) -> Self {
        Self {
            currency: prices.currency.code(),
            offers: prices.offers,
            lowest: prices.lowest.to_json(),
            median: prices.median.to_json(),
            highest: prices.highest.to_json(),
            per_1000_points: prices.per_1000_points.map(PriceSpreadView::from),
        }
    }
}

impl From<PriceSpread> for PriceSpreadView {
    fn from(spread: PriceSpread) -> Self {
        Self {
            lowest: spread.lowest,
            median: spread.median,
            highest: spread.highest,
        }
    }
}

impl From<PricedOffer> for PricedOfferView {
    fn from(offer: PricedOffer) -> Self {
        Self {
            kind: offer.id.noun(),
            own: offer.is_own,
            price: offer.price.to_json(),
            currency: offer.price.currency.code(),
            points: offer.points,
            per_1000_points: offer.per_1000_points(),
            id: offer.id.to_string(),
        }
    }
}

/// Compare the prices of active offers: for a measurement type, for words, or of all offers.
///
/// Offers of every account are compared, also the caller's own.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/prices", tag = "Marketplace", operation_id = "comparePrices",
    params(PricesQuery), responses((status = 200, description = "The prices, by currency", body = PriceComparison)))]
pub(super) async fn compare(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<PricesQuery>,
) -> Result<Json<PriceComparison>, ApiError> {
    let limit = query.limit.unwrap_or(10);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be between 1 and 100"));
    }
    for (name, text) in [("type", &query.r#type), ("words", &query.words)] {
        let length = text.as_ref().map_or(0, |text| text.chars().count());
        if length > MAX_CHARS {
            let reason = format!("must be {MAX_CHARS} characters at most");
            return Err(ApiError::invalid(name, reason));
        }
    }
    let filter = PriceFilter {
        kind: query.r#type.filter(|kind| !kind.is_empty()),
        words: words(query.words.as_deref().unwrap_or_default()),
    };
    let report = prices::of_offers(&state, caller.user, filter).await?;
    let total = report.offers.len() as u64;
    let named = report.offers.into_iter().take(limit as usize);
    Ok(Json(PriceComparison {
        currencies: report
            .currencies
            .into_iter()
            .map(CurrencyPricesView::from)
            .collect(),
        offers: named.map(PricedOfferView::from).collect(),
        total,
        examined: report.examined,
        incomplete: report.has_more,
    }))
}

/// The maximum number of characters of a type and of the words.
const MAX_CHARS: usize = 200;
