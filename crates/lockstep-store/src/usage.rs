//! The storage usage of accounts, counted in the transactions that store data.
//!
//! Triggers on the tables of the capabilities maintain one row for each account, so no statement
//! can forget to count. The migration that creates the triggers counts the data stored before. One statement is counted
//! with [`StorageUsage::add_bytes`] instead: it extends a chunk of points in its row, for each new point of a device, and
//! the trigger took half of its time.

use crate::error::StoreError;
use crate::id::UserId;
use crate::tx::Tx;
use crate::value::Value;

/// The storage usage of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StorageUsage {
    /// Bytes of sealed points, blocks, evaluation keys, circuits, proving keys and signed roots.
    pub bytes: u64,
    /// The number of series: one for each type, device and mode.
    pub series: u64,
    /// The number of chunks and blocks of points.
    pub chunks: u64,
}

impl std::ops::Add for StorageUsage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            series: self.series + other.series,
            chunks: self.chunks + other.chunks,
        }
    }
}

/// No account stores so much: a greater count is damaged.
const MAX_COUNT: i64 = 1 << 60;

/// A table of an account's data, and the columns whose bytes count.
#[derive(Clone, Copy, Debug)]
pub struct CountedColumns {
    /// The table. Its column `user_id` names the account.
    pub table: &'static str,
    /// The columns of texts or bytes.
    pub columns: &'static [&'static str],
}

impl StorageUsage {
    /// Counts the bytes of an account in these tables, as the triggers of `account_usage` do.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of_columns(
        tx: &Tx<'_>,
        user: &UserId,
        counted: &[CountedColumns],
    ) -> Result<Self, StoreError> {
        let mut bytes = 0;
        for CountedColumns { table, columns } in counted {
            let lengths: Vec<String> = columns
                .iter()
                .map(|column| format!("coalesce(length({column}), 0)"))
                .collect();
            let sql = format!(
                "SELECT CAST(coalesce(SUM({}), 0) AS BIGINT) FROM {table} WHERE user_id = ?1",
                lengths.join(" + ")
            );
            let user = [Value::Text(user.as_str())];
            bytes += tx.query_one(&sql, &user, |row| row.at::<u64>(0))?;
        }
        Ok(Self {
            bytes,
            ..Self::default()
        })
    }

    /// Returns the usage of an account, as of this transaction. A damaged count is 0, so that it stops no
    /// write; a scrub counts again.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of(tx: &Tx<'_>, user: &UserId) -> Result<Self, StoreError> {
        let found = tx.query_opt(
            "SELECT bytes, series, chunks FROM account_usage WHERE user_id = ?1",
            &[Value::Text(user.as_str())],
            |row| {
                let count = |column| match row.at::<i64>(column) {
                    Ok(count @ 0..MAX_COUNT) => count.unsigned_abs(),
                    _ => 0,
                };
                Ok(Self {
                    bytes: count(0),
                    series: count(1),
                    chunks: count(2),
                })
            },
        )?;
        Ok(found.unwrap_or_default())
    }

    /// Returns the counted row of an account unchanged; `None` if it is missing or unreadable.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn counted(tx: &Tx<'_>, user: &UserId) -> Result<Option<Self>, StoreError> {
        let found = tx.query_opt(
            "SELECT bytes, series, chunks FROM account_usage WHERE user_id = ?1",
            &[Value::Text(user.as_str())],
            |row| {
                let count = |column| row.at::<u64>(column).ok();
                Ok(count(0)
                    .zip(count(1))
                    .zip(count(2))
                    .map(|((bytes, series), chunks)| Self {
                        bytes,
                        series,
                        chunks,
                    }))
            },
        )?;
        Ok(found.flatten())
    }

    /// Returns the stored ids of all accounts with a counted row.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn accounts(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
        tx.query("SELECT user_id FROM account_usage", &[], |row| {
            Ok(row.at::<String>(0).unwrap_or_default())
        })
    }

    /// Adds to the counted bytes of an account; `more` is negative if it stores less.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn add_bytes(tx: &mut Tx<'_>, user: &UserId, more: i64) -> Result<(), StoreError> {
        tx.send(
            "UPDATE account_usage SET bytes = bytes + ?2 WHERE user_id = ?1",
            &[Value::Text(user.as_str()), Value::Integer(more)],
        )
    }

    /// Replaces a damaged row with recomputed counts.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn replace(&self, tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
        let signed = |count: u64| Value::Integer(i64::try_from(count).unwrap_or(i64::MAX));
        tx.execute(
            "INSERT INTO account_usage(user_id, bytes, series, chunks) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (user_id) DO UPDATE SET bytes = excluded.bytes,
                 series = excluded.series, chunks = excluded.chunks",
            &[
                Value::Text(user.as_str()),
                signed(self.bytes),
                signed(self.series),
                signed(self.chunks),
            ],
        )
        .map(drop)
    }

    /// Deletes the row of an account without stored data.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
        tx.execute(
            "DELETE FROM account_usage WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
            &[Value::Text(user.as_str())],
        )
        .map(drop)
    }
}
