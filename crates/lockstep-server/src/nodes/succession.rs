//! What a node does when it begins to work, how it shows that it works, and how it notices that another one has taken over.

use std::convert::Infallible;
use std::time::Duration;

use lockstep_store::active_node::{self, ActiveNode};
use lockstep_store::clock::entropy_array;
use lockstep_store::{LockWaiter, PostgresUrl, SchemaLock, StoreError, SystemClock, SystemEntropy};
use lockstep_web::AppState;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The role of the node that works.
pub(crate) struct ActiveRole {
    /// The stamp of this start.
    pub(crate) stamp: String,
    /// Whether the store found that another node has had the lock.
    superseded: watch::Receiver<bool>,
    _life: SignsOfLife,
}

/// Shows the other nodes that this one works, until it is dropped.
pub(crate) struct SignsOfLife(JoinHandle<Infallible>);

impl Drop for SignsOfLife {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl SignsOfLife {
    /// Shows them for a node that has claimed its role and opens the store, which can take long: a sign says that its runtime works.
    pub(crate) fn at_start(url: PostgresUrl, stamp: String) -> Self {
        Self(tokio::spawn(show_at_start(url, stamp)))
    }

    /// Shows them for a node whose store is open: a sign says that its runtime and its writer work.
    fn of_writer(state: AppState, stamp: String) -> Self {
        Self(tokio::spawn(show_by_writer(state, stamp)))
    }
}

async fn show_at_start(url: PostgresUrl, stamp: String) -> Infallible {
    loop {
        tokio::time::sleep(LIFE_EVERY).await;
        let (url, stamp) = (url.clone(), stamp.clone());
        let showing = tokio::task::spawn_blocking(move || url.show_life_at_start(&stamp));
        if let Ok(Err(error)) = showing.await {
            tracing::debug!(%error, "a sign of life at the start");
        }
    }
}

async fn show_by_writer(state: AppState, stamp: String) -> Infallible {
    loop {
        tokio::time::sleep(LIFE_EVERY).await;
        let stamp = stamp.clone();
        let shown = state
            .db
            .write::<_, StoreError, _>(active_node::SIGN_OF_LIFE, move |tx| {
                active_node::show_life(tx, &stamp)
            });
        if let Err(error) = shown.await {
            tracing::debug!(%error, "a sign of life");
        }
    }
}

/// Returns a new stamp of a start.
pub(crate) fn new_stamp() -> String {
    let random = entropy_array::<16>(&SystemEntropy);
    random.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes the lock of the schema if no other node has it.
///
/// # Errors
/// [`StoreError::Unavailable`] if the database cannot be reached.
pub(crate) async fn try_lock(url: &PostgresUrl) -> Result<Option<SchemaLock>, StoreError> {
    let mut waiter = LockWaiter::new(url.clone());
    let turn = tokio::task::spawn_blocking(move || waiter.try_lock());
    turn.await.unwrap_or_else(|_| Err(panicked()))
}

fn panicked() -> StoreError {
    StoreError::Panicked {
        transaction: "nodes.lock",
    }
}

/// Waits until this node has the lock of the schema.
pub(super) async fn wait_for_lock(url: &PostgresUrl) -> SchemaLock {
    let mut waiter = LockWaiter::new(url.clone());
    let mut reported = String::new();
    loop {
        let turn = tokio::task::spawn_blocking(move || {
            let outcome = waiter.wait();
            (waiter, outcome)
        });
        let problem = match turn.await {
            Ok((_, Ok(Some(lock)))) => return lock,
            Ok((same, Ok(None))) => {
                waiter = same;
                reported.clear();
                continue;
            }
            Ok((same, Err(error))) => {
                waiter = same;
                error.to_string()
            }
            Err(error) => {
                waiter = LockWaiter::new(url.clone());
                error.to_string()
            }
        };
        if problem != reported {
            tracing::warn!(
                reason = problem,
                "this node cannot wait for the lock of the schema"
            );
            reported = problem;
        }
        // PostgreSQL does not tell when it accepts connections again.
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

/// Tells the other nodes that this one works, before it opens the store and its keys. If the node before did not end in an
/// orderly way, waits until it has noticed: it may write files of the shared secrets. Then takes the lock of the keys from it, if it
/// hangs.
///
/// # Errors
/// [`StoreError::Unavailable`]: the lock was lost again, or the database accepts no writes. The lock is released.
pub(crate) async fn claim(
    lock: SchemaLock,
    keys: Option<PostgresUrl>,
    (address, stamp): (&str, &str),
) -> Result<SchemaLock, StoreError> {
    let (address, stamp) = (address.to_owned(), stamp.to_owned());
    let since = SystemClock::shared().now();
    let claiming = tokio::task::spawn_blocking(move || {
        let claimed = lock.claim(&address, &stamp, since);
        claimed.map(|had_other| (lock, had_other))
    });
    let claimed = claiming.await.map_err(|_| panicked())?;
    let (lock, had_other) = claimed?;
    let Some(keys) = keys.filter(|_| had_other) else {
        return Ok(lock);
    };
    tokio::time::sleep(NOTICE_TIME).await;
    let ending = tokio::task::spawn_blocking(move || {
        let ended = lock.end_holders_of(&keys);
        ended.map(|()| lock)
    });
    ending.await.unwrap_or_else(|_| Err(panicked()))
}

/// As [`claim`], in the store: the first start has created the table only now.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn begin(state: &AppState, address: &str, stamp: &str) -> Result<(), StoreError> {
    let (address, stamp) = (address.to_owned(), stamp.to_owned());
    let claimed = state.db.write("nodes.claim", move |tx| {
        active_node::claim(tx, &address, &stamp)
    });
    claimed.await
}

impl ActiveRole {
    /// Begins the role of a node whose store is open.
    pub(crate) fn begin(
        state: &AppState,
        stamp: String,
        superseded: watch::Receiver<bool>,
    ) -> Self {
        let life = SignsOfLife::of_writer(state.clone(), stamp.clone());
        Self {
            stamp,
            superseded,
            _life: life,
        }
    }

    /// Waits until another node has taken over; returns the reason to end.
    pub(crate) async fn until_succeeded(&self, state: &AppState) -> String {
        let mut superseded = self.superseded.clone();
        let by_store = async {
            if superseded.wait_for(|is| *is).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = by_store => reason_to_end(None),
            successor = self.successor(state) => reason_to_end(successor.as_ref()),
        }
    }

    /// Waits until the table names another node or start, or none.
    async fn successor(&self, state: &AppState) -> Option<ActiveNode> {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let read = state.db.read("nodes.active", active_node::read).await;
            // A database that does not answer says nothing about the lock.
            match read {
                Ok(Some(node)) if node.stamp == self.stamp => {}
                Ok(node) => return node,
                Err(error) => tracing::debug!(%error, "the active node was not read"),
            }
        }
    }

    /// Tells the other nodes that this one ends.
    pub(crate) async fn withdraw(&self, state: &AppState) {
        let stamp = self.stamp.clone();
        let withdrawn = state
            .db
            .write::<_, StoreError, _>("nodes.withdraw", move |tx| {
                active_node::withdraw(tx, &stamp)
            });
        if let Err(error) = withdrawn.await {
            tracing::warn!(%error, "the other nodes are not told that this one ends");
        }
    }
}

fn reason_to_end(successor: Option<&ActiveNode>) -> String {
    let by = match successor {
        Some(node) => format!("the node at {}", node.address),
        None => "another node".to_owned(),
    };
    format!(
        "this node lost the lock of the PostgreSQL schema, and {by} has taken over: this node ends, so that both never work \
         at the same time; start it again, and it waits as a standby"
    )
}

/// How often the active node shows a sign of life.
const LIFE_EVERY: Duration = Duration::from_secs(1);
/// How often the active node looks whether it still is.
const LOOK_EVERY: Duration = Duration::from_millis(300);
/// The time after which an earlier node has noticed that this one works.
const NOTICE_TIME: Duration = Duration::from_secs(1);
/// The time until a node tries again what the database did not let it do.
pub(crate) const RETRY_PAUSE: Duration = Duration::from_millis(500);
