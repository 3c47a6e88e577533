//! A transaction in progress: its rows, audit entry and event are committed or rolled back
//! together.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

use crate::clock::{Clock, Entropy, Timestamp};
use crate::connection::{Connection, RepeatedStatements};
use crate::error::{EngineError, StoreError};
use crate::lease::Lease;
use crate::shared_rows::SharedRows;
use crate::value::{Row, Value};

/// A transaction. Reading functions take `&Tx`, changing functions `&mut Tx`. On a connection of
/// `Db::read` the engine refuses every change.
pub struct Tx<'c> {
    connection: &'c Connection,
    now: Timestamp,
    entropy: &'c dyn Entropy,
    /// The lease of a read: between two rows the read may have to wait for its next turn.
    lease: Option<&'c Lease>,
    /// Set when an event was appended: the commit then notifies the listeners.
    pub(crate) appended_event: bool,
    /// Set when an entry was appended to the audit log.
    pub(crate) appended_entry: bool,
    /// Set when a statement found no space on the disk.
    ran_out: Cell<bool>,
    /// Set when the engine failed to run a statement.
    has_failed: Cell<bool>,
    /// The bytes of texts and blobs that changing statements were given.
    given_bytes: u64,
    /// The check that passed last in this transaction, and its subject; see [`Tx::check_once`].
    passed: RefCell<Option<(&'static str, String)>>,
    /// The statements that run many times in this transaction.
    repeated: RepeatedStatements<'c>,
    /// See [`Tx::fill_public`].
    public_bytes: RefCell<PublicBytes>,
    /// What is stored when the group ends, if this transaction runs beside those of other accounts.
    pub(crate) shared: Option<SharedRows>,
}

impl<'c> Tx<'c> {
    pub(crate) fn new(
        connection: &'c Connection,
        clock: &dyn Clock,
        entropy: &'c dyn Entropy,
    ) -> Self {
        Self {
            connection,
            now: clock.now(),
            entropy,
            lease: None,
            appended_event: false,
            appended_entry: false,
            ran_out: Cell::new(false),
            has_failed: Cell::new(false),
            given_bytes: 0,
            passed: RefCell::default(),
            repeated: RepeatedStatements::default(),
            public_bytes: RefCell::default(),
            shared: None,
        }
    }

    /// Begins a transaction that runs beside those of other accounts.
    pub(crate) fn of_account(
        connection: &'c Connection,
        clock: &dyn Clock,
        entropy: &'c dyn Entropy,
    ) -> Self {
        Self {
            shared: Some(SharedRows::default()),
            ..Self::new(connection, clock, entropy)
        }
    }

    pub(crate) fn reading(
        connection: &'c Connection,
        clock: &dyn Clock,
        entropy: &'c dyn Entropy,
        lease: &'c Lease,
    ) -> Self {
        Self {
            lease: Some(lease),
            ..Self::new(connection, clock, entropy)
        }
    }

    /// Whether a statement found no space on the disk.
    pub(crate) fn ran_out(&self) -> bool {
        self.ran_out.get()
    }

