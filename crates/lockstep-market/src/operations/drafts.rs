//! Drafts a listing of a dataset: its texts, a price, and the open questions that its seller must answer first. A draft is not stored.

use lockstep_datasets::market::entry;
use lockstep_store::Tx;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState};

use crate::money::Currency;
use crate::price::{CurrencyPrices, compare};
use crate::store::prices::ListingFilter;
use crate::store::{self, SellerCheck};

/// A draft.
#[derive(Clone, Debug)]
pub(crate) struct ListingDraft {
    pub(crate) dataset: DatasetId,
    pub(crate) title: String,
    pub(crate) description: String,
    /// The number of rows; `None` without data.
    pub(crate) rows: Option<u64>,
    /// The prices of the active listings of other accounts in the currency; `None` without one.
    pub(crate) prices: Option<CurrencyPrices>,
    /// The requirements of a listing that the dataset does not meet, in sentences.
    pub(crate) problems: Vec<String>,
}

/// Drafts a listing of a dataset of the caller.
///
/// # Errors
/// No such dataset of the caller.
pub(crate) async fn draft(
    state: &AppState,
    user: UserId,
    dataset: DatasetId,
    currency: Currency,
) -> Result<ListingDraft, ApiError> {
    let keys = Vault::of(state)?.account_keys(&user).await?;
    let sells = state.active_check();
    state
        .db
        .read("market.listing.draft", move |tx| {
            compose(tx, &user, &keys, sells, &dataset, currency)
        })
        .await
}

fn compose(
    tx: &Tx<'_>,
    user: &UserId,
    keys: &AccountKeys,
    sells: SellerCheck,
    id: &DatasetId,
    currency: Currency,
) -> Result<ListingDraft, ApiError> {
    let found = entry(tx, keys, id)?;
    let found = found.ok_or_else(|| ApiError::not_found("dataset"))?;
    let comparable = ListingFilter {
        words: &[],
        of_others_in: Some(currency),
    };
    let listings = store::prices::of_listings(tx, (user, sells), comparable, MAX_COMPARED)?;
    let (own, _) = store::listings::open_after(tx, (user, ""), MAX_OWN)?;
    let mut problems = Vec::new();
    if found.is_damaged {
        problems.push("the dataset is damaged and cannot be read".to_owned());
    } else if found.name.is_empty() {
        problems.push("the dataset has no name that can be read: write a title".to_owned());
    }
    if found.data.is_none() {
        problems.push("the dataset has no data yet".to_owned());
    }
    if let Some(listing) = own.iter().find(|listing| listing.dataset == *id) {
        problems.push(format!("the listing {} offers it already", listing.id));
    }
    Ok(ListingDraft {
        dataset: id.clone(),
        title: found.name,
        description: found.description,
        rows: found.data.map(|data| data.rows),
        prices: compare(&listings.found).into_iter().next(),
        problems,
    })
}

/// The maximum number of listings whose prices are compared, newest first.
const MAX_COMPARED: u32 = 1000;
/// The maximum number of the seller's own listings that are examined.
const MAX_OWN: i64 = 1000;
