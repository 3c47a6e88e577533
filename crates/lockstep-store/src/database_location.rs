//! Where the tables are: in a file of the embedded engine, or on a PostgreSQL server.

use std::path::Path;

use rusqlite::OpenFlags;

use crate::connection::{Connection, connect};
use crate::error::{EngineError, StoreError};
use crate::options::Options;
use crate::postgres::PostgresUrl;
use crate::postgres::connection::{self as server, Role};
use crate::postgres::prepare;
use crate::sqlite;

/// Where the tables are.
#[derive(Clone)]
pub(crate) enum DatabaseLocation {
    /// In the file of the options.
    File(Box<Path>),
    /// On a server.
    Server(PostgresUrl),
}

impl DatabaseLocation {
    /// Returns the location that the options name.
    pub(crate) fn of(options: &Options) -> Self {
        match &options.postgres {
            None => Self::File(options.file.as_path().into()),
            Some(url) => Self::Server(url.clone().for_new_store()),
        }
    }

    /// Opens the connection that writes, and prepares the database for the tables.
    pub(crate) fn open_writer(&self) -> Result<Connection, StoreError> {
        match self {
            Self::File(file) => Ok(Connection::Sqlite(sqlite::open_writer(file)?)),
            Self::Server(url) => {
                let opened = server::Connection::open(url, Role::Writer)
                    .map_err(|error| unusable(&error))?;
                prepare::before_migrations(&opened).map_err(|error| unusable(&error))?;
                Ok(Connection::Postgres(Box::new(opened)))
            }
        }
    }

    /// Opens a connection that writes for single accounts, beside the one of [`Self::open_writer`].
    pub(crate) fn open_account_writer(&self, number: usize) -> Result<Connection, EngineError> {
        match self {
            // The embedded engine has one connection that writes.
            Self::File(_) => Err(EngineError::interrupted()),
            Self::Server(url) => {
                let role = Role::AccountWriter(u8::try_from(number).unwrap_or(u8::MAX));
                let opened = server::Connection::open(url, role)?;
                Ok(Connection::Postgres(Box::new(opened)))
            }
        }
    }

    /// Opens a connection that reads.
    pub(crate) fn open_reader(&self) -> Result<Connection, StoreError> {
        match self {
            Self::File(file) => {
                let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                connection.pragma_update(None, "query_only", true)?;
                Ok(Connection::Sqlite(connection))
            }
            Self::Server(url) => {
                let opened = server::Connection::open(url, Role::Reader)?;
                Ok(Connection::Postgres(Box::new(opened)))
            }
        }
    }

    /// Copies the content of the write-ahead log into the tables, and empties the log, so that removed data is in neither.
    pub(crate) fn checkpoint(&self) -> Result<(), StoreError> {
        match self {
            Self::File(file) => sqlite::checkpoint(file),
            // The log belongs to the server; its replicas and archives need it.
            Self::Server(_) => Ok(()),
        }
    }

    /// Copies a consistent snapshot into a file. An error of `progress` stops the copy.
    pub(crate) fn backup(
        &self,
        file: &Path,
        progress: impl FnMut(u64, u64) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match self {
            Self::File(from) => sqlite::backup(from, file, progress),
            Self::Server(_) => Err(StoreError::Unsupported(
                "the store is on PostgreSQL, which has its own backups: use pg_dump or pg_basebackup",
            )),
        }
    }

    /// Returns the bytes that the tables take.
    pub(crate) fn bytes(&self) -> Result<u64, StoreError> {
        match self {
            Self::File(file) => {
                let about = std::fs::metadata(file).map_err(|source| StoreError::File {
                    path: file.to_path_buf(),
                    source,
                })?;
                Ok(about.len())
            }
            Self::Server(_) => Err(StoreError::Unsupported(
                "the size of a PostgreSQL store is read in a transaction",
            )),
        }
    }

    /// Removes the row versions that nothing can see any more from the tables of a server. The space is used again; it is
    /// not overwritten with zeros.
    pub(crate) fn vacuum(&self) -> Result<(), StoreError> {
        let Self::Server(url) = self else {
            return Ok(());
        };
        let mut connection = server::Connection::open(url, Role::Reader)?;
        // A server that has become silent must not stop every later pass.
        connection.limit_answers(VACUUM_ANSWERS);
        let tables = connection.text(
            "SELECT pg_catalog.string_agg(pg_catalog.quote_ident(tablename), ' ')
             FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
        )?;
        for table in tables.unwrap_or_default().split_whitespace() {
            connection.run_outside_transaction(&format!("VACUUM {table}"))?;
        }
        Ok(())
    }
}

/// The error of a server that cannot be used when the store opens.
fn unusable(error: &EngineError) -> StoreError {
    match error.is_unavailable() {
        true => StoreError::Unavailable(error.to_string()),
        false => StoreError::Postgres(error.to_string()),
    }
}

/// How many times as long as usual the VACUUM of one table may take, before it is tried again later. The server finishes it in
/// the meantime.
const VACUUM_ANSWERS: u32 = 20;
