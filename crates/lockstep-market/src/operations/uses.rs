//! Uses of purchases: selects the purchase for a read, and counts the use durably.

use lockstep_store::Tx;
use lockstep_store::id::{PurchaseId, UserId};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{readable, write_audit};
use crate::purchase::{Purchase, PurchaseStatus, UseName};
use crate::store;

/// A use that a request consumed. A repeated request with the same `Idempotency-Key` continues it and consumes none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ConsumedUse {
    purchase: PurchaseId,
    n: u32,
    /// The uses that were left after it.
    pub(super) remaining: u32,
}

impl ConsumedUse {
    pub(super) fn name(&self) -> UseName {
        UseName {
            purchase: self.purchase.clone(),
            n: self.n,
        }
    }
}

/// Finds the purchase of an offer that a read uses: the oldest that can be used, or the one of a use that is
/// continued. `buy` names the operation that buys the offer; `field` names the parameter that continues a use.
///
/// # Errors
/// No purchase, or none that can be used; a use that is over or of another purchase.
pub(super) fn usable(
    tx: &Tx<'_>,
    buyer: &UserId,
    offer: &str,
    continued: Option<&UseName>,
    (field, buy): (&str, &str),
) -> Result<Purchase, ApiError> {
    if let Some(of) = continued {
        return open_use(tx, buyer, offer, of)?.ok_or_else(|| {
            ApiError::invalid(
                field,
                "must come from a response to you within the last hour",
            )
        });
    }
    if let Some(purchase) = store::purchases::usable(tx, buyer, offer)? {
        return of_its_offer(tx, purchase);
    }
    let newest = store::purchases::newest(tx, buyer, offer)?;
    Err(match newest {
        None => ApiError::permission_denied(format!("you have not bought this: {buy}")),
        Some(purchase) => refusal_of(purchase.status(tx.now())),
    })
}

/// Returns the purchase of a use that can still be continued; `None` if the use is over or of another offer.
pub(super) fn open_use(
    tx: &Tx<'_>,
    buyer: &UserId,
    offer: &str,
    of: &UseName,
) -> Result<Option<Purchase>, ApiError> {
    let purchase = readable("purchase", store::purchases::by_id(tx, buyer, &of.purchase))?;
    let purchase = purchase.filter(|purchase| {
        purchase.offer.as_str() == offer
            && purchase.refunded_at.is_none()
            && !purchase.is_over(tx.now())
    });
    match purchase {
        Some(purchase) if store::purchases::is_open(tx, buyer, &purchase.id, of.n)? => {
            of_its_offer(tx, purchase).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the purchase of a use that an earlier request with the same `Idempotency-Key` consumed.
///
/// # Errors
/// The use has ended.
pub(super) fn repeated(
    tx: &Tx<'_>,
    buyer: &UserId,
    offer: &str,
    of: &UseName,
) -> Result<Purchase, ApiError> {
    open_use(tx, buyer, offer, of)?.ok_or_else(|| {
        ApiError::conflict(
            "the answer to this Idempotency-Key was given more than an hour ago, or its purchase has expired: \
             choose a new key, which consumes a use",
        )
    })
}

/// Refuses a purchase whose row names another offer than the ledger, or other rules than its offer has.
fn of_its_offer(tx: &Tx<'_>, purchase: Purchase) -> Result<Purchase, ApiError> {
    match store::purchases::names_other_offer(tx, &purchase.id)? {
        false => Ok(purchase),
        true => Err(super::contradiction_error(format!(
            "purchase {}: {}",
            purchase.id,
            store::purchases::CONTRADICTION
        ))),
    }
}

fn refusal_of(status: PurchaseStatus) -> ApiError {
    ApiError::conflict(format!(
        "your purchase is {}: buy the offer again",
        status.as_str()
    ))
}

/// Consumes a use of a purchase, durably, unless an earlier request with the same key consumed one.
pub(super) async fn consume(
    state: &AppState,
    buyer: Owner,
    purchase: &Purchase,
    idempotency_key: IdempotencyKey,
) -> Result<ConsumedUse, ApiError> {
    let (purchase, allowed) = (purchase.id.clone(), purchase.allowed_uses);
    state
        .db
        .write("market.data.use", move |tx| {
            idempotency_key.run(tx, &buyer.user, |tx| {
                let n = consume_use(tx, &buyer, &purchase)?;
                Ok(ConsumedUse {
                    purchase: purchase.clone(),
                    n,
                    remaining: allowed - n,
                })
            })
        })
        .await
}

/// Consumes a use in a transaction, with its audit entry.
pub(super) fn consume_use(
    tx: &mut Tx<'_>,
    buyer: &Owner,
    id: &PurchaseId,
) -> Result<u32, ApiError> {
    let n = store::purchases::consume(tx, &buyer.user, id)?;
    let n = n.ok_or_else(|| refusal_of(PurchaseStatus::Used))?;
    write_audit(
        tx,
        buyer,
        "market.use",
        format!("use {n} of purchase {id}"),
        json!({ "purchaseId": id, "use": n }),
    )?;
    Ok(n)
}
