//! Rows of the ledger: posted, read, recomputed.

use std::collections::HashMap;

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, params};

use crate::ledger::{AccountNumber, Kind, LedgerEntry, LedgerReport, Sales, Transfer};
use crate::money::{Currency, Money};

/// Returns the account of an owner in a currency; creates it if it is absent.
pub(crate) fn account_of(
    tx: &mut Tx<'_>,
    user: &UserId,
    currency: Currency,
) -> Result<AccountNumber, StoreError> {
    if let Some(known) = known_account(tx, user, currency)? {
        return Ok(known);
    }
    create(tx, Some(user), "user", currency)
}

/// Returns the account of an owner in a currency; `None` if the owner never had one.
pub(crate) fn known_account(
    tx: &Tx<'_>,
    user: &UserId,
    currency: Currency,
) -> Result<Option<AccountNumber>, StoreError> {
    tx.query_opt(
        "SELECT id FROM ledger_account WHERE user_id = ?1 AND currency = ?2",
        params![user, currency.code()],
        |row| row.at(0).map(AccountNumber),
    )
}

/// Returns the account that stands for everything outside of the platform.
pub(crate) fn outside(tx: &mut Tx<'_>, currency: Currency) -> Result<AccountNumber, StoreError> {
    let known = tx.query_opt(
        "SELECT id FROM ledger_account WHERE role = 'outside' AND currency = ?1",
        params![currency.code()],
        |row| row.at(0).map(AccountNumber),
    )?;
    match known {
        Some(known) => Ok(known),
        None => create(tx, None, "outside", currency),
    }
}

/// Returns the account of the platform itself, which sells items; creates it if it is absent.
pub(crate) fn platform(tx: &mut Tx<'_>, currency: Currency) -> Result<AccountNumber, StoreError> {
    let known = tx.query_opt(
        "SELECT account FROM ledger_platform WHERE currency = ?1",
        params![currency.code()],
        |row| row.at(0).map(AccountNumber),
    )?;
    if let Some(known) = known {
        return Ok(known);
    }
    let made = create(tx, None, "user", currency)?;
    tx.execute(
        "INSERT INTO ledger_platform(currency, account) VALUES (?1, ?2)",
        params![currency.code(), made.0],
    )?;
    Ok(made)
}

fn create(
    tx: &mut Tx<'_>,
    user: Option<&UserId>,
    role: &str,
    currency: Currency,
) -> Result<AccountNumber, StoreError> {
    tx.query_one(
        "INSERT INTO ledger_account(id, user_id, role, currency)
         SELECT COALESCE(MAX(id), 0) + 1, ?1, ?2, ?3 FROM ledger_account
         RETURNING id",
        params![user, role, currency.code()],
        |row| row.at(0).map(AccountNumber),
    )
}

/// Returns the balance of an account in minor units.
pub(crate) fn balance(tx: &Tx<'_>, account: AccountNumber) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT credits - debits FROM ledger_account WHERE id = ?1",
        params![account.0],
        |row| row.at(0),
    )
}

/// Posts a transfer; returns its number. The trigger of the table changes both accounts, and refuses
/// accounts of another currency.
pub(crate) fn post(tx: &mut Tx<'_>, transfer: &Transfer<'_>) -> Result<i64, StoreError> {
    let (debit, credit) = (transfer.debit, transfer.credit);
    let amount = transfer.money.minor;
    let too_large = || StoreError::Damaged("a balance of the ledger passes 62 bits".to_owned());
    let debited = balance(tx, debit)?
        .checked_sub(amount)
        .ok_or_else(too_large)?;
    let credited = balance(tx, credit)?
        .checked_add(amount)
        .ok_or_else(too_large)?;
    tx.query_one(
        "INSERT INTO ledger_transfer(id, at, kind, debit, credit, currency, amount, offer, reference,
             debit_balance, credit_balance)
         SELECT COALESCE(MAX(id), 0) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
         FROM ledger_transfer
         RETURNING id",
        params![
            tx.now(),
            transfer.kind.as_str(),
            debit.0,
            credit.0,
            transfer.money.currency.code(),
            amount,
            transfer.offer,
            transfer.reference,
            debited,
            credited
        ],
        |row| row.at(0),
    )
}

