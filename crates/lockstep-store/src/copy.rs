//! Copies a stopped store from one engine to the other, table by table, and compares both.
//!
//! Rows are copied as they are: sealed columns stay sealed, and rows keep their numbers. Indexes of words are built
//! again. Until the copy is complete, the target has a table of its progress, and no server opens it.

use sha2::{Digest, Sha256};

use crate::audit;
use crate::connection::Connection;
use crate::database_location::DatabaseLocation;
use crate::error::StoreError;
use crate::migrate::{self, Migration};
use crate::options::Options;
use crate::params;
use crate::postgres::dialect::ROW_NUMBERED;
use crate::tx::Tx;
use crate::value::{Row, Value};
use crate::words;

/// The content of a copy, which was compared with the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyReport {
    /// The number of tables.
    pub tables: u64,
    /// The number of their rows.
    pub rows: u64,
    /// The number of entries of the audit chain, which was verified.
    pub entries: u64,
}

/// Copies the store of `from` to the other engine and compares every row. No server may use either. A copy that was
/// interrupted continues with the next table if `to` is on PostgreSQL; a complete and equal copy is reported again.
/// `progress` receives the tables done and the tables in total. Blocks.
///
/// # Errors
/// [`StoreError::Migration`] if `to` holds another store, a row does not fit, or the copy differs.
pub fn copy(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    progress: impl FnMut(u64, u64) + Send,
) -> Result<CopyReport, StoreError> {
    // A connection to PostgreSQL waits with a runtime of its own.
    let report = std::thread::scope(|scope| {
        let copying = scope.spawn(|| run(from, to, migrations, progress));
        copying.join().unwrap_or(Err(StoreError::Panicked {
            transaction: "store.copy",
        }))
    })?;
    // Each file is whole without its write-ahead log.
    DatabaseLocation::of(from).checkpoint()?;
    DatabaseLocation::of(to).checkpoint()?;
    Ok(report)
}

/// Refuses a store whose copy is not complete.
///
/// # Errors
/// [`StoreError::Migration`] for such a store; [`StoreError`].
pub(crate) fn ensure_complete(
    connection: &mut Connection,
    options: &Options,
) -> Result<(), StoreError> {
    match is_begun(connection, options)? {
        None | Some(false) => Ok(()),
        Some(true) => Err(StoreError::Migration(
            "the copy of a store into this database was not completed: run `lockstep migrate` again, or remove what \
             it has copied"
                .to_owned(),
        )),
    }
}

/// Whether a copy into this store has begun; `None` for an empty database.
fn is_begun(connection: &mut Connection, options: &Options) -> Result<Option<bool>, StoreError> {
    let tables = transaction(connection, options, table_names)?;
    Ok((!tables.is_empty()).then(|| tables.iter().any(|table| table == PROGRESS)))
}

fn table_names(tx: &mut Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.table_names()
}

fn run(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    mut progress: impl FnMut(u64, u64),
) -> Result<CopyReport, StoreError> {
    let mut source = DatabaseLocation::of(from).open_writer()?;
    ensure_complete(&mut source, from)?;
    migrate::run(&mut source, from, migrations)?;
    let mut target = DatabaseLocation::of(to).open_writer()?;
    source.begin_write()?;
    let source = Tx::new(&source, &*from.clock, &*from.entropy);
    let begun = is_begun(&mut target, to)?;
    if begun == Some(false) {
        let report = transaction(&mut target, to, |tx| earlier_copy(&source, tx))?;
        progress(report.tables, report.tables);
        return Ok(report);
    }
    begin(&mut target, to, migrations, begun.is_none())?;
    let triggers = transaction(&mut target, to, take_triggers)?;
    let (all, done) = transaction(&mut target, to, |tx| {
        let sql = format!("SELECT name FROM {PROGRESS}");
        let done = tx.query(&sql, &[], |row| row.at::<String>(0))?;
        Ok((Table::all(&source, tx)?, done))
    })?;
    let total = all.len() as u64;
    for (number, table) in (0..).zip(&all) {
        progress(number, total);
        // The original may have changed since an earlier try.
        let is_done = done.contains(&table.name)
            && transaction(&mut target, to, |tx| table.is_copied(&source, tx))?;
        if !is_done {
            let copied = transaction(&mut target, to, |tx| table.copy(&source, tx));
            copied.map_err(|error| in_table(&table.name, &error))?;
        }
    }
    let rows = transaction(&mut target, to, |tx| {
        fill_words(tx, &source, migrations)?;
        triggers.iter().try_for_each(|trigger| tx.batch(trigger))?;
        let mut rows = 0;
        for table in &all {
            rows += table.compare(&source, tx)?;
        }
        Ok(rows)
    })?;
    let entries = transaction(&mut target, to, |tx| {
        let (verdict, copied) = (audit::verify(&source)?, audit::verify(tx)?);
        if verdict != copied {
            return Err(StoreError::Migration(
                "the audit chain of the copy does not verify as the original does".to_owned(),
            ));
        }
        tx.batch(&format!("DROP TABLE {PROGRESS}"))?;
        Ok(copied.entries)
    })?;
    progress(total, total);
    Ok(CopyReport {
        tables: total,
        rows,
        entries,
    })
}

