//! Which entries of an account are live: one sealed record for each account, in `dataset_state`.
//!
//! Each change of an entry takes the next number of the account's counter. The number is a part of the entry's sealed
//! context, and the record holds a keyed sum over the ids and numbers of all entries that are not deleted. A scrub
//! computes the sum from the rows: an entry that was replaced by an older copy, added or removed outside the server
//! changes it.
//!
//! Not detected: all entries of an account replaced by older copies together with the record.

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{RowName, StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::{AadContext, UnsealError};
use lockstep_vault::row_sum::{BYTES, RowSum, SumTerm, term_of};

/// The record of an account in a transaction. Only [`change`] makes one, so that every change is stored.
pub(crate) struct LiveEntries<'k> {
    keys: &'k AccountKeys,
    record: Record,
}

#[derive(Clone, Debug, PartialEq)]
struct Record {
    /// The last number that was given.
    last: i64,
    sum: RowSum,
    /// Whether an earlier record was missing or did not open, and no operator has accepted the rows since.
    is_lost: bool,
}

/// The record as it is stored.
enum StoredRecord {
    Absent,
    Unreadable,
    Sealed(Record),
}

/// Runs `act`, which may insert, change and remove entries of the account, then seals the resulting record.
///
/// # Errors
/// The errors of `act`; [`StoreError`].
pub(crate) fn change<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    act: impl FnOnce(&mut Tx<'_>, &mut LiveEntries<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let record = match stored(tx, keys)? {
        StoredRecord::Sealed(record) => record,
        StoredRecord::Absent => of_rows(tx, keys, has_numbered_rows(tx, keys.user())?)?,
        StoredRecord::Unreadable => of_rows(tx, keys, true)?,
    };
    if record.is_lost {
        tracing::error!(account = %keys.user(), "the record of the account's datasets was lost");
    }
    let mut live = LiveEntries { keys, record };
    let done = act(tx, &mut live)?;
    store(tx, keys, &live.record)?;
    Ok(done)
}

/// Makes the record again from the rows as they are stored: an operator accepts them.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn accept(tx: &mut Tx<'_>, keys: &AccountKeys) -> Result<(), StoreError> {
    let record = of_rows(tx, keys, false)?;
    store(tx, keys, &record)
}

impl LiveEntries<'_> {
    pub(super) fn keys(&self) -> &AccountKeys {
        self.keys
    }

    /// Returns the number of an entry that is inserted or changed; `before` is the number that it had.
    pub(super) fn written(&mut self, id: &DatasetId, before: Option<i64>) -> i64 {
        self.removed(id, before);
        self.record.last += 1;
        let number = self.record.last;
        self.record.sum.add(term(self.keys, id, number));
        number
    }

    /// Records that an entry is live no more; `before` is the number that it had.
    pub(super) fn removed(&mut self, id: &DatasetId, before: Option<i64>) {
        if let Some(before) = before {
            self.record.sum.subtract(term(self.keys, id, before));
        }
    }
}

/// Compares the entries of an account with its record; returns the table that differs, and why.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn check(
    tx: &Tx<'_>,
    keys: &AccountKeys,
) -> Result<Option<(&'static str, String)>, StoreError> {
    let record = match stored(tx, keys)? {
        StoredRecord::Sealed(record) => record,
        StoredRecord::Absent if !has_numbered_rows(tx, keys.user())? => return Ok(None),
        StoredRecord::Absent => return Ok(Some(("dataset_state", MISSING.to_owned()))),
        StoredRecord::Unreadable => return Ok(Some(("dataset_state", UNREADABLE.to_owned()))),
    };
    if record.is_lost {
        return Ok(Some(("dataset_state", LOST.to_owned())));
    }
    let found = sum_of_rows(tx, keys)?;
    if found == record.sum {
        return Ok(None);
    }
    let reason = format!(
        "{NOT_LAST_WRITTEN}: rows stored: {}, rows last written: {}. {REMEDY}",
        found.rows,
        record.sum.rows.cast_signed()
    );
    Ok(Some(("dataset", reason)))
}

/// Returns the accounts that have a record, after an account, in order.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn accounts_after(
    tx: &Tx<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let name = RowName {
        table: "dataset_state",
        account: Some(0),
        row: Some(0),
    };
    tx.query_skipping(
        name,
        "SELECT user_id FROM dataset_state WHERE user_id > ?1 ORDER BY user_id LIMIT ?2",
        params![after, limit],
        |row| row.at(0),
    )
}

