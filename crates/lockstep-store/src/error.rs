//! What can go wrong between an operation and the disk. Every text here is for the log, never for
//! the caller: to a caller each of these is a 500 or a 503.

/// The store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The engine refused or failed.
    #[error("transaction {transaction}: {source}")]
    Engine {
        /// The transaction's name.
        transaction: &'static str,
        /// What the engine said.
        source: rusqlite::Error,
    },
    /// A statement failed inside a transaction.
    #[error("statement: {0}")]
    Statement(rusqlite::Error),
    /// The disk is full, and the transaction frees no room: nothing of it was stored.
    #[error("the disk is full")]
    Full,
    /// The commit that this transaction was grouped into failed: nothing of it was stored.
    #[error("transaction {transaction}: commit failed: {reason}")]
    Commit {
        /// The transaction's name.
        transaction: &'static str,
        /// What the engine said.
        reason: String,
    },
    /// An earlier statement failed in a way that ended the transaction: the disk failed or is full.
    /// Nothing more may run in it, or it would be committed by itself.
    #[error("the engine has rolled the transaction back")]
    RolledBack,
    /// The closure panicked; its savepoint was rolled back.
    #[error("transaction {transaction} panicked")]
    Panicked {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// The log could not be folded into the database: what was removed may stand in it still.
    #[error("the log cannot be folded: somebody reads what was there before")]
    Unfolded,
    /// The account that was to be written for was erased since.
    #[error("the account was erased")]
    Erased,
    /// The store is closing or closed.
    #[error("transaction {transaction}: the store is closed")]
    Closed {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// As much waits in the queue of the account, or in all queues, as may wait.
    #[error("transaction {transaction}: too much waits already")]
    Busy {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// Nobody waits for the answer any more.
    #[error("transaction {transaction}: nobody waits for it any more")]
    Cancelled {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// A column held something else than the code expects.
    #[error("table {table}, column {column}: expected {expected}")]
    Column {
        /// The table that the statement names first.
        table: Box<str>,
        /// The column's name, as the statement has it.
        column: Box<str>,
        /// What the code wanted.
        expected: &'static str,
    },
    /// One row was wanted and none was there.
    #[error("no row")]
    NoRow,
    /// The migrations of the store and of this binary do not fit together.
    #[error("migrations: {0}")]
    Migration(String),
    /// Stored bytes that cannot be what was written.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The data directory or its files cannot be used.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: std::path::PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl StoreError {
    /// Whether a stored row is damaged. Every other error is about the whole store.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Column { .. } | Self::Damaged(_))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        if is_full(&error) {
            return Self::Full;
        }
        Self::Statement(error)
    }
}

/// Whether the engine says that there is no room.
pub(crate) fn is_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull)
}
