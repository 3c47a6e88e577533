//! Clearing: which part of a balance was paid in. Without it, two accounts could invent money: one buys from the other
//! without paying, and the other is paid out with the money of third parties.
//!
//! A transfer moves cash as far as its debtor has any. The rest is a debt. Cash that reaches an account with debts
//! pays them, the oldest first, and so on. Cash and debts are derived from the transfers in their order.

use std::collections::HashMap;

use lockstep_store::{Row, StoreError, Tx, params};

use crate::ledger::{AccountNumber, TransferKind};
use crate::money::Money;

/// A transfer to clear.
#[derive(Clone, Debug)]
struct PostedTransfer {
    id: i64,
    kind: TransferKind,
    debit: i64,
    credit: i64,
    amount: i64,
    reference: String,
    /// Whether the debtor, or the creditor, is outside the platform.
    is_from_outside: bool,
    is_to_outside: bool,
}

/// A debt.
#[derive(Clone, Copy, Debug)]
struct Debt {
    debtor: i64,
    transfer: i64,
    creditor: i64,
    amount: i64,
}

/// Clears every transfer that is not cleared yet, in order.
pub(crate) fn catch_up(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let last: i64 = tx.query_one("SELECT transfer FROM ledger_cleared", &[], |row| row.at(0))?;
    let posted = tx.query(
        "SELECT t.id, t.kind, t.debit, t.credit, t.amount, t.reference, d.role, c.role
         FROM ledger_transfer t JOIN ledger_account d ON d.id = t.debit JOIN ledger_account c ON c.id = t.credit
         WHERE t.id > ?1 ORDER BY t.id",
        params![last],
        posted,
    )?;
    let Some(newest) = posted.last().map(|posted| posted.id) else {
        return Ok(());
    };
    for posted in &posted {
        clear(tx, posted)?;
    }
    tx.execute("UPDATE ledger_cleared SET transfer = ?1", params![newest])
        .map(drop)
}

fn posted(row: &Row<'_>) -> Result<PostedTransfer, StoreError> {
    Ok(PostedTransfer {
        id: row.at(0)?,
        kind: TransferKind::parse(row.at(1)?).ok_or_else(|| row.wrong(1, "a kind of transfer"))?,
        debit: row.at(2)?,
        credit: row.at(3)?,
        amount: row.at(4)?,
        reference: row.at(5)?,
        is_from_outside: row.at::<&str>(6)? == OUTSIDE_PARTY,
        is_to_outside: row.at::<&str>(7)? == OUTSIDE_PARTY,
    })
}

fn clear(tx: &mut Tx<'_>, posted: &PostedTransfer) -> Result<(), StoreError> {
    let mut amount = posted.amount;
    if posted.kind == TransferKind::Refund {
        amount -= cancel_debt(tx, posted)?;
    }
    let paid = match posted.is_from_outside {
        true => amount,
        false => take(tx, posted.debit, amount)?,
    };
    if paid < amount {
        add_debt(
            tx,
            Debt {
                debtor: posted.debit,
                transfer: posted.id,
                creditor: posted.credit,
                amount: amount - paid,
            },
        )?;
    }
    if !posted.is_to_outside {
        receive(tx, posted.credit, paid)?;
    }
    Ok(())
}

/// Cancels the remaining debt of the buyer for a refunded purchase; returns the amount.
fn cancel_debt(tx: &mut Tx<'_>, refund: &PostedTransfer) -> Result<i64, StoreError> {
    let owed = tx.query_opt(
        "SELECT debtor, transfer, creditor, amount FROM ledger_debt WHERE debtor = ?1 AND transfer = (
             SELECT MAX(id) FROM ledger_transfer WHERE kind = 'purchase' AND reference = ?2)",
        params![refund.credit, &refund.reference],
        debt,
    )?;
    let Some(owed) = owed.filter(|owed| owed.creditor == refund.debit) else {
        return Ok(0);
    };
    let forgiven = owed.amount.min(refund.amount);
    reduce(tx, &owed, forgiven)?;
    Ok(forgiven)
}

