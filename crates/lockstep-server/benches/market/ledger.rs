//! A ledger of many purchases: filled, cleared, recomputed and listed.

use lockstep_store::id::{PurchaseId, TokenId, UserId};
use lockstep_store::{StoreError, Tx, params};
use serde_json::json;

use crate::client::{Client, at_least, now};
use crate::fill::PORTION;
use crate::{Bench, Sizes};

/// Accounts of the ledger; the first is that of the collector.
const ACCOUNTS: usize = 1000;
/// Of so many purchases, one is the collector's.
const OF_COLLECTOR: usize = 4;
/// Of so many purchases, one is refunded.
const REFUNDED: usize = 50;
/// The price of each offer, in minor units.
const PRICE: i64 = 250;
/// How long a purchase gives access, in milliseconds.
const ACCESS_MS: i64 = 30 * 86_400_000;
/// The payment of each account in minor units: less than its purchases, so that debts arise.
const PAID_IN: i64 = 20_000;

/// The parties of the ledger: the owner of each account, its number and its offer.
#[derive(Clone)]
struct Parties {
    owners: Vec<UserId>,
    first_account: i64,
    offers: Vec<TokenId>,
}

/// Adds purchases with their transfers, refunds some of them, and clears each portion as the server does. Returns the
/// account that made a quarter of the purchases.
pub(crate) async fn fill(bench: &Bench, sizes: &Sizes) -> Client {
    let start = now();
    let collector = bench.account("collector").await;
    let payer = bench.account("payer").await;
    // The first settlement creates the account of the outside.
    settle(bench, &payer).await;
    let user: UserId = collector.id.parse().expect("an id");
    let db = &bench.running.state.db;
    let parties =
        db.write::<_, StoreError, _>("bench.parties", move |tx| parties(tx, user.clone()));
    let parties = parties.await.expect("the parties");
    // A transfer is two entries: the debit of one account and the credit of another.
    let purchases = sizes.entries.div_ceil(2);
    for from in (0..purchases).step_by(PORTION) {
        let to = (from + PORTION).min(purchases);
        let parties = parties.clone();
        let filled = db.write::<_, StoreError, _>("bench.ledger", move |tx| {
            (from..to).try_for_each(|nth| purchase(tx, &parties, nth))
        });
        filled.await.expect("the ledger is filled");
        settle(bench, &payer).await;
    }
    println!(
        "-- filled and cleared the ledger in {:.0} s",
        start.elapsed().as_secs_f64()
    );
    collector
}

/// Enters a payment. The server clears the transfers before it, too.
async fn settle(bench: &Bench, payer: &Client) {
    let body = json!({
        "userId": payer.id, "type": "settlement", "amount": 1, "currency": "EUR", "reference": "of the benchmark",
    });
    let path = "/v1/admin/marketplace/settlements";
    bench.admin.post(path, &body).await;
}

fn parties(tx: &mut Tx<'_>, collector: UserId) -> Result<Parties, StoreError> {
    let outside = tx.query_one(
        "SELECT id FROM ledger_account WHERE role = 'outside' AND currency = 'EUR'",
        &[],
        |row| row.at(0),
    )?;
    let first_account: i64 =
        tx.query_one("SELECT MAX(id) + 1 FROM ledger_account", &[], |row| {
            row.at(0)
        })?;
    let mut parties = Parties {
        owners: vec![collector],
        first_account,
        offers: Vec::new(),
    };
    while parties.owners.len() < ACCOUNTS {
        parties
            .owners
            .push(UserId::generate(tx.now(), tx.entropy()));
    }
    for (owner, number) in parties.owners.iter().zip(first_account..) {
        tx.execute(
            "INSERT INTO ledger_account(id, user_id, role, currency) VALUES (?1, ?2, 'user', 'EUR')",
            params![number, owner],
        )?;
        transfer(
            tx,
            ("settlement", PAID_IN),
            (outside, number),
            (None, "of the benchmark"),
        )?;
        let offer = TokenId::generate(tx.now(), tx.entropy());
        tx.execute(
            "INSERT INTO market_token(id, user_id, at, status, price, currency, duration, allowed_uses,
                 restrictions, description, available_until, points, root, facts)
             VALUES (?1, ?2, ?3, 'revoked', ?4, 'EUR', 'P30D', 10, '[]', 'sold before', NULL, 100, ?5, '[]')",
            params![offer.as_str(), owner, tx.now(), PRICE, &[0_u8; 32]],
        )?;
        parties.offers.push(offer);
    }
    Ok(parties)
}

