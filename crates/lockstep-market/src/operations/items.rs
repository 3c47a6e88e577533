//! Items: create, change, list. Only administrators do this; every account can buy an active item.

use lockstep_store::Tx;
use lockstep_store::id::{ItemId, UserId};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner, Paging};
use serde_json::json;

use super::{readable, write_audit};
use crate::item::{Item, ItemChange, ItemEncryption, ItemFilter, ItemStatus};
use crate::money::Money;
use crate::offer::{OfferId, OfferTerms, Seller, SoldContent};
use crate::store;
pub(crate) use crate::store::items::FoundItems;
use crate::terms::Terms;

/// An item to create.
#[derive(Clone)]
pub(crate) struct NewItem {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) category: String,
    pub(crate) status: ItemStatus,
    pub(crate) encryption: ItemEncryption,
}

/// Creates an item.
pub(crate) async fn create(
    state: &AppState,
    administrator: Owner,
    new: NewItem,
    idempotency_key: IdempotencyKey,
) -> Result<Item, ApiError> {
    let id = state
        .db
        .write("market.item.create", move |tx| {
            idempotency_key.run(tx, &administrator.user, |tx| {
                let now = tx.now();
                let new = new.clone();
                let item = Item {
                    id: ItemId::generate(now, tx.entropy()),
                    name: new.name,
                    description: new.description,
                    price: new.price,
                    category: new.category,
                    status: new.status,
                    encryption: new.encryption,
                    created_at: now,
                    updated_at: now,
                };
                store::items::insert(tx, &item)?;
                let (act, terms) = ("market.item.create", Terms::of_item(item.price));
                audit_item(tx, &administrator, (act, &item.id), Some(&terms))?;
                Ok(item.id)
            })
        })
        .await?;
    state
        .db
        .read("market.item.created", move |tx| found(tx, &id))
        .await
}

/// Changes an item.
///
/// # Errors
/// The item does not exist; its currency does not accept the new price.
pub(crate) async fn change(
    state: &AppState,
    administrator: Owner,
    id: ItemId,
    change: ItemChange,
) -> Result<Item, ApiError> {
    state
        .db
        .write("market.item.change", move |tx| {
            let mut item = found(tx, &id)?;
            let change = change.clone();
            let new_price = change.price.map(|price| price.money(item.price.currency));
            let new_price = new_price.transpose()?;
            // A change that keeps the price states none: the stored one may have been edited.
            let terms = new_price.map(Terms::of_item);
            let price = new_price.unwrap_or(item.price);
            item = Item {
                name: change.name.unwrap_or(item.name),
                description: change.description.unwrap_or(item.description),
                price,
                category: change.category.unwrap_or(item.category),
                status: change.status.unwrap_or(item.status),
                encryption: change.encryption.unwrap_or(item.encryption),
                updated_at: tx.now(),
                ..item
            };
            store::items::update(tx, &item)?;
            let act = ("market.item.change", &item.id);
            audit_item(tx, &administrator, act, terms.as_ref())?;
            Ok(item)
        })
        .await
}

/// Returns a page of items, the newest first.
pub(crate) async fn list(
    state: &AppState,
    filter: ItemFilter,
    paging: Paging,
) -> Result<FoundItems, ApiError> {
    state
        .db
        .read("market.item.list", move |tx| {
            Ok(store::items::list(tx, &filter, paging)?)
        })
        .await
}

/// Returns a page of the active items, the newest first, and the id before which the next begins.
pub(crate) async fn offered(
    state: &AppState,
    before: Option<ItemId>,
    limit: u32,
) -> Result<(Vec<Item>, Option<ItemId>), ApiError> {
    state
        .db
        .read("market.item.offered", move |tx| {
            let mut items = store::items::offered(tx, before.as_ref(), limit + 1)?;
            let goes_on = items.len() > limit as usize;
            items.truncate(limit as usize);
            let next = items.last().filter(|_| goes_on).map(|last| last.id.clone());
            Ok((items, next))
        })
        .await
}

/// Returns an item that the account can buy or has bought.
///
/// # Errors
/// The item does not exist.
pub(crate) async fn visible(state: &AppState, user: UserId, id: ItemId) -> Result<Item, ApiError> {
    state
        .db
        .read("market.item.visible", move |tx| {
            let item = found(tx, &id)?;
            let is_bought = || store::purchases::is_buyer(tx, &user, id.as_str());
            if item.status != ItemStatus::Active && !is_bought()? {
                return Err(ApiError::not_found("item"));
            }
            Ok(item)
        })
        .await
}

/// Returns the terms of an item that can be bought.
///
/// # Errors
/// The item does not exist or is not active.
pub(super) fn terms(tx: &Tx<'_>, id: &ItemId) -> Result<OfferTerms, ApiError> {
    let item = found(tx, id)?;
    if item.status != ItemStatus::Active {
        return Err(ApiError::not_found("item"));
    }
    Ok(OfferTerms {
        offer: OfferId::Item(item.id),
        seller: Seller::Platform,
        price: item.price,
        rules: None,
        sold: SoldContent::Item,
    })
}

fn found(tx: &Tx<'_>, id: &ItemId) -> Result<Item, ApiError> {
    readable("item", store::items::by_id(tx, id))?.ok_or_else(|| ApiError::not_found("item"))
}

fn audit_item(
    tx: &mut Tx<'_>,
    administrator: &Owner,
    (action, id): (&'static str, &ItemId),
    terms: Option<&Terms>,
) -> Result<(), ApiError> {
    write_audit(
        tx,
        administrator,
        action,
        format!("item {id}"),
        json!({ "itemId": id, "terms": terms }),
    )?;
    Ok(())
}
