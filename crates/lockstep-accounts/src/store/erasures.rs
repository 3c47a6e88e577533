//! Stores erasures and their receipts: no row names an account after its erasure.

use lockstep_documents::{Document, ERASURE, SignedRecord};
use lockstep_store::audit::entry;
use lockstep_store::counted_list::{self, Source};
use lockstep_store::id::{ErasureId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_vault::Attester;
use lockstep_web::Paging;

use super::IS_ERASED;
use super::times::{optional_time, time};
use crate::erasure::{Erasure, ErasureReport, Pseudonym};
use crate::events;

const COLUMNS: &str = "id, salt, digest, begun_at, finished_at, record, signature, signer";

/// The columns of this module's statements that identify an erasure.
const ROW: RowName = RowName {
    table: "erasure",
    account: None,
    row: Some(0),
};

fn erasure(row: &Row<'_>, attester: Option<&Attester>) -> Result<Erasure, StoreError> {
    let finished = match (optional_time(row, 4)?, attester) {
        (Some(at), Some(attester)) => {
            let signed = SignedRecord {
                record: row.at(5)?,
                signature: row.at(6)?,
                key: row.at(7)?,
            };
            Some((at, attester.document(ERASURE, signed)))
        }
        _ => None,
    };
    Ok(Erasure {
        id: row.parse(0)?,
        begun: time(row, 3)?,
        finished,
        pseudonym: Pseudonym {
            salt: row.at(1)?,
            digest: row.at(2)?,
        },
    })
}

pub(crate) fn begin(tx: &mut Tx<'_>, erasure: &Erasure, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO erasure(id, user_id, salt, digest, begun_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            &erasure.id,
            user,
            &erasure.pseudonym.salt,
            &erasure.pseudonym.digest,
            erasure.begun
        ],
    )
    .map(drop)
}

/// Returns the unfinished erasure of an account.
pub(crate) fn unfinished(tx: &Tx<'_>, user: &UserId) -> Result<Option<Erasure>, StoreError> {
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM erasure WHERE user_id = ?1"),
        params![user],
        |row| erasure(row, None),
    )
}

/// Whether an erasure of the account is unfinished; also if its row is damaged.
pub(crate) fn is_unfinished(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM erasure WHERE user_id = ?1";
    let found = tx.query_opt(sql, params![user], |_| Ok(()))?;
    Ok(found.is_some())
}

/// Replaces every column of an unfinished erasure except the report.
pub(crate) fn replace(tx: &mut Tx<'_>, erasure: &Erasure, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE erasure SET id = ?1, salt = ?3, digest = ?4, begun_at = ?5, finished_at = NULL,
            record = NULL, signature = NULL, signer = NULL WHERE user_id = ?2",
        params![
            &erasure.id,
            user,
            &erasure.pseudonym.salt,
            &erasure.pseudonym.digest,
            erasure.begun
        ],
    )
    .map(drop)
}

/// Returns all unfinished erasures with their accounts.
pub(crate) fn all_unfinished(tx: &Tx<'_>) -> Result<Vec<(ErasureId, UserId)>, StoreError> {
    tx.query_skipping(
        ROW,
        "SELECT id, user_id FROM erasure WHERE user_id IS NOT NULL ORDER BY id",
        &[],
        |row| Ok((row.parse(0)?, row.parse(1)?)),
    )
}

/// Removes the account from a row that does not prove its erasure.
pub(crate) fn release(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE erasure SET user_id = NULL WHERE user_id = ?1",
        params![user],
    )
    .map(drop)
}

