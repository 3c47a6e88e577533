//! The PostgreSQL engine: the same statements, migrations and closures on a server.
//!
//! One connection writes everything, in SERIALIZABLE transactions, on the same writer thread as the embedded engine. Beside
//! it, others write what concerns one account, while it waits. Reads have connections of their own, in READ ONLY REPEATABLE READ
//! transactions. The general writer's connection holds a lock of the schema for as long as it lives: one node uses a schema.
//! Other nodes may wait for the lock ([`LockWaiter`]). Reads that may be
//! stale can go to a replica ([`PostgresUrl::with_replica`]).

pub(crate) mod connection;
pub(crate) mod dialect;
mod full_text;
mod node;
mod opening;
pub(crate) mod prepare;
mod replica_address;
mod session;
mod tls;
mod tokens;
mod unanswered;
pub(crate) mod value;

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};

use crate::error::{EngineError, StoreError};
pub(crate) use node::CLAIM;
use node::LockedNode;
pub(crate) use opening::{locks_of_account_writers, others_with_lock};
use tls::TlsParameters;

pub use node::{LockWaiter, SchemaLock};
pub(crate) use opening::{now, pause};

/// The address of a PostgreSQL database and the schema in it; cheap to clone. Its password is in no output.
#[derive(Clone)]
pub struct PostgresUrl {
    config: Arc<Config>,
    schema: Arc<str>,
    /// A PEM file of the trusted authorities; without it, those of the system.
    ca_file: Option<Arc<Path>>,
    /// The usual time to wait for an answer to a statement.
    answer_within: Duration,
    /// The time to wait for a connection to one of its hosts, and for each answer until the session is prepared.
    opening: Duration,
    /// Where this is one node among others: its lock.
    node: Option<Arc<LockedNode>>,
    /// The number of sessions that write for single accounts.
    account_writers: usize,
    /// The condition that selects the server's process of the store's general writer; the sessions beside it ask for it.
    general_writer: Arc<Mutex<Option<String>>>,
    /// The address of a replica, for reads that may be stale.
    replica: Option<Arc<Self>>,
}

