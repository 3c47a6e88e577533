//! Opens connections to the database file.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::no_follow::in_resolved_folder;

/// Opens a connection with the settings that every connection has. Refuses a symbolic link in the place
/// of the file.
pub(crate) fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let every = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(in_resolved_folder(file)?, flags | every)?;
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
