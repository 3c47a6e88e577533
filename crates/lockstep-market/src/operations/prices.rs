//! Compares the prices of the offers that can be bought.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use crate::price::{CurrencyPrices, PricedOffer, compare};
use crate::store;
use crate::store::prices::ListingFilter;
pub(crate) use crate::store::prices::PriceFilter;

/// The prices of comparable offers.
pub(crate) struct PriceReport {
    pub(crate) currencies: Vec<CurrencyPrices>,
    /// The offers, by currency and price, the cheapest first.
    pub(crate) offers: Vec<PricedOffer>,
    /// The number of offers that were compared with the filter.
    pub(crate) examined: u64,
    /// Whether older offers were not examined.
    pub(crate) has_more: bool,
}

/// Compares the prices of the active offers of every account that a filter admits. A filter of a type admits data tokens
/// only, since other offers do not name their types.
pub(crate) async fn of_offers(
    state: &AppState,
    user: UserId,
    filter: PriceFilter,
) -> Result<PriceReport, ApiError> {
    let sells = state.active_check();
    let read = state
        .db
        .read::<_, StoreError, _>("market.prices", move |tx| {
            let (words, by) = (&filter.words, (&user, sells));
            let listings = ListingFilter {
                words,
                of_others_in: None,
            };
            let mut kinds = vec![store::prices::of_tokens(tx, by, &filter, MAX_EXAMINED)?];
            if filter.kind.is_none() {
                kinds.push(store::prices::of_listings(tx, by, listings, MAX_EXAMINED)?);
                kinds.push(store::prices::of_items(tx, words, MAX_EXAMINED)?);
            }
            Ok(kinds)
        });
    let kinds = read.await?;
    let examined = kinds.iter().map(|kind| kind.examined).sum();
    let has_more = kinds.iter().any(|kind| kind.has_more);
    let mut offers: Vec<PricedOffer> = kinds.into_iter().flat_map(|kind| kind.found).collect();
    offers.sort_by_key(|offer| (offer.price.currency.code(), offer.price.minor));
    Ok(PriceReport {
        currencies: compare(&offers),
        offers,
        examined,
        has_more,
    })
}

/// The maximum number of offers of each kind that a comparison examines.
const MAX_EXAMINED: u32 = 1000;
