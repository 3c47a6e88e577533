//! The ledger over a real store.

mod engines;
mod prices;
mod query_plans;
mod refunds;

use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{
    Db, PostgresUrl, Settings, StoreError, SystemClock, SystemEntropy, Timestamp, params,
};
use lockstep_web::ApiError;
use proptest::prelude::*;
use std::sync::Arc;

use crate::ledger::{Transfer, TransferKind};
use crate::money::{Currency, Money};
use crate::settlement::Settlement;
use crate::store::ledger::NotPosted;
use crate::store::{ledger, verification};
use engines::Engine;

fn open(folder: &tempfile::TempDir) -> Db {
    open_on(folder, None)
}

fn open_on(folder: &tempfile::TempDir, postgres: Option<PostgresUrl>) -> Db {
    let options = Options {
        file: folder.path().join("lockstep.db"),
        postgres,
        readers: 2,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Db::open(options, crate::MIGRATIONS).unwrap()
}

fn users() -> Vec<UserId> {
    (0..4)
        .map(|nth| UserId::generate(Timestamp(nth), &SystemEntropy))
        .collect()
}

fn currency(nth: usize) -> Currency {
    ["EUR", "JPY", "KWD"][nth % 3].parse().unwrap()
}

/// A transfer by the indexes of its parties; index 4 stands for parties outside the platform.
type Step = (usize, usize, usize, i64, usize);

async fn post(db: &Db, users: &[UserId], step: Step) -> Result<i64, NotPosted> {
    let (from, to, of, amount, kind) = step;
    let users = users.to_vec();
    db.write("test.post", move |tx| {
        let money = Money {
            minor: amount,
            currency: currency(of),
        };
        let mut party = |nth: usize| match users.get(nth) {
            Some(user) => ledger::account_of(tx, user, money.currency),
            None => ledger::external_account(tx, money.currency),
        };
        let (debit, credit) = (party(from)?, party(to)?);
        ledger::post(
            tx,
            &Transfer {
                kind: [
                    TransferKind::Purchase,
                    TransferKind::Settlement,
                    TransferKind::Payout,
                ][kind % 3],
                debit,
                credit,
                money,
                offer: Some("tok_1").filter(|_| of == 0),
                reference: "pur_1",
            },
        )
    })
    .await
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// After any postings, the transfers of each currency sum to zero over all accounts, and a
    /// recomputation finds the stored balances.
    #[test]
    fn every_currency_sums_to_zero(
        steps in prop::collection::vec((0..5_usize, 0..5_usize, 0..3_usize, -2..1000_i64, 0..3_usize), 1..40)
    ) {
        let folder = tempfile::tempdir().unwrap();
        runtime().block_on(async {
            for engine in Engine::all(&folder) {
                let (db, users) = (engine.open(&folder), users());
                let mut posted = 0;
                for &step in &steps {
                    let (from, to, _, amount, _) = step;
                    let answer = post(&db, &users, step).await;
                    assert_eq!(answer.is_ok(), from != to && amount > 0, "{step:?} {answer:?}");
                    posted += u64::from(answer.is_ok());
                }
                let report = db.read("test.verify", verification::verify).await.unwrap();
                assert_eq!((report.transfers, report.difference), (posted, None));
                let sums = db.read::<_, StoreError, _>("test.sums", |tx| {
                    tx.query(
                        "SELECT SUM(credits) - SUM(debits) FROM ledger_account GROUP BY currency",
                        &[],
                        |row| row.at::<i64>(0),
                    )
                });
                assert!(sums.await.unwrap().into_iter().all(|sum| sum == 0));
                db.close().await;
                engine.remove();
            }
        });
    }
}

/// A step of clearing: a transfer, or the refund of the transfer that is this far back.
type ClearingStep = (usize, usize, usize, i64, Option<usize>);

/// Posts a step and clears it; returns the transfer, of which a refund is the reverse.
async fn post_cleared(
    db: &Db,
    users: &[UserId],
    (nth, step): (usize, ClearingStep),
    earlier: Vec<(usize, ClearingStep)>,
) -> Result<i64, NotPosted> {
    let (from, to, of, amount, back) = step;
    let refunded = back.and_then(|back| earlier.iter().rev().nth(back).copied());
    let (kind, (from, to, of, amount), reference) = match refunded {
        Some((of_nth, (from, to, of, amount, _))) => (
            TransferKind::Refund,
            (to, from, of, amount),
            format!("pur_{of_nth}"),
        ),
        None => (
            TransferKind::Purchase,
            (from, to, of, amount),
            format!("pur_{nth}"),
        ),
    };
    let users = users.to_vec();
    db.write("test.clear", move |tx| {
        let money = Money {
            minor: amount,
            currency: currency(of),
        };
        let mut party = |nth: usize| match users.get(nth) {
            Some(user) => ledger::account_of(tx, user, money.currency),
            None => ledger::external_account(tx, money.currency),
        };
        let (debit, credit) = (party(from)?, party(to)?);
        let transfer = Transfer {
            kind,
            debit,
            credit,
            money,
            offer: None,
            reference: &reference,
        };
        let id = ledger::post(tx, &transfer)?;
        crate::store::clearing::catch_up(tx)?;
        Ok(id)
    })
    .await
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// After any postings, each balance is cash and debts, and all cash was paid in.
    #[test]
    fn cash_is_what_was_paid_in(
        steps in prop::collection::vec(
            (0..5_usize, 0..5_usize, 0..2_usize, 1..1000_i64, prop::option::weighted(0.2, 0..4_usize)), 1..40)
    ) {
        let folder = tempfile::tempdir().unwrap();
        runtime().block_on(async {
            for engine in Engine::all(&folder) {
                let (db, users) = (engine.open(&folder), users());
                let mut earlier = Vec::new();
                for (nth, step) in steps.iter().copied().enumerate() {
                    if step.0 == step.1 {
                        continue;
                    }
                    post_cleared(&db, &users, (nth, step), earlier.clone()).await.unwrap();
                    // A transfer is refunded once at most.
                    match step.4 {
                        Some(back) if back < earlier.len() => {
                            earlier.remove(earlier.len() - 1 - back);
                        }
                        _ => earlier.push((nth, step)),
                    }
                    let wrong = db.read::<_, StoreError, _>("test.wrong", |tx| {
                        let difference = crate::store::clearing::difference(tx)?;
                        let cash: Vec<i64> = tx.query(
                            "SELECT COALESCE((SELECT SUM(cash) FROM ledger_cash JOIN ledger_account a ON a.id = account
                                     WHERE a.currency = o.currency), 0)
                                 + (credits - debits)
                                 - COALESCE((SELECT SUM(amount) FROM ledger_debt WHERE creditor = o.id), 0)
                             FROM ledger_account o WHERE role = 'outside'",
                            &[],
                            |row| row.at(0),
                        )?;
                        Ok((difference, cash))
                    });
                    let (difference, cash) = wrong.await.unwrap();
                    assert_eq!(difference, None);
                    assert!(cash.iter().all(|sum| *sum == 0), "{cash:?}");
                }
                db.close().await;
                engine.remove();
            }
        });
    }
}

