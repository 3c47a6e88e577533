//! Prepares the database for the tables, before the migrations and after them.

use super::connection::Connection;
use crate::error::{EngineError, PostgresError};

/// Checks the server, and creates the schema and the functions.
pub(crate) fn before_migrations(connection: &Connection) -> Result<(), EngineError> {
    let asked = |sql: &str| Ok::<_, EngineError>(connection.text(sql)?.unwrap_or_default());
    let version = asked("SHOW server_version_num")?;
    if version
        .parse::<u32>()
        .is_ok_and(|version| version < MIN_VERSION)
    {
        return Err(PostgresError::other(&format!(
            "the server's version is {version}; PostgreSQL 14 or newer is needed"
        ))
        .into());
    }
    let encoding = asked("SHOW server_encoding")?;
    if encoding != "UTF8" {
        return Err(PostgresError::other(&format!(
            "the encoding of the database is {encoding}; create it with ENCODING 'UTF8'"
        ))
        .into());
    }
    let schema = connection.url.schema();
    connection.run_outside_transaction(&format!("CREATE SCHEMA IF NOT EXISTS {schema}"))?;
    connection.run_outside_transaction(include_str!("functions.sql"))
}

const MIN_VERSION: u32 = 140_000;
