//! Connections to the embedded database and to PostgreSQL, with one set of functions.

use std::path::Path;
use std::time::Duration;

use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;

use crate::error::{EngineError, StoreError};
use crate::no_follow::in_resolved_folder;
use crate::postgres;
use crate::statement::for_sqlite;
use crate::value::{EngineRow, Value};

/// The statements that a transaction runs many times, prepared: looking one up by its text takes as long as binding its
/// parameters. PostgreSQL's connections know their statements themselves.
#[derive(Default)]
pub(crate) struct RepeatedStatements<'c>(Vec<(&'static str, rusqlite::CachedStatement<'c>)>);

impl<'c> RepeatedStatements<'c> {
    fn execute(
        &mut self,
        sqlite: &'c rusqlite::Connection,
        sql: &'static str,
        params: &[Value<'_>],
    ) -> Result<usize, EngineError> {
        let known = self.0.iter().position(|(known, _)| *known == sql);
        let place = match known {
            Some(place) => place,
            None => {
                self.0.push((sql, sqlite.prepare_cached(&for_sqlite(sql))?));
                self.0.len() - 1
            }
        };
        let (_, statement) = &mut self.0[place];
        Ok(statement.execute(rusqlite::params_from_iter(params))?)
    }
}

/// A connection to one of the engines. It is used by one thread at a time.
pub(crate) enum Connection {
    /// SQLite's.
    Sqlite(rusqlite::Connection),
    /// PostgreSQL's.
    Postgres(Box<postgres::connection::Connection>),
}

impl Connection {
    /// Begins a transaction that may write.
    pub(crate) fn begin_write(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => Ok(sqlite.execute_batch("BEGIN IMMEDIATE")?),
            Self::Postgres(postgres) => postgres.begin(),
        }
    }

    /// Begins a transaction in which every statement sees the same snapshot.
    pub(crate) fn begin_read(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                if !sqlite.is_autocommit() {
                    // The end of the previous read failed. Without this rollback, the next read would see old
                    // rows.
                    sqlite.execute_batch("ROLLBACK")?;
                }
                Ok(sqlite.execute_batch("BEGIN")?)
            }
            Self::Postgres(postgres) => postgres.begin(),
        }
    }

    /// As [`Self::begin_read`], but never connects again: another server might answer.
    pub(crate) fn begin_read_here(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(_) => self.begin_read(),
            Self::Postgres(postgres) => postgres.try_begin(),
        }
    }

    pub(crate) fn commit(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => Ok(sqlite.execute_batch("COMMIT")?),
            Self::Postgres(postgres) => postgres.commit(),
        }
    }

    pub(crate) fn rollback(&self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => Ok(sqlite.execute_batch("ROLLBACK")?),
            Self::Postgres(postgres) => postgres.rollback(),
        }
    }

    /// Begins a job within a transaction.
    pub(crate) fn savepoint(&self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => run_cached(sqlite, "SAVEPOINT job"),
            Self::Postgres(postgres) => postgres.savepoint(),
        }
    }

    /// Ends a job; its changes stay if `keep`. Fails if the transaction has ended. Without the transaction, the release
    /// of a savepoint would commit the job alone.
    pub(crate) fn release(&self, keep: bool) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                if !keep {
                    run_cached(sqlite, "ROLLBACK TO job")?;
                }
                run_cached(sqlite, "RELEASE job")
            }
            Self::Postgres(postgres) => postgres.release(keep),
        }
    }

    /// Ends the last job of a transaction, whose changes stay: the commit waits for its statements. The embedded engine has run
    /// them.
    pub(crate) fn release_at_commit(&self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(_) => self.release(true),
            Self::Postgres(postgres) => {
                postgres.release_at_commit();
                Ok(())
            }
        }
    }

    pub(crate) fn is_in_transaction(&self) -> bool {
        match self {
            Self::Sqlite(sqlite) => !sqlite.is_autocommit(),
            Self::Postgres(postgres) => postgres.is_in_transaction(),
        }
    }

    /// Prepares the tables after the migrations; outside transactions.
    pub(crate) fn prepare_tables(&self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(postgres) => postgres::prepare::after_migrations(postgres),
        }
    }

    /// From now on, gives a connection up whose server does not answer within the usual time, or some times as long.
    pub(crate) fn limit_answers(&mut self, times: u32) {
        if let Self::Postgres(postgres) = self {
            postgres.limit_answers(times);
        }
    }

    /// Connects a writer of accounts again if its connection was lost, and ends what it had begun. The embedded engine has none.
    pub(crate) fn connect_again(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(postgres) => postgres.connect_again(),
        }
    }

    /// Whether the connection has ended and can run nothing more.
    pub(crate) fn is_lost(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(postgres) => postgres.is_lost(),
        }
    }

    /// Returns the number of rows changed since the connection was opened.
    pub(crate) fn changes(&self) -> u64 {
        match self {
            Self::Sqlite(sqlite) => sqlite.total_changes(),
            Self::Postgres(postgres) => postgres.changes(),
        }
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(&for_sqlite(sql))?;
                Ok(statement.execute(rusqlite::params_from_iter(params))?)
            }
            Self::Postgres(postgres) => postgres.execute(sql, params),
        }
    }

    /// Runs a statement whose answer is not needed at once; returns whether it changes this number of rows, if there is
    /// one. See [`crate::tx::Tx::send`].
    pub(crate) fn send(
        &self,
        sql: &str,
        params: &[Value<'_>],
        rows: Option<u64>,
    ) -> Result<bool, EngineError> {
        match self {
            Self::Sqlite(_) => {
                let changed = self.execute(sql, params)? as u64;
                Ok(rows.is_none_or(|rows| rows == changed))
            }
            Self::Postgres(postgres) => postgres.send(sql, params, rows),
        }
    }

    /// As [`Connection::execute`], for a statement that a transaction runs many times.
    pub(crate) fn execute_repeated<'c>(
        &'c self,
        repeated: &mut RepeatedStatements<'c>,
        sql: &'static str,
        params: &[Value<'_>],
    ) -> Result<usize, EngineError> {
        match self {
            Self::Sqlite(sqlite) => repeated.execute(sqlite, sql, params),
            Self::Postgres(postgres) => postgres.execute(sql, params),
        }
    }

    /// As [`Connection::send`], for a statement that a transaction runs many times.
    pub(crate) fn send_repeated<'c>(
        &'c self,
        repeated: &mut RepeatedStatements<'c>,
        (sql, params): (&'static str, &[Value<'_>]),
        rows: Option<u64>,
    ) -> Result<bool, EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                let changed = repeated.execute(sqlite, sql, params)? as u64;
                Ok(rows.is_none_or(|rows| rows == changed))
            }
            Self::Postgres(postgres) => postgres.send(sql, params, rows),
        }
    }

    /// Visits rows until `each` returns `false`.
    pub(crate) fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(EngineRow<'_>) -> bool,
    ) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(&for_sqlite(sql))?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                while let Some(row) = rows.next()? {
                    if !each(EngineRow::Sqlite(row)) {
                        break;
                    }
                }
                Ok(())
            }
            Self::Postgres(postgres) => {
                postgres.each_row(sql, params, &mut |row| each(EngineRow::Postgres(row)))
            }
        }
    }

    /// Visits the rows of a statement for each list of parameters, with the place of the list. PostgreSQL gets all lists
    /// together, and all rows are in memory at the same time.
    pub(crate) fn each_row_of_each(
        &self,
        sql: &str,
        lists: &[&[Value<'_>]],
        each: &mut dyn FnMut(usize, EngineRow<'_>),
    ) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(&for_sqlite(sql))?;
                for (nth, params) in lists.iter().enumerate() {
                    let mut rows = statement.query(rusqlite::params_from_iter(*params))?;
                    while let Some(row) = rows.next()? {
                        each(nth, EngineRow::Sqlite(row));
                    }
                }
                Ok(())
            }
            Self::Postgres(postgres) => postgres.each_row_of_each(sql, lists, &mut |nth, row| {
                each(nth, EngineRow::Postgres(row));
            }),
        }
    }

    /// Runs several statements without parameters.
    pub(crate) fn batch(&self, sql: &str) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => Ok(sqlite.execute_batch(&for_sqlite(sql))?),
            Self::Postgres(postgres) => postgres.batch(sql),
        }
    }

    /// Prepares a statement without running it.
    pub(crate) fn try_prepare(&self, sql: &str) -> Result<(), EngineError> {
        match self {
            Self::Sqlite(sqlite) => Ok(sqlite.prepare(&for_sqlite(sql)).map(drop)?),
            Self::Postgres(postgres) => postgres.try_prepare(sql),
        }
    }

    /// Returns the statement for the names of all tables with rows to count.
    pub(crate) fn tables(&self) -> &'static str {
        match self {
            // An index of words has no rows to count; its own tables are counted.
            Self::Sqlite(_) => {
                "SELECT name FROM sqlite_schema
                 WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name"
            }
            Self::Postgres(_) => {
                "SELECT tablename FROM pg_catalog.pg_tables
                 WHERE schemaname = current_schema() AND tablename NOT IN ('commit_mark', 'account_writer_mark')
                 ORDER BY 1"
            }
        }
    }
}

