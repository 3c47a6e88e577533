//! Errors of the store. Every text here is for the log, never for the caller: to a caller each of
//! these is a 500 or a 503.

/// The store could not run a transaction.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The engine refused or failed.
    #[error("transaction {transaction}: {source}")]
    Engine {
        /// The transaction's name.
        transaction: &'static str,
        /// The engine's error.
        source: EngineError,
    },
    /// A statement failed inside a transaction.
    #[error("statement: {0}")]
    Statement(EngineError),
    /// The PostgreSQL server or its address cannot be used.
    #[error("{0}")]
    Postgres(String),
    /// The database cannot be reached, restarts, or ended the transaction: nothing of it was stored, and the same
    /// transaction may succeed later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The engine has no such function.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The disk is full, and the transaction frees no space: nothing of it was stored.
    #[error("the disk is full")]
    Full,
    /// A backup would use the space that the store keeps for deletions and writes.
    #[error(
        "the disk of {path} has {free} MiB free, and a backup needs {needed} MiB there, with the reserve and room for \
         writes: free space, or name a folder on another disk. TMPDIR names the folder of the copy that is verified"
    )]
    NoRoom {
        /// The folder of the store.
        path: std::path::PathBuf,
        /// The free space of its disk in MiB.
        free: u64,
        /// The free space in MiB that the backup needs.
        needed: u64,
    },
    /// The group commit that contained this transaction failed: nothing of it was stored.
    #[error("transaction {transaction}: commit failed: {reason}")]
    Commit {
        /// The transaction's name.
        transaction: &'static str,
        /// The engine's error.
        reason: String,
    },
    /// An earlier statement failed in a way that ended the transaction: the disk failed or is full.
    /// No further statement may run, or it would be committed by itself.
    #[error("the engine has rolled the transaction back")]
    RolledBack,
    /// The closure panicked; its changes were rolled back.
    #[error("transaction {transaction} panicked")]
    Panicked {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// The write-ahead log could not be copied into the database: it may still contain removed
    /// data.
    #[error("the write-ahead log cannot be truncated: a reader uses an older snapshot")]
    Unfolded,
    /// The account of the write was erased in the meantime.
    #[error("the account was erased")]
    Erased,
    /// The credential of the request was revoked, or its account lost the role, while the write waited.
    #[error("the credential was revoked, or the role was withdrawn")]
    Withdrawn,
    /// The store is closing or closed.
    #[error("transaction {transaction}: the store is closed")]
    Closed {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// The queue of the account, or of all accounts together, is full.
    #[error("transaction {transaction}: the queue is full")]
    Busy {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// No caller waits for the result any more.
    #[error("transaction {transaction}: no caller waits for the result any longer")]
    Cancelled {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// The read waited and ran for longer than the setting `database.timeout`.
    #[error("transaction {transaction}: it took longer than database.timeout")]
    Overdue {
        /// The transaction's name.
        transaction: &'static str,
    },
    /// A column contains a value of an unexpected type or format.
    #[error("table {table}, column {column}: expected {expected}")]
    Column {
        /// The table that the statement names first.
        table: Box<str>,
        /// The column's name in the statement.
        column: Box<str>,
        /// The expected type or form.
        expected: &'static str,
    },
    /// A query that must return a row returned none.
    #[error("no row")]
    NoRow,
    /// The migrations of the store and of this binary do not match.
    #[error("migrations: {0}")]
    Migration(String),
    /// Stored bytes differ from every form that the code writes.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The data directory or its files cannot be used.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

impl StoreError {
    /// Whether a stored row is damaged. Every other error concerns the whole store.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Column { .. } | Self::Damaged(_))
    }

    /// Whether the engine found a structure of a table or an index that cannot be as it wrote it.
    #[must_use]
    pub fn is_corrupt(&self) -> bool {
        let (Self::Statement(error) | Self::Engine { source: error, .. }) = self else {
            return false;
        };
        match error {
            EngineError::Sqlite(error) => {
                error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt)
            }
            // Data corrupted, index corrupted.
            EngineError::Postgres(error) => matches!(error.code(), Some("XX001" | "XX002")),
        }
    }
}

impl From<EngineError> for StoreError {
    fn from(error: EngineError) -> Self {
        if error.is_full() {
            return Self::Full;
        }
        if error.is_unavailable() {
            return Self::Unavailable(error.to_string());
        }
        Self::Statement(error)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        EngineError::from(error).into()
    }
}

/// An error of one of the engines.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// SQLite's.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL's.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
}

impl EngineError {
    /// The error of a transaction that the database has ended, and that may run again.
    pub(crate) fn interrupted() -> Self {
        Self::Postgres(PostgresError::interrupted())
    }

    /// Whether the same transaction may succeed if it runs again.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(error) => error.is_transient(),
        }
    }

    /// Whether the database cannot run the transaction now.
    pub(crate) fn is_unavailable(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(error) => error.is_unavailable(),
        }
    }

    /// Whether the transaction may have been committed, so that it must not run again by itself.
    pub(crate) fn is_outcome_unknown(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(error) => error.is_outcome_unknown,
        }
    }

    /// Whether the engine reports a full disk.
    pub(crate) fn is_full(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull),
            Self::Postgres(error) => error.code() == Some("53100"),
        }
    }
}

