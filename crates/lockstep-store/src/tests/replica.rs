//! Reads that may be stale. The server for tests is its own replica here, through a proxy; a server that replays the log of
//! another one is in the fault F12 of `lockstep-server`.

use super::lost_connections::{Plan, proxy};
use super::*;
use crate::audit::index;
use crate::database_location::DatabaseLocation;
use crate::postgres::PostgresUrl;

/// A store whose replica is behind the proxy.
struct Replicated {
    plan: Arc<Plan>,
    store: Store,
}

impl Replicated {
    /// Opens a store; `None` without a server for tests that is reached by TCP.
    fn open() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let Some(url) = postgres::schema_of(folder.path()) else {
            println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
            return None;
        };
        let (plan, proxied) = proxy()?;
        let mark = if proxied.contains('?') { '&' } else { '?' };
        let proxied: PostgresUrl = format!("{proxied}{mark}application_name={REPLICA}")
            .parse()
            .unwrap();
        let proxied = proxied.in_schema(url.schema()).unwrap();
        let options = Options {
            file: folder.path().join("test.db"),
            postgres: Some(url.with_replica(&proxied).unwrap()),
            readers: 2,
            clock: SystemClock::shared(),
            entropy: Arc::new(SystemEntropy),
        };
        let db = Db::open(options, &[NOTES]).unwrap();
        let store = Store { folder, db };
        Some(Self { plan, store })
    }

    /// Returns the name of the connection that a read uses which may be stale.
    async fn place(&self) -> String {
        let read = self
            .store
            .db
            .read_stale::<_, StoreError, _>("test.place", place);
        let read = tokio::time::timeout(STATED, read).await;
        read.expect("the read ends in time").unwrap()
    }

    /// Waits until the replica serves reads.
    async fn until_used(&self) {
        let used = async {
            loop {
                let found = self.store.db.examine_replica().await.unwrap();
                if found.is_ok() && self.place().await == REPLICA {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LONGEST, used).await.unwrap();
    }
}

fn place(tx: &Tx<'_>) -> Result<String, StoreError> {
    let sql = "SELECT current_setting('application_name')";
    tx.query_one(sql, &[], |row| row.at(0))
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_may_be_stale_use_the_replica_and_no_others_do() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    let db = &replicated.store.db;
    replicated.until_used().await;
    let state = db.examine_replica().await.unwrap().unwrap();
    assert!(state.is_primary, "{state:?}");
    for read in [
        db.read::<_, StoreError, _>("test.place", place).await,
        db.read_credential("test.place", place).await,
    ] {
        assert_ne!(read.unwrap(), REPLICA);
    }
    // The replica has what was just stored, since it is the server itself.
    db.write("note", |tx| note(tx, 1)).await.unwrap();
    let notes = db.read_stale("notes", |tx| {
        tx.query("SELECT id FROM note", &[], |row| row.at::<i64>(0))
    });
    let notes: Result<Vec<i64>, StoreError> = notes.await;
    assert_eq!(notes.unwrap(), [1]);
    db.close().await;
    let closed = db.read_stale("test.place", place).await;
    assert!(matches!(closed, Err(StoreError::Closed { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_replica_delays_one_read_and_no_read_fails() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    let plan = &replicated.plan;
    // Also connections that are opened from now on.
    plan.silent_below.store(u64::MAX, Ordering::SeqCst);
    for _ in 0..3 {
        assert_ne!(replicated.place().await, REPLICA);
    }
    let refused = replicated.store.db.examine_replica().await.unwrap();
    let reason = refused.unwrap_err();
    assert!(reason.contains("does not answer"), "{reason}");
    assert!(!reason.contains("store.url"), "{reason}");
    let accepted = plan.accepted.load(Ordering::SeqCst);
    plan.silent_below.store(accepted, Ordering::SeqCst);
    replicated.until_used().await;
}

/// Otherwise each read that waits for its turn would wait for the replica, too.
#[tokio::test(flavor = "multi_thread")]
async fn reads_that_wait_together_wait_for_a_silent_replica_once() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    replicated
        .plan
        .silent_below
        .store(u64::MAX, Ordering::SeqCst);
    let reads = (0..30).map(|_| replicated.place());
    for place in futures_util::future::join_all(reads).await {
        assert_ne!(place, REPLICA);
    }
}

/// A connection that is opened again may reach another server, which was not asked how far it is.
#[test]
fn a_read_on_a_replica_begins_on_the_connection_that_was_asked() {
    if !postgres::is_used() {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    }
    let Some((plan, proxied)) = proxy() else {
        return;
    };
    let location = DatabaseLocation::Server(proxied.parse().unwrap());
    let mut connection = location.open_reader().unwrap();
    connection.limit_answers(1);
    connection.begin_read_here().unwrap();
    connection.rollback().unwrap();
    plan.end_connections();
    connection.begin_read_here().unwrap_err();
    // Other reads connect again.
    connection.begin_read().unwrap();
}

/// The server goes on with a statement after the end of its connection.
#[tokio::test(flavor = "multi_thread")]
async fn the_replica_ends_a_statement_that_takes_longer_than_a_read() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    let limits = async || {
        let read = replicated.store.db.read_stale("test.limits", |tx| {
            let sql = "SELECT current_setting('statement_timeout')";
            let limit: String = tx.query_one(sql, &[], |row| row.at(0))?;
            Ok::<_, StoreError>((place(tx)?, limit))
        });
        read.await.unwrap()
    };
    let mut found = limits().await;
    while found.0 != REPLICA {
        // A check was late.
        replicated.until_used().await;
        found = limits().await;
    }
    assert_eq!(found.1, "10s");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_ends_its_connections_is_left_and_used_again() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    let plan = &replicated.plan;
    plan.is_refusing.store(true, Ordering::SeqCst);
    plan.end_connections();
    for _ in 0..3 {
        assert_ne!(replicated.place().await, REPLICA);
    }
    plan.is_refusing.store(false, Ordering::SeqCst);
    replicated.until_used().await;
}

/// An error may come from the replica alone, such as a conflict with the log that it replays.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_fails_on_the_replica_runs_on_the_server() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    let read = replicated.store.db.read_stale("test.fails", |tx| {
        let place = place(tx)?;
        match place == REPLICA {
            true => Err(StoreError::NoRow),
            false => Ok(place),
        }
    });
    assert_ne!(read.await.unwrap(), REPLICA);
    replicated.until_used().await;
}

