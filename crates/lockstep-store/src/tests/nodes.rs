//! Several nodes on one schema: which one has the lock, and which one the others find.

use super::*;
use crate::active_node::{self, ActiveNode};
use crate::postgres::connection::{Connection, Role};
use crate::postgres::{LockWaiter, PostgresUrl, SchemaLock};

async fn claim(db: &Db, address: &'static str, stamp: &'static str) {
    let claimed = db.write::<_, StoreError, _>("test.claim", move |tx| {
        active_node::claim(tx, address, stamp)
    });
    claimed.await.unwrap();
}

/// Names a node in the table before its store is open; returns whether another one was named.
async fn claim_early(
    lock: SchemaLock,
    address: &'static str,
    stamp: &'static str,
) -> (SchemaLock, bool) {
    let claiming = tokio::task::spawn_blocking(move || {
        let had_other = lock.claim(address, stamp, Timestamp(1));
        (lock, had_other.unwrap())
    });
    claiming.await.unwrap()
}

async fn active(db: &Db) -> Option<ActiveNode> {
    db.read("test.active", active_node::read).await.unwrap()
}

async fn withdraw(db: &Db, stamp: &'static str) {
    let withdrawn =
        db.write::<_, StoreError, _>("test.withdraw", move |tx| active_node::withdraw(tx, stamp));
    withdrawn.await.unwrap();
}

/// Takes the lock if it is free.
async fn try_lock(url: &PostgresUrl) -> Option<SchemaLock> {
    let mut waiter = LockWaiter::new(url.clone());
    let waited = tokio::task::spawn_blocking(move || waiter.try_lock());
    waited.await.unwrap().unwrap()
}

/// Begins to wait for the lock, until it is there.
fn wait_for_lock(url: &PostgresUrl) -> tokio::task::JoinHandle<SchemaLock> {
    let mut waiter = LockWaiter::new(url.clone());
    tokio::task::spawn_blocking(move || {
        loop {
            if let Some(lock) = waiter.wait().unwrap() {
                return lock;
            }
        }
    })
}

/// Opens the store of a node that has the lock.
fn open_with_lock(folder: &tempfile::TempDir, url: PostgresUrl) -> Db {
    let options = Options {
        file: folder.path().join("test.db"),
        postgres: Some(url),
        readers: 2,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Db::open(options, &[NOTES]).unwrap()
}

#[tokio::test]
async fn the_table_names_the_node_that_works() {
    let Store { folder, db } = Store::new();
    assert_eq!(active(&db).await, None);
    claim(&db, "node1:1", "one").await;
    let first = active(&db).await.unwrap();
    assert_eq!((&*first.address, &*first.stamp), ("node1:1", "one"));
    if let Some(url) = postgres::schema_of(folder.path()) {
        assert_eq!(url.active_node().unwrap().as_ref(), Some(&first));
        let empty = url.in_schema(&format!("{}_2", url.schema())).unwrap();
        assert_eq!(empty.active_node().unwrap(), None);
    }
    claim(&db, "node1:1", "one").await;
    assert_eq!(active(&db).await, Some(first));
    claim(&db, "node2:2", "two").await;
    // The first one ends late: the row is no longer its own.
    withdraw(&db, "one").await;
    assert_eq!(active(&db).await.unwrap().address, "node2:2");
    withdraw(&db, "two").await;
    assert_eq!(active(&db).await, None);
}

/// What it changes is not in the memory of the node that worked before it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_on_its_own_forgets_the_node_before_it_when_it_has_the_lock() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    db.close().await;
    let lock = wait_for_lock(&url).await.unwrap();
    let first = open_with_lock(&folder, url.clone().with_lock(lock, "one"));
    claim(&first, "node1:1", "one").await;
    first.close().await;
    assert_eq!(url.active_node().unwrap().unwrap().stamp, "one");
    let alone = open_with_lock(&folder, url.clone());
    assert_eq!(url.active_node().unwrap(), None);
    alone.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_waits_for_the_lock_and_opens_the_store_with_it() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    assert!(try_lock(&url).await.is_none());
    let waiting = wait_for_lock(&url);
    db.close().await;
    let lock = waiting.await.unwrap();
    assert!(try_lock(&url).await.is_none());
    let second = open_with_lock(&folder, url.clone().with_lock(lock, "two"));
    let noted = second.write("test.note", |tx| note(tx, 1)).await;
    noted.unwrap();
    assert!(try_lock(&url).await.is_none());
    second.close().await;
    // A node that ends before it opens the store releases the lock.
    let lock = wait_for_lock(&url).await.unwrap();
    assert!(try_lock(&url).await.is_none());
    drop(lock);
    let again = wait_for_lock(&url).await;
    drop(again.unwrap());
}

