//! One connection to the server, with its prepared statements, for one thread at a time.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::{StreamExt, future};
use tokio::runtime::Runtime;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Row, RowStream, SimpleQueryMessage, Statement};

use super::unanswered::Unanswered;
use super::{PostgresUrl, dialect, tls, value};
use crate::error::PostgresError;
use crate::value::Value;

/// A connection. Its runtime only runs while the thread waits for an answer.
pub(super) struct Session {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    client: Arc<Client>,
    prepared: RefCell<HashMap<Box<str>, Prepared>>,
    /// The statement that stores the mark of a transaction, once it was prepared.
    marking: RefCell<Option<Statement>>,
    /// The results that are being read, the innermost last.
    results: RefCell<Vec<Results>>,
    /// The statements whose answers are awaited with that of the next one, in order.
    unanswered: RefCell<Vec<Unanswered>>,
    /// Whether one of them failed since this was last asked.
    has_failed_late: Cell<bool>,
    /// Whether rows of a result that no caller reads may still arrive.
    has_unread: Cell<bool>,
    changes: Cell<u64>,
    /// The time to wait for each answer; `None`: until the connection ends.
    answer_within: Cell<Option<Duration>>,
    /// Whether an answer did not arrive in time: a later one would belong to another statement.
    is_abandoned: Cell<bool>,
}

/// A statement of the catalogue in PostgreSQL's dialect, prepared for the types of its parameters.
struct Prepared {
    text: String,
    by_types: Vec<(Vec<u32>, Statement)>,
}

struct Results {
    /// `None` once all rows have arrived.
    stream: Option<Pin<Box<RowStream>>>,
    arrived: VecDeque<Row>,
}

/// How the reading of a result ended.
enum End {
    /// All rows were read.
    Reached,
    /// The caller wants no more rows.
    Refused,
}