/// Otherwise a report could show rows after the confirmation that they are gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_replica_is_used_after_an_erasure_when_it_has_replayed_it() {
    let Some(replicated) = Replicated::open() else {
        return;
    };
    replicated.until_used().await;
    // The read begins when the erasure has.
    let erasing = replicated.store.db.erase_traces();
    let (erased, place) = tokio::join!(erasing, replicated.place());
    erased.unwrap();
    assert_ne!(place, REPLICA);
    replicated.until_used().await;
}

#[tokio::test]
async fn a_replica_with_another_schema_is_refused() {
    let url: PostgresUrl = "postgres://me:secret@h/d".parse().unwrap();
    let other = url.in_schema("other").unwrap();
    let refused = url.clone().with_replica(&other).unwrap_err().to_string();
    assert!(refused.contains("names the schema other"), "{refused}");
    assert!(!refused.contains("secret"), "{refused}");
    let both = url.clone().with_replica(&url).unwrap();
    assert!(!format!("{both:?}").contains("secret"));
}

#[tokio::test]
async fn a_store_without_a_replica_reads_as_usual() {
    let store = Store::new();
    store.db.write("note", |tx| note(tx, 1)).await.unwrap();
    let notes = store.db.read_stale("notes", |tx| {
        tx.query("SELECT id FROM note", &[], |row| row.at::<i64>(0))
    });
    let notes: Result<Vec<i64>, StoreError> = notes.await;
    assert_eq!(notes.unwrap(), [1]);
    assert!(store.db.examine_replica().await.is_none());
}

/// On a replica, the index of the audit log may lack entries that its log has.
#[tokio::test]
async fn an_index_that_lacks_entries_covers_earlier_times_only() {
    let store = Store::new();
    let db = &store.db;
    let covers = async |end: i64| {
        let read = db.read("test.covers", move |tx| index::covers(tx, Timestamp(end)));
        read.await.unwrap()
    };
    db.write("note", |tx| note(tx, 1)).await.unwrap();
    assert!(!covers(0).await);
    db.write("extend", index::extend).await.unwrap();
    assert!(covers(i64::MAX).await);
    db.write("note", |tx| note(tx, 2)).await.unwrap();
    assert!(covers(0).await);
    assert!(!covers(i64::MAX).await);
    // The entry after the indexed one may be that of a transaction which began a minute earlier.
    let indexed = db.read("test.indexed", |tx| {
        let sql = "SELECT at FROM audit ORDER BY seq LIMIT 1";
        tx.query_one(sql, &[], |row| row.at::<Timestamp>(0))
    });
    let Timestamp(indexed) = indexed.await.unwrap();
    assert!(!covers(indexed - 60_000).await);
    assert!(covers(indexed - index::DISORDER_MS - 1).await);
}

/// The name of the connections to the replica.
const REPLICA: &str = "the_replica";
/// The time in which a read ends whose replica does not answer.
const STATED: Duration = Duration::from_secs(5);
/// The time after which a replica that answers again is used.
const LONGEST: Duration = Duration::from_secs(25);