/// Runs `job` in a transaction of its own.
fn transaction<T>(
    connection: &mut Connection,
    options: &Options,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.begin_write()?;
    let outcome = job(&mut Tx::new(connection, &*options.clock, &*options.entropy));
    match outcome {
        Ok(value) => {
            connection.commit()?;
            Ok(value)
        }
        Err(error) => {
            // The caller needs the error of the job, not of this rollback.
            drop(connection.rollback());
            Err(error)
        }
    }
}

/// Creates the tables of a target. A new target is empty; any other one has a part of an earlier copy.
fn begin(
    target: &mut Connection,
    to: &Options,
    migrations: &[Migration],
    is_new: bool,
) -> Result<(), StoreError> {
    if is_new {
        transaction(target, to, |tx| {
            tx.batch(&format!(
                "CREATE TABLE {PROGRESS}(name TEXT NOT NULL PRIMARY KEY, copied BIGINT NOT NULL) {{without_rowid}}"
            ))
        })?;
    }
    migrate::run(target, to, migrations)
}

/// Reports a target that is already a complete copy: a crash came before the caller could use it. Any other store is
/// refused, and not changed.
fn earlier_copy(source: &Tx<'_>, target: &Tx<'_>) -> Result<CopyReport, StoreError> {
    let other = || {
        StoreError::Migration(
            "the target already holds a store with other content, which was not changed: name an empty database, or \
             another schema with ?options=-csearch_path%3DNAME. If it is an earlier copy of this store, and no server \
             has used that copy, remove its schema"
                .to_owned(),
        )
    };
    let ledger = Table {
        name: migrate::LEDGER_TABLE.to_owned(),
        columns: ["capability", "n", "digest"].map(str::to_owned).to_vec(),
    };
    // Stores with the same migrations have the same tables.
    if !target.table_names()?.contains(&ledger.name) || !ledger.is_copied(source, target)? {
        return Err(other());
    }
    let (all, mut rows) = (Table::all(source, target)?, 0);
    for table in &all {
        let found = table.digest(target)?;
        if found != table.digest(source)? {
            return Err(other());
        }
        rows += found.0;
    }
    let verdict = audit::verify(target)?;
    if verdict != audit::verify(source)? {
        return Err(other());
    }
    Ok(CopyReport {
        tables: all.len() as u64,
        rows,
        entries: verdict.entries,
    })
}

/// Removes the triggers of the embedded engine, which has no other way to stop them; returns their statements.
fn take_triggers(tx: &mut Tx<'_>) -> Result<Vec<String>, StoreError> {
    if !tx.is_embedded() {
        return Ok(Vec::new());
    }
    let found = tx.query(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name",
        &[],
        |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
    )?;
    let mut triggers = Vec::new();
    for (name, sql) in found {
        tx.batch(&format!("DROP TRIGGER {name}"))?;
        triggers.push(sql);
    }
    Ok(triggers)
}

/// A table and its columns.
struct Table {
    name: String,
    columns: Vec<String>,
}

