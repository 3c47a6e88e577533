//! Fills the lists and the ledger inside of the store.

use lockstep_store::id::{DatasetId, ItemId, ListingId, TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Vault;
use lockstep_web::ApiError;

use crate::client::{Client, now};
use crate::{Bench, Sizes};

/// Rows of one transaction.
const PORTION: usize = 10_000;
/// Accounts of the ledger.
const ACCOUNTS: i64 = 1000;

/// Adds tokens and listings of another owner than the seller's, items, and datasets and tokens of the seller.
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

fn token(tx: &mut Tx<'_>, owner: &UserId, nth: usize) -> Result<(), StoreError> {
    let id = TokenId::generate(tx.now(), tx.entropy());
    tx.execute(
        "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses,
             restrictions, description, available_until, points, root, facts)
         VALUES (?1, ?2, ?3, 'active', ?4, 'EUR', 'P30D', 10, '[]', 'a token', NULL, 100, ?5, '[]')",
        params![id.as_str(), owner, tx.now(), 100 + nth as i64 % 900, &[0_u8; 32]],
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

/// Adds transfers between accounts that no user has.
pub(crate) async fn ledger(bench: &Bench, transfers: usize) {
    let start = now();
    let db = &bench.running.state.db;
    let first = db.write::<_, StoreError, _>("bench.accounts", |tx| {
        let first: i64 = tx.query_one(
            "SELECT COALESCE(MAX(id), 0) + 1 FROM ledger_account",
            &[],
            |row| row.at(0),
        )?;
        for nth in 0..ACCOUNTS {
            tx.execute(
                "INSERT INTO ledger_account(id, user_id, role, currency) VALUES (?1, NULL, 'user', 'EUR')",
                params![first + nth],
            )?;
        }
        Ok(first)
    });
    let first = first.await.expect("accounts");
    for from in (0..transfers).step_by(PORTION) {
        let to = (from + PORTION).min(transfers);
        let filled = db.write::<_, StoreError, _>("bench.ledger", move |tx| {
            for nth in from as i64..to as i64 {
                let (debit, credit) = (nth % ACCOUNTS, (nth * 7 + 1 + nth / ACCOUNTS) % ACCOUNTS);
                let credit = if credit == debit {
                    (credit + 1) % ACCOUNTS
                } else {
                    credit
                };
                transfer(tx, first + debit, first + credit)?;
            }
            Ok(())
        });
        filled.await.expect("the ledger is filled");
    }
    println!(
        "-- filled the ledger in {:.0} s",
        start.elapsed().as_secs_f64()
    );
}

fn transfer(tx: &mut Tx<'_>, debit: i64, credit: i64) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO ledger_transfer(id, at, kind, debit, credit, currency, amount, offer, reference,
             debit_balance, credit_balance)
         SELECT (SELECT COALESCE(MAX(id), 0) + 1 FROM ledger_transfer), ?1, 'purchase', d.id, c.id, 'EUR', 250,
             'tok_bench' || (c.id % 100), 'pur_bench', d.credits - d.debits - 250, c.credits - c.debits + 250
         FROM ledger_account d, ledger_account c WHERE d.id = ?2 AND c.id = ?3",
        params![tx.now(), debit, credit],
    )?;
    Ok(())
}

/// The number of entries of each list.
pub(crate) fn pages(sizes: &Sizes, limit: usize) -> usize {
    sizes.entries.div_ceil(limit)
}
