//! A connection in the role of the writer or of a reader, and the transaction that is open on it.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use tokio_postgres::Row;

use super::session::{PAUSE, Session};
use super::{PostgresUrl, dialect};
use crate::error::{EngineError, PostgresError};
use crate::value::Value;

/// The role of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The only connection that writes; it holds the lock of the schema.
    Writer,
    /// A connection that reads.
    Reader,
}

/// A connection to PostgreSQL.
pub(crate) struct Connection {
    url: PostgresUrl,
    role: Role,
    session: Session,
    is_open: Cell<bool>,
    /// The first error of a statement since the last savepoint: PostgreSQL refuses the statements after it.
    failed: RefCell<Option<Failure>>,
    /// Whether a statement was refused after the first error.
    was_refused: Cell<bool>,
    /// Whether each statement has a savepoint of its own.
    has_statement_savepoints: Cell<bool>,
    /// The number of the transaction, to ask for its outcome if the connection is lost at the commit.
    number: RefCell<Option<String>>,
}

/// How a statement failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The statement is at fault, or its values.
    Statement,
    /// The transaction may succeed if it runs again: another one interfered, or the connection was lost.
    Transient,
}

impl Connection {
    /// Connects. A writer waits a short time for the lock of an earlier process.
    pub(crate) fn open(url: &PostgresUrl, role: Role) -> Result<Self, EngineError> {
        Ok(Self {
            session: session(url, role)?,
            url: url.clone(),
            role,
            is_open: Cell::new(false),
            failed: RefCell::default(),
            was_refused: Cell::new(false),
            has_statement_savepoints: Cell::new(false),
            number: RefCell::default(),
        })
    }

    /// Begins a transaction; connects again if the connection was lost.
    pub(crate) fn begin(&mut self) -> Result<(), EngineError> {
        if self.session.is_closed() {
            self.reconnect(RECONNECT)?;
        }
        let begun = self.try_begin();
        if begun.is_err() && self.session.is_closed() {
            self.reconnect(RECONNECT)?;
            return self.try_begin();
        }
        begun
    }

    fn try_begin(&self) -> Result<(), EngineError> {
        if self.is_open.get() {
            // The end of the previous transaction failed.
            self.rollback()?;
        }
        self.session.forget_results();
        match self.role {
            Role::Writer => {
                let number = self.session.text(
                    "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_catalog.pg_current_xact_id()",
                )?;
                self.number.replace(number);
            }
            Role::Reader => self
                .session
                .batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?,
        }
        self.is_open.set(true);
        Ok(())
    }

    pub(crate) fn reconnect(&mut self, most: Duration) -> Result<(), EngineError> {
        let start = now();
        loop {
            match session(&self.url, self.role) {
                Ok(session) => {
                    self.session = session;
                    self.is_open.set(false);
                    self.clear();
                    return Ok(());
                }
                Err(error) if start.elapsed() >= most => return Err(error),
                Err(_) => pause(),
            }
        }
    }

    /// Commits. If the connection is lost during it, asks for the outcome on a new one.
    pub(crate) fn commit(&mut self) -> Result<(), EngineError> {
        self.is_open.set(false);
        let committed = self.session.batch("COMMIT");
        self.clear();
        let Err(error) = committed else {
            return Ok(());
        };
        let number = self.number.borrow_mut().take();
        if let Some(number) = number
            && (self.session.is_closed() || error.is_disconnected())
        {
            self.reconnect(RECONNECT)
                .map_err(|error| unknown_outcome(&error))?;
            return self.outcome_of(&number);
        }
        Err(error.into())
    }

    /// Whether a transaction whose connection was lost at the commit was committed.
    fn outcome_of(&self, number: &str) -> Result<(), EngineError> {
        let start = now();
        loop {
            // The number is one that the server gave.
            let asked = format!("SELECT pg_catalog.pg_xact_status('{number}'::xid8)");
            let outcome = self.session.text(&asked);
            match outcome.map_err(|error| unknown_outcome(&error))?.as_deref() {
                Some("committed") => return Ok(()),
                Some("in progress") if start.elapsed() < RECONNECT => pause(),
                // Nothing was stored: the transaction runs again.
                Some("aborted") => return Err(EngineError::interrupted()),
                _ => return Err(unknown_outcome(&"the database does not know it")),
            }
        }
    }

