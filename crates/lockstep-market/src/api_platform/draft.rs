//! `GET /api/datasets/{dataset_id}/listing-draft`.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::DatasetId;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::{DEFAULT_CURRENCY, ListingRulesBody, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS, rules};
use crate::money::{Currency, NotACurrency};
use crate::operations::drafts;

/// The currency of a draft.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DraftQuery {
    /// The currency of the price, an ISO 4217 code.
    #[param(example = "EUR", default = "EUR")]
    currency: Option<String>,
}

/// A draft of a listing: the fields of the request that creates it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListingDraft {
    /// The id of the dataset.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    dataset_id: String,
    /// The name of the dataset, at most 200 characters.
    title: String,
    /// The description of the dataset.
    description: String,
    /// The median price of the active listings of other accounts in the currency; null without one.
    #[schema(value_type = Option<f64>, example = 25.0)]
    price: Option<Box<RawValue>>,
    /// The ISO 4217 code of the currency of the price.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The number of listings that the price is the median of.
    compared: u64,
    /// The rules that a listing without rules of its own has.
    access_rules: ListingRulesBody,
    /// The number of rows that buyers would get; null without data.
    rows: Option<u64>,
    /// Sentences that say why the request would be refused, or why the caller should reconsider it; empty without a reason.
    #[schema(example = json!(["the dataset has no data yet"]))]
    problems: Vec<String>,
}

/// Get a draft of a listing of one of your datasets.
///
/// Nothing is stored. `POST /api/marketplace/items` creates a listing.
#[utoipa::path(get, path = "/api/datasets/{dataset_id}/listing-draft", tag = "Marketplace",
    operation_id = "getListingDraft",
    params(("dataset_id" = String, Path, description = "The id of the dataset"), DraftQuery),
    responses((status = 200, description = "The draft", body = ListingDraft)))]
pub(super) async fn draft(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<DraftQuery>,
    PathParam(dataset): PathParam<DatasetId>,
) -> Result<Json<ListingDraft>, ApiError> {
    let currency = query.currency.as_deref().unwrap_or(DEFAULT_CURRENCY);
    let currency: Currency = currency
        .parse()
        .map_err(|error: NotACurrency| ApiError::invalid("currency", error.to_string()))?;
    let made = drafts::draft(&state, caller.user, dataset, currency).await?;
    let clipped = |text: &str, most: usize| -> String { text.chars().take(most).collect() };
    Ok(Json(ListingDraft {
        dataset_id: made.dataset.to_string(),
        title: clipped(&made.title, MAX_TITLE_CHARS),
        description: clipped(&made.description, MAX_DESCRIPTION_CHARS),
        price: made.prices.as_ref().map(|prices| prices.median.to_json()),
        currency: currency.code(),
        compared: made.prices.map_or(0, |prices| prices.offers),
        access_rules: rules(None)?.into(),
        rows: made.rows,
        problems: made.problems,
    }))
}