    /// Whether the engine failed to run a statement. SQLite does not undo such a statement if it found a damaged page, and
    /// does not count its changes.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.get()
    }

    /// Returns the bytes of texts and blobs that changing statements were given.
    pub(crate) fn given_bytes(&self) -> u64 {
        self.given_bytes
    }

    fn failed(&self, error: EngineError) -> StoreError {
        self.has_failed.set(true);
        if error.is_full() {
            self.ran_out.set(true);
        }
        error.into()
    }

    /// Returns the time of this transaction: the same for its first and its last statement.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns the source of randomness for identifiers and salts.
    #[must_use]
    pub fn entropy(&self) -> &dyn Entropy {
        self.entropy
    }

    /// Fills `bytes` with random bytes that are stored in the clear, such as the numbers of sealed messages. They come from
    /// [`Tx::entropy`] in portions, since a transaction may need hundreds of them, and each call of the operating system
    /// costs as much as a portion. Secret bytes come from [`Tx::entropy`], because these here wait in memory.
    pub fn fill_public(&self, bytes: &mut [u8]) {
        self.public_bytes.borrow_mut().fill(self.entropy, bytes);
    }

    /// Runs a check of a subject, unless it is the check that passed last in this transaction: a transaction that stores a
    /// thousand rows of an account asks once for the account's rights. A transaction that changes what the check reads calls
    /// [`Tx::check_again`].
    ///
    /// # Errors
    /// The error of the check.
    pub fn check_once<E>(
        &self,
        name: &'static str,
        subject: &str,
        check: impl FnOnce(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_passed = |(passed, of): &(&'static str, String)| *passed == name && of == subject;
        if self.passed.borrow().as_ref().is_some_and(is_passed) {
            return Ok(());
        }
        check(self)?;
        *self.passed.borrow_mut() = Some((name, subject.to_owned()));
        Ok(())
    }

    /// Lets the next [`Tx::check_once`] run its check again: this transaction has changed the rows that it reads.
    pub fn check_again(&mut self) {
        *self.passed.get_mut() = None;
    }

    /// Runs a statement that returns no rows; returns the number of changed rows.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        self.given_bytes += params.iter().map(Value::bytes).sum::<u64>();
        self.ensure_open()?;
        let changed = self.connection.execute(sql, params);
        changed.map_err(|error| self.failed(error))
    }

    /// Runs a statement that returns no rows, and whose number of changed rows does not matter. PostgreSQL gets it together
    /// with the next statement that is waited for. If it fails there, the whole transaction runs again and waits for this
    /// statement, so that the error is found here on both engines.
    pub fn send(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), StoreError> {
        self.sent(sql, params, None).map(drop)
    }

    /// Runs a statement as [`Tx::send`], and returns whether it changes this number of rows. PostgreSQL has not answered by
    /// then: the result is `true`, and if that was wrong, the transaction runs again and finds it here.
    pub fn send_for(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        rows: u64,
    ) -> Result<bool, StoreError> {
        self.sent(sql, params, Some(rows))
    }

    /// Runs a statement as [`Tx::execute`]: one that this transaction runs for each of many rows. It stays prepared until
    /// the transaction ends.
    pub fn execute_repeated(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
    ) -> Result<usize, StoreError> {
        self.given_bytes += params.iter().map(Value::bytes).sum::<u64>();
        self.ensure_open()?;
        let connection = self.connection;
        let changed = connection.execute_repeated(&mut self.repeated, sql, params);
        changed.map_err(|error| self.failed(error))
    }

    /// Runs a statement as [`Tx::send_for`]: one that this transaction runs for each of many rows.
    pub fn send_repeated_for(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        rows: u64,
    ) -> Result<bool, StoreError> {
        self.given_bytes += params.iter().map(Value::bytes).sum::<u64>();
        self.ensure_open()?;
        let (connection, statement) = (self.connection, (sql, params));
        let sent = connection.send_repeated(&mut self.repeated, statement, Some(rows));
        sent.map_err(|error| self.failed(error))
    }

    fn sent(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        rows: Option<u64>,
    ) -> Result<bool, StoreError> {
        self.given_bytes += params.iter().map(Value::bytes).sum::<u64>();
        self.ensure_open()?;
        let sent = self.connection.send(sql, params, rows);
        sent.map_err(|error| self.failed(error))
    }

    /// Returns every row, each read by `each`.
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

    /// Runs a statement that changes nothing for each list of parameters, and returns the rows of each, read by `each`.
    /// PostgreSQL gets all of them together, so that the time to it counts once: for results of few rows.
    pub fn query_each<'v, T, L: AsRef<[Value<'v>]>>(
        &self,
        sql: &str,
        lists: &[L],
        mut each: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<Vec<T>>, StoreError> {
        self.ensure_open()?;
        let mut all: Vec<Vec<T>> = lists.iter().map(|_| Vec::new()).collect();
        let mut failed = Ok(());
        let lists: Vec<&[Value<'_>]> = lists.iter().map(AsRef::as_ref).collect();
        let read = self
            .connection
            .each_row_of_each(sql, &lists, &mut |nth, row| {
                if failed.is_ok() {
                    failed = self.lease.map_or(Ok(()), Lease::step).and_then(|()| {
                        let value = each(&Row::new(row, sql))?;
                        all[nth].push(value);
                        Ok(())
                    });
                }
            });
        read.map_err(|error| self.failed(error))?;
        failed?;
        Ok(all)
    }

    /// Visits rows until `each` returns `false`.
    pub fn visit<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnMut(&Row<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        self.visit_in_steps(sql, params, 1, each)
    }

    /// Visits rows until `each` returns `false`, as [`Tx::visit`], if `each` takes a few microseconds: whether another
    /// read is to run first, which asks for the time, is checked once for [`QUICK_ROWS`] rows.
    pub(crate) fn visit_quickly<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnMut(&Row<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        self.visit_in_steps(sql, params, QUICK_ROWS, each)
    }

    fn visit_in_steps<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        rows_per_step: u32,
        mut each: impl FnMut(&Row<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut failed = Ok(());
        self.each_row(sql, params, rows_per_step, &mut |row| {
            each(row).unwrap_or_else(|error| {
                failed = Err(error);
                false
            })
        })?;
        failed
    }

    /// Visits rows until `each` returns `false`. This is compiled once; the functions that call it
    /// are compiled for each of their closures.
    fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        rows_per_step: u32,
        each: &mut dyn FnMut(&Row<'_>) -> bool,
    ) -> Result<(), StoreError> {
        self.ensure_open()?;
        let (mut ended, mut rows) = (Ok(()), 0);
        let read = self.connection.each_row(sql, params, &mut |row| {
            rows += 1;
            if rows >= rows_per_step {
                rows = 0;
                ended = self.lease.map_or(Ok(()), Lease::step);
            }
            ended.is_ok() && each(&Row::new(row, sql))
        });
        read.map_err(|error| self.failed(error))?;
        ended
    }

    /// Returns the first row, if any.
    pub fn query_opt<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let (mut each, mut first) = (Some(each), None);
        self.each_row(sql, params, 1, &mut |row| {
            first = each.take().map(|each| each(row));
            false
        })?;
        first.transpose()
    }

    /// Returns the first row; no row is an error.
    pub fn query_one<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.query_opt(sql, params, each)?.ok_or(StoreError::NoRow)
    }

    /// Returns the names of all tables with rows to count.
    pub(crate) fn table_names(&self) -> Result<Vec<String>, StoreError> {
        self.query(self.connection.tables(), &[], |row| row.at(0))
    }

    /// Returns the number of rows of each table, by name.
    pub fn row_counts(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        let mut counts = BTreeMap::new();
        for table in self.table_names()? {
            let quoted = table.replace('"', "\"\"");
            let sql = format!("SELECT COUNT(*) FROM \"{quoted}\"");
            let count = self.query_one(&sql, &[], |row| row.at(0))?;
            counts.insert(table, count);
        }
        Ok(counts)
    }

    /// Refuses a statement outside of the transaction.
    fn ensure_open(&self) -> Result<(), StoreError> {
        if !self.connection.is_in_transaction() {
            return Err(StoreError::RolledBack);
        }
        self.lease.map_or(Ok(()), Lease::step)
    }

    /// Whether the engine is the embedded one.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        matches!(self.connection, Connection::Sqlite(_))
    }

    /// Prepares a statement of the catalogue without running it: a check that the engine accepts it.
    ///
    /// # Errors
    /// The engine's.
    pub fn try_prepare(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.connection.try_prepare(sql)?)
    }

    /// Makes this connection overwrite removed data with zeros from now on. PostgreSQL has no such setting.
    pub fn overwrite_removed(&mut self) -> Result<(), StoreError> {
        if !self.is_embedded() {
            return Ok(());
        }
        self.query("PRAGMA secure_delete = ON", &[], |_| Ok(()))
            .map(drop)
    }

    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.connection.batch(sql)?)
    }
}

