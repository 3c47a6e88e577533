//! Checks the database file and the store's own tables for damage.

use crate::error::StoreError;
use crate::sequence;
use crate::settings;
use crate::tx::Tx;

impl Tx<'_> {
    /// Returns the damage that the engine finds in its files, the sequences that are wrong, and the
    /// settings that cannot be read; empty if there is none.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        self.reread_full_text()?;
        let found = self.query("PRAGMA integrity_check", &[], |row| row.at::<String>(0))?;
        let mut damaged: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
        damaged.extend(sequence::damaged(self)?);
        damaged.extend(settings::damaged(self)?);
        Ok(damaged)
    }

    /// Makes the connection read the structure of each full-text index again. SQLite keeps it with the
    /// connection, and its check would compare an old structure with newer pages (FTS5's integrity
    /// check in SQLite 3.54.1 does not ask whether the database has changed). A search does ask.
    fn reread_full_text(&self) -> Result<(), StoreError> {
        let tables = self.query(
            "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5(%'",
            &[],
            |row| row.at::<String>(0),
        )?;
        for table in tables {
            let no_words = format!("SELECT 1 FROM {table} WHERE {table} MATCH '\"\"'");
            // The check that follows names the damage that ends this search.
            drop(self.query(&no_words, &[], |_| Ok(())));
        }
        Ok(())
    }
}