impl PostgresUrl {
    /// Returns the schema that holds the tables.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// Returns the address of another schema of the same database, without a replica.
    ///
    /// # Errors
    /// [`StoreError::Postgres`] for a name with other characters than lower-case letters, digits and underscores.
    pub fn in_schema(&self, schema: &str) -> Result<Self, StoreError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if schema.is_empty() || schema.len() > MAX_NAME || !schema.chars().all(is_plain) {
            return Err(StoreError::Postgres(format!(
                "the schema {schema:?}: expected at most 63 lower-case letters, digits and underscores"
            )));
        }
        Ok(Self {
            schema: schema.into(),
            replica: None,
            ..self.clone()
        })
    }

    /// Returns the same address for a store that also has this number of sessions that write, each for accounts of its own at a
    /// time; at most [`MAX_ACCOUNT_WRITERS`].
    #[must_use]
    pub fn with_account_writers(self, account_writers: usize) -> Self {
        Self {
            account_writers: account_writers.min(MAX_ACCOUNT_WRITERS),
            ..self
        }
    }

    pub(crate) fn account_writers(&self) -> usize {
        self.account_writers
    }

    /// Returns the same address for a store that opens.
    pub(crate) fn for_new_store(self) -> Self {
        Self {
            general_writer: Arc::default(),
            ..self
        }
    }

    /// Returns the address of the schema that holds the keys of this store.
    ///
    /// # Errors
    /// [`StoreError::Postgres`] if the name of this schema has more than 58 characters.
    pub fn schema_of_keys(&self) -> Result<Self, StoreError> {
        let schema = format!("{}_keys", self.schema);
        if schema.len() > MAX_NAME {
            return Err(StoreError::Postgres(format!(
                "the schema {}: expected at most {} characters, since the keys are in the schema {schema}",
                self.schema,
                self.schema.len() + MAX_NAME - schema.len()
            )));
        }
        Ok(self.in_schema(&schema)?.with_account_writers(0))
    }

    /// Returns the same address with another time to wait for answers.
    #[cfg(test)]
    pub(crate) fn answering_within(self, answer_within: Duration) -> Self {
        Self {
            answer_within,
            ..self
        }
    }

    /// Returns the warning that rows, among them sealed ones, cross a network without TLS.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let is_clear = self.config.get_ssl_mode() == SslMode::Disable;
        (is_clear && !tls::is_on_this_machine(&self.config)).then(|| {
            "store.url: the database is on another machine, and sslmode=disable sends the password, the names of \
             devices and the times of points in the clear: use sslmode=verify-full"
                .to_owned()
        })
    }

    /// Whether the schema holds the tables of a store. Blocks.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the server cannot be reached.
    pub fn has_tables(&self) -> Result<bool, StoreError> {
        let schema = self.schema();
        let found = self.run(&format!(
            "SELECT pg_catalog.to_regclass('{schema}.migration') IS NOT NULL"
        ))?;
        Ok(found.as_deref() == Some("t"))
    }

    /// Removes a schema with everything in it: the end of a test's store. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached, or refuses.
    pub fn remove_schema(&self) -> Result<(), StoreError> {
        let schema = self.schema();
        self.run(&format!("DROP SCHEMA IF EXISTS {schema} CASCADE"))
            .map(drop)
    }

    /// Returns the names of the schemas that begin with `prefix`. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub fn schemas(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let found = self.run(&format!(
            "SELECT pg_catalog.string_agg(nspname, ' ') FROM pg_catalog.pg_namespace
             WHERE pg_catalog.starts_with(nspname, '{prefix}')"
        ))?;
        let names = found.unwrap_or_default();
        Ok(names.split_whitespace().map(str::to_owned).collect())
    }

    /// Returns the first column of the first row of a query; `None` also if its table is missing. Takes no lock. Blocks.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the server cannot be reached; [`StoreError`].
    pub fn first_text(&self, query: &str) -> Result<Option<String>, StoreError> {
        match self.run(query) {
            Err(StoreError::Statement(EngineError::Postgres(error)))
                if error.code() == Some(UNDEFINED_TABLE) =>
            {
                Ok(None)
            }
            found => found,
        }
    }

    /// Runs a statement on a connection of its own; returns the first column of the first row. Blocks, for the usual time of an
    /// answer at most.
    pub(crate) fn run(&self, sql: &str) -> Result<Option<String>, StoreError> {
        std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let mut connection = connection::Connection::open(self, connection::Role::Reader)?;
                connection.limit_answers(1);
                connection.text(sql)
            });
            match run.join() {
                Ok(outcome) => Ok(outcome?),
                Err(_) => Err(StoreError::Panicked {
                    transaction: "postgres.run",
                }),
            }
        })
    }
}

impl FromStr for PostgresUrl {
    type Err = StoreError;

    /// Reads `postgres://user:password@host:port/database`. `?options=-csearch_path%3DNAME` names another schema than
    /// `lockstep`. A server on another machine needs TLS with a certificate that is checked, unless `?sslmode=disable`;
    /// `?sslrootcert=FILE` names the trusted authorities. Of several hosts, the one that accepts writes is used.
    fn from_str(url: &str) -> Result<Self, StoreError> {
        let wrong = |reason: String| {
            // The reasons name parameters, never their values.
            StoreError::Postgres(format!(
                "the address of the database: {reason}; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"
            ))
        };
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(wrong("it does not begin with postgres://".to_owned()));
        }
        let (address, tls) = TlsParameters::take(url).map_err(wrong)?;
        let mut config = address
            .parse::<Config>()
            .map_err(|_| wrong("it cannot be read".to_owned()))?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(wrong("it names no host".to_owned()));
        }
        if config.get_user().is_none() {
            return Err(wrong("it names no user".to_owned()));
        }
        let named = config.get_options().and_then(|options| {
            let (_, after) = options.split_once("search_path=")?;
            after.split(|c: char| c.is_whitespace()).next()
        });
        let schema = named.unwrap_or("lockstep").to_owned();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        config.keepalives_idle(SILENCE / 2);
        config.keepalives_interval(SILENCE / 4);
        config.keepalives_retries(2);
        config.ssl_mode(tls.mode_for(&config));
        // A replica is behind, and refuses writes.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        if config.get_application_name().is_none() {
            config.application_name("lockstep");
        }
        let url = Self {
            config: Arc::new(config),
            schema: "".into(),
            ca_file: tls.ca_file.map(Arc::from),
            answer_within: ANSWER,
            opening: OPENING,
            node: None,
            account_writers: 0,
            general_writer: Arc::default(),
            replica: None,
        };
        url.in_schema(&schema)
    }
}