/// Whether the audit log proves that the erasure of an account was begun: a row of `erasure` alone does not.
pub(crate) fn is_proven(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    for kind in [events::USER_DELETE_BEGIN, events::USER_DELETE_AGAIN] {
        let details = format!("{} {user}", kind.name());
        if entry::is_recorded(tx, "accounts", kind.name(), &details)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Stores the report for the receipt, in the transaction that deletes the rows.
pub(crate) fn keep_report(
    tx: &mut Tx<'_>,
    id: &ErasureId,
    report: &ErasureReport,
) -> Result<(), StoreError> {
    let text =
        serde_json::to_string(report).map_err(|error| StoreError::Damaged(error.to_string()))?;
    tx.execute(
        "UPDATE erasure SET report = ?2 WHERE id = ?1",
        params![id, &text],
    )
    .map(drop)
}

/// Whether the rows of the erased account are deleted; also if the report is damaged.
pub(crate) fn has_report(tx: &Tx<'_>, id: &ErasureId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM erasure WHERE id = ?1 AND report IS NOT NULL";
    let found = tx.query_opt(sql, params![id], |_| Ok(()))?;
    Ok(found.is_some())
}

/// Whether an unfinished erasure of the account has a report: its rows were deleted in the same transaction.
pub(crate) fn is_reported(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM erasure WHERE user_id = ?1 AND report IS NOT NULL";
    let found = tx.query_opt(sql, params![user], |_| Ok(()))?;
    Ok(found.is_some())
}

/// Returns the stored report for the receipt of an erasure; `None` while the rows exist.
pub(crate) fn report(tx: &Tx<'_>, id: &ErasureId) -> Result<Option<ErasureReport>, StoreError> {
    let text = tx.query_opt(
        "SELECT report FROM erasure WHERE id = ?1",
        params![id],
        |row| row.at::<Option<String>>(0),
    )?;
    let read = text.flatten().map(|text| serde_json::from_str(&text));
    read.transpose()
        .map_err(|error| StoreError::Damaged(format!("the report of {id}: {error}")))
}

/// Returns the accounts that are neither erased nor being erased.
pub(crate) fn accounts_not_erased(tx: &Tx<'_>) -> Result<Vec<UserId>, StoreError> {
    let name = RowName {
        table: "account",
        account: Some(0),
        row: None,
    };
    tx.query_skipping(
        name,
        &format!(
            "SELECT id FROM account WHERE NOT {IS_ERASED}
                 AND id NOT IN (SELECT user_id FROM erasure WHERE user_id IS NOT NULL)"
        ),
        &[],
        |row| row.parse(0),
    )
}

/// Stores the receipt and removes the account's id from the erasure.
pub(crate) fn finish(
    tx: &mut Tx<'_>,
    id: &ErasureId,
    receipt: &Document,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE erasure SET user_id = NULL, report = NULL, finished_at = ?2, record = ?3, signature = ?4,
            signer = ?5 WHERE id = ?1",
        params![
            id,
            tx.now(),
            &receipt.record,
            &receipt.signature,
            &receipt.key
        ],
    )
    .map(drop)
}

pub(crate) fn by_id(
    tx: &Tx<'_>,
    id: &ErasureId,
    attester: &Attester,
) -> Result<Option<Erasure>, StoreError> {
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM erasure WHERE id = ?1"),
        params![id],
        |row| erasure(row, Some(attester)),
    )
}

/// Returns a page of erasures, the newest first, and their total number.
pub(crate) fn page(
    tx: &Tx<'_>,
    paging: Paging,
    attester: &Attester,
) -> Result<(Vec<Erasure>, u64), StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM erasure WHERE id = ?1");
    let mut found = Vec::new();
    for id in counted_list::ids(tx, LIST.prefix, paging.newest())? {
        let read = |row: &Row<'_>| erasure(row, Some(attester));
        found.extend(tx.query_skipping(ROW, &sql, params![&id], read)?);
    }
    Ok((found, counted_list::total(tx, LIST.prefix)?))
}

/// The list of erasures by time.
pub(crate) const LIST: Source = Source {
    prefix: "erasure",
    entries: "SELECT 'erasure' AS list, id FROM erasure",
};

/// Returns every readable erasure, the newest first, and the unreadable rows.
pub(crate) fn all(
    tx: &Tx<'_>,
    attester: &Attester,
) -> Result<(Vec<Erasure>, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {COLUMNS}, report, user_id FROM erasure ORDER BY id DESC");
    tx.query_readable(ROW, &sql, &[], |row| {
        let user = row.at::<Option<&str>>(9)?.map(str::parse::<UserId>);
        let is_finished = row.at::<Option<Timestamp>>(4)?.is_some();
        if user.is_none_or(|user| user.is_err()) && !is_finished {
            return Err(row.wrong(9, "the account of an unfinished erasure"));
        }
        if let Some(text) = row.at::<Option<&str>>(8)? {
            let report = serde_json::from_str::<ErasureReport>(text);
            report.map_err(|_| row.wrong(8, "the report of an erasure"))?;
        }
        erasure(row, Some(attester))
    })
}
