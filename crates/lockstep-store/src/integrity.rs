//! Checks the database file and the store's own tables for damage.

use crate::error::StoreError;
use crate::sequence;
use crate::settings;
use crate::tx::Tx;

impl Tx<'_> {
    /// Returns the damage that the engine finds in its files, the sequences that are wrong, and the
    /// settings that cannot be read; empty if there is none.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let found = self.query("PRAGMA integrity_check", &[], |row| row.at::<String>(0))?;
        let mut damaged: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
        damaged.extend(sequence::damaged(self)?);
        damaged.extend(settings::damaged(self)?);
        Ok(damaged)
    }
}
