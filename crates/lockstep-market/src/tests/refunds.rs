//! The hour in which an unused purchase is refunded, to the millisecond.

use std::time::Duration;

use lockstep_store::StoreError;
use lockstep_store::id::{PurchaseId, TokenId};

use super::{currency, open, users};
use crate::money::Money;
use crate::offer::{OfferId, SoldContent};
use crate::purchase::Purchase;
use crate::rules::Restrictions;
use crate::store::{ledger, purchases};

/// A payout reserves the price of a purchase as long as the purchase can be refunded, and not a millisecond longer.
#[tokio::test]
async fn a_price_is_reserved_as_long_as_it_can_be_refunded() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    for (age, is_in_time) in [
        (0, true),
        (3_599_999, true),
        (3_600_000, false),
        (3_600_001, false),
    ] {
        let outcome = db.write::<_, StoreError, _>("test.refund", move |tx| {
            let users = users();
            let (buyer, seller) = (&users[0], &users[1]);
            let (now, euro) = (tx.now(), currency(0));
            let purchase = Purchase {
                id: PurchaseId::generate(now, tx.entropy()),
                offer: OfferId::Token(TokenId::generate(now, tx.entropy())),
                at: now.minus(Duration::from_millis(age)),
                buyer_account: ledger::account_of(tx, buyer, euro)?,
                seller_account: ledger::account_of(tx, seller, euro)?,
                transfer: Some(1),
                price: Money {
                    minor: 500,
                    currency: euro,
                },
                sold: SoldContent::Points {
                    root: [0; 32],
                    points: 1,
                },
                duration: Some("P30D".to_owned()),
                restrictions: Restrictions::default(),
                purpose: None,
                expires_at: Some(now.plus(Duration::from_secs(86_400))),
                allowed_uses: 1,
                used: 0,
                refunded_at: None,
            };
            purchases::insert(tx, buyer, &purchase)?;
            let reserved = purchases::refundable(tx, purchase.seller_account)?;
            let after = now.minus(purchases::REFUNDABLE);
            let is_refunded = purchases::refund(tx, (buyer, &purchase.id), after)?;
            let left = purchases::refundable(tx, purchase.seller_account)?;
            Ok((reserved, is_refunded, left))
        });
        let reserved = match is_in_time {
            true => 500,
            false => 0,
        };
        let expected = (reserved, is_in_time, 0);
        assert_eq!(outcome.await.unwrap(), expected, "{age} ms");
    }
    db.close().await;
}
