//! Listings: create, list, withdraw.

use lockstep_datasets::hold::{Retention, hold, release};
use lockstep_datasets::market::entry;
use lockstep_store::id::{DatasetId, ListingId};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner, Page, Paging};
use serde_json::json;

use super::note;
use crate::listing::{Listing, ListingStatus};
use crate::money::Money;
use crate::store;

/// A listing to create.
#[derive(Clone)]
pub(crate) struct NewListing {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) dataset: DatasetId,
}

/// Lists a dataset of the caller: the data as they are now. The dataset cannot be deleted while it is
/// listed; later uploads do not change the listing.
///
/// # Errors
/// No such dataset of the caller, or one without data.
pub(crate) async fn create(
    state: &AppState,
    owner: Owner,
    new: NewListing,
    once: IdempotencyKey,
) -> Result<Listing, ApiError> {
    let keys = Vault::of(state)?.account_keys(&owner.user).await?;
    let (user, quotas) = (owner.user.clone(), state.quotas());
    let id = state
        .db
        .write("market.listing.create", move |tx| {
            once.run(tx, &owner.user, |tx| {
                let refused = |reason: &str| ApiError::invalid("dataset_id", reason);
                let dataset = entry(tx, &keys, &new.dataset)?;
                let dataset = dataset.ok_or_else(|| refused("is no dataset of yours"))?;
                let data = dataset.data.ok_or_else(|| refused("has no data yet"))?;
                let now = tx.now();
                let listing = Listing {
                    id: ListingId::generate(now, tx.entropy()),
                    dataset: new.dataset.clone(),
                    version: data.number,
                    title: new.title.clone(),
                    description: new.description.clone(),
                    price: new.price,
                    status: ListingStatus::Active,
                    created_at: now,
                };
                let version = (&listing.dataset, listing.version);
                let holder = (listing.id.as_str(), Retention::Refuse);
                hold(tx, &owner.user, version, holder)?;
                let meter = quotas.before(tx, &owner.user)?;
                store::listings::insert(tx, &owner.user, &listing)?;
                meter.check(tx)?;
                note(
                    tx,
                    &owner,
                    "market.listing.create",
                    format!("listing {} of dataset {}", listing.id, listing.dataset),
                    json!({ "listingId": listing.id, "datasetId": listing.dataset }),
                )?;
                Ok(listing.id)
            })
        })
        .await?;
    state
        .db
        .read("market.listing.created", move |tx| {
            let listing = store::listings::by_id(tx, &user, &id)?;
            listing.ok_or_else(|| ApiError::not_found("listing"))
        })
        .await
}

/// Returns a page of the active listings of all owners.
pub(crate) async fn list(state: &AppState, paging: Paging) -> Result<Page<Listing>, ApiError> {
    state
        .db
        .read("market.listing.list", move |tx| {
            Ok(store::listings::list(tx, paging)?)
        })
        .await
}

/// Withdraws a listing: the dataset can be deleted again.
///
/// # Errors
/// No such listing of the caller.
pub(crate) async fn withdraw(
    state: &AppState,
    owner: Owner,
    id: ListingId,
) -> Result<(), ApiError> {
    state
        .db
        .write("market.listing.withdraw", move |tx| {
            let listing = store::listings::by_id(tx, &owner.user, &id)?;
            let listing = listing.ok_or_else(|| ApiError::not_found("listing"))?;
            if store::listings::withdraw(tx, &id)? {
                let version = (&listing.dataset, listing.version);
                release(tx, &owner.user, version, id.as_str())?;
                note(
                    tx,
                    &owner,
                    "market.listing.withdraw",
                    format!("listing {id}"),
                    json!({ "listingId": id }),
                )?;
            }
            Ok(())
        })
        .await
}