/// Adds a purchase with its transfer, and a refund of some of them.
fn purchase(tx: &mut Tx<'_>, parties: &Parties, nth: usize) -> Result<(), StoreError> {
    let buyer = match nth.is_multiple_of(OF_COLLECTOR) {
        true => 0,
        false => nth % ACCOUNTS,
    };
    let seller = (nth * 7 + 1 + nth / ACCOUNTS) % ACCOUNTS;
    let seller = match seller == buyer {
        true => (seller + 1) % ACCOUNTS,
        false => seller,
    };
    let number = |nth: usize| parties.first_account + nth as i64;
    let (debit, credit) = (number(buyer), number(seller));
    let id = PurchaseId::generate(tx.now(), tx.entropy());
    let offer = parties.offers[seller].as_str();
    let sold = (Some(offer), id.as_str());
    let paid = transfer(tx, ("purchase", PRICE), (debit, credit), sold)?;
    let is_refunded = nth.is_multiple_of(REFUNDED);
    let refunded_at = is_refunded.then(|| tx.now());
    tx.execute(
        "INSERT INTO market_purchase(id, user_id, offer, at, buyer_account, seller_account, transfer, price,
             currency, duration, restrictions, root, points, expires_at, allowed_uses, refunded_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'EUR', 'P30D', '[]', ?9, 100, ?10, 10, ?11)",
        params![
            id.as_str(),
            &parties.owners[buyer],
            offer,
            tx.now(),
            debit,
            credit,
            paid,
            PRICE,
            &[0_u8; 32],
            tx.now().0 + ACCESS_MS,
            refunded_at
        ],
    )?;
    if is_refunded {
        transfer(tx, ("refund", PRICE), (credit, debit), sold)?;
    }
    Ok(())
}

/// Adds a transfer; returns its number.
fn transfer(
    tx: &mut Tx<'_>,
    (kind, amount): (&str, i64),
    (debit, credit): (i64, i64),
    (offer, reference): (Option<&str>, &str),
) -> Result<i64, StoreError> {
    tx.query_one(
        "INSERT INTO ledger_transfer(id, at, kind, debit, credit, currency, amount, offer, reference,
             debit_balance, credit_balance)
         SELECT (SELECT COALESCE(MAX(id), 0) + 1 FROM ledger_transfer), ?1, ?2, d.id, c.id, 'EUR', ?3, ?4, ?5,
             d.credits - d.debits - ?3, c.credits - c.debits + ?3
         FROM ledger_account d, ledger_account c WHERE d.id = ?6 AND c.id = ?7
         RETURNING id",
        params![tx.now(), kind, amount, offer, reference, debit, credit],
        |row| row.at(0),
    )
}

/// Recomputes the ledger. An entry is one side of a transfer: each transfer debits one account and credits another.
pub(crate) async fn verify(bench: &Bench) {
    let verify = lockstep_market::CAPABILITY.cli.first().expect("`market`");
    let (steps, _) = tokio::sync::mpsc::channel(1);
    let start = now();
    let output = (verify.run)(bench.running.state.clone(), json!("verify"), steps).await;
    let seconds = start.elapsed().as_secs_f64();
    let output = output.expect("a report");
    assert!(output.is_success, "{}", output.result);
    let transfers = output.result["transfers"].as_f64().expect("a number");
    for (figure, count) in [
        ("entries of the ledger recomputed a second", 2.0 * transfers),
        ("transfers of the ledger recomputed a second", transfers),
    ] {
        at_least(figure, count / seconds, 1e6, "/s");
    }
}
