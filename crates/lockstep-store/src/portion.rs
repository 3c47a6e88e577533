//! Bounds the work of one transaction. The store has one writer, so a transaction that is too large delays the writes of
//! all accounts.

use crate::db::Db;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;
use crate::value::Value;

/// The maximum number of rows with a body that one transaction of a long job adds or removes.
pub const PORTION_ROWS: usize = 256;
/// The maximum number of rows without a body that one transaction of a long job adds or removes.
pub const PORTION_SMALL_ROWS: usize = 2048;
/// The bytes of bodies after which a transaction of a long job ends.
pub const PORTION_BYTES: usize = 1 << 20;

/// Counts the rows and bytes of one transaction of a long job.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransactionBudget {
    rows: usize,
    bytes: usize,
}

impl TransactionBudget {
    /// Returns how many of the next bodies one transaction stores: at least one, if there are any.
    pub fn count(sizes: impl Iterator<Item = usize>) -> usize {
        let mut portion = Self::default();
        let fits = |bytes: &usize| portion.takes(*bytes);
        sizes.take_while(fits).count()
    }

    /// Whether the transaction stores one more body; the first always fits.
    fn takes(&mut self, bytes: usize) -> bool {
        let is_first = self.rows == 0;
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        is_first || (self.rows <= PORTION_ROWS && self.bytes <= PORTION_BYTES)
    }
}

/// A table with so many or such large rows of one owner that they are removed in portions.
#[derive(Clone, Copy, Debug)]
pub struct BulkTable {
    /// The name of the table.
    pub table: &'static str,
    /// The condition on the rows of an owner, for example `user_id = ?1`.
    pub owned: &'static str,
    /// The columns, separated by commas, that identify a row.
    pub key: &'static str,
    /// The column with a large value; `None` if all rows are small.
    pub body: Option<&'static str>,
}

impl BulkTable {
    /// The rows of an account in a table with the column `user_id`.
    #[must_use]
    pub const fn of_account(
        table: &'static str,
        key: &'static str,
        body: Option<&'static str>,
    ) -> Self {
        Self {
            table,
            owned: "user_id = ?1",
            key,
            body,
        }
    }

    /// Removes some rows of an owner; returns whether it removed any. `owner` are the parameters of the condition.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn remove_portion(&self, tx: &mut Tx<'_>, owner: &[Value<'_>]) -> Result<bool, StoreError> {
        let Self {
            table, owned, key, ..
        } = self;
        let Some(body) = self.body else {
            let removed = tx.execute(
                &format!(
                    "DELETE FROM {table} WHERE {owned} AND ({key}) IN (
                         SELECT {key} FROM {table} WHERE {owned} ORDER BY {key} LIMIT {PORTION_SMALL_ROWS})"
                ),
                owner,
            )?;
            return Ok(removed > 0);
        };
        let removed = tx.execute(
            // A row is removed if the rows before it leave room.
            &format!(
                "DELETE FROM {table} WHERE {owned} AND ({key}) IN (
                     SELECT {key} FROM (
                         SELECT {key}, SUM(bytes) OVER (ORDER BY {key} ROWS UNBOUNDED PRECEDING) - bytes AS earlier
                         FROM (SELECT {key}, coalesce(length({body}), 0) AS bytes FROM {table}
                             WHERE {owned} ORDER BY {key} LIMIT {PORTION_ROWS}) AS first) AS summed
                     WHERE earlier < {PORTION_BYTES})"
            ),
            owner,
        )?;
        Ok(removed > 0)
    }
}

/// Removes the rows of an account from tables, each portion in a transaction of its own.
///
/// # Errors
/// [`StoreError`].
pub async fn remove_rows(
    db: &Db,
    tables: &'static [BulkTable],
    user: &UserId,
) -> Result<(), StoreError> {
    for table in tables {
        loop {
            let owner = user.clone();
            let write = db.write::<_, StoreError, _>("store.remove_portion", move |tx| {
                table.remove_portion(tx, params![&owner])
            });
            if !write.await? {
                break;
            }
        }
    }
    Ok(())
}