    pub(crate) fn rollback(&self) -> Result<(), EngineError> {
        self.is_open.set(false);
        self.clear();
        Ok(self.session.batch("ROLLBACK")?)
    }

    fn clear(&self) {
        self.failed.replace(None);
        self.was_refused.set(false);
    }

    /// Whether a transaction is open in which statements can run.
    pub(crate) fn is_in_transaction(&self) -> bool {
        self.is_open.get()
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.session.is_closed()
    }

    pub(crate) fn savepoint(&self) -> Result<(), EngineError> {
        self.clear();
        Ok(self.session.batch("SAVEPOINT job")?)
    }

    pub(crate) fn release(&self, keep: bool) -> Result<(), EngineError> {
        self.clear();
        Ok(self.session.batch(match keep {
            true => "RELEASE job",
            false => "ROLLBACK TO job; RELEASE job",
        })?)
    }

    /// Returns how a statement since the savepoint failed.
    pub(crate) fn failure(&self) -> Option<Failure> {
        *self.failed.borrow()
    }

    /// Whether a job must run again with a savepoint for each statement: it went on after a statement had failed, which
    /// the embedded engine allows.
    pub(crate) fn needs_statement_savepoints(&self, keep: bool) -> bool {
        self.failure() == Some(Failure::Statement) && (keep || self.was_refused.get())
    }

    /// Runs `run` with a savepoint for each statement, after undoing what happened since the last savepoint.
    pub(crate) fn with_statement_savepoints<T>(
        &self,
        run: impl FnOnce() -> T,
    ) -> Result<T, EngineError> {
        self.session.batch("ROLLBACK TO job")?;
        self.clear();
        self.has_statement_savepoints.set(true);
        let outcome = run();
        self.has_statement_savepoints.set(false);
        Ok(outcome)
    }

    pub(crate) fn changes(&self) -> u64 {
        self.session.changes()
    }

