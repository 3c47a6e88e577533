//! Listings: create, list, withdraw, and read by buyers.

use data_encoding::HEXLOWER;
use lockstep_datasets::EncryptionMode;
use lockstep_datasets::hold::{Retention, hold, is_held, release_all};
use lockstep_datasets::market::{FrozenVersion, RowsRequest, entry, is_file, mode};
use lockstep_datasets::schema::{Column, Schema};
use lockstep_store::Tx;
use lockstep_store::id::{DatasetId, ListingId, UserId};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner, Page, Paging};
use serde_json::json;

use super::announce::announce;
use super::uses::{ConsumedUse, consume, repeated, usable};
use super::visible::ensure_sold;
use super::{contradiction_error, readable, search, write_audit};
use crate::events;
use crate::ledger::Sales;
use crate::listing::{Listing, ListingStatus};
use crate::money::Money;
use crate::offer::{OfferId, OfferTerms, Seller, SoldContent};
use crate::purchase::{Purchase, UseName};
use crate::rules::AccessRules;
use crate::store::{self, SellerCheck};
use crate::terms::Terms;

/// A listing to create.
#[derive(Clone)]
pub(crate) struct NewListing {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) rules: AccessRules,
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
    idempotency_key: IdempotencyKey,
) -> Result<Listing, ApiError> {
    let keys = Vault::of(state)?.account_keys(&owner.user).await?;
    let quotas = state.quotas();
    let id = state
        .db
        .write("market.listing.create", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                let refused = |reason: &str| ApiError::invalid("dataset_id", reason);
                let dataset = entry(tx, &keys, &new.dataset)?;
                let dataset = dataset.ok_or_else(|| refused("is not a dataset of yours"))?;
                let data = dataset.data.ok_or_else(|| refused("has no data yet"))?;
                let now = tx.now();
                let listing = Listing {
                    id: ListingId::generate(now, tx.entropy()),
                    owner: owner.user.clone(),
                    dataset: new.dataset.clone(),
                    version: data.number,
                    rows: Some(data.rows),
                    root: data.schema.and_then(|schema| root_of(&schema)),
                    title: new.title.clone(),
                    description: new.description.clone(),
                    price: new.price,
                    rules: new.rules.clone(),
                    status: ListingStatus::Active,
                    created_at: now,
                };
                let version = (&listing.dataset, listing.version);
                let holder = (listing.id.as_str(), Retention::Refuse);
                hold(tx, &owner.user, version, holder)?;
                let meter = quotas.before(tx, &owner.user)?;
                store::listings::insert(tx, &listing)?;
                search::index_listing(tx, &keys, &listing)?;
                meter.check(tx)?;
                write_audit(
                    tx,
                    &owner,
                    "market.listing.create",
                    format!("listing {} of dataset {}", listing.id, listing.dataset),
                    json!({ "listingId": listing.id, "datasetId": listing.dataset,
                        "terms": Terms::of_listing(&listing) }),
                )?;
                let offer = OfferId::Listing(listing.id.clone());
                announce(tx, events::OFFER_CREATED, &offer)?;
                Ok(listing.id)
            })
        })
        .await?;
    state
        .db
        .read("market.listing.created", move |tx| {
            let listing = store::listings::by_id(tx, &id)?;
            listing.ok_or_else(|| ApiError::not_found("listing"))
        })
        .await
}

/// Returns a page of the active listings of all owners.
pub(crate) async fn list(state: &AppState, paging: Paging) -> Result<Page<Listing>, ApiError> {
    let sells = state.active_check();
    state
        .db
        .read("market.listing.list", move |tx| {
            Ok(store::listings::list(tx, paging, sells)?)
        })
        .await
}

/// Withdraws a listing: the dataset can be deleted again. Buyers keep the version that they paid for.
///
/// # Errors
/// No such listing of the caller.
pub(crate) async fn withdraw(
    state: &AppState,
    owner: Owner,
    id: ListingId,
) -> Result<(), ApiError> {
    // A listing can be withdrawn although the account's key is damaged.
    let keys = Vault::of(state)?.account_keys(&owner.user).await.ok();
    state
        .db
        .write("market.listing.withdraw", move |tx| {
            if !store::listings::is_of(tx, &id, &owner.user)? {
                return Err(ApiError::not_found("listing"));
            }
            if store::listings::withdraw(tx, &id)? {
                release_all(tx, &owner.user, id.as_str())?;
                let of_owner = (&owner.user, keys.as_ref());
                search::unindex(tx, of_owner, (search::LISTING, id.as_str()))?;
                write_audit(
                    tx,
                    &owner,
                    "market.listing.withdraw",
                    format!("listing {id}"),
                    json!({ "listingId": id }),
                )?;
                announce(tx, events::OFFER_WITHDRAWN, &OfferId::Listing(id.clone()))?;
            }
            Ok(())
        })
        .await
}

