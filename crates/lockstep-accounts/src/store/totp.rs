//! Stores the TOTP secrets and the recovery codes of accounts.

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::KeyedDigest;

use super::times::{optional_time, time};
use crate::totp::ENROLMENT_TIME;

const TOTP_ROW: RowName = RowName {
    table: "totp",
    account: Some(0),
    row: None,
};
const RECOVERY_ROW: RowName = RowName {
    table: "recovery_code",
    account: Some(0),
    row: None,
};

/// The TOTP of an account as stored. Damaged values are replaced by those that allow least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Totp {
    /// The sealed secret; empty if it is damaged.
    pub(crate) secret: Vec<u8>,
    pub(crate) created_at: Timestamp,
    /// Whether a sign-in needs a code.
    pub(crate) is_enabled: bool,
    /// The time of the confirmation; `None` if it is damaged.
    pub(crate) confirmed_at: Option<Timestamp>,
    /// The step of the last accepted code.
    pub(crate) last_step: Option<i64>,
}

/// Returns the TOTP of an account, also an unconfirmed one.
pub(crate) fn totp(tx: &Tx<'_>, user: &UserId) -> Result<Option<Totp>, StoreError> {
    tx.query_opt(
        "SELECT secret, created_at, confirmed_at, last_step FROM totp WHERE user_id = ?1",
        params![user],
        |row| {
            let confirmed = optional_time(row, 2);
            Ok(Totp {
                secret: row.at(0).unwrap_or_default(),
                created_at: time(row, 1).unwrap_or(Timestamp(0)),
                is_enabled: !matches!(confirmed, Ok(None)),
                confirmed_at: confirmed.unwrap_or_default(),
                last_step: row.at(3).unwrap_or(Some(i64::MAX)),
            })
        },
    )
}

/// Returns the TOTP of an account if a sign-in needs a code.
pub(crate) fn enabled(tx: &Tx<'_>, user: &UserId) -> Result<Option<Totp>, StoreError> {
    Ok(totp(tx, user)?.filter(|totp| totp.is_enabled))
}

/// The number of enabled TOTPs of an account: 0 or 1.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    Ok(u64::from(enabled(tx, user)?.is_some()))
}

/// Stores an unconfirmed secret in place of an earlier one.
pub(crate) fn enrol(tx: &mut Tx<'_>, user: &UserId, secret: &[u8]) -> Result<(), StoreError> {
    delete(tx, user)?;
    tx.execute(
        "INSERT INTO totp(user_id, secret, created_at) VALUES (?1, ?2, ?3)",
        params![user, secret, tx.now()],
    )
    .map(drop)
}

/// Requires codes from now on; the code of `step` is used up.
pub(crate) fn confirm(tx: &mut Tx<'_>, user: &UserId, step: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE totp SET confirmed_at = ?2, last_step = ?3 WHERE user_id = ?1",
        params![user, tx.now(), step],
    )
    .map(drop)
}

/// Records the step of an accepted code.
pub(crate) fn use_step(tx: &mut Tx<'_>, user: &UserId, step: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE totp SET last_step = ?2 WHERE user_id = ?1",
        params![user, step],
    )
    .map(drop)
}

/// Removes the secret and the recovery codes of an account.
pub(crate) fn delete(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM recovery_code WHERE user_id = ?1",
        params![user],
    )?;
    tx.execute("DELETE FROM totp WHERE user_id = ?1", params![user])
        .map(drop)
}

/// Removes secrets that were not confirmed in time.
pub(crate) fn forget_unconfirmed(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let oldest = tx.now().minus(ENROLMENT_TIME);
    tx.execute(
        "DELETE FROM totp WHERE confirmed_at IS NULL AND created_at < ?1",
        params![oldest],
    )
    .map(drop)
}

/// Replaces all recovery codes of an account.
pub(crate) fn replace_recovery_codes(
    tx: &mut Tx<'_>,
    user: &UserId,
    digests: &[KeyedDigest],
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM recovery_code WHERE user_id = ?1",
        params![user],
    )?;
    for digest in digests {
        tx.execute(
            "INSERT INTO recovery_code(user_id, digest) VALUES (?1, ?2)",
            params![user, digest],
        )?;
    }
    Ok(())
}

/// Removes a recovery code; returns whether it was stored.
pub(crate) fn use_recovery_code(
    tx: &mut Tx<'_>,
    user: &UserId,
    digest: &KeyedDigest,
) -> Result<bool, StoreError> {
    let count = tx.execute(
        "DELETE FROM recovery_code WHERE user_id = ?1 AND digest = ?2",
        params![user, digest],
    )?;
    Ok(count == 1)
}

/// The number of unused recovery codes of an account.
pub(crate) fn count_recovery_codes(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM recovery_code WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Reads every row. Adds unreadable rows to `damaged`; returns the number of rows.
pub(crate) fn check_rows(tx: &Tx<'_>, damaged: &mut Vec<DamagedRow>) -> Result<u64, StoreError> {
    let check_totp = |row: &Row<'_>| {
        row.parse::<UserId>(0)?;
        row.at::<&[u8]>(1)
            .map_err(|_| row.wrong(1, EXPECTED_TOTP))?;
        time(row, 2).map_err(|_| row.wrong(2, EXPECTED_TOTP))?;
        optional_time(row, 3).map_err(|_| row.wrong(3, EXPECTED_TOTP))?;
        row.at::<Option<i64>>(4)
            .map_err(|_| row.wrong(4, EXPECTED_TOTP))
            .map(drop)
    };
    let sql = "SELECT user_id, secret, created_at, confirmed_at, last_step FROM totp";
    let (all, mut found) = tx.query_readable(TOTP_ROW, sql, &[], check_totp)?;
    let mut rows = (all.len() + found.len()) as u64;
    damaged.append(&mut found);
    let sql = "SELECT user_id, digest FROM recovery_code";
    let (all, mut found) = tx.query_readable(RECOVERY_ROW, sql, &[], |row| {
        row.parse::<UserId>(0)?;
        row.at::<KeyedDigest>(1)
            .map_err(|_| row.wrong(1, EXPECTED_TOTP))
            .map(drop)
    })?;
    rows += (all.len() + found.len()) as u64;
    damaged.append(&mut found);
    Ok(rows)
}

/// The expected value of a TOTP row, and the command that removes a damaged one.
const EXPECTED_TOTP: &str = "a value of TOTP (`lockstep user reset-totp ACCOUNT` removes it)";
