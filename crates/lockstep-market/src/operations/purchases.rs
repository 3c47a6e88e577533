//! Purchases: buy, list, read, refund. Tokens, listings and items are bought by one function.

use lockstep_datasets::hold::{Retention, hold};
use lockstep_store::id::{PurchaseId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::announce::announce;
use super::sealing::{SealingKeys, ensure_readable};
use super::tokens::write_seller_event;
use super::{figures, items, listings, readable, tokens, write_audit};
use crate::events;
use crate::ledger::{Transfer, TransferKind};
use crate::money::Money;
use crate::offer::{OfferId, OfferTerms, Seller, SoldContent};
use crate::purchase::{Purchase, PurchaseStatus};
use crate::rules::{AccessRules, Restrictions};
use crate::settlement::Settlement;
use crate::store;
use crate::terms::Terms;

/// The outcome of a purchase at its time. A repeated request returns it unchanged, also after a refund.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PurchaseOutcome {
    pub(crate) id: PurchaseId,
    pub(crate) offer: OfferId,
    pub(crate) status: PurchaseStatus,
    /// `None` for an item.
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) remaining: u32,
}

/// The statements of a buyer in a purchase request.
#[derive(Clone, Debug)]
pub(crate) struct BuyerTerms {
    /// The purpose of the data.
    pub(crate) purpose: Option<String>,
    /// The price that the buyer read: at any other, nothing is bought.
    pub(crate) expected_price: Option<Money>,
}

/// Buys an offer at its price: the transfer and the purchase are one transaction.
///
/// # Errors
/// An offer that is not on the market or of a suspended seller, or the buyer's own; another price than the buyer expects;
/// a stopped key of the seller that the data need; a purpose that is not allowed; the credit limit.
pub(crate) async fn buy(
    state: &AppState,
    buyer: Owner,
    offer: OfferId,
    stated: BuyerTerms,
    idempotency_key: IdempotencyKey,
) -> Result<PurchaseOutcome, ApiError> {
    let settings = state.settings();
    let settlement = Settlement::of(&settings)?;
    let credit = settings.market.credit_limit;
    let keys = SealingKeys::of(state, &offer).await?;
    let sells = state.active_check();
    state
        .db
        .write("market.purchase", move |tx| {
            idempotency_key.run(tx, &buyer.user, |tx| {
                let terms = match &offer {
                    OfferId::Token(id) => tokens::terms(tx, &buyer.user, id, sells)?,
                    OfferId::Listing(id) => listings::terms(tx, &buyer.user, id, sells)?,
                    OfferId::Item(id) => items::terms(tx, id)?,
                };
                ensure_expected(&terms, stated.expected_price)?;
                ensure_readable(tx, keys.as_ref())?;
                let purpose = stated.purpose.clone();
                let purchase = record_purchase(tx, &buyer, (terms, purpose), settlement)?;
                if let Some(limit) = credit.filter(|_| purchase.price.minor > 0) {
                    ensure_within(tx, limit, &purchase)?;
                }
                Ok(PurchaseOutcome {
                    status: purchase.status(tx.now()),
                    remaining: purchase.allowed_uses,
                    expires_at: purchase.expires_at,
                    id: purchase.id,
                    offer: purchase.offer,
                })
            })
        })
        .await
}

/// Checks that a purchase leaves the buyer's debts within the credit limit. A balance that has not been paid in yet
/// does not count, and neither does what a refund may need: otherwise one payment could buy again and again.
fn ensure_within(tx: &Tx<'_>, limit: f64, purchase: &Purchase) -> Result<(), ApiError> {
    let limit = Money::limit(limit, purchase.price.currency);
    let owed = store::clearing::owed_with_refunds(tx, purchase.buyer_account)?;
    match owed > limit {
        true => Err(ApiError::conflict(format!(
            "the price of {} takes your debts above the credit limit: make a payment first. What your own buyers have \
             not paid yet, or may get back, does not count as paid",
            purchase.price
        ))),
        false => Ok(()),
    }
}