/// Returns the sales of an offer.
pub(crate) fn sales(tx: &Tx<'_>, offer: &str) -> Result<Sales, StoreError> {
    let found = tx.query_opt(
        "SELECT purchases, revenue FROM ledger_offer WHERE offer = ?1",
        params![offer],
        |row| {
            Ok(Sales {
                purchases: row.at(0)?,
                revenue: row.at(1)?,
            })
        },
    )?;
    Ok(found.unwrap_or_default())
}

/// The accounts whose transfers are read.
#[derive(Clone, Debug)]
pub(crate) enum Accounts {
    Of(UserId),
    Platform,
}

impl Accounts {
    /// Returns the condition on `ledger_account`, and its parameter.
    fn condition(&self) -> (&'static str, &str) {
        match self {
            Self::Of(user) => ("user_id = ?1", user.as_str()),
            Self::Platform => (
                "?1 = '' AND id IN (SELECT account FROM ledger_platform)",
                "",
            ),
        }
    }
}

/// The id of an account, or `platform`.
impl std::fmt::Display for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Of(user) => f.write_str(user.as_str()),
            Self::Platform => f.write_str("platform"),
        }
    }
}

/// Returns the balances of an owner, by currency.
pub(crate) fn balances(tx: &Tx<'_>, of: &Accounts) -> Result<Vec<Money>, StoreError> {
    let (which, parameter) = of.condition();
    tx.query_skipping(
        ACCOUNT,
        &format!(
            "SELECT currency, credits - debits, id, user_id FROM ledger_account WHERE {which} ORDER BY currency"
        ),
        params![parameter],
        |row| {
            Ok(Money {
                currency: row.parse(0)?,
                minor: row.at(1)?,
            })
        },
    )
}

/// Returns the transfers of an owner before a number, the newest first, at most `limit`.
pub(crate) fn entries(
    tx: &Tx<'_>,
    of: &Accounts,
    before: i64,
    limit: u32,
) -> Result<Vec<LedgerEntry>, StoreError> {
    let (which, parameter) = of.condition();
    let accounts: Vec<i64> = tx.query(
        &format!("SELECT id FROM ledger_account WHERE {which}"),
        params![parameter],
        |row| row.at(0),
    )?;
    let mut entries = Vec::new();
    for account in accounts {
        for (side, sql) in [
            (
                -1,
                "SELECT id, at, kind, currency, amount, debit_balance, reference
                 FROM ledger_transfer WHERE debit = ?1 AND id < ?2 ORDER BY id DESC",
            ),
            (
                1,
                "SELECT id, at, kind, currency, amount, credit_balance, reference
                 FROM ledger_transfer WHERE credit = ?1 AND id < ?2 ORDER BY id DESC",
            ),
        ] {
            let mut found = Vec::new();
            tx.visit(sql, params![account, before], |row| {
                match entry(row, side) {
                    Ok(one) => found.push(one),
                    // A damaged row costs its own entry only: a scrub names it.
                    Err(error) if error.is_damage() => {
                        tracing::error!(%error, "a damaged transfer was left out of a list");
                    }
                    Err(error) => return Err(error),
                }
                Ok::<_, StoreError>(found.len() < limit as usize)
            })?;
            entries.append(&mut found);
        }
    }
    entries.sort_by_key(|entry: &LedgerEntry| std::cmp::Reverse(entry.id));
    entries.truncate(limit as usize);
    Ok(entries)
}

fn entry(row: &Row<'_>, side: i64) -> Result<LedgerEntry, StoreError> {
    let currency = row.parse(3)?;
    let kind = Kind::parse(row.at(2)?).ok_or_else(|| row.wrong(2, "a kind of transfer"))?;
    Ok(LedgerEntry {
        id: row.at(0)?,
        at: row.at(1)?,
        kind,
        amount: Money {
            minor: side * row.at::<i64>(4)?,
            currency,
        },
        balance: Money {
            minor: row.at(5)?,
            currency,
        },
        reference: row.at(6)?,
    })
}