fn run_cached(sqlite: &rusqlite::Connection, statement: &str) -> Result<(), EngineError> {
    sqlite.prepare_cached(statement)?.execute([])?;
    Ok(())
}

/// Opens a connection with the settings that every connection has. Refuses a symbolic link in the place
/// of the file.
pub(crate) fn connect(file: &Path, flags: OpenFlags) -> Result<rusqlite::Connection, StoreError> {
    let every = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection =
        rusqlite::Connection::open_with_flags(in_resolved_folder(file)?, flags | every)?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Otherwise SQLite prepares a statement with bounds of a range again for each execution, in case other values would have
    // another plan. Without statistics (`ANALYZE`) no plan depends on a value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "mmap_size", MMAP_BYTES)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

const MMAP_BYTES: i64 = 256 << 20;
const CACHE_KIB: i64 = 16 << 10;
const STATEMENTS: usize = 256;
const BUSY: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    #[test]
    fn statements_with_ranges_are_prepared_once() {
        let folder = tempfile::tempdir().unwrap();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let sqlite = connect(&folder.path().join("rows.db"), flags).unwrap();
        let tables =
            "CREATE TABLE point(series INTEGER, t INTEGER, PRIMARY KEY (series, t)) WITHOUT ROWID";
        sqlite.execute_batch(tables).unwrap();
        for end in 0..5 {
            let sql = "SELECT t FROM point WHERE series = ?1 AND t BETWEEN ?2 AND ?3 ORDER BY t";
            let mut statement = sqlite.prepare_cached(sql).unwrap();
            let mut rows = statement.query([1, 0, end]).unwrap();
            assert!(rows.next().unwrap().is_none());
            drop(rows);
            assert_eq!(statement.get_status(StatementStatus::RePrepare), 0, "{end}");
        }
    }
}
