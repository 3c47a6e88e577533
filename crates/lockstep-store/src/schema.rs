//! Compares the tables, indexes and triggers of the store with those that its migrations make.

use std::collections::BTreeMap;

use crate::connection::Connection;
use crate::error::StoreError;
use crate::migrate::{self, Migration};
use crate::options::Options;
use crate::tx::Tx;

/// The definitions of a database, by kind (`table`, `index`, `trigger`, `view`) and name.
type Schema = BTreeMap<(String, String), Definition>;

#[derive(PartialEq, Eq)]
struct Definition {
    /// The table that the index or trigger belongs to; of a table, its own name.
    table: String,
    /// The statement that made it.
    sql: String,
}

/// Describes what is missing, different or additional: triggers keep the audit log append-only and count what accounts
/// store, and an edit of the file can remove or change them. Additional tables are left out, since nothing reads them.
/// The list is empty for a store on PostgreSQL.
pub(crate) fn differences(
    tx: &Tx<'_>,
    options: &Options,
    migrations: &[Migration],
) -> Result<Vec<String>, StoreError> {
    if !tx.is_embedded() {
        return Ok(Vec::new());
    }
    let expected = migrated(options, migrations)?;
    let mut stored = definitions(tx)?;
    let mut found = Vec::new();
    for ((kind, name), definition) in &expected {
        let difference = match stored.remove(&(kind.clone(), name.clone())) {
            None => "is missing",
            Some(stored) if stored != *definition => "differs from the one that the server made",
            Some(_) => continue,
        };
        found.push(format!(
            "{kind} {name}: it {difference}: the structure of the store was changed outside the server; restore a backup"
        ));
    }
    for ((kind, name), Definition { table, .. }) in stored {
        let of_store = ("table".to_owned(), table);
        if expected.contains_key(&of_store) {
            let (_, table) = of_store;
            found.push(format!(
                "{kind} {name}: the server did not make it, and it belongs to table {table}: it was added outside the \
                 server; remove it, or restore a backup"
            ));
        }
    }
    Ok(found)
}

/// Returns the definitions of a new store.
fn migrated(options: &Options, migrations: &[Migration]) -> Result<Schema, StoreError> {
    let mut connection = Connection::Sqlite(rusqlite::Connection::open_in_memory()?);
    migrate::run(&mut connection, options, migrations)?;
    connection.begin_read()?;
    definitions(&Tx::new(&connection, &*options.clock, &*options.entropy))
}

fn definitions(tx: &Tx<'_>) -> Result<Schema, StoreError> {
    // Indexes that the engine makes by itself have no statement, and its own tables are additional ones.
    let found = tx.query(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE sql IS NOT NULL",
        &[],
        |row| {
            // An unreadable text differs from every other.
            let text = |column| row.at::<String>(column).unwrap_or_default();
            let sql = text(3);
            let words: Vec<&str> = sql.split_whitespace().collect();
            let definition = Definition {
                table: text(2),
                sql: words.join(" "),
            };
            Ok(((text(0), text(1)), definition))
        },
    )?;
    Ok(found.into_iter().collect())
}