/// Reads every account, transfer and row of sales; returns their number and the rows that cannot be read.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = "SELECT currency, credits, id, user_id, debits FROM ledger_account ORDER BY id";
    let (read, mut damaged) = tx.query_readable(ACCOUNT, sql, &[], |row| {
        row.parse::<Currency>(0)?;
        let (_, _): (i64, i64) = (row.at(1)?, row.at(4)?);
        row.at::<Option<&str>>(3).map(drop)
    })?;
    let mut rows = (read.len() + damaged.len()) as u64;
    let name = RowName {
        table: "ledger_transfer",
        account: None,
        row: Some(0),
    };
    let sql = "SELECT id, at, kind, currency, amount, debit_balance, reference FROM ledger_transfer ORDER BY id";
    let (read, of_transfers) = tx.query_readable(name, sql, &[], |row| entry(row, 1).map(drop))?;
    rows += (read.len() + of_transfers.len()) as u64;
    let name = RowName {
        table: "ledger_offer",
        ..name
    };
    let sql = "SELECT offer, purchases, revenue FROM ledger_offer ORDER BY offer";
    let (read, of_offers) = tx.query_readable(name, sql, &[], |row| {
        let _: &str = row.at(0)?;
        let (_, _): (u64, i64) = (row.at(1)?, row.at(2)?);
        Ok(())
    })?;
    rows += (read.len() + of_offers.len()) as u64;
    damaged.extend(of_transfers.into_iter().chain(of_offers));
    Ok((rows, damaged))
}

/// The columns of this module's statements that identify an account.
const ACCOUNT: RowName = RowName {
    table: "ledger_account",
    account: Some(3),
    row: Some(2),
};

/// Removes the owner from an account's accounts. Their transfers stay, under numbers alone.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE ledger_account SET user_id = NULL
         WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )?;
    tx.execute(
        "DELETE FROM ledger_owner WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )?;
    Ok(())
}

/// Totals of an account while the ledger is recomputed.
#[derive(Clone, Copy, Default)]
struct Totals {
    debits: i64,
    credits: i64,
}

/// Recomputes every balance from the transfers, in the order of their numbers.
pub(crate) fn verify(tx: &Tx<'_>) -> Result<LedgerReport, StoreError> {
    let mut report = LedgerReport {
        transfers: 0,
        accounts: 0,
        difference: None,
        owed_by_erased: Vec::new(),
    };
    let mut accounts: HashMap<i64, Totals> = HashMap::new();
    let mut offers: HashMap<String, (i64, i64)> = HashMap::new();
    let mut last = 0;
    tx.visit(
        "SELECT id, kind, debit, credit, amount, offer, debit_balance, credit_balance
         FROM ledger_transfer ORDER BY id",
        &[],
        |row| {
            report.transfers += 1;
            report.difference = transferred(row, &mut last, &mut accounts, &mut offers);
            Ok::<_, StoreError>(report.difference.is_none())
        },
    )?;
    if report.difference.is_some() {
        return Ok(report);
    }
    tx.visit(
        "SELECT id, debits, credits FROM ledger_account ORDER BY id",
        &[],
        |row| {
            report.accounts += 1;
            let id: i64 = row.at(0)?;
            let computed = accounts.remove(&id).unwrap_or_default();
            let stored = row.at::<i64>(1).ok().zip(row.at::<i64>(2).ok());
            if stored != Some((computed.debits, computed.credits)) {
                report.difference = Some(format!(
                    "account {id}: its transfers sum to debits {} and credits {}, and its row says otherwise",
                    computed.debits, computed.credits
                ));
            }
            Ok::<_, StoreError>(report.difference.is_none())
        },
    )?;
    if report.difference.is_none()
        && let Some(id) = accounts.keys().min()
    {
        report.difference = Some(format!(
            "account {id}: a transfer names it, and its row is missing"
        ));
    }
    if report.difference.is_none() {
        report.difference = of_offers(tx, offers)?;
    }
    if report.difference.is_none() {
        report.difference = super::ledger_rows::of_refunds(tx)?;
    }
    if report.difference.is_none() {
        report.difference = super::ledger_rows::of_owners(tx)?;
    }
    if report.difference.is_none() {
        report.difference = super::clearing::difference(tx)?;
        report.owed_by_erased = super::clearing::owed_by_erased(tx)?;
    }
    Ok(report)
}