/// What the first one keeps in memory is older than what the second one has stored, also when the second one has ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_lost_the_lock_to_another_one_never_writes_again() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    db.close().await;
    let of_first = url
        .clone()
        .with_lock(wait_for_lock(&url).await.unwrap(), "one");
    let superseded = of_first.superseded().unwrap();
    let first = open_with_lock(&folder, of_first);
    claim(&first, "node1:1", "one").await;
    end_sessions_with_lock(&url);
    // The same node gets the lock again if no other one waits.
    first.write("test.note", |tx| note(tx, 1)).await.unwrap();
    assert!(!*superseded.borrow());

    let waiting = wait_for_lock(&url);
    end_sessions_with_lock(&url);
    let second = open_with_lock(
        &folder,
        url.clone().with_lock(waiting.await.unwrap(), "two"),
    );
    claim(&second, "node2:2", "two").await;
    second.write("test.note", |tx| note(tx, 2)).await.unwrap();
    withdraw(&second, "two").await;
    second.close().await;
    // The first one may only learn that its session has ended.
    for _ in 0..2 {
        let refused = first.write("test.note", |tx| note(tx, 3)).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
    }
    assert!(*superseded.borrow());
    let stored = wait_for_lock(&url).await.unwrap();
    let third = open_with_lock(&folder, url.with_lock(stored, "three"));
    let notes = third.read("notes", |tx| {
        tx.query("SELECT id FROM note ORDER BY id", &[], |row| {
            row.at::<i64>(0)
        })
    });
    let notes: Result<Vec<i64>, StoreError> = notes.await;
    assert_eq!(notes.unwrap(), [1, 2]);
}

/// Nodes that wait compare signs of life, and never clocks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_loses_the_lock_for_its_last_sign_of_life_only() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    db.close().await;
    let sign = || url.watched_node().unwrap().unwrap().sign;
    let lock = wait_for_lock(&url).await.unwrap();
    let (lock, _) = claim_early(lock, "node1:1", "one").await;
    let at_start = sign();
    assert!(at_start.is_some());
    url.show_life_at_start("two").unwrap();
    assert_eq!(sign(), at_start);
    url.show_life_at_start("one").unwrap();
    assert_ne!(sign(), at_start);

    let first = open_with_lock(&folder, url.clone().with_lock(lock, "one"));
    let earlier = sign().unwrap();
    let shown =
        first.write::<_, StoreError, _>("test.life", |tx| active_node::show_life(tx, "one"));
    shown.await.unwrap();
    let last = sign().unwrap();
    assert_ne!(last, earlier);
    assert!(!url.end_silent_node(&earlier).unwrap());
    assert_eq!(sign().as_ref(), Some(&last));

    let waiting = wait_for_lock(&url);
    assert!(url.end_silent_node(&last).unwrap());
    let lock = waiting.await.unwrap();
    assert!(!url.end_silent_node(&last).unwrap());
    let (lock, had_other) = claim_early(lock, "node2:2", "two").await;
    assert!(had_other);
    drop(lock);
    for _ in 0..2 {
        let refused = first.write("test.note", |tx| note(tx, 1)).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
    }
}

/// However long a statement takes, the node has not hung.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_statement_runs_shows_no_sign_by_which_it_could_be_ended() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    claim(&db, "node1:1", "one").await;
    let sign = || url.watched_node().unwrap().unwrap().sign;
    assert!(sign().is_some());
    let (locked, is_locked) = std::sync::mpsc::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let at = url.clone();
    let blocking = tokio::task::spawn_blocking(move || {
        let blocker = Connection::open(&at, Role::Reader).unwrap();
        let locking = "BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE";
        blocker.run_outside_transaction(locking).unwrap();
        locked.send(()).unwrap();
        released.recv().unwrap();
    });
    is_locked.recv().unwrap();
    let writer = db.clone();
    let writing = tokio::spawn(async move { writer.write("test.note", |tx| note(tx, 1)).await });
    assert!((0..1000).any(|_| sign().is_none()));
    release.send(()).unwrap();
    blocking.await.unwrap();
    writing.await.unwrap().unwrap();
    assert!(sign().is_some());
}

/// Otherwise, such a report would end each second, and begin again with the next write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_of_life_does_not_end_the_report_of_a_full_disk() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    claim(&db, "node1:1", "one").await;
    let change = |sql: &'static str| {
        let url = url.clone();
        let changing = std::thread::spawn(move || {
            let connection = Connection::open(&url, Role::Reader).unwrap();
            connection.run_outside_transaction(sql).unwrap();
        });
        changing.join().unwrap();
    };
    let show = || {
        db.write::<_, StoreError, _>(active_node::SIGN_OF_LIFE, |tx| {
            active_node::show_life(tx, "one")
        })
    };
    change(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'refused'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON note EXECUTE FUNCTION refuse()",
    );
    assert!(db.write("test.note", |tx| note(tx, 1)).await.is_err());
    assert!(!db.is_writable());
    show().await.unwrap();
    assert!(!db.is_writable());
    change("DROP TRIGGER refuse ON note; DROP FUNCTION refuse()");
    db.write("test.note", |tx| note(tx, 2)).await.unwrap();
    assert!(db.is_writable());
    show().await.unwrap();
    assert!(db.is_writable());
}

