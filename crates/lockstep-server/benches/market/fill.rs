//! Fills the lists inside of the store.

use std::time::Duration;

use lockstep_store::id::{DatasetId, ItemId, ListingId, TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Vault;
use lockstep_web::ApiError;

use crate::client::{Client, now};
use crate::{Bench, Sizes};

/// Rows of one transaction.
pub(crate) const PORTION: usize = 10_000;

/// Adds tokens and listings of an owner other than the seller's, items, and datasets and tokens of the seller.
pub(crate) async fn lists(bench: &Bench, seller: &Client, entries: usize) {
    let start = now();
    let owner: UserId = bench.admin.id.parse().expect("an id");
    let user: UserId = seller.id.parse().expect("an id");
    let db = &bench.running.state.db;
    let vault = Vault::of(&bench.running.state).expect("the server has a vault");
    let keys = vault
        .account_keys(&user)
        .await
        .expect("keys of the account");
    for from in (0..entries).step_by(PORTION) {
        let to = (from + PORTION).min(entries);
        let (owner, keys) = (owner.clone(), keys.clone());
        let filled = db.write::<_, ApiError, _>("bench.lists", move |tx| {
            for nth in from..to {
                token(tx, &owner, nth)?;
                listing(tx, &owner, nth)?;
                item(tx, nth)?;
            }
            let names = (from..to).map(|nth| format!("dataset {}", nth * 7919 % 1_000_003));
            lockstep_datasets::add_entries(tx, &keys, names)
        });
        filled.await.expect("the lists are filled");
    }
    println!(
        "-- filled with {entries} entries a list in {:.0} s",
        start.elapsed().as_secs_f64()
    );
}

/// Adds a token. Every second one expired long ago, and its seller was notified.
fn token(tx: &mut Tx<'_>, owner: &UserId, nth: usize) -> Result<(), StoreError> {
    let id = TokenId::generate(tx.now(), tx.entropy());
    let is_expired = nth.is_multiple_of(2);
    let until = is_expired.then(|| tx.now().minus(Duration::from_secs(86_400)));
    tx.execute(
        "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses,
             restrictions, description, available_until, points, root, facts, is_expiry_told)
         VALUES (?1, ?2, ?3, 'active', ?4, 'EUR', 'P30D', 10, '[]', 'a token', ?6, 100, ?5, '[]', ?7)",
        params![
            id.as_str(),
            owner,
            tx.now(),
            100 + nth as i64 % 900,
            &[0_u8; 32],
            until,
            is_expired
        ],
    )?;
    Ok(())
}

fn listing(tx: &mut Tx<'_>, owner: &UserId, nth: usize) -> Result<(), StoreError> {
    let id = ListingId::generate(tx.now(), tx.entropy());
    let dataset = DatasetId::generate(tx.now(), tx.entropy());
    tx.execute(
        "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency,
             status, created_at)
         VALUES (?1, ?2, ?3, 1, ?4, 'a listing', ?5, 'EUR', 'active', ?6)",
        params![
            id.as_str(),
            owner,
            dataset.as_str(),
            &format!("listing {nth}"),
            100 + nth as i64 % 900,
            tx.now()
        ],
    )?;
    Ok(())
}

fn item(tx: &mut Tx<'_>, nth: usize) -> Result<(), StoreError> {
    let id = ItemId::generate(tx.now(), tx.entropy());
    tx.execute(
        "INSERT INTO market_item(id, name, description, price, currency, category, status, encryption,
             created_at, updated_at)
         VALUES (?1, ?2, 'an item', ?3, 'EUR', ?4, ?5, '{\"available\":false,\"types\":[],\"required\":false}', ?6, ?6)",
        params![
            id.as_str(),
            &format!("item {nth}"),
            100 + nth as i64 % 900,
            &format!("category {}", nth % 10),
            if nth.is_multiple_of(3) { "draft" } else { "active" },
            tx.now()
        ],
    )?;
    Ok(())
}

/// The number of entries of each list.
pub(crate) fn pages(sizes: &Sizes, limit: usize) -> usize {
    sizes.entries.div_ceil(limit)
}
