//! Opens connections to the database file.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;

/// Opens a connection with the settings that every connection has.
pub(crate) fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
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
