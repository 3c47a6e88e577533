//! Where the tables of a store are.

use std::path::PathBuf;

use lockstep_store::PostgresUrl;

/// Where the tables are stored.
#[derive(Clone, Debug)]
pub struct StoreLocation {
    /// The file of the embedded engine. Its folder holds the reserve in any case.
    pub file: PathBuf,
    /// The PostgreSQL database that holds the tables instead.
    pub postgres: Option<PostgresUrl>,
}

impl From<PathBuf> for StoreLocation {
    fn from(file: PathBuf) -> Self {
        Self {
            file,
            postgres: None,
        }
    }
}
