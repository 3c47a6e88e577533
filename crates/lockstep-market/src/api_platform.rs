//! The platform API of the marketplace: listings of datasets, under `/api/marketplace/items`.

mod access;
mod draft;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::{DatasetId, ListingId};
use lockstep_web::{
    ApiError, AppState, Area, Caller, CreateBody, Page, Paging, Params, PathParam, Permission,
    Routes,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::api_fields::{Amount, price};
use crate::api_page::Pages;
use crate::listing::{Listing, ListingStatus};
use crate::offer::check_text;
use crate::operations::listings::{self, NewListing};
use crate::rules::{AccessRules, RuleFields};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(draft::draft))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::WriteOwn, routes!(withdraw))
        .allow(Permission::ReadOwn, routes!(access::read))
        .allow(Permission::ReadOwn, routes!(access::certificate))
        .allow(Permission::WriteOwn, routes!(access::buy))
        // A read consumes a use, so a key needs the right to write, and HEAD is refused.
        .allow(Permission::WriteOwn, routes!(access::data))
}

/// A listing to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateListingRequest {
    /// The title that buyers see, 1 to 200 characters.
    #[schema(example = "A season of rides")]
    title: String,
    /// The text that buyers see, at most 10 000 characters. Default: empty.
    #[schema(example = "Power and heart rate, one row a second")]
    description: Option<String>,
    /// The price, above zero, with at most the decimals of the currency.
    #[schema(value_type = f64, example = 25.0)]
    price: Amount,
    /// The currency of the price, an ISO 4217 code.
    #[schema(example = "EUR", default = "EUR")]
    currency: Option<String>,
    /// A dataset of the caller that has data.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    dataset_id: String,
    /// The rules of the sale. Without them: one year and 1000 reads, without restrictions.
    access_rules: Option<ListingRulesBody>,
}

/// Rules under which a listing is sold. Each is enforced; an unknown restriction is refused.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ListingRules)]
pub(crate) struct ListingRulesBody {
    /// The duration of the access after a purchase: ISO 8601, at most ten years.
    #[schema(example = "P1Y")]
    duration: String,
    /// The number of reads that each purchase allows.
    #[schema(example = 1000, minimum = 1, maximum = 1_000_000)]
    allowed_uses: u32,
    /// `no-export` (rows are answered as JSON, never as a file) and `purpose:<word>` (the buyer states the purpose,
    /// and the receipt repeats it). `aggregate-only` is for data tokens.
    #[serde(default)]
    #[schema(example = json!(["no-export"]))]
    restrictions: Vec<String>,
}

/// A listing of a dataset.
#[derive(Serialize, ToSchema)]
#[schema(as = Listing)]
pub(crate) struct ListingView {
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
}

impl From<AccessRules> for ListingRulesBody {
    fn from(rules: AccessRules) -> Self {
        Self {
            duration: rules.duration.as_str().to_owned(),
            allowed_uses: rules.allowed_uses,
            restrictions: rules.restrictions.texts(),
        }
    }
}

/// A page of listings.
#[derive(Serialize, ToSchema)]
#[schema(as = ListingList)]
pub(crate) struct ListingPage {
    /// The listings, newest first.
    data: Vec<ListingView>,
    /// The number of active listings.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of listings per page, as requested or by default.
    limit: u32,
}

/// The confirmation of a withdrawal.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawnListing {
    /// Always `true`.
    withdrawn: bool,
}

impl ListingView {
    fn new(listing: Listing, pages: &Pages) -> Self {
        Self {
            listing_url: pages.of(&listing.id),
            id: listing.id.to_string(),
            title: listing.title,
            description: listing.description,
            price: listing.price.to_json(),
            currency: listing.price.currency.code(),
            dataset_id: listing.dataset.to_string(),
            status: listing.status,
            access_rules: listing.rules.into(),
            created_at: listing.created_at.to_string(),
        }
    }
}

