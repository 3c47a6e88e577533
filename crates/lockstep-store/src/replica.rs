//! A replica of the server, for reads that may miss the writes of the last seconds.
//!
//! Once a second, a thread asks the server of the store how far its log is, and keeps these positions for [`MAX_DELAY`]. A
//! replica that has replayed one of them has every write that was acknowledged before the question. No clock of another machine
//! takes part, and a server without writes needs none: its position stays, and the replica has reached it. Each read asks its
//! own connection first, so that several replicas may be behind one address.

mod known;
mod position;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use self::known::{Kind, Known, Refusal};
use self::position::Position;
use crate::clock::Clock;
use crate::connection::Connection as EngineConnection;
use crate::error::{EngineError, StoreError};
use crate::lock::lock;
use crate::options::Options;
use crate::postgres::PostgresUrl;
use crate::postgres::connection::{Connection, Role};
use crate::postgres::{now, pause};

/// The replica of a store, and how far it is known to be.
pub(crate) struct Replica {
    primary: PostgresUrl,
    url: PostgresUrl,
    clock: Arc<dyn Clock>,
    known: Mutex<Known>,
    /// Dropping it ends the thread of the checks.
    stop: Mutex<Option<Sender<()>>>,
}

/// The state of the replica at one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplicaState {
    /// The bytes of the log that the replica has not replayed.
    pub behind_bytes: u64,
    /// Whether the address reaches the server of the store itself.
    pub is_primary: bool,
}

impl Replica {
    /// Begins the checks after the migrations; `None` if the options name no replica.
    pub(crate) fn watch(options: &Options) -> Result<Option<Arc<Self>>, StoreError> {
        let primary = options.postgres.as_ref();
        let Some((primary, url)) = primary.and_then(|primary| Some((primary, primary.replica()?)))
        else {
            return Ok(None);
        };
        let (stop, stopped) = channel();
        let replica = Arc::new(Self {
            primary: primary.clone(),
            url: url.clone(),
            clock: Arc::clone(&options.clock),
            known: Mutex::default(),
            stop: Mutex::new(Some(stop)),
        });
        let watched = Arc::downgrade(&replica);
        std::thread::Builder::new()
            .name("store-replica".to_owned())
            .spawn(move || keep_checking(&watched, &stopped))
            .map_err(|source| StoreError::File {
                path: "store-replica".into(),
                source,
            })?;
        Ok(Some(replica))
    }

    /// Returns the address of the replica.
    pub(crate) fn url(&self) -> &PostgresUrl {
        &self.url
    }

    /// Whether the last check found the replica good, and the positions of the server are known.
    pub(crate) fn is_usable(&self) -> bool {
        lock(&self.known).is_usable(self.clock.monotonic())
    }

    /// Refuses a read while the replica cannot be used.
    pub(crate) fn ensure_usable(&self) -> Result<(), StoreError> {
        match self.is_usable() {
            true => Ok(()),
            false => Err(StoreError::Unavailable(
                "the replica of store.read_url cannot be used".to_owned(),
            )),
        }
    }

    /// Opens a connection for reads. The replica ends a statement that takes longer than any read: it would go on with it after the
    /// end of the connection.
    pub(crate) fn open_reader(&self) -> Result<EngineConnection, StoreError> {
        let opened = Connection::open(&self.url, Role::Reader)?;
        let limit = format!("SET statement_timeout = '{}s'", MAX_READ.as_secs());
        opened.text_within(&limit, position::ANSWER)?;
        Ok(EngineConnection::Postgres(Box::new(opened)))
    }

    /// Uses the replica no more until the next check finds it good.
    pub(crate) fn fail(&self) {
        lock(&self.known).is_good = false;
    }

    /// Uses the replica only after a check has found that it has every write that is acknowledged now.
    pub(crate) fn require_present(&self) {
        lock(&self.known).forget_positions();
    }

    /// Lets a read use a connection if the server at its other end has what it needs.
    pub(crate) fn admit(
        &self,
        connection: Result<EngineConnection, StoreError>,
    ) -> Result<EngineConnection, StoreError> {
        let connection = connection.inspect_err(|_| self.fail())?;
        if let EngineConnection::Postgres(postgres) = &connection {
            let admitted = Position::of(postgres)
                .map_err(|error| lost(&error))
                .and_then(|position| self.judge(&position));
            if let Err(refusal) = admitted {
                self.fail();
                return Err(StoreError::Unavailable(refusal.reason));
            }
        }
        Ok(connection)
    }

