//! What an account stores, counted in the transactions that store it.
//!
//! Triggers on the tables of the capabilities keep the row of an account: no statement can forget to
//! count. The migration that makes the triggers counts what is stored before.

use crate::error::StoreError;
use crate::id::UserId;
use crate::tx::Tx;
use crate::value::Value;

/// What an account stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes of sealed points, blocks, evaluation keys, circuits, proving keys and signed roots.
    pub bytes: u64,
    /// Series: one for each type, device and mode.
    pub series: u64,
    /// Chunks and blocks of points.
    pub chunks: u64,
}

impl Usage {
    /// Of an account, as of this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of(tx: &Tx<'_>, user: &UserId) -> Result<Self, StoreError> {
        let found = tx.query_opt(
            "SELECT bytes, series, chunks FROM account_usage WHERE user_id = ?1",
            &[Value::Text(user.as_str())],
            |row| {
                let count = |column| row.at::<i64>(column).map(|n| n.max(0).unsigned_abs());
                Ok(Self {
                    bytes: count(0)?,
                    series: count(1)?,
                    chunks: count(2)?,
                })
            },
        )?;
        Ok(found.unwrap_or_default())
    }

    /// Forgets an account of which nothing is stored any more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
        tx.execute(
            "DELETE FROM account_usage WHERE user_id = ?1",
            &[Value::Text(user.as_str())],
        )
        .map(drop)
    }
}