/// Adds a transfer to the totals; returns what contradicts its row.
fn transferred(
    row: &Row<'_>,
    last: &mut i64,
    accounts: &mut HashMap<i64, Totals>,
    offers: &mut HashMap<String, (i64, i64)>,
) -> Option<String> {
    let number = |column| row.at::<i64>(column).ok();
    let Some(id) = number(0) else {
        return Some("a transfer has no number".to_owned());
    };
    let differs = |reason: &str| Some(format!("transfer {id}: {reason}"));
    if id != *last + 1 {
        return differs(&format!("transfer {} is missing", *last + 1));
    }
    *last = id;
    let (Some(debit), Some(credit), Some(amount)) = (number(2), number(3), number(4)) else {
        return differs("a column is not a number");
    };
    let sums = |one: i64, other: i64| one.checked_add(other);
    let debited = accounts.entry(debit).or_default();
    debited.debits = match sums(debited.debits, amount) {
        Some(sum) if amount > 0 => sum,
        _ => return differs("its amount is not above zero"),
    };
    if number(6) != Some(debited.credits - debited.debits) {
        return differs("the balance of the debited account is another");
    }
    let credited = accounts.entry(credit).or_default();
    credited.credits = match sums(credited.credits, amount) {
        Some(sum) => sum,
        None => return differs("the sum passes 63 bits"),
    };
    if number(7) != Some(credited.credits - credited.debits) {
        return differs("the balance of the credited account is another");
    }
    let Ok(offer) = row.at::<Option<&str>>(5) else {
        return differs("column offer is not a text");
    };
    let sign = match row.at::<&str>(1).ok().and_then(Kind::parse) {
        Some(Kind::Purchase) => 1,
        Some(Kind::Refund) => -1,
        Some(Kind::Payout | Kind::Settlement) => 0,
        None => return differs("its kind is unknown"),
    };
    if let Some(offer) = offer.filter(|_| sign != 0) {
        // An offer has many transfers: its name is copied once.
        let sold = match offers.get_mut(offer) {
            Some(sold) => sold,
            None => offers.entry(offer.to_owned()).or_default(),
        };
        sold.0 += sign;
        sold.1 += sign * amount;
    }
    None
}

/// Compares the sales of each offer with its row.
fn of_offers(
    tx: &Tx<'_>,
    mut offers: HashMap<String, (i64, i64)>,
) -> Result<Option<String>, StoreError> {
    let mut difference = None;
    tx.visit(
        "SELECT offer, purchases, revenue FROM ledger_offer ORDER BY offer",
        &[],
        |row| {
            let Ok(offer) = row.at::<String>(0) else {
                difference = Some("a row of sales names no offer".to_owned());
                return Ok(false);
            };
            let computed = offers.remove(&offer).unwrap_or_default();
            let stored = row.at::<i64>(1).ok().zip(row.at::<i64>(2).ok());
            if stored != Some(computed) {
                difference = Some(format!(
                    "offer {offer}: its transfers sum to {} purchases, and its row says otherwise",
                    computed.0
                ));
            }
            Ok::<_, StoreError>(difference.is_none())
        },
    )?;
    if difference.is_none()
        && let Some(offer) = offers.keys().min()
    {
        difference = Some(format!("offer {offer}: its row of sales is missing"));
    }
    Ok(difference)
}
