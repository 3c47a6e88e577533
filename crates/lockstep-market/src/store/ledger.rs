//! Posts, reads and recomputes the rows of the ledger.

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, params};
use lockstep_web::ApiError;

use crate::ledger::{AccountNumber, LedgerEntry, Sales, Transfer, TransferKind};
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

/// Returns the account that represents everything outside of the platform.
pub(crate) fn external_account(
    tx: &mut Tx<'_>,
    currency: Currency,
) -> Result<AccountNumber, StoreError> {
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

/// Whether an account has an owner. That of an erased owner has none.
pub(crate) fn has_owner(tx: &Tx<'_>, account: AccountNumber) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT user_id IS NOT NULL FROM ledger_account WHERE id = ?1",
        params![account.0],
        |row| row.at(0),
    )
}

/// Posts a transfer; returns its number. The trigger of the table changes both accounts, and refuses
/// accounts of another currency.
///
/// # Errors
/// [`NotPosted::TooLarge`] if all debits or all credits of an account would pass [`MAX_TOTAL`].
pub(crate) fn post(tx: &mut Tx<'_>, transfer: &Transfer<'_>) -> Result<i64, NotPosted> {
    let (debit, credit) = (transfer.debit, transfer.credit);
    let amount = transfer.money.minor;
    let (of_debit, of_credit) = (totals(tx, debit)?, totals(tx, credit)?);
    let added = |total: i64| {
        let sum = total.checked_add(amount).filter(|sum| *sum <= MAX_TOTAL);
        sum.ok_or(NotPosted::TooLarge)
    };
    // Both totals are between 0 and 2^62, so their difference is a number of 63 bits.
    let debited = of_debit.credits - added(of_debit.debits)?;
    let credited = added(of_credit.credits)? - of_credit.debits;
    let id = tx.query_one(
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
    )?;
    Ok(id)
}

fn totals(tx: &Tx<'_>, account: AccountNumber) -> Result<Totals, StoreError> {
    tx.query_one(
        "SELECT debits, credits FROM ledger_account WHERE id = ?1",
        params![account.0],
        |row| {
            Ok(Totals {
                debits: row.at(0)?,
                credits: row.at(1)?,
            })
        },
    )
}

/// The reason why a transfer was not posted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotPosted {
    #[error(
        "the debits or credits of an account would pass {} minor units",
        MAX_TOTAL
    )]
    TooLarge,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NotPosted> for ApiError {
    fn from(error: NotPosted) -> Self {
        match error {
            NotPosted::TooLarge => Self::conflict(
                "the ledger cannot hold this amount: all debits or all credits of an account would pass 2^62 minor \
                 units",
            ),
            NotPosted::Store(error) => error.into(),
        }
    }
}

/// The maximum number of minor units of all debits, or of all credits, of an account: a check of the table.
pub(crate) const MAX_TOTAL: i64 = 1 << 62;

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
    let kind = TransferKind::parse(row.at(2)?).ok_or_else(|| row.wrong(2, "a kind of transfer"))?;
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

/// The sums of an account's transfers, in minor units.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub(super) debits: i64,
    pub(super) credits: i64,
}