    /// Runs a script in SQLite's spelling.
    pub(crate) fn batch(&self, sql: &str) -> Result<(), EngineError> {
        for statement in dialect::script(sql) {
            self.run(|| self.session.batch(&statement))?;
        }
        Ok(())
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, EngineError> {
        let changed = self.run(|| self.session.execute(sql, params))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    pub(crate) fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), EngineError> {
        self.run(|| self.session.each_row(sql, params, each))
    }

    /// Runs statements outside transactions, such as VACUUM; they are in PostgreSQL's dialect.
    pub(crate) fn run_outside_transaction(&self, sql: &str) -> Result<(), EngineError> {
        Ok(self.session.batch(sql)?)
    }

    /// Returns the first column of the first row of a statement in PostgreSQL's dialect.
    pub(crate) fn text(&self, sql: &str) -> Result<Option<String>, EngineError> {
        Ok(self.session.text(sql)?)
    }

    /// Prepares a statement, which shows whether PostgreSQL accepts it.
    pub(crate) fn try_prepare(&self, sql: &str) -> Result<(), EngineError> {
        Ok(self.session.try_prepare(sql)?)
    }

    /// Returns the error of a statement that ran after another statement of its transaction failed.
    fn after_failure(&self) -> EngineError {
        match self.failure() {
            Some(Failure::Transient) => EngineError::interrupted(),
            _ => PostgresError::other("an earlier statement of the transaction failed").into(),
        }
    }

    fn run<T>(
        &self,
        statement: impl FnOnce() -> Result<T, PostgresError>,
    ) -> Result<T, EngineError> {
        if self.failed.borrow().is_some() {
            self.was_refused.set(true);
            return Err(self.after_failure());
        }
        let has_statement_savepoints = self.has_statement_savepoints.get();
        if has_statement_savepoints {
            self.session.batch("SAVEPOINT statement")?;
        }
        let outcome = statement();
        if let Err(error) = &outcome {
            let is_transient = error.is_transient() || self.session.is_closed();
            if has_statement_savepoints && !is_transient {
                self.session
                    .batch("ROLLBACK TO statement; RELEASE statement")?;
            } else {
                self.failed.replace(Some(match is_transient {
                    true => Failure::Transient,
                    false => Failure::Statement,
                }));
            }
        } else if has_statement_savepoints {
            self.session.batch("RELEASE statement")?;
        }
        Ok(outcome?)
    }
}

/// Connects, and prepares the session for its role.
fn session(url: &PostgresUrl, role: Role) -> Result<Session, EngineError> {
    let session = Session::open(url)?;
    let schema = url.schema();
    // The name consists of letters, digits and underscores.
    session.batch(&format!(
        "SET search_path = {schema}; SET client_min_messages = warning; SET idle_in_transaction_session_timeout = 0"
    ))?;
    if role == Role::Writer {
        lock(&session, schema)?;
        session.batch(
            "DO $$ BEGIN IF current_setting('synchronous_commit') IN ('off', 'local') THEN
                 SET synchronous_commit = on; END IF; END $$",
        )?;
    }
    Ok(session)
}

/// Takes the lock of the schema, which ends with the session.
fn lock(session: &Session, schema: &str) -> Result<(), EngineError> {
    let start = now();
    let take =
        format!("SELECT pg_catalog.pg_try_advisory_lock({LOCK}, pg_catalog.hashtext('{schema}'))");
    while session.text(&take)?.as_deref() != Some("t") {
        if start.elapsed() >= LOCK_WAIT {
            return Err(PostgresError::other(&format!(
                "another node uses the schema {schema} of this database; one node alone may use a PostgreSQL \
                 schema. Stop the other node, or name another schema with ?options=-csearch_path%3DNAME"
            ))
            .into());
        }
        pause();
    }
    Ok(())
}

/// The error of a commit that may have happened: the transaction must not run again by itself.
fn unknown_outcome(why: &dyn std::fmt::Display) -> EngineError {
    PostgresError::other(&format!(
        "the connection was lost during the commit, and the outcome is not known: {why}"
    ))
    .into()
}

/// Prepares the database for the tables: checks the server, and creates the schema and the functions.
pub(crate) fn prepare_database(connection: &Connection) -> Result<(), EngineError> {
    let asked = |sql: &str| Ok::<_, EngineError>(connection.text(sql)?.unwrap_or_default());
    let version = asked("SHOW server_version_num")?;
    if version
        .parse::<u32>()
        .is_ok_and(|version| version < MIN_VERSION)
    {
        return Err(PostgresError::other(&format!(
            "the server's version is {version}; PostgreSQL 14 or newer is needed"
        ))
        .into());
    }
    let encoding = asked("SHOW server_encoding")?;
    if encoding != "UTF8" {
        return Err(PostgresError::other(&format!(
            "the encoding of the database is {encoding}; create it with ENCODING 'UTF8'"
        ))
        .into());
    }
    let schema = connection.url.schema();
    connection.run_outside_transaction(&format!("CREATE SCHEMA IF NOT EXISTS {schema}"))?;
    connection.run_outside_transaction(include_str!("functions.sql"))
}

/// The time, only to end tries.
#[expect(
    clippy::disallowed_methods,
    reason = "no transaction sees it: it only bounds how long the server is tried"
)]
fn now() -> Instant {
    Instant::now()
}

/// Waits before the next try. The server signals neither that it accepts connections again nor the end of another
/// session.
#[expect(clippy::disallowed_methods, reason = "there is no event to wait for")]
fn pause() {
    std::thread::sleep(PAUSE);
}

/// The class of the advisory locks of this program.
const LOCK: i32 = 0x4c53_544b;
/// The time to wait for the lock of a session that has just ended.
const LOCK_WAIT: Duration = Duration::from_secs(5);
/// The time to try to connect again before a transaction fails.
const RECONNECT: Duration = Duration::from_secs(5);
const MIN_VERSION: u32 = 140_000;
