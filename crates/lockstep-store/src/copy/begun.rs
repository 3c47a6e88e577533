//! The beginning of a copy: which store its target belongs to, and whether a server may open it.

use super::{Discarded, transaction};
use crate::connection::Connection;
use crate::database_location::DatabaseLocation;
use crate::error::StoreError;
use crate::migrate::{self, Migration};
use crate::options::Options;
use crate::params;
use crate::tx::Tx;

/// The migrations of a store.
#[derive(PartialEq, Eq)]
pub(super) struct Ledger {
    /// Each capability, number and digest. Stores with the same ones have the same tables.
    schema: Vec<(String, i64, Vec<u8>)>,
    /// The times at which they ran, in milliseconds: those of another installation differ.
    times: Vec<i64>,
}

impl Ledger {
    pub(super) fn read(tx: &Tx<'_>) -> Result<Self, StoreError> {
        let sql = format!(
            "SELECT capability, n, digest, applied_at FROM {} ORDER BY capability, n",
            migrate::LEDGER_TABLE
        );
        let rows = tx.query(&sql, &[], |row| {
            let schema = (
                row.at::<String>(0)?,
                row.at::<i64>(1)?,
                row.at::<Vec<u8>>(2)?,
            );
            Ok((schema, row.at::<i64>(3)?))
        })?;
        let (schema, times) = rows.into_iter().unzip();
        Ok(Self { schema, times })
    }

    /// Whether the tables of another store are the same.
    pub(super) fn has_schema_of(&self, other: &Self) -> bool {
        self.schema == other.schema
    }

    /// Makes this the ledger of a copy.
    fn record(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let table = migrate::LEDGER_TABLE;
        tx.execute(&format!("DELETE FROM {table}"), &[])?;
        let insert = format!(
            "INSERT INTO {table}(capability, n, digest, applied_at) VALUES (?1, ?2, ?3, ?4)"
        );
        for ((capability, n, digest), time) in self.schema.iter().zip(&self.times) {
            tx.execute(&insert, params![capability, *n, digest, *time])?;
        }
        tx.execute(
            &format!("INSERT OR REPLACE INTO {PROGRESS}(name, copied) VALUES (?1, ?2)"),
            params![table, self.times.len() as i64],
        )
        .map(drop)
    }
}

/// Whether a copy into this store has begun; `None` for an empty database.
pub(super) fn is_begun(
    connection: &mut Connection,
    options: &Options,
) -> Result<Option<bool>, StoreError> {
    let tables = transaction(connection, options, table_names)?;
    Ok(begun(&tables))
}

/// Returns the names of the tables of a store.
pub(super) fn table_names(tx: &mut Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.table_names()
}

/// Whether a copy into a store with these tables has begun; `None` for an empty database.
pub(super) fn begun(tables: &[String]) -> Option<bool> {
    (!tables.is_empty()).then(|| tables.iter().any(|table| table == PROGRESS))
}

/// The refusal of a store whose copy is not complete.
pub(super) fn incomplete() -> StoreError {
    StoreError::Migration(
        "the copy of a store into this database was not completed: run `lockstep migrate` again, or remove what it \
         has copied"
            .to_owned(),
    )
}

/// The refusal of a target that is no copy, or one that has been used.
pub(super) fn other_store(to: &Options) -> StoreError {
    // Otherwise the schema of the keys would refuse the next move for the same reason.
    let (target, remedy) = match &to.postgres {
        Some(url) => (
            format!("the schema {}", url.schema()),
            "remove both schemas, that of the tables and that of the keys",
        ),
        None => (to.file.display().to_string(), "move the file away"),
    };
    StoreError::Migration(format!(
        "{target} already holds a store with other content, which was not changed: name an empty database, or another \
         schema with ?options=-csearch_path%3DNAME. If it is an earlier copy of this store, and no server has used that \
         copy, {remedy}"
    ))
}

/// Creates the tables of an empty target, and goes on with a copy of the same store. Any other copy is removed: says why,
/// if the reason concerns the operator.
pub(super) fn begin(
    mut target: Connection,
    to: &Options,
    migrations: &[Migration],
    source: &Tx<'_>,
) -> Result<(Connection, Option<Discarded>), StoreError> {
    let wanted = Ledger::read(source)?;
    let mut discarded = None;
    match is_begun(&mut target, to)? {
        None => {}
        Some(false) => return Err(other_store(to)),
        Some(true) => {
            match transaction(&mut target, to, recorded)? {
                Some(found) if found == wanted => return Ok((target, None)),
                Some(found) => {
                    discarded = Some(match found.has_schema_of(&wanted) {
                        true => Discarded::OtherInstallation,
                        false => Discarded::OtherSchema,
                    });
                }
                // Its beginning was interrupted, and there are no rows yet.
                None => {}
            }
            target = clear(target, to)?;
        }
    }
    transaction(&mut target, to, |tx| {
        tx.batch(&format!(
            "CREATE TABLE {PROGRESS}(name TEXT NOT NULL PRIMARY KEY, copied BIGINT NOT NULL) {{without_rowid}}"
        ))
    })?;
    migrate::run(&mut target, to, migrations)?;
    transaction(&mut target, to, |tx| {
        if !Ledger::read(tx)?.has_schema_of(&wanted) {
            return Err(StoreError::Migration(
                "the tables of the running server are of another version than this program: run `lockstep migrate \
                 --prepare` with the program of the server"
                    .to_owned(),
            ));
        }
        wanted.record(tx)
    })?;
    Ok((target, discarded))
}

/// Returns the ledger of the store that a copy belongs to, unless its beginning was interrupted.
fn recorded(tx: &mut Tx<'_>) -> Result<Option<Ledger>, StoreError> {
    let found = tx.query_opt(
        &format!("SELECT copied FROM {PROGRESS} WHERE name = ?1"),
        params![migrate::LEDGER_TABLE],
        |row| row.at::<i64>(0),
    )?;
    found.map(|_| Ledger::read(tx)).transpose()
}

/// Removes a copy.
fn clear(mut target: Connection, to: &Options) -> Result<Connection, StoreError> {
    if matches!(target, Connection::Postgres(_)) {
        transaction(&mut target, to, |tx| {
            for table in tx.table_names()? {
                tx.batch(&format!("DROP TABLE {table} CASCADE"))?;
            }
            Ok(())
        })?;
        return Ok(target);
    }
    // A connection that ends later would remove the log of the new file.
    drop(target);
    for end in ["", "-wal", "-shm"] {
        let mut path = to.file.clone().into_os_string();
        path.push(end);
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::File {
                    path: path.into(),
                    source,
                });
            }
            _ => {}
        }
    }
    DatabaseLocation::of(to).open_writer()
}

/// The table that a copy has until it is complete. Its row says that the ledger is that of the original.
pub(super) const PROGRESS: &str = "copy_progress";