/// Checks that the price is the one that the buyer expects, if the buyer stated one.
fn ensure_expected(terms: &OfferTerms, expected: Option<Money>) -> Result<(), ApiError> {
    match expected {
        Some(expected) if expected != terms.price => Err(ApiError::conflict(format!(
            "the price is {}, not {expected}: read the offer again, and state its price if you still want to buy it",
            terms.price
        ))),
        _ => Ok(()),
    }
}

fn record_purchase(
    tx: &mut Tx<'_>,
    buyer: &Owner,
    (terms, purpose): (OfferTerms, Option<String>),
    settlement: Settlement,
) -> Result<Purchase, ApiError> {
    let rules = terms.rules;
    let restrictions = rules.as_ref().map(|rules| rules.restrictions.clone());
    let restrictions: Restrictions = restrictions.unwrap_or_default();
    restrictions.check_purpose(purpose.as_deref())?;
    let now = tx.now();
    let currency = terms.price.currency;
    let buyer_account = store::ledger::account_of(tx, &buyer.user, currency)?;
    let seller_account = match &terms.seller {
        Seller::Account(seller) => store::ledger::account_of(tx, seller, currency)?,
        Seller::Platform => store::ledger::platform(tx, currency)?,
    };
    let id = PurchaseId::generate(now, tx.entropy());
    let paid = Transfer {
        kind: TransferKind::Purchase,
        debit: buyer_account,
        credit: seller_account,
        money: terms.price,
        offer: Some(terms.offer.as_str()),
        reference: id.as_str(),
    };
    let transfer = match terms.price.minor {
        0 => None,
        _ => Some(settlement.settle(tx, &[paid])?),
    };
    let expires_at = end_of(rules.as_ref(), now)?;
    if let (
        SoldContent::Version {
            dataset, number, ..
        },
        Seller::Account(owner),
    ) = (&terms.sold, &terms.seller)
    {
        hold(
            tx,
            owner,
            (dataset, *number),
            (id.as_str(), Retention::Keep),
        )?;
    }
    let purchase = Purchase {
        id,
        offer: terms.offer,
        at: now,
        buyer_account,
        seller_account,
        transfer,
        price: terms.price,
        sold: terms.sold,
        duration: rules
            .as_ref()
            .map(|rules| rules.duration.as_str().to_owned()),
        restrictions,
        purpose,
        expires_at,
        allowed_uses: rules.map_or(0, |rules| rules.allowed_uses),
        used: 0,
        refunded_at: None,
    };
    store::purchases::insert(tx, &buyer.user, &purchase)?;
    figures::count(tx, &purchase, terms.seller.account(), 1)?;
    note(tx, buyer, &purchase)?;
    if let Seller::Account(seller) = &terms.seller {
        notify_seller(tx, seller, &purchase, true)?;
        announce(tx, events::OFFER_BOUGHT, &purchase.offer)?;
    }
    Ok(purchase)
}

/// Writes the audit entry of a purchase, which states its terms.
fn note(tx: &mut Tx<'_>, buyer: &Owner, purchase: &Purchase) -> Result<(), StoreError> {
    let (noun, offer) = (purchase.offer.noun(), &purchase.offer);
    write_audit(
        tx,
        buyer,
        "market.purchase",
        format!("purchase {} of {noun} {offer}", purchase.id),
        json!({
            "purchaseId": purchase.id, "offer": offer, "transfer": purchase.transfer,
            "terms": Terms::of_purchase(purchase),
        }),
    )
}

/// Returns the end of an access that begins now; `None` for an item.
fn end_of(rules: Option<&AccessRules>, now: Timestamp) -> Result<Option<Timestamp>, ApiError> {
    let end = rules.map(|rules| rules.duration.end_of(now));
    end.map(|end| end.ok_or_else(|| ApiError::internal("an access has no end")))
        .transpose()
}