/// Returns the root that a version's schema names.
pub(super) fn root_of(schema: &Schema) -> Option<[u8; 32]> {
    let root = HEXLOWER.decode(schema.root.as_ref()?.as_bytes()).ok()?;
    root.try_into().ok()
}

/// A listing and its data, without values.
pub(crate) struct CertifiedListing {
    pub(crate) listing: Listing,
    pub(crate) mode: EncryptionMode,
    pub(crate) schema: Schema,
    pub(crate) rows: u64,
}

/// Returns a listing with the form of its data; `user` is `None` for a visitor, who sees active listings.
///
/// # Errors
/// The listing does not exist, or its version is gone or cannot be read, or that is not the listed one.
pub(crate) async fn certified(
    state: &AppState,
    user: Option<UserId>,
    id: ListingId,
) -> Result<CertifiedListing, ApiError> {
    let sells = state.active_check();
    let (listing, mode) = state
        .db
        .read::<_, ApiError, _>("market.listing.certified", move |tx| {
            let missing = || ApiError::not_found("listing");
            let (listing, is_shown) = match &user {
                Some(user) => {
                    let listing = visible(tx, user, &id, sells)?;
                    let is_shown = listing.owner == *user || is_sold(tx, user, &listing)?;
                    (listing, is_shown)
                }
                None => {
                    let found = readable("listing", store::listings::by_id(tx, &id))?;
                    let listing = found.ok_or_else(missing)?;
                    ensure_sold(tx, ("listing", &listing.owner), sells)?;
                    let version = (&listing.dataset, listing.version);
                    let is_held = is_held(tx, &listing.owner, version, id.as_str())?;
                    let is_shown = listing.status == ListingStatus::Active && is_held;
                    (listing, is_shown)
                }
            };
            if !is_shown {
                return Err(missing());
            }
            let mode = mode(tx, &listing.owner, &listing.dataset)?;
            Ok((listing, mode.ok_or_else(missing)?))
        })
        .await?;
    let version = open(state, &listing.owner, &listing.dataset, listing.version).await?;
    let schema = version.schema().clone();
    if listing.root != root_of(&schema) || listing.rows.is_some_and(|rows| rows != version.rows()) {
        return Err(contradiction_error(format!(
            "listing {}: its row names another root or number of rows than the version",
            listing.id
        )));
    }
    Ok(CertifiedListing {
        mode,
        rows: version.rows(),
        schema,
        listing,
    })
}

/// A listing with the known facts about its data.
pub(crate) struct DescribedListing {
    pub(crate) listing: Listing,
    pub(crate) sales: Sales,
    /// The columns; `None` if the version is gone or cannot be read.
    pub(crate) columns: Option<Vec<Column>>,
}

/// Returns a listing that the caller owns, could buy or has bought.
///
/// # Errors
/// The listing does not exist.
pub(crate) async fn read(
    state: &AppState,
    user: UserId,
    id: ListingId,
) -> Result<DescribedListing, ApiError> {
    let sells = state.active_check();
    let (listing, sales, is_shown) = state
        .db
        .read::<_, ApiError, _>("market.listing.read", move |tx| {
            let listing = visible(tx, &user, &id, sells)?;
            let sales = store::ledger::sales(tx, id.as_str())?;
            let is_shown = listing.owner == user || is_sold(tx, &user, &listing)?;
            Ok((listing, sales, is_shown))
        })
        .await?;
    let version = match is_shown {
        true => open(state, &listing.owner, &listing.dataset, listing.version)
            .await
            .ok(),
        false => None,
    };
    Ok(DescribedListing {
        columns: version.map(|version| version.schema().columns.clone()),
        listing,
        sales,
    })
}

async fn open(
    state: &AppState,
    owner: &UserId,
    dataset: &DatasetId,
    version: i64,
) -> Result<FrozenVersion, ApiError> {
    FrozenVersion::open(state, owner, dataset.clone(), version).await
}

/// Whether the version that a listing names is held by the listing, or by a purchase of this account.
fn is_sold(tx: &Tx<'_>, user: &UserId, listing: &Listing) -> Result<bool, ApiError> {
    let version = (&listing.dataset, listing.version);
    if is_held(tx, &listing.owner, version, listing.id.as_str())? {
        return Ok(true);
    }
    let mut is_found = false;
    store::purchases::holders(tx, (user, listing.id.as_str()), |purchase| {
        is_found = is_held(tx, &listing.owner, version, purchase)?;
        Ok::<_, ApiError>(!is_found)
    })?;
    Ok(is_found)
}

/// Returns the version that a purchase bought. It is held in the name of the purchase: a row that was changed names
/// another version.
fn version_of(
    tx: &Tx<'_>,
    owner: &UserId,
    purchase: &Purchase,
) -> Result<(DatasetId, i64), ApiError> {
    if let SoldContent::Version {
        dataset, number, ..
    } = &purchase.sold
        && is_held(tx, owner, (dataset, *number), purchase.id.as_str())?
    {
        return Ok((dataset.clone(), *number));
    }
    let id = &purchase.id;
    Err(contradiction_error(format!(
        "purchase {id} holds no version that its row names"
    )))
}