/// Offer one of your datasets for sale.
///
/// The listing offers the current version of the data. The dataset cannot be deleted while it is
/// listed.
#[utoipa::path(post, path = "/api/marketplace/items", tag = "Marketplace", operation_id = "createListing",
    request_body = CreateListingRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same listing")),
    responses((status = 200, description = "The created listing", body = ListingView)))]
async fn create(
    State(state): State<AppState>,
    caller: Caller,
    pages: Pages,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateListingRequest>,
) -> Result<Json<ListingView>, ApiError> {
    let description = body.description.unwrap_or_default();
    for (field, text, minimum, maximum) in [
        ("title", &body.title, 1, MAX_TITLE_CHARS),
        ("description", &description, 0, MAX_DESCRIPTION_CHARS),
    ] {
        check_text(field, text, minimum..=maximum)?;
    }
    let dataset: DatasetId = body
        .dataset_id
        .parse()
        .map_err(|_| ApiError::invalid("dataset_id", "must be the id of a dataset"))?;
    let currency = body.currency.as_deref().unwrap_or(DEFAULT_CURRENCY);
    let new = NewListing {
        price: price("price", &body.price, currency)?,
        title: body.title,
        description,
        rules: rules(body.access_rules)?,
        dataset,
    };
    let listing = listings::create(&state, caller.owner(), new, idempotency_key).await?;
    Ok(Json(ListingView::new(listing, &pages)))
}

fn rules(body: Option<ListingRulesBody>) -> Result<AccessRules, ApiError> {
    let fields = RuleFields::SNAKE;
    let Some(body) = body else {
        return AccessRules::new(fields, DEFAULT_DURATION, DEFAULT_USES, &[]);
    };
    let rules = AccessRules::new(
        fields,
        &body.duration,
        body.allowed_uses,
        &body.restrictions,
    )?;
    if rules.restrictions.is_aggregate_only() {
        return Err(ApiError::invalid(
            "access_rules.restrictions",
            "aggregate-only is for data tokens: the rows of a table have no days to add up",
        ));
    }
    Ok(rules)
}

/// The listings to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListingsQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of listings per page.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
}

/// List the active listings of all owners, newest first.
#[utoipa::path(get, path = "/api/marketplace/items", tag = "Marketplace", operation_id = "listListings",
    params(ListingsQuery), responses((status = 200, description = "A page of listings, each of which offers a version of a dataset", body = ListingPage)))]
async fn list(
    State(state): State<AppState>,
    pages: Pages,
    uri: Uri,
    Params(query): Params<ListingsQuery>,
) -> Result<(HeaderMap, Json<ListingPage>), ApiError> {
    let paging = Paging::new(Area::Platform, query.page, query.limit)?;
    let found = listings::list(&state, paging).await?;
    let views = found.entries.into_iter();
    let page = Page {
        entries: views
            .map(|listing| ListingView::new(listing, &pages))
            .collect(),
        total: found.total,
    };
    Ok(
        paging.respond(&uri, page, |data: Vec<ListingView>, total| ListingPage {
            data,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// Withdraw one of your listings.
#[utoipa::path(delete, path = "/api/marketplace/items/{id}", tag = "Marketplace", operation_id = "withdrawListing",
    params(("id" = String, Path, description = "The id of the listing")),
    responses((status = 200, description = "The listing is withdrawn; buyers keep the version that they paid for", body = WithdrawnListing)))]
async fn withdraw(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<ListingId>,
) -> Result<Json<WithdrawnListing>, ApiError> {
    listings::withdraw(&state, caller.owner(), id).await?;
    Ok(Json(WithdrawnListing { withdrawn: true }))
}

const MAX_TITLE_CHARS: usize = 200;
const MAX_DESCRIPTION_CHARS: usize = 10_000;
/// The currency of a listing that names none.
const DEFAULT_CURRENCY: &str = "EUR";
/// The rules of a listing that names none.
const DEFAULT_DURATION: &str = "P1Y";
const DEFAULT_USES: u32 = 1000;