#[tokio::test]
async fn the_database_refuses_to_change_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let (db, users) = (open(&folder), users());
    post(&db, &users, (0, 1, 0, 500, 0)).await.unwrap();
    // The account of another currency.
    post(&db, &users, (0, 1, 1, 500, 0)).await.unwrap();
    for (sql, reason) in [
        ("UPDATE ledger_transfer SET amount = 1", "never changed"),
        ("DELETE FROM ledger_transfer", "never removed"),
        ("DELETE FROM ledger_account", "never removed"),
        (
            "UPDATE ledger_account SET currency = 'USD'",
            "keeps its currency",
        ),
        ("UPDATE ledger_account SET debits = -1", "CHECK"),
        (
            "UPDATE ledger_account SET credits = 9223372036854775807",
            "CHECK",
        ),
        // Between currencies: accounts 1 and 2 are of EUR, 3 and 4 of JPY.
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'purchase', 1, 3, 'EUR', 5, NULL, '', -505, 505)",
            "two accounts of its currency",
        ),
        // With wrong balances.
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'purchase', 1, 2, 'EUR', 5, NULL, '', -504, 505)",
            "their new balances",
        ),
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'purchase', 1, 2, 'EUR', 0, NULL, '', -500, 500)",
            "CHECK",
        ),
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'purchase', 1, 1, 'EUR', 5, NULL, '', -500, -500)",
            "CHECK",
        ),
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'gift', 1, 2, 'EUR', 5, NULL, '', -505, 505)",
            "CHECK",
        ),
        (
            "INSERT INTO ledger_transfer VALUES (3, 0, 'purchase', 1, 2, 'EUR', 5.5, NULL, '', -505, 505)",
            "CHECK",
        ),
    ] {
        let answer = db.write::<_, StoreError, _>("test.change", move |tx| tx.execute(sql, &[]));
        let error = answer.await.expect_err(sql).to_string();
        assert!(error.contains(reason), "{sql}: {error}");
    }
    let report = db.read("test.verify", verification::verify).await.unwrap();
    assert_eq!(
        (report.transfers, report.accounts, report.difference),
        (2, 4, None)
    );
    db.close().await;
}

