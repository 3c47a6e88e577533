//! Purchases: buy, list, read, refund.

use lockstep_store::Tx;
use lockstep_store::id::{PurchaseId, TokenId, UserId};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::note;
use super::tokens::tell;
use crate::events;
use crate::ledger::{Kind, Transfer};
use crate::money::Money;
use crate::settlement::Settlement;
use crate::store;
use crate::token::{Purchase, PurchaseStatus, Status};

/// The outcome of a purchase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Bought {
    pub(crate) id: PurchaseId,
    pub(crate) token: TokenId,
    pub(crate) status: PurchaseStatus,
    pub(crate) expires_at: lockstep_store::Timestamp,
    pub(crate) remaining: u32,
}

/// Buys a token at its price: the transfer and the purchase are one transaction.
///
/// # Errors
/// A token that is not on the market, or the buyer's own; a purpose that is not allowed; the credit limit.
pub(crate) async fn buy(
    state: &AppState,
    buyer: Owner,
    token: TokenId,
    purpose: Option<String>,
    once: IdempotencyKey,
) -> Result<Bought, ApiError> {
    let settings = state.settings();
    let settlement = Settlement::of(&settings)?;
    let credit = settings.market.credit_limit;
    state
        .db
        .write("market.purchase", move |tx| {
            once.run(tx, &buyer.user, |tx| {
                let purchase = bought(tx, &buyer, (&token, purpose.as_deref()), settlement)?;
                if let Some(limit) = credit {
                    let limit = Money::limit(limit, purchase.price.currency);
                    let balance = store::ledger::balance(tx, purchase.buyer_account)?;
                    if balance < limit.saturating_neg() {
                        return Err(ApiError::conflict(format!(
                            "the price of {} takes your balance below the credit limit: pay in first",
                            purchase.price
                        )));
                    }
                }
                Ok(Bought {
                    status: purchase.status(tx.now()),
                    remaining: purchase.allowed_uses,
                    expires_at: purchase.expires_at,
                    id: purchase.id,
                    token: purchase.token,
                })
            })
        })
        .await
}

fn bought(
    tx: &mut Tx<'_>,
    buyer: &Owner,
    (token, purpose): (&TokenId, Option<&str>),
    settlement: Settlement,
) -> Result<Purchase, ApiError> {
    let token = super::tokens::visible(tx, &buyer.user, token)?;
    if token.owner == buyer.user {
        return Err(ApiError::conflict(
            "the token is your own: its points are at GET /v1/sfdp/data",
        ));
    }
    if token.status != Status::Active {
        return Err(ApiError::conflict(format!(
            "the token is {} and cannot be bought",
            token.status.as_str()
        )));
    }
    token.rules.restrictions.check_purpose(purpose)?;
    let now = tx.now();
    let buyer_account = store::ledger::account_of(tx, &buyer.user, token.price.currency)?;
    let seller_account = store::ledger::account_of(tx, &token.owner, token.price.currency)?;
    let id = PurchaseId::generate(now, tx.entropy());
    let transfer = settlement.settle(
        tx,
        &[Transfer {
            kind: Kind::Purchase,
            debit: buyer_account,
            credit: seller_account,
            money: token.price,
            offer: Some(token.id.as_str()),
            reference: id.as_str(),
        }],
    )?;
    let expires_at = token.rules.duration.end_of(now);
    let purchase = Purchase {
        id,
        token: token.id,
        at: now,
        buyer_account,
        seller_account,
        transfer,
        price: token.price,
        duration: token.rules.duration.as_str().to_owned(),
        restrictions: token.rules.restrictions,
        purpose: purpose.map(str::to_owned),
        root: token.root,
        points: token.points,
        expires_at: expires_at.ok_or_else(|| ApiError::internal("an access has no end"))?,
        allowed_uses: token.rules.allowed_uses,
        used: 0,
        refunded_at: None,
    };
    store::purchases::insert(tx, &buyer.user, &purchase)?;
    note(
        tx,
        buyer,
        "market.purchase",
        format!("purchase {} of token {}", purchase.id, purchase.token),
        json!({ "purchaseId": purchase.id, "tokenId": purchase.token, "transfer": transfer }),
    )?;
    let payload = json!({ "tokenId": purchase.token, "purchaseId": purchase.id });
    tell(tx, &token.owner, events::TOKEN_PURCHASED, payload)?;
    Ok(purchase)
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

/// Returns a purchase of the buyer.
///
/// # Errors
/// No such purchase.
pub(crate) async fn read(
    state: &AppState,
    buyer: UserId,
    id: PurchaseId,
) -> Result<Purchase, ApiError> {
    state
        .db
        .read("market.purchase.read", move |tx| {
            let purchase = store::purchases::by_id(tx, &buyer, &id)?;
            purchase.ok_or_else(|| ApiError::not_found("purchase"))
        })
        .await
}

/// Refunds a purchase that was never used, within an hour. The account numbers of the purchase are used,
/// so that a refund works after the seller was erased.
///
/// # Errors
/// No such purchase; one that was used, refunded, or made more than an hour ago.
pub(crate) async fn refund(
    state: &AppState,
    buyer: Owner,
    id: PurchaseId,
    once: IdempotencyKey,
) -> Result<Purchase, ApiError> {
    let settlement = Settlement::of(&state.settings())?;
    let (user, asked) = (buyer.user.clone(), id.clone());
    state
        .db
        .write("market.refund", move |tx| {
            once.run(tx, &buyer.user, |tx| {
                let purchase = store::purchases::by_id(tx, &buyer.user, &id)?;
                let purchase = purchase.ok_or_else(|| ApiError::not_found("purchase"))?;
                if !store::purchases::refund(tx, &buyer.user, &id)? {
                    return Err(ApiError::conflict(
                        "a purchase can be refunded once, within one hour, and only if it was not used",
                    ));
                }
                settlement.settle(
                    tx,
                    &[Transfer {
                        kind: Kind::Refund,
                        debit: purchase.seller_account,
                        credit: purchase.buyer_account,
                        money: purchase.price,
                        offer: Some(purchase.token.as_str()),
                        reference: id.as_str(),
                    }],
                )?;
                note(
                    tx,
                    &buyer,
                    "market.refund",
                    format!("purchase {id}"),
                    json!({ "purchaseId": id, "tokenId": purchase.token }),
                )?;
                if let Some(token) = store::tokens::by_id(tx, &purchase.token)? {
                    let payload = json!({ "tokenId": token.id, "purchaseId": id });
                    tell(tx, &token.owner, events::PURCHASE_REFUNDED, payload)?;
                }
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    read(state, user, asked).await
}
