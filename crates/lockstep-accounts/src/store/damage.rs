//! Finds damaged rows of this capability, and replaces the values of an account that follow from
//! other columns.

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, StoreError, Tx, params};
use lockstep_web::{Role, Tier};

use super::names::{NAMES, undamaged};
use super::times::{generated_at, optional_time, time};
use super::{ACCOUNT, ACCOUNT_ROW, credentials, identities, stated, totp};
use crate::password::is_hash;
use crate::user::AccountStatus;

/// Reads every row of this capability's tables except erasures; returns their number and the rows
/// that cannot be read.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {ACCOUNT}, {NAMES}, password, password_until FROM account");
    let (all, mut damaged) = tx.query_readable(ACCOUNT_ROW, &sql, &[], check_account)?;
    let mut rows = (all.len() + damaged.len()) as u64;
    rows += credentials::check_rows(tx, &mut damaged)?;
    rows += totp::check_rows(tx, &mut damaged)?;
    rows += identities::check_rows(tx, &mut damaged)?;
    damaged.extend(stated::check_rows(tx)?);
    Ok((rows, damaged))
}

fn check_account(row: &Row<'_>) -> Result<(), StoreError> {
    row.parse::<UserId>(0)?;
    row.parse::<Role>(1)
        .map_err(|_| row.wrong(1, EXPECTED_ROLE))?;
    let status = row.parse::<AccountStatus>(2);
    let status = status.map_err(|_| row.wrong(2, EXPECTED_STATUS))?;
    row.parse::<Tier>(3)
        .map_err(|_| row.wrong(3, EXPECTED_TIER))?;
    time(row, 4)?;
    optional_time(row, 5)?;
    row.at::<Option<&[u8]>>(6)
        .map_err(|_| row.wrong(6, SEALED_NAMES))?;
    let names = undamaged(row, 6)?;
    if status == AccountStatus::Deleted {
        return Ok(());
    }
    if names.sealed.is_none() && names.clear.username.is_empty() {
        return Err(row.wrong(6, SEALED_NAMES));
    }
    if !row.at::<&str>(10).is_ok_and(is_hash) {
        return Err(row.wrong(10, EXPECTED_PASSWORD));
    }
    optional_time(row, 11).map_err(|_| row.wrong(11, EXPECTED_END))?;
    Ok(())
}

/// An account with values that a scrub replaces, and the replaced columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepairableAccount {
    pub(crate) user: UserId,
    pub(crate) columns: Vec<&'static str>,
}

/// Returns the accounts with values that [`repair`] replaces.
pub(crate) fn repairable(tx: &Tx<'_>) -> Result<Vec<RepairableAccount>, StoreError> {
    let sql = format!("SELECT {ACCOUNT}, {NAMES} FROM account ORDER BY id");
    let all = tx.query_readable(ACCOUNT_ROW, &sql, &[], columns_to_repair)?;
    let mut all = all.0;
    all.retain(|one| !one.columns.is_empty());
    Ok(all)
}

fn columns_to_repair(row: &Row<'_>) -> Result<RepairableAccount, StoreError> {
    let is_erased = matches!(row.parse::<AccountStatus>(2), Ok(AccountStatus::Deleted));
    let is_sealed = row.at::<&[u8]>(6).is_ok();
    // Clear names of an account with sealed names are empty; those of an erased one have no use.
    let clear = |column| match row.at::<&str>(column) {
        Ok(text) => is_sealed && !text.is_empty(),
        Err(_) => is_sealed || is_erased,
    };
    let wallet = row.at::<Option<&str>>(9);
    let columns = [
        ("role", is_erased && row.parse::<Role>(1).is_err()),
        ("tier", is_erased && row.parse::<Tier>(3).is_err()),
        ("created_at", time(row, 4).is_err()),
        ("last_active", optional_time(row, 5).is_err()),
        ("names", is_erased && row.at::<Option<&[u8]>>(6).is_err()),
        ("username", clear(7)),
        ("email", clear(8)),
        (
            "wallet_address",
            (is_sealed && !matches!(wallet, Ok(None))) || (is_erased && wallet.is_err()),
        ),
    ];
    Ok(RepairableAccount {
        user: row.parse(0)?,
        columns: columns.iter().filter(|it| it.1).map(|it| it.0).collect(),
    })
}

/// Replaces damaged values of an account that follow from other columns: the time of creation by
/// the time in the account's id, the last use by NULL, and clear names by empty ones if the names
/// are sealed. Returns the replaced columns.
pub(crate) fn repair(tx: &mut Tx<'_>, user: &UserId) -> Result<Vec<&'static str>, StoreError> {
    let sql = format!("SELECT {ACCOUNT}, {NAMES} FROM account WHERE id = ?1");
    let found = tx.query_opt(&sql, params![user], columns_to_repair)?;
    let columns = found.map(|found| found.columns).unwrap_or_default();
    for column in &columns {
        let sql = match *column {
            "role" => "UPDATE account SET role = 'user' WHERE id = ?1",
            "tier" => "UPDATE account SET tier = 'standard' WHERE id = ?1",
            "created_at" => {
                let sql = "UPDATE account SET created_at = ?2 WHERE id = ?1";
                tx.execute(sql, params![user, generated_at(user.to_bytes())])?;
                continue;
            }
            "last_active" => "UPDATE account SET last_active = NULL WHERE id = ?1",
            "names" => "UPDATE account SET names = NULL WHERE id = ?1",
            // The next start overwrites the bytes of the removed names where this column is NULL.
            "username" => "UPDATE account SET username = '', index_check = NULL WHERE id = ?1",
            "email" => "UPDATE account SET email = '', index_check = NULL WHERE id = ?1",
            _ => "UPDATE account SET wallet_address = NULL, index_check = NULL WHERE id = ?1",
        };
        tx.execute(sql, params![user])?;
    }
    Ok(columns)
}

/// The valid values of each column, and the command with which an operator sets it.
const EXPECTED_ROLE: &str =
    "user, auditor or admin (`lockstep user change ACCOUNT --role` sets it)";
const EXPECTED_STATUS: &str = "active or suspended, or deleted in an erased account (`lockstep user change ACCOUNT --status` sets it)";
const EXPECTED_TIER: &str =
    "standard, premium or enterprise (`lockstep user change ACCOUNT --tier` sets it)";
const SEALED_NAMES: &str =
    "sealed names (`lockstep user change ACCOUNT --name NAME --email ADDRESS` sets them)";
const EXPECTED_PASSWORD: &str =
    "the hash of a password (`lockstep user set-password ACCOUNT` sets it)";
const EXPECTED_END: &str =
    "a time, or NULL for a chosen password (`lockstep user set-password ACCOUNT` sets one)";