/// Notifies the seller of a purchase, or of its refund.
fn notify_seller(
    tx: &mut Tx<'_>,
    seller: &UserId,
    purchase: &Purchase,
    is_new: bool,
) -> Result<(), ApiError> {
    let id = &purchase.id;
    let (kind, payload) = match (&purchase.offer, is_new) {
        (OfferId::Token(token), true) => (
            events::TOKEN_PURCHASED,
            json!({ "tokenId": token, "purchaseId": id }),
        ),
        (OfferId::Token(token), false) => (
            events::PURCHASE_REFUNDED,
            json!({ "tokenId": token, "purchaseId": id }),
        ),
        (OfferId::Listing(listing), true) => (
            events::LISTING_PURCHASED,
            json!({ "listingId": listing, "purchaseId": id }),
        ),
        (OfferId::Listing(listing), false) => (
            events::LISTING_REFUNDED,
            json!({ "listingId": listing, "purchaseId": id }),
        ),
        (OfferId::Item(_), _) => return Ok(()),
    };
    write_seller_event(tx, seller, kind, payload)
}

/// Ends the holds of purchases that can no longer be used. Their versions are then removed in the
/// background.
pub(crate) async fn release_ended(state: &AppState) -> Result<(), ApiError> {
    let ended = state
        .db
        .read::<_, StoreError, _>("market.release.find", |tx| {
            store::holds::ended(tx, RELEASED_AT_ONCE)
        })
        .await?;
    if ended.is_empty() {
        return Ok(());
    }
    state
        .db
        .write::<_, StoreError, _>("market.release", move |tx| {
            for purchase in &ended {
                if store::holds::has_ended(tx, purchase)? {
                    store::release_hold(tx, purchase)?;
                }
            }
            Ok(())
        })
        .await?;
    Ok(())
}

/// Returns a page of the buyer's purchases, the newest first, and the id before which the next begins.
pub(crate) async fn list(
    state: &AppState,
    buyer: UserId,
    before: Option<PurchaseId>,
    limit: u32,
) -> Result<(Vec<Purchase>, Option<PurchaseId>), ApiError> {
    state
        .db
        .read("market.purchase.list", move |tx| {
            let mut all = store::purchases::list(tx, &buyer, before.as_ref(), limit + 1)?;
            let goes_on = all.len() > limit as usize;
            all.truncate(limit as usize);
            let next = all.last().filter(|_| goes_on).map(|last| last.id.clone());
            Ok((all, next))
        })
        .await
}

/// Returns a page of the purchases of a seller's offers that can still be used, the newest first, and the id before which
/// the next begins.
pub(crate) async fn usable_of_seller(
    state: &AppState,
    seller: UserId,
    before: Option<PurchaseId>,
    limit: u32,
) -> Result<(Vec<Purchase>, Option<PurchaseId>), ApiError> {
    state
        .db
        .read("market.grants", move |tx| {
            let mut all = store::grants::list(tx, &seller, before.as_ref(), limit + 1)?;
            let goes_on = all.len() > limit as usize;
            all.truncate(limit as usize);
            let next = all.last().filter(|_| goes_on).map(|last| last.id.clone());
            Ok((all, next))
        })
        .await
}

/// Returns a purchase of the buyer.
///
/// # Errors
/// The purchase does not exist.
pub(crate) async fn read(
    state: &AppState,
    buyer: UserId,
    id: PurchaseId,
) -> Result<Purchase, ApiError> {
    state
        .db
        .read("market.purchase.read", move |tx| {
            let purchase = readable("purchase", store::purchases::by_id(tx, &buyer, &id))?;
            purchase.ok_or_else(|| ApiError::not_found("purchase"))
        })
        .await
}

