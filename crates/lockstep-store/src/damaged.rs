//! Unreadable rows: a statement over many accounts reads the other rows and reports these.

use crate::error::StoreError;
use crate::tx::Tx;
use crate::value::{Row, Value};

/// The columns of a statement that identify its rows. Columns count from 0.
#[derive(Clone, Copy, Debug)]
pub struct RowName {
    /// The table.
    pub table: &'static str,
    /// The column of the account's id.
    pub account: Option<usize>,
    /// The column of the row's id or number.
    pub row: Option<usize>,
}

/// A row that cannot be read. It names the row and the column, and contains no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedRow {
    /// The table.
    pub table: &'static str,
    /// The account's id, as far as it can be shown.
    pub account: Option<String>,
    /// The row's id or number, as far as it can be shown.
    pub row: String,
    /// The error that names the column.
    pub reason: String,
}

impl Tx<'_> {
    /// Reads every readable row, and returns the names of the others.
    ///
    /// # Errors
    /// [`StoreError`], except that of a damaged row.
    pub fn query_readable<T>(
        &self,
        name: RowName,
        sql: &str,
        params: &[Value<'_>],
        mut each: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<(Vec<T>, Vec<DamagedRow>), StoreError> {
        let (mut all, mut damaged) = (Vec::new(), Vec::new());
        self.visit(sql, params, |row| {
            match each(row) {
                Ok(read) => all.push(read),
                Err(error) if error.is_damage() => damaged.push(DamagedRow {
                    table: name.table,
                    account: name.account.map(|column| row.shown(column)),
                    row: name.row.map(|column| row.shown(column)).unwrap_or_default(),
                    reason: error.to_string(),
                }),
                Err(error) => return Err(error),
            }
            Ok::<_, StoreError>(true)
        })?;
        Ok((all, damaged))
    }

    /// Reads every readable row. The others are logged: a scrub reports them.
    ///
    /// # Errors
    /// [`StoreError`], except that of a damaged row.
    pub fn query_skipping<T>(
        &self,
        name: RowName,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let (all, damaged) = self.query_readable(name, sql, params, each)?;
        for row in damaged {
            tracing::error!(
                table = row.table,
                account = row.account,
                row = row.row,
                reason = row.reason,
                "a stored row is damaged and was skipped; `lockstep scrub` reports it"
            );
        }
        Ok(all)
    }
}