/// An error of PostgreSQL or of the connection to it. Its text contains no values of rows.
#[derive(Debug, thiserror::Error)]
#[error("PostgreSQL: {reason}")]
pub struct PostgresError {
    code: Option<String>,
    reason: String,
    /// Whether there is no connection to the server.
    is_lost: bool,
    /// Whether the transaction may have been committed.
    is_outcome_unknown: bool,
}

impl PostgresError {
    pub(crate) fn other(reason: &str) -> Self {
        Self {
            code: None,
            reason: reason.to_owned(),
            is_lost: false,
            is_outcome_unknown: false,
        }
    }

    /// The error of a commit that may have happened: the transaction must not run again by itself.
    pub(crate) fn unknown_outcome(reason: &str) -> Self {
        Self {
            is_outcome_unknown: true,
            ..Self::other(&format!(
                "the connection was lost during the commit, and the outcome is not known: {reason}"
            ))
        }
    }

    /// The error of a transaction that the database has ended, and that may run again.
    pub(crate) fn interrupted() -> Self {
        Self {
            code: Some("40001".to_owned()),
            ..Self::other("the database has ended the transaction")
        }
    }

    /// The error of a server that cannot be used now.
    pub(crate) fn lost(reason: &str) -> Self {
        Self {
            is_lost: true,
            ..Self::other(reason)
        }
    }

    /// The error of a connection that could not be opened. Until the cause is removed, the database cannot be reached.
    pub(crate) fn at_connect(error: tokio_postgres::Error) -> Self {
        let mut error = Self::from(error);
        let remedy = REMEDIES.iter().find(|(sign, _)| match sign {
            Sign::Text(text) => error.reason.contains(*text),
            Sign::Code(code) => error.code() == Some(*code),
        });
        if let Some((_, remedy)) = remedy {
            error.reason.push_str(remedy);
        }
        Self {
            is_lost: true,
            ..error
        }
    }

    /// The error of a server that did not answer in time.
    pub(crate) fn silent(within: std::time::Duration) -> Self {
        Self::lost(&format!(
            "the server did not answer within {within:?}: check that it runs, is not overloaded, and that the network to \
             it passes everything on"
        ))
    }

    /// The five characters of the SQLSTATE.
    pub(crate) fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Whether the same transaction may succeed: a serialization failure, a deadlock, or a server that restarts.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(
            self.code(),
            Some("40001" | "40P01" | "57P01" | "57P02" | "57P03")
        )
    }

    /// Whether the connection was lost, or the server ends it or accepts none: it restarts, or has too many.
    pub(crate) fn is_disconnected(&self) -> bool {
        self.is_lost
            || self.code().is_some_and(|code| {
                code.starts_with("08")
                    || matches!(code, "57P01" | "57P02" | "57P03" | "57P05" | "53300")
            })
    }

    /// Whether the server cannot run the transaction now. 55P03: another session locks a table for long. 25006: the server
    /// accepts no writes, as some providers do when its disk is nearly full.
    pub(crate) fn is_unavailable(&self) -> bool {
        self.is_disconnected()
            || self.is_transient()
            || matches!(self.code(), Some("55P03" | "25006"))
    }
}

/// A sign of the cause why a connection could not be opened.
enum Sign {
    /// A part of the message.
    Text(&'static str),
    /// An SQLSTATE.
    Code(&'static str),
}

/// The remedies for causes that a message does not make plain.
const REMEDIES: &[(Sign, &str)] = &[
    (
        Sign::Text("invalid peer certificate"),
        "; name the file of its authority with ?sslrootcert=FILE, and the host as the certificate names it",
    ),
    (
        Sign::Text("server does not support TLS"),
        "; turn TLS on at the server, or connect without it with ?sslmode=disable",
    ),
    (
        Sign::Text("does not allow writes"),
        "; it is a replica, or default_transaction_read_only is on: name the server that accepts writes",
    ),
    (
        Sign::Text("Connection refused"),
        "; no PostgreSQL listens at the address of store.url: start it, or correct the address",
    ),
    (
        Sign::Code("53300"),
        "; raise max_connections, or end connections of other programs",
    ),
    (
        Sign::Code("57P03"),
        "; it starts, stops or recovers: its log says how far it is",
    ),
    (
        Sign::Code("28P01"),
        "; correct the user and the password of store.url",
    ),
    (
        Sign::Code("28000"),
        "; let the role connect: pg_hba.conf of the server decides",
    ),
    (
        Sign::Code("3D000"),
        "; create the database, or correct its name in store.url",
    ),
];

impl From<tokio_postgres::Error> for PostgresError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(db) = error.as_db_error() else {
            let mut reason = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(inner) = source {
                reason = format!("{reason}: {inner}");
                source = inner.source();
            }
            return Self {
                is_lost: error.is_closed(),
                ..Self::other(&reason)
            };
        };
        let code = db.code().code();
        // The message of a data exception quotes the value.
        let mut reason = match code {
            "22021" => {
                "a text has a character that PostgreSQL does not store, such as NUL".to_owned()
            }
            _ if code.starts_with("22") => "a value does not fit its type".to_owned(),
            _ => db.message().to_owned(),
        };
        for (what, name) in [("table", db.table()), ("column", db.column())] {
            if let Some(name) = name {
                reason += &format!(", {what} {name}");
            }
        }
        Self {
            reason: format!("{reason} ({code})"),
            code: Some(code.to_owned()),
            is_lost: false,
            is_outcome_unknown: false,
        }
    }
}