impl Table {
    /// Returns the tables to copy. One of the transactions is on PostgreSQL, which knows which tables are indexes of words.
    fn all(source: &Tx<'_>, target: &Tx<'_>) -> Result<Vec<Self>, StoreError> {
        let (server, embedded) = match (source.is_embedded(), target.is_embedded()) {
            (true, false) => (target, source),
            (false, true) => (source, target),
            _ => {
                return Err(StoreError::Unsupported(
                    "a store is copied between the embedded engine and PostgreSQL",
                ));
            }
        };
        let words = word_tables(server)?;
        let derived = |name: &String| {
            words.contains(name)
                || audit::index::TABLES.contains(&name.as_str())
                || name == PROGRESS
        };
        let mut all = Vec::new();
        for name in server.table_names()? {
            if derived(&name) {
                continue;
            }
            let mut columns = embedded.query(
                "SELECT name FROM pragma_table_info(?1) ORDER BY cid",
                params![&name],
                |row| row.at::<String>(0),
            )?;
            if ROW_NUMBERED.contains(&name.as_str()) {
                columns.push("rowid".to_owned());
            }
            all.push(Self { name, columns });
        }
        Ok(all)
    }

    /// Copies every row, in the transaction that records it.
    fn copy(&self, source: &Tx<'_>, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let name = &self.name;
        let places: Vec<String> = (1..=self.columns.len())
            .map(|number| format!("?{number}"))
            .collect();
        let (columns, places) = (self.columns.join(", "), places.join(", "));
        let is_embedded = tx.is_embedded();
        let overriding = match is_embedded {
            true => "",
            false => " OVERRIDING SYSTEM VALUE",
        };
        if !is_embedded {
            tx.batch(&format!("ALTER TABLE {name} DISABLE TRIGGER USER"))?;
        }
        // The rows that the migrations have written.
        tx.execute(&format!("DELETE FROM {name}"), &[])?;
        let insert = format!("INSERT INTO {name}({columns}){overriding} VALUES ({places})");
        let mut copied = 0_i64;
        source.visit(&self.select(), &[], |row| {
            tx.execute(&insert, &self.values(row)?)?;
            copied += 1;
            Ok::<_, StoreError>(true)
        })?;
        if !is_embedded {
            self.continue_numbers(tx)?;
            tx.batch(&format!("ALTER TABLE {name} ENABLE TRIGGER USER"))?;
        }
        tx.execute(
            &format!("INSERT OR REPLACE INTO {PROGRESS}(name, copied) VALUES (?1, ?2)"),
            params![name, copied],
        )
        .map(drop)
    }

    /// Lets PostgreSQL number the next rows after those that were copied.
    fn continue_numbers(&self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let name = &self.name;
        let numbered = tx.query(
            "SELECT attname FROM pg_catalog.pg_attribute
             WHERE attrelid = pg_catalog.to_regclass(?1) AND attidentity <> '' AND NOT attisdropped",
            params![name],
            |row| row.at::<String>(0),
        )?;
        for column in numbered {
            tx.query(
                &format!(
                    "SELECT pg_catalog.setval(pg_catalog.pg_get_serial_sequence('{name}', '{column}'),
                         coalesce(max({column}), 1), max({column}) IS NOT NULL) FROM {name}"
                ),
                &[],
                |_| Ok(()),
            )?;
        }
        Ok(())
    }

    /// Whether both engines have the same rows.
    fn is_copied(&self, source: &Tx<'_>, target: &Tx<'_>) -> Result<bool, StoreError> {
        Ok(self.digest(source)? == self.digest(target)?)
    }

    /// Compares the rows of both engines; returns their number.
    fn compare(&self, source: &Tx<'_>, target: &Tx<'_>) -> Result<u64, StoreError> {
        let (expected, found) = (self.digest(source)?, self.digest(target)?);
        if expected == found {
            return Ok(found.0);
        }
        Err(StoreError::Migration(format!(
            "table {}: the copy has {} rows, the original has {}, and they differ",
            self.name, found.0, expected.0
        )))
    }

    /// Returns the number of rows, and the sum of their digests, which is the same in any order.
    fn digest(&self, tx: &Tx<'_>) -> Result<(u64, u128), StoreError> {
        let (mut rows, mut sum) = (0, 0_u128);
        tx.visit(&self.select(), &[], |row| {
            let mut hash = Sha256::new();
            for value in self.values(row)? {
                absorb(&mut hash, value);
            }
            let digest: [u8; 32] = hash.finalize().into();
            let first = digest.first_chunk::<16>().copied().unwrap_or_default();
            sum = sum.wrapping_add(u128::from_be_bytes(first));
            rows += 1;
            Ok::<_, StoreError>(true)
        })?;
        Ok((rows, sum))
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.columns.join(", "), self.name)
    }

    fn values<'r>(&self, row: &Row<'r>) -> Result<Vec<Value<'r>>, StoreError> {
        (0..self.columns.len())
            .map(|column| row.value(column, "a text in UTF-8"))
            .collect()
    }
}

