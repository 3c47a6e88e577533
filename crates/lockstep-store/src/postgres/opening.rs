//! Opens the session of a connection, and takes the lock of the schema for the one that writes.

use std::time::{Duration, Instant};

use super::session::{PAUSE, Session};
use super::{MAX_ACCOUNT_WRITERS, PostgresUrl};
use crate::error::{EngineError, PostgresError};

/// The role of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The connection that may write everything; it holds the lock of the schema.
    Writer,
    /// A connection that writes for single accounts; it holds the lock of its number.
    AccountWriter(u8),
    /// A connection that reads.
    Reader,
}

/// Connects, and prepares the session for its role. `earlier` selects the server's process of the session before.
pub(super) fn session(
    url: &PostgresUrl,
    role: Role,
    earlier: Option<&str>,
) -> Result<Session, EngineError> {
    match role {
        Role::Reader => return plain(url),
        Role::AccountWriter(number) => return of_account_writer(url, number, earlier),
        Role::Writer => {}
    }
    let held = match earlier {
        None => url.node.as_ref().and_then(|node| node.take_session()),
        Some(_) => None,
    };
    let session = match held {
        Some(session) => session,
        None => locked(url, earlier)?,
    };
    session.batch(OF_WRITER)?;
    if earlier.is_none() {
        end_account_writers(&session, url.schema())?;
    }
    Ok(session)
}

/// Connects, and takes the lock of this number. What the session before has begun is over then.
fn of_account_writer(
    url: &PostgresUrl,
    number: u8,
    earlier: Option<&str>,
) -> Result<Session, EngineError> {
    let session = plain(url)?;
    session.batch(OF_WRITER)?;
    if let Some(earlier) = earlier {
        end_process(&session, earlier)?;
    }
    let start = now();
    let name = format!("{}/{number}", url.schema());
    while !try_lock_of(&session, ACCOUNT_LOCK, &name)? {
        if start.elapsed() >= LOCK_WAIT {
            return Err(PostgresError::lost(
                "another session has the lock of a writer of accounts",
            )
            .into());
        }
        pause();
    }
    Ok(session)
}

/// Refuses a session that writes for single accounts, unless the general writer of the same store has the lock of the schema: without
/// this session's lock, which it has already, a node that takes over would not wait for it.
pub(super) fn ensure_general_writer(
    session: &Session,
    schema: &str,
    general_writer: Option<&str>,
) -> Result<(), EngineError> {
    let others = others_with_lock(schema);
    let is_there = match general_writer {
        None => None,
        Some(process) => session.text(&format!(
            "SELECT 1 FROM pg_catalog.pg_locks WHERE {others}
               AND pid IN (SELECT pid FROM pg_catalog.pg_stat_activity WHERE {process})"
        ))?,
    };
    match is_there {
        Some(_) => Ok(()),
        None => Err(PostgresError::lost("the general writer is not connected").into()),
    }
}

/// Ends the sessions that write for single accounts, and waits for their end: those of a node that lost the lock of the schema.
fn end_account_writers(session: &Session, schema: &str) -> Result<(), EngineError> {
    let locks = locks_of_account_writers(schema);
    let ended = session.text(&format!(
        "SELECT pg_catalog.count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_locks WHERE {locks}"
    ))?;
    if ended.as_deref() == Some("0") {
        return Ok(());
    }
    let (name, numbers) = names_of_account_writers(schema);
    session.batch(&format!(
        "SELECT pg_catalog.pg_advisory_lock({ACCOUNT_LOCK}, {name}),
                pg_catalog.pg_advisory_unlock({ACCOUNT_LOCK}, {name}) FROM {numbers}"
    ))?;
    Ok(())
}

/// Returns the condition that selects the rows of `pg_locks` of the sessions that write for single accounts.
pub(crate) fn locks_of_account_writers(schema: &str) -> String {
    let (name, numbers) = names_of_account_writers(schema);
    format!(
        "locktype = 'advisory' AND granted AND classid = {ACCOUNT_LOCK}::oid AND objsubid = 2
           AND objid IN (SELECT {name}::oid FROM {numbers})
           AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
    )
}

