//! One connection to the server, with its prepared statements, for one thread at a time.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Row, RowStream, SimpleQueryMessage, Statement};

use super::{PostgresUrl, dialect, tls, value};
use crate::error::PostgresError;
use crate::value::Value;

/// A connection. Its runtime only runs while the thread waits for an answer.
pub(super) struct Session {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    client: Client,
    prepared: RefCell<HashMap<Box<str>, Prepared>>,
    /// The results that are being read, the innermost last.
    results: RefCell<Vec<Results>>,
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

impl Session {
    pub(super) fn open(url: &PostgresUrl) -> Result<Self, PostgresError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| PostgresError::other(&error.to_string()))?;
        let client = runtime.block_on(async {
            let tls = tls::connector(url.config.get_ssl_mode(), url.ca_file.as_deref())?;
            // The time-out of the configuration ends when the server's machine accepts the connection.
            let connected = tokio::time::timeout(OPENING, url.config.connect(tls)).await;
            let connected = connected.map_err(|_| PostgresError::silent(OPENING))?;
            let (client, connection) = connected.map_err(PostgresError::at_connect)?;
            // Ends with the client. Each request that fails reports the error itself.
            tokio::spawn(async move { drop(connection.await) });
            Ok::<_, PostgresError>(client)
        })?;
        Ok(Self {
            runtime: Some(runtime),
            client,
            prepared: RefCell::default(),
            results: RefCell::default(),
            changes: Cell::new(0),
            answer_within: Cell::new(Some(OPENING)),
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
        Ok(self.wait(self.client.batch_execute(sql))??)
    }

    /// Runs statements without parameters and returns the first column of the first row, if any.
    pub(super) fn text(&self, sql: &str) -> Result<Option<String>, PostgresError> {
        self.drain()?;
        let messages = self.wait(self.client.simple_query(sql))??;
        Ok(messages.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.try_get(0).ok().flatten().map(str::to_owned),
            _ => None,
        }))
    }

    pub(super) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<u64, PostgresError> {
        let statement = self.prepare(sql, params)?;
        let changed = self.wait(self.client.execute_raw(&statement, params.iter()))??;
        self.changes.set(self.changes.get() + changed);
        Ok(changed)
    }

    /// Runs a statement; `each` gets its rows until it returns `false`. In between, it may run other statements.
    pub(super) fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), PostgresError> {
        let statement = self.prepare(sql, params)?;
        let stream = self.wait(self.client.query_raw(&statement, params.iter()))??;
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
        self.results.borrow_mut().truncate(place);
        read
    }

    fn read(&self, place: usize, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), PostgresError> {
        loop {
            let row = {
                let mut all = self.results.borrow_mut();
                let results = all.get_mut(place);
                let Some(results) = results else {
                    return Ok(());
                };
                match (results.arrived.pop_front(), &mut results.stream) {
                    (Some(row), _) => Some(row),
                    (None, Some(stream)) => self.wait(stream.next())?.transpose()?,
                    (None, None) => None,
                }
            };
            let Some(row) = row else {
                break;
            };
            if !each(&row) {
                break;
            }
        }
        Ok(())
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

/// The maximum number of parameters of a statement of the catalogue.
const MAX_PARAMETERS: usize = 40;

/// The statements that a connection keeps prepared. The catalogue has about a thousand.
const MAX_STATEMENTS: usize = 1200;

/// The time for a connection to one of several hosts, and for each answer until the session is prepared.
const OPENING: Duration = Duration::from_secs(8);

/// The pause between two tries to connect.
pub(super) const PAUSE: Duration = Duration::from_millis(50);