/// Takes at most an amount of an account's cash; returns the taken amount.
fn take(tx: &mut Tx<'_>, account: i64, amount: i64) -> Result<i64, StoreError> {
    let taken = cash(tx, AccountNumber(account))?.min(amount);
    if taken > 0 {
        tx.execute(
            "UPDATE ledger_cash SET cash = cash - ?2 WHERE account = ?1",
            params![account, taken],
        )?;
    }
    Ok(taken)
}

/// Adds a debt. Debts in both directions between two accounts cancel out first.
fn add_debt(tx: &mut Tx<'_>, new: Debt) -> Result<(), StoreError> {
    let opposite = tx.query(
        "SELECT debtor, transfer, creditor, amount FROM ledger_debt
         WHERE creditor = ?1 AND debtor = ?2 ORDER BY transfer",
        params![new.debtor, new.creditor],
        debt,
    )?;
    let mut left = new.amount;
    for owed in opposite {
        let cancelled = owed.amount.min(left);
        reduce(tx, &owed, cancelled)?;
        left -= cancelled;
        if left == 0 {
            return Ok(());
        }
    }
    tx.execute(
        "INSERT INTO ledger_debt(debtor, transfer, creditor, amount) VALUES (?1, ?2, ?3, ?4)",
        params![new.debtor, new.transfer, new.creditor, left],
    )
    .map(drop)
}

/// Gives cash to an account, which pays its debts with it, the oldest first.
fn receive(tx: &mut Tx<'_>, account: i64, amount: i64) -> Result<(), StoreError> {
    let mut arrived = vec![(account, amount)];
    let mut steps = 0;
    while let Some((account, mut amount)) = arrived.pop() {
        while amount > 0 && steps < MAX_STEPS {
            let owed = tx.query_opt(
                "SELECT debtor, transfer, creditor, amount FROM ledger_debt
                 WHERE debtor = ?1 ORDER BY transfer LIMIT 1",
                params![account],
                debt,
            )?;
            let Some(owed) = owed else { break };
            steps += 1;
            let paid = owed.amount.min(amount);
            reduce(tx, &owed, paid)?;
            amount -= paid;
            if !is_outside(tx, owed.creditor)? {
                arrived.push((owed.creditor, paid));
            }
        }
        if amount > 0 {
            tx.execute(
                "INSERT INTO ledger_cash(account, cash) VALUES (?1, ?2)
                 ON CONFLICT (account) DO UPDATE SET cash = ledger_cash.cash + excluded.cash",
                params![account, amount],
            )?;
        }
    }
    Ok(())
}

fn reduce(tx: &mut Tx<'_>, debt: &Debt, by: i64) -> Result<(), StoreError> {
    let sql = match by == debt.amount {
        true => "DELETE FROM ledger_debt WHERE debtor = ?1 AND transfer = ?2 AND amount = ?3",
        false => "UPDATE ledger_debt SET amount = amount - ?3 WHERE debtor = ?1 AND transfer = ?2",
    };
    tx.execute(sql, params![debt.debtor, debt.transfer, by])
        .map(drop)
}

fn debt(row: &Row<'_>) -> Result<Debt, StoreError> {
    Ok(Debt {
        debtor: row.at(0)?,
        transfer: row.at(1)?,
        creditor: row.at(2)?,
        amount: row.at(3)?,
    })
}

fn is_outside(tx: &Tx<'_>, account: i64) -> Result<bool, StoreError> {
    let role = tx.query_opt(
        "SELECT role FROM ledger_account WHERE id = ?1",
        params![account],
        |row| row.at::<String>(0),
    )?;
    Ok(role.as_deref() == Some(OUTSIDE_PARTY))
}

/// Returns the cash of an account in minor units.
pub(crate) fn cash(tx: &Tx<'_>, account: AccountNumber) -> Result<i64, StoreError> {
    let found = tx.query_opt(
        "SELECT cash FROM ledger_cash WHERE account = ?1",
        params![account.0],
        |row| row.at(0),
    )?;
    Ok(found.unwrap_or(0))
}

/// Returns the debts of an account, in minor units.
pub(crate) fn owed_by(tx: &Tx<'_>, account: AccountNumber) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_debt WHERE debtor = ?1",
        params![account.0],
        |row| row.at(0),
    )
}