/// Returns the expression of the name of a lock of a writer of accounts, and the rows of all `number` in it.
fn names_of_account_writers(schema: &str) -> (String, String) {
    (
        format!("pg_catalog.hashtext('{schema}/' || number)"),
        format!("pg_catalog.generate_series(0, {MAX_ACCOUNT_WRITERS} - 1) AS number"),
    )
}

/// Ends the server's process that the condition selects.
fn end_process(session: &Session, process: &str) -> Result<(), EngineError> {
    session.text(&format!(
        "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity WHERE {process}"
    ))?;
    Ok(())
}

/// Connects, and sets the schema and the times.
fn plain(url: &PostgresUrl) -> Result<Session, EngineError> {
    let session = Session::open(url)?;
    let schema = url.schema();
    // The name consists of letters, digits and underscores.
    session.batch(&format!(
        "SET search_path = {schema}; SET client_min_messages = warning; {TIMEOUTS}"
    ))?;
    Ok(session)
}

/// Connects, and takes the lock of the schema.
fn locked(url: &PostgresUrl, earlier: Option<&str>) -> Result<Session, EngineError> {
    let session = plain(url)?;
    if let Some(earlier) = earlier {
        // After a failure of the network, the server may not know that the session has ended, and keeps its lock.
        end_process(&session, earlier)?;
    }
    // At the start, the lock may be that of a node whose machine has just failed.
    let limit = earlier.map_or(LOCK_WAIT_AT_START, |_| LOCK_WAIT);
    lock(&session, url.schema(), limit)?;
    match (&url.node, earlier) {
        // Another node may have had the lock in between, and what this one keeps in memory is then old.
        (Some(node), _) => node.ensure_active(&session)?,
        // A process on its own: standbys would relay to the node before it in vain, and that node may come back with an old
        // memory.
        (None, None) => session.batch(FORGET_NODE)?,
        (None, Some(_)) => {}
    }
    Ok(session)
}

/// Returns the condition that selects the server's process of a session that writes.
pub(super) fn process_of(session: &Session, role: Role) -> Result<Option<String>, EngineError> {
    if role == Role::Reader {
        return Ok(None);
    }
    Ok(session.text(
        "SELECT pg_catalog.format('pid = %s AND extract(epoch FROM backend_start) = %s',
                                  pid, extract(epoch FROM backend_start))
         FROM pg_catalog.pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid() AND backend_start IS NOT NULL",
    )?)
}

/// Takes the lock of the schema, which ends with the session.
fn lock(session: &Session, schema: &str, limit: Duration) -> Result<(), EngineError> {
    let start = now();
    while !try_lock(session, schema)? {
        if start.elapsed() >= limit {
            return Err(PostgresError::lost(&format!(
                "another node uses the schema {schema} of this database; one node alone may use a PostgreSQL \
                 schema. Stop the other node, name another schema with ?options=-csearch_path%3DNAME, or set \
                 nodes.listen and nodes.address at every node, so that this one waits as a standby"
            ))
            .into());
        }
        pause();
    }
    Ok(())
}

/// Takes the lock of the schema if it is free; returns whether the session has it.
pub(super) fn try_lock(session: &Session, schema: &str) -> Result<bool, EngineError> {
    try_lock_of(session, LOCK, schema)
}

/// Takes the lock of a name if it is free; returns whether the session has it.
fn try_lock_of(session: &Session, class: i32, name: &str) -> Result<bool, EngineError> {
    let taken = session.text(&format!(
        "SELECT pg_catalog.pg_try_advisory_lock({class}, pg_catalog.hashtext('{name}'))"
    ))?;
    Ok(taken.as_deref() == Some("t"))
}

/// Ends the other sessions that have the lock of the schema.
pub(super) fn end_holders(session: &Session, schema: &str) -> Result<(), EngineError> {
    let others = others_with_lock(schema);
    session.text(&format!(
        "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks WHERE {others}"
    ))?;
    Ok(())
}

