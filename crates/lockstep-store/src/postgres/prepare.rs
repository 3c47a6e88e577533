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

/// Tells PostgreSQL not to try to compress bytes: they are sealed or packed, or are digests. While another session reads a
/// table, for example for a backup, this is left to the next start.
pub(crate) fn after_migrations(connection: &Connection) -> Result<(), EngineError> {
    connection.run_outside_transaction(
        "DO $$ DECLARE one record; BEGIN
             FOR one IN SELECT c.relname AS name, a.attname AS part FROM pg_catalog.pg_attribute a
                 JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
                 WHERE c.relnamespace = pg_catalog.current_schema()::regnamespace AND c.relkind = 'r'
                     AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bytea'::regtype AND a.attstorage = 'x'
             LOOP
                 EXECUTE pg_catalog.format('ALTER TABLE %I ALTER COLUMN %I SET STORAGE EXTERNAL', one.name, one.part);
             END LOOP;
         EXCEPTION WHEN lock_not_available THEN NULL; END $$",
    )
}

const MIN_VERSION: u32 = 140_000;