/// Whether an account has datasets, also deleted ones that are held.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn has_entries(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset WHERE user_id = ?1 LIMIT 1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether an account has a record, even a damaged one.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn is_recorded(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_state WHERE user_id = ?1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether an entry of the account has a number: its account had a record.
fn has_numbered_rows(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset WHERE user_id = ?1 AND revision <> 0 LIMIT 1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

fn of_rows(tx: &Tx<'_>, keys: &AccountKeys, is_lost: bool) -> Result<Record, StoreError> {
    let last = tx.query_one(
        // A number is never given twice, also not after rows were accepted.
        "SELECT COALESCE(MAX(number), 0) FROM (
             SELECT revision AS number FROM dataset WHERE user_id = ?1 AND typeof(revision) = 'integer'
             UNION ALL SELECT version FROM dataset_state WHERE user_id = ?1 AND typeof(version) = 'integer'
         ) AS numbers WHERE number < ?2",
        params![keys.user(), MAX_NUMBER],
        |row| row.at(0),
    )?;
    Ok(Record {
        last,
        sum: sum_of_rows(tx, keys)?,
        is_lost,
    })
}

fn sum_of_rows(tx: &Tx<'_>, keys: &AccountKeys) -> Result<RowSum, StoreError> {
    let mut sum = RowSum::default();
    tx.visit(
        "SELECT id, revision FROM dataset WHERE user_id = ?1 AND deleted_at IS NULL",
        params![keys.user()],
        |row| {
            // The server wrote no row whose id or number cannot be read, so such a row does not count.
            if let (Ok(id), Ok(number)) = (row.parse::<DatasetId>(0), row.at(1)) {
                sum.add(term(keys, &id, number));
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(sum)
}

fn stored(tx: &Tx<'_>, keys: &AccountKeys) -> Result<StoredRecord, StoreError> {
    let opened = tx.query_opt(
        "SELECT version, sealed FROM dataset_state WHERE user_id = ?1",
        params![keys.user()],
        |row| {
            let last: i64 = row.at(0)?;
            match keys.open_own(context(&last.to_be_bytes()), row.at(1)?) {
                Ok((plain, _)) => Ok(decode(last, &plain)),
                Err(UnsealError::Store(error)) => Err(error),
                Err(UnsealError::Damaged | UnsealError::Stopped(..)) => Ok(None),
            }
        },
    );
    match opened {
        Ok(None) => Ok(StoredRecord::Absent),
        Ok(Some(Some(record))) => Ok(StoredRecord::Sealed(record)),
        // A column of another type is damaged too.
        Ok(Some(None)) | Err(StoreError::Column { .. }) => Ok(StoredRecord::Unreadable),
        Err(error) => Err(error),
    }
}

fn store(tx: &mut Tx<'_>, keys: &AccountKeys, record: &Record) -> Result<(), StoreError> {
    let mut plain = vec![FORMAT, u8::from(record.is_lost)];
    plain.extend_from_slice(&record.sum.encode());
    let row = record.last.to_be_bytes();
    let sealed = keys.seal(tx, None, context(&row), b"", &plain)?;
    tx.execute(
        "INSERT INTO dataset_state(user_id, version, sealed) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, sealed = excluded.sealed",
        params![keys.user(), record.last, &sealed],
    )
    .map(drop)
}

fn decode(last: i64, plain: &[u8]) -> Option<Record> {
    let [FORMAT, is_lost @ (0 | 1), sum @ ..] = plain else {
        return None;
    };
    Some(Record {
        last,
        sum: RowSum::decode(sum.as_array::<BYTES>()?),
        is_lost: *is_lost == 1,
    })
}

fn term(keys: &AccountKeys, id: &DatasetId, number: i64) -> SumTerm {
    term_of(keys, "dataset", &[&id.to_bytes(), &number.to_be_bytes()])
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "dataset state",
        row,
    }
}

const FORMAT: u8 = 1;
/// A greater number is damaged: no account changes its entries so often.
const MAX_NUMBER: i64 = 1 << 60;
const NOT_LAST_WRITTEN: &str = "the account's entries of datasets are not the ones last written";
const REMEDY: &str =
    "Restore the rows from a backup, or accept them with `lockstep scrub --accept-rows ACCOUNT`";
const MISSING: &str = "the record of the account's entries of datasets is missing: whether they are the ones last \
    written is not known. Restore the row from a backup, or accept the entries with `lockstep scrub --accept-rows \
    ACCOUNT`";
const UNREADABLE: &str = "the record of the account's entries of datasets does not open: restore the row from a \
    backup, or accept the entries with `lockstep scrub --accept-rows ACCOUNT`";
const LOST: &str = "the record of the account's entries of datasets was missing or did not open when an entry was \
    changed, and was made from the rows: compare the entries with a backup, and accept them with `lockstep scrub \
    --accept-rows ACCOUNT`";
