//! Which offers a comparison of prices examines.

use lockstep_store::Tx;
use lockstep_store::id::{ListingId, TokenId};

use super::*;
use crate::store::SellerCheck;
use crate::store::prices::{ListingFilter, PriceFilter, PricedOffers, of_listings, of_tokens};

const SELLER: &str = "usr_01h455vb4pex5vsknk084sn02q";
const SUSPENDED: &str = "usr_01h455vb4pex5vsknk084sn02r";
const BUYER: &str = "usr_01h455vb4pex5vsknk084sn02s";
const LIMIT: u32 = 3;

/// Stores a token and a listing of this account.
fn offer(tx: &mut Tx<'_>, seller: &str, at: i64) -> Result<(), StoreError> {
    let token = TokenId::generate(Timestamp(at), &SystemEntropy);
    tx.execute(
        "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses, restrictions,
             description, available_until, points, root, facts)
         VALUES (?1, ?2, ?3, 'active', 500, 'EUR', 'P1Y', 1, '[]', '', NULL, 10, x'00', '[{\"type\":\"power\"}]')",
        params![token.as_str(), seller, at],
    )?;
    let listing = ListingId::generate(Timestamp(at), &SystemEntropy);
    tx.execute(
        "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency, status,
             created_at)
         VALUES (?1, ?2, 'dset_1', 1, 'Rides', '', 500, 'EUR', 'active', ?3)",
        params![listing.as_str(), seller, at],
    )?;
    Ok(())
}

/// Returns the tokens, the listings, and the listings of others in euros that are compared.
async fn compared(db: &Db, sells: SellerCheck) -> [PricedOffers; 3] {
    let read = db.read::<_, StoreError, _>("test.prices", move |tx| {
        let buyer: UserId = BUYER.parse().unwrap();
        let by = (&buyer, sells);
        let listings = |of_others_in| {
            let filter = ListingFilter {
                words: &[],
                of_others_in,
            };
            of_listings(tx, by, filter, LIMIT)
        };
        Ok([
            of_tokens(tx, by, &PriceFilter::default(), LIMIT)?,
            listings(None)?,
            listings(Some(currency(0)))?,
        ])
    });
    read.await.unwrap()
}

#[tokio::test]
async fn offers_of_suspended_sellers_hide_no_others_from_a_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    let written = db.write::<_, StoreError, _>("test.offers", |tx| {
        offer(tx, SELLER, 1)?;
        for at in 0..2 * i64::from(LIMIT) {
            offer(tx, SUSPENDED, 1000 + at)?;
        }
        Ok(())
    });
    written.await.unwrap();
    for offers in compared(&db, |_, seller| Ok(seller.as_str() != SUSPENDED)).await {
        assert_eq!((offers.found.len(), offers.examined), (1, 1), "{offers:?}");
        assert!(!offers.has_more, "{offers:?}");
    }
    for offers in compared(&db, |_, _| Ok(true)).await {
        assert_eq!(offers.examined, u64::from(LIMIT), "{offers:?}");
        assert!(offers.has_more, "{offers:?}");
    }
    db.close().await;
}