/// Returns the condition that selects the rows of `pg_locks` of other sessions that have the lock of the schema.
pub(crate) fn others_with_lock(schema: &str) -> String {
    // A lock of two numbers has 2 in `objsubid`.
    format!(
        "locktype = 'advisory' AND granted AND classid = {LOCK}::oid
           AND objid = pg_catalog.hashtext('{schema}')::oid AND objsubid = 2 AND pid <> pg_catalog.pg_backend_pid()
           AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
    )
}

/// Connects for a node that waits for the lock: the server ends the session of one that is silent, also while an answer is on
/// its way, so that no dead node gets the lock for long. It also ends that of a node that has the lock and does not open the store: a
/// process that was stopped, whose machine still answers.
pub(super) fn waiting_session(url: &PostgresUrl) -> Result<Session, EngineError> {
    let session = plain(url)?;
    session.batch(OF_WRITER)?;
    session.batch(&format!(
        "SET idle_session_timeout = '{}s'",
        UNUSED_LOCK.as_secs()
    ))?;
    session.limit_answers(Some(LOCK_TURN + ANSWER));
    Ok(session)
}

/// Waits for the lock of the schema for at most [`LOCK_TURN`]; the server wakes the session when the lock is free. Returns
/// whether the session has it.
pub(super) fn wait_for_lock(session: &Session, schema: &str) -> Result<bool, EngineError> {
    session.batch(&format!("SET lock_timeout = '{}ms'", LOCK_TURN.as_millis()))?;
    let taken = session.text(&format!(
        "SELECT pg_catalog.pg_advisory_lock({LOCK}, pg_catalog.hashtext('{schema}'))"
    ));
    match taken {
        // Lock not available.
        Err(error) if error.code() == Some("55P03") => return Ok(false),
        taken => drop(taken?),
    }
    session.batch(TIMEOUTS)?;
    Ok(true)
}

/// The time, only to end tries.
#[expect(
    clippy::disallowed_methods,
    reason = "no transaction sees it: it only bounds how long the server is tried"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Waits before the next try. The server signals neither that it accepts connections again nor the end of another
/// session.
#[expect(clippy::disallowed_methods, reason = "there is no event to wait for")]
pub(crate) fn pause() {
    std::thread::sleep(PAUSE);
}

/// The times of a session. The server ends the session of a node that is silent for eight seconds, and with it the lock. A
/// statement waits a short time for a lock that an operator's session holds. The role's own limits are for people. Only
/// the session that writes has `tcp_user_timeout`, which would also end a read that pauses.
const TIMEOUTS: &str = "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; \
     SET lock_timeout = '5s'; SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; \
     SET tcp_keepalives_count = 2";
/// What is set for the session that writes: its end when the node is silent, but not when there is nothing to write or a migration is
/// long, and durable commits. Before version 17, PostgreSQL has no `transaction_timeout`.
const OF_WRITER: &str = "SET tcp_user_timeout = '8s'; SET idle_session_timeout = 0;
     SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings WHERE name = 'transaction_timeout';
     DO $$ BEGIN IF current_setting('synchronous_commit') IN ('off', 'local') THEN
         SET synchronous_commit = on; END IF; END $$";
/// Removes the row of the node that works, or worked last. Before the first start there is no table.
const FORGET_NODE: &str = "DO $$ BEGIN IF pg_catalog.to_regclass('active_node') IS NOT NULL THEN
         DELETE FROM active_node; END IF; END $$";
/// The class of the advisory locks of this program.
const LOCK: i32 = 0x4c53_544b;
/// The class of the locks of writers of accounts.
const ACCOUNT_LOCK: i32 = LOCK + 1;
/// The time to wait for the lock of a session that has just ended.
const LOCK_WAIT: Duration = Duration::from_secs(5);
/// Longer than the server takes to end the session of a node that is silent.
const LOCK_WAIT_AT_START: Duration = Duration::from_secs(10);
/// The time of one wait for the lock of a node that works. The server logs each end of one, and a network that passes nothing on is
/// noticed at the end.
const LOCK_TURN: Duration = Duration::from_secs(15);
/// The time for which a node may have the lock before it opens the store.
const UNUSED_LOCK: Duration = Duration::from_secs(60);
/// The time for the answer after a wait.
const ANSWER: Duration = Duration::from_secs(5);