/// Random bytes that [`Tx::fill_public`] has not given out. A transaction belongs to one thread, and a run of it that is
/// repeated begins without bytes, so that none are given out twice.
struct PublicBytes {
    bytes: [u8; PUBLIC_BYTES],
    /// The number of bytes that were given out.
    given: usize,
}

impl Default for PublicBytes {
    fn default() -> Self {
        Self {
            bytes: [0; PUBLIC_BYTES],
            given: PUBLIC_BYTES,
        }
    }
}

impl PublicBytes {
    fn fill(&mut self, entropy: &dyn Entropy, bytes: &mut [u8]) {
        if bytes.len() > PUBLIC_BYTES {
            return entropy.fill(bytes);
        }
        if bytes.len() > PUBLIC_BYTES - self.given {
            entropy.fill(&mut self.bytes);
            self.given = 0;
        }
        bytes.copy_from_slice(&self.bytes[self.given..][..bytes.len()]);
        self.given += bytes.len();
    }
}

/// The random bytes that a transaction fetches at once: those of ten sealed messages.
const PUBLIC_BYTES: usize = 240;

/// Records the duration of a transaction in the metrics; `kind` is `read` or `write`.
pub(crate) fn record_time(kind: &'static str, name: &'static str, time: Duration) {
    metrics::histogram!("lockstep_store_transaction_seconds", "kind" => kind, "name" => name)
        .record(time);
}

/// The rows of [`Tx::visit_quickly`] for which the lease is checked once.
const QUICK_ROWS: u32 = 64;