/// Adds a value to a digest; the same values of both engines give the same digest.
fn absorb(hash: &mut Sha256, value: Value<'_>) {
    let mut tagged = |tag: u8, bytes: &[u8]| {
        hash.update([tag]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    match value {
        Value::Null => tagged(0, &[]),
        Value::Integer(value) => tagged(1, &value.to_be_bytes()),
        // The embedded engine does not store the sign of zero.
        Value::Real(value) => tagged(2, &(value + 0.0).to_bits().to_be_bytes()),
        Value::Text(value) => tagged(3, value.as_bytes()),
        Value::Blob(value) => tagged(4, value),
    }
}

/// Returns the names of the indexes of words, which PostgreSQL keeps as tables.
fn word_tables(server: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    server.query(
        "SELECT table_name FROM information_schema.columns
         WHERE table_schema = current_schema() AND data_type = 'tsvector' ORDER BY 1",
        &[],
        |row| row.at(0),
    )
}

/// Builds the indexes of words again: that of the audit log in the background, each other one with the statements of the
/// migration that created it.
fn fill_words(
    tx: &mut Tx<'_>,
    source: &Tx<'_>,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    let server = if tx.is_embedded() { source } else { &*tx };
    for table in word_tables(server)? {
        if table == audit::index::WORDS {
            audit::index::reset(tx)?;
            continue;
        }
        let statements = fill_statements(&table, migrations);
        if statements.is_empty() {
            return Err(StoreError::Migration(format!(
                "no migration fills the index of words {table}"
            )));
        }
        words::clear(tx, &table)?;
        for statement in statements {
            tx.batch(&statement)?;
        }
    }
    Ok(())
}

/// Returns the statements with which a migration fills an index of words: one for each table with texts.
fn fill_statements(table: &str, migrations: &[Migration]) -> Vec<String> {
    let beginning = format!("INSERT INTO {table}(rowid");
    let mut all = migrations.iter().map(|migration| {
        // The triggers that come after these statements contain similar ones.
        let sql = migration.sql.split("CREATE TRIGGER").next();
        let statements = sql.unwrap_or_default().split(';');
        let filling = statements.filter_map(|statement| {
            let (_, rest) = statement.split_once(&beginning)?;
            Some(format!("{beginning}{rest}"))
        });
        filling.collect::<Vec<_>>()
    });
    all.find(|statements| !statements.is_empty())
        .unwrap_or_default()
}

fn in_table(table: &str, error: &StoreError) -> StoreError {
    StoreError::Migration(format!("table {table}: {error}"))
}

/// The table with the names of the tables that are copied.
const PROGRESS: &str = "copy_progress";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_of_words_is_filled_from_every_table_with_texts() {
        let migrations = [
            Migration {
                capability: "kinds",
                n: 1,
                sql: "CREATE TABLE note(id TEXT);",
            },
            Migration {
                capability: "kinds",
                n: 2,
                sql: "-- The words of two tables.
                    INSERT INTO note_words(rowid, body) SELECT number, body FROM note;
                    INSERT INTO other_words(rowid, body) SELECT number, body FROM other;
                    INSERT INTO note_words(rowid, body) SELECT number, title FROM draft;
                    CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
                        INSERT INTO note_words(rowid, body) VALUES (NEW.number, NEW.body);
                    END;",
            },
        ];
        assert_eq!(
            fill_statements("note_words", &migrations),
            [
                "INSERT INTO note_words(rowid, body) SELECT number, body FROM note",
                "INSERT INTO note_words(rowid, body) SELECT number, title FROM draft",
            ]
        );
        assert!(fill_statements("draft_words", &migrations).is_empty());
    }
}