#[tokio::test]
async fn verification_names_the_first_difference() {
    for (sql, named) in [
        (
            "UPDATE ledger_account SET credits = credits + 1 WHERE id = 2",
            "account 2",
        ),
        (
            "UPDATE ledger_transfer SET amount = 6 WHERE id = 1",
            "transfer 1",
        ),
        (
            "UPDATE ledger_transfer SET kind = 'gift' WHERE id = 2",
            "transfer 2",
        ),
        (
            "DELETE FROM ledger_transfer WHERE id = 1",
            "transfer 2: transfer 1 is missing",
        ),
        ("DELETE FROM ledger_transfer WHERE id = 2", "account 1"),
        ("DELETE FROM ledger_account WHERE id = 2", "account 2"),
        ("UPDATE ledger_offer SET revenue = 1", "offer tok_1"),
        ("DELETE FROM ledger_offer", "offer tok_1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (db, users) = (open(&folder), users());
        for amount in [500, 20] {
            post(&db, &users, (0, 1, 0, amount, 0)).await.unwrap();
        }
        let changed = db.write::<_, StoreError, _>("test.tamper", move |tx| {
            for table in ["transfer_kept", "transfer_unchanged", "account_kept"] {
                tx.execute(&format!("DROP TRIGGER ledger_{table}"), &[])?;
            }
            tx.execute("PRAGMA ignore_check_constraints = ON", &[]).ok();
            tx.execute(sql, &[])
        });
        // The column checks hold even against an attacker with this connection.
        match changed.await {
            Ok(_) => {
                let report = db.read("test.verify", verification::verify).await.unwrap();
                let difference = report.difference.expect(sql);
                assert!(difference.starts_with(named), "{sql}: {difference}");
            }
            Err(error) => assert!(error.to_string().contains("CHECK"), "{sql}: {error}"),
        }
        db.close().await;
    }
}

#[tokio::test]
async fn an_erased_owner_leaves_transfers_without_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let (db, users) = (open(&folder), users());
    post(&db, &users, (0, 1, 0, 500, 0)).await.unwrap();
    let gone = users[0].clone();
    db.write::<_, StoreError, _>("test.erase", move |tx| ledger::erase(tx, &gone))
        .await
        .unwrap();
    let (gone, other) = (users[0].clone(), users[1].clone());
    let (named, entries) = db
        .read::<_, StoreError, _>("test.read", move |tx| {
            let named = tx.query_one(
                "SELECT COUNT(*) FROM ledger_account WHERE user_id = ?1",
                params![&gone],
                |row| row.at::<i64>(0),
            )?;
            Ok((
                named,
                ledger::entries(tx, &ledger::Accounts::Of(other), i64::MAX, 10)?,
            ))
        })
        .await
        .unwrap();
    assert_eq!((named, entries.len()), (0, 1));
    assert_eq!(entries[0].amount.minor, 500);
    let report = db.read("test.verify", verification::verify).await.unwrap();
    assert_eq!(report.difference, None);
    db.close().await;
}

#[tokio::test]
async fn a_settlement_over_the_gas_limit_posts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (db, users) = (open(&folder), users());
    let settle = |limit: u64| {
        let users = users.clone();
        let mut settings = Settings::default();
        settings.wallet.gas_limit = limit;
        let settlement = Settlement::of(&settings).unwrap();
        db.write::<_, ApiError, _>("test.settle", move |tx| {
            let euro = currency(0);
            let (outside, first, second) = (
                ledger::external_account(tx, euro)?,
                ledger::account_of(tx, &users[0], euro)?,
                ledger::account_of(tx, &users[1], euro)?,
            );
            let transfers = [first, second].map(|credit| Transfer {
                kind: TransferKind::Settlement,
                debit: outside,
                credit,
                money: Money {
                    minor: 500,
                    currency: euro,
                },
                offer: None,
                reference: "of a test",
            });
            settlement.settle(tx, &transfers)
        })
    };
    let refused = settle(1).await.unwrap_err();
    assert_eq!(refused.kind, ApiError::conflict("").kind, "{refused:?}");
    let report = db.read("test.verify", verification::verify).await.unwrap();
    assert_eq!(
        (report.transfers, report.accounts, report.difference),
        (0, 0, None)
    );
    assert_eq!(settle(2).await.unwrap(), 1);
    let report = db.read("test.verify", verification::verify).await.unwrap();
    assert_eq!(
        (report.transfers, report.accounts, report.difference),
        (2, 3, None)
    );
    db.close().await;
}

#[tokio::test]
async fn sums_past_62_bits_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (db, users) = (open(&folder), users());
    let most = ledger::MAX_TOTAL;
    assert_eq!(post(&db, &users, (0, 1, 1, most - 10, 0)).await.unwrap(), 1);
    // The debits of the first account, the credits of the second, and both.
    for (from, to) in [(0, 2), (2, 1), (0, 1)] {
        let refused = post(&db, &users, (from, to, 1, 11, 0)).await;
        assert!(
            matches!(refused, Err(NotPosted::TooLarge)),
            "{from} {to}: {refused:?}"
        );
    }
    let refused = ApiError::from(NotPosted::TooLarge);
    assert_eq!(refused.kind, ApiError::conflict("").kind, "{refused:?}");
    post(&db, &users, (0, 1, 1, 10, 0)).await.unwrap();
    // The way back is free, as long as its own sums are.
    post(&db, &users, (1, 0, 1, most, 0)).await.unwrap();
    let report = db.read("test.verify", verification::verify).await.unwrap();
    assert_eq!((report.transfers, report.difference), (3, None));
    db.close().await;
}