/// Returns the debts of an account, and the debts that refunds of its sales would add, in minor units.
pub(crate) fn owed_with_refunds(tx: &Tx<'_>, account: AccountNumber) -> Result<i64, StoreError> {
    let reserved = super::purchases::refundable(tx, account)?;
    let uncovered = reserved.saturating_sub(cash(tx, account)?).max(0);
    Ok(owed_by(tx, account)?.saturating_add(uncovered))
}

/// Returns the debts of erased accounts, by currency.
pub(crate) fn owed_by_erased(tx: &Tx<'_>) -> Result<Vec<Money>, StoreError> {
    tx.query(
        "SELECT currency, CAST(SUM(owed) AS BIGINT)
         FROM (SELECT debtor, SUM(amount) AS owed FROM ledger_debt GROUP BY debtor) AS debts
             JOIN ledger_account ON id = debtor
         WHERE role = 'user' AND user_id IS NULL AND debtor NOT IN (SELECT account FROM ledger_platform)
         GROUP BY currency ORDER BY currency",
        &[],
        sum_of_currency,
    )
}

/// Returns the cash of erased accounts, by currency. No payout reaches their owners any longer.
pub(crate) fn cash_of_erased(tx: &Tx<'_>) -> Result<Vec<Money>, StoreError> {
    tx.query(
        "SELECT currency, CAST(SUM(cash) AS BIGINT) FROM ledger_cash JOIN ledger_account ON id = account
         WHERE cash > 0 AND role = 'user' AND user_id IS NULL
             AND account NOT IN (SELECT account FROM ledger_platform)
         GROUP BY currency ORDER BY currency",
        &[],
        sum_of_currency,
    )
}

fn sum_of_currency(row: &Row<'_>) -> Result<Money, StoreError> {
    Ok(Money {
        currency: row.parse(0)?,
        minor: row.at(1)?,
    })
}

/// Returns the first account whose balance is not its cash and its debts, with the reason. The cash and the debts are
/// read once.
pub(crate) fn difference(tx: &Tx<'_>) -> Result<Option<String>, StoreError> {
    let is_cleared: bool = tx.query_one(
        "SELECT COALESCE((SELECT MAX(id) FROM ledger_transfer), 0) = (SELECT transfer FROM ledger_cleared)",
        &[],
        |row| row.at(0),
    )?;
    if !is_cleared {
        return Ok(None);
    }
    let mut parts: HashMap<i64, i128> = HashMap::new();
    let mut damaged = None;
    for (sql, name) in [
        ("SELECT account, cash, NULL FROM ledger_cash", "ledger_cash"),
        (
            "SELECT creditor, amount, debtor FROM ledger_debt",
            "ledger_debt",
        ),
    ] {
        tx.visit(sql, &[], |row| {
            let (Ok(to), Ok(amount), Ok(from)) =
                (row.at::<i64>(0), row.at::<i64>(1), row.at::<Option<i64>>(2))
            else {
                let of = row.shown(0);
                damaged = Some(format!("account {of}: a column of {name} is not a number"));
                return Ok::<_, StoreError>(false);
            };
            *parts.entry(to).or_default() += i128::from(amount);
            if let Some(from) = from {
                *parts.entry(from).or_default() -= i128::from(amount);
            }
            Ok(true)
        })?;
        if damaged.is_some() {
            return Ok(damaged);
        }
    }
    tx.visit(
        "SELECT id, credits - debits FROM ledger_account WHERE role = 'user' ORDER BY id",
        &[],
        |row| {
            let id: i64 = row.at(0)?;
            let balance = row.at::<i64>(1).ok().map(i128::from);
            if balance != Some(parts.get(&id).copied().unwrap_or(0)) {
                damaged = Some(format!(
                    "account {id}: its balance is not its cash and its debts"
                ));
            }
            Ok::<_, StoreError>(damaged.is_none())
        },
    )?;
    Ok(damaged)
}

const OUTSIDE_PARTY: &str = "outside";
/// The maximum number of debts that one transfer pays. The rest stays cash of the last account.
const MAX_STEPS: u32 = 1000;
