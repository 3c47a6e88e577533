//! The options for opening the embedded store.

use std::path::PathBuf;
use std::sync::Arc;

use crate::clock::{Clock, Entropy};

/// The options for opening the embedded store.
#[derive(Clone)]
pub struct Options {
    /// The database file; its folder must exist and be private to this process.
    pub file: PathBuf,
    /// The number of concurrent reads; one account may use half of them.
    pub readers: usize,
    /// The clock of transactions.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness of transactions.
    pub entropy: Arc<dyn Entropy>,
}
