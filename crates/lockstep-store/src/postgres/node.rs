//! A node among others on one schema: one has the lock and works, the others wait for it.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::PostgresUrl;
use super::opening::{end_holders, try_lock, wait_for_lock, waiting_session};
use super::session::Session;
use crate::clock::Timestamp;
use crate::error::{EngineError, PostgresError, StoreError};
use crate::params;

/// Names this node instead of any other: its address, its stamp, and the time.
pub(crate) const CLAIM: &str = "INSERT INTO active_node(one, address, stamp, since) VALUES (1, ?1, ?2, ?3)
         ON CONFLICT (one) DO UPDATE SET address = excluded.address, stamp = excluded.stamp, since = excluded.since";

/// The lock of a schema, with the session that holds it; dropping it releases the lock.
pub struct SchemaLock(Session);

impl SchemaLock {
    /// Names this node as the one that works, before it changes anything else in the schema: from then on, a node that lost the lock
    /// stores nothing, even if this one ends before it has opened the store. Only its sessions that write for single accounts go on
    /// until it notices, or until this node opens the store, which ends them first. Returns whether another node is named until
    /// now, which has not ended in an orderly way. Before the first start there is no table, and nothing is stored. Blocks.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the session was lost, and the lock with it.
    pub fn claim(&self, address: &str, stamp: &str, since: Timestamp) -> Result<bool, StoreError> {
        Ok(self.claim_row(address, stamp, since)?)
    }

    /// Ends the sessions that have the lock of another schema, which belongs to the same store: those of a node that lost the lock of
    /// this one, and hangs. Blocks.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the session was lost, and the lock with it.
    pub fn end_holders_of(&self, other: &PostgresUrl) -> Result<(), StoreError> {
        Ok(end_holders(&self.0, other.schema())?)
    }

    /// Returns a setting of the session.
    #[cfg(test)]
    pub(crate) fn shown(&self, setting: &str) -> Result<Option<String>, EngineError> {
        Ok(self.0.text(&format!("SHOW {setting}"))?)
    }

    fn claim_row(&self, address: &str, stamp: &str, since: Timestamp) -> Result<bool, EngineError> {
        let session = &self.0;
        let has_table = session.text("SELECT pg_catalog.to_regclass('active_node') IS NOT NULL")?;
        if has_table.as_deref() != Some("t") {
            return Ok(false);
        }
        session.batch("BEGIN")?;
        let earlier = session.text("SELECT stamp FROM active_node WHERE one = 1")?;
        session.execute(CLAIM, params![address, stamp, since])?;
        session.batch("COMMIT")?;
        Ok(earlier.is_some_and(|earlier| earlier != stamp))
    }
}

/// Waits for the lock of a schema, on a session of its own.
pub struct LockWaiter {
    url: PostgresUrl,
    session: Option<Session>,
}

impl LockWaiter {
    /// Creates a waiter; the first wait connects.
    #[must_use]
    pub fn new(url: PostgresUrl) -> Self {
        Self { url, session: None }
    }

    /// Returns the lock if the schema is free. Blocks, and must not run on a thread that runs asynchronous code.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the server cannot be reached; the next call connects again.
    pub fn try_lock(&mut self) -> Result<Option<SchemaLock>, StoreError> {
        self.take(try_lock)
    }

    /// As [`Self::try_lock`], but waits for at most 15 seconds until the schema becomes free.
    ///
    /// # Errors
    /// As those of [`Self::try_lock`].
    pub fn wait(&mut self) -> Result<Option<SchemaLock>, StoreError> {
        self.take(wait_for_lock)
    }

    fn take(
        &mut self,
        by: fn(&Session, &str) -> Result<bool, EngineError>,
    ) -> Result<Option<SchemaLock>, StoreError> {
        let session = match self.session.take() {
            Some(session) => session,
            None => waiting_session(&self.url)?,
        };
        if by(&session, self.url.schema())? {
            return Ok(Some(SchemaLock(session)));
        }
        self.session = Some(session);
        Ok(None)
    }
}

/// The part of an address that only the node with the lock has.
pub(super) struct LockedNode {
    /// The session that has the lock, until the store opens.
    session: Mutex<Option<Session>>,
    /// The stamp of this start in the table of the active node.
    stamp: String,
    is_superseded: watch::Sender<bool>,
}

impl LockedNode {
    pub(super) fn take_session(&self) -> Option<Session> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        session.take()
    }

    /// Refuses a session that has the lock again, unless the table still names this start of the node.
    pub(super) fn ensure_active(&self, session: &Session) -> Result<(), EngineError> {
        let stored = session.text("SELECT stamp FROM active_node")?;
        if stored.as_deref() == Some(&*self.stamp) {
            return Ok(());
        }
        self.is_superseded.send_replace(true);
        Err(PostgresError::lost("another node has taken over").into())
    }
}

impl PostgresUrl {
    /// Returns the address for the node that has the lock: the store that opens with it takes over the session of the lock.
    /// If its connection is lost later, it goes on only while the table of the active node has `stamp`.
    #[must_use]
    pub fn with_lock(self, lock: SchemaLock, stamp: &str) -> Self {
        let node = LockedNode {
            session: Mutex::new(Some(lock.0)),
            stamp: stamp.to_owned(),
            is_superseded: watch::Sender::new(false),
        };
        Self {
            node: Some(node.into()),
            ..self
        }
    }

    /// Whether another node has had the lock since this address got it.
    pub(super) fn is_superseded(&self) -> bool {
        self.node
            .as_ref()
            .is_some_and(|node| *node.is_superseded.borrow())
    }

    /// Returns a receiver that becomes `true` when the store found, as it connected again, that another node has had the
    /// lock; `None` if this address has no lock.
    #[must_use]
    pub fn superseded(&self) -> Option<watch::Receiver<bool>> {
        self.node
            .as_ref()
            .map(|node| node.is_superseded.subscribe())
    }
}
