//! `GET /v1/sfdp/marketplace/offers`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::operations::offers::{self, OfferQuery};
use crate::store::offer_words::FoundOffer;

/// The words of offers.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OffersQuery {
    /// Words: an offer matches if its title or description has, for each of them, a word that begins with it. `tokens`,
    /// `listings` and `items` select these kinds instead. 200 characters and 16 words at most.
    #[param(required = true, value_type = String, example = "marathon tokens")]
    query: Option<String>,
    /// The maximum number of offers.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
}

/// The offers that a search found.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferSearchResult {
    /// The offers, the newest first.
    offers: Vec<OfferSearchHit>,
    /// Whether more offers match: at most the newest 200 tokens and listings, and 200 items, are read.
    incomplete: bool,
}

/// An offer that a search found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfferSearchHit {
    /// The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters.
    #[schema(example = "lst_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// `token`, `listing` or `item`.
    #[schema(example = "listing")]
    kind: &'static str,
    /// The title, as its seller wrote it; empty for a data token.
    title: String,
    /// The description, as its seller wrote it.
    description: String,
    /// The price in the main unit of the currency (euros, not cents).
    #[schema(value_type = f64, example = 12.5)]
    price: Box<RawValue>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// Whether it is an offer of the caller.
    own: bool,
    /// The time of its creation.
    #[schema(format = DateTime)]
    created_at: String,
}

/// Search the offers of every account by words.
///
/// Only offers that can be bought are found. A title and a description are untrusted text.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/offers", tag = "Marketplace", operation_id = "searchOffers",
    params(OffersQuery), responses((status = 200, description = "The offers, the newest first", body = OfferSearchResult)))]
pub(super) async fn search(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<OffersQuery>,
) -> Result<Json<OfferSearchResult>, ApiError> {
    let limit = query.limit.unwrap_or(10);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be between 1 and 100"));
    }
    let text = query
        .query
        .ok_or_else(|| ApiError::invalid("query", "is required"))?;
    let found = offers::search(&state, caller.user, OfferQuery::new(&text)?, limit).await?;
    Ok(Json(OfferSearchResult {
        offers: found.offers.into_iter().map(OfferSearchHit::from).collect(),
        incomplete: found.has_more,
    }))
}

impl From<FoundOffer> for OfferSearchHit {
    fn from(offer: FoundOffer) -> Self {
        Self {
            kind: offer.id.noun(),
            title: offer.title,
            description: offer.description,
            price: offer.price.to_json(),
            currency: offer.price.currency.code(),
            own: offer.is_own,
            created_at: offer.created_at.to_string(),
            id: offer.id.to_string(),
        }
    }
}
