//! A transaction in progress: rows, the audit entry and the event live or die together.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::clock::{Clock, Entropy, Timestamp};
use crate::error::{StoreError, is_full};
use crate::readers::Lease;
use crate::sequence;
use crate::statement::for_sqlite;
use crate::value::{Row, Value};

/// A transaction. What only reads takes `&Tx`, what changes takes `&mut Tx`; on a connection of
/// `Db::read` every change is refused by the engine.
pub struct Tx<'c> {
    connection: &'c rusqlite::Connection,
    now: Timestamp,
    entropy: &'c dyn Entropy,
    /// Of a read: between two rows it may have to wait for its next turn.
    lease: Option<&'c Lease>,
    /// Set when an event was appended: after the commit the doorbell rings.
    pub(crate) rang: bool,
    /// Set when a statement found no room on the disk.
    ran_out: Cell<bool>,
}

impl<'c> Tx<'c> {
    pub(crate) fn new(
        connection: &'c rusqlite::Connection,
        clock: &dyn Clock,
        entropy: &'c dyn Entropy,
    ) -> Self {
        Self {
            connection,
            now: clock.now(),
            entropy,
            lease: None,
            rang: false,
            ran_out: Cell::new(false),
        }
    }

    pub(crate) fn reading(
        connection: &'c rusqlite::Connection,
        clock: &dyn Clock,
        entropy: &'c dyn Entropy,
        lease: &'c Lease,
    ) -> Self {
        Self {
            lease: Some(lease),
            ..Self::new(connection, clock, entropy)
        }
    }

    /// Whether a statement found no room on the disk.
    pub(crate) fn ran_out(&self) -> bool {
        self.ran_out.get()
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        if is_full(&error) {
            self.ran_out.set(true);
        }
        error.into()
    }

    /// The time of this transaction: one moment from its first statement to its last.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Randomness for identifiers and salts.
    #[must_use]
    pub fn entropy(&self) -> &dyn Entropy {
        self.entropy
    }

    /// Runs a statement that answers no rows; gives the number of rows it changed.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        let mut statement = self.prepare(sql)?;
        statement
            .execute(rusqlite::params_from_iter(params))
            .map_err(|error| self.failed(error))
    }

    /// Every row, each read by `each`.
    pub fn query<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut each: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.visit(sql, params, |row| {
            all.push(each(row)?);
            Ok::<_, StoreError>(true)
        })?;
        Ok(all)
    }

    /// Row after row until `each` answers `false`.
    pub fn visit<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut each: impl FnMut(&Row<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement
            .query(rusqlite::params_from_iter(params))
            .map_err(|error| self.failed(error))?;
        while let Some(row) = rows.next().map_err(|error| self.failed(error))? {
            self.lease.map_or(Ok(()), Lease::step)?;
            if !each(&Row::new(row, sql))? {
                break;
            }
        }
        Ok(())
    }

    /// The first row, or none.
    pub fn query_opt<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement
            .query(rusqlite::params_from_iter(params))
            .map_err(|error| self.failed(error))?;
        let row = rows.next().map_err(|error| self.failed(error))?;
        row.map(|row| each(&Row::new(row, sql))).transpose()
    }

    /// The first row; none is an error.
    pub fn query_one<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.query_opt(sql, params, each)?.ok_or(StoreError::NoRow)
    }

    /// What the engine finds damaged in its files, and sequences that are wrong; nothing where every page is
    /// whole.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let found = self.query("PRAGMA integrity_check", &[], |row| row.at::<String>(0))?;
        let mut damaged: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
        damaged.extend(sequence::damaged(self)?);
        Ok(damaged)
    }

    /// The number of rows of each table, by name.
    pub fn row_counts(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        let tables = self.query(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
            &[],
            |row| row.at::<String>(0),
        )?;
        let mut counts = BTreeMap::new();
        for table in tables {
            let quoted = table.replace('"', "\"\"");
            let sql = format!("SELECT COUNT(*) FROM \"{quoted}\"");
            let count = self.query_one(&sql, &[], |row| row.at(0))?;
            counts.insert(table, count);
        }
        Ok(counts)
    }

    /// The statement, where the transaction still stands.
    fn prepare(&self, sql: &str) -> Result<rusqlite::CachedStatement<'c>, StoreError> {
        if self.connection.is_autocommit() {
            return Err(StoreError::RolledBack);
        }
        self.lease.map_or(Ok(()), Lease::step)?;
        Ok(self.connection.prepare_cached(&for_sqlite(sql))?)
    }

    /// From now on what this connection removes is overwritten with zeros.
    pub fn overwrite_removed(&mut self) -> Result<(), StoreError> {
        self.query("PRAGMA secure_delete = ON", &[], |_| Ok(()))
            .map(drop)
    }

    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch(&for_sqlite(sql))?)
    }
}
