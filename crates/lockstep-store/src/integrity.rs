//! Checks the database file and the store's own tables for damage.

use crate::error::StoreError;
use crate::sequence;
use crate::settings;
use crate::tx::Tx;

impl Tx<'_> {
    /// Returns the damage that the engine finds in its files, the sequences that are wrong, and the
    /// settings that cannot be read. The list is empty for an intact store. Damage that ends one of these checks early is
    /// in the list, and does not hide the findings of the others.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let mut damaged = Vec::new();
        let ended = |check: &str, result: Result<(), StoreError>| match result {
            Ok(()) => Ok(None),
            Err(error) if error.is_damage() || error.is_corrupt() => {
                Ok(Some(format!("{check} ended early: {error}")))
            }
            Err(error) => Err(error),
        };
        let full_text = ended(
            "the check of the full-text indexes",
            self.reread_full_text(),
        )?;
        let pages = self.check_pages(&mut damaged);
        let pages = ended("the check of the pages", pages)?;
        let sequences = sequence::damaged(self).map(|found| damaged.extend(found));
        let sequences = ended("the check of the sequences", sequences)?;
        let settings = settings::damaged(self).map(|found| damaged.extend(found));
        let settings = ended("the check of the settings", settings)?;
        damaged.extend(
            [full_text, pages, sequences, settings]
                .into_iter()
                .flatten(),
        );
        Ok(damaged)
    }

    /// Checks the pages of the database file. PostgreSQL checks its pages by itself, if its checksums are on.
    fn check_pages(&self, damaged: &mut Vec<String>) -> Result<(), StoreError> {
        if !self.is_embedded() {
            return Ok(());
        }
        self.visit("PRAGMA integrity_check", &[], |row| {
            let line: String = row.at(0)?;
            if line != "ok" {
                damaged.push(line);
            }
            Ok::<_, StoreError>(true)
        })
    }

    /// Whether a trigger that keeps the audit log append-only is missing. False on PostgreSQL.
    pub(crate) fn lacks_audit_triggers(&self) -> Result<bool, StoreError> {
        if !self.is_embedded() {
            return Ok(false);
        }
        let kept: i64 = self.query_one(
            "SELECT COUNT(*) FROM sqlite_schema
             WHERE type = 'trigger' AND name IN ('audit_keeps', 'audit_stays', 'audit_body_keeps')",
            &[],
            |row| row.at(0),
        )?;
        Ok(kept < 3)
    }

    /// Makes the connection read the structure of each full-text index again. SQLite keeps it with the
    /// connection, and its check would compare an old structure with newer pages (FTS5's integrity
    /// check in SQLite 3.54.1 does not ask whether the database has changed). A search does ask.
    fn reread_full_text(&self) -> Result<(), StoreError> {
        if !self.is_embedded() {
            return Ok(());
        }
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
