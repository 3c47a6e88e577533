//! The options for opening the store.

use std::path::PathBuf;
use std::sync::Arc;

use crate::clock::{Clock, Entropy};
use crate::postgres::PostgresUrl;

/// The options for opening the store.
#[derive(Clone)]
pub struct Options {
    /// The database file; its folder must exist and be private to this process.
    pub file: PathBuf,
    /// The PostgreSQL database that holds the tables instead of the file. The folder of the file still holds the reserve
    /// for a full disk.
    pub postgres: Option<PostgresUrl>,
    /// The number of concurrent reads; one account may use half of them.
    pub readers: usize,
    /// The clock of transactions.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness of transactions.
    pub entropy: Arc<dyn Entropy>,
}