/// A node that takes over may change tables before it serves, and end in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_ends_before_it_opens_the_store_has_taken_over() {
    let Store { folder, db } = Store::new();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    db.close().await;
    let lock = wait_for_lock(&url).await.unwrap();
    let (lock, had_other) = claim_early(lock, "node1:1", "one").await;
    assert!(!had_other);
    let of_first = url.clone().with_lock(lock, "one");
    let superseded = of_first.superseded().unwrap();
    let first = open_with_lock(&folder, of_first);
    first.write("test.note", |tx| note(tx, 1)).await.unwrap();

    let waiting = wait_for_lock(&url);
    end_sessions_with_lock(&url);
    let (lock, had_other) = claim_early(waiting.await.unwrap(), "node2:2", "two").await;
    assert!(had_other);
    assert_eq!(url.active_node().unwrap().unwrap().address, "node2:2");
    drop(lock);
    for _ in 0..2 {
        let refused = first.write("test.note", |tx| note(tx, 2)).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
    }
    assert!(*superseded.borrow());
    // At the first start, there is no table yet.
    let empty = url.in_schema(&format!("{}_2", url.schema())).unwrap();
    let lock = wait_for_lock(&empty).await.unwrap();
    assert!(!claim_early(lock, "node1:1", "one").await.1);
}

/// Another node would take over each time that there is nothing to write.
#[test]
fn the_limit_of_a_role_for_idle_sessions_does_not_end_the_one_with_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let Some(direct) = postgres::schema_of(folder.path()) else {
        return;
    };
    let server = postgres::server();
    let mark = if server.contains('?') { '&' } else { '?' };
    let limited = format!("{server}{mark}options=-c%20idle_session_timeout%3D600000");
    let limited: PostgresUrl = limited.parse().unwrap();
    let limited = limited.in_schema(direct.schema()).unwrap();
    for (role, limit) in [(Role::Writer, "0"), (Role::Reader, "10min")] {
        let connection = Connection::open(&limited, role).unwrap();
        let shown = connection.text("SHOW idle_session_timeout").unwrap();
        assert_eq!(shown.as_deref(), Some(limit), "{role:?}");
    }
}

/// The machine of a process that was stopped still answers PostgreSQL, and no other node would ever get the lock.
#[test]
fn a_session_with_the_lock_may_be_idle_for_long_only_when_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    let lock = LockWaiter::new(url.clone()).try_lock().unwrap().unwrap();
    let limit = lock.shown("idle_session_timeout").unwrap();
    assert_eq!(limit.as_deref(), Some("1min"));
    let writer = Connection::open(&url.with_lock(lock, "one"), Role::Writer).unwrap();
    let limit = writer.text("SHOW idle_session_timeout").unwrap();
    assert_eq!(limit.as_deref(), Some("0"));
}

/// The node that takes over opens the schema of keys, too.
#[test]
fn a_node_with_the_lock_ends_the_session_that_has_the_one_of_the_keys() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = postgres::schema_of(folder.path()) else {
        return;
    };
    let keys = url.schema_of_keys().unwrap();
    let take = |url: &PostgresUrl| LockWaiter::new(url.clone()).try_lock().unwrap();
    let (lock, of_hanging) = (take(&url).unwrap(), take(&keys));
    assert!(of_hanging.is_some());
    let mut waiter = LockWaiter::new(keys.clone());
    assert!(waiter.try_lock().unwrap().is_none());
    lock.end_holders_of(&keys).unwrap();
    let taken = (0..4).find_map(|_| waiter.wait().unwrap());
    assert!(taken.is_some());
    assert!(take(&url).is_none());
    drop(of_hanging);
}

/// Ends the sessions that hold the lock, as a server does after a failure of the network.
fn end_sessions_with_lock(url: &PostgresUrl) {
    let ended = url.run(&format!(
        "SELECT pg_catalog.string_agg(pg_catalog.pg_terminate_backend(pid)::text, ' ') FROM pg_catalog.pg_locks
         WHERE locktype = 'advisory' AND granted AND objid = pg_catalog.hashtext('{}')::oid",
        url.schema()
    ));
    assert_eq!(ended.unwrap().as_deref(), Some("true"));
}
