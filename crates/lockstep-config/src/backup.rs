//! Settings of scheduled backups.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Where scheduled backups are stored, and how many are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Backup {
    /// The directory of scheduled backups; without it, there are none.
    pub directory: Option<PathBuf>,
    /// The number of backups to keep, at least 1.
    pub keep_count: u32,
    /// The days after which a backup is removed. The newest one is kept.
    pub keep_days: u32,
}

impl Default for Backup {
    fn default() -> Self {
        Self {
            directory: None,
            keep_count: 14,
            keep_days: 30,
        }
    }
}

impl Backup {
    pub(super) fn check(&self) -> Result<(), String> {
        match (self.keep_count, self.keep_days) {
            (0, _) => Err("backup.keep_count must be 1 or more".to_owned()),
            (_, 0) => Err("backup.keep_days must be 1 or more".to_owned()),
            _ => Ok(()),
        }
    }
}
