//! A connection in the role of the writer or of a reader, and the transaction that is open on it.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use tokio_postgres::Row;

pub(crate) use super::opening::Role;
use super::opening::{ensure_general_writer, now, pause, process_of, session};
use super::session::Session;
use super::{PostgresUrl, dialect};
use crate::error::{EngineError, PostgresError};
use crate::lock::lock;
use crate::value::Value;

/// A connection to PostgreSQL.
pub(crate) struct Connection {
    pub(crate) url: PostgresUrl,
    role: Role,
    session: Session,
    is_open: Cell<bool>,
    /// The first error of a statement since the last savepoint: PostgreSQL refuses the statements after it.
    failed: RefCell<Option<Failure>>,
    /// Whether a statement was refused after the first error.
    was_refused: Cell<bool>,
    /// Whether each statement has a savepoint of its own.
    has_statement_savepoints: Cell<bool>,
    /// Whether a job runs, which runs again if a statement fails after the job has gone on.
    is_in_job: Cell<bool>,
    /// Whether the savepoint of an earlier job still stands, whose changes stay.
    is_unreleased: Cell<bool>,
    /// The mark that the transaction writes, to learn its outcome if the connection is lost at the commit.
    mark: RefCell<Option<String>>,
    /// The condition that selects the server's process of this session.
    process: Option<String>,
    /// The time after which the connection is given up if an answer is missing; `None`: never.
    answer_within: Option<Duration>,
    /// The server's process of the general writer beside which this session may write.
    admitted_by: RefCell<Option<String>>,
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
        let session = session(url, role, None)?;
        let process = process_of(&session, role)?;
        session.limit_answers(None);
        if role == Role::Writer {
            lock(&url.general_writer).clone_from(&process);
        }
        Ok(Self {
            process,
            session,
            url: url.clone(),
            role,
            is_open: Cell::new(false),
            failed: RefCell::default(),
            was_refused: Cell::new(false),
            has_statement_savepoints: Cell::new(false),
            is_in_job: Cell::new(false),
            is_unreleased: Cell::new(false),
            mark: RefCell::default(),
            answer_within: None,
            admitted_by: RefCell::default(),
        })
    }

    /// From now on, gives a connection up whose server does not answer within the usual time, or some times as long.
    pub(crate) fn limit_answers(&mut self, times: u32) {
        self.answer_within = Some(self.url.answer_within * times);
        self.session.limit_answers(self.answer_within);
    }

    /// Begins a transaction; connects again if the connection was lost. A writer of accounts does not: the general writer does
    /// its work until [`Self::connect_again`].
    pub(crate) fn begin(&mut self) -> Result<(), EngineError> {
        if let Role::AccountWriter(_) = self.role {
            return self.try_begin();
        }
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

    /// Connects a writer of accounts again if its connection was lost, and asks whether it may write.
    pub(crate) fn connect_again(&mut self) -> Result<(), EngineError> {
        if self.session.is_closed() {
            self.reconnect(Duration::ZERO)?;
        }
        self.ensure_admitted()
    }

    /// As [`Self::begin`], without connecting again. A connection that was idle may be broken without a sign, which shows here.
    pub(crate) fn try_begin(&self) -> Result<(), EngineError> {
        self.session
            .limit_answers(Some(BEGIN.min(self.url.answer_within)));
        let begun = self.run_begin();
        self.session.limit_answers(self.answer_within);
        begun
    }

    fn run_begin(&self) -> Result<(), EngineError> {
        if self.is_open.get() {
            // The end of the previous transaction failed.
            self.rollback()?;
        }
        self.session.forget_results();
        if let Role::AccountWriter(_) = self.role {
            self.ensure_admitted()?;
        }
        // Also if what follows fails: `BEGIN` may succeed and the first statement fail, and the server then refuses everything
        // up to a rollback.
        self.is_open.set(true);
        match self.role {
            Role::Writer => {
                let marked = self
                    .session
                    .begin_marked("BEGIN ISOLATION LEVEL SERIALIZABLE", MARKING);
                self.mark.replace(marked?);
            }
            // No other transaction changes the rows of its accounts at the same time.
            Role::AccountWriter(number) => {
                let marking = format!(
                    "INSERT INTO account_writer_mark(writer, mark) VALUES ({number}, pg_catalog.gen_random_uuid())
                     ON CONFLICT (writer) DO UPDATE SET mark = excluded.mark RETURNING mark::text"
                );
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED";
                self.mark
                    .replace(self.session.begin_marked(begin, &marking)?);
            }
            Role::Reader => self
                .session
                .batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?,
        }
        Ok(())
    }

    /// Refuses a session that writes for single accounts, unless the general writer has the lock of the schema. Asks again after that
    /// one has connected again: it may be at another server, which has taken over.
    fn ensure_admitted(&self) -> Result<(), EngineError> {
        let general_writer = lock(&self.url.general_writer).clone();
        if general_writer.is_some() && *self.admitted_by.borrow() == general_writer {
            return Ok(());
        }
        let schema = self.url.schema();
        let admitted = ensure_general_writer(&self.session, schema, general_writer.as_deref());
        if admitted.is_err() {
            // The node that has the lock of the schema needs the lock of this session.
            drop(self.session.text(END_SELF));
        }
        admitted?;
        self.admitted_by.replace(general_writer);
        Ok(())
    }

    pub(crate) fn reconnect(&mut self, limit: Duration) -> Result<(), EngineError> {
        let start = now();
        loop {
            let connected = session(&self.url, self.role, self.process.as_deref());
            let connected =
                connected.and_then(|session| Ok((process_of(&session, self.role)?, session)));
            match connected {
                Ok((process, session)) => {
                    if self.role == Role::Writer {
                        lock(&self.url.general_writer).clone_from(&process);
                    }
                    self.admitted_by.replace(None);
                    self.process = process;
                    self.session = session;
                    self.session.limit_answers(self.answer_within);
                    self.is_open.set(false);
                    self.clear();
                    return Ok(());
                }
                Err(error) if start.elapsed() >= limit || self.url.is_superseded() => {
                    return Err(error);
                }
                Err(_) => pause(),
            }
        }
    }

    /// Commits. If the connection is lost during it, asks for the outcome on a new one.
    pub(crate) fn commit(&mut self) -> Result<(), EngineError> {
        self.is_open.set(false);
        // A release in a failed transaction is refused, and then nothing is committed. A commit alone would roll back and
        // report no error.
        let committed = self.session.batch(match self.is_unreleased.get() {
            true => "RELEASE job; COMMIT",
            false => "COMMIT",
        });
        self.clear();
        let Err(error) = committed else {
            return Ok(());
        };
        let mark = self.mark.borrow_mut().take();
        if let Some(mark) = mark
            && (self.session.is_closed() || error.is_disconnected())
        {
            self.reconnect(RECONNECT)
                .map_err(|error| unknown_outcome(&error))?;
            return self.outcome_of(&mark);
        }
        if !self.session.is_closed() {
            // Where the release was refused, the transaction is still open.
            drop(self.session.batch("ROLLBACK"));
        }
        Err(error.into())
    }

    /// Whether a transaction whose connection was lost at the commit was committed. Its session has ended, since this one
    /// has the lock. A transaction's number would not do: after a failover, another transaction may have it.
    fn outcome_of(&self, mark: &str) -> Result<(), EngineError> {
        let unknown = |error: PostgresError| unknown_outcome(&error);
        let stored = match self.role {
            Role::AccountWriter(number) => self.session.text(&format!(
                "SELECT mark FROM account_writer_mark WHERE writer = {number}"
            )),
            Role::Writer | Role::Reader => self.session.text("SELECT mark FROM commit_mark"),
        };
        if stored.map_err(unknown)?.as_deref() != Some(mark) {
            // Nothing was stored: the transaction runs again.
            return Err(EngineError::interrupted());
        }
        // The lost connection may have ended before a synchronous replica had the commit. This commit, which comes later,
        // waits until the replica has both.
        let later = "SELECT pg_catalog.pg_logical_emit_message(true, 'lockstep', ''::text)";
        self.session.text(later).map(drop).map_err(unknown)
    }

    pub(crate) fn rollback(&self) -> Result<(), EngineError> {
        self.is_open.set(false);
        self.clear();
        let ended = match self.role {
            Role::Writer | Role::AccountWriter(_) => {
                self.session.forget_deferred();
                self.session.batch("ROLLBACK")
            }
            // The next transaction reads the answer.
            Role::Reader => self.session.post("ROLLBACK"),
        };
        Ok(ended?)
    }

    /// Forgets what is only known about the job or the transaction that has ended.
    fn clear(&self) {
        self.clear_failure();
        self.is_in_job.set(false);
        self.is_unreleased.set(false);
    }

    fn clear_failure(&self) {
        self.failed.replace(None);
        self.was_refused.set(false);
        self.session.take_late_failure();
    }

    /// Whether a transaction is open in which statements can run.
    pub(crate) fn is_in_transaction(&self) -> bool {
        self.is_open.get()
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.session.is_closed()
    }

    /// Begins a job: its savepoint goes to the server with its first statement.
    pub(crate) fn savepoint(&self) -> Result<(), EngineError> {
        self.clear_failure();
        self.is_in_job.set(true);
        let begin = match self.is_unreleased.take() {
            true => "RELEASE job; SAVEPOINT job",
            false => "SAVEPOINT job",
        };
        Ok(self.session.defer_savepoint(begin)?)
    }

    /// Ends a job. The savepoint of one whose changes stay is released with the next savepoint, or with the commit.
    pub(crate) fn release(&self, keep: bool) -> Result<(), EngineError> {
        self.session.settle()?;
        self.clear();
        if keep {
            self.is_unreleased.set(true);
            return Ok(());
        }
        Ok(self.session.batch("ROLLBACK TO job; RELEASE job")?)
    }

    /// Ends a job whose changes stay, as [`Self::release`]; the commit waits for the answers of its statements.
    pub(crate) fn release_at_commit(&self) {
        self.is_in_job.set(false);
        self.is_unreleased.set(true);
    }

    /// Waits for the answers of a job's statements that were deferred; [`Self::failure`] tells whether one failed.
    pub(crate) fn settle(&self) {
        if let Err(error) = self.session.settle() {
            self.note_failure(&error);
        }
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
        self.clear_failure();
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

    /// Runs a statement together with the next one that is waited for. Returns whether it changes `rows` rows, if there is
    /// such a number: in a job, it is taken to do so. If it fails or does not, the job runs again with a savepoint for
    /// each statement, and waits for this one.
    pub(crate) fn send(
        &self,
        sql: &str,
        params: &[Value<'_>],
        rows: Option<u64>,
    ) -> Result<bool, EngineError> {
        if !self.is_in_job.get() || self.has_statement_savepoints.get() {
            let changed = self.run(|| self.session.execute(sql, params))?;
            return Ok(rows.is_none_or(|rows| rows == changed));
        }
        self.run(|| self.session.defer_execute(sql, params, rows))?;
        Ok(true)
    }

    pub(crate) fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), EngineError> {
        self.run(|| self.session.each_row(sql, params, each))
    }

    /// Visits the rows of a statement for each list of parameters, with the place of the list.
    pub(crate) fn each_row_of_each(
        &self,
        sql: &str,
        lists: &[&[Value<'_>]],
        each: &mut dyn FnMut(usize, &Row),
    ) -> Result<(), EngineError> {
        let found = self.run(|| self.session.rows_of_each(sql, lists))?;
        for (nth, rows) in found.iter().enumerate() {
            for row in rows {
                each(nth, row);
            }
        }
        Ok(())
    }

    /// Runs statements outside transactions, such as VACUUM; they are in PostgreSQL's dialect.
    pub(crate) fn run_outside_transaction(&self, sql: &str) -> Result<(), EngineError> {
        Ok(self.session.batch(sql)?)
    }

    /// Returns the first column of the first row of a statement in PostgreSQL's dialect.
    pub(crate) fn text(&self, sql: &str) -> Result<Option<String>, EngineError> {
        Ok(self.session.text(sql)?)
    }

    /// As [`Self::text`]; gives the connection up if the answer takes longer than `within`.
    pub(crate) fn text_within(
        &self,
        sql: &str,
        within: Duration,
    ) -> Result<Option<String>, EngineError> {
        self.session.limit_answers(Some(within));
        let found = self.session.text(sql);
        self.session.limit_answers(self.answer_within);
        Ok(found?)
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

    fn is_transient(&self, error: &PostgresError) -> bool {
        error.is_transient() || self.session.is_closed()
    }

    fn note_failure(&self, error: &PostgresError) {
        self.failed.replace(Some(match self.is_transient(error) {
            true => Failure::Transient,
            false => Failure::Statement,
        }));
        if self.session.take_late_failure() {
            // The job has gone on.
            self.was_refused.set(true);
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
            if has_statement_savepoints && !self.is_transient(error) {
                self.session
                    .batch("ROLLBACK TO statement; RELEASE statement")?;
            } else {
                self.note_failure(error);
            }
        } else if has_statement_savepoints {
            self.session.batch("RELEASE statement")?;
        }
        Ok(outcome?)
    }
}

/// The error of a commit that may have happened.
fn unknown_outcome(reason: &dyn std::fmt::Display) -> EngineError {
    PostgresError::unknown_outcome(&reason.to_string()).into()
}

/// Stores a new mark of the general writer, and returns it.
const MARKING: &str =
    "UPDATE commit_mark SET mark = pg_catalog.gen_random_uuid() RETURNING mark::text";
/// Ends the session, and releases its locks.
const END_SELF: &str = "SELECT pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid())";
/// The time to wait for the beginning of a transaction, which needs no work of the server.
const BEGIN: Duration = Duration::from_secs(3);
/// The time to try to connect again before a transaction fails.
const RECONNECT: Duration = Duration::from_secs(5);