/// Refunds a purchase that was never used, within an hour. The account numbers of the purchase are used,
/// so that a refund works after the seller was erased. A purchase that no longer gives what was sold can be refunded until
/// it ends.
///
/// # Errors
/// The purchase does not exist, was used or refunded, or is older than an hour.
pub(crate) async fn refund(
    state: &AppState,
    buyer: Owner,
    id: PurchaseId,
    idempotency_key: IdempotencyKey,
) -> Result<Purchase, ApiError> {
    let settlement = Settlement::of(&state.settings())?;
    let (user, asked) = (buyer.user.clone(), id.clone());
    let found = read(state, user.clone(), id.clone()).await?;
    // Within the hour a refund does not depend on the seller's keys: a damaged one prevents none.
    let hour_ago = state.clock.now().minus(store::purchases::REFUNDABLE);
    let keys = match found.at <= hour_ago {
        true => SealingKeys::of(state, &found.offer).await?,
        false => None,
    };
    state
        .db
        .write("market.refund", move |tx| {
            idempotency_key.run(tx, &buyer.user, |tx| {
                let purchase =
                    readable("purchase", store::purchases::by_id(tx, &buyer.user, &id))?;
                let purchase = purchase.ok_or_else(|| ApiError::not_found("purchase"))?;
                if store::purchases::is_contradicted(tx, &id)? {
                    return Err(ApiError {
                        log: Some(format!("purchase {id}: {}", store::purchases::CONTRADICTION)),
                        ..ApiError::conflict(
                            "the stored row of the purchase contradicts its transfer or its uses, so nothing is \
                             refunded: the operator runs `lockstep scrub` and restores the row from a backup",
                        )
                    });
                }
                let hour_ago = tx.now().minus(store::purchases::REFUNDABLE);
                let is_late = purchase.at <= hour_ago;
                let after = match is_late && gives_nothing(tx, &purchase, keys.as_ref())? {
                    true => Timestamp(i64::MIN),
                    false => hour_ago,
                };
                if !store::purchases::refund(tx, (&buyer.user, &id), after)? {
                    return Err(ApiError::conflict(
                        "a purchase can be refunded once, within one hour, and only if it was not used; later only while it \
                         can be used but its data cannot be read",
                    ));
                }
                refund_purchase(tx, &buyer, &purchase, settlement)?;
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    read(state, user, asked).await
}

/// Whether a purchase that can be used no longer gives what was sold: its seller was erased or has stopped a key that the
/// data need, or a series of an aggregate-only token gives no further answers.
fn gives_nothing(
    tx: &Tx<'_>,
    purchase: &Purchase,
    keys: Option<&SealingKeys>,
) -> Result<bool, ApiError> {
    let is_of_account = !matches!(purchase.offer, OfferId::Item(_));
    if !is_of_account || purchase.status(tx.now()) != PurchaseStatus::Active {
        return Ok(false);
    }
    if !store::ledger::has_owner(tx, purchase.seller_account)? {
        return Ok(true);
    }
    if let Some(keys) = keys
        && keys.are_stopped(tx)?
    {
        return Ok(true);
    }
    match &purchase.offer {
        OfferId::Token(token) if purchase.restrictions.is_aggregate_only() => {
            let left = store::cells::answers_left(tx, token)?;
            Ok(left.iter().any(|series| series.left == 0))
        }
        _ => Ok(false),
    }
}

/// Pays the price back, ends the hold of the purchase and tells the seller.
fn refund_purchase(
    tx: &mut Tx<'_>,
    buyer: &Owner,
    purchase: &Purchase,
    settlement: Settlement,
) -> Result<(), ApiError> {
    let id = &purchase.id;
    let paid_back = Transfer {
        kind: TransferKind::Refund,
        debit: purchase.seller_account,
        credit: purchase.buyer_account,
        money: purchase.price,
        offer: Some(purchase.offer.as_str()),
        reference: id.as_str(),
    };
    if purchase.transfer.is_some() {
        settlement.settle(tx, &[paid_back])?;
    }
    store::release_hold(tx, id)?;
    write_audit(
        tx,
        buyer,
        "market.refund",
        format!("purchase {id}"),
        json!({ "purchaseId": id, "offer": purchase.offer }),
    )?;
    let seller = match &purchase.offer {
        OfferId::Token(token) => {
            seller_row(store::tokens::by_id(tx, token))?.map(|token| token.owner)
        }
        OfferId::Listing(listing) => {
            seller_row(store::listings::by_id(tx, listing))?.map(|listing| listing.owner)
        }
        OfferId::Item(_) => None,
    };
    figures::count(tx, purchase, seller.as_ref(), -1)?;
    match seller {
        Some(seller) => notify_seller(tx, &seller, purchase, false),
        None => Ok(()),
    }
}

/// The row of an offer whose seller is notified; `None` for a damaged row, which prevents no refund.
fn seller_row<T>(found: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Err(error) if error.is_damage() => Ok(None),
        found => found,
    }
}

/// The holds that one run ends, for each reason.
const RELEASED_AT_ONCE: u32 = 1000;
