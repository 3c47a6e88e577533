//! Fills the lists inside of the store.

use std::ops::Range;
use std::time::Duration;

use lockstep_store::id::{ItemId, ListingId, TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Vault;
use lockstep_web::ApiError;

use crate::client::{Client, now};
use crate::{Bench, Sizes};

/// Rows of one transaction.
pub(crate) const PORTION: usize = 10_000;

/// Adds tokens and listings of an owner other than the seller's, items, and datasets of the seller. Each portion of a list
/// is a transaction of its own, and one statement adds its offers: every statement that fires triggers is a savepoint, and
/// the engine walks the pages that the transaction has changed when it ends one.
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
        for list in [Offers::Tokens, Offers::Listings, Offers::Items] {
            let owner = owner.clone();
            let filled = db.write::<_, StoreError, _>("bench.offers", move |tx| {
                list.add(tx, &owner, from..to)
            });
            filled.await.expect("a list is filled");
        }
        let keys = keys.clone();
        let filled = db.write::<_, ApiError, _>("bench.datasets", move |tx| {
            let names = (from..to).map(|nth| format!("dataset {}", nth * 7919 % 1_000_003));
            lockstep_datasets::add_entries(tx, &keys, names)
        });
        filled.await.expect("the datasets are added");
        if to == entries || to.is_multiple_of(REPORTED) {
            println!(
                "-- {to} of {entries} entries a list in {:.0} s",
                start.elapsed().as_secs_f64()
            );
        }
    }
}

/// A list of offers.
#[derive(Clone, Copy)]
enum Offers {
    /// Every second token expired long ago, and its seller was notified.
    Tokens,
    Listings,
    Items,
}

impl Offers {
    /// Adds the offers with these numbers. The triggers of the tables index each as an offer that was made over HTTP.
    fn add(self, tx: &mut Tx<'_>, owner: &UserId, numbers: Range<usize>) -> Result<(), StoreError> {
        let first = numbers.start as i64;
        let ids: Vec<String> = numbers.map(|_| self.id(tx)).collect();
        let ids = serde_json::json!(ids).to_string();
        let now = tx.now();
        let added = match self {
            Self::Tokens => {
                let past = now.minus(Duration::from_secs(86_400));
                tx.execute(TOKENS, params![&ids, first, now, owner, past])
            }
            Self::Listings => tx.execute(LISTINGS, params![&ids, first, now, owner]),
            Self::Items => tx.execute(ITEMS, params![&ids, first, now]),
        };
        added.map(drop)
    }

    fn id(self, tx: &Tx<'_>) -> String {
        let (now, entropy) = (tx.now(), tx.entropy());
        match self {
            Self::Tokens => TokenId::generate(now, entropy).to_string(),
            Self::Listings => ListingId::generate(now, entropy).to_string(),
            Self::Items => ItemId::generate(now, entropy).to_string(),
        }
    }
}

// ?1 are the ids as a JSON array, ?2 is the number of the first, ?3 the time and ?4 the seller.
const TOKENS: &str = "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses, restrictions,
        description, available_until, points, root, facts, is_expiry_told)
    SELECT e.value, ?4, ?3, 'active', 100 + (?2 + e.key) % 900, 'EUR', 'P30D', 10, '[]', 'a token',
        CASE (?2 + e.key) % 2 WHEN 0 THEN ?5 END, 100, zeroblob(32), '[]', (?2 + e.key + 1) % 2
    FROM json_each(?1) AS e";
const LISTINGS: &str =
    "INSERT INTO market_listing(id, user_id, dataset_id, version, title, description, price, currency, status, created_at)
    SELECT e.value, ?4, replace(e.value, 'lst_', 'ds_'), 1, 'listing ' || (?2 + e.key), 'a listing',
        100 + (?2 + e.key) % 900, 'EUR', 'active', ?3
    FROM json_each(?1) AS e";
const ITEMS: &str =
    "INSERT INTO market_item(id, name, description, price, currency, category, status, encryption, created_at, updated_at)
    SELECT e.value, 'item ' || (?2 + e.key), 'an item', 100 + (?2 + e.key) % 900, 'EUR', 'category ' || ((?2 + e.key) % 10),
        CASE (?2 + e.key) % 3 WHEN 0 THEN 'draft' ELSE 'active' END,
        '{\"available\":false,\"types\":[],\"required\":false}', ?3, ?3
    FROM json_each(?1) AS e";
/// The fill reports after so many entries a list.
const REPORTED: usize = 100_000;

/// The number of entries of each list.
pub(crate) fn pages(sizes: &Sizes, limit: usize) -> usize {
    sizes.entries.div_ceil(limit)
}