    /// Ends the checks.
    pub(crate) fn close(&self) {
        self.fail();
        drop(lock(&self.stop).take());
    }

    /// Checks the replica on connections of its own; waits for a short time if it is only a little behind. Blocks, and must
    /// not run on a thread that runs asynchronous code.
    ///
    /// # Errors
    /// The reason why reads do not go there, with a remedy.
    pub(crate) fn examine(&self) -> Result<ReplicaState, String> {
        let mut sessions = Sessions::default();
        let start = now();
        loop {
            match self.check(&mut sessions) {
                Err(refusal) if refusal.kind == Kind::Behind && start.elapsed() < EXAMINED => {
                    pause();
                }
                found => return found.map_err(|refusal| refusal.reason),
            }
        }
    }

    /// Asks the server and the replica, and records whether the replica can be used.
    fn check(&self, sessions: &mut Sessions) -> Result<ReplicaState, Refusal> {
        let found = self.compared(sessions);
        let behind = match &found {
            Ok(state) => Some(state.behind_bytes),
            Err(refusal) => refusal.behind_bytes,
        };
        if let Some(bytes) = behind {
            metrics::gauge!("lockstep_store_replica_behind_bytes").set(bytes as f64);
        }
        lock(&self.known).conclude(found.as_ref(), self.clock.monotonic());
        found
    }

    fn compared(&self, sessions: &mut Sessions) -> Result<ReplicaState, Refusal> {
        self.ask_primary(&mut sessions.primary);
        let of_replica = sessions.replica.ask(&self.url);
        let (position, migrations) = of_replica.map_err(|error| lost(&error))?;
        let mut state = self.judge(&position)?;
        // It may have received writes of the last moment; what it has now, its server had before this question.
        let is_ahead = lock(&self.known).is_ahead(&position);
        if is_ahead && self.ask_primary(&mut sessions.primary) {
            state = lock(&self.known).judge_earlier(&position, self.clock.monotonic())?;
        }
        lock(&self.known).compare_migrations(&migrations)?;
        Ok(state)
    }

    /// Asks the server of the store how far it is; returns whether it answers.
    fn ask_primary(&self, session: &mut Kept) -> bool {
        // Before the question: the answer covers what was acknowledged until now.
        let asked = self.clock.monotonic();
        let questions = lock(&self.known).questions();
        match session.ask(&self.primary) {
            Ok((position, migrations)) => {
                lock(&self.known).note((asked, position), migrations, questions);
                true
            }
            // The positions that are known serve for their time.
            Err(error) => {
                tracing::debug!(%error, "the position of the database is not known");
                false
            }
        }
    }

    fn judge(&self, position: &Position) -> Result<ReplicaState, Refusal> {
        lock(&self.known).judge(position, self.clock.monotonic())
    }
}

/// The connections of the checks.
#[derive(Default)]
struct Sessions {
    primary: Kept,
    replica: Kept,
}

/// A connection that is opened when it is needed, and again after a failure.
#[derive(Default)]
struct Kept(Option<Connection>);

impl Kept {
    /// Returns how far a server is, and a digest of its migrations.
    fn ask(&mut self, url: &PostgresUrl) -> Result<(Position, String), EngineError> {
        let connection = match self.0.take() {
            Some(connection) => connection,
            None => Connection::open(url, Role::Reader)?,
        };
        let position = Position::of(&connection)?;
        let migrations = position::migrations(&connection)?;
        self.0 = Some(connection);
        Ok((position, migrations))
    }
}

fn keep_checking(replica: &Weak<Replica>, stopped: &Receiver<()>) {
    let mut sessions = Sessions::default();
    loop {
        let Some(watched) = replica.upgrade() else {
            return;
        };
        drop(watched.check(&mut sessions));
        drop(watched);
        match stopped.recv_timeout(INTERVAL) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// The refusal of a replica that does not answer. The remedies of errors name the setting of the store's own address.
fn lost(error: &EngineError) -> Refusal {
    let reason = error.to_string().replace("store.url", "store.read_url");
    Refusal::of(Kind::Lost, format!("the replica does not answer: {reason}"))
}

/// The greatest age of what a replica has: reads on it miss no write that was acknowledged earlier.
const MAX_DELAY: Duration = Duration::from_secs(10);
/// The pause between two checks.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long an examination waits for a replica that is a little behind.
const EXAMINED: Duration = Duration::from_secs(3);
/// The longest read for an account on the replica: then the server of the store reads instead.
pub(crate) const MAX_READ: Duration = Duration::from_secs(10);
