//! The indexes of words of a copy, which are built again and not copied.

use crate::audit;
use crate::error::StoreError;
use crate::migrate::Migration;
use crate::tx::Tx;
use crate::words;

/// Returns the names of the indexes of words, which PostgreSQL keeps as tables.
pub(super) fn word_tables(server: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    server.query(
        "SELECT table_name FROM information_schema.columns
         WHERE table_schema = current_schema() AND data_type = 'tsvector' ORDER BY 1",
        &[],
        |row| row.at(0),
    )
}

/// Builds the indexes of words again: that of the audit log in the background, each other one with the statements of the
/// migration that created it.
pub(super) fn fill_words(
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