impl std::fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresUrl")
            .field("database", &self.config.get_dbname())
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

/// The limit of sessions that write for single accounts; each has a lock with its number.
pub const MAX_ACCOUNT_WRITERS: usize = 16;
const UNDEFINED_TABLE: &str = "42P01";
/// The maximum number of bytes of a name in PostgreSQL.
const MAX_NAME: usize = 63;
/// The time to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The time for a connection to one of several hosts, and for each answer until the session is prepared.
const OPENING: Duration = Duration::from_secs(8);
/// The time without an answer of the other machine after which a connection ends.
const SILENCE: Duration = Duration::from_secs(20);
/// The usual time to wait for an answer to a statement; those of requests take milliseconds.
const ANSWER: Duration = Duration::from_secs(30);

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Returns the address of a server that sends `answer` to the first connection and closes it.
    fn server_that_sends(answer: Vec<u8>) -> PostgresUrl {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            assert!(client.read(&mut [0; 1024]).unwrap() > 0);
            client.write_all(&answer).unwrap();
        });
        at(port)
    }

    fn at(port: u16) -> PostgresUrl {
        format!("postgres://me:secret@127.0.0.1:{port}/d?sslmode=disable")
            .parse()
            .unwrap()
    }

    /// An `ErrorResponse` of the protocol.
    fn fatal(code: &str) -> Vec<u8> {
        let fields = format!("SFATAL\0C{code}\0Mrefused\0\0");
        let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
        [b"E".as_slice(), length.as_slice(), fields.as_bytes()].concat()
    }

    #[test]
    fn a_server_that_restarts_is_not_available() {
        for (answer, cause) in [
            (Vec::new(), ""),
            (fatal("57P01"), "57P01"),
            (fatal("57P02"), "57P02"),
            (fatal("57P03"), "its log"),
            (fatal("08006"), "08006"),
            (fatal("53300"), "raise max_connections"),
            // An operator removes these causes, also while the server runs.
            (fatal("28P01"), "the password of store.url"),
            (fatal("28000"), "pg_hba.conf"),
            (fatal("3D000"), "create the database"),
            (fatal("57P04"), "57P04"),
        ] {
            let shown = String::from_utf8_lossy(&answer).into_owned();
            let error = server_that_sends(answer).schemas("a").unwrap_err();
            assert!(
                matches!(&error, StoreError::Unavailable(reason) if reason.contains(cause)),
                "{shown}: {error:?}"
            );
        }
        let closed = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = closed.local_addr().unwrap().port();
        drop(closed);
        let error = at(port).schemas("a").unwrap_err();
        assert!(
            matches!(&error, StoreError::Unavailable(reason) if reason.contains("no PostgreSQL listens")),
            "{error:?}"
        );
    }

    #[test]
    fn an_address_names_its_schema_and_hides_its_password() {
        let url: PostgresUrl = "postgres://me:secret@h:5/d".parse().unwrap();
        assert_eq!(url.schema(), "lockstep");
        assert!(!format!("{url:?}").contains("secret"));
        let url: PostgresUrl = "postgres://me:secret@h/d?options=-csearch_path%3Dabc_1"
            .parse()
            .unwrap();
        assert_eq!(url.schema(), "abc_1");
        assert_eq!(url.schema_of_keys().unwrap().schema(), "abc_1_keys");
        let long = url.in_schema(&"a".repeat(58)).unwrap();
        assert_eq!(long.schema_of_keys().unwrap().schema().len(), 63);
        let error = url
            .in_schema(&"a".repeat(59))
            .unwrap()
            .schema_of_keys()
            .unwrap_err();
        assert!(
            error.to_string().contains("at most 58 characters"),
            "{error}"
        );
        for wrong in [
            "mysql://a:secret@h/d",
            "postgres://me:secret@h/d?options=-csearch_path%3D%22a%22",
            "postgres:///d",
            "postgres://h/d?secret=secret",
        ] {
            let error = wrong.parse::<PostgresUrl>().unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