fn visible(
    tx: &Tx<'_>,
    user: &UserId,
    id: &ListingId,
    sells: SellerCheck,
) -> Result<Listing, ApiError> {
    let missing = || ApiError::not_found("listing");
    let listing = readable("listing", store::listings::by_id(tx, id))?.ok_or_else(missing)?;
    let is_active = listing.status == ListingStatus::Active;
    if listing.owner == *user || (is_active && sells(tx, &listing.owner)?) {
        return Ok(listing);
    }
    match store::purchases::is_buyer(tx, user, id.as_str())? {
        true => Ok(listing),
        false => Err(missing()),
    }
}

/// Returns the terms of a listing that this account can buy.
///
/// # Errors
/// The listing does not exist, is the buyer's own or of a suspended seller, or was withdrawn.
pub(super) fn terms(
    tx: &Tx<'_>,
    buyer: &UserId,
    id: &ListingId,
    sells: SellerCheck,
) -> Result<OfferTerms, ApiError> {
    let listing = visible(tx, buyer, id, sells)?;
    refuse_own(&listing, buyer)?;
    ensure_sold(tx, ("listing", &listing.owner), sells)?;
    if listing.status != ListingStatus::Active {
        return Err(ApiError::conflict(
            "the listing was withdrawn and cannot be bought",
        ));
    }
    let version = (&listing.dataset, listing.version);
    if !is_held(tx, &listing.owner, version, id.as_str())? {
        return Err(contradiction_error(format!(
            "listing {id}: {}",
            store::listings::NOT_HELD
        )));
    }
    Ok(OfferTerms {
        offer: OfferId::Listing(listing.id),
        seller: Seller::Account(listing.owner),
        price: listing.price,
        rules: Some(listing.rules),
        sold: SoldContent::Version {
            dataset: listing.dataset,
            number: listing.version,
            rows: listing.rows,
            root: listing.root,
        },
    })
}

fn refuse_own(listing: &Listing, buyer: &UserId) -> Result<(), ApiError> {
    match listing.owner == *buyer {
        true => Err(ApiError::conflict(
            "the listing is your own: its data are at GET /api/datasets/{dataset_id}/data",
        )),
        false => Ok(()),
    }
}

/// A read of a bought listing.
pub(crate) struct ListingRead {
    pub(crate) listing: ListingId,
    /// The use that is continued; `None` for a new one.
    pub(crate) continued: Option<UseName>,
    pub(crate) rows: RowsRequest,
    /// The key of a read that continues no use.
    pub(crate) idempotency_key: IdempotencyKey,
}

/// The streamed rows of a bought listing.
pub(crate) struct SoldRows {
    pub(crate) answer: axum::response::Response,
    pub(crate) of: UseName,
    /// The uses that are left.
    pub(crate) remaining: u32,
}

/// Reads rows of the version that the caller bought. A use is consumed, durably, when the first rows have been
/// read and before the answer begins, unless an earlier read with the same key consumed one.
///
/// # Errors
/// No purchase that can be used; a repeated read whose use is over; a restriction that forbids the format; data that
/// cannot be read, in which case no use is consumed.
pub(crate) async fn data(
    state: &AppState,
    buyer: Owner,
    read: ListingRead,
) -> Result<SoldRows, ApiError> {
    let (user, id, continued) = (
        buyer.user.clone(),
        read.listing.clone(),
        read.continued.clone(),
    );
    let (sells, asked) = (state.active_check(), read.idempotency_key.clone());
    let (owner, dataset, number, purchase) = state
        .db
        .read("market.listing.find", move |tx| {
            let listing = visible(tx, &user, &id, sells)?;
            refuse_own(&listing, &user)?;
            let earlier = match &continued {
                Some(_) => None,
                None => asked.before::<ConsumedUse>(tx, &user)?,
            };
            let purchase = match earlier {
                Some(earlier) => repeated(tx, &user, id.as_str(), &earlier.name())?,
                None => {
                    let buy = "buy the listing at POST /api/marketplace/items/{id}/purchase";
                    usable(tx, &user, id.as_str(), continued.as_ref(), ("use", buy))?
                }
            };
            let (dataset, number) = version_of(tx, &listing.owner, &purchase)?;
            Ok::<_, ApiError>((listing.owner, dataset, number, purchase))
        })
        .await?;
    if purchase.restrictions.forbids_export() && is_file(read.rows.accept.as_deref())? {
        return Err(ApiError::permission_denied(
            "the listing has the restriction no-export: read its rows as application/json",
        ));
    }
    let version = open(state, &owner, &dataset, number).await?;
    let answer = version.stream(read.rows).await?;
    let (of, remaining) = match read.continued {
        Some(of) => (of, purchase.remaining()),
        None => {
            let consumed = consume(state, buyer, &purchase, read.idempotency_key).await?;
            (consumed.name(), consumed.remaining)
        }
    };
    Ok(SoldRows {
        answer,
        of,
        remaining,
    })
}