impl Session {
    pub(super) fn open(url: &PostgresUrl) -> Result<Self, PostgresError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| PostgresError::other(&error.to_string()))?;
        let client = runtime.block_on(async {
            let tls = tls::connector(url.config.get_ssl_mode(), url.ca_file.as_deref())?;
            // The time-out of the configuration ends when the server's machine accepts the connection.
            let connected = tokio::time::timeout(url.opening, url.config.connect(tls)).await;
            let connected = connected.map_err(|_| PostgresError::silent(url.opening))?;
            let (client, connection) = connected.map_err(PostgresError::at_connect)?;
            // Ends with the client. Each request that fails reports the error itself.
            tokio::spawn(async move { drop(connection.await) });
            Ok::<_, PostgresError>(client)
        });
        let client = match client {
            Ok(client) => client,
            Err(error) => {
                // Any other end of the runtime waits for the look-up of a name, which has no limit.
                runtime.shutdown_background();
                return Err(error);
            }
        };
        Ok(Self {
            runtime: Some(runtime),
            client: Arc::new(client),
            prepared: RefCell::default(),
            marking: RefCell::default(),
            results: RefCell::default(),
            unanswered: RefCell::default(),
            has_failed_late: Cell::new(false),
            has_unread: Cell::new(false),
            changes: Cell::new(0),
            answer_within: Cell::new(Some(url.opening)),
            is_abandoned: Cell::new(false),
        })
    }

    /// From now on, gives the connection up if an answer takes longer.
    pub(super) fn limit_answers(&self, within: Option<Duration>) {
        self.answer_within.set(within);
    }

    fn wait<T>(&self, future: impl Future<Output = T>) -> Result<T, PostgresError> {
        let Some(runtime) = &self.runtime else {
            return Err(PostgresError::other("the connection is closed"));
        };
        if self.is_abandoned.get() {
            return Err(PostgresError::lost("the connection was given up"));
        }
        let Some(within) = self.answer_within.get() else {
            return Ok(runtime.block_on(future));
        };
        let answered = runtime.block_on(async { tokio::time::timeout(within, future).await });
        answered.map_err(|_| {
            self.is_abandoned.set(true);
            PostgresError::silent(within)
        })
    }

    /// Waits for an answer, and before it for those of the statements that were deferred, which go to the server together
    /// with the question. Their first error is returned instead of the answer.
    fn ask<T>(&self, question: impl Future<Output = T>) -> Result<T, PostgresError> {
        let mut earlier = self.unanswered.take();
        // The first poll sends a statement, and the question is polled after all of them.
        let answers = poll_fn(|context| Unanswered::poll_all(&mut earlier, context));
        let ((), answer) = self.wait(future::join(answers, question))?;
        // The rows of an earlier statement came before this answer.
        self.has_unread.set(false);
        for one in earlier {
            match one.changed() {
                Ok(changed) => self.changes.set(self.changes.get() + changed),
                Err(error) => {
                    self.has_failed_late.set(true);
                    return Err(error);
                }
            }
        }
        Ok(answer)
    }

    fn defer(&self, statement: Unanswered) -> Result<(), PostgresError> {
        let is_much = {
            let mut all = self.unanswered.borrow_mut();
            all.push(statement);
            let bytes: usize = all.iter().map(Unanswered::bytes).sum();
            all.len() >= MAX_UNANSWERED || bytes >= MAX_UNANSWERED_BYTES
        };
        match is_much {
            true => self.settle(),
            false => Ok(()),
        }
    }

    /// Waits for the answers of the statements that were deferred, and for the end of one whose rows no caller reads: it may
    /// have failed after the rows that were wanted, and the transaction with it.
    pub(super) fn settle(&self) -> Result<(), PostgresError> {
        if !self.unanswered.borrow().is_empty() {
            self.drain()?;
            return self.ask(future::ready(()));
        }
        match self.has_unread.get() {
            true => self.batch("SELECT 1"),
            false => Ok(()),
        }
    }

    /// Forgets the statements that were deferred and not sent: their transaction is undone.
    pub(super) fn forget_deferred(&self) {
        self.unanswered.borrow_mut().clear();
    }

    /// Whether a statement that was deferred has failed, or has changed another number of rows than expected, since this
    /// was last asked: the error came with a later statement.
    pub(super) fn take_late_failure(&self) -> bool {
        self.has_failed_late.take()
    }

    /// Runs statements without parameters together with the next one.
    pub(super) fn defer_batch(&self, sql: &'static str) -> Result<(), PostgresError> {
        self.defer(Unanswered::batch(&self.client, sql))
    }

    /// As [`Self::defer_batch`], for the savepoint of a job.
    pub(super) fn defer_savepoint(&self, sql: &'static str) -> Result<(), PostgresError> {
        self.defer(Unanswered::savepoint(&self.client, sql))
    }

    /// Runs a statement together with the next one. It must change this number of rows, if there is one.
    pub(super) fn defer_execute(
        &self,
        sql: &str,
        params: &[Value<'_>],
        rows: Option<u64>,
    ) -> Result<(), PostgresError> {
        let statement = self.prepare(sql, params)?;
        self.defer(Unanswered::execute(&self.client, statement, params, rows))
    }

    /// Begins a transaction that writes, and stores a new mark in it; returns the mark. The statement `marking` is the same for
    /// each transaction of the session.
    pub(super) fn begin_marked(
        &self,
        begin: &'static str,
        marking: &str,
    ) -> Result<Option<String>, PostgresError> {
        self.drain()?;
        let known = self.marking.borrow().clone();
        let marking = match known {
            Some(marking) => marking,
            None => {
                let marking = self.ask(self.client.prepare(marking))??;
                self.marking.replace(Some(marking.clone()));
                marking
            }
        };
        self.defer_batch(begin)?;
        let marked = self.ask(rows(&self.client, marking, &[]))??;
        Ok(marked.first().map(|row| row.try_get(0)).transpose()?)
    }

    /// Sends statements now; their answer is awaited with that of the next one. Waits for it where rows are on their way:
    /// the server would go on with the statements only when the next one is run.
    pub(super) fn post(&self, sql: &'static str) -> Result<(), PostgresError> {
        if self.has_unread.take() {
            return self.batch(sql);
        }
        self.drain()?;
        let mut unanswered = self.unanswered.take();
        unanswered.push(Unanswered::batch(&self.client, sql));
        let sent = self.wait(async {
            poll_fn(|context| {
                // What has arrived is kept in the statements.
                _ = Unanswered::poll_all(&mut unanswered, context);
                Poll::Ready(())
            })
            .await;
            // The task of the connection writes at the same time.
            tokio::task::yield_now().await;
        });
        self.unanswered.replace(unanswered);
        sent
    }

    /// Whether the connection has ended, or was given up.
    pub(super) fn is_closed(&self) -> bool {
        self.is_abandoned.get() || self.client.is_closed()
    }

    /// Returns the number of rows that statements have changed; triggers do not count.
    pub(super) fn changes(&self) -> u64 {
        self.changes.get()
    }

    /// Drops the results that a panicking job did not read.
    pub(super) fn forget_results(&self) {
        self.results.borrow_mut().clear();
    }

    /// Runs statements without parameters; they are already in PostgreSQL's dialect.
    pub(super) fn batch(&self, sql: &str) -> Result<(), PostgresError> {
        self.drain()?;
        Ok(self.ask(self.client.batch_execute(sql))??)
    }

    /// Runs statements without parameters and returns the first column of the first row, if any.
    pub(super) fn text(&self, sql: &str) -> Result<Option<String>, PostgresError> {
        self.drain()?;
        let messages = self.ask(self.client.simple_query(sql))??;
        Ok(messages.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.try_get(0).ok().flatten().map(str::to_owned),
            _ => None,
        }))
    }

    pub(super) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<u64, PostgresError> {
        let statement = self.prepare(sql, params)?;
        let changed = self.ask(self.client.execute_raw(&statement, params.iter()))??;
        self.changes.set(self.changes.get() + changed);
        Ok(changed)
    }

    /// Runs a statement; `each` gets its rows until it returns `false`. In between, it may run other statements. If the
    /// statement fails after these rows and this is known by then, its error is returned: the transaction has failed, too.
    pub(super) fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), PostgresError> {
        let statement = self.prepare(sql, params)?;
        let stream = self.ask(self.client.query_raw(&statement, params.iter()))??;
        let place = {
            let mut results = self.results.borrow_mut();
            results.push(Results {
                stream: Some(Box::pin(stream)),
                arrived: VecDeque::new(),
            });
            results.len() - 1
        };
        let changes = !sql.trim_start().starts_with("SELECT");
        let read = self.read(place, &mut |row| {
            self.changes.set(self.changes.get() + u64::from(changes));
            each(row)
        });
        let mut results = self.results.borrow_mut();
        let mut rest: Result<(), PostgresError> = Ok(());
        if let (Ok(End::Refused), Some(results)) = (&read, results.get_mut(place))
            && let Some(stream) = &mut results.stream
        {
            match stream.poll_next_unpin(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(None) => {}
                Poll::Ready(Some(Err(error))) => rest = Err(error.into()),
                Poll::Ready(Some(Ok(_))) | Poll::Pending => self.has_unread.set(true),
            }
        }
        results.truncate(place);
        read.and(rest)
    }

    /// Runs a statement for each list of parameters, and returns the rows of each. The statements go to the server together.
    pub(super) fn rows_of_each(
        &self,
        sql: &str,
        lists: &[&[Value<'_>]],
    ) -> Result<Vec<Vec<Row>>, PostgresError> {
        let mut all = Vec::with_capacity(lists.len());
        for lists in lists.chunks(MAX_UNANSWERED) {
            let mut questions = Vec::with_capacity(lists.len());
            for params in lists {
                let statement = self.prepare(sql, params)?;
                questions.push(rows(&self.client, statement, params));
            }
            all.extend(self.ask(future::try_join_all(questions))??);
        }
        Ok(all)
    }

    fn read(&self, place: usize, each: &mut dyn FnMut(&Row) -> bool) -> Result<End, PostgresError> {
        loop {
            let row = {
                let mut all = self.results.borrow_mut();
                let results = all.get_mut(place);
                let Some(results) = results else {
                    return Ok(End::Reached);
                };
                match (results.arrived.pop_front(), &mut results.stream) {
                    (Some(row), _) => Some(row),
                    (None, Some(stream)) => self.wait(stream.next())?.transpose()?,
                    (None, None) => None,
                }
            };
            let Some(row) = row else {
                return Ok(End::Reached);
            };
            if !each(&row) {
                return Ok(End::Refused);
            }
        }
    }

    /// Reads the rest of the results that are being read: the server answers one statement after the other.
    fn drain(&self) -> Result<(), PostgresError> {
        let mut all = self.results.borrow_mut();
        let Some(last) = all.last_mut() else {
            return Ok(());
        };
        let Some(stream) = &mut last.stream else {
            return Ok(());
        };
        let arrived = &mut last.arrived;
        self.wait(async {
            while let Some(row) = stream.next().await {
                arrived.push_back(row?);
            }
            Ok::<_, tokio_postgres::Error>(())
        })??;
        last.stream = None;
        Ok(())
    }

    /// Prepares a statement of the catalogue for the types of these parameters.
    fn prepare(&self, sql: &str, params: &[Value<'_>]) -> Result<Statement, PostgresError> {
        self.drain()?;
        let types: Vec<_> = params.iter().map(value::type_of).collect();
        let is_same = |known: &[u32]| {
            known.len() == types.len()
                && known
                    .iter()
                    .zip(&types)
                    .all(|(known, one)| *known == one.oid())
        };
        let known = self.prepared.borrow().get(sql).and_then(|prepared| {
            let found = prepared.by_types.iter().find(|(known, _)| is_same(known));
            found.map(|(_, statement)| statement.clone())
        });
        if let Some(statement) = known {
            return Ok(statement);
        }
        let mut all = self.prepared.borrow_mut();
        if all.len() >= MAX_STATEMENTS {
            all.clear();
        }
        let prepared = all.entry(sql.into()).or_insert_with(|| Prepared {
            text: dialect::statement(sql),
            by_types: Vec::new(),
        });
        let oids = types.iter().map(Type::oid).collect();
        let statement = self.prepare_as(&prepared.text, &types)?;
        prepared.by_types.push((oids, statement.clone()));
        Ok(statement)
    }

    /// Prepares a statement in a transaction. The type of a parameter is that of its value; that of NULL follows from
    /// the statement, or else NULL has any type that the statement accepts.
    fn prepare_as(&self, text: &str, types: &[Type]) -> Result<Statement, PostgresError> {
        let with_null = |null: &Type| -> Vec<Type> {
            let types = types.iter().map(|one| match *one == Type::UNKNOWN {
                true => null.clone(),
                false => one.clone(),
            });
            types.collect()
        };
        let mut tries = vec![types.to_vec()];
        if types.contains(&Type::UNKNOWN) {
            tries.extend([Type::TEXT, Type::BYTEA, Type::INT8].iter().map(with_null));
        }
        // SQLite would convert this type. Without types, PostgreSQL derives all of them from the statement.
        tries.push(vec![Type::UNKNOWN; types.len()]);
        self.batch("SAVEPOINT prepare")?;
        let mut first = None;
        for types in tries {
            match self.wait(self.client.prepare_typed(text, &types))? {
                Ok(statement) => {
                    self.batch("RELEASE prepare")?;
                    return Ok(statement);
                }
                Err(error) => {
                    self.batch("ROLLBACK TO prepare")?;
                    first.get_or_insert(error);
                }
            }
        }
        self.batch("RELEASE prepare")?;
        Err(first.map_or_else(|| PostgresError::other("no types"), PostgresError::from))
    }

    /// Prepares a statement in a transaction with the types that follow from it.
    pub(super) fn try_prepare(&self, sql: &str) -> Result<(), PostgresError> {
        let parameters = (1..=MAX_PARAMETERS)
            .rev()
            .find(|number| sql.contains(&format!("?{number}")))
            .unwrap_or(0);
        let types = vec![Type::UNKNOWN; parameters];
        self.prepare_as(&dialect::statement(sql), &types).map(drop)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Any other end of a runtime waits, and may not on a thread that runs asynchronous code.
            runtime.shutdown_background();
        }
    }
}

/// Returns all rows of a statement. The first poll sends it.
async fn rows(
    client: &Client,
    statement: Statement,
    params: &[Value<'_>],
) -> Result<Vec<Row>, tokio_postgres::Error> {
    let mut stream = Box::pin(client.query_raw(&statement, params.iter()).await?);
    let mut rows = Vec::new();
    while let Some(row) = stream.next().await {
        rows.push(row?);
    }
    Ok(rows)
}

/// The maximum number of parameters of a statement of the catalogue.
const MAX_PARAMETERS: usize = 40;

/// The statements that a connection keeps prepared. The catalogue has about a thousand.
const MAX_STATEMENTS: usize = 1200;

/// The statements that are deferred at most, and their bytes: the server works while the next ones are made.
const MAX_UNANSWERED: usize = 32;
const MAX_UNANSWERED_BYTES: usize = 256 << 10;

/// The pause between two tries to connect.
pub(super) const PAUSE: Duration = Duration::from_millis(50);
